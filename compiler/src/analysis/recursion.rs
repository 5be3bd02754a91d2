//! Recursion: a measure that falls at every call, and what each level adds.
//!
//! A family that calls itself is analysed with its own circuit unknown. The calls that are met say how its sizes
//! shrink; what the body adds to what they give is a matrix, as for the step of a loop, and what it builds beside
//! them is the work of a level.

use std::rc::Rc;

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::analyzer::{Analyzer, BITS, Context, Frame, Met, Name, Open, Reason, Tally, closed_bits};
use super::calls::Called;
use super::depth::{self, Depth, Needs, Path, Source, Step, Term};
use super::reading::At;
use super::value::{Array, Cell, Deps, Elements, Value, WEIGHINGS, Wire, union};
use super::walks::{self, Matrix};
use crate::formula::{self, Formula, Symbol};
use crate::program::FamilyId;
use crate::types::{Scalar, Type};

/// How a size changes from one level to the next, for certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shrink {
    /// It is the same.
    same: bool,
    /// At most `ceil(q/2)`, from q ≥ 2.
    half_up: bool,
    /// At most `floor(q/2)`, from q ≥ 1.
    half_down: bool,
    /// At most q - 1.
    less: bool,
    /// It is `ceil(q/2)`.
    is_half_up: bool,
    /// It is q - 1.
    is_less: bool,
}

/// A recursive call.
#[derive(Clone, Debug)]
pub(super) struct Inner {
    /// The sizes there.
    sizes: Vec<Formula>,
    shrinks: Vec<Shrink>,
    /// The depths of the arguments there.
    args: Vec<[Depth; 3]>,
    /// Whether the arguments may be constant, and the bits of what may be.
    constancy: Vec<Constancy>,
    bits: Vec<Formula>,
    /// At most so many calls.
    count: Formula,
    live: bool,
    span: Span,
}

/// A recursive family for all n.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) result: Value,
    pub(super) met: Met,
}

/// What falls from level to level, and how many levels there are at the most.
#[derive(Clone, Debug)]
struct Measure {
    /// The parameter.
    param: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `ceil(log2(q))` levels.
    HalfUp,
    /// `ceil(log2(q + 1))` levels.
    HalfDown,
    /// q levels.
    Less,
}

impl Measure {
    fn levels(&self) -> Formula {
        let q = Formula::param(self.param);
        match self.kind {
            Kind::HalfUp => q.ceil_log2(),
            Kind::HalfDown => q.plus(1).ceil_log2(),
            Kind::Less => q,
        }
    }
}

/// The symbol for the bits of what is constant in an input.
pub(super) fn input_bits(at: usize) -> u32 {
    2 * BITS + at as u32
}

/// The input of such a symbol.
pub(super) fn input_bits_at(var: u32) -> Option<usize> {
    (2 * BITS..3 * BITS).contains(&var).then(|| (var - 2 * BITS) as usize)
}

/// Whether an argument may be constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Constancy {
    /// It is never.
    Never,
    /// It may be an integer.
    Whole,
    /// It may be any number.
    Fraction,
}

/// What is taken for granted of the circuit of a recursive call.
#[derive(Clone, Debug, Default)]
pub(super) struct Guess {
    /// When each leaf is not constant, where the inputs are not; `None` where it may be.
    live: Vec<Needs>,
    /// No leaf is ever constant.
    never: bool,
    /// What is constant is an integer.
    whole: bool,
}

impl Guess {
    /// What is left of a guess by what came out; `None` where it came out whole.
    fn less(&self, out: &Guess) -> Option<Guess> {
        let mut less =
            Guess { never: self.never && out.never, whole: self.whole && out.whole, live: Vec::new() };
        let mut held = less.never == self.never && less.whole == self.whole;
        for (guessed, found) in self.live.iter().zip(&out.live) {
            let kept = match (guessed, found) {
                (Some(guessed), Some(found)) if found.iter().all(|need| guessed.contains(need)) => {
                    Some(guessed.clone())
                }
                // Needs are guessed once: then they have to come out.
                (Some(guessed), Some(found)) if guessed.is_empty() => Some(found.clone()),
                _ => None,
            };
            held &= kept == *guessed;
            less.live.push(kept);
        }
        (!held).then_some(less)
    }
}

/// So many times something is guessed, before nothing is.
const GUESSES: usize = 6;

/// The symbol for the bits of what is constant in the result of a recursive call.
const RESULT_BITS: u32 = 3 * BITS;

impl<'p> Analyzer<'p> {
    /// The inputs of a family as sources.
    pub(super) fn inputs(&mut self, frame: &mut Frame<'p>, id: FamilyId, constant: &[Constancy]) {
        let program = self.program;
        let family = program.family(id);
        self.here.free = (0..family.params.len() as u32).collect();
        for (at, input) in family.inputs.iter().enumerate() {
            let Type::Array(scalar, _) = &input.ty.ty else { continue };
            let short = program.codes(super::expr::resolve(frame, *scalar)).is_some();
            let dims: Vec<Formula> =
                input.ty.dims.iter().map(|dim| self.static_of(frame, *dim).place).collect();
            for param in &free_params(&self.here.free, &dims) {
                self.here.free.retain(|free| free != param);
            }
            // A size that is declared is a natural number.
            for dim in &dims {
                self.here.facts.assume(dim);
            }
            let number = self.name(Name::Input(at as u32));
            let bits = if constant.get(at).is_some_and(|c| *c != Constancy::Never) {
                Formula::var(input_bits(at))
            } else {
                Formula::zero()
            };
            let cell = |this: &mut Self, places: &[At]| {
                let deps = places.iter().fold(Deps::new(), |deps, at| union(&deps, &at.deps));
                let named: Vec<(u32, Formula)> = deps.iter().map(|v| (*v, Formula::var(*v))).collect();
                let number = if named.is_empty() { number } else { this.name(Name::At(number, named)) };
                Cell::Wire(Rc::new(Wire {
                    depths: super::gates::source_depths(Source::Input(at as u32)),
                    deps,
                    number,
                    live: depth::always(),
                    constant_bits: bits.clone(),
                    short,
                    whole: short || constant.get(at).is_none_or(|c| *c != Constancy::Fraction),
                    constant: None,
                    guard: None,
                }))
            };
            frame.slots[at] = if dims.is_empty() {
                Value::Cell(cell(self, &[]))
            } else {
                self.build_array(&dims, &mut |this, places| cell(this, places))
            };
        }
    }

    /// Whether an argument may be constant.
    pub(super) fn constancy(&mut self, arg: &Value) -> Constancy {
        if self.leaf_depths(arg).1.is_zero() {
            Constancy::Never
        } else if super::loops::all_whole(arg) {
            Constancy::Whole
        } else {
            Constancy::Fraction
        }
    }

    /// A call of the family that is being solved.
    pub(super) fn inner_call(&mut self, called: &Called) -> Value {
        let family = self.program.family(called.family);
        let shrinks =
            called.sizes.iter().enumerate().map(|(at, size)| self.shrink(at as u32, size)).collect();
        let all: Vec<([Depth; 3], Formula)> = called.args.iter().map(|arg| self.leaf_depths(arg)).collect();
        called.args.iter().for_each(|arg| self.charge_outputs(arg));
        let constancy = called.args.iter().map(|arg| self.constancy(arg)).collect();
        let opens: Vec<Open> = self.here.open.clone();
        let conds = self.assumed_over(&opens);
        let mut args = Vec::new();
        let mut bits = Vec::new();
        for (depths, most) in all {
            args.push(WEIGHINGS.map(|w| self.close_depth(&depths[w as usize], &opens, &conds)));
            bits.push(opens.iter().rev().fold(most, |most, open| closed_bits(&most, open)));
        }
        let count = self.sum_over_deps(&Formula::one(), &called.deps);
        let live = called.args.iter().all(|arg| self.all_live(arg));
        let site = self.here.inner.len() as u32;
        self.here.inner.push(Inner {
            sizes: called.sizes.clone(),
            shrinks,
            args,
            constancy,
            bits,
            count,
            live,
            span: called.span,
        });
        let frame = Frame::new(&family.body, called.sizes.clone(), called.generics.clone());
        let mut leaf = 0;
        self.inner_result(&frame, &family.result.ty, &called.deps, site, &mut leaf, live)
    }

    fn inner_result(
        &mut self,
        frame: &Frame<'p>,
        ty: &Type,
        deps: &Deps,
        site: u32,
        leaf: &mut u32,
        live: bool,
    ) -> Value {
        match ty {
            Type::Tuple(types) => Value::Tuple(
                types.iter().map(|ty| self.inner_result(frame, ty, deps, site, leaf, live)).collect(),
            ),
            Type::Array(scalar, dims) => {
                let source = Source::Inner(site, *leaf);
                *leaf += 1;
                let short = self.program.codes(super::expr::resolve(frame, *scalar)).is_some();
                let number = self.fresh();
                // Where the circuit of one level is not constant, no other one is.
                let sizes = &frame.sizes;
                let guessed = self.here.guess.live.get(*leaf as usize - 1).cloned().flatten();
                let guessed = depth::substitute_needs(&guessed, &|symbol| match symbol {
                    Symbol::Param(param) => sizes.get(param as usize).cloned(),
                    Symbol::Var(_) => None,
                });
                let live = if live { self.settled(&guessed) } else { None };
                let bits = match (self.here.guess.never, short) {
                    (true, _) => Formula::zero(),
                    (false, true) => Formula::int(8),
                    (false, false) => Formula::var(RESULT_BITS),
                };
                let whole = short || self.here.guess.whole;
                let cell = |this: &mut Self, places: &[At]| {
                    let indices = places.iter().fold(Deps::new(), |deps, at| union(&deps, &at.deps));
                    let named: Vec<(u32, Formula)> = indices.iter().map(|v| (*v, Formula::var(*v))).collect();
                    let number = this.name(Name::At(number, named));
                    Cell::Wire(Rc::new(Wire {
                        depths: super::gates::source_depths(source),
                        deps: union(deps, &indices),
                        number,
                        live: live.clone(),
                        constant_bits: bits.clone(),
                        short,
                        whole,
                        constant: None,
                        guard: None,
                    }))
                };
                let dims: Vec<Formula> = dims
                    .iter()
                    .map(|dim| dim.as_ref().map_or_else(Formula::unknown, |d| frame.size(d)))
                    .collect();
                if dims.is_empty() {
                    Value::Cell(cell(self, &[]))
                } else {
                    self.build_array(&dims, &mut |this, places| cell(this, places))
                }
            }
            Type::Empty | Type::Error => Value::number(&Num::ZERO),
        }
    }

    /// How a size at a call compares to the parameter.
    fn shrink(&self, param: u32, size: &Formula) -> Shrink {
        let facts = &self.here.facts;
        let q = Formula::param(param);
        let half = Num::ratio(1, 2).unwrap_or(Num::ONE);
        let (twice, ceil) = (size.times(2), q.scale(&half).ceil());
        Shrink {
            same: *size == q || facts.is_zero(&size.sub(&q)),
            half_up: facts.at_most(&Formula::int(2), &q) && facts.at_most(&twice, &q.plus(1)),
            half_down: facts.at_most(&Formula::one(), &q) && facts.at_most(&twice, &q),
            less: facts.at_most(size, &q.plus(-1)),
            is_half_up: *size == ceil || facts.is_zero(&size.sub(&ceil)),
            is_less: *size == q.plus(-1),
        }
    }

    /// A recursive family for all n, analysed once.
    /// `constant` says which inputs may be constant.
    pub(super) fn solve(&mut self, id: FamilyId, generics: &[Scalar], constant: &[Constancy]) -> Rc<Solved> {
        let key = (id, generics.to_vec());
        let full = (id, generics.to_vec(), constant.to_vec());
        if let Some(solved) = self.solved.get(&full) {
            return solved.clone();
        }
        let outer = std::mem::replace(&mut self.here, Context::new());
        let origin = self.origin;
        self.calls.push(id);
        // What is guessed of the circuits that are called has to come out of the one that calls them; else it is guessed
        // anew, and less. An input that it calls itself with as a constant may be one.
        let mut constant = constant.to_vec();
        let leaves = self.program.family(id).result.ty.leaves();
        let mut guess = Guess { live: vec![depth::always(); leaves], never: true, whole: true };
        let mut rounds = 0;
        let solved = loop {
            self.here = Context::new();
            self.here.guess = guess.clone();
            self.here.solving = Some(key.clone());
            let known = constant.clone();
            let found =
                stacker::maybe_grow(1 << 20, 16 << 20, || self.solve_as(id, generics, &mut constant, &guess));
            match found {
                Ok(found) => break found,
                Err(_) if constant != known => {}
                Err(less) if rounds < GUESSES => {
                    guess = less;
                    rounds += 1;
                }
                Err(_) => guess = Guess { live: vec![None; leaves], never: false, whole: false },
            }
        };
        self.calls.pop();
        self.here = outer;
        self.origin = origin;
        let solved = Rc::new(solved);
        self.solved.insert(full, solved.clone());
        solved
    }

    /// With a lesser guess where this one does not come out, or the inputs may be constant in more ways than it was
    /// taken, which is noted.
    fn solve_as(
        &mut self,
        id: FamilyId,
        generics: &[Scalar],
        constant: &mut [Constancy],
        guess: &Guess,
    ) -> Result<Solved, Guess> {
        let program = self.program;
        let family = program.family(id);
        let params: Vec<Formula> = (0..family.params.len() as u32).map(Formula::param).collect();
        let mut frame = Frame::new(&family.body, params, generics.to_vec());
        self.conditions(&mut frame, family);
        self.inputs(&mut frame, id, constant);
        self.here.root = self.here.facts.clone();
        let Some(result) = family.body.result else {
            return Ok(Solved { result: Value::number(&Num::ZERO), met: Met::nothing() });
        };
        let value = self.eval(&mut frame, result);
        let value = self.declared(&mut frame, &value, &family.result.ty);
        let value = self.map_cells(&value, &mut |this, cell| Cell::Wire(this.wire(cell)));
        let leaves = value.leaves();
        let out = Guess {
            live: leaves.iter().map(super::loops::all_needs).collect(),
            never: leaves.iter().all(|leaf| self.leaf_depths(leaf).1.is_zero()),
            whole: leaves.iter().all(super::loops::all_whole),
        };
        let recursive = self.recursive.get(id.0 as usize).copied().flatten().is_some();
        if recursive && let Some(less) = guess.less(&out) {
            return Err(less);
        }
        let mut more = false;
        for call in &self.here.inner {
            for (known, met) in constant.iter_mut().zip(&call.constancy) {
                more |= met > known;
                *known = (*known).max(*met);
            }
        }
        if more {
            return Err(guess.clone());
        }
        let before = self.here.met.tally.clone();
        self.charge_outputs(&value);
        if let Some(base) = &self.here.base {
            let constants = self.here.met.tally.zip(&before, &mut Formula::sub);
            self.here.base = Some(base.add(&constants));
        }
        let closed: Vec<([Depth; 3], Formula)> = leaves.iter().map(|leaf| self.leaf_depths(leaf)).collect();
        let inner = std::mem::take(&mut self.here.inner);
        let mut met = self.here.met.clone();
        if inner.is_empty() {
            let made = leaves
                .iter()
                .zip(&closed)
                .map(|(leaf, (depths, bits))| self.solved_leaf(leaf, depths.clone(), bits));
            let made: Vec<Value> = made.collect();
            return Ok(Solved { result: value.with_leaves(&mut made.into_iter()), met });
        }
        let measure = self.measure(&inner, family.params.len());
        let Some(measure) = measure else {
            let span = inner.first().map_or(family.name_span, |call| call.span);
            self.gap(span, Reason::Measure);
            met.gaps = self.here.met.gaps.clone();
            met.tally = met.tally.map(&mut |_| Formula::unknown());
            met.map_bits(&|_| Formula::unknown());
            let unknown = leaves.iter().map(|leaf| self.unknown_leaf(leaf)).collect::<Vec<_>>();
            return Ok(Solved { result: value.with_leaves(&mut unknown.into_iter()), met });
        };
        let levels = measure.levels();
        let base = self.here.base.clone().unwrap_or_else(|| met.tally.clone());
        met.tally = self.total(&met.tally, &base, &inner, &measure);
        self.monotone(&mut met, &measure);
        let with = self.given_bits(&inner, measure.param);
        let with = |symbol: Symbol| match symbol {
            Symbol::Var(var) => with.get(input_bits_at(var)?).cloned(),
            Symbol::Param(_) => None,
        };
        let closed: Vec<([Depth; 3], Formula)> =
            closed.into_iter().map(|(depths, bits)| (depths, bits.substitute(&with))).collect();
        met.map_bits(&|noted| noted.substitute(&with));
        let bits = self.result_bits(&closed, &levels);
        met.map_bits(&|noted| noted.with(Symbol::Var(RESULT_BITS), &bits));
        let mut made = Vec::new();
        for (out, leaf) in leaves.iter().enumerate() {
            let depths = WEIGHINGS.map(|w| {
                self.over_levels(
                    &closed,
                    &inner,
                    out,
                    w as usize,
                    &measure,
                    guess.live.get(out).is_some_and(Option::is_some),
                )
            });
            made.push(self.solved_leaf(leaf, depths, &bits));
        }
        met.gaps = self.here.met.gaps.clone();
        if met.tally.gates.is_unknown() && met.gaps.is_empty() {
            let span = inner.first().map_or(family.name_span, |call| call.span);
            met.gaps.push(super::analyzer::Gap { span, reason: Reason::ManyCalls });
        }
        Ok(Solved { result: value.with_leaves(&mut made.into_iter()), met })
    }

    fn unknown_leaf(&mut self, leaf: &Value) -> Value {
        let depths = WEIGHINGS.map(|_| depth::unknown());
        self.solved_leaf(leaf, depths, &Formula::unknown())
    }

    /// A leaf with these depths for every element.
    fn solved_leaf(&mut self, leaf: &Value, depths: [Depth; 3], bits: &Formula) -> Value {
        let needs = super::loops::all_needs(leaf);
        let whole = super::loops::all_whole(leaf);
        let (short, dims) = match leaf {
            Value::Array(array) => (array_short(array), Some(array.dims.clone())),
            Value::Cell(Cell::Wire(wire)) => (wire.short, None),
            _ => (true, None),
        };
        let number = self.fresh();
        let wire = Rc::new(Wire {
            depths: Rc::new(depths),
            deps: Deps::new(),
            number,
            constant_bits: bits.clone(),
            live: needs,
            short,
            whole,
            constant: None,
            guard: None,
        });
        match dims {
            Some(dims) => self.build_array(&dims, &mut |_, _| Cell::Wire(wire.clone())),
            None => Value::Cell(Cell::Wire(wire)),
        }
    }

    /// The parameter that falls at every call while no other one changes.
    fn measure(&self, inner: &[Inner], params: usize) -> Option<Measure> {
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
    fn grows(&self, f: &Formula, param: u32) -> bool {
        let symbol = Symbol::Param(param);
        if !f.mentions(symbol) {
            return true;
        }
        let next = f.with(symbol, &Formula::param(param).plus(1));
        formula::Facts::new().at_most(f, &next) || self.here.root.at_most(f, &next)
    }

    /// A formula that does not fall as the parameter grows, and is no smaller.
    fn rising(&self, f: &Formula, param: u32) -> Formula {
        if self.grows(f, param) {
            return f.clone();
        }
        f.rising(Symbol::Param(param))
    }

    /// Fan-ins and bits of all levels: those of the first one, where they fall with the sizes.
    fn monotone(&mut self, met: &mut Met, measure: &Measure) {
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
    fn total(&mut self, own: &Tally, base: &Tally, inner: &[Inner], measure: &Measure) -> Tally {
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
    fn is_split(&self, inner: &[Inner], measure: &Measure, parts: &Formula, q: &Formula) -> bool {
        if measure.kind != Kind::HalfUp || inner.is_empty() {
            return false;
        }
        let mut facts = self.here.root.clone();
        facts.assume(&q.plus(-2));
        facts.at_most(parts, q)
    }

    /// At least the bits that each argument has as a constant, at any level: those that were given, or that a call
    /// gives.
    fn given_bits(&self, inner: &[Inner], param: u32) -> Vec<Formula> {
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
    fn result_bits(&self, closed: &[([Depth; 3], Formula)], levels: &Formula) -> Formula {
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
    fn over_levels(
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
    fn sum_of_levels(&self, each: &Formula, measure: &Measure, levels: &Formula, index: u32) -> Formula {
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
    fn tight_levels(
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

/// Whether every argument of a call is as deep as the input that it is for.
fn own_args(call: &Inner, weighing: usize) -> bool {
    call.args.iter().enumerate().all(|(at, depths)| {
        depths[weighing].iter().all(|term| term.source == Source::Input(at as u32) && term.cost.is_zero())
    })
}

/// Whether the elements of an array have few bits.
fn array_short(array: &Array) -> bool {
    match &array.elements {
        Elements::Each(Cell::Wire(wire)) => wire.short,
        Elements::Each(Cell::Static(_)) => true,
        Elements::Pieces(pieces) => pieces.iter().all(|piece| array_short(&piece.elements)),
    }
}

/// Those of some parameters that these sizes bound.
fn free_params(params: &[u32], dims: &[Formula]) -> Vec<u32> {
    let bounded = |param: &&u32| dims.iter().any(|dim| *dim == Formula::param(**param));
    params.iter().filter(bounded).copied().collect()
}
