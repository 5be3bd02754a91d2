//! The default engine: a transformer program as data, in time linear in the sequence.
//!
//! The literal engine scores every pair of positions in every round. This one asks of the program, layer by
//! layer, what it need not compute, and proves each answer from the program's own components:
//!
//! 1. `statics`: coordinates that every layer passes through unchanged. `recognise`: a score that is, up to
//!    what the query alone adds, a product of a static number of the query and one of the key plus a static
//!    number of the key, selects the same keys in every round.
//! 2. `select`: the keys of the greatest score for every query, by buckets of equal numbers where the margin
//!    shows that only the own bucket can win, else on the upper hull of the keys' lines (`hull`).
//! 3. `specialise`: components, given the static numbers of a position, fold to short polynomials.
//! 4. `settle`: with static selections, each number depends on fixed numbers of the layer before. Where what
//!    the outputs demand has no cycle and settles within the rounds that are run, it is a list of steps.
//! 5. `run`: the steps, each once.
//!
//! Where step 4 finds a cycle or too few rounds, `simulate` goes round by round, with the selections of step
//! 2 where there are any. The result equals the literal engine's on every program, right or wrong. Only the
//! limits differ: numbers that no output depends on are not computed, so they cannot be too long.

mod hull;
mod kernel;
mod polynomial;
mod recognise;
mod run;
mod select;
mod settle;
mod simulate;
mod specialise;
mod statics;

use crate::limits::{Limits, RunError, RunErrorKind};
use crate::literal::outputs;
use crate::number::Num;
use crate::transformer::Transformer;
use settle::Plan;
pub(crate) use simulate::Simulation;

/// How a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Every number that the outputs need settles in time: one pass over this many steps.
    Settled {
        /// Steps of the plan.
        steps: usize,
    },
    /// Round by round, with static selections.
    Rounds,
    /// Round by round, and some head scores every pair of positions.
    Pairs,
}

/// The value of every output scalar after all rounds, outputs in order, each in row-major order.
///
/// `progress` is called now and then with the work done and all work, of which planning is about one half.
///
/// # Errors
/// A program that is not well formed, numbers beyond `limits`, or, where the program is none that can be
/// planned, more pairs or updates than `limits` allows.
pub fn execute(
    t: &Transformer,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    match plan(t, progress)? {
        Planned::Still => {
            t.validate_numbers().map_err(RunErrorKind::Program)?;
            Ok(outputs(t, |i, c| t.sequence.columns[c].get(i)))
        }
        Planned::Steps(plan) => run::run(t, &plan, limits, &mut |done, all| progress(all + done, 2 * all)),
        Planned::Rounds(selectors) => simulate::simulate(t, selectors, limits, progress),
    }
}

/// A run that is watched: every number of every position after each layer, as the literal engine has it.
///
/// # Errors
/// A program that is not well formed, or more pairs or updates than `limits` allows.
pub(crate) fn exactly<'a>(t: &'a Transformer, limits: &Limits) -> Result<Simulation<'a>, RunError> {
    t.validate().map_err(RunErrorKind::Program)?;
    let statics = statics::statics(t);
    let scores = recognise::recognise(&statics);
    Simulation::new(t, select::select(&statics, scores), limits)
}

/// A program that is planned once and run on many inputs.
#[derive(Debug)]
pub struct Prepared {
    t: Transformer,
    /// Where it holds for all inputs.
    plan: Option<Plan>,
    route: Route,
}

/// What there is to do.
enum Planned<'a> {
    /// No layer runs.
    Still,
    Steps(Plan),
    Rounds(settle::Selectors<'a>),
}

fn plan<'a>(t: &'a Transformer, progress: &mut dyn FnMut(u64, u64)) -> Result<Planned<'a>, RunError> {
    t.validate().map_err(RunErrorKind::Program)?;
    if t.repeat == 0 || t.layers.is_empty() {
        return Ok(Planned::Still);
    }
    let statics = statics::statics(t);
    let scores = recognise::recognise(&statics);
    let selectors = select::select(&statics, scores);
    Ok(match settle::settle(&statics, selectors, progress) {
        Ok(plan) => Planned::Steps(plan),
        Err(selectors) => Planned::Rounds(selectors),
    })
}

impl Prepared {
    /// Plans a program.
    ///
    /// # Errors
    /// A program that is not well formed.
    pub fn new(t: Transformer) -> Result<Prepared, RunError> {
        let (plan, route) = match plan(&t, &mut |_, _| {})? {
            Planned::Still => (None, Route::Settled { steps: 0 }),
            Planned::Steps(plan) => {
                let route = Route::Settled { steps: plan.steps.len() };
                // A plan is made from the static numbers, so it holds while the inputs are none of them.
                let fixed = statics::statics(&t).fixed;
                let moving = |c: usize| !fixed[c];
                let mut specs = t.sequence.inputs.iter();
                let holds = specs.all(|spec| moving(spec.coordinate) && spec.square.is_none_or(moving));
                (holds.then_some(plan), route)
            }
            Planned::Rounds(selectors) => {
                let all = selectors.iter().flatten().all(Option::is_some);
                (None, if all { Route::Rounds } else { Route::Pairs })
            }
        };
        Ok(Prepared { t, plan, route })
    }

    /// As [`execute`], with these numbers at the input positions.
    ///
    /// # Errors
    /// Those of [`execute`], and another number of inputs than the program has.
    pub fn execute(
        &self,
        inputs: &[Num],
        limits: &Limits,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Vec<Num>, RunError> {
        let ring = self.t.ring;
        if inputs.iter().any(|value| !ring.contains(value)) {
            return Err(RunErrorKind::NotInRing { ring }.into());
        }
        let mut t = self.t.clone();
        t.sequence.fill(inputs)?;
        match &self.plan {
            Some(plan) => run::run(&t, plan, limits, progress),
            None => execute(&t, limits, progress),
        }
    }

    /// How it runs, as planned for the sequence that it came with.
    pub fn route(&self) -> Route {
        self.route
    }

    /// The program, with the inputs that it came with.
    pub fn transformer(&self) -> &Transformer {
        &self.t
    }
}
