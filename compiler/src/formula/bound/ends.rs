//! At which end of its range an index makes a formula the most or the least.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Atom, Facts, Formula, Monomial, Symbol};

/// The values of an index: `0..count`.
pub(super) struct Range {
    index: Symbol,
    pub(super) count: Formula,
    /// With the index and the next one in the range.
    steps: Facts,
}

/// A bound, and where it is attained.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) formula: Formula,
    pub(super) at: At,
}

/// Where in the range a bound is the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// At every index: the formula does not depend on it.
    Anywhere,
    Index(Formula),
    /// At none, as far as is known.
    Nowhere,
}

impl At {
    /// Where both are attained.
    fn and(self, other: At) -> At {
        match (self, other) {
            (At::Anywhere, at) | (at, At::Anywhere) => at,
            (At::Index(a), At::Index(b)) if a == b => At::Index(a),
            _ => At::Nowhere,
        }
    }
}

impl Range {
    /// The range of an index; `None` where the count is unknown or depends on the index.
    pub(super) fn new(formulas: &[&Formula], var: u32, count: &Formula, facts: &Facts) -> Option<Range> {
        let old = Symbol::Var(var);
        if count.is_unknown() || count.mentions(old) {
            return None;
        }
        let mut taken: BTreeSet<Symbol> = formulas.iter().flat_map(|f| f.symbols()).collect();
        taken.extend(count.symbols());
        taken.extend(facts.symbols());
        let index = (0..u32::MAX).rev().map(Symbol::Var).find(|s| *s != old && !taken.contains(s))?;
        let mut steps = facts.clone();
        steps.assume(&count.plus(-2).sub(&Formula::symbol(index)));
        Some(Range { index, count: count.clone(), steps })
    }

    pub(super) fn index(&self) -> Formula {
        Formula::symbol(self.index)
    }

    pub(super) fn mentions(&self, atom: &Atom) -> bool {
        atom.mentions(self.index)
    }

    fn last(&self) -> Formula {
        self.count.plus(-1)
    }

    /// The most, or the least, of a formula in the renamed index.
    pub(super) fn bound(&self, f: &Formula, up: bool) -> Bound {
        if !f.mentions(self.index) {
            return Bound { formula: f.clone(), at: At::Anywhere };
        }
        self.monotone(f, up).unwrap_or_else(|| self.by_kind(f, up))
    }

    /// Where the formula never falls, or never rises, from one index to the next: its value at an end.
    fn monotone(&self, f: &Formula, up: bool) -> Option<Bound> {
        let next = f.with(self.index, &self.index().plus(1));
        let difference = next.sub(f);
        if difference.is_unknown() {
            return None;
        }
        let end = if self.steps.non_negative(&difference) {
            if up { self.last() } else { Formula::zero() }
        } else if self.steps.non_negative(&difference.neg()) {
            if up { Formula::zero() } else { self.last() }
        } else {
            return None;
        };
        Some(Bound { formula: f.with(self.index, &end), at: At::Index(end) })
    }

    /// The sum of the bounds of the terms, those with the same functions of the index together.
    fn by_kind(&self, f: &Formula, up: bool) -> Bound {
        let mut kinds: BTreeMap<Monomial, Formula> = BTreeMap::new();
        for (monomial, coefficient) in f.terms().into_iter().flatten() {
            let functions: Monomial = monomial
                .iter()
                .filter(|(atom, _)| !matches!(atom, Atom::Symbol(_)) && self.mentions(atom))
                .cloned()
                .collect();
            let kind = kinds.entry(functions).or_insert_with(Formula::zero);
            *kind = kind.add(&Formula::term(coefficient, monomial));
        }
        let alone = kinds.len() == 1;
        let bounds = kinds.values().map(|kind| {
            let whole = if alone { None } else { self.monotone(kind, up) };
            whole.or_else(|| self.vertex(kind, up)).unwrap_or_else(|| self.by_term(kind, up))
        });
        total(bounds)
    }

    /// A parabola's vertex: -a·i² + b·i + c <= b²/4a + c.
    fn vertex(&self, f: &Formula, up: bool) -> Option<Bound> {
        let index = self.index();
        let at_zero = f.with(self.index, &Formula::zero());
        let ahead = f.with(self.index, &Formula::one()).sub(&at_zero);
        let back = f.with(self.index, &Formula::int(-1)).sub(&at_zero);
        // f(1) - f(0) = a + b and f(-1) - f(0) = a - b.
        let a = ahead.add(&back).div(&Formula::int(2));
        let b = ahead.sub(&back).div(&Formula::int(2));
        let rebuilt = a.mul(&index).add(&b).mul(&index).add(&at_zero);
        let curve = a.as_constant().filter(|a| if up { a.signum() < 0 } else { a.signum() > 0 })?;
        if rebuilt != *f || f.is_unknown() {
            return None;
        }
        let formula = at_zero.sub(&b.mul(&b).scale(&curve.recip()?).div(&Formula::int(4)));
        Some(Bound { formula, at: At::Nowhere })
    }

    fn by_term(&self, f: &Formula, up: bool) -> Bound {
        let several = f.terms().is_some_and(|terms| terms.len() > 1);
        let bounds = f.terms().into_iter().flatten().map(|(monomial, coefficient)| {
            let term = Formula::term(coefficient, monomial);
            let whole = if several { self.monotone(&term, up) } else { None };
            whole.unwrap_or_else(|| {
                let bound = self.product(monomial, up == (coefficient.signum() > 0));
                Bound { formula: bound.formula.scale(coefficient), at: bound.at }
            })
        });
        total(bounds)
    }

    /// The product of the bounds of its atoms, none of which is negative.
    fn product(&self, monomial: &Monomial, up: bool) -> Bound {
        let mut product = Bound { formula: Formula::one(), at: At::Anywhere };
        let depending: Vec<bool> = monomial.iter().map(|(atom, _)| self.mentions(atom)).collect();
        let single = monomial.len() == 1 && monomial[0].1 == 1;
        for ((atom, exponent), depends) in monomial.iter().zip(depending) {
            let mut bound = if depends {
                self.atom(atom, up)
            } else {
                Bound { formula: Formula::atom(atom.clone()), at: At::Anywhere }
            };
            if !single {
                if !atom.is_plainly_non_negative() {
                    return Bound { formula: Formula::unknown(), at: At::Nowhere };
                }
                // The least of an atom that is never negative is at least 0.
                if depends && !up && !bound.formula.is_plainly_non_negative() {
                    bound =
                        Bound { formula: Formula::max(&[Formula::zero(), bound.formula]), at: At::Nowhere };
                }
            }
            product = Bound {
                formula: product.formula.mul(&bound.formula.pow(*exponent)),
                at: product.at.and(bound.at),
            };
        }
        product
    }

    /// The bound of an atom: through what does not fall as its parts grow.
    fn atom(&self, atom: &Atom, up: bool) -> Bound {
        match atom {
            Atom::Symbol(_) => {
                let end = if up { self.last() } else { Formula::zero() };
                Bound { formula: end.clone(), at: At::Index(end) }
            }
            Atom::Mod(_, modulus) => {
                let value = if up { i64::from(*modulus) - 1 } else { 0 };
                Bound { formula: Formula::int(value), at: At::Nowhere }
            }
            Atom::CeilLog2(inner) => self.through(inner, up, Formula::ceil_log2),
            Atom::FloorLog2(inner) => self.through(inner, up, Formula::floor_log2),
            Atom::Power(base, exponent) => self.through(exponent, up, |e| {
                // The exponent's bound may be a fraction: it is rounded outwards.
                Formula::power(*base, &if up { e.ceil() } else { e.floor() })
            }),
            Atom::Max(all) => self.each(all, up, Formula::max),
            Atom::Min(all) => self.each(all, up, Formula::min),
        }
    }

    fn through(&self, inner: &Formula, up: bool, function: impl Fn(&Formula) -> Formula) -> Bound {
        let bound = self.bound(inner, up);
        Bound { formula: function(&bound.formula), at: bound.at }
    }

    fn each(&self, all: &[Formula], up: bool, function: fn(&[Formula]) -> Formula) -> Bound {
        let bounds: Vec<Bound> = all.iter().map(|f| self.bound(f, up)).collect();
        let formulas: Vec<Formula> = bounds.iter().map(|b| b.formula.clone()).collect();
        let at = bounds.into_iter().fold(At::Anywhere, |at, bound| at.and(bound.at));
        Bound { formula: function(&formulas), at }
    }
}

fn total(bounds: impl Iterator<Item = Bound>) -> Bound {
    bounds.fold(Bound { formula: Formula::zero(), at: At::Anywhere }, |sum, bound| Bound {
        formula: sum.formula.add(&bound.formula),
        at: sum.at.and(bound.at),
    })
}
