//! Bounds of static terms, for all sizes: what says that a range stays within the positions, that a set of
//! positions is one run of them, and that a selector only looks back.

use std::collections::BTreeMap;

use circ_runtime::Num;

use super::terms::{Term, TermId, Terms, Var};

/// So many parts of a sum are gone through, a shared one each time that it occurs.
const MAX_STEPS: u32 = 1000;

/// `size·n + Σ factor·index + constant`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    size: Num,
    vars: BTreeMap<Var, Num>,
    constant: Num,
}

impl Linear {
    /// The form of a static term, where it has one.
    pub(super) fn of(terms: &Terms, id: TermId) -> Option<Linear> {
        let mut linear = Linear::default();
        linear.gather(terms, id, &Num::ONE, &mut { MAX_STEPS })?;
        linear.vars.retain(|_, factor| !factor.is_zero());
        Some(linear)
    }

    fn gather(&mut self, terms: &Terms, id: TermId, factor: &Num, left: &mut u32) -> Option<()> {
        *left = left.checked_sub(1)?;
        match &terms[id] {
            Term::Const(value) => self.constant = self.constant.add(&value.mul(factor)),
            Term::Size => self.size = self.size.add(factor),
            Term::Index(var) => {
                let sum = self.vars.entry(*var).or_insert(Num::ZERO);
                *sum = sum.add(factor);
            }
            Term::Add(parts) => {
                parts.iter().try_for_each(|part| self.gather(terms, *part, factor, left))?;
            }
            Term::Mul(parts) => {
                let [first, rest] = parts[..] else { return None };
                self.gather(terms, rest, &terms.as_const(first)?.mul(factor), left)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// `other - self`
    fn to(&self, other: &Linear) -> Linear {
        let mut difference = other.clone();
        difference.size = difference.size.sub(&self.size);
        difference.constant = difference.constant.sub(&self.constant);
        for (var, factor) in &self.vars {
            let left = difference.vars.entry(*var).or_insert(Num::ZERO);
            *left = left.sub(factor);
        }
        difference.vars.retain(|_, factor| !factor.is_zero());
        difference
    }

    /// Whether it is never below 0, for indices of `0..n` at any n at which there is one.
    fn is_never_negative(&self) -> bool {
        let negative = self.vars.values().filter(|factor| factor.signum() < 0);
        let least: Num = negative.cloned().sum();
        // An index takes away most where it is n - 1.
        let (size, constant) = (self.size.add(&least), self.constant.sub(&least));
        let first = if self.vars.is_empty() { Num::ZERO } else { Num::ONE };
        size.signum() >= 0 && size.mul(&first).add(&constant).signum() >= 0
    }

    /// Whether the other is greater by 1.
    pub(super) fn is_one_below(&self, other: &Linear) -> bool {
        let apart = self.to(other);
        apart.size.is_zero() && apart.vars.is_empty() && apart.constant.is_one()
    }

    /// Whether the size occurs in it.
    pub(super) fn has_size(&self) -> bool {
        !self.size.is_zero()
    }

    /// Whether it is an integer at every size and position.
    pub(super) fn is_integral(&self) -> bool {
        self.size.is_integer() && self.constant.is_integer() && self.vars.values().all(Num::is_integer)
    }

    /// Its factor of an index.
    pub(super) fn factor(&self, var: Var) -> Num {
        self.vars.get(&var).cloned().unwrap_or(Num::ZERO)
    }
}

/// Whether the first is at most the second, at all sizes and positions, and that shows.
pub(super) fn at_most(terms: &Terms, low: TermId, high: TermId) -> bool {
    match (Linear::of(terms, low), Linear::of(terms, high)) {
        (Some(low), Some(high)) => low.to(&high).is_never_negative(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::terms::OWN;

    #[test]
    fn bounds_hold_at_all_sizes() {
        let mut t = Terms::new();
        let (n, i) = (t.size(), t.make(Term::Index(OWN)));
        let (zero, one) = (t.int(0), t.int(1));
        let next = t.add(&[i, one]);
        let beyond = t.add(&[next, one]);
        let last = t.sub(n, next);
        assert!(at_most(&t, next, n));
        assert!(!at_most(&t, beyond, n));
        assert!(at_most(&t, zero, last));
        assert!(at_most(&t, last, n));
        let before = t.sub(i, one);
        assert!(!at_most(&t, zero, before));
        // Without a position n may be 0.
        assert!(!at_most(&t, one, n));
        let both = t.add(&[i, i]);
        assert!(!at_most(&t, both, n));
        let square = t.mul(&[n, n]);
        assert!(!at_most(&t, n, square));
    }
}
