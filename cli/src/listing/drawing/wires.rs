//! The lines of wires, between boxes that have their places.

use super::graph::{Graph, Kind, Wire};
use super::layout::{Column, Net, Slot, height};
use super::shapes;

/// Between wires that arrive at one box of several gates, at most, and at least where they are to have numbers.
const ARRIVALS: (i64, i64) = (16, 10);

/// All wires of one box.
pub(super) struct Trunk {
    pub(super) from: usize,
    pub(super) to: Vec<usize>,
    /// Each from the left to the right, one after the other.
    pub(super) strokes: Vec<Stroke>,
    /// Where it forks.
    pub(super) forks: Vec<(i64, i64)>,
    /// How many wires are one here, left of their end.
    pub(super) counts: Vec<(i64, i64, usize)>,
    /// Whether what it carries is constant.
    pub(super) constant: bool,
}

/// A piece of a wire, from its left end to its right one: straight where they are level, else a curve that leaves and
/// arrives level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stroke {
    pub(super) from: (i64, i64),
    pub(super) to: (i64, i64),
}

/// The wires of all boxes, with their places.
pub(super) fn trunks(graph: &Graph, net: &Net, ys: &[i64], columns: &[Column]) -> Vec<Trunk> {
    // Of a slot the column, and what its wires are left and right of.
    let mut column_of = vec![0; net.slots.len()];
    for (at, column) in net.columns.iter().enumerate() {
        column.iter().for_each(|slot| column_of[*slot] = at);
    }
    let half = |slot: usize| match net.slots[slot] {
        Slot::Box(item) => shapes::size(&graph.items[item]).0 / 2,
        Slot::Bend(_) => 0,
    };
    let middle = |slot: usize| columns[column_of[slot]].left + columns[column_of[slot]].width / 2;
    let mut all = Vec::new();
    for wires in graph.wires.chunk_by(|a, b| a.from == b.from) {
        let from = wires[0].from;
        let mut trunk = Trunk {
            from,
            to: wires.iter().map(|wire| wire.to).collect(),
            strokes: Vec::new(),
            forks: Vec::new(),
            counts: Vec::new(),
            constant: graph.items[from].is_constant(),
        };
        let mut next = Some(from);
        while let Some(slot) = next.take() {
            let column = &columns[column_of[slot]];
            let end = (column.left + column.width, ys[slot]);
            let start = if slot == from { middle(slot) + half(slot) } else { column.left };
            trunk.level(start, end);
            if net.right[slot].len() > 1 {
                trunk.forks.push(end);
            }
            for &to in &net.right[slot] {
                let (below, apart) = arrival(graph, net, ys, slot, to);
                let arrived = (columns[column_of[to]].left, ys[to] + below);
                trunk.strokes.push(Stroke { from: end, to: arrived });
                match net.slots[to] {
                    Slot::Bend(_) => next = Some(to),
                    Slot::Box(item) => {
                        let edge = middle(to) - half(to);
                        trunk.level(arrived.0, (edge, arrived.1));
                        let several = |wire: &&Wire| wire.to == item && wire.count > 1;
                        if let Some(wire) = wires.iter().find(several)
                            && apart >= ARRIVALS.1
                        {
                            trunk.counts.push((edge - 3, arrived.1, wire.count));
                        }
                    }
                }
            }
        }
        all.push(trunk);
    }
    all
}

/// How far below the middle of a box a wire arrives, and how far from the next one. At a box of one gate all meet.
fn arrival(graph: &Graph, net: &Net, ys: &[i64], from: usize, to: usize) -> (i64, i64) {
    let joined = &net.left[to];
    let height = match net.slots[to] {
        Slot::Box(item) if joined.len() > 1 && graph.items[item].kind == Kind::Folded => {
            height(graph, net.slots[to])
        }
        _ => return (0, ARRIVALS.0),
    };
    let others = joined.len() as i64 - 1;
    let apart = ((height - 16) / others).min(ARRIVALS.0);
    let above = joined.iter().filter(|other| (ys[**other], **other) < (ys[from], from)).count() as i64;
    ((2 * above - others) * apart / 2, apart)
}

impl Trunk {
    /// A level piece, where it has a length.
    fn level(&mut self, start: i64, end: (i64, i64)) {
        if start < end.0 {
            self.strokes.push(Stroke { from: (start, end.1), to: end });
        }
    }
}
