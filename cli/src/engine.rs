//! Building circuits and running them, on both engines.

use circ_compiler::diagnostics::DataFact;
use circ_compiler::emit::{self, Construction, Cost, Sums, normalize};
use circ_compiler::native::native;
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Limits, Program, Sources, elaborate};
use circ_grammar::tree::Span;
use circ_runtime::{Circuit, Num, Port, Prepared, RunError, RunErrorKind, Transformer};

use crate::attention::{Attention, Knowing};
use crate::progress::Progress;
use crate::session::Session;
use crate::values::shown;

/// Builds C_n.
///
/// # Errors
/// A fault at these sizes, or a budget.
pub(crate) fn build(
    session: &Session,
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
) -> Result<Elaborated, Box<Diagnostic>> {
    let mut progress = Progress::new("building");
    elaborate(program, id, sizes, &session.limits, &mut |gates| progress.at(gates, None))
}

/// The transformer program of a circuit, and the sequence that encodes it.
pub(crate) fn emit(circuit: &Circuit, construction: Construction) -> Transformer {
    emit::transformer(circuit, construction)
}

/// The transformer that is meant: one that simulates a circuit, or the family's own.
///
/// # Errors
/// A family that has none of its own, at the expression that is in the way.
pub(crate) fn transformer(
    limits: &Limits,
    (file, program): (&Sources, &Program),
    (id, sizes): (FamilyId, &[u64]),
    built: &Elaborated,
    (attention, knowing): (Attention, Knowing),
) -> Result<Transformer, Box<Diagnostic>> {
    match attention.construction() {
        Some(construction) => Ok(emit(&built.circuit, construction)),
        None => own(limits, (file, program), (id, sizes), knowing),
    }
}

/// The transformer of a family's own.
///
/// # Errors
/// A family that has none, at the expression that is in the way.
pub(crate) fn own(
    limits: &Limits,
    (file, program): (&Sources, &Program),
    (id, sizes): (FamilyId, &[u64]),
    knowing: Knowing,
) -> Result<Transformer, Box<Diagnostic>> {
    native(program, id, sizes, knowing.known(), limits, &|span| line(file, span))
}

/// The line of a place, in the file that is run.
fn line(file: &Sources, span: Span) -> Option<u32> {
    let (source, place) = file.place(span);
    let before = source.text.get(..place.start)?;
    let within = before.bytes().filter(|byte| *byte == b'\n').count();
    file.is_own(span).then(|| (source.first_line + within) as u32)
}

/// The outputs by the circuit itself.
///
/// # Errors
/// Numbers beyond the budget, at the gate that would compute them.
pub(crate) fn evaluate(
    session: &Session,
    built: &Elaborated,
    inputs: &[Num],
) -> Result<Vec<Num>, Box<Diagnostic>> {
    let mut progress = Progress::new("evaluating");
    let mut at = |done, all| progress.at(done, Some(all));
    circ_runtime::evaluate(&built.circuit, inputs, &session.run_limits, &mut at)
        .map_err(|error| fault(&error, Some(built)))
}

/// The outputs by the transformer, to the letter where that is asked for.
///
/// # Errors
/// Numbers beyond the budget, or more pairs of positions than the literal engine takes.
pub(crate) fn execute(
    session: &Session,
    built: &Elaborated,
    transformer: &mut Transformer,
    inputs: &[Num],
    literal: bool,
) -> Result<Vec<Num>, Box<Diagnostic>> {
    let mut progress = Progress::new("running");
    let mut at = |done, all| progress.at(done, Some(all));
    let engine = if literal { circ_runtime::execute_literal } else { circ_runtime::execute };
    transformer
        .sequence
        .fill(inputs)
        .and_then(|()| engine(transformer, &session.run_limits, &mut at))
        .map_err(|error| located(&error, built, inputs, &session.run_limits))
}

/// What the circuit gives, where the transformer has given the same or was not run.
///
/// # Errors
/// Where they differ, which is a fault of circ.
pub(crate) fn agreed(
    outputs: &[Port],
    by_transformer: Option<Vec<Num>>,
    by_circuit: Vec<Num>,
) -> Result<Vec<Num>, Box<DataFact>> {
    let Some(other) = by_transformer.filter(|other| *other != by_circuit) else { return Ok(by_circuit) };
    let text = |values: &[Num]| shown("result", outputs, values).text();
    Err(Box::new(DataFact::EnginesDiffer { transformer: text(&other), circuit: text(&by_circuit) }))
}

/// A transformer that is ready to run on any number of inputs.
pub(crate) enum Ready {
    /// Planned once, for the default engine.
    Planned(Box<Prepared>),
    /// As it is, for the literal one.
    Literal(Box<Transformer>),
}

impl Ready {
    /// A transformer for either engine.
    ///
    /// # Errors
    /// One that is not well formed.
    pub(crate) fn new(transformer: Transformer, literal: bool) -> Result<Ready, RunError> {
        if literal {
            return Ok(Ready::Literal(Box::new(transformer)));
        }
        Ok(Ready::Planned(Box::new(Prepared::new(transformer)?)))
    }

    /// The transformer.
    pub(crate) fn transformer(&self) -> &Transformer {
        match self {
            Ready::Planned(prepared) => prepared.transformer(),
            Ready::Literal(transformer) => transformer,
        }
    }

    /// The outputs for these inputs.
    ///
    /// # Errors
    /// Those of the engines.
    pub(crate) fn run(&self, inputs: &[Num], limits: &circ_runtime::Limits) -> Result<Vec<Num>, RunError> {
        let mut silent = |_: u64, _: u64| {};
        match self {
            Ready::Planned(prepared) => prepared.execute(inputs, limits, &mut silent),
            Ready::Literal(transformer) => {
                let mut transformer = transformer.clone();
                transformer.sequence.fill(inputs)?;
                circ_runtime::execute_literal(&transformer, limits, &mut silent)
            }
        }
    }
}

/// A run of a transformer that stopped, at the place in the source where that is known.
pub(crate) fn located(
    error: &RunError,
    built: &Elaborated,
    inputs: &[Num],
    limits: &circ_runtime::Limits,
) -> Box<Diagnostic> {
    let by_circuit = match error.kind {
        // The circuit meets the same number, and knows where in the source it is computed.
        RunErrorKind::NumberTooLong { .. } => {
            circ_runtime::evaluate(&built.circuit, inputs, limits, &mut |_, _| {}).err()
        }
        _ => None,
    };
    by_circuit.map_or_else(|| fault(error, None), |error| fault(&error, Some(built)))
}

/// A run that stopped, as something to tell.
pub(crate) fn fault(error: &RunError, built: Option<&Elaborated>) -> Box<Diagnostic> {
    let instead = match &error.kind {
        RunErrorKind::NumberTooLong { .. } | RunErrorKind::TotalTooLong { .. } => {
            "take smaller inputs, or raise the budget with `--max-digits`"
        }
        RunErrorKind::TooManyPairs { .. } => {
            "take a smaller size; where `--engine literal` is asked for, leave it out"
        }
        _ => "take a smaller size",
    };
    let mut diagnostic = Diagnostic::data(DataFact::RunTooLarge { what: sentence(error), instead });
    diagnostic.span = error.gate.zip(built).and_then(|(gate, built)| built.spans.get(gate.index()));
    Box::new(diagnostic)
}

/// What a run met, as a sentence.
pub(crate) fn sentence(error: &RunError) -> String {
    let mut what = format!("{}.", error.kind);
    if let Some(first) = what.get(..1).map(str::to_uppercase) {
        what.replace_range(..1, &first);
    }
    what
}

/// What a transformer costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TransformerMeasures {
    /// Numbers in the vector of a position.
    pub(crate) dim: usize,
    /// Layers that run, repeats included.
    pub(crate) layers: u64,
    /// Heads of the layer that has the most.
    pub(crate) heads: usize,
    /// Positions.
    pub(crate) tokens: usize,
}

/// What each construction costs for a circuit. No transformer is made: they can be large.
pub(crate) fn costs(circuit: &Circuit) -> Vec<(Construction, Cost)> {
    let mut costs = Vec::new();
    for sums in [Sums::Wide, Sums::Binary] {
        let normal = normalize(circuit, sums);
        let of = Construction::ALL.into_iter().filter(|construction| construction.sums() == sums);
        costs.extend(of.map(|construction| (construction, construction.cost(&normal))));
    }
    costs
}

/// Dimension, depth and length of a transformer.
pub(crate) fn measure_transformer(transformer: &Transformer) -> TransformerMeasures {
    TransformerMeasures {
        dim: transformer.dim,
        layers: transformer.depth(),
        heads: transformer.layers.iter().map(|layer| layer.heads.len()).max().unwrap_or(0),
        tokens: transformer.sequence.len,
    }
}
