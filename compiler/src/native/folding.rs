//! Terms as they are made: folded where they are constant, sums and products flat, equal ones shared; and terms made
//! anew with other leaves.

use std::rc::Rc;

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;
use rustc_hash::FxHashMap;

use super::component::on_stack;
use super::tables::StaticFn;
use super::terms::{Place, Term, TermId, Terms, Var};
use crate::lower::{self, Numbers};

/// Sums of at most so many parts are searched for parts that cancel.
const SHORT: usize = 8;
/// Sums and products of more parts than this are not opened in larger ones: what doubles with every `let` stays shared.
const FLAT: usize = 64;
/// Numbers of more bits are not computed here. A component refuses what is beyond the budget of digits.
const MAX_BITS: u64 = 1 << 21;

/// The power, where it is short enough to be computed here.
pub(super) fn short_power(base: &Num, exponent: u32) -> Option<Num> {
    // 0, 1 and -1 stay short.
    let grows = base.bits() > 2;
    let bits = base.bits().saturating_mul(u64::from(exponent));
    (!grows || bits <= MAX_BITS).then(|| base.pow(exponent))
}

impl Terms {
    /// The numbers, where all of these are.
    fn numbers(&self, ids: &[TermId]) -> Option<Vec<Num>> {
        ids.iter().map(|id| self.as_const(*id).cloned()).collect()
    }

    /// A sum, constants added up.
    pub(super) fn add(&mut self, parts: &[TermId]) -> TermId {
        let mut constant = Num::ZERO;
        let mut rest = Vec::with_capacity(parts.len());
        for part in parts {
            match &self[*part] {
                Term::Const(value) => constant = constant.add(value),
                // A sum of sums is one sum, so that offsets of indices add up.
                Term::Add(inner) if inner.len() <= FLAT => {
                    for part in inner {
                        match self.as_const(*part) {
                            Some(value) => constant = constant.add(value),
                            None => rest.push(*part),
                        }
                    }
                }
                _ => rest.push(*part),
            }
        }
        self.cancel(&mut rest);
        if !constant.is_zero() || rest.is_empty() {
            rest.push(self.number(constant));
        }
        if let [only] = rest[..] { only } else { self.make(Term::Add(rest)) }
    }

    /// Takes out pairs of a term and its negative.
    fn cancel(&mut self, parts: &mut Vec<TermId>) {
        // Offsets of indices are short sums; in long ones nobody looks for what cancels.
        if parts.len() > SHORT {
            return;
        }
        let mut at = 0;
        while at < parts.len() {
            let opposite = self.negated(parts[at]);
            match parts[at + 1..].iter().position(|other| *other == opposite) {
                Some(other) => {
                    parts.remove(at + 1 + other);
                    parts.remove(at);
                }
                None => at += 1,
            }
        }
    }

    /// A product, constants multiplied.
    pub(super) fn mul(&mut self, parts: &[TermId]) -> TermId {
        let mut constant = Num::ONE;
        let mut rest = Vec::with_capacity(parts.len());
        for part in parts {
            match &self[*part] {
                Term::Const(value) if constant.bits().saturating_add(value.bits()) <= MAX_BITS => {
                    constant = constant.mul(value);
                }
                Term::Mul(inner) if inner.len() <= FLAT => {
                    for part in inner {
                        match self.as_const(*part) {
                            Some(value) if constant.bits().saturating_add(value.bits()) <= MAX_BITS => {
                                constant = constant.mul(value);
                            }
                            _ => rest.push(*part),
                        }
                    }
                }
                _ => rest.push(*part),
            }
        }
        if constant.is_zero() || rest.is_empty() {
            return self.number(constant);
        }
        if !constant.is_one() {
            if let [sum] = rest[..]
                && let Term::Add(parts) = self[sum].clone()
                && !parts.iter().any(|part| matches!(self[*part], Term::Add(_)))
            {
                let factor = self.number(constant);
                let scaled: Vec<TermId> = parts.iter().map(|part| self.mul(&[factor, *part])).collect();
                return self.add(&scaled);
            }
            let factor = self.number(constant);
            rest.insert(0, factor);
        }
        if let [only] = rest[..] { only } else { self.make(Term::Mul(rest)) }
    }

    /// `-x`
    pub(super) fn negated(&mut self, x: TermId) -> TermId {
        let minus = self.int(-1);
        self.mul(&[minus, x])
    }

    /// `x - y`
    pub(super) fn sub(&mut self, x: TermId, y: TermId) -> TermId {
        let minus = self.negated(y);
        self.add(&[x, minus])
    }

    /// `x^exponent`
    pub(super) fn power(&mut self, x: TermId, exponent: u32) -> TermId {
        match exponent {
            0 => self.int(1),
            1 => x,
            _ => match self.as_const(x) {
                Some(value) if short_power(value, exponent).is_some() => {
                    let value = short_power(value, exponent).unwrap_or(Num::ZERO);
                    self.number(value)
                }
                _ => self.make(Term::Power(x, exponent)),
            },
        }
    }

    /// The sign.
    pub(super) fn sign(&mut self, x: TermId) -> TermId {
        match self.as_const(x) {
            Some(value) => {
                let value = value.sign();
                self.number(value)
            }
            None => self.make(Term::Sign(x)),
        }
    }

    /// `|x|`
    pub(super) fn abs(&mut self, x: TermId) -> TermId {
        match self.as_const(x) {
            Some(value) => {
                let value = value.mul(&value.sign());
                self.number(value)
            }
            None => self.make(Term::Abs(x)),
        }
    }

    /// `x op y`; with the flag both are 0 or 1.
    pub(super) fn compare(&mut self, op: CompareOp, bits: bool, x: TermId, y: TermId) -> TermId {
        if let Some(numbers) = self.numbers(&[x, y]) {
            let value = lower::compare(&mut folding(), op, bits, &numbers[0], &numbers[1]);
            return self.number(value);
        }
        if x == y {
            return self.int(i64::from(matches!(op, CompareOp::Eq | CompareOp::Le | CompareOp::Ge)));
        }
        self.make(Term::Compare(op, bits, x, y))
    }

    /// All hold; what certainly holds is left out, what is there twice once.
    pub(super) fn and(&mut self, parts: &[TermId]) -> TermId {
        let mut rest: Vec<TermId> = Vec::with_capacity(parts.len());
        let mut open: Vec<TermId> = parts.iter().rev().copied().collect();
        while let Some(part) = open.pop() {
            match &self[part] {
                Term::Const(value) if value.is_zero() => return part,
                Term::Const(_) => {}
                Term::And(inner) => open.extend(inner.iter().rev()),
                _ if rest.contains(&part) => {}
                _ => rest.push(part),
            }
        }
        match rest[..] {
            [] => self.int(1),
            [only] => only,
            _ => self.make(Term::And(rest)),
        }
    }

    /// One holds.
    pub(super) fn or(&mut self, parts: &[TermId]) -> TermId {
        let mut rest: Vec<TermId> = Vec::with_capacity(parts.len());
        for part in parts {
            match &self[*part] {
                Term::Const(value) if value.is_zero() => {}
                Term::Const(_) => return *part,
                _ if rest.contains(part) => {}
                _ => rest.push(*part),
            }
        }
        match rest[..] {
            [] => self.int(0),
            [only] => only,
            _ => self.make(Term::Or(rest)),
        }
    }

    /// It does not hold.
    pub(super) fn not(&mut self, x: TermId) -> TermId {
        match &self[x] {
            Term::Const(value) => {
                let value = i64::from(value.is_zero());
                self.int(value)
            }
            Term::Not(inner) => *inner,
            _ => self.make(Term::Not(x)),
        }
    }

    /// `if c { x } else { y }`
    pub(super) fn choose(&mut self, c: TermId, x: TermId, y: TermId) -> TermId {
        match self.as_const(c) {
            Some(value) if value.is_zero() => y,
            Some(_) => x,
            None if x == y => x,
            None => self.make(Term::Choose(c, x, y)),
        }
    }

    /// The arm of the code that the subject has.
    pub(super) fn arm(&mut self, subject: TermId, arm_of_code: &[u32], arms: &[TermId]) -> TermId {
        if let Some(code) = self.as_natural(subject) {
            return arm_of_code.get(code).map_or_else(|| self.int(0), |arm| arms[*arm as usize]);
        }
        self.make(Term::Arm(subject, arm_of_code.into(), arms.to_vec()))
    }

    /// A static function of a static term; `None` where it has no value there.
    pub(super) fn fixed_fn(&mut self, of: StaticFn, x: TermId) -> Option<TermId> {
        Some(match self.as_const(x) {
            Some(value) if !of.is_long(value) => {
                let value = of.at(value)?;
                self.number(value)
            }
            _ => self.make(Term::Static(of, x)),
        })
    }

    /// The term with every leaf replaced, and what is above them made anew.
    pub(super) fn replaced(
        &mut self,
        id: TermId,
        done: &mut FxHashMap<TermId, TermId>,
        leaf: &mut dyn FnMut(&mut Terms, &Term) -> Option<TermId>,
    ) -> TermId {
        if let Some(known) = done.get(&id) {
            return *known;
        }
        let term = self[id].clone();
        let new = if let Some(new) = leaf(self, &term) {
            new
        } else {
            let parts = self.parts(id);
            let now: Vec<TermId> =
                parts.iter().map(|part| on_stack(|| self.replaced(*part, done, leaf))).collect();
            if now == parts { id } else { self.rebuilt(&term, &now) }
        };
        done.insert(id, new);
        new
    }

    /// A term of this kind over other parts.
    fn rebuilt(&mut self, term: &Term, parts: &[TermId]) -> TermId {
        match term {
            Term::Add(_) => self.add(parts),
            Term::Mul(_) => self.mul(parts),
            Term::And(_) => self.and(parts),
            Term::Or(_) => self.or(parts),
            Term::Power(_, exponent) => self.power(parts[0], *exponent),
            Term::Sign(_) => self.sign(parts[0]),
            Term::Abs(_) => self.abs(parts[0]),
            Term::Not(_) => self.not(parts[0]),
            Term::Compare(op, bits, ..) => self.compare(*op, *bits, parts[0], parts[1]),
            Term::Choose(..) => self.choose(parts[0], parts[1], parts[2]),
            Term::Arm(_, arm_of_code, _) => self.arm(parts[0], &Rc::clone(arm_of_code), &parts[1..]),
            // Where the function has no value the program has none either, and the circuit has said so.
            Term::Static(of, _) => match self.fixed_fn(of.clone(), parts[0]) {
                Some(value) => value,
                None => self.int(0),
            },
            leaf => self.make(leaf.clone()),
        }
    }

    /// The same of another position.
    pub(super) fn renamed(&mut self, id: TermId, from: Var, to: Var) -> TermId {
        if from == to || !self.mentions(id, from) {
            return id;
        }
        self.replaced(id, &mut FxHashMap::default(), &mut |terms, term| {
            let at = |var: Var| if var == from { to } else { var };
            match *term {
                Term::Index(var) => Some(terms.make(Term::Index(at(var)))),
                Term::Input(input, var) => Some(terms.make(Term::Input(input, at(var)))),
                Term::Head(head, Place::At(var)) => Some(terms.make(Term::Head(head, Place::At(at(var))))),
                _ => None,
            }
        })
    }
}

/// The lowering table over numbers, for folding.
pub(super) fn folding() -> Numbers {
    Numbers { max_bits: MAX_BITS, exceeded: false }
}
