//! Reductions: `all any sum prod count mean max min argmax`, with and without filters that are wires.

use circ_runtime::Num;

use super::{
    Builder, at_most, choose, difference, either, half, inverse, is_value, negate, scale, undecided,
};

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
pub(super) fn one_plus_sign<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
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
pub(super) fn default_terms<B: Builder>(
    b: &mut B,
    default: Option<&B::Wire>,
    bits: &[B::Wire],
) -> Vec<B::Wire> {
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
