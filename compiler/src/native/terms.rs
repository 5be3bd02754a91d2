//! Terms: what a position computes, as an expression over positions.
//!
//! A term speaks of one position or of several, each by a variable: the position that asks, one that is looked at,
//! one that a comprehension walks over. Equal terms are one term, and what is constant is folded, so that two
//! expressions which are written alike are one coordinate, one selector, one head.

use std::rc::Rc;

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;
use rustc_hash::FxHashMap;

use super::tables::StaticFn;

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
}
