//! The reference, prepared once: the sizes, the inputs, and what it gives for them.

use circ_compiler::diagnostics::{BuildFact, DataFact, GradeFact};
use circ_compiler::probe::smallest_first;
use circ_compiler::types::Scalar;
use circ_compiler::{Diagnostic, Elaborated, Fact, FamilyId, Limits, Program, Severity, Sources, elaborate};
use circ_runtime::{Num, RunErrorKind, evaluate};

use super::operations::{Forbidden, read_forbidden};
use super::options::{Grade, GradeBudgets};
use super::proved;
use crate::commands::report::measure::{params_text, within};
use crate::engine;
use crate::instances::Asked;
use crate::progress::Progress;
use crate::session::{Ended, Session};
use crate::trials::Trials;

/// The sizes that are graded where none are asked for.
const SIZES: [u64; 6] = [0, 1, 2, 3, 4, 8];

/// What a size that nobody asked for may cost.
const SMALL: Limits = Limits {
    max_gates: 50_000,
    max_wires: 500_000,
    max_steps: 5_000_000,
    max_calls: 2_000,
    max_digits: 1_000,
};

/// With more combinations of sizes than this only equal ones are graded.
const MOST_COMBINATIONS: u64 = 250;

/// The inputs at one size, and what the reference gives for them, have at most so many numbers.
const MOST_NUMBERS: u64 = 20_000_000;

/// Sizes that are not graded, each with why.
pub(crate) type LeftOut = Vec<(String, &'static str)>;

/// The numbers of inputs, or of results.
type Numbers = Vec<Vec<Num>>;

/// The sizes of one check.
pub(crate) struct Step {
    /// `n = 3`, or `sizes up to 3` where there are several parameters.
    pub(crate) name: String,
    /// The smallest first.
    pub(crate) cases: Vec<Case>,
}

/// One value for each parameter.
pub(crate) struct Case {
    /// In the order of the reference.
    pub(crate) sizes: Vec<u64>,
    /// `n = 3, m = 2`; empty without parameters.
    pub(crate) place: String,
    /// The reference's circuit.
    pub(crate) built: Elaborated,
    /// The inputs that are tried.
    pub(crate) inputs: Numbers,
    /// What the reference gives for each.
    pub(crate) outputs: Numbers,
    /// Whether these are all inputs that there are.
    pub(crate) all: bool,
}

/// What is the same for all submissions.
pub(crate) struct Plan {
    /// The reference.
    pub(crate) program: Program,
    /// What messages call it.
    pub(crate) file: String,
    /// The graded family, as it is written.
    pub(crate) id: FamilyId,
    /// What its names for types stand for.
    pub(crate) generics: Vec<Scalar>,
    /// The sizes.
    pub(crate) steps: Vec<Step>,
    /// Sizes that are not graded, and why.
    pub(crate) left_out: LeftOut,
    /// What may not be used.
    pub(crate) forbidden: Vec<Forbidden>,
    /// The class that has to be proved.
    pub(crate) class: Option<String>,
    /// The most depth.
    pub(crate) max_depth: Option<u64>,
    /// The most layers.
    pub(crate) max_layers: Option<u64>,
    /// What a submission may take.
    pub(crate) budgets: GradeBudgets,
}

impl Plan {
    /// Reads the reference and the options, and runs the reference on everything that is tried.
    ///
    /// # Errors
    /// A reference that is wrong or too large, and options that name nothing.
    pub(crate) fn new(session: &Session, options: &Grade) -> Ended<Plan> {
        let (sources, mut program) = session.load(&options.reference, Severity::Error)?;
        let id = session.family(&program, options.family.as_deref())?;
        let forbidden = read_forbidden(&options.forbid).map_err(|faults| session.refuse(faults))?;
        let class = match &options.class {
            Some(text) => Some(proved::read_class(text).map_err(|fault| session.refuse([*fault]))?),
            None => None,
        };
        let fixed = &options.fixed;
        let asked = Asked::read(session, &program, &[id], &fixed.types.types, &fixed.params)?;
        let generics = asked.scalars(&program, id);
        let instance = asked.instance(&mut program, id).id;
        let prepared =
            Preparer { session, options, sources: &sources, program: &program, id: instance, asked };
        let (steps, left_out) = prepared.steps()?;
        Ok(Plan {
            file: sources.main().name.clone(),
            id,
            generics,
            steps,
            left_out,
            forbidden,
            class,
            max_depth: options.max_depth,
            max_layers: options.max_layers,
            budgets: options.budgets,
            program,
        })
    }

    /// The name of the graded family.
    pub(crate) fn family(&self) -> &str {
        &self.program.family(self.id).name
    }
}

/// A case, or why there is none.
type Prepared = Result<Case, &'static str>;

struct Preparer<'a> {
    session: &'a Session,
    options: &'a Grade,
    sources: &'a Sources,
    program: &'a Program,
    id: FamilyId,
    asked: Asked,
}

impl Preparer<'_> {
    /// Every size with its cases, and those that are left out.
    fn steps(&self) -> Ended<(Vec<Step>, LeftOut)> {
        let family = self.program.family(self.id);
        let (mut steps, mut left_out) = (Vec::new(), Vec::new());
        let mut all: Vec<u64> = self.options.sizes.iter().flat_map(|sizes| sizes.all()).collect();
        if all.is_empty() {
            all = SIZES.to_vec();
        }
        all.sort_unstable();
        all.dedup();
        if self.asked.fixes(&family.params) {
            all.truncate(1);
        }
        let free = family.params.iter().filter(|param| !self.asked.has(param)).count();
        let count = u32::try_from(free).ok().and_then(|free| (all.len() as u64).checked_pow(free));
        let combined = free > 1 && count.is_some_and(|count| count <= MOST_COMBINATIONS);
        for (at, size) in all.iter().enumerate() {
            let combinations = if combined {
                self.combinations(&family.params, &all[..=at])
            } else {
                vec![self.asked.sizes(&family.params, *size)]
            };
            let mut cases = Vec::new();
            for sizes in combinations {
                let params: Vec<_> = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
                let place = params_text(&params);
                match self.case(sizes, place.clone())? {
                    Ok(case) => cases.push(case),
                    Err(why) => left_out.push((place, why)),
                }
            }
            if let Some(first) = cases.first() {
                let name = if combined { format!("sizes up to {size}") } else { first.place.clone() };
                let name = if name.is_empty() { "the only size".into() } else { name };
                steps.push(Step { name, cases });
            }
        }
        if steps.is_empty() {
            let sizes: Vec<String> = all.iter().map(u64::to_string).collect();
            let fact = GradeFact::NoSizes { family: family.name.clone(), sizes: sizes.join(", ") };
            return Err(self.session.refuse([DataFact::Grade(fact)]));
        }
        Ok((steps, left_out))
    }

    /// All combinations of these sizes in which the last of them occurs, the smallest first.
    fn combinations(&self, params: &[String], sizes: &[u64]) -> Vec<Vec<u64>> {
        let Some(last) = sizes.last() else { return Vec::new() };
        let mut all: Vec<(Vec<u64>, bool)> = vec![(Vec::new(), false)];
        for param in params {
            let choices = match self.asked.has(param) {
                true => self.asked.sizes(std::slice::from_ref(param), 0),
                false => sizes.to_vec(),
            };
            let free = !self.asked.has(param);
            let longer = |(before, has): &(Vec<u64>, bool)| {
                let (before, has) = (before.clone(), *has);
                let next =
                    |size: &u64| ([before.as_slice(), &[*size]].concat(), has || (free && size == last));
                choices.iter().map(next).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let mut all: Vec<Vec<u64>> =
            all.into_iter().filter_map(|(sizes, has)| has.then_some(sizes)).collect();
        smallest_first(&mut all);
        all
    }

    /// Builds the reference at these sizes, and runs it on every input.
    fn case(&self, sizes: Vec<u64>, place: String) -> Ended<Prepared> {
        let params = &self.program.family(self.id).params;
        let asked = !self.options.sizes.is_empty() || (!params.is_empty() && self.asked.fixes(params));
        let limits = if asked { self.session.limits } else { within(&self.session.limits, &SMALL) };
        let mut progress = Progress::new("building the reference");
        let built = elaborate(self.program, self.id, &sizes, &limits, &mut |gates| progress.at(gates, None));
        drop(progress);
        let built = match built {
            Ok(built) => built,
            Err(fault) => match &fault.fact {
                Fact::Build(BuildFact::ConditionFails { call: false, .. }) => {
                    return Ok(Err("the reference's `where` leaves it out"));
                }
                Fact::Build(fact) if !asked && fact.is_budget() => {
                    return Ok(Err("too large to be graded without being asked for"));
                }
                _ => return Err(self.session.fail(self.sources, &fault)),
            },
        };
        let circuit = &built.circuit;
        let (trials, seed) = (self.options.trials, self.options.seed);
        let mut trials = Trials::new(&circuit.inputs, circuit.ring, trials, seed).spread();
        let numbers = circuit.input_scalars() + circuit.output_gates().count();
        if (numbers as u64).saturating_mul(trials.count()) > MOST_NUMBERS {
            let params = if place.is_empty() { "this size".into() } else { place };
            let limit = crate::words::grouped(MOST_NUMBERS as usize);
            return Err(self.session.refuse([DataFact::Grade(GradeFact::TooManyNumbers { params, limit })]));
        }
        let (inputs, outputs) = self.run(&built, &mut trials)?;
        if inputs.is_empty() && trials.count() > 0 {
            return Ok(Err("the reference's numbers are longer than the budget"));
        }
        let all = matches!(trials, Trials::All { .. }) && inputs.len() as u64 == trials.count();
        Ok(Ok(Case { sizes, place, inputs, outputs, all, built }))
    }

    /// The inputs, but for those on which the reference's numbers grow beyond the budget, and what it gives for them.
    fn run(&self, built: &Elaborated, trials: &mut Trials<'_>) -> Ended<(Numbers, Numbers)> {
        let mut progress = Progress::new("running the reference");
        let count = trials.count();
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for at in 0..count {
            progress.at(at, Some(count));
            let input = trials.input(at);
            match evaluate(&built.circuit, &input, &self.session.run_limits, &mut |_, _| {}) {
                Ok(output) => {
                    inputs.push(input);
                    outputs.push(output);
                }
                Err(error) => match error.kind {
                    RunErrorKind::NumberTooLong { .. } | RunErrorKind::TotalTooLong { .. } => {}
                    _ => {
                        let fault: Box<Diagnostic> = engine::fault(&error, Some(built));
                        return Err(self.session.fail(self.sources, &fault));
                    }
                },
            }
        }
        Ok((inputs, outputs))
    }
}
