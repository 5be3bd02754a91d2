//! Random circuits, and the construction `average` in a few lines, independent of the compiler's.
#![allow(dead_code, reason = "every test file takes what it needs")]

pub(crate) mod programs;

use circ_runtime::*;
use proptest::prelude::*;

/// Random circuits and inputs, of Q or of Q(sqrt(2)). The gates read any earlier ones, repeats and empty lists
/// included.
pub(crate) fn circuits(max_gates: usize) -> impl Strategy<Value = (Circuit, Vec<Num>)> {
    rings().prop_flat_map(move |ring| circuits_of(ring, max_gates))
}

/// Q, or Q(sqrt(2)).
pub(crate) fn rings() -> impl Strategy<Value = Ring> {
    prop_oneof![Just(Ring::Q), Just(rooted())]
}

/// Q(sqrt(2)).
pub(crate) fn rooted() -> Ring {
    Ring::with_root(2).unwrap()
}

fn circuits_of(ring: Ring, max_gates: usize) -> impl Strategy<Value = (Circuit, Vec<Num>)> {
    let gate = (0u8..12, numbers_of(ring), prop::collection::vec(any::<prop::sample::Index>(), 0..5));
    let outputs = prop::collection::vec(any::<prop::sample::Index>(), 1..4);
    (prop::collection::vec(numbers_of(ring), 1..5), prop::collection::vec(gate, 1..max_gates), outputs)
        .prop_map(move |(inputs, specs, outputs)| {
            let mut gates = Gates::new();
            let port: Vec<GateId> = (0..inputs.len() as u32).map(|i| gates.push_input(i)).collect();
            for (kind, value, reads) in specs {
                let mut operands: Vec<GateId> =
                    reads.iter().map(|i| GateId(i.index(gates.len()) as u32)).collect();
                match kind {
                    0 => gates.push_const(value),
                    1..=5 => gates.push_add(&operands),
                    6..=8 => {
                        operands.truncate(3);
                        gates.push_mul(&operands)
                    }
                    _ => gates.push_sign(*operands.first().unwrap_or(&GateId(0))),
                };
            }
            let outputs: Vec<GateId> = outputs.iter().map(|i| GateId(i.index(gates.len()) as u32)).collect();
            (Circuit { ring, ..circuit(gates, port, outputs) }, inputs)
        })
}

/// A circuit with one input and one output port.
pub(crate) fn circuit(gates: Gates, inputs: Vec<GateId>, outputs: Vec<GateId>) -> Circuit {
    let port = |name: &str, gates: Vec<GateId>| Port {
        name: name.to_owned(),
        ty: PortType::Num,
        shape: vec![gates.len()],
        gates,
    };
    Circuit {
        family: "random".to_owned(),
        params: vec![("n".to_owned(), inputs.len() as u64)],
        ring: Ring::Q,
        inputs: vec![port("x", inputs)],
        outputs: vec![port("result", outputs)],
        gates,
    }
}

/// Small integers for ties, fractions, and numbers at the borders of the small form.
pub(crate) fn numbers() -> impl Strategy<Value = Num> {
    let ratio = |(n, d): (i64, i64)| Num::ratio(n, d).unwrap();
    prop_oneof![
        6 => (-3i64..4).prop_map(Num::int),
        3 => (-7i64..8, 1i64..7).prop_map(ratio),
        1 => prop::sample::select(vec![i64::MIN, i64::MAX, i64::MIN + 1, 1 << 62, 1 << 32]).prop_map(Num::int),
        1 => (any::<i64>(), 1i64..i64::from(u32::MAX)).prop_map(ratio),
    ]
}

/// The numbers of a ring: with a root small ones, and ones that lie very close to rational ones.
pub(crate) fn numbers_of(ring: Ring) -> BoxedStrategy<Num> {
    if ring == Ring::Q {
        return numbers().boxed();
    }
    let root = ring.sqrt(&Num::int(2)).unwrap();
    let small = move |((a, b), c): ((i64, i64), i64)| {
        Num::ratio(a, c).unwrap().add(&root.mul(&Num::ratio(b, c).unwrap()))
    };
    prop_oneof![
        3 => numbers(),
        4 => ((-3i64..4, -2i64..3), 1i64..4).prop_map(small),
        1 => (0u32..60, -2i64..3).prop_map(close),
    ]
    .boxed()
}

/// `m·(sqrt(2) - 1)^k`: `a - b·sqrt(2)` with a/b as close to the root as it can be.
fn close((k, m): (u32, i64)) -> Num {
    let root = rooted().sqrt(&Num::int(2)).unwrap();
    root.sub(&Num::ONE).pow(k).mul(&Num::int(m))
}

/// A gate after normalisation: its type 1..=5, its initial value, what it reads.
struct Simple {
    ty: i64,
    value: Num,
    reads: Vec<usize>,
}

/// The transformer of a circuit by average attention, with the rounds that its depth needs.
pub(crate) fn average(circuit: &Circuit) -> Transformer {
    let mut simple: Vec<Simple> = Vec::new();
    let mut depth: Vec<u64> = Vec::new();
    let mut push = |ty: i64, value: Num, reads: Vec<usize>| {
        let own = reads.iter().map(|&r| depth[r] + 1).max().unwrap_or(0);
        depth.push(own);
        simple.push(Simple { ty, value, reads });
        depth.len() - 1
    };
    let mut place: Vec<usize> = Vec::new();
    let mut inputs = vec![u32::MAX; circuit.input_scalars()];
    for id in circuit.gates.ids() {
        let at = |operands: &[GateId]| operands.iter().map(|g| place[g.index()]).collect::<Vec<_>>();
        let new = match circuit.gates.gate(id) {
            Gate::Input(i) => {
                let new = push(1, Num::ZERO, vec![]);
                inputs[i as usize] = new as u32;
                new
            }
            Gate::Const(value) => push(1, value.clone(), vec![]),
            Gate::Add([]) => push(1, Num::ZERO, vec![]),
            Gate::Mul([]) => push(1, Num::ONE, vec![]),
            Gate::Add(&[a]) | Gate::Mul(&[a]) => push(5, Num::ZERO, vec![place[a.index()]]),
            Gate::Add(operands) => push(2, Num::ZERO, at(operands)),
            Gate::Sign(a) => push(4, Num::ZERO, vec![place[a.index()]]),
            Gate::Mul(operands) => {
                let mut level = at(operands);
                while level.len() > 1 {
                    let pair = |pair: &[usize]| match pair {
                        &[a] => a,
                        pair => push(3, Num::ZERO, pair.to_vec()),
                    };
                    level = level.chunks(2).map(pair).collect();
                }
                level[0]
            }
        };
        place.push(new);
    }
    let mut rows: Vec<[Num; 7]> = Vec::new();
    let int = |n: usize| Num::int(n as i64);
    for (g, gate) in simple.iter().enumerate() {
        let (id, zero) = (int(g + 1), Num::ZERO);
        rows.push([zero.clone(), id.clone(), id, Num::int(gate.ty), zero.clone(), gate.value.clone(), zero]);
    }
    for (g, gate) in simple.iter().enumerate() {
        for (k, &p) in gate.reads.iter().enumerate() {
            let zero = Num::ZERO;
            rows.push([Num::ONE, int(p + 1), int(g + 1), zero.clone(), int(k + 1), zero.clone(), zero]);
        }
    }
    let output = |port: &Port| OutputSpec {
        name: port.name.clone(),
        positions: port.gates.iter().map(|g| place[g.index()] as u32).collect(),
        coordinate: 5,
    };
    Transformer {
        construction: "average".to_owned(),
        ring: circuit.ring,
        dim: 7,
        coordinates: ["f", "a", "b", "t", "o", "v", "w"].map(str::to_owned).to_vec(),
        repeat: circuit.output_gates().map(|g| depth[place[g.index()]]).max().unwrap_or(0),
        layers: layers(),
        sequence: Sequence {
            len: rows.len(),
            columns: (0..7).map(|c| Column::of(rows.iter().map(|row| row[c].clone()))).collect(),
            inputs: vec![InputSpec { name: "x".to_owned(), positions: inputs, coordinate: 5, square: None }],
            outputs: circuit.outputs.iter().map(output).collect(),
        },
        declared: None,
    }
}

/// Builds a component from terms.
struct Terms(Gates);

impl Terms {
    fn read(&mut self, i: u32) -> GateId {
        self.0.push_input(i)
    }
    fn int(&mut self, n: i64) -> GateId {
        self.0.push_const(Num::int(n))
    }
    fn add(&mut self, operands: &[GateId]) -> GateId {
        self.0.push_add(operands)
    }
    fn mul(&mut self, operands: &[GateId]) -> GateId {
        self.0.push_mul(operands)
    }
    fn minus(&mut self, a: GateId, b: GateId) -> GateId {
        let m = self.int(-1);
        let b = self.mul(&[m, b]);
        self.add(&[a, b])
    }
    /// 1 where t is c, 0 at the other types.
    fn is_type(&mut self, t: GateId, c: i64) -> GateId {
        let mut factors = Vec::new();
        let mut below = 1;
        for k in (1..=5).filter(|&k| k != c) {
            let k_gate = self.int(k);
            factors.push(self.minus(t, k_gate));
            below *= c - k;
        }
        factors.push(self.0.push_const(Num::ratio(1, below).unwrap()));
        self.mul(&factors)
    }
    fn done(self, outputs: Vec<GateId>) -> Component {
        Component { gates: self.0, outputs }
    }
}

fn terms() -> Terms {
    Terms(Gates::new())
}

fn score(key: u32, weight: i64, flag: i64) -> Score {
    let mut s = terms();
    let (a, k, f) = (s.read(1), s.read(7 + key), s.read(7));
    let d = s.minus(a, k);
    let (w, g) = (s.int(weight), s.int(flag));
    let (square, flagged) = (s.mul(&[w, d, d]), s.mul(&[g, f]));
    let sum = s.add(&[square, flagged]);
    Score::Circuit(s.done(vec![sum]))
}

fn value(coordinates: &[u32]) -> Value {
    let mut s = terms();
    let outputs = coordinates.iter().map(|&c| s.read(c)).collect();
    Value::Circuit(s.done(outputs))
}

fn layers() -> Vec<Layer> {
    let head = |score, value| Head { score, value, pooling: Pooling::Average };
    let mut e = terms();
    let mut own: Vec<GateId> = (0..7).map(|c| e.read(c)).collect();
    let mean = e.read(7);
    let one = e.int(1);
    let not_f = e.minus(one, own[0]);
    let (taken, kept) = (e.mul(&[own[0], mean]), e.mul(&[not_f, own[5]]));
    own[5] = e.add(&[taken, kept]);
    own[6] = e.mul(&[own[0], mean, mean]);
    let e = Layer { heads: vec![head(score(1, -1, -1), value(&[5]))], activation: e.done(own) };

    let mut v = terms();
    let mut own: Vec<GateId> = (0..7).map(|c| v.read(c)).collect();
    let (o, m1, m2) = (v.read(7), v.read(8), v.read(9));
    let (one, two) = (v.int(1), v.int(2));
    let is: Vec<GateId> = (1..=5).map(|c| v.is_type(own[3], c)).collect();
    let twice = v.mul(&[two, o]);
    let k = v.minus(twice, one);
    let squares = v.mul(&[two, m1, m1]);
    let product = v.minus(squares, m2);
    let sign = v.0.push_sign(m1);
    let parts = [
        v.mul(&[is[0], own[5]]),
        v.mul(&[is[1], k, m1]),
        v.mul(&[is[2], product]),
        v.mul(&[is[3], sign]),
        v.mul(&[is[4], m1]),
    ];
    let new = v.add(&parts);
    let not_f = v.minus(one, own[0]);
    let (gate, wire) = (v.mul(&[not_f, new]), v.mul(&[own[0], own[5]]));
    own[5] = v.add(&[gate, wire]);
    let v = Layer { heads: vec![head(score(2, -2, 1), value(&[4, 5, 6]))], activation: v.done(own) };
    vec![e, v]
}
