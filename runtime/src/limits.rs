//! Bounds on what a run may cost, and what a run says when it meets one.
//!
//! Squaring n times is n gates and 2^n digits, so numbers are measured before they are multiplied.

use crate::circuit::GateId;
use crate::fault::Fault;
use crate::number::{Num, Ring};
use std::fmt;

/// What a run may cost. Digits are decimal, of numerator and denominator together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Digits of one number. At least 64 are always allowed, as numbers that short are never measured.
    pub max_digits: u64,
    /// Digits of all values that are alive together, those of 16 bytes or less left out.
    pub max_total_digits: u64,
    /// Pairs of positions that the literal engine scores, over all heads, layers and rounds.
    pub max_pairs: u64,
    /// Positions that are updated where a run has to go round by round, over all layers and rounds.
    pub max_updates: u64,
    /// Numbers that a trace keeps, the numbers of attended positions among them.
    pub max_kept: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_digits: 1_000_000,
            max_total_digits: 1_000_000_000,
            max_pairs: 100_000_000,
            max_updates: 100_000_000,
            max_kept: 5_000_000,
        }
    }
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// What was met.
    pub kind: RunErrorKind,
    /// The gate of the circuit at which it was met, where a circuit was evaluated.
    pub gate: Option<GateId>,
}

/// The ways in which a run stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunErrorKind {
    /// Another number of input scalars than the inputs have.
    InputCount {
        /// How many the inputs have.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// An input or a constant that the ring does not have.
    NotInRing {
        /// The ring.
        ring: Ring,
    },
    /// A number would be too long.
    NumberTooLong {
        /// About how many digits it would have.
        digits: u64,
        /// How many are allowed.
        max_digits: u64,
    },
    /// The values together would be too long.
    TotalTooLong {
        /// How many digits are allowed.
        max_total_digits: u64,
    },
    /// Scoring every pair of positions would take too long.
    TooManyPairs {
        /// Positions in the sequence.
        positions: usize,
        /// Heads, over all layers of the list.
        heads: usize,
        /// Rounds.
        repeat: u64,
        /// How many pairs are allowed.
        max_pairs: u64,
    },
    /// Updating every position in every round would take too long.
    TooManyUpdates {
        /// Positions in the sequence.
        positions: usize,
        /// Layers of the list.
        layers: usize,
        /// Rounds.
        repeat: u64,
        /// How many updates are allowed.
        max_updates: u64,
    },
    /// A trace would keep too many numbers.
    TooMuchKept {
        /// How many are allowed.
        max_kept: u64,
    },
    /// The transformer is not well formed.
    Program(Box<Fault>),
}

impl From<RunErrorKind> for RunError {
    fn from(kind: RunErrorKind) -> RunError {
        RunError { kind, gate: None }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        self.gate.map_or(Ok(()), |gate| write!(f, " at {gate}"))
    }
}

impl fmt::Display for RunErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunErrorKind::InputCount { expected, found } => {
                write!(f, "{found} input numbers where there are {expected}")
            }
            RunErrorKind::NotInRing { ring } => write!(f, "a number that the ring {ring} does not have"),
            RunErrorKind::NumberTooLong { digits, max_digits } => {
                write!(f, "a number of about {digits} digits, more than {max_digits}")
            }
            RunErrorKind::TotalTooLong { max_total_digits } => {
                write!(f, "values of more than {max_total_digits} digits together")
            }
            RunErrorKind::TooManyPairs { positions, heads, repeat, max_pairs } => write!(
                f,
                "{positions} positions squared, {heads} heads and {repeat} rounds are more than {max_pairs} pairs"
            ),
            RunErrorKind::TooManyUpdates { positions, layers, repeat, max_updates } => write!(
                f,
                "{positions} positions, {layers} layers and {repeat} rounds are more than {max_updates} updates"
            ),
            RunErrorKind::TooMuchKept { max_kept } => {
                write!(f, "what the layers did is more than {max_kept} numbers")
            }
            RunErrorKind::Program(fault) => write!(f, "{fault}"),
        }
    }
}

impl std::error::Error for RunError {}

/// A decimal digit is 3.3219 bits.
pub(crate) fn bits_of(digits: u64) -> u64 {
    digits.max(64).saturating_mul(3322) / 1000
}

pub(crate) fn digits_of(bits: u64) -> u64 {
    bits.saturating_mul(1000) / 3322 + 1
}

/// Keeps count of the digits of one run, and multiplies and adds under the limits.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    max_bits: u64,
    max_total_bits: u64,
    total_bits: u64,
}

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Meter {
        Meter {
            limits: *limits,
            max_bits: bits_of(limits.max_digits),
            max_total_bits: bits_of(limits.max_total_digits),
            total_bits: 0,
        }
    }

    fn too_long(&self, bits: u64) -> RunErrorKind {
        RunErrorKind::NumberTooLong { digits: digits_of(bits), max_digits: self.limits.max_digits.max(64) }
    }

    /// Refuses a number that is too long.
    #[inline]
    pub(crate) fn check(&self, value: &Num) -> Result<(), RunErrorKind> {
        if value.is_big() && value.bits() > self.max_bits { Err(self.too_long(value.bits())) } else { Ok(()) }
    }

    /// Counts a value that stays alive.
    #[inline]
    pub(crate) fn keep(&mut self, value: &Num) -> Result<(), RunErrorKind> {
        if value.is_big() { self.keep_big(value) } else { Ok(()) }
    }

    fn keep_big(&mut self, value: &Num) -> Result<(), RunErrorKind> {
        self.check(value)?;
        self.total_bits += value.bits();
        if self.total_bits > self.max_total_bits {
            return Err(RunErrorKind::TotalTooLong { max_total_digits: self.limits.max_total_digits });
        }
        Ok(())
    }

    /// Forgets all values that were kept.
    pub(crate) fn release(&mut self) {
        self.total_bits = 0;
    }

    /// The product, refused before it is computed where it may be too long.
    #[inline]
    pub(crate) fn mul(&self, a: &Num, b: &Num) -> Result<Num, RunErrorKind> {
        if (a.is_big() || b.is_big()) && !a.is_zero() && !b.is_zero() {
            // The bits of a product are at least those of its factors less one for each part; cancelling
            // fractions may be refused although they would fit, which a limit this large can afford.
            let bits = a.bits() + b.bits();
            if bits > self.max_bits + 4 {
                return Err(self.too_long(bits));
            }
        }
        Ok(a.mul(b))
    }

    /// The sum. It is at most as long as both together, so it is computed before it is measured.
    #[inline]
    pub(crate) fn add(&self, a: &Num, b: &Num) -> Result<Num, RunErrorKind> {
        let sum = a.add(b);
        self.check(&sum)?;
        Ok(sum)
    }

    /// The sum of many.
    pub(crate) fn sum<'a>(&self, terms: impl Iterator<Item = &'a Num>) -> Result<Num, RunErrorKind> {
        // In one machine word while that lasts.
        let (mut small, mut terms) = (0i64, terms);
        let mut next = terms.next();
        while let Some(more) = next.and_then(Num::small_int).and_then(|term| small.checked_add(term)) {
            small = more;
            next = terms.next();
        }
        let mut sum = Num::int(small);
        let mut terms = next.into_iter().chain(terms);
        while let Some(term) = terms.next() {
            sum = sum.add(term);
            if sum.is_big() {
                let rest: Vec<&Num> = terms.collect();
                return self.add(&sum, &self.balanced(&rest, Num::ZERO, Meter::add)?);
            }
        }
        Ok(sum)
    }

    /// The product of many.
    pub(crate) fn product<'a>(&self, factors: impl Iterator<Item = &'a Num>) -> Result<Num, RunErrorKind> {
        // In one machine word while that lasts.
        let (mut small, mut factors) = (1i64, factors);
        let mut next = factors.next();
        while let Some(more) = next.and_then(Num::small_int).and_then(|factor| small.checked_mul(factor)) {
            small = more;
            next = factors.next();
        }
        let mut product = Num::int(small);
        let mut factors = next.into_iter().chain(factors);
        while let Some(factor) = factors.next() {
            product = self.mul(&product, factor)?;
            if product.is_big() {
                let rest: Vec<&Num> = factors.collect();
                if rest.iter().any(|n| n.is_zero()) {
                    return Ok(Num::ZERO);
                }
                return self.mul(&product, &self.balanced(&rest, Num::ONE, Meter::mul)?);
            }
        }
        Ok(product)
    }

    /// Combines by halves, so that long numbers meet numbers of their own length.
    fn balanced(
        &self,
        values: &[&Num],
        neutral: Num,
        combine: fn(&Meter, &Num, &Num) -> Result<Num, RunErrorKind>,
    ) -> Result<Num, RunErrorKind> {
        match values {
            [] => Ok(neutral),
            [one] => Ok((*one).clone()),
            _ => {
                let (left, right) = values.split_at(values.len() / 2);
                let left = self.balanced(left, neutral.clone(), combine)?;
                combine(self, &left, &self.balanced(right, neutral, combine)?)
            }
        }
    }
}
