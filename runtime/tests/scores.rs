//! Scores that look at numbers that change: the planned engine equals the literal one, ties included.
//!
//! Numbers are few and small, so that most scores tie. The coordinates pass through a sum of one, which shows to no
//! planner that they stay as they are.

mod support;

use circ_runtime::*;
use proptest::prelude::*;
use support::{numbers_of, rings};

/// Coordinates that scores look at; the first is a flag. Behind them stands what the head gives.
const READ: u32 = 4;
const DIM: u32 = READ + 2;

/// A score in the making. Its choices are taken from a list of numbers, and are 0 where that is used up.
struct Writer<'c> {
    gates: Gates,
    choices: &'c [u8],
    constants: &'c [Num],
}

impl Writer<'_> {
    fn choose(&mut self, options: u8) -> u8 {
        let (first, rest) = self.choices.split_first().unwrap_or((&0, &[]));
        self.choices = rest;
        first % options
    }

    fn constant(&mut self) -> GateId {
        let which = self.choose(u8::try_from(self.constants.len()).unwrap());
        self.gates.push_const(self.constants[which as usize].clone())
    }

    fn int(&mut self, value: i64) -> GateId {
        self.gates.push_const(Num::int(value))
    }

    fn read(&mut self, side: u32, coordinate: u32) -> GateId {
        self.gates.push_input(side * DIM + coordinate)
    }

    /// A number of one side, mostly a coordinate.
    fn number(&mut self, side: u32) -> GateId {
        let coordinate = u32::from(self.choose(READ as u8));
        let own = self.read(side, coordinate);
        match self.choose(8) {
            0 => {
                let more = self.constant();
                self.gates.push_add(&[own, more])
            }
            1 => {
                let other = u32::from(self.choose(READ as u8));
                let other = self.read(side, other);
                self.gates.push_mul(&[own, other])
            }
            2 => self.gates.push_sign(own),
            3 => self.constant(),
            _ => own,
        }
    }

    fn minus(&mut self, a: GateId, b: GateId) -> GateId {
        let minus = self.int(-1);
        let b = self.gates.push_mul(&[minus, b]);
        self.gates.push_add(&[a, b])
    }

    fn not(&mut self, a: GateId) -> GateId {
        let one = self.int(1);
        self.minus(one, a)
    }

    /// 0 or 1: a comparison of the two sides, or what is made of some.
    fn condition(&mut self, depth: u8) -> GateId {
        let kind = self.choose(if depth == 0 { 5 } else { 8 });
        if kind >= 5 {
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            return match kind {
                5 => self.gates.push_mul(&[a, b]),
                6 => {
                    let (a, b) = (self.not(a), self.not(b));
                    let neither = self.gates.push_mul(&[a, b]);
                    self.not(neither)
                }
                _ => self.not(a),
            };
        }
        let (q, k) = (self.number(0), self.number(1));
        let difference = match self.choose(6) {
            0 => self.minus(k, q),
            // The two sides together: no difference of the two.
            1 => {
                let product = self.gates.push_mul(&[q, k]);
                let constant = self.constant();
                self.minus(product, constant)
            }
            _ => self.minus(q, k),
        };
        let sign = self.gates.push_sign(difference);
        let square = self.gates.push_mul(&[sign, sign]);
        let half = self.gates.push_const(Num::ratio(1, 2).unwrap());
        match kind {
            // Equal; less; not greater; the bare sign.
            0 | 1 => self.not(square),
            2 => {
                let both = self.minus(square, sign);
                self.gates.push_mul(&[half, both])
            }
            3 => {
                let both = self.gates.push_add(&[square, sign]);
                let greater = self.gates.push_mul(&[half, both]);
                self.not(greater)
            }
            _ => sign,
        }
    }

    /// `yes` where a number is 1, `no` where it is 0.
    fn either(&mut self, condition: GateId, yes: GateId, no: GateId) -> GateId {
        let not = self.not(condition);
        let parts = [self.gates.push_mul(&[condition, yes]), self.gates.push_mul(&[not, no])];
        self.gates.push_add(&parts)
    }

    fn score(&mut self) -> GateId {
        let flag = self.read(1, 0);
        match self.choose(10) {
            0 => self.number(0),
            1 => self.number(1),
            // The key that is nearest, with what breaks ties.
            2 | 3 => {
                let (q, k, more) = (self.number(0), self.number(1), self.number(1));
                let (d, c) = (self.minus(q, k), self.constant());
                let square = self.gates.push_mul(&[c, d, d]);
                self.gates.push_add(&[square, more])
            }
            // Two products.
            4 => {
                let numbers = [self.number(0), self.number(1), self.number(0), self.number(1)];
                let parts = [self.gates.push_mul(&numbers[..2]), self.gates.push_mul(&numbers[2..])];
                self.gates.push_add(&parts)
            }
            // The greatest value of those that are selected.
            5 | 6 => {
                let (selected, k, q) = (self.condition(1), self.read(1, 1), self.read(0, 1));
                let (less, half) = (self.int(-1), self.gates.push_const(Num::ratio(-1, 2).unwrap()));
                let (others, sentinel) = (self.gates.push_add(&[q, less]), self.gates.push_add(&[q, half]));
                let real = self.either(selected, k, others);
                self.either(flag, sentinel, real)
            }
            7 => self.condition(2),
            _ => {
                let (sentinel, selected) = (self.constant(), self.condition(2));
                self.either(flag, sentinel, selected)
            }
        }
    }
}

fn program(
    ring: Ring,
    rows: &[Vec<Num>],
    (choices, constants): (&[u8], &[Num]),
    (pooling, repeat): (Pooling, u64),
) -> Transformer {
    let mut writer = Writer { gates: Gates::new(), choices, constants };
    let output = writer.score();
    let score = Score::Circuit(Component { gates: writer.gates, outputs: vec![output] });
    let mut value = Gates::new();
    let (a, b) = (value.push_input(1), value.push_input(3));
    let product = value.push_mul(&[a, b]);
    let value = Value::Circuit(Component { gates: value, outputs: vec![b, product] });
    let mut gates = Gates::new();
    let mut outputs = Vec::new();
    for c in 0..READ {
        let own = gates.push_input(c);
        // What the head gave is looked at in the next round.
        let pooled = (c == 2).then(|| gates.push_input(READ));
        let operands: Vec<GateId> = [own].into_iter().chain(pooled).collect();
        outputs.push(gates.push_add(&operands));
    }
    outputs.extend((DIM..DIM + 2).map(|i| gates.push_input(i)));
    let columns = (0..DIM as usize)
        .map(|c| Column::of(rows.iter().map(|row| row.get(c).cloned().unwrap_or(Num::ZERO))));
    let all: Vec<u32> = (0..rows.len() as u32).collect();
    let outputs_at = |coordinate: u32| OutputSpec {
        name: coordinate.to_string(),
        positions: all.clone(),
        coordinate: coordinate as usize,
    };
    Transformer {
        construction: "random".to_owned(),
        ring,
        dim: DIM as usize,
        coordinates: (0..DIM).map(|c| c.to_string()).collect(),
        repeat,
        layers: vec![Layer {
            heads: vec![Head { score, value, pooling }],
            activation: Component { gates, outputs },
        }],
        sequence: Sequence {
            len: rows.len(),
            columns: columns.collect(),
            inputs: vec![],
            outputs: (READ..DIM).map(outputs_at).collect(),
        },
        declared: None,
    }
}

/// Rows of four numbers: a flag, and few different ones, or now and then any.
fn rows(ring: Ring, most: usize) -> impl Strategy<Value = Vec<Vec<Num>>> {
    let small = |range: std::ops::Range<i64>| range.prop_map(Num::int);
    let number = prop_oneof![12 => small(-2..3), 6 => small(-9..10), 2 => numbers_of(ring)].boxed();
    let flag = prop_oneof![8 => Just(Num::ZERO), 1 => Just(Num::ONE)];
    let row = (flag, number.clone(), number.clone(), number);
    prop::collection::vec(row.prop_map(|(f, a, b, c)| vec![f, a, b, c]), 1..most)
}

fn programs(most: usize) -> impl Strategy<Value = Transformer> {
    let pooling = prop::sample::select(vec![Pooling::Average, Pooling::Leftmost, Pooling::Rightmost]);
    (rings(), pooling, 1u64..3).prop_flat_map(move |(ring, pooling, repeat)| {
        let constant = prop_oneof![4 => (-2i64..3).prop_map(Num::int), 1 => numbers_of(ring)];
        let choices = prop::collection::vec(any::<u8>(), 0..60);
        (rows(ring, most), choices, prop::collection::vec(constant, 1..4)).prop_map(
            move |(rows, choices, constants)| program(ring, &rows, (&choices, &constants), (pooling, repeat)),
        )
    })
}

/// A program whose activation has a sum of steps: each of one place, with a factor, and of one of four kinds.
fn table(
    ring: Ring,
    rows: &[Vec<Num>],
    (factor, offset): (&Num, &Num),
    steps: &[(Num, Num, u8)],
) -> Transformer {
    // The score is a number of the key that changes, so that layers run one by one.
    let mut t = program(ring, rows, (&[1, 2, 7], &[Num::ONE]), (Pooling::Average, 2));
    let component = &mut t.layers[0].activation;
    let gates = &mut component.gates;
    let own = gates.push_input(1);
    let mut terms = Vec::new();
    for (place, factor_of_step, kind) in steps {
        let [factor, below, minus, one, weight] =
            [factor.clone(), offset.sub(place), Num::MINUS_ONE, Num::ONE, factor_of_step.clone()]
                .map(|number| gates.push_const(number));
        let scaled = gates.push_mul(&[factor, own]);
        let difference = gates.push_add(&[scaled, below]);
        let sign = gates.push_sign(difference);
        let square = gates.push_mul(&[sign, sign]);
        let step = match kind {
            0 => {
                let unequal = gates.push_mul(&[minus, square]);
                gates.push_add(&[one, unequal])
            }
            1 => gates.push_add(&[square, sign]),
            2 => gates.push_mul(&[square, sign, weight]),
            _ => sign,
        };
        terms.push(gates.push_mul(&[weight, step]));
    }
    component.outputs[READ as usize] = gates.push_add(&terms);
    t
}

fn tables() -> impl Strategy<Value = Transformer> {
    rings().prop_flat_map(|ring| {
        let number = move || prop_oneof![4 => (-3i64..4).prop_map(Num::int), 1 => numbers_of(ring)];
        let steps = prop::collection::vec((number(), number(), 0u8..4), 0..14);
        (rows(ring, 8), number(), number(), steps)
            .prop_map(move |(rows, factor, offset, steps)| table(ring, &rows, (&factor, &offset), &steps))
    })
}

fn agree(t: &Transformer) -> Result<(), TestCaseError> {
    let limits = Limits { max_digits: 1000, ..Limits::default() };
    let expected = execute_literal(t, &limits, &mut |_, _| {});
    if expected.is_ok() {
        prop_assert_eq!(execute(t, &limits, &mut |_, _| {}), expected);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn planned_equals_literal(t in programs(24)) {
        agree(&t)?;
    }

    #[test]
    fn tables_are_looked_up(t in tables()) {
        agree(&t)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn planned_equals_literal_where_there_are_many_keys(t in programs(120)) {
        agree(&t)?;
    }
}
