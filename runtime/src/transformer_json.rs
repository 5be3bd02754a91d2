//! A transformer and its sequence as `circ.transformer/1`.
//!
//! ```json
//! {"format": "circ.transformer/1", "construction": "average", "ring": "Q",
//!  "dim": 7, "coordinates": ["f", "a", "b", "t", "o", "v", "w"], "repeat": 9,
//!  "layers": [{"heads": [{"score": {"gates": […], "outputs": [5]},
//!                         "value": {"gates": […], "outputs": [2, 3]},
//!                         "pooling": "average"}],
//!              "activation": {"gates": […], "outputs": […]}}],
//!  "sequence": {"tokens": [["0", "1", "1", "1", "0", "0", "0"]],
//!               "inputs": [{"name": "x", "positions": [0], "coordinate": 5, "square": null}],
//!               "outputs": [{"name": "result", "positions": [0], "coordinate": 5}]}}
//! ```
//!
//! Dot-product attention gives `"score": {"query": [[…]], "key": [[…]]}` and `"value": {"matrix": [[…]]}`.

mod declared;
mod read;
mod write;

pub use read::read_transformer;
pub(crate) use read::{Known, PROGRAM_KEYS, ports, program};
pub use write::{transformer_to_json, write_transformer};
pub(crate) use write::{write_input, write_output, write_program};

const FORMAT: &str = "circ.transformer/1";
