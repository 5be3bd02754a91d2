//! The rings that numbers are taken from: Q, and Q(sqrt(d)).

use super::{Num, big, quadratic};
use num_bigint::{BigInt, Sign};
use std::fmt;
use std::num::NonZeroU32;

/// The ring of a program: the rational numbers, or those of the form `a + b·sqrt(d)`. Its order is that of the real
/// numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ring {
    /// d, where there is a root.
    under: Option<NonZeroU32>,
}

/// `n` as `s²·d` with d not divisible by a square: s and d. Of 0 it is 0 and 0.
pub fn squarefree(n: u32) -> (u32, u32) {
    let (mut outside, mut under, mut factor) = (1, n, 2);
    if n == 0 {
        return (0, 0);
    }
    while under / factor >= factor {
        while under % (factor * factor) == 0 {
            (outside, under) = (outside * factor, under / (factor * factor));
        }
        factor += 1;
    }
    (outside, under)
}

impl Ring {
    /// The rational numbers.
    pub const Q: Ring = Ring { under: None };

    /// The greatest d that is taken: beyond it, finding out whether a square divides it would take long.
    pub const MAX_UNDER: u32 = 1_000_000_000;

    /// Q(sqrt(d)); `None` where d is 0 or 1, too large or divisible by a square.
    pub fn with_root(d: u32) -> Option<Ring> {
        let fits = d > 1 && d <= Ring::MAX_UNDER && squarefree(d).0 == 1;
        fits.then(|| Ring { under: NonZeroU32::new(d) })
    }

    /// d of Q(sqrt(d)); `None` for Q.
    pub fn root(self) -> Option<u32> {
        self.under.map(NonZeroU32::get)
    }

    /// Whether the ring has this number.
    #[inline]
    pub fn contains(self, number: &Num) -> bool {
        match number.root() {
            None => true,
            root => root == self.root(),
        }
    }

    /// The root of a number that is not negative, where the ring has both.
    pub fn sqrt(self, number: &Num) -> Option<Num> {
        if number.signum() < 0 || !self.contains(number) {
            return None;
        }
        let Some(radicand) = quadratic::of(number) else {
            // Either r or r·sqrt(d) with r rational.
            return rational_sqrt(number).or_else(|| {
                let under = self.root()?;
                let factor = rational_sqrt(&number.div(&Num::int(i64::from(under)))?)?;
                Some(quadratic::number(Num::ZERO, factor, under))
            });
        };
        // (x + y·sqrt(d))² = a + b·sqrt(d) says x² + d·y² = a and 2·x·y = b, and with n² = a² - d·b² that x² is one
        // of (a ± n)/2.
        let (a, b) = (&radicand.rational, &radicand.factor);
        let norm = a.mul(a).sub(&b.mul(b).mul(&Num::int(i64::from(radicand.under))));
        let norm = rational_sqrt(&norm)?;
        let half = Num::ratio(1, 2)?;
        [norm.neg(), norm].iter().find_map(|n| {
            let x = rational_sqrt(&a.add(n).mul(&half))?;
            let y = b.mul(&half).div(&x)?;
            let root = quadratic::number(x, y, radicand.under);
            Some(if root.signum() < 0 { root.neg() } else { root })
        })
    }
}

/// The root of a rational number, where that is rational.
fn rational_sqrt(number: &Num) -> Option<Num> {
    if number.signum() < 0 {
        return None;
    }
    let root = |n: &BigInt| {
        let root = n.magnitude().sqrt();
        (&root * &root == *n.magnitude()).then(|| BigInt::from_biguint(Sign::Plus, root))
    };
    // In lowest terms both have to be squares.
    let (top, bottom) = big::parts(number);
    Some(big::canonical(root(&top)?, root(&bottom)?))
}

impl fmt::Display for Ring {
    /// `Q` or `Q(sqrt(2))`, as programs and files name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            None => f.write_str("Q"),
            Some(under) => write!(f, "Q(sqrt({under}))"),
        }
    }
}

/// A text that names no ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRing;

impl std::str::FromStr for Ring {
    type Err = UnknownRing;

    /// Reads what `Display` writes, and nothing else.
    fn from_str(text: &str) -> Result<Ring, UnknownRing> {
        if text == "Q" {
            return Ok(Ring::Q);
        }
        let digits =
            text.strip_prefix("Q(sqrt(").and_then(|rest| rest.strip_suffix("))")).ok_or(UnknownRing)?;
        let ring = digits.parse().ok().and_then(Ring::with_root).ok_or(UnknownRing)?;
        // `+2` and `02` are other spellings.
        if ring.to_string() == text { Ok(ring) } else { Err(UnknownRing) }
    }
}
