//! Arithmetic on [`Num`]: the small path here, checked at every step, the rest in `big` and `quadratic`.

use super::gcd::gcd64;
use super::{Big, Num, Small, UNIT, Wide, big};
use num_bigint::BigInt;
use std::num::NonZeroU32;
use std::ops;

/// `num / den` as a number, where the two have no common factor and `den` is not zero.
#[inline]
pub(super) fn reduced(num: i128, den: u64) -> Num {
    if let (Ok(num), Some(den)) = (i64::try_from(num), u32::try_from(den).ok().and_then(NonZeroU32::new)) {
        return Num(Small { num, den });
    }
    big::wide(BigInt::from(num), BigInt::from(den))
}

/// `num / den` as a number; `den` is not zero.
#[inline]
pub(super) fn lowest(num: i128, den: u64) -> Num {
    // gcd(num, den) = gcd(num mod den, den), and the remainder fits 64 bits.
    let rest = (num.unsigned_abs() % u128::from(den)) as u64;
    let common = gcd64(rest, den);
    reduced(num / i128::from(common), den / common)
}

impl Num {
    /// The sum.
    #[inline]
    pub fn add(&self, other: &Num) -> Num {
        if let (Small { num: a, den: UNIT }, Small { num: b, den: UNIT }) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Num::int(sum);
        }
        add_slow(self, other)
    }

    /// The difference.
    #[inline]
    pub fn sub(&self, other: &Num) -> Num {
        if let (Small { num: a, den: UNIT }, Small { num: b, den: UNIT }) = (&self.0, &other.0)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Num::int(difference);
        }
        add_slow(self, &other.neg())
    }

    /// The product.
    #[inline]
    pub fn mul(&self, other: &Num) -> Num {
        if let (Small { num: a, den: UNIT }, Small { num: b, den: UNIT }) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Num::int(product);
        }
        mul_slow(self, other)
    }

    /// The number with the other sign.
    #[inline]
    pub fn neg(&self) -> Num {
        match &self.0 {
            Small { num, den } => match num.checked_neg() {
                Some(num) => Num(Small { num, den: *den }),
                None => reduced(-i128::from(*num), u64::from(den.get())),
            },
            Big(wide) => wide.neg(),
        }
    }

    /// `1 / self`, or `None` for 0.
    pub fn recip(&self) -> Option<Num> {
        match &self.0 {
            Small { num: 0, .. } => None,
            Small { num, den } => {
                let top = i128::from(den.get()) * i128::from(num.signum());
                Some(reduced(top, num.unsigned_abs()))
            }
            Big(wide) => Some(match &**wide {
                Wide::Rational(q) => big::recip(q),
                Wide::Root(root) => root.recip(),
            }),
        }
    }

    /// The quotient, or `None` where `other` is 0.
    pub fn div(&self, other: &Num) -> Option<Num> {
        Some(self.mul(&other.recip()?))
    }

    /// `self` to the power `exponent`; `x^0` is 1, also for 0.
    ///
    /// The result has `exponent` times as many bits: check with [`Num::bits`] before.
    pub fn pow(&self, exponent: u32) -> Num {
        if let Small { num, den } = &self.0
            && let (Some(num), Some(den)) = (num.checked_pow(exponent), den.checked_pow(exponent))
        {
            return Num(Small { num, den });
        }
        super::quadratic::pow(self, exponent).unwrap_or_else(|| big::pow(self, exponent))
    }

    /// The greatest integer that is not greater.
    pub fn floor(&self) -> Num {
        match &self.0 {
            Small { den: UNIT, .. } => self.clone(),
            // The divisor is positive, so the Euclidean quotient is the floor.
            Small { num, den } => Num::int(num.div_euclid(i64::from(den.get()))),
            Big(wide) => match &**wide {
                Wide::Rational(q) => big::floor(q),
                Wide::Root(root) => root.floor(),
            },
        }
    }

    /// The least integer that is not less.
    pub fn ceil(&self) -> Num {
        self.neg().floor().neg()
    }
}

#[inline(never)]
fn add_slow(a: &Num, b: &Num) -> Num {
    let (Small { num: an, den: ad }, Small { num: bn, den: bd }) = (&a.0, &b.0) else {
        return super::quadratic::add(a, b).unwrap_or_else(|| big::add(a, b));
    };
    let (an, bn) = (i128::from(*an), i128::from(*bn));
    if ad == bd {
        return lowest(an + bn, u64::from(ad.get()));
    }
    // 64 + 32 bits a product, one more for the sum.
    let top = an * i128::from(bd.get()) + bn * i128::from(ad.get());
    lowest(top, u64::from(ad.get()) * u64::from(bd.get()))
}

#[inline(never)]
fn mul_slow(a: &Num, b: &Num) -> Num {
    let (Small { num: an, den: ad }, Small { num: bn, den: bd }) = (&a.0, &b.0) else {
        return super::quadratic::mul(a, b).unwrap_or_else(|| big::mul(a, b));
    };
    let (ad, bd) = (u64::from(ad.get()), u64::from(bd.get()));
    // Each is in lowest terms, so only crosswise factors cancel.
    let left = gcd64(an.unsigned_abs(), bd);
    let right = gcd64(bn.unsigned_abs(), ad);
    let top = (i128::from(*an) / i128::from(left)) * (i128::from(*bn) / i128::from(right));
    reduced(top, (ad / right) * (bd / left))
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl ops::$trait<&Num> for &Num {
            type Output = Num;
            fn $method(self, other: &Num) -> Num {
                Num::$method(self, other)
            }
        }
        impl ops::$trait for Num {
            type Output = Num;
            fn $method(self, other: Num) -> Num {
                Num::$method(&self, &other)
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);

impl ops::Neg for Num {
    type Output = Num;
    fn neg(self) -> Num {
        Num::neg(&self)
    }
}

impl ops::Neg for &Num {
    type Output = Num;
    fn neg(self) -> Num {
        Num::neg(self)
    }
}

impl ops::AddAssign<&Num> for Num {
    fn add_assign(&mut self, other: &Num) {
        *self = Num::add(self, other);
    }
}

impl ops::MulAssign<&Num> for Num {
    fn mul_assign(&mut self, other: &Num) {
        *self = Num::mul(self, other);
    }
}

impl std::iter::Sum for Num {
    fn sum<I: Iterator<Item = Num>>(terms: I) -> Num {
        terms.fold(Num::ZERO, |sum, term| Num::add(&sum, &term))
    }
}

impl<'a> std::iter::Sum<&'a Num> for Num {
    fn sum<I: Iterator<Item = &'a Num>>(terms: I) -> Num {
        terms.fold(Num::ZERO, |sum, term| Num::add(&sum, term))
    }
}
