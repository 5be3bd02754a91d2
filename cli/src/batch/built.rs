//! A family at one size, and how it is run on one input.

use std::sync::{Arc, Mutex, PoisonError};

use circ_compiler::decode::{Decoder, Run};
use circ_compiler::emit::Construction;
use circ_compiler::{Diagnostic, Elaborated, Limits, Program, Staged};
use circ_runtime::{Circuit, Num};

use crate::chains::ByTransformer;
use crate::engine::{Ready, agreed, fault, located};
use crate::printed::Form;

/// A family at one size, ready to run.
pub(super) struct Built {
    pub(super) elaborated: Elaborated,
    /// Of the inputs.
    pub(super) shapes: Vec<Vec<usize>>,
    pub(super) by_transformer: Option<Way>,
    pub(super) by_circuit: bool,
    pub(super) form: Form,
    pub(super) limits: circ_runtime::Limits,
    /// Gates and wires.
    pub(super) cost: u64,
}

/// How a transformer computes the outputs.
pub(super) enum Way {
    /// In one run.
    Once(Ready),
    /// Step by step.
    Steps(Steps),
}

impl Built {
    /// C_n.
    pub(super) fn circuit(&self) -> &Circuit {
        &self.elaborated.circuit
    }

    /// The result for these inputs, as a line.
    pub(super) fn run(&self, inputs: &[Num]) -> Result<String, Box<Diagnostic>> {
        let by_transformer = match &self.by_transformer {
            Some(Way::Once(ready)) => {
                let values = ready.run(inputs, &self.limits);
                Some(values.map_err(|error| located(&error, &self.elaborated, inputs, &self.limits))?)
            }
            Some(Way::Steps(steps)) => Some(steps.run(inputs)?),
            None => None,
        };
        let outputs = &self.circuit().outputs;
        let values = match by_transformer {
            Some(values) if !self.by_circuit => values,
            other => {
                let values = circ_runtime::evaluate(self.circuit(), inputs, &self.limits, &mut |_, _| {})
                    .map_err(|error| fault(&error, Some(&self.elaborated)))?;
                agreed(outputs, other, values).map_err(|fact| Box::new(Diagnostic::data(*fact)))?
            }
        };
        Ok(self.form.line(outputs, &values))
    }
}

/// Gates and wires.
pub(super) fn size(circuit: &Circuit) -> u64 {
    circuit.gates.ids().map(|gate| 1 + circuit.gates.operands(gate).len() as u64).sum()
}

/// Decoders that are not at work; each remembers steps, of whatever size.
pub(super) type Decoders = Arc<Mutex<Vec<Decoder<'static, ByTransformer>>>>;

/// Chains of thought.
pub(super) struct Steps {
    program: &'static Program,
    limits: Limits,
    run_limits: circ_runtime::Limits,
    construction: Construction,
    literal: bool,
    pub(super) staged: Arc<Staged>,
    /// What is ready and not at work.
    idle: Mutex<Vec<Run<ByTransformer>>>,
    decoders: Decoders,
}

impl Steps {
    /// A family up to its chains of thought and from them on, by transformers of this kind.
    pub(super) fn new(
        (program, staged): (&'static Program, Staged),
        (limits, run_limits): (Limits, circ_runtime::Limits),
        (construction, literal): (Construction, bool),
        decoders: &Decoders,
    ) -> Steps {
        let (staged, decoders) = (Arc::new(staged), Arc::clone(decoders));
        Steps { program, limits, run_limits, construction, literal, staged, idle: Mutex::default(), decoders }
    }

    fn run(&self, inputs: &[Num]) -> Result<Vec<Num>, Box<Diagnostic>> {
        let mut decoder = take(&self.decoders).unwrap_or_else(|| {
            let engine = ByTransformer::new(self.run_limits, self.construction, self.literal, false);
            Decoder::new(self.program, &self.limits, engine)
        });
        let mut run = take(&self.idle).unwrap_or_else(|| Run::new(Arc::clone(&self.staged)));
        let outputs = decoder.run(&mut run, inputs);
        give(&self.idle, run);
        give(&self.decoders, decoder);
        outputs
    }
}

fn take<T>(idle: &Mutex<Vec<T>>) -> Option<T> {
    idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

fn give<T>(idle: &Mutex<Vec<T>>, one: T) {
    idle.lock().unwrap_or_else(PoisonError::into_inner).push(one);
}
