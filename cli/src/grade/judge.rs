//! One submission: its checks in order.

use circ_compiler::check::closest;
use circ_compiler::diagnostics::BuildFact;
use circ_compiler::elaborate::elaborate_counted;
use circ_compiler::emit::{Sums, normalize};
use circ_compiler::{
    Diagnostic, Elaborated, Fact, FamilyId, Limits, Loaded, Program, Severity, Sources, message,
};
use circ_grammar::tree::Span;
use circ_runtime::measure;

use super::equal::{Compared, compare};
use super::forbidden::hits;
use super::outcome::{Kind, Outcome, Row};
use super::plan::{Case, Plan, Step};
use super::proved::{ProvedClass, ProvedDepth, proved_class, proved_depth};
use super::signature::{Side, instance_like, parameters};
use super::submissions::{Found, load};
use super::work::Work;
use crate::excerpt::{harmless, harmless_line};
use crate::lines::Lines;
use crate::words::counted;

/// So many errors of a submission are told.
const MOST_ERRORS: usize = 3;

/// Judges a submission.
pub(super) fn judge(plan: &Plan, found: &Found) -> Row {
    let mut row = Row::new(plan, found);
    let loaded = match found.file.as_ref().map_err(Clone::clone).and_then(|path| load(path)) {
        Ok(loaded) => loaded,
        Err(why) => return Row::unread(plan, found, &why),
    };
    if loaded.has_errors() {
        row.set(0, Outcome::Failed, errors(&loaded));
        row.score();
        return row;
    }
    row.set(0, Outcome::Passed, "");
    let Loaded { mut program, sources, .. } = loaded;
    let family = match family(plan, &program) {
        Ok(family) => family,
        Err(why) => {
            row.set(1, Outcome::Failed, why);
            row.score();
            return row;
        }
    };
    row.set(1, Outcome::Passed, "");
    forbid(&mut row, plan, &program, &sources, family.id);
    prove(&mut row, plan, &program, &sources, family.id);
    let instance = instance_like(&plan.program, &plan.generics, &mut program, family.id);
    let judge = Judge { plan, program: &program, sources: &sources, id: instance, places: &family.places };
    judge.sizes(&mut row);
    row.score();
    row
}

/// The family that is graded.
struct Graded {
    id: FamilyId,
    /// For each of its parameters the place of the reference's that it is.
    places: Vec<usize>,
}

/// The family of the reference's name.
///
/// # Errors
/// Where there is none, or one with another signature: in words.
fn family(plan: &Plan, program: &Program) -> Result<Graded, String> {
    let name = plan.family();
    let Some(id) = program.family_named(name) else {
        let names = || program.own_families().iter().map(|family| family.name.as_str());
        let near = closest(name, names()).or_else(|| names().next().map(String::from));
        return Err(match near {
            Some(near) if program.own == 1 => format!("there is no family `{name}`, only `{near}`"),
            Some(near) => format!("there is no family `{name}` among {}; `{near}` is one", program.own),
            None => format!("there is no family `{name}`, and no other one"),
        });
    };
    let reference = Side { program: &plan.program, family: plan.program.family(plan.id) };
    let places = parameters(reference, Side { program, family: program.family(id) })?;
    Ok(Graded { id, places })
}

/// The errors of a program, the first ones with their words.
fn errors(loaded: &Loaded) -> String {
    let errors: Vec<&Diagnostic> = loaded.diagnostics.iter().filter(|d| d.is_error()).collect();
    let mut lines: Vec<String> =
        errors.iter().take(MOST_ERRORS).map(|error| short(&loaded.sources, error)).collect();
    if errors.len() > MOST_ERRORS {
        lines.push(format!("… and {}", counted(errors.len() - MOST_ERRORS, "more error")));
    }
    lines.join("\n")
}

/// `3:5: error[E0201]: there is no name `y``
fn short(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let message = message(diagnostic);
    let place = diagnostic.span.map(|span| format!("{}: ", place(sources, span))).unwrap_or_default();
    harmless_line(&format!("{place}error[{}]: {}", message.code, message.title))
}

/// `3:5`, with the file before it where that is one of the library.
fn place(sources: &Sources, span: Span) -> String {
    let (file, bytes) = sources.place(span);
    let text = harmless(&file.text);
    let (line, column) = Lines::of(&text).place(&text, bytes.start);
    let name = if sources.file_of(span) == 0 { String::new() } else { format!("{}:", file.name) };
    format!("{name}{line}:{column}")
}

fn forbid(row: &mut Row, plan: &Plan, program: &Program, sources: &Sources, id: FamilyId) {
    let hits = hits(program, sources, id, &plan.forbidden);
    for (at, forbidden) in row.of_kind(Kind::Forbidden).into_iter().zip(&plan.forbidden) {
        match hits.iter().find(|(hit, _)| *hit == forbidden) {
            Some((_, span)) => {
                row.set(at, Outcome::Failed, format!("it stands at {}", place(sources, *span)));
            }
            None => row.set(at, Outcome::Passed, ""),
        }
    }
}

fn prove(row: &mut Row, plan: &Plan, program: &Program, sources: &Sources, id: FamilyId) {
    let Some(class) = &plan.class else { return };
    let (outcome, output) = match proved_class(program, id, class, sources) {
        ProvedClass::Within(smallest) if smallest == *class => (Outcome::Passed, "proved".to_string()),
        ProvedClass::Within(smallest) => (Outcome::Passed, format!("proved, as it is in {smallest}")),
        ProvedClass::Not(fault, smallest) => {
            let holds = smallest.map_or_else(String::new, |class| format!("; {class} is proved"));
            (Outcome::Failed, format!("{}{holds}", short(sources, &fault)))
        }
    };
    for at in row.of_kind(Kind::Class) {
        row.set(at, outcome, output.clone());
    }
}

/// The greatest of a measure over the sizes, with the first size that has it.
#[derive(Default)]
struct Greatest(Option<(u64, String)>);

impl Greatest {
    fn see(&mut self, value: u64, place: &str) {
        if self.0.as_ref().is_none_or(|(most, _)| value > *most) {
            self.0 = Some((value, place.to_string()));
        }
    }

    /// `7 at n = 2`
    fn text(&self) -> String {
        match &self.0 {
            Some((value, place)) if place.is_empty() => value.to_string(),
            Some((value, place)) => format!("{value} at {place}"),
            None => String::new(),
        }
    }
}

/// A submission whose family is known.
struct Judge<'a> {
    plan: &'a Plan,
    program: &'a Program,
    sources: &'a Sources,
    id: FamilyId,
    places: &'a [usize],
}

/// What the sizes have shown so far.
struct Seen {
    work: Work,
    depth: Greatest,
    layers: Greatest,
    /// Whether every circuit was measured.
    complete: bool,
    /// Whether a counterexample is there already.
    refuted: bool,
}

impl Judge<'_> {
    /// Builds and runs all sizes, the smallest first.
    fn sizes(&self, row: &mut Row) {
        let mut seen = Seen {
            work: Work::new(&self.plan.budgets),
            depth: Greatest::default(),
            layers: Greatest::default(),
            complete: true,
            refuted: false,
        };
        for (at, step) in row.of_kind(Kind::Equal).into_iter().zip(&self.plan.steps) {
            self.step(row, at, step, &mut seen);
        }
        for (kind, most, greatest) in [
            (Kind::Depth, self.plan.max_depth, &seen.depth),
            (Kind::Layers, self.plan.max_layers, &seen.layers),
        ] {
            let (Some(most), Some(at)) = (most, row.of_kind(kind).first().copied()) else { continue };
            let measured = greatest.0.as_ref().map(|(value, _)| *value);
            let proved = match kind {
                Kind::Depth => proved_depth(self.program, self.id, most),
                _ => ProvedDepth::Open,
            };
            let (outcome, output) = match (measured, proved) {
                (Some(value), _) if value > most => (Outcome::Failed, greatest.text()),
                (_, ProvedDepth::Above(formula)) => {
                    (Outcome::Failed, format!("it is {formula} from some size on"))
                }
                (_, ProvedDepth::Within) => {
                    let seen = measured.map_or_else(String::new, |_| format!("{}; ", greatest.text()));
                    (Outcome::Passed, format!("{seen}proved for all sizes"))
                }
                (Some(_), ProvedDepth::Open) if seen.complete => (Outcome::Passed, greatest.text()),
                _ => (Outcome::Unfinished, "not every size could be built".into()),
            };
            row.set(at, outcome, output);
        }
    }

    /// All cases of one check.
    fn step(&self, row: &mut Row, at: usize, step: &Step, seen: &mut Seen) {
        let (mut inputs, mut all) = (0, true);
        for case in &step.cases {
            let built = match self.build(case, seen) {
                Ok(built) => built,
                Err((outcome, why)) => {
                    seen.complete = false;
                    let why = if step.cases.len() > 1 { format!("{}: {why}", case.place) } else { why };
                    return row.set(at, outcome, why);
                }
            };
            let place = &case.place;
            seen.depth.see(measure(&built.circuit).depth as u64, place);
            if self.plan.max_layers.is_some() {
                // Two layers a round, and a round for each level of the circuit in the gates that the construction has.
                seen.layers.see(2 * u64::from(normalize(&built.circuit, Sums::Wide).depth), place);
            }
            let differ =
                || if step.cases.len() > 1 { format!("it differs at {place}") } else { "it differs".into() };
            let (outcome, output) = match compare(case, &built, !seen.refuted, &mut seen.work) {
                Compared::Equal => {
                    inputs += case.inputs.len();
                    all &= case.all;
                    continue;
                }
                Compared::Differs(counterexample) => {
                    seen.refuted = true;
                    row.checks[at].counterexample = counterexample;
                    (Outcome::Failed, differ())
                }
                Compared::Wrong(why) => (Outcome::Failed, why),
                Compared::Unfinished(why) => (Outcome::Unfinished, why),
            };
            // The bounds are judged on all sizes, so the rest of them is built all the same.
            self.measure_rest(step, case, seen);
            return row.set(at, outcome, output);
        }
        row.set(at, Outcome::Passed, tried(inputs, all));
    }

    /// Measures the cases after this one, for the bounds alone.
    fn measure_rest(&self, step: &Step, after: &Case, seen: &mut Seen) {
        if self.plan.max_depth.is_none() && self.plan.max_layers.is_none() {
            return;
        }
        for case in step.cases.iter().skip_while(|case| case.sizes != after.sizes).skip(1) {
            match self.build(case, seen) {
                Ok(built) => {
                    seen.depth.see(measure(&built.circuit).depth as u64, &case.place);
                    seen.layers.see(2 * u64::from(normalize(&built.circuit, Sums::Wide).depth), &case.place);
                }
                Err(_) => seen.complete = false,
            }
        }
    }

    /// The submission's circuit at the sizes of a case.
    fn build(&self, case: &Case, seen: &mut Seen) -> Result<Elaborated, (Outcome, String)> {
        let sizes: Vec<u64> = self.places.iter().map(|place| case.sizes[*place]).collect();
        let own = self.plan.budgets.limits();
        let limits = Limits { max_steps: own.max_steps.min(seen.work.left()), ..own };
        if seen.work.left() == 0 {
            return Err((Outcome::Unfinished, seen.work.used_up().0));
        }
        match elaborate_counted(self.program, self.id, &sizes, &limits) {
            Ok((built, steps)) => {
                let steps = steps.saturating_add(built.circuit.gates.len() as u64);
                seen.work.take(steps).map_err(|unfinished| (Outcome::Unfinished, unfinished.0))?;
                Ok(built)
            }
            Err(fault) => Err(self.fault(&fault, &limits, seen)),
        }
    }

    fn fault(&self, fault: &Diagnostic, limits: &Limits, seen: &mut Seen) -> (Outcome, String) {
        debug_assert!(fault.severity() == Severity::Error);
        let short = short(self.sources, fault);
        match &fault.fact {
            Fact::Build(BuildFact::ConditionFails { call: false, .. }) => {
                (Outcome::Failed, "its `where` leaves out this size".into())
            }
            Fact::Build(BuildFact::TooManySteps { .. }) if limits.max_steps < self.plan.budgets.max_steps => {
                let _ = seen.work.take(seen.work.left());
                (Outcome::Unfinished, seen.work.used_up().0)
            }
            Fact::Build(fact) if fact.is_budget() => {
                // How many steps were taken is not known; at most so many were.
                let _ = seen.work.take(limits.max_steps);
                (Outcome::Unfinished, format!("{short}{}", option(fact)))
            }
            _ => (Outcome::Failed, short),
        }
    }
}

/// The option that raises a budget.
fn option(fact: &BuildFact) -> &'static str {
    match fact {
        BuildFact::TooManyGates { .. } => " (`--max-gates`)",
        BuildFact::TooManyWires { .. } => " (`--max-wires`)",
        BuildFact::TooManySteps { .. } => " (`--max-steps`)",
        BuildFact::CallsTooDeep { .. } => " (`--max-calls`)",
        BuildFact::NumberTooLarge { .. } => " (`--max-digits`)",
        _ => "",
    }
}

/// `16 inputs, all of them`
fn tried(inputs: usize, all: bool) -> String {
    match (inputs, all) {
        (1, true) => "the only input".into(),
        (_, true) => format!("{}, all of them", counted(inputs, "input")),
        (_, false) => counted(inputs, "random input"),
    }
}
