//! Static values under the operations of the language: formulas, conditions, and the bits that they may take.

use std::rc::Rc;

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;

use super::value::{Cond, Deps, Static, positive, union};
use crate::formula::Formula;

/// At least the bits of the values of a formula.
pub(super) fn bits_of(value: &Formula) -> Formula {
    value.bits()
}

fn deps(values: &[&Static]) -> Deps {
    values.iter().fold(Deps::new(), |all, value| union(&all, &value.deps))
}

fn of(value: Formula, deps: Deps, bits: Formula, whole: bool) -> Static {
    let known = if value.is_unknown() { bits } else { bits_of(&value) };
    let whole = whole || value.is_integral();
    Static { value, cond: None, deps, bits: known, whole, proper: None }
}

fn all_whole(values: &[&Static]) -> bool {
    values.iter().all(|value| value.whole)
}

/// A number that nothing is known of but its bits: those of all operands together.
pub(super) fn vague(values: &[&Static]) -> Static {
    let bits = values.iter().fold(Formula::zero(), |sum, value| sum.add(&value.bits));
    let mut result = Static::unknown(deps(values), bits);
    if values.iter().any(|value| value.cond.is_some()) {
        result.cond = Some(Rc::new(Cond::Unknown));
    }
    result
}

/// One of the last two.
pub(super) fn vague_choice(values: &[&Static]) -> Static {
    vague(values)
}

pub(super) fn sum(values: &[&Static]) -> Static {
    let value = values.iter().fold(Formula::zero(), |sum, v| sum.add(&v.value));
    let bits = if all_whole(values) {
        let longest: Vec<Formula> = values.iter().map(|v| v.bits.clone()).collect();
        Formula::max(&longest).add(&Formula::int(values.len() as i64).ceil_log2())
    } else {
        values.iter().fold(Formula::one(), |sum, v| sum.add(&v.bits))
    };
    of(value, deps(values), bits, all_whole(values))
}

pub(super) fn product(values: &[&Static]) -> Static {
    let value = values.iter().fold(Formula::one(), |product, v| product.mul(&v.value));
    let bits = values.iter().fold(Formula::zero(), |sum, v| sum.add(&v.bits));
    of(value, deps(values), bits, all_whole(values))
}

/// The greatest or the least.
pub(super) fn extreme(values: &[&Static], least: bool) -> Static {
    let all: Vec<Formula> = values.iter().map(|value| value.value.clone()).collect();
    let value = match all.as_slice() {
        [] => Formula::unknown(),
        _ if all.iter().any(Formula::is_unknown) => Formula::unknown(),
        many if least => Formula::min(many),
        many => Formula::max(many),
    };
    let longest: Vec<Formula> = values.iter().map(|value| value.bits.clone()).collect();
    let bits = if longest.is_empty() { Formula::one() } else { Formula::max(&longest) };
    of(value, deps(values), bits, all_whole(values))
}

pub(super) fn negated(values: &[&Static]) -> Static {
    of(values[0].value.neg(), values[0].deps.clone(), values[0].bits.clone(), values[0].whole)
}

pub(super) fn inverse(values: &[&Static]) -> Static {
    let inverse = values[0].value.as_constant().and_then(|value| value.recip());
    let value = inverse.map_or_else(Formula::unknown, Formula::constant);
    of(value, values[0].deps.clone(), values[0].bits.plus(1), false)
}

pub(super) fn remainder(values: &[&Static]) -> Static {
    let modulus = values[1].value.as_constant().and_then(|m| m.to_u32()).filter(|m| *m > 0);
    let value = match modulus {
        Some(1) => Formula::zero(),
        Some(modulus) => values[0].value.rem(modulus),
        None => Formula::unknown(),
    };
    of(value, deps(values), values[1].bits.clone(), true)
}

pub(super) fn floor(values: &[&Static]) -> Static {
    of(values[0].value.floor(), values[0].deps.clone(), values[0].bits.plus(1), true)
}

pub(super) fn ceil(values: &[&Static]) -> Static {
    of(values[0].value.ceil(), values[0].deps.clone(), values[0].bits.plus(1), true)
}

pub(super) fn floor_log2(values: &[&Static]) -> Static {
    of(values[0].value.floor_log2(), values[0].deps.clone(), values[0].bits.ceil_log2().plus(1), true)
}

pub(super) fn ceil_log2(values: &[&Static]) -> Static {
    of(values[0].value.ceil_log2(), values[0].deps.clone(), values[0].bits.ceil_log2().plus(1), true)
}

pub(super) fn sign(values: &[&Static]) -> Static {
    match values[0].value.as_constant() {
        Some(value) => Static::number(&value.sign()),
        None => Static::unknown(values[0].deps.clone(), Formula::int(2)),
    }
}

pub(super) fn power(base: &Static, exponent: &Static) -> Static {
    let deps = union(&base.deps, &exponent.deps);
    let bits = base.bits.mul(&exponent.value.magnitude()).plus(1);
    let value = match (base.value.as_constant(), exponent.value.as_constant()) {
        (_, Some(times)) if times.signum() >= 0 => {
            times.to_u32().map_or_else(Formula::unknown, |times| base.value.pow(times))
        }
        (Some(base), _) if base.signum() > 0 && base.is_integer() => match base.to_u32() {
            Some(1) => Formula::one(),
            Some(base) => Formula::power(base, &exponent.value),
            None => Formula::unknown(),
        },
        _ => Formula::unknown(),
    };
    // 0, 1 and -1 stay small.
    let bits = match base.value.as_constant() {
        Some(value) if value.is_zero() || value.is_one() || value == Num::MINUS_ONE => Formula::int(2),
        _ => bits,
    };
    // A negative exponent makes a fraction.
    let whole = base.whole && exponent.value.as_constant().is_some_and(|e| e.signum() >= 0);
    of(value, deps, bits, whole)
}

pub(super) fn compare(op: CompareOp, x: &Static, y: &Static) -> Static {
    let d = y.value.sub(&x.value);
    let cond = if d.is_unknown() {
        Cond::Unknown
    } else {
        match op {
            CompareOp::Eq => Cond::Zero(d),
            CompareOp::Ne => Cond::NotZero(d),
            CompareOp::Le => Cond::AtLeastZero(d),
            CompareOp::Lt => positive(&d),
            CompareOp::Ge => Cond::AtLeastZero(d.neg()),
            CompareOp::Gt => positive(&d.neg()),
        }
    };
    Static::truth(settled(cond), union(&x.deps, &y.deps))
}

/// A condition on a number, decided.
fn settled(cond: Cond) -> Cond {
    match &cond {
        Cond::AtLeastZero(f) => f.as_constant().map_or(cond.clone(), |v| Cond::Known(v.signum() >= 0)),
        Cond::Zero(f) => f.as_constant().map_or(cond.clone(), |v| Cond::Known(v.is_zero())),
        Cond::NotZero(f) => f.as_constant().map_or(cond.clone(), |v| Cond::Known(!v.is_zero())),
        _ => cond,
    }
}

pub(super) fn not(values: &[&Static]) -> Static {
    Static::truth(values[0].truth_of().not(), values[0].deps.clone())
}

pub(super) fn all(values: &[&Static]) -> Static {
    let mut parts = Vec::new();
    for value in values {
        match value.truth_of() {
            Cond::Known(true) => {}
            Cond::Known(false) => return Static::truth(Cond::Known(false), Deps::new()),
            Cond::All(inner) => parts.extend(inner),
            other => parts.push(other),
        }
    }
    let cond = match parts.len() {
        0 => Cond::Known(true),
        1 => parts.remove(0),
        _ => Cond::All(parts),
    };
    Static::truth(cond, deps(values))
}

pub(super) fn any(values: &[&Static]) -> Static {
    let opposite: Vec<Static> = values.iter().map(|value| not(&[value])).collect();
    let opposite: Vec<&Static> = opposite.iter().collect();
    let none = all(&opposite);
    Static::truth(none.truth_of().not(), deps(values))
}

/// `if c { x } else { y }` of conditions.
pub(super) fn choice(cond: &Cond, x: &Static, y: &Static, deps: &Deps) -> Static {
    let c = Static::truth(cond.clone(), deps.clone());
    let not_c = not(&[&c]);
    let (a, b) = (all(&[&c, x]), all(&[&not_c, y]));
    let either = any(&[&a, &b]);
    Static::truth(either.truth_of(), union(deps, &union(&x.deps, &y.deps)))
}
