//! Chains of thought, decoded step by step: each step is a run of the transformer of its own circuit.

use circ_compiler::decode::{Decoder, Engine, Run};
use circ_compiler::emit::{Construction, emit};
use circ_compiler::{Diagnostic, Elaborated, Limits, Program, Staged};
use circ_runtime::{Num, Transformer, execute};

/// Runs each circuit as a transformer.
#[derive(Debug)]
pub struct Transformers;

impl Engine for Transformers {
    type Ready = Transformer;

    fn ready(&mut self, built: &Elaborated) -> Result<Transformer, Box<Diagnostic>> {
        Ok(emit(&built.circuit, Construction::Average).transformer)
    }

    fn run(
        &mut self,
        ready: &mut Transformer,
        _: &Elaborated,
        inputs: &[Num],
    ) -> Result<Vec<Num>, Box<Diagnostic>> {
        Ok(by_transformer(ready, inputs))
    }
}

/// The outputs of a transformer on these inputs.
///
/// # Panics
/// Where it does not run.
pub fn by_transformer(transformer: &Transformer, inputs: &[Num]) -> Vec<Num> {
    let mut filled = transformer.clone();
    filled.sequence.fill(inputs).expect("the inputs fit");
    execute(&filled, &circ_runtime::Limits::default(), &mut |_, _| {}).expect("the transformer runs")
}

/// The outputs of a staged family, its chains decoded by transformers.
///
/// # Panics
/// Where a step can't be built or run.
pub fn step_by_step(program: &Program, staged: Staged, inputs: &[Num]) -> Vec<Num> {
    let mut run = Run::new(staged);
    match Decoder::new(program, &Limits::default(), Transformers).run(&mut run, inputs) {
        Ok(outputs) => outputs,
        Err(fault) => panic!("a step fails: {}", circ_compiler::message(&fault).title),
    }
}
