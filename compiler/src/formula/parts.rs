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

    /// No less than the formula, and probably not falling as the symbol grows: remainders that mention it are at their
    /// largest, and the terms that take away and mention it are gone.
    #[must_use]
    pub fn rising(&self, symbol: Symbol) -> Formula {
        let Some(terms) = self.terms() else { return Formula::unknown() };
        let mut sum = Formula::zero();
        for (monomial, coefficient) in terms {
            let mentions = monomial.iter().any(|(atom, _)| atom.mentions(symbol));
            if !mentions {
                sum = sum.add(&Formula::term(coefficient, monomial));
                continue;
            }
            let plain = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
            if coefficient.signum() < 0 && plain {
                continue;
            }
            let mut product = Formula::constant(coefficient.clone());
            for (atom, exponent) in monomial {
                let value = match atom {
                    Atom::Mod(inner, modulus) if inner.mentions(symbol) => Formula::int(i64::from(*modulus) - 1),
                    Atom::Max(all) => Formula::max(&each(all, |f| f.rising(symbol))),
                    _ => Formula::atom(atom.clone()),
                };
                product = product.mul(&value.pow(*exponent));
            }
            sum = sum.add(&product);
        }
        sum
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
