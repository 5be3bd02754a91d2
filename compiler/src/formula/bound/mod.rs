//! Leaving a loop: the most, the least and the sum of a formula as a loop index runs.

use super::{Facts, Formula};

/// A bound of a formula as an index runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Most {
    /// The bound; unknown where there is none.
    pub formula: Formula,
    /// An index at which the formula has that value for certain, wherever the range is not empty.
    pub at: Option<Formula>,
}

/// A formula that is at least `f` for every `var` in `0..count`.
pub fn most(f: &Formula, var: u32, count: &Formula, facts: &Facts) -> Most {
    let _ = (var, count, facts);
    Most {
        formula: if f.mentions(super::Symbol::Var(var)) { Formula::unknown() } else { f.clone() },
        at: None,
    }
}

/// A formula that is at most `f` for every `var` in `0..count`.
pub fn least(f: &Formula, var: u32, count: &Formula, facts: &Facts) -> Most {
    most(f, var, count, facts)
}

/// A formula that is at least the sum of `f`, which is nowhere negative, over `var` in `0..count`; and whether it is
/// that sum.
pub fn total(f: &Formula, var: u32, count: &Formula, facts: &Facts) -> (Formula, bool) {
    let most = most(f, var, count, facts);
    (most.formula.mul(&Formula::max(&[Formula::zero(), count.clone()])), false)
}
