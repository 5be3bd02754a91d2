//! Chains of thought: families with `generate`, decoded by transformers step by step, and what their steps cost.

use std::sync::Arc;

use circ_compiler::decode::{Decoder, Engine, Run};
use circ_compiler::elaborate::{Chain, elaborate_staged};
use circ_compiler::emit::Construction;
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Limits, Program, Staged};
use circ_runtime::{Num, measure};

use crate::engine::{self, Ready, emit, fault, located, measure_transformer};
use crate::progress::Progress;
use crate::session::Session;
use crate::values::quoted;

/// Builds a family up to its chains of thought, and from them on.
///
/// # Errors
/// A fault at these sizes, or a budget.
pub(crate) fn build_staged(
    session: &Session,
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
) -> Result<Arc<Staged>, Box<Diagnostic>> {
    let mut progress = Progress::new("building");
    let mut at = |gates| progress.at(gates, None);
    elaborate_staged(program, id, &[], sizes, &session.limits, &mut at).map(Arc::new)
}

/// C_n, and the stages of a family that has chains of thought. One without is built once: its only stage is C_n.
///
/// # Errors
/// A fault at these sizes, or a budget.
pub(crate) fn stages_and_circuit(
    program: &Program,
    id: FamilyId,
    sizes: &[u64],
    limits: &Limits,
    at: &mut dyn FnMut(u64),
) -> Result<(Elaborated, Option<Staged>), Box<Diagnostic>> {
    let staged = elaborate_staged(program, id, &[], sizes, limits, at)?;
    if staged.chains.is_empty() {
        return Ok((staged.last.built, None));
    }
    let built = circ_compiler::elaborate(program, id, sizes, limits, at)?;
    Ok((built, Some(staged)))
}

/// The transformers of stages and steps, each planned once.
pub(crate) struct ByTransformer {
    limits: circ_runtime::Limits,
    construction: Construction,
    literal: bool,
    progress: Option<Progress>,
}

impl ByTransformer {
    /// By the default engine, or to the letter; with a progress bar where runs are long.
    pub(crate) fn new(
        limits: circ_runtime::Limits,
        construction: Construction,
        literal: bool,
        visible: bool,
    ) -> ByTransformer {
        let progress = visible.then(|| Progress::new("decoding"));
        ByTransformer { limits, construction, literal, progress }
    }
}

impl Engine for ByTransformer {
    type Ready = Ready;

    fn ready(&mut self, built: &Elaborated) -> Result<Ready, Box<Diagnostic>> {
        Ready::new(emit(&built.circuit, self.construction), self.literal).map_err(|error| fault(&error, None))
    }

    fn run(
        &mut self,
        ready: &mut Ready,
        built: &Elaborated,
        inputs: &[Num],
    ) -> Result<Vec<Num>, Box<Diagnostic>> {
        ready.run(inputs, &self.limits).map_err(|error| located(&error, built, inputs, &self.limits))
    }

    fn keeps(&self) -> bool {
        !self.literal
    }

    fn stepped(&mut self, done: u64, all: u64) {
        if let Some(progress) = &mut self.progress {
            progress.at(done, Some(all));
        }
    }
}

/// The outputs of a staged family, by transformers.
///
/// # Errors
/// A fault of a step, or a budget.
pub(crate) fn decode(
    session: &Session,
    program: &Program,
    staged: &Arc<Staged>,
    given: &[Num],
    construction: Construction,
    literal: bool,
) -> Result<Vec<Num>, Box<Diagnostic>> {
    // What has no chains runs with the progress of its own engine.
    if staged.chains.is_empty() {
        let built = &staged.last.built;
        let mut transformer = emit(&built.circuit, construction);
        return engine::execute(session, built, &mut transformer, given, literal);
    }
    let engine = ByTransformer::new(session.run_limits, construction, literal, true);
    Decoder::new(program, &session.limits, engine).run(&mut Run::new(Arc::clone(staged)), given)
}

/// What the longest step of a chain costs.
#[derive(Clone, Debug)]
pub(crate) struct StepMeasures {
    /// The family of a step.
    pub(crate) step: String,
    /// How often it runs.
    pub(crate) steps: u64,
    /// The depth of its circuit at the greatest length.
    pub(crate) depth: u64,
    /// Its gates there.
    pub(crate) gates: u64,
    /// The layers of its transformer there.
    pub(crate) layers: u64,
    /// The positions of its sequence there.
    pub(crate) tokens: u64,
}

/// Measures the last step of each chain that runs at all.
///
/// # Errors
/// A fault of a step, or a budget.
pub(crate) fn measure_chains(
    program: &Program,
    staged: &Staged,
    construction: Construction,
    limits: &Limits,
) -> Result<Vec<StepMeasures>, Box<Diagnostic>> {
    let measured = staged.chains.iter().filter(|chain| chain.steps > 0);
    measured.map(|chain| measure_step(program, chain, construction, limits)).collect()
}

fn measure_step(
    program: &Program,
    chain: &Chain,
    construction: Construction,
    limits: &Limits,
) -> Result<StepMeasures, Box<Diagnostic>> {
    let mut sizes = chain.sizes.clone();
    sizes[chain.length] += chain.steps - 1;
    let mut silent = |_: u64| {};
    // A step that has chains of its own is measured unrolled: as the circuit that it is.
    let built = circ_compiler::elaborate::elaborate_as(
        program,
        chain.step,
        &chain.generics,
        &sizes,
        limits,
        &mut silent,
    )?;
    let transformer = measure_transformer(&emit(&built.circuit, construction));
    let circuit = measure(&built.circuit);
    Ok(StepMeasures {
        step: program.family(chain.step).name.clone(),
        steps: chain.steps,
        depth: circuit.depth as u64,
        gates: circuit.gates as u64,
        layers: transformer.layers,
        tokens: transformer.tokens as u64,
    })
}

/// `[{"step": "next", "steps": 8, "depth": 5, …}]`
pub(crate) fn chains_json(chains: &[StepMeasures]) -> String {
    let chain = |chain: &StepMeasures| {
        format!(
            "{{\"step\": {}, \"steps\": {}, \"depth\": {}, \"gates\": {}, \"layers\": {}, \"tokens\": {}}}",
            quoted(&chain.step),
            chain.steps,
            chain.depth,
            chain.gates,
            chain.layers,
            chain.tokens
        )
    };
    let chains: Vec<String> = chains.iter().map(chain).collect();
    format!("[{}]", chains.join(", "))
}
