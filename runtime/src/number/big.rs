//! Arithmetic where a rational number or a result does not fit the small form.
//!
//! The formulas are Knuth's (volume 2, section 4.5.1): factors cancel before the multiplication, and no greatest
//! common divisor is taken where the answer is known, as for integers.

use super::gcd::gcd;
use super::{Big, Num, Small, Wide};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use std::borrow::Cow;
use std::num::NonZeroU32;
use std::sync::Arc;

/// Numerator and denominator as big integers; of a number with a root, those of its rational part.
pub(super) fn parts(n: &Num) -> (Cow<'_, BigInt>, Cow<'_, BigInt>) {
    match &n.0 {
        Small { num, den } => (Cow::Owned(BigInt::from(*num)), Cow::Owned(BigInt::from(den.get()))),
        Big(wide) => match &**wide {
            Wide::Rational(q) => (Cow::Borrowed(q.numer()), Cow::Borrowed(q.denom())),
            Wide::Root(root) => parts(&root.rational),
        },
    }
}

/// The number `num / den`, which is in lowest terms and does not fit the small form.
pub(super) fn wide(num: BigInt, den: BigInt) -> Num {
    Num(Big(Arc::new(Wide::Rational(BigRational::new_raw(num, den)))))
}

/// The number `num / den`, which is in lowest terms with `den` positive, in its canonical form.
pub(super) fn canonical(num: BigInt, den: BigInt) -> Num {
    if let (Some(num), Some(den)) = (num.to_i64(), den.to_u32().and_then(NonZeroU32::new)) {
        return Num(Small { num, den });
    }
    wide(num, den)
}

/// The number `num / den` for any positive `den`.
pub(super) fn lowest(num: BigInt, den: BigInt) -> Num {
    let common = divisor(&num, &den);
    if common.is_one() { canonical(num, den) } else { canonical(num / &common, den / common) }
}

/// The greatest common divisor as a positive integer, 1 at once where either is a unit.
fn divisor(a: &BigInt, b: &BigInt) -> BigInt {
    BigInt::from_biguint(Sign::Plus, gcd(a.magnitude(), b.magnitude()))
}

fn quotient(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_one() { a.clone() } else { a / b }
}

pub(super) fn add(a: &Num, b: &Num) -> Num {
    let ((an, ad), (bn, bd)) = (parts(a), parts(b));
    match (ad.is_one(), bd.is_one()) {
        (true, true) => canonical(&*an + &*bn, BigInt::one()),
        // gcd(an·bd + bn, bd) = gcd(bn, bd) = 1.
        (true, false) => canonical(&*an * &*bd + &*bn, bd.into_owned()),
        (false, true) => canonical(&*bn * &*ad + &*an, ad.into_owned()),
        (false, false) if ad == bd => lowest(&*an + &*bn, ad.into_owned()),
        (false, false) => {
            let common = divisor(&ad, &bd);
            let (ar, br) = (quotient(&ad, &common), quotient(&bd, &common));
            let top = &*an * &br + &*bn * &ar;
            let rest = divisor(&top, &common);
            canonical(quotient(&top, &rest), ar * quotient(&bd, &rest))
        }
    }
}

pub(super) fn mul(a: &Num, b: &Num) -> Num {
    if a.is_zero() || b.is_zero() {
        return Num::ZERO;
    }
    let ((an, ad), (bn, bd)) = (parts(a), parts(b));
    if std::ptr::eq(a, b) || (ad.is_one() && bd.is_one()) {
        // A square of a number in lowest terms is in lowest terms.
        return canonical(&*an * &*bn, &*ad * &*bd);
    }
    let (left, right) = (divisor(&an, &bd), divisor(&bn, &ad));
    canonical(quotient(&an, &left) * quotient(&bn, &right), quotient(&ad, &right) * quotient(&bd, &left))
}

pub(super) fn recip(q: &BigRational) -> Num {
    let sign = q.numer().signum();
    canonical(q.denom() * sign, q.numer().abs())
}

pub(super) fn pow(n: &Num, exponent: u32) -> Num {
    let (num, den) = parts(n);
    canonical(num.pow(exponent), den.pow(exponent))
}

pub(super) fn floor(q: &BigRational) -> Num {
    canonical(q.numer().div_floor(q.denom()), BigInt::one())
}
