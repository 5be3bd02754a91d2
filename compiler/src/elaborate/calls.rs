//! Calls: a family's circuit inlined, equal calls once, recursion only where sizes shrink.

use circ_grammar::tree::Span;
use circ_runtime::{GateId, Num, Port};

use super::Id;
use super::frame::{Activation, Elaborator, Frame, Origin, Stop, number};
use super::memo::Key;
use super::shapes::is_empty_literal;
use super::value::{Cell, Short, Sizes, Value};
use crate::diagnostics::BuildFact;
use crate::program::{Family, FamilyId};
use crate::size::Size;
use crate::types::{Scalar, Type};

/// The stack that one body may need, and how much is added when less is left.
const RED_ZONE: usize = 2 << 20;
const MORE_STACK: usize = 32 << 20;

/// What a call is made of, beside the family.
#[derive(Clone)]
pub(super) struct CallParts {
    /// The sizes that are written.
    pub(super) written: Sizes,
    /// What the generic names stand for.
    pub(super) generics: Short<Scalar>,
    /// The arguments, as wires.
    pub(super) values: Short<Value>,
}

impl<'p> Elaborator<'p, '_> {
    pub(super) fn call(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        callee: FamilyId,
        sizes: &[Id],
        args: &[Id],
        generics: &[Scalar],
    ) -> Result<Value, Stop> {
        let parts = self.call_parts(f, id, callee, sizes, args, generics)?;
        self.call_with(callee, parts, f.span(id))
    }

    /// The parts of a call: its written sizes, its types, and its arguments as wires.
    pub(super) fn call_parts(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        callee: FamilyId,
        sizes: &[Id],
        args: &[Id],
        generics: &[Scalar],
    ) -> Result<CallParts, Stop> {
        let family = self.program.family(callee);
        let mut written = Sizes::new();
        for size in sizes {
            written.push(self.natural(f, *size, "a size")? as u64);
        }
        let mut values: Short<Value> = Short::new();
        for arg in args {
            values.push(self.eval(f, *arg)?);
        }
        let generics: Short<Scalar> = generics
            .iter()
            .map(|scalar| match scalar {
                Scalar::Generic(index) => f.generics.get(*index as usize).copied().unwrap_or(Scalar::Num),
                other => *other,
            })
            .collect();
        // At the top of a test the arguments are inputs; elsewhere what is static becomes a constant gate.
        self.at(f, id);
        let as_inputs = self.in_test && self.chain.is_empty();
        let stay_numbers = self.given.is_some();
        for (value, input) in values.iter_mut().zip(&family.inputs) {
            if stay_numbers {
                continue;
            } else if as_inputs {
                *value = self.argument_input(value, family, &input.name, &input.ty.ty, &generics);
            } else {
                self.make_wires(value);
            }
        }
        self.check_budget(f.span(id))?;
        Ok(CallParts { written, generics, values })
    }

    /// A call whose arguments are wires.
    pub(super) fn call_with(
        &mut self,
        callee: FamilyId,
        mut parts: CallParts,
        span: Span,
    ) -> Result<Value, Stop> {
        let family: &'p Family = self.program.family(callee);
        let sizes = infer_sizes(family, &parts.written, &parts.values);
        self.check_recursion(callee, &sizes, span)?;
        let mut key = Key::of(callee, &sizes, &parts.generics, &parts.values);
        if let Some(given) = &mut self.given {
            given.name(&parts.values, &mut key);
        }
        // Every argument is looked at, also where the call was made before, and kept where not.
        self.charge(key.looked_at(), span)?;
        let place = match self.memo.find(&key) {
            Ok(known) => return Ok(known),
            Err(place) => place,
        };
        self.charge(1, span)?;
        if self.chain.len() as u64 >= self.limits.max_calls {
            return Err(self.stop(span, BuildFact::CallsTooDeep { limit: self.limits.max_calls }));
        }
        let slots = self.spare_slots.pop().unwrap_or_default();
        let mut frame = Frame::over(slots, &family.body, Some(callee), sizes.clone(), self.base(callee));
        frame.generics = parts.generics;
        self.enter(callee, sizes, span);
        let loops = std::mem::take(&mut self.loops);
        let values = &mut parts.values;
        let result =
            stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.body(&mut frame, family, values, span));
        self.loops = loops;
        self.chain.pop();
        self.spare_slots.push(frame.into_slots());
        let mut result = result?;
        if self.given.is_none() {
            self.make_wires(&mut result);
        }
        self.check_budget(span)?;
        self.memo.insert(&place, result.clone());
        Ok(result)
    }

    /// Makes the static elements of a value constant gates.
    fn make_wires(&mut self, value: &mut Value) {
        if !value.is_all_wires() {
            *value = value.map(&mut |cell| Cell::Wire(self.wire(cell)));
        }
    }

    fn body(
        &mut self,
        f: &mut Frame<'p>,
        family: &'p Family,
        values: &mut Short<Value>,
        call: Span,
    ) -> Result<Value, Stop> {
        for (slot, (value, input)) in values.drain(..).zip(&family.inputs).enumerate() {
            let role = || format!("the argument `{}` of `{}`", input.name, family.name);
            f.slots[slot] = self.conform(f, value, &input.ty, &role, call)?;
        }
        self.conditions(f, family, Some(call))?;
        let Some(result) = family.body.result else { return Err(self.internal(call)) };
        let value = self.eval(f, result)?;
        let role = || format!("the result of `{}`", family.name);
        self.conform(f, value, &family.result, &role, family.body[result].span)
    }

    pub(super) fn enter(&mut self, family: FamilyId, sizes: Sizes, span: Span) {
        self.chain.push(Activation { family, sizes, span });
    }

    /// Tests the conditions of a `where` in order, up to the first that fails.
    pub(super) fn conditions(
        &mut self,
        f: &mut Frame<'p>,
        family: &'p Family,
        call: Option<Span>,
    ) -> Result<(), Stop> {
        for condition in &family.conditions {
            let value = self.eval(f, *condition)?;
            if value.as_static().is_some_and(Num::is_zero) {
                let at = family.body[*condition].span;
                let fact = BuildFact::ConditionFails {
                    family: family.name.clone(),
                    condition: at,
                    call: call.is_some(),
                };
                return Err(self.stop(call.unwrap_or(at), fact));
            }
        }
        Ok(())
    }

    /// On every cycle of calls no parameter may grow, and one must shrink; so every recursion ends.
    pub(super) fn check_recursion(&self, callee: FamilyId, sizes: &[u64], span: Span) -> Result<(), Stop> {
        let Some(before) = self.chain.iter().rev().find(|a| a.family == callee) else { return Ok(()) };
        let grows = sizes.iter().zip(&before.sizes).any(|(now, then)| now > then);
        let shrinks = sizes.iter().zip(&before.sizes).any(|(now, then)| now < then);
        if shrinks && !grows {
            return Ok(());
        }
        let family = self.program.family(callee);
        let text = |sizes: &[u64]| {
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            if sizes.is_empty() {
                family.name.clone()
            } else {
                format!("{}[{}]", family.name, sizes.join(", "))
            }
        };
        let fact = BuildFact::RecursionDoesNotShrink {
            family: family.name.clone(),
            before: text(&before.sizes),
            after: text(sizes),
            grows,
            sized: sized(family),
            param: family.params.first().cloned(),
        };
        Err(self.stop(span, fact))
    }

    /// Makes the static elements of a test's argument inputs of its circuit.
    fn argument_input(
        &mut self,
        value: &Value,
        family: &Family,
        input: &str,
        ty: &Type,
        generics: &[Scalar],
    ) -> Value {
        let mut next = self.scalars();
        let mut numbers = Vec::new();
        let mut made: Vec<GateId> = Vec::new();
        let result = value.map(&mut |cell| match cell {
            Cell::Wire(_) => cell.clone(),
            Cell::Static(number) => {
                let gate = self.builder.input(next);
                next += 1;
                numbers.push(number.clone());
                made.push(gate);
                Cell::Wire(gate)
            }
        });
        if !made.is_empty() {
            let ty = match ty {
                Type::Array(Scalar::Generic(index), dims) => {
                    Type::Array(generics.get(*index as usize).copied().unwrap_or(Scalar::Num), dims.clone())
                }
                other => other.clone(),
            };
            let shape =
                if made.len() == value.cells().len() { value.shape().to_vec() } else { vec![made.len()] };
            let port = Port {
                name: format!("{}{}.{input}", family.name, self.inputs.len()),
                ty: super::port_type(self.program, &ty),
                shape,
                gates: made,
            };
            self.inputs.push((port, Origin::Argument(numbers)));
        }
        result
    }

    /// How many numbers the inputs have so far.
    pub(super) fn scalars(&self) -> u32 {
        self.inputs.iter().map(|(port, _)| port.gates.len()).sum::<usize>() as u32
    }

    /// The values of the arguments of a test, in the order of their inputs.
    pub(super) fn argument_values(&self) -> Vec<Num> {
        let values = self.inputs.iter().filter_map(|(_, origin)| match origin {
            Origin::Argument(values) => Some(values.as_slice()),
            Origin::Given | Origin::Chain => None,
        });
        values.flatten().cloned().collect()
    }
}

/// The head that a recursion over an input needs: its number as a size.
fn sized(family: &Family) -> Option<String> {
    let number = family.inputs.iter().find(|input| input.ty.ty == Type::NUM)?;
    let rest = if family.inputs.len() == 1 { "" } else { "…" };
    family.params.is_empty().then(|| format!("{}[{}]({rest})", family.name, number.name))
}

/// The size parameters of a call: those written, then those found in dimensions that are a bare parameter; what an
/// empty array leaves open is 0.
pub(super) fn infer_sizes(family: &Family, written: &[u64], values: &[Value]) -> Sizes {
    let mut sizes: Short<Option<u64>> = Short::from_elem(None, family.params.len());
    for (slot, size) in sizes.iter_mut().zip(written) {
        *slot = Some(*size);
    }
    for (value, input) in values.iter().zip(&family.inputs) {
        let shape = value.shape();
        for (at, param) in input.ty.params.iter().enumerate() {
            let Some(param) = *param else { continue };
            // `[]` tells its first dimension alone.
            if let Some(length) = shape.get(at)
                && !(is_empty_literal(shape) && at > 0)
            {
                sizes[param as usize].get_or_insert(*length as u64);
            }
        }
    }
    sizes.into_iter().map(|size| size.unwrap_or(0)).collect()
}

impl Size {
    /// The value at these parameters.
    pub(crate) fn at(&self, sizes: &[u64]) -> Option<Num> {
        let arguments: Vec<Option<Size>> = sizes.iter().map(|s| Some(Size::constant(number(*s)))).collect();
        self.substitute(&arguments)?.as_constant()
    }
}
