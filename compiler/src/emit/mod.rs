//! A circuit as a transformer with the sequence that encodes it.
//!
//! After Ehrmuth and Strieker 2026 (arXiv 2605.04683): the layers depend neither on the circuit nor on its size;
//! the circuit is the input sequence, and as many rounds as it is deep carry the values from the inputs to the
//! outputs. After l rounds every gate of depth l or less has its value, and it keeps it.
//!
//! 1. [`normalize`](mod@normalize): every gate is a source, a sum, a product of two, a sign or a copy.
//! 2. [`emit`]: one of the constructions makes layers and positions of that. `average` and `dot` have a position for
//!    each gate and one for each wire, and share `wires`; `leftmost` and `rightmost` have one for each gate, and take
//!    sums of two. What a position is called by, and where inputs and outputs stand, is the same in all (`sequence`).

mod average;
mod dot;
mod formula;
mod leftmost;
pub mod normalize;
mod places;
mod sequence;
#[cfg(test)]
mod tests;
mod wires;

pub(crate) use formula::Formula;
pub use normalize::{Kind, Normal, Sums, normalize};
pub use places::{Place, places};

use circ_runtime::{Circuit, Layer, Pooling, Sequence, Transformer};
use std::mem::take;

/// A way to simulate circuits by a transformer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Construction {
    /// Average-hard attention, scores by arithmetic, vectors of 7 numbers (Theorem 4.5).
    Average,
    /// Average-hard attention, scores by inner products, vectors of 9 numbers (Theorem 4.11).
    Dot,
    /// Leftmost-hard attention for circuits of fan-in 2, vectors of 6 numbers.
    Leftmost,
    /// The same with rightmost-hard attention.
    Rightmost,
}

impl Construction {
    /// Every construction.
    pub const ALL: [Construction; 4] =
        [Construction::Average, Construction::Dot, Construction::Leftmost, Construction::Rightmost];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Construction::Average => "average",
            Construction::Dot => "dot",
            Construction::Leftmost => "leftmost",
            Construction::Rightmost => "rightmost",
        }
    }

    /// Numbers in the vector of a position.
    pub fn dim(self) -> usize {
        self.coordinates().len()
    }

    /// The sums that it takes.
    pub fn sums(self) -> Sums {
        match self {
            Construction::Average | Construction::Dot => Sums::Wide,
            Construction::Leftmost | Construction::Rightmost => Sums::Binary,
        }
    }

    /// What it takes to simulate a circuit, without making the transformer. The circuit is one with the sums that the
    /// construction takes.
    pub fn cost(self, normal: &Normal) -> Cost {
        let layers = self.layers();
        Cost {
            dim: self.dim(),
            heads: layers.iter().map(|layer| layer.heads.len()).max().unwrap_or(0),
            rounds: normal.depth,
            layers: u64::from(normal.depth) * layers.len() as u64,
            positions: match self {
                Construction::Average | Construction::Dot => normal.len() + normal.operands.len(),
                Construction::Leftmost | Construction::Rightmost => normal.len(),
            },
        }
    }

    fn coordinates(self) -> &'static [&'static str] {
        match self {
            Construction::Average => &average::COORDINATES,
            Construction::Dot => &dot::COORDINATES,
            Construction::Leftmost | Construction::Rightmost => &leftmost::COORDINATES,
        }
    }

    /// The two layers. They serve every circuit.
    pub fn layers(self) -> Vec<Layer> {
        match self {
            Construction::Average => average::layers(),
            Construction::Dot => dot::layers(),
            Construction::Leftmost => leftmost::layers(Pooling::Leftmost),
            Construction::Rightmost => leftmost::layers(Pooling::Rightmost),
        }
    }

    fn sequence(self, circuit: &Circuit, normal: Normal) -> Sequence {
        match self {
            Construction::Average => average::sequence(circuit, normal),
            Construction::Dot => dot::sequence(circuit, normal),
            Construction::Leftmost | Construction::Rightmost => leftmost::sequence(circuit, normal),
        }
    }
}

/// What it takes to simulate a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Numbers in the vector of a position.
    pub dim: usize,
    /// Heads of a layer.
    pub heads: usize,
    /// How often the layers are repeated.
    pub rounds: u32,
    /// Layers that run, repeats included.
    pub layers: u64,
    /// The length of the sequence.
    pub positions: usize,
}

/// A transformer that simulates a circuit, and where the circuit is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Emitted {
    /// The two layers with the sequence that encodes the circuit. Input positions hold 0 until they are filled. The
    /// layers are repeated as often as the normalised circuit is deep.
    pub transformer: Transformer,
    /// The position where each gate of the circuit has its value, by gate.
    pub positions: Vec<u32>,
    /// The rounds after which each gate has its value: its depth in the normalised circuit, by gate.
    pub rounds: Vec<u32>,
}

/// The transformer that simulates a circuit by a construction.
pub fn emit(circuit: &Circuit, construction: Construction) -> Emitted {
    let mut normal = normalize(circuit, construction.sums());
    let positions = take(&mut normal.gates);
    let rounds = positions.iter().map(|&gate| normal.depths[gate as usize]).collect();
    // Every construction has the positions of the gates first, in their order.
    Emitted { transformer: encode(circuit, construction, normal), positions, rounds }
}

/// The transformer alone: what a run needs, without where the gates are.
pub fn transformer(circuit: &Circuit, construction: Construction) -> Transformer {
    encode(circuit, construction, normalize(circuit, construction.sums()))
}

fn encode(circuit: &Circuit, construction: Construction, normal: Normal) -> Transformer {
    // What the sequence does not need need not be there while it is made.
    let normal = Normal { gates: Vec::new(), depths: Vec::new(), ..normal };
    let coordinates = construction.coordinates();
    Transformer {
        construction: construction.name().to_owned(),
        ring: circuit.ring,
        dim: coordinates.len(),
        coordinates: coordinates.iter().map(|&name| name.to_owned()).collect(),
        repeat: u64::from(normal.depth),
        layers: construction.layers(),
        sequence: construction.sequence(circuit, normal),
        declared: None,
    }
}
