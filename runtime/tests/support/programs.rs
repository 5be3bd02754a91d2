//! Random transformer programs, of no construction, over Q and Q(sqrt(2)).
#![allow(dead_code, reason = "every test file takes what it needs")]

use super::{numbers_of, rings};
use circ_runtime::*;
use proptest::prelude::*;

/// Numbers in a vector.
pub(crate) const DIM: usize = 4;

/// Small integers, and in a ring with a root now and then `a + b·sqrt(d)` with such a and b.
fn small(ring: Ring) -> impl Strategy<Value = Num> {
    let root = ring.root().and_then(|d| ring.sqrt(&Num::int(i64::from(d)))).unwrap_or(Num::ZERO);
    let factor = prop_oneof![3 => Just(0), 1 => -2i64..3];
    (-2i64..3, factor).prop_map(move |(a, b)| Num::int(a).add(&root.mul(&Num::int(b))))
}

/// A component on `inputs` numbers: random gates over them, low in degree so that values stay short.
fn components(ring: Ring, inputs: usize, outputs: usize) -> impl Strategy<Value = Component> {
    let index = any::<prop::sample::Index>;
    let gate = (0u8..8, small(ring), index(), index());
    (prop::collection::vec(gate, 0..8), prop::collection::vec(index(), outputs)).prop_map(
        move |(specs, outputs)| {
            let mut gates = Gates::new();
            (0..inputs as u32).for_each(|i| {
                gates.push_input(i);
            });
            for (kind, value, a, b) in specs {
                let (a, b) = (GateId(a.index(gates.len()) as u32), GateId(b.index(gates.len()) as u32));
                match kind {
                    0 | 1 => gates.push_const(value),
                    2..=4 => gates.push_add(&[a, b]),
                    5 | 6 => gates.push_mul(&[a, b]),
                    _ => gates.push_sign(a),
                };
            }
            let outputs = outputs.iter().map(|i| GateId(i.index(gates.len()) as u32)).collect();
            Component { gates, outputs }
        },
    )
}

fn matrices(ring: Ring, rows: usize) -> impl Strategy<Value = Vec<Vec<Num>>> {
    let entry = prop_oneof![3 => Just(Num::ZERO), 2 => small(ring)];
    prop::collection::vec(prop::collection::vec(entry, DIM), rows)
}

/// `weight·(q_a - k_b)² + flag·k_c`.
fn matching(ring: Ring) -> impl Strategy<Value = Score> {
    (0u32..2, 0u32..2, 0u32..2, small(ring), small(ring)).prop_map(|(a, b, c, weight, flag)| {
        let mut gates = Gates::new();
        let dim = DIM as u32;
        let (q, k, g) = (gates.push_input(a), gates.push_input(dim + b), gates.push_input(dim + c));
        let [minus, weight, flag] = [Num::MINUS_ONE, weight, flag].map(|n| gates.push_const(n));
        let negated = gates.push_mul(&[minus, k]);
        let difference = gates.push_add(&[q, negated]);
        let terms = [gates.push_mul(&[weight, difference, difference]), gates.push_mul(&[flag, g])];
        let score = gates.push_add(&terms);
        Score::Circuit(Component { gates, outputs: vec![score] })
    })
}

fn heads(ring: Ring) -> impl Strategy<Value = Head> {
    let score = prop_oneof![
        6 => matching(ring),
        2 => (matrices(ring, 2), matrices(ring, 2)).prop_map(|(query, key)| Score::Dot { query, key }),
        1 => components(ring, 2 * DIM, 1).prop_map(Score::Circuit),
    ];
    let circuit = components(ring, DIM, 2).prop_map(Value::Circuit);
    let value = prop_oneof![circuit, matrices(ring, 2).prop_map(Value::Matrix)];
    let pooling = prop::sample::select(vec![Pooling::Average, Pooling::Leftmost, Pooling::Rightmost]);
    (score, value, pooling).prop_map(|(score, value, pooling)| Head { score, value, pooling })
}

/// The first two coordinates are mostly passed on.
fn layers(ring: Ring) -> impl Strategy<Value = Layer> {
    prop::collection::vec(heads(ring), 0..3).prop_flat_map(move |heads| {
        let inputs = DIM + 2 * heads.len();
        (Just(heads), components(ring, inputs, DIM), 0u8..10, 0u8..4).prop_map(
            |(heads, mut activation, stir, keep)| {
                if stir > 0 {
                    activation.outputs[..2].copy_from_slice(&[GateId(0), GateId(1)]);
                }
                if keep == 0 {
                    activation.outputs[2] = GateId(2);
                }
                Layer { heads, activation }
            },
        )
    })
}

/// Programs of up to three layers of up to two heads, run up to four times.
pub(crate) fn programs() -> impl Strategy<Value = Transformer> {
    rings().prop_flat_map(programs_of)
}

fn programs_of(ring: Ring) -> impl Strategy<Value = Transformer> {
    // Mostly integers: the first two coordinates are those that queries and keys match by.
    let id = move || prop_oneof![6 => (-2i64..4).prop_map(Num::int), 1 => small(ring)];
    let row = (id(), id(), numbers_of(ring), numbers_of(ring));
    type Row = (Num, Num, Num, Num);
    let column = |rows: &[Row], pick: fn(&Row) -> Num| Column::of(rows.iter().map(pick));
    let sequence = (prop::collection::vec(row, 1..9), any::<bool>()).prop_map(move |(rows, all)| Sequence {
        len: rows.len(),
        columns: vec![
            column(&rows, |row| row.0.clone()),
            if all { Column::All(Num::ratio(1, 2).unwrap()) } else { column(&rows, |row| row.1.clone()) },
            column(&rows, |row| row.2.clone()),
            column(&rows, |row| row.3.clone()),
        ],
        inputs: vec![],
        outputs: vec![
            OutputSpec { name: "a".to_owned(), positions: (0..rows.len() as u32).collect(), coordinate: 2 },
            OutputSpec { name: "b".to_owned(), positions: vec![0], coordinate: 3 },
        ],
    });
    (prop::collection::vec(layers(ring), 1..4), sequence, 0u64..5).prop_map(
        move |(layers, sequence, repeat)| Transformer {
            construction: "random".to_owned(),
            ring,
            dim: DIM,
            coordinates: (0..DIM).map(|c| c.to_string()).collect(),
            repeat,
            layers,
            sequence,
            declared: None,
        },
    )
}
