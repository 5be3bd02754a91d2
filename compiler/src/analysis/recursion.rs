//! Recursion: a measure that falls at every call, and what each level adds.
//!
//! A family that calls itself is analysed with its own circuit unknown. The calls that are met say how its sizes
//! shrink; what the body adds to what they give is a matrix, as for the step of a loop, and what it builds beside
//! them is the work of a level.

use std::rc::Rc;

use circ_runtime::Num;

use super::analyzer::{Analyzer, BITS, Context, Frame, Name};
use super::calling::{Constancy, Guess};
use super::depth::{self, Depth, Source};
use super::met::{Met, Reason};
use super::reading::At;
use super::value::{Array, Cell, Deps, Elements, Value, WEIGHINGS, Wire, union};
use crate::formula::{Formula, Symbol};
use crate::program::FamilyId;
use crate::types::{Scalar, Type};

/// A recursive family for all n.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) result: Value,
    pub(super) met: Met,
}

/// The symbol for the bits of what is constant in an input.
pub(super) fn input_bits(at: usize) -> u32 {
    2 * BITS + at as u32
}

/// The input of such a symbol.
pub(super) fn input_bits_at(var: u32) -> Option<usize> {
    (2 * BITS..3 * BITS).contains(&var).then(|| (var - 2 * BITS) as usize)
}

/// So many times something is guessed, before nothing is.
pub(super) const GUESSES: usize = 6;

/// The symbol for the bits of what is constant in the result of a recursive call.
pub(super) const RESULT_BITS: u32 = 3 * BITS;

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
    pub(super) fn solve_as(
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
            live: leaves.iter().map(super::leaves::all_needs).collect(),
            never: leaves.iter().all(|leaf| self.leaf_depths(leaf).1.is_zero()),
            whole: leaves.iter().all(super::leaves::all_whole),
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
            met.gaps.push(super::met::Gap { span, reason: Reason::ManyCalls });
        }
        Ok(Solved { result: value.with_leaves(&mut made.into_iter()), met })
    }

    pub(super) fn unknown_leaf(&mut self, leaf: &Value) -> Value {
        let depths = WEIGHINGS.map(|_| depth::unknown());
        self.solved_leaf(leaf, depths, &Formula::unknown())
    }

    /// A leaf with these depths for every element.
    pub(super) fn solved_leaf(&mut self, leaf: &Value, depths: [Depth; 3], bits: &Formula) -> Value {
        let needs = super::leaves::all_needs(leaf);
        let whole = super::leaves::all_whole(leaf);
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
}

/// Whether the elements of an array have few bits.
pub(super) fn array_short(array: &Array) -> bool {
    match &array.elements {
        Elements::Each(Cell::Wire(wire)) => wire.short,
        Elements::Each(Cell::Static(_)) => true,
        Elements::Pieces(pieces) => pieces.iter().all(|piece| array_short(&piece.elements)),
    }
}

/// Those of some parameters that these sizes bound.
pub(super) fn free_params(params: &[u32], dims: &[Formula]) -> Vec<u32> {
    let bounded = |param: &&u32| dims.iter().any(|dim| *dim == Formula::param(**param));
    params.iter().filter(bounded).copied().collect()
}
