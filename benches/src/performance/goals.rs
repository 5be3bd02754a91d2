//! The table of goals: what each asks for, what was found, and whether that meets it.

use serde_json::Value;

use super::figures::{grouped, megabytes, number, ratio, rows, text, time};

/// A figure against its bound.
struct Found {
    figure: String,
    met: bool,
}

/// One goal in words, and what was found; `None` where that was not measured.
type Goal = (&'static str, Option<Found>);

/// The table, as Markdown.
pub(super) fn goals(results: &Value) -> String {
    let mut table = String::from("| goal | found | |\n| --- | --- | --- |\n");
    for (goal, found) in list(results) {
        let (figure, verdict) = match &found {
            Some(Found { figure, met: true }) => (figure.as_str(), "met"),
            Some(Found { figure, met: false }) => (figure.as_str(), "**missed**"),
            None => ("not measured", "open"),
        };
        table.push_str(&format!("| {goal} | {figure} | {verdict} |\n"));
    }
    table.push('\n');
    table
}

fn list(results: &Value) -> Vec<Goal> {
    vec![
        (
            "`evaluate` within 3 times the loop, `matmul` 100 × 100",
            limit(results, "matmul/100", "evaluate", 3),
        ),
        ("`evaluate` within 3 times the loop, `sort` of 500", limit(results, "sort/500", "evaluate", 3)),
        ("`execute` within 6 times the loop, `matmul` 100 × 100", limit(results, "matmul/100", "execute", 6)),
        ("`execute` within 6 times the loop, `sort` of 500", limit(results, "sort/500", "execute", 6)),
        ("NumPy takes 1,000 times as long a layer, at 4,096 positions", attention(results)),
        ("over 6 doublings, 64 to 4,096 positions: at most 64 times the time", growth(results)),
        ("circom2 takes 100 times as long a gate, `matmul` 32 × 32", circom(results)),
        ("`circ run` of `hist` at length 32 in 20 ms", rasp(results)),
        ("10 million gates a second while building, `matmul` 200 × 200", elaboration(results)),
        ("40 bytes a gate and 12 a wire, `matmul` 200 × 200, circuit", memory(results, "circuit")),
        ("40 bytes a gate and 12 a wire, `matmul` 200 × 200, transformer", memory(results, "transformer")),
        ("`matmul` 200 × 200 from source to answer in 5 s, with 2 GB", whole(results)),
        ("10,000 steps of a small chain of thought in 5 s", thought(results)),
    ]
}

/// The row of a list whose member is a text.
fn row<'a>(rows: &'a [Value], name: &str, value: &str) -> Option<&'a Value> {
    rows.iter().find(|row| row[name] == value)
}

fn limit(results: &Value, case: &str, engine: &str, times: u64) -> Option<Found> {
    let row = row(rows(results, "/limit"), "case", case)?;
    let (tight, other) = (number(row, "/loop/least")?, number(row, &format!("/{engine}/least"))?);
    Some(Found { figure: format!("{} times", ratio(other, tight)), met: other <= times * tight })
}

/// The row of `majority` with so many positions.
fn positions(results: &Value, positions: u64) -> Option<&Value> {
    let mut rows = rows(results, "/attention/rows").iter();
    rows.find(|row| row["case"] == "majority" && row["tokens"] == positions)
}

fn attention(results: &Value) -> Option<Found> {
    let row = positions(results, 4096)?;
    let (dense, whole) = (number(row, "/numpy/layer")?, number(row, "/whole/least")?);
    let times = dense * number(row, "/layers")? / whole.max(1);
    Some(Found { figure: format!("{} times", grouped(times)), met: times >= 1000 })
}

fn growth(results: &Value) -> Option<Found> {
    let (small, large) = (positions(results, 64)?, positions(results, 4096)?);
    let ours = [number(small, "/whole/least")?, number(large, "/whole/least")?];
    let dense = number(small, "/numpy/layer").zip(number(large, "/numpy/layer"));
    let other = dense.map(|(small, large)| format!(", NumPy {}", ratio(large, small))).unwrap_or_default();
    Some(Found { figure: format!("{} times{other}", ratio(ours[1], ours[0])), met: ours[1] <= 64 * ours[0] })
}

fn circom(results: &Value) -> Option<Found> {
    let mut rows = rows(results, "/circom/rows").iter();
    let row = rows.find(|row| row["case"] == "matmul" && row["n"] == 32)?;
    let other = number(row, "/circom/clock/least")? * number(row, "/circ/gates")?;
    let ours = number(row, "/circ/clock/least")? * number(row, "/circom/wires")?;
    Some(Found { figure: format!("{} times", ratio(other, ours)), met: other >= 100 * ours })
}

fn rasp(results: &Value) -> Option<Found> {
    let cost = |which| number(results, &format!("/rasp/circ/clock/{which}"));
    let (least, middle) = (cost("least")?, cost("middle")?);
    let figure = format!("{}, the middle of 50 runs {}", time(least), time(middle));
    Some(Found { figure, met: middle < 20_000_000 })
}

fn elaboration(results: &Value) -> Option<Found> {
    let row = row(rows(results, "/elaboration"), "case", "matmul/200")?;
    let (gates, nanos) = (number(row, "/gates")?, number(row, "/time/least")?);
    Some(Found { figure: format!("{} million", ratio(gates * 1000, nanos)), met: gates * 100 >= nanos })
}

/// The row of the product of two matrices of 200 rows.
fn large<'a>(results: &'a Value, engine: &str) -> Option<&'a Value> {
    rows(results, "/memory").iter().find(|row| row["case"] == "matmul/200" && row["engine"] == engine)
}

fn memory(results: &Value, engine: &str) -> Option<Found> {
    let row = large(results, engine)?;
    let taken = number(row, "/memory/least")?.saturating_sub(number(row, "/empty")?);
    let allowed = 40 * number(row, "/gates")? + 12 * number(row, "/wires")?;
    let figure = format!("{} of {}", megabytes(taken), megabytes(allowed));
    Some(Found { figure, met: taken <= allowed })
}

fn whole(results: &Value) -> Option<Found> {
    let row = large(results, "transformer")?;
    let (clock, memory) = (number(row, "/clock/least")?, number(row, "/memory/least")?);
    let met = clock < 5_000_000_000 && memory < 2_000_000_000;
    Some(Found { figure: format!("{}, {}", time(clock), megabytes(memory)), met })
}

fn thought(results: &Value) -> Option<Found> {
    let mut rows = rows(results, "/thought").iter();
    let row = rows.find(|row| row["case"] == "toggle" && row["steps"] == 10_000)?;
    if let Some(failed) = text(row, "/failed") {
        return Some(Found { figure: failed.into(), met: false });
    }
    let clock = number(row, "/clock/least")?;
    Some(Found { figure: time(clock), met: clock < 5_000_000_000 })
}
