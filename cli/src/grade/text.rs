//! Grades for people: all checks of one submission, or a table with a row for each.

use super::options::Grade;
use super::outcome::{Check, Counterexample, Kind, Outcome, Row};
use super::plan::Plan;
use crate::commands::report::measure::params_text;
use crate::excerpt::harmless_line;
use crate::listing::table::table;
use crate::words::counted;

/// A longer value is cut.
const LONGEST: usize = 400;

/// The text of all rows.
pub(super) fn text(plan: &Plan, rows: &[Row], options: &Grade, one: bool) -> String {
    let hidden = options.hide_counterexamples.is_some();
    let mut out = String::new();
    if one {
        for row in rows {
            out.push_str(&head(row));
            out.push_str(&checks(row.checks.iter(), hidden));
        }
    } else {
        out.push_str(&overview(plan, rows));
        for row in rows.iter().filter(|row| !row.passed()) {
            out.push_str(&format!("\n{}", head(row)));
            let failed =
                row.checks.iter().filter(|c| !matches!(c.outcome, Outcome::Passed | Outcome::NotJudged));
            out.push_str(&checks(failed, hidden));
        }
        let passed = rows.iter().filter(|row| row.passed()).count();
        out.push_str(&format!("\n{}, {passed} without a fault\n", counted(rows.len(), "submission")));
    }
    for (place, why) in &plan.left_out {
        out.push_str(&format!(
            "  not graded: {}{why}\n",
            if place.is_empty() { String::new() } else { format!("{place}, ") }
        ));
    }
    out
}

/// `alice: 7 of 9 points`
fn head(row: &Row) -> String {
    let (points, most) = row.points();
    format!("{}: {points} of {}\n", harmless_line(&row.name), counted(most as usize, "point"))
}

/// Checks one after the other. What keeps one size from being built often does so at the next, and is told once.
fn checks<'a>(checks: impl Iterator<Item = &'a Check>, hidden: bool) -> String {
    let mut out = String::new();
    let mut before = "";
    for check in checks {
        let again = check.kind == Kind::Equal
            && matches!(check.outcome, Outcome::Failed | Outcome::Unfinished)
            && check.counterexample.is_none()
            && check.output == before;
        if again {
            out.push_str(&format!("  {:4}  {}: the same\n", mark(check), check.name));
        } else {
            out.push_str(&lines(check, hidden));
            before = &check.output;
        }
    }
    out
}

/// A check with what there is to say of it.
fn lines(check: &Check, hidden: bool) -> String {
    let (mark, name) = (mark(check), &check.name);
    let mut output = check.output.lines();
    let first = output.next().map_or_else(String::new, |first| format!(": {}", harmless_line(first)));
    let mut out = format!("  {mark:4}  {name}{first}\n");
    for line in output {
        out.push_str(&format!("          {}\n", harmless_line(line)));
    }
    match &check.counterexample {
        Some(_) if hidden => out.push_str("          the input is not shown\n"),
        Some(example) => {
            for line in counterexample(example).lines() {
                out.push_str(&format!("          {line}\n"));
            }
        }
        None => {}
    }
    out
}

fn mark(check: &Check) -> &'static str {
    match check.outcome {
        // A bound that is kept for the wrong values gives no point.
        Outcome::Passed if check.points.0 < check.points.1 => "-",
        Outcome::Passed => "ok",
        Outcome::Failed | Outcome::Unfinished => "FAIL",
        Outcome::NotJudged => "-",
    }
}

/// The sizes and inputs, what is right, and what was found, a line each.
pub(super) fn counterexample(example: &Counterexample) -> String {
    let mut out = String::new();
    if !example.params.is_empty() {
        out.push_str(&format!("{}\n", params_text(&example.params)));
    }
    for (name, value, _) in &example.inputs {
        out.push_str(&format!("{name} = {}\n", cut(value)));
    }
    out.push_str(&format!("expected: {}\nfound:    {}\n", cut(&example.expected.0), cut(&example.found.0)));
    out
}

fn cut(value: &str) -> String {
    let value = harmless_line(value);
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value,
    }
}

/// A row for each submission, and a column for each kind of check.
fn overview(plan: &Plan, rows: &[Row]) -> String {
    let asked: [(Kind, &str, bool); 7] = [
        (Kind::Program, "program", true),
        (Kind::Signature, "signature", true),
        (Kind::Equal, "equal", true),
        (Kind::Class, "class", plan.class.is_some()),
        (Kind::Depth, "depth", plan.max_depth.is_some()),
        (Kind::Layers, "layers", plan.max_layers.is_some()),
        (Kind::Forbidden, "forbidden", !plan.forbidden.is_empty()),
    ];
    let columns: Vec<(Kind, &str)> =
        asked.iter().filter(|(_, _, there)| *there).map(|(k, n, _)| (*k, *n)).collect();
    let mut cells = vec![vec!["name".to_string(), "points".into()]];
    cells[0].extend(columns.iter().map(|(_, name)| name.to_string()));
    for row in rows {
        let (points, most) = row.points();
        let mut line = vec![harmless_line(&row.name), format!("{points}/{most}")];
        line.extend(columns.iter().map(|(kind, _)| cell(row, *kind)));
        cells.push(line);
    }
    table(&cells)
}

/// `ok`, or how many of several hold.
fn cell(row: &Row, kind: Kind) -> String {
    let checks = || row.checks.iter().filter(|check| check.kind == kind);
    let (all, well) = (checks().count(), checks().filter(|check| check.outcome == Outcome::Passed).count());
    if checks().all(|check| check.outcome == Outcome::NotJudged) {
        "-".into()
    } else if kind == Kind::Equal {
        format!("{well}/{all}")
    } else {
        if well == all { "ok" } else { "FAIL" }.into()
    }
}
