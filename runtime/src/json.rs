//! What the two file formats share: errors, numbers as strings, gates, and strings as JSON writes them.

use crate::number::{Num, Ring};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;

/// Bits allowed in one number of a file: a million digits.
const MAX_BITS: u64 = 3_400_000;

/// Why a text is no circuit or transformer of the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// It is not JSON, or not of the shape that the format gives.
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the JSON reader says, without the place.
        message: String,
    },
    /// Another format, or a later version of this one.
    Format {
        /// The format that was looked for.
        expected: &'static str,
        /// The one the file names.
        found: String,
    },
    /// A ring that does not exist.
    Ring {
        /// The ring that the file names.
        found: String,
    },
    /// A number that the ring does not have.
    NotInRing {
        /// The ring that the file names.
        ring: Ring,
        /// The number.
        found: Num,
    },
    /// A gate that reads itself, a later one or none at all, or an output that does not exist.
    GateRange {
        /// The gate that is read.
        gate: u32,
        /// How many there are at that place.
        known: usize,
    },
    /// A gate of a kind that does not belong here.
    Gate {
        /// The kind.
        op: String,
    },
    /// An input gate names no input, or a scalar outside its shape.
    Input {
        /// The name.
        name: String,
    },
    /// A port's type needs codes that run from 0, or its shape and its gates do not agree.
    Port {
        /// The name.
        name: String,
    },
    /// The parts are there but do not fit each other.
    Program(crate::transformer::ProgramError),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Json { line, column, message } => write!(f, "{line}:{column}: {message}"),
            FormatError::Format { expected, found } => {
                write!(f, "format `{found}`, not `{expected}`")
            }
            FormatError::Ring { found } => {
                write!(f, "ring `{found}`, neither `Q` nor `Q(sqrt(d))` with d free of squares")
            }
            FormatError::NotInRing { ring, found } => {
                let found = found.to_string();
                write!(f, "`{found:.40}` is no number of the ring {ring}")
            }
            FormatError::GateRange { gate, known } => {
                write!(f, "gate {gate} is read where {known} are known")
            }
            FormatError::Gate { op } => write!(f, "a gate `{op}` does not belong here"),
            FormatError::Input { name } => write!(f, "no such scalar of input `{name}`"),
            FormatError::Port { name } => {
                write!(f, "type, shape and gates of `{name}` do not agree")
            }
            FormatError::Program(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for FormatError {}

impl From<serde_json::Error> for FormatError {
    fn from(error: serde_json::Error) -> FormatError {
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        FormatError::Json { line: error.line(), column: error.column(), message: message.to_owned() }
    }
}

/// Checks the two keys that both formats begin with, and gives the ring.
pub(crate) fn check_head(expected: &'static str, format: &str, ring: &str) -> Result<Ring, FormatError> {
    if format != expected {
        return Err(FormatError::Format { expected, found: format.to_owned() });
    }
    ring.parse().map_err(|_| FormatError::Ring { found: ring.to_owned() })
}

/// Writes a string as JSON.
pub(crate) fn write_str(out: &mut dyn fmt::Write, text: &str) -> fmt::Result {
    out.write_str(&serde_json::Value::from(text).to_string())
}

/// Writes a list, items apart by a comma and a space.
pub(crate) fn write_list<T>(
    out: &mut dyn fmt::Write,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut dyn fmt::Write, T) -> fmt::Result,
) -> fmt::Result {
    out.write_char('[')?;
    for (i, each) in items.into_iter().enumerate() {
        if i > 0 {
            out.write_str(", ")?;
        }
        item(out, each)?;
    }
    out.write_char(']')
}

/// Writes a list with every item on a line of its own, after `indent` spaces.
pub(crate) fn write_lines<T>(
    out: &mut dyn fmt::Write,
    indent: usize,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut dyn fmt::Write, T) -> fmt::Result,
) -> fmt::Result {
    out.write_char('[')?;
    for (i, each) in items.into_iter().enumerate() {
        write!(out, "{}\n{:indent$}", if i > 0 { "," } else { "" }, "")?;
        item(out, each)?;
    }
    out.write_char(']')
}

/// A number, written as a string. Whether it is one of the ring is not known before the whole file is read.
pub(crate) struct NumText(pub(crate) Num);

impl<'de> Deserialize<'de> for NumText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<NumText, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = NumText;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number as a string, as \"1/2\"")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<NumText, E> {
                Num::parse_unchecked(text, MAX_BITS)
                    .map(NumText)
                    .map_err(|error| E::custom(format!("`{text:.40}`: {error}")))
            }
        }
        from.deserialize_str(Text)
    }
}

/// A gate as a file gives it, before its operands are checked.
pub(crate) enum RawGate {
    /// `["input", name, [i, …]]`: a circuit's input scalar.
    Scalar(String, Vec<usize>),
    /// `["in", i]`: a component's input.
    In(u32),
    Const(Num),
    Add(Vec<u32>),
    Mul(Vec<u32>),
    Sign(u32),
}

impl<'de> Deserialize<'de> for RawGate {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<RawGate, D::Error> {
        from.deserialize_seq(GateVisitor)
    }
}

struct GateVisitor;

impl<'de> Visitor<'de> for GateVisitor {
    type Value = RawGate;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a gate, as [\"add\", 0, 1]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<RawGate, A::Error> {
        let op: String = need(&mut seq)?;
        let gate = match op.as_str() {
            "input" => RawGate::Scalar(need(&mut seq)?, need(&mut seq)?),
            "in" => RawGate::In(need(&mut seq)?),
            "const" => RawGate::Const(need::<NumText, A>(&mut seq)?.0),
            "sign" => RawGate::Sign(need(&mut seq)?),
            "add" | "mul" => {
                let mut operands = Vec::new();
                while let Some(operand) = seq.next_element()? {
                    operands.push(operand);
                }
                if op == "add" { RawGate::Add(operands) } else { RawGate::Mul(operands) }
            }
            _ => return Err(A::Error::custom(format!("unknown gate `{op:.40}`"))),
        };
        match seq.next_element::<serde::de::IgnoredAny>()? {
            None => Ok(gate),
            Some(_) => Err(A::Error::custom(format!("too much in a gate `{op}`"))),
        }
    }
}

fn need<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(seq: &mut A) -> Result<T, A::Error> {
    seq.next_element()?.ok_or_else(|| A::Error::custom("too little in a gate"))
}
