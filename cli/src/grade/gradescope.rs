//! Grades for Gradescope: what an autograder leaves in `results.json`, of one submission.
//!
//! <https://gradescope-autograders.readthedocs.io/en/latest/specs/>

use serde_json::{Value, json};

use super::json::harmless_lines;
use super::options::Grade;
use super::outcome::{Check, Outcome, Row};
use super::text::counterexample;
use crate::excerpt::harmless_line;

/// One object, and a line end.
pub(super) fn gradescope(rows: &[Row], options: &Grade) -> String {
    let mut lines = Vec::new();
    for check in rows.iter().flat_map(|row| &row.checks) {
        lines.extend(tests(check, options).into_iter().map(|test| format!("\n {test}")));
    }
    format!(
        "{{\"output_format\": \"text\", \"visibility\": \"visible\", \"tests\": [{}]}}\n",
        lines.join(",")
    )
}

/// A check, and where its counterexample is not for all a test of its own that has it.
fn tests(check: &Check, options: &Grade) -> Vec<Value> {
    let test = |name: &str, output: String, points: (u64, u64), visibility: &str| {
        json!({
            "name": harmless_line(name),
            "score": points.0,
            "max_score": points.1,
            "status": if check.outcome == Outcome::Passed { "passed" } else { "failed" },
            "output": output,
            "output_format": "text",
            "visibility": visibility,
        })
    };
    let mut output = harmless_lines(&check.output);
    if check.outcome == Outcome::NotJudged {
        output = "not judged: an earlier check failed".into();
    }
    let example = check.counterexample.as_ref().map(|example| counterexample(example).trim_end().to_string());
    match (example, options.hide_counterexamples) {
        (None, _) => vec![test(&check.name, output, check.points, "visible")],
        (Some(example), None) => {
            vec![test(&check.name, format!("{output}\n{example}"), check.points, "visible")]
        }
        (Some(example), Some(hidden)) => {
            let name = format!("{} (the counterexample)", check.name);
            vec![
                test(&check.name, output, check.points, "visible"),
                test(&name, example, (0, 0), hidden.visibility()),
            ]
        }
    }
}
