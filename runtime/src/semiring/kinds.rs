//! The semirings.

use super::Semiring;
use crate::number::Num;
use num_integer::Integer;
use std::cmp::Ordering;

/// Whether a number is 0, 1, 2, …
fn is_natural(number: &Num) -> bool {
    number.is_integer() && number.signum() >= 0
}

/// The natural numbers with their own sum and product: what a circuit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting;

impl Semiring for Counting {
    type Value = Num;
    fn zero(&self) -> Num {
        Num::ZERO
    }
    fn one(&self) -> Num {
        Num::ONE
    }
    fn add(&self, a: &Num, b: &Num) -> Num {
        a.add(b)
    }
    fn mul(&self, a: &Num, b: &Num) -> Num {
        a.mul(b)
    }
    fn constant(&self, number: &Num) -> Option<Num> {
        is_natural(number).then(|| number.clone())
    }
    fn bits(&self, value: &Num) -> u64 {
        value.bits()
    }
    fn product_bits(&self, a: &Num, b: &Num) -> u64 {
        // Each has a bit for its denominator, and the product one less than both numerators.
        if a.is_zero() || b.is_zero() { 0 } else { a.bits() + b.bits() - 2 }
    }
}

/// `or` as the sum and `and` as the product. A natural number is whether it is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boolean;

impl Semiring for Boolean {
    type Value = bool;
    fn zero(&self) -> bool {
        false
    }
    fn one(&self) -> bool {
        true
    }
    fn add(&self, a: &bool, b: &bool) -> bool {
        *a || *b
    }
    fn mul(&self, a: &bool, b: &bool) -> bool {
        *a && *b
    }
    fn constant(&self, number: &Num) -> Option<bool> {
        is_natural(number).then(|| !number.is_zero())
    }
    fn bits(&self, _: &bool) -> u64 {
        1
    }
}

/// The best of two as the sum, and their ordinary sum as the product. `None` is 0: the infinity that is worse than every
/// number. 1 is the number 0, and so is every sum of ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tropical {
    /// The least is the best, and infinity the worst.
    MinPlus,
    /// The greatest is the best, and minus infinity the worst.
    MaxPlus,
}

impl Semiring for Tropical {
    type Value = Option<Num>;
    fn zero(&self) -> Option<Num> {
        None
    }
    fn one(&self) -> Option<Num> {
        Some(Num::ZERO)
    }
    fn add(&self, a: &Option<Num>, b: &Option<Num>) -> Option<Num> {
        let (Some(left), Some(right)) = (a, b) else { return a.as_ref().or(b.as_ref()).cloned() };
        let best = match self {
            Tropical::MinPlus => Ordering::Less,
            Tropical::MaxPlus => Ordering::Greater,
        };
        if right.cmp(left) == best { b.clone() } else { a.clone() }
    }
    fn mul(&self, a: &Option<Num>, b: &Option<Num>) -> Option<Num> {
        Some(a.as_ref()?.add(b.as_ref()?))
    }
    fn constant(&self, number: &Num) -> Option<Option<Num>> {
        is_natural(number).then(|| (!number.is_zero()).then_some(Num::ZERO))
    }
    fn bits(&self, value: &Option<Num>) -> u64 {
        value.as_ref().map_or(1, Num::bits)
    }
}

/// The integers modulo m, as 0, …, m - 1. They are a ring, so that every integer is a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modulo {
    modulus: Num,
}

impl Modulo {
    /// Modulo an integer of at least 2; `None` for another number.
    pub fn new(modulus: Num) -> Option<Modulo> {
        (modulus.is_integer() && modulus > Num::ONE).then_some(Modulo { modulus })
    }

    /// m.
    pub fn modulus(&self) -> &Num {
        &self.modulus
    }

    /// The member of 0, …, m - 1 that an integer is; `None` for a fraction or a root.
    pub fn reduce(&self, number: &Num) -> Option<Num> {
        if number.signum() >= 0 && *number < self.modulus && number.is_integer() {
            return Some(number.clone());
        }
        if let (Some(number), Some(modulus)) = (number.small_int(), self.modulus.small_int()) {
            return Some(Num::int(number.rem_euclid(modulus)));
        }
        Some(Num::from_bigint(number.to_bigint()?.mod_floor(&self.modulus.to_bigint()?)))
    }

    fn reduced(&self, number: &Num) -> Num {
        // Sums and products of integers are integers.
        self.reduce(number).unwrap_or(Num::ZERO)
    }
}

impl Semiring for Modulo {
    type Value = Num;
    fn zero(&self) -> Num {
        Num::ZERO
    }
    fn one(&self) -> Num {
        Num::ONE
    }
    fn add(&self, a: &Num, b: &Num) -> Num {
        self.reduced(&a.add(b))
    }
    fn mul(&self, a: &Num, b: &Num) -> Num {
        self.reduced(&a.mul(b))
    }
    fn constant(&self, number: &Num) -> Option<Num> {
        self.reduce(number)
    }
    fn bits(&self, value: &Num) -> u64 {
        value.bits()
    }
}
