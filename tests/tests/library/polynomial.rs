//! Models of `std.polynomial`.

use circ_runtime::Num;

use super::way::{Way, num, one, way};
use crate::row::{Case, fraction};

/// The families.
pub(crate) fn ways() -> Vec<Way> {
    vec![
        way("horner eval_powers eval_halving", |c| one(value(&c.nums(0), &num(c, 1)))),
        way("add", |c| {
            let (x, y) = (c.nums(0), c.nums(1));
            let at = |of: &[Num], i: usize| of.get(i).cloned().unwrap_or(Num::ZERO);
            one((0..x.len().max(y.len())).map(|i| at(&x, i) + at(&y, i)).collect::<Vec<_>>())
        })
        .sizes(TWO),
        way("scale", |c| one(c.nums(1).iter().map(|x| x * &num(c, 0)).collect::<Vec<_>>())),
        way("derivative", |c| {
            let terms = c.nums(0).into_iter().enumerate().skip(1);
            one(terms.map(|(i, x)| x * Num::int(i as i64)).collect::<Vec<_>>())
        }),
        way("antiderivative", |c| {
            let terms = c.nums(0).into_iter().enumerate().map(|(i, x)| x * fraction(1, i as i64 + 1));
            one(std::iter::once(Num::ZERO).chain(terms).collect::<Vec<_>>())
        }),
        way("convolve", |c| one(product(&c.nums(0), &c.nums(1)))).sizes(TWO),
        // Both have one length, and so the second size is the first.
        way("convolve convolve_karatsuba", |c| one(product(&c.nums(0), &c.nums(1)))).sizes(&[
            [0, 0],
            [1, 1],
            [2, 2],
            [3, 3],
            [4, 4],
            [5, 5],
            [7, 7],
            [9, 9],
        ]),
        way("power_sums", |c| {
            let x = c.nums(0);
            one((0..=c.n).map(|k| x.iter().map(|x| x.pow(k as u32)).sum()).collect::<Vec<Num>>())
        })
        .sizes(PARTS),
        way("elementary_up_to", |c| one(up_to(c))).sizes(PARTS),
        way("elementary", |c| one(up_to(c).pop().expect("the last"))).sizes(PARTS),
        way("pair_products", |c| one(symmetric(&c.nums(0)).get(2).cloned().unwrap_or(Num::ZERO))),
        way("elementary_interpolated elementary_tree elementary_chain", |c| one(symmetric(&c.nums(0)))),
        way("from_roots", |c| {
            let factors = c.nums(0).into_iter().map(|root| [-root, Num::ONE]);
            one(factors.fold(vec![Num::ONE], |all, factor| product(&all, &factor)))
        }),
        way("lagrange", |c| {
            // The columns are the polynomials through the unit vectors.
            let columns: Vec<Vec<Num>> = (0..c.n)
                .map(|j| through(&(0..c.n).map(|k| Num::int(i64::from(j == k))).collect::<Vec<_>>()))
                .collect();
            one((0..c.n * c.n).map(|at| columns[at % c.n][at / c.n].clone()).collect::<Vec<_>>())
        })
        .at(&[0, 1, 2, 3, 5]),
        way("interpolate", |c| one(through(&c.nums(0)))),
        way("interpolate_at interpolate_at_halving", |c| one(value(&through(&c.nums(0)), &num(c, 1)))),
    ]
}

/// Lengths of two polynomials.
const TWO: &[[u64; 2]] = &[[0, 0], [0, 2], [1, 1], [1, 3], [3, 1], [4, 2], [5, 6]];
/// k and n.
const PARTS: &[[u64; 2]] = &[[0, 0], [0, 3], [1, 0], [1, 1], [2, 4], [3, 3], [4, 2], [3, 6]];

/// Term by term, with the power carried along.
fn value(c: &[Num], x: &Num) -> Num {
    let mut power = Num::ONE;
    let mut sum = Num::ZERO;
    for c in c {
        sum += &(c * &power);
        power *= x;
    }
    sum
}

fn product(c: &[Num], d: &[Num]) -> Vec<Num> {
    let mut product = vec![Num::ZERO; (c.len() + d.len()).saturating_sub(1)];
    for (i, c) in c.iter().enumerate() {
        for (j, d) in d.iter().enumerate() {
            product[i + j] += &(c * d);
        }
    }
    product
}

/// The sums of products of 0, 1, … of the values, over all subsets.
fn symmetric(x: &[Num]) -> Vec<Num> {
    let mut sums = vec![Num::ZERO; x.len() + 1];
    for subset in 0u32..1 << x.len() {
        let chosen = x.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
        let product = chosen.fold(Num::ONE, |product, (_, x)| &product * x);
        sums[subset.count_ones() as usize] += &product;
    }
    sums
}

fn up_to(c: &Case) -> Vec<Num> {
    let mut all = symmetric(&c.nums(0));
    all.resize((c.n + 1).max(all.len()), Num::ZERO);
    all.truncate(c.n + 1);
    all
}

/// The coefficients of the polynomial with these values at 0, 1, …: Newton's, by divided differences.
fn through(values: &[Num]) -> Vec<Num> {
    let mut differences = values.to_vec();
    let (mut sum, mut basis) = (vec![Num::ZERO; values.len()], vec![Num::ONE]);
    for k in 0..values.len() {
        for (total, term) in sum.iter_mut().zip(&basis) {
            *total += &(term * &differences[0]);
        }
        basis = product(&basis, &[Num::int(-(k as i64)), Num::ONE]);
        let step = fraction(1, k as i64 + 1);
        differences = differences.windows(2).map(|pair| (&pair[1] - &pair[0]) * step.clone()).collect();
    }
    sum
}
