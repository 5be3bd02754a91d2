//! The search for a proof of f >= 0.

use std::collections::BTreeSet;

use circ_runtime::Num;

use super::super::{Atom, Formula};
use super::columns::combines;
use super::free::{free, top_atoms};
use super::models::{models, refuted};
use super::{Facts, State};

/// How deep proofs about atoms nest in a proof.
const DEPTH: u32 = 3;
/// How many extremes are split one within the other.
const SPLITS: u32 = 4;
/// How much work one proof may take, in entries of tableaus that are computed.
const FUEL: u32 = 150_000;
/// What a goal takes besides.
const GOAL: u32 = 500;

impl Facts {
    pub(super) fn proved(&self, f: &Formula) -> bool {
        let mut fuel = FUEL;
        self.search(f, DEPTH, SPLITS, &mut fuel)
    }

    fn search(&self, f: &Formula, depth: u32, splits: u32, fuel: &mut u32) -> bool {
        let f = self.resolve(f);
        if f.is_plainly_non_negative() {
            return true;
        }
        // A falling formula without facts about anything but atoms is settled by its constant.
        if f.is_unknown() || f.as_constant().is_some() && self.state.known.is_empty() {
            return false;
        }
        let known = &self.state.known;
        if known.contains(&f) || known.iter().any(|fact| f.sub(fact).is_plainly_non_negative()) {
            return true;
        }
        let models = self.found.models.get_or_init(|| models(known));
        if refuted(&f, models) {
            return false;
        }
        let key = (f, depth);
        if let Some(found) = self.found.tried.borrow().get(&key) {
            return *found;
        }
        if *fuel == 0 {
            return false;
        }
        *fuel = fuel.saturating_sub(GOAL);
        let found = match extreme(&key.0).filter(|_| splits > 0) {
            Some(atom) => self.split(&key.0, &atom, depth, splits, fuel),
            None => self.combined(&key.0, depth, fuel),
        };
        // What was given up for lack of fuel may be proved when it is asked by itself.
        if found || *fuel > 0 {
            self.found.tried.borrow_mut().insert(key, found);
        }
        found
    }

    /// The proof for each operand that the extreme may be.
    fn split(&self, f: &Formula, atom: &Atom, depth: u32, splits: u32, fuel: &mut u32) -> bool {
        let (operands, largest) = match atom {
            Atom::Max(all) => (all, true),
            Atom::Min(all) => (all, false),
            _ => return false,
        };
        operands.iter().all(|operand| {
            let replaced = |f: &Formula| f.rebuild(&|a| (a == atom).then(|| operand.clone()));
            let mut case = Facts::new();
            case.state = std::sync::Arc::new(State { nonzero: Vec::new(), ..(*self.state).clone() });
            for other in operands.iter().filter(|other| *other != operand) {
                let difference = operand.sub(other);
                case.take_in(&if largest { difference } else { difference.neg() });
            }
            // What is known of the extreme is known of the operand.
            for fact in self.state.known.iter().filter(|fact| mentions(fact, atom)) {
                case.take_in(&replaced(fact));
            }
            case.search(&replaced(f), depth, splits - 1, fuel)
        })
    }

    /// The proof as a sum of products of facts.
    fn combined(&self, f: &Formula, depth: u32, fuel: &mut u32) -> bool {
        // An integer above -1 is not negative.
        let slack = if f.is_integral() { Num::ratio(1023, 1024).unwrap_or_default() } else { Num::ZERO };
        let goal = f.add(&Formula::constant(slack));
        let mut facts = self.state.known.clone();
        // The square of an integer is at least the integer.
        for (atom, _) in
            f.terms().into_iter().flat_map(|terms| terms.keys()).flatten().filter(|(_, e)| *e > 1)
        {
            if atom.is_integral() {
                let value = Formula::atom(atom.clone());
                facts.push(value.mul(&value).sub(&value));
            }
        }
        if combines(&goal, &facts, fuel) {
            return true;
        }
        let mut atoms: BTreeSet<Atom> = top_atoms(f);
        facts.iter().for_each(|fact| atoms.extend(top_atoms(fact)));
        if depth == 0 || atoms.iter().all(|atom| matches!(atom, Atom::Symbol(_))) {
            return false;
        }
        let mut seen: BTreeSet<Atom> = BTreeSet::new();
        // Facts about atoms bring in others.
        for _ in 0..2 {
            if atoms.is_subset(&seen) {
                break;
            }
            seen.extend(atoms.iter().cloned());
            let mut prove = |goal: &Formula| self.search(goal, depth - 1, 1, fuel);
            let new = free(&atoms, &self.state.known, &mut prove);
            new.iter().for_each(|fact| atoms.extend(top_atoms(fact)));
            facts.extend(new);
            facts.sort();
            facts.dedup();
        }
        combines(&goal, &facts, fuel)
    }
}

/// An extreme that occurs, an outer one first.
fn extreme(f: &Formula) -> Option<Atom> {
    let mut found = None;
    f.visit(&mut |atom| {
        if found.is_none() && matches!(atom, Atom::Max(_) | Atom::Min(_)) {
            found = Some(atom.clone());
        }
    });
    found
}

fn mentions(f: &Formula, atom: &Atom) -> bool {
    let mut found = false;
    f.visit(&mut |other| found |= other == atom);
    found
}
