//! What is known of a fault from the sizes at which it showed and those at which it did not.

use crate::diagnostics::{Diagnostic, Fact, Hint};

/// The sizes at which one family or test was built, and what came of it.
pub(crate) struct Tries {
    names: Vec<String>,
    tried: Vec<(Vec<u64>, Outcome)>,
}

/// What came of building at some sizes.
enum Outcome {
    Passed,
    /// The fault of this number; it is its own where it lies in no call.
    Failed(usize, bool),
}

impl Tries {
    /// Nothing tried yet, of sizes with these names.
    pub(crate) fn new(names: Vec<String>) -> Self {
        Tries { names, tried: Vec::new() }
    }

    /// A circuit was built at these sizes.
    pub(crate) fn passed(&mut self, sizes: Vec<u64>) {
        self.tried.push((sizes, Outcome::Passed));
    }

    /// The fault of this number showed at these sizes, in what was built itself or in a call.
    pub(crate) fn failed(&mut self, sizes: Vec<u64>, fault: usize, own: bool) {
        self.tried.push((sizes, Outcome::Failed(fault, own)));
    }

    /// Says of each fault that is its own at which sizes it shows. With more than `most` sizes only equal ones are
    /// tried, which tells nothing of one of them.
    pub(crate) fn tell(&self, faults: &mut [Diagnostic], most: usize) {
        for (at, fault) in faults.iter_mut().enumerate() {
            let shows = |own: bool| self.tried.iter().any(|(_, outcome)| outcome.is(at, own));
            // A fault that shows in calls too is one of a recursion, whose sizes end somewhere: there a condition
            // has to be, and no `where`.
            if fault.hint.is_none() && matches!(fault.fact, Fact::Build(_)) && shows(true) && !shows(false) {
                fault.hint = self.below(at, most).or_else(|| self.throughout(at));
            }
        }
    }

    /// The size that has to be small for the fault to show.
    fn below(&self, fault: usize, most: usize) -> Option<Hint> {
        if self.names.len() > most {
            return None;
        }
        let least = |at: usize| {
            let values = self.tried.iter().map(|(sizes, _)| sizes[at]);
            let shown = self.tried.iter().filter(|(_, outcome)| outcome.is(fault, true));
            let least = shown.map(|(sizes, _)| sizes[at]).max()? + 1;
            // A fault that needs one size smaller than another shows up to the largest but one.
            let margin = u64::from(self.names.len() > 1);
            let passed = |(sizes, outcome): &(Vec<u64>, Outcome)| {
                sizes[at] >= least && matches!(outcome, Outcome::Passed)
            };
            (values.max()? >= least + margin && self.tried.iter().any(passed)).then_some(least)
        };
        let sizes = self.names.iter().enumerate();
        let (least, size) =
            sizes.filter_map(|(at, name)| Some((least(at)?, name))).min_by_key(|(l, _)| *l)?;
        Some(Hint::Below { size: size.clone(), least })
    }

    /// The fault shows at the largest sizes that there were.
    fn throughout(&self, fault: usize) -> Option<Hint> {
        let (_, last) = self.tried.last()?;
        last.is(fault, true).then_some(Hint::Throughout)
    }
}

impl Outcome {
    /// It is this fault, its own or not.
    fn is(&self, fault: usize, own: bool) -> bool {
        matches!(self, Outcome::Failed(at, its) if *at == fault && *its == own)
    }
}
