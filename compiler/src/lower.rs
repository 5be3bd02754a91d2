//! The lowering table: how each operation of the language becomes gates.
//!
//! Every function here is generic over a [`Builder`] of the four gates, so that elaboration, static evaluation and
//! analysis share one table and can't drift apart. Elaboration gives gates of C_n; static evaluation gives numbers.
//! The language reference (section 6) says what is asked of the table: products and comparisons of bools use no
//! sign gate, wide `all` and `any` are a sum and a sign, no circuit divides.
//!
//! Notation: `[p]` is 1 where p holds and 0 where not; `sign` is -1, 0 or 1, and `sign(0) = 0`.

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;

/// A builder of gates. Constants fold in it: [`Builder::value`] tells which wires are constant.
pub trait Builder {
    /// A gate's output, or what stands for one.
    type Wire: Clone;
    /// A constant.
    fn constant(&mut self, value: Num) -> Self::Wire;
    /// One add gate; of nothing it is 0.
    fn add(&mut self, operands: &[Self::Wire]) -> Self::Wire;
    /// One mul gate; of nothing it is 1.
    fn mul(&mut self, operands: &[Self::Wire]) -> Self::Wire;
    /// One sign gate.
    fn sign(&mut self, operand: &Self::Wire) -> Self::Wire;
    /// The value of a wire that is constant.
    fn value(&self, wire: &Self::Wire) -> Option<Num>;
}

/// 1/2.
fn half() -> Num {
    Num::ratio(1, 2).unwrap_or(Num::ONE)
}

/// 1/k for k ≥ 1.
fn inverse(k: usize) -> Num {
    Num::ratio(1, k as i64).unwrap_or(Num::ONE)
}

fn is_value<B: Builder>(b: &B, wire: &B::Wire, value: &Num) -> bool {
    b.value(wire).as_ref() == Some(value)
}

/// `factor·x`, one mul gate.
pub fn scale<B: Builder>(b: &mut B, factor: Num, x: &B::Wire) -> B::Wire {
    let factor = b.constant(factor);
    b.mul(&[factor, x.clone()])
}

/// `-x`
pub fn negate<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    scale(b, Num::MINUS_ONE, x)
}

/// `x - y`: one add, over one mul unless y is constant.
pub fn difference<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    let minus = negate(b, y);
    b.add(&[x.clone(), minus])
}

/// `x^exponent`: one mul gate; 1 for the exponent 0.
pub fn power<B: Builder>(b: &mut B, x: &B::Wire, exponent: usize) -> B::Wire {
    b.mul(&vec![x.clone(); exponent])
}

/// `|x| = x·sign(x)`
pub fn abs<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    let s = b.sign(x);
    b.mul(&[x.clone(), s])
}

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
            CompareOp::Ne => {
                let same = y_constant_or(b, x, y);
                match same {
                    Some((bit, true)) => not(b, &bit),
                    Some((bit, false)) => bit,
                    None => differ(b, x, y),
                }
            }
            CompareOp::Le => at_most(b, x, y),
            CompareOp::Ge => at_most(b, y, x),
            CompareOp::Lt => below(b, x, y),
            CompareOp::Gt => below(b, y, x),
        };
    }
    // The difference is taken so that a constant on either side costs no gate of its own.
    let flipped = b.value(x).is_some() && b.value(y).is_none();
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
fn y_constant_or<B: Builder>(b: &B, x: &B::Wire, y: &B::Wire) -> Option<(B::Wire, bool)> {
    match (b.value(x), b.value(y)) {
        (_, Some(value)) => Some((x.clone(), value.is_one())),
        (Some(value), None) => Some((y.clone(), value.is_one())),
        (None, None) => None,
    }
}

/// Two bits are equal: `1 - x - y + 2xy`.
fn same_bit<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    match y_constant_or(b, x, y) {
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
    let minus_two = b.constant(Num::int(-2));
    let both = b.mul(&[minus_two, x.clone(), y.clone()]);
    b.add(&[x.clone(), y.clone(), both])
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
fn at_most<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
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

fn either<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    let minus = b.constant(Num::MINUS_ONE);
    let both = b.mul(&[minus, x.clone(), y.clone()]);
    b.add(&[x.clone(), y.clone(), both])
}

/// The bits that are not constant; `None` where a constant one decides.
fn undecided<B: Builder>(b: &B, bits: &[B::Wire], deciding: &Num) -> Option<Vec<B::Wire>> {
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

/// Whether all bits are 1: of two a product, of more `1 + sign(Σ bits - m)`.
pub fn all<B: Builder>(b: &mut B, bits: &[B::Wire]) -> B::Wire {
    let Some(open) = undecided(b, bits, &Num::ZERO) else { return b.constant(Num::ZERO) };
    match open.as_slice() {
        [] => b.constant(Num::ONE),
        [x] => x.clone(),
        [x, y] => b.mul(&[x.clone(), y.clone()]),
        many => {
            let mut terms = many.to_vec();
            terms.push(b.constant(Num::int(-(many.len() as i64))));
            let missing = b.add(&terms);
            one_plus_sign(b, &missing)
        }
    }
}

/// `1 + sign(x)`, which is `[x = 0]` for x ≤ 0.
fn one_plus_sign<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    let s = b.sign(x);
    let one = b.constant(Num::ONE);
    b.add(&[one, s])
}

/// Whether one of the bits is 1: of two `x + y - xy`, of more `sign(Σ bits)`.
pub fn any<B: Builder>(b: &mut B, bits: &[B::Wire]) -> B::Wire {
    let Some(open) = undecided(b, bits, &Num::ONE) else { return b.constant(Num::ONE) };
    match open.as_slice() {
        [] => b.constant(Num::ZERO),
        [x] => x.clone(),
        [x, y] => either(b, x, y),
        many => {
            let sum = b.add(many);
            b.sign(&sum)
        }
    }
}

/// Each value times its filter bit, for what ignores zeros: `sum`, `count`, `any`.
pub fn masked<B: Builder>(b: &mut B, elements: &[(B::Wire, B::Wire)]) -> Vec<B::Wire> {
    elements.iter().map(|(filter, value)| b.mul(&[filter.clone(), value.clone()])).collect()
}

/// The product of the values whose filter bit is 1.
pub fn masked_product<B: Builder>(b: &mut B, elements: &[(B::Wire, B::Wire)]) -> B::Wire {
    let one = b.constant(Num::ONE);
    let factors: Vec<B::Wire> =
        elements.iter().map(|(filter, value)| choose(b, filter, value, &one)).collect();
    b.mul(&factors)
}

/// Whether all bits hold whose filter bit is 1: of more than two `1 + sign(Σ f·x - f)`.
pub fn masked_all<B: Builder>(b: &mut B, elements: &[(B::Wire, B::Wire)]) -> B::Wire {
    let mut open = Vec::new();
    for (filter, value) in elements {
        if is_value(b, filter, &Num::ZERO) || is_value(b, value, &Num::ONE) {
            continue;
        }
        if is_value(b, filter, &Num::ONE) && is_value(b, value, &Num::ZERO) {
            return b.constant(Num::ZERO);
        }
        open.push((filter.clone(), value.clone()));
    }
    if open.len() <= 2 {
        let implied: Vec<B::Wire> = open.iter().map(|(filter, value)| at_most(b, filter, value)).collect();
        return all(b, &implied);
    }
    let mut terms = Vec::new();
    for (filter, value) in &open {
        terms.push(b.mul(&[filter.clone(), value.clone()]));
        terms.push(negate(b, filter));
    }
    let broken = b.add(&terms);
    one_plus_sign(b, &broken)
}

/// The mean of the values, 0 of none.
pub fn mean<B: Builder>(b: &mut B, values: &[B::Wire]) -> B::Wire {
    if values.is_empty() {
        return b.constant(Num::ZERO);
    }
    let sum = b.add(values);
    scale(b, inverse(values.len()), &sum)
}

/// The mean of the values that are selected, and the default where none is: the sum of the selected ones times
/// one of the constants 1, 1/2, …, 1/m, chosen by sign gates on their number.
pub fn selected_mean<B: Builder>(
    b: &mut B,
    elements: &[(B::Wire, B::Wire)],
    default: Option<&B::Wire>,
) -> B::Wire {
    let mut certain = 0;
    let mut open = Vec::new();
    for (selected, _) in elements {
        match b.value(selected) {
            Some(value) => certain += usize::from(value.is_one()),
            None => open.push(selected.clone()),
        }
    }
    let values = masked(b, elements);
    let sum = b.add(&values);
    let inverse = inverse_of_count(b, certain, &open);
    let mean = b.mul(&[sum, inverse]);
    let mut terms = vec![mean];
    if certain == 0 {
        terms.extend(default_terms(b, default, &open));
    }
    b.add(&terms)
}

/// 1/c for c the number of bits that are 1, with `certain` more, and 0 where that is 0: the steps of 1/c, each
/// taken where `c ≥ k`, that is at half of `1 + sign(c - k + 1/2)`.
fn inverse_of_count<B: Builder>(b: &mut B, certain: usize, bits: &[B::Wire]) -> B::Wire {
    let first = if certain == 0 { Num::ZERO } else { inverse(certain) };
    let step = |k: usize| if k == 1 { Num::ONE } else { inverse(k).sub(&inverse(k - 1)) };
    match bits {
        [] => b.constant(first),
        [bit] => {
            let (first, step) = (b.constant(first), scale(b, step(certain + 1), bit));
            b.add(&[first, step])
        }
        bits => {
            let count = b.add(bits);
            let mut constant = first;
            let mut terms = Vec::new();
            for k in 1..=bits.len() {
                let weight = step(certain + k).mul(&half());
                let threshold = b.constant(half().sub(&Num::int(k as i64)));
                let shifted = b.add(&[count.clone(), threshold]);
                let reached = b.sign(&shifted);
                terms.push(scale(b, weight.clone(), &reached));
                constant = constant.add(&weight);
            }
            terms.push(b.constant(constant));
            b.add(&terms)
        }
    }
}

/// What the default adds where none of the bits is 1: `d - d·any`.
fn default_terms<B: Builder>(b: &mut B, default: Option<&B::Wire>, bits: &[B::Wire]) -> Vec<B::Wire> {
    match default {
        Some(default) if !is_value(b, default, &Num::ZERO) => {
            let (minus, some) = (b.constant(Num::MINUS_ONE), any(b, bits));
            let hidden = b.mul(&[minus, default.clone(), some]);
            vec![default.clone(), hidden]
        }
        _ => Vec::new(),
    }
}

/// For each value -1 or 0, and 0 exactly at the leftmost greatest one among those whose bit is 1 (for a value
/// whose own bit is 0 it says nothing). `x_i` leads where each other one that counts is no greater, and smaller
/// where it stands before: `sign(sign(x_i - x_j) ± 1/2)` is 1 for each j that allows it, else -1.
fn leaders<B: Builder>(b: &mut B, elements: &[(B::Wire, B::Wire)], least: bool) -> Vec<B::Wire> {
    let minus_one = b.constant(Num::MINUS_ONE);
    let mut signs = Vec::with_capacity(elements.len());
    for (i, (_, x)) in elements.iter().enumerate() {
        let mut terms = Vec::with_capacity(2 * elements.len());
        for (j, (counts, y)) in elements.iter().enumerate() {
            if i == j {
                continue;
            }
            let d = if least { difference(b, y, x) } else { difference(b, x, y) };
            let order = b.sign(&d);
            let bias = b.constant(if j < i { half().neg() } else { half() });
            let shifted = b.add(&[order, bias]);
            let allows = b.sign(&shifted);
            terms.push(b.mul(&[counts.clone(), allows]));
            terms.push(b.mul(&[minus_one.clone(), counts.clone()]));
        }
        let barred = b.add(&terms);
        signs.push(b.sign(&barred));
    }
    signs
}

/// The greatest (or least) of the values whose bit is 1, and the default where there is none. Of two plain values
/// `(x + y ± |x - y|)/2`; else each value times the bit that says that it leads.
pub fn extreme<B: Builder>(
    b: &mut B,
    elements: &[(B::Wire, B::Wire)],
    default: Option<&B::Wire>,
    least: bool,
) -> B::Wire {
    let mut open = Vec::new();
    let mut certain = false;
    for (counts, value) in elements {
        match b.value(counts) {
            Some(bit) if bit.is_zero() => {}
            Some(_) => {
                certain = true;
                open.push((counts.clone(), value.clone()));
            }
            None => open.push((counts.clone(), value.clone())),
        }
    }
    let plain = open.iter().all(|(counts, _)| b.value(counts).is_some());
    match open.as_slice() {
        [] => return default.cloned().unwrap_or_else(|| b.constant(Num::ZERO)),
        [(_, only)] if plain => return only.clone(),
        [(_, x), (_, y)] if plain => {
            let d = difference(b, x, y);
            let s = b.sign(&d);
            let halves = b.constant(if least { half().neg() } else { half() });
            let apart = b.mul(&[halves, d, s]);
            let (x, y) = (scale(b, half(), x), scale(b, half(), y));
            return b.add(&[x, y, apart]);
        }
        _ => {}
    }
    let signs = leaders(b, &open, least);
    let mut terms = Vec::new();
    for ((counts, value), sign) in open.iter().zip(signs) {
        let counted = b.mul(&[counts.clone(), value.clone()]);
        terms.push(counted.clone());
        terms.push(b.mul(&[counted, sign]));
    }
    if !certain {
        let bits: Vec<B::Wire> = open.iter().map(|(counts, _)| counts.clone()).collect();
        terms.extend(default_terms(b, default, &bits));
    }
    b.add(&terms)
}

/// The greatest (or least) of at least one value.
pub fn extreme_of<B: Builder>(b: &mut B, values: &[B::Wire], least: bool) -> B::Wire {
    let elements = certain(b, values);
    extreme(b, &elements, None, least)
}

/// Values that all count.
fn certain<B: Builder>(b: &mut B, values: &[B::Wire]) -> Vec<(B::Wire, B::Wire)> {
    let one = b.constant(Num::ONE);
    values.iter().map(|value| (one.clone(), value.clone())).collect()
}

/// The leftmost position of the greatest (or least) of at least one value.
pub fn extreme_position<B: Builder>(b: &mut B, values: &[B::Wire], least: bool) -> B::Wire {
    let elements = certain(b, values);
    let mut terms = Vec::new();
    for (position, sign) in leaders(b, &elements, least).into_iter().enumerate() {
        let position = b.constant(Num::int(position as i64));
        terms.push(b.mul(&[position.clone(), sign]));
        terms.push(position);
    }
    b.add(&terms)
}

/// The first selected value, or the default: `Σ v·s - v·s·any(those before)`. For the last one the elements are
/// given in reverse.
pub fn pick<B: Builder>(b: &mut B, elements: &[(B::Wire, B::Wire)], default: Option<&B::Wire>) -> B::Wire {
    let minus = b.constant(Num::MINUS_ONE);
    let mut before: Vec<B::Wire> = Vec::new();
    let mut terms = Vec::new();
    let mut certain = false;
    for (selected, value) in elements {
        let constant = b.value(selected);
        if constant.as_ref().is_some_and(Num::is_zero) {
            continue;
        }
        let counted = b.mul(&[selected.clone(), value.clone()]);
        if !before.is_empty() {
            let taken = any(b, &before);
            terms.push(b.mul(&[minus.clone(), counted.clone(), taken]));
        }
        terms.push(counted);
        if constant.is_some() {
            certain = true;
            break;
        }
        before.push(selected.clone());
    }
    if !certain {
        terms.extend(default_terms(b, default, &before));
    }
    b.add(&terms)
}

/// `values[index]` for an index that is a wire, 0 where it is no position: `Σ v_j·(1 - sign(index - j)²)`.
pub fn lookup<B: Builder>(b: &mut B, values: &[B::Wire], index: &B::Wire) -> B::Wire {
    if let Some(index) = b.value(index) {
        let found = index.to_u64().and_then(|at| values.get(usize::try_from(at).ok()?));
        return found.cloned().unwrap_or_else(|| b.constant(Num::ZERO));
    }
    let minus = b.constant(Num::MINUS_ONE);
    let mut terms = Vec::with_capacity(2 * values.len());
    for (at, value) in values.iter().enumerate() {
        let position = b.constant(Num::int(-(at as i64)));
        let d = b.add(&[index.clone(), position]);
        let s = b.sign(&d);
        terms.push(b.mul(&[minus.clone(), value.clone(), s.clone(), s]));
        terms.push(value.clone());
    }
    b.add(&terms)
}

/// `match`: the value of the arm of the code that the subject has. The arm with the most codes is what is left
/// when no other one is taken.
pub fn select_arm<B: Builder>(
    b: &mut B,
    subject: &B::Wire,
    arm_of_code: &[u32],
    arms: &[B::Wire],
) -> B::Wire {
    if let Some(code) = b.value(subject) {
        let arm = code.to_u64().and_then(|c| arm_of_code.get(usize::try_from(c).ok()?));
        return arm.map_or_else(|| b.constant(Num::ZERO), |arm| arms[*arm as usize].clone());
    }
    let bits = arm_of_code.len() <= 2;
    let mut uses = vec![0usize; arms.len()];
    arm_of_code.iter().for_each(|arm| uses[*arm as usize] += 1);
    // The first of those with the most codes.
    let base = (0..arms.len()).rev().max_by_key(|arm| uses[*arm]).unwrap_or(0);
    let mut terms = vec![arms[base].clone()];
    for arm in (0..arms.len()).filter(|arm| *arm != base && uses[*arm] > 0) {
        let mut codes = Vec::new();
        for (code, _) in arm_of_code.iter().enumerate().filter(|(_, a)| **a as usize == arm) {
            let code = b.constant(Num::int(code as i64));
            codes.push(compare(b, CompareOp::Eq, bits, subject, &code));
        }
        let taken = b.add(&codes);
        match (b.value(&arms[arm]), b.value(&arms[base])) {
            (Some(x), Some(y)) => terms.push(scale(b, x.sub(&y), &taken)),
            _ => {
                let minus = b.constant(Num::MINUS_ONE);
                terms.push(b.mul(&[taken.clone(), arms[arm].clone()]));
                terms.push(b.mul(&[minus, taken, arms[base].clone()]));
            }
        }
    }
    b.add(&terms)
}

/// Static evaluation: the table over numbers, with a bound on their bits.
pub struct Numbers {
    /// How many bits a number may have.
    pub max_bits: u64,
    /// Whether one would have had more. Results are meaningless from then on.
    pub exceeded: bool,
}

impl Numbers {
    fn bounded(&mut self, bits: u64) -> bool {
        self.exceeded |= bits > self.max_bits;
        !self.exceeded
    }
}

impl Builder for Numbers {
    type Wire = Num;

    fn constant(&mut self, value: Num) -> Num {
        value
    }

    fn add(&mut self, operands: &[Num]) -> Num {
        let mut sum = Num::ZERO;
        for x in operands {
            if !self.bounded(sum.bits().max(x.bits())) {
                return Num::ZERO;
            }
            sum = sum.add(x);
        }
        sum
    }

    fn mul(&mut self, operands: &[Num]) -> Num {
        let mut product = Num::ONE;
        for x in operands {
            if !self.bounded(product.bits().saturating_add(x.bits())) {
                return Num::ZERO;
            }
            product = product.mul(x);
        }
        product
    }

    fn sign(&mut self, operand: &Num) -> Num {
        operand.sign()
    }

    fn value(&self, wire: &Num) -> Option<Num> {
        Some(wire.clone())
    }
}
