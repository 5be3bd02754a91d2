//! Rounding, remainders, and which formulas have integer values.

use circ_runtime::Num;

use super::polynomial::add_term;
use super::{Atom, Formula, Terms};

impl Formula {
    /// The greatest integer that is not above it.
    #[must_use]
    pub fn floor(&self) -> Formula {
        self.floor_of().unwrap_or_else(Formula::unknown)
    }

    /// The least integer that is not below it.
    #[must_use]
    pub fn ceil(&self) -> Formula {
        self.neg().floor().neg()
    }

    /// The remainder by a positive integer, of what has integer values.
    #[must_use]
    pub fn rem(&self, modulus: u32) -> Formula {
        if modulus == 0 || !self.is_integral() {
            return Formula::unknown();
        }
        // With p/d over the common denominator, (p/d) mod m is (p mod d·m)/d.
        let Some(d) = self.common_denominator() else { return Formula::unknown() };
        let Some(modulus) = modulus.checked_mul(d) else { return Formula::unknown() };
        self.times(i64::from(d)).reduced(modulus).div(&Formula::int(i64::from(d)))
    }

    /// Whether the form shows that every value is an integer. `false` is no proof of the contrary.
    pub fn is_integral(&self) -> bool {
        let Some(terms) = self.terms() else { return false };
        if !terms.keys().flatten().all(|(atom, _)| atom.is_integral()) {
            return false;
        }
        let Some(d) = self.common_denominator() else { return false };
        let whole = self.times(i64::from(d));
        prime_powers(d).into_iter().all(|q| whole.reduced(q).is_zero())
    }

    fn floor_of(&self) -> Option<Formula> {
        if self.is_integral() {
            return Some(self.clone());
        }
        match self.as_atom() {
            Some(Atom::Max(all)) => return Some(Formula::max(&each(all, Formula::floor))),
            Some(Atom::Min(all)) => return Some(Formula::min(&each(all, Formula::floor))),
            _ => {}
        }
        let terms = self.terms()?;
        if !terms.keys().flatten().all(|(atom, _)| atom.is_integral()) {
            return None;
        }
        let denominator = self.common_denominator()?;
        let d = Num::int(i64::from(denominator));
        // floor(p/d) is (p - p mod d)/d.
        let whole = self.scale(&d).without_inner_floors(denominator);
        Some(whole.sub(&whole.reduced(denominator)).scale(&d.recip()?))
    }

    /// Another numerator with the same floor over d: floor((q - q mod k + r)/d) is floor((q + r)/d) where k divides d
    /// and r. So `floor(floor(n/2)/2)` is `floor(n/4)`.
    fn without_inner_floors(self, d: u32) -> Formula {
        let mut whole = self;
        // Each turn takes an atom away, and those that come in with it lie deeper.
        for _ in 0..8 {
            let Some(terms) = whole.terms() else { break };
            let next = terms.iter().find_map(|(monomial, coefficient)| {
                let [(Atom::Mod(inner, k), 1)] = monomial.as_slice() else { return None };
                if d % k != 0 || *coefficient != Num::MINUS_ONE {
                    return None;
                }
                let more = whole.sub(&Formula::term(coefficient, monomial));
                more.sub(inner).reduced(*k).is_zero().then_some(more)
            });
            let Some(next) = next else { break };
            whole = next;
        }
        whole
    }

    /// The remainder of a formula with integer coefficients and atoms, as a constant or through one atom.
    fn reduced(&self, modulus: u32) -> Formula {
        if modulus == 1 {
            return Formula::zero();
        }
        let Some(terms) = self.without_inner_remainders(modulus) else { return Formula::unknown() };
        let m = Num::int(i64::from(modulus));
        let mut rest = Terms::new();
        for (monomial, coefficient) in &terms {
            let Some(quotient) = coefficient.div(&m) else { return Formula::unknown() };
            let mut monomial = monomial.clone();
            if is_prime(modulus) {
                // x^m is x, modulo a prime m.
                for (_, exponent) in &mut monomial {
                    if *exponent >= modulus {
                        *exponent = (*exponent - 1) % (modulus - 1) + 1;
                    }
                }
            }
            add_term(&mut rest, monomial, &coefficient.sub(&quotient.floor().mul(&m)));
        }
        for coefficient in rest.values_mut() {
            if *coefficient >= m {
                let Some(quotient) = coefficient.div(&m) else { return Formula::unknown() };
                *coefficient = coefficient.sub(&quotient.floor().mul(&m));
            }
        }
        rest.retain(|_, coefficient| !coefficient.is_zero());
        // (p + 1) mod 2 is 1 - p mod 2.
        let turned = modulus == 2 && rest.remove(&Vec::new()).is_some();
        let rest = Formula::of(rest);
        let value = match rest.as_constant() {
            Some(_) => rest,
            None if rest.is_unknown() => rest,
            None => match rest.as_atom() {
                // A remainder below the modulus stays.
                Some(Atom::Mod(_, k)) if *k <= modulus => rest,
                _ => Formula::atom(Atom::Mod(rest, modulus)),
            },
        };
        if turned { Formula::one().sub(&value) } else { value }
    }

    /// With p for each `p mod k`, where the modulus divides k: they differ by a multiple of it.
    fn without_inner_remainders(&self, modulus: u32) -> Option<Terms> {
        let mut formula = self.clone();
        for _ in 0..8 {
            let terms = formula.terms()?;
            let inner = |atom: &Atom| match atom {
                Atom::Mod(inner, k) if k % modulus == 0 && inner.has_integer_coefficients() => {
                    Some(inner.clone())
                }
                _ => None,
            };
            if !terms.keys().flatten().any(|(atom, _)| inner(atom).is_some()) {
                break;
            }
            let mut sum = Formula::zero();
            for (monomial, coefficient) in terms {
                let mut product = Formula::constant(coefficient.clone());
                for (atom, exponent) in monomial {
                    let factor = inner(atom).unwrap_or_else(|| Formula::atom(atom.clone()));
                    product = product.mul(&factor.pow(*exponent));
                }
                sum = sum.add(&product);
            }
            formula = sum;
        }
        formula.terms().cloned()
    }

    pub(super) fn has_integer_coefficients(&self) -> bool {
        self.terms().is_some_and(|terms| terms.values().all(Num::is_integer))
    }

    pub(super) fn common_denominator(&self) -> Option<u32> {
        let mut common = 1u32;
        for coefficient in self.terms()?.values() {
            // The least k with k·common·coefficient an integer.
            let step = coefficient.mul(&Num::int(i64::from(common))).denominator();
            common = common.checked_mul(u32::try_from(step).ok()?)?;
        }
        Some(common)
    }
}

impl Atom {
    /// Whether every value is an integer.
    pub(super) fn is_integral(&self) -> bool {
        match self {
            Atom::Symbol(_) | Atom::Mod(..) | Atom::CeilLog2(_) | Atom::FloorLog2(_) => true,
            Atom::Power(_, exponent) => exponent.is_plainly_non_negative(),
            Atom::Max(all) | Atom::Min(all) => all.iter().all(Formula::is_integral),
        }
    }
}

pub(super) fn each(all: &[Formula], f: impl Fn(&Formula) -> Formula) -> Vec<Formula> {
    all.iter().map(f).collect()
}

fn is_prime(m: u32) -> bool {
    matches!(m, 2 | 3 | 5 | 7 | 11 | 13)
}

/// The powers of primes whose product this is.
fn prime_powers(d: u32) -> Vec<u32> {
    let mut rest = d;
    let mut powers = Vec::new();
    for p in 2..=u32::from(u16::MAX) {
        if p * p > rest {
            break;
        }
        let mut power = 1;
        while rest.is_multiple_of(p) {
            rest /= p;
            power *= p;
        }
        if power > 1 {
            powers.push(power);
        }
    }
    if rest > 1 {
        powers.push(rest);
    }
    powers
}
