//! `circ verify`: the ways to compute a family held against each other, exactly, on all inputs where these are few and on
//! random ones otherwise.
//!
//! | room | subject |
//! | --- | --- |
//! | [`mod@stages`] | the ways from inputs to outputs: the source, and each construction by both engines |
//! | [`mod@compare`] | all of them on the same inputs; the simplest input on which one differs |
//! | [`round_trip`] | `--round-trip`: the circuits that transformers are lowered to |
//! | [`locate`] | the gate, position and layer at which a transformer goes astray |
//! | [`mod@program`], [`mod@differences`] | `--program`: a program of a file against the construction that it names |
//! | [`mod@against`] | `--against`: two families |
//! | [`page`] | how it is written |

mod against;
mod compare;
mod differences;
mod locate;
mod page;
mod program;
mod round_trip;
mod stages;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use circ_compiler::decode::{Decoder, Run};
use circ_compiler::diagnostics::{BuildFact, DataFact, Fact, Gives, VerifyFact};
use circ_compiler::emit::Construction;
use circ_compiler::native::{Positions, native};
use circ_compiler::{Diagnostic, Elaborated, FamilyId, Limits, Program, Severity, Sources, Staged};
use circ_runtime::evaluate;

use self::compare::{Outcome, compare, inputs_text, span_of};
use self::page::{Page, Row, Tried};
use self::round_trip::lowered;
use self::stages::{Source, native_stages, stages};
use crate::args::Verify;
use crate::attention::Attention;
use crate::chains::{ByTransformer, stages_and_circuit};
use crate::commands::report::measure::within;
use crate::engine;
use crate::instances::{Asked, Instance};
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::trials::Trials;
use crate::values::shown;

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

/// Verifies the families of a file, a program of one, or two families.
pub(crate) fn verify(session: &Session, args: &Verify) -> Ended<()> {
    if args.against.is_some() {
        return against::against(session, args);
    }
    let (file, mut program) = session.load(&args.file, Severity::Warning)?;
    let last = session.family(&program, args.family.as_deref())?;
    let ids: Vec<FamilyId> = match (&args.family, &args.program) {
        (None, None) => (0..program.own as u32).map(FamilyId).collect(),
        _ => vec![last],
    };
    let fixed = Asked::read(session, &program, &ids, &args.fixed.types.types, &args.fixed.params)?;
    if let Some(path) = &args.program {
        let instance = fixed.instance(&mut program, last);
        return program::program(session, args, &file, &program, &fixed, &instance, path);
    }
    let mut page = Page::new(args.json);
    let mut well = true;
    page.start(session, &names(args), args.round_trip)?;
    for id in ids {
        let instance = fixed.instance(&mut program, id);
        let (file, program, fixed, instance) = (&file, &program, &fixed, &instance);
        well &= Verifier { session, args, file, program, fixed, instance }.family(&mut page)?;
    }
    page.end(session)?;
    if well { Ok(()) } else { Err(Stop::Told) }
}

/// The constructions that are held against the circuit: that which is asked for, or all.
fn constructions(args: &Verify) -> Vec<Construction> {
    args.attention.map_or_else(
        || Construction::ALL.to_vec(),
        |attention| attention.construction().into_iter().collect(),
    )
}

/// What the first line names: the constructions, and the family's own transformer where it alone is asked for.
fn names(args: &Verify) -> Vec<&'static str> {
    match args.attention {
        Some(attention) => vec![attention.name()],
        None => Construction::ALL.into_iter().map(Construction::name).collect(),
    }
}

/// The sizes that are tried: those asked for, or the usual ones; one where nothing varies.
fn sizes_asked(args: &Verify, fixed: &Asked, params: &[String]) -> Vec<u64> {
    let mut others = if args.sizes.is_empty() { SIZES.to_vec() } else { args.sizes.clone() };
    if fixed.fixes(params) {
        others.truncate(1);
    }
    others
}

/// The budgets at a size: smaller ones where nobody asked for it.
fn budgets(session: &Session, asked: bool) -> (Limits, circ_runtime::Limits) {
    let (mut limits, mut run_limits) = (session.limits, session.run_limits);
    if !asked {
        limits = within(&limits, &SMALL);
        run_limits.max_digits = run_limits.max_digits.min(SMALL_DIGITS);
    }
    (limits, run_limits)
}

/// Why a size that can't be built is left out; `None` where that is a fault.
fn left_out(fact: &Fact, asked: bool) -> Option<&'static str> {
    match fact {
        Fact::Build(BuildFact::ConditionFails { call: false, .. }) => Some("the `where` leaves it out"),
        Fact::Build(fact) if !asked && fact.is_budget() => {
            Some("too large to be built without being asked for")
        }
        _ => None,
    }
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
    fn family(&self, page: &mut Page) -> Ended<bool> {
        let family = self.program.family(self.instance.id);
        page.family(self.session, &family.name, self.instance.line())?;
        let mut told = Vec::new();
        let mut well = true;
        for other in sizes_asked(self.args, self.fixed, &family.params) {
            let sizes = self.fixed.sizes(&family.params, other);
            let params: Vec<_> = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
            let tried = match self.sizes(&sizes) {
                Ok(tried) => tried,
                Err(fault) => {
                    well = false;
                    // What is wrong at one size often is at the next.
                    if fault.span.is_none() || !told.contains(&fault.span) {
                        self.session.tell(self.file, [&*fault], Severity::Note);
                        told.push(fault.span);
                    }
                    Tried::of_fault(&fault)
                }
            };
            page.row(self.session, Row { params, tried })?;
        }
        Ok(well)
    }

    /// One value for every parameter.
    fn sizes(&self, sizes: &[u64]) -> Result<Tried, Box<Diagnostic>> {
        let (id, params) = (self.instance.id, &self.program.family(self.instance.id).params);
        let asked = !self.args.sizes.is_empty() || (!params.is_empty() && self.fixed.fixes(params));
        let (limits, run_limits) = budgets(self.session, asked);
        let mut progress = Progress::new("building");
        let mut at = |gates| progress.at(gates, None);
        let (built, staged) = match stages_and_circuit(self.program, id, sizes, &limits, &mut at) {
            Ok(both) => both,
            Err(fault) => {
                return match left_out(&fault.fact, asked) {
                    Some(why) => Ok(Tried::LeftOut(why.into())),
                    None => Err(fault),
                };
            }
        };
        drop(progress);
        let trials =
            || Trials::new(&built.circuit.inputs, built.circuit.ring, self.args.trials, self.args.seed);
        let digits = Limits { max_digits: run_limits.max_digits, ..limits };
        let constructions = constructions(self.args);
        let source = Source::new(self.program, id, sizes, &digits);
        let mut stages = stages(&built, source, &constructions, &run_limits)?;
        let native = || native(self.program, id, sizes, Positions::Index, &limits, &|_| None);
        let own = match self.args.attention {
            // A family that has no transformer of its own is held against the others alone.
            None => native().ok(),
            Some(Attention::Native) => Some(native()?),
            Some(_) => None,
        };
        if let Some(own) = &own {
            stages.extend(native_stages(own.clone(), &run_limits)?);
        }
        if self.args.round_trip {
            let simulating = constructions.iter().map(|one| engine::emit(&built.circuit, *one));
            stages.extend(lowered(simulating.chain(own), &limits, &run_limits));
        }
        match compare(&built, &mut stages, trials(), &run_limits)? {
            Outcome::Differs(gives, _) => {
                let span = span_of(&built, &gives);
                Err(differs(&built, *gives, span))
            }
            Outcome::Equal(mut compared) => {
                if let Some(staged) = staged {
                    let staged = Arc::new(staged);
                    for construction in constructions {
                        let engine = ByTransformer::new(run_limits, construction, false, true);
                        let decoder = Decoder::new(self.program, &limits, engine);
                        step_by_step(&built, decoder, Arc::clone(&staged), trials(), &run_limits)?;
                    }
                    compared.step_by_step = true;
                }
                Ok(Tried::Equal(compared))
            }
        }
    }
}

/// Holds a circuit against its chains of thought, decoded step by step. Inputs whose numbers are beyond the budget are
/// left out, as where all steps are one circuit.
///
/// # Errors
/// An input on which they differ, or a fault of a step.
fn step_by_step(
    built: &Elaborated,
    mut decoder: Decoder<'_, ByTransformer>,
    staged: Arc<Staged>,
    mut trials: Trials<'_>,
    limits: &circ_runtime::Limits,
) -> Result<(), Box<Diagnostic>> {
    let circuit = &built.circuit;
    let mut run = Run::new(staged);
    for at in 0..trials.count() {
        let inputs = trials.input(at);
        let Ok(by_circuit) = evaluate(circuit, &inputs, limits, &mut |_, _| {}) else { continue };
        let decoded = decoder.run(&mut run, &inputs)?;
        if decoded != by_circuit {
            let gives = Gives {
                inputs: inputs_text(&circuit.inputs, &inputs),
                found_by: "the transformer, step by step,".into(),
                found: shown("result", &circuit.outputs, &decoded).text(),
                expected_by: "the circuit".into(),
                expected: shown("result", &circuit.outputs, &by_circuit).text(),
                astray: None,
            };
            return Err(differs(built, gives, None));
        }
    }
    Ok(())
}

/// A fault of circ itself.
fn differs(built: &Elaborated, gives: Gives, span: Option<circ_grammar::tree::Span>) -> Box<Diagnostic> {
    let family = built.circuit.family.clone();
    let mut diagnostic = Diagnostic::data(DataFact::from(VerifyFact::Differs { family, gives }));
    diagnostic.span = span;
    Box::new(diagnostic)
}
