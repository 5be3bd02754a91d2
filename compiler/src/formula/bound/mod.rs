//! Leaving a loop: the most, the least and the sum of a formula as a loop index runs.
//!
//! The index is renamed before anything is proved, so that what holds of it at some place in the loop is not taken to
//! hold along the whole range.

mod ends;
#[cfg(test)]
mod tests;
mod total;

use super::{Facts, Formula, Symbol};
use ends::{At, Range};

pub use total::total;

/// A bound of a formula as an index runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Most {
    /// The bound, which holds where the range is not empty; unknown where there is none.
    pub formula: Formula,
    /// An index at which the formula has that value for certain, wherever the range is not empty.
    pub at: Option<Formula>,
}

/// A formula that is at least `f` for every `var` in `0..count`.
pub fn most(f: &Formula, var: u32, count: &Formula, facts: &Facts) -> Most {
    extreme(f, var, count, facts, true)
}

/// A formula that is at most `f` for every `var` in `0..count`.
pub fn least(f: &Formula, var: u32, count: &Formula, facts: &Facts) -> Most {
    extreme(f, var, count, facts, false)
}

fn extreme(f: &Formula, var: u32, count: &Formula, facts: &Facts, up: bool) -> Most {
    let Some(range) = Range::new(&[f], var, count, facts) else {
        return Most { formula: Formula::unknown(), at: None };
    };
    let found = range.bound(&f.with(Symbol::Var(var), &range.index()), up);
    let at = match found.at {
        At::Anywhere => Some(Formula::zero()),
        At::Index(index) => Some(index),
        At::Nowhere => None,
    };
    if found.formula.is_unknown() {
        return Most { formula: found.formula, at: None };
    }
    Most { formula: found.formula, at }
}
