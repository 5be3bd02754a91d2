//! Where everything of a picture stands.
//!
//! Boxes stand in columns. The wires of a box begin as one, its trunk, which goes through each column up to the last box
//! that it leads to, and forks on the way; so what a box is read by is seen, and no wire runs through another box.

use super::graph::{Graph, Item, Kind};
use super::legend::{Legend, description, legend};
use super::order::ordered;
use super::place::placed;
use super::shapes::{self, text_width};
use super::wires::{Trunk, trunks};
use crate::words::grouped;

/// Between boxes of one column.
const ABOVE: i64 = 8;
/// Between trunks, and between a trunk and a box.
const BESIDE: i64 = 10;
/// The height that boxes of one gate take, whatever their shape: so rows of them run straight through the columns.
const GATE: i64 = 36;
/// Round the picture.
const MARGIN: i64 = 24;
/// Between columns, at least and at most; more where numbers stand at wires.
const GAP: (i64, i64) = (38, 110);
/// Round the boxes of a column.
const PAD: i64 = 6;
/// Of the title, and of each note below it.
pub(super) const TITLE: i64 = 26;
pub(super) const NOTE: i64 = 18;
/// Of what stands above the columns.
const HEAD: i64 = 26;
/// No picture is narrower, so that its legend has room.
const NARROWEST: i64 = 460;

/// A box or a trunk in one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Box(usize),
    /// The trunk of this box on its way.
    Bend(usize),
}

/// Boxes and trunks in columns, and what leads from each column to the next.
pub(super) struct Net {
    pub(super) slots: Vec<Slot>,
    /// The slots of each column, from the top.
    pub(super) columns: Vec<Vec<usize>>,
    /// From each slot to those of the next column that it leads to.
    pub(super) right: Vec<Vec<usize>>,
    /// From each slot to those of the column before that lead to it.
    pub(super) left: Vec<Vec<usize>>,
    /// Of each slot whether it is a constant, or the trunk of one: these give way to others.
    pub(super) faint: Vec<bool>,
}

/// A box with its place: the middle, and the size.
pub(super) struct Placed {
    pub(super) item: Item,
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: i64,
    pub(super) height: i64,
}

/// A column.
pub(super) struct Column {
    pub(super) left: i64,
    pub(super) width: i64,
    pub(super) name: String,
}

/// A picture, in units that whoever writes it scales.
pub(super) struct Drawing {
    pub(super) title: String,
    pub(super) notes: Vec<String>,
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) columns: Vec<Column>,
    /// Where columns begin and end.
    pub(super) top: i64,
    pub(super) bottom: i64,
    pub(super) boxes: Vec<Placed>,
    pub(super) trunks: Vec<Trunk>,
    /// What is in each column, in words.
    pub(super) description: String,
    pub(super) legend: Legend,
}

/// Finds a place for everything.
pub(super) fn layout(graph: &Graph) -> Drawing {
    let net = ordered(net(graph), graph);
    let heights: Vec<i64> = net.slots.iter().map(|slot| height(graph, *slot)).collect();
    let ys = placed(&net, |above, below| {
        let between = match (net.slots[above], net.slots[below]) {
            (Slot::Box(_), Slot::Box(_)) => ABOVE,
            _ => BESIDE,
        };
        (heights[above] + heights[below] + 1) / 2 + between
    });
    let head = MARGIN + TITLE + NOTE * graph.notes.len() as i64 + HEAD;
    let edge = |slot: usize, side: i64| ys[slot] + side * (heights[slot] + 1) / 2;
    let highest = (0..ys.len()).map(|slot| edge(slot, -1)).min().unwrap_or(0);
    let lowest = (0..ys.len()).map(|slot| edge(slot, 1)).max().unwrap_or(0);
    let top = head;
    let down = top + ABOVE - highest;
    let ys: Vec<i64> = ys.iter().map(|y| y + down).collect();
    let bottom = lowest + down + ABOVE;

    let columns = columns(graph, &net, &ys);
    let right = columns.last().map_or(0, |column| column.left + column.width);
    let texts = std::iter::once(&graph.title).chain(&graph.notes).map(|text| text_width(text)).max();
    let inner = (right - MARGIN).max(texts.unwrap_or(0)).max(NARROWEST - 2 * MARGIN);
    let legend = legend(graph, (MARGIN, bottom + 20), inner);
    let (boxes, trunks) = (boxes(graph, &ys, &columns), trunks(graph, &net, &ys, &columns));
    Drawing {
        title: graph.title.clone(),
        notes: graph.notes.clone(),
        width: inner + 2 * MARGIN,
        height: legend.bottom + MARGIN,
        columns,
        top,
        bottom,
        boxes,
        trunks,
        description: description(graph),
        legend,
    }
}

pub(super) fn height(graph: &Graph, slot: Slot) -> i64 {
    match slot {
        Slot::Box(item) if graph.items[item].kind == Kind::Folded => shapes::size(&graph.items[item]).1 + 6,
        Slot::Box(_) => GATE,
        Slot::Bend(_) => 0,
    }
}

/// Boxes in their columns, and between them the trunks of those that are read farther off.
fn net(graph: &Graph) -> Net {
    let mut net = Net {
        slots: (0..graph.items.len()).map(Slot::Box).collect(),
        columns: vec![Vec::new(); graph.columns.len()],
        right: Vec::new(),
        left: Vec::new(),
        faint: Vec::new(),
    };
    for (at, item) in graph.items.iter().enumerate() {
        net.columns[item.column].push(at);
    }
    net.right.resize(net.slots.len(), Vec::new());
    net.left.resize(net.slots.len(), Vec::new());
    for wires in graph.wires.chunk_by(|a, b| a.from == b.from) {
        let from = wires[0].from;
        let first = graph.items[from].column;
        let last = wires.iter().map(|wire| graph.items[wire.to].column).max().unwrap_or(first);
        // What leads into each column, from the box's own on.
        let mut trunk = vec![from];
        for column in first + 1..last {
            let slot = net.slots.len();
            net.slots.push(Slot::Bend(from));
            net.columns[column].push(slot);
            net.right.push(Vec::new());
            net.left.push(Vec::new());
            net.join(trunk[trunk.len() - 1], slot);
            trunk.push(slot);
        }
        for wire in wires {
            net.join(trunk[graph.items[wire.to].column - first - 1], wire.to);
        }
    }
    let of = |slot: &Slot| match slot {
        Slot::Box(item) | Slot::Bend(item) => graph.items[*item].is_constant(),
    };
    net.faint = net.slots.iter().map(of).collect();
    net
}

impl Net {
    fn join(&mut self, from: usize, to: usize) {
        self.right[from].push(to);
        self.left[to].push(from);
    }
}

/// Columns as wide as their boxes, and farther apart where wires between them are steep or have numbers.
fn columns(graph: &Graph, net: &Net, ys: &[i64]) -> Vec<Column> {
    let mut left = MARGIN;
    let mut columns = Vec::new();
    // The widest number that arrives at a box of each column.
    let mut numbers = vec![0; graph.columns.len() + 1];
    for wire in graph.wires.iter().filter(|wire| wire.count > 1) {
        let widest = &mut numbers[graph.items[wire.to].column];
        *widest = text_width(&grouped(wire.count)).max(*widest);
    }
    for (at, name) in graph.columns.iter().enumerate() {
        let width = |slot: &usize| match net.slots[*slot] {
            Slot::Box(item) => shapes::size(&graph.items[item]).0,
            Slot::Bend(_) => 0,
        };
        let width = net.columns[at].iter().map(width).max().unwrap_or(0).max(text_width(name)) + 2 * PAD;
        columns.push(Column { left, width, name: name.clone() });
        let rises =
            net.columns[at].iter().flat_map(|from| net.right[*from].iter().map(move |to| (*from, *to)));
        let steepest = rises.map(|(from, to)| (ys[from] - ys[to]).abs()).max().unwrap_or(0);
        left += width + (GAP.0 + steepest / 8).min(GAP.1).max(GAP.0 / 2 + numbers[at + 1]);
    }
    columns
}

fn boxes(graph: &Graph, ys: &[i64], columns: &[Column]) -> Vec<Placed> {
    let at = |item: &Item, slot: usize| {
        let (width, height) = shapes::size(item);
        let column = &columns[item.column];
        Placed { item: item.clone(), x: column.left + column.width / 2, y: ys[slot], width, height }
    };
    graph.items.iter().enumerate().map(|(slot, item)| at(item, slot)).collect()
}
