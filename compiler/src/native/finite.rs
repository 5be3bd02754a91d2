//! The set of values of a variable, where it is finite: of bools, tokens, indices, counts, and what is computed from
//! those. A target with softmax attention or a fixed alphabet of values begins with these.

use std::collections::BTreeSet;

use circ_runtime::Num;
use rustc_hash::FxHashMap;

use super::component::on_stack;
use super::folding::{folding, short_power};
use super::heads::Question;
use super::read::Reader;
use super::tables;
use super::terms::{HeadId, Term, TermId};
use crate::lower::{self, Builder};
use crate::program::Family;
use crate::types::Type;

/// Larger sets are not kept.
const MOST: usize = 1024;

/// Sets of values at one size.
pub(super) struct Finite<'a> {
    reader: &'a Reader<'a>,
    /// By input: how many codes it has, where they are codes.
    inputs: Vec<Option<usize>>,
    known: FxHashMap<TermId, Option<BTreeSet<Num>>>,
}

impl<'a> Finite<'a> {
    pub(super) fn new(reader: &'a Reader<'a>, family: &Family) -> Finite<'a> {
        let codes = |ty: &Type| match ty {
            Type::Array(scalar, _) => reader.program.codes(*scalar),
            _ => None,
        };
        let inputs = family.inputs.iter().map(|input| codes(&input.ty.ty)).collect();
        Finite { reader, inputs, known: FxHashMap::default() }
    }

    /// The values of an input.
    pub(super) fn input(&self, input: u32) -> Option<Vec<Num>> {
        let codes = (*self.inputs.get(input as usize)?)?;
        Some((0..codes as i64).map(Num::int).collect())
    }

    /// The values of a term, in order.
    pub(super) fn of(&mut self, id: TermId) -> Option<Vec<Num>> {
        self.set(id).map(|set| set.into_iter().collect())
    }

    fn set(&mut self, id: TermId) -> Option<BTreeSet<Num>> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let set = on_stack(|| self.computed(id)).filter(|set| set.len() <= MOST);
        self.known.insert(id, set.clone());
        set
    }

    fn computed(&mut self, id: TermId) -> Option<BTreeSet<Num>> {
        let reader = self.reader;
        let terms = &reader.terms;
        if terms.is_fixed(id) {
            return tables::values(terms, id, reader.most).map(|values| values.into_iter().collect());
        }
        match &terms[id] {
            Term::Input(input, _) | Term::Single(input) => Some(self.input(*input)?.into_iter().collect()),
            Term::Head(head, _) => of_head(self, *head).map(|values| values.into_iter().collect()),
            Term::Choose(_, x, y) => Some(&self.set(*x)? | &self.set(*y)?),
            Term::Arm(_, _, arms) => {
                let mut all = BTreeSet::new();
                for arm in arms {
                    all.extend(self.set(*arm)?);
                }
                Some(all)
            }
            Term::Compare(..) | Term::And(_) | Term::Or(_) | Term::Not(_) => Some(bits()),
            Term::Add(parts) => self.combined(parts, |x, y| x.add(y)),
            Term::Mul(parts) => self.combined(parts, |x, y| x.mul(y)),
            Term::Power(x, exponent) => self.set(*x)?.iter().map(|x| short_power(x, *exponent)).collect(),
            Term::Sign(x) => Some(self.set(*x)?.iter().map(Num::sign).collect()),
            Term::Abs(x) => Some(self.set(*x)?.iter().map(|x| lower::abs(&mut folding(), x)).collect()),
            Term::Static(of, x) => Some(self.set(*x)?.iter().filter_map(|x| of.at(x)).collect()),
            Term::Const(_) | Term::Size | Term::Index(_) => None,
        }
    }

    /// All results of an operation on one value of each set.
    fn combined(&mut self, parts: &[TermId], of: impl Fn(&Num, &Num) -> Num) -> Option<BTreeSet<Num>> {
        let mut all: Option<BTreeSet<Num>> = None;
        for part in parts {
            let set = self.set(*part)?;
            all = Some(match all {
                None => set,
                Some(known) if known.len().saturating_mul(set.len()) > 16 * MOST => return None,
                Some(known) => known.iter().flat_map(|x| set.iter().map(|y| of(x, y))).collect(),
            });
            if all.as_ref().is_some_and(|all| all.len() > MOST) {
                return None;
            }
        }
        all
    }
}

fn bits() -> BTreeSet<Num> {
    [Num::ZERO, Num::ONE].into()
}

/// The values that a head may find.
pub(super) fn of_head(finite: &mut Finite<'_>, id: HeadId) -> Option<Vec<Num>> {
    let reader = finite.reader;
    let head = &reader.heads[id];
    let n = reader.most as i64;
    let single = |head: &super::heads::Head| {
        let one = |from: TermId, to: TermId| {
            let mut sets = [from, to].map(|id| super::bounds::Linear::of(&reader.terms, id));
            let (to, from) = (sets[1].take()?, sets[0].take()?);
            from.is_one_below(&to).then_some(())
        };
        head.from.zip(head.to).and_then(|(from, to)| one(from, to)).is_some()
    };
    let set = match head.question {
        Question::Any => Some(bits()),
        Question::Size => Some([Num::int(n)].into()),
        Question::Sum if reader.terms.as_const(head.value).is_some_and(Num::is_one) => {
            Some((0..=n).map(Num::int).collect())
        }
        // At most n values, each of few.
        Question::Sum => {
            let values = finite.set(head.value)?;
            if !values.iter().all(Num::is_integer) {
                return None;
            }
            let ends =
                [values.first()?, values.last()?].map(|end| folding().mul(&[end.clone(), Num::int(n)]));
            let [low, high] = [ends[0].clone().min(Num::ZERO), ends[1].clone().max(Num::ZERO)];
            let (low, high) = (low.to_i64()?, high.to_i64()?);
            (high.saturating_sub(low) < MOST as i64).then(|| (low..=high).map(Num::int).collect())
        }
        // A mean of one value is that value; of several it may be any fraction.
        Question::Mean if !single(head) => None,
        Question::Mean | Question::First | Question::Last => {
            let mut set = finite.set(head.value)?;
            set.extend(finite.set(head.default)?);
            Some(set)
        }
        Question::Greatest | Question::Least | Question::Single => finite.set(head.value),
    };
    set.filter(|set| set.len() <= MOST).map(|set| set.into_iter().collect())
}
