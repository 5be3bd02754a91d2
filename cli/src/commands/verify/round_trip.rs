//! `circ verify --round-trip`: each transformer lowered to a circuit, and that evaluated.

use circ_compiler::diagnostics::Astray;
use circ_compiler::{Diagnostic, Limits, unfold};
use circ_runtime::{Circuit, Num, Transformer, evaluate};

use super::stages::{Ran, Stage, ran};
use crate::commands::report::measure::within;

/// What lowering one transformer may make: its circuit has about the cube of its positions in gates.
const LOWERED: Limits = Limits {
    max_gates: 1_000_000,
    max_wires: 10_000_000,
    max_steps: 20_000_000,
    max_calls: 2_000,
    max_digits: 10_000,
};

/// Gates that are evaluated over all inputs of a size; after that a circuit is left out.
const WORK: u64 = 20_000_000;

/// The circuit of a transformer, or why there is none.
struct Lowered {
    /// What the transformer is called.
    construction: String,
    circuit: Result<Box<Circuit>, String>,
    limits: circ_runtime::Limits,
    /// On how many inputs it is evaluated.
    count: u64,
}

/// The circuits that transformers are lowered to.
pub(super) fn lowered(
    transformers: impl Iterator<Item = Transformer>,
    limits: &Limits,
    run_limits: &circ_runtime::Limits,
) -> Vec<Box<dyn Stage>> {
    let limits = within(limits, &LOWERED);
    let one = |transformer: Transformer| -> Box<dyn Stage> {
        let circuit = match unfold(&transformer, &limits, &mut |_| {}) {
            Ok(unfolded) => Ok(Box::new(unfolded.circuit)),
            Err(_) => Err("too large".to_string()),
        };
        let gates = circuit.as_ref().map_or(1, |circuit| circuit.gates.len() as u64).max(1);
        let construction = transformer.construction;
        Box::new(Lowered { construction, circuit, limits: *run_limits, count: (WORK / gates).max(1) })
    };
    transformers.map(one).collect()
}

impl Stage for Lowered {
    fn name(&self) -> String {
        format!("{} lowered", self.construction)
    }

    fn words(&self) -> String {
        format!("the lowered circuit of `{}`", self.construction)
    }

    fn counts(&self) -> bool {
        false
    }

    fn run(&mut self, at: u64, inputs: &[Num]) -> Result<Ran, Box<Diagnostic>> {
        match &self.circuit {
            Err(why) => Ok(Ran::TooLarge(why.clone())),
            Ok(_) if at >= self.count => Ok(Ran::Skipped),
            Ok(circuit) => match ran(evaluate(circuit, inputs, &self.limits, &mut |_, _| {}))? {
                Ran::TooLong => Ok(Ran::Skipped),
                other => Ok(other),
            },
        }
    }

    fn astray(&self, _inputs: &[Num], _gates: &[Num]) -> Option<Astray> {
        None
    }
}
