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
//! Where columns are generated, as those of the constructions are, `flow` does all of that by columns, and no number
//! of a position is ever written down but the values themselves. Where it does not show what the program does, the
//! columns are spelled out, and the steps above follow.
//!
//! Where step 4 finds a cycle or too few rounds, `simulate` goes round by round, with the selections of step
//! 2 where there are any. Other heads find their keys anew in each round (`scores`), and components are `compiled`.
//! `explain` tells which of all this a program gets. The result equals the literal engine's on every program, right or wrong. Only the
//! limits differ: numbers that no output depends on are not computed, so they cannot be too long.

mod compiled;
mod explain;
mod flow;
mod hull;
mod kernel;
mod polynomial;
mod recognise;
mod run;
mod scores;
mod select;
mod settle;
mod simulate;
mod specialise;
mod statics;

use crate::limits::{Limits, RunError, RunErrorKind};
use crate::literal::outputs;
use crate::number::Num;
use crate::transformer::Transformer;
pub use explain::{Comparison, Explanation, HeadPlan, Search, Way, explain};
use flow::Flow;
use settle::Plan;
pub(crate) use simulate::Simulation;

/// How a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The columns show what each position computes: one pass over this many positions.
    Columns {
        /// Positions of gates.
        positions: usize,
    },
    /// Every number that the outputs need settles in time: one pass over this many steps.
    Settled {
        /// Steps of the plan.
        steps: usize,
    },
    /// Round by round, with static selections.
    Rounds,
    /// Round by round, and some head selects by numbers that change.
    Moving,
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
    t.validate().map_err(RunErrorKind::Program)?;
    if is_still(t) {
        return still(t);
    }
    if let Some(flow) = by_columns(t) {
        return flow::run(t, &flow, None, limits, progress);
    }
    let t = &*t.spelled_out();
    match plan(t, progress) {
        Planned::Steps(plan) => run::run(t, &plan, limits, &mut |done, all| progress(all + done, 2 * all)),
        Planned::Rounds(selectors) => simulate::simulate(t, selectors, limits, progress),
    }
}

/// Whether no layer runs.
fn is_still(t: &Transformer) -> bool {
    t.repeat == 0 || t.layers.is_empty()
}

/// The outputs where no layer runs.
fn still(t: &Transformer) -> Result<Vec<Num>, RunError> {
    t.validate_numbers().map_err(RunErrorKind::Program)?;
    Ok(outputs(t, |i, c| t.sequence.columns[c].get(i)))
}

/// A run that is watched: every number of every position after each layer, as the literal engine has it. The columns of
/// the program are spelled out.
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
    plan: Option<Held>,
    route: Route,
}

/// A plan that holds for all inputs.
#[derive(Debug)]
enum Held {
    Columns(Flow),
    Steps(Plan),
}

/// What there is to do.
enum Planned<'a> {
    Steps(Plan),
    Rounds(settle::Selectors<'a>),
}

/// The plan by columns, where some are generated.
fn by_columns(t: &Transformer) -> Option<Flow> {
    if t.sequence.is_spelled_out() {
        return None;
    }
    let statics = statics::statics(t);
    let scores = recognise::recognise(&statics);
    flow::flow(&statics, &scores)
}

/// The plan of a program whose columns are spelled out.
fn plan<'a>(t: &'a Transformer, progress: &mut dyn FnMut(u64, u64)) -> Planned<'a> {
    let statics = statics::statics(t);
    let scores = recognise::recognise(&statics);
    let selectors = select::select(&statics, scores);
    match settle::settle(&statics, selectors, progress) {
        Ok(plan) => Planned::Steps(plan),
        Err(selectors) => Planned::Rounds(selectors),
    }
}

impl Prepared {
    /// Plans a program.
    ///
    /// # Errors
    /// A program that is not well formed.
    pub fn new(t: Transformer) -> Result<Prepared, RunError> {
        t.validate().map_err(RunErrorKind::Program)?;
        if is_still(&t) {
            return Ok(Prepared { t, plan: None, route: Route::Settled { steps: 0 } });
        }
        if let Some(flow) = by_columns(&t).filter(Flow::takes_inputs) {
            let route = Route::Columns { positions: flow.len };
            return Ok(Prepared { t, plan: Some(Held::Columns(flow)), route });
        }
        let t = t.spelled_out().into_owned();
        let (plan, route) = match plan(&t, &mut |_, _| {}) {
            Planned::Steps(plan) => {
                let route = Route::Settled { steps: plan.steps.len() };
                // A plan is made from the static numbers, so it holds while the inputs are none of them.
                let fixed = statics::statics(&t).fixed;
                let moving = |c: usize| !fixed[c];
                let mut specs = t.sequence.inputs.iter();
                let holds = specs.all(|spec| moving(spec.coordinate) && spec.square.is_none_or(moving));
                (holds.then_some(Held::Steps(plan)), route)
            }
            Planned::Rounds(selectors) => {
                let all = selectors.iter().flatten().all(Option::is_some);
                (None, if all { Route::Rounds } else { Route::Moving })
            }
        };
        Ok(Prepared { t, plan, route })
    }

    /// As [`execute`], with these numbers at the input positions. Several may run at once.
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
        if let Some(Held::Columns(flow)) = &self.plan {
            let expected = self.t.sequence.input_scalars();
            if inputs.len() != expected {
                return Err(RunErrorKind::InputCount { expected, found: inputs.len() }.into());
            }
            return flow::run(&self.t, flow, Some(inputs), limits, progress);
        }
        let mut t = self.t.clone();
        t.sequence.fill(inputs)?;
        match &self.plan {
            Some(Held::Steps(plan)) => run::run(&t, plan, limits, progress),
            _ => execute(&t, limits, progress),
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
