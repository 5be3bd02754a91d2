//! How high each slot stands: near what it is joined to, in the order of its column, and with room between.

use super::layout::{Net, Slot};
use super::order::joined;

/// Sweeps over all columns.
const SWEEPS: usize = 16;
/// The last of them look to both sides.
const BOTH: usize = 4;
/// A trunk is rather straight than a box in the middle of what it reads.
const STRAIGHT: i64 = 4;
/// Means are taken in so many parts of a unit.
const PARTS: i64 = 16;

/// The height of the middle of each slot; `apart` says how far the middles of two neighbours have to be.
pub(super) fn placed(net: &Net, apart: impl Fn(usize, usize) -> i64) -> Vec<i64> {
    let mut ys = vec![0i64; net.slots.len()];
    // How far below the first of its column each slot stands at least.
    let mut offsets = vec![0i64; net.slots.len()];
    for column in &net.columns {
        for pair in column.windows(2) {
            offsets[pair[1]] = offsets[pair[0]] + apart(pair[0], pair[1]) * PARTS;
        }
        let middle = column.last().map_or(0, |last| offsets[*last] / 2);
        column.iter().for_each(|slot| ys[*slot] = offsets[*slot] - middle);
    }
    let count = net.columns.len();
    for sweep in 0..SWEEPS {
        for at in 0..count {
            let at = if sweep % 2 == 0 { at } else { count - 1 - at };
            settle(net, &net.columns[at], &offsets, &mut ys, &|slot, ys| wish(net, slot, ys, sweep));
        }
    }
    // At last what one slot leads to stands beside it, where there is room.
    let beside = |slot: usize, ys: &[i64]| match joined(net, slot, &net.left[slot])[..] {
        [one] => ys[one],
        _ => ys[slot],
    };
    net.columns.iter().for_each(|column| settle(net, column, &offsets, &mut ys, &beside));
    ys.iter().map(|y| y.div_euclid(PARTS)).collect()
}

/// Gives the slots of a column the heights that are nearest to those they want, by squares, and far enough apart.
///
/// With the least distances taken away that is a regression by a rising function: neighbours that want to pass each
/// other are taken together at their mean.
fn settle(net: &Net, column: &[usize], offsets: &[i64], ys: &mut [i64], wish: &dyn Fn(usize, &[i64]) -> i64) {
    // Of each group the sum of weighted wishes, the weights, and how many slots it has.
    let mut groups: Vec<(i64, i64, usize)> = Vec::new();
    for &slot in column {
        let weight = if matches!(net.slots[slot], Slot::Bend(_)) { STRAIGHT } else { 1 };
        let wish = wish(slot, ys) - offsets[slot];
        groups.push((wish * weight, weight, 1));
        while let [.., above, below] = groups[..]
            && mean(above) > mean(below)
        {
            groups.pop();
            if let Some(last) = groups.last_mut() {
                *last = (above.0 + below.0, above.1 + below.1, above.2 + below.2);
            }
        }
    }
    let mut slots = column.iter();
    for group in groups {
        for slot in slots.by_ref().take(group.2) {
            ys[*slot] = mean(group) + offsets[*slot];
        }
    }
}

fn mean(group: (i64, i64, usize)) -> i64 {
    group.0.div_euclid(group.1)
}

/// The mean height of what a slot is joined to: on the side that the sweep comes from, in the last ones on both.
fn wish(net: &Net, slot: usize, ys: &[i64], sweep: usize) -> i64 {
    let both = sweep + BOTH >= SWEEPS;
    let left = if both || sweep.is_multiple_of(2) { &net.left[slot][..] } else { &[] };
    let right = if both || !sweep.is_multiple_of(2) { &net.right[slot][..] } else { &[] };
    let (mut sum, mut count) = (0, 0);
    for other in joined(net, slot, &[left, right].concat()) {
        // A trunk goes on straight, whatever it leads to on the way.
        let weight = match (net.slots[slot], net.slots[other]) {
            (Slot::Bend(_), Slot::Bend(_)) => STRAIGHT,
            _ => 1,
        };
        sum += ys[other] * weight;
        count += weight;
    }
    if count == 0 { ys[slot] } else { i64::div_euclid(sum, count) }
}
