//! A picture for papers: a `tikzpicture` that compiles as it is, and that a paper takes in with `\input`.

use std::fmt::Write;

use super::graph::Kind;
use super::layout::{Drawing, NOTE, Placed};
use super::legend::{Entry, HALF, Sample, TEXT};
use super::shapes::{Outline, SMALL, inner, inside, outline, small_text};
use super::wires::{Stroke, Trunk};
use crate::words::grouped;

/// Before the picture. The test is whether a class has been loaded, as it has where a paper reads the file.
const HEAD: &str = r"% Compile it as it is (class standalone), or \input it in a paper that has \usepackage{tikz}.
% Lengths are in units of UNIT bp: change x, y and the font of `circ text' to scale it. The styles say how each part looks.
\expandafter\ifx\csname @classoptionslist\endcsname\relax
\documentclass[tikz,border=2pt]{standalone}
\def\circend{\end{document}}
\begin{document}
\else\def\circend{}\fi
\begin{tikzpicture}[x=UNITbp, y=-UNITbp, line cap=round, line join=round,
  circ text/.style={font=\ttfamily\fontsize{7.6}{9}\selectfont, inner sep=0pt, anchor=base},
  circ op/.style={font=\fontsize{10}{12}\selectfont, inner sep=0pt},
  circ note/.style={circ text, font=\fontsize{8}{10}\selectfont},
  circ number/.style={circ text, font=\ttfamily\fontsize{6}{7}\selectfont},
  circ sum/.style={draw, fill=green!50!black!8},
  circ product/.style={draw, fill=orange!14},
  circ sign/.style={draw, fill=purple!10},
  circ input/.style={draw, fill=blue!8},
  circ constant/.style={draw, fill=black!6},
  circ output/.style={draw, fill=violet!10},
  circ fold/.style={draw, fill=white},
  circ shared/.style={draw},
  circ column/.style={fill=black!3},
  circ wire/.style={draw, black!75},
  circ constant wire/.style={draw, black!50, dashed},
  circ fork/.style={fill=black!75}]
";

const TAIL: &str = "\\end{tikzpicture}%\n\\circend\n";

/// A unit in ten thousandths of a bp.
const UNIT: i64 = 6000;

/// What lengths beyond which TeX has none come to in these, and some to spare.
const LONGEST: i64 = 160_000_000;

/// The unit of a picture that is so many units long: smaller where its lengths would be too large for TeX.
fn unit(extent: i64) -> i64 {
    UNIT.min(LONGEST / extent.max(1)).max(1)
}

/// Writes it.
pub(super) fn tikz(drawing: &Drawing) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(drawing, &mut out);
    out
}

fn write(drawing: &Drawing, out: &mut String) -> std::fmt::Result {
    writeln!(out, "% {}: {}", comment(&drawing.title), comment(&drawing.notes.join(" ")))?;
    if !drawing.title.is_ascii() || drawing.boxes.iter().any(needs_unicode) {
        writeln!(
            out,
            "% Some text is not ASCII: if a letter is missing, compile it with lualatex or xelatex."
        )?;
    }
    let unit = unit(drawing.width.max(drawing.height));
    if unit < UNIT {
        writeln!(out, "% It is as long as TeX's lengths go, so that boxes may overlap: folded it has room.")?;
    }
    out.push_str(&HEAD.replace("UNIT", format!("0.{unit:04}").trim_end_matches('0')));
    // The rest of what is said above is for a caption, but what is folded belongs to the picture.
    let left = drawing.columns.first().map_or(0, |column| column.left);
    for note in &drawing.notes[1..] {
        text(out, "circ note, anchor=base west", (left, drawing.top - NOTE - 8), note)?;
    }
    for column in &drawing.columns {
        let (left, right) = (column.left, column.left + column.width);
        let (top, bottom) = (drawing.top, drawing.bottom);
        writeln!(out, "\\path[circ column] ({left},{top}) rectangle ({right},{bottom});")?;
        text(out, "circ note", (column.left + column.width / 2, drawing.top - 6), &column.name)?;
    }
    drawing.trunks.iter().try_for_each(|one| trunk(out, drawing, one))?;
    drawing.boxes.iter().try_for_each(|one| placed(out, one))?;
    for (x, y, count) in drawing.trunks.iter().flat_map(|trunk| &trunk.counts) {
        text(out, "circ number, anchor=base east", (*x, y - 3), &grouped(*count))?;
    }
    drawing.legend.entries.iter().try_for_each(|one| entry(out, one))?;
    out.push_str(TAIL);
    Ok(())
}

fn needs_unicode(placed: &Placed) -> bool {
    placed.item.lines.iter().any(|line| line.chars().any(|c| !c.is_ascii() && !matches!(c, '×' | '…')))
}

fn trunk(out: &mut String, drawing: &Drawing, trunk: &Trunk) -> std::fmt::Result {
    let style = if trunk.constant { "circ constant wire" } else { "circ wire" };
    let to: Vec<&str> = trunk.to.iter().map(|at| drawing.boxes[*at].item.name.as_str()).collect();
    let from = &drawing.boxes[trunk.from].item.name;
    writeln!(out, "\\path[{style}]{}; % {from} to {}", path(&trunk.strokes), to.join(", "))?;
    for (x, y) in &trunk.forks {
        writeln!(out, "\\path[circ fork] ({x},{y}) circle[radius=1.7bp];")?;
    }
    Ok(())
}

/// Strokes as one path.
fn path(strokes: &[Stroke]) -> String {
    let mut d = String::new();
    let mut at = None;
    for Stroke { from, to } in strokes {
        if at != Some(*from) {
            d.push_str(&format!(" ({},{})", from.0, from.1));
        }
        if from.1 == to.1 {
            d.push_str(&format!(" -- ({},{})", to.0, to.1));
        } else {
            let middle = (from.0 + to.0) / 2;
            let (low, high) = (from.1, to.1);
            d.push_str(&format!(" .. controls ({middle},{low}) and ({middle},{high}) .. ({},{high})", to.0));
        }
        at = Some(*to);
    }
    d
}

fn placed(out: &mut String, placed: &Placed) -> std::fmt::Result {
    let Placed { item, x, y, width, height } = placed;
    let (middle, size) = ((*x, *y), (*width, *height));
    writeln!(out, "% {}", comment(&item.told))?;
    edge(out, style(item.kind), item.kind, middle, size)?;
    if item.shared {
        edge(out, "circ shared", item.kind, middle, inner(size))?;
    }
    if item.kind != Kind::Folded {
        return label(out, item.kind, middle, item.lines.first().map_or("", String::as_str));
    }
    let (lines, counts) = inside(item, middle, *height);
    lines.iter().try_for_each(|(base, said)| text(out, "circ text", (*x, *base), said))?;
    for counted in counts {
        shape(out, counted.kind, counted.shape, (2 * SMALL, 2 * SMALL - 2))?;
        text(out, "circ text, anchor=base west", counted.text, &counted.said)?;
    }
    Ok(())
}

/// A small shape with its sign.
fn shape(out: &mut String, kind: Kind, middle: (i64, i64), size: (i64, i64)) -> std::fmt::Result {
    edge(out, style(kind), kind, middle, size)?;
    label(out, kind, middle, small_text(kind))
}

/// What stands in a box of one gate.
fn label(out: &mut String, kind: Kind, (x, y): (i64, i64), said: &str) -> std::fmt::Result {
    match (kind, said) {
        (_, "") => Ok(()),
        (Kind::Add, _) => writeln!(out, "\\node[circ op] at ({x},{y}) {{$+$}};"),
        (Kind::Mul, _) => writeln!(out, "\\node[circ op] at ({x},{y}) {{$\\times$}};"),
        _ => text(out, "circ text", (x, y + 4), said),
    }
}

fn style(kind: Kind) -> &'static str {
    match kind {
        Kind::Input => "circ input",
        Kind::Const => "circ constant",
        Kind::Add => "circ sum",
        Kind::Mul => "circ product",
        Kind::Sign => "circ sign",
        Kind::Output => "circ output",
        Kind::Folded => "circ fold",
    }
}

fn edge(out: &mut String, style: &str, kind: Kind, (x, y): (i64, i64), size: (i64, i64)) -> std::fmt::Result {
    match outline(kind, (x, y), size) {
        // A radius without a unit is one of the picture's.
        Outline::Circle(radius) => writeln!(out, "\\path[{style}] ({x},{y}) circle[radius={radius}];"),
        Outline::Rounded(radius) => {
            let (w, h) = (size.0 / 2, size.1 / 2);
            // Corners are lengths of TeX: three fifths of a unit each.
            let corners = format!("rounded corners={}.{}bp", radius * 3 / 5, radius * 3 % 5 * 2);
            let style = if radius > 0 { format!("{style}, {corners}") } else { style.to_owned() };
            writeln!(out, "\\path[{style}] ({},{}) rectangle ({},{});", x - w, y - h, x + w, y + h)
        }
        Outline::Polygon(corners) => {
            let corners: Vec<String> = corners.iter().map(|(x, y)| format!("({x},{y})")).collect();
            writeln!(out, "\\path[{style}] {} -- cycle;", corners.join(" -- "))
        }
    }
}

fn entry(out: &mut String, entry: &Entry) -> std::fmt::Result {
    let (x, y) = (entry.x, entry.y);
    let (left, right) = (x - HALF, x + HALF);
    match entry.sample {
        Sample::Shape(kind) => {
            let width = if kind == Kind::Add { 22 } else { 2 * HALF };
            shape(out, kind, (x, y), (width, 22))?;
        }
        Sample::Shared => {
            edge(out, "circ sum", Kind::Add, (x, y), (26, 26))?;
            edge(out, "circ shared", Kind::Add, (x, y), inner((26, 26)))?;
        }
        Sample::Constant => writeln!(out, "\\path[circ constant wire] ({left},{y}) -- ({right},{y});")?,
        Sample::Fork => {
            let (up, down) = (y - 8, y + 8);
            writeln!(
                out,
                "\\path[circ wire] ({left},{y}) -- ({x},{y}) -- ({right},{up}) ({x},{y}) -- ({right},{down});"
            )?;
            writeln!(out, "\\path[circ fork] ({x},{y}) circle[radius=1.7bp];")?;
        }
        Sample::Count => {
            writeln!(out, "\\path[circ wire] ({left},{y}) -- ({right},{y});")?;
            text(out, "circ number, anchor=base east", (x + 8, y - 3), "8")?;
        }
    }
    text(out, "circ note, anchor=base west", (x + TEXT, y + 4), entry.text)
}

fn text(out: &mut String, style: &str, (x, y): (i64, i64), said: &str) -> std::fmt::Result {
    writeln!(out, "\\node[{style}] at ({x},{y}) {{{}}};", tex(said))
}

/// A text in TeX: its signs escaped.
fn tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("{\\char34}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '×' => out.push_str("$\\times$"),
            '±' => out.push_str("$\\pm$"),
            '…' => out.push_str("\\ldots{}"),
            // Two of them in a row are one dash.
            '-' => out.push_str("-{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A text after a `%`: on one line.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_length_is_too_large_for_tex() {
        assert_eq!((unit(0), unit(26_000)), (UNIT, UNIT));
        for extent in [27_000, 1_000_000, 100_000_000] {
            let unit = unit(extent);
            assert!(unit < UNIT && unit * extent <= LONGEST, "{extent}");
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(tex("w_1 % 2 == {x}"), "w\\_1 \\% 2 == \\{x\\}");
        assert_eq!(tex("a\\b ×64…"), "a\\textbackslash{}b $\\times$64\\ldots{}");
    }
}
