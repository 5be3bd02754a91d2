//! Models of `std.sort`.

use circ_runtime::Num;

use super::way::{Way, num, one, way};
use crate::row::{Case, Random, Values, fraction};

/// The families.
pub(crate) fn ways() -> Vec<Way> {
    const POWERS: &[u64] = &[0, 1, 2, 3, 4, 8];
    vec![
        way("rank", |c| one(ranks(&c.nums(0)))),
        way("dense_rank", |c| {
            let mut distinct = sorted(c);
            distinct.dedup();
            one(c.nums(0).iter().map(|x| distinct.binary_search(x).expect("there")).collect::<Vec<_>>())
        }),
        way("sort odd_even_sort bitonic_sort batcher_sort", |c| one(sorted(c)))
            .at(&[0, 1, 2, 3, 4, 5, 7, 8, 9]),
        way("sort_descending", |c| one(sorted(c).into_iter().rev().collect::<Vec<_>>())),
        way("argsort", |c| one(order(&c.nums(0)))),
        way("sort_by_key", |c| {
            let w = c.nums(0);
            one(order(&c.nums(1)).into_iter().map(|at| w[at].clone()).collect::<Vec<_>>())
        }),
        way("sort_bools", |c| {
            let mut x = c.bits(0);
            x.sort();
            one(x)
        }),
        way("kth", |c| {
            let k = num(c, 1);
            let place = k.to_u64().map(|k| k as usize);
            one(place.and_then(|k| sorted(c).get(k).cloned()).unwrap_or(Num::ZERO))
        })
        .on(|random, sizes| {
            let n = sizes[0] as i64;
            let k = fraction(random.between(-2, 2 * n + 1), random.between(1, 2));
            vec![random.nums(n as usize).into(), k.into()]
        }),
        way("median", |c| {
            let (x, n) = (sorted(c), c.n);
            one((x[(n - 1) / 2].clone() + x[n / 2].clone()) * fraction(1, 2))
        }),
        way("smallest", |c| one(sorted(c)[..c.n].to_vec())).sizes(PARTS),
        way("largest", |c| one(sorted(c).into_iter().rev().take(c.n).collect::<Vec<_>>())).sizes(PARTS),
        way("is_sorted", |c| one(c.nums(0).is_sorted())).on(nearly_sorted),
        way("lex_less", |c| one(c.nums(0) < c.nums(1))).on(|random, sizes| {
            let x = random.nums(sizes[0] as usize);
            let mut y = x.clone();
            if let Some(last) = y.len().checked_sub(1 + random.below(2)) {
                y[last] = Num::int(random.between(-2, 2));
            }
            vec![x.into(), y.into()]
        }),
        way("merge_sorted", |c| {
            let mut all = [c.nums(0), c.nums(1)].concat();
            all.sort();
            one(all)
        })
        .sizes(&[[0, 0], [0, 3], [1, 0], [1, 1], [2, 5], [4, 4], [5, 3]])
        .on(|random, sizes| sizes.iter().map(|n| rising(random, *n as usize).into()).collect()),
        way("comparator", |c| {
            let (a, b) = (num(c, 0), num(c, 1));
            vec![a.clone().min(b.clone()).into(), a.max(b).into()]
        })
        .at(&[0]),
        way("comparators", |c| {
            let pairs = || c.nums(0).into_iter().zip(c.nums(1));
            let low: Vec<Num> = pairs().map(|(a, b)| a.min(b)).collect();
            vec![low.into(), pairs().map(|(a, b)| a.max(b)).collect::<Vec<_>>().into()]
        }),
        way("bitonic_merge", |c| one(sorted(c))).at(POWERS).on(|random, sizes| {
            let (n, turn) = (sizes[0] as usize, random.below(sizes[0] as usize));
            let mut x = random.nums(n);
            x[..turn].sort();
            x[turn..].sort_by(|a, b| b.cmp(a));
            x.rotate_left(random.below(n));
            vec![x.into()]
        }),
        way("odd_even_merge", |c| one(sorted(c))).at(POWERS).on(|random, sizes| {
            let mut x = random.nums(sizes[0] as usize);
            let half = x.len() / 2;
            x[..half].sort();
            x[half..].sort();
            vec![x.into()]
        }),
    ]
}

/// k and n.
const PARTS: &[[u64; 2]] = &[[0, 0], [0, 3], [1, 1], [1, 4], [3, 3], [3, 7], [2, 1]];

fn sorted(c: &Case) -> Vec<Num> {
    let mut x = c.nums(0);
    x.sort();
    x
}

/// Positions in the order of their numbers.
fn order(x: &[Num]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by_key(|at| &x[*at]);
    order
}

fn ranks(x: &[Num]) -> Vec<usize> {
    let mut ranks = vec![0; x.len()];
    order(x).into_iter().enumerate().for_each(|(place, at)| ranks[at] = place);
    ranks
}

fn rising(random: &mut Random, n: usize) -> Vec<Num> {
    let mut x = random.nums(n);
    x.sort();
    x
}

fn nearly_sorted(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let mut x = rising(random, sizes[0] as usize);
    if x.len() > 1 && random.below(2) == 0 {
        let at = random.below(x.len() - 1);
        x.swap(at, at + 1);
    }
    vec![x.into()]
}
