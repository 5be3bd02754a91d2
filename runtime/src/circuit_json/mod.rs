//! A circuit as `circ.circuit/1`: JSON with one gate a line, the same bytes for the same circuit.
//!
//! ```json
//! {"format": "circ.circuit/1", "family": "parity", "params": {"n": 2}, "ring": "Q",
//!  "inputs": [{"name": "x", "type": "bool", "shape": [2]}],
//!  "outputs": [{"name": "result", "type": "bool", "shape": [], "gates": [4]}],
//!  "gates": [["input", "x", [0]], ["const", "1/2"], ["add", 0, 1], ["mul", 0, 2], ["sign", 3]]}
//! ```
//!
//! An alphabet's tokens come with their codes, `"codes": {"(": "0", ")": "1"}`. A circuit that a transformer was
//! lowered to says what each layer has cost, `"lowered": {…}`.

mod read;
mod write;

pub use read::{read_circuit, read_lowered};
pub(crate) use write::write_wired;
pub use write::{circuit_to_json, write_circuit, write_lowered};

use crate::circuit::Port;

const FORMAT: &str = "circ.circuit/1";

/// The flat index at which every port begins.
fn starts(ports: &[Port]) -> Vec<usize> {
    let before = ports.iter().scan(0, |next, port| {
        let start = *next;
        *next += port.scalars();
        Some(start)
    });
    before.collect()
}
