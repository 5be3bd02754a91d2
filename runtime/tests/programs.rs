//! Random transformer programs, of no construction: the planned engine equals the literal one.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use support::numbers;

const DIM: usize = 4;

/// A component on `inputs` numbers: random gates over them, low in degree so that values stay short.
fn components(inputs: usize, outputs: usize) -> impl Strategy<Value = Component> {
    let index = any::<prop::sample::Index>;
    let gate = (0u8..8, -2i64..3, index(), index());
    (prop::collection::vec(gate, 0..8), prop::collection::vec(index(), outputs)).prop_map(
        move |(specs, outputs)| {
            let mut gates = Gates::new();
            (0..inputs as u32).for_each(|i| {
                gates.push_input(i);
            });
            for (kind, value, a, b) in specs {
                let (a, b) = (GateId(a.index(gates.len()) as u32), GateId(b.index(gates.len()) as u32));
                match kind {
                    0 | 1 => gates.push_const(Num::int(value)),
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

fn matrices(rows: usize) -> impl Strategy<Value = Vec<Vec<Num>>> {
    let entry = prop_oneof![3 => Just(Num::ZERO), 2 => (-2i64..3).prop_map(Num::int)];
    prop::collection::vec(prop::collection::vec(entry, DIM), rows)
}

/// `weight·(q_a - k_b)² + flag·k_c`.
fn matching() -> impl Strategy<Value = Score> {
    (0u32..2, 0u32..2, 0u32..2, -2i64..3, -3i64..4).prop_map(|(a, b, c, weight, flag)| {
        let mut gates = Gates::new();
        let dim = DIM as u32;
        let (q, k, g) = (gates.push_input(a), gates.push_input(dim + b), gates.push_input(dim + c));
        let [minus, weight, flag] = [-1, weight, flag].map(|n| gates.push_const(Num::int(n)));
        let negated = gates.push_mul(&[minus, k]);
        let difference = gates.push_add(&[q, negated]);
        let terms = [gates.push_mul(&[weight, difference, difference]), gates.push_mul(&[flag, g])];
        let score = gates.push_add(&terms);
        Score::Circuit(Component { gates, outputs: vec![score] })
    })
}

fn heads() -> impl Strategy<Value = Head> {
    let score = prop_oneof![
        6 => matching(),
        2 => (matrices(2), matrices(2)).prop_map(|(query, key)| Score::Dot { query, key }),
        1 => components(2 * DIM, 1).prop_map(Score::Circuit),
    ];
    let value = prop_oneof![components(DIM, 2).prop_map(Value::Circuit), matrices(2).prop_map(Value::Matrix)];
    let pooling = prop::sample::select(vec![Pooling::Average, Pooling::Leftmost, Pooling::Rightmost]);
    (score, value, pooling).prop_map(|(score, value, pooling)| Head { score, value, pooling })
}

/// The first two coordinates are mostly passed on.
fn layers() -> impl Strategy<Value = Layer> {
    prop::collection::vec(heads(), 0..3).prop_flat_map(|heads| {
        let inputs = DIM + 2 * heads.len();
        (Just(heads), components(inputs, DIM), 0u8..10, 0u8..4).prop_map(
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

fn programs() -> impl Strategy<Value = Transformer> {
    let row = (-2i64..4, -2i64..4, numbers(), numbers());
    let column = |rows: &[(i64, i64, Num, Num)], pick: fn(&(i64, i64, Num, Num)) -> Num| {
        Column::of(rows.iter().map(pick))
    };
    let sequence = (prop::collection::vec(row, 1..9), any::<bool>()).prop_map(move |(rows, all)| Sequence {
        len: rows.len(),
        columns: vec![
            column(&rows, |row| Num::int(row.0)),
            if all { Column::All(Num::ratio(1, 2).unwrap()) } else { column(&rows, |row| Num::int(row.1)) },
            column(&rows, |row| row.2.clone()),
            column(&rows, |row| row.3.clone()),
        ],
        inputs: vec![],
        outputs: vec![
            OutputSpec { name: "a".to_owned(), positions: (0..rows.len() as u32).collect(), coordinate: 2 },
            OutputSpec { name: "b".to_owned(), positions: vec![0], coordinate: 3 },
        ],
    });
    (prop::collection::vec(layers(), 1..4), sequence, 0u64..5).prop_map(|(layers, sequence, repeat)| {
        Transformer {
            construction: "random".to_owned(),
            dim: DIM,
            coordinates: (0..DIM).map(|c| c.to_string()).collect(),
            repeat,
            layers,
            sequence,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn planned_equals_literal(t in programs()) {
        let limits = Limits { max_digits: 1000, ..Limits::default() };
        let expected = execute_literal(&t, &limits, &mut |_, _| {});
        // What the literal engine finds too long may be something that no output needs.
        if expected.is_ok() {
            prop_assert_eq!(execute(&t, &limits, &mut |_, _| {}), expected);
        }
    }
}
