//! Faults of traces and of patched runs.

use circ_runtime::{PatchError, TargetError};

/// A fault of what is traced or patched. Texts in it are as the user wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum PatchFact {
    /// `--patch` that is not `TARGET=@FILE`.
    BadPatch { text: String },
    /// A target that the program does not have, or that is none.
    Target { text: String, error: TargetError },
    /// A trace that can't give the numbers of a target.
    Trace { target: String, path: String, error: PatchError },
    /// `--layer` beyond the layers that run.
    NoLayer { found: u64, layers: u64 },
    /// `--position` beyond the sequence.
    NoPosition { found: u64, positions: usize },
    /// `--gate` beyond the circuit.
    NoGate { found: u64, gates: usize },
    /// `--gate` for a transformer that comes from no circuit.
    NoGates { path: String },
    /// `--html` of a run that keeps too many numbers.
    PageNumbers { max_kept: u64 },
    /// `--html` that would be too large a file.
    PageBytes { mebibytes: usize },
}
