//! What is wrong with a circuit or a transformer that somebody wrote: each fault with its place as a JSON path.
//!
//! The same checks serve files and programs in memory, so a path is `layers[0].heads[1].score.gates[3]` in both.

use crate::number::{Num, Ring};
use crate::transformer_tensors::TensorProblem;
use std::fmt;

/// How many faults are told of one file. Whoever made more mends these first.
const MOST: usize = 20;

/// One step from a JSON value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// An element of a list.
    Index(usize),
}

/// Where in a file something stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<Step>);

impl fmt::Display for Path {
    /// `layers[0].heads[1]`; keys that are no plain names as `["a b"]`; the whole file is the empty text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) => {
                    let first = key.starts_with(|c: char| c.is_alphabetic() || c == '_');
                    if first && key.chars().all(|c| c.is_alphanumeric() || c == '_') {
                        write!(f, "{}{key}", if at > 0 { "." } else { "" })?;
                    } else {
                        let key: String = key.chars().take(40).collect();
                        write!(f, "[{}]", serde_json::Value::from(key))?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// A path in the making: a chain on the stack, which costs nothing until there is a fault to tell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At<'p> {
    /// The whole file.
    Root,
    /// The value of a key.
    Key(&'p At<'p>, &'p str),
    /// An element of a list.
    Index(&'p At<'p>, usize),
}

impl At<'_> {
    pub(crate) fn key<'p>(&'p self, key: &'p str) -> At<'p> {
        At::Key(self, key)
    }

    pub(crate) fn index(&self, index: usize) -> At<'_> {
        At::Index(self, index)
    }

    fn path(&self) -> Path {
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            match at {
                At::Root => break,
                At::Key(before, key) => {
                    steps.push(Step::Key((*key).to_owned()));
                    at = before;
                }
                At::Index(before, index) => {
                    steps.push(Step::Index(*index));
                    at = before;
                }
            }
        }
        steps.reverse();
        Path(steps)
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub path: Path,
    /// Line and column of that in the text, from 1, where it was read from one.
    pub place: Option<(usize, usize)>,
    /// What.
    pub kind: FaultKind,
}

/// What is wrong. Texts in it are as the file has them, shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum FaultKind {
    /// It is no JSON: what was met, as a sentence without its full stop.
    Syntax { problem: String },
    /// No format, another one, or another version.
    Format { expected: &'static str, found: String },
    /// A ring that does not exist.
    Ring { found: String },
    /// A key that has to be there.
    MissingKey { key: &'static str },
    /// A key that the format does not have here, the one that is likely to be meant, and all that may stand here.
    UnknownKey { key: String, similar: Option<&'static str>, known: Vec<&'static str> },
    /// A key that stands twice in one object.
    KeyTwice { key: String },
    /// Keys of two forms at once, or of none: what the forms are.
    Form { expected: &'static str },
    /// A value of another kind.
    Kind { expected: &'static str, found: String },
    /// A text that is none of those that may stand here.
    Choice {
        what: &'static str,
        found: String,
        similar: Option<&'static str>,
        known: &'static [&'static str],
    },
    /// A natural number that is too large.
    TooLarge { what: &'static str, found: String, limit: u64 },
    /// A number with a point or an exponent that is no text, and how it is written.
    Float { found: String, instead: String },
    /// A text that is no number, and why.
    NotANumber { found: String, reason: String },
    /// A number that the ring does not have.
    NotInRing { ring: Ring, found: Num },
    /// A gate with more or fewer operands than its kind takes.
    Operands { op: &'static str, expected: &'static str, found: usize },
    /// An operand that is no gate before this one: which gate reads it, and how many gates there are.
    Operand { operand: u64, gate: usize, gates: usize },
    /// An output that is no gate.
    NoGate { gate: u64, gates: usize },
    /// A component's `in` that is none of its inputs; what they are.
    NoInput { input: u64, inputs: usize, of: &'static str },
    /// More or fewer of something than the rest of the file asks for.
    Count { what: &'static str, expected: usize, found: usize, why: &'static str },
    /// A position or a coordinate that does not exist.
    Outside { what: &'static str, found: u64, count: usize },
    /// Two ports of one name.
    NameTwice { name: String },
    /// An input gate that names no input.
    NoSuchInput { name: String, known: Vec<String> },
    /// An input gate that names no scalar of its input.
    NoScalar { name: String, shape: Vec<usize>, found: Vec<u64> },
    /// A type of a port that is neither `num` nor `bool` and has no codes.
    PortType { found: String },
    /// Codes of an alphabet that do not run from 0.
    Codes { found: String, tokens: usize },
    /// It is no file of tensors: what was met, as a sentence without its full stop.
    Tensors { problem: String },
    /// A tensor, by its name, and what is wrong with it.
    Tensor { tensor: String, problem: TensorProblem },
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// `there are 0 to 2`, for what is numbered from 0.
fn numbered(count: usize, noun: &str) -> String {
    match count {
        0 => format!("there is no {noun}"),
        1 => format!("the only {noun} is 0"),
        _ => format!("{noun}s are 0 to {}", count - 1),
    }
}

impl fmt::Display for FaultKind {
    /// What was expected and what was found, as a sentence without its full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Syntax { problem } => f.write_str(problem),
            FaultKind::Format { expected, found } if found.is_empty() => {
                write!(f, "no key `format` says what this is; expected \"{expected}\"")
            }
            FaultKind::Format { expected, found } => {
                write!(f, "the format is `{found}`, and \"{expected}\" is read here")
            }
            FaultKind::Ring { found } => {
                write!(f, "`{found}` is no ring; expected \"Q\", or \"Q(sqrt(d))\" with d free of squares")
            }
            FaultKind::MissingKey { key } => write!(f, "the key `{key}` is missing"),
            FaultKind::UnknownKey { key, .. } => write!(f, "there is no key `{key}` here"),
            FaultKind::KeyTwice { key } => write!(f, "the key `{key}` stands twice"),
            FaultKind::Form { expected } => write!(f, "expected {expected}"),
            FaultKind::Kind { expected, found } => write!(f, "expected {expected}, found {found}"),
            FaultKind::Choice { what, found, .. } => write!(f, "`{found}` is no {what}"),
            FaultKind::TooLarge { what, found, limit } => {
                write!(f, "{what} is {found}, and the most is {limit}")
            }
            FaultKind::Float { found, .. } => {
                write!(f, "numbers are exact, so {found} is written as a text")
            }
            FaultKind::NotANumber { found, reason } => write!(f, "`{found}` is no number: {reason}"),
            FaultKind::NotInRing { ring, found } => {
                write!(f, "`{found:.40}` is no number of the ring {ring}", found = found.to_string())
            }
            FaultKind::Operands { op, expected, found } => {
                write!(f, "`{op}` takes {expected}, found {found}")
            }
            FaultKind::Operand { operand, gate, .. } if *operand == *gate as u64 => {
                write!(f, "gate {gate} reads itself")
            }
            FaultKind::Operand { operand, gate, gates } if *operand < *gates as u64 => {
                write!(f, "gate {gate} reads gate {operand}, which stands after it")
            }
            FaultKind::Operand { operand, gate, gates } => {
                write!(f, "gate {gate} reads gate {operand}, and {}", numbered(*gates, "gate"))
            }
            FaultKind::NoGate { gate, gates } => {
                write!(f, "there is no gate {gate}: {}", numbered(*gates, "gate"))
            }
            FaultKind::NoInput { input, inputs, of } => {
                write!(f, "there is no input {input}: {of} has {}", counted(*inputs, "input"))
            }
            FaultKind::Count { what, expected, found, why } => {
                write!(f, "expected {}, found {found}: {why}", counted(*expected, what))
            }
            FaultKind::Outside { what, found, count } => {
                write!(f, "there is no {what} {found}: {}", numbered(*count, what))
            }
            FaultKind::NameTwice { name } => write!(f, "the name `{name}` stands twice"),
            FaultKind::NoSuchInput { name, .. } => write!(f, "there is no input `{name}`"),
            FaultKind::NoScalar { name, shape, found } => {
                write!(f, "the input `{name}` has the shape {shape:?}, and no element {found:?}")
            }
            FaultKind::PortType { found } => {
                write!(f, "`{found}` is no type; expected \"num\", \"bool\", or an alphabet with its `codes`")
            }
            FaultKind::Tensors { problem } => f.write_str(problem),
            FaultKind::Tensor { tensor, problem } => write!(f, "the tensor `{tensor}` {problem}"),
            FaultKind::Codes { found, tokens } => write!(
                f,
                "the codes of {} are 0 to {}, each once; found {found}",
                counted(*tokens, "token"),
                tokens.saturating_sub(1)
            ),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        let path = self.path.to_string();
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for Fault {}

/// Faults as they are found.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    pub(crate) list: Vec<Fault>,
    /// Whether there were more than are kept.
    pub(crate) more: bool,
}

impl Faults {
    pub(crate) fn push(&mut self, at: &At<'_>, kind: FaultKind) {
        if self.list.len() == MOST {
            self.more = true;
        } else {
            self.list.push(Fault { path: at.path(), place: None, kind });
        }
    }
}
