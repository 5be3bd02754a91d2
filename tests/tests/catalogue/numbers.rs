//! Models of the programs that order numbers, or follow them.

use circ_runtime::Num;

use super::row::{Case, Inputs, Random, Row, Values, circuit, fraction, sequence};

/// The rows.
pub(crate) const ROWS: &[Row] = &[
    sequence("sort[n](x: num[n]) -> num[n] in FSAC0[sign]", sorted),
    sequence("sort_unique[n](x: num[n]) -> num[n] in FSAC0[sign]", sorted).on(Inputs::Only(distinct)),
    circuit(
        "batcher_sort[n](x: num[n]) -> num[n] in FNC2[sign] where n >= 1, n == 2 ^ floor(log2(n))",
        sorted,
    )
    .at(&[0, 1, 2, 3, 4, 8, 16]),
    sequence("rank[n](x: num[n]) -> num[n] in FSAC0[sign]", rank),
    sequence("median[n](x: num[n]) -> num in FSAC0[sign] where n >= 1", median),
    sequence("increasing[n](x: num[n]) -> bool in FSAC0[sign]", increasing).on(Inputs::And(rising)),
    sequence("khop3[n](p: num[n], i: num) -> num in FSAC0[sign]", khop3).on(Inputs::And(pointers)),
    circuit("maximum[n](x: num[n]) -> num in FSAC0[sign] where n >= 1", maximum),
    circuit("argmax[n](x: num[n]) -> num in FSAC0[sign] where n >= 1", argmax),
    circuit("variance[n](x: num[n]) -> num in FSAC0 where n >= 1", variance),
    circuit("prefix_sums[n](x: num[n]) -> num[n] in FSAC0", prefix_sums),
];

fn sorted_nums(c: &Case) -> Vec<Num> {
    let mut x = c.nums(0);
    x.sort();
    x
}

fn sorted(c: &Case) -> Values {
    sorted_nums(c).into()
}

/// Distinct numbers in any order.
fn distinct(random: &mut Random, n: usize) -> Vec<Values> {
    let denominator = random.between(1, 4);
    let order = random.permutation(n);
    vec![
        order
            .into_iter()
            .map(|at| fraction(at as i64 - n as i64 / 2, denominator))
            .collect::<Vec<_>>()
            .into(),
    ]
}

fn rank(c: &Case) -> Values {
    let x = c.nums(0);
    let mut order: Vec<usize> = (0..c.n).collect();
    order.sort_by_key(|i| &x[*i]);
    let mut ranks = vec![0; c.n];
    order.into_iter().enumerate().for_each(|(place, i)| ranks[i] = place);
    ranks.into()
}

fn median(c: &Case) -> Values {
    let x = sorted_nums(c);
    let middle = c.n / 2;
    let low = if c.n.is_multiple_of(2) { middle - 1 } else { middle };
    x[low].add(&x[middle]).mul(&fraction(1, 2)).into()
}

fn increasing(c: &Case) -> Values {
    let mut unique = sorted_nums(c);
    unique.dedup();
    (unique == c.nums(0)).into()
}

/// Numbers that rise, but for a tie at times.
fn rising(random: &mut Random, n: usize) -> Vec<Values> {
    let mut at = -3;
    let mut next = || {
        let least = i64::from(random.below(8) != 0);
        at += random.between(least, 3);
        fraction(at, 2)
    };
    vec![(0..n).map(|_| next()).collect::<Vec<_>>().into()]
}

fn khop3(c: &Case) -> Values {
    let p = c.nums(0);
    let hop = |i: Num| i.to_u64().and_then(|i| p.get(i as usize).cloned()).unwrap_or(Num::ZERO);
    let mut at = c.nums(1).remove(0);
    for _ in 0..3 {
        at = hop(at);
    }
    at.into()
}

/// Positions, and at times one before the first or after the last.
fn pointers(random: &mut Random, n: usize) -> Vec<Values> {
    let wide = i64::from(random.below(2) == 0);
    let mut positions = |count| -> Vec<Num> {
        (0..count).map(|_| Num::int(random.between(-wide, (n as i64 - 1 + wide).max(-wide)))).collect()
    };
    vec![positions(n).into(), positions(1).into()]
}

fn maximum(c: &Case) -> Values {
    sorted_nums(c).pop().expect("n is at least 1").into()
}

fn argmax(c: &Case) -> Values {
    let greatest = sorted_nums(c).pop().expect("n is at least 1");
    c.nums(0).iter().position(|x| *x == greatest).expect("it is one of them").into()
}

/// By the mean of the squares less the square of the mean.
fn variance(c: &Case) -> Values {
    let inverse = fraction(1, c.n as i64);
    let mean =
        |values: &mut dyn Iterator<Item = Num>| values.fold(Num::ZERO, |sum, x| sum.add(&x)).mul(&inverse);
    let x = c.nums(0);
    let of_squares = mean(&mut x.iter().map(|x| x.mul(x)));
    let of_values = mean(&mut x.iter().cloned());
    of_squares.sub(&of_values.mul(&of_values)).into()
}

fn prefix_sums(c: &Case) -> Values {
    let mut sum = Num::ZERO;
    let mut next = |x: Num| {
        sum = sum.add(&x);
        sum.clone()
    };
    c.nums(0).into_iter().map(&mut next).collect::<Vec<_>>().into()
}
