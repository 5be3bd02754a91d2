//! Models of `std.bits`, by machine integers.

use circ_runtime::Num;

use super::way::{Way, num, one, way};
use crate::row::{Case, fraction};

/// The families.
pub(crate) fn ways() -> Vec<Way> {
    vec![
        way("from_bits from_bits_horner", |c| one(Num::int(number(c, 0)))),
        way("from_bits_signed", |c| {
            let bits = c.bits(0);
            let negative = bits.last() == Some(&true);
            one(Num::int(number(c, 0) - if negative { 1 << c.n } else { 0 }))
        }),
        way("to_bits to_bits_scan", |c| {
            let most = (1 << c.n) - 1;
            let x = num(c, 0).floor().to_i64().expect("a small number").clamp(0, most);
            one(written(x, c.n))
        })
        .at(&[0, 1, 2, 3, 4, 5])
        .on(|random, sizes| {
            let beyond = 2 << sizes[0];
            vec![fraction(random.between(-3, beyond), random.between(1, 2)).into()]
        }),
        way("full_adder", |c| {
            let ones = (0..3).filter(|at| c.bits(*at)[0]).count();
            vec![(ones % 2 == 1).into(), (ones >= 2).into()]
        })
        .at(&[0]),
        way("bit_add threshold_add prefix_add ripple_add", |c| {
            one(written(number(c, 0) + number(c, 1), c.n + 1))
        }),
        way("bit_sub ripple_sub", |c| one(written(number(c, 0) - number(c, 1), c.n + 1))),
        way("negate_bits", |c| one(written(-number(c, 0), c.n))),
        way("bit_mul tree_mul school_mul", |c| {
            one(written(number(c, 0) * number(c, 1), c.sizes.iter().sum()))
        })
        .sizes(&[[0, 0], [0, 2], [1, 0], [1, 1], [1, 3], [3, 1], [2, 2], [3, 4], [5, 3], [5, 5]]),
        way("carry_save_add", |c| {
            let (a, b, d) = (number(c, 0), number(c, 1), number(c, 2));
            vec![written(a ^ b ^ d, c.n).into(), written(2 * (a & b | a & d | b & d), c.n).into()]
        }),
        // Which two numbers is not said, but with two rows they are these.
        way("carry_save_sum", |c| {
            let rows = c.bits(0);
            let (first, second) = rows.split_at(c.sizes[1]);
            vec![first.to_vec().into(), second.to_vec().into()]
        })
        .sizes(&[[2, 1], [2, 3]]),
        way("bit_equal", |c| one(number(c, 0) == number(c, 1))).at(&[0, 1, 2, 3, 4]),
        way("bit_less bit_less_tree bit_less_scan", |c| one(number(c, 0) < number(c, 1))),
        way("less_and_equal", |c| {
            vec![(number(c, 0) < number(c, 1)).into(), (number(c, 0) == number(c, 1)).into()]
        })
        .at(&[0, 1, 2, 3, 4]),
        way("compare_bits", |c| one(Num::int((number(c, 0) - number(c, 1)).signum()))),
        way("shift_bits", |c| one(written(number(c, 0) << c.n, c.sizes[1]))).sizes(MOVED),
        way("unshift_bits", |c| one(written(number(c, 0) >> c.n, c.sizes[1]))).sizes(MOVED),
        way("rotate_bits", |c| one(rotated(c, c.n))).sizes(MOVED),
        way("shift_bits_by", |c| {
            let by = num(c, 1).to_u32();
            one(written(by.map_or(0, |by| number(c, 0) << by), c.n))
        })
        .on(|random, sizes| {
            let bits: Vec<bool> = (0..sizes[0]).map(|_| random.below(2) == 1).collect();
            let by = match random.below(5) {
                0 => fraction(random.between(-3, 5), 2),
                _ => Num::int(random.between(0, sizes[0] as i64 + 1)),
            };
            vec![bits.into(), by.into()]
        }),
        way("barrel_shift", |c| one(written(number(c, 0) << number(c, 1), c.n))).sizes(BARRELS),
        way("barrel_rotate", |c| one(rotated(c, number(c, 1) as usize))).sizes(BARRELS),
    ]
}

/// k and n.
const MOVED: &[[u64; 2]] = &[[0, 0], [0, 3], [1, 0], [1, 1], [2, 5], [3, 3], [4, 2], [7, 3]];
/// The bits that are moved, and those that say how far.
const BARRELS: &[[u64; 2]] = &[[0, 0], [0, 1], [1, 0], [1, 1], [2, 2], [3, 2], [5, 3], [6, 1], [4, 4]];

/// The number that an input writes.
fn number(c: &Case, input: usize) -> i64 {
    c.bits(input).iter().rev().fold(0, |number, bit| 2 * number + i64::from(*bit))
}

/// The lowest bits of a number in two's complement.
fn written(number: i64, bits: usize) -> Vec<bool> {
    (0..bits).map(|at| number >> at & 1 == 1).collect()
}

fn rotated(c: &Case, by: usize) -> Vec<bool> {
    let mut bits = c.bits(0);
    let by = by % bits.len().max(1);
    bits.rotate_right(by);
    bits
}
