//! Arithmetic modulo a prime of 61 bits, and the prime itself.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use crate::number::{Num, Ring};

/// Primes are drawn between these.
const LEAST: u64 = 1 << 60;
const MOST: u64 = 1 << 61;
/// One draw in 21 is a prime, or one in 42 where it has to have a root as well, so that this many never fail.
const DRAWS: u32 = 200_000;

/// SplitMix64 (Steele, Lea and Flood 2014): a seed gives the same numbers in every version.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Each number below a bound of at most 61 bits as likely as any other.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        loop {
            let drawn = self.next() >> 3;
            if drawn < bound {
                return drawn;
            }
        }
    }
}

/// The integers modulo a prime.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) prime: u64,
}

impl Field {
    /// A random prime whose field has all these constants, and the constants in it, in order. In a ring with a root the
    /// field has one, too.
    pub(super) fn for_constants(
        constants: &[Num],
        ring: Ring,
        random: &mut Random,
    ) -> Option<(Field, Vec<u64>)> {
        for _ in 0..DRAWS {
            // 3 modulo 4, so that roots are powers.
            let prime = (LEAST + random.below(MOST - LEAST)) | 3;
            let field = Field { prime };
            if !is_prime(prime) {
                continue;
            }
            let root = match ring.root() {
                None => Some(0),
                Some(under) => field.root(u64::from(under)),
            };
            let Some(root) = root else { continue };
            let all: Option<Vec<u64>> = constants.iter().map(|value| field.constant(value, root)).collect();
            if let Some(all) = all {
                return Some((field, all));
            }
        }
        None
    }

    pub(super) fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    pub(super) fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime - b }
    }

    pub(super) fn mul(self, a: u64, b: u64) -> u64 {
        (u128::from(a) * u128::from(b) % u128::from(self.prime)) as u64
    }

    fn power(self, mut base: u64, mut exponent: u64) -> u64 {
        let mut power = 1;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(power, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        power
    }

    /// By Fermat; 0 has none, and gives 0.
    pub(super) fn inverse(self, a: u64) -> u64 {
        self.power(a, self.prime - 2)
    }

    /// A square root, where there is one; the prime is 3 modulo 4.
    fn root(self, a: u64) -> Option<u64> {
        let root = self.power(a % self.prime, (self.prime + 1) / 4);
        (self.mul(root, root) == a % self.prime).then_some(root)
    }

    /// A number of the ring; `None` where the prime divides its denominator.
    fn constant(self, value: &Num, root: u64) -> Option<u64> {
        let (rational, factor) = value.parts();
        let residue = |value: &Num| {
            let value = value.to_rational()?;
            let denominator = self.integer(value.denom())?;
            let numerator = self.integer(value.numer())?;
            (denominator != 0).then(|| self.mul(numerator, self.inverse(denominator)))
        };
        Some(self.add(residue(&rational)?, self.mul(residue(&factor)?, root)))
    }

    fn integer(self, value: &BigInt) -> Option<u64> {
        value.mod_floor(&BigInt::from(self.prime)).to_u64()
    }
}

/// The test of Miller and Rabin, which with these bases is never wrong below 2^64.
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|base| n.is_multiple_of(*base)) {
        return BASES.contains(&n);
    }
    let field = Field { prime: n };
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|base| {
        let mut power = field.power(*base, odd);
        if power == 1 || power == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            power = field.mul(power, power);
            power == n - 1
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_told_from_others() {
        let few: Vec<u64> = (0..60).filter(|n| is_prime(*n)).collect();
        assert_eq!(few, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]);
        // Carmichael's, a strong pseudoprime to several bases, and the prime 2^61 - 1.
        for (n, prime) in
            [(561, false), (3_215_031_751, false), ((1 << 61) - 1, true), ((1 << 61) - 3, false)]
        {
            assert_eq!(is_prime(n), prime, "{n}");
        }
    }

    #[test]
    fn the_field_has_inverses_and_roots() {
        let mut random = Random::new(3);
        let ring = Ring::with_root(5).expect("no square divides 5");
        let root = ring.sqrt(&Num::int(5)).expect("it is there");
        let constants = [
            Num::ratio(-2, 3).expect("3 is not 0"),
            root.clone(),
            root.add(&Num::ratio(1, 2).expect("2 is not 0")),
        ];
        let (field, all) = Field::for_constants(&constants, ring, &mut random).expect("there is a prime");
        assert!((LEAST..MOST).contains(&field.prime));
        assert_eq!(field.add(field.mul(all[0], 3), 2), 0);
        assert_eq!(field.mul(all[1], all[1]), 5);
        assert_eq!(field.mul(field.sub(all[2], all[1]), 2), 1);
        assert_eq!(field.inverse(0), 0);
    }
}
