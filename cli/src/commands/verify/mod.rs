//! `circ verify`: circuits against their transformers, on all inputs where they are few and on random ones otherwise.

use circ_compiler::decode::{Decoder, Run};
use circ_compiler::diagnostics::{BuildFact, DataFact, Fact};
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Limits, Program, Severity, Sources, Staged};
use circ_runtime::{
    Circuit, Num, Port, Prepared, RunError, RunErrorKind, Transformer, evaluate, execute_literal,
};

use crate::args::Verify;
use crate::chains::{ByTransformer, stages_and_circuit};
use crate::commands::report::measure::{params_text, within};
use crate::engine;
use crate::instances::{Asked, Instance};
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::trials::Trials;
use crate::values::{Shown, shown};
use crate::words::{counted, grouped};

/// The sizes that are tried where none are asked for.
const SIZES: [u64; 6] = [0, 1, 2, 3, 4, 8];

/// What a size that nobody asked for may cost.
const SMALL: Limits = Limits {
    max_gates: 50_000,
    max_wires: 500_000,
    max_steps: 5_000_000,
    max_calls: 2_000,
    max_digits: 10_000,
};

/// Digits of a number in a run at such a size.
const SMALL_DIGITS: u64 = 2_000;

/// Sequences of so many positions are also run to the letter,
const LITERAL_POSITIONS: usize = 60;
/// on so many inputs,
const LITERAL_INPUTS: u64 = 20;
/// or on fewer, while they score no more pairs of positions than this together: what is compared there is the two
/// engines, and the inputs matter little.
const LITERAL_PAIRS: u64 = 100_000;

/// Verifies the families of a file.
pub(crate) fn verify(session: &Session, args: &Verify) -> Ended<()> {
    let (file, mut program) = session.load(&args.file, Severity::Warning)?;
    let last = session.family(&program, args.family.as_deref())?;
    let ids: Vec<FamilyId> = match args.family {
        Some(_) => vec![last],
        None => (0..program.own as u32).map(FamilyId).collect(),
    };
    let fixed = Asked::read(session, &program, &ids, &args.fixed.types.types, &args.fixed.params)?;
    let mut well = true;
    for id in ids {
        let instance = fixed.instance(&mut program, id);
        let (file, program, fixed, instance) = (&file, &program, &fixed, &instance);
        well &= Verifier { session, args, file, program, fixed, instance }.family()?;
    }
    if well { Ok(()) } else { Err(Stop::Told) }
}

/// One family.
struct Verifier<'a> {
    session: &'a Session,
    args: &'a Verify,
    file: &'a Sources,
    program: &'a Program,
    fixed: &'a Asked,
    instance: &'a Instance,
}

impl Verifier<'_> {
    /// Whether nothing was wrong.
    fn family(&self) -> Ended<bool> {
        let family = self.program.family(self.instance.id);
        self.session.print(&format!("{}\n", family.name))?;
        if let Some(types) = self.instance.line() {
            self.session.print(&format!("  {types}\n"))?;
        }
        let mut others = if self.args.sizes.is_empty() { SIZES.to_vec() } else { self.args.sizes.clone() };
        if self.fixed.fixes(&family.params) {
            others.truncate(1);
        }
        let mut told = Vec::new();
        let mut well = true;
        for other in others {
            let sizes = self.fixed.sizes(&family.params, other);
            let params: Vec<_> = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
            let place = params_text(&params);
            let line = match self.sizes(&sizes) {
                Ok(Tried::Equal(text)) if place.is_empty() => text,
                Ok(Tried::Equal(text)) => format!("{place}: {text}"),
                Ok(Tried::LeftOut(why)) => format!("{place} left out: {why}").trim_start().into(),
                Err(fault) => {
                    well = false;
                    // What is wrong at one size often is at the next.
                    if fault.span.is_none() || !told.contains(&fault.span) {
                        self.session.tell(self.file, [&*fault], Severity::Note);
                        told.push(fault.span);
                    }
                    let what = match fault.fact {
                        Fact::Data(DataFact::VerifyDiffers { .. }) => "not equal",
                        _ => "can't be verified",
                    };
                    format!("{place}: {what}").trim_start_matches(": ").into()
                }
            };
            self.session.print(&format!("  {line}\n"))?;
        }
        Ok(well)
    }

    /// One value for every parameter.
    fn sizes(&self, sizes: &[u64]) -> Result<Tried, Box<Diagnostic>> {
        let (id, params) = (self.instance.id, &self.program.family(self.instance.id).params);
        let asked = !self.args.sizes.is_empty() || (!params.is_empty() && self.fixed.fixes(params));
        let mut progress = Progress::new("building");
        let (mut limits, mut run_limits) = (self.session.limits, self.session.run_limits);
        if !asked {
            limits = within(&limits, &SMALL);
            run_limits.max_digits = run_limits.max_digits.min(SMALL_DIGITS);
        }
        let mut at = |gates| progress.at(gates, None);
        let both = stages_and_circuit(self.program, id, sizes, &limits, &mut at);
        let (built, staged) = match both {
            Ok(both) => both,
            Err(fault) => {
                let why = match &fault.fact {
                    Fact::Build(BuildFact::ConditionFails { call: false, .. }) => "the `where` leaves it out",
                    Fact::Build(fact) if !asked && fact.is_budget() => {
                        "too large to be built without being asked for"
                    }
                    _ => return Err(fault),
                };
                return Ok(Tried::LeftOut(why.into()));
            }
        };
        drop(progress);
        let trials =
            || Trials::new(&built.circuit.inputs, built.circuit.ring, self.args.trials, self.args.seed);
        let compared = compare(&built, engine::emit(&built.circuit), trials(), &run_limits)?;
        match (compared, staged) {
            (Tried::Equal(text), Some(staged)) => {
                let engine = ByTransformer::new(run_limits, false, true);
                let decoder = Decoder::new(self.program, &limits, engine);
                step_by_step(&built, decoder, staged, trials(), &run_limits)?;
                Ok(Tried::Equal(format!("{text}, also step by step")))
            }
            (other, _) => Ok(other),
        }
    }
}

/// What became of a size.
#[derive(Debug)]
enum Tried {
    /// Everything was equal; what that is.
    Equal(String),
    /// Nothing was compared, and why.
    LeftOut(String),
}

/// Runs a circuit and a transformer on the same inputs.
///
/// # Errors
/// An input on which they differ.
fn compare(
    built: &Elaborated,
    transformer: Transformer,
    mut trials: Trials<'_>,
    limits: &circ_runtime::Limits,
) -> Result<Tried, Box<Diagnostic>> {
    let circuit = &built.circuit;
    let fault = |error: &RunError| engine::fault(error, Some(built));
    let literally = literal_inputs(&transformer);
    let mut prepared = Prepared::new(transformer).map_err(|error| fault(&error))?;
    let mut progress = Progress::new("verifying");
    let count = trials.count();
    let mut too_long = 0;
    for at in 0..count {
        progress.at(at, Some(count));
        let inputs = trials.input(at);
        let mut silent = |_: u64, _: u64| {};
        let by_circuit = evaluate(circuit, &inputs, limits, &mut silent);
        let by_transformer = prepared.execute(&inputs, limits, &mut silent);
        let (by_circuit, by_transformer) = match (by_circuit, by_transformer) {
            (Ok(by_circuit), Ok(by_transformer)) => (by_circuit, by_transformer),
            (Err(error), _) | (_, Err(error)) => match error.kind {
                RunErrorKind::NumberTooLong { .. } | RunErrorKind::TotalTooLong { .. } => {
                    too_long += 1;
                    continue;
                }
                RunErrorKind::TooManyPairs { .. } | RunErrorKind::TooManyUpdates { .. } => {
                    return Ok(Tried::LeftOut(format!("too large to be run: {}", error.kind)));
                }
                _ => return Err(fault(&error)),
            },
        };
        if by_transformer != by_circuit {
            return Err(differs(circuit, &inputs, "the transformer", &by_transformer, &by_circuit));
        }
        if at < literally {
            match execute_literal(prepared.transformer(), limits, &mut silent) {
                Ok(values) if values != by_circuit => {
                    let engine = "the transformer to the letter";
                    return Err(differs(circuit, &inputs, engine, &values, &by_circuit));
                }
                Ok(_) => {}
                Err(error) => match error.kind {
                    // It keeps more numbers than the others, and scores every pair.
                    RunErrorKind::NumberTooLong { .. }
                    | RunErrorKind::TotalTooLong { .. }
                    | RunErrorKind::TooManyPairs { .. } => {}
                    _ => return Err(fault(&error)),
                },
            }
        }
    }
    Ok(tried(&trials, count, too_long))
}

/// How many inputs a transformer is run on to the letter: at least one where it is short.
fn literal_inputs(transformer: &Transformer) -> u64 {
    let positions = transformer.sequence.len;
    if positions > LITERAL_POSITIONS {
        return 0;
    }
    let heads: usize = transformer.layers.iter().map(|layer| layer.heads.len()).sum();
    let pairs = ((positions * positions * heads) as u64).saturating_mul(transformer.repeat);
    (LITERAL_PAIRS / pairs.max(1)).clamp(1, LITERAL_INPUTS)
}

/// Holds a circuit against its chains of thought, decoded step by step. Inputs whose numbers are beyond the budget are
/// left out, as where all steps are one circuit.
///
/// # Errors
/// An input on which they differ, or a fault of a step.
fn step_by_step(
    built: &Elaborated,
    mut decoder: Decoder<'_, ByTransformer>,
    staged: Staged,
    mut trials: Trials<'_>,
    limits: &circ_runtime::Limits,
) -> Result<(), Box<Diagnostic>> {
    let mut run = Run::new(staged);
    for at in 0..trials.count() {
        let inputs = trials.input(at);
        let Ok(by_circuit) = evaluate(&built.circuit, &inputs, limits, &mut |_, _| {}) else { continue };
        let decoded = decoder.run(&mut run, &inputs)?;
        if decoded != by_circuit {
            let engine = "the transformer, step by step,";
            return Err(differs(&built.circuit, &inputs, engine, &decoded, &by_circuit));
        }
    }
    Ok(())
}

/// `16 inputs, all of them, equal`
fn tried(trials: &Trials<'_>, count: u64, too_long: u64) -> Tried {
    if too_long == count {
        return Tried::LeftOut("its numbers are longer than the budget".into());
    }
    let compared = (count - too_long) as usize;
    let text = match (trials, compared) {
        (Trials::All { .. }, 1) if too_long == 0 => "the only input, equal".into(),
        (Trials::All { .. }, _) if too_long == 0 => {
            format!("{}, all of them, equal", counted(compared, "input"))
        }
        (Trials::All { .. }, _) => format!("{}, equal", counted(compared, "input")),
        (Trials::Random { .. }, _) => format!("{}, equal", counted(compared, "random input")),
    };
    Tried::Equal(match too_long {
        0 => text,
        more => format!("{text}; {} more with numbers longer than the budget", grouped(more as usize)),
    })
}

fn differs(
    circuit: &Circuit,
    inputs: &[Num],
    engine: &'static str,
    by_transformer: &[Num],
    by_circuit: &[Num],
) -> Box<Diagnostic> {
    let text = |values: &[Num]| shown("result", &circuit.outputs, values).text();
    Box::new(Diagnostic::data(DataFact::VerifyDiffers {
        family: circuit.family.clone(),
        inputs: inputs_text(&circuit.inputs, inputs),
        engine,
        transformer: text(by_transformer),
        circuit: text(by_circuit),
    }))
}

/// As `circ run` takes them: `x=[1, "1/2"], b=true`.
fn inputs_text(ports: &[Port], values: &[Num]) -> String {
    let mut rest = values;
    let mut all = Vec::new();
    for port in ports {
        let (own, others) = rest.split_at(port.scalars().min(rest.len()));
        rest = others;
        all.push(format!("{}={}", port.name, Shown::Array(port, own).json()));
    }
    if all.is_empty() { "none".into() } else { all.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_transformers_are_always_run_to_the_letter() {
        let of = |body: &str| literal_inputs(&engine::emit(&built(body).circuit));
        assert_eq!(of("sum(x)"), LITERAL_INPUTS);
        // Deep, and short all the same.
        let deep = of("fold a = b for i in 0..10 { a + x[0] }");
        assert!((1..LITERAL_INPUTS).contains(&deep), "{deep}");
        assert_eq!(of("sum(x[i] * x[j] * x[k] for i in 0..n, j in 0..n, k in 0..n)"), 0);
    }

    fn built(body: &str) -> Elaborated {
        let source = format!("family f[n](x: num[n], b: bool) -> num {{ {body} }}");
        let loaded = circ_compiler::load(&source);
        assert!(!loaded.has_errors());
        let limits = Limits::default();
        circ_compiler::elaborate(&loaded.program, FamilyId(0), &[3], &limits, &mut |_| {}).expect("it builds")
    }

    #[test]
    fn a_transformer_of_another_circuit_is_found_out() {
        let (right, wrong) = (built("sum(x) + b"), built("2 * sum(x) - sum(x) + b * b + b - b"));
        let limits = circ_runtime::Limits::default();
        let compared = |transformer: &Elaborated| {
            let trials = Trials::new(&right.circuit.inputs, right.circuit.ring, 100, 0);
            compare(&right, engine::emit(&transformer.circuit), trials, &limits)
        };
        assert!(matches!(compared(&wrong), Ok(Tried::Equal(text)) if text == "100 random inputs, equal"));
        let fault = compared(&built("sum(x) + b + (if sum(x) == 0 { 1/3 } else { 0 })")).unwrap_err();
        let message = circ_compiler::message(&fault);
        assert_eq!(message.code, "E0599");
        assert_eq!(message.title, "circ is wrong here: the transformer and the circuit of `f` differ");
        assert!(message.notes[0].starts_with("The input is x=["), "{:?}", message.notes);
        assert!(message.notes[0].contains("], b="), "{:?}", message.notes);
        assert!(message.notes[1].contains("/3, the circuit "), "{:?}", message.notes);
    }
}
