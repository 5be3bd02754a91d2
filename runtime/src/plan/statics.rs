//! The static coordinates of a program and what their columns hold.

use crate::circuit::Gate;
use crate::sequence::Column;
use crate::transformer::{Component, Transformer};

/// What is static in a program.
#[derive(Debug)]
pub(super) struct Statics<'a> {
    pub(super) t: &'a Transformer,
    /// For every coordinate whether each layer's activation passes it through unchanged.
    pub(super) fixed: Vec<bool>,
    /// The least and the greatest integer of each column of small integers that is static and not empty. Several
    /// passes ask for them, and to look costs a walk through memory.
    pub(super) ranges: Vec<Option<(i32, i32)>>,
}

/// Finds the static coordinates.
pub(super) fn statics(t: &Transformer) -> Statics<'_> {
    let passes = |component: &Component, c: usize| matches!(component.gates.gate(component.outputs[c]), Gate::Input(i) if i as usize == c);
    let fixed: Vec<bool> =
        (0..t.dim).map(|c| t.layers.iter().all(|layer| passes(&layer.activation, c))).collect();
    let range = |(column, &fixed): (&Column, &bool)| match column {
        Column::Ints(values) if fixed && !values.is_empty() => {
            Some(values.iter().fold((i32::MAX, i32::MIN), |(low, high), &v| (low.min(v), high.max(v))))
        }
        _ => None,
    };
    let ranges = t.sequence.columns.iter().zip(&fixed).map(range).collect();
    Statics { t, fixed, ranges }
}

impl Statics<'_> {
    /// Whether an input of a component is a static coordinate of the position itself.
    pub(super) fn is_fixed(&self, input: u32) -> bool {
        self.fixed.get(input as usize).copied().unwrap_or(false)
    }
}
