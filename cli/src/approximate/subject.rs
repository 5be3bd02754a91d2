//! A circuit with its transformer, and what is known of its values on an input.

use circ_compiler::diagnostics::DataFact;
use circ_compiler::emit::{Construction, Emitted, emit};
use circ_compiler::{Diagnostic, Elaborated};
use circ_runtime::approximate::{Approximation, Exact, Known, Outcome, approximate};
use circ_runtime::evaluate::evaluate_gates;
use circ_runtime::{Limits, Num, RunError, RunErrorKind};

use crate::engine;

/// A circuit, and its transformer.
pub(crate) struct Subject<'a> {
    pub(crate) built: &'a Elaborated,
    pub(crate) emitted: Emitted,
    /// The coordinate at which gates have their values.
    coordinate: usize,
}

/// An input with the values of all gates.
pub(crate) struct Values {
    known: Vec<Known>,
    /// The exact outputs.
    pub(crate) outputs: Vec<Num>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(built: &'a Elaborated, construction: Construction) -> Subject<'a> {
        let emitted = emit(&built.circuit, construction);
        // Inputs are written where outputs are read; a family has an output at least.
        let coordinate = emitted.transformer.sequence.outputs.first().map_or(0, |spec| spec.coordinate);
        Subject { built, emitted, coordinate }
    }

    /// The pairs of positions that a run scores.
    pub(crate) fn pairs(&self) -> u64 {
        let t = &self.emitted.transformer;
        let heads: u64 = t.layers.iter().map(|layer| layer.heads.len() as u64).sum();
        (t.sequence.len as u64).saturating_pow(2).saturating_mul(heads).saturating_mul(t.repeat)
    }

    /// The values of all gates on an input, which is put into the sequence.
    ///
    /// # Errors
    /// Numbers beyond the budget.
    pub(crate) fn values(&mut self, inputs: &[Num], limits: &Limits) -> Result<Values, Box<Diagnostic>> {
        let circuit = &self.built.circuit;
        let fault = |error| engine::fault(&error, Some(self.built));
        let values = evaluate_gates(circuit, inputs, limits, &mut |_, _| {}).map_err(fault)?;
        let layers = self.emitted.transformer.layers.len() as u64;
        let known = circuit.gates.ids().map(|gate| Known {
            gate,
            position: self.emitted.positions[gate.index()],
            from: u64::from(self.emitted.rounds[gate.index()]) * layers,
            value: values[gate.index()].clone(),
        });
        let known = known.collect();
        let outputs = circuit.output_gates().map(|gate| values[gate.index()].clone()).collect();
        self.emitted.transformer.sequence.fill(inputs).map_err(fault)?;
        Ok(Values { known, outputs })
    }

    /// An input of which only the outputs are known.
    ///
    /// # Errors
    /// Another number of inputs than the circuit has.
    pub(crate) fn bare(&mut self, inputs: &[Num], outputs: &[Num]) -> Result<Values, Box<Diagnostic>> {
        let filled = self.emitted.transformer.sequence.fill(inputs);
        filled.map_err(|error| engine::fault(&error, None))?;
        Ok(Values { known: Vec::new(), outputs: outputs.to_vec() })
    }

    /// An approximate run on the input whose values these are.
    ///
    /// # Errors
    /// More pairs of positions than the budget.
    pub(crate) fn run(
        &self,
        values: &Values,
        how: &Approximation,
        tolerance: &Num,
        everything: bool,
        limits: &Limits,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Outcome, Box<Diagnostic>> {
        let exact = Exact { known: &values.known, coordinate: self.coordinate, everything, tolerance };
        approximate(&self.emitted.transformer, how, exact, limits, progress).map_err(|error| fault(&error))
    }
}

/// A run that stopped, as something to tell.
fn fault(error: &RunError) -> Box<Diagnostic> {
    if !matches!(error.kind, RunErrorKind::TooManyPairs { .. }) {
        return engine::fault(error, None);
    }
    let what = format!("{error}.");
    let instead = "take a smaller size: an approximate run scores every pair of positions";
    Box::new(Diagnostic::data(DataFact::RunTooLarge { what, instead }))
}
