//! Models of `std.sequence`. Families of any type are run over numbers.

use circ_runtime::Num;

use super::way::{Results, Way, num, one, way};
use crate::row::{Case, Random, Values, fraction};

/// The families.
pub(crate) fn ways() -> Vec<Way> {
    vec![
        way("shift", |c| {
            let (k, w) = (c.n, c.nums(0));
            one((0..w.len()).map(|i| if i < k { num(c, 1) } else { w[i - k].clone() }).collect::<Vec<_>>())
        })
        .sizes(MOVED),
        way("shift_left", |c| {
            let w = c.nums(0);
            one((0..w.len()).map(|i| w.get(i + c.n).cloned().unwrap_or(num(c, 1))).collect::<Vec<_>>())
        })
        .sizes(MOVED),
        way("rotate", |c| {
            let mut w = c.nums(0);
            let k = c.n % w.len().max(1);
            w.rotate_right(k);
            one(w)
        })
        .sizes(MOVED),
        way("prev", |c| one(by_position(c, |w, i| w[i.saturating_sub(1)].clone()))),
        way("next", |c| one(by_position(c, |w, i| w[(i + 1).min(w.len() - 1)].clone()))),
        way("reverse", |c| one(c.nums(0).into_iter().rev().collect::<Vec<_>>())),
        way("first", |c| one(c.nums(0).remove(0))),
        way("last", |c| one(c.nums(0).pop().expect("an element"))),
        way("array_equal", |c| one(c.nums(0) == c.nums(1))).on(alike),
        way("is_palindrome", |c| one(c.nums(0).iter().eq(c.nums(0).iter().rev()))).on(mirrored),
        way("hist", |c| one(by_position(c, |w, i| count(w, &w[i]).into()))),
        way("count_of", |c| one(count(&c.nums(0), &num(c, 1)) as usize)).on(with_element),
        way("contains", |c| one(c.nums(0).contains(&num(c, 1)))).on(with_element),
        way("index_of", |c| {
            let at = c.nums(0).iter().position(|x| *x == num(c, 1));
            one(Num::int(at.map_or(-1, |at| at as i64)))
        })
        .on(with_element),
        way("occurrences", |c| {
            let (w, p) = (c.nums(0), c.nums(1));
            one((0..w.len()).map(|i| w[i..].starts_with(&p)).collect::<Vec<_>>())
        })
        .sizes(PATTERNS)
        .on(with_pattern),
        way("contains_word", |c| {
            let (w, p) = (c.nums(0), c.nums(1));
            one((0..=w.len()).any(|i| w[i..].starts_with(&p)))
        })
        .sizes(PATTERNS)
        .on(with_pattern),
        way("contains_subsequence", |c| {
            let (w, p) = (c.nums(0), c.nums(1));
            let mut rest = w.iter();
            one(p.iter().all(|t| rest.any(|x| x == t)))
        })
        .sizes(PATTERNS)
        .on(with_pattern),
        way("first_occurrence", |c| {
            let w = c.nums(0);
            one((0..w.len()).map(|i| !w[..i].contains(&w[i])).collect::<Vec<_>>())
        }),
        way("count_distinct", |c| one(distinct(&c.nums(0)).len())),
        way("mode", |c| {
            let w = c.nums(0);
            let most = w.iter().map(|x| count(&w, x)).max();
            one(w.iter().find(|x| Some(count(&w, x)) == most).expect("an element").clone())
        }),
        way("compact", |c| {
            let (w, kept) = (c.nums(0), c.bits(1));
            let chosen = w.into_iter().zip(kept).filter_map(|(x, kept)| kept.then_some(x));
            packed(chosen.collect(), c)
        }),
        way("dedupe", |c| packed(distinct(&c.nums(0)), c)),
        way("prefix_sums prefix_sums_scan prefix_sums_wide prefix_sums_lean", |c| {
            one(by_position(c, |w, i| w[..=i].iter().sum()))
        }),
        way("prefix_max prefix_max_tree prefix_max_scan", |c| {
            one(by_position(c, |w, i| w[..=i].iter().max().expect("one").clone()))
        }),
        way("induction", |c| {
            one(by_position(c, |w, i| {
                let earlier = (0..i).rev().find(|j| w[*j] == w[i]);
                earlier.map_or(w[i].clone(), |j| w[j + 1].clone())
            }))
        }),
        way("khop khop_doubling", hops)
            .sizes(&[[0, 0], [0, 3], [1, 0], [1, 1], [2, 4], [3, 3], [5, 6], [6, 2], [7, 5], [8, 4], [9, 7]])
            .on(pointers),
        way("power_map", hops).sizes(&[[0, 1], [1, 1], [2, 4], [3, 3], [5, 6], [8, 4], [9, 7]]).on(
            |random, sizes| {
                let n = sizes[1] as usize;
                let map: Vec<usize> = (0..n).map(|_| random.below(n)).collect();
                vec![map.into(), random.below(n).into()]
            },
        ),
    ]
}

/// k and n.
const MOVED: &[[u64; 2]] = &[[0, 0], [0, 3], [1, 0], [1, 1], [2, 5], [3, 3], [4, 2], [7, 3]];
/// n and m.
const PATTERNS: &[[u64; 2]] = &[[0, 0], [0, 2], [1, 0], [1, 1], [2, 3], [5, 2], [7, 2], [6, 3], [9, 1]];

fn by_position(c: &Case, value: impl Fn(&[Num], usize) -> Num) -> Vec<Num> {
    let w = c.nums(0);
    (0..w.len()).map(|i| value(&w, i)).collect()
}

fn count(w: &[Num], t: &Num) -> i64 {
    w.iter().filter(|x| *x == t).count() as i64
}

fn distinct(w: &[Num]) -> Vec<Num> {
    let mut all: Vec<Num> = Vec::new();
    w.iter().for_each(|x| {
        if !all.contains(x) {
            all.push(x.clone());
        }
    });
    all
}

/// The elements in front, the last input behind them, and how many there are.
fn packed(elements: Vec<Num>, c: &Case) -> Results {
    let (length, count) = (c.nums(0).len(), elements.len());
    let mut all = elements;
    all.resize(length, num(c, c.inputs.len() - 1));
    vec![all.into(), count.into()]
}

/// Follows pointers; where there is no position, to 0.
fn hops(c: &Case) -> Results {
    let (p, mut at) = (c.nums(0), num(c, 1));
    for _ in 0..c.n {
        at = at.to_u64().and_then(|at| p.get(at as usize)).cloned().unwrap_or(Num::ZERO);
    }
    one(at)
}

fn alike(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let w = random.nums(sizes[0] as usize);
    let mut other = w.clone();
    if !w.is_empty() && random.below(2) == 0 {
        other[random.below(w.len())] = Num::int(random.between(-2, 2));
    }
    vec![w.into(), other.into()]
}

fn mirrored(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let mut w = random.nums(sizes[0] as usize);
    for i in 0..w.len() / 2 {
        w[i] = w[w.len() - 1 - i].clone();
    }
    if !w.is_empty() && random.below(2) == 0 {
        let at = random.below(w.len());
        w[at] = Num::int(random.between(-2, 2));
    }
    vec![w.into()]
}

/// A sequence, and an element that often is in it.
fn with_element(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let w = random.nums(sizes[0] as usize);
    let t =
        if w.is_empty() || random.below(3) == 0 { fraction(1, 2) } else { w[random.below(w.len())].clone() };
    vec![w.into(), t.into()]
}

/// A sequence of two elements, and a pattern.
fn with_pattern(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let mut word = |n: u64| (0..n).map(|_| random.below(2)).collect::<Vec<usize>>();
    vec![word(sizes[0]).into(), word(sizes[1]).into()]
}

/// Pointers, and now and then to nowhere.
fn pointers(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let n = sizes[1] as i64;
    let mut pointer = || match random.below(6) {
        0 => fraction(random.between(-3, 2 * n + 3), 2),
        _ => Num::int(random.between(0, (n - 1).max(0))),
    };
    let p: Vec<Num> = (0..n).map(|_| pointer()).collect();
    vec![p.into(), pointer().into()]
}
