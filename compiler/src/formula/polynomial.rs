//! Sums and products of formulas, and the limits within which they are kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use circ_runtime::Num;

use super::{Atom, Formula, Monomial, Symbol, Terms};
use crate::size::Size;

/// A formula with more terms than this is unknown.
const MAX_TERMS: usize = 64;
/// So is one with more terms and atoms, those within atoms counted,
const MAX_WEIGHT: usize = 400;
/// with longer coefficients,
pub(super) const MAX_BITS: u64 = 512;
/// or of a higher degree.
pub(super) const MAX_DEGREE: u32 = 12;

impl Formula {
    /// 0.
    pub fn zero() -> Formula {
        Formula { terms: Some(Arc::default()) }
    }

    /// 1.
    pub fn one() -> Formula {
        Formula::constant(Num::ONE)
    }

    /// An integer.
    pub fn int(value: i64) -> Formula {
        Formula::constant(Num::int(value))
    }

    /// A rational number.
    pub fn constant(value: Num) -> Formula {
        if value.root().is_some() {
            return Formula::unknown();
        }
        let mut terms = Terms::new();
        if !value.is_zero() {
            terms.insert(Vec::new(), value);
        }
        Formula::of(terms)
    }

    /// The parameter with this index.
    pub fn param(index: u32) -> Formula {
        Formula::symbol(Symbol::Param(index))
    }

    /// The loop index with this number.
    pub fn var(number: u32) -> Formula {
        Formula::symbol(Symbol::Var(number))
    }

    /// A parameter or a loop index.
    pub fn symbol(symbol: Symbol) -> Formula {
        Formula::atom(Atom::Symbol(symbol))
    }

    /// What no formula is known for.
    pub fn unknown() -> Formula {
        Formula { terms: None }
    }

    /// A size, in the same parameters.
    pub fn from_size(size: &Size) -> Formula {
        size.to_formula()
    }

    /// The sum of many.
    pub fn sum(all: &[Formula]) -> Formula {
        all.iter().fold(Formula::zero(), |sum, f| sum.add(f))
    }

    pub(super) fn atom(atom: Atom) -> Formula {
        Formula::of(BTreeMap::from([(vec![(atom, 1)], Num::ONE)]))
    }

    /// One term.
    pub(super) fn term(coefficient: &Num, monomial: &Monomial) -> Formula {
        let mut terms = Terms::new();
        add_term(&mut terms, monomial.clone(), coefficient);
        Formula::of(terms)
    }

    /// The formula with these terms, unless it has grown too large to be worth keeping.
    pub(super) fn of(terms: Terms) -> Formula {
        let small = terms.len() <= MAX_TERMS
            && terms.values().all(|c| c.bits() <= MAX_BITS)
            && terms.keys().map(monomial_weight).sum::<usize>() <= MAX_WEIGHT
            && terms.keys().all(|m| m.iter().map(|(_, e)| e).sum::<u32>() <= MAX_DEGREE);
        Formula { terms: small.then(|| Arc::new(terms)) }
    }

    pub(super) fn terms(&self) -> Option<&Terms> {
        self.terms.as_deref()
    }

    /// Whether no formula is known.
    pub fn is_unknown(&self) -> bool {
        self.terms.is_none()
    }

    /// Whether the form is that of 0.
    pub fn is_zero(&self) -> bool {
        self.terms().is_some_and(BTreeMap::is_empty)
    }

    /// The value, where there are no symbols.
    pub fn as_constant(&self) -> Option<Num> {
        let terms = self.terms()?;
        match terms.len() {
            0 => Some(Num::ZERO),
            1 => terms.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The symbol, where the formula is a bare one.
    pub fn as_symbol(&self) -> Option<Symbol> {
        match self.as_atom()? {
            Atom::Symbol(symbol) => Some(*symbol),
            _ => None,
        }
    }

    /// The atom, where the formula is a bare one.
    pub(super) fn as_atom(&self) -> Option<&Atom> {
        let (monomial, coefficient) = self.as_term()?;
        match monomial.as_slice() {
            [(atom, 1)] if coefficient.is_one() => Some(atom),
            _ => None,
        }
    }

    /// The only term, where there is one.
    pub(super) fn as_term(&self) -> Option<(&Monomial, &Num)> {
        let terms = self.terms()?;
        terms.iter().next().filter(|_| terms.len() == 1)
    }

    /// The coefficient of 1.
    pub(super) fn constant_part(&self) -> Num {
        self.terms().and_then(|terms| terms.get(&Vec::new()).cloned()).unwrap_or_default()
    }

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Formula) -> Formula {
        let (Some(left), Some(right)) = (self.terms(), other.terms()) else { return Formula::unknown() };
        let (large, few) = if left.len() < right.len() { (right, left) } else { (left, right) };
        let mut sum = large.clone();
        for (monomial, coefficient) in few {
            add_term(&mut sum, monomial.clone(), coefficient);
        }
        Formula::of(sum)
    }

    /// The difference.
    #[must_use]
    pub fn sub(&self, other: &Formula) -> Formula {
        self.add(&other.neg())
    }

    /// The negative.
    #[must_use]
    pub fn neg(&self) -> Formula {
        self.scale(&Num::MINUS_ONE)
    }

    /// The sum with an integer.
    #[must_use]
    pub fn plus(&self, value: i64) -> Formula {
        self.add(&Formula::int(value))
    }

    /// The product with a number.
    #[must_use]
    pub fn scale(&self, factor: &Num) -> Formula {
        let Some(terms) = self.terms().filter(|_| factor.root().is_none()) else { return Formula::unknown() };
        if factor.is_zero() {
            return Formula::zero();
        }
        Formula::of(terms.iter().map(|(m, c)| (m.clone(), c.mul(factor))).collect())
    }

    /// The product with an integer.
    #[must_use]
    pub fn times(&self, factor: i64) -> Formula {
        self.scale(&Num::int(factor))
    }

    /// The product.
    #[must_use]
    pub fn mul(&self, other: &Formula) -> Formula {
        let (Some(left), Some(right)) = (self.terms(), other.terms()) else { return Formula::unknown() };
        let mut product = Terms::new();
        for (a, x) in left {
            for (b, y) in right {
                let Some((factor, monomial)) = multiply(a, b) else { return Formula::unknown() };
                add_term(&mut product, monomial, &x.mul(y).mul(&factor));
                if product.len() > MAX_TERMS * 4 {
                    return Formula::unknown();
                }
            }
        }
        Formula::of(product)
    }

    /// The power with a constant natural exponent.
    #[must_use]
    pub fn pow(&self, exponent: u32) -> Formula {
        if let Some(base) = self.as_constant() {
            let long = base.bits().saturating_mul(u64::from(exponent)) > 2 * MAX_BITS;
            let trivial = base.is_zero() || base.mul(&base).is_one();
            return if long && !trivial { Formula::unknown() } else { Formula::constant(base.pow(exponent)) };
        }
        if exponent > MAX_DEGREE && !self.as_atom().is_some_and(|a| matches!(a, Atom::Power(..))) {
            return Formula::unknown();
        }
        if let Some(Atom::Power(base, inner)) = self.as_atom() {
            return Formula::power(*base, &inner.times(i64::from(exponent)));
        }
        (0..exponent).fold(Formula::one(), |power, _| power.mul(self))
    }

    /// The quotient by a constant that is not 0; anything else is unknown.
    #[must_use]
    pub fn div(&self, divisor: &Formula) -> Formula {
        match divisor.as_constant().and_then(|d| d.recip()) {
            Some(factor) => self.scale(&factor),
            None => Formula::unknown(),
        }
    }

    /// How many terms and atoms it has, those within atoms counted: what it costs to handle.
    pub fn weight(&self) -> usize {
        self.terms().map_or(1, |terms| terms.keys().map(monomial_weight).sum())
    }
}

fn monomial_weight(monomial: &Monomial) -> usize {
    1 + monomial.iter().map(|(atom, _)| atom_weight(atom)).sum::<usize>()
}

fn atom_weight(atom: &Atom) -> usize {
    match atom {
        Atom::Symbol(_) => 1,
        Atom::Mod(inner, _) | Atom::CeilLog2(inner) | Atom::FloorLog2(inner) | Atom::Power(_, inner) => {
            1 + inner.weight()
        }
        Atom::Max(operands) | Atom::Min(operands) => 1 + operands.iter().map(Formula::weight).sum::<usize>(),
    }
}

pub(super) fn add_term(terms: &mut Terms, monomial: Monomial, coefficient: &Num) {
    let sum = match terms.get(&monomial) {
        Some(old) => old.add(coefficient),
        None => coefficient.clone(),
    };
    if sum.is_zero() {
        terms.remove(&monomial);
    } else {
        terms.insert(monomial, sum);
    }
}

/// The product of two monomials, with the factor that comes out where powers meet; `None` beyond the limits.
pub(super) fn multiply(left: &Monomial, right: &Monomial) -> Option<(Num, Monomial)> {
    let mut factor = Num::ONE;
    let mut product = left.clone();
    for (atom, exponent) in right {
        if let Atom::Power(base, inner) = atom {
            // b^p · b^q is b^(p + q).
            let met = product.iter().position(|(a, _)| matches!(a, Atom::Power(b, _) if b == base));
            if let Some(at) = met {
                let (Atom::Power(_, old), _) = product.remove(at) else { return None };
                let (constant, rest) = super::functions::power_parts(*base, &old.add(inner))?;
                factor = factor.mul(&constant);
                if let Some(rest) = rest {
                    insert(&mut product, &rest, 1);
                }
                continue;
            }
        }
        insert(&mut product, atom, *exponent);
    }
    (product.iter().map(|(_, e)| e).sum::<u32>() <= MAX_DEGREE).then_some((factor, product))
}

fn insert(product: &mut Monomial, atom: &Atom, exponent: u32) {
    match product.binary_search_by(|(other, _)| other.cmp(atom)) {
        // A remainder by 2 is its own square.
        Ok(_) if matches!(atom, Atom::Mod(_, 2)) => {}
        Ok(at) => product[at].1 += exponent,
        Err(at) => product.insert(at, (atom.clone(), exponent)),
    }
}
