//! [`Num`] to and from other numbers, and as text.

use super::{Big, Num, Small, UNIT, Wide, big, quadratic};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use std::fmt;

impl Num {
    /// The integer `value`.
    pub fn from_bigint(value: BigInt) -> Num {
        big::canonical(value, BigInt::one())
    }

    /// The value as an `i64`, where it is an integer in that range.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        self.small_int()
    }

    /// The value as a `u64`, where it is an integer in that range.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Small { num, den: UNIT } => u64::try_from(*num).ok(),
            Small { .. } => None,
            Big(wide) => match &**wide {
                Wide::Rational(q) if q.denom().is_one() => q.numer().to_u64(),
                _ => None,
            },
        }
    }

    /// The value as a `u32`, where it is an integer in that range.
    pub fn to_u32(&self) -> Option<u32> {
        u32::try_from(self.small_int()?).ok()
    }

    /// The value, where it is an integer.
    pub fn to_bigint(&self) -> Option<BigInt> {
        self.is_integer().then(|| big::parts(self).0.into_owned())
    }

    /// The value, where it is rational.
    pub fn to_rational(&self) -> Option<BigRational> {
        if self.root().is_some() {
            return None;
        }
        let (num, den) = big::parts(self);
        Some(BigRational::new_raw(num.into_owned(), den.into_owned()))
    }

    /// The rational a and b of `a + b·sqrt(d)`.
    pub fn parts(&self) -> (Num, Num) {
        match quadratic::of(self) {
            Some(root) => (root.rational.clone(), root.factor.clone()),
            None => (self.clone(), Num::ZERO),
        }
    }

    /// The least positive integer by which the number, or with a root each of its two parts, becomes an integer.
    pub fn denominator(&self) -> BigInt {
        match quadratic::of(self) {
            Some(root) => root.denominator(),
            None => big::parts(self).1.into_owned(),
        }
    }
}

impl From<i64> for Num {
    fn from(value: i64) -> Num {
        Num::int(value)
    }
}

impl From<u64> for Num {
    fn from(value: u64) -> Num {
        i64::try_from(value).map_or_else(|_| Num::from_bigint(value.into()), Num::int)
    }
}

impl From<BigInt> for Num {
    fn from(value: BigInt) -> Num {
        Num::from_bigint(value)
    }
}

impl From<BigRational> for Num {
    /// A `BigRational` is in lowest terms unless it was built raw, which is mended here.
    fn from(value: BigRational) -> Num {
        let value = value.reduced();
        let (num, den) = value.into_raw();
        big::canonical(num, den)
    }
}

impl fmt::Display for Num {
    /// `-2`, `1/3`: lowest terms, no denominator where it is 1. With a root `1/2+3*sqrt(2)`, `-sqrt(2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small { num, den: UNIT } => fmt::Display::fmt(num, f),
            Small { num, den } => write!(f, "{num}/{den}"),
            Big(wide) => match &**wide {
                Wide::Rational(q) if q.denom().is_one() => fmt::Display::fmt(q.numer(), f),
                Wide::Rational(q) => write!(f, "{}/{}", q.numer(), q.denom()),
                Wide::Root(root) => fmt::Display::fmt(root, f),
            },
        }
    }
}

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
