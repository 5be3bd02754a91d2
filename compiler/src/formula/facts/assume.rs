//! Taking facts in: tightened to integers, equalities solved, extremes taken apart.

use circ_runtime::Num;

use super::super::{Atom, Formula, Symbol};
use super::Facts;

/// More facts than this are not kept: those that come later are forgotten.
const MAX_KNOWN: usize = 64;

impl Facts {
    /// From here on f >= 0.
    pub(super) fn take_in(&mut self, f: &Formula) {
        let f = tightened(&self.resolve(f));
        if f.is_unknown() || f.is_plainly_non_negative() || self.state.known.contains(&f) {
            return;
        }
        if self.state.known.len() >= MAX_KNOWN {
            return;
        }
        let negative = f.neg();
        let zero = negative.is_plainly_non_negative() || self.state.known.contains(&negative);
        self.change().known.push(f.clone());
        for part in parts(&f) {
            self.take_in(&part);
        }
        if zero {
            self.equate(&f);
        }
    }

    /// From here on f = 0: a symbol for which it can be solved is replaced everywhere.
    pub(super) fn equate(&mut self, f: &Formula) {
        let f = self.resolve(f);
        let Some((symbol, value)) = solved(&f) else {
            for side in [f.clone(), f.neg()] {
                let side = tightened(&side);
                if !side.is_unknown() && !side.is_plainly_non_negative() && !self.state.known.contains(&side)
                {
                    self.change().known.push(side);
                }
            }
            return;
        };
        let with = |f: &Formula| f.with(symbol, &value);
        let state = self.change();
        for (_, other) in &mut state.equal {
            *other = with(other);
        }
        state.equal.push((symbol, value.clone()));
        let known = std::mem::take(&mut state.known);
        // That the symbol is a natural number is still a fact.
        self.take_in(&value);
        for fact in &known {
            self.take_in(&with(fact));
        }
    }

    /// What is not 0 is at least 1 where it is not negative.
    pub(super) fn look_at_nonzero(&mut self) {
        let mut at = 0;
        while let Some(f) = self.state.nonzero.get(at).cloned() {
            let side = [f.clone(), f.neg()].into_iter().find(|side| self.non_negative(side));
            let Some(side) = side else {
                at += 1;
                continue;
            };
            self.change().nonzero.remove(at);
            self.take_in(&side.plus(-1));
            at = 0;
        }
    }
}

/// The weakest equivalent whose coefficients are whole and have no common factor, where atoms are integers: 2n - 3 >= 0
/// is n - 2 >= 0.
fn tightened(f: &Formula) -> Formula {
    let Some(terms) = f.terms() else { return Formula::unknown() };
    if !terms.keys().flatten().all(|(atom, _)| atom.is_integral()) {
        return f.clone();
    }
    let constant = f.constant_part();
    let rest = f.sub(&Formula::constant(constant.clone()));
    if rest.is_zero() {
        return Formula::int(i64::from(constant.signum()));
    }
    let Some(d) = rest.common_denominator().map(|d| Num::int(i64::from(d))) else { return f.clone() };
    let mut common = 0u64;
    for coefficient in rest.terms().into_iter().flat_map(|terms| terms.values()) {
        let Some(value) = coefficient.mul(&d).to_i64() else { return f.clone() };
        common = gcd(common, value.unsigned_abs());
    }
    let Some(share) = d.div(&Num::from(common)) else { return f.clone() };
    rest.scale(&share).add(&Formula::constant(constant.mul(&share).floor()))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What follows from a fact by putting an operand for an extreme: i < min(a, b) says i < a and i < b.
fn parts(f: &Formula) -> Vec<Formula> {
    let mut found = Vec::new();
    for (monomial, coefficient) in f.terms().into_iter().flatten() {
        for (at, (atom, exponent)) in monomial.iter().enumerate() {
            let operands = match atom {
                Atom::Max(all) if coefficient.signum() < 0 => all,
                Atom::Min(all) if coefficient.signum() > 0 => all,
                _ => continue,
            };
            let mut others = monomial.clone();
            others.remove(at);
            if *exponent != 1 || !others.iter().all(|(atom, _)| atom.is_plainly_non_negative()) {
                continue;
            }
            let rest = f.sub(&Formula::term(coefficient, monomial));
            let times = Formula::term(coefficient, &others);
            found.extend(operands.iter().map(|o| rest.add(&times.mul(o))));
            return found;
        }
    }
    found
}

/// A symbol and the integer that it is where f = 0; loop indices before parameters, the later ones first.
fn solved(f: &Formula) -> Option<(Symbol, Formula)> {
    f.symbols().into_iter().rev().find_map(|symbol| {
        let alone = vec![(Atom::Symbol(symbol), 1)];
        let coefficient = f.terms()?.get(&alone)?.clone();
        let rest = f.sub(&Formula::term(&coefficient, &alone));
        let value = rest.scale(&coefficient.recip()?.neg());
        (!rest.mentions(symbol) && value.is_integral()).then_some((symbol, value))
    })
}
