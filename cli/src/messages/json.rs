//! A message as a JSON object in one line: `circ.message/1`, as docs/formats.md has it.

use circ_compiler::diagnostics::CallFrame;
use circ_compiler::{Diagnostic, Message};
use circ_grammar::tree::Span;
use serde_json::{Map, Value, json};

use super::places::{Places, Point};
use super::{help, short};
use crate::excerpt::harmful;

/// Of a longer chain of calls half of so many are given from each end.
const MOST_CALLS: usize = 200;
/// JSON integers are those that every reader keeps exact; the others are strings, as in all formats of circ.
const LARGEST: u64 = 1 << 53;

/// The object, without a line end.
pub(super) fn line(diagnostic: &Diagnostic, message: &Message, places: Option<&Places<'_>>) -> String {
    let (file, span) = place(diagnostic.span, places);
    let related = message.related.iter().map(|(span, text)| {
        let (file, span) = place(Some(*span), places);
        json!({ "file": file, "span": span, "label": text })
    });
    let fix = message.fix.as_ref().map(|(span, text)| {
        let (file, span) = place(Some(*span), places);
        json!({ "file": file, "span": span, "text": text })
    });
    let built = diagnostic
        .built
        .as_ref()
        .map(|built| json!({ "family": built.family, "sizes": sizes(&built.sizes) }));
    let object = json!({
        "format": "circ.message/1",
        "code": message.code,
        "severity": short::severity(message.severity),
        "title": message.title,
        "label": (!message.label.is_empty()).then_some(&message.label),
        "file": file,
        "span": span,
        "related": related.collect::<Vec<_>>(),
        "notes": message.notes,
        "help": help(message, places),
        "fix": fix,
        "built": built,
        "calls": calls(&diagnostic.calls, places),
    });
    escaped(object.to_string())
}

/// The file and the span of a place, both null where there is none.
fn place(span: Option<Span>, places: Option<&Places<'_>>) -> (Value, Value) {
    let Some((span, places)) = span.zip(places) else { return (Value::Null, Value::Null) };
    let place = places.of(span);
    let point = |point: Point| json!({ "byte": point.byte, "line": point.line, "column": point.column });
    (place.name.into(), json!({ "start": point(place.start), "end": point(place.end) }))
}

/// `{"n": 4}`
fn sizes(sizes: &[(String, u64)]) -> Map<String, Value> {
    let number = |value: u64| if value < LARGEST { Value::from(value) } else { value.to_string().into() };
    sizes.iter().map(|(name, value)| (name.clone(), number(*value))).collect()
}

/// The calls, outermost first, and in the place of those left out how many these are.
fn calls(calls: &[CallFrame], places: Option<&Places<'_>>) -> Vec<Value> {
    let call = |call: &CallFrame| {
        let (file, span) = place(Some(call.span), places);
        json!({ "family": call.family, "sizes": sizes(&call.sizes), "file": file, "span": span })
    };
    if calls.len() <= MOST_CALLS {
        return calls.iter().map(call).collect();
    }
    let (outer, inner) = (&calls[..MOST_CALLS / 2], &calls[calls.len() - MOST_CALLS / 2..]);
    let left_out = json!({ "left_out": calls.len() - MOST_CALLS });
    outer.iter().map(call).chain([left_out]).chain(inner.iter().map(call)).collect()
}

/// The same JSON with nothing in it that a terminal acts on. Such characters stand only in strings.
fn escaped(json: String) -> String {
    if !json.contains(harmful) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if harmful(c) {
            out.push_str(&format!("\\u{:04x}", c as u32));
        } else {
            out.push(c);
        }
    }
    out
}
