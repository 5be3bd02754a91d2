//! The picture of a circuit: boxes in columns, wires between them, and three ways to write it down.
//!
//! `graph.rs` says what is drawn, gate by gate or folded; `order.rs` and `place.rs` say where; `svg.rs`, `tikz.rs` and
//! `dot.rs` write it. All numbers are whole, so the same circuit gives the same bytes.

mod dot;
mod expressions;
mod folds;
mod graph;
mod labels;
mod layout;
mod legend;
mod order;
mod place;
mod shapes;
mod single;
mod svg;
mod tikz;
mod wires;

use circ_compiler::diagnostics::DataFact;
use circ_compiler::elaborate::Spans;
use circ_compiler::{Elaborated, Sources};
use circ_runtime::Circuit;
use clap::ValueEnum;

use self::graph::{Graph, columns, graph};
use self::layout::layout;

/// How gates are put together in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Fold {
    /// Nothing: a box for each gate
    None,
    /// All gates of one expression at one level are one box
    Level,
    /// All gates of one expression are one box
    Expression,
}

impl Fold {
    /// The value of the option.
    fn name(self) -> &'static str {
        match self {
            Fold::None => "none",
            Fold::Level => "level",
            Fold::Expression => "expression",
        }
    }
}

/// A circuit to draw, and where its gates come from, where that is known.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) circuit: &'a Circuit,
    pub(crate) source: Option<(&'a Spans, &'a Sources)>,
}

impl<'a> Subject<'a> {
    /// The circuit of a family.
    pub(crate) fn built(built: &'a Elaborated, sources: &'a Sources) -> Subject<'a> {
        Subject { circuit: &built.circuit, source: Some((&built.spans, sources)) }
    }

    /// A circuit from a file.
    pub(crate) fn circuit(circuit: &'a Circuit) -> Subject<'a> {
        Subject { circuit, source: None }
    }
}

/// So much is still told apart, gate by gate and with the gates of a level folded; beyond, more is folded where nobody
/// asked for less. Boxes with expressions in them are wide, so of these there are fewer columns.
const LEGIBLE: Size = Size { boxes: 400, wires: 1_600, columns: 50, bends: 4_000 };
const LEGIBLE_LEVELS: Size = Size { columns: 16, ..LEGIBLE };
/// What a picture may have at most, and the boxes that are made before expressions in turn are one.
const MOST: Size = Size { boxes: 5_000, wires: 50_000, columns: 5_000, bends: 100_000 };

/// How much there is in a picture; bends are columns that wires go through between their ends.
#[derive(Clone, Copy)]
struct Size {
    boxes: usize,
    wires: usize,
    columns: usize,
    bends: usize,
}

impl Size {
    fn of(graph: &Graph) -> Size {
        let (boxes, wires, columns) = (graph.items.len(), graph.wires.len(), graph.columns.len());
        Size { boxes, wires, columns, bends: graph.bends() }
    }

    /// What there is more of than in another, and how much there is of it there.
    fn beyond(self, most: Size) -> Option<(&'static str, usize)> {
        let all = [
            ("boxes", self.boxes, most.boxes),
            ("wires", self.wires, most.wires),
            ("columns", self.columns, most.columns),
            ("bends of wires", self.bends, most.bends),
        ];
        all.into_iter().find(|(_, found, most)| found > most).map(|(what, _, most)| (what, most))
    }
}

/// The picture as SVG.
///
/// # Errors
/// More boxes or wires than a picture may have.
pub(crate) fn svg(subject: Subject<'_>, fold: Option<Fold>) -> Result<String, Box<DataFact>> {
    Ok(svg::svg(&layout(&folded(subject, fold)?)))
}

/// The picture as a `tikzpicture`.
///
/// # Errors
/// More boxes or wires than a picture may have.
pub(crate) fn tikz(subject: Subject<'_>, fold: Option<Fold>) -> Result<String, Box<DataFact>> {
    Ok(tikz::tikz(&layout(&folded(subject, fold)?)))
}

/// The picture for Graphviz, which has no bounds of its own: where each gate is asked for there may be many.
///
/// # Errors
/// More boxes or wires than a folded picture may have.
pub(crate) fn dot(subject: Subject<'_>, fold: Option<Fold>) -> Result<String, Box<DataFact>> {
    let graph = match fold {
        // A box for each gate, and there are as many of these as a circuit may have.
        Some(Fold::None) => graph(subject, Fold::None, usize::MAX),
        _ => None,
    };
    let graph = match graph {
        Some(graph) => graph,
        None => folded(subject, fold)?,
    };
    Ok(dot::dot(&graph, &subject.circuit.family))
}

/// What is drawn: as it was asked for, or folded as little as leaves it legible.
fn folded(subject: Subject<'_>, asked: Option<Fold>) -> Result<Graph, Box<DataFact>> {
    let gates = &subject.circuit.gates;
    let outputs = subject.circuit.output_gates().count();
    // Known without making any box.
    let columns = columns(subject.circuit);
    let whole = Size { boxes: gates.len() + outputs, wires: gates.edges() + outputs, columns, bends: 0 };
    // Without a source there are no expressions.
    let last = if subject.source.is_some() { Fold::Expression } else { Fold::Level };
    let mut fold = asked.unwrap_or(Fold::None).min(last);
    loop {
        let is_last = asked.is_some() || fold == last;
        let most = match fold {
            _ if is_last => MOST,
            Fold::None => LEGIBLE,
            _ => LEGIBLE_LEVELS,
        };
        let known = match fold {
            Fold::None => whole.beyond(most),
            Fold::Level => Size { boxes: 0, wires: 0, ..whole }.beyond(most),
            Fold::Expression => None,
        };
        let beyond =
            match known.map_or_else(|| graph(subject, fold, MOST.boxes).ok_or(("boxes", MOST.boxes)), Err) {
                Err(beyond) => beyond,
                Ok(graph) => match Size::of(&graph).beyond(most) {
                    None => return Ok(graph),
                    Some(beyond) => beyond,
                },
            };
        if is_last {
            let (source, (what, most)) = (subject.source.is_some(), beyond);
            return Err(Box::new(DataFact::PictureTooLarge { fold: fold.name(), source, what, most }));
        }
        fold = if fold == Fold::None { Fold::Level } else { last };
    }
}
