//! Grades for programs: `circ.grade/1`, as docs/formats.md has it.

use serde_json::{Map, Value, json};

use super::options::Grade;
use super::outcome::{Check, Counterexample, Row};
use super::plan::Plan;
use crate::excerpt::harmless_line;
use crate::values::json_natural;

/// One object, and a line end.
pub(super) fn json(plan: &Plan, rows: &[Row], options: &Grade) -> String {
    let hidden = options.hide_counterexamples.is_some();
    let left_out = plan.left_out.iter().map(|(sizes, why)| json!({ "sizes": sizes, "why": why }));
    let mut out = format!(
        "{{\"format\": \"circ.grade/1\", \"reference\": {}, \"family\": {},\n \"left_out\": {},\n \"submissions\": [",
        Value::from(plan.file.as_str()),
        Value::from(plan.family()),
        Value::Array(left_out.collect()),
    );
    for (at, row) in rows.iter().enumerate() {
        let (points, most) = row.points();
        let head = format!(
            "{}\n  {{\"name\": {}, \"file\": {}, \"passed\": {}, \"score\": {points}, \"max_score\": {most}, \"tests\": [",
            if at > 0 { "," } else { "" },
            Value::from(harmless_line(&row.name)),
            row.file.as_deref().map_or(Value::Null, |file| Value::from(harmless_line(file))),
            row.passed(),
        );
        out.push_str(&head);
        let checks: Vec<String> =
            row.checks.iter().map(|check| format!("\n   {}", test(check, hidden))).collect();
        out.push_str(&format!("{}]}}", checks.join(",")));
    }
    out.push_str("]}\n");
    out
}

fn test(check: &Check, hidden: bool) -> Value {
    let example = check.counterexample.as_ref();
    json!({
        "check": check.kind.name(),
        "name": harmless_line(&check.name),
        "outcome": check.outcome.name(),
        "score": check.points.0,
        "max_score": check.points.1,
        "output": harmless_lines(&check.output),
        "counterexample": example.filter(|_| !hidden).map(counterexample),
    })
}

/// Each line by itself.
pub(super) fn harmless_lines(text: &str) -> String {
    text.lines().map(harmless_line).collect::<Vec<_>>().join("\n")
}

fn counterexample(example: &Counterexample) -> Value {
    let params: Map<String, Value> =
        example.params.iter().map(|(name, size)| (name.clone(), parsed(&json_natural(*size)))).collect();
    let inputs: Map<String, Value> =
        example.inputs.iter().map(|(name, _, value)| (name.clone(), parsed(value))).collect();
    json!({
        "params": params,
        "inputs": inputs,
        "expected": parsed(&example.expected.1),
        "found": parsed(&example.found.1),
    })
}

/// A value as JSON, from its text.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}
