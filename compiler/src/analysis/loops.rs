//! `fold`, `scan` and `generate`: the depth that a step adds, as often as there are steps.
//!
//! A body is analysed once, with a state whose depth is a source of its own. What the step adds from each component
//! to each other one is a matrix; the steps together add what its longest walks do (`walks.rs`). A first step whose
//! state is constant, or may be, is taken by itself: constants fold through it. What a step builds is counted for
//! each step, as the state is another one each time.

use std::rc::Rc;

use circ_grammar::tree::Span;

use super::analyzer::{Analyzer, BITS, Frame, Open};
use super::depth::{self, Source};
use super::leaves::{all_fixed, all_whole};
use super::met::Reason;
use super::reading::At;
use super::states::Steps;
use super::value::{Cell, Cond, Deps, Static, Value, Wire, union, vars};
use crate::formula::Formula;
use crate::typed::{Each, ExprId, Pattern};

/// A loop of no more steps than this is unrolled.
pub(super) const UNROLLED: i64 = 8;
/// So many times the state of a loop is made less certain, until it holds from step to step.
pub(super) const ROUNDS: usize = 8;

/// One step: the state before it, the place of the step, the state after it.
pub(super) type Body<'b, 'p> = &'b mut dyn FnMut(&mut Analyzer<'p>, &Value, &At) -> Value;

/// What is taken for granted of a component of the state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Assumed {
    /// It is known from the sizes.
    pub(super) fixed: bool,
    /// It is not constant where inputs are not.
    pub(super) live: bool,
    /// It is never constant.
    pub(super) never: bool,
    /// It is an integer where it is constant.
    pub(super) whole: bool,
    /// The indices that it depends on.
    pub(super) deps: Deps,
    /// Its values have few bits, as its type says.
    pub(super) short: bool,
}

/// The states of a loop: the last one, and each.
pub(super) struct States {
    pub(super) last: Value,
    /// After step k, for an index k below the number of steps.
    pub(super) each: Option<(u32, Value)>,
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
    pub(super) fn repeated(
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
    pub(super) fn state(
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
                // Components beyond those that have a symbol of their own may be constants of any length.
                let own = at < SYMBOLS as usize;
                let bits = if own { Formula::var(bits_symbol(number, at)) } else { Formula::unknown() };
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

    /// What still holds of each component after a step.
    pub(super) fn held(
        &mut self,
        start: &[Value],
        after: &[Value],
        assumed: &[Assumed],
        open: &Open,
    ) -> Vec<Assumed> {
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
}

/// So many components of a state have a symbol of their own.
const SYMBOLS: u32 = 64;

/// The number that stands for the bits of a component of a loop's state, one of the first [`SYMBOLS`].
pub(super) fn bits_symbol(number: u32, at: usize) -> u32 {
    BITS + number * SYMBOLS + (at as u32).min(SYMBOLS - 1)
}

/// The scalars of the leaves of a state: of the next one, where they differ, as a bool widens.
pub(super) fn leaf_types(start: &crate::types::Type, next: &crate::types::Type) -> Vec<crate::types::Scalar> {
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
