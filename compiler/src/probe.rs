//! Building small sizes, for what only a size shows: an index out of range, shapes that no polynomial compares, a
//! recursion that does not end.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem::Discriminant;

use circ_grammar::tree::Span;

use crate::diagnostics::{BuildFact, Diagnostic, Fact, TypeFact};
use crate::elaborate::{Reach, check_constants, elaborate, elaborate_test, test_sizes};
use crate::limits::Limits;
use crate::program::{FamilyId, Program};
use crate::tries::Tries;

/// Every parameter runs from 0 to this.
pub const LARGEST: u64 = 4;

/// With more parameters than this only equal sizes are tried.
const MAX_FREE: usize = 3;

/// So many combinations of the sizes of a quantified test are tried.
const TEST_SIZES: u64 = 125;

/// What a probe may cost: it is a look, not a run. A family that is larger at n = 4 is not judged. Numbers and
/// exponents have the bounds of a run.
const LIMITS: Limits = Limits {
    max_gates: 200_000,
    max_wires: 200_000_000,
    max_steps: 1_000_000,
    max_calls: 200,
    max_digits: 100_000,
};

/// Builds every family at n = 0 to 4, those that its `where` admits, and every test, at the first of its sizes. Each
/// fault is reported once, at the smallest sizes that show it; at sizes without 0 where it shows there too, as what is
/// wrong with everything is not seen in nothing. Budgets that a probe uses up are no fault of the program.
pub fn probe(program: &Program) -> Vec<Diagnostic> {
    let mut found = Found::default();
    if let Err(fault) = check_constants(program, &LIMITS) {
        found.add(*fault);
        return found.faults;
    }
    let mut silent = |_: u64| {};
    for (at, family) in program.own_families().iter().enumerate() {
        let mut tries = Tries::new(family.params.clone());
        for sizes in sizes(family.params.len()) {
            match elaborate(program, FamilyId(at as u32), &sizes, &LIMITS, &mut silent) {
                Ok(_) => tries.passed(sizes),
                Err(fault) => {
                    // A `where` of the family itself that is not met says that the size is none of its own. A
                    // budget that is used up at one size says nothing of others; without sizes no run does better.
                    let excluded = match &fault.fact {
                        Fact::Build(BuildFact::ConditionFails { call, .. }) => !call,
                        Fact::Build(fact) => {
                            fact.is_work() || (fact.is_number() && !family.params.is_empty())
                        }
                        _ => false,
                    };
                    if !excluded {
                        let own = fault.calls.is_empty();
                        tries.failed(sizes, found.add(*fault), own);
                    }
                }
            }
        }
        tries.tell(&mut found.faults, MAX_FREE);
    }
    for at in 0..program.tests.len() {
        test_faults(program, at, &mut found);
    }
    found.faults
}

/// Says of a fault of a test at which of its sizes it shows, as a probe does.
pub fn advise_test(program: &Program, at: usize, fault: &mut Diagnostic) {
    if fault.hint.is_some() || !matches!(&fault.fact, Fact::Build(fact) if !fact.is_work()) {
        return;
    }
    let mut found = Found::default();
    test_faults(program, at, &mut found);
    let known = found.seen.get(&key(fault)).and_then(|at| found.faults.get(*at));
    fault.hint = known.and_then(|known| known.hint.clone());
}

/// The faults so far, each once.
#[derive(Default)]
struct Found {
    faults: Vec<Diagnostic>,
    seen: HashMap<Key, usize>,
}

/// What one fault is: its place and its kind.
type Key = (Option<Span>, Discriminant<Fact>, Option<Discriminant<BuildFact>>);

/// What this fault is.
fn key(fault: &Diagnostic) -> Key {
    let inner = match &fault.fact {
        Fact::Build(fact) => Some(std::mem::discriminant(fact)),
        _ => None,
    };
    (fault.span, std::mem::discriminant(&fault.fact), inner)
}

impl Found {
    /// Adds a fault where it is new, or tells more than the known one. It gives its place among the faults.
    fn add(&mut self, fault: Diagnostic) -> usize {
        match self.seen.entry(key(&fault)) {
            Entry::Vacant(entry) => {
                entry.insert(self.faults.len());
                self.faults.push(fault);
                self.faults.len() - 1
            }
            Entry::Occupied(entry) => {
                let known = &mut self.faults[*entry.get()];
                let of_more = of_nothing(known)
                    && !of_nothing(&fault)
                    && family(known) == family(&fault)
                    && known.calls.is_empty() == fault.calls.is_empty();
                // A family that shows a fault by itself shows it best.
                if of_more || (!known.calls.is_empty() && fault.calls.is_empty()) {
                    *known = fault;
                }
                *entry.get()
            }
        }
    }
}

/// Whether a fault was found with a size of 0.
fn of_nothing(fault: &Diagnostic) -> bool {
    fault.built.as_ref().is_some_and(|built| built.sizes.iter().any(|(_, size)| *size == 0))
}

/// The family in whose building a fault was found.
fn family(fault: &Diagnostic) -> Option<&str> {
    fault.built.as_ref()?.family.as_deref()
}

/// The faults of a test, at the smallest of its sizes.
fn test_faults(program: &Program, at: usize, found: &mut Found) {
    let test = &program.tests[at];
    let mut sizes: Vec<Vec<u64>> = Vec::new();
    let reach = Reach { each: LARGEST + 1, combinations: TEST_SIZES };
    let walked = test_sizes(program, at, &LIMITS, reach, &mut |values, _| sizes.push(values.to_vec()));
    smallest_first(&mut sizes);
    let is_empty = sizes.is_empty();
    let work = |fault: &Diagnostic| matches!(&fault.fact, Fact::Build(fact) if fact.is_work());
    let mut tries = Tries::of_test(test);
    let mut silent = |_: u64| {};
    for sizes in sizes {
        match elaborate_test(program, at, &sizes, &LIMITS, &mut silent) {
            Ok(_) => tries.passed(sizes),
            Err(fault) if work(&fault) => {}
            Err(fault) => {
                let own = fault.calls.is_empty();
                tries.failed(sizes, found.add(*fault), own);
            }
        }
    }
    tries.tell(&mut found.faults, MAX_FREE);
    match walked {
        Ok(true) if is_empty => {
            found.add(Diagnostic::new(test.quantifiers, TypeFact::NoCases));
        }
        Ok(_) => {}
        Err(fault) if work(&fault) => {}
        Err(fault) => {
            found.add(*fault);
        }
    }
}

/// All combinations of small sizes, smallest sums first.
fn sizes(params: usize) -> Vec<Vec<u64>> {
    if params > MAX_FREE {
        return (0..=LARGEST).map(|n| vec![n; params]).collect();
    }
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..params {
        all = all.iter().flat_map(|known| (0..=LARGEST).map(|n| [known.as_slice(), &[n]].concat())).collect();
    }
    smallest_first(&mut all);
    all
}

/// Sorts sizes by their sum, then as they stand.
pub fn smallest_first(sizes: &mut [Vec<u64>]) {
    let sum = |sizes: &[u64]| sizes.iter().map(|size| u128::from(*size)).sum::<u128>();
    sizes.sort_unstable_by(|a, b| sum(a).cmp(&sum(b)).then_with(|| a.cmp(b)));
}
