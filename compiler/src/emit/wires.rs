//! What the constructions share that have a position for each gate and one for each wire.
//!
//! In the first layer a wire takes the value of the gate it comes from, and in the second a gate takes the means of
//! what is at the wires into it. How they find each other is the construction's; what they make of it is the same.

use super::Formula;
use super::{Kind, Normal};
use circ_runtime::{Component, GateId, Generated, Pattern};
use std::mem::take;
use std::sync::Arc;

/// Where the numbers stand that activations read and write. `kind` and `ordinal` may be one coordinate: a gate has
/// a kind and a wire an ordinal.
pub(super) struct Layout {
    /// Numbers in a vector.
    pub(super) dim: u32,
    /// 1 at a wire, 0 at a gate.
    pub(super) flag: u32,
    /// The kind of a gate.
    pub(super) kind: u32,
    /// Which of the wires into its gate a wire is, from 1 on.
    pub(super) ordinal: u32,
    /// The value.
    pub(super) value: u32,
    /// At a wire the square of the value.
    pub(super) square: u32,
}

impl Layout {
    /// What a wire takes of its gate.
    pub(super) fn taken_by_wires(&self) -> [u32; 1] {
        [self.value]
    }

    /// What a gate takes of its wires.
    pub(super) fn taken_by_gates(&self) -> [u32; 3] {
        [self.ordinal, self.value, self.square]
    }

    /// The activation of the first layer: `v := f·v̄ + (1 - f)·v` and `w := f·v̄²`.
    pub(super) fn to_wires(&self) -> Component {
        let mut x = Formula::default();
        let mut next = x.inputs(self.dim);
        let mean = x.input(self.dim);
        let (f, v) = (next[self.flag as usize], next[self.value as usize]);
        next[self.value as usize] = x.choose(f, mean, v);
        next[self.square as usize] = x.mul(&[f, mean, mean]);
        x.outputs(next)
    }

    /// The activation of the second layer: what a gate computes from its wires.
    pub(super) fn to_gates(&self) -> Component {
        let mut x = Formula::default();
        let mut next = x.inputs(self.dim);
        let [o, m1, m2] = [0, 1, 2].map(|i| x.input(self.dim + i));
        let [f, t, v] = [self.flag, self.kind, self.value].map(|c| next[c as usize]);
        let (one, two) = (x.int(1), x.int(2));
        let twice = x.mul(&[two, o]);
        let count = x.sub(twice, one);
        let squares = x.mul(&[two, m1, m1]);
        let product = x.sub(squares, m2);
        let sign = x.sign(m1);
        let cases: [(Kind, &[GateId]); 5] = [
            (Kind::Source, &[v]),
            (Kind::Add, &[count, m1]),
            (Kind::Mul, &[product]),
            (Kind::Sign, &[sign]),
            (Kind::Copy, &[m1]),
        ];
        let new = x.by_kind(t, cases);
        next[self.value as usize] = x.choose(f, v, new);
        x.outputs(next)
    }
}

/// The vector's numbers at some coordinates, as a value circuit.
pub(super) fn pick(coordinates: &[u32]) -> Component {
    let mut x = Formula::default();
    let outputs = coordinates.iter().map(|&c| x.input(c)).collect();
    x.outputs(outputs)
}

/// The columns of a sequence with a position for each gate, then one for each wire. Gates are numbered from 1. The
/// columns share the arrays of the normalised circuit.
pub(super) struct Columns {
    gates: usize,
    kinds: Arc<Vec<u8>>,
    ends: Arc<Vec<u32>>,
    operands: Arc<Vec<u32>>,
}

impl Columns {
    /// Takes the arrays of a circuit.
    pub(super) fn new(normal: &mut Normal) -> Columns {
        Columns {
            gates: normal.len(),
            kinds: Arc::new(kind_numbers(normal)),
            ends: Arc::new(take(&mut normal.ends)),
            operands: Arc::new(take(&mut normal.operands)),
        }
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.gates + self.operands.len()
    }

    /// 0 at gates, 1 at wires.
    pub(super) fn flags(&self) -> Generated {
        self.of(Pattern::Same(0), Pattern::Same(1))
    }

    /// Gates by their number, wires by that of the gate they come from.
    pub(super) fn sources(&self) -> Generated {
        self.of(Pattern::Count(1), Pattern::List { values: Arc::clone(&self.operands), add: 1 })
    }

    /// Gates by their number, wires by that of the gate they go to.
    pub(super) fn targets(&self) -> Generated {
        self.of(Pattern::Count(1), Pattern::Runs { ends: Arc::clone(&self.ends), first: 1 })
    }

    /// The kinds of gates, 0 at wires.
    pub(super) fn kinds(&self) -> Generated {
        self.of(self.kind_pattern(), Pattern::Same(0))
    }

    /// 0 at gates, the ordinals of wires.
    pub(super) fn ordinals(&self) -> Generated {
        self.of(Pattern::Same(0), self.ordinal_pattern())
    }

    /// The kinds of gates and the ordinals of wires.
    pub(super) fn kinds_and_ordinals(&self) -> Generated {
        self.of(self.kind_pattern(), self.ordinal_pattern())
    }

    fn kind_pattern(&self) -> Pattern {
        Pattern::Bytes(Arc::clone(&self.kinds))
    }

    fn ordinal_pattern(&self) -> Pattern {
        Pattern::Ordinals { ends: Arc::clone(&self.ends) }
    }

    fn of(&self, gates: Pattern, wires: Pattern) -> Generated {
        Generated::new([(self.gates, gates), (self.operands.len(), wires)])
    }
}

/// The numbers of the kinds of gates, which are taken.
pub(super) fn kind_numbers(normal: &mut Normal) -> Vec<u8> {
    take(&mut normal.kinds).into_iter().map(|kind| kind as u8).collect()
}
