//! Models of `std.count`.

use circ_runtime::Num;

use super::logic::{bits_and_bound, number, ones};
use super::way::{Way, num, one, way};
use crate::row::Values;

/// The families.
pub(crate) fn ways() -> Vec<Way> {
    vec![
        way("count_true count_tree", |c| one(ones(c))),
        way("mod_count mod_count_tree", |c| one(ones(c) % c.n)).sizes(MODULI),
        way("is_divisible", |c| one(ones(c).is_multiple_of(c.n))).sizes(MODULI),
        way("threshold", |c| one(number(ones(c)) >= num(c, 1))).on(bits_and_bound),
        way("weighted_threshold", |c| {
            let weights = c.nums(1);
            let total: Num = weights.iter().zip(c.bits(0)).filter_map(|(w, bit)| bit.then_some(w)).sum();
            one(total >= num(c, 2))
        })
        .on(|random, sizes| {
            let bits: Vec<bool> = (0..sizes[0]).map(|_| random.below(2) == 1).collect();
            let weights = random.nums(sizes[0] as usize);
            // A threshold that often is just reached.
            let reached: Num = weights.iter().zip(&bits).filter_map(|(w, bit)| bit.then_some(w)).sum();
            let t = if random.below(2) == 0 { reached } else { Num::int(random.between(-3, 3)) };
            vec![bits.into(), weights.into(), Values::from(t)]
        }),
        way("majority majority_tree", |c| one(2 * ones(c) > c.n)),
        way("parity parity_product parity_tree parity_chain", |c| one(ones(c) % 2 == 1)),
        way("exactly_one exactly_one_tree", |c| one(ones(c) == 1)),
        way("none_and_one", |c| vec![(ones(c) == 0).into(), (ones(c) == 1).into()]),
        way("symmetric", |c| one(c.bits(1)[ones(c)])),
        way("symmetric_polynomial", |c| one(c.nums(1)[ones(c)].clone())),
    ]
}

/// m and n.
const MODULI: &[[u64; 2]] = &[[0, 2], [1, 0], [1, 3], [2, 1], [2, 5], [3, 3], [3, 7], [4, 6], [5, 9], [9, 4]];
