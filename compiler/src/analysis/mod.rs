//! What holds of a family for all n: depth, size, fan-in and class, proved from the source.
//!
//! The typed body is evaluated once, with values of which only that is known which holds at every size (`value.rs`).
//! The lowering table builds its gates here as it does in elaboration (`gates.rs`, `streams.rs`); a gate stands for
//! one for each valuation of the loop indices that it depends on. No circuit is built.
//!
//! | file | what is there |
//! | --- | --- |
//! | `value.rs` | wires, static values, arrays, as far as they are known for all n |
//! | `depth.rs` | depth as a maximum of paths from sources |
//! | `analyzer.rs` | the state: facts, open indices, what was counted |
//! | `gates.rs` | the builder: what a gate adds to depth, size and fan-in |
//! | `streams.rs` | reductions and selections over any number of elements |
//! | `statics.rs` | formulas and conditions under the operations of the language |
//! | `expr.rs`, `reading.rs`, `selection.rs` | expressions |
//! | `loops.rs`, `walks.rs` | `fold`, `scan`, `generate` |
//! | `calls.rs`, `recursion.rs` | calls, and families that call themselves |
//! | `figures.rs` | the figures of a family, as formulas with how they are known |
//!
//! Bounds are upper bounds for all sizes that the `where` admits. A figure is exact where a path, or a gate, is
//! proved to be there; from which sizes on, its needs say.

mod analyzer;
mod calls;
mod class;
mod depth;
mod expr;
mod figures;
mod gates;
mod loops;
mod reading;
mod recursion;
mod selection;
mod statics;
mod streams;
mod value;
mod walks;

pub use analyzer::{Gap, Reason};
pub use class::{Boolean, Class, Growing, Hindrance, Kind, Obstacle, Verdict, Within, classify};
pub use depth::Step;
pub use figures::{Analysis, Bound, How, Piece, analyze, analyze_as, bounds_as, class_bounds};
