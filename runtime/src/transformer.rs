//! A transformer program: layers of attention heads whose parts are arithmetic circuits, run on a sequence.
//!
//! The model is that of Ehrmuth and Strieker 2026 (arXiv 2605.04683): in each layer every head scores every pair
//! of positions, takes the keys of the greatest score, and pools their values; the activation then makes the
//! position's new vector of the old one and what was pooled.

pub(crate) mod checks;

use crate::circuit::{GateId, Gates};
use crate::fault::{Fault, Faults};
use crate::number::{Num, Ring};
use crate::sequence::Sequence;
use std::borrow::Cow;

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

impl Transformer {
    /// The same program with every column of its sequence spelled out.
    pub(crate) fn spelled_out(&self) -> Cow<'_, Transformer> {
        if self.sequence.is_spelled_out() {
            return Cow::Borrowed(self);
        }
        let layers = self.layers.clone();
        Cow::Owned(Transformer {
            construction: self.construction.clone(),
            coordinates: self.coordinates.clone(),
            declared: self.declared.clone(),
            sequence: self.sequence.spelled_out(),
            layers,
            ..*self
        })
    }

    /// Checks shapes, ranges and that the constants are of the ring, which every engine relies on. The numbers of the
    /// sequence are looked at where they are read, as there are many of them.
    ///
    /// # Errors
    /// The first thing that is wrong; [`Transformer::faults`] gives more.
    pub fn validate(&self) -> Result<(), Box<Fault>> {
        self.faults().into_iter().next().map_or(Ok(()), |fault| Err(Box::new(fault)))
    }

    /// What is wrong with the program: at most 20 faults, each with its path as in a file.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Faults::default();
        checks::check(&mut faults, self);
        faults.list
    }

    /// Checks that the numbers of the sequence are of the ring.
    pub(crate) fn validate_numbers(&self) -> Result<(), Box<Fault>> {
        let mut faults = Faults::default();
        checks::numbers(&mut faults, self);
        faults.list.into_iter().next().map_or(Ok(()), |fault| Err(Box::new(fault)))
    }

    /// The number of layers that run, repeats included.
    pub fn depth(&self) -> u64 {
        self.repeat.saturating_mul(self.layers.len() as u64)
    }
}
