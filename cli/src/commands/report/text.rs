//! A report as text, for a terminal.

use unicode_width::UnicodeWidthStr;

use super::figure::Figure;
use super::measure::{Measured, Row, params_text};
use super::page::Page;
use super::why::{Share, Why};
use super::words::{by_construction, class_how, construction_kind, construction_names, how};
use crate::commands::degree::Degrees;
use crate::listing::table::table;
use crate::words::counted;

/// A formula wider than this stands on a line of its own.
const WIDE: usize = 42;
/// Lines end before this column where they can.
const LINE: usize = 118;

/// The page.
pub(super) fn text(page: &Page) -> String {
    let mut out = format!("{}\n", page.signature);
    if let Some(types) = &page.types_line {
        out.push_str(&format!("  {types}\n"));
    }
    out.push_str(&classes(page));
    out.push_str(&figures(page));
    out.push_str(&constructions(page));
    out.push_str(&thoughts(page));
    out.push_str(&page.why.as_ref().map_or_else(String::new, why));
    out.push_str(&sizes_table(&page.measured));
    if page.is_measured() {
        out.push_str(&format!("\n{}", table(&by_construction(page))));
    }
    out.push_str(&chains_table(&page.measured.rows));
    out.push_str(&left_out(&page.measured));
    out.push_str(&page.measured.degrees.as_ref().map_or_else(String::new, Degrees::text));
    out.push_str(&notes(page));
    out
}

/// A name to the left, what is said of it to the right.
fn line(name: &str, what: &str) -> String {
    format!("  {name:<15}{what}\n")
}

fn classes(page: &Page) -> String {
    let said = |known: &super::page::Known| match &known.name {
        Some(name) => format!("{name}, {}", class_how(known)),
        None => class_how(known),
    };
    let mut out = line("class", &said(&page.class));
    if let Some(boolean) = &page.boolean {
        out.push_str(&line("Boolean class", &said(boolean)));
    }
    if let Some(uniformity) = page.uniformity {
        out.push_str(&line("uniformity", &format!("{uniformity}-uniform, proved")));
    }
    let sign = match (page.sign, &page.sign_at) {
        (Some(true), Some(place)) => format!("sign gates occur ({})", place.said()),
        (Some(true), None) => "sign gates occur".into(),
        (Some(false), _) if page.no_sign => "no sign gates".into(),
        (Some(false), _) => "no sign gates at the measured sizes".into(),
        (None, _) => return out,
    };
    out.push_str(&line("sign", &sign));
    out
}

/// Rows of a formula each, aligned where they are not too wide.
fn formulas(rows: &[(String, &Figure)], params: &[String]) -> String {
    let width = |text: &str| text.width();
    let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0).max(13);
    let texts = rows.iter().filter_map(|(_, figure)| figure.formula.as_deref());
    let formulas = texts.map(width).filter(|width| *width <= WIDE).max().unwrap_or(0).max(4);
    let growths = rows.iter().filter_map(|(_, figure)| figure.growth.as_deref());
    let growths = growths.map(width).max().unwrap_or(0);
    let mut out = String::new();
    for (name, figure) in rows {
        let blank = |text: &str, to: usize| " ".repeat(to.saturating_sub(width(text)));
        let mut line = format!("  {name}{}  ", blank(name, names));
        match &figure.formula {
            Some(formula) => {
                let growth = figure.growth.as_deref().unwrap_or_default();
                if width(formula) > WIDE {
                    let below = " ".repeat(width(&line));
                    let options =
                        textwrap::Options::new(LINE).initial_indent(&line).subsequent_indent(&below);
                    out.push_str(&format!("{}\n", textwrap::fill(formula, options.break_words(false))));
                    line = " ".repeat(names + 4 + formulas);
                } else {
                    line.push_str(&format!("{formula}{}", blank(formula, formulas)));
                }
                line.push_str(&format!("  {growth}{}  ", blank(growth, growths)));
                let below = " ".repeat(width(&line));
                let options = textwrap::Options::new(LINE).initial_indent(&line).subsequent_indent(&below);
                line = textwrap::fill(&how(figure, params), options.break_words(false));
            }
            None => line.push_str(&how(figure, params)),
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn figures(page: &Page) -> String {
    let mut rows: Vec<(String, &Figure)> = Vec::new();
    for (name, figure) in page.figures() {
        rows.push((name.to_string(), figure));
        if name == "depth" {
            rows.extend(page.outputs.iter().map(|output| (format!("  {}", output.name), &output.depth)));
        }
    }
    format!("\n{}", formulas(&rows, &page.params))
}

fn constructions(page: &Page) -> String {
    let mut out = String::from("\n");
    for one in &page.constructions {
        out.push_str(&format!("  {}: {}\n", construction_names(one), construction_kind(one)));
        let mut rows = vec![("  layers".to_string(), &one.layers), ("  length".to_string(), &one.tokens)];
        if let Some(first) = one.rework.said() {
            out.push_str(&first_line(&first));
            rows.insert(0, ("  depth K".to_string(), &one.rounds));
        }
        out.push_str(&formulas(&rows, &page.params));
    }
    let options = textwrap::Options::new(LINE).initial_indent("  ").subsequent_indent("    ");
    let own = format!("native: {}", page.own.text());
    out.push_str(&format!("{}\n", textwrap::fill(&own, options.break_words(false))));
    out
}

/// What becomes of the circuit first, beside the formulas.
fn first_line(what: &str) -> String {
    let (name, below) = (format!("  {:<15}", "  first"), " ".repeat(17));
    let options = textwrap::Options::new(LINE).initial_indent(&name).subsequent_indent(&below);
    format!("{}\n", textwrap::fill(what, options.break_words(false)))
}

fn thoughts(page: &Page) -> String {
    let mut out = String::new();
    for thought in &page.thoughts {
        let params = if thought.params.is_empty() {
            String::new()
        } else {
            format!("[{}]", thought.params.join(", "))
        };
        let class = thought.class.as_ref().map_or_else(String::new, |class| format!(", in {class}"));
        let within = thought.within.as_ref().map_or_else(String::new, |family| format!(", in {family}"));
        out.push_str(&format!(
            "\n  chain of thought, {}{within}: `{}` steps of {}{params}{class}\n",
            thought.place.at(),
            thought.steps,
            thought.step
        ));
        let rows = [
            ("  depth of one".to_string(), &thought.depth),
            ("  its size".to_string(), &thought.size),
            ("  its layers".to_string(), &thought.layers),
        ];
        out.push_str(&formulas(&rows, &thought.params));
        out.push_str("  as a circuit the steps are one composition, whose figures are above\n");
    }
    out
}

/// A longest path, and where the gates are.
fn why(told: &Why) -> String {
    let mut out = String::new();
    if !told.depth.is_empty() {
        out.push_str(
            "\n  why the depth: a longest path, from the inputs on, with the levels that each piece adds\n",
        );
        let rows: Vec<[String; 3]> = told
            .lines()
            .into_iter()
            .map(|(depth, link)| {
                let indent = "  ".repeat(depth);
                let what = link.what();
                let blank = if what.is_empty() { "" } else { "  " };
                let source = format!("{indent}{}{blank}{what}", link.place.excerpt);
                [format!("{indent}{}", link.levels), link.place.at(), source]
            })
            .collect();
        out.push_str(&placed(&rows));
    }
    if !told.size.is_empty() {
        out.push_str("\n  why the size: the expressions with the most gates\n");
        let row = |share: &Share| [share.gates.clone(), share.place.at(), share.place.excerpt.clone()];
        out.push_str(&placed(&told.size.iter().map(row).collect::<Vec<_>>()));
        if told.fewer > 0 {
            out.push_str(&format!("    and {} with fewer\n", counted(told.fewer, "expression")));
        }
    }
    out
}

/// A formula, a place and what stands there; a formula that is wide does not push the others away.
fn placed(rows: &[[String; 3]]) -> String {
    let most = |column: usize, cap: usize| {
        rows.iter().map(|row| row[column].width()).filter(|width| *width <= cap).max().unwrap_or(0)
    };
    let (formulas, places) = (most(0, WIDE), most(1, usize::MAX));
    let mut out = String::new();
    for [formula, place, source] in rows {
        let mut line = format!("    {formula}{}  ", " ".repeat(formulas.saturating_sub(formula.width())));
        if formula.width() > WIDE {
            out.push_str(&format!("{}\n", line.trim_end()));
            line = " ".repeat(formulas + 6);
        }
        line.push_str(&format!("{place}{}  {source}", " ".repeat(places.saturating_sub(place.width()))));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn sizes_table(measured: &Measured) -> String {
    if measured.rows.is_empty() {
        return String::new();
    }
    let heads = ["gates", "edges", "depth", "add fan-in", "mul fan-in", "dim", "layers", "tokens"];
    let mut rows = vec![std::iter::once("size").chain(heads).map(String::from).collect::<Vec<_>>()];
    for row in &measured.rows {
        let mut cells = vec![row.size()];
        cells.extend(row.numbers().map(|(_, value)| value.to_string()));
        rows.push(cells);
    }
    format!("\n{}", table(&rows))
}

/// Of families with chains of thought: how often a step runs, and what the longest one costs.
fn chains_table(rows: &[Row]) -> String {
    if rows.iter().all(|row| row.chains.is_empty()) {
        return String::new();
    }
    let heads = ["step by step", "step", "steps", "gates", "depth", "layers", "tokens"];
    let mut lines = vec![heads.map(String::from).to_vec()];
    for row in rows {
        for chain in &row.chains {
            let numbers = [chain.steps, chain.gates, chain.depth, chain.layers, chain.tokens];
            let names = [row.size(), chain.step.clone()];
            lines.push(names.into_iter().chain(numbers.map(|n| n.to_string())).collect());
        }
    }
    format!("{}  gates, depth, layers and tokens here are those of the longest step\n", table(&lines))
}

fn left_out(measured: &Measured) -> String {
    let mut out = String::new();
    for (params, why) in &measured.left_out {
        let what =
            if params.is_empty() { "left out".into() } else { format!("{} left out", params_text(params)) };
        out.push_str(&format!("  {what}: {why}\n"));
    }
    out
}

fn notes(page: &Page) -> String {
    let mut out = String::new();
    for note in &page.notes {
        let place = note.place.as_ref().map_or_else(String::new, |place| format!(" ({})", place.said()));
        out.push_str(&filled(&format!("note: {}{place}", note.text)));
    }
    if out.is_empty() { out } else { format!("\n{out}") }
}

/// A sentence on lines that a terminal takes.
fn filled(text: &str) -> String {
    let options =
        textwrap::Options::new(98).initial_indent("  ").subsequent_indent("    ").break_words(false);
    format!("{}\n", textwrap::fill(text, options))
}
