//! The states of a loop: what a step adds from each component to each other one, as often as there are steps.

use std::rc::Rc;

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::analyzer::{Analyzer, Open};
use super::closing::closed_bits;
use super::depth::{self, Depth, Needs, Path, Source, Step, Term};
use super::leaves::all_needs;
use super::loops::{Assumed, States, bits_symbol};
use super::value::{Array, Cell, Cond, Deps, Elements, Piece, Static, Value, WEIGHINGS, Wire, union, vars};
use super::walks::{self, Matrix};
use crate::formula::{Formula, Symbol};

/// A loop as it was analysed.
pub(super) struct Steps<'a> {
    pub(super) number: u32,
    pub(super) start: &'a [Value],
    pub(super) after: &'a [Value],
    pub(super) assumed: &'a [Assumed],
    pub(super) open: &'a Open,
    pub(super) span: Span,
}

/// What one step adds.
pub(super) struct Summed {
    /// The depths of the components after a step, the step's index still open.
    pub(super) inside: Vec<[Depth; 3]>,
    /// As deep as at any index.
    pub(super) closed: Vec<[Depth; 3]>,
    /// The bits of what may be constant, in those before the step.
    pub(super) bits: Vec<Formula>,
}

/// Whether every element of a leaf is at the end of such a path for certain, and not one alone.
pub(super) fn is_even(leaf: &Value, weighing: usize, path: &Term) -> bool {
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

impl Summed {
    /// At least the bits of what a component may be constant as, after so many steps.
    pub(super) fn total_bits(
        &self,
        steps: &Steps<'_>,
        begins: &[Formula],
        out: usize,
        count: &Formula,
    ) -> Formula {
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

impl<'p> Analyzer<'p> {
    /// What one step adds, with the step's index closed where it may be.
    pub(super) fn summed(&mut self, steps: &Steps<'_>) -> Summed {
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

    /// The bits of the constants that a state may be: after the steps, for all that was noted.
    pub(super) fn settle_bits(&mut self, bits: &[Formula], number: u32) {
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
    pub(super) fn finals(&mut self, steps: &Steps<'_>, made: &Summed, count: &Formula) -> Vec<Value> {
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
    pub(super) fn after_steps(
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
    pub(super) fn stacked(
        &mut self,
        start: &Value,
        first: &[Value],
        rest: Option<&(States, Formula)>,
    ) -> Value {
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
