//! Inputs that nobody would write, for every reader of the project, and what has to hold of the answers.
//!
//! A target is a function of bytes ([`targets`]): it panics where a law is broken, and otherwise says what it met. The
//! harness needs no instrumented build, so it runs on the stable toolchain and as a test: it changes inputs of a corpus
//! ([`corpus`], [`mutate`]), keeps those that meet something new ([`campaign`]), and makes an input that fails small
//! ([`minimise`]). Failing inputs stand in `regressions/TARGET/` and are tried by every run of the tests.
//!
//! ```text
//! cargo run --release -p circ-fuzz -- parser --seconds 600 --seed 1
//! cargo run --release -p circ-fuzz -- parser fuzz/regressions/parser/1f
//! ```

pub mod campaign;
pub mod corpus;
pub mod minimise;
pub mod mutate;
pub mod targets;

pub use campaign::{Campaign, Failure, Outcome, try_input};
pub use targets::{TARGETS, Target};
