//! What the constructions share that have a position for each gate and one for each wire.
//!
//! In the first layer a wire takes the value of the gate it comes from, and in the second a gate takes the means of
//! what is at the wires into it. How they find each other is the construction's; what they make of it is the same.

use super::Formula;
use super::sequence::constants;
use super::{Kind, Normal};
use circ_runtime::{Column, Component, GateId, Num};
use std::iter::repeat_n;

/// Where the numbers stand that activations read and write. `kind` and `ordinal` may be one coordinate: a gate has
/// a kind and a wire an ordinal.
pub(super) struct Layout {
    /// Numbers in a vector.
    pub(super) dim: u32,
    /// 1 at a wire, 0 at a gate.
    pub(super) flag: u32,
    /// The kind of a gate.
    pub(super) kind: u32,
    /// Which of the wires into its gate a wire is, from 1 on.
    pub(super) ordinal: u32,
    /// The value.
    pub(super) value: u32,
    /// At a wire the square of the value.
    pub(super) square: u32,
}

impl Layout {
    /// What a wire takes of its gate.
    pub(super) fn taken_by_wires(&self) -> [u32; 1] {
        [self.value]
    }

    /// What a gate takes of its wires.
    pub(super) fn taken_by_gates(&self) -> [u32; 3] {
        [self.ordinal, self.value, self.square]
    }

    /// The activation of the first layer: `v := f·v̄ + (1 - f)·v` and `w := f·v̄²`.
    pub(super) fn to_wires(&self) -> Component {
        let mut x = Formula::default();
        let mut next = x.inputs(self.dim);
        let mean = x.input(self.dim);
        let (f, v) = (next[self.flag as usize], next[self.value as usize]);
        next[self.value as usize] = x.choose(f, mean, v);
        next[self.square as usize] = x.mul(&[f, mean, mean]);
        x.outputs(next)
    }

    /// The activation of the second layer: what a gate computes from its wires.
    pub(super) fn to_gates(&self) -> Component {
        let mut x = Formula::default();
        let mut next = x.inputs(self.dim);
        let [o, m1, m2] = [0, 1, 2].map(|i| x.input(self.dim + i));
        let [f, t, v] = [self.flag, self.kind, self.value].map(|c| next[c as usize]);
        let (one, two) = (x.int(1), x.int(2));
        let twice = x.mul(&[two, o]);
        let count = x.sub(twice, one);
        let squares = x.mul(&[two, m1, m1]);
        let product = x.sub(squares, m2);
        let sign = x.sign(m1);
        let cases: [(Kind, &[GateId]); 5] = [
            (Kind::Source, &[v]),
            (Kind::Add, &[count, m1]),
            (Kind::Mul, &[product]),
            (Kind::Sign, &[sign]),
            (Kind::Copy, &[m1]),
        ];
        let new = x.by_kind(t, cases);
        next[self.value as usize] = x.choose(f, v, new);
        x.outputs(next)
    }
}

/// The vector's numbers at some coordinates, as a value circuit.
pub(super) fn take(coordinates: &[u32]) -> Component {
    let mut x = Formula::default();
    let outputs = coordinates.iter().map(|&c| x.input(c)).collect();
    x.outputs(outputs)
}

/// The columns of a sequence with a position for each gate, then one for each wire. Gates are numbered from 1.
pub(super) struct Columns<'a> {
    pub(super) normal: &'a Normal,
}

impl Columns<'_> {
    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.normal.len() + self.normal.operands.len()
    }

    /// 0 at gates, 1 at wires.
    pub(super) fn flags(&self) -> Column {
        self.of(repeat_n(0, self.normal.len()), repeat_n(1, self.normal.operands.len()))
    }

    /// Gates by their number, wires by that of the gate they come from.
    pub(super) fn sources(&self) -> Column {
        self.of(self.ids(), self.normal.operands.iter().map(|&p| p as i32 + 1))
    }

    /// Gates by their number, wires by that of the gate they go to.
    pub(super) fn targets(&self) -> Column {
        self.of(self.ids(), self.ids().zip(self.fan_ins()).flat_map(|(g, k)| repeat_n(g, k)))
    }

    /// The kinds of gates, 0 at wires.
    pub(super) fn kinds(&self) -> Column {
        self.of(self.kind_numbers(), repeat_n(0, self.normal.operands.len()))
    }

    /// 0 at gates, the ordinals of wires.
    pub(super) fn ordinals(&self) -> Column {
        self.of(repeat_n(0, self.normal.len()), self.ordinal_numbers())
    }

    /// The kinds of gates and the ordinals of wires.
    pub(super) fn kinds_and_ordinals(&self) -> Column {
        self.of(self.kind_numbers(), self.ordinal_numbers())
    }

    /// The constants at their gates, 0 elsewhere.
    pub(super) fn values(&self) -> Column {
        constants(self.normal, self.len())
    }

    /// 0 everywhere.
    pub(super) fn zeros(&self) -> Column {
        Column::All(Num::ZERO)
    }

    fn of(&self, gates: impl Iterator<Item = i32>, wires: impl Iterator<Item = i32>) -> Column {
        let mut values = Vec::with_capacity(self.len());
        values.extend(gates);
        values.extend(wires);
        Column::Ints(values)
    }

    fn ids(&self) -> impl Iterator<Item = i32> {
        1..=self.normal.len() as i32
    }

    fn fan_ins(&self) -> impl Iterator<Item = usize> {
        (0..self.normal.len()).map(|g| self.normal.operands(g).len())
    }

    fn kind_numbers(&self) -> impl Iterator<Item = i32> {
        self.normal.kinds.iter().map(|&kind| kind as i32)
    }

    fn ordinal_numbers(&self) -> impl Iterator<Item = i32> {
        self.fan_ins().flat_map(|k| 1..=k as i32)
    }
}
