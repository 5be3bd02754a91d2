//! Logarithms, powers, `max` and `min`, simplified as they are made.

use circ_runtime::Num;

use super::integers::each;
use super::polynomial::MAX_BITS;
use super::{Atom, Formula};

impl Formula {
    /// ceil(log2(max(1, p))).
    #[must_use]
    pub fn ceil_log2(&self) -> Formula {
        // The logarithm, rounded up, of a fraction is that of the integer above it.
        self.logarithm(true)
    }

    /// floor(log2(max(1, p))).
    #[must_use]
    pub fn floor_log2(&self) -> Formula {
        self.logarithm(false)
    }

    fn logarithm(&self, up: bool) -> Formula {
        if let Some(value) = self.as_constant() {
            let log = if up { ceil_log2(&value) } else { floor_log2(&value) };
            return log.map_or_else(Formula::unknown, Formula::int);
        }
        // That of c·2^e, with c a power of 2.
        if let Some((monomial, coefficient)) = self.as_term()
            && let [(Atom::Power(2, exponent), 1)] = monomial.as_slice()
            && let Some(shift) = exact_log2(coefficient)
        {
            return Formula::max(&[Formula::zero(), exponent.plus(shift)]);
        }
        // It does not fall, so it goes through max and min.
        let of = |f: &Formula| f.logarithm(up);
        match self.as_atom() {
            Some(Atom::Max(all)) => return Formula::max(&each(all, of)),
            Some(Atom::Min(all)) => return Formula::min(&each(all, of)),
            _ => {}
        }
        let inner = if up { self.ceil() } else { self.floor() };
        if inner.is_unknown() {
            return inner;
        }
        Formula::atom(if up { Atom::CeilLog2(inner) } else { Atom::FloorLog2(inner) })
    }

    /// The base to an exponent with integer values.
    #[must_use]
    pub fn power(base: u32, exponent: &Formula) -> Formula {
        if base < 2 {
            return match (base, exponent.as_constant()) {
                (1, _) if !exponent.is_unknown() => Formula::one(),
                (0, Some(e)) if e.is_integer() && e.signum() >= 0 => Formula::int(i64::from(e.is_zero())),
                _ => Formula::unknown(),
            };
        }
        let (root, times) = root_of(base);
        let Some((factor, rest)) = power_parts(root, &exponent.times(i64::from(times))) else {
            return Formula::unknown();
        };
        match rest {
            Some(atom) => Formula::atom(atom).scale(&factor),
            None => Formula::constant(factor),
        }
    }

    /// The largest; unknown of nothing.
    #[must_use]
    pub fn max(all: &[Formula]) -> Formula {
        extreme(all, true)
    }

    /// The smallest; unknown of nothing.
    #[must_use]
    pub fn min(all: &[Formula]) -> Formula {
        extreme(all, false)
    }

    /// Whether the form shows that no value is negative: nothing is taken away. `false` is no proof of the contrary.
    pub(super) fn is_plainly_non_negative(&self) -> bool {
        self.terms().is_some_and(|terms| {
            terms.iter().all(|(monomial, coefficient)| {
                coefficient.signum() > 0
                    && monomial.iter().all(|(atom, e)| e % 2 == 0 || atom.is_plainly_non_negative())
            })
        })
    }
}

impl Atom {
    pub(super) fn is_plainly_non_negative(&self) -> bool {
        match self {
            Atom::Max(all) => all.iter().any(Formula::is_plainly_non_negative),
            Atom::Min(all) => all.iter().all(Formula::is_plainly_non_negative),
            _ => true,
        }
    }
}

/// A power of a base as a number times a power whose exponent has a constant part from 0 to below 1.
pub(super) fn power_parts(base: u32, exponent: &Formula) -> Option<(Num, Option<Atom>)> {
    if !exponent.is_integral() {
        return None;
    }
    let whole = exponent.constant_part().floor();
    let rest = exponent.sub(&Formula::constant(whole.clone()));
    let times = whole.to_i64()?;
    let bits = u64::from(32 - base.leading_zeros()) * times.unsigned_abs();
    if bits > MAX_BITS {
        return None;
    }
    let mut factor = Num::int(i64::from(base)).pow(u32::try_from(times.unsigned_abs()).ok()?);
    if times < 0 {
        factor = factor.recip()?;
    }
    Some((factor, (!rest.is_zero()).then_some(Atom::Power(base, rest))))
}

/// The number of which the base is the highest power: 8 is 2^3.
fn root_of(base: u32) -> (u32, u32) {
    for times in (2..32).rev() {
        let mut root = 2u32;
        while let Some(power) = root.checked_pow(times)
            && power <= base
        {
            if power == base {
                return (root, times);
            }
            root += 1;
        }
    }
    (base, 1)
}

fn extreme(all: &[Formula], largest: bool) -> Formula {
    let mut operands: Vec<Formula> = Vec::new();
    for operand in all {
        match operand.as_atom() {
            _ if operand.is_unknown() => return Formula::unknown(),
            Some(Atom::Max(inner)) if largest => operands.extend(inner.iter().cloned()),
            Some(Atom::Min(inner)) if !largest => operands.extend(inner.iter().cloned()),
            _ => operands.push(operand.clone()),
        }
    }
    operands.sort();
    operands.dedup();
    // What another is at least, whatever the symbols are, does not count.
    let mut at = 0;
    while at < operands.len() {
        let beaten = operands.iter().enumerate().any(|(other, f)| {
            let difference = if largest { f.sub(&operands[at]) } else { operands[at].sub(f) };
            other != at && difference.is_plainly_non_negative()
        });
        if beaten {
            operands.remove(at);
        } else {
            at += 1;
        }
    }
    match operands.len() {
        0 => Formula::unknown(),
        1 => operands.swap_remove(0),
        _ => Formula::atom(if largest { Atom::Max(operands) } else { Atom::Min(operands) }),
    }
}

/// ceil(log2(max(1, value))).
pub(super) fn ceil_log2(value: &Num) -> Option<i64> {
    if value.sub(&Num::ONE).signum() <= 0 {
        return Some(0);
    }
    let below = value.ceil().sub(&Num::ONE).to_bigint()?;
    i64::try_from(below.bits()).ok()
}

/// floor(log2(max(1, value))).
pub(super) fn floor_log2(value: &Num) -> Option<i64> {
    if value.sub(&Num::ONE).signum() <= 0 {
        return Some(0);
    }
    Some(i64::try_from(value.floor().to_bigint()?.bits()).ok()? - 1)
}

/// The exponent of a power of 2, negative for a half.
fn exact_log2(value: &Num) -> Option<i64> {
    let up = |value: &Num| {
        let log = floor_log2(value)?;
        (value.signum() > 0 && ceil_log2(value)? == log && value.is_integer()).then_some(log)
    };
    up(value).or_else(|| up(&value.recip()?).map(|log| -log))
}
