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

use super::{Formula, Kind, Normal, normalize};
use circ_runtime::{
    Circuit, Column, Component, GateId, Head, InputSpec, Layer, Num, OutputSpec, Pooling, Port, Score,
    Sequence, Transformer, Value,
};

/// The names of the coordinates.
const COORDINATES: [&str; 7] = ["f", "a", "b", "t", "o", "v", "w"];
const DIM: u32 = 7;
const F: u32 = 0;
const A: u32 = 1;
const B: u32 = 2;
const T: u32 = 3;
const O: u32 = 4;
const V: u32 = 5;
const W: u32 = 6;

/// The transformer that simulates a circuit by average-hard attention, with the sequence that encodes it.
///
/// The sequence has a position for each gate, then one for each wire, after normalisation. Input positions hold
/// 0 until they are filled. The two layers are repeated as often as the normalised circuit is deep.
pub fn average(circuit: &Circuit) -> Transformer {
    let normal = normalize(circuit);
    Transformer {
        construction: "average".to_owned(),
        ring: circuit.ring,
        dim: COORDINATES.len(),
        coordinates: COORDINATES.map(str::to_owned).to_vec(),
        repeat: u64::from(normal.depth),
        layers: vec![to_wires(), to_gates()],
        sequence: sequence(circuit, &normal),
        declared: None,
    }
}

/// The first layer: `v := f·v̄ + (1 - f)·v` and `w := f·v̄²`.
fn to_wires() -> Layer {
    let mut x = Formula::default();
    let mut next = x.inputs(DIM);
    let mean = x.input(DIM);
    let (f, v) = (next[F as usize], next[V as usize]);
    next[V as usize] = x.choose(f, mean, v);
    next[W as usize] = x.mul(&[f, mean, mean]);
    layer(score(A, -1, -1), &[V], x.outputs(next))
}

/// The second layer: what a gate computes from its wires.
fn to_gates() -> Layer {
    let mut x = Formula::default();
    let mut next = x.inputs(DIM);
    let [o, m1, m2] = [DIM, DIM + 1, DIM + 2].map(|i| x.input(i));
    let (f, t, v) = (next[F as usize], next[T as usize], next[V as usize]);
    let (one, two) = (x.int(1), x.int(2));
    let twice = x.mul(&[two, o]);
    let count = x.sub(twice, one);
    let squares = x.mul(&[two, m1, m1]);
    let product = x.sub(squares, m2);
    let sign = x.sign(m1);
    let is = x.indicators(t, Kind::Copy as i64);
    let cases: [(Kind, &[GateId]); 5] = [
        (Kind::Source, &[v]),
        (Kind::Add, &[count, m1]),
        (Kind::Mul, &[product]),
        (Kind::Sign, &[sign]),
        (Kind::Copy, &[m1]),
    ];
    let mut terms = Vec::new();
    for (kind, factors) in cases {
        terms.push(x.mul(&[&[is[kind as usize - 1]], factors].concat()));
    }
    let new = x.add(&terms);
    next[V as usize] = x.choose(f, v, new);
    layer(score(B, -2, 1), &[O, V, W], x.outputs(next))
}

fn layer(score: Component, taken: &[u32], activation: Component) -> Layer {
    let mut x = Formula::default();
    let outputs = taken.iter().map(|&c| x.input(c)).collect();
    let value = Value::Circuit(x.outputs(outputs));
    Layer { heads: vec![Head { score: Score::Circuit(score), value, pooling: Pooling::Average }], activation }
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
fn sequence(circuit: &Circuit, normal: &Normal) -> Sequence {
    let (gates, wires) = (normal.len(), normal.operands.len());
    let len = gates + wires;
    let ids = 1..=gates as i32;
    let column = |of_gates: &mut dyn Iterator<Item = i32>, of_wires: &mut dyn Iterator<Item = i32>| {
        let mut values = Vec::with_capacity(len);
        values.extend(of_gates);
        values.extend(of_wires);
        Column::Ints(values)
    };
    let fan_ins = || (0..gates).map(|g| normal.operands(g).len());
    let zeros = |count| std::iter::repeat_n(0, count);
    let columns = vec![
        column(&mut zeros(gates), &mut std::iter::repeat_n(1, wires)),
        column(&mut ids.clone(), &mut normal.operands.iter().map(|&p| p as i32 + 1)),
        column(&mut ids.clone(), &mut ids.zip(fan_ins()).flat_map(|(g, k)| std::iter::repeat_n(g, k))),
        column(&mut normal.kinds.iter().map(|&kind| kind as i32), &mut zeros(wires)),
        column(&mut zeros(gates), &mut fan_ins().flat_map(|k| 1..=k as i32)),
        values(normal, len),
        Column::All(Num::ZERO),
    ];
    Sequence { len, columns, inputs: inputs(circuit, normal), outputs: outputs(circuit, normal) }
}

/// The column v: the constants at their gates.
fn values(normal: &Normal, len: usize) -> Column {
    let mut constants = normal.constants.iter().peekable();
    if constants.peek().is_none() {
        return Column::All(Num::ZERO);
    }
    Column::of((0..len).map(|i| {
        constants.next_if(|(gate, _)| *gate as usize == i).map_or(Num::ZERO, |(_, value)| value.clone())
    }))
}

fn inputs(circuit: &Circuit, normal: &Normal) -> Vec<InputSpec> {
    let mut rest = normal.inputs.iter().copied();
    let spec = |port: &Port| InputSpec {
        name: port.name.clone(),
        positions: rest.by_ref().take(port.scalars()).collect(),
        coordinate: V as usize,
        square: None,
    };
    circuit.inputs.iter().map(spec).collect()
}

fn outputs(circuit: &Circuit, normal: &Normal) -> Vec<OutputSpec> {
    let mut rest = normal.outputs.iter().copied();
    let spec = |port: &Port| OutputSpec {
        name: port.name.clone(),
        positions: rest.by_ref().take(port.gates.len()).collect(),
        coordinate: V as usize,
    };
    circuit.outputs.iter().map(spec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use circ_runtime::{Gates, Limits, PortType, Ring, evaluate, execute, execute_literal};
    use proptest::prelude::*;

    fn circuit(gates: Gates, inputs: usize, outputs: Vec<GateId>) -> Circuit {
        let port = |name: &str, shape, gates| Port { name: name.to_owned(), ty: PortType::Num, shape, gates };
        Circuit {
            family: "random".to_owned(),
            params: vec![],
            ring: Ring::Q,
            inputs: vec![port("x", vec![inputs], vec![])],
            outputs: vec![port("result", vec![outputs.len()], outputs)],
            gates,
        }
    }

    /// Evaluates a circuit and runs its transformer on both engines; the three agree.
    fn check(circuit: &Circuit, inputs: &[Num]) {
        let limits = Limits::default();
        let expected = evaluate(circuit, inputs, &limits, &mut |_, _| {});
        let mut t = average(circuit);
        t.sequence.fill(inputs).unwrap();
        assert_eq!(t.validate(), Ok(()));
        for t in [&t, &Transformer { repeat: t.repeat + 1, ..t.clone() }] {
            assert_eq!(execute_literal(t, &limits, &mut |_, _| {}), expected);
            assert_eq!(execute(t, &limits, &mut |_, _| {}), expected);
        }
    }

    #[test]
    fn a_small_circuit_has_the_vectors_of_the_table() {
        let mut gates = Gates::new();
        let (x, y) = (gates.push_input(0), gates.push_input(1));
        let half = gates.push_const(Num::ratio(1, 2).unwrap());
        let sum = gates.push_add(&[x, y, x]);
        let product = gates.push_mul(&[half, sum]);
        let circuit = circuit(gates, 2, vec![product]);
        let t = average(&circuit);
        let row = |i| t.sequence.vector(i).iter().map(Num::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(t.repeat, 2);
        let rows: Vec<String> = (0..t.sequence.len).map(row).collect();
        assert_eq!(
            rows,
            [
                "0 1 1 1 0 0 0",
                "0 2 2 1 0 0 0",
                "0 3 3 1 0 1/2 0",
                "0 4 4 2 0 0 0",
                "0 5 5 3 0 0 0",
                "1 1 4 0 1 0 0",
                "1 2 4 0 2 0 0",
                "1 1 4 0 3 0 0",
                "1 3 5 0 1 0 0",
                "1 4 5 0 2 0 0",
            ]
        );
        check(&circuit, &[Num::int(3), Num::int(-4)]);
    }

    #[test]
    fn an_output_may_be_an_input() {
        let mut gates = Gates::new();
        let x = gates.push_input(0);
        check(&circuit(gates, 1, vec![x]), &[Num::int(7)]);
    }

    proptest! {
        #[test]
        fn random_circuits_come_out_the_same(
            inputs in prop::collection::vec(-3i64..4, 1..4),
            specs in prop::collection::vec((0u8..5, -2i64..3, prop::collection::vec(any::<prop::sample::Index>(), 0..5)), 1..10),
        ) {
            let mut gates = Gates::new();
            for i in 0..inputs.len() as u32 {
                gates.push_input(i);
            }
            for (kind, value, reads) in specs {
                let operands: Vec<GateId> = reads.iter().map(|i| GateId(i.index(gates.len()) as u32)).collect();
                match (kind, operands.as_slice()) {
                    (0, _) => gates.push_const(Num::int(value)),
                    (1 | 2, operands) => gates.push_add(operands),
                    (3, operands) => gates.push_mul(operands),
                    (_, [first, ..]) => gates.push_sign(*first),
                    (_, []) => gates.push_sign(GateId(0)),
                };
            }
            let last = GateId(gates.len() as u32 - 1);
            let inputs: Vec<Num> = inputs.into_iter().map(Num::int).collect();
            check(&circuit(gates, inputs.len(), vec![last]), &inputs);
        }
    }
}
