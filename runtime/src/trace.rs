//! What every layer of a run did: whom each head attended with what score, what it pooled, and the new vectors.
//!
//! [`trace`](run::trace) runs a transformer to the letter, with the parts of the literal engine, and keeps what is
//! asked for. A layer is one that runs, repeats counted: layer 5 of a list of two is its layer 1 in round 2.
//!
//! A trace also serves as the other run of a [`Patch`](crate::patch::Patch), so it says of what [`Shape`] its program
//! is.

mod run;

pub use run::trace;

use crate::number::{Num, Ring};
use crate::transformer::Transformer;

/// What the numbers of a run are, without their values. A number of one run can stand in the place of that of another
/// where the shapes are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The ring.
    pub ring: Ring,
    /// The coordinates of a vector, by name.
    pub coordinates: Vec<String>,
    /// How often the list of layers is run.
    pub repeat: u64,
    /// For each layer of the list how many numbers each of its heads pools.
    pub layers: Vec<Vec<usize>>,
    /// The positions of the sequence.
    pub positions: usize,
}

impl Shape {
    /// The shape of a program with its sequence.
    pub fn of(t: &Transformer) -> Shape {
        let widths = |layer: &crate::Layer| layer.heads.iter().map(|head| head.value.width()).collect();
        Shape {
            ring: t.ring,
            coordinates: t.coordinates.clone(),
            repeat: t.repeat,
            layers: t.layers.iter().map(widths).collect(),
            positions: t.sequence.len,
        }
    }

    /// The number of layers that run, repeats included.
    pub fn depth(&self) -> u64 {
        self.repeat.saturating_mul(self.layers.len() as u64)
    }

    /// The place in the list of a layer that runs.
    pub fn place(&self, layer: u64) -> usize {
        layer.checked_rem(self.layers.len() as u64).unwrap_or(0) as usize
    }

    /// How many numbers each head of a layer that runs pools.
    pub fn heads(&self, layer: u64) -> &[usize] {
        self.layers.get(self.place(layer)).map_or(&[], Vec::as_slice)
    }
}

/// What a trace keeps; `None` keeps all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// The layers.
    pub layers: Option<Vec<u64>>,
    /// The positions. Those that the sequence does not have are passed over.
    pub positions: Option<Vec<u32>>,
}

impl Keep {
    /// Every layer and position.
    pub fn all() -> Keep {
        Keep::default()
    }

    /// The outputs alone.
    pub fn outputs() -> Keep {
        Keep { layers: Some(Vec::new()), positions: Some(Vec::new()) }
    }

    fn layer(&self, layer: u64) -> bool {
        self.layers.as_ref().is_none_or(|layers| layers.contains(&layer))
    }

    /// The positions that are kept of a sequence of this length, in order.
    fn positions(&self, len: usize) -> Vec<u32> {
        let Some(positions) = &self.positions else { return (0..len as u32).collect() };
        let mut kept: Vec<u32> = positions.iter().copied().filter(|&p| (p as usize) < len).collect();
        kept.sort_unstable();
        kept.dedup();
        kept
    }
}

/// An input or an output with its numbers, row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its numbers.
    pub values: Vec<Num>,
}

/// What a run did. Lists by position are those of `positions`, in that order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The construction that the program comes from.
    pub construction: String,
    /// The shape of the program.
    pub shape: Shape,
    /// The inputs, as they stood in the sequence before anything was patched.
    pub inputs: Vec<Named>,
    /// The positions that are kept, in order.
    pub positions: Vec<u32>,
    /// What each of these is in words, as `g7` for a gate; empty where nobody has said so. A run does not know.
    pub places: Vec<String>,
    /// The vectors before the first layer.
    pub embedding: Vec<Vec<Num>>,
    /// The layers that are kept, in order.
    pub layers: Vec<LayerTrace>,
    /// The outputs.
    pub outputs: Vec<Named>,
}

/// What a layer did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerTrace {
    /// Its number among the layers that run.
    pub layer: u64,
    /// Its place in the list of layers.
    pub of: usize,
    /// What its heads did.
    pub heads: Vec<HeadTrace>,
    /// The new vectors.
    pub vectors: Vec<Vec<Num>>,
}

/// What a head did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadTrace {
    /// The greatest score of each query.
    pub score: Vec<Num>,
    /// The keys whose values are pooled for each query, in order.
    pub attends: Vec<Vec<u32>>,
    /// What is pooled for each query.
    pub pooled: Vec<Vec<Num>>,
}

impl Trace {
    /// The numbers of all outputs in order.
    pub fn output_values(&self) -> Vec<Num> {
        self.outputs.iter().flat_map(|output| output.values.iter().cloned()).collect()
    }

    /// What is kept of a layer.
    pub fn layer(&self, layer: u64) -> Option<&LayerTrace> {
        let at = self.layers.binary_search_by_key(&layer, |kept| kept.layer).ok()?;
        self.layers.get(at)
    }

    /// Where a position stands in the lists.
    pub fn slot(&self, position: u32) -> Option<usize> {
        self.positions.binary_search(&position).ok()
    }

    /// The vector at a position before a layer; before that number of layers the last vector.
    pub fn before(&self, layer: u64, position: u32) -> Option<&[Num]> {
        match layer.checked_sub(1) {
            None => Some(self.embedding.get(self.slot(position)?)?),
            Some(layer) => self.after(layer, position),
        }
    }

    /// The vector that a layer wrote at a position.
    pub fn after(&self, layer: u64, position: u32) -> Option<&[Num]> {
        Some(self.layer(layer)?.vectors.get(self.slot(position)?)?)
    }

    /// What a head of a layer pooled at a position.
    pub fn pooled(&self, layer: u64, head: usize, position: u32) -> Option<&[Num]> {
        Some(self.layer(layer)?.heads.get(head)?.pooled.get(self.slot(position)?)?)
    }
}
