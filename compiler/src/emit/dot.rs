//! The construction `dot`: any circuit by two layers of standard dot-product attention, repeated.
//!
//! The dimension and the number of layers are those of Ehrmuth and Strieker 2026, Theorem 4.11: a circuit of depth
//! K is simulated by 2K layers of dimension 9. Queries, keys and values are linear, without a bias: the vector has
//! the 1 and the squares that they need. A position is a vector `(1, f, a, a², b, b², τ, v, w)`:
//!
//! | position | 1 | f | a | a² | b | b² | τ | v | w |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | gate g | 1 | 0 | g | g² | g | g² | its kind | its value | 0 |
//! | wire from p to g, number o of g's | 1 | 1 | p | p² | g | g² | o | p's value | its square |
//!
//! The query is `(a, 1)` in both layers, the key `(2a', -a'² - f')` in the first and `(4b', -2b'² + f')` in the
//! second. So the scores are `2·a·a' - a'² - f'` and `4·a·b' - 2·b'² + f'`: those of `average` and, in addition, a² or
//! 2a², which is the same for all keys of a query and so changes no maximum. The activations are those of
//! `average`. The usual factor 1/√2 is left out: it is no rational number, and changes no maximum either.

use super::Normal;
use super::sequence::{values, zeros};
use super::wires::{Columns, Layout};
use circ_runtime::{Circuit, Column, Head, Layer, Num, Pooling, Score, Sequence, Value};

/// The names of the coordinates.
pub(super) const COORDINATES: [&str; 9] = ["1", "f", "a", "a^2", "b", "b^2", "tau", "v", "w"];
const DIM: u32 = 9;
const ONE: u32 = 0;
const F: u32 = 1;
const A: u32 = 2;
const A2: u32 = 3;
const B: u32 = 4;
const B2: u32 = 5;
const LAYOUT: Layout = Layout { dim: DIM, flag: F, kind: 6, ordinal: 6, value: 7, square: 8 };

pub(super) fn layers() -> Vec<Layer> {
    let layer = |key: [&[(u32, i64)]; 2], taken: &[u32], activation| {
        let score = Score::Dot { query: vec![row(&[(A, 1)]), row(&[(ONE, 1)])], key: key.map(row).to_vec() };
        let value = Value::Matrix(taken.iter().map(|&c| row(&[(c, 1)])).collect());
        Layer { heads: vec![Head { score, value, pooling: Pooling::Average }], activation }
    };
    vec![
        layer([&[(A, 2)], &[(A2, -1), (F, -1)]], &LAYOUT.taken_by_wires(), LAYOUT.to_wires()),
        layer([&[(B, 4)], &[(B2, -2), (F, 1)]], &LAYOUT.taken_by_gates(), LAYOUT.to_gates()),
    ]
}

/// A row of a matrix, by its entries that are not 0.
fn row(entries: &[(u32, i64)]) -> Vec<Num> {
    let mut row = vec![Num::ZERO; DIM as usize];
    for &(coordinate, entry) in entries {
        row[coordinate as usize] = Num::int(entry);
    }
    row
}

/// The positions of gates and wires, column by column.
pub(super) fn sequence(circuit: &Circuit, mut normal: Normal) -> Sequence {
    let of = Columns::new(&mut normal);
    let (sources, targets) = (of.sources(), of.targets());
    let (source_squares, target_squares) = (sources.squared(), targets.squared());
    let generated = [of.flags(), sources, source_squares, targets, target_squares, of.kinds_and_ordinals()];
    let mut columns = vec![Column::All(Num::ONE)];
    columns.extend(generated.map(Column::Generated));
    columns.extend([values(&normal, of.len()), zeros()]);
    super::sequence::sequence(circuit, &normal, LAYOUT.value, of.len(), columns)
}
