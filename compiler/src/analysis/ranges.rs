//! Open indices: the values that they take under what is assumed, and sums over them.

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::analyzer::{Analyzer, Open};
use super::value::{Cond, Deps};
use crate::formula::{self, Facts, Formula, Symbol};

/// The values of an index.
pub(super) struct Range {
    pub(super) first: Formula,
    pub(super) count: Formula,
    /// So many of each so many.
    pub(super) taken: (i64, i64),
    pub(super) exact: bool,
    /// Where every condition is understood: the least of these is how many there are, or fewer than that where it is
    /// periodic.
    pub(super) lengths: Vec<Formula>,
}

/// For `slope·v + rest`: `-rest/slope`, and the sign of the slope.
pub(super) fn solved_for(f: &Formula, var: u32) -> Option<(Formula, i32)> {
    let symbol = Symbol::Var(var);
    let slope = f.with(symbol, &Formula::var(var).plus(1)).sub(f).as_constant()?;
    let rest = f.with(symbol, &Formula::zero());
    if slope.is_zero() || rest.mentions(symbol) {
        return None;
    }
    Some((rest.scale(&slope.recip()?.neg()), i32::from(slope.signum())))
}

/// For a formula of one index that is periodic: how often it is 0 in a period, and the period.
pub(super) fn zeros(f: &Formula, var: u32) -> Option<(i64, i64)> {
    const LONGEST: i64 = 16;
    let symbol = Symbol::Var(var);
    if f.symbols().len() != 1 {
        return None;
    }
    let period = (2..=LONGEST).find(|period| f.with(symbol, &Formula::var(var).plus(*period)) == *f)?;
    let is_zero = |at: &i64| f.with(symbol, &Formula::int(*at)).is_zero();
    Some(((0..period).filter(is_zero).count() as i64, period))
}

/// Takes a condition for true.
pub(super) fn take(facts: &mut Facts, cond: &Cond) {
    match cond {
        Cond::Known(_) | Cond::Unknown | Cond::Any(_) => {}
        Cond::AtLeastZero(f) => facts.assume(f),
        Cond::Zero(f) => facts.assume_zero(f),
        Cond::NotZero(f) => facts.assume_nonzero(f),
        Cond::All(parts) => parts.iter().for_each(|part| take(facts, part)),
    }
}

impl<'p> Analyzer<'p> {
    /// Notes whether an index or a slice is in range: these are not negative, for all sizes and at all open indices.
    pub(super) fn note_range(&mut self, span: Span, needed: &[Formula]) {
        let shown = needed.iter().all(|need| self.here.facts.non_negative(need));
        let all = self.here.met.ranges.entry((span.start, span.end)).or_insert(true);
        *all &= shown;
    }

    /// Opens an index that runs below a count.
    pub(super) fn open(&mut self, count: &Formula) -> Open {
        let var = self.index(self.here.open.len(), count);
        let open = Open { var, count: count.clone() };
        self.reopen(&open);
        open
    }

    /// Counts what is gone through at open indices.
    pub(super) fn count_work(&mut self) {
        let all: Deps = self.here.open.iter().map(|open| open.var).collect();
        let work = self.sum_over_deps(&Formula::one(), &all).without_negative_terms();
        self.here.met.tally.work = self.here.met.tally.work.add(&work);
    }

    /// Opens an index again.
    pub(super) fn reopen(&mut self, open: &Open) {
        self.here.open.push(open.clone());
        let last = open.count.sub(&Formula::var(open.var)).plus(-1);
        self.here.facts.assume(&last);
    }

    /// The values of an open index for which what was assumed of it may hold: from the first, so many; and of those one
    /// in so many. The flag says that it holds for exactly these.
    pub(super) fn range(&self, open: &Open) -> Range {
        let position = self.here.open.iter().rposition(|o| o.var == open.var).unwrap_or(0);
        let mut firsts = vec![Formula::zero()];
        let mut ends = vec![open.count.clone()];
        let (mut taken, mut exact, mut complete) = ((1, 1), true, true);
        for (height, cond) in &self.here.assumed {
            if *height <= position {
                continue;
            }
            let about =
                |f: &Formula| self.here.open[position..].iter().any(|o| f.mentions(Symbol::Var(o.var)));
            if let Cond::AtLeastZero(f) | Cond::Zero(f) | Cond::NotZero(f) = cond
                && !about(f)
            {
                // Where it does not hold there is nothing, whatever the index is.
                let facts = self.outside(open);
                let holds = match cond {
                    Cond::AtLeastZero(f) => facts.non_negative(f),
                    Cond::Zero(f) => facts.is_zero(f),
                    _ => false,
                };
                exact &= holds;
                complete &= holds;
                continue;
            }
            let (f, both) = match cond {
                Cond::AtLeastZero(f) => (f, false),
                Cond::Zero(f) => (f, true),
                Cond::NotZero(f) => {
                    exact &= !f.mentions(Symbol::Var(open.var));
                    complete &= exact;
                    continue;
                }
                Cond::Known(true) | Cond::All(_) => continue,
                _ => {
                    exact = false;
                    complete = false;
                    continue;
                }
            };
            // What mentions an index inside this one says how far that one runs.
            let inside = self.here.open[position + 1..].iter().any(|o| f.mentions(Symbol::Var(o.var)));
            if inside || !f.mentions(Symbol::Var(open.var)) {
                continue;
            }
            match solved_for(f, open.var) {
                Some((at, slope)) => {
                    if both || slope > 0 {
                        firsts.push(at.ceil());
                    }
                    if both || slope < 0 {
                        ends.push(at.floor().plus(1));
                    }
                    exact &= !both || at.is_integral();
                    complete &= !both || at.is_integral();
                }
                None => {
                    exact = false;
                    match zeros(f, open.var) {
                        Some(found) if both && taken.1 == 1 => taken = found,
                        _ => complete = false,
                    }
                }
            }
        }
        // Any first and any end bound the range; a constant length is the best.
        let facts = &self.here.facts;
        let mut best = (firsts[0].clone(), ends[0].clone());
        for first in &firsts {
            for end in &ends {
                let (length, known) = (end.sub(first), best.1.sub(&best.0));
                let constant = length.as_constant().is_some() && known.as_constant().is_none();
                if constant || (length != known && facts.at_most(&length, &known)) {
                    best = (first.clone(), end.clone());
                }
            }
        }
        if firsts.len() + ends.len() > 2 {
            // Exactly so many also where the range is empty, which it is not for one who stands inside.
            let facts = self.outside(open);
            exact &= firsts.iter().all(|first| facts.at_most(first, &best.0))
                && ends.iter().all(|end| facts.at_most(&best.1, end));
        }
        let count = best.1.sub(&best.0);
        let lengths: Vec<Formula> =
            firsts.iter().flat_map(|first| ends.iter().map(move |end| end.sub(first))).collect();
        let lengths = if complete { lengths } else { Vec::new() };
        Range { lengths, first: best.0, count, taken, exact }
    }

    /// At least the sum of a formula over an open index. The flag says that it is the sum where the count is no less
    /// than 0.
    pub(super) fn sum_over(&self, f: &Formula, open: &Open) -> (Formula, bool) {
        let Range { first, count, taken, exact, .. } = self.range(open);
        let symbol = Symbol::Var(open.var);
        // That it is open says that there is a value, for itself; from outside there may be none.
        let empty = !super::value::vars(&count).is_empty() && !self.outside(open).non_negative(&count);
        let count = if empty { Formula::max(&[Formula::zero(), count]) } else { count };
        if taken.1 > 1 && !f.mentions(symbol) {
            // So many of each period, and the last one may be cut off.
            let periods = Num::ratio(1, taken.1).map(|part| count.scale(&part).ceil());
            let most = periods.unwrap_or_else(|| count.clone()).times(taken.0);
            let (sum, _) = formula::total(f, open.var, &most, &self.here.facts);
            return (sum, false);
        }
        let shifted = f.with(symbol, &Formula::var(open.var).add(&first));
        let (sum, whole) = formula::total(&shifted, open.var, &count, &self.here.facts);
        (sum, whole && exact)
    }

    /// What is known outside of an open index.
    pub(super) fn outside(&self, open: &Open) -> Facts {
        let position = self.here.open.iter().rposition(|o| o.var == open.var).unwrap_or(0);
        let mut facts = self.here.root.clone();
        for outer in &self.here.open[..position] {
            facts.assume(&outer.count.sub(&Formula::var(outer.var)).plus(-1));
        }
        for (height, cond) in &self.here.assumed {
            if *height <= position {
                take(&mut facts, cond);
            }
        }
        facts
    }

    /// At least how many values an index has: the smallest of these. Of none nothing is known.
    pub(super) fn least_count(&self, open: &Open) -> Vec<Formula> {
        let Range { taken, lengths, .. } = self.range(open);
        if taken.1 == 1 {
            return lengths;
        }
        // Every whole period has as many.
        let Some(part) = Num::ratio(1, taken.1) else { return Vec::new() };
        lengths.iter().map(|length| length.scale(&part).floor().times(taken.0)).collect()
    }

    /// At least the sum of a formula over all valuations of these indices, innermost first.
    pub(super) fn sum_over_deps(&self, f: &Formula, deps: &Deps) -> Formula {
        let mut sum = f.clone();
        for open in self.here.open.iter().rev() {
            if deps.contains(&open.var) || sum.mentions(Symbol::Var(open.var)) {
                sum = self.sum_over(&sum, open).0;
            }
        }
        if deps.iter().any(|var| !self.here.open.iter().any(|open| open.var == *var)) {
            return Formula::unknown();
        }
        sum
    }
}
