//! The depth that a layer adds at most, for all sequences of all lengths.
//!
//! The formulas of the unfolding are built over levels instead of gates. Nothing is known of any wire there, so nothing
//! folds. The lowering table tells apart none, one, two and more operands, and no more than that; four positions
//! stand for any number, and the greatest of one to four is the bound.

use circ_runtime::{Layer, Num};

use super::attend::{is_greatest, pool};
use super::program::{LayerParts, apply};
use crate::lower::Builder;

/// Levels in place of gates.
#[derive(Default)]
struct Levels {
    deepest: u64,
}

impl Levels {
    /// A sum or a product; of one operand it is that operand, as the builder of gates has it.
    fn chain(&mut self, operands: &[u64]) -> u64 {
        if let [only] = operands { *only } else { self.gate(operands) }
    }

    fn gate(&mut self, operands: &[u64]) -> u64 {
        let level = operands.iter().max().map_or(0, |below| below + 1);
        self.deepest = self.deepest.max(level);
        level
    }
}

impl Builder for Levels {
    type Wire = u64;

    fn constant(&mut self, _: Num) -> u64 {
        0
    }

    fn add(&mut self, operands: &[u64]) -> u64 {
        self.chain(operands)
    }

    fn mul(&mut self, operands: &[u64]) -> u64 {
        self.chain(operands)
    }

    fn sign(&mut self, operand: &u64) -> u64 {
        self.gate(&[*operand])
    }

    fn value(&self, _: &u64) -> Option<Num> {
        None
    }
}

/// The most depth that a layer adds to a circuit, whatever the sequence and however long it is.
pub fn bound(layer: &Layer, dim: usize) -> u64 {
    let parts = LayerParts::new(layer, dim);
    (1..=4).map(|positions| of_positions(&parts, positions)).max().unwrap_or(0)
}

fn of_positions(layer: &LayerParts<'_>, positions: usize) -> u64 {
    let mut levels = Levels::default();
    let mut pooled = Vec::new();
    for head in &layer.heads {
        let score = head.score(&mut levels, &|_| 0, &|_| 0);
        let chosen = is_greatest(&mut levels, &vec![score; positions], 0);
        for value in head.value(&mut levels, &|_| 0) {
            pooled.push(pool(&mut levels, head.pooling, &vec![(chosen, value); positions]));
        }
    }
    let own = |i: usize, dim: usize| if i < dim { 0 } else { pooled.get(i - dim).copied().unwrap_or(0) };
    let dim = layer.dim;
    apply(&mut levels, &layer.activation, &|i| own(i, dim));
    levels.deepest
}
