//! A transformer and its sequence as a file of tensors, a `.safetensors`: `circ.transformer.safetensors/1`.
//!
//! The metadata of such a file has one key, `circ`: the JSON of `circ.transformer/1` without the tokens, and with the
//! family and the sizes that it was built of. There is one key because the library keeps metadata in a hash table,
//! whose order is another one in every run. The tensors are the columns of the sequence and the positions of inputs
//! and outputs:
//!
//! | tensor | type | holds |
//! | --- | --- | --- |
//! | `sequence.columns.3` | I32, or I64 where that does not suffice | coordinate 3 of every position |
//! | `sequence.columns.3.numerator`, `….denominator` | I32 or I64 | the same, where some are fractions |
//! | `sequence.columns.3.text` | U8 | the same where 64 bits do not suffice, or in `Q(sqrt(d))`: a line each |
//! | `sequence.inputs.0`, `sequence.outputs.0` | U32 | the positions of the first input, and of the first output |

mod read;
mod write;

pub use read::{is_safetensors, read_safetensors};
pub use write::{Origin, TooLong, transformer_to_safetensors};

use std::fmt;

const FORMAT: &str = "circ.transformer.safetensors/1";
/// The key of the metadata.
const KEY: &str = "circ";

/// The name of a column, or of the part of one.
fn column_name(coordinate: usize, part: &str) -> String {
    format!("sequence.columns.{coordinate}{part}")
}

/// What a column's name ends in, by its form.
const NUMERATOR: &str = ".numerator";
const DENOMINATOR: &str = ".denominator";
const TEXT: &str = ".text";

/// What is wrong with a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum TensorProblem {
    /// It is not there, in none of its forms.
    Missing,
    /// The format has no tensor of this name here.
    Unknown,
    /// The same numbers in two forms; the name of the other.
    TwoForms { other: String },
    /// Elements of another type.
    Type { expected: &'static str, found: String },
    /// Another length than the columns before it, or a shape that is no list.
    Shape { expected: Option<usize>, found: Vec<usize> },
    /// A text of another number of lines than the columns before it have numbers.
    Lines { expected: usize, found: usize },
    /// A denominator that is not positive.
    Denominator { at: usize, found: i64 },
    /// A text that is no UTF-8.
    NotText,
    /// A line of a text that is no number, and why.
    Number { line: usize, found: String, reason: String },
    /// A line of a text with a number that the ring does not have.
    NotInRing { line: usize, found: String, ring: String },
}

impl fmt::Display for TensorProblem {
    /// What was expected and what was found, as the rest of a sentence about the tensor.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TensorProblem::Missing => f.write_str("is missing"),
            TensorProblem::Unknown => f.write_str("is none of this format"),
            TensorProblem::TwoForms { other } => write!(f, "holds numbers that `{other}` holds, too"),
            TensorProblem::Type { expected, found } => {
                write!(f, "should be of {expected}, and is of {found}")
            }
            TensorProblem::Shape { expected: Some(expected), found } => {
                write!(f, "should have the shape [{expected}], as the columns before it, and has {found:?}")
            }
            TensorProblem::Shape { expected: None, found } => {
                write!(f, "should be one list, and has the shape {found:?}")
            }
            TensorProblem::Lines { expected, found } => {
                write!(
                    f,
                    "should have {expected} lines, as the columns before it have numbers, and has {found}"
                )
            }
            TensorProblem::Denominator { at, found } => {
                write!(f, "has the denominator {found} at {at}; denominators are positive")
            }
            TensorProblem::NotText => f.write_str("should be a text in UTF-8"),
            TensorProblem::Number { line, found, reason } => {
                write!(f, "has `{found}` on line {line}, which is no number: {reason}")
            }
            TensorProblem::NotInRing { line, found, ring } => {
                write!(f, "has `{found}` on line {line}, which is no number of the ring {ring}")
            }
        }
    }
}
