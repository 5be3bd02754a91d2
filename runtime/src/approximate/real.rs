//! What a run asks of a float.

use super::convert::{Format, exact, nearest};
use crate::number::Num;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

/// A floating-point number.
pub(super) trait Real:
    Copy
    + PartialEq
    + PartialOrd
    + fmt::Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    /// What is no number.
    const NAN: Self;
    /// The nearest float to a number, of two the one with an even significand; infinite beyond the greatest.
    fn nearest(number: &Num) -> Self;
    /// The number that this is; `None` for an infinity and for what is no number.
    fn exact(self) -> Option<Num>;
    /// A count of positions.
    fn count(positions: usize) -> Self;
    /// e to the power of this.
    fn exp(self) -> Self;
    /// -1, 0 or 1; what is no number stays so.
    fn sign(self) -> Self;
    /// The shortest decimal that is read as this float, with an exponent where it would be long.
    fn text(self) -> String;
}

const F32: Format = Format { precision: 24, least: -149, width: 8 };
const F64: Format = Format { precision: 53, least: -1074, width: 11 };

impl Real for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    const NAN: f32 = f32::NAN;
    fn nearest(number: &Num) -> f32 {
        f32::from_bits(nearest(number, F32) as u32)
    }
    fn exact(self) -> Option<Num> {
        exact(u64::from(self.to_bits()), F32)
    }
    fn count(positions: usize) -> f32 {
        positions as f32
    }
    fn exp(self) -> f32 {
        libm::expf(self)
    }
    fn sign(self) -> f32 {
        if self == 0.0 { 0.0 } else { self.signum() }
    }
    fn text(self) -> String {
        let size = self.abs();
        let plain = size == 0.0 || (1e-5..1e16).contains(&size) || !self.is_finite();
        if plain { self.to_string() } else { format!("{self:e}") }
    }
}

impl Real for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const NAN: f64 = f64::NAN;
    fn nearest(number: &Num) -> f64 {
        f64::from_bits(nearest(number, F64))
    }
    fn exact(self) -> Option<Num> {
        exact(self.to_bits(), F64)
    }
    fn count(positions: usize) -> f64 {
        positions as f64
    }
    fn exp(self) -> f64 {
        libm::exp(self)
    }
    fn sign(self) -> f64 {
        if self == 0.0 { 0.0 } else { self.signum() }
    }
    fn text(self) -> String {
        let size = self.abs();
        let plain = size == 0.0 || (1e-5..1e16).contains(&size) || !self.is_finite();
        if plain { self.to_string() } else { format!("{self:e}") }
    }
}
