//! Gates as they are added: simplified, shared, counted; and what is dead dropped at the end.
//!
//! The simplifications are a closed list, and none of them raises depth, size, wires or fan-in: a gate whose
//! operands are all constant is folded; constant operands are merged into one, which stands first; 0 goes from an
//! add and 1 from a mul; 0 makes a mul 0; a gate of one operand is that operand; gates of one kind with the same
//! operands in the same order are one gate. Nothing is cancelled (`x - x` stays), and nothing is flattened.

use std::hash::BuildHasher;

use circ_runtime::{Circuit, Gate, GateId, Gates, Num, Op};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::diagnostics::BuildFact;
use crate::limits::{Limits, digits_to_bits};
use crate::lower::Builder;

/// Bits of all constants of a circuit together: half a gigabyte.
const MAX_CONSTANT_BITS: u64 = 4_000_000_000;

/// Builds simplified gates. When a budget is used up it says so once and adds nothing more: the wires that it
/// gives from then on are meaningless, and the caller stops at the next look at [`GateBuilder::exceeded`].
pub struct GateBuilder {
    gates: Gates,
    /// Where each gate came from, as the caller numbers places.
    origins: Vec<u32>,
    /// The place that new gates come from.
    pub origin: u32,
    /// Every gate but the inputs, with the hash that it is found by.
    shared: HashTable<(u32, GateId)>,
    /// The operands of the gate in the making.
    scratch: Vec<GateId>,
    max_gates: u64,
    max_wires: u64,
    max_bits: u64,
    max_digits: u64,
    /// Bits of all constants together.
    constant_bits: u64,
    exceeded: Option<BuildFact>,
}

/// The hash of a constant.
fn hash_constant(value: &Num) -> u32 {
    fold(FxBuildHasher.hash_one(value))
}

/// The hash of a gate of this kind over these operands.
fn hash_operands(op: Op, operands: &[GateId]) -> u32 {
    hash_words(std::iter::once(op as u32).chain(operands.iter().map(|o| o.0)))
}

/// The hash of a list of words.
pub(crate) fn hash_words(words: impl Iterator<Item = u32>) -> u32 {
    let start = 0x9e37_79b9_7f4a_7c15;
    fold(words.fold(start, |hash: u64, word| {
        (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0xf135_7aea_2e62_a9c5)
    }))
}

fn fold(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}

/// The table looks at the top bits and at the lowest ones, so a kept hash is spread over all.
pub(crate) fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl GateBuilder {
    /// A builder with these budgets.
    pub fn new(limits: &Limits) -> Self {
        GateBuilder {
            gates: Gates::new(),
            origins: Vec::new(),
            origin: 0,
            shared: HashTable::new(),
            scratch: Vec::new(),
            max_gates: limits.max_gates,
            max_wires: limits.max_wires,
            max_bits: digits_to_bits(limits.max_digits),
            max_digits: limits.max_digits,
            constant_bits: 0,
            exceeded: None,
        }
    }

    /// The budget that was used up.
    pub fn exceeded(&self) -> Option<&BuildFact> {
        self.exceeded.as_ref()
    }

    /// The gates so far.
    pub fn gates(&self) -> &Gates {
        &self.gates
    }

    /// The place that a gate came from.
    pub fn origin_of(&self, gate: GateId) -> u32 {
        self.origins[gate.index()]
    }

    /// An input scalar. Inputs are never shared.
    pub fn input(&mut self, index: u32) -> GateId {
        if self.full(0) {
            return GateId(0);
        }
        self.origins.push(self.origin);
        self.gates.push_input(index)
    }

    /// Whether another gate with so many wires is beyond a budget.
    fn full(&mut self, wires: usize) -> bool {
        if self.exceeded.is_some() {
            return true;
        }
        if self.gates.len() as u64 >= self.max_gates {
            self.exceeded = Some(BuildFact::TooManyGates { limit: self.max_gates });
        } else if (self.gates.edges() + wires) as u64 > self.max_wires {
            self.exceeded = Some(BuildFact::TooManyWires { limit: self.max_wires });
        }
        self.exceeded.is_some()
    }

    fn constant_gate(&mut self, value: Num) -> GateId {
        let key = hash_constant(&value);
        let gates = &self.gates;
        let same = |(hash, id): &(u32, GateId)| {
            *hash == key && matches!(gates.gate(*id), Gate::Const(known) if *known == value)
        };
        if let Some((_, id)) = self.shared.find(spread(key), same) {
            return *id;
        }
        if self.full(0) {
            return GateId(0);
        }
        self.constant_bits = self.constant_bits.saturating_add(value.bits());
        if self.constant_bits > MAX_CONSTANT_BITS {
            self.exceeded = Some(BuildFact::TooManyDigits { limit: MAX_CONSTANT_BITS / 10 * 3 });
            return GateId(0);
        }
        self.origins.push(self.origin);
        let id = self.gates.push_const(value);
        self.shared.insert_unique(spread(key), (key, id), |(hash, _)| spread(*hash));
        id
    }

    /// The gate of this kind over `scratch`, shared with an equal one.
    fn shared_gate(&mut self, op: Op) -> GateId {
        let key = hash_operands(op, &self.scratch);
        let (gates, scratch) = (&self.gates, &self.scratch);
        let same = |(hash, id): &(u32, GateId)| {
            *hash == key && gates.op(*id) == op && gates.operands(*id) == scratch.as_slice()
        };
        if let Some((_, id)) = self.shared.find(spread(key), same) {
            return *id;
        }
        if self.full(self.scratch.len()) {
            return GateId(0);
        }
        self.origins.push(self.origin);
        let id = match op {
            Op::Add => self.gates.push_add(&self.scratch),
            Op::Mul => self.gates.push_mul(&self.scratch),
            _ => self.gates.push_sign(self.scratch[0]),
        };
        self.shared.insert_unique(spread(key), (key, id), |(hash, _)| spread(*hash));
        id
    }

    fn constant_of(&self, id: GateId) -> Option<&Num> {
        if self.gates.is_empty() {
            return None;
        }
        match self.gates.gate(id) {
            Gate::Const(value) => Some(value),
            _ => None,
        }
    }

    /// An add or a mul gate, its constants merged.
    fn chain(&mut self, op: Op, operands: &[GateId]) -> GateId {
        let neutral = if op == Op::Add { Num::ZERO } else { Num::ONE };
        self.scratch.clear();
        let mut constant = neutral.clone();
        for operand in operands {
            match self.constant_of(*operand) {
                Some(value) => {
                    let together = constant.bits().saturating_add(value.bits());
                    if together > self.max_bits && !(op == Op::Mul && (value.is_zero() || constant.is_zero()))
                    {
                        self.exceeded.get_or_insert(BuildFact::NumberTooLarge { limit: self.max_digits });
                        return GateId(0);
                    }
                    constant = if op == Op::Add { constant.add(value) } else { constant.mul(value) };
                }
                None => self.scratch.push(*operand),
            }
        }
        if self.scratch.is_empty() || (op == Op::Mul && constant.is_zero()) {
            return self.constant_gate(constant);
        }
        if constant != neutral {
            let constant = self.constant_gate(constant);
            self.scratch.insert(0, constant);
        }
        if self.scratch.len() == 1 {
            return self.scratch[0];
        }
        self.shared_gate(op)
    }

    /// Drops what no output needs, and numbers the rest anew: first the inputs, the first `inputs` of them whether
    /// needed or not, then the other gates in the order in which they were built. Gives the gates, their origins, and
    /// the outputs.
    pub fn finish(&self, outputs: &[GateId], inputs: u32) -> (Gates, Vec<u32>, Vec<GateId>) {
        let gates = &self.gates;
        let mut live = vec![false; gates.len()];
        for output in outputs {
            live[output.index()] = true;
        }
        for id in gates.ids().rev() {
            if let Gate::Input(index) = gates.gate(id) {
                live[id.index()] = index < inputs;
            } else if live[id.index()] {
                for operand in gates.operands(id) {
                    live[operand.index()] = true;
                }
            }
        }
        let mut kept = Gates::new();
        let mut origins = Vec::new();
        let mut renamed = vec![GateId(u32::MAX); gates.len()];
        let mut operands = Vec::new();
        for inputs in [true, false] {
            for id in gates.ids() {
                if !live[id.index()] || (gates.op(id) == Op::Input) != inputs {
                    continue;
                }
                operands.clear();
                operands.extend(gates.operands(id).iter().map(|o| renamed[o.index()]));
                renamed[id.index()] = match gates.gate(id) {
                    Gate::Input(index) => kept.push_input(index),
                    Gate::Const(value) => kept.push_const(value.clone()),
                    Gate::Add(_) => kept.push_add(&operands),
                    Gate::Mul(_) => kept.push_mul(&operands),
                    Gate::Sign(_) => kept.push_sign(operands[0]),
                };
                origins.push(self.origins[id.index()]);
            }
        }
        (kept, origins, outputs.iter().map(|o| renamed[o.index()]).collect())
    }
}

impl Builder for GateBuilder {
    type Wire = GateId;

    fn constant(&mut self, value: Num) -> GateId {
        self.constant_gate(value)
    }

    fn add(&mut self, operands: &[GateId]) -> GateId {
        self.chain(Op::Add, operands)
    }

    fn mul(&mut self, operands: &[GateId]) -> GateId {
        self.chain(Op::Mul, operands)
    }

    fn sign(&mut self, operand: &GateId) -> GateId {
        if let Some(value) = self.constant_of(*operand) {
            let sign = value.sign();
            return self.constant_gate(sign);
        }
        self.scratch.clear();
        self.scratch.push(*operand);
        self.shared_gate(Op::Sign)
    }

    fn value(&self, wire: &GateId) -> Option<Num> {
        self.constant_of(*wire).cloned()
    }
}

/// Simplifies a circuit: the same values at the outputs, and no more depth, gates, wires or fan-in.
///
/// # Errors
/// Where folding a constant goes beyond the digits of the limits.
pub fn simplify(circuit: &Circuit, limits: &Limits) -> Result<Circuit, BuildFact> {
    let mut builder = GateBuilder::new(limits);
    let mut renamed: Vec<GateId> = Vec::with_capacity(circuit.gates.len());
    let mut operands = Vec::new();
    for id in circuit.gates.ids() {
        operands.clear();
        operands.extend(circuit.gates.operands(id).iter().map(|o| renamed[o.index()]));
        renamed.push(match circuit.gates.gate(id) {
            Gate::Input(index) => builder.input(index),
            Gate::Const(value) => builder.constant(value.clone()),
            Gate::Add(_) => builder.add(&operands),
            Gate::Mul(_) => builder.mul(&operands),
            Gate::Sign(_) => builder.sign(&operands[0]),
        });
    }
    if let Some(fact) = builder.exceeded() {
        return Err(fact.clone());
    }
    let outputs: Vec<GateId> = circuit.output_gates().map(|g| renamed[g.index()]).collect();
    let inputs: Vec<GateId> =
        circuit.inputs.iter().flat_map(|p| &p.gates).map(|g| renamed[g.index()]).collect();
    let count = outputs.len();
    let scalars = inputs.len() as u32;
    let (gates, _, mut named) = builder.finish(&[outputs, inputs].concat(), scalars);
    let mut simple = Circuit { gates, ..circuit.clone() };
    let inputs = named.split_off(count);
    simple.outputs.iter_mut().flat_map(|p| &mut p.gates).zip(named).for_each(|(slot, gate)| *slot = gate);
    simple.inputs.iter_mut().flat_map(|p| &mut p.gates).zip(inputs).for_each(|(slot, gate)| *slot = gate);
    Ok(simple)
}
