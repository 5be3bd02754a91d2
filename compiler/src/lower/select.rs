//! Reading one of several values: `pick`, `lookup`, `match`.

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;

use super::{Builder, any, compare, default_terms, scale};

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
