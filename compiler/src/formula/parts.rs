//! Simpler formulas that bound one: what is left when terms go, or when signs are ignored.

use circ_runtime::Num;

use super::integers::each;
use super::{Atom, Formula, Symbol};

impl Formula {
    /// A positive integer that makes every coefficient an integer.
    pub fn denominator(&self) -> Num {
        self.common_denominator().map_or(Num::ONE, |d| Num::int(i64::from(d)))
    }

    /// At least the absolute value.
    #[must_use]
    pub fn magnitude(&self) -> Formula {
        let Some(terms) = self.terms() else { return Formula::unknown() };
        let mut sum = Formula::zero();
        for (monomial, coefficient) in terms {
            let positive = if coefficient.signum() < 0 { coefficient.neg() } else { coefficient.clone() };
            let mut product = Formula::constant(positive);
            for (atom, exponent) in monomial {
                let value = match atom {
                    Atom::Max(all) | Atom::Min(all) if !atom.is_plainly_non_negative() => {
                        Formula::max(&each(all, Formula::magnitude))
                    }
                    _ => Formula::atom(atom.clone()),
                };
                product = product.mul(&value.pow(*exponent));
            }
            sum = sum.add(&product);
        }
        sum
    }

    /// No less than the formula, and not negative: without the terms that take away.
    #[must_use]
    pub fn without_negative_terms(&self) -> Formula {
        let Some(terms) = self.terms() else { return Formula::unknown() };
        let mut sum = Formula::zero();
        for (monomial, coefficient) in terms {
            let plain = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
            if !plain {
                sum = sum.add(&Formula::term(coefficient, monomial).magnitude());
            } else if coefficient.signum() > 0 {
                sum = sum.add(&Formula::term(coefficient, monomial));
            }
        }
        sum
    }

    /// No less than the formula, and not falling as the symbol grows: remainders that mention it are at their largest,
    /// and the terms that take away and mention it are gone, within atoms too.
    #[must_use]
    pub fn rising(&self, symbol: Symbol) -> Formula {
        let Some(terms) = self.terms() else { return Formula::unknown() };
        let mut sum = Formula::zero();
        for (monomial, coefficient) in terms {
            if !monomial.iter().any(|(atom, _)| atom.mentions(symbol)) {
                sum = sum.add(&Formula::term(coefficient, monomial));
                continue;
            }
            let plain = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
            if !plain {
                // A single extremum that is added rises as its operands do; anything else is bounded by its size.
                let single = matches!(monomial.as_slice(), [(Atom::Max(_) | Atom::Min(_), 1)]);
                if single && coefficient.signum() > 0 {
                    sum = sum.add(&monomial[0].0.rising(symbol).scale(coefficient));
                } else {
                    sum = sum.add(&Formula::term(coefficient, monomial).magnitude().rising(symbol));
                }
                continue;
            }
            if coefficient.signum() > 0 {
                let product =
                    monomial.iter().fold(Formula::constant(coefficient.clone()), |product, (atom, e)| {
                        product.mul(&atom.rising(symbol).pow(*e))
                    });
                sum = sum.add(&product);
            }
        }
        sum
    }

    /// At least the bits of the numerator and the denominator of its values together, where these are counted as
    /// [`Num::bits`] does: a term of a power takes as many bits as its exponent says.
    #[must_use]
    pub fn bits(&self) -> Formula {
        let Some(terms) = self.terms() else { return Formula::unknown() };
        if let Some(constant) = self.as_constant() {
            return Formula::int(i64::try_from(constant.bits()).unwrap_or(i64::MAX).max(1));
        }
        let denominator = self.denominator();
        let below = if denominator.is_one() {
            Formula::one()
        } else {
            // The numerator over the common denominator is longer by that.
            Formula::int(2 * i64::try_from(denominator.bits()).unwrap_or(i64::MAX / 2))
        };
        let powers = terms.keys().flatten().any(|(atom, _)| matches!(atom, Atom::Power(..)));
        if !powers {
            return self.magnitude().ceil().plus(1).ceil_log2().add(&below);
        }
        let mut longest = Vec::new();
        for (monomial, coefficient) in terms {
            let mut bits = Formula::int(i64::try_from(coefficient.bits()).unwrap_or(i64::MAX / 2));
            for (atom, exponent) in monomial {
                let own = match atom {
                    Atom::Power(base, inner) => {
                        inner.magnitude().times(i64::from(32 - base.leading_zeros())).plus(1)
                    }
                    _ => Formula::atom(atom.clone()).magnitude().plus(1).ceil_log2(),
                };
                bits = bits.add(&own.times(i64::from(*exponent)));
            }
            longest.push(bits);
        }
        let carries = Formula::int(terms.len() as i64).ceil_log2();
        Formula::max(&longest).add(&carries).add(&below)
    }

    /// Two formulas whose sum is no less: the terms that have the symbol as a factor, and the others. Where the other
    /// factors do not fall, the first is no more over parts of a whole than over the whole.
    #[must_use]
    pub fn split_superadditive(&self, symbol: Symbol) -> (Formula, Formula) {
        let Some(terms) = self.terms() else { return (Formula::unknown(), Formula::unknown()) };
        let (mut fast, mut slow) = (Formula::zero(), Formula::zero());
        for (monomial, coefficient) in terms {
            let plain = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
            if coefficient.signum() < 0 && plain {
                continue;
            }
            let factor = monomial.iter().any(|(atom, _)| *atom == Atom::Symbol(symbol));
            let term = Formula::term(coefficient, monomial);
            if factor && plain {
                fast = fast.add(&term);
            } else {
                slow = slow.add(&term);
            }
        }
        (fast, slow)
    }
}

impl Atom {
    fn rising(&self, symbol: Symbol) -> Formula {
        if !self.mentions(symbol) {
            return Formula::atom(self.clone());
        }
        match self {
            Atom::Symbol(_) => Formula::atom(self.clone()),
            Atom::Mod(_, modulus) => Formula::int(i64::from(*modulus) - 1),
            Atom::CeilLog2(inner) => inner.rising(symbol).ceil_log2(),
            Atom::FloorLog2(inner) => inner.rising(symbol).floor_log2(),
            Atom::Power(base, inner) => Formula::power(*base, &inner.rising(symbol)),
            Atom::Max(all) => Formula::max(&each(all, |f| f.rising(symbol))),
            Atom::Min(all) => Formula::min(&each(all, |f| f.rising(symbol))),
        }
    }
}
