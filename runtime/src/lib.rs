//! Exact numbers, circuits, transformer programs, and the engines that run them.
//!
//! The compiler's output types are this crate's input types, defined here once. The crate has no parser of
//! the language, does no input or output, and knows no options but [`Limits`].
//!
//! | room | subject |
//! | --- | --- |
//! | [`number`] | [`Num`]: an exact number of a [`Ring`] in 16 bytes |
//! | [`circuit`], [`circuit_json`] | a circuit C_n, its measures, and `circ.circuit/1` |
//! | [`limits`], [`evaluate`](mod@evaluate) | a circuit on an input, directly |
//! | [`semiring`] | a circuit over another semiring: Boolean, tropical, modulo m |
//! | [`degree`](mod@degree) | the degree of a circuit's polynomial, along a random line modulo a prime; whether two are the same |
//! | [`transformer`], [`sequence`], [`mod@column`], [`transformer_json`] | a transformer program, its sequence by columns, and `circ.transformer/1` |
//! | [`transformer_tensors`] | the same as tensors: `circ.transformer.safetensors/1` |
//! | [`program_json`] | either of the two, by what the file says |
//! | [`lowered`] | what the layers of a transformer cost as a circuit |
//! | [`fault`] | what is wrong with a circuit or a transformer, by its JSON path |
//! | [`literal`] | a transformer program, run to the letter |
//! | [`plan`] | the same in linear time |
//! | [`mod@trace`], [`trace_json`], [`patch`] | what every layer of a run did, `circ.trace/1`, and runs with numbers of other runs |
//! | [`mod@ground_truth`] | the heads, coordinates and edges that the outputs come from |
//! | [`mod@approximate`] | the same with floating point or softmax attention: the only room that is not exact |

pub mod approximate;
pub mod circuit;
pub mod circuit_json;
pub mod column;
pub mod degree;
pub mod evaluate;
pub mod fault;
pub mod ground_truth;
mod json;
pub mod limits;
pub mod literal;
pub mod lowered;
pub mod number;
pub mod patch;
pub mod plan;
pub mod program_json;
pub mod semiring;
pub mod sequence;
pub mod trace;
pub mod trace_json;
pub mod transformer;
pub mod transformer_json;
pub mod transformer_tensors;
mod values;

pub use circuit::{Circuit, Gate, GateId, Gates, Measures, Op, Port, PortType, measure};
pub use circuit_json::{circuit_to_json, read_circuit, read_lowered, write_circuit, write_lowered};
pub use column::{Column, Generated, Pattern, Sparse};
pub use degree::{Degree, DegreeError, DegreeLimits, Identity, degree, identical};
pub use evaluate::evaluate;
pub use fault::{Fault, FaultKind, Path, Step};
pub use ground_truth::{GroundTruth, ground_truth, witnessed};
pub use json::FormatError;
pub use json::text::{Kind as JsonKind, Value as JsonValue, parse as parse_json};
pub use limits::{Limits, RunError, RunErrorKind};
pub use literal::{execute_literal, execute_watched};
pub use lowered::{LayerCost, Lowered};
pub use number::{Num, ParseNumError, Ring};
pub use patch::{Part, Patch, PatchError, ReadBy, Reader, Source, Target, TargetError, parse_target};
pub use plan::{Comparison, Explanation, HeadPlan, Prepared, Route, Search, Way, execute, explain};
pub use program_json::{ProgramFile, read_program};
pub use semiring::{Element, Semiring, SemiringChoice, SemiringError, SemiringErrorKind, evaluate_over};
pub use sequence::{InputSpec, OutputSpec, Sequence};
pub use trace::{HeadTrace, Keep, LayerTrace, Named, Shape, Trace, trace};
pub use trace_json::{read_trace, trace_to_json, write_trace};
pub use transformer::{Component, Declared, Head, Layer, Mask, Pooling, Score, Transformer, Value, Variable};
pub use transformer_json::{read_transformer, transformer_to_json, write_transformer};
pub use transformer_tensors::{
    Origin, TensorProblem, TooLong, is_safetensors, read_safetensors, transformer_to_safetensors,
};
