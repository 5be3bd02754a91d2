//! `fold`, `scan` and `generate`: the depth that a step adds, as often as there are steps.
//!
//! A body is analysed once, with a state whose depth is a source of its own. What the step adds from each component
//! to each other one is a matrix; the steps together add what its longest walks do (`walks.rs`). A first step whose
//! state is constant, or may be, is taken by itself: constants fold through it. What a step builds is counted for
//! each step, as the state is another one each time.

use std::rc::Rc;

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::analyzer::{Analyzer, BITS, Frame, Open, Reason, closed_bits};
use super::depth::{self, Depth, Needs, Path, Source, Step, Term};
use super::reading::At;
use super::value::{Array, Cell, Cond, Deps, Elements, Piece, Static, Value, WEIGHINGS, Wire, union, vars};
use super::walks::{self, Matrix};
use crate::formula::{Formula, Symbol};
use crate::typed::{Each, ExprId, Pattern};

/// A loop of no more steps than this is unrolled.
const UNROLLED: i64 = 8;
/// So many times the state of a loop is made less certain, until it holds from step to step.
const ROUNDS: usize = 8;

/// One step: the state before it, the place of the step, the state after it.
type Body<'b, 'p> = &'b mut dyn FnMut(&mut Analyzer<'p>, &Value, &At) -> Value;

/// What is taken for granted of a component of the state.
#[derive(Clone, Debug, PartialEq)]
struct Assumed {
    /// It is known from the sizes.
    fixed: bool,
    /// It is not constant where inputs are not.
    live: bool,
    /// It is never constant.
    never: bool,
    /// It is an integer where it is constant.
    whole: bool,
    /// The indices that it depends on.
    deps: Deps,
    /// Its values have few bits, as its type says.
    short: bool,
}

/// The states of a loop: the last one, and each.
pub(super) struct States {
    pub(super) last: Value,
    /// After step k, for an index k below the number of steps.
    each: Option<(u32, Value)>,
}

impl<'p> Analyzer<'p> {
    #[allow(clippy::too_many_arguments, reason = "the parts of a loop")]
    pub(super) fn looping(
        &mut self,
        f: &mut Frame<'p>,
        id: ExprId,
        scan: bool,
        pattern: &Pattern,
        start: ExprId,
        each: &Each,
        body: ExprId,
    ) -> Value {
        let span = f.body[id].span;
        let start_value = self.eval(f, start);
        let walked = self.walked(f, each);
        let short: Vec<bool> = leaf_types(&f.body[start].ty, &f.body[body].ty)
            .into_iter()
            .map(|scalar| self.program.codes(super::expr::resolve(f, scalar)).is_some())
            .collect();
        if walked.count.is_unknown() {
            self.gap(each.span, Reason::Steps);
        }
        let count = walked.count.clone();
        let mut step = |this: &mut Self, state: &Value, at: &At| {
            f.bind(pattern, state);
            this.set(f, each, &walked, at);
            this.eval(f, body)
        };
        self.steps(&start_value, &count, &short, scan, span, &mut step)
    }

    /// The state after so many steps, or with `scan` after each.
    pub(super) fn steps(
        &mut self,
        start: &Value,
        count: &Formula,
        short: &[bool],
        scan: bool,
        span: Span,
        body: Body<'_, 'p>,
    ) -> Value {
        let few = count.as_constant().and_then(|c| c.to_i64()).filter(|c| *c <= UNROLLED);
        if let Some(few) = few {
            let mut state = start.clone();
            let mut states = Vec::new();
            for at in 0..few.max(0) {
                state = body(self, &state, &At::of(Formula::int(at)));
                states.push(state.clone());
            }
            return if scan { self.stacked(start, &states, None) } else { state };
        }
        // The first step by itself, where constants fold in it.
        let constant = start.leaves().iter().any(|leaf| !self.all_live(leaf));
        let fixed_start = start.leaves().iter().all(all_fixed);
        if !constant {
            let states = self.repeated(start, count, &Formula::zero(), short, span, body);
            return if scan { self.stacked(start, &[], Some(&(states, count.clone()))) } else { states.last };
        }
        if scan {
            let first = body(self, start, &At::of(Formula::zero()));
            if fixed_start && first.leaves().iter().all(all_fixed) {
                let states = self.repeated(start, count, &Formula::zero(), short, span, body);
                return self.stacked(start, &[], Some(&(states, count.clone())));
            }
            let rest = count.plus(-1);
            let states = self.repeated(&first, &rest, &Formula::one(), short, span, body);
            return self.stacked(start, &[first], Some(&(states, rest)));
        }
        // There may be no step.
        let some = Cond::AtLeastZero(count.plus(-1));
        self.by_condition(
            &some,
            &vars(count),
            &mut |this| {
                let first = body(this, start, &At::of(Formula::zero()));
                if fixed_start && first.leaves().iter().all(all_fixed) {
                    // A static loop: nothing is built.
                    return this.repeated(start, count, &Formula::zero(), short, span, body).last;
                }
                let rest = count.plus(-1);
                this.repeated(&first, &rest, &Formula::one(), short, span, body).last
            },
            &mut |_| start.clone(),
        )
    }

    /// So many steps from a state, the first of them at a place.
    fn repeated(
        &mut self,
        start: &Value,
        count: &Formula,
        offset: &Formula,
        short: &[bool],
        span: Span,
        body: Body<'_, 'p>,
    ) -> States {
        let number = self.loops;
        self.loops += 1;
        let leaves = start.leaves();
        // A start that is constant is there for the first step.
        if !leaves.iter().all(all_fixed) {
            self.charge_outputs(start);
        }
        let mut assumed: Vec<Assumed> = leaves
            .iter()
            .enumerate()
            .map(|(at, leaf)| Assumed {
                fixed: all_fixed(leaf),
                live: self.all_live(leaf),
                never: self.leaf_depths(leaf).1.is_zero(),
                whole: all_whole(leaf),
                deps: Self::value_deps(leaf),
                short: short.get(at).copied().unwrap_or(false),
            })
            .collect();
        for round in 0..ROUNDS {
            let met = self.here.met.clone();
            let scope = self.scope();
            let height = self.here.open.len();
            let open = self.open(count);
            self.count_work();
            let state = self.state(start, &leaves, &assumed, number, &open);
            let at = At::of(Formula::var(open.var).add(offset));
            let next = body(self, &state, &at);
            let after = next.leaves();
            let held = self.held(&leaves, &after, &assumed, &open);
            if held == assumed || round + 1 == ROUNDS {
                if held != assumed {
                    self.gap(span, Reason::TooLarge);
                }
                let steps =
                    Steps { number, start: &leaves, after: &after, assumed: &assumed, open: &open, span };
                let made = self.summed(&steps);
                self.here.open.truncate(height);
                self.leave_loop(scope);
                let begins: Vec<Formula> = leaves.iter().map(|leaf| self.leaf_depths(leaf).1).collect();
                let bits: Vec<Formula> =
                    (0..leaves.len()).map(|at| made.total_bits(&steps, &begins, at, count)).collect();
                self.settle_bits(&bits, number);
                let mut last = self.finals(&steps, &made, count);
                let index = self.index(self.here.open.len(), count);
                let mut every = self.finals(&steps, &made, &Formula::var(index).plus(1));
                // Each state of a scan is another one.
                for value in &mut every {
                    *value = self.map_cells(value, &mut |this, cell| match cell {
                        Cell::Static(value) => {
                            let mut value = (**value).clone();
                            value.deps = union(&value.deps, &vec![index]);
                            Cell::Static(Rc::new(value))
                        }
                        Cell::Wire(wire) => {
                            let mut wire = (**wire).clone();
                            wire.deps = union(&wire.deps, &vec![index]);
                            wire.number = this.fresh();
                            Cell::Wire(Rc::new(wire))
                        }
                    });
                }
                let last = start.with_leaves(&mut last.drain(..));
                let every = start.with_leaves(&mut every.drain(..));
                return States { last, each: Some((index, every)) };
            }
            assumed = held;
            self.here.open.truncate(height);
            self.leave(scope);
            self.here.met = met;
        }
        States { last: start.clone(), each: None }
    }

    /// The state before a step: a source for each component.
    fn state(
        &mut self,
        start: &Value,
        leaves: &[Value],
        assumed: &[Assumed],
        number: u32,
        open: &Open,
    ) -> Value {
        let made: Vec<Value> = leaves
            .iter()
            .zip(assumed)
            .enumerate()
            .map(|(at, (leaf, assumed))| {
                let deps = union(&assumed.deps, &vec![open.var]);
                let bits = Formula::var(bits_symbol(number, at));
                let fresh = self.fresh();
                let cell = |this: &mut Self, indices: &Deps| {
                    let deps = union(&deps, indices);
                    if assumed.fixed {
                        let mut value = Static::unknown(deps, bits.clone());
                        value.whole = assumed.whole;
                        if assumed.short {
                            value.bits = Formula::int(8);
                            value.cond = Some(Rc::new(Cond::Unknown));
                        }
                        return Cell::Static(Rc::new(value));
                    }
                    let named: Vec<(u32, Formula)> = indices.iter().map(|v| (*v, Formula::var(*v))).collect();
                    let name = this.name(super::analyzer::Name::At(fresh, named));
                    Cell::Wire(Rc::new(Wire {
                        depths: super::gates::source_depths(Source::State(number, at as u32)),
                        deps,
                        number: name,
                        live: if assumed.live { depth::always() } else { None },
                        constant_bits: match (assumed.never, assumed.short) {
                            (true, _) => Formula::zero(),
                            (false, true) => Formula::int(8),
                            (false, false) => bits.clone(),
                        },
                        short: assumed.short,
                        whole: assumed.short || assumed.whole,
                        constant: None,
                        guard: None,
                    }))
                };
                match leaf {
                    Value::Array(array) if array.is_empty() => leaf.clone(),
                    Value::Array(array) => self.build_array(&array.dims, &mut |this, places| {
                        let indices = places.iter().fold(Deps::new(), |deps, at| union(&deps, &at.deps));
                        cell(this, &indices)
                    }),
                    _ => Value::Cell(cell(self, &Deps::new())),
                }
            })
            .collect();
        start.with_leaves(&mut made.into_iter())
    }

    /// Whether nothing in a leaf may be constant here.
    pub(super) fn all_live(&self, leaf: &Value) -> bool {
        self.settled(&all_needs(leaf)).is_some_and(|needs| needs.is_empty())
    }

    /// What still holds of each component after a step.
    fn held(&mut self, start: &[Value], after: &[Value], assumed: &[Assumed], open: &Open) -> Vec<Assumed> {
        assumed
            .iter()
            .enumerate()
            .map(|(at, known)| {
                let Some(next) = after.get(at) else { return known.clone() };
                let mut deps = union(&known.deps, &Self::value_deps(next));
                deps.retain(|dep| *dep != open.var);
                let fixed = known.fixed && all_fixed(next);
                let never = known.never && !fixed && self.leaf_depths(next).1.is_zero();
                Assumed {
                    fixed,
                    live: known.live && self.all_live(next) && !fixed,
                    never,
                    whole: known.whole && all_whole(next),
                    deps,
                    short: known.short,
                }
            })
            .zip(start)
            .map(|(held, _)| held)
            .collect()
    }

    /// What one step adds, with the step's index closed where it may be.
    fn summed(&mut self, steps: &Steps<'_>) -> Summed {
        let mut inside: Vec<[Depth; 3]> = Vec::new();
        let mut bits = Vec::new();
        for leaf in steps.after {
            let (depths, most) = self.leaf_depths(leaf);
            inside.push(depths);
            bits.push(closed_bits(&most, steps.open));
        }
        let closed = inside
            .iter()
            .map(|depths| {
                WEIGHINGS
                    .map(|w| self.close_depth(&depths[w as usize], std::slice::from_ref(steps.open), &[]))
            })
            .collect();
        Summed { inside, closed, bits }
    }

    /// The depths of a whole leaf, over all its elements, and the bits of what may be constant in it.
    pub(super) fn leaf_depths(&mut self, leaf: &Value) -> ([Depth; 3], Formula) {
        let none = || [Depth::new(), Depth::new(), Depth::new()];
        match leaf {
            Value::Cell(Cell::Static(value)) => (none(), value.bits.clone()),
            Value::Cell(Cell::Wire(wire)) => ((*wire.depths).clone(), wire.constant_bits.clone()),
            Value::Array(array) => {
                let mut depths = none();
                let mut bits = Formula::zero();
                for stream in self.streams_of(array) {
                    let (part, most) = self.within(&stream, &mut |this, opens| {
                        let cell = stream.cells[0].clone();
                        let wire = this.wire(&cell);
                        let closed = this.close(&wire, opens);
                        ((*closed.wire.depths).clone(), closed.wire.constant_bits.clone())
                    });
                    for weighing in WEIGHINGS {
                        let at = weighing as usize;
                        depths[at] = depth::join(&self.here.facts, &depths[at], &part[at]);
                    }
                    bits = Formula::max(&[bits, most]);
                }
                (depths, bits)
            }
            Value::Tuple(_) => (none(), Formula::zero()),
        }
    }

    /// The bits of the constants that a state may be: after the steps, for all that was noted.
    fn settle_bits(&mut self, bits: &[Formula], number: u32) {
        let with = |symbol: Symbol| match symbol {
            Symbol::Var(var) => {
                (0..bits.len()).find(|at| bits_symbol(number, *at) == var).map(|at| bits[at].clone())
            }
            Symbol::Param(_) => None,
        };
        let noted = std::mem::take(&mut self.here.met.constant_bits);
        for bits in noted {
            let settled = bits.substitute(&with);
            if settled == bits {
                self.here.met.constant_bits.insert(bits);
            } else {
                self.note_bits(&settled);
            }
        }
    }

    /// The components after so many steps.
    fn finals(&mut self, steps: &Steps<'_>, made: &Summed, count: &Formula) -> Vec<Value> {
        let starts: Vec<([Depth; 3], Formula)> =
            steps.start.iter().map(|leaf| self.leaf_depths(leaf)).collect();
        (0..steps.start.len())
            .map(|out| {
                let depths =
                    WEIGHINGS.map(|w| self.after_steps(steps, made, &starts, out, w as usize, count));
                let assumed = &steps.assumed[out];
                let fresh = self.fresh();
                let begins: Vec<Formula> = starts.iter().map(|(_, bits)| bits.clone()).collect();
                let bits = made.total_bits(steps, &begins, out, count);
                let live = if assumed.live { all_needs(&steps.start[out]) } else { None };
                let cell = |this: &mut Self, indices: &Deps| {
                    let deps = union(&assumed.deps, indices);
                    if assumed.fixed {
                        let mut value = Static::unknown(deps, bits.clone());
                        value.whole = assumed.whole;
                        if assumed.short {
                            value.cond = Some(Rc::new(Cond::Unknown));
                        }
                        return Cell::Static(Rc::new(value));
                    }
                    let named: Vec<(u32, Formula)> = indices.iter().map(|v| (*v, Formula::var(*v))).collect();
                    let name = this.name(super::analyzer::Name::At(fresh, named));
                    Cell::Wire(Rc::new(Wire {
                        depths: Rc::new(depths.clone()),
                        deps,
                        number: name,
                        live: live.clone(),
                        constant_bits: if assumed.never { Formula::zero() } else { bits.clone() },
                        short: assumed.short,
                        whole: assumed.short || assumed.whole,
                        constant: None,
                        guard: None,
                    }))
                };
                match &steps.start[out] {
                    Value::Array(array) if array.is_empty() => steps.start[out].clone(),
                    Value::Array(array) => self.build_array(&array.dims, &mut |this, places| {
                        let indices = places.iter().fold(Deps::new(), |deps, at| union(&deps, &at.deps));
                        cell(this, &indices)
                    }),
                    _ => Value::Cell(cell(self, &Deps::new())),
                }
            })
            .collect()
    }

    /// The depth of a component after so many steps.
    fn after_steps(
        &self,
        steps: &Steps<'_>,
        made: &Summed,
        starts: &[([Depth; 3], Formula)],
        out: usize,
        weighing: usize,
        count: &Formula,
    ) -> Depth {
        let n = steps.start.len();
        let own = |source: Source| match source {
            Source::State(number, at) if number == steps.number => Some(at as usize),
            _ => None,
        };
        let mut matrix: Matrix = vec![vec![None; n]; n];
        for (to, depths) in made.closed.iter().enumerate() {
            for term in &depths[weighing] {
                if let Some(from) = own(term.source) {
                    let entry = &mut matrix[to][from];
                    *entry = Some(match entry.take() {
                        Some(known) => Formula::max(&[known, term.cost.clone()]),
                        None => term.cost.clone(),
                    });
                }
            }
        }
        // Where there is no step, the start is left, and nothing added to it.
        let positive = |count: &Formula| {
            let known = self.here.facts.non_negative(count);
            if known { count.clone() } else { Formula::max(&[Formula::zero(), count.clone()]) }
        };
        // What a component adds to itself in every step, for certain, and the piece of the trail for it.
        let sure = |at: usize| -> Option<&Term> {
            made.inside[at][weighing].iter().find(|term| {
                own(term.source) == Some(at)
                    && is_even(&steps.after[at], weighing, term)
                    && vars(&term.cost).is_empty()
                    && term.tight.as_ref().is_some_and(|needs| needs.iter().all(|need| vars(need).is_empty()))
            })
        };
        let facts = &self.here.facts;
        let mut depth = Depth::new();
        let mut add = |from: usize, begin: &Term, taken: &Formula| {
            let Some(line) = walks::line(&matrix, from, out) else { return };
            let added = line.after(taken);
            let cost = begin.cost.add(&added);
            let mut tight: Needs = None;
            if let Some(step) = sure(from)
                && from == out
                && step.cost.mul(taken) == added
            {
                tight = depth::both(&begin.tight, &step.tight);
            }
            let inside =
                sure(from).or_else(|| made.closed[out][weighing].iter().find(|t| own(t.source).is_some()));
            let trail = if added.is_zero() {
                begin.trail.clone()
            } else {
                Some(Rc::new(Path {
                    span: steps.span,
                    step: Step::Steps,
                    levels: added,
                    inside: inside.and_then(|term| term.trail.clone()),
                    before: begin.trail.clone(),
                }))
            };
            depth::push(facts, &mut depth, Term { source: begin.source, cost, tight, trail });
        };
        for (from, (depths, _)) in starts.iter().enumerate() {
            for begin in &depths[weighing] {
                let even = is_even(&steps.start[from], weighing, begin);
                let tight = if even { begin.tight.clone() } else { None };
                add(from, &Term { tight, ..begin.clone() }, &positive(count));
            }
        }
        let rest = count.plus(-1);
        for (from, depths) in made.closed.iter().enumerate() {
            for begin in &depths[weighing] {
                if own(begin.source).is_some() {
                    continue;
                }
                // It comes in with the first step, or a later one. For certain only where it does so in each.
                let steady = made.inside[from][weighing].iter().find(|term| {
                    term.source == begin.source
                        && is_even(&steps.after[from], weighing, term)
                        && vars(&term.cost).is_empty()
                        && term.cost == begin.cost
                        && term
                            .tight
                            .as_ref()
                            .is_some_and(|needs| needs.iter().all(|need| vars(need).is_empty()))
                });
                let one: Needs = Some(Rc::from([rest.clone()]));
                let begin =
                    Term { tight: steady.and_then(|term| depth::both(&term.tight, &one)), ..begin.clone() };
                add(from, &begin, &rest);
            }
        }
        depth
    }

    /// The states of a scan: single first ones, and then one for each of so many steps.
    fn stacked(&mut self, start: &Value, first: &[Value], rest: Option<&(States, Formula)>) -> Value {
        let leaves = start.leaves();
        let stacks: Vec<Value> = leaves
            .iter()
            .enumerate()
            .map(|(at, leaf)| {
                let own: Vec<Value> =
                    first.iter().filter_map(|state| state.leaves().get(at).cloned()).collect();
                let inner = match leaf {
                    Value::Array(array) => array.dims.clone(),
                    _ => Vec::new(),
                };
                let begin = Formula::int(own.len() as i64);
                let mut pieces = match self.literal(own) {
                    Value::Array(array) => match &array.elements {
                        Elements::Pieces(pieces) => pieces.clone(),
                        Elements::Each(_) => Vec::new(),
                    },
                    _ => Vec::new(),
                };
                let mut length = begin.clone();
                if let Some((states, count)) = rest
                    && let Some((index, every)) = &states.each
                    && let Some(state) = every.leaves().get(at)
                {
                    let (index, state) = (*index, state.clone());
                    let dims: Vec<Formula> =
                        std::iter::once(count.clone()).chain(inner.iter().cloned()).collect();
                    let elements = self.build_array(&dims, &mut |this, places| {
                        let with = [(index, places[0].place.clone())];
                        let cell = match &state {
                            Value::Cell(cell) => cell.clone(),
                            Value::Array(array) => match this.read(array, &places[1..]) {
                                Value::Cell(cell) => cell,
                                _ => Cell::number(&Num::ZERO),
                            },
                            Value::Tuple(_) => Cell::number(&Num::ZERO),
                        };
                        this.at_indices(&cell, &with)
                    });
                    if let Value::Array(elements) = elements {
                        if pieces.is_empty() {
                            return Value::Array(elements);
                        }
                        pieces.push(Piece { start: begin, length: count.clone(), elements });
                        length = length.add(count);
                    }
                }
                let mut dims = vec![length];
                dims.extend(inner);
                if pieces.is_empty() {
                    return Value::array(Array::empty(dims.len()));
                }
                Value::array(Array { dims, vars: Vec::new(), elements: Elements::Pieces(pieces) })
            })
            .collect();
        start.with_leaves(&mut stacks.into_iter())
    }
}

/// A loop as it was analysed.
struct Steps<'a> {
    number: u32,
    start: &'a [Value],
    after: &'a [Value],
    assumed: &'a [Assumed],
    open: &'a Open,
    span: Span,
}

/// What one step adds.
struct Summed {
    /// The depths of the components after a step, the step's index still open.
    inside: Vec<[Depth; 3]>,
    /// As deep as at any index.
    closed: Vec<[Depth; 3]>,
    /// The bits of what may be constant, in those before the step.
    bits: Vec<Formula>,
}

impl Summed {
    /// At least the bits of what a component may be constant as, after so many steps.
    fn total_bits(&self, steps: &Steps<'_>, begins: &[Formula], out: usize, count: &Formula) -> Formula {
        if steps.assumed[out].short {
            return Formula::int(8);
        }
        let n = self.bits.len();
        let own: Vec<u32> = (0..n).map(|at| bits_symbol(steps.number, at)).collect();
        let uniform = |bits: &Formula, value: &Formula| {
            bits.substitute(&|symbol: Symbol| match symbol {
                Symbol::Var(var) if own.contains(&var) => Some(value.clone()),
                _ => None,
            })
        };
        // With B for the bits of every component: at most factor·B + more.
        let symbol = Formula::var(own[0]);
        let mut factor = 0;
        let mut more = Formula::zero();
        for bits in &self.bits {
            let at = uniform(bits, &symbol);
            let zero = uniform(bits, &Formula::zero());
            let slope = at.with(Symbol::Var(own[0]), &symbol.plus(1)).sub(&at);
            let Some(most) = (0..=8).find(|k| {
                slope.as_constant().map_or_else(
                    || crate::formula::Facts::new().at_most(&at, &symbol.times(*k).add(&zero)),
                    |s| s <= Num::int(*k),
                )
            }) else {
                return Formula::unknown();
            };
            factor = factor.max(most);
            more = Formula::max(&[more, zero]);
        }
        let begin = Formula::max(&[begins, &[Formula::one()]].concat());
        let sum = begin.add(&count.magnitude().mul(&more));
        match factor {
            0 => Formula::max(&[begin, more]),
            1 => sum,
            factor => sum.mul(&Formula::power(factor as u32, &count.magnitude())),
        }
    }
}

/// Whether every element of a leaf is at the end of such a path for certain, and not one alone.
fn is_even(leaf: &Value, weighing: usize, path: &Term) -> bool {
    let Value::Array(array) = leaf else { return true };
    match &array.elements {
        Elements::Each(Cell::Wire(wire)) => wire.depths[weighing].iter().any(|term| {
            let plain = |f: &Formula| vars(f).iter().all(|var| !array.vars.contains(var));
            term.source == path.source
                && term.cost == path.cost
                && term.tight.as_ref().is_some_and(|needs| needs.iter().all(plain))
        }),
        Elements::Each(Cell::Static(_)) => false,
        Elements::Pieces(pieces) => {
            pieces.iter().all(|piece| is_even(&Value::Array(piece.elements.clone()), weighing, path))
        }
    }
}

/// The number that stands for the bits of a component of a loop's state.
pub(super) fn bits_symbol(number: u32, at: usize) -> u32 {
    BITS + number * 64 + (at as u32).min(63)
}

/// Whether nothing in a leaf is a wire.
pub(super) fn all_fixed(leaf: &Value) -> bool {
    each_cell(leaf, &|cell| cell.is_static())
}

/// When nothing in a leaf is constant.
pub(super) fn all_needs(leaf: &Value) -> Needs {
    match leaf {
        Value::Cell(Cell::Wire(wire)) => wire.live.clone(),
        Value::Cell(Cell::Static(_)) | Value::Tuple(_) => None,
        Value::Array(array) => match &array.elements {
            Elements::Each(Cell::Wire(wire)) => wire.live.clone().filter(|needs| {
                needs.iter().all(|need| array.vars.iter().all(|var| !need.mentions(Symbol::Var(*var))))
            }),
            Elements::Each(Cell::Static(_)) => None,
            Elements::Pieces(pieces) => pieces.iter().fold(depth::always(), |needs, piece| {
                depth::both(&needs, &all_needs(&Value::Array(piece.elements.clone())))
            }),
        },
    }
}

/// Whether what is constant in a leaf is an integer.
pub(super) fn all_whole(leaf: &Value) -> bool {
    each_cell(leaf, &|cell| match cell {
        Cell::Static(value) => value.whole,
        Cell::Wire(wire) => wire.whole || wire.constant_bits.is_zero(),
    })
}

fn each_cell(leaf: &Value, holds: &dyn Fn(&Cell) -> bool) -> bool {
    match leaf {
        Value::Cell(cell) => holds(cell),
        Value::Array(array) => match &array.elements {
            Elements::Each(cell) => holds(cell),
            Elements::Pieces(pieces) => {
                pieces.iter().all(|piece| each_cell(&Value::Array(piece.elements.clone()), holds))
            }
        },
        Value::Tuple(parts) => parts.iter().all(|part| each_cell(part, holds)),
    }
}

/// The scalars of the leaves of a state: of the next one, where they differ, as a bool widens.
fn leaf_types(start: &crate::types::Type, next: &crate::types::Type) -> Vec<crate::types::Scalar> {
    use crate::types::{Scalar, Type};
    match (start, next) {
        (Type::Tuple(a), Type::Tuple(b)) => a.iter().zip(b).flat_map(|(a, b)| leaf_types(a, b)).collect(),
        (Type::Array(a, _), Type::Array(b, _)) => {
            vec![if a == b { *a } else { Scalar::Num }]
        }
        (Type::Array(scalar, _), _) | (_, Type::Array(scalar, _)) => vec![*scalar],
        _ => vec![Scalar::Num],
    }
}
