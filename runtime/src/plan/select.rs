//! The keys that every query selects, where the score is static.
//!
//! In `-(c/2)·(q - k)² + g` with integers q and k, a key whose k is not the query's q loses at least c/2. So
//! where the best g among the keys with k = q exceeds the best of all less c/2, those keys win and no other
//! does. That is one pass of counting; a query for which the margin fails is answered by the hull.

use super::hull::Hull;
use super::polynomial::Poly;
use super::recognise::StaticScore;
use crate::number::Num;
use crate::sequence::Column;
use crate::transformer::{Pooling, Transformer};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The selections of one head: a pool of keys for every query.
///
/// Queries with the same number share a pool, which has an id.
#[derive(Debug)]
pub(super) struct Selector<'a> {
    t: &'a Transformer,
    score: StaticScore,
    pooling: Pooling,
    query: Cow<'a, Column>,
    buckets: Option<Buckets>,
    hull: Option<Hull>,
    rare: Vec<Vec<u32>>,
    /// By the corners of the hull that win: queries between the same corners share a pool.
    rare_ids: FxHashMap<(usize, usize), u32>,
}

/// The winners among the keys of each integer in a range, where they are sure to win; else none.
#[derive(Debug)]
struct Buckets {
    low: i64,
    buckets: Vec<Bucket>,
    items: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    best: i32,
    count: u32,
    /// The only winner, or where the winners begin among the items.
    at: u32,
}

/// A selector for every layer and head that has a static score.
pub(super) fn select(
    t: &Transformer,
    scores: Vec<Vec<Option<StaticScore>>>,
) -> Vec<Vec<Option<Selector<'_>>>> {
    let layers = t.layers.iter().zip(scores);
    let selector = |(head, score): (&crate::transformer::Head, Option<StaticScore>)| {
        score.map(|score| Selector::new(t, score, head.pooling))
    };
    layers
        .map(|(layer, scores)| layer.heads.iter().zip(scores).map(selector).collect())
        .collect()
}

impl<'a> Selector<'a> {
    fn new(t: &'a Transformer, score: StaticScore, pooling: Pooling) -> Selector<'a> {
        let query = series(t, &score.query);
        let buckets = score.completed_bias().and_then(|bias| {
            let key = Linear::of(t, &score.key)?;
            Buckets::new(
                t.sequence.len,
                &key,
                &Linear::of(t, &bias)?,
                &score.weight,
                pooling,
            )
        });
        Selector {
            t,
            score,
            pooling,
            query,
            buckets,
            hull: None,
            rare: Vec::new(),
            rare_ids: FxHashMap::default(),
        }
    }

    /// The id of the pool of the query at position `i`.
    #[inline]
    pub(super) fn pool(&mut self, i: usize) -> u32 {
        if let (Some(buckets), Column::Ints(query)) = (&self.buckets, &*self.query) {
            let place = i64::from(query[i]) - buckets.low;
            if let Some(bucket) = usize::try_from(place)
                .ok()
                .and_then(|place| buckets.buckets.get(place))
                && bucket.count > 0
            {
                return place as u32;
            }
        }
        self.rare_pool(i)
    }

    /// The keys of a pool, in the order of the sequence; never none.
    #[inline]
    pub(super) fn keys(&self, pool: u32) -> &[u32] {
        let buckets = self
            .buckets
            .as_ref()
            .map_or([].as_slice(), |buckets| &buckets.buckets);
        match (buckets.get(pool as usize), &self.buckets) {
            (Some(bucket), _) if bucket.count == 1 => std::slice::from_ref(&bucket.at),
            (Some(bucket), Some(all)) => {
                &all.items[bucket.at as usize..(bucket.at + bucket.count) as usize]
            }
            _ => &self.rare[pool as usize - buckets.len()],
        }
    }

    #[cold]
    fn rare_pool(&mut self, i: usize) -> u32 {
        let x = self.query.get(i);
        let base = self
            .buckets
            .as_ref()
            .map_or(0, |buckets| buckets.buckets.len()) as u32;
        let hull = self.hull.get_or_insert_with(|| {
            let (slope, height) = (
                series(self.t, &self.score.key),
                series(self.t, &self.score.bias),
            );
            let weight = &self.score.weight;
            Hull::new((0..self.t.sequence.len).map(|j| (slope.get(j).mul(weight), height.get(j))))
        });
        let corners = hull.best(&x);
        if let Some(&id) = self.rare_ids.get(&corners) {
            return base + id;
        }
        let mut keys = hull.keys(corners);
        match self.pooling {
            Pooling::Average => {}
            Pooling::Leftmost => keys.truncate(1),
            Pooling::Rightmost => drop(keys.drain(..keys.len() - 1)),
        }
        let id = self.rare.len() as u32;
        self.rare.push(keys);
        self.rare_ids.insert(corners, id);
        base + id
    }
}

impl Buckets {
    /// `None` where the numbers are no small integers or spread too far.
    fn new(
        len: usize,
        key: &Linear<'_>,
        bias: &Linear<'_>,
        weight: &Num,
        pooling: Pooling,
    ) -> Option<Buckets> {
        let (low, high) = key.range()?;
        let size = usize::try_from(high - low + 1).ok()?;
        if size > 4 * len + 1024 {
            return None;
        }
        let margin = weight.mul(&Num::ratio(1, 2)?);
        let threshold = Num::int(bias.range()?.1)
            .sub(&margin)
            .floor()
            .add(&Num::ONE)
            .to_i64()?;
        let mut buckets = vec![
            Bucket {
                best: 0,
                count: 0,
                at: 0
            };
            size
        ];
        let mut several = false;
        for j in 0..len {
            let g = bias.at(j);
            // A key below the threshold wins in no bucket that is sure to win.
            if g < threshold {
                continue;
            }
            let (bucket, g) = (&mut buckets[(key.at(j) - low) as usize], g as i32);
            if bucket.count == 0 || g > bucket.best {
                *bucket = Bucket {
                    best: g,
                    count: 1,
                    at: j as u32,
                };
            } else if g == bucket.best {
                match pooling {
                    Pooling::Average => (bucket.count, several) = (bucket.count + 1, true),
                    Pooling::Leftmost => {}
                    Pooling::Rightmost => bucket.at = j as u32,
                }
            }
        }
        let place = |j: usize| ((key.at(j) - low) as usize, bias.at(j));
        let items = if several {
            fill(&mut buckets, len, place)
        } else {
            Vec::new()
        };
        Some(Buckets {
            low,
            buckets,
            items,
        })
    }
}

/// Lists the winners of the buckets that have several. `place` gives the bucket of a key and its g.
fn fill(buckets: &mut [Bucket], len: usize, place: impl Fn(usize) -> (usize, i64)) -> Vec<u32> {
    let mut next = 0;
    for bucket in buckets.iter_mut().filter(|bucket| bucket.count > 1) {
        bucket.at = next;
        next += bucket.count;
    }
    let mut items = vec![0; next as usize];
    for j in 0..len {
        let (k, g) = place(j);
        let bucket = &mut buckets[k];
        if bucket.count > 1 && g == i64::from(bucket.best) {
            items[bucket.at as usize] = j as u32;
            bucket.at += 1;
        }
    }
    for bucket in buckets.iter_mut().filter(|bucket| bucket.count > 1) {
        bucket.at -= bucket.count;
    }
    items
}

/// `factor · value + offset` at every position: what the numbers of the constructions are, without a copy.
struct Linear<'a> {
    values: Cow<'a, [i32]>,
    factor: i64,
    offset: i64,
}

impl<'a> Linear<'a> {
    /// A polynomial of static coordinates in this form; `None` where it is no small integer everywhere.
    fn of(t: &'a Transformer, poly: &Poly) -> Option<Linear<'a>> {
        let mut linear = Linear {
            values: Cow::Borrowed(&[]),
            factor: 0,
            offset: 0,
        };
        for (variables, coefficient) in poly.terms() {
            match (
                variables,
                variables.first().map(|&v| &t.sequence.columns[v as usize]),
            ) {
                ([], _) => linear.offset = small(coefficient)?,
                ([_], Some(Column::Ints(values))) if linear.values.is_empty() => {
                    (linear.values, linear.factor) = (Cow::Borrowed(values), small(coefficient)?);
                }
                _ => {
                    let values = small_series(&t.sequence.columns, poly, t.sequence.len)?;
                    return Some(Linear {
                        values: Cow::Owned(values),
                        factor: 1,
                        offset: 0,
                    });
                }
            }
        }
        Some(linear)
    }

    #[inline]
    fn at(&self, j: usize) -> i64 {
        // Both parts fit 62 bits.
        self.values.get(j).map_or(0, |&value| i64::from(value)) * self.factor + self.offset
    }

    /// The least and the greatest number; `None` beyond 32 bits.
    fn range(&self) -> Option<(i64, i64)> {
        let ends = [self.values.iter().min(), self.values.iter().max()];
        let [a, b] =
            ends.map(|end| end.map_or(0, |&value| i64::from(value)) * self.factor + self.offset);
        let (low, high) = (a.min(b), a.max(b));
        (i32::try_from(low).is_ok() && i32::try_from(high).is_ok()).then_some((low, high))
    }
}

fn small(value: &Num) -> Option<i64> {
    value.to_i64().filter(|&value| i32::try_from(value).is_ok())
}

/// The values of a polynomial of static coordinates at every position. Constants are spelled out as integers
/// where they are, since a query is looked up in `Ints`.
pub(super) fn series<'a>(t: &'a Transformer, poly: &Poly) -> Cow<'a, Column> {
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
                Column::Nums(_) => return None,
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
