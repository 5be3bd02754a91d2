//! Polynomials of static coordinates at every position, in machine words while everything fits.

use super::super::polynomial::Poly;
use super::super::statics::Statics;
use crate::column::Column;
use crate::number::Num;
use crate::transformer::Transformer;
use std::borrow::Cow;

/// `factor · value + offset` at every position: what the numbers of the constructions are, without a copy.
pub(super) struct Linear<'a> {
    pub(super) values: Cow<'a, [i32]>,
    factor: i64,
    offset: i64,
    /// The least and the greatest value.
    range: (i32, i32),
}

impl<'a> Linear<'a> {
    /// A polynomial of static coordinates in this form; `None` where it is no small integer everywhere.
    pub(super) fn of(statics: &Statics<'a>, poly: &Poly) -> Option<Linear<'a>> {
        let (columns, len) = (&statics.t.sequence.columns, statics.t.sequence.len);
        let mut linear = Linear { values: Cow::Borrowed(&[]), factor: 0, offset: 0, range: (0, 0) };
        for (variables, coefficient) in poly.terms() {
            let first = variables.first().map(|&v| (&columns[v as usize], statics.range(v)));
            match (variables, first) {
                ([], _) => linear.offset = small(coefficient)?,
                ([_], Some((Column::Ints(values), Some(range)))) if linear.values.is_empty() => {
                    linear.values = Cow::Borrowed(values.as_slice());
                    (linear.factor, linear.range) = (small(coefficient)?, range);
                }
                _ => {
                    let values = small_series(columns, poly, len)?;
                    let range = (*values.iter().min()?, *values.iter().max()?);
                    return Some(Linear { values: Cow::Owned(values), factor: 1, offset: 0, range });
                }
            }
        }
        if linear.values.is_empty() {
            linear.values = Cow::Owned(vec![0; len]);
        }
        Some(linear)
    }

    /// The number for a value.
    #[inline]
    pub(super) fn at(&self, value: i32) -> i64 {
        // Both parts fit 62 bits.
        i64::from(value) * self.factor + self.offset
    }

    /// The least and the greatest number; `None` beyond 32 bits.
    pub(super) fn range(&self) -> Option<(i64, i64)> {
        let (a, b) = (self.at(self.range.0), self.at(self.range.1));
        let (low, high) = (a.min(b), a.max(b));
        (i32::try_from(low).is_ok() && i32::try_from(high).is_ok()).then_some((low, high))
    }
}

fn small(value: &Num) -> Option<i64> {
    value.to_i64().filter(|&value| i32::try_from(value).is_ok())
}

/// The values of a polynomial of static coordinates at every position. Constants are spelled out as integers
/// where they are, since a query is looked up in `Ints`.
pub(in super::super) fn series<'a>(t: &'a Transformer, poly: &Poly) -> Cow<'a, Column> {
    let columns = &t.sequence.columns;
    if let Some(variable) = poly.as_variable()
        && let column @ Column::Ints(_) = &columns[variable as usize]
    {
        return Cow::Borrowed(column);
    }
    let len = t.sequence.len;
    Cow::Owned(match small_series(columns, poly, len) {
        Some(values) => Column::Ints(values),
        None => Column::of((0..len).map(|i| poly.at(&|v| columns[v as usize].get(i)))),
    })
}

/// The same in machine words, while everything fits.
fn small_series(columns: &[Column], poly: &Poly, len: usize) -> Option<Vec<i32>> {
    enum Factor<'a> {
        One(i64),
        Each(&'a [i32]),
    }
    let mut terms = Vec::new();
    for (variables, coefficient) in poly.terms() {
        let mut factors = vec![Factor::One(coefficient.to_i64()?)];
        for &v in variables {
            factors.push(match &columns[v as usize] {
                Column::All(value) => Factor::One(value.to_i64()?),
                Column::Ints(values) => Factor::Each(values),
                // Sequences are spelled out before they are planned this way.
                Column::Nums(_) | Column::Generated(_) | Column::Sparse(_) => return None,
            });
        }
        terms.push(factors);
    }
    let value = |i: usize| {
        let mut sum = 0i64;
        for factors in &terms {
            let mut product = 1i64;
            for factor in factors {
                product = match factor {
                    Factor::One(value) => product.checked_mul(*value)?,
                    Factor::Each(values) => product.checked_mul(i64::from(values[i]))?,
                };
            }
            sum = sum.checked_add(product)?;
        }
        i32::try_from(sum).ok()
    };
    (0..len).map(value).collect()
}
