//! The default engine: a transformer program as data, in time linear in the sequence.
//!
//! The literal engine scores every pair of positions in every round. This one asks of the program, layer by
//! layer, what it need not compute, and proves each answer from the program's own components:
//!
//! 1. [`recognise`]: coordinates that every layer passes through unchanged are static; a score that is, up to
//!    what the query alone adds, a product of a static number of the query and one of the key plus a static
//!    number of the key, selects the same keys in every round.
//! 2. [`select`]: the keys of the greatest score for every query, by buckets of equal numbers where the margin
//!    shows that only the own bucket can win, else on the upper hull of the keys' lines (`hull`).
//! 3. [`specialise`]: components, given the static numbers of a position, fold to short polynomials.
//! 4. [`settle`]: with static selections, each number depends on fixed numbers of the layer before. Where what
//!    the outputs demand has no cycle and settles within the rounds that are run, it is a list of steps.
//! 5. [`run`](mod@run): the steps, each once.
//!
//! Where step 4 finds a cycle or too few rounds, [`simulate`] goes round by round, with the selections of step
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

use crate::limits::{Limits, RunError, RunErrorKind};
use crate::literal::outputs;
use crate::number::Num;
use crate::transformer::Transformer;

/// The value of every output scalar after all rounds, outputs in order, each in row-major order.
///
/// `progress` is called now and then with the steps done and all steps.
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
    if t.repeat == 0 || t.layers.is_empty() {
        return Ok(outputs(t, |i, c| t.sequence.columns[c].get(i)));
    }
    let heads = recognise::recognise(t);
    let selectors = select::select(t, heads);
    match settle::settle(t, selectors) {
        Ok(plan) => run::run(t, &plan, limits, progress),
        Err(selectors) => simulate::simulate(t, selectors, limits, progress),
    }
}
