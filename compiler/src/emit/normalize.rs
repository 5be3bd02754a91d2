//! A circuit with the gates that the constructions know.
//!
//! Takes any circuit. Gives gates of five kinds: a sum or a product of one operand becomes a copy, of none a
//! constant, and a product of more than two a balanced tree of products of two. The tree is the step that is
//! not free: L layers whose parts have degree D compute polynomials of degree D^L at most, so no fixed number of
//! layers multiplies n numbers. Where it is asked for, sums of more than two are such trees too.

use circ_runtime::{Circuit, Gate, GateId, Num};

/// What a gate is after normalisation. The number is the type that its position carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// An input or a constant.
    Source = 1,
    /// A sum of two or more; of two where sums are binary.
    Add = 2,
    /// A product of two.
    Mul = 3,
    /// A sign.
    Sign = 4,
    /// A copy of one other gate.
    Copy = 5,
}

/// The sums that are left as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sums {
    /// Those of any number of operands.
    Wide,
    /// Those of two; a larger one becomes a balanced tree.
    Binary,
}

/// A circuit after normalisation. Gates are numbered from 0; every operand stands before its gate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Normal {
    /// The kind of every gate.
    pub kinds: Vec<Kind>,
    /// Where the operands of every gate end; they begin where those of the gate before end.
    pub ends: Vec<u32>,
    /// All operands.
    pub operands: Vec<u32>,
    /// The sources that are constants, with their values, in order.
    pub constants: Vec<(u32, Num)>,
    /// The source of every input scalar, ports in order, also of those that no gate reads.
    pub inputs: Vec<u32>,
    /// The gate of every output scalar, ports in order.
    pub outputs: Vec<u32>,
    /// What each gate of the circuit has become.
    pub gates: Vec<u32>,
    /// The depth of every gate.
    pub depths: Vec<u32>,
    /// The depth to the outputs, which is at least that of the circuit.
    pub depth: u32,
}

impl Normal {
    /// The number of gates.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no gate.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// What a gate reads.
    pub fn operands(&self, gate: usize) -> &[u32] {
        let start = if gate == 0 { 0 } else { self.ends[gate - 1] as usize };
        &self.operands[start..self.ends[gate] as usize]
    }

    fn push(&mut self, kind: Kind, operands: impl IntoIterator<Item = u32>) -> u32 {
        self.operands.extend(operands);
        self.ends.push(self.operands.len() as u32);
        self.kinds.push(kind);
        self.kinds.len() as u32 - 1
    }

    fn push_constant(&mut self, value: Num) -> u32 {
        let gate = self.push(Kind::Source, []);
        self.constants.push((gate, value));
        gate
    }

    /// A gate of two or more operands as gates of two, halving the operands level by level.
    fn push_tree(&mut self, kind: Kind, mut operands: Vec<u32>) -> u32 {
        while operands.len() > 1 {
            let mut halved = Vec::with_capacity(operands.len().div_ceil(2));
            for pair in operands.chunks(2) {
                halved.push(match *pair {
                    [a, b] => self.push(kind, [a, b]),
                    _ => pair[0],
                });
            }
            operands = halved;
        }
        operands[0]
    }
}

/// The circuit in the kinds of gates that the constructions know.
pub fn normalize(circuit: &Circuit, sums: Sums) -> Normal {
    let mut normal = Normal::default();
    let mut sources: Vec<Option<u32>> = vec![None; circuit.input_scalars()];
    let mut now: Vec<u32> = Vec::with_capacity(circuit.gates.len());
    for id in circuit.gates.ids() {
        let read = |g: &GateId| now[g.index()];
        let gate = match circuit.gates.gate(id) {
            // Two gates for one scalar are one source.
            Gate::Input(i) => *sources[i as usize].get_or_insert_with(|| normal.push(Kind::Source, [])),
            Gate::Const(value) => normal.push_constant(value.clone()),
            Gate::Add([]) => normal.push_constant(Num::ZERO),
            Gate::Mul([]) => normal.push_constant(Num::ONE),
            Gate::Add([one]) | Gate::Mul([one]) => normal.push(Kind::Copy, [read(one)]),
            Gate::Add(operands) => match sums {
                Sums::Wide => normal.push(Kind::Add, operands.iter().map(read)),
                Sums::Binary => normal.push_tree(Kind::Add, operands.iter().map(read).collect()),
            },
            Gate::Mul(operands) => normal.push_tree(Kind::Mul, operands.iter().map(read).collect()),
            Gate::Sign(operand) => normal.push(Kind::Sign, [read(&operand)]),
        };
        now.push(gate);
    }
    normal.inputs = sources.into_iter().map(|s| s.unwrap_or_else(|| normal.push(Kind::Source, []))).collect();
    normal.outputs = circuit.output_gates().map(|g| now[g.index()]).collect();
    normal.gates = now;
    normal.depths = depths(&normal);
    normal.depth = normal.outputs.iter().map(|&g| normal.depths[g as usize]).max().unwrap_or(0);
    normal
}

/// The depth of every gate.
fn depths(normal: &Normal) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(normal.len());
    for gate in 0..normal.len() {
        depths.push(normal.operands(gate).iter().map(|&g| depths[g as usize] + 1).max().unwrap_or(0));
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;
    use circ_runtime::{Gates, Port, PortType, Ring};

    fn normal(inputs: usize, gates: Gates, output: GateId, sums: Sums) -> Normal {
        let port = |name: &str, shape, gates| Port { name: name.to_owned(), ty: PortType::Num, shape, gates };
        let circuit = Circuit {
            family: "f".to_owned(),
            params: vec![],
            ring: Ring::Q,
            inputs: vec![port("x", vec![inputs], vec![])],
            outputs: vec![port("result", vec![], vec![output])],
            gates,
        };
        normalize(&circuit, sums)
    }

    #[test]
    fn a_wide_product_is_a_balanced_tree() {
        let mut gates = Gates::new();
        let x: Vec<GateId> = (0..5).map(|i| gates.push_input(i)).collect();
        let product = gates.push_mul(&x);
        let n = normal(5, gates, product, Sums::Wide);
        assert_eq!(n.depth, 3);
        assert_eq!(n.kinds[5..], [Kind::Mul; 4]);
        assert_eq!(n.operands, [0, 1, 2, 3, 5, 6, 7, 4]);
        assert_eq!((n.gates.last(), n.depths[8]), (Some(&8), 3));
    }

    #[test]
    fn a_wide_sum_is_a_tree_where_that_is_asked_for() {
        let of = |sums| {
            let mut gates = Gates::new();
            let x: Vec<GateId> = (0..3).map(|i| gates.push_input(i)).collect();
            let sum = gates.push_add(&x);
            normal(3, gates, sum, sums)
        };
        let (wide, binary) = (of(Sums::Wide), of(Sums::Binary));
        assert_eq!((wide.depth, wide.len(), wide.operands), (1, 4, vec![0, 1, 2]));
        assert_eq!((binary.depth, binary.len(), binary.operands), (2, 5, vec![0, 1, 3, 2]));
        assert_eq!(binary.kinds[3..], [Kind::Add; 2]);
    }

    #[test]
    fn small_fan_in_is_a_copy_or_a_constant() {
        let mut gates = Gates::new();
        let x = gates.push_input(0);
        let (copy, zero, one) = (gates.push_add(&[x]), gates.push_add(&[]), gates.push_mul(&[]));
        let sum = gates.push_add(&[copy, zero, one]);
        let n = normal(1, gates, sum, Sums::Wide);
        assert_eq!(n.kinds, [Kind::Source, Kind::Copy, Kind::Source, Kind::Source, Kind::Add]);
        assert_eq!(n.constants, [(2, Num::ZERO), (3, Num::ONE)]);
        assert_eq!(n.depth, 2);
    }

    #[test]
    fn every_input_scalar_has_one_source() {
        let mut gates = Gates::new();
        let (a, b) = (gates.push_input(1), gates.push_input(1));
        let sum = gates.push_add(&[a, b]);
        let n = normal(3, gates, sum, Sums::Wide);
        assert_eq!(n.inputs, [2, 0, 3]);
        assert_eq!(n.operands, [0, 0]);
    }
}
