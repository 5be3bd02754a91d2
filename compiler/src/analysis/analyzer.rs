//! The state of an analysis: what holds where it stands, which indices are open, what has been counted.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use circ_grammar::tree::Span;
use circ_runtime::{Num, Op};

use super::depth::{self, Depth, Needs, Source, Term};
use super::recursion::Inner;
use super::value::{Cond, Deps, Static, Value, WEIGHINGS, Wire, no_depths, union};
use crate::formula::{self, Facts, Formula, Growth, Mark, Symbol};
use crate::program::{FamilyId, Program};
use crate::typed::{Body, Pattern};
use crate::types::Scalar;

/// A body being analysed.
pub(super) struct Frame<'p> {
    pub(super) body: &'p Body,
    /// Its size parameters, in those of the family that is analysed.
    pub(super) sizes: Vec<Formula>,
    pub(super) generics: Vec<Scalar>,
    pub(super) slots: Vec<Value>,
}

impl<'p> Frame<'p> {
    pub(super) fn new(body: &'p Body, sizes: Vec<Formula>, generics: Vec<Scalar>) -> Self {
        let slots = vec![Value::number(&Num::ZERO); body.slots as usize];
        Frame { body, sizes, generics, slots }
    }

    pub(super) fn bind(&mut self, pattern: &Pattern, value: &Value) {
        match (pattern, value) {
            (Pattern::Slot(slot), _) => self.slots[slot.0 as usize] = value.clone(),
            (Pattern::Tuple(patterns), Value::Tuple(parts)) => {
                for (pattern, part) in patterns.iter().zip(parts.iter()) {
                    self.bind(pattern, part);
                }
            }
            _ => {}
        }
    }

    /// A polynomial in the family's own parameters, in those of the family that is analysed.
    pub(super) fn size(&self, size: &crate::size::Size) -> Formula {
        Formula::from_size(size).substitute(&|symbol| match symbol {
            Symbol::Param(index) => self.sizes.get(index as usize).cloned(),
            Symbol::Var(_) => None,
        })
    }
}

/// An index that is open: it runs over the natural numbers below the count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Open {
    pub(super) var: u32,
    pub(super) count: Formula,
}

/// How much is built: upper bounds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tally {
    pub(super) gates: Formula,
    pub(super) wires: Formula,
    /// Positions in the sequence of `average` and `dot`.
    pub(super) positions: Formula,
    /// Positions in that of `leftmost` and `rightmost`.
    pub(super) binary: Formula,
    /// Elements that are gone through, up to a constant factor.
    pub(super) work: Formula,
}

impl Tally {
    pub(super) fn zero() -> Tally {
        let zero = Formula::zero();
        Tally {
            gates: zero.clone(),
            wires: zero.clone(),
            positions: zero.clone(),
            binary: zero.clone(),
            work: zero,
        }
    }

    /// Sources: each is a gate, and a position.
    pub(super) fn sources(count: &Formula) -> Tally {
        Tally {
            gates: count.clone(),
            wires: Formula::zero(),
            positions: count.clone(),
            binary: count.clone(),
            work: Formula::zero(),
        }
    }

    pub(super) fn map(&self, f: &mut dyn FnMut(&Formula) -> Formula) -> Tally {
        Tally {
            gates: f(&self.gates),
            wires: f(&self.wires),
            positions: f(&self.positions),
            binary: f(&self.binary),
            work: f(&self.work),
        }
    }

    pub(super) fn zip(&self, other: &Tally, f: &mut dyn FnMut(&Formula, &Formula) -> Formula) -> Tally {
        Tally {
            gates: f(&self.gates, &other.gates),
            wires: f(&self.wires, &other.wires),
            positions: f(&self.positions, &other.positions),
            binary: f(&self.binary, &other.binary),
            work: f(&self.work, &other.work),
        }
    }

    pub(super) fn add(&self, other: &Tally) -> Tally {
        self.zip(other, &mut Formula::add)
    }
}

/// What was met while a body was analysed.
#[derive(Clone, Debug)]
pub(super) struct Met {
    pub(super) tally: Tally,
    /// Gates by the expression that they come from.
    pub(super) shares: BTreeMap<(u32, u32), Formula>,
    /// The greatest number of operands of an add gate, and of a mul gate.
    pub(super) add_fan_in: Depth,
    pub(super) mul_fan_in: Depth,
    pub(super) sign: Option<Span>,
    /// A gate that counts: an add of unbounded fan-in that is no `any`, `all` or selection.
    pub(super) counting: Option<Span>,
    /// A mul of unbounded fan-in.
    pub(super) product: Option<Span>,
    /// A gate whose values may have an unbounded number of bits.
    pub(super) long: Option<Span>,
    /// The bits of constants: one of these is no less than those of any.
    pub(super) constant_bits: BTreeSet<Formula>,
    /// The same, with indices that were open.
    bits_seen: BTreeSet<Formula>,
    /// Where a constant is whose bits grow fastest, and how.
    pub(super) constant_at: Option<(Growth, Span)>,
    /// Why something is not known.
    pub(super) gaps: Vec<Gap>,
    /// Constants that are numbers: each is one gate.
    pub(super) numbers: BTreeSet<Num>,
    /// Indices and slices: whether each is shown to be in range for all sizes.
    pub(super) ranges: BTreeMap<(u32, u32), bool>,
}

/// Something that the analysis does not know, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where.
    pub span: Span,
    /// What.
    pub reason: Reason,
}

/// Why something is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Families that call each other.
    MutualRecursion,
    /// A recursion whose calls are not known to shrink by one of the known measures.
    Measure,
    /// A recursive call whose argument is made of what another one gives.
    NestedCall,
    /// More than one recursive call where each shrinks by a constant, or a number of calls that grows.
    ManyCalls,
    /// The number of steps of a loop is not a formula.
    Steps,
    /// A size or a number of operands is not a formula.
    Count,
    /// The body was too large for the analysis.
    TooLarge,
}

impl Met {
    pub(super) fn nothing() -> Met {
        Met {
            tally: Tally::zero(),
            shares: BTreeMap::new(),
            add_fan_in: Depth::new(),
            mul_fan_in: Depth::new(),
            sign: None,
            counting: None,
            product: None,
            long: None,
            constant_bits: BTreeSet::new(),
            bits_seen: BTreeSet::new(),
            constant_at: None,
            gaps: Vec::new(),
            numbers: BTreeSet::new(),
            ranges: BTreeMap::new(),
        }
    }
}

impl Met {
    /// At least the bits of every constant.
    pub(super) fn most_bits(&self, root: &Facts) -> Formula {
        let mut kept: Vec<Formula> = Vec::new();
        for bits in &self.constant_bits {
            let plainly = |a: &Formula, b: &Formula| Formula::max(&[a.clone(), b.clone()]) == *b;
            if !kept.iter().any(|known| plainly(bits, known)) {
                kept.retain(|known| !plainly(known, bits));
                kept.push(bits.clone());
            }
        }
        let beaten = |at: usize| {
            kept.iter().enumerate().any(|(other, more)| {
                other != at && root.at_most(&kept[at], more) && (other < at || !root.at_most(more, &kept[at]))
            })
        };
        let few = kept.len() <= 3;
        let best: Vec<Formula> =
            (0..kept.len()).filter(|at| !few || !beaten(*at)).map(|at| kept[at].clone()).collect();
        if best.is_empty() { Formula::zero() } else { Formula::max(&best) }
    }

    /// With the bits of constants replaced.
    pub(super) fn map_bits(&mut self, f: &dyn Fn(&Formula) -> Formula) {
        self.constant_bits = self.constant_bits.iter().map(f).collect();
        self.bits_seen.clear();
    }
}

/// What equal wires are found by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    Input(u32),
    Constant(Formula),
    Gate(u8, Vec<u32>),
    /// All of a wire's valuations over indices, where conditions hold.
    Closed(u32, Vec<Open>, Vec<Cond>),
    /// A wire so many times.
    Times(u32, Formula),
    /// A wire at other indices.
    At(u32, Vec<(u32, Formula)>),
    /// One of several wires, by a condition or a place.
    Either(Vec<u32>, Option<Cond>),
    /// A leaf of a call: the family, its sizes, its arguments, the leaf.
    Call(FamilyId, Vec<Formula>, Vec<u32>, u32),
    /// The place of an element among those that are looked up.
    Position(u32, Vec<Open>),
    /// An array: its sizes, its element.
    Array(Vec<Formula>, Vec<(Formula, u32)>),
    Fresh(u32),
}

/// What holds inside a family, apart from the others.
pub(super) struct Context {
    pub(super) facts: Facts,
    /// What holds for the parameters, wherever one stands.
    pub(super) root: Facts,
    /// What was assumed since each index was opened: the conditions, with how many indices were open.
    pub(super) assumed: Vec<(usize, Cond)>,
    pub(super) open: Vec<Open>,
    pub(super) met: Met,
    /// Gates that were built everywhere where they could be read now.
    pub(super) built: BTreeMap<(u8, Vec<u32>), Rc<Wire>>,
    log: Vec<(u8, Vec<u32>)>,
    /// Parameters that the sizes of the inputs do not bound.
    pub(super) free: Vec<u32>,
    /// Recursive calls that were met, where the family is being solved.
    pub(super) inner: Vec<Inner>,
    /// What is built where a recursion ends.
    pub(super) base: Option<Tally>,
    /// What is taken for granted of recursive calls.
    pub(super) guess: super::recursion::Guess,
    /// The family that is being solved.
    pub(super) solving: Option<(FamilyId, Vec<Scalar>)>,
}

impl Context {
    pub(super) fn new() -> Context {
        Context {
            facts: Facts::new(),
            root: Facts::new(),
            assumed: Vec::new(),
            open: Vec::new(),
            met: Met::nothing(),
            built: BTreeMap::new(),
            log: Vec::new(),
            free: Vec::new(),
            inner: Vec::new(),
            base: None,
            guess: super::recursion::Guess::default(),
            solving: None,
        }
    }
}

/// A point to come back to.
pub(super) struct Scope {
    mark: Mark,
    assumed: usize,
    log: usize,
}

/// Everything that analysing one program reads and writes.
pub(super) struct Analyzer<'p> {
    pub(super) program: &'p Program,
    pub(super) here: Context,
    names: BTreeMap<Name, u32>,
    indices: BTreeMap<(usize, Formula), u32>,
    pub(super) solved:
        BTreeMap<(FamilyId, Vec<Scalar>, Vec<super::recursion::Constancy>), Rc<super::recursion::Solved>>,
    /// For each family that calls itself, directly or not, the group of those that call each other.
    pub(super) recursive: Vec<Option<usize>>,
    /// What calls gave, by their names.
    pub(super) results: BTreeMap<u32, Value>,
    /// Families that are being analysed, outermost first.
    pub(super) calls: Vec<FamilyId>,
    /// So many expressions may still be looked at.
    pub(super) fuel: u32,
    /// Where the gates being made come from.
    pub(super) origin: Span,
    /// Gates being made are `any`, `all` or a selection.
    pub(super) selecting: bool,
    pub(super) loops: u32,
}

/// The values of an index.
struct Range {
    first: Formula,
    count: Formula,
    /// So many of each so many.
    taken: (i64, i64),
    exact: bool,
    /// Where every condition is understood: the least of these is how many there are, or fewer than that where it is
    /// periodic.
    lengths: Vec<Formula>,
}

/// For `slope·v + rest`: `-rest/slope`, and the sign of the slope.
fn solved_for(f: &Formula, var: u32) -> Option<(Formula, i32)> {
    let symbol = Symbol::Var(var);
    let slope = f.with(symbol, &Formula::var(var).plus(1)).sub(f).as_constant()?;
    let rest = f.with(symbol, &Formula::zero());
    if slope.is_zero() || rest.mentions(symbol) {
        return None;
    }
    Some((rest.scale(&slope.recip()?.neg()), i32::from(slope.signum())))
}

/// For a formula of one index that is periodic: how often it is 0 in a period, and the period.
fn zeros(f: &Formula, var: u32) -> Option<(i64, i64)> {
    const LONGEST: i64 = 16;
    let symbol = Symbol::Var(var);
    if f.symbols().len() != 1 {
        return None;
    }
    let period = (2..=LONGEST).find(|period| f.with(symbol, &Formula::var(var).plus(*period)) == *f)?;
    let is_zero = |at: &i64| f.with(symbol, &Formula::int(*at)).is_zero();
    Some(((0..period).filter(is_zero).count() as i64, period))
}

/// Indices get numbers below this; those above stand for the bits of what may be constant.
pub(super) const BITS: u32 = 1 << 24;

impl<'p> Analyzer<'p> {
    pub(super) fn new(program: &'p Program, recursive: Vec<Option<usize>>) -> Self {
        Analyzer {
            program,
            here: Context::new(),
            names: BTreeMap::new(),
            indices: BTreeMap::new(),
            solved: BTreeMap::new(),
            recursive,
            results: BTreeMap::new(),
            calls: Vec::new(),
            fuel: 400_000,
            origin: Span::default(),
            selecting: false,
            loops: 0,
        }
    }

    /// The number of a name.
    pub(super) fn name(&mut self, name: Name) -> u32 {
        let next = self.names.len() as u32;
        *self.names.entry(name).or_insert(next)
    }

    /// A name that nothing else has.
    pub(super) fn fresh(&mut self) -> u32 {
        let next = self.names.len() as u32;
        self.name(Name::Fresh(next))
    }

    /// An index for a dimension or a loop that is opened at this height: the same one for the same count, so that
    /// what is built twice is found.
    pub(super) fn index(&mut self, height: usize, count: &Formula) -> u32 {
        let next = self.indices.len() as u32;
        *self.indices.entry((height, count.clone())).or_insert(next)
    }

    pub(super) fn gap(&mut self, span: Span, reason: Reason) {
        let gap = Gap { span, reason };
        if !self.here.met.gaps.contains(&gap) {
            self.here.met.gaps.push(gap);
        }
    }

    /// Notes whether an index or a slice is in range: these are not negative, for all sizes and at all open indices.
    pub(super) fn note_range(&mut self, span: Span, needed: &[Formula]) {
        let shown = needed.iter().all(|need| self.here.facts.non_negative(need));
        let all = self.here.met.ranges.entry((span.start, span.end)).or_insert(true);
        *all &= shown;
    }

    pub(super) fn scope(&mut self) -> Scope {
        Scope { mark: self.here.facts.mark(), assumed: self.here.assumed.len(), log: self.here.log.len() }
    }

    /// Forgets what was assumed since, and what was built under it.
    pub(super) fn leave(&mut self, scope: Scope) {
        self.here.facts.rollback(scope.mark);
        self.here.assumed.truncate(scope.assumed);
        for key in self.here.log.drain(scope.log..) {
            self.here.built.remove(&key);
        }
    }

    /// As [`Analyzer::leave`], where everything that was built is still there: a loop is left.
    pub(super) fn leave_loop(&mut self, scope: Scope) {
        self.here.facts.rollback(scope.mark);
        self.here.assumed.truncate(scope.assumed);
    }

    pub(super) fn remember(&mut self, key: (u8, Vec<u32>), wire: &Rc<Wire>) {
        self.here.log.push(key.clone());
        self.here.built.insert(key, wire.clone());
    }

    /// Takes a condition for true.
    pub(super) fn assume(&mut self, cond: &Cond) {
        if let Cond::All(parts) = cond {
            for part in parts {
                self.assume(part);
            }
            return;
        }
        take(&mut self.here.facts, cond);
        self.here.assumed.push((self.here.open.len(), cond.clone()));
    }

    /// Whether a condition holds, where that is known.
    pub(super) fn decide(&self, cond: &Cond) -> Option<bool> {
        cond.decided(&self.here.facts)
    }

    /// Whether a formula is below zero for certain.
    fn never(&self, f: &Formula) -> bool {
        super::value::never(&self.here.facts, f)
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
    fn range(&self, open: &Open) -> Range {
        let position = self.here.open.iter().rposition(|o| o.var == open.var).unwrap_or(0);
        let mut firsts = vec![Formula::zero()];
        let mut ends = vec![open.count.clone()];
        let (mut taken, mut exact, mut complete) = ((1, 1), true, true);
        for (height, cond) in &self.here.assumed {
            if *height <= position {
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
        exact &= firsts.iter().all(|first| facts.at_most(first, &best.0))
            && ends.iter().all(|end| facts.at_most(&best.1, end));
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
    fn outside(&self, open: &Open) -> Facts {
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

    /// Counts what is built at the origin for each valuation of these indices.
    pub(super) fn charge(&mut self, tally: &Tally, deps: &Deps) {
        // What is built only here must not come out negative elsewhere, where a range is empty or a branch not taken.
        let sum = tally.map(&mut |f| {
            let sum = if f.is_zero() { f.clone() } else { self.sum_over_deps(f, deps) };
            if self.here.root.non_negative(&sum) { sum } else { sum.without_negative_terms() }
        });
        let key = (self.origin.start, self.origin.end);
        let share = self.here.met.shares.entry(key).or_insert_with(Formula::zero);
        *share = share.add(&sum.gates);
        self.here.met.tally = self.here.met.tally.add(&sum);
    }

    /// The most of a path's cost as an open index runs, and the needs at the index that attains it.
    fn close_term(&self, term: &Term, open: &Open, conds: &[Cond]) -> Term {
        let symbol = Symbol::Var(open.var);
        let varies = term.cost.mentions(symbol);
        let Range { first, count, .. } = self.range(open);
        let at;
        let cost;
        if varies {
            let shifted = term.cost.with(symbol, &Formula::var(open.var).add(&first));
            let most = formula::most(&shifted, open.var, &count, &self.here.facts);
            cost = most.formula;
            at = most.at.map(|at| at.add(&first));
        } else {
            cost = term.cost.clone();
            at = Some(first.add(&count).plus(-1));
        }
        let mut tight = None;
        if let (Some(needs), Some(last)) = (&term.tight, at) {
            let mut places = vec![last];
            if !varies {
                places.push(first.clone());
                places.extend((1..=3).map(|more| first.plus(more)));
                // Where a need begins or ceases to hold.
                for need in needs.iter().filter(|need| need.mentions(symbol)) {
                    if let Some((place, slope)) = solved_for(need, open.var) {
                        places.push(if slope > 0 { place.ceil() } else { place.floor() });
                    }
                }
            }
            // Of the places where the path could be, one where least is needed.
            let holds = |place: &Formula| -> Needs {
                let with = |s: Symbol| (s == symbol).then(|| place.clone());
                let mut needed: Vec<Formula> = needs.iter().map(|need| need.substitute(&with)).collect();
                for cond in conds {
                    needed.extend(cond.substitute(&with).needs()?.iter().cloned());
                }
                needed.push(place.clone());
                needed.push(open.count.sub(place).plus(-1));
                self.possible(needed)
            };
            tight = places.iter().filter_map(holds).min_by_key(|needs| needs.len());
        }
        let trail =
            depth::substitute_trail(&term.trail, &|s| (s == symbol).then(|| first.add(&count).plus(-1)));
        Term { source: term.source, cost, tight, trail }
    }

    /// Those needs that the facts about parameters alone do not prove; `None` where one does not hold here. (Facts about
    /// open indices prove nothing: they do not say that a range is not empty.)
    fn possible(&self, needs: Vec<Formula>) -> Needs {
        let mut left: Vec<Formula> = Vec::new();
        for need in needs {
            if let Some(value) = need.as_constant() {
                if value.signum() < 0 {
                    return None;
                }
                continue;
            }
            if left.contains(&need) || self.here.root.non_negative(&need) {
                continue;
            }
            if self.never(&need) {
                return None;
            }
            left.push(need);
        }
        Some(left.into())
    }

    /// Closes a depth over open indices, the innermost last. `conds` are what was assumed of them.
    pub(super) fn close_depth(&self, depth: &Depth, opens: &[Open], conds: &[Cond]) -> Depth {
        let mut closed = Depth::new();
        for term in depth {
            let mut term = term.clone();
            for (at, open) in opens.iter().enumerate().rev() {
                term = self.close_term(&term, open, if at + 1 == opens.len() { conds } else { &[] });
            }
            // What the innermost index left of the conditions is among the needs now, and closes with them.
            depth::push(&self.here.facts, &mut closed, term);
        }
        closed
    }

    /// What was assumed since these indices were opened.
    pub(super) fn assumed_over(&self, opens: &[Open]) -> Vec<Cond> {
        let Some(first) = opens.first() else { return Vec::new() };
        let position = self.here.open.iter().rposition(|o| o.var == first.var).unwrap_or(0);
        let since = self.here.assumed.iter().filter(|(height, _)| *height > position);
        since.map(|(_, cond)| cond.clone()).collect()
    }

    /// A wire's depths over all valuations of open indices.
    pub(super) fn close_depths(&self, wire: &Wire, opens: &[Open]) -> super::value::Depths {
        if opens.is_empty() {
            return wire.depths.clone();
        }
        let conds = self.assumed_over(opens);
        Rc::new(WEIGHINGS.map(|weighing| self.close_depth(&wire.depths[weighing as usize], opens, &conds)))
    }

    /// Notes a number of operands: its most over everything that is open.
    pub(super) fn note_fan_in(&mut self, fan_in: &Formula, needs: &Needs, deps: &Deps, product: bool) {
        let span = self.origin;
        let trail = depth::longer(&None, span, super::depth::Step::Gates, fan_in, None);
        let term = Term { source: Source::Zero, cost: fan_in.clone(), tight: needs.clone(), trail };
        let _ = deps;
        let relevant: Vec<Open> = self.here.open.clone();
        let conds = self.assumed_over(&relevant);
        let closed = self.close_depth(&vec![term], &relevant, &conds);
        // Outside of what is open the conditions on parameters have to hold.
        let outer: Vec<Cond> = self.here.assumed.iter().map(|(_, cond)| cond.clone()).collect();
        let needs = outer
            .iter()
            .filter(|cond| !conds.contains(cond))
            .fold(depth::always(), |needs, cond| depth::both(&needs, &cond.needs()));
        let closed = depth::where_needed(&closed, &needs);
        let met = if product { &mut self.here.met.mul_fan_in } else { &mut self.here.met.add_fan_in };
        for term in closed {
            // Where it stands it may be no greater than what is known; what is known may be greater elsewhere.
            if !met
                .iter()
                .any(|known| known.tight.is_some() && self.here.facts.at_most(&term.cost, &known.cost))
            {
                depth::push(&self.here.root, met, term);
            }
        }
    }

    /// Notes the bits of a constant: their most over everything that is open.
    pub(super) fn note_bits(&mut self, bits: &Formula) {
        if !self.here.met.bits_seen.insert(bits.clone()) {
            return;
        }
        let most = self.here.open.iter().rev().fold(bits.clone(), |most, open| closed_bits(&most, open));
        let most = self.without_free(&most);
        let growth = most.growth(&|_| Some(1));
        if self.here.met.constant_at.as_ref().is_none_or(|(known, _)| growth > *known) {
            self.here.met.constant_at = Some((growth, self.origin));
        }
        self.here.met.constant_bits.insert(most);
    }

    /// At least a number of bits, where a parameter that no input bounds is replaced by what bounds it here.
    pub(super) fn without_free(&self, bits: &Formula) -> Formula {
        let mut most = bits.clone();
        for param in &self.here.free {
            let symbol = Symbol::Param(*param);
            if !most.mentions(symbol) {
                continue;
            }
            for (_, cond) in &self.here.assumed {
                let Cond::AtLeastZero(f) = cond else { continue };
                let slope = f.with(symbol, &Formula::param(*param).plus(1)).sub(f);
                let rest = f.with(symbol, &Formula::zero());
                let Some(slope) = slope.as_constant().filter(|s| s.signum() < 0) else { continue };
                let Some(inverse) = slope.neg().recip().filter(|_| !rest.mentions(symbol)) else { continue };
                if super::value::vars(&rest).is_empty() {
                    most = most.rising(symbol).with(symbol, &rest.scale(&inverse));
                    break;
                }
            }
        }
        most
    }

    /// A wire that is constant.
    pub(super) fn constant_wire(&mut self, value: &Rc<Static>) -> Rc<Wire> {
        let number = if value.value.is_unknown() {
            self.fresh()
        } else {
            self.name(Name::Constant(value.value.clone()))
        };
        Rc::new(Wire {
            depths: no_depths(),
            deps: value.deps.clone(),
            number,
            live: None,
            constant_bits: value.bits.clone(),
            short: is_bounded(&value.bits),
            whole: value.whole,
            constant: Some(value.clone()),
            guard: None,
        })
    }

    /// Counts a constant gate, once for each of its values.
    pub(super) fn charge_constant(&mut self, wire: &Wire) {
        let Some(value) = &wire.constant else { return };
        self.note_bits(&value.bits);
        if let Some(number) = value.value.as_constant() {
            self.here.met.numbers.insert(number);
            return;
        }
        let key = (Op::Const as u8, vec![wire.number]);
        if self.here.built.contains_key(&key) {
            return;
        }
        self.charge(&Tally::sources(&Formula::one()), &wire.deps);
        let kept = Rc::new(wire.clone());
        self.remember(key, &kept);
    }

    /// The indices of cells together.
    pub(super) fn deps_of(cells: &[super::value::Cell]) -> Deps {
        cells.iter().fold(Deps::new(), |deps, cell| union(&deps, cell.deps()))
    }
}

/// At least a number of bits, for all values of an index. Bits need no sharp bound: terms that take away are left out.
pub(super) fn closed_bits(bits: &Formula, open: &Open) -> Formula {
    let symbol = Symbol::Var(open.var);
    if bits.mentions(symbol) { bits.rising(symbol).with(symbol, &open.count.plus(-1)) } else { bits.clone() }
}

/// Takes a condition for true.
fn take(facts: &mut Facts, cond: &Cond) {
    match cond {
        Cond::Known(_) | Cond::Unknown | Cond::Any(_) => {}
        Cond::AtLeastZero(f) => facts.assume(f),
        Cond::Zero(f) => facts.assume_zero(f),
        Cond::NotZero(f) => facts.assume_nonzero(f),
        Cond::All(parts) => parts.iter().for_each(|part| take(facts, part)),
    }
}

/// Whether a formula does not grow.
pub(super) fn is_bounded(formula: &Formula) -> bool {
    formula.growth(&|_| Some(1)).is_constant() && vars_of(formula)
}

fn vars_of(formula: &Formula) -> bool {
    super::value::vars(formula).is_empty()
}
