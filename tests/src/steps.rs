//! Chains of thought, decoded step by step: each step is a run of the transformer of its own circuit.

use std::sync::Arc;

use circ_compiler::decode::{Decoder, Engine, Run};
use circ_compiler::emit::{Construction, emit};
use circ_compiler::{Diagnostic, Elaborated, Limits, Program, Staged};
use circ_runtime::{Num, Transformer, execute};

/// Runs each circuit as a transformer.
#[derive(Debug)]
pub struct Transformers {
    /// Whether a step may read what steps before it have computed.
    pub keeps: bool,
}

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

    fn keeps(&self) -> bool {
        self.keeps
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

/// The outputs of a staged family, its chains decoded by transformers: with what steps before have computed, and each
/// step from the elements on, which has to give the same, also when it is run once more.
///
/// # Panics
/// Where a step can't be built or run within the limits, or the ways differ.
pub fn step_by_step(program: &Program, staged: Staged, inputs: &[Num], limits: &Limits) -> Vec<Num> {
    let staged = Arc::new(staged);
    let ways = [true, false].map(|keeps| {
        let mut decoder = Decoder::new(program, limits, Transformers { keeps });
        [(); 2].map(|()| match decoder.run(&mut Run::new(Arc::clone(&staged)), inputs) {
            Ok(outputs) => outputs,
            Err(fault) => panic!("a step fails: {}", circ_compiler::message(&fault).title),
        })
    });
    let [[first, again], [whole, _]] = &ways;
    assert_eq!(first, again, "steps that were built before give something else");
    assert_eq!(first, whole, "steps that start over give something else");
    first.clone()
}
