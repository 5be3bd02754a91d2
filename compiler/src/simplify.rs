//! Gates as they are added: simplified, shared, counted; and what is dead dropped at the end.
//!
//! The simplifications are a closed list, and none of them raises depth, size, wires or fan-in: a gate whose
//! operands are all constant is folded; constant operands are merged into one, which stands first; 0 goes from an
//! add and 1 from a mul; 0 makes a mul 0; a gate of one operand is that operand; gates of one kind with the same
//! operands in the same order are one gate. Nothing is cancelled (`x - x` stays), and nothing is flattened.

mod hash;
mod shared;

use circ_runtime::{Circuit, Gate, GateId, Gates, Num, Op};

pub(crate) use self::hash::hash_words;
use self::shared::Shared;
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
    shared: Shared,
    /// The operands of the gate in the making, where its constants are merged.
    scratch: Vec<GateId>,
    max_gates: u64,
    max_wires: u64,
    max_bits: u64,
    max_digits: u64,
    /// Bits of all constants together.
    constant_bits: u64,
    exceeded: Option<BuildFact>,
}

impl GateBuilder {
    /// A builder with these budgets.
    pub fn new(limits: &Limits) -> Self {
        GateBuilder {
            gates: Gates::new(),
            origins: Vec::new(),
            origin: 0,
            shared: Shared::default(),
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
        let free = match self.shared.constant(&self.gates, &value) {
            Ok(id) => return id,
            Err(free) => free,
        };
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
        self.shared.insert(&free, id);
        id
    }

    /// The gate of this kind over these operands, shared with an equal one.
    fn shared_gate(&mut self, op: Op, operands: &[GateId]) -> GateId {
        if self.exceeded.is_some() {
            return GateId(0);
        }
        let free = match self.shared.wired(&self.gates, op, operands) {
            Ok(id) => return id,
            Err(free) => free,
        };
        if self.full(operands.len()) {
            return GateId(0);
        }
        self.origins.push(self.origin);
        let id = match op {
            Op::Add => self.gates.push_add(operands),
            Op::Mul => self.gates.push_mul(operands),
            _ => self.gates.push_sign(operands[0]),
        };
        self.shared.insert(&free, id);
        id
    }

    #[inline]
    fn is_const(&self, id: GateId) -> bool {
        // Once a budget is used up there may be no such gate.
        id.index() < self.gates.len() && self.gates.op(id) == Op::Const
    }

    fn constant_of(&self, id: GateId) -> Option<&Num> {
        match self.is_const(id).then(|| self.gates.gate(id)) {
            Some(Gate::Const(value)) => Some(value),
            _ => None,
        }
    }

    /// An add or a mul gate, its constants merged.
    fn chain(&mut self, op: Op, operands: &[GateId]) -> GateId {
        let first = operands.iter().position(|operand| self.is_const(*operand));
        if first.is_none() && operands.len() > 1 {
            return self.shared_gate(op, operands);
        }
        let neutral = if op == Op::Add { Num::ZERO } else { Num::ONE };
        let mut open = std::mem::take(&mut self.scratch);
        open.clear();
        let merged = self.merged(op, operands, &neutral, &mut open);
        let gate = match merged {
            // The constant is the merged one where there is no other.
            Some(constant)
                if open.len() + 1 == operands.len() && constant != neutral && !constant.is_zero() =>
            {
                open.insert(0, operands[first.unwrap_or(0)]);
                if let [operand] = open.as_slice() { *operand } else { self.shared_gate(op, &open) }
            }
            None => GateId(0),
            Some(constant) if open.is_empty() || (op == Op::Mul && constant.is_zero()) => {
                self.constant_gate(constant)
            }
            Some(constant) => {
                if constant != neutral {
                    open.insert(0, self.constant_gate(constant));
                }
                if let [operand] = open.as_slice() { *operand } else { self.shared_gate(op, &open) }
            }
        };
        self.scratch = open;
        gate
    }

    /// The constants among the operands as one, the others in `open`; `None` where a budget is used up.
    fn merged(&mut self, op: Op, operands: &[GateId], neutral: &Num, open: &mut Vec<GateId>) -> Option<Num> {
        let mut constant = neutral.clone();
        for operand in operands {
            let Some(value) = self.constant_of(*operand) else {
                open.push(*operand);
                continue;
            };
            let together = constant.bits().saturating_add(value.bits());
            if together > self.max_bits && !(op == Op::Mul && (value.is_zero() || constant.is_zero())) {
                self.exceeded.get_or_insert(BuildFact::NumberTooLarge { limit: self.max_digits });
                return None;
            }
            constant = if op == Op::Add { constant.add(value) } else { constant.mul(value) };
        }
        Some(constant)
    }

    /// Drops what no output needs, and numbers the rest anew: first the inputs, the first `inputs` of them whether
    /// needed or not, then the other gates in the order in which they were built. Gives the gates, their origins, and
    /// the outputs.
    pub fn finish(self, outputs: &[GateId], inputs: u32) -> (Gates, Vec<u32>, Vec<GateId>) {
        let GateBuilder { gates, origins, shared, .. } = self;
        drop(shared);
        without_dead(gates, origins, outputs, inputs)
    }

    /// As [`GateBuilder::finish`], of gates that may grow further.
    pub fn finish_part(&self, outputs: &[GateId], inputs: u32) -> (Gates, Vec<u32>, Vec<GateId>) {
        without_dead(self.gates.clone(), self.origins.clone(), outputs, inputs)
    }
}

fn without_dead(
    mut gates: Gates,
    mut origins: Vec<u32>,
    outputs: &[GateId],
    inputs: u32,
) -> (Gates, Vec<u32>, Vec<GateId>) {
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
    let Some(renamed) = gates.keep(&live) else { return (gates, origins, outputs.to_vec()) };
    // The places go where their gates went.
    let mut kept = vec![0; gates.len()];
    for (origin, new) in origins.iter().zip(&renamed) {
        if let Some(slot) = kept.get_mut(new.index()) {
            *slot = *origin;
        }
    }
    origins = kept;
    (gates, origins, outputs.iter().map(|o| renamed[o.index()]).collect())
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
        self.shared_gate(Op::Sign, &[*operand])
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
