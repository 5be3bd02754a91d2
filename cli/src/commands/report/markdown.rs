//! A report as Markdown, for handouts: tables as GitHub shows them, formulas as code.

use super::figure::Figure;
use super::measure::{Measured, params_text};
use super::page::{self, Page};
use super::place::Place;
use super::words::{by_construction, class_how, construction_kind, construction_names, how};

/// What is measured, and as what it stands above its column.
const COLUMNS: [(&str, &str); 7] = [
    ("gates", "gates"),
    ("edges", "edges"),
    ("depth", "depth"),
    ("add_fan_in", "add fan-in"),
    ("mul_fan_in", "mul fan-in"),
    ("layers", "layers"),
    ("tokens", "tokens"),
];

/// The page, headings of the second level.
pub(super) fn markdown(page: &Page) -> String {
    let mut out = format!("## {}\n\n```circ\n{}\n```\n", page.family, page.signature);
    let docs = page.docs.join("\n");
    if !docs.trim().is_empty() {
        out.push_str(&format!("\n{}\n", docs.trim()));
    }
    if let Some(types) = &page.types_line {
        out.push_str(&format!("\nHere {types}.\n"));
    }
    out.push_str("\n| | | |\n| --- | --- | --- |\n");
    out.push_str(&class("class", &page.class));
    if let Some(boolean) = &page.boolean {
        out.push_str(&class("Boolean class", boolean));
    }
    if let Some(uniformity) = page.uniformity {
        out.push_str(&row(&["uniformity", &format!("{uniformity}-uniform"), "proved"]));
    }
    match (page.sign, &page.sign_at) {
        (Some(true), Some(place)) => out.push_str(&row(&["sign gates", "yes", &placed(place)])),
        (Some(true), None) => out.push_str(&row(&["sign gates", "yes", ""])),
        (Some(false), _) => {
            let how = if page.no_sign { "" } else { "at the measured sizes" };
            out.push_str(&row(&["sign gates", "no", how]));
        }
        (None, _) => {}
    }
    out.push_str("\n| | formula | growth | how it is known |\n| --- | --- | --- | --- |\n");
    for (name, known) in page.figures() {
        out.push_str(&figure(name, known, &page.params));
        if name == "depth" {
            for output in &page.outputs {
                out.push_str(&figure(&format!("depth of `{}`", output.name), &output.depth, &page.params));
            }
        }
    }
    for one in &page.constructions {
        let first = one.rework.said().map_or_else(String::new, |first| format!(" First {first}."));
        let (names, kind) = (construction_names(one), construction_kind(one));
        out.push_str(&format!("\nTransformer, {names}: {kind}.{first}\n\n"));
        out.push_str("| | formula | growth | how it is known |\n| --- | --- | --- | --- |\n");
        if one.rework.said().is_some() {
            out.push_str(&figure("depth K", &one.rounds, &page.params));
        }
        out.push_str(&figure("layers", &one.layers, &page.params));
        out.push_str(&figure("length", &one.tokens, &page.params));
    }
    out.push_str(&format!("\nTransformer of its own: {}.\n", page.own.text()));
    for thought in &page.thoughts {
        let class = thought.class.as_ref().map_or_else(String::new, |class| format!(", in {class}"));
        let within =
            thought.within.as_ref().map_or_else(String::new, |family| format!(", in {}", code(family)));
        out.push_str(&format!(
            "\nChain of thought{within}: {} steps of {}{class}.\n\n",
            code(&thought.steps),
            code(&thought.step)
        ));
        out.push_str("| a step | formula | growth | how it is known |\n| --- | --- | --- | --- |\n");
        for (name, known) in [("depth", &thought.depth), ("size", &thought.size), ("layers", &thought.layers)]
        {
            out.push_str(&figure(name, known, &thought.params));
        }
    }
    if let Some(why) = &page.why {
        out.push_str("\n| levels | where | a longest path, from the inputs on |\n| --- | --- | --- |\n");
        for (depth, link) in why.lines() {
            let what = link.what();
            let indent = "&emsp;".repeat(depth);
            let source = format!("{indent}{} {what}", code(&link.place.excerpt));
            out.push_str(&row(&[&code(&link.levels), &link.place.at(), source.trim_end()]));
        }
        out.push_str("\n| gates | where | the expressions with the most |\n| --- | --- | --- |\n");
        for share in &why.size {
            out.push_str(&row(&[&code(&share.gates), &share.place.at(), &code(&share.place.excerpt)]));
        }
    }
    out.push_str(&sizes(&page.measured));
    if page.is_measured() {
        let rows = by_construction(page);
        for (at, cells) in rows.iter().enumerate() {
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            out.push_str(if at == 0 { "\n" } else { "" });
            out.push_str(&row(&cells));
            if at == 0 {
                let mut rules = vec!["---"];
                rules.resize(cells.len(), "---:");
                out.push_str(&row(&rules));
            }
        }
    }
    for (params, why) in &page.measured.left_out {
        let what = if params.is_empty() {
            "Left out".to_string()
        } else {
            format!("{} left out", params_text(params))
        };
        out.push_str(&format!("\n{what}: {}.\n", why));
    }
    for note in &page.notes {
        let place = note.place.as_ref().map_or_else(String::new, |place| format!(" ({})", placed(place)));
        out.push_str(&format!("\nNote: {}{place}.\n", note.text));
    }
    out
}

/// A row of a table.
pub(crate) fn row(cells: &[&str]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// A text as code, fit for a cell.
pub(crate) fn code(text: &str) -> String {
    // A cell ends at a bar, also within code.
    let text = text.replace('|', "\\|");
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

fn placed(place: &Place) -> String {
    let file = place.file.as_ref().map_or_else(String::new, |file| format!(" of {file}"));
    let source = if place.excerpt.is_empty() { String::new() } else { format!(": {}", code(&place.excerpt)) };
    format!("line {}{file}{source}", place.line)
}

fn class(name: &str, known: &page::Known) -> String {
    row(&[name, known.name.as_deref().unwrap_or("-"), &class_how(known)])
}

fn figure(name: &str, known: &Figure, params: &[String]) -> String {
    let formula = known.formula.as_ref().map_or_else(|| "-".to_string(), |formula| code(formula));
    row(&[name, &formula, known.growth.as_deref().unwrap_or("-"), &how(known, params)])
}

fn sizes(measured: &Measured) -> String {
    if measured.rows.is_empty() {
        return String::new();
    }
    let heads: Vec<&str> = std::iter::once("size").chain(COLUMNS.map(|(_, head)| head)).collect();
    let mut rules = vec!["---"];
    rules.resize(heads.len(), "---:");
    let mut out = format!("\n{}{}", row(&heads), row(&rules));
    for measured in &measured.rows {
        let mut cells = vec![measured.size()];
        cells.extend(
            COLUMNS.map(|(key, _)| measured.number(key).map_or("-".into(), |value| value.to_string())),
        );
        out.push_str(&row(&cells.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    out
}
