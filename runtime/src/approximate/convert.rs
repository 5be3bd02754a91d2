//! Exact numbers to the bits of floats and back, by integers alone.

use crate::number::Num;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

/// A format of IEEE 754.
#[derive(Clone, Copy)]
pub(super) struct Format {
    /// Bits of the significand, the hidden one included.
    pub(super) precision: u32,
    /// The exponent of the least positive float.
    pub(super) least: i64,
    /// Bits of the exponent.
    pub(super) width: u32,
}

impl Format {
    /// The bits of infinity.
    fn infinity(self) -> u64 {
        ((1 << self.width) - 1) << (self.precision - 1)
    }

    /// The bit of the sign.
    fn minus(self) -> u64 {
        1 << (self.precision - 1 + self.width)
    }
}

/// The bits of the nearest float, of two the even one.
pub(super) fn nearest(number: &Num, format: Format) -> u64 {
    if number.is_zero() {
        return 0;
    }
    let negative = number.signum() < 0;
    let size = if negative { number.neg() } else { number.clone() };
    let bits = magnitude(&size, format);
    if negative { bits | format.minus() } else { bits }
}

/// The same of a positive number.
fn magnitude(size: &Num, format: Format) -> u64 {
    let precision = i64::from(format.precision);
    let Some(top) = top_bit(size, format) else { return 0 };
    if top > (1 << format.width) {
        return format.infinity();
    }
    // So that one or two bits stand below the last one that stays, or just two where the exponent can't be less.
    let unit = (top - precision - 1).max(format.least - 2);
    let scaled = size.mul(&power(-unit));
    let whole = scaled.floor();
    let more = whole != scaled;
    let whole = whole.to_bigint().unwrap_or_default().magnitude().clone();
    let last = (unit + whole.bits() as i64 - precision).max(format.least);
    let dropped = (last - unit) as u64;
    let kept = &whole >> dropped;
    let rest = &whole - (&kept << dropped);
    let half = BigUint::one() << (dropped - 1);
    let odd = kept.bit(0);
    let up = rest > half || (rest == half && (more || odd));
    let mut kept = kept.to_u64().unwrap_or(0) + u64::from(up);
    let mut last = last;
    if kept == 1 << format.precision {
        (kept, last) = (kept >> 1, last + 1);
    }
    let hidden = 1 << (format.precision - 1);
    if kept < hidden {
        // Less than every normal float.
        return kept;
    }
    let exponent = (last - format.least + 1) as u64;
    let bits = (exponent << (format.precision - 1)) + (kept - hidden);
    bits.min(format.infinity())
}

/// The exponent of the highest bit of a positive number, or one more; `None` for what is less than half of the least
/// float.
fn top_bit(size: &Num, format: Format) -> Option<i64> {
    let top = match size.to_rational() {
        Some(rational) => rational.numer().bits() as i64 - rational.denom().bits() as i64,
        // How large a sum with a root is shows where it has bits before the point.
        None => {
            let mut shift = 0;
            loop {
                let whole = size.mul(&power(shift)).floor().to_bigint().unwrap_or_default();
                if !whole.is_zero() {
                    break whole.bits() as i64 - 1 - shift;
                }
                if shift > 2 - format.least {
                    return None;
                }
                shift = (2 * shift).max(64);
            }
        }
    };
    (top >= format.least - 2).then_some(top)
}

/// 2 to this power.
fn power(exponent: i64) -> Num {
    let size = Num::from_bigint(BigInt::one() << exponent.unsigned_abs());
    if exponent < 0 { size.recip().unwrap_or(Num::ONE) } else { size }
}

/// The number that the bits of a float say.
pub(super) fn exact(bits: u64, format: Format) -> Option<Num> {
    let field = (bits >> (format.precision - 1)) & ((1 << format.width) - 1);
    if field == (1 << format.width) - 1 {
        return None;
    }
    let hidden = 1u64 << (format.precision - 1);
    let fraction = bits & (hidden - 1);
    let (significand, exponent) = match field {
        0 => (fraction, format.least),
        _ => (fraction | hidden, format.least + field as i64 - 1),
    };
    // Zeros at the end say nothing, and without them most numbers are short.
    let zeros = if significand == 0 { 0 } else { significand.trailing_zeros() };
    let size = Num::int((significand >> zeros) as i64);
    let number = match significand {
        0 => Num::ZERO,
        _ => size.mul(&power(exponent + i64::from(zeros))),
    };
    Some(if bits & format.minus() == 0 { number } else { number.neg() })
}
