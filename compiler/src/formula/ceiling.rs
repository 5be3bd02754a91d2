//! What a condition says of how large a symbol is.

use circ_runtime::Num;

use super::{Atom, Formula, Symbol};

impl Formula {
    /// Where this formula is at least 0: what the symbol is at most. Each term with the symbol takes away, and one of them
    /// is no less than the symbol times a factor.
    pub fn ceiling(&self, symbol: Symbol) -> Option<Formula> {
        let mut rest = Formula::zero();
        let mut factor: Option<Num> = None;
        for (monomial, coefficient) in self.terms()? {
            let term = Formula::term(coefficient, monomial);
            if !term.mentions(symbol) {
                rest = rest.add(&term);
                continue;
            }
            let sure = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
            if coefficient.signum() >= 0 || !sure {
                return self.linear_ceiling(symbol);
            }
            if let [(Atom::Symbol(found), _)] = monomial.as_slice()
                && *found == symbol
            {
                factor = factor.or_else(|| coefficient.neg().recip());
            }
        }
        factor.map(|factor| rest.scale(&factor)).or_else(|| self.linear_ceiling(symbol))
    }

    /// The same of a formula that falls by a constant where the symbol rises by 1.
    fn linear_ceiling(&self, symbol: Symbol) -> Option<Formula> {
        let slope = self.with(symbol, &Formula::symbol(symbol).plus(1)).sub(self).as_constant()?;
        let rest = self.with(symbol, &Formula::zero());
        if rest.mentions(symbol) || slope.signum() >= 0 {
            return None;
        }
        Some(rest.scale(&slope.neg().recip()?))
    }

    /// Where this is about one symbol, in polynomials and remainders: a number after which the remainders repeat. The
    /// coefficients have at most 300 bits.
    pub fn period(&self, symbol: Symbol) -> Option<u32> {
        let mut period = 1u32;
        for (monomial, coefficient) in self.terms()? {
            if coefficient.bits() > 300 {
                return None;
            }
            for (atom, _) in monomial {
                let own = match atom {
                    Atom::Symbol(found) if *found == symbol => 1,
                    Atom::Mod(inner, modulus) => {
                        let denominator = inner.denominator().to_u32()?;
                        inner.period(symbol)?.checked_mul(*modulus)?.checked_mul(denominator)?
                    }
                    _ => return None,
                };
                period = period.checked_mul(own)?;
            }
        }
        Some(period)
    }
}
