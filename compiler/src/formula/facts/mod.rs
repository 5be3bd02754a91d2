//! What is known of the symbols, and proofs from it.

use super::Formula;

/// A stack of formulas that are never negative.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    known: Vec<Formula>,
}

/// A height of the stack, to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    known: usize,
}

impl Facts {
    /// Nothing but that symbols are natural numbers.
    pub fn new() -> Facts {
        Facts::default()
    }

    /// From here on f >= 0.
    pub fn assume(&mut self, f: &Formula) {
        self.known.push(f.clone());
    }

    /// From here on f = 0.
    pub fn assume_zero(&mut self, f: &Formula) {
        self.assume(f);
        self.assume(&f.neg());
    }

    /// From here on f, which has integer values, is not 0.
    pub fn assume_nonzero(&mut self, f: &Formula) {
        if self.non_negative(f) {
            self.assume(&f.plus(-1));
        }
    }

    /// The height now.
    pub fn mark(&self) -> Mark {
        Mark { known: self.known.len() }
    }

    /// Forgets what came in since.
    pub fn rollback(&mut self, mark: Mark) {
        self.known.truncate(mark.known);
    }

    /// Whether f >= 0 is proved; `false` says nothing.
    pub fn non_negative(&self, f: &Formula) -> bool {
        f.is_plainly_non_negative() || self.known.iter().any(|known| f.sub(known).is_plainly_non_negative())
    }

    /// Whether f >= 1 is proved, for f with integer values.
    pub fn positive(&self, f: &Formula) -> bool {
        self.non_negative(&f.plus(-1))
    }

    /// Whether a <= b is proved.
    pub fn at_most(&self, a: &Formula, b: &Formula) -> bool {
        self.non_negative(&b.sub(a))
    }

    /// Whether f = 0 is proved.
    pub fn is_zero(&self, f: &Formula) -> bool {
        self.non_negative(f) && self.non_negative(&f.neg())
    }

    /// Whether the facts are proved to exclude each other.
    pub fn contradictory(&self) -> bool {
        self.non_negative(&Formula::int(-1))
    }
}
