//! Comparisons, logic and choice.

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;

use super::{Builder, difference, half, negate, scale};

/// `[x > 0] = s·(s + 1)/2`, or with the flag `[x < 0] = s·(s - 1)/2`, with s the sign of x.
fn strictly<B: Builder>(b: &mut B, x: &B::Wire, below: bool) -> B::Wire {
    let s = b.sign(x);
    let one = b.constant(if below { Num::MINUS_ONE } else { Num::ONE });
    let shifted = b.add(&[s.clone(), one]);
    let half = b.constant(half());
    b.mul(&[half, s, shifted])
}

/// `[x >= 0] = sign(sign(x) + 1)`
fn non_negative<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    let s = b.sign(x);
    let one = b.constant(Num::ONE);
    let shifted = b.add(&[s, one]);
    b.sign(&shifted)
}

/// `[x = 0] = 1 - s²`
fn zero<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    let s = b.sign(x);
    let minus = b.constant(Num::MINUS_ONE);
    let square = b.mul(&[minus, s.clone(), s]);
    let one = b.constant(Num::ONE);
    b.add(&[one, square])
}

/// `[x != 0] = s²`
fn non_zero<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    let s = b.sign(x);
    b.mul(&[s.clone(), s])
}

/// `[x op y]`. Where both are known to be 0 or 1 no sign gate is used.
pub fn compare<B: Builder>(b: &mut B, op: CompareOp, bits: bool, x: &B::Wire, y: &B::Wire) -> B::Wire {
    if bits {
        return match op {
            CompareOp::Eq => same_bit(b, x, y),
            CompareOp::Ne => differ(b, x, y),
            CompareOp::Le => at_most(b, x, y),
            CompareOp::Ge => at_most(b, y, x),
            CompareOp::Lt => below(b, x, y),
            CompareOp::Gt => below(b, y, x),
        };
    }
    // The difference is taken so that a constant on either side costs no gate of its own.
    let flipped = b.is_constant(x) && !b.is_constant(y);
    match op {
        CompareOp::Eq | CompareOp::Ne => {
            let d = if flipped { difference(b, y, x) } else { difference(b, x, y) };
            if op == CompareOp::Eq { zero(b, &d) } else { non_zero(b, &d) }
        }
        CompareOp::Lt | CompareOp::Gt => {
            let d = if flipped { difference(b, y, x) } else { difference(b, x, y) };
            strictly(b, &d, (op == CompareOp::Lt) != flipped)
        }
        CompareOp::Ge => {
            let d = difference(b, x, y);
            non_negative(b, &d)
        }
        CompareOp::Le => {
            let d = difference(b, y, x);
            non_negative(b, &d)
        }
    }
}

/// Where one of two bits is constant: the other one, and whether that constant is 1.
fn one_constant<B: Builder>(b: &B, x: &B::Wire, y: &B::Wire) -> Option<(B::Wire, bool)> {
    match (b.value(x), b.value(y)) {
        (_, Some(value)) => Some((x.clone(), value.is_one())),
        (Some(value), None) => Some((y.clone(), value.is_one())),
        (None, None) => None,
    }
}

/// Two bits are equal: `1 - x - y + 2xy`.
fn same_bit<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    match one_constant(b, x, y) {
        Some((bit, true)) => bit,
        Some((bit, false)) => not(b, &bit),
        None => {
            let (one, two) = (b.constant(Num::ONE), b.constant(Num::int(2)));
            let (minus_x, minus_y) = (negate(b, x), negate(b, y));
            let both = b.mul(&[two, x.clone(), y.clone()]);
            b.add(&[one, minus_x, minus_y, both])
        }
    }
}

/// Two bits differ: `x + y - 2xy`.
fn differ<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    match one_constant(b, x, y) {
        Some((bit, true)) => not(b, &bit),
        Some((bit, false)) => bit,
        None => {
            let minus_two = b.constant(Num::int(-2));
            let both = b.mul(&[minus_two, x.clone(), y.clone()]);
            b.add(&[x.clone(), y.clone(), both])
        }
    }
}

/// Bits: `[x < y] = y - xy`.
fn below<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    if let Some(value) = b.value(x) {
        return if value.is_one() { b.constant(Num::ZERO) } else { y.clone() };
    }
    if let Some(value) = b.value(y) {
        return if value.is_one() { not(b, x) } else { b.constant(Num::ZERO) };
    }
    let minus = b.constant(Num::MINUS_ONE);
    let both = b.mul(&[minus, x.clone(), y.clone()]);
    b.add(&[y.clone(), both])
}

/// Bits: `[x <= y] = 1 - x + xy`.
pub(super) fn at_most<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    if let Some(value) = b.value(x) {
        return if value.is_one() { y.clone() } else { b.constant(Num::ONE) };
    }
    if let Some(value) = b.value(y) {
        return if value.is_one() { b.constant(Num::ONE) } else { not(b, x) };
    }
    let one = b.constant(Num::ONE);
    let minus = negate(b, x);
    let both = b.mul(&[x.clone(), y.clone()]);
    b.add(&[one, minus, both])
}

/// `not x = 1 - x`
pub fn not<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    let one = b.constant(Num::ONE);
    let minus = negate(b, x);
    b.add(&[one, minus])
}

/// A chain `x and y and …` in one expression: one mul gate.
pub fn and<B: Builder>(b: &mut B, bits: &[B::Wire]) -> B::Wire {
    b.mul(bits)
}

/// A chain `x or y or …` in one expression, without sign gates: of two `x + y - xy`, of more
/// `1 - (1 - x)(1 - y)…`.
pub fn or<B: Builder>(b: &mut B, bits: &[B::Wire]) -> B::Wire {
    let Some(open) = undecided(b, bits, &Num::ONE) else { return b.constant(Num::ONE) };
    match open.as_slice() {
        [] => b.constant(Num::ZERO),
        [x] => x.clone(),
        [x, y] => either(b, x, y),
        many => {
            let mut factors = vec![b.constant(Num::MINUS_ONE)];
            factors.extend(many.iter().map(|x| not(b, x)));
            let (one, none) = (b.constant(Num::ONE), b.mul(&factors));
            b.add(&[one, none])
        }
    }
}

pub(super) fn either<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    let minus = b.constant(Num::MINUS_ONE);
    let both = b.mul(&[minus, x.clone(), y.clone()]);
    b.add(&[x.clone(), y.clone(), both])
}

/// The bits that are not constant; `None` where a constant one decides.
pub(super) fn undecided<B: Builder>(b: &B, bits: &[B::Wire], deciding: &Num) -> Option<Vec<B::Wire>> {
    let mut open = Vec::new();
    for bit in bits {
        match b.value(bit) {
            Some(value) if value == *deciding => return None,
            Some(_) => {}
            None => open.push(bit.clone()),
        }
    }
    Some(open)
}

/// `if c { x } else { y }` with c a bit: `cx + y - cy`, two levels above each of the three.
pub fn choose<B: Builder>(b: &mut B, c: &B::Wire, x: &B::Wire, y: &B::Wire) -> B::Wire {
    if let Some(value) = b.value(c) {
        return if value.is_one() { x.clone() } else { y.clone() };
    }
    if let (Some(p), Some(q)) = (b.value(x), b.value(y)) {
        let step = scale(b, p.sub(&q), c);
        return b.add(&[y.clone(), step]);
    }
    let minus = b.constant(Num::MINUS_ONE);
    let taken = b.mul(&[c.clone(), x.clone()]);
    let left = b.mul(&[minus, c.clone(), y.clone()]);
    b.add(&[taken, y.clone(), left])
}
