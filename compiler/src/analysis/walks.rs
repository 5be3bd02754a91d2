//! Paths through the steps of a loop, or the levels of a recursion: a maximum of sums.
//!
//! `M[out][in]` is what one step adds from a component before it to a component after it. After k steps a path from
//! `in` to `out` has at most `λ·k + slack`: λ is the greatest mean of a cycle between the two (Karp, 1978), or its
//! greatest entry where that is no number; slack is the longest path once λ is taken from every entry.

use circ_runtime::Num;

use crate::formula::Formula;

/// What one step adds; `None` where there is no path.
pub(super) type Matrix = Vec<Vec<Option<Formula>>>;

/// At most what any number of steps adds, as a line in the number of steps.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) slope: Formula,
    pub(super) offset: Formula,
}

impl Line {
    /// The bound after so many steps. Paths have whole numbers of levels.
    pub(super) fn after(&self, steps: &Formula) -> Formula {
        self.slope.mul(steps).add(&self.offset).floor()
    }
}

/// The bound for paths from one component to another; `None` where there is none.
pub(super) fn line(m: &Matrix, from: usize, to: usize) -> Option<Line> {
    let n = m.len();
    let mut reach: Vec<Vec<bool>> =
        (0..n).map(|a| (0..n).map(|b| a == b || m[b][a].is_some()).collect()).collect();
    for k in 0..n {
        for a in 0..n {
            for b in 0..n {
                reach[a][b] |= reach[a][k] && reach[k][b];
            }
        }
    }
    if !reach[from][to] {
        return None;
    }
    let between: Vec<usize> = (0..n).filter(|c| reach[from][*c] && reach[*c][to]).collect();
    let on_cycle = |a: usize, b: usize| m[b][a].is_some() && reach[b][a];
    let mut numbers = true;
    let mut cycle_entries: Vec<Formula> = Vec::new();
    for &a in &between {
        for &b in &between {
            if let Some(entry) = &m[b][a] {
                numbers &= entry.as_constant().is_some();
                if on_cycle(a, b) {
                    cycle_entries.push(entry.clone());
                }
            }
        }
    }
    if cycle_entries.is_empty() {
        let offset = longest(m, &between, from, to, &|_, _, entry| entry.clone());
        return Some(Line { slope: Formula::zero(), offset });
    }
    if numbers {
        let value = |a: usize, b: usize| m[b][a].as_ref().and_then(Formula::as_constant);
        let slope = cycle_mean(&between, &value);
        let offset = longest_number(&between, from, to, &value, &slope);
        return Some(Line { slope: Formula::constant(slope), offset: Formula::constant(offset) });
    }
    let slope = Formula::max(&cycle_entries);
    // Entries between cycles are passed once each.
    let offset = longest(m, &between, from, to, &|a, b, entry| {
        if on_cycle(a, b) { Formula::zero() } else { entry.clone() }
    });
    Some(Line { slope, offset })
}

/// The greatest mean of a cycle, by Karp's theorem: `max_v min_k (d_n(v) - d_k(v))/(n - k)`.
fn cycle_mean(nodes: &[usize], value: &dyn Fn(usize, usize) -> Option<Num>) -> Num {
    let n = nodes.len();
    // d[k][v]: the longest walk of k steps that ends at v, from anywhere.
    let mut d: Vec<Vec<Option<Num>>> = vec![vec![Some(Num::ZERO); n]];
    for k in 1..=n {
        let row = (0..n).map(|b| {
            let walks = (0..n).filter_map(|a| Some(d[k - 1][a].as_ref()?.add(&value(nodes[a], nodes[b])?)));
            walks.max()
        });
        let row = row.collect();
        d.push(row);
    }
    let mut best = Num::ZERO;
    for (v, last) in d[n].iter().enumerate() {
        let Some(last) = last else { continue };
        let means = (0..n).filter_map(|k| {
            let walk = d[k][v].as_ref()?;
            last.sub(walk).div(&Num::int((n - k) as i64))
        });
        if let Some(mean) = means.min()
            && mean > best
        {
            best = mean;
        }
    }
    best
}

/// The longest path where λ is taken from every entry, so that no cycle gains.
fn longest_number(
    nodes: &[usize],
    from: usize,
    to: usize,
    value: &dyn Fn(usize, usize) -> Option<Num>,
    slope: &Num,
) -> Num {
    let mut distance: Vec<Option<Num>> = nodes.iter().map(|c| (*c == from).then_some(Num::ZERO)).collect();
    for _ in 0..nodes.len() {
        for a in 0..nodes.len() {
            let Some(known) = distance[a].clone() else { continue };
            for b in 0..nodes.len() {
                let Some(entry) = value(nodes[a], nodes[b]) else { continue };
                let longer = known.add(&entry).sub(slope);
                if distance[b].as_ref().is_none_or(|old| longer > *old) {
                    distance[b] = Some(longer);
                }
            }
        }
    }
    let at = nodes.iter().position(|c| *c == to);
    at.and_then(|at| distance[at].clone()).unwrap_or(Num::ZERO)
}

/// At most the longest path, entries on cycles weighing nothing.
fn longest(
    m: &Matrix,
    nodes: &[usize],
    from: usize,
    to: usize,
    weight: &dyn Fn(usize, usize, &Formula) -> Formula,
) -> Formula {
    let mut distance: Vec<Option<Formula>> = nodes.iter().map(|c| (*c == from).then(Formula::zero)).collect();
    for _ in 0..nodes.len() {
        for a in 0..nodes.len() {
            let Some(known) = distance[a].clone() else { continue };
            for b in 0..nodes.len() {
                let Some(entry) = &m[nodes[b]][nodes[a]] else { continue };
                if a == b {
                    continue;
                }
                let longer = known.add(&weight(nodes[a], nodes[b], entry));
                distance[b] = Some(match distance[b].take() {
                    Some(old) if old == longer => old,
                    Some(old) => Formula::max(&[old, longer]),
                    None => longer,
                });
            }
        }
    }
    let at = nodes.iter().position(|c| *c == to);
    at.and_then(|at| distance[at].clone()).unwrap_or_else(Formula::zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(entries: &[&[i64]]) -> Matrix {
        entries.iter().map(|row| row.iter().map(|e| (*e >= 0).then(|| Formula::int(*e))).collect()).collect()
    }

    #[test]
    fn one_component_adds_the_same_each_time() {
        let line = line(&matrix(&[&[3]]), 0, 0).unwrap();
        assert_eq!(line.after(&Formula::int(5)), Formula::int(15));
    }

    #[test]
    fn components_that_swap_add_the_mean() {
        // From 0 to 1 it takes 4 levels, back 1: 5 for two steps.
        let m = matrix(&[&[-1, 1], &[4, -1]]);
        let line = line(&m, 0, 0).unwrap();
        assert_eq!(line.slope, Formula::constant(Num::ratio(5, 2).unwrap()));
        assert_eq!(line.after(&Formula::int(2)), Formula::int(5));
    }

    #[test]
    fn what_passes_unchanged_adds_nothing() {
        let m = matrix(&[&[0, -1], &[2, -1]]);
        assert_eq!(line(&m, 0, 0).unwrap().after(&Formula::int(9)), Formula::int(0));
        assert_eq!(line(&m, 0, 1).unwrap().after(&Formula::int(9)), Formula::int(2));
        assert!(line(&m, 1, 0).is_none());
    }
}
