//! A circuit C_n: gates in flat arrays, operands before their gate, and the ports that name them.
//!
//! The compiler makes these and the engines run them. Depth, size and fan-in are [`measure`]d here.

mod keep;

use crate::number::{Num, Ring};
use std::fmt;

/// A gate of one circuit, by its place in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GateId(pub u32);

impl GateId {
    /// The place as an index into an array with one entry a gate.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for GateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g{}", self.0)
    }
}

impl fmt::Display for GateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g{}", self.0)
    }
}

/// The kind of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Op {
    /// An input scalar.
    Input,
    /// A constant.
    Const,
    /// The sum of any number of operands; of none, 0.
    Add,
    /// The product of any number of operands; of none, 1.
    Mul,
    /// -1, 0 or 1, as the operand is negative, zero or positive.
    Sign,
}

/// A gate with what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate<'a> {
    /// The input scalar with this flat index: all input ports in order, each in row-major order.
    Input(u32),
    /// This constant.
    Const(&'a Num),
    /// The sum of these, repeats included.
    Add(&'a [GateId]),
    /// The product of these, repeats included.
    Mul(&'a [GateId]),
    /// The sign of this.
    Sign(GateId),
}

/// The gates of one circuit, numbered from 0. Every operand stands before its gate.
///
/// Four flat arrays and no allocation for each gate, so circuits of millions of gates stay small.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gates {
    ops: Vec<Op>,
    /// Where each gate's operands end; they begin where the gate before ends.
    ends: Vec<u32>,
    /// Operands. An input keeps its flat index here, a constant its place among the constants.
    operands: Vec<GateId>,
    constants: Vec<Num>,
    edges: usize,
}

impl Gates {
    /// No gates.
    pub fn new() -> Gates {
        Gates::default()
    }

    /// The number of gates.
    #[inline]
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether there is no gate.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// The number of wires: operands of add, mul and sign gates.
    #[inline]
    pub fn edges(&self) -> usize {
        self.edges
    }

    /// The values of the const gates.
    #[inline]
    pub fn constants(&self) -> &[Num] {
        &self.constants
    }

    /// All gates in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = GateId> + ExactSizeIterator + use<> {
        (0..self.ops.len() as u32).map(GateId)
    }

    /// The kind of a gate.
    ///
    /// # Panics
    /// Where there is no such gate, as for [`Gates::gate`] and [`Gates::operands`].
    #[inline]
    pub fn op(&self, id: GateId) -> Op {
        self.ops[id.index()]
    }

    /// A gate.
    #[inline]
    pub fn gate(&self, id: GateId) -> Gate<'_> {
        let slots = self.slots(id);
        match self.ops[id.index()] {
            Op::Input => Gate::Input(slots[0].0),
            Op::Const => Gate::Const(&self.constants[slots[0].index()]),
            Op::Add => Gate::Add(slots),
            Op::Mul => Gate::Mul(slots),
            Op::Sign => Gate::Sign(slots[0]),
        }
    }

    /// The gates that a gate reads: none for an input or a constant.
    #[inline]
    pub fn operands(&self, id: GateId) -> &[GateId] {
        match self.ops[id.index()] {
            Op::Input | Op::Const => &[],
            Op::Add | Op::Mul | Op::Sign => self.slots(id),
        }
    }

    #[inline]
    fn slots(&self, id: GateId) -> &[GateId] {
        let i = id.index();
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.operands[start..self.ends[i] as usize]
    }

    /// Appends the input scalar with this flat index.
    ///
    /// # Panics
    /// As every push: where the gates or the operands number 2^32, or an operand does not stand before the
    /// gate. Budgets keep a compiler far below the first; the second would be its error.
    #[inline]
    pub fn push_input(&mut self, index: u32) -> GateId {
        self.push(Op::Input, &[GateId(index)])
    }

    /// Appends a constant.
    #[inline]
    pub fn push_const(&mut self, value: Num) -> GateId {
        let place = self.constants.len() as u32;
        self.constants.push(value);
        self.push(Op::Const, &[GateId(place)])
    }

    /// Appends a sum.
    #[inline]
    pub fn push_add(&mut self, operands: &[GateId]) -> GateId {
        self.push_wired(Op::Add, operands)
    }

    /// Appends a product.
    #[inline]
    pub fn push_mul(&mut self, operands: &[GateId]) -> GateId {
        self.push_wired(Op::Mul, operands)
    }

    /// Appends a sign.
    #[inline]
    pub fn push_sign(&mut self, operand: GateId) -> GateId {
        self.push_wired(Op::Sign, &[operand])
    }

    #[inline]
    fn push_wired(&mut self, op: Op, operands: &[GateId]) -> GateId {
        assert!(operands.iter().all(|g| g.index() < self.len()), "an operand stands before its gate");
        self.edges += operands.len();
        self.push(op, operands)
    }

    #[inline]
    fn push(&mut self, op: Op, slots: &[GateId]) -> GateId {
        let id = u32::try_from(self.ops.len()).expect("fewer than 2^32 gates");
        self.operands.extend_from_slice(slots);
        self.ends.push(u32::try_from(self.operands.len()).expect("fewer than 2^32 wires"));
        self.ops.push(op);
        GateId(id)
    }
}

/// What the numbers of a port stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortType {
    /// Any number.
    Num,
    /// 0 or 1.
    Bool,
    /// A token of an alphabet: token k is the number k.
    Alphabet {
        /// The name of the alphabet.
        name: String,
        /// The tokens in the order of their codes.
        tokens: Vec<String>,
    },
}

/// A named input or output: an array of scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The name in the source.
    pub name: String,
    /// What the numbers stand for.
    pub ty: PortType,
    /// The sizes of the dimensions; a scalar has none.
    pub shape: Vec<usize>,
    /// The gate of every scalar, row-major. An output has as many as its shape says. For an input this is for
    /// the reader: the engines go by the flat index of an input gate, and an input that no gate reads may have
    /// an empty list.
    pub gates: Vec<GateId>,
}

impl Port {
    /// The number of scalars: the product of the sizes. Beside a 0 the others may be as large as they like.
    pub fn scalars(&self) -> usize {
        if self.shape.contains(&0) { 0 } else { self.shape.iter().product() }
    }
}

/// The circuit of one family at one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    /// The family it belongs to.
    pub family: String,
    /// The size parameters with their values, in the order of the source.
    pub params: Vec<(String, u64)>,
    /// The ring of its constants and inputs.
    pub ring: Ring,
    /// The inputs in order.
    pub inputs: Vec<Port>,
    /// The outputs in order.
    pub outputs: Vec<Port>,
    /// The gates.
    pub gates: Gates,
}

impl Circuit {
    /// The number of input scalars.
    pub fn input_scalars(&self) -> usize {
        self.inputs.iter().map(Port::scalars).sum()
    }

    /// The gate of every output scalar, ports in order.
    pub fn output_gates(&self) -> impl Iterator<Item = GateId> + '_ {
        self.outputs.iter().flat_map(|port| port.gates.iter().copied())
    }
}

/// What a circuit costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Size: the number of gates, inputs and constants included.
    pub gates: usize,
    /// The number of wires: operands of add, mul and sign gates.
    pub edges: usize,
    /// The longest path from an input or a constant to an output, counting add, mul and sign gates.
    pub depth: usize,
    /// The most operands of an add gate.
    pub add_fan_in: usize,
    /// The most operands of a mul gate.
    pub mul_fan_in: usize,
    /// Whether a sign gate occurs.
    pub signs: bool,
}

/// The depth of every gate: 0 for an input or a constant, else one more than its deepest operand's.
pub fn depths(gates: &Gates) -> Vec<u32> {
    let mut depths = Vec::with_capacity(gates.len());
    for id in gates.ids() {
        let below = gates.operands(id).iter().map(|g| depths[g.index()]).max().unwrap_or(0);
        let own = u32::from(!matches!(gates.op(id), Op::Input | Op::Const));
        depths.push(below + own);
    }
    depths
}

/// Depth, size and fan-in of a circuit.
pub fn measure(circuit: &Circuit) -> Measures {
    let gates = &circuit.gates;
    let depths = depths(gates);
    let deepest = circuit.output_gates().map(|g| depths[g.index()]).max().unwrap_or(0);
    let fan_in =
        |op| gates.ids().filter(|&g| gates.op(g) == op).map(|g| gates.operands(g).len()).max().unwrap_or(0);
    Measures {
        gates: gates.len(),
        edges: gates.edges(),
        depth: deepest as usize,
        add_fan_in: fan_in(Op::Add),
        mul_fan_in: fan_in(Op::Mul),
        signs: gates.ids().any(|g| gates.op(g) == Op::Sign),
    }
}
