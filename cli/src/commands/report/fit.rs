//! A formula for measured figures: exact interpolation, in rationals, with fewer coefficients than points.
//!
//! A guess about the sizes that were built. It is never called proved.

use circ_compiler::formula::Formula;
use circ_runtime::Num;

/// What a formula may be made of, the simplest first: 1, log n, n, …
const SHAPES: [&[Part]; 13] = [
    &[Part::One],
    &[Part::One, Part::Log],
    &[Part::One, Part::Power(1)],
    &[Part::One, Part::Log, Part::LogSquared],
    &[Part::One, Part::Power(1), Part::Log],
    &[Part::One, Part::Power(1), Part::Power(2)],
    &[Part::One, Part::Power(1), Part::PowerLog(1)],
    &[Part::One, Part::Two],
    &[Part::One, Part::Power(1), Part::Power(2), Part::Power(3)],
    &[Part::One, Part::Log, Part::Power(1), Part::PowerLog(1)],
    &[Part::One, Part::Power(1), Part::Power(2), Part::PowerLog(2)],
    &[Part::One, Part::Power(1), Part::Two],
    &[Part::One, Part::Power(1), Part::Power(2), Part::Power(3), Part::Power(4)],
];

/// A summand, but for its coefficient.
#[derive(Clone, Copy)]
enum Part {
    One,
    /// ceil(log2(n))
    Log,
    LogSquared,
    Power(u32),
    /// n^k·ceil(log2(n))
    PowerLog(u32),
    /// 2^n
    Two,
}

impl Part {
    fn formula(self, n: &Formula) -> Formula {
        match self {
            Part::One => Formula::one(),
            Part::Log => n.ceil_log2(),
            Part::LogSquared => n.ceil_log2().pow(2),
            Part::Power(k) => n.pow(k),
            Part::PowerLog(k) => n.pow(k).mul(&n.ceil_log2()),
            Part::Two => Formula::power(2, n),
        }
    }
}

/// The simplest formula in a parameter that goes through the points from some size on, and that size. It has to go
/// through more points than it has coefficients, and through the largest.
pub(super) fn fit(points: &[(u64, u64)], param: u32) -> Option<(Formula, u64)> {
    let mut points = points.to_vec();
    points.sort_unstable();
    points.dedup();
    let n = Formula::param(param);
    // A formula for all points is told before a simpler one for the last few.
    let begins = (0..points.len()).filter(|begin| points.len() - begin >= 3);
    begins.into_iter().find_map(|begin| {
        let points = &points[begin..];
        SHAPES.iter().filter(|shape| shape.len() < points.len()).find_map(|shape| {
            let parts: Vec<Formula> = shape.iter().map(|part| part.formula(&n)).collect();
            let found = through(points, &parts)?;
            Some((found, points[0].0))
        })
    })
}

/// The combination of parts that goes through all points.
fn through(points: &[(u64, u64)], parts: &[Formula]) -> Option<Formula> {
    let number = |value: u64| i64::try_from(value).ok().map(Num::int);
    let mut rows: Vec<Vec<Num>> = Vec::new();
    for (size, value) in points {
        let size = number(*size)?;
        let mut row: Vec<Num> =
            parts.iter().map(|part| part.at(&|_| Some(size.clone()))).collect::<Option<_>>()?;
        row.push(number(*value)?);
        rows.push(row);
    }
    let coefficients = solve(rows, parts.len())?;
    let summands: Vec<Formula> = parts.iter().zip(&coefficients).map(|(part, c)| part.scale(c)).collect();
    Some(Formula::sum(&summands))
}

/// Solves linear equations, each a row with its right side last. `None` where no solution, or more than one.
fn solve(mut rows: Vec<Vec<Num>>, unknowns: usize) -> Option<Vec<Num>> {
    for column in 0..unknowns {
        let pivot = (column..rows.len()).find(|at| !rows[*at][column].is_zero())?;
        rows.swap(column, pivot);
        let inverse = rows[column][column].recip()?;
        let leading: Vec<Num> = rows[column].iter().map(|value| value.mul(&inverse)).collect();
        for (at, row) in rows.iter_mut().enumerate() {
            if at != column && !row[column].is_zero() {
                let factor = row[column].clone();
                for (value, above) in row.iter_mut().zip(&leading) {
                    *value = value.sub(&above.mul(&factor));
                }
            }
        }
        rows[column] = leading;
    }
    let rest = rows.get(unknowns..).unwrap_or_default();
    rest.iter()
        .all(|row| row[unknowns].is_zero())
        .then(|| rows[..unknowns].iter().map(|row| row[unknowns].clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(points: &[(u64, u64)]) -> Option<(String, u64)> {
        fit(points, 0).map(|(formula, from)| (formula.text(&["n".into()]), from))
    }

    #[test]
    fn the_simplest_shape_that_fits_is_found() {
        let at = |f: &dyn Fn(u64) -> u64| [1, 2, 4, 8, 16].map(|n| (n, f(n)));
        let cases: [(&dyn Fn(u64) -> u64, &str); 6] = [
            (&|_| 9, "9"),
            (&|n| 3 * n + 9, "3*n + 9"),
            (&|n| 5 * u64::from(n.ilog2()) + 1, "5*ceil(log2(n)) + 1"),
            (&|n| n * n, "n^2"),
            (&|n| (1 << n) - 1, "2^n - 1"),
            (&|n| n * u64::from(n.ilog2()), "n*ceil(log2(n))"),
        ];
        for (f, expected) in cases {
            assert_eq!(fitted(&at(f)), Some((expected.to_string(), 1)), "{expected}");
        }
    }

    #[test]
    fn it_holds_from_a_size_on_and_is_not_made_up() {
        assert_eq!(fitted(&[(1, 2), (2, 7), (4, 9), (8, 9), (16, 9)]), Some(("9".to_string(), 4)));
        assert_eq!(fitted(&[(1, 2), (2, 7)]), None);
        assert_eq!(fitted(&[(1, 5), (2, 1), (3, 7), (4, 0), (5, 2)]), None);
    }
}
