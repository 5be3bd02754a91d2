//! Decoding chains of thought: a staged family run step by step.
//!
//! Each step of a `generate` is a run of the step's own circuit, or of its transformer, at the length that the sequence
//! has by then; what it gives is appended. So a family of constant depth is run as often as there are steps, where the
//! unrolled circuit is as deep as all steps together. Both give the same values.
//!
//! A step costs what it reads and computes anew (`steps.rs`), however long the sequence has become. One that has chains
//! of its own is built at each length as a family by itself.
//!
//! Which engine runs the circuits is the caller's: this module builds them, and passes numbers on.

mod chain;
mod steps;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use circ_runtime::Num;

use crate::diagnostics::{BuildFact, Built, CallFrame, Diagnostic, Fact};
use crate::elaborate::{Chain, Elaborated, Stage, Staged, elaborate_staged};
use crate::limits::Limits;
use crate::program::{FamilyId, Program};
use crate::types::Scalar;

use self::steps::Steps;

/// Steps are kept for the next run while they have no more gates than this together.
const KEPT_GATES: u64 = 4_000_000;

/// What a step counts for, beside its gates.
const STEP: u64 = 64;

/// Answers of steps are remembered while they and their inputs have no more numbers than this together.
const REMEMBERED: usize = 500_000;

/// The stack that one level of chains in chains may need, and how much is added when less is left.
const RED_ZONE: usize = 1 << 20;
const MORE_STACK: usize = 16 << 20;

/// What runs a circuit.
pub trait Engine {
    /// A circuit, prepared to be run.
    type Ready;

    /// Prepares a circuit.
    ///
    /// # Errors
    /// Where it can't be run at all.
    fn ready(&mut self, built: &Elaborated) -> Result<Self::Ready, Box<Diagnostic>>;

    /// The outputs of a circuit.
    ///
    /// # Errors
    /// Where a number is beyond the budget.
    fn run(
        &mut self,
        ready: &mut Self::Ready,
        built: &Elaborated,
        inputs: &[Num],
    ) -> Result<Vec<Num>, Box<Diagnostic>>;

    /// Whether a step may read what steps before it have computed, and not the elements alone. Both give the same
    /// numbers; an engine that judges others starts over.
    fn keeps(&self) -> bool {
        true
    }

    /// Told after each step: how many of a chain are done, of how many.
    fn stepped(&mut self, done: u64, all: u64) {
        let _ = (done, all);
    }
}

/// A staged family with what its engine has prepared.
pub struct Run<E: Engine> {
    staged: Arc<Staged>,
    /// For the arguments of each chain, and for the last stage.
    ready: Vec<Option<E::Ready>>,
}

impl<E: Engine> Run<E> {
    /// A family that was not run yet.
    pub fn new(staged: impl Into<Arc<Staged>>) -> Run<E> {
        let staged = staged.into();
        let stages = staged.chains.len() + 1;
        Run { staged, ready: (0..stages).map(|_| None).collect() }
    }
}

type StepKey = (FamilyId, Vec<Scalar>, Vec<u64>);

/// Runs staged families of a program.
pub struct Decoder<'p, E: Engine> {
    program: &'p Program,
    limits: Limits,
    engine: E,
    /// Chains that were run before, by their steps and the sizes that they begin with.
    chains: HashMap<StepKey, Steps<'p, E::Ready>>,
    /// Families of steps that have chains of their own,
    nested: HashSet<FamilyId>,
    /// and such steps that were run before.
    kept: HashMap<StepKey, Run<E>>,
    kept_gates: u64,
    /// What those gave: equal steps are run once, as equal calls are built once.
    answers: HashMap<(StepKey, Vec<Num>), Vec<Num>>,
    remembered: usize,
    /// The gates of all steps that were built, and of all that were run.
    work: u64,
    depth: u64,
}

impl<'p, E: Engine> Decoder<'p, E> {
    /// A decoder that builds and runs steps within these limits: all that it builds and runs for one call of
    /// [`Decoder::run`] may have as many gates as building one circuit may take steps.
    pub fn new(program: &'p Program, limits: &Limits, engine: E) -> Decoder<'p, E> {
        Decoder {
            program,
            limits: *limits,
            engine,
            chains: HashMap::new(),
            nested: HashSet::new(),
            kept: HashMap::new(),
            kept_gates: 0,
            answers: HashMap::new(),
            remembered: 0,
            work: 0,
            depth: 0,
        }
    }

    /// The outputs of a family for the inputs that are given.
    ///
    /// # Errors
    /// A fault of a step at its length, or a budget.
    pub fn run(&mut self, run: &mut Run<E>, given: &[Num]) -> Result<Vec<Num>, Box<Diagnostic>> {
        if self.depth == 0 {
            self.work = 0;
        }
        let staged = Arc::clone(&run.staged);
        let mut chains: Vec<Vec<Num>> = Vec::new();
        for (at, chain) in staged.chains.iter().enumerate() {
            let arguments = self.stage(&chain.arguments, &mut run.ready[at], given, &chains)?;
            let generated = self.chain(chain, arguments, &staged.origin)?;
            chains.push(generated);
        }
        self.stage(&staged.last, &mut run.ready[staged.chains.len()], given, &chains)
    }

    /// Runs one stage on what is given and what chains gave.
    fn stage(
        &mut self,
        stage: &Stage,
        ready: &mut Option<E::Ready>,
        given: &[Num],
        chains: &[Vec<Num>],
    ) -> Result<Vec<Num>, Box<Diagnostic>> {
        let mut rest = given;
        let mut inputs = Vec::new();
        for (port, chain) in stage.built.circuit.inputs.iter().zip(&stage.chains) {
            match chain {
                Some(chain) => inputs.extend_from_slice(&chains[*chain]),
                None => {
                    let (own, others) = rest.split_at(port.scalars().min(rest.len()));
                    inputs.extend_from_slice(own);
                    rest = others;
                }
            }
        }
        if ready.is_none() {
            *ready = Some(self.engine.ready(&stage.built)?);
        }
        match ready {
            Some(ready) => self.engine.run(ready, &stage.built, &inputs),
            None => Ok(Vec::new()),
        }
    }

    /// One step that has chains of its own.
    fn step(&mut self, chain: &Chain, sizes: &[u64], inputs: &[Num]) -> Result<Vec<Num>, Box<Diagnostic>> {
        if self.depth >= self.limits.max_calls {
            let limit = self.limits.max_calls;
            return Err(Box::new(Diagnostic::new(chain.span, BuildFact::CallsTooDeep { limit })));
        }
        let key = (chain.step, chain.generics.clone(), sizes.to_vec());
        let question = (key, inputs.to_vec());
        if let Some(answer) = self.answers.get(&question) {
            let answer = answer.clone();
            self.charge(STEP, chain)?;
            return Ok(answer);
        }
        let key = question.0.clone();
        let mut run = match self.kept.remove(&key) {
            Some(run) => {
                self.kept_gates -= gates(&run.staged);
                run
            }
            None => {
                let mut silent = |_: u64| {};
                let (generics, limits) = (&chain.generics, &self.limits);
                let staged =
                    elaborate_staged(self.program, chain.step, generics, sizes, limits, &mut silent)?;
                self.charge(gates(&staged), chain)?;
                Run::new(staged)
            }
        };
        self.charge(gates(&run.staged), chain)?;
        self.depth += 1;
        let outputs = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.run(&mut run, inputs));
        self.depth -= 1;
        if let Ok(outputs) = &outputs {
            self.remember(question, outputs);
        }
        let gates = gates(&run.staged);
        if self.kept_gates + gates <= KEPT_GATES {
            self.kept_gates += gates;
            self.kept.insert(key, run);
        }
        outputs
    }

    /// Counts work, and stops where there is too much.
    fn charge(&mut self, gates: u64, chain: &Chain) -> Result<(), Box<Diagnostic>> {
        self.work = self.work.saturating_add(gates);
        if self.work > self.limits.max_steps {
            let fact = BuildFact::TooManySteps { limit: self.limits.max_steps, needed: None };
            return Err(Box::new(Diagnostic::new(chain.span, fact)));
        }
        Ok(())
    }

    /// Keeps what a step gave; where there is no more room, the answers so far are forgotten.
    fn remember(&mut self, question: (StepKey, Vec<Num>), answer: &[Num]) {
        let size = question.1.len() + answer.len() + 8;
        if self.remembered + size > REMEMBERED {
            self.answers.clear();
            self.remembered = 0;
        }
        if size <= REMEMBERED {
            self.remembered += size;
            self.answers.insert(question, answer.to_vec());
        }
    }

    /// A fault of a step as one of the family that has the chain: the step is a call.
    fn called(
        &self,
        mut fault: Box<Diagnostic>,
        chain: &Chain,
        sizes: &[u64],
        origin: &Built,
    ) -> Box<Diagnostic> {
        if let Fact::Build(BuildFact::ConditionFails { call: call @ false, .. }) = &mut fault.fact {
            // The step's own `where`: what is wrong is the chain, which goes on to such a length.
            *call = true;
            fault.span = Some(chain.span);
        }
        if !matches!(fault.fact, Fact::Data(_)) {
            let family = self.program.family(chain.step);
            let sizes = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
            fault.calls.insert(0, CallFrame { family: family.name.clone(), sizes, span: chain.span });
            fault.built = Some(origin.clone());
        }
        fault
    }
}

/// The gates of all stages, and what a step counts for beside them.
fn gates(staged: &Staged) -> u64 {
    let stages = staged.chains.iter().map(|chain| &chain.arguments).chain([&staged.last]);
    STEP + stages.map(|stage| stage.built.circuit.gates.len() as u64).sum::<u64>()
}
