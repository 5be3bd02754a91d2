//! The circuit against all stages, on the same inputs, and the simplest input on which one differs.

use circ_compiler::diagnostics::{Astray, Gives};
use circ_compiler::emit::Construction;
use circ_compiler::{Diagnostic, Elaborated};
use circ_runtime::evaluate::evaluate_gates;
use circ_runtime::{Limits, Num, Port, RunError, RunErrorKind};

use super::stages::{Ran, Stage};
use crate::engine;
use crate::progress::Progress;
use crate::simplest::simplify;
use crate::trials::Trials;
use crate::values::{Shown, shown};
use crate::words::{counted, grouped};

/// How often one stage was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    /// Its name.
    pub(super) stage: String,
    /// On how many inputs.
    pub(super) inputs: u64,
    /// Why it could not run at all.
    pub(super) left_out: Option<String>,
    /// Whether it is told where it was compared on fewer inputs than the others.
    told: bool,
}

/// What was compared at one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Compared {
    /// So many inputs.
    pub(super) inputs: u64,
    /// So many more had numbers beyond the budget.
    pub(super) too_long: u64,
    /// Whether there are no others.
    pub(super) all: bool,
    /// Each stage.
    pub(super) stages: Vec<Tally>,
    /// Whether chains of thought were decoded step by step, too.
    pub(super) step_by_step: bool,
}

/// What became of a comparison.
#[derive(Debug)]
pub(super) enum Outcome {
    /// No stage differs.
    Equal(Compared),
    /// An input on which one stage differs, and what both give.
    Differs(Box<Gives>, Vec<Num>),
}

/// Runs the circuit and all stages on the same inputs, up to the first difference.
///
/// # Errors
/// A fault that is none of a budget.
pub(super) fn compare(
    built: &Elaborated,
    stages: &mut [Box<dyn Stage + '_>],
    mut trials: Trials<'_>,
    limits: &Limits,
) -> Result<Outcome, Box<Diagnostic>> {
    let circuit = &built.circuit;
    let mut progress = Progress::new("verifying");
    let count = trials.count();
    let mut tallies: Vec<Tally> = Vec::with_capacity(stages.len());
    for stage in stages.iter() {
        let told = !stage.optional();
        tallies.push(Tally { stage: stage.name(), inputs: 0, left_out: None, told });
    }
    let mut too_long = 0;
    for at in 0..count {
        progress.at(at, Some(count));
        let input = trials.input(at);
        let expected = match circ_runtime::evaluate(circuit, &input, limits, &mut |_, _| {}) {
            Ok(expected) => expected,
            Err(error) if is_too_long(&error) => {
                too_long += 1;
                continue;
            }
            Err(error) => return Err(engine::fault(&error, Some(built))),
        };
        let mut whole = true;
        for (place, stage) in stages.iter_mut().enumerate() {
            if tallies[place].left_out.is_some() {
                continue;
            }
            match stage.run(at, &input)? {
                Ran::Values(found) if found == expected => tallies[place].inputs += 1,
                Ran::Values(_) => {
                    let (gives, input) = simplest(built, stages, place, input, limits)?;
                    return Ok(Outcome::Differs(Box::new(gives), input));
                }
                Ran::TooLong => whole &= !stage.counts(),
                Ran::Skipped => {}
                Ran::TooLarge(why) => tallies[place].left_out = Some(why),
            }
        }
        too_long += u64::from(!whole);
    }
    let inputs = count - too_long;
    let all = matches!(trials, Trials::All { .. });
    Ok(Outcome::Equal(Compared { inputs, too_long, all, stages: tallies, step_by_step: false }))
}

fn is_too_long(error: &RunError) -> bool {
    matches!(error.kind, RunErrorKind::NumberTooLong { .. } | RunErrorKind::TotalTooLong { .. })
}

/// The simplest input near this one on which the stage differs, what both give, and where the stage goes astray.
fn simplest(
    built: &Elaborated,
    stages: &mut [Box<dyn Stage + '_>],
    place: usize,
    input: Vec<Num>,
    limits: &Limits,
) -> Result<(Gives, Vec<Num>), Box<Diagnostic>> {
    let circuit = &built.circuit;
    let stage = &mut stages[place];
    let mut both = |input: &[Num]| {
        let expected = circ_runtime::evaluate(circuit, input, limits, &mut |_, _| {}).ok()?;
        match stage.run(0, input) {
            Ok(Ran::Values(found)) => Some((found, expected)),
            _ => None,
        }
    };
    let input = simplify(&circuit.inputs, input, |input| Some(both(input).is_some_and(|(a, b)| a != b)));
    let text = |values: &[Num]| shown("result", &circuit.outputs, values).text();
    // It differed on the first, and on every one since.
    let (found, expected) = both(&input).unwrap_or_default();
    let gates = evaluate_gates(circuit, &input, limits, &mut |_, _| {});
    let gates = gates.map_err(|error| engine::fault(&error, Some(built)))?;
    let gives = Gives {
        inputs: inputs_text(&circuit.inputs, &input),
        found_by: stage.words(),
        found: text(&found),
        expected_by: "the circuit".into(),
        expected: text(&expected),
        astray: stage.astray(&input, &gates),
    };
    Ok((gives, input))
}

/// The place in the source of the gate that goes astray.
pub(super) fn span_of(built: &Elaborated, gives: &Gives) -> Option<circ_grammar::tree::Span> {
    match gives.astray {
        Some(Astray::Gate { gate, .. }) => built.spans.get(gate as usize),
        _ => None,
    }
}

/// As `circ run` takes them: `x=[1, "1/2"], b=true`.
pub(super) fn inputs_text(ports: &[Port], values: &[Num]) -> String {
    let mut rest = values;
    let mut all = Vec::new();
    for port in ports {
        let (own, others) = rest.split_at(port.scalars().min(rest.len()));
        rest = others;
        all.push(format!("{}={}", port.name, Shown::Array(port, own).json()));
    }
    if all.is_empty() { "none".into() } else { all.join(", ") }
}

impl Compared {
    /// `16 inputs, all of them, equal`; `None` where nothing was compared.
    pub(super) fn text(&self) -> Option<String> {
        if self.inputs == 0 && self.too_long > 0 {
            return None;
        }
        let inputs = self.inputs as usize;
        let mut text = match (self.all, inputs) {
            (true, 1) if self.too_long == 0 => "the only input, equal".into(),
            (true, _) if self.too_long == 0 => format!("{}, all of them, equal", counted(inputs, "input")),
            (true, _) => format!("{}, equal", counted(inputs, "input")),
            (false, _) => format!("{}, equal", counted(inputs, "random input")),
        };
        if self.step_by_step {
            text.push_str(", also step by step");
        }
        // Where it is the only transformer, the first line says so.
        let others = self.stages.iter().any(|tally| tally.stage == Construction::Average.name());
        if others && self.stages.iter().any(|tally| tally.stage == "native" && tally.inputs > 0) {
            text.push_str(", also native");
        }
        if self.too_long > 0 {
            let more = grouped(self.too_long as usize);
            text.push_str(&format!("; {more} more with numbers longer than the budget"));
        }
        // Stages that were left out for one reason are told together.
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for tally in &self.stages {
            match &tally.left_out {
                Some(why) => match reasons.iter_mut().find(|(known, _)| known == why) {
                    Some((_, names)) => names.push(&tally.stage),
                    None => reasons.push((why, vec![&tally.stage])),
                },
                None if tally.told && tally.inputs < self.inputs => {
                    text.push_str(&format!("; {} on {}", tally.stage, grouped(tally.inputs as usize)));
                }
                None => {}
            }
        }
        for (why, names) in reasons {
            text.push_str(&format!("; {} left out: {why}", names.join(", ")));
        }
        Some(text)
    }
}
