//! Circuits of a wanted size, made gate by gate: the shapes in which the costs of the engines differ.
//!
//! The same size gives the same circuit. Values stay small integers, as nearly all values of programs are, so that
//! the engines are compared and not the arithmetic.

use circ_compiler::emit::{Construction, emit};
use circ_runtime::{Circuit, GateId, Gates, Num, Port, PortType, Ring, Transformer};

/// A circuit with an input, and what the construction makes of the two.
pub struct Case {
    /// What is measured, with its size.
    pub name: String,
    /// The circuit.
    pub circuit: Circuit,
    /// Its input.
    pub inputs: Vec<Num>,
    /// The transformer, with the input in its sequence.
    pub transformer: Transformer,
}

impl Case {
    /// A case of one output port.
    fn new(name: &str, gates: Gates, inputs: usize, outputs: Vec<GateId>) -> Case {
        let name = format!("{name}/{}", gates.len());
        let port = |name: &str, gates: Vec<GateId>| Port {
            name: name.to_owned(),
            ty: PortType::Num,
            shape: vec![gates.len()],
            gates,
        };
        let circuit = Circuit {
            family: name.clone(),
            params: vec![],
            ring: Ring::Q,
            inputs: vec![port("x", (0..inputs as u32).map(GateId).collect())],
            outputs: vec![port("result", outputs)],
            gates,
        };
        Case::of(name, circuit, 1)
    }

    /// A case of any circuit: its inputs are integers between -`most` and `most`.
    ///
    /// # Panics
    /// Never: there are as many inputs as the circuit has.
    pub fn of(name: String, circuit: Circuit, most: usize) -> Case {
        let mut random = Random(7);
        let mut next = || Num::int(random.below(2 * most + 1) as i64 - most as i64);
        let inputs: Vec<Num> = (0..circuit.input_scalars()).map(|_| next()).collect();
        let transformer = filled(&circuit, Construction::Average, &inputs);
        Case { name, circuit, inputs, transformer }
    }

    /// The same circuit by a construction; the families give `average`.
    pub fn by(self, construction: Construction) -> Case {
        Case { transformer: filled(&self.circuit, construction, &self.inputs), ..self }
    }
}

/// The transformer of a circuit with an input.
fn filled(circuit: &Circuit, construction: Construction, inputs: &[Num]) -> Transformer {
    let mut transformer = emit(circuit, construction).transformer;
    transformer.sequence.fill(inputs).expect("as many as the circuit has");
    transformer
}

/// A generator of numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// `size` gates in `depth` layers and one of inputs; `push` adds a gate that reads the layer before.
fn layered(
    name: &str,
    size: usize,
    depth: usize,
    mut push: impl FnMut(&mut Gates, &mut dyn FnMut() -> GateId, usize),
) -> Case {
    let width = size / (depth + 1);
    let (mut gates, mut random) = (Gates::new(), Random(1));
    (0..width as u32).for_each(|i| {
        gates.push_input(i);
    });
    for layer in 0..depth {
        let first = layer * width;
        for k in 0..width {
            push(&mut gates, &mut || GateId((first + random.below(width)) as u32), k);
        }
    }
    let last = gates.len() - width;
    let outputs = (last..gates.len()).map(|g| GateId(g as u32)).collect();
    Case::new(name, gates, width, outputs)
}

/// Ten layers of sums of three.
pub fn sums(size: usize) -> Case {
    layered("sums", size, 10, |gates, read, _| {
        gates.push_add(&[read(), read(), read()]);
    })
}

/// Ten layers, of which every other gate is a sum of ten and the rest are signs.
pub fn wide(size: usize) -> Case {
    layered("wide", size, 10, |gates, read, k| {
        if k % 2 == 0 {
            let operands: Vec<GateId> = (0..10).map(|_| read()).collect();
            gates.push_add(&operands);
        } else {
            gates.push_sign(read());
        }
    })
}

/// Ten layers, of which every other gate is a product of two and the rest are signs.
pub fn products(size: usize) -> Case {
    layered("products", size, 10, |gates, read, k| {
        if k % 2 == 0 {
            gates.push_mul(&[read(), read()]);
        } else {
            gates.push_sign(read());
        }
    })
}

/// How many numbers are less than each of `n`: all pairs compared, as the language compares them.
pub fn pairs(n: usize) -> Case {
    let mut gates = Gates::new();
    let x: Vec<GateId> = (0..n as u32).map(|i| gates.push_input(i)).collect();
    let [minus, one, half] =
        [Num::MINUS_ONE, Num::ONE, Num::ratio(1, 2).unwrap_or(Num::ONE)].map(|value| gates.push_const(value));
    let negative: Vec<GateId> = x.iter().map(|&x| gates.push_mul(&[minus, x])).collect();
    let mut outputs = Vec::new();
    for &x in &x {
        let mut less = |&y: &GateId| {
            let difference = gates.push_add(&[x, y]);
            let sign = gates.push_sign(difference);
            let shifted = gates.push_add(&[sign, one]);
            gates.push_mul(&[half, sign, shifted])
        };
        let all: Vec<GateId> = negative.iter().map(&mut less).collect();
        outputs.push(gates.push_add(&all));
    }
    Case::new("pairs", gates, n, outputs)
}

/// A state that takes in one number after the other, `n` times, two gates deep each.
pub fn fold(n: usize) -> Case {
    let mut gates = Gates::new();
    let x: Vec<GateId> = (0..n as u32).map(|i| gates.push_input(i)).collect();
    let mut state = gates.push_const(Num::ZERO);
    for &x in &x {
        let sum = gates.push_add(&[state, x]);
        state = gates.push_sign(sum);
    }
    Case::new("fold", gates, n, vec![state])
}
