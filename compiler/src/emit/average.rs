//! The construction `average`: any circuit by two layers of average-hard attention, repeated.
//!
//! The dimension and the number of layers are those of Ehrmuth and Strieker 2026, Theorem 4.5: a circuit of depth
//! K is simulated by 2K layers of dimension 7. A position is a vector `(f, a, b, t, o, v, w)`:
//!
//! | position | f | a | b | t | o | v | w |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | gate g | 0 | g | g | its kind | 0 | its value | 0 |
//! | wire from p to g, number o of g's | 1 | p | g | 0 | o | p's value | its square |
//!
//! In the first layer a query scores a key `-(a - a')² - f'`: a wire finds the gate it comes from, and a gate
//! finds itself. The wire takes the gate's value v and keeps its square in w. In the second layer the score is
//! `-2(a - b')² + f'`: a gate finds the wires into it, all alike, or itself where there are none, and gets the
//! means of o, v and w. From the mean ō of 1..k it has k = 2ō - 1 without a division, so k·v̄ is the sum; and the
//! product of two is 2·v̄² - w̄. After l rounds every gate of depth l or less is right, and it stays right.

use super::Formula;
use super::Normal;
use super::sequence::{values, zeros};
use super::wires::{self, Columns, Layout};
use circ_runtime::{Circuit, Column, Component, Head, Layer, Pooling, Score, Sequence, Value};

/// The names of the coordinates.
pub(super) const COORDINATES: [&str; 7] = ["f", "a", "b", "t", "o", "v", "w"];
const DIM: u32 = 7;
const F: u32 = 0;
const A: u32 = 1;
const B: u32 = 2;
const LAYOUT: Layout = Layout { dim: DIM, flag: F, kind: 3, ordinal: 4, value: 5, square: 6 };

pub(super) fn layers() -> Vec<Layer> {
    let layer = |score, taken: &[u32], activation| {
        let value = Value::Circuit(wires::pick(taken));
        Layer {
            heads: vec![Head { score: Score::Circuit(score), value, pooling: Pooling::Average }],
            activation,
        }
    };
    vec![
        layer(score(A, -1, -1), &LAYOUT.taken_by_wires(), LAYOUT.to_wires()),
        layer(score(B, -2, 1), &LAYOUT.taken_by_gates(), LAYOUT.to_gates()),
    ]
}

/// `weight·(a - k')² + flag·f'`, with `k'` the key's number at the coordinate `key`.
fn score(key: u32, weight: i64, flag: i64) -> Component {
    let mut x = Formula::default();
    let (a, k, f) = (x.input(A), x.input(DIM + key), x.input(DIM + F));
    let distance = x.sub(a, k);
    let (weight, flag) = (x.int(weight), x.int(flag));
    let terms = [x.mul(&[weight, distance, distance]), x.mul(&[flag, f])];
    let sum = x.add(&terms);
    x.outputs(vec![sum])
}

/// The positions of gates and wires, column by column.
pub(super) fn sequence(circuit: &Circuit, mut normal: Normal) -> Sequence {
    let of = Columns::new(&mut normal);
    let columns = [of.flags(), of.sources(), of.targets(), of.kinds(), of.ordinals()];
    let columns = columns.map(Column::Generated).into_iter().chain([values(&normal, of.len()), zeros()]);
    super::sequence::sequence(circuit, &normal, LAYOUT.value, of.len(), columns.collect())
}
