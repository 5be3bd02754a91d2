//! Models of `std.logic`.

use std::cmp::Ordering;

use circ_runtime::Num;

use super::way::{Results, Way, num, one, way};
use crate::row::{Case, Random, Values, fraction};

/// The families.
pub(crate) fn ways() -> Vec<Way> {
    let mut ways = scalars();
    ways.extend([
        way("mux", |c| one(num(c, usize::from(c.bits(2)[0])))).at(&[0]),
        way("mux_many", |c| one(position(c, 1).and_then(|i| c.nums(0).get(i).cloned()).unwrap_or(Num::ZERO)))
            .on(|random, sizes| vec![random.nums(sizes[0] as usize).into(), index(random, sizes[0]).into()]),
        way("mux_one_hot", |c| {
            one(c.nums(0).into_iter().zip(c.bits(1)).filter_map(|(x, hot)| hot.then_some(x)).sum::<Num>())
        }),
        way("mux_bits mux_bits_wide", |c| one(c.nums(0)[address(c, 1)].clone())).at(&[0, 1, 2, 3, 4]),
        way("decoder one_hot", |c| one((0..c.n).map(|i| position(c, 0) == Some(i)).collect::<Vec<_>>()))
            .on(|random, sizes| vec![index(random, sizes[0]).into()]),
        way("decoder_bits decoder_bits_tree", |c| {
            one((0..1 << c.n).map(|i| address(c, 0) == i).collect::<Vec<_>>())
        })
        .at(&[0, 1, 2, 3, 4, 5]),
        way("one_hot_index", |c| {
            one(c.bits(0).iter().enumerate().filter_map(|(i, hot)| hot.then_some(i)).sum::<usize>())
        }),
        way("is_one_hot", |c| one(ones(c) == 1)),
        way("first_true", |c| one(c.bits(0).iter().position(|bit| *bit).unwrap_or(c.n))),
        way("multi_and multi_and_tree", |c| one(c.bits(0).iter().all(|bit| *bit))),
        way("multi_or multi_or_tree", |c| one(c.bits(0).iter().any(|bit| *bit))),
        way("at_least", |c| one(number(ones(c)) >= num(c, 1))).on(bits_and_bound),
        way("at_most", |c| one(number(ones(c)) <= num(c, 1))).on(bits_and_bound),
        way("exactly", |c| one(number(ones(c)) == num(c, 1))).on(bits_and_bound),
    ]);
    ways
}

/// Those on numbers and bools by themselves.
fn scalars() -> Vec<Way> {
    fn order(c: &Case) -> Ordering {
        num(c, 0).cmp(&num(c, 1))
    }
    fn truth(c: &Case, of: fn(bool, bool) -> bool) -> Results {
        one(of(c.bits(0)[0], c.bits(1)[0]))
    }
    let all = [
        way("is_zero", |c| one(num(c, 0).signum() == 0)),
        way("is_positive", |c| one(num(c, 0).signum() > 0)),
        way("is_negative", |c| one(num(c, 0).signum() < 0)),
        way("equal", |c| one(order(c).is_eq())),
        way("not_equal", |c| one(order(c).is_ne())),
        way("less_than", |c| one(order(c).is_lt())),
        way("less_equal", |c| one(order(c).is_le())),
        way("greater_than", |c| one(order(c).is_gt())),
        way("greater_equal", |c| one(order(c).is_ge())),
        way("compare", |c| one(Num::int(order(c) as i64))),
        way("between", |c| one((num(c, 1)..=num(c, 2)).contains(&num(c, 0)))),
        way("min2", |c| one(num(c, 0).min(num(c, 1)))),
        way("max2", |c| one(num(c, 0).max(num(c, 1)))),
        way("clamp", |c| {
            let (x, low, high) = (num(c, 0), num(c, 1), num(c, 2));
            one(if low > high { low } else { x.clamp(low, high) })
        }),
        way("relu", |c| one(num(c, 0).max(Num::ZERO))),
        way("xor", |c| truth(c, |a, b| a ^ b)),
        way("xnor", |c| truth(c, |a, b| a == b)),
        way("nand", |c| truth(c, |a, b| !(a & b))),
        way("nor", |c| truth(c, |a, b| !(a | b))),
        way("implies", |c| truth(c, |a, b| !a | b)),
        way("majority3", |c| one((0..3).filter(|at| c.bits(*at)[0]).count() >= 2)),
    ];
    all.map(|way| way.at(&[0])).into()
}

/// How many of the first input are true.
pub(crate) fn ones(c: &Case) -> usize {
    c.bits(0).iter().filter(|bit| **bit).count()
}

/// A count as a number.
pub(crate) fn number(count: usize) -> Num {
    Num::int(count as i64)
}

/// The position that an input says, where it is one.
fn position(c: &Case, input: usize) -> Option<usize> {
    num(c, input).to_u64().map(|at| at as usize)
}

/// The number that the bits of an input write.
fn address(c: &Case, input: usize) -> usize {
    c.bits(input).iter().rev().fold(0, |number, bit| 2 * number + usize::from(*bit))
}

/// Mostly a position below n.
fn index(random: &mut Random, n: u64) -> Num {
    match random.below(5) {
        0 => fraction(random.between(-2, 2 * n as i64 + 2), 2),
        _ => number(random.below(n as usize)),
    }
}

/// Bools, and a bound near their number.
pub(crate) fn bits_and_bound(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let bits: Vec<bool> = (0..sizes[0]).map(|_| random.below(2) == 1).collect();
    let bound = fraction(random.between(-1, 2 * sizes[0] as i64 + 1), 2);
    vec![bits.into(), bound.into()]
}
