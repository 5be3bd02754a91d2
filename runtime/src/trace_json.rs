//! A trace as `circ.trace/1`, a layer a line.
//!
//! ```json
//! {"format": "circ.trace/1", "construction": "average",
//!  "shape": {"ring": "Q", "coordinates": ["f", "a", "b", "t", "o", "v", "w"], "repeat": 2,
//!   "layers": [[1], [3]], "positions": 7},
//!  "inputs": [{"name": "x", "values": ["3"]}],
//!  "positions": [0, 1, 2, 3, 4, 5, 6],
//!  "embedding": [["0", "1", "1", "1", "0", "3", "0"], …],
//!  "layers": [
//!   {"layer": 0, "of": 0, "heads": [{"score": ["0", …], "attends": [[0], …], "pooled": [["3"], …]}], "vectors": […]},
//!   …],
//!  "outputs": [{"name": "result", "values": ["18"]}]}
//! ```
//!
//! `shape.layers` has for each layer of the list how many numbers each of its heads pools. `places` may say what each
//! kept position is: `["g0", "g1", "g2", "wire 0 of g1", …]`.

mod read;
mod write;

pub use read::read_trace;
pub use write::{trace_to_json, write_trace};

const FORMAT: &str = "circ.trace/1";
