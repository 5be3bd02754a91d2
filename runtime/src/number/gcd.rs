//! Greatest common divisors.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// The greatest common divisor of two words; `gcd64(0, b)` is `b`.
#[inline]
pub(super) fn gcd64(a: u64, b: u64) -> u64 {
    if b == 1 { 1 } else { a.gcd(&b) }
}

/// The greatest common divisor of two big integers.
pub(super) fn gcd(a: &BigUint, b: &BigUint) -> BigUint {
    if a.is_one() || b.is_one() {
        return BigUint::one();
    }
    // One division first: the library's binary method pays for every bit by which the sizes differ.
    let (long, short) = if a >= b { (a, b) } else { (b, a) };
    if short.is_zero() {
        return long.clone();
    }
    let rest = long % short;
    match (rest.to_u64(), short.to_u64()) {
        (Some(0), _) => short.clone(),
        (Some(rest), Some(short)) => BigUint::from(gcd64(rest, short)),
        _ => short.gcd(&rest),
    }
}
