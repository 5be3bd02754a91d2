//! Approximate runs of families: `circ run --number f64`, `--attention soft`, and `circ approximate`.
//!
//! | file | subject |
//! | --- | --- |
//! | `options` | how a run is approximate, as the command line says it |
//! | `subject` | a circuit with its transformer, and what is known of its values |
//! | `outputs` | outputs as they came out, rounded, and exact |
//! | `place` | where a run leaves the exact values, in words and as JSON |
//! | `one` | `circ run`, on one input |
//! | `sweep` | `circ approximate`, over sizes |

mod one;
mod options;
mod outputs;
mod place;
mod subject;
mod sweep;

pub(crate) use one::run;
pub(crate) use options::{Approximate, Attending, Attention, Nearness};
pub(crate) use sweep::approximate;
