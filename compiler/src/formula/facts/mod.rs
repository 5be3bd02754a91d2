//! What is known of the symbols, and proofs from it.
//!
//! [`Facts`] holds formulas that are never negative. A goal `f >= 0` is proved by writing it as a sum of facts, each
//! times a product of atoms that are never negative, and of such products themselves (`prove.rs`, `columns.rs`,
//! `simplex.rs`). To the facts that were assumed come those that hold of atoms whatever the symbols are (`free.rs`): a
//! remainder is below its modulus, L(e) <= e - 1 where e >= 1. What is negative at one of a few small valuations at which
//! the facts hold (`models.rs`) is not looked at further. A proof is a proof; that none is found says nothing.

mod assume;
mod columns;
mod free;
mod models;
mod prove;
mod simplex;
#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::{Formula, Symbol};

/// What holds of the symbols: formulas that are never negative. A clone is cheap.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    state: Arc<State>,
    /// What was found out under this state.
    found: Rc<Found>,
}

/// What follows from a state, as far as it was asked.
#[derive(Debug, Default)]
struct Found {
    /// Goals that were tried, with how deep the proof might go.
    tried: RefCell<BTreeMap<(Formula, u32), bool>>,
    /// Valuations at which everything that is known holds.
    models: OnceCell<Vec<u32>>,
}

/// Everything that is known.
#[derive(Clone, Debug, Default)]
struct State {
    /// Never negative, without the symbols that are replaced.
    known: Vec<Formula>,
    /// Symbols that are equal to formulas, which mention none of them.
    equal: Vec<(Symbol, Formula)>,
    /// Integers that are not 0, of which the sign is not known.
    nonzero: Vec<Formula>,
}

/// What was known at some time, to come back to.
#[derive(Clone, Debug)]
pub struct Mark(Arc<State>, Rc<Found>);

impl Facts {
    /// Nothing but that symbols are natural numbers.
    pub fn new() -> Facts {
        Facts::default()
    }

    /// From here on f >= 0.
    pub fn assume(&mut self, f: &Formula) {
        self.take_in(f);
        self.look_at_nonzero();
    }

    /// From here on f = 0.
    pub fn assume_zero(&mut self, f: &Formula) {
        self.equate(f);
        self.look_at_nonzero();
    }

    /// From here on f, which has integer values, is not 0. Where its sign is known it is at least 1 or at most -1;
    /// where it is not, it is looked at again with each new fact: n != 0 and n != 1 give n >= 2.
    pub fn assume_nonzero(&mut self, f: &Formula) {
        if f.is_integral() {
            Arc::make_mut(&mut self.state).nonzero.push(f.clone());
            self.look_at_nonzero();
        }
    }

    /// What is known now.
    pub fn mark(&self) -> Mark {
        Mark(self.state.clone(), self.found.clone())
    }

    /// Forgets what came in since.
    pub fn rollback(&mut self, mark: Mark) {
        self.state = mark.0;
        self.found = mark.1;
    }

    /// Whether f >= 0 is proved; `false` says nothing.
    pub fn non_negative(&self, f: &Formula) -> bool {
        self.proved(f)
    }

    /// Whether f >= 1 is proved, for f with integer values.
    pub fn positive(&self, f: &Formula) -> bool {
        self.non_negative(&f.plus(-1))
    }

    /// Whether a <= b is proved.
    pub fn at_most(&self, a: &Formula, b: &Formula) -> bool {
        let apart = b.sub(a);
        // Two numbers need no proof, and facts that exclude each other no answer.
        match apart.as_constant() {
            Some(apart) => apart.signum() >= 0,
            None => self.non_negative(&apart),
        }
    }

    /// Whether f = 0 is proved.
    pub fn is_zero(&self, f: &Formula) -> bool {
        self.non_negative(f) && self.non_negative(&f.neg())
    }

    /// Whether the facts are proved to exclude each other.
    pub fn contradictory(&self) -> bool {
        self.non_negative(&Formula::int(-1))
    }

    /// The symbols that something is known of.
    pub(super) fn symbols(&self) -> BTreeSet<Symbol> {
        let state = &*self.state;
        let values = state.equal.iter().map(|(_, value)| value);
        let mut found: BTreeSet<Symbol> = state.equal.iter().map(|(symbol, _)| *symbol).collect();
        found.extend(state.known.iter().chain(&state.nonzero).chain(values).flat_map(Formula::symbols));
        found
    }

    /// The formula, with the symbols that are known to be equal to others replaced.
    #[must_use]
    pub fn resolve(&self, f: &Formula) -> Formula {
        if self.state.equal.is_empty() {
            return f.clone();
        }
        f.substitute(&|symbol| {
            self.state.equal.iter().find(|(s, _)| *s == symbol).map(|(_, value)| value.clone())
        })
    }

    fn forget(&mut self) {
        self.found = Rc::default();
    }

    fn change(&mut self) -> &mut State {
        self.forget();
        Arc::make_mut(&mut self.state)
    }
}
