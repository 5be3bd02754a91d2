//! Models of the programs on vectors, polynomials and matrices.

use circ_runtime::Num;

use super::row::{Case, Row, Values, circuit};

/// The rows.
pub(crate) const ROWS: &[Row] = &[
    circuit("inner[n](x: num[n], y: num[n]) -> num in FSAC0", inner),
    circuit("matmul[n, m, p](a: num[n, m], b: num[m, p]) -> num[n, p] in FSAC0", matmul),
    circuit("convolve[n](x: num[n], y: num[n]) -> num[2*n-1] in FSAC0 where n >= 1", convolve),
    circuit("product[n](x: num[n]) -> num in FAC0", product),
    circuit("product_tree[n](x: num[n]) -> num in FNC1", product),
    circuit("horner[n](c: num[n], x: num) -> num", polynomial),
    circuit("poly_powers[n](c: num[n], x: num) -> num in FAC0", polynomial),
    circuit("e3[n](x: num[n]) -> num in FSAC0", e3),
    circuit("mat_power_sum[n](a: num[n, n]) -> num[n, n] in FSAC1", mat_power_sum),
    circuit("determinant[n](a: num[n, n]) -> num", determinant).at(&[0, 1, 2, 3, 4, 5, 6]),
];

fn inner(c: &Case) -> Values {
    let (x, y) = (c.nums(0), c.nums(1));
    x.iter().zip(&y).fold(Num::ZERO, |sum, (x, y)| sum.add(&x.mul(y))).into()
}

type Matrix = Vec<Vec<Num>>;

/// Row by row, as a sum of rows of b.
fn times(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = b.first().map_or(0, Vec::len);
    let mut product = vec![vec![Num::ZERO; columns]; a.len()];
    for (to, row) in product.iter_mut().zip(a) {
        for (factor, from) in row.iter().zip(b) {
            to.iter_mut().zip(from).for_each(|(to, x)| *to = to.add(&factor.mul(x)));
        }
    }
    product
}

fn matmul(c: &Case) -> Values {
    times(&c.matrix(0, c.n), &c.matrix(1, c.n)).concat().into()
}

fn convolve(c: &Case) -> Values {
    let mut product = vec![Num::ZERO; 2 * c.n - 1];
    for (i, x) in c.nums(0).iter().enumerate() {
        for (j, y) in c.nums(1).iter().enumerate() {
            product[i + j] = product[i + j].add(&x.mul(y));
        }
    }
    product.into()
}

fn product(c: &Case) -> Values {
    c.nums(0).iter().fold(Num::ONE, |product, x| product.mul(x)).into()
}

/// Term by term, with the power carried along.
fn polynomial(c: &Case) -> Values {
    let x = c.nums(1).remove(0);
    let (mut sum, mut power) = (Num::ZERO, Num::ONE);
    for c in c.nums(0) {
        sum = sum.add(&c.mul(&power));
        power = power.mul(&x);
    }
    sum.into()
}

fn e3(c: &Case) -> Values {
    let x = c.nums(0);
    let mut sum = Num::ZERO;
    for k in 0..c.n {
        for j in 0..k {
            for i in 0..j {
                sum = sum.add(&x[i].mul(&x[j]).mul(&x[k]));
            }
        }
    }
    sum.into()
}

/// By Horner's rule: I + A(I + A(…)).
fn mat_power_sum(c: &Case) -> Values {
    let a = c.matrix(0, c.n);
    let mut sum = vec![vec![Num::ZERO; c.n]; c.n];
    for _ in 0..=c.n {
        sum = times(&a, &sum);
        (0..c.n).for_each(|i| sum[i][i] = sum[i][i].add(&Num::ONE));
    }
    sum.concat().into()
}

/// By expansion along the first row.
fn determinant(c: &Case) -> Values {
    fn expand(rows: &[Vec<Num>], columns: &[usize]) -> Num {
        let Some((row, rest)) = rows.split_first() else { return Num::ONE };
        let mut sum = Num::ZERO;
        for (at, column) in columns.iter().enumerate() {
            let others: Vec<usize> = columns.iter().copied().filter(|other| other != column).collect();
            let minor = row[*column].mul(&expand(rest, &others));
            sum = if at.is_multiple_of(2) { sum.add(&minor) } else { sum.sub(&minor) };
        }
        sum
    }
    expand(&c.matrix(0, c.n), &(0..c.n).collect::<Vec<_>>()).into()
}
