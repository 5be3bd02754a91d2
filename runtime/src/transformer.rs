//! A transformer program: layers of attention heads whose parts are arithmetic circuits, run on a sequence.
//!
//! The model is that of Ehrmuth and Strieker 2026 (arXiv 2605.04683): in each layer every head scores every pair
//! of positions, takes the keys of the greatest score, and pools their values; the activation then makes the
//! position's new vector of the old one and what was pooled.

use crate::circuit::{Gate, GateId, Gates};
use crate::number::{Num, Ring};
use crate::sequence::{Column, Sequence};
use std::fmt;

/// A small arithmetic circuit that is a part of a layer. Its inputs are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Component {
    /// The gates.
    pub gates: Gates,
    /// The gates whose values it gives, in order.
    pub outputs: Vec<GateId>,
}

/// How a head scores a key for a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// One output of 2·dim inputs: the query's vector, then the key's.
    Circuit(Component),
    /// The inner product of `query` times the query's vector and `key` times the key's.
    Dot {
        /// Rows of dim numbers.
        query: Vec<Vec<Num>>,
        /// As many rows of dim numbers.
        key: Vec<Vec<Num>>,
    },
}

/// What a head takes from a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Any outputs of dim inputs, the key's vector.
    Circuit(Component),
    /// Rows of dim numbers, times the key's vector.
    Matrix(Vec<Vec<Num>>),
}

impl Value {
    /// How many numbers it gives.
    pub fn width(&self) -> usize {
        match self {
            Value::Circuit(component) => component.outputs.len(),
            Value::Matrix(rows) => rows.len(),
        }
    }
}

/// What becomes of the values at the keys of the greatest score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooling {
    /// Their mean: average-hard attention.
    Average,
    /// The value at the first of the keys.
    Leftmost,
    /// The value at the last of the keys.
    Rightmost,
}

/// One attention head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// How it scores.
    pub score: Score,
    /// What it takes.
    pub value: Value,
    /// How it pools.
    pub pooling: Pooling,
}

/// Heads, then an activation at every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The heads in order.
    pub heads: Vec<Head>,
    /// dim outputs. Its inputs are the position's own vector, then what each head pooled, in order.
    pub activation: Component,
}

/// A transformer together with the sequence that it runs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformer {
    /// The name of the construction that it comes from.
    pub construction: String,
    /// The ring of its constants and of the sequence.
    pub ring: Ring,
    /// Numbers in the vector of a position.
    pub dim: usize,
    /// What each is called.
    pub coordinates: Vec<String>,
    /// How often the list of layers is run.
    pub repeat: u64,
    /// The layers, run in order.
    pub layers: Vec<Layer>,
    /// The sequence.
    pub sequence: Sequence,
    /// What a program that is no encoded circuit declares of itself.
    pub declared: Option<Declared>,
}

/// What a transformer of its own (constructions.md, section 6) declares: results about one kind of transformer say
/// nothing of another. No engine looks at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// What positions know before the first layer: `i`, or `i` and the size's name.
    pub positions: Vec<String>,
    /// Which positions are hidden from one.
    pub mask: Mask,
    /// What the coordinates are.
    pub variables: Vec<Variable>,
}

/// Which positions are hidden from one that asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mask {
    /// None.
    #[default]
    None,
    /// Those after it: every score selects none of them, so hiding them changes nothing.
    Future,
}

impl Mask {
    /// Its name in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Mask::None => "none",
            Mask::Future => "future",
        }
    }
}

/// A coordinate that is a variable of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The coordinate.
    pub coordinate: usize,
    /// Its name.
    pub name: String,
    /// What finds it: `input`, `index`, or what its head asks.
    pub of: String,
    /// The line of the source, from 1.
    pub line: Option<u32>,
    /// All values that it can take at this size, in order, where they are finitely many.
    pub values: Option<Vec<Num>>,
}

/// What is wrong with a program that is not well formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// A component reads an input that it does not have.
    InputRange {
        /// The layer.
        layer: usize,
        /// The input it reads.
        input: usize,
        /// How many it has.
        inputs: usize,
    },
    /// A component gives too many or too few numbers, or a gate that is none of its own.
    Outputs {
        /// The layer.
        layer: usize,
    },
    /// A matrix has a row of another length, or the two of a score are not of one height.
    Matrix {
        /// The layer.
        layer: usize,
    },
    /// As many coordinate names or columns as the vectors have numbers: not here.
    Dimension,
    /// A column has another length than the sequence.
    ColumnLength {
        /// The coordinate.
        coordinate: usize,
    },
    /// An input or an output names a position or a coordinate that does not exist.
    Place {
        /// The name of the input or output.
        name: String,
    },
    /// More positions than are supported.
    TooLong,
    /// A number of a component, a matrix or the sequence that the ring does not have.
    NotInRing {
        /// The ring.
        ring: Ring,
    },
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::InputRange { layer, input, inputs } => {
                write!(f, "a component of layer {layer} reads number {input} of {inputs}")
            }
            ProgramError::Outputs { layer } => {
                write!(f, "a component of layer {layer} has wrong outputs")
            }
            ProgramError::Matrix { layer } => {
                write!(f, "a matrix of layer {layer} has a wrong shape")
            }
            ProgramError::Dimension => {
                write!(f, "names and columns do not agree with the dimension")
            }
            ProgramError::ColumnLength { coordinate } => {
                write!(f, "column {coordinate} has a wrong length")
            }
            ProgramError::Place { name } => write!(f, "`{name}` lies outside the sequence"),
            ProgramError::TooLong => write!(f, "the sequence is too long"),
            ProgramError::NotInRing { ring } => write!(f, "a number that the ring {ring} does not have"),
        }
    }
}

impl std::error::Error for ProgramError {}

impl Transformer {
    /// Checks shapes, ranges and that the constants are of the ring, which every engine relies on. The numbers of the
    /// sequence are looked at where they are read, as there are many of them.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate(&self) -> Result<(), ProgramError> {
        let (dim, ring) = (self.dim, self.ring);
        if self.coordinates.len() != dim {
            return Err(ProgramError::Dimension);
        }
        for (layer, parts) in self.layers.iter().enumerate() {
            let mut inputs = dim;
            for head in &parts.heads {
                match &head.score {
                    Score::Circuit(c) => check_component(layer, c, ring, 2 * dim, Some(1))?,
                    Score::Dot { query, key } => {
                        let ragged = query.iter().chain(key).any(|row| row.len() != dim);
                        if ragged || query.len() != key.len() {
                            return Err(ProgramError::Matrix { layer });
                        }
                        check_numbers(query.iter().chain(key).flatten(), ring)?;
                    }
                }
                match &head.value {
                    Value::Circuit(c) => check_component(layer, c, ring, dim, None)?,
                    Value::Matrix(rows) if rows.iter().any(|row| row.len() != dim) => {
                        return Err(ProgramError::Matrix { layer });
                    }
                    Value::Matrix(rows) => check_numbers(rows.iter().flatten(), ring)?,
                }
                inputs += head.value.width();
            }
            check_component(layer, &parts.activation, ring, inputs, Some(dim))?;
        }
        self.sequence.validate(dim)
    }

    /// Checks that the numbers of the sequence are of the ring.
    pub(crate) fn validate_numbers(&self) -> Result<(), ProgramError> {
        self.sequence.columns.iter().try_for_each(|column| match column {
            Column::All(value) => check_numbers(std::slice::from_ref(value), self.ring),
            Column::Ints(_) => Ok(()),
            Column::Nums(values) => check_numbers(values, self.ring),
        })
    }

    /// The number of layers that run, repeats included.
    pub fn depth(&self) -> u64 {
        self.repeat.saturating_mul(self.layers.len() as u64)
    }
}

fn check_component(
    layer: usize,
    component: &Component,
    ring: Ring,
    inputs: usize,
    outputs: Option<usize>,
) -> Result<(), ProgramError> {
    let gates = &component.gates;
    check_numbers(gates.constants(), ring)?;
    for id in gates.ids() {
        if let Gate::Input(input) = gates.gate(id)
            && input as usize >= inputs
        {
            return Err(ProgramError::InputRange { layer, input: input as usize, inputs });
        }
    }
    let known = component.outputs.iter().all(|g| g.index() < gates.len());
    let counted = outputs.is_none_or(|n| n == component.outputs.len());
    if known && counted { Ok(()) } else { Err(ProgramError::Outputs { layer }) }
}

fn check_numbers<'a>(numbers: impl IntoIterator<Item = &'a Num>, ring: Ring) -> Result<(), ProgramError> {
    let all = numbers.into_iter().all(|number| ring.contains(number));
    if all { Ok(()) } else { Err(ProgramError::NotInRing { ring }) }
}
