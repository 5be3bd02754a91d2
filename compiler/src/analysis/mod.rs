//! What holds of a family for all n: depth, size, fan-in and class, proved from the source.
//!
//! The typed body is evaluated once, with values of which only that is known which holds at every size (`value.rs`).
//! The lowering table builds its gates here as it does in elaboration (`gates.rs`); what it does with any number of
//! elements is summed up beside it (`streams.rs`), and a test holds these summaries against the table. A gate stands for
//! one for each valuation of the loop indices that it depends on. No circuit is built.
//!
//! | file | what is there |
//! | --- | --- |
//! | `value.rs` | wires, static values, arrays, as far as they are known for all n |
//! | `statics.rs` | formulas and conditions under the operations of the language |
//! | `depth.rs` | depth as a maximum of paths from sources |
//! | `met.rs` | what is counted and noted on the way |
//! | `analyzer.rs`, `ranges.rs`, `closing.rs` | the state: facts, open indices, what leaving one gives |
//! | `gates.rs`, `presence.rs` | the builder: what a gate adds, and when it is there for certain |
//! | `streams.rs`, `extremes.rs`, `taking.rs` | reductions and selections over any number of elements |
//! | `reading.rs`, `joining.rs`, `leaves.rs` | values: parts of them, one of several, all of one |
//! | `expr.rs`, `operators.rs`, `arrays.rs`, `conditions.rs`, `selection.rs`, `rasp.rs` | expressions |
//! | `loops.rs`, `states.rs`, `walks.rs` | `fold`, `scan`, `generate` |
//! | `calls.rs`, `calling.rs`, `recursion.rs`, `levels.rs` | calls, and families that call themselves |
//! | `figures.rs`, `class.rs` | the figures of a family, as formulas with how they are known; its classes |
//!
//! Bounds are upper bounds for all sizes that the `where` admits. A figure is exact where a path, or a gate, is
//! proved to be there; from which sizes on, its needs say.

mod analyzer;
mod arrays;
mod calling;
mod calls;
mod class;
mod closing;
mod conditions;
mod depth;
mod expr;
mod extremes;
mod figures;
mod gates;
mod joining;
mod leaves;
mod levels;
mod loops;
mod met;
mod operators;
mod presence;
mod ranges;
mod rasp;
mod reading;
mod recursion;
mod selection;
mod single;
mod states;
mod statics;
mod streams;
mod taking;
mod value;
mod walks;

pub use class::{Boolean, Class, Growing, Hindrance, Kind, Obstacle, Verdict, Within, classify};
pub use depth::Step;
pub use figures::{Analysis, Bound, How, Piece, analyze, analyze_as, bounds_as, class_bounds};
pub use met::{Gap, Reason};
