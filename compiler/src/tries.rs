//! What is known of a fault from the sizes at which it showed and those at which it did not.

use crate::diagnostics::{Diagnostic, Fact, Hint};
use crate::program::Test;

/// The sizes at which one family or test was built, and what came of it.
pub(crate) struct Tries {
    names: Vec<String>,
    /// For the sizes of a test: how their ranges go on behind their starts.
    ends: Vec<Option<String>>,
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
        Tries { names, ends: Vec::new(), tried: Vec::new() }
    }

    /// Nothing tried yet, of the sizes of a test.
    pub(crate) fn of_test(test: &Test) -> Self {
        let ends = test.sizes.iter().map(|size| size.end.clone()).collect();
        Tries { ends, ..Tries::new(test.sizes.iter().map(|size| size.name.clone()).collect()) }
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
        let mut shown: Vec<usize> = self.tried.iter().filter_map(|(_, outcome)| outcome.fault()).collect();
        shown.sort_unstable();
        shown.dedup();
        for at in shown {
            let Some(fault) = faults.get_mut(at) else { continue };
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
            // A fault that needs one size smaller than another shows up to the largest but one, and so may one of
            // odd sizes; one that shows at every smaller size is neither.
            let every =
                |(sizes, outcome): &(Vec<u64>, Outcome)| sizes[at] >= least || outcome.is(fault, true);
            let margin = u64::from(self.names.len() > 1 || !self.tried.iter().all(every));
            let passed = |(sizes, outcome): &(Vec<u64>, Outcome)| {
                sizes[at] >= least && matches!(outcome, Outcome::Passed)
            };
            (values.max()? >= least + margin && self.tried.iter().any(passed)).then_some(least)
        };
        let sizes = self.names.iter().enumerate();
        let (least, at, size) =
            sizes.filter_map(|(at, name)| Some((least(at)?, at, name))).min_by_key(|(l, ..)| *l)?;
        Some(Hint::Below { size: size.clone(), least, end: self.ends.get(at).cloned().flatten() })
    }

    /// The fault shows at the largest sizes that there were.
    fn throughout(&self, fault: usize) -> Option<Hint> {
        let (_, last) = self.tried.last()?;
        last.is(fault, true).then_some(Hint::Throughout)
    }
}

impl Outcome {
    /// The number of the fault, where there is one.
    fn fault(&self) -> Option<usize> {
        match self {
            Outcome::Passed => None,
            Outcome::Failed(fault, _) => Some(*fault),
        }
    }

    /// It is this fault, its own or not.
    fn is(&self, fault: usize, own: bool) -> bool {
        matches!(self, Outcome::Failed(at, its) if *at == fault && *its == own)
    }
}

#[cfg(test)]
mod tests {
    use circ_grammar::tree::Span;

    use super::*;
    use crate::diagnostics::BuildFact;

    /// What is told of a fault that shows at these of the sizes up to 4.
    fn told(names: &[&str], shows: impl Fn(&[u64]) -> bool) -> Option<Hint> {
        let mut tries = Tries::new(names.iter().map(|name| (*name).to_string()).collect());
        let count = 5_u64.pow(names.len() as u32);
        for at in 0..count {
            let sizes: Vec<u64> = (0..names.len() as u32).map(|k| at / 5_u64.pow(k) % 5).collect();
            if shows(&sizes) { tries.failed(sizes, 0, true) } else { tries.passed(sizes) }
        }
        let mut faults = vec![Diagnostic::new(Span::default(), BuildFact::Unchecked)];
        tries.tell(&mut faults, 3);
        faults.remove(0).hint
    }

    #[test]
    fn small_sizes_are_told_from_all() {
        let below = |size: &str, least| Some(Hint::Below { size: size.into(), least, end: None });
        assert_eq!(told(&["n"], |n| n[0] == 0), below("n", 1));
        assert_eq!(told(&["n"], |n| n[0] == 1), below("n", 2));
        assert_eq!(told(&["n"], |n| n[0] > 0), Some(Hint::Throughout));
        assert_eq!(told(&["n"], |n| n[0] < 4), below("n", 4));
        assert_eq!(told(&["n"], |n| n[0] % 2 == 1), None);
        assert_eq!(told(&["n", "m"], |n| n[1] < 2), below("m", 2));
        assert_eq!(told(&["n", "m"], |n| n[0] > 0 && n[1] == 0), below("m", 1));
        assert_eq!(told(&["n", "m"], |n| n[0] > n[1]), None);
        assert_eq!(told(&["n", "m"], |n| n[0] > 0), Some(Hint::Throughout));
    }
}
