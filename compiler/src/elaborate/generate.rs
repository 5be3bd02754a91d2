//! Chains of thought: `generate` unrolled into the circuit, or left to be decoded step by step.

use std::sync::Arc;

use circ_grammar::tree::Span;
use circ_runtime::Port;

use super::calls::{CallParts, infer_sizes};
use super::cells::Cells;
use super::frame::{Elaborator, Frame, Origin, Stop};
use super::shapes::is_empty_literal;
use super::value::{Value, shape_text};
use super::{Id, Stage, port_type};
use crate::diagnostics::BuildFact;
use crate::program::FamilyId;
use crate::types::{Scalar, Type};

/// A chain that is left to be decoded: each step is a run of the step's family at the length so far.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The family of a step.
    pub step: FamilyId,
    /// Its size parameters before the first step.
    pub sizes: Vec<u64>,
    /// Which of them is the length of the sequence.
    pub length: usize,
    /// What its names for types stand for.
    pub generics: Vec<Scalar>,
    /// How many steps there are.
    pub steps: u64,
    /// What gives the sequence before the first step, as the first output, and then the other arguments.
    pub arguments: Stage,
    /// The `generate`.
    pub span: Span,
}

/// The parts of a `generate` as written.
pub(super) struct Parts<'a> {
    pub(super) step: FamilyId,
    pub(super) sizes: &'a [Id],
    pub(super) start: Id,
    pub(super) more: &'a [Id],
    pub(super) generics: &'a [Scalar],
}

/// A chain while the circuit around it is built.
pub(super) struct OpenChain {
    step: FamilyId,
    sizes: Vec<u64>,
    length: usize,
    steps: u64,
    parts: CallParts,
    /// The inputs that there were before it.
    inputs: usize,
    span: Span,
}

impl<'p> Elaborator<'p, '_> {
    /// The sequence with all elements that the steps append.
    pub(super) fn generate(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        chain: &Parts<'_>,
        steps: Id,
    ) -> Result<Value, Stop> {
        let span = f.span(id);
        let args: Vec<Id> = std::iter::once(chain.start).chain(chain.more.iter().copied()).collect();
        let mut parts = self.call_parts(f, id, chain.step, chain.sizes, &args, chain.generics)?;
        let steps = self.natural(f, steps, "the number of steps")? as u64;
        let family = self.program.family(chain.step);
        let sizes = infer_sizes(family, &parts.written, &parts.values);
        // The checker has seen that the first size of the first input is a parameter by itself.
        let length = family.inputs.first().and_then(|input| *input.ty.params.first()?);
        let Some(length) = length.map(|param| param as usize) else { return Err(self.internal(span)) };
        // An element has the shape that the step declares; a `[]` to start with does not say it.
        let mut callee = Frame::new(&family.body, Some(chain.step), sizes.clone(), self.base(chain.step));
        let element = self.shape_at(&mut callee, &family.result)?;
        if is_empty_literal(parts.values[0].shape()) {
            parts.values[0] = Value::array([&[0], element.as_slice()].concat().into(), Cells::default());
        }
        if parts.values[0].shape().get(1..) != Some(element.as_slice()) {
            let expected = parts.values[0].shape().get(1..).unwrap_or_default();
            let fact = BuildFact::StepChanges {
                step: family.name.clone(),
                expected: shape_text(expected),
                found: shape_text(&element),
            };
            return Err(self.stop(span, fact));
        }
        if self.chains.is_some() {
            self.foresee_open(&parts.values[0], steps, span)?;
            // A step may call what leads here only with sizes that shrink, as any call.
            for step in [0, steps.saturating_sub(1)].into_iter().filter(|_| steps > 0) {
                let mut at = sizes.clone();
                at[length] = at[length].saturating_add(step);
                self.check_recursion(chain.step, &at, span)?;
            }
            let open = OpenChain {
                step: chain.step,
                sizes: sizes.to_vec(),
                length,
                steps,
                parts,
                inputs: self.inputs.len(),
                span,
            };
            return self.leave_open(open, &element);
        }
        self.foresee(&parts.values[0], steps, span)?;
        for _ in 0..steps {
            self.at(f, id);
            let next = self.call_with(chain.step, parts.clone(), span)?;
            self.charge(parts.values[0].cells().len() as u64, span)?;
            parts.values[0] = appended(parts.values[0].clone(), 1, &next.cells());
        }
        Ok(parts.values[0].clone())
    }

    /// Refuses at once a chain that is too long: each step is given the whole sequence so far.
    fn foresee(&mut self, start: &Value, steps: u64, span: Span) -> Result<(), Stop> {
        /// What a step costs, however short the sequence.
        const STEP: u128 = 16;
        let row: usize = start.shape()[1..].iter().product();
        let (begins, row, count) = (start.cells().len() as u128, row as u128, u128::from(steps));
        let needed = count * (begins + STEP) + row * (count * count.saturating_sub(1) / 2);
        self.within(needed, steps, span)
    }

    /// As [`Elaborator::foresee`], of a chain that is decoded: a step costs what it reads, which shows when it is built.
    fn foresee_open(&mut self, start: &Value, steps: u64, span: Span) -> Result<(), Stop> {
        /// What a step costs that reads next to nothing.
        const STEP: u128 = 64;
        let row: usize = start.shape()[1..].iter().product();
        self.within(u128::from(steps) * (STEP + row as u128), steps, span)
    }

    fn within(&mut self, needed: u128, steps: u64, span: Span) -> Result<(), Stop> {
        if needed > u128::from(self.steps_left()) {
            let limit = self.limits.max_steps;
            // What copying costs is nothing to tell; a number of steps is.
            let needed = (steps > limit).then(|| steps.to_string());
            return Err(self.stop(span, BuildFact::TooManySteps { limit, needed }));
        }
        self.charge(steps, span)
    }

    /// The sequence of a chain that is decoded later: its start, and inputs for what the steps append.
    fn leave_open(&mut self, open: OpenChain, element: &[usize]) -> Result<Value, Stop> {
        let family = self.program.family(open.step);
        let count = usize::try_from(open.steps).unwrap_or(usize::MAX);
        let shape = [&[count], element].concat();
        let ty = match &family.inputs[0].ty.ty {
            Type::Array(Scalar::Generic(index), dims) => {
                let scalar = open.parts.generics.get(*index as usize).copied().unwrap_or(Scalar::Num);
                Type::Array(scalar, dims.clone())
            }
            other => other.clone(),
        };
        let chains = self.chains.get_or_insert_default();
        let name = format!("{}.{}", family.name, chains.len());
        let port = self.input_port(name, port_type(self.program, &ty), shape, open.span)?;
        let sequence = appended(open.parts.values[0].clone(), count, &Cells::Wires(port.gates.clone()));
        self.inputs.push((port, Origin::Chain));
        self.chains.get_or_insert_default().push(open);
        Ok(sequence)
    }

    /// A chain with the circuit of its arguments, once nothing more is built.
    pub(super) fn close_chain(&mut self, open: &OpenChain, name: &str, params: &[(String, u64)]) -> Chain {
        let family = self.program.family(open.step);
        let mut outputs: Vec<Port> = Vec::new();
        for (value, input) in open.parts.values.iter().zip(&family.inputs) {
            self.ports(&input.name, value, &input.ty.ty, &mut outputs);
        }
        Chain {
            step: open.step,
            sizes: open.sizes.clone(),
            length: open.length,
            generics: open.parts.generics.to_vec(),
            steps: open.steps,
            arguments: self.stage(name, params, open.inputs, outputs, |gates, scalars| {
                self.builder.finish_part(gates, scalars)
            }),
            span: open.span,
        }
    }
}

/// A sequence with so many more elements at its end. One that nobody else holds grows in place.
pub(super) fn appended(sequence: Value, count: usize, elements: &Cells) -> Value {
    match sequence {
        Value::Array(mut array) => {
            let grown = Arc::make_mut(&mut array);
            grown.shape[0] += count;
            grown.cells.append(elements);
            Value::Array(array)
        }
        // A sequence has a dimension.
        other => other,
    }
}
