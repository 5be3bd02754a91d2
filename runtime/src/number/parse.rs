//! Reading a number exactly: integers, decimals, exponents and fractions of these.

use super::{Num, Ring, quadratic, roots};
use num_bigint::BigInt;
use std::fmt;

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseNumError {
    /// It is not of the form of a number.
    Malformed,
    /// The denominator of the fraction is 0.
    ZeroDenominator,
    /// Written out, the number takes more bits than were allowed.
    TooLong,
    /// It has a root that the ring does not have.
    NotInRing {
        /// The ring.
        ring: Ring,
    },
}

impl fmt::Display for ParseNumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseNumError::Malformed => f.write_str("not a number"),
            ParseNumError::ZeroDenominator => f.write_str("the denominator is 0"),
            ParseNumError::TooLong => f.write_str("the number is too long"),
            ParseNumError::NotInRing { ring } => {
                write!(f, "the ring is {ring}, which does not have this root")
            }
        }
    }
}

impl std::error::Error for ParseNumError {}

impl Num {
    /// Reads `12`, `-1_000`, `0.25`, `1e-3`, `2/3`, `-1.5/2e2`, exactly.
    ///
    /// A sign may stand before either side of a fraction, underscores between two digits, spaces around the
    /// whole. It is rational; [`Num::parse_in`] also reads roots. A number that written out takes more than `max_bits` bits, numerator and denominator together, is
    /// refused before it is built: `1e999999999` costs nothing.
    pub fn parse(text: &str, max_bits: u64) -> Result<Num, ParseNumError> {
        Num::parse_in(text, max_bits, Ring::Q)
    }

    /// As [`Num::parse`], and `1/2+3*sqrt(2)`, `sqrt(2)/3 - 1`, `sqrt(8)` where the ring has that root.
    pub fn parse_in(text: &str, max_bits: u64, ring: Ring) -> Result<Num, ParseNumError> {
        Num::parse_rooted(text, max_bits, &|under| roots::in_ring(ring, under))
    }

    /// As [`Num::parse`], and numbers with any root: what stands under it is taken as it is. Only a comparison with a
    /// ring tells then whether it is a number that can be calculated with.
    pub(crate) fn parse_unchecked(text: &str, max_bits: u64) -> Result<Num, ParseNumError> {
        Num::parse_rooted(text, max_bits, &|under| Ok(quadratic::number(Num::ZERO, Num::ONE, under)))
    }

    fn parse_rooted(
        text: &str,
        max_bits: u64,
        root: &dyn Fn(u32) -> Result<Num, ParseNumError>,
    ) -> Result<Num, ParseNumError> {
        let text = text.trim();
        // The usual case: a short integer.
        if text.len() < 19
            && let Ok(value) = text.parse::<i64>()
        {
            return Ok(Num::int(value));
        }
        if text.contains("sqrt") {
            return roots::parse(text, max_bits, root);
        }
        let value = match text.split_once('/') {
            None => decimal(text, max_bits)?,
            Some((top, bottom)) => {
                let (top, bottom) = (decimal(top, max_bits)?, decimal(bottom, max_bits)?);
                top.div(&bottom).ok_or(ParseNumError::ZeroDenominator)?
            }
        };
        if value.is_big() && value.bits() > max_bits { Err(ParseNumError::TooLong) } else { Ok(value) }
    }
}

impl std::str::FromStr for Num {
    type Err = ParseNumError;

    /// [`Num::parse`] with room for ten million bits.
    fn from_str(text: &str) -> Result<Num, ParseNumError> {
        Num::parse(text, 10_000_000)
    }
}

/// `[+-] digits [. digits] [e [+-] digits]`, with a digit before or after the point.
pub(super) fn decimal(text: &str, max_bits: u64) -> Result<Num, ParseNumError> {
    let (negative, text) = sign(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, power(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = Vec::with_capacity(mantissa.len());
    push_digits(whole, &mut digits)?;
    let places = push_digits(fraction, &mut digits)?;
    if digits.is_empty() {
        return Err(ParseNumError::Malformed);
    }
    // Zeros at the ends say nothing, so `1000e-3` is as short as `1`.
    let lead = digits.iter().take_while(|&&d| d == b'0').count();
    let tail = digits[lead..].iter().rev().take_while(|&&d| d == b'0').count();
    let significant = &digits[lead..digits.len() - tail];
    if significant.is_empty() {
        return Ok(Num::ZERO);
    }
    let shift = exponent.saturating_sub(places as i64).saturating_add(tail as i64);
    let written = shift.unsigned_abs().saturating_add(significant.len() as u64);
    // A decimal digit is 3.3219 bits; the first may be as little as one.
    if written.saturating_sub(2).saturating_mul(3321) / 1000 > max_bits.max(64) {
        return Err(ParseNumError::TooLong);
    }
    let top = BigInt::parse_bytes(significant, 10).ok_or(ParseNumError::Malformed)?;
    let top = Num::from_bigint(if negative { -top } else { top });
    // Refused above where it does not fit.
    let scale = Num::int(10).pow(u32::try_from(shift.unsigned_abs()).map_err(|_| ParseNumError::TooLong)?);
    let scale = if shift < 0 { scale.recip().ok_or(ParseNumError::ZeroDenominator)? } else { scale };
    Ok(top.mul(&scale))
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// An exponent; one beyond 64 bits is as good as the greatest.
fn power(text: &str) -> Result<i64, ParseNumError> {
    let (negative, text) = sign(text);
    let mut digits = Vec::new();
    if push_digits(text, &mut digits)? == 0 {
        return Err(ParseNumError::Malformed);
    }
    let size = digits.iter().fold(0i64, |n, d| n.saturating_mul(10).saturating_add(i64::from(d - b'0')));
    Ok(if negative { -size } else { size })
}

/// Appends the digits of `text` and says how many there were. An underscore stands between two digits.
fn push_digits(text: &str, into: &mut Vec<u8>) -> Result<usize, ParseNumError> {
    let before = into.len();
    let bytes = text.as_bytes();
    for (i, &b) in bytes.iter().enumerate() {
        let digit = |at: Option<&u8>| at.is_some_and(u8::is_ascii_digit);
        match b {
            b'0'..=b'9' => into.push(b),
            b'_' if i > 0 && digit(bytes.get(i - 1)) && digit(bytes.get(i + 1)) => {}
            _ => return Err(ParseNumError::Malformed),
        }
    }
    Ok(into.len() - before)
}
