//! Formulas as they are shown: of equal ones the shortest text.
//!
//! The analysis adds and compares as the source does, which gives `max(max(a, b) + 1, c)`. Here sums are taken into
//! `max`, operands that others always reach are dropped, and what all operands have in common is taken out again. The
//! value is the same for all natural numbers; what is proved is proved before, of the formula as it was.

use std::collections::BTreeSet;

use circ_runtime::Num;

use super::facts::Facts;
use super::{Atom, Formula, Monomial, Symbol};

/// More operands than these are left as they are.
const MAX_OPERANDS: usize = 16;
/// A longer formula is not looked at: nobody reads it, and it would take time.
const MAX_WEIGHT: usize = 400;
/// Sizes from which an operand may be the smaller one, where at all sizes below another one is not exceeded either.
const FROM: [u32; 4] = [0, 1, 2, 8];

impl Formula {
    /// An equal formula, with a text as short as any that was found; `text` says how a formula is written.
    pub(super) fn tidy(&self, text: &dyn Fn(&Formula) -> String) -> Formula {
        if self.weight() > MAX_WEIGHT || !self.has_extremes() {
            return self.clone();
        }
        let parts = self.rebuild(&|atom| match atom {
            Atom::Max(all) => {
                let all: Vec<Formula> = all.iter().map(|f| f.tidy(text)).collect();
                Some(Formula::max(&all))
            }
            _ => None,
        });
        let parts = parts.times_its_symbol();
        let mut forms = vec![self.clone(), parts.clone()];
        if let Some(all) = parts.operands() {
            let all = without_smaller(all);
            forms.push(Formula::max(&all));
            forms.push(outside(&all, &common(&all)));
            forms.extend(all.iter().map(|one| outside(&all, &one.sub(&room(&all, one)))));
        }
        forms.retain(|form| !form.is_unknown());
        // What is taken away takes longer to read than what is added.
        let effort = |form: &Formula| {
            let text = text(form);
            text.len() + 3 * text.matches(" - ").count()
        };
        forms.into_iter().min_by_key(effort).unwrap_or_else(|| self.clone())
    }

    fn has_extremes(&self) -> bool {
        let mut found = false;
        self.visit(&mut |atom| found |= matches!(atom, Atom::Max(_)));
        found
    }

    /// n·max(0, n - 1) is n·(n - 1): where n is 0, both are.
    fn times_its_symbol(&self) -> Formula {
        let mut sum = Formula::zero();
        for (monomial, coefficient) in self.terms().into_iter().flatten() {
            let mut product = Formula::constant(coefficient.clone());
            for (atom, exponent) in monomial {
                let less = monomial.iter().find_map(|(symbol, _)| {
                    let Atom::Symbol(_) = symbol else { return None };
                    let less = Formula::atom(symbol.clone()).plus(-1);
                    (*atom == Atom::Max(sorted([Formula::zero(), less.clone()]))).then_some(less)
                });
                let factor = less.unwrap_or_else(|| Formula::atom(atom.clone()));
                product = product.mul(&factor.pow(*exponent));
            }
            sum = sum.add(&product);
        }
        sum
    }

    /// The formulas of which this is the largest, where it is a sum with such in it; all sums are taken inside.
    fn operands(&self) -> Option<Vec<Formula>> {
        let mut all = vec![Formula::zero()];
        for (monomial, coefficient) in self.terms()? {
            let choices = choices(monomial, coefficient);
            if all.len() * choices.len() > MAX_OPERANDS {
                return None;
            }
            all = all.iter().flat_map(|f| choices.iter().map(|choice| f.add(choice))).collect();
        }
        if all.len() < 2 {
            return None;
        }
        // An operand may be a sum with such in it again.
        let mut all: Vec<Formula> =
            all.into_iter().flat_map(|f| f.operands().unwrap_or_else(|| vec![f])).collect();
        all.sort();
        all.dedup();
        (all.len() <= MAX_OPERANDS && all.iter().all(|f| !f.is_unknown())).then_some(all)
    }
}

/// What a term may be the largest of: itself alone where nothing can be taken inside.
fn choices(monomial: &Monomial, coefficient: &Num) -> Vec<Formula> {
    let largest = monomial.iter().position(|(atom, e)| matches!(atom, Atom::Max(_)) && *e == 1);
    if let Some(at) = largest
        && coefficient.signum() > 0
        && let Atom::Max(all) = &monomial[at].0
    {
        let mut rest = monomial.clone();
        rest.remove(at);
        if rest.iter().all(|(atom, _)| atom.is_plainly_non_negative()) {
            let rest = Formula::term(coefficient, &rest);
            return all.iter().map(|f| f.mul(&rest)).collect();
        }
    }
    vec![Formula::term(coefficient, monomial)]
}

fn sorted(mut all: [Formula; 2]) -> Vec<Formula> {
    all.sort();
    all.to_vec()
}

/// Without the operands that the others reach at all natural numbers.
fn without_smaller(mut all: Vec<Formula>) -> Vec<Formula> {
    let mut at = 0;
    while at < all.len() && all.len() > 1 {
        let one = all.remove(at);
        if !reached(&one, &all) {
            all.insert(at, one);
            at += 1;
        }
    }
    all
}

/// Whether at all natural numbers one of these is at least as large.
fn reached(one: &Formula, others: &[Formula]) -> bool {
    let facts = Facts::new();
    if others.iter().any(|other| facts.at_most(one, other)) {
        return true;
    }
    let symbols: BTreeSet<Symbol> = others.iter().chain([one]).flat_map(Formula::symbols).collect();
    let mut symbols = symbols.into_iter();
    let (Some(symbol), None) = (symbols.next(), symbols.next()) else { return false };
    let below = |size: u32| {
        let at = |f: &Formula| f.at(&|_| Some(Num::int(i64::from(size))));
        let value = at(one);
        value.is_some() && others.iter().any(|other| at(other).is_some_and(|other| Some(other) >= value))
    };
    FROM.iter().any(|from| {
        let later = |f: &Formula| f.with(symbol, &Formula::symbol(symbol).plus(i64::from(*from)));
        (0..*from).all(below) && others.iter().any(|other| facts.at_most(&later(one), &later(other)))
    })
}

/// The largest, as a part that they have in common and the rest of each.
fn outside(all: &[Formula], part: &Formula) -> Formula {
    let apart: Vec<Formula> = all.iter().map(|f| f.sub(part)).collect();
    part.add(&Formula::max(&apart))
}

/// What all of them have: of each term the least.
fn common(all: &[Formula]) -> Formula {
    let monomials: BTreeSet<&Monomial> =
        all.iter().filter_map(Formula::terms).flat_map(|t| t.keys()).collect();
    let least = monomials.into_iter().filter_map(|monomial| {
        let of = |f: &Formula| f.terms().and_then(|terms| terms.get(monomial)).cloned().unwrap_or(Num::ZERO);
        all.iter().map(of).min().map(|least| Formula::term(&least, monomial))
    });
    Formula::sum(&least.collect::<Vec<_>>())
}

/// The integer to leave inside with one of them, so that next to it no other has less than nothing.
fn room(all: &[Formula], one: &Formula) -> Formula {
    let least = all.iter().map(|f| f.sub(one).constant_part()).min().unwrap_or(Num::ZERO);
    Formula::constant(least.neg().ceil())
}
