//! Recursive calls as they are met: how sizes shrink, and what is guessed of what they give.

use std::rc::Rc;

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::analyzer::{Analyzer, Frame, Name, Open};
use super::calls::Called;
use super::closing::closed_bits;
use super::depth::{self, Depth, Needs, Source};
use super::reading::At;
use super::recursion::RESULT_BITS;
use super::value::{Cell, Deps, Value, WEIGHINGS, Wire, union};
use crate::formula::{Formula, Symbol};
use crate::types::Type;

/// How a size changes from one level to the next, for certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shrink {
    /// It is the same.
    pub(super) same: bool,
    /// At most `ceil(q/2)`, from q ≥ 2.
    pub(super) half_up: bool,
    /// At most `floor(q/2)`, from q ≥ 1.
    pub(super) half_down: bool,
    /// At most q - 1.
    pub(super) less: bool,
    /// It is `ceil(q/2)`.
    pub(super) is_half_up: bool,
    /// It is q - 1.
    pub(super) is_less: bool,
}

/// A recursive call.
#[derive(Clone, Debug)]
pub(super) struct Inner {
    /// The sizes there.
    pub(super) sizes: Vec<Formula>,
    pub(super) shrinks: Vec<Shrink>,
    /// The depths of the arguments there.
    pub(super) args: Vec<[Depth; 3]>,
    /// Whether the arguments may be constant, and the bits of what may be.
    pub(super) constancy: Vec<Constancy>,
    pub(super) bits: Vec<Formula>,
    /// At most so many calls.
    pub(super) count: Formula,
    pub(super) live: bool,
    pub(super) span: Span,
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
    pub(super) live: Vec<Needs>,
    /// No leaf is ever constant.
    pub(super) never: bool,
    /// What is constant is an integer.
    pub(super) whole: bool,
}

impl Guess {
    /// What is left of a guess by what came out; `None` where it came out whole.
    pub(super) fn less(&self, out: &Guess) -> Option<Guess> {
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

impl<'p> Analyzer<'p> {
    /// Whether an argument may be constant.
    pub(super) fn constancy(&mut self, arg: &Value) -> Constancy {
        if self.leaf_depths(arg).1.is_zero() {
            Constancy::Never
        } else if super::leaves::all_whole(arg) {
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

    pub(super) fn inner_result(
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
    pub(super) fn shrink(&self, param: u32, size: &Formula) -> Shrink {
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
}
