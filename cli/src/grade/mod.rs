//! Grading: programs held against a reference.
//!
//! | room | subject |
//! | --- | --- |
//! | [`options`] | the command line |
//! | [`operations`] | what `--forbid` may name, and what an expression counts as |
//! | [`plan`] | the reference, prepared once: sizes, inputs, what it gives for them |
//! | [`submissions`] | finding and reading what is graded |
//! | [`judge`] | one submission: its checks in order |
//! | [`signature`], [`equal`], [`forbidden`], [`proved`] | the single checks |
//! | [`work`] | the budget of one submission |
//! | [`outcome`] | what became of the checks |
//! | [`text`], [`json`], [`gradescope`] | how that is written |
//!
//! A submission is not trusted. It reads no file, everything that it can make large has a budget, and the budget is one
//! of steps, so that the same submission gets the same grade on every machine.

mod equal;
mod forbidden;
mod gradescope;
mod json;
mod judge;
mod operations;
mod options;
mod outcome;
mod plan;
mod proved;
mod signature;
mod submissions;
mod text;
mod work;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::{Builder, available_parallelism, scope};

pub(crate) use options::{Format, Grade};
pub(crate) use plan::Plan;
pub(crate) use signature::{Side, instance_like, parameters};
pub(crate) use submissions::{Found, find};

use outcome::Row;

use crate::progress::Progress;

/// The parser and the checker recurse as deep as a tree may be, which the stack of a thread has to hold.
const STACK: usize = 64 << 20;

/// Grades all submissions, several at a time; the rows come in their order.
pub(crate) fn grade_all(plan: &Plan, found: &[Found]) -> Vec<Row> {
    let threads = available_parallelism().map_or(1, usize::from).min(found.len()).max(1);
    let next = AtomicUsize::new(0);
    let mut rows: Vec<Option<Row>> = found.iter().map(|_| None).collect();
    scope(|scope| {
        let (send, receive) = channel();
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            let work = move || {
                while let Some((at, found)) = next_of(next, found) {
                    let row = judge_safely(plan, found);
                    if send.send((at, row)).is_err() {
                        return;
                    }
                }
            };
            // Where there is no thread to be had, the others do its part, or this one below.
            let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(send);
        let mut progress = Progress::new("grading");
        for (done, (at, row)) in receive.into_iter().enumerate() {
            rows[at] = Some(row);
            progress.at(done as u64 + 1, Some(found.len() as u64));
        }
    });
    let missing = |(row, found): (Option<Row>, &Found)| row.unwrap_or_else(|| judge_safely(plan, found));
    rows.into_iter().zip(found).map(missing).collect()
}

fn next_of<'a>(next: &AtomicUsize, found: &'a [Found]) -> Option<(usize, &'a Found)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    found.get(at).map(|found| (at, found))
}

/// A submission that meets a fault of circ itself does not take the others with it.
fn judge_safely(plan: &Plan, found: &Found) -> Row {
    catch_unwind(AssertUnwindSafe(|| judge::judge(plan, found))).unwrap_or_else(|_| {
        Row::unread(plan, found, "circ failed on it, which is a fault of circ: please report this program")
    })
}

/// All rows in one of the formats.
pub(crate) fn written(plan: &Plan, rows: &[Row], options: &Grade, one: bool) -> String {
    match options.format {
        Format::Text => text::text(plan, rows, options, one),
        Format::Json => json::json(plan, rows, options),
        Format::Gradescope => gradescope::gradescope(rows, options),
    }
}
