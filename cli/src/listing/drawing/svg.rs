//! A picture as SVG: light or dark as the reader has it, light on paper, each shape with its words.

use std::fmt::Write;

use super::graph::Kind;
use super::layout::{Drawing, NOTE, Placed, TITLE};
use super::legend::{Entry, HALF, Sample, TEXT};
use super::shapes::{Outline, SMALL, inner, inside, outline, small_text};
use super::wires::{Stroke, Trunk};
use crate::words::grouped;

/// Colours say nothing that shapes do not say. Rules for the dark are for screens alone, and programs that know no such
/// rules have the light ones.
const STYLE: &str = "\
.circ-drawing { color-scheme: light dark; }
.circ-drawing text { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #16191d; text-anchor: middle; }
.circ-drawing .start { text-anchor: start; }
.circ-drawing .end { text-anchor: end; font-size: 11px; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
.circ-drawing .title { font-size: 17px; font-weight: bold; }
.circ-drawing .sign { font-size: 12px; }
.circ-drawing .op { font-size: 19px; }
.circ-drawing .quiet { fill: #59616b; }
.circ-drawing .paper { fill: #ffffff; }
.circ-drawing .column { fill: #f4f5f7; }
.circ-drawing .shape { fill: #ffffff; stroke: #16191d; stroke-width: 1.4; }
.circ-drawing .second { fill: none; stroke: #16191d; stroke-width: 1.2; }
.circ-drawing .input { fill: #dbe9fb; }
.circ-drawing .const { fill: #ececec; }
.circ-drawing .add { fill: #d9f2e3; }
.circ-drawing .mul { fill: #fdeccb; }
.circ-drawing .signs { fill: #f9dbe6; }
.circ-drawing .output { fill: #e6defa; }
.circ-drawing .wire { fill: none; stroke: #4b535d; stroke-width: 1.2; }
.circ-drawing .constant { stroke: #8b939d; stroke-width: 1; stroke-dasharray: 4 3; }
.circ-drawing .wire:hover { stroke: #c2410c; stroke-width: 3; }
.circ-drawing .fork { fill: #4b535d; }
@media screen and (prefers-color-scheme: dark) {
.circ-drawing text { fill: #e8eaed; }
.circ-drawing .end { stroke: #14171b; }
.circ-drawing .quiet { fill: #a9b0ba; }
.circ-drawing .paper { fill: #14171b; }
.circ-drawing .column { fill: #1d2126; }
.circ-drawing .shape { fill: #14171b; stroke: #e8eaed; }
.circ-drawing .second { stroke: #e8eaed; }
.circ-drawing .input { fill: #1d3a5f; }
.circ-drawing .const { fill: #34383e; }
.circ-drawing .add { fill: #16452c; }
.circ-drawing .mul { fill: #574012; }
.circ-drawing .signs { fill: #5c2340; }
.circ-drawing .output { fill: #40306b; }
.circ-drawing .wire { stroke: #b4bbc5; }
.circ-drawing .constant { stroke: #7d8590; }
.circ-drawing .wire:hover { stroke: #ff9d5c; }
.circ-drawing .fork { fill: #b4bbc5; }
}
";

/// Writes it.
pub(super) fn svg(drawing: &Drawing) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(drawing, &mut out);
    out
}

fn write(drawing: &Drawing, out: &mut String) -> std::fmt::Result {
    let (width, height) = (drawing.width, drawing.height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"circ-drawing\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    )?;
    writeln!(out, "<title>{}</title>", xml(&drawing.title))?;
    writeln!(out, "<desc>{}</desc>", xml(&drawing.description))?;
    writeln!(out, "<style>\n{STYLE}</style>")?;
    writeln!(out, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>")?;
    let left = drawing.columns.first().map_or(0, |column| column.left);
    let mut y = TITLE + 10;
    text(out, "start title", (left, y), &drawing.title)?;
    for note in &drawing.notes {
        y += NOTE;
        text(out, "start quiet", (left, y), note)?;
    }
    for column in &drawing.columns {
        let (x, top, height) = (column.left, drawing.top, drawing.bottom - drawing.top);
        writeln!(
            out,
            "<rect class=\"column\" x=\"{x}\" y=\"{top}\" width=\"{}\" height=\"{height}\" rx=\"4\"/>",
            column.width
        )?;
        text(out, "quiet", (column.left + column.width / 2, drawing.top - 6), &column.name)?;
    }
    drawing.trunks.iter().try_for_each(|one| trunk(out, drawing, one))?;
    drawing.boxes.iter().try_for_each(|one| placed(out, one))?;
    for (x, y, count) in drawing.trunks.iter().flat_map(|trunk| &trunk.counts) {
        text(out, "end", (*x, y - 3), &grouped(*count))?;
    }
    drawing.legend.entries.iter().try_for_each(|one| entry(out, one))?;
    writeln!(out, "</svg>")
}

fn trunk(out: &mut String, drawing: &Drawing, trunk: &Trunk) -> std::fmt::Result {
    let name = |at: usize| drawing.boxes[at].item.name.as_str();
    let to: Vec<&str> = trunk.to.iter().map(|at| name(*at)).collect();
    writeln!(
        out,
        "<path class=\"wire{}\" data-from=\"{}\" data-to=\"{}\" d=\"{}\"/>",
        if trunk.constant { " constant" } else { "" },
        name(trunk.from),
        to.join(" "),
        path(&trunk.strokes)
    )?;
    for (x, y) in &trunk.forks {
        writeln!(out, "<circle class=\"fork\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>")?;
    }
    Ok(())
}

/// Strokes as one path.
fn path(strokes: &[Stroke]) -> String {
    let mut d = String::new();
    let mut at = None;
    for Stroke { from, to } in strokes {
        if at != Some(*from) {
            d.push_str(&format!("M{} {}", from.0, from.1));
        }
        if from.1 == to.1 {
            d.push_str(&format!("H{}", to.0));
        } else {
            let middle = (from.0 + to.0) / 2;
            d.push_str(&format!("C{middle} {} {middle} {} {} {}", from.1, to.1, to.0, to.1));
        }
        at = Some(*to);
    }
    d
}

fn placed(out: &mut String, placed: &Placed) -> std::fmt::Result {
    let Placed { item, x, y, width, height } = placed;
    let (middle, size) = ((*x, *y), (*width, *height));
    writeln!(out, "<g data-name=\"{}\"><title>{}</title>", item.name, xml(&item.told))?;
    shape(out, item.kind, middle, size)?;
    if item.shared {
        second(out, item.kind, middle, inner(size))?;
    }
    if item.kind == Kind::Folded {
        let (lines, counts) = inside(item, middle, *height);
        lines.iter().try_for_each(|(base, said)| text(out, "", (*x, *base), said))?;
        for counted in counts {
            small(out, counted.kind, counted.shape)?;
            text(out, "start", counted.text, &counted.said)?;
        }
    } else {
        label(out, item.kind, middle, item.lines.first().map_or("", String::as_str))?;
    }
    writeln!(out, "</g>")
}

/// The text in a box of one gate.
fn label(out: &mut String, kind: Kind, (x, y): (i64, i64), said: &str) -> std::fmt::Result {
    match kind {
        Kind::Add | Kind::Mul => text(out, "op", (x, y + 6), said),
        Kind::Sign => text(out, "sign", (x, y + 4), said),
        _ => text(out, "", (x, y + 4), said),
    }
}

/// The shape of a kind, small.
fn small(out: &mut String, kind: Kind, (x, y): (i64, i64)) -> std::fmt::Result {
    let height = if matches!(kind, Kind::Add | Kind::Sign) { 2 * SMALL } else { 2 * SMALL - 4 };
    shape(out, kind, (x, y), (2 * SMALL, height))?;
    text(out, "", (x, y + 4), small_text(kind))
}

fn shape(out: &mut String, kind: Kind, middle: (i64, i64), size: (i64, i64)) -> std::fmt::Result {
    let class = match kind {
        Kind::Input => "shape input",
        Kind::Const => "shape const",
        Kind::Add => "shape add",
        Kind::Mul => "shape mul",
        Kind::Sign => "shape signs",
        Kind::Output => "shape output",
        Kind::Folded => "shape",
    };
    edge(out, class, kind, middle, size)
}

fn second(out: &mut String, kind: Kind, middle: (i64, i64), size: (i64, i64)) -> std::fmt::Result {
    edge(out, "second", kind, middle, size)
}

fn edge(out: &mut String, class: &str, kind: Kind, (x, y): (i64, i64), size: (i64, i64)) -> std::fmt::Result {
    match outline(kind, (x, y), size) {
        Outline::Circle(radius) => {
            writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
        }
        Outline::Rounded(radius) => writeln!(
            out,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\"/>",
            x - size.0 / 2,
            y - size.1 / 2,
            size.0,
            size.1
        ),
        Outline::Polygon(corners) => {
            let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
            writeln!(out, "<polygon class=\"{class}\" points=\"{}\"/>", corners.join(" "))
        }
    }
}

fn entry(out: &mut String, entry: &Entry) -> std::fmt::Result {
    let (x, y) = (entry.x, entry.y);
    let wire =
        |out: &mut String, class: &str, d: String| writeln!(out, "<path class=\"{class}\" d=\"{d}\"/>");
    let straight = format!("M{} {y}H{}", x - HALF, x + HALF);
    match entry.sample {
        Sample::Shape(kind) => {
            let width = if kind == Kind::Add { 22 } else { 2 * HALF };
            shape(out, kind, (x, y), (width, 22))?;
            label(out, kind, (x, y), small_text(kind))?;
        }
        Sample::Shared => {
            shape(out, Kind::Add, (x, y), (26, 26))?;
            second(out, Kind::Add, (x, y), inner((26, 26)))?;
        }
        Sample::Constant => wire(out, "wire constant", straight)?,
        Sample::Fork => {
            let ends = (x - HALF, x + HALF, y - 8, y + 8);
            let d = format!("M{} {y}H{x}C{} {y} {x} {} {} {}", ends.0, x + 8, ends.2, ends.1, ends.2);
            wire(out, "wire", format!("{d}M{x} {y}C{} {y} {x} {} {} {}", x + 8, ends.3, ends.1, ends.3))?;
            writeln!(out, "<circle class=\"fork\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>")?;
        }
        Sample::Count => {
            wire(out, "wire", straight)?;
            text(out, "end", (x + 8, y - 3), "8")?;
        }
    }
    text(out, "start", (x + TEXT, y + 4), entry.text)
}

fn text(out: &mut String, class: &str, (x, y): (i64, i64), said: &str) -> std::fmt::Result {
    if said.is_empty() {
        return Ok(());
    }
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    writeln!(out, "<text{class} x=\"{x}\" y=\"{y}\">{}</text>", xml(said))
}

/// A text in XML: with its five signs escaped, and without what XML does not have.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(xml("a < b && c == 'x'\u{1}"), "a &lt; b &amp;&amp; c == &apos;x&apos;\u{fffd}");
    }

    #[test]
    fn strokes_make_one_path() {
        let stroke = |from, to| Stroke { from, to };
        let all = [stroke((0, 5), (10, 5)), stroke((10, 5), (30, 9)), stroke((10, 5), (30, 1))];
        assert_eq!(path(&all), "M0 5H10C20 5 20 9 30 9M10 5C20 5 20 1 30 1");
    }
}
