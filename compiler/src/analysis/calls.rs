//! Calls: the body of a family analysed where it is called, or what is known of a recursion.

use std::rc::Rc;

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::analyzer::{Analyzer, Frame, Name};
use super::calling::Constancy;
use super::depth::{self, Step};
use super::met::Reason;
use super::reading::At;
use super::value::{Array, Cell, Deps, Static, Value, WEIGHINGS, Wire, union, vars};
use crate::formula::{Formula, Symbol};
use crate::program::{Family, FamilyId};
use crate::typed::ExprId;
use crate::types::{Scalar, Type};

/// The stack that one body may need, and how much is added when less is left.
const RED_ZONE: usize = 1 << 20;
const MORE_STACK: usize = 16 << 20;

/// A family that is called more often is analysed by itself, once, and no longer where it is called.
const INLINED: u32 = 32;

/// A call, its parts evaluated.
pub(super) struct Called {
    pub(super) family: FamilyId,
    pub(super) sizes: Vec<Formula>,
    pub(super) generics: Vec<Scalar>,
    /// The arguments, as wires.
    pub(super) args: Vec<Value>,
    /// The indices that sizes and arguments depend on.
    pub(super) deps: Deps,
    pub(super) span: Span,
}

impl<'p> Analyzer<'p> {
    pub(super) fn call(
        &mut self,
        f: &mut Frame<'p>,
        id: ExprId,
        family: FamilyId,
        sizes: &[ExprId],
        args: &[ExprId],
        generics: &[Scalar],
    ) -> Value {
        let span = f.body[id].span;
        let written: Vec<At> = sizes.iter().map(|size| self.static_of(f, *size)).collect();
        let args: Vec<Value> = args.iter().map(|arg| self.eval(f, *arg)).collect();
        let generics = generics.iter().map(|scalar| super::expr::resolve(f, *scalar)).collect();
        let called = self.called(family, &written, &args, generics, span);
        self.call_with(&called)
    }

    /// Sizes found from what is written and from the arguments, which become wires.
    pub(super) fn called(
        &mut self,
        family: FamilyId,
        written: &[At],
        args: &[Value],
        generics: Vec<Scalar>,
        span: Span,
    ) -> Called {
        self.origin = span;
        let args: Vec<Value> = args
            .iter()
            .map(|arg| self.map_cells(arg, &mut |this, cell| Cell::Wire(this.wire(cell))))
            .collect();
        let declared: &Family = self.program.family(family);
        let mut sizes: Vec<Option<Formula>> = vec![None; declared.params.len()];
        for (slot, size) in sizes.iter_mut().zip(written) {
            *slot = Some(size.place.clone());
        }
        for (value, input) in args.iter().zip(&declared.inputs) {
            let Value::Array(array) = value else { continue };
            for (at, param) in input.ty.params.iter().enumerate() {
                if let (Some(param), Some(length)) = (param, array.dims.get(at))
                    && !(array.is_empty() && at > 0)
                {
                    sizes[*param as usize].get_or_insert_with(|| length.clone());
                }
            }
        }
        let sizes: Vec<Formula> = sizes.into_iter().map(|size| size.unwrap_or_else(Formula::zero)).collect();
        let mut deps = written.iter().fold(Deps::new(), |deps, size| union(&deps, &size.deps));
        for size in &sizes {
            deps = union(&deps, &vars(size));
        }
        for arg in &args {
            deps = union(&deps, &Self::value_deps(arg));
        }
        Called { family, sizes, generics, args, deps, span }
    }

    /// What a call gives.
    pub(super) fn call_with(&mut self, called: &Called) -> Value {
        let names: Vec<u32> = called.args.iter().map(|arg| self.value_name(arg)).collect();
        let key = Name::Call(called.family, called.sizes.clone(), names, 0);
        let known = !called.sizes.iter().any(Formula::is_unknown);
        let number = self.name(key);
        let memo = (u8::MAX - 2, vec![number]);
        if known
            && self.here.built.contains_key(&memo)
            && let Some(value) = self.results.get(&number)
        {
            return value.clone();
        }
        let value = self.call_anew(called);
        if known {
            let marker = self.constant_wire(&Rc::new(Static::number(&Num::ZERO)));
            self.remember(memo, &marker);
            self.results.insert(number, value.clone());
        }
        value
    }

    fn call_anew(&mut self, called: &Called) -> Value {
        let recursive = self.recursive.get(called.family.0 as usize).copied().flatten();
        if let Some(group) = recursive {
            if self
                .here
                .solving
                .as_ref()
                .is_some_and(|(family, generics)| *family == called.family && *generics == called.generics)
            {
                return self.inner_call(called);
            }
            let others = self.recursive.iter().filter(|other| **other == Some(group)).count();
            if others > 1 || self.calls.contains(&called.family) {
                self.gap(called.span, Reason::MutualRecursion);
                return self.unknown_result(called);
            }
            return self.solved_call(called);
        }
        let program = self.program;
        let family = program.family(called.family);
        let Some(result) = family.body.result else { return Value::number(&Num::ZERO) };
        let inlined = self.inlined.entry(called.family).or_insert(0);
        *inlined += 1;
        if *inlined > INLINED {
            return self.solved_call(called);
        }
        let mut frame = Frame::new(&family.body, called.sizes.clone(), called.generics.clone());
        for (slot, (value, input)) in called.args.iter().zip(&family.inputs).enumerate() {
            frame.slots[slot] = self.declared(&mut frame, value, &input.ty.ty);
        }
        self.calls.push(called.family);
        let scope = self.scope();
        self.conditions(&mut frame, family);
        let value = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.eval(&mut frame, result));
        self.leave_loop(scope);
        self.calls.pop();
        self.origin = called.span;
        let value = self.declared(&mut frame, &value, &family.result.ty);
        self.map_cells(&value, &mut |this, cell| Cell::Wire(this.wire(cell)))
    }

    /// A value with the sizes that its declared type has: those are shown to be the same, or judged at each n.
    pub(super) fn declared(&mut self, f: &mut Frame<'p>, value: &Value, ty: &Type) -> Value {
        match (value, ty) {
            (Value::Tuple(parts), Type::Tuple(types)) => {
                Value::Tuple(parts.iter().zip(types).map(|(part, ty)| self.declared(f, part, ty)).collect())
            }
            (Value::Array(array), Type::Array(_, dims))
                if !array.is_empty() && array.dims.len() == dims.len() =>
            {
                let dims: Vec<Formula> = array
                    .dims
                    .iter()
                    .zip(dims)
                    .map(|(found, dim)| match dim {
                        Some(size) => {
                            let size = f.size(size);
                            if size.is_unknown() { found.clone() } else { size }
                        }
                        None => found.clone(),
                    })
                    .collect();
                if dims == array.dims {
                    return value.clone();
                }
                Value::array(Array { dims, vars: array.vars.clone(), elements: array.elements.clone() })
            }
            _ => value.clone(),
        }
    }

    /// The conditions of a `where`, which hold wherever the body is.
    pub(super) fn conditions(&mut self, f: &mut Frame<'p>, family: &'p Family) {
        for condition in &family.conditions {
            if let Value::Cell(Cell::Static(value)) = self.eval(f, *condition) {
                self.assume(&value.truth_of());
            }
        }
    }

    /// A result of which nothing is known.
    pub(super) fn unknown_result(&mut self, called: &Called) -> Value {
        let family = self.program.family(called.family);
        let frame = Frame::new(&family.body, called.sizes.clone(), called.generics.clone());
        self.here.met.tally = self.here.met.tally.map(&mut |_| Formula::unknown());
        self.unknown_value(&frame, &family.result.ty.clone(), &called.deps)
    }

    /// What a recursive family gives, solved once, at the sizes and arguments of a call.
    fn solved_call(&mut self, called: &Called) -> Value {
        let constant: Vec<Constancy> = called.args.iter().map(|arg| self.constancy(arg)).collect();
        let solved = self.solve(called.family, &called.generics, &constant);
        let size = |symbol: Symbol| match symbol {
            Symbol::Param(index) => called.sizes.get(index as usize).cloned(),
            Symbol::Var(_) => None,
        };
        let args: Vec<([depth::Depth; 3], Formula)> =
            called.args.iter().map(|arg| self.leaf_depths(arg)).collect();
        let bits = |symbol: Symbol| match symbol {
            Symbol::Param(index) => called.sizes.get(index as usize).cloned(),
            Symbol::Var(var) => {
                let at = super::recursion::input_bits_at(var)?;
                args.get(at).map(|(_, bits)| bits.clone())
            }
        };
        self.origin = called.span;
        // What is built of the arguments is not told apart: where they are constants, those are there.
        called.args.iter().for_each(|arg| self.charge_outputs(arg));
        let tally = solved.met.tally.map(&mut |f| f.substitute(&size));
        self.charge(&tally, &called.deps);
        self.take_met(&solved.met, &size, &bits);
        let all_live = called.args.iter().all(|arg| self.all_live(arg));
        let number = self.fresh();
        let mut leaf = 0u32;
        self.map_leaves(&solved.result, &mut |this, value| {
            leaf += 1;
            let name = this.name(Name::Call(called.family, called.sizes.clone(), vec![number], leaf));
            this.instantiated(value, called, &args, &size, &bits, all_live, name)
        })
    }

    fn map_leaves(&mut self, value: &Value, f: &mut dyn FnMut(&mut Self, &Value) -> Value) -> Value {
        let leaves = value.leaves();
        let made: Vec<Value> = leaves.iter().map(|leaf| f(self, leaf)).collect();
        value.with_leaves(&mut made.into_iter())
    }

    /// A leaf of a solved result at a call.
    #[allow(clippy::too_many_arguments, reason = "what a call brings")]
    fn instantiated(
        &mut self,
        leaf: &Value,
        called: &Called,
        args: &[([depth::Depth; 3], Formula)],
        size: &dyn Fn(Symbol) -> Option<Formula>,
        bits: &dyn Fn(Symbol) -> Option<Formula>,
        all_live: bool,
        name: u32,
    ) -> Value {
        let make = |this: &mut Self, cell: &Cell, indices: &Deps| {
            let Cell::Wire(wire) = cell else { return cell.clone() };
            let named: Vec<(u32, Formula)> = indices.iter().map(|v| (*v, Formula::var(*v))).collect();
            let number = this.name(Name::At(name, named));
            let depths = WEIGHINGS.map(|w| {
                let mut depth = depth::Depth::new();
                for term in depth::substitute(&wire.depths[w as usize], size) {
                    let below: Vec<depth::Term> = match term.source {
                        depth::Source::Input(at) => args
                            .get(at as usize)
                            .map(|(depths, _)| depths[w as usize].clone())
                            .unwrap_or_default(),
                        _ => vec![depth::Term { cost: Formula::zero(), ..term.clone() }],
                    };
                    let uniform = below.len() == 1;
                    for begin in below {
                        let trail = depth::longer(
                            &begin.trail,
                            called.span,
                            Step::Call(called.family),
                            &term.cost,
                            term.trail.clone(),
                        );
                        let tight =
                            if uniform && all_live { depth::both(&begin.tight, &term.tight) } else { None };
                        let cost = begin.cost.add(&term.cost);
                        depth::push(
                            &this.here.facts,
                            &mut depth,
                            depth::Term { source: begin.source, cost, tight, trail },
                        );
                    }
                }
                depth
            });
            Cell::Wire(Rc::new(Wire {
                depths: Rc::new(depths),
                deps: union(&called.deps, indices),
                number,
                live: if all_live { depth::substitute_needs(&wire.live, size) } else { None },
                constant_bits: wire.constant_bits.substitute(bits),
                short: wire.short,
                whole: wire.whole,
                constant: None,
                guard: None,
            }))
        };
        match leaf {
            Value::Cell(cell) => Value::Cell(make(self, cell, &Deps::new())),
            Value::Array(array) => {
                let dims: Vec<Formula> = array.dims.iter().map(|dim| dim.substitute(size)).collect();
                // The depths of a solved result are those of its deepest element.
                let cell = match &array.elements {
                    super::value::Elements::Each(cell) => cell.clone(),
                    super::value::Elements::Pieces(_) => Cell::number(&Num::ZERO),
                };
                self.build_array(&dims, &mut |this, places| {
                    let indices = places.iter().fold(Deps::new(), |deps, at| union(&deps, &at.deps));
                    make(this, &cell, &indices)
                })
            }
            Value::Tuple(_) => leaf.clone(),
        }
    }

    /// Takes over what was met in a solved family.
    fn take_met(
        &mut self,
        met: &super::met::Met,
        size: &dyn Fn(Symbol) -> Option<Formula>,
        bits: &dyn Fn(Symbol) -> Option<Formula>,
    ) {
        for (depth, product) in [(&met.add_fan_in, false), (&met.mul_fan_in, true)] {
            for term in depth::substitute(depth, size) {
                self.note_widest(depth::Term { tight: None, ..term }, product);
            }
        }
        let here = &mut self.here.met;
        if let Some(span) = met.sign {
            here.sign.get_or_insert(span);
        }
        if let Some(span) = met.counting {
            here.counting.get_or_insert(span);
        }
        if let Some(span) = met.product {
            here.product.get_or_insert(span);
        }
        if let Some(span) = met.long {
            here.long.get_or_insert(span);
        }
        here.numbers.extend(met.numbers.iter().cloned());
        for (place, shown) in &met.ranges {
            *here.ranges.entry(*place).or_insert(true) &= *shown;
        }
        for gap in &met.gaps {
            if !here.gaps.contains(gap) {
                here.gaps.push(*gap);
            }
        }
        for noted in &met.constant_bits {
            self.note_bits(&noted.substitute(bits));
        }
    }

    /// Chains of thought: a step gives an element, and the sequence grows by it.
    #[allow(clippy::too_many_arguments, reason = "the parts of a chain")]
    pub(super) fn generate(
        &mut self,
        f: &mut Frame<'p>,
        id: ExprId,
        step: FamilyId,
        sizes: &[ExprId],
        start: ExprId,
        steps: ExprId,
        more: &[ExprId],
        generics: &[Scalar],
    ) -> Value {
        let span = f.body[id].span;
        let written: Vec<At> = sizes.iter().map(|size| self.static_of(f, *size)).collect();
        let begin = self.eval(f, start);
        let more: Vec<Value> = more.iter().map(|arg| self.eval(f, *arg)).collect();
        let count = self.static_of(f, steps);
        let generics: Vec<Scalar> = generics.iter().map(|scalar| super::expr::resolve(f, *scalar)).collect();
        if count.place.is_unknown() {
            self.gap(span, Reason::Steps);
        }
        let begin = Self::as_array(&begin);
        let family = self.program.family(step);
        let Type::Array(scalar, element) = &family.result.ty else { return Value::Array(begin) };
        let element_frame =
            Frame::new(&family.body, written.iter().map(|at| at.place.clone()).collect(), generics.clone());
        let inner: Vec<Formula> = if begin.is_empty() {
            element
                .iter()
                .map(|dim| dim.as_ref().map_or_else(Formula::unknown, |d| element_frame.size(d)))
                .collect()
        } else {
            begin.dims[1..].to_vec()
        };
        let short = self.program.codes(super::expr::resolve(&element_frame, *scalar)).is_some();
        let length = begin.dims[0].clone();
        // The state is one element that stands for the deepest of the sequence so far.
        let deepest = {
            let (depths, bits) = self.leaf_depths(&Value::Array(begin.clone()));
            let live =
                if begin.is_empty() { None } else { super::leaves::all_needs(&Value::Array(begin.clone())) };
            let deps = Self::value_deps(&Value::Array(begin.clone()));
            let number = self.fresh();
            let wire = Wire {
                depths: Rc::new(depths),
                deps,
                number,
                live,
                constant_bits: bits,
                short,
                whole: short,
                constant: None,
                guard: None,
            };
            Value::Cell(Cell::Wire(Rc::new(wire)))
        };
        let place = count.clone();
        let mut body = |this: &mut Self, state: &Value, at: &At| {
            let Value::Cell(Cell::Wire(state)) = state else { return state.clone() };
            let so_far = length.add(&at.place);
            let dims: Vec<Formula> = std::iter::once(so_far).chain(inner.iter().cloned()).collect();
            let sequence = this.build_array(&dims, &mut |this, places| {
                let indices = places.iter().fold(Deps::new(), |deps, at| union(&deps, &at.deps));
                let named: Vec<(u32, Formula)> = indices.iter().map(|v| (*v, Formula::var(*v))).collect();
                let mut element = (**state).clone();
                element.number = this.name(Name::At(state.number, named));
                element.deps = union(&union(&state.deps, &indices), &at.deps);
                Cell::Wire(Rc::new(element))
            });
            let mut args = vec![sequence];
            args.extend(more.iter().cloned());
            let called = this.called(step, &written, &args, generics.clone(), span);
            let next = this.call_with(&called);
            let (depths, bits) = this.leaf_depths(&next);
            let number = this.fresh();
            let own = Wire {
                depths: Rc::new(depths),
                deps: union(&Self::value_deps(&next), &at.deps),
                number,
                live: super::leaves::all_needs(&next),
                constant_bits: bits,
                short,
                whole: short,
                constant: None,
                guard: None,
            };
            // The sequence goes on to the next step as well as what was appended.
            let wires = [Rc::new(own), Rc::new((**state).clone())];
            Value::Cell(Cell::Wire(this.either(&wires, None)))
        };
        let last = self.steps(&deepest, &place.place, &[short], false, span, &mut body);
        let dims: Vec<Formula> = std::iter::once(begin.dims[0].add(&count.place)).chain(inner).collect();
        let Value::Cell(Cell::Wire(last)) = last else { return Value::Array(begin) };
        let deps = union(&last.deps, &count.deps);
        self.build_array(&dims, &mut |this, places| {
            let indices = places.iter().fold(deps.clone(), |deps, at| union(&deps, &at.deps));
            let named: Vec<(u32, Formula)> = indices.iter().map(|v| (*v, Formula::var(*v))).collect();
            let mut element = (*last).clone();
            element.number = this.name(Name::At(last.number, named));
            element.deps = indices;
            Cell::Wire(Rc::new(element))
        })
    }
}
