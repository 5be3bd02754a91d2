//! Elaboration: the circuit C_n of a family at given sizes.
//!
//! The typed body is evaluated once, with static numbers computed and wires built through the lowering table into
//! a [`GateBuilder`]. Afterwards gates stand in flat arrays, operands before their gate, constants are folded,
//! equal gates shared, dead ones dropped; each gate knows the expression that it came from. Budgets stop what is
//! too large before it is built.
//!
//! Bodies nest only as deep as the parser allows; calls nest up to a budget, on a stack that grows.

mod access;
mod arithmetic;
mod calls;
mod cells;
mod collections;
mod forecast;
mod frame;
mod generate;
pub(crate) mod growing;
mod interpret;
mod logic;
mod loops;
mod memo;
mod quantified;
mod quick;
mod reductions;
mod root;
mod selection;
mod shapes;
mod spans;
mod value;

use circ_grammar::tree::Span;
use circ_runtime::{Circuit, GateId, Gates, Num, Port, PortType};

pub use self::generate::Chain;
pub use self::interpret::{Interpreted, interpret};
pub use self::quantified::{Reach, Visit, test_sizes};
pub use self::spans::Spans;

use self::cells::Cells;
use self::frame::{Elaborator, Frame, Origin};
use self::memo::Memo;
use self::value::{Cell, Value};
use crate::diagnostics::{BuildFact, Built, Diagnostic};
use crate::limits::Limits;
use crate::lower::Builder;
use crate::program::{FamilyId, Input, Program, TestCheck};
use crate::simplify::GateBuilder;
use crate::typed::ExprId;
use crate::types::{Scalar, Type};

/// A circuit, and where its gates came from.
#[derive(Clone, Debug)]
pub struct Elaborated {
    /// C_n.
    pub circuit: Circuit,
    /// For each gate the source that it came from.
    pub spans: Spans,
}

/// A circuit some of whose inputs are what chains of thought give.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The circuit.
    pub built: Elaborated,
    /// For each input the chain that gives it, by its place among the chains; `None` for one that is given.
    pub chains: Vec<Option<usize>>,
}

/// A family at given sizes, with its chains of thought (`generate`) left to be decoded.
#[derive(Clone, Debug)]
pub struct Staged {
    /// In the order in which they are decoded: each needs at most those before it.
    pub chains: Vec<Chain>,
    /// What gives the result.
    pub last: Stage,
    /// What was built, for messages about its steps.
    pub origin: Built,
    /// The static steps that building it took.
    pub steps: u64,
}

/// A test as a circuit: what it is quantified over and its arguments are inputs.
#[derive(Clone, Debug)]
pub struct ElaboratedTest {
    /// The circuit. For [`TestCheck::Same`] the outputs of the left side are named `left…`, those of the right side
    /// `right…`.
    pub circuit: Circuit,
    /// So many of the first inputs are those that the test is quantified over.
    pub quantified: usize,
    /// The arguments, in the order of the inputs after those.
    pub arguments: Vec<Num>,
    /// What the test says.
    pub check: TestCheck,
    /// For each gate the source that it came from.
    pub spans: Spans,
}

/// A test with its chains of thought left to be decoded; the fields are those of [`ElaboratedTest`].
#[derive(Clone, Debug)]
pub struct StagedTest {
    /// The stages.
    pub staged: Staged,
    /// So many of the first inputs are those that the test is quantified over.
    pub quantified: usize,
    /// The arguments, in the order of the inputs after those that are no chain's.
    pub arguments: Vec<Num>,
    /// What the test says.
    pub check: TestCheck,
}

/// What is told while a circuit is built: the gates so far.
pub type Progress<'p> = &'p mut dyn FnMut(u64);

/// Builds C_n.
///
/// # Errors
/// Where a fault shows at these sizes, the `where` is not met or a budget is used up.
pub fn elaborate(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    limits: &Limits,
    progress: Progress<'_>,
) -> Result<Elaborated, Box<Diagnostic>> {
    elaborate_as(program, id, &[], sizes, limits, progress)
}

/// As [`elaborate`], with the static steps that building took: what a budget over several circuits counts.
///
/// # Errors
/// As for [`elaborate`].
pub fn elaborate_counted(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    limits: &Limits,
) -> Result<(Elaborated, u64), Box<Diagnostic>> {
    let staged = build(program, id, &[], sizes, limits, &mut |_| {}, false)?;
    Ok((staged.last.built, staged.steps))
}

/// As [`elaborate`], for a family with names for types, which stand for `generics`; for numbers where that says
/// nothing.
///
/// # Errors
/// As for [`elaborate`].
pub fn elaborate_as(
    program: &Program,
    id: FamilyId,
    generics: &[Scalar],
    sizes: &[u64],
    limits: &Limits,
    progress: Progress<'_>,
) -> Result<Elaborated, Box<Diagnostic>> {
    Ok(build(program, id, generics, sizes, limits, progress, false)?.last.built)
}

/// Builds a family at given sizes up to its chains of thought, and from them on. A family without chains has its
/// circuit C_n as the only stage. `generics` says what its names for types stand for; numbers where it says nothing.
///
/// # Errors
/// As for [`elaborate`]; faults of the steps show when they are decoded.
pub fn elaborate_staged(
    program: &Program,
    id: FamilyId,
    generics: &[Scalar],
    sizes: &[u64],
    limits: &Limits,
    progress: Progress<'_>,
) -> Result<Staged, Box<Diagnostic>> {
    build(program, id, generics, sizes, limits, progress, true)
}

fn build(
    program: &Program,
    id: FamilyId,
    generics: &[Scalar],
    sizes: &[u64],
    limits: &Limits,
    progress: Progress<'_>,
    staged: bool,
) -> Result<Staged, Box<Diagnostic>> {
    let family = program.family(id);
    let (mut elaborator, mut frame) = begin(program, id, sizes, limits, progress)?;
    elaborator.chains = staged.then(Vec::new);
    frame.generics = generics.into();
    elaborator.conditions(&mut frame, family, None)?;
    elaborator.declare(&mut frame, &family.inputs)?;
    let Some(result) = family.body.result else { return Err(elaborator.internal(family.signature)) };
    elaborator.enter(id, sizes.into(), family.name_span);
    let value = elaborator.eval(&mut frame, result)?;
    let value = elaborator.conform(
        &mut frame,
        value,
        &family.result,
        &|| format!("the result of `{}`", family.name),
        family.body[result].span,
    )?;
    elaborator.check_budget(family.body[result].span)?;
    let mut outputs = Vec::new();
    elaborator.ports("result", &value, &family.result.ty, &mut outputs);
    elaborator.check_budget(family.body[result].span)?;
    let params: Vec<_> = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
    Ok(elaborator.finish(&family.name, &params, outputs))
}

/// An elaboration of a family at its start: constants known, nothing built.
fn begin<'p, 'c>(
    program: &'p Program,
    id: FamilyId,
    sizes: &[u64],
    limits: &Limits,
    progress: Progress<'c>,
) -> Result<(Elaborator<'p, 'c>, Frame<'p>), Box<Diagnostic>> {
    let family = program.family(id);
    let mut elaborator = Elaborator::new(program, limits, progress);
    let named = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
    elaborator.built = Built { family: Some(family.name.clone()), sizes: named };
    elaborator.constants()?;
    let frame = Frame::new(&family.body, Some(id), sizes.into(), elaborator.base(id));
    Ok((elaborator, frame))
}

/// Builds the circuit of a test, at one of its [`test_sizes`].
///
/// # Errors
/// As for [`elaborate`].
pub fn elaborate_test(
    program: &Program,
    index: usize,
    sizes: &[u64],
    limits: &Limits,
    progress: Progress<'_>,
) -> Result<ElaboratedTest, Box<Diagnostic>> {
    let StagedTest { staged, quantified, arguments, check } =
        build_test(program, index, sizes, limits, progress, false)?;
    let Elaborated { circuit, spans } = staged.last.built;
    Ok(ElaboratedTest { circuit, quantified, arguments, check, spans })
}

/// Builds a test up to its chains of thought, and from them on.
///
/// # Errors
/// As for [`elaborate_staged`].
pub fn elaborate_test_staged(
    program: &Program,
    index: usize,
    sizes: &[u64],
    limits: &Limits,
    progress: Progress<'_>,
) -> Result<StagedTest, Box<Diagnostic>> {
    build_test(program, index, sizes, limits, progress, true)
}

fn build_test(
    program: &Program,
    index: usize,
    sizes: &[u64],
    limits: &Limits,
    progress: Progress<'_>,
    staged: bool,
) -> Result<StagedTest, Box<Diagnostic>> {
    let test = &program.tests[index];
    let mut elaborator = Elaborator::new(program, limits, progress);
    elaborator.chains = staged.then(Vec::new);
    elaborator.in_test = true;
    elaborator.built = Built { family: None, sizes: quantified::named(test, sizes) };
    elaborator.constants()?;
    let mut frame = Frame::new(&test.body, None, sizes.into(), elaborator.test_base(index));
    elaborator.declare(&mut frame, &test.inputs)?;
    let Some(result) = test.body.result else { return Err(elaborator.internal(test.span)) };
    let value = elaborator.eval(&mut frame, result)?;
    let ty = &test.body[result].ty;
    let mut outputs = Vec::new();
    match (test.check, &value, ty) {
        (TestCheck::Same, Value::Tuple(sides), Type::Tuple(types)) => {
            let [left, right] =
                [shapes::as_shaped(&sides[0], &sides[1]), shapes::as_shaped(&sides[1], &sides[0])];
            elaborator.ports("left", &left, &types[0], &mut outputs);
            elaborator.ports("right", &right, &types[1], &mut outputs);
        }
        _ => elaborator.ports("result", &value, ty, &mut outputs),
    }
    elaborator.check_budget(test.body[result].span)?;
    let arguments = elaborator.argument_values();
    let params = quantified::named(test, sizes);
    let staged = elaborator.finish(&test.name, &params, outputs);
    Ok(StagedTest { staged, quantified: test.inputs.len(), arguments, check: test.check })
}

/// Evaluates the constants of a program, for their faults alone.
///
/// # Errors
/// The first fault.
pub fn check_constants(program: &Program, limits: &Limits) -> Result<(), Box<Diagnostic>> {
    let mut silent = |_: u64| {};
    Elaborator::new(program, limits, &mut silent).constants().map_err(|mut fault| {
        // No circuit is built.
        fault.built = None;
        fault
    })
}

/// Whether the sizes meet the `where` of a family.
///
/// # Errors
/// With the first condition that does not hold, or a fault on the way to it.
pub fn admits(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    limits: &Limits,
) -> Result<(), Box<Diagnostic>> {
    let family = program.family(id);
    let mut silent = |_: u64| {};
    let (mut elaborator, mut frame) = begin(program, id, sizes, limits, &mut silent)?;
    elaborator.conditions(&mut frame, family, None)
}

/// The shapes that the inputs of a family have at these sizes.
///
/// # Errors
/// Where a size does not come out a natural number.
pub fn input_shapes(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    limits: &Limits,
) -> Result<Vec<Vec<usize>>, Box<Diagnostic>> {
    let family = program.family(id);
    let mut silent = |_: u64| {};
    let (mut elaborator, mut frame) = begin(program, id, sizes, limits, &mut silent)?;
    family.inputs.iter().map(|input| elaborator.shape_at(&mut frame, &input.ty)).collect()
}

/// How a port's elements are read and written.
pub fn port_type(program: &Program, ty: &Type) -> PortType {
    match ty {
        Type::Array(Scalar::Bool, _) => PortType::Bool,
        Type::Array(Scalar::Alphabet(id), _) => {
            let alphabet = program.alphabet(*id);
            PortType::Alphabet { name: alphabet.name.clone(), tokens: alphabet.tokens.clone() }
        }
        _ => PortType::Num,
    }
}

impl<'p> Elaborator<'p, '_> {
    /// Makes declared inputs gates, and binds them to the first slots.
    fn declare(&mut self, frame: &mut Frame<'p>, inputs: &[Input]) -> Result<(), Box<Diagnostic>> {
        for (slot, input) in inputs.iter().enumerate() {
            let shape = self.shape_at(frame, &input.ty)?;
            let ty = port_type(self.program, &input.ty.ty);
            let port = self.input_port(input.name.clone(), ty, shape.clone(), input.span)?;
            frame.slots[slot] = Value::shaped(shape.into(), Cells::Wires(port.gates.clone()));
            self.inputs.push((port, Origin::Given));
        }
        Ok(())
    }

    /// Gates for the numbers of a new input.
    fn input_port(
        &mut self,
        name: String,
        ty: PortType,
        shape: Vec<usize>,
        span: Span,
    ) -> Result<Port, Box<Diagnostic>> {
        let count = self.count(&shape, span)?;
        let scalars = self.scalars();
        let gates: Vec<GateId> = (0..count as u32).map(|k| self.builder.input(scalars + k)).collect();
        self.check_budget(span)?;
        self.input_spans.push((scalars as usize + gates.len(), span));
        Ok(Port { name, ty, shape, gates })
    }

    /// The output ports of a value: one for an array or a scalar, `name.0`, `name.1`, … for a tuple.
    fn ports(&mut self, name: &str, value: &Value, ty: &Type, ports: &mut Vec<Port>) {
        match (value, ty) {
            (Value::Tuple(parts), Type::Tuple(types)) => {
                for (at, (part, ty)) in parts.iter().zip(types).enumerate() {
                    self.ports(&format!("{name}.{at}"), part, ty, ports);
                }
            }
            _ => {
                let gates = value.cells().iter().map(|cell| self.wire(&cell)).collect();
                let shape = value.shape().to_vec();
                ports.push(Port { name: name.to_string(), ty: port_type(self.program, ty), shape, gates });
            }
        }
    }

    /// Ends the building: the stages, each without what it does not need.
    fn finish(mut self, name: &str, params: &[(String, u64)], outputs: Vec<Port>) -> Staged {
        let open = self.chains.take().unwrap_or_default();
        let chains = open.iter().map(|chain| self.close_chain(chain, name, params)).collect();
        let steps = self.steps_taken();
        let all = self.inputs.len();
        // What is needed for building alone goes before the circuit is made smaller.
        let builder = std::mem::replace(&mut self.builder, GateBuilder::new(&self.limits));
        self.memo = Memo::default();
        let finish = |gates: &[GateId], scalars| builder.finish(gates, scalars);
        let last = self.stage(name, params, all, outputs, finish);
        Staged { chains, last, origin: self.built, steps }
    }

    /// The circuit of these outputs over the first inputs, its gates numbered anew by `finish`, a way to end a
    /// builder.
    fn stage(
        &self,
        name: &str,
        params: &[(String, u64)],
        inputs: usize,
        mut outputs: Vec<Port>,
        finish: impl FnOnce(&[GateId], u32) -> (Gates, Vec<u32>, Vec<GateId>),
    ) -> Stage {
        let program = self.program;
        let origins = &self.inputs[..inputs];
        let mut inputs: Vec<Port> = origins.iter().map(|(port, _)| port.clone()).collect();
        let mut chains = 0..;
        let chains = origins.iter().map(|(_, origin)| match origin {
            Origin::Chain => chains.next(),
            Origin::Given | Origin::Argument(_) => None,
        });
        let scalars = inputs.iter().map(|port| port.gates.len()).sum::<usize>();
        let named: Vec<GateId> =
            outputs.iter().chain(&inputs).flat_map(|p| p.gates.iter().copied()).collect();
        let (gates, origins, renamed) = finish(&named, scalars as u32);
        let slots = outputs.iter_mut().chain(&mut inputs).flat_map(|p| &mut p.gates);
        slots.zip(renamed).for_each(|(slot, gate)| *slot = gate);
        let named = self.input_spans.iter().map(|(end, span)| ((*end).min(scalars), *span)).collect();
        let spans = Spans::new(origins, program.spans.clone(), named);
        let (family, params, ring) = (name.to_string(), params.to_vec(), program.ring);
        let circuit = Circuit { family, params, ring, inputs, outputs, gates };
        Stage { built: Elaborated { circuit, spans }, chains: chains.collect() }
    }

    /// A wire for an element: a constant gate where it is static.
    fn wire(&mut self, cell: &Cell) -> GateId {
        match cell {
            Cell::Wire(gate) => *gate,
            Cell::Static(value) => self.builder.constant(value.clone()),
        }
    }

    /// A checked program never comes here; a wrong one must not panic.
    fn internal(&self, span: Span) -> Box<Diagnostic> {
        self.stop(span, BuildFact::Unchecked)
    }
}

/// The static number of a size, an index or an exponent.
fn natural(value: &Num) -> Option<usize> {
    value.to_u64().and_then(|v| usize::try_from(v).ok())
}

/// An expression's id in a body, kept short where many are passed.
type Id = ExprId;
