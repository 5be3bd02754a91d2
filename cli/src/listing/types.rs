//! The typed tree of every family: each expression with its type and stage, as the source nests.

use std::collections::HashMap;

use circ_compiler::Program;
use circ_compiler::program::Family;
use circ_compiler::typed::{Body, Kind, Pattern};
use circ_compiler::types::Stage;
use circ_grammar::tree::Span;

/// How much of an expression's source a line shows.
const SHOWN: usize = 50;

/// Lists all families.
pub(crate) fn types_listing(program: &Program, source: &str) -> String {
    let families: Vec<String> =
        program.own_families().iter().map(|family| listing(program, family, source)).collect();
    families.join("\n")
}

fn listing(program: &Program, family: &Family, source: &str) -> String {
    let names = program.names(family);
    let mut out = format!("{}\n", signature(program, family));
    let lets = lets(&family.body);
    let conditions = family.conditions.iter().map(|id| family.body[*id].span);
    let conditions: Vec<Span> = conditions.collect();
    let inside = |span: Span, outer: &Span| outer.start <= span.start && span.end <= outer.end;
    let result = family.body.result.map(|id| family.body[id].span);
    let mut lines: Vec<(Span, u32, String)> = Vec::new();
    for (at, expr) in family.body.exprs.iter().enumerate() {
        // The sizes in the signature are in the arena too, but they are listed with the signature.
        if !conditions.iter().chain(&result).any(|outer| inside(expr.span, outer))
            || matches!(expr.kind, Kind::Block(..))
        {
            continue;
        }
        let stage = match expr.stage {
            Stage::Static => "static",
            Stage::Wire => "wire",
        };
        let text = shortened(source.get(expr.span.range()).unwrap_or_default());
        let value =
            expr.value.as_ref().map_or_else(String::new, |size| format!(" = {}", size.text(&family.params)));
        let bound = lets.get(&(at as u32)).map_or_else(String::new, |name| format!("let {name} = "));
        let line = format!("{bound}{text}: {}, {stage}{value}", names.ty(&expr.ty));
        lines.push((expr.span, at as u32, line));
    }
    // Outer expressions first; of two in one place the outer one came later into the arena.
    lines.sort_by_key(|(span, at, _)| (span.start, std::cmp::Reverse(span.end), std::cmp::Reverse(*at)));
    let mut around: Vec<Span> = Vec::new();
    let mut before: Option<(Span, String)> = None;
    for (span, _, line) in lines {
        if before.as_ref().is_some_and(|(last, text)| *last == span && *text == line) {
            continue;
        }
        while around.last().is_some_and(|outer| !inside(span, outer)) {
            around.pop();
        }
        out.push_str(&"  ".repeat(around.len() + 1));
        out.push_str(&line);
        out.push('\n');
        around.push(span);
        before = Some((span, line));
    }
    out
}

/// The signature with the types as they were understood.
pub(crate) fn signature(program: &Program, family: &Family) -> String {
    let names = program.names(family);
    let mut brackets = family.params.clone();
    brackets.extend(family.generics.iter().cloned());
    let brackets = if brackets.is_empty() { String::new() } else { format!("[{}]", brackets.join(", ")) };
    let inputs: Vec<String> =
        family.inputs.iter().map(|input| format!("{}: {}", input.name, names.ty(&input.ty.ty))).collect();
    let claim = family.claim.as_ref().map_or_else(String::new, |(class, _)| format!(" in {class}"));
    format!(
        "family {}{brackets}({}) -> {}{claim}",
        family.name,
        inputs.join(", "),
        names.ty(&family.result.ty)
    )
}

/// What each value that a `let` binds is called.
fn lets(body: &Body) -> HashMap<u32, String> {
    let mut names = HashMap::new();
    for expr in &body.exprs {
        if let Kind::Block(bindings, _) = &expr.kind {
            names.extend(bindings.iter().map(|(pattern, value)| (value.0, pattern_text(body, pattern))));
        }
    }
    names
}

/// Patterns nest only as deep as the parser allows.
fn pattern_text(body: &Body, pattern: &Pattern) -> String {
    match pattern {
        Pattern::Discard => "_".into(),
        Pattern::Slot(slot) => body.slot_names.get(slot.0 as usize).cloned().unwrap_or_else(|| "_".into()),
        Pattern::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| pattern_text(body, part)).collect();
            format!("({})", parts.join(", "))
        }
    }
}

/// An expression on one line, long ones cut.
fn shortened(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if let Some((end, _)) = line.char_indices().nth(SHOWN) {
            line.truncate(end);
            line.push('…');
            break;
        }
    }
    line
}
