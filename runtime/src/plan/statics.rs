//! The static coordinates of a program and what their columns hold.

use crate::circuit::Gate;
use crate::column::Column;
use crate::number::Num;
use crate::transformer::{Component, Transformer};
use std::cell::OnceCell;

/// What is static in a program.
#[derive(Debug)]
pub(super) struct Statics<'a> {
    pub(super) t: &'a Transformer,
    /// For every coordinate whether each layer's activation passes it through unchanged.
    pub(super) fixed: Vec<bool>,
    /// For every coordinate its range, once it was asked for: to look costs a walk through memory.
    ranges: Vec<OnceCell<Option<(i32, i32)>>>,
}

/// Finds the static coordinates.
pub(super) fn statics(t: &Transformer) -> Statics<'_> {
    let passes = |component: &Component, c: usize| matches!(component.gates.gate(component.outputs[c]), Gate::Input(i) if i as usize == c);
    let fixed: Vec<bool> =
        (0..t.dim).map(|c| t.layers.iter().all(|layer| passes(&layer.activation, c))).collect();
    Statics { t, fixed, ranges: vec![OnceCell::new(); t.dim] }
}

impl Statics<'_> {
    /// Whether an input of a component is a static coordinate of the position itself.
    pub(super) fn is_fixed(&self, input: u32) -> bool {
        self.fixed.get(input as usize).copied().unwrap_or(false)
    }

    /// The number that a coordinate is everywhere and always.
    pub(super) fn constant(&self, coordinate: u32) -> Option<&Num> {
        match &self.t.sequence.columns[coordinate as usize] {
            Column::All(value) if self.is_fixed(coordinate) => Some(value),
            _ => None,
        }
    }

    /// Whether a static coordinate is the square of another one at every position.
    pub(super) fn is_square(&self, coordinate: u32, of: u32) -> bool {
        if !self.is_fixed(coordinate) || !self.is_fixed(of) {
            return false;
        }
        let columns = &self.t.sequence.columns;
        match (&columns[coordinate as usize], &columns[of as usize]) {
            (Column::Ints(squares), Column::Ints(roots)) => squares
                .iter()
                .zip(roots)
                .all(|(&square, &root)| i64::from(square) == i64::from(root) * i64::from(root)),
            (Column::Nums(squares), Column::Ints(roots)) => squares
                .iter()
                .zip(roots)
                .all(|(square, &root)| square.to_i64() == Some(i64::from(root) * i64::from(root))),
            (Column::Generated(squares), Column::Generated(roots)) => squares.is_square_of(roots),
            _ => false,
        }
    }

    /// The least and the greatest integer of a column of small integers that is static and not empty.
    pub(super) fn range(&self, coordinate: u32) -> Option<(i32, i32)> {
        let column = &self.t.sequence.columns[coordinate as usize];
        *self.ranges[coordinate as usize].get_or_init(|| match column {
            Column::Ints(values) if self.is_fixed(coordinate) && !values.is_empty() => {
                // Two loops over a stretch that stays in the cache: each of them is vectorised.
                let stretches = values.chunks(4096).map(|stretch| {
                    let low = stretch.iter().fold(i32::MAX, |low, &v| low.min(v));
                    (low, stretch.iter().fold(i32::MIN, |high, &v| high.max(v)))
                });
                Some(stretches.fold((i32::MAX, i32::MIN), |(a, b), (low, high)| (a.min(low), b.max(high))))
            }
            _ => None,
        })
    }
}
