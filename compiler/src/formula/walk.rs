//! Walks over formulas: symbols, substitution, values.

use std::collections::BTreeSet;

use circ_runtime::Num;

use super::functions::{ceil_log2, floor_log2};
use super::integers::each;
use super::{Atom, Formula, Symbol};

/// A value with more bits than this is not computed.
const MAX_VALUE_BITS: u64 = 4096;

impl Formula {
    /// The symbols that occur.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        self.visit(&mut |atom| {
            if let Atom::Symbol(symbol) = atom {
                found.insert(*symbol);
            }
        });
        found
    }

    /// Whether the symbol occurs.
    pub fn mentions(&self, symbol: Symbol) -> bool {
        let mut found = false;
        self.visit(&mut |atom| found |= *atom == Atom::Symbol(symbol));
        found
    }

    /// Every atom, those within atoms too.
    pub(super) fn visit(&self, see: &mut dyn FnMut(&Atom)) {
        for (atom, _) in self.terms().into_iter().flat_map(|terms| terms.keys()).flatten() {
            see(atom);
            atom.visit_parts(&mut |part| part.visit(see));
        }
    }

    /// With symbols replaced. Everything is made anew, so that it simplifies.
    #[must_use]
    pub fn substitute(&self, with: &dyn Fn(Symbol) -> Option<Formula>) -> Formula {
        self.rebuild(&|atom| match atom {
            Atom::Symbol(symbol) => with(*symbol),
            _ => None,
        })
    }

    /// With one symbol replaced.
    #[must_use]
    pub fn with(&self, symbol: Symbol, value: &Formula) -> Formula {
        self.substitute(&|s| (s == symbol).then(|| value.clone()))
    }

    /// With another formula wherever `what` stands, which has to be a bare atom: a symbol, a logarithm, a remainder.
    /// Where it is not, nothing changes.
    #[must_use]
    pub fn replace(&self, what: &Formula, with: &Formula) -> Formula {
        match what.as_atom() {
            Some(wanted) => self.rebuild(&|atom| (atom == wanted).then(|| with.clone())),
            None => self.clone(),
        }
    }

    /// With atoms replaced, the outer ones first.
    pub(super) fn rebuild(&self, replaced: &dyn Fn(&Atom) -> Option<Formula>) -> Formula {
        let Some(terms) = self.terms() else { return Formula::unknown() };
        let mut sum = Formula::zero();
        for (monomial, coefficient) in terms {
            let mut product = Formula::constant(coefficient.clone());
            for (atom, exponent) in monomial {
                let value = replaced(atom).unwrap_or_else(|| atom.rebuild(replaced));
                product = product.mul(&value.pow(*exponent));
            }
            sum = sum.add(&product);
        }
        sum
    }

    /// The exact value. `None` where a symbol has none, or where a number gets too large.
    pub fn at(&self, value: &dyn Fn(Symbol) -> Option<Num>) -> Option<Num> {
        let small = |v: Num| (v.bits() <= MAX_VALUE_BITS).then_some(v);
        let mut sum = Num::ZERO;
        for (monomial, coefficient) in self.terms()? {
            let mut product = coefficient.clone();
            for (atom, exponent) in monomial {
                product = small(product.mul(&small(atom.at(value)?)?.pow(*exponent)))?;
            }
            sum = small(sum.add(&product))?;
        }
        Some(sum)
    }
}

impl Atom {
    /// The formulas of which it is made.
    pub(super) fn visit_parts(&self, see: &mut dyn FnMut(&Formula)) {
        match self {
            Atom::Symbol(_) => {}
            Atom::Mod(inner, _) | Atom::CeilLog2(inner) | Atom::FloorLog2(inner) | Atom::Power(_, inner) => {
                see(inner);
            }
            Atom::Max(all) | Atom::Min(all) => all.iter().for_each(see),
        }
    }

    pub(super) fn mentions(&self, symbol: Symbol) -> bool {
        let mut found = *self == Atom::Symbol(symbol);
        self.visit_parts(&mut |part| found |= part.mentions(symbol));
        found
    }

    fn rebuild(&self, replaced: &dyn Fn(&Atom) -> Option<Formula>) -> Formula {
        let of = |f: &Formula| f.rebuild(replaced);
        match self {
            Atom::Symbol(_) => Formula::atom(self.clone()),
            Atom::Mod(inner, modulus) => of(inner).rem(*modulus),
            Atom::CeilLog2(inner) => of(inner).ceil_log2(),
            Atom::FloorLog2(inner) => of(inner).floor_log2(),
            Atom::Power(base, inner) => Formula::power(*base, &of(inner)),
            Atom::Max(all) => Formula::max(&each(all, of)),
            Atom::Min(all) => Formula::min(&each(all, of)),
        }
    }

    fn at(&self, value: &dyn Fn(Symbol) -> Option<Num>) -> Option<Num> {
        match self {
            Atom::Symbol(symbol) => value(*symbol),
            Atom::Mod(inner, modulus) => {
                let m = Num::int(i64::from(*modulus));
                let inner = inner.at(value)?;
                Some(inner.sub(&inner.div(&m)?.floor().mul(&m)))
            }
            Atom::CeilLog2(inner) => ceil_log2(&inner.at(value)?).map(Num::int),
            Atom::FloorLog2(inner) => floor_log2(&inner.at(value)?).map(Num::int),
            Atom::Power(base, inner) => {
                let exponent = inner.at(value)?.to_i64()?;
                let size = u32::try_from(exponent.unsigned_abs()).ok()?;
                let bits = u64::from(32 - base.leading_zeros()) * u64::from(size);
                if bits > MAX_VALUE_BITS {
                    return None;
                }
                let power = Num::int(i64::from(*base)).pow(size);
                if exponent < 0 { power.recip() } else { Some(power) }
            }
            Atom::Max(all) => values(all, value)?.into_iter().max(),
            Atom::Min(all) => values(all, value)?.into_iter().min(),
        }
    }
}

fn values(all: &[Formula], value: &dyn Fn(Symbol) -> Option<Num>) -> Option<Vec<Num>> {
    all.iter().map(|f| f.at(value)).collect()
}
