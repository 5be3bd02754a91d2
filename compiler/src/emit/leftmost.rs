//! The constructions `leftmost` and `rightmost`: circuits of fan-in 2 by two layers of hard attention, repeated.
//!
//! A circuit of depth K, each of whose gates reads two at most, is simulated by 2K layers of dimension 6 with one
//! position for each gate. Sums of more are balanced trees first, which makes the circuit deeper. A position is a
//! vector `(id, p1, p2, t, v, x)`:
//!
//! | position | id | p1 | p2 | t | v | x |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | gate g of p and q | g | p | q | its kind | its value | p's value |
//! | gate g of p alone | g | p | p | its kind | its value | p's value |
//! | source g | g | g | g | 1 | its value | its value |
//!
//! In the first layer a query scores a key `2·p1·id' - id'²`, which is p1² less the square of the distance from p1 to
//! id': it finds the first gate that it reads and keeps that gate's value in x. In the second it finds the second one
//! by p2, and computes its own value from the two. No two gates have one id, so the greatest score is at one key, and
//! it does not matter which of several would be taken: leftmost, rightmost and average attention do the same.

use super::Formula;
use super::sequence::{values, zeros};
use super::wires::{kind_numbers, pick};
use super::{Kind, Normal};
use circ_runtime::{
    Circuit, Column, Component, GateId, Generated, Head, Layer, Pattern, Pooling, Score, Sequence, Value,
};
use std::mem::take;
use std::sync::Arc;

/// The names of the coordinates.
pub(super) const COORDINATES: [&str; 6] = ["id", "p1", "p2", "t", "v", "x"];
const DIM: u32 = 6;
const ID: u32 = 0;
const P1: u32 = 1;
const P2: u32 = 2;
const T: u32 = 3;
const V: u32 = 4;
const X: u32 = 5;

pub(super) fn layers(pooling: Pooling) -> Vec<Layer> {
    let layer = |operand, activation| {
        let (score, value) = (Score::Circuit(score(operand)), Value::Circuit(pick(&[V])));
        Layer { heads: vec![Head { score, value, pooling }], activation }
    };
    vec![layer(P1, keep_first()), layer(P2, compute())]
}

/// `2·p·id' - id'²`, with `p` the query's number at the coordinate `operand`.
fn score(operand: u32) -> Component {
    let mut x = Formula::default();
    let (p, id) = (x.input(operand), x.input(DIM + ID));
    let two = x.int(2);
    let (twice, square) = (x.mul(&[two, p, id]), x.mul(&[id, id]));
    let difference = x.sub(twice, square);
    x.outputs(vec![difference])
}

/// The activation of the first layer: `x := v̄`.
fn keep_first() -> Component {
    let mut x = Formula::default();
    let mut next = x.inputs(DIM);
    next[X as usize] = x.input(DIM);
    x.outputs(next)
}

/// The activation of the second layer: what a gate computes from x and v̄.
fn compute() -> Component {
    let mut x = Formula::default();
    let mut next = x.inputs(DIM);
    let second = x.input(DIM);
    let [t, v, first] = [T, V, X].map(|c| next[c as usize]);
    let (sum, sign) = (x.add(&[first, second]), x.sign(first));
    let cases: [(Kind, &[GateId]); 5] = [
        (Kind::Source, &[v]),
        (Kind::Add, &[sum]),
        (Kind::Mul, &[first, second]),
        (Kind::Sign, &[sign]),
        (Kind::Copy, &[first]),
    ];
    next[V as usize] = x.by_kind(t, cases);
    x.outputs(next)
}

/// The positions of the gates, column by column.
pub(super) fn sequence(circuit: &Circuit, mut normal: Normal) -> Sequence {
    let len = normal.len();
    let kinds = Arc::new(kind_numbers(&mut normal));
    let (ends, operands) = (Arc::new(take(&mut normal.ends)), Arc::new(take(&mut normal.operands)));
    // The first operand or the last; a source reads itself.
    let operand = |last| {
        let (ends, values) = (Arc::clone(&ends), Arc::clone(&operands));
        Pattern::Edges { ends, values, add: 1, last }
    };
    let patterns = [Pattern::Count(1), operand(false), operand(true), Pattern::Bytes(kinds)];
    let mut columns: Vec<Column> =
        patterns.map(|pattern| Column::Generated(Generated::new([(len, pattern)]))).into();
    columns.extend([values(&normal, len), zeros()]);
    super::sequence::sequence(circuit, &normal, V, len, columns)
}
