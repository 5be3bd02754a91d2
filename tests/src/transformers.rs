//! Random transformer programs that somebody could have written: small components with sign gates, both forms of
//! scores and values, all poolings, and numbers that tie often.

use circ_runtime::{
    Column, Component, GateId, Gates, Head, InputSpec, Layer, Num, OutputSpec, Pooling, Ring, Score,
    Sequence, Transformer, Value,
};

/// Bytes that decide; when they are used up every choice is the first one, so that fewer bytes make a simpler program.
#[derive(Debug)]
pub struct Bytes<'a> {
    bytes: std::slice::Iter<'a, u8>,
    ring: Ring,
}

impl<'a> Bytes<'a> {
    /// Choices from these bytes, for a ring.
    pub fn new(bytes: &'a [u8], ring: Ring) -> Bytes<'a> {
        Bytes { bytes: bytes.iter(), ring }
    }

    /// One of 0 to `count - 1`.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % count.max(1)
    }

    /// A number that ties often; sometimes a fraction, and in a ring with a root sometimes not rational.
    pub fn number(&mut self) -> Num {
        let simple = [0, 1, -1, 2, 1, 0].map(Num::int);
        match self.below(9) {
            6 => Num::ratio(1, 2).unwrap_or(Num::ONE),
            7 => Num::ratio(-2, 3).unwrap_or(Num::ONE),
            8 => self.ring.sqrt(&Num::int(2)).unwrap_or(Num::int(3)),
            k => simple[k].clone(),
        }
    }

    fn component(&mut self, inputs: usize, outputs: usize) -> Component {
        let mut gates = Gates::new();
        for _ in 0..1 + self.below(3) {
            let input = self.below(inputs);
            gates.push_input(input as u32);
        }
        for _ in 0..self.below(5) {
            let kind = self.below(6);
            let count = if kind == 4 { 1 } else { self.below(4) };
            let operands: Vec<GateId> = (0..count).map(|_| GateId(self.below(gates.len()) as u32)).collect();
            match kind {
                0 | 1 => gates.push_add(&operands),
                2 => gates.push_mul(&operands[..count.min(2)]),
                3 => gates.push_const(self.number()),
                4 => gates.push_sign(operands[0]),
                // A difference, so that scores can be near and far.
                _ => {
                    let minus = gates.push_const(Num::MINUS_ONE);
                    let last = GateId(minus.0 - 1);
                    let negated = gates.push_mul(&[minus, last]);
                    gates.push_add(&[GateId(0), negated])
                }
            };
        }
        let last = gates.len() - 1;
        let outputs =
            (0..outputs).map(|k| GateId((last - self.below(last + 1).min(last) * (k % 2)) as u32)).collect();
        Component { gates, outputs }
    }

    fn rows(&mut self, rows: usize, dim: usize) -> Vec<Vec<Num>> {
        (0..rows).map(|_| (0..dim).map(|_| self.number()).collect()).collect()
    }

    fn head(&mut self, dim: usize) -> Head {
        let score = if self.below(3) == 0 {
            let rows = 1 + self.below(2);
            Score::Dot { query: self.rows(rows, dim), key: self.rows(rows, dim) }
        } else {
            Score::Circuit(self.component(2 * dim, 1))
        };
        let width = self.below(3);
        let value = if self.below(3) == 0 {
            Value::Matrix(self.rows(width, dim))
        } else {
            Value::Circuit(self.component(dim, width))
        };
        let pooling = [Pooling::Average, Pooling::Leftmost, Pooling::Rightmost][self.below(3)];
        Head { score, value, pooling }
    }

    /// A transformer of at most 4 positions, 3 coordinates, 2 layers of 2 heads and 2 rounds.
    pub fn transformer(&mut self) -> Transformer {
        let dim = 1 + self.below(3);
        let len = self.below(5);
        let repeat = [1, 2, 0, 1][self.below(4)];
        let mut layers = Vec::new();
        for _ in 0..1 + self.below(2) {
            let heads: Vec<Head> = (0..1 + self.below(2)).map(|_| self.head(dim)).collect();
            let inputs = dim + heads.iter().map(|head| head.value.width()).sum::<usize>();
            layers.push(Layer { heads, activation: self.component(inputs, dim) });
        }
        let columns =
            (0..dim).map(|_| Column::of((0..len).map(|_| self.number()).collect::<Vec<_>>())).collect();
        let mut positions = || (0..len).filter(|_| self.below(4) > 0).map(|i| i as u32).collect::<Vec<u32>>();
        let (first, second, out) = (positions(), positions(), positions());
        let square = (self.below(2) == 1).then(|| self.below(dim));
        let input = |name: &str, positions, coordinate, square| InputSpec {
            name: name.to_owned(),
            positions,
            coordinate,
            square,
        };
        let inputs = vec![
            input("x", first, self.below(dim), None),
            // It may write where the other one has.
            input("y", second, self.below(dim), square),
        ];
        let outputs =
            vec![OutputSpec { name: "result".to_owned(), positions: out, coordinate: self.below(dim) }];
        Transformer {
            construction: "random".to_owned(),
            ring: self.ring,
            dim,
            coordinates: (0..dim).map(|c| format!("c{c}")).collect(),
            repeat,
            layers,
            sequence: Sequence { len, columns, inputs, outputs },
            declared: None,
        }
    }
}
