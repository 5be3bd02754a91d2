//! Numbers `a + b·sqrt(d)`: what a number is where it is not rational.
//!
//! Everything is reduced to the rational parts. Signs are found by squares, so that the order is the true one however
//! close two numbers are: for a and b of different signs, `a + b·sqrt(d)` has the sign of a where `a² > b²·d`, and
//! that of b where `a² < b²·d`. They are never equal, as d is not a square.

use super::{Big, Num, Wide, big};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::Signed;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// `rational + factor·sqrt(under)`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Quadratic {
    /// A rational number.
    pub(super) rational: Num,
    /// A rational number that is not 0.
    pub(super) factor: Num,
    /// Greater than 1 and not divisible by a square.
    pub(super) under: u32,
}

/// The number as one that is not rational, where it is none.
#[inline]
pub(super) fn of(n: &Num) -> Option<&Quadratic> {
    match &n.0 {
        Big(wide) => match &**wide {
            Wide::Root(root) => Some(root),
            Wide::Rational(_) => None,
        },
        _ => None,
    }
}

/// The number with these rational parts.
pub(super) fn number(rational: Num, factor: Num, under: u32) -> Num {
    if factor.is_zero() {
        return rational;
    }
    Num(Big(Arc::new(Wide::Root(Quadratic { rational, factor, under }))))
}

/// The two parts of any number.
fn parts(n: &Num) -> (&Num, &Num) {
    static ZERO: Num = Num::ZERO;
    of(n).map_or((n, &ZERO), |root| (&root.rational, &root.factor))
}

/// What stands under the roots of two numbers: `None` where there is no root, an error where there are two.
fn shared(a: &Num, b: &Num) -> Option<Result<u32, ()>> {
    match (of(a), of(b)) {
        (None, None) => None,
        (Some(one), None) | (None, Some(one)) => Some(Ok(one.under)),
        (Some(a), Some(b)) if a.under == b.under => Some(Ok(a.under)),
        _ => Some(Err(())),
    }
}

/// The sum, where one of the two has a root.
pub(super) fn add(a: &Num, b: &Num) -> Option<Num> {
    let Ok(under) = shared(a, b)? else { return Some(a.clone()) };
    let ((p, q), (r, s)) = (parts(a), parts(b));
    Some(number(p.add(r), q.add(s), under))
}

/// The product, where one of the two has a root.
pub(super) fn mul(a: &Num, b: &Num) -> Option<Num> {
    let Ok(under) = shared(a, b)? else { return Some(a.clone()) };
    let ((p, q), (r, s)) = (parts(a), parts(b));
    let square = Num::int(i64::from(under));
    Some(number(p.mul(r).add(&q.mul(s).mul(&square)), p.mul(s).add(&q.mul(r)), under))
}

/// The power, where the base has a root.
pub(super) fn pow(base: &Num, exponent: u32) -> Option<Num> {
    of(base)?;
    let mut power = Num::ONE;
    for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
        power = power.mul(&power);
        if exponent >> bit & 1 == 1 {
            power = power.mul(base);
        }
    }
    Some(power)
}

/// The order, where one of the two has a root.
pub(super) fn compare(a: &Num, b: &Num) -> Option<Ordering> {
    let order = match shared(a, b)? {
        Ok(_) => a.sub(b).signum().cmp(&0),
        Err(()) => {
            // Of two roots only one is left on each side: p + q·sqrt(d) against s·sqrt(f).
            let (left, right) = (of(a)?, of(b)?);
            let rest = number(left.rational.sub(&right.rational), left.factor.clone(), left.under);
            let sign = rest.signum();
            match sign.cmp(&right.factor.signum()) {
                Ordering::Equal => {
                    let square = right.factor.mul(&right.factor).mul(&Num::int(i64::from(right.under)));
                    let order = rest.mul(&rest).cmp(&square);
                    if sign < 0 { order.reverse() } else { order }
                }
                unequal => unequal,
            }
        }
    };
    Some(order)
}

impl Quadratic {
    /// -1 or 1.
    pub(super) fn signum(&self) -> i8 {
        let (a, b) = (self.rational.signum(), self.factor.signum());
        if a == b || a == 0 {
            return b;
        }
        let (p, q) = (self.rational.mul(&self.rational), self.factor.mul(&self.factor));
        if p > q.mul(&Num::int(i64::from(self.under))) { a } else { b }
    }

    /// Bits of both parts and of what stands under the root.
    pub(super) fn bits(&self) -> u64 {
        self.rational.bits() + self.factor.bits() + u64::from(u32::BITS - self.under.leading_zeros())
    }

    /// The number with the other sign.
    pub(super) fn neg(&self) -> Num {
        number(self.rational.neg(), self.factor.neg(), self.under)
    }

    /// `(a - b·sqrt(d)) / (a² - b²·d)`.
    pub(super) fn recip(&self) -> Num {
        let square = Num::int(i64::from(self.under));
        let norm = self.rational.mul(&self.rational).sub(&self.factor.mul(&self.factor).mul(&square));
        // The norm is not 0, as a/b is no root of d.
        let inverse = norm.recip().unwrap_or(Num::ONE);
        number(self.rational.mul(&inverse), self.factor.mul(&inverse).neg(), self.under)
    }

    /// The least common denominator of the parts.
    pub(super) fn denominator(&self) -> BigInt {
        self.rational.denominator().lcm(&self.factor.denominator())
    }

    /// The greatest integer that is not greater.
    pub(super) fn floor(&self) -> Num {
        // (p + q·sqrt(d)) / m with integers: rounding above the line first changes nothing below it.
        let m = self.denominator();
        let whole = |n: &Num| {
            let (top, bottom) = big::parts(n);
            &*top * (&m / &*bottom)
        };
        let (p, q) = (whole(&self.rational), whole(&self.factor));
        let root: BigUint = (q.magnitude().pow(2) * self.under).sqrt();
        let root = BigInt::from_biguint(Sign::Plus, root);
        // The root is no integer, so below 0 the integer below it is one further.
        let root = if q.is_negative() { -root - 1 } else { root };
        Num::from_bigint((p + root).div_floor(&m))
    }
}

impl fmt::Display for Quadratic {
    /// `1/2+3*sqrt(2)`; a part 0 and a factor 1 are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quadratic { rational, factor, under } = self;
        if !rational.is_zero() {
            write!(f, "{rational}")?;
            if factor.signum() > 0 {
                f.write_str("+")?;
            }
        }
        if *factor == Num::MINUS_ONE {
            f.write_str("-")?;
        } else if !factor.is_one() {
            write!(f, "{factor}*")?;
        }
        write!(f, "sqrt({under})")
    }
}
