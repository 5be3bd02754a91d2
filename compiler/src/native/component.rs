//! Terms as component circuits: scores, values and activations, by the lowering table.

use circ_grammar::tree::CompareOp;
use circ_runtime::{Component, GateId, Num};
use rustc_hash::FxHashMap;

use super::tables::{StaticFn, values};
use super::terms::{KEY, Place, Term, TermId, Terms};
use crate::diagnostics::{BuildFact, NativeFault};
use crate::limits::Limits;
use crate::lower::{self, Builder};
use crate::simplify::GateBuilder;

/// The stack below which a step takes a new piece, and how long that is.
const RED_ZONE: usize = 256 << 10;
const MORE_STACK: usize = 8 << 20;

/// Runs a step of a recursion whose depth the program controls.
pub(super) fn on_stack<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, MORE_STACK, step)
}

/// Why a component can't be made.
#[derive(Clone, Debug)]
pub(super) enum Refused {
    /// It is no part of a sequence program.
    Native(Box<NativeFault>),
    /// A budget is used up.
    Budget(Box<BuildFact>),
}

/// A component in the making.
pub(super) struct Parts<'a> {
    terms: &'a Terms,
    pub(super) b: GateBuilder,
    inputs: FxHashMap<u32, GateId>,
    known: FxHashMap<TermId, GateId>,
    /// The size that tables reach to.
    most: u64,
    refused: Option<Refused>,
    /// The budget of wires, and of digits.
    limits: Limits,
}

/// Where a term's leaves are read: the number of the component's input, or a wire that is there already.
pub(super) enum Leaf {
    Input(u32),
    Wire(GateId),
}

/// What gives the leaves.
pub(super) type Leaves<'f> = &'f dyn Fn(&Term) -> Option<Leaf>;

impl<'a> Parts<'a> {
    pub(super) fn new(terms: &'a Terms, most: u64, limits: &Limits) -> Parts<'a> {
        let (inputs, known) = (FxHashMap::default(), FxHashMap::default());
        Parts { terms, b: GateBuilder::new(limits), inputs, known, most, refused: None, limits: *limits }
    }

    /// One input of the component.
    pub(super) fn input(&mut self, at: u32) -> GateId {
        if let Some(gate) = self.inputs.get(&at) {
            return *gate;
        }
        let gate = self.b.input(at);
        self.inputs.insert(at, gate);
        gate
    }

    /// The wire of a term.
    pub(super) fn wire(&mut self, id: TermId, leaves: Leaves<'_>) -> GateId {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let terms = self.terms;
        let gate = match leaves(&terms[id]) {
            Some(Leaf::Input(at)) => self.input(at),
            Some(Leaf::Wire(gate)) => gate,
            None => on_stack(|| self.operation(id, leaves)),
        };
        self.known.insert(id, gate);
        gate
    }

    fn operation(&mut self, id: TermId, leaves: Leaves<'_>) -> GateId {
        let terms = self.terms;
        let parts: Vec<GateId> = terms.parts(id).iter().map(|part| self.wire(*part, leaves)).collect();
        let b = &mut self.b;
        match &terms[id] {
            Term::Const(value) => b.constant(value.clone()),
            Term::Add(_) => b.add(&parts),
            Term::Mul(_) => b.mul(&parts),
            Term::Power(base, exponent) => self.power(*base, parts[0], *exponent),
            Term::Sign(_) => b.sign(&parts[0]),
            Term::Abs(_) => lower::abs(b, &parts[0]),
            Term::Compare(op, bits, ..) => lower::compare(b, *op, *bits, &parts[0], &parts[1]),
            Term::And(_) => lower::and(b, &parts),
            Term::Or(_) => lower::or(b, &parts),
            Term::Not(_) => lower::not(b, &parts[0]),
            Term::Choose(..) => lower::choose(b, &parts[0], &parts[1], &parts[2]),
            Term::Arm(_, arm_of_code, _) => lower::select_arm(b, &parts[0], arm_of_code, &parts[1..]),
            Term::Static(of, operand) => self.table(of, *operand, parts[0]),
            Term::Size | Term::Index(_) | Term::Input(..) | Term::Single(_) | Term::Head(..) => {
                // Every leaf that can stand here has been given.
                self.refuse(Refused::Native(Box::new(NativeFault::ThreePositions)));
                self.b.constant(Num::ZERO)
            }
        }
    }

    fn refuse(&mut self, why: Refused) {
        self.refused.get_or_insert(why);
    }

    /// `x^exponent`, as many wires as the exponent says; a power of a number is a number.
    fn power(&mut self, base: TermId, wire: GateId, exponent: u32) -> GateId {
        let limit = self.limits.max_wires;
        if self.terms.as_const(base).is_some() {
            // A short one has been computed.
            let fact = BuildFact::TooManyDigits { limit: self.limits.max_digits };
            self.refuse(Refused::Budget(Box::new(fact)));
        } else if u64::from(exponent) > limit {
            let found = exponent.to_string();
            self.refuse(Refused::Budget(Box::new(BuildFact::ExponentTooLarge { found, limit })));
        } else if self.refused.is_none() && self.b.exceeded().is_none() {
            return lower::power(&mut self.b, &wire, exponent as usize);
        }
        wire
    }

    /// A static function as a table over the values that its operand takes.
    fn table(&mut self, of: &StaticFn, operand: TermId, wire: GateId) -> GateId {
        let Some(operands) = values(self.terms, operand, self.most) else {
            self.refuse(Refused::Native(Box::new(NativeFault::Table)));
            return wire;
        };
        if operands.iter().any(|x| of.is_long(x)) {
            self.refuse(Refused::Native(Box::new(NativeFault::Table)));
            return wire;
        }
        let entries: Vec<(Num, Num)> =
            operands.into_iter().filter_map(|x| of.at(&x).map(|value| (x, value))).collect();
        self.chosen(&entries, wire)
    }

    /// The value whose key a wire equals; 0 for none.
    pub(super) fn chosen(&mut self, entries: &[(Num, Num)], wire: GateId) -> GateId {
        let mut terms = Vec::with_capacity(entries.len());
        for (key, value) in entries.iter().filter(|(_, value)| !value.is_zero()) {
            let key = self.b.constant(key.clone());
            let here = lower::compare(&mut self.b, CompareOp::Eq, false, &wire, &key);
            terms.push(lower::scale(&mut self.b, value.clone(), &here));
        }
        self.b.add(&terms)
    }

    /// The component with these outputs.
    pub(super) fn finish(self, outputs: &[GateId]) -> Result<Component, Refused> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        if let Some(fact) = self.b.exceeded() {
            return Err(Refused::Budget(Box::new(fact.clone())));
        }
        let (gates, _, outputs) = self.b.finish(outputs, u32::MAX);
        Ok(Component { gates, outputs })
    }
}

/// Whether a leaf is read at the position that is looked at.
pub(super) fn is_of_key(term: &Term) -> bool {
    match term {
        Term::Index(var) | Term::Input(_, var) | Term::Head(_, Place::At(var)) => *var == KEY,
        _ => false,
    }
}
