//! Folds of expressions that read each other in turn, as those of a loop do, made one: what is left has an order.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::graph::{Item, Wire};
use super::labels::cut;
use crate::words::grouped;

/// So many expressions of a circle are named in its box.
const NAMED: usize = 3;
/// No name there is wider.
const WIDEST: usize = 24;

/// Merges circles, gives each box the column that the longest way to it says, and says how many columns there are.
pub(super) fn in_turn(items: &[Item], wires: &[Wire]) -> (Vec<Item>, Vec<Wire>, usize) {
    let ends = wires.iter().map(|wire| (wire.from as u32, wire.to as u32));
    let mut graph: DiGraph<(), (), u32> = DiGraph::from_edges(ends);
    while graph.node_count() < items.len() {
        graph.add_node(());
    }
    // It gives what is read after what reads it.
    let mut circles: Vec<Vec<usize>> = kosaraju_scc(&graph)
        .into_iter()
        .rev()
        .map(|circle| circle.into_iter().map(|node| node.index()).collect())
        .collect();
    circles.iter_mut().for_each(|circle: &mut Vec<usize>| circle.sort_unstable());

    let mut circle_of = vec![0; items.len()];
    for (at, circle) in circles.iter().enumerate() {
        circle.iter().for_each(|item| circle_of[*item] = at);
    }
    let wires = merged(wires, &circle_of);
    let mut columns = vec![0; circles.len()];
    for wire in &wires {
        // Wires stand in the order of where they begin, and that is one of reading.
        columns[wire.to] = columns[wire.to].max(columns[wire.from] + 1);
    }
    let is_output = |circle: &Vec<usize>| items[circle[0]].is_output();
    let inside = columns.iter().zip(&circles).filter(|(_, circle)| !is_output(circle));
    let last = inside.map(|(column, _)| *column + 1).max().unwrap_or(0);
    for (column, circle) in columns.iter_mut().zip(&circles) {
        *column = if is_output(circle) { last } else { *column };
    }
    // In a column they stand in the order of their first gates.
    let mut order: Vec<usize> = (0..circles.len()).collect();
    order.sort_by_key(|at| (columns[*at], circles[*at][0]));
    let mut place = vec![0; circles.len()];
    order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
    let mut made: Vec<Item> = Vec::with_capacity(order.len());
    for (at, old) in order.iter().enumerate() {
        let mut item = circle_item(items, &circles[*old]);
        item.column = columns[*old];
        if !item.is_output() {
            item.name = format!("f{at}");
        }
        made.push(item);
    }
    (made, merged(&wires, &place), last + 1)
}

/// The wires between circles.
fn merged(wires: &[Wire], circle_of: &[usize]) -> Vec<Wire> {
    let mut all: Vec<Wire> = wires
        .iter()
        .map(|wire| Wire { from: circle_of[wire.from], to: circle_of[wire.to], count: wire.count })
        .filter(|wire| wire.from != wire.to)
        .collect();
    all.sort_unstable();
    all.dedup_by(|next, before| {
        let same = (next.from, next.to) == (before.from, before.to);
        if same {
            before.count += next.count;
        }
        same
    });
    all
}

/// One box for some.
fn circle_item(items: &[Item], circle: &[usize]) -> Item {
    let mut one = items[circle[0]].clone();
    let range = |levels: (u32, u32)| format!("levels {} to {}", levels.0, levels.1);
    if circle.len() == 1 {
        if let Some(levels) = one.levels.filter(|(first, last)| first < last) {
            one.lines.push(range(levels));
        }
        return one;
    }
    let gates = |at: &usize| items[*at].counts.iter().sum::<usize>();
    let mut largest = circle.to_vec();
    largest.sort_by_key(|at| (std::cmp::Reverse(gates(at)), *at));
    one.lines = vec![format!("{} expressions in turn:", grouped(circle.len()))];
    for at in largest.iter().take(NAMED) {
        let text = items[*at].lines.first().map_or("", String::as_str);
        one.lines.push(format!("{} ×{}", cut(text, WIDEST), grouped(gates(at))));
    }
    if circle.len() > NAMED {
        one.lines.push(format!("and {} more", circle.len() - NAMED));
    }
    let told: Vec<&str> = circle.iter().map(|at| items[*at].told.as_str()).collect();
    one.told = told.join("\n");
    for at in &circle[1..] {
        let other = &items[*at];
        one.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
        one.levels = match (one.levels, other.levels) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
    }
    if let Some(levels) = one.levels {
        one.lines.push(range(levels));
    }
    one
}
