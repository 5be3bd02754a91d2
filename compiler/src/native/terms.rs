//! Terms: what a position computes, as an expression over positions.
//!
//! A term speaks of one position or of several, each by a variable: the position that asks, one that is looked at,
//! one that a comprehension walks over. Equal terms are one term, and what is constant is folded, so that two
//! expressions which are written alike are one coordinate, one selector, one head.

use std::rc::Rc;

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;
use rustc_hash::FxHashMap;

use super::component::on_stack;
use super::tables::StaticFn;
use crate::lower::{self, Numbers};

/// A term, by its place in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TermId(pub(super) u32);

/// A position that a term speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Var(pub(super) u32);

/// The position that asks: the query of a head, and the one that an activation belongs to.
pub(super) const OWN: Var = Var(0);
/// The position that is looked at: the key of a head.
pub(super) const KEY: Var = Var(1);

/// Sums of at most so many parts are searched for parts that cancel.
const SHORT: usize = 8;

/// A head, by its place in [`super::heads::Heads`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct HeadId(pub(super) u32);

/// Where the result of a head is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Place {
    /// It is the same at every position.
    Everywhere,
    /// At one position.
    At(Var),
}

/// What a term is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// A number.
    Const(Num),
    /// The number n of elements.
    Size,
    /// The index of a position, from 0.
    Index(Var),
    /// The element of an input at a position.
    Input(u32, Var),
    /// A scalar input, as the sentinel has it.
    Single(u32),
    /// A sum.
    Add(Vec<TermId>),
    /// A product.
    Mul(Vec<TermId>),
    /// `x^k`
    Power(TermId, u32),
    /// -1, 0 or 1
    Sign(TermId),
    /// `|x|`
    Abs(TermId),
    /// `x op y`; the flag says that both are 0 or 1.
    Compare(CompareOp, bool, TermId, TermId),
    /// All hold.
    And(Vec<TermId>),
    /// One holds.
    Or(Vec<TermId>),
    /// It does not hold.
    Not(TermId),
    /// `if c { x } else { y }`
    Choose(TermId, TermId, TermId),
    /// The arm of the code that the subject has.
    Arm(TermId, Rc<[u32]>, Vec<TermId>),
    /// A static function that no polynomial is.
    Static(StaticFn, TermId),
    /// What a head found.
    Head(HeadId, Place),
}

/// What is known of a term.
#[derive(Clone, Debug)]
struct Info {
    /// The positions that it speaks of, in order.
    vars: Vec<Var>,
    /// It depends on sizes and indices alone.
    fixed: bool,
    /// It is 0 or 1.
    bit: bool,
}

/// All terms of a program, each once.
#[derive(Debug, Default)]
pub(super) struct Terms {
    terms: Vec<Term>,
    infos: Vec<Info>,
    known: FxHashMap<Term, TermId>,
    vars: u32,
    /// Which inputs are bools, and which heads give bits.
    pub(super) bit_inputs: Vec<bool>,
    pub(super) bit_heads: Vec<bool>,
}

impl std::ops::Index<TermId> for Terms {
    type Output = Term;
    fn index(&self, id: TermId) -> &Term {
        &self.terms[id.0 as usize]
    }
}

impl Terms {
    /// No terms but the number 0 and the size.
    pub(super) fn new() -> Terms {
        let mut terms = Terms::default();
        terms.int(0);
        terms.make(Term::Size);
        terms
    }

    /// The number 0.
    pub(super) fn zero(&self) -> TermId {
        TermId(0)
    }

    /// The number n of elements.
    pub(super) fn size(&self) -> TermId {
        TermId(1)
    }

    /// A new variable.
    pub(super) fn fresh(&mut self) -> Var {
        self.vars += 1;
        Var(KEY.0 + self.vars)
    }

    /// How many terms there are.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The positions that a term speaks of, in order.
    pub(super) fn vars(&self, id: TermId) -> &[Var] {
        &self.infos[id.0 as usize].vars
    }

    /// Whether a term speaks of a position.
    pub(super) fn mentions(&self, id: TermId, var: Var) -> bool {
        self.vars(id).contains(&var)
    }

    /// Whether a term depends on sizes and indices alone.
    pub(super) fn is_fixed(&self, id: TermId) -> bool {
        self.infos[id.0 as usize].fixed
    }

    /// Whether a term is 0 or 1.
    pub(super) fn is_bit(&self, id: TermId) -> bool {
        self.infos[id.0 as usize].bit
    }

    /// The number, where the term is one.
    pub(super) fn as_const(&self, id: TermId) -> Option<&Num> {
        match &self[id] {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The natural number, where the term is one.
    pub(super) fn as_natural(&self, id: TermId) -> Option<usize> {
        self.as_const(id)?.to_u64().and_then(|value| usize::try_from(value).ok())
    }

    /// The terms that a term is made of.
    pub(super) fn parts(&self, id: TermId) -> Vec<TermId> {
        match &self[id] {
            Term::Const(_) | Term::Size | Term::Index(_) | Term::Input(..) | Term::Single(_) => Vec::new(),
            Term::Head(..) => Vec::new(),
            Term::Add(parts) | Term::Mul(parts) | Term::And(parts) | Term::Or(parts) => parts.clone(),
            Term::Power(x, _) | Term::Sign(x) | Term::Abs(x) | Term::Not(x) | Term::Static(_, x) => vec![*x],
            Term::Compare(_, _, x, y) => vec![*x, *y],
            Term::Choose(c, x, y) => vec![*c, *x, *y],
            Term::Arm(subject, _, arms) => std::iter::once(*subject).chain(arms.iter().copied()).collect(),
        }
    }

    /// The term, made once.
    pub(super) fn make(&mut self, term: Term) -> TermId {
        if let Some(id) = self.known.get(&term) {
            return *id;
        }
        let id = TermId(self.terms.len() as u32);
        self.terms.push(term.clone());
        let parts = self.parts(id);
        let mut vars: Vec<Var> = parts.iter().flat_map(|part| self.vars(*part).to_vec()).collect();
        match term {
            Term::Index(var) | Term::Input(_, var) | Term::Head(_, Place::At(var)) => vars.push(var),
            _ => {}
        }
        vars.sort();
        vars.dedup();
        let leaf = !matches!(term, Term::Input(..) | Term::Single(_) | Term::Head(..));
        let fixed = leaf && parts.iter().all(|part| self.is_fixed(*part));
        let bits = |ids: &[TermId]| ids.iter().all(|part| self.is_bit(*part));
        let bit = match &term {
            Term::Const(value) => value.is_zero() || value.is_one(),
            Term::Compare(..) | Term::And(_) | Term::Or(_) | Term::Not(_) => true,
            Term::Mul(parts) => bits(parts),
            Term::Choose(_, x, y) => bits(&[*x, *y]),
            Term::Arm(_, _, arms) => bits(arms),
            Term::Input(input, _) => self.bit_inputs.get(*input as usize).is_some_and(|bit| *bit),
            Term::Head(head, _) => self.bit_heads.get(head.0 as usize).is_some_and(|bit| *bit),
            _ => false,
        };
        self.infos.push(Info { vars, fixed, bit });
        self.known.insert(term, id);
        id
    }

    /// A number.
    pub(super) fn number(&mut self, value: Num) -> TermId {
        self.make(Term::Const(value))
    }

    /// An integer.
    pub(super) fn int(&mut self, value: i64) -> TermId {
        self.number(Num::int(value))
    }

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
                Term::Add(inner) => {
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
                Term::Const(value) => constant = constant.mul(value),
                Term::Mul(inner) => {
                    for part in inner {
                        match self.as_const(*part) {
                            Some(value) => constant = constant.mul(value),
                            None => rest.push(*part),
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
                Some(value) => {
                    let value = value.pow(exponent);
                    self.number(value)
                }
                None => self.make(Term::Power(x, exponent)),
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
            Some(value) => {
                let value = of.at(value)?;
                self.number(value)
            }
            None => self.make(Term::Static(of, x)),
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
    Numbers { max_bits: u64::MAX, exceeded: false }
}
