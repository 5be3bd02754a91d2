//! The order of boxes and trunks in their columns: one with few crossings, found by sweeps.
//!
//! In each sweep a column is sorted by the mean place of what its slots are joined to in the column before, and then by
//! exchanges of neighbours where these save crossings. Columns are given by the depth of gates, so only this step of a
//! layout in layers is needed, and in whole numbers it is the same everywhere.

use super::graph::Graph;
use super::layout::{Net, Slot};

/// Work of all sweeps, in joints looked at.
const BUDGET: usize = 4_000_000;
/// Sweeps there and back, at most.
const SWEEPS: usize = 12;
/// Rounds of exchanges after each sweep.
const ROUNDS: usize = 4;

/// Puts slots in order: inputs and outputs as the source has them, inputs of several ports in turn where that has far
/// fewer crossings.
pub(super) fn ordered(net: Net, graph: &Graph) -> Net {
    let joints: usize = net.right.iter().map(Vec::len).sum();
    let fixed: Vec<bool> = net.slots.iter().map(|slot| is_fixed(graph, *slot)).collect();
    let best = |columns| best(&net, &fixed, columns, joints);
    let one = best(first(&net, graph, |item| (0, item)));
    let other = turns(graph).map(|turn| best(first(&net, graph, |item| (turn[item], item))));
    let columns = match other {
        // What is not in the order of the source has to be worth it.
        Some((crossings, columns)) if crossings < one.0.div_ceil(2) => columns,
        _ => one.1,
    };
    Net { columns, ..net }
}

/// Inputs and outputs keep their order.
fn is_fixed(graph: &Graph, slot: Slot) -> bool {
    matches!(slot, Slot::Box(item) if graph.items[item].is_input() || graph.items[item].is_output())
}

/// The columns as they stand at first: what is fixed is in its order, with constants below the inputs.
fn first(net: &Net, graph: &Graph, key: impl Fn(usize) -> (usize, usize)) -> Vec<Vec<usize>> {
    let mut columns = net.columns.clone();
    let place = |slot: &usize| match net.slots[*slot] {
        Slot::Box(item) if graph.items[item].is_input() => (0, key(item)),
        Slot::Box(item) if graph.items[item].is_constant() => (1, (0, item)),
        Slot::Box(item) => (2, (0, item)),
        Slot::Bend(item) => (3, (0, item)),
    };
    columns.iter_mut().for_each(|column| column.sort_by_key(&place));
    columns
}

/// Of several ports of inputs: the place of each scalar in its port. `None` where there is one port or none.
fn turns(graph: &Graph) -> Option<Vec<usize>> {
    let inputs: Vec<usize> = (0..graph.items.len()).filter(|item| graph.items[*item].is_input()).collect();
    let port = |item: usize| graph.items[item].lines[0].split('[').next().unwrap_or_default();
    let mut turn = vec![0; graph.items.len()];
    let mut ports = 0;
    for same in inputs.chunk_by(|a, b| port(*a) == port(*b)) {
        ports += 1;
        same.iter().enumerate().for_each(|(at, item)| turn[*item] = at);
    }
    (ports > 1).then_some(turn)
}

/// Sweeps from a first order on, and gives the order with the fewest crossings on the way, with their number.
fn best(net: &Net, fixed: &[bool], mut columns: Vec<Vec<usize>>, joints: usize) -> (u64, Vec<Vec<usize>>) {
    let mut place = vec![0; net.slots.len()];
    columns.iter().for_each(|column| number(column, &mut place));
    let mut best = (crossings(net, &columns, &place), columns.clone());
    let sweeps = (BUDGET / joints.max(1)).clamp(1, SWEEPS);
    let count = columns.len();
    for _ in 0..sweeps {
        if best.0 == 0 {
            break;
        }
        for forth in [true, false] {
            for at in 0..count {
                let at = if forth { at } else { count - 1 - at };
                let towards = if forth { &net.left } else { &net.right };
                let moved = |slot: usize| !fixed[slot] && !towards[slot].is_empty();
                sorted(net, &mut columns[at], &moved, towards, &place);
                number(&columns[at], &mut place);
            }
            for _ in 0..ROUNDS {
                let mut better = false;
                for column in &mut columns {
                    better |= exchanged(net, column, &mut place, fixed);
                }
                if !better {
                    break;
                }
            }
            let found = crossings(net, &columns, &place);
            if found < best.0 {
                best = (found, columns.clone());
            }
        }
    }
    best
}

fn number(column: &[usize], place: &mut [usize]) {
    column.iter().enumerate().for_each(|(at, slot)| place[*slot] = at);
}

/// Sorts those that may move, among the places that they have, by the mean place of what they are joined to.
fn sorted(
    net: &Net,
    column: &mut [usize],
    moved: &dyn Fn(usize) -> bool,
    towards: &[Vec<usize>],
    place: &[usize],
) {
    let places: Vec<usize> = (0..column.len()).filter(|at| moved(column[*at])).collect();
    let mut keyed: Vec<(u64, u64, usize)> = places
        .iter()
        .map(|at| {
            let joined = joined(net, column[*at], &towards[column[*at]]);
            (joined.iter().map(|slot| place[*slot] as u64).sum(), joined.len() as u64, column[*at])
        })
        .collect();
    // Means compared without division; equal ones keep their order.
    keyed.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    places.iter().zip(keyed).for_each(|(at, (_, _, slot))| column[*at] = slot);
}

/// Those of its neighbours that a slot goes by: constants count for constants, or where there is nothing else.
pub(super) fn joined(net: &Net, slot: usize, neighbours: &[usize]) -> Vec<usize> {
    let firm: Vec<usize> = neighbours.iter().copied().filter(|other| !net.faint[*other]).collect();
    if net.faint[slot] || firm.is_empty() { neighbours.to_vec() } else { firm }
}

/// Exchanges neighbours where that saves crossings, and says whether it did.
fn exchanged(net: &Net, column: &mut [usize], place: &mut [usize], fixed: &[bool]) -> bool {
    let mut better = false;
    let mut joined: Vec<[Vec<usize>; 2]> = column
        .iter()
        .map(|slot| {
            [&net.left, &net.right].map(|side| {
                let mut places: Vec<usize> = side[*slot].iter().map(|other| place[*other]).collect();
                places.sort_unstable();
                places
            })
        })
        .collect();
    for at in 1..column.len() {
        if fixed[column[at - 1]] || fixed[column[at]] {
            continue;
        }
        let of = |above: usize, below: usize| {
            inversions(&joined[above][0], &joined[below][0])
                + inversions(&joined[above][1], &joined[below][1])
        };
        if of(at, at - 1) < of(at - 1, at) {
            column.swap(at - 1, at);
            joined.swap(at - 1, at);
            better = true;
        }
    }
    number(column, place);
    better
}

/// Pairs of which the first is below the second, of two sorted lists: the crossings of their joints.
fn inversions(above: &[usize], below: &[usize]) -> u64 {
    let mut smaller = 0;
    let mut pairs = 0;
    for place in above {
        while smaller < below.len() && below[smaller] < *place {
            smaller += 1;
        }
        pairs += smaller as u64;
    }
    pairs
}

/// All crossings of joints between neighbouring columns.
fn crossings(net: &Net, columns: &[Vec<usize>], place: &[usize]) -> u64 {
    let mut all = 0;
    for pair in columns.windows(2) {
        // A tree of sums over the places of the right column: how many joints so far end at or above each.
        let mut tree = vec![0u64; pair[1].len() + 1];
        let mut seen = 0;
        for slot in &pair[0] {
            let mut ends: Vec<usize> = net.right[*slot].iter().map(|to| place[*to]).collect();
            ends.sort_unstable();
            for end in &ends {
                let (mut at, mut above) = (end + 1, 0);
                while at > 0 {
                    above += tree[at];
                    at &= at - 1;
                }
                all += seen - above;
            }
            for end in ends {
                let mut at = end + 1;
                while at < tree.len() {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
                seen += 1;
            }
        }
    }
    all
}
