//! Static scalars, the short way: sizes, indices and conditions are small numbers, and there are many.
//!
//! What is unusual (a long number, a fault, an operation that is not here) is left to the long way, which knows the
//! messages and the budgets. Both give the same value.

use circ_grammar::tree::{CompareOp, ProductOp, SumOp};
use circ_runtime::Num;

use super::Id;
use super::frame::{Frame, number};
use crate::typed::Kind;
use crate::types::Stage;

/// Longer numbers are counted, and so left to the long way.
const MAX_BITS: u64 = 120;

/// The value of a static scalar that is an integer of 64 bits, as are those on the way to it; `None` where the longer
/// way has to be taken, also for what is no static scalar. It recurses on the height of the expression.
pub(super) fn small(f: &Frame<'_>, id: Id) -> Option<i64> {
    match &f.body[id].kind {
        Kind::Number(value) => value.to_i64(),
        Kind::Param(index) => i64::try_from(*f.sizes.get(*index as usize)?).ok(),
        Kind::Local(slot) => f.slots[slot.0 as usize].as_static()?.to_i64(),
        Kind::Sum(terms) => terms.iter().try_fold(0i64, |sum, (op, term)| {
            let term = small(f, *term)?;
            if *op == SumOp::Add { sum.checked_add(term) } else { sum.checked_sub(term) }
        }),
        Kind::Product(factors) => factors.iter().try_fold(1i64, |product, (op, factor)| match op {
            ProductOp::Mul => product.checked_mul(small(f, *factor)?),
            ProductOp::Rem => Some(small(f, *factor)?).filter(|m| *m > 0).map(|m| product.rem_euclid(m)),
            ProductOp::Div => None,
        }),
        Kind::Neg(operand) => small(f, *operand)?.checked_neg(),
        // Halves of a length are most of what is divided.
        Kind::Floor(operand) => match &f.body[*operand].kind {
            Kind::Product(factors) => {
                let [(ProductOp::Mul, x), (ProductOp::Div, by)] = factors.as_slice() else { return None };
                let (x, by) = (small(f, *x)?, small(f, *by)?);
                (by > 0).then(|| x.div_euclid(by))
            }
            _ => small(f, *operand),
        },
        Kind::Compare(left, pairs) => {
            let [(op, _, right)] = pairs.as_slice() else { return None };
            Some(i64::from(compares(*op, &small(f, *left)?, &small(f, *right)?)))
        }
        _ => None,
    }
}

/// The value of a static scalar; `None` where the long way has to be taken. It recurses on the height of the
/// expression, which the parser bounds.
pub(super) fn static_scalar(f: &Frame<'_>, id: Id) -> Option<Num> {
    let expr = &f.body[id];
    if expr.stage != Stage::Static || expr.ty.rank() != Some(0) {
        return None;
    }
    if let Some(value) = small(f, id) {
        return Some(Num::int(value));
    }
    let value = match &expr.kind {
        Kind::Number(value) => value.clone(),
        Kind::Param(index) => number(*f.sizes.get(*index as usize)?),
        Kind::Local(slot) => f.slots[slot.0 as usize].as_static()?.clone(),
        Kind::Sum(terms) => {
            let mut sum = Num::ZERO;
            for (op, term) in terms {
                let term = static_scalar(f, *term)?;
                sum = if *op == SumOp::Add { sum.add(&term) } else { sum.sub(&term) };
            }
            sum
        }
        Kind::Product(factors) => {
            let mut product = Num::ONE;
            for (op, factor) in factors {
                let factor = static_scalar(f, *factor)?;
                product = match op {
                    ProductOp::Mul => product.mul(&factor),
                    ProductOp::Div => product.div(&factor)?,
                    ProductOp::Rem if product.is_integer() && factor.is_integer() => {
                        let quotient = product.div(&factor)?.floor();
                        product.sub(&factor.mul(&quotient))
                    }
                    ProductOp::Rem => return None,
                };
            }
            product
        }
        Kind::Neg(operand) => static_scalar(f, *operand)?.neg(),
        Kind::Floor(operand) => static_scalar(f, *operand)?.floor(),
        Kind::Ceil(operand) => static_scalar(f, *operand)?.ceil(),
        Kind::Compare(left, pairs) => {
            let [(op, _, right)] = pairs.as_slice() else { return None };
            let (x, y) = (static_scalar(f, *left)?, static_scalar(f, *right)?);
            Num::int(i64::from(compares(*op, &x, &y)))
        }
        _ => return None,
    };
    (value.bits() <= MAX_BITS).then_some(value)
}

/// Whether a comparison of numbers holds.
pub(super) fn compares<T: Ord>(op: CompareOp, x: &T, y: &T) -> bool {
    match op {
        CompareOp::Eq => x == y,
        CompareOp::Ne => x != y,
        CompareOp::Lt => x < y,
        CompareOp::Le => x <= y,
        CompareOp::Gt => x > y,
        CompareOp::Ge => x >= y,
    }
}
