//! The steps of a chain of thought in one set of gates that grows, so that a step costs what it makes anew.
//!
//! The elements of the sequence are inputs, and each step appends as many as it gives. The gates of a step are those of
//! its own circuit at its length; what it has in common with a step before are the same gates.

use circ_grammar::tree::Span;
use circ_runtime::{GateId, Gates};

use super::cells::Cells;
use super::frame::{Elaborator, Frame, Stop};
use super::generate::{Chain, appended};
use super::value::{Sizes, Value};
use crate::diagnostics::Built;
use crate::limits::Limits;
use crate::program::Program;
use crate::simplify::GateBuilder;

/// The gates of some steps in a row.
///
/// Their inputs are the numbers that the steps read: those of the arguments in order, then those that the steps gave.
pub(crate) struct Growing<'p> {
    program: &'p Program,
    limits: Limits,
    builder: GateBuilder,
    consts: Vec<Option<Value>>,
    sizes: Sizes,
    /// The sequence, and then the other arguments.
    values: Vec<Value>,
    /// How many numbers there are.
    numbers: u32,
}

/// What one step is built of.
pub(crate) struct Grown {
    /// The gates of what it gives.
    pub(crate) result: Vec<GateId>,
    /// The static steps that building it took.
    pub(crate) steps: u64,
}

impl<'p> Growing<'p> {
    /// No gates but the numbers that are there after so many steps.
    ///
    /// # Errors
    /// Where they are beyond a budget.
    pub(crate) fn new(
        program: &'p Program,
        limits: &Limits,
        chain: &Chain,
        done: u64,
    ) -> Result<Growing<'p>, Stop> {
        let mut sizes = Sizes::from(chain.sizes.as_slice());
        sizes[chain.length] += done;
        let mut silent = |_: u64| {};
        let mut elaborator = Elaborator::new(program, limits, &mut silent);
        elaborator.built = built(program, chain, &sizes);
        elaborator.constants()?;
        let mut frame = frame(&elaborator, chain, &sizes);
        let mut scalars = chain.arguments.built.circuit.outputs.iter().map(circ_runtime::Port::scalars);
        let begins = scalars.next().unwrap_or(0) as u32;
        let arguments = begins + scalars.sum::<usize>() as u32;
        let (mut values, mut next) = (Vec::new(), begins);
        for (at, input) in program.family(chain.step).inputs.iter().enumerate() {
            let shape = elaborator.shape_at(&mut frame, &input.ty)?;
            let count = elaborator.count(&shape, input.span)? as u32;
            let gates: Vec<GateId> = (0..count)
                .map(|k| match at {
                    0 if k < begins => k,
                    // What steps gave stands behind all arguments.
                    0 => arguments + (k - begins),
                    _ => next + k,
                })
                .map(|number| elaborator.builder.input(number))
                .collect();
            next += if at == 0 { 0 } else { count };
            elaborator.check_budget(input.span)?;
            values.push(Value::shaped(shape.into(), Cells::Wires(gates)));
        }
        let numbers = elaborator.builder.gates().len() as u32;
        let Elaborator { builder, consts, .. } = elaborator;
        Ok(Growing { program, limits: *limits, builder, consts, sizes, values, numbers })
    }

    /// Builds the next step; `None` for one that has chains of its own, after which nothing more can be built.
    ///
    /// # Errors
    /// A fault of the step at its length, or a budget, which the steps before may have used up.
    pub(crate) fn step(&mut self, chain: &Chain) -> Result<Option<Grown>, Stop> {
        let mut silent = |_: u64| {};
        let mut elaborator = Elaborator::new(self.program, &self.limits, &mut silent);
        std::mem::swap(&mut elaborator.builder, &mut self.builder);
        elaborator.consts = std::mem::take(&mut self.consts);
        elaborator.built = built(self.program, chain, &self.sizes);
        elaborator.chains = Some(Vec::new());
        let ended = step(&mut elaborator, chain, &self.sizes, &self.values);
        let nested = elaborator.chains.as_ref().is_some_and(|chains| !chains.is_empty());
        let steps = elaborator.steps_taken();
        std::mem::swap(&mut elaborator.builder, &mut self.builder);
        self.consts = std::mem::take(&mut elaborator.consts);
        let result = ended?;
        Ok((!nested).then_some(Grown { result, steps }))
    }

    /// Appends what the step gave to the sequence: numbers, whatever they came from.
    pub(crate) fn append(&mut self, chain: &Chain, count: usize) {
        let first = self.numbers;
        self.numbers += count as u32;
        let gates = (first..self.numbers).map(|number| self.builder.input(number)).collect();
        let sequence = std::mem::replace(&mut self.values[0], Value::Tuple([].into()));
        self.values[0] = appended(sequence, 1, &Cells::Wires(gates));
        self.sizes[chain.length] += 1;
    }

    /// The gates so far.
    pub(crate) fn gates(&self) -> &Gates {
        self.builder.gates()
    }

    /// The place in the source that a gate came from; for a number that of the sequence.
    pub(crate) fn place(&self, chain: &Chain, gate: GateId) -> Span {
        let inputs = &self.program.family(chain.step).inputs;
        match (self.gates().op(gate), inputs.first()) {
            (circ_runtime::Op::Input, Some(sequence)) => sequence.span,
            _ => {
                let origin = self.builder.origin_of(gate) as usize;
                self.program.spans.get(origin).copied().unwrap_or_default()
            }
        }
    }
}

fn built(program: &Program, chain: &Chain, sizes: &[u64]) -> Built {
    let family = program.family(chain.step);
    let sizes = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
    Built { family: Some(family.name.clone()), sizes }
}

fn frame<'p>(elaborator: &Elaborator<'p, '_>, chain: &Chain, sizes: &Sizes) -> Frame<'p> {
    let family = elaborator.program.family(chain.step);
    let mut frame = Frame::new(&family.body, Some(chain.step), sizes.clone(), elaborator.base(chain.step));
    frame.generics = chain.generics.as_slice().into();
    frame
}

/// The gates of what a step gives, as the family of the step is built by itself.
fn step(
    elaborator: &mut Elaborator<'_, '_>,
    chain: &Chain,
    sizes: &Sizes,
    values: &[Value],
) -> Result<Vec<GateId>, Stop> {
    let family = elaborator.program.family(chain.step);
    let mut frame = frame(elaborator, chain, sizes);
    elaborator.conditions(&mut frame, family, None)?;
    for (slot, (value, input)) in values.iter().zip(&family.inputs).enumerate() {
        let role = || format!("the argument `{}` of `{}`", input.name, family.name);
        frame.slots[slot] = elaborator.conform(&mut frame, value.clone(), &input.ty, &role, chain.span)?;
    }
    let Some(result) = family.body.result else { return Err(elaborator.internal(family.signature)) };
    elaborator.enter(chain.step, sizes.clone(), family.name_span);
    let value = elaborator.eval(&mut frame, result)?;
    let span = family.body[result].span;
    let role = || format!("the result of `{}`", family.name);
    let value = elaborator.conform(&mut frame, value, &family.result, &role, span)?;
    let gates = value.cells().iter().map(|cell| elaborator.wire(&cell)).collect();
    elaborator.check_budget(span)?;
    Ok(gates)
}
