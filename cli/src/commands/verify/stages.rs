//! The ways from the inputs of a family to its outputs that `circ verify` holds against the circuit.
//!
//! A stage has a name, gives the outputs for an input, and may say where its run leaves the circuit. The list is open:
//! what else computes a family is another stage.

use circ_compiler::diagnostics::{Astray, Fact};
use circ_compiler::elaborate::interpret;
use circ_compiler::emit::{Construction, Emitted, emit};
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Limits, Program};
use circ_runtime::{Num, Prepared, Route, RunError, RunErrorKind, Transformer, execute_literal};

use super::locate::{astray, value_coordinate};
use crate::engine;

/// Static steps that the source takes over all inputs of a size; after that it is left out.
const SOURCE_STEPS: u64 = 5_000_000;

/// Sequences of so many positions are also run to the letter,
const LITERAL_POSITIONS: usize = 60;
/// on so many inputs,
pub(super) const LITERAL_INPUTS: u64 = 20;
/// or on fewer, while they score no more pairs of positions than this together: what is compared there is the two
/// engines, and the inputs matter little.
const LITERAL_PAIRS: u64 = 100_000;

/// Where a run has to go round by round, so many pairs of positions, or positions, are gone through over all inputs of a
/// size; after that it is left out.
const ROUNDS: u64 = 5_000_000;

/// What became of one input.
pub(super) enum Ran {
    /// The outputs.
    Values(Vec<Num>),
    /// Numbers beyond the budget.
    TooLong,
    /// This stage takes no more inputs.
    Skipped,
    /// This stage can't run at all, and why.
    TooLarge(String),
}

/// One way from inputs to outputs.
pub(super) trait Stage {
    /// The key of it.
    fn name(&self) -> String;
    /// What a message calls it, with its article.
    fn words(&self) -> String;
    /// Whether an input whose numbers are too long for it counts as not compared.
    fn counts(&self) -> bool;
    /// Whether it takes a few inputs by its nature, so that nothing is to be said of it.
    fn optional(&self) -> bool {
        false
    }
    /// The outputs for an input, which is the one with this number.
    ///
    /// # Errors
    /// A fault that is none of a budget.
    fn run(&mut self, at: u64, inputs: &[Num]) -> Result<Ran, Box<Diagnostic>>;
    /// Where the run on an input leaves the circuit, from what the circuit gives its gates.
    fn astray(&self, inputs: &[Num], gates: &[Num]) -> Option<Astray>;
}

/// The source, evaluated over numbers without a circuit.
pub(super) struct Source<'p> {
    program: &'p Program,
    id: FamilyId,
    sizes: &'p [u64],
    limits: Limits,
    left: u64,
}

impl<'p> Source<'p> {
    /// The family at these sizes.
    pub(super) fn new(program: &'p Program, id: FamilyId, sizes: &'p [u64], limits: &Limits) -> Source<'p> {
        Source { program, id, sizes, limits: *limits, left: SOURCE_STEPS }
    }
}

impl Stage for Source<'_> {
    fn name(&self) -> String {
        "source".into()
    }

    fn words(&self) -> String {
        "the source".into()
    }

    fn counts(&self) -> bool {
        false
    }

    fn run(&mut self, _at: u64, inputs: &[Num]) -> Result<Ran, Box<Diagnostic>> {
        if self.left == 0 {
            return Ok(Ran::Skipped);
        }
        match interpret(self.program, self.id, self.sizes, inputs, &self.limits) {
            Ok(found) => {
                let steps = found.steps + found.outputs.len() as u64 + 1;
                self.left = self.left.saturating_sub(steps);
                Ok(Ran::Values(found.outputs))
            }
            Err(fault) => match &fault.fact {
                Fact::Build(fact) if fact.is_budget() => Ok(Ran::Skipped),
                _ => Err(fault),
            },
        }
    }

    fn astray(&self, _inputs: &[Num], _gates: &[Num]) -> Option<Astray> {
        None
    }
}

/// A construction, run by the default engine.
pub(super) struct Simulated {
    emitted: Emitted,
    coordinate: usize,
    prepared: Prepared,
    limits: circ_runtime::Limits,
    /// On how many inputs it is run.
    count: u64,
}

impl Simulated {
    /// A transformer that is ready to run.
    ///
    /// # Errors
    /// One that is not well formed.
    pub(super) fn new(
        emitted: Emitted,
        coordinate: usize,
        limits: &circ_runtime::Limits,
    ) -> Result<Simulated, RunError> {
        let prepared = Prepared::new(emitted.transformer.clone())?;
        let transformer = &emitted.transformer;
        let positions = transformer.sequence.len as u64;
        let each = match prepared.route() {
            Route::Columns { .. } | Route::Settled { .. } => 0,
            Route::Rounds => transformer.depth().saturating_mul(positions),
            Route::Moving => transformer.depth().saturating_mul(positions.saturating_mul(positions)),
        };
        let count = match each {
            0 => u64::MAX,
            each if each > 4 * ROUNDS => 0,
            each => (ROUNDS / each).max(1),
        };
        Ok(Simulated { emitted, coordinate, prepared, limits: *limits, count })
    }

    /// The transformer.
    pub(super) fn transformer(&self) -> &Transformer {
        self.prepared.transformer()
    }
}

impl Stage for Simulated {
    fn name(&self) -> String {
        self.transformer().construction.clone()
    }

    fn words(&self) -> String {
        format!("the transformer `{}`", self.transformer().construction)
    }

    fn counts(&self) -> bool {
        true
    }

    fn run(&mut self, at: u64, inputs: &[Num]) -> Result<Ran, Box<Diagnostic>> {
        if self.count == 0 {
            return Ok(Ran::TooLarge("too large to be run round by round".into()));
        }
        if at >= self.count {
            return Ok(Ran::Skipped);
        }
        ran(self.prepared.execute(inputs, &self.limits, &mut |_, _| {}))
    }

    fn astray(&self, inputs: &[Num], gates: &[Num]) -> Option<Astray> {
        astray_on(&self.emitted, self.coordinate, inputs, gates, &self.limits)
    }
}

/// A construction, run to the letter on the first inputs.
pub(super) struct Literal {
    emitted: Emitted,
    coordinate: usize,
    count: u64,
    limits: circ_runtime::Limits,
}

impl Literal {
    /// A transformer that is short enough; `None` for another.
    pub(super) fn new(
        emitted: &Emitted,
        coordinate: usize,
        limits: &circ_runtime::Limits,
    ) -> Option<Literal> {
        let count = literal_inputs(&emitted.transformer);
        (count > 0).then(|| Literal { emitted: emitted.clone(), coordinate, count, limits: *limits })
    }
}

impl Stage for Literal {
    fn name(&self) -> String {
        format!("{} to the letter", self.emitted.transformer.construction)
    }

    fn words(&self) -> String {
        format!("the transformer `{}` to the letter", self.emitted.transformer.construction)
    }

    fn optional(&self) -> bool {
        true
    }

    fn counts(&self) -> bool {
        false
    }

    fn run(&mut self, at: u64, inputs: &[Num]) -> Result<Ran, Box<Diagnostic>> {
        if at >= self.count {
            return Ok(Ran::Skipped);
        }
        let transformer = &mut self.emitted.transformer;
        let outputs = transformer
            .sequence
            .fill(inputs)
            .and_then(|()| execute_literal(transformer, &self.limits, &mut |_, _| {}));
        match ran(outputs)? {
            // It keeps more numbers than the others, and scores every pair.
            Ran::TooLong | Ran::TooLarge(_) => Ok(Ran::Skipped),
            other => Ok(other),
        }
    }

    fn astray(&self, inputs: &[Num], gates: &[Num]) -> Option<Astray> {
        astray_on(&self.emitted, self.coordinate, inputs, gates, &self.limits)
    }
}

fn astray_on(
    emitted: &Emitted,
    coordinate: usize,
    inputs: &[Num],
    gates: &[Num],
    limits: &circ_runtime::Limits,
) -> Option<Astray> {
    // Not every transformer has positions for gates.
    if emitted.positions.is_empty() {
        return None;
    }
    let mut emitted = emitted.clone();
    emitted.transformer.sequence.fill(inputs).ok()?;
    Some(astray(&emitted, coordinate, gates, limits))
}

/// The outputs of a run, or what became of it.
///
/// # Errors
/// What is no budget.
pub(super) fn ran(outputs: Result<Vec<Num>, RunError>) -> Result<Ran, Box<Diagnostic>> {
    match outputs {
        Ok(values) => Ok(Ran::Values(values)),
        Err(error) => match error.kind {
            RunErrorKind::NumberTooLong { .. } | RunErrorKind::TotalTooLong { .. } => Ok(Ran::TooLong),
            RunErrorKind::TooManyPairs { .. } | RunErrorKind::TooManyUpdates { .. } => {
                Ok(Ran::TooLarge(format!("too large to be run: {}", error.kind)))
            }
            _ => Err(engine::fault(&error, None)),
        },
    }
}

/// All stages of a family at one size, the circuit left out: the source, then these constructions by both engines.
///
/// # Errors
/// A transformer that is not well formed.
pub(super) fn stages<'p>(
    built: &Elaborated,
    source: Source<'p>,
    constructions: &[Construction],
    limits: &circ_runtime::Limits,
) -> Result<Vec<Box<dyn Stage + 'p>>, Box<Diagnostic>> {
    let mut all: Vec<Box<dyn Stage + 'p>> = vec![Box::new(source)];
    for &construction in constructions {
        let emitted = emit(&built.circuit, construction);
        let coordinate = value_coordinate(&emitted.transformer);
        all.extend(
            by_both_engines(emitted, coordinate, limits)
                .map_err(|error| engine::fault(&error, Some(built)))?,
        );
    }
    Ok(all)
}

/// A sequence program as a transformer of its own, by both engines.
///
/// # Errors
/// A transformer that is not well formed.
pub(super) fn native_stages<'p>(
    transformer: Transformer,
    run_limits: &circ_runtime::Limits,
) -> Result<Vec<Box<dyn Stage + 'p>>, Box<Diagnostic>> {
    let emitted = Emitted { transformer, positions: Vec::new(), rounds: Vec::new() };
    by_both_engines(emitted, 0, run_limits).map_err(|error| engine::fault(&error, None))
}

/// A transformer by the default engine, and to the letter where it is short. It has the values of gates at `coordinate`.
///
/// # Errors
/// One that is not well formed.
pub(super) fn by_both_engines<'p>(
    emitted: Emitted,
    coordinate: usize,
    limits: &circ_runtime::Limits,
) -> Result<Vec<Box<dyn Stage + 'p>>, RunError> {
    let literal = Literal::new(&emitted, coordinate, limits);
    let mut all: Vec<Box<dyn Stage + 'p>> = vec![Box::new(Simulated::new(emitted, coordinate, limits)?)];
    if let Some(literal) = literal {
        all.push(Box::new(literal));
    }
    Ok(all)
}

/// How many inputs a transformer is run on to the letter: at least one where it is short.
pub(super) fn literal_inputs(transformer: &Transformer) -> u64 {
    let positions = transformer.sequence.len;
    if positions > LITERAL_POSITIONS {
        return 0;
    }
    let heads: usize = transformer.layers.iter().map(|layer| layer.heads.len()).sum();
    let pairs = ((positions * positions * heads) as u64).saturating_mul(transformer.repeat);
    (LITERAL_PAIRS / pairs.max(1)).clamp(1, LITERAL_INPUTS)
}
