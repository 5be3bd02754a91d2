//! [`Num`], an exact number of a [`Ring`], and its arithmetic.
//!
//! Nearly every value that flows through a circuit is a small integer, so a number takes 16 bytes: a numerator
//! of 64 bits over a denominator of 32 where these suffice, else something on the heap that copies share: a pair of
//! big integers, or `a + b·sqrt(d)`. The form is canonical, that is in lowest terms, with a positive denominator, big
//! only where small does not fit, and with a root only where b is not 0. Equality and hashing compare the parts for
//! that reason.
//!
//! All numbers of one program belong to one ring: the compiler and the readers of files see to that. Should roots of
//! two rings meet all the same, their order is still the true one; a sum or a product, which neither ring has, is the
//! left operand.

mod arithmetic;
mod big;
mod convert;
mod gcd;
mod order;
mod parse;
mod quadratic;
mod ring;
mod roots;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::num::NonZeroU32;
use std::sync::Arc;

use quadratic::Quadratic;

pub use parse::ParseNumError;
pub use ring::{Ring, squarefree};

/// An exact number: a rational one, or `a + b·sqrt(d)` with rational a and b.
///
/// Arithmetic never rounds and never overflows: what no longer fits 16 bytes moves to the heap, and comes back
/// where it fits again.
#[derive(Clone)]
pub struct Num(Repr);

/// The two forms. `Small` is in lowest terms. That there are no more than two lets the denominator of 0, which none
/// has, tell them apart: a look at it is all that the small path pays.
#[derive(Clone)]
enum Repr {
    Small { num: i64, den: NonZeroU32 },
    Big(Arc<Wide>),
}

/// What lies on the heap.
enum Wide {
    /// In lowest terms, and does not fit `Small`.
    Rational(BigRational),
    /// Not rational.
    Root(Quadratic),
}

use Repr::{Big, Small};

/// The denominator of an integer.
const UNIT: NonZeroU32 = NonZeroU32::MIN;

impl Num {
    /// 0.
    pub const ZERO: Num = Num(Small { num: 0, den: UNIT });
    /// 1.
    pub const ONE: Num = Num(Small { num: 1, den: UNIT });
    /// -1.
    pub const MINUS_ONE: Num = Num(Small { num: -1, den: UNIT });

    /// The integer `value`.
    #[inline]
    pub const fn int(value: i64) -> Num {
        Num(Small { num: value, den: UNIT })
    }

    /// `num / den` in lowest terms, or `None` where `den` is zero.
    pub fn ratio(num: i64, den: i64) -> Option<Num> {
        let size = den.unsigned_abs();
        let signed = if den < 0 { -i128::from(num) } else { i128::from(num) };
        (den != 0).then(|| arithmetic::lowest(signed, size))
    }

    /// `num / den` in lowest terms; `den` is not zero.
    #[inline]
    pub(crate) fn lowest(num: i64, den: u32) -> Num {
        match (den, num & 1) {
            (2, 1) => Num(Small { num, den: NonZeroU32::new(2).unwrap_or(UNIT) }),
            _ => arithmetic::lowest(i128::from(num), u64::from(den)),
        }
    }

    /// Whether this is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small { num: 0, .. })
    }

    /// Whether this is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small { num: 1, den: UNIT })
    }

    /// Whether this is an integer.
    #[inline]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small { den, .. } => *den == UNIT,
            Big(wide) => matches!(&**wide, Wide::Rational(q) if q.denom().is_one()),
        }
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i8 {
        match &self.0 {
            Small { num, .. } => num.signum() as i8,
            Big(wide) => wide.signum(),
        }
    }

    /// -1, 0 or 1 as a number: what a sign gate gives.
    #[inline]
    pub fn sign(&self) -> Num {
        Num::int(i64::from(self.signum()))
    }

    /// Bits of the numerator's absolute value plus bits of the denominator: a cheap upper estimate of what the
    /// number takes to store. 0 has 1 bit, the denominator's. With a root it is the bits of both parts and of what
    /// stands under the root.
    #[inline]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small { num, den } => {
                u64::from(64 - num.unsigned_abs().leading_zeros()) + u64::from(32 - den.leading_zeros())
            }
            Big(wide) => wide.bits(),
        }
    }

    /// What stands under the root, where the number is not rational.
    #[inline]
    pub fn root(&self) -> Option<u32> {
        quadratic::of(self).map(|root| root.under)
    }

    /// The value where it is an integer of 64 bits that is held in the small form.
    #[inline]
    pub(crate) fn small_int(&self) -> Option<i64> {
        match self.0 {
            Small { num, den: UNIT } => Some(num),
            _ => None,
        }
    }

    /// Numerator and denominator, where the number is held in the small form.
    #[inline]
    pub(crate) fn small_parts(&self) -> Option<(i64, u32)> {
        match self.0 {
            Small { num, den } => Some((num, den.get())),
            Big(_) => None,
        }
    }

    /// Whether the number lies on the heap.
    #[inline]
    pub(crate) fn is_big(&self) -> bool {
        matches!(self.0, Big(_))
    }
}

/// Calls of these stand in code that is inlined, which they should not make larger.
impl Wide {
    #[inline(never)]
    fn signum(&self) -> i8 {
        match self {
            Wide::Rational(q) if q.numer().is_negative() => -1,
            Wide::Rational(q) => i8::from(!q.numer().is_zero()),
            Wide::Root(root) => root.signum(),
        }
    }

    #[inline(never)]
    fn bits(&self) -> u64 {
        match self {
            Wide::Rational(q) => q.numer().bits() + q.denom().bits(),
            Wide::Root(root) => root.bits(),
        }
    }

    #[inline(never)]
    fn neg(&self) -> Num {
        match self {
            Wide::Rational(q) => big::canonical(-q.numer(), q.denom().clone()),
            Wide::Root(root) => root.neg(),
        }
    }

    #[inline(never)]
    fn same(&self, other: &Wide) -> bool {
        match (self, other) {
            (Wide::Rational(a), Wide::Rational(b)) => a.numer() == b.numer() && a.denom() == b.denom(),
            (Wide::Root(a), Wide::Root(b)) => a == b,
            _ => false,
        }
    }
}

impl Default for Num {
    fn default() -> Num {
        Num::ZERO
    }
}
