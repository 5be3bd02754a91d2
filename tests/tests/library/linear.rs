//! Models of `std.linear`: elimination, powers one after the other, searches in graphs.

use circ_runtime::Num;

use super::way::{Results, Way, num, one, way};
use crate::row::{Case, Random, Values};

/// The families.
pub(crate) fn ways() -> Vec<Way> {
    vec![
        way("dot", |c| one(dot(&c.nums(0), &c.nums(1)))),
        way("matvec", |c| {
            let x = c.nums(1);
            one(c.matrix_of(0).iter().map(|row| dot(row, &x)).collect::<Vec<_>>())
        })
        .sizes(&[[0, 0], [1, 1], [1, 4], [3, 2], [4, 4]]),
        way("matmul", |c| {
            let (n, m, p) = (c.sizes[0], c.sizes[1], c.sizes[2]);
            one(times(&c.nums(0), &c.nums(1), [n, m, p]))
        })
        .sizes(BOXES),
        way("bool_matmul", |c| {
            let (n, m, p) = (c.sizes[0], c.sizes[1], c.sizes[2]);
            let (a, b) = (c.bits(0), c.bits(1));
            let entry = |i: usize, j: usize| (0..m).any(|k| a[i * m + k] && b[k * p + j]);
            one((0..n)
                .flat_map(|i| (0..p).map(move |j| (i, j)))
                .map(|(i, j)| entry(i, j))
                .collect::<Vec<_>>())
        })
        .sizes(BOXES),
        way("successors", |c| {
            let (x, a, m) = (c.bits(0), c.bits(1), c.sizes[1]);
            one((0..m).map(|j| (0..c.n).any(|i| x[i] && a[i * m + j])).collect::<Vec<_>>())
        })
        .sizes(&[[0, 0], [1, 1], [2, 3], [4, 2]]),
        way("transpose", |c| {
            let (a, m) = (c.nums(0), c.sizes[1]);
            one((0..m)
                .flat_map(|j| (0..c.n).map(move |i| (i, j)))
                .map(|(i, j)| a[i * m + j].clone())
                .collect::<Vec<_>>())
        })
        .sizes(&[[0, 0], [1, 1], [2, 3], [4, 2]]),
        way("identity", |c| one(unit(c.n))).at(SQUARES),
        way("diagonal", |c| {
            let x = c.nums(0);
            let entry =
                |at: usize| if at.is_multiple_of(c.n + 1) { x[at / (c.n + 1)].clone() } else { Num::ZERO };
            one((0..c.n * c.n).map(entry).collect::<Vec<_>>())
        })
        .at(SQUARES),
        way("trace", |c| one(c.nums(0).iter().step_by(c.n + 1).sum::<Num>())).at(SQUARES),
        way("outer", |c| {
            let y = c.nums(1);
            one(c.nums(0).iter().flat_map(|x| y.iter().map(move |y| x * y)).collect::<Vec<_>>())
        })
        .sizes(&[[0, 0], [1, 1], [2, 3], [4, 2]]),
        way("mat_power mat_power_chain", |c| one(power(c, c.n))).sizes(POWERS).on(small_square),
        way("geometric", |c| vec![powers(c, c.n).into(), power(c, c.n).into()])
            .sizes(POWERS)
            .on(small_square),
        way("mat_power_sum mat_power_sum_chain", |c| one(powers(c, c.n + 1))).sizes(POWERS).on(small_square),
        way("unitriangular_inverse unitriangular_inverse_chain", |c| {
            // Multiplied with the matrix it gives the unit.
            one(solved(&c.nums(0), c.n).expect("no pivot is 0"))
        })
        .at(SQUARES)
        .on(unitriangular),
        way("determinant determinant_squaring", |c| one(determinant(&c.nums(0), c.n)))
            .at(&[0, 1, 2, 3, 4, 5])
            .on(|random, sizes| vec![random.nums((sizes[0] * sizes[0]) as usize).into()]),
        way("clow_steps", clow_steps).at(&[0, 1, 2, 3]),
        way("with_loops", |c| {
            one(c
                .bits(0)
                .iter()
                .enumerate()
                .map(|(at, edge)| *edge || at % (c.n + 1) == 0)
                .collect::<Vec<_>>())
        })
        .at(SQUARES),
        way("reach reach_chain", |c| one((0..c.n).flat_map(|from| reached(c, from)).collect::<Vec<_>>()))
            .at(&[0, 1, 2, 3, 5, 7])
            .on(|random, sizes| vec![graph(random, sizes[0])]),
        way("reachable reachable_chain", |c| {
            let vertex = |input: usize| num(c, input).to_u64().map(|v| v as usize).filter(|v| *v < c.n);
            one(vertex(1).zip(vertex(2)).is_some_and(|(s, t)| reached(c, s)[t]))
        })
        .at(&[0, 1, 2, 3, 5, 7])
        .on(|random, sizes| {
            let n = sizes[0] as i64;
            let mut vertex = || Num::int(random.between(-i64::from(n < 2), n));
            let (s, t) = (vertex(), vertex());
            vec![graph(random, sizes[0]), s.into(), t.into()]
        }),
    ]
}

const SQUARES: &[u64] = &[0, 1, 2, 3, 5];
/// n, m and p.
const BOXES: &[[u64; 3]] = &[[0, 0, 0], [1, 1, 1], [2, 0, 2], [2, 3, 1], [3, 2, 4], [3, 3, 3]];
/// k and n.
const POWERS: &[[u64; 2]] = &[[0, 0], [0, 2], [1, 0], [1, 2], [2, 1], [3, 3], [5, 2], [6, 2], [7, 3], [8, 2]];

impl Case {
    /// The rows of a matrix with a row for each of the first size.
    fn matrix_of(&self, input: usize) -> Vec<Vec<Num>> {
        self.matrix(input, self.sizes[1])
    }
}

fn dot(x: &[Num], y: &[Num]) -> Num {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn times(a: &[Num], b: &[Num], [n, m, p]: [usize; 3]) -> Vec<Num> {
    let mut product = vec![Num::ZERO; n * p];
    for i in 0..n {
        for k in 0..m {
            for j in 0..p {
                product[i * p + j] += &(&a[i * m + k] * &b[k * p + j]);
            }
        }
    }
    product
}

fn unit(n: usize) -> Vec<Num> {
    (0..n * n).map(|at| if at.is_multiple_of(n + 1) { Num::ONE } else { Num::ZERO }).collect()
}

/// The k-th power of the matrix of a case with k and n.
fn power(c: &Case, k: usize) -> Vec<Num> {
    let (a, n) = (c.nums(0), c.sizes[1]);
    (0..k).fold(unit(n), |power, _| times(&power, &a, [n, n, n]))
}

/// The sum of the first k powers.
fn powers(c: &Case, k: usize) -> Vec<Num> {
    let zero = vec![Num::ZERO; c.sizes[1] * c.sizes[1]];
    (0..k).fold(zero, |sum, k| sum.iter().zip(power(c, k)).map(|(x, y)| x + &y).collect())
}

fn small_square(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    vec![random.nums((sizes[1] * sizes[1]) as usize).into()]
}

/// Row reduction: the determinant, and the inverse where there is one.
fn eliminate(a: &[Num], n: usize) -> (Num, Option<Vec<Num>>) {
    let mut rows: Vec<Vec<Num>> =
        (0..n).map(|i| [&a[i * n..(i + 1) * n], &unit(n)[i * n..(i + 1) * n]].concat()).collect();
    let mut determinant = Num::ONE;
    for column in 0..n {
        let Some(pivot) = (column..n).find(|row| !rows[*row][column].is_zero()) else {
            return (Num::ZERO, None);
        };
        if pivot != column {
            rows.swap(pivot, column);
            determinant = -determinant;
        }
        determinant *= &rows[column][column];
        let inverse = rows[column][column].recip().expect("not 0");
        let pivot: Vec<Num> = rows[column].iter().map(|x| x * &inverse).collect();
        for (at, row) in rows.iter_mut().enumerate() {
            if at == column {
                row.clone_from(&pivot);
            } else {
                let factor = row[column].clone();
                row.iter_mut().zip(&pivot).for_each(|(x, p)| *x = &*x - &(&factor * p));
            }
        }
    }
    let inverse = rows.iter().flat_map(|row| row[n..].iter().cloned()).collect();
    (determinant, Some(inverse))
}

fn determinant(a: &[Num], n: usize) -> Num {
    eliminate(a, n).0
}

fn solved(a: &[Num], n: usize) -> Option<Vec<Num>> {
    eliminate(a, n).1
}

/// Ones on the diagonal, and numbers on one side of it.
fn unitriangular(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let n = sizes[0] as usize;
    let (numbers, upper) = (random.nums(n * n), random.below(2) == 0);
    let entry = |(at, x): (usize, Num)| {
        let (i, j) = (at / n, at % n);
        match i == j {
            true => Num::ONE,
            false if (i < j) == upper => x,
            false => Num::ZERO,
        }
    };
    vec![numbers.into_iter().enumerate().map(entry).collect::<Vec<_>>().into()]
}

/// From head h and vertex u a walk goes on to a vertex above its head, or closes and a head above is next.
fn clow_steps(c: &Case) -> Results {
    let (a, n) = (c.nums(0), c.n);
    let states = (n + 1) * (n + 1);
    let mut steps = vec![Num::ZERO; states * states];
    for h in 0..n {
        for u in h..n {
            let from = (h * (n + 1) + u) * states;
            for v in h + 1..n {
                steps[from + h * (n + 1) + v] = a[u * n + v].clone();
            }
            for head in h + 1..=n {
                steps[from + head * (n + 1) + head] = -&a[u * n + h];
            }
        }
    }
    one(steps)
}

/// A graph with about one edge a vertex, so that not all is reached.
fn graph(random: &mut Random, n: u64) -> Values {
    let edges: Vec<bool> = (0..n * n).map(|_| random.below(n as usize) == 0).collect();
    edges.into()
}

/// Which vertices a search finds.
fn reached(c: &Case, from: usize) -> Vec<bool> {
    let (edges, n) = (c.bits(0), c.n);
    let (mut found, mut open) = (vec![false; n], vec![from]);
    while let Some(vertex) = open.pop() {
        if !std::mem::replace(&mut found[vertex], true) {
            open.extend((0..n).filter(|next| edges[vertex * n + next]));
        }
    }
    found
}
