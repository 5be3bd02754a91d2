//! Sums over a range.

use circ_runtime::Num;

use super::super::{Atom, Facts, Formula, Monomial, Symbol};
use super::ends::Range;

/// A formula that is at least the sum of `f`, which is nowhere negative, over `var` in `0..count`, also where the range
/// is empty; and whether it is that sum.
pub fn total(f: &Formula, var: u32, count: &Formula, facts: &Facts) -> (Formula, bool) {
    let Some(range) = Range::new(&[f], var, count, facts) else { return (Formula::unknown(), false) };
    let f = f.with(Symbol::Var(var), &range.index());
    // The sum up to here is a polynomial in how often the loop runs, which is 0 where the count is below.
    let runs = if facts.non_negative(count) {
        count.clone()
    } else {
        Formula::max(&[Formula::zero(), count.clone()])
    };
    let Some(terms) = f.terms() else { return (Formula::unknown(), false) };
    let (mut sum, mut exact) = (Formula::zero(), true);
    for (monomial, coefficient) in terms {
        let (part, same) = term(&range, monomial, coefficient, &runs);
        sum = sum.add(&part);
        exact &= same;
    }
    if sum.is_unknown() {
        // As often as it runs, the most.
        return (range.bound(&f, true).formula.mul(&runs), false);
    }
    (sum, exact)
}

/// The sum of one term: an exact one, or one that is not below.
fn term(range: &Range, monomial: &Monomial, coefficient: &Num, runs: &Formula) -> (Formula, bool) {
    let index = range.index();
    let mut outside = Formula::constant(coefficient.clone());
    let mut degree = 0;
    let mut functions: Monomial = Vec::new();
    for (atom, exponent) in monomial {
        if index.as_atom() == Some(atom) {
            degree = *exponent;
        } else if range.mentions(atom) {
            functions.push((atom.clone(), *exponent));
        } else {
            outside = outside.mul(&Formula::atom(atom.clone()).pow(*exponent));
        }
    }
    if functions.is_empty() {
        return (outside.mul(&powers(degree, runs)), true);
    }
    if degree == 0
        && let [(Atom::Power(base, exponent), 1)] = functions.as_slice()
        && let Some(sum) = geometric(range, *base, exponent, runs)
    {
        return (outside.mul(&sum), true);
    }
    // A factor whose sign is not known turns the direction.
    let sign = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
    if !sign {
        return (Formula::unknown(), false);
    }
    let whole = Formula::term(&Num::ONE, &functions);
    let bound = range.bound(&whole, coefficient.signum() > 0).formula;
    (outside.mul(&bound).mul(&powers(degree, runs)), false)
}

/// The sum of i^degree over `i` in `0..runs`, by c^(k+1) = Σ_{j <= k} (k+1 over j)·S_j(c).
fn powers(degree: u32, runs: &Formula) -> Formula {
    let mut sums: Vec<Formula> = Vec::new();
    for k in 0..=degree {
        let mut rest = runs.pow(k + 1);
        let mut choose = Num::ONE;
        for (j, sum) in (0..k).zip(&sums) {
            rest = rest.sub(&sum.scale(&choose));
            // (k+1 over j+1) = (k+1 over j)·(k+1-j)/(j+1).
            let ratio = Num::ratio(i64::from(k + 1 - j), i64::from(j + 1)).unwrap_or_default();
            choose = choose.mul(&ratio);
        }
        sums.push(rest.div(&Formula::int(i64::from(k + 1))));
    }
    sums.pop().unwrap_or_else(Formula::unknown)
}

/// The sum of b^(a·i + c), with a constant a and c that does not depend on i.
fn geometric(range: &Range, base: u32, exponent: &Formula, runs: &Formula) -> Option<Formula> {
    let index = range.index();
    let Some(Atom::Symbol(symbol)) = index.as_atom() else { return None };
    let slope = exponent.with(*symbol, &Formula::one()).sub(&exponent.with(*symbol, &Formula::zero()));
    let start = exponent.with(*symbol, &Formula::zero());
    if slope.mul(&index).add(&start) != *exponent {
        return None;
    }
    let ratio = Formula::power(base, &slope).as_constant()?;
    let below = ratio.sub(&Num::ONE).recip()?;
    let grown = Formula::power(base, &slope.mul(runs));
    Some(Formula::power(base, &start).mul(&grown.plus(-1)).scale(&below))
}
