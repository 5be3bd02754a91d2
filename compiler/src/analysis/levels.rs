//! The levels of a recursion: what falls from one to the next, and what all of them add to depth, size and constants.

use std::rc::Rc;

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::analyzer::{Analyzer, BITS};
use super::calling::Inner;
use super::depth::{self, Depth, Needs, Path, Source, Step, Term};
use super::met::{Met, Reason, Tally};
use super::recursion::{RESULT_BITS, input_bits};
use super::walks::{self, Matrix};
use crate::formula::{self, Formula, Symbol};

/// What falls from level to level, and how many levels there are at the most.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    /// The parameter.
    pub(super) param: u32,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `ceil(log2(q))` levels.
    HalfUp,
    /// `ceil(log2(q + 1))` levels.
    HalfDown,
    /// q levels.
    Less,
}

/// Whether every argument of a call is as deep as the input that it is for.
pub(super) fn own_args(call: &Inner, weighing: usize) -> bool {
    call.args.iter().enumerate().all(|(at, depths)| {
        depths[weighing].iter().all(|term| term.source == Source::Input(at as u32) && term.cost.is_zero())
    })
}

impl Measure {
    pub(super) fn levels(&self) -> Formula {
        let q = Formula::param(self.param);
        match self.kind {
            Kind::HalfUp => q.ceil_log2(),
            Kind::HalfDown => q.plus(1).ceil_log2(),
            Kind::Less => q,
        }
    }
}

impl<'p> Analyzer<'p> {
    /// The parameter that falls at every call while no other one changes.
    pub(super) fn measure(&self, inner: &[Inner], params: usize) -> Option<Measure> {
        for kind in [Kind::HalfUp, Kind::HalfDown, Kind::Less] {
            for param in 0..params {
                let falls = inner.iter().all(|call| {
                    call.shrinks.iter().enumerate().all(|(at, shrink)| {
                        if at != param {
                            return shrink.same;
                        }
                        match kind {
                            Kind::HalfUp => shrink.half_up,
                            Kind::HalfDown => shrink.half_down,
                            Kind::Less => shrink.less,
                        }
                    })
                });
                if falls {
                    return Some(Measure { param: param as u32, kind });
                }
            }
        }
        None
    }

    /// Whether a formula does not fall as the parameter grows.
    pub(super) fn grows(&self, f: &Formula, param: u32) -> bool {
        let symbol = Symbol::Param(param);
        if !f.mentions(symbol) {
            return true;
        }
        let next = f.with(symbol, &Formula::param(param).plus(1));
        formula::Facts::new().at_most(f, &next) || self.here.root.at_most(f, &next)
    }

    /// A formula that does not fall as the parameter grows, and is no smaller.
    pub(super) fn rising(&self, f: &Formula, param: u32) -> Formula {
        if self.grows(f, param) {
            return f.clone();
        }
        f.rising(Symbol::Param(param))
    }

    /// Fan-ins and bits of all levels: those of the first one, where they fall with the sizes.
    pub(super) fn monotone(&mut self, met: &mut Met, measure: &Measure) {
        for depth in [&mut met.add_fan_in, &mut met.mul_fan_in] {
            for term in depth.iter_mut() {
                let rising = self.rising(&term.cost, measure.param);
                if rising != term.cost {
                    term.tight = None;
                    term.cost = rising;
                }
            }
        }
        let param = measure.param;
        met.map_bits(&|bits| bits.rising(Symbol::Param(param)));
    }

    /// At least what all levels build: `own` where there are calls, `base` where there are none.
    pub(super) fn total(&mut self, own: &Tally, base: &Tally, inner: &[Inner], measure: &Measure) -> Tally {
        let q = Formula::param(measure.param);
        let symbol = Symbol::Param(measure.param);
        let levels = measure.levels();
        let calls = inner.iter().fold(Formula::zero(), |sum, call| sum.add(&call.count));
        let parts = inner.iter().fold(Formula::zero(), |sum, call| {
            let size = call.sizes.get(measure.param as usize).cloned().unwrap_or_else(Formula::unknown);
            sum.add(&size.mul(&call.count))
        });
        let split = self.is_split(inner, measure, &parts, &q);
        let branches = calls.as_constant().and_then(|c| c.to_u32());
        own.zip(base, &mut |work, base| {
            let (work, base) = (self.rising(work, measure.param), self.rising(base, measure.param));
            match branches {
                // One level after the other, and the last one.
                Some(0 | 1) => self.sum_of_levels(&work, measure, &levels, BITS - 1).add(&base),
                Some(branches) if measure.kind == Kind::HalfUp && split => {
                    // A tree with at most q - 1 nodes that call, and so many leaves. What grows at least as fast as q is
                    // no more on each level than on the first one; the rest is there for each node.
                    let nodes = if self.here.root.positive(&q) { q.plus(-1) } else { q.clone() };
                    let leaves = nodes.times(i64::from(branches) - 1).plus(1);
                    let (fast, slow) = work.split_superadditive(symbol);
                    let fast = self.sum_of_levels(&fast, measure, &levels, BITS - 1);
                    fast.add(&slow.mul(&nodes)).add(&base.mul(&leaves))
                }
                Some(branches) => {
                    // At most branches^levels leaves, and fewer nodes that call.
                    let leaves = Formula::power(branches, &levels);
                    let share = Num::ratio(1, i64::from(branches) - 1).unwrap_or(Num::ONE);
                    let nodes = leaves.plus(-1).scale(&share);
                    work.mul(&nodes).add(&base.mul(&leaves))
                }
                None => Formula::unknown(),
            }
        })
    }

    /// Whether the parts are no larger than the whole wherever a call is reached.
    pub(super) fn is_split(&self, inner: &[Inner], measure: &Measure, parts: &Formula, q: &Formula) -> bool {
        if measure.kind != Kind::HalfUp || inner.is_empty() {
            return false;
        }
        let mut facts = self.here.root.clone();
        facts.assume(&q.plus(-2));
        facts.at_most(parts, q)
    }

    /// At least the bits that each argument has as a constant, at any level: those that were given, or that a call
    /// gives.
    pub(super) fn given_bits(&self, inner: &[Inner], param: u32) -> Vec<Formula> {
        let count = inner.first().map_or(0, |call| call.bits.len());
        let facts = formula::Facts::new();
        let each = (0..count).map(|at| {
            let own = Formula::var(input_bits(at));
            let mut most = own.clone();
            for bits in inner.iter().map(|call| &call.bits[at]) {
                if bits.is_zero() || *bits == own || facts.at_most(bits, &own) {
                    continue;
                }
                if !super::value::vars(bits).is_empty() {
                    return Formula::unknown();
                }
                most = Formula::max(&[most, self.rising(bits, param)]);
            }
            most
        });
        each.collect()
    }

    /// The bits of what a result may be constant as.
    pub(super) fn result_bits(&self, closed: &[([Depth; 3], Formula)], levels: &Formula) -> Formula {
        let symbol = Symbol::Var(RESULT_BITS);
        if closed
            .iter()
            .all(|(_, bits)| bits.with(symbol, &Formula::zero()).is_zero() && !bits.mentions(symbol))
        {
            return Formula::zero();
        }
        let mut factor = 0i64;
        let mut more = Formula::one();
        for (_, bits) in closed {
            // The arguments of a call may be constants longer than those that were given.
            let zero = bits.substitute(&|s| (s == symbol).then(Formula::zero));
            let facts = formula::Facts::new();
            let found = (0..=8).find(|k| {
                let line = Formula::var(RESULT_BITS).times(*k).add(&zero);
                facts.at_most(bits, &line)
            });
            let Some(found) = found else { return Formula::unknown() };
            factor = factor.max(found);
            more = Formula::max(&[more, zero]);
        }
        match factor {
            0 => more,
            1 => more.mul(&levels.plus(1)),
            factor => more.mul(&Formula::power(factor as u32, &levels.plus(1))),
        }
    }

    /// The depth of a leaf over all levels.
    pub(super) fn over_levels(
        &mut self,
        closed: &[([Depth; 3], Formula)],
        inner: &[Inner],
        out: usize,
        weighing: usize,
        measure: &Measure,
        live: bool,
    ) -> Depth {
        let n = closed.len();
        let mut matrix: Matrix = vec![vec![None; n]; n];
        let mut raise = |to: usize, from: usize, cost: &Formula| {
            let entry = &mut matrix[to][from];
            *entry = Some(match entry.take() {
                Some(known) if known == *cost => known,
                Some(known) => Formula::max(&[known, cost.clone()]),
                None => cost.clone(),
            });
        };
        // What a level adds on the way up, and what the arguments of its calls add on the way down.
        for (to, (depths, _)) in closed.iter().enumerate() {
            for term in &depths[weighing] {
                let Source::Inner(_, leaf) = term.source else { continue };
                let cost = self.rising(&term.cost, measure.param);
                raise(to, leaf as usize, &cost);
            }
        }
        let mut down = Formula::zero();
        for call in inner {
            for depths in &call.args {
                for term in &depths[weighing] {
                    match term.source {
                        Source::Input(_) => {
                            let cost = self.rising(&term.cost, measure.param);
                            if !(cost.is_zero()) {
                                down = if down == cost { cost } else { Formula::max(&[down.clone(), cost]) };
                            }
                        }
                        Source::Inner(..) => {
                            self.gap(call.span, Reason::NestedCall);
                            return depth::unknown();
                        }
                        Source::Zero | Source::State(..) => return depth::unknown(),
                    }
                }
            }
        }
        let levels = measure.levels();
        let mut depth = Depth::new();
        let facts = formula::Facts::new();
        let index = BITS - 1;
        // A path climbs from the base through any number of levels.
        let mut lines: Vec<(usize, Formula)> = Vec::new();
        for from in 0..n {
            let Some(line) = walks::line(&matrix, from, out) else { continue };
            let climbed = if line.slope.mentions(Symbol::Param(measure.param))
                || line.offset.mentions(Symbol::Param(measure.param))
            {
                let slope = self.sum_of_levels(&line.slope, measure, &levels, index);
                slope.add(&line.offset)
            } else {
                line.after(&levels)
            };
            lines.push((from, climbed));
        }
        let sunk =
            if down.is_zero() { Formula::zero() } else { self.sum_of_levels(&down, measure, &levels, index) };
        for (from, climbed) in lines {
            for base in closed[from].0[weighing].iter().filter(|t| !matches!(t.source, Source::Inner(..))) {
                let cost = self.rising(&base.cost, measure.param).add(&climbed).add(&sunk);
                let tight = self.tight_levels(closed, inner, out, from, weighing, measure, base, &cost, live);
                let inside = closed[out].0[weighing].iter().find(|t| matches!(t.source, Source::Inner(..)));
                let trail = Some(Rc::new(Path {
                    span: inner.first().map_or_else(Span::default, |call| call.span),
                    step: Step::Recursion,
                    levels: climbed.add(&sunk),
                    inside: inside.and_then(|t| t.trail.clone()),
                    before: base.trail.clone(),
                }));
                let trail = if climbed.add(&sunk).is_zero() { base.trail.clone() } else { trail };
                let sources: Vec<Source> =
                    if sunk.is_zero() && inner.iter().all(|call| own_args(call, weighing)) {
                        vec![base.source]
                    } else {
                        // Arguments may change places on the way.
                        match base.source {
                            Source::Input(_) => (0..inner.first().map_or(1, |c| c.args.len()) as u32)
                                .map(Source::Input)
                                .collect(),
                            other => vec![other],
                        }
                    };
                for source in sources {
                    let tight = if source == base.source { tight.clone() } else { None };
                    depth::push(
                        &facts,
                        &mut depth,
                        Term { source, cost: cost.clone(), tight, trail: trail.clone() },
                    );
                }
            }
        }
        depth
    }

    /// The sum over all levels of what one of them adds.
    pub(super) fn sum_of_levels(
        &self,
        each: &Formula,
        measure: &Measure,
        levels: &Formula,
        index: u32,
    ) -> Formula {
        let symbol = Symbol::Param(measure.param);
        if !each.mentions(symbol) {
            return each.mul(levels);
        }
        let by_level = each.replace(levels, &Formula::var(index).plus(1));
        if !by_level.mentions(symbol) {
            return formula::total(&by_level, index, levels, &self.here.root).0;
        }
        if measure.kind == Kind::Less {
            let at = each.with(symbol, &Formula::var(index).plus(1));
            return formula::total(&at, index, levels, &self.here.root).0;
        }
        each.mul(levels)
    }

    /// Whether the bound is reached: a level adds the same to the same component for certain, through a call that
    /// takes just one level off the measure, and the base is there.
    #[allow(clippy::too_many_arguments, reason = "what a path through the levels is made of")]
    pub(super) fn tight_levels(
        &self,
        closed: &[([Depth; 3], Formula)],
        inner: &[Inner],
        out: usize,
        from: usize,
        weighing: usize,
        measure: &Measure,
        base: &Term,
        cost: &Formula,
        live: bool,
    ) -> Needs {
        if from != out
            || !live
            || base.cost.symbols().iter().next().is_some()
            || !matches!(base.source, Source::Input(_))
        {
            return None;
        }
        let q = Formula::param(measure.param);
        for term in &closed[out].0[weighing] {
            let Source::Inner(site, leaf) = term.source else { continue };
            let Some(call) = inner.get(site as usize) else { continue };
            let (Some(needs), Some(shrink)) = (&term.tight, call.shrinks.get(measure.param as usize)) else {
                continue;
            };
            let begins = match measure.kind {
                Kind::HalfUp if shrink.is_half_up => 2,
                Kind::Less if shrink.is_less => 1,
                _ => continue,
            };
            let mut facts = formula::Facts::new();
            facts.assume(&q.plus(-begins));
            let holds = needs.iter().all(|need| facts.non_negative(need));
            // The argument of the call is as deep as what was given, and passes on to the same input.
            let same = call.live && own_args(call, weighing);
            let reached = term.cost.as_constant().is_some()
                && leaf as usize == out
                && base.cost.add(&term.cost.mul(&measure.levels())) == *cost;
            if holds && same && reached {
                // The base has to be there for the smallest size.
                let mut at_base = formula::Facts::new();
                let smallest = begins - 1;
                at_base.assume_zero(&q.plus(-smallest));
                let needs = base.tight.as_ref()?;
                if needs.iter().all(|need| at_base.non_negative(need)) {
                    return Some(Rc::from([q.plus(-smallest)]));
                }
            }
        }
        None
    }
}
