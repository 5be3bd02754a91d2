//! What the shapes and lines of a picture mean, and what is in it, in words.

use super::graph::{COUNTED, Graph, Kind};
use super::shapes::text_width;
use crate::words::counted;

/// What is shown beside an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    Shape(Kind),
    /// An operation with a second edge.
    Shared,
    /// The wire of a constant.
    Constant,
    /// A wire that forks.
    Fork,
    /// A wire with a number.
    Count,
}

/// An explanation: the middle of its sample, and the text right of it.
pub(super) struct Entry {
    pub(super) sample: Sample,
    pub(super) text: &'static str,
    pub(super) x: i64,
    pub(super) y: i64,
}

/// All explanations.
pub(super) struct Legend {
    pub(super) entries: Vec<Entry>,
    pub(super) bottom: i64,
}

/// Of a sample, half its width, and where the text begins.
pub(super) const HALF: i64 = 17;
pub(super) const TEXT: i64 = 26;
/// Between entries, and of a row of them.
const BETWEEN: i64 = 22;
const ROW: i64 = 30;
/// So many columns are described one by one.
const DESCRIBED: usize = 40;

/// Explains what occurs, in rows of a width.
pub(super) fn legend(graph: &Graph, (left, top): (i64, i64), width: i64) -> Legend {
    let mut found: Vec<(Sample, &'static str)> = Vec::new();
    let is_there = |kind| graph.items.iter().any(|item| item.kind == kind);
    let folded = is_there(Kind::Folded);
    for (at, kind) in COUNTED.into_iter().enumerate() {
        if is_there(kind) || graph.items.iter().any(|item| item.counts[at] > 0) {
            found.push((Sample::Shape(kind), explained(kind)));
        }
    }
    if folded {
        found.push((Sample::Shape(Kind::Folded), explained(Kind::Folded)));
    }
    if graph.items.iter().any(|item| item.shared) {
        found.push((Sample::Shared, "shared: read more than once"));
    }
    let (mut constant, mut forks) = (false, false);
    for wires in graph.wires.chunk_by(|a, b| a.from == b.from) {
        constant |= graph.items[wires[0].from].is_constant();
        forks |= wires.len() > 1;
    }
    if constant {
        found.push((Sample::Constant, "wire of a constant"));
    }
    if forks {
        found.push((Sample::Fork, "the same value goes both ways"));
    }
    if graph.wires.iter().any(|wire| wire.count > 1) {
        found.push((Sample::Count, "so many wires, drawn as one"));
    }
    let mut entries: Vec<Entry> = Vec::new();
    let (mut x, mut y) = (left, top + ROW / 2);
    for (sample, text) in found {
        let needed = HALF + TEXT + text_width(text);
        if x > left && x + needed > left + width {
            (x, y) = (left, y + ROW);
        }
        entries.push(Entry { sample, text, x: x + HALF, y });
        x += needed + BETWEEN;
    }
    Legend { entries, bottom: y + ROW / 2 }
}

fn explained(kind: Kind) -> &'static str {
    match kind {
        Kind::Input => "input",
        Kind::Const => "constant",
        Kind::Add => "sum",
        Kind::Mul => "product",
        Kind::Sign => "sign: -1, 0 or 1",
        Kind::Output => "output",
        Kind::Folded => "several gates",
    }
}

/// What is in each column, for who does not see it.
pub(super) fn description(graph: &Graph) -> String {
    let mut text = graph.notes.join(". ");
    text.push_str(". Wires run from left to right.");
    let mut counts = vec![[0; COUNTED.len()]; graph.columns.len()];
    for item in &graph.items {
        counts[item.column].iter_mut().zip(item.counts).for_each(|(sum, count)| *sum += count);
    }
    for (name, counts) in graph.columns.iter().zip(&counts).take(DESCRIBED) {
        let name = match name.as_str() {
            "" => "Next".to_owned(),
            "out" => "At the end".to_owned(),
            name if name.starts_with("level") => "Level 0".to_owned(),
            name => format!("Level {name}"),
        };
        text.push_str(&format!(" {name}: {}.", contents(counts)));
    }
    if graph.columns.len() > DESCRIBED {
        text.push_str(&format!(" And {} more.", counted(graph.columns.len() - DESCRIBED, "level")));
    }
    text
}

/// `3 sums, 1 product`
pub(super) fn contents(counts: &[usize; COUNTED.len()]) -> String {
    let there = COUNTED.iter().zip(counts).filter(|(_, count)| **count > 0);
    there.map(|(kind, count)| counted(*count, noun(*kind))).collect::<Vec<_>>().join(", ")
}

fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Input => "input",
        Kind::Const => "constant",
        Kind::Add => "sum",
        Kind::Mul => "product",
        Kind::Sign => "sign",
        Kind::Output => "output",
        Kind::Folded => "box",
    }
}
