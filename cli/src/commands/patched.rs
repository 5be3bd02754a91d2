//! `circ run --patch`: a run in which chosen numbers are those of other runs.

use circ_compiler::diagnostics::{DataFact, PatchFact};
use circ_runtime::{Keep, Num, Patch, Shape, Trace, parse_target, read_trace};

use crate::args::Run;
use crate::commands::trace::{Subject, run as run_traced, subject};
use crate::engine::measure_transformer;
use crate::printed::{self, params_json};
use crate::programs::faults;
use crate::session::{Ended, Session};
use crate::source::{display_name, read_value};
use crate::values::{json_natural, quoted, shortened};

/// Runs to the letter with these patches, and prints the result.
pub(crate) fn run(session: &Session, args: &Run) -> Ended<()> {
    let subject = subject(
        session,
        &args.target.file,
        args.target.family.as_deref(),
        &args.data,
        (args.transformer.attention, args.transformer.knowing),
    )?;
    let shape = Shape::of(&subject.transformer);
    let mut wrong = Vec::new();
    let mut targets = Vec::new();
    for text in &args.patches {
        match split(text) {
            None => wrong.push(PatchFact::BadPatch { text: shortened(text) }),
            Some((target, path)) => match parse_target(target, &shape) {
                Ok(target) => targets.push((target, path)),
                Err(error) => wrong.push(PatchFact::Target { text: shortened(target), error }),
            },
        }
    }
    let refuse = |wrong: Vec<PatchFact>| session.refuse(wrong.into_iter().map(DataFact::Patch));
    if !wrong.is_empty() {
        return Err(refuse(wrong));
    }
    let traces = read_all(session, targets.iter().map(|(_, path)| *path))?;
    let mut patches = Vec::new();
    for (target, path) in targets {
        let Some((_, trace)) = traces.iter().find(|(read, _)| *read == path) else { continue };
        match Patch::new(&shape, target, trace) {
            Ok(patch) => patches.push(patch),
            Err(error) => {
                let (target, path) = (target.text(&shape), display_name(path.as_ref()));
                wrong.push(PatchFact::Trace { target, path, error });
            }
        }
    }
    if !wrong.is_empty() {
        wrong.dedup_by(|a, b| matches!((a, b), (PatchFact::Trace { path: a, error: x, .. }, PatchFact::Trace { path: b, error: y, .. }) if a == b && x == y));
        return Err(refuse(wrong));
    }
    let values = |patches: &[Patch<'_>]| {
        run_traced(session, &subject.transformer, &Keep::outputs(), patches).map(|run| run.output_values())
    };
    let result = values(&patches)?;
    let text = if args.json {
        let told: Vec<String> = patches.iter().map(|patch| quoted(&patch.target().text(&shape))).collect();
        json(&subject, &result, &values(&[])?, &told)
    } else {
        printed::text(&subject.outputs, &result)
    };
    session.print(&format!("{text}\n"))
}

/// The target and the path of `TARGET=@FILE`; what stands in quotes belongs to the target.
fn split(text: &str) -> Option<(&str, &str)> {
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '=' if !quoted && text[at..].starts_with("=@") => return Some((&text[..at], &text[at + 2..])),
            _ => {}
        }
    }
    // A quote that does not end is told where the target is read.
    text.split_once("=@").filter(|_| quoted)
}

/// Every file once.
fn read_all<'p>(session: &Session, paths: impl Iterator<Item = &'p str>) -> Ended<Vec<(&'p str, Trace)>> {
    let mut traces: Vec<(&str, Trace)> = Vec::new();
    for path in paths {
        if traces.iter().any(|(read, _)| *read == path) {
            continue;
        }
        let text = read_value(path).map_err(|fact| session.refuse([*fact]))?;
        let trace =
            read_trace(&text).map_err(|error| session.refuse(faults(&display_name(path.as_ref()), error)))?;
        traces.push((path, trace));
    }
    Ok(traces)
}

/// As `circ run --json`, with what was patched and the result without that.
fn json(subject: &Subject, result: &[Num], unpatched: &[Num], patched: &[String]) -> String {
    let (of, attention) = match &subject.of {
        Some((family, params)) => (
            format!("\"family\": {}, \"params\": {}", quoted(family), params_json(params)),
            format!(", \"attention\": {}", quoted(&subject.transformer.construction)),
        ),
        None => (format!("\"construction\": {}", quoted(&subject.transformer.construction)), String::new()),
    };
    let measures = measure_transformer(&subject.transformer);
    format!(
        "{{{of}, \"result\": {}, \"unpatched\": {}, \"patched\": [{}], \"layers\": {}, \"tokens\": {}, \"engine\": \
         \"literal\"{attention}, \"dim\": {}}}",
        printed::json(&subject.outputs, result),
        printed::json(&subject.outputs, unpatched),
        patched.join(", "),
        json_natural(measures.layers),
        measures.tokens,
        measures.dim,
    )
}
