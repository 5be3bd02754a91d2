//! The keys that every query selects, where the score is static.
//!
//! In `-(c/2)·(q - k)² + g` with integers q and k, a key whose k is not the query's q loses at least c/2. So
//! where the best g among the keys with k = q exceeds the best of all less c/2, those keys win and no other
//! does. That is one pass of counting; a query for which the margin fails is answered by the hull.

use super::hull::Hull;
use super::polynomial::Poly;
use super::recognise::StaticScore;
use super::statics::Statics;
use crate::number::Num;
use crate::sequence::Column;
use crate::transformer::{Head, Pooling, Transformer};
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
    /// The number of every query.
    query: Cow<'a, Column>,
    /// The winners among the keys of each integer, where they are sure to win; else none. Empty where the
    /// numbers are no small integers.
    buckets: Vec<Bucket>,
    /// The integer of the first bucket.
    low: i64,
    /// The winners of the buckets that have several.
    items: Vec<u32>,
    hull: Option<Hull>,
    rare: Vec<Vec<u32>>,
    /// By the corners of the hull that win: queries between the same corners share a pool.
    rare_ids: FxHashMap<(usize, usize), u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    /// How many keys win.
    count: u32,
    /// The only winner, or where the winners begin among the items.
    at: u32,
}

/// A selector for every layer and head that has a static score.
pub(super) fn select<'a>(
    statics: &Statics<'a>,
    scores: Vec<Vec<Option<StaticScore>>>,
) -> Vec<Vec<Option<Selector<'a>>>> {
    let selector = |(head, score): (&Head, Option<StaticScore>)| {
        score.map(|score| Selector::new(statics, score, head.pooling))
    };
    let layers = statics.t.layers.iter().zip(scores);
    layers.map(|(layer, scores)| layer.heads.iter().zip(scores).map(selector).collect()).collect()
}

impl<'a> Selector<'a> {
    fn new(statics: &Statics<'a>, score: StaticScore, pooling: Pooling) -> Selector<'a> {
        let t = statics.t;
        let query = series(t, &score.query);
        let buckets = score.completed_bias().and_then(|bias| {
            let (key, bias) = (Linear::of(statics, &score.key)?, Linear::of(statics, &bias)?);
            buckets(&key, &bias, &score.weight, pooling)
        });
        let (low, buckets, items) = buckets.unwrap_or_default();
        let (hull, rare, rare_ids) = (None, Vec::new(), FxHashMap::default());
        Selector { t, score, pooling, query, buckets, low, items, hull, rare, rare_ids }
    }

    /// The bucket of the query at position `i`, with its place, where it is sure to win.
    #[inline]
    fn bucket(&self, i: usize) -> Option<(u32, Bucket)> {
        let Column::Ints(query) = &*self.query else { return None };
        // Below the first one this is far above the last.
        let place = (i64::from(query[i]) - self.low) as usize;
        let bucket = *self.buckets.get(place)?;
        (bucket.count > 0).then_some((place as u32, bucket))
    }

    /// The id of the pool of the query at position `i`.
    #[inline]
    pub(super) fn pool(&mut self, i: usize) -> u32 {
        match self.bucket(i) {
            Some((place, _)) => place,
            None => self.rare_pool(i),
        }
    }

    /// The key that the query at position `i` selects, where it is only one.
    #[inline]
    pub(super) fn only_key(&mut self, i: usize) -> Option<u32> {
        match self.bucket(i) {
            Some((_, bucket)) => (bucket.count == 1).then_some(bucket.at),
            None => {
                let pool = self.rare_pool(i);
                if let &[key] = self.keys(pool) { Some(key) } else { None }
            }
        }
    }

    /// The keys of a pool, in the order of the sequence; never none.
    #[inline]
    pub(super) fn keys(&self, pool: u32) -> &[u32] {
        match self.buckets.get(pool as usize) {
            Some(bucket) if bucket.count == 1 => std::slice::from_ref(&bucket.at),
            Some(bucket) => &self.items[bucket.at as usize..(bucket.at + bucket.count) as usize],
            None => &self.rare[pool as usize - self.buckets.len()],
        }
    }

    #[cold]
    fn rare_pool(&mut self, i: usize) -> u32 {
        let x = self.query.get(i);
        let base = self.buckets.len() as u32;
        let hull = self.hull.get_or_insert_with(|| {
            let (slope, height) = (series(self.t, &self.score.key), series(self.t, &self.score.bias));
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

/// The first integer, the bucket of every integer from there on, and the winners of those that have several.
/// `None` where the numbers are no small integers or spread too far.
fn buckets(
    key: &Linear<'_>,
    bias: &Linear<'_>,
    weight: &Num,
    pooling: Pooling,
) -> Option<(i64, Vec<Bucket>, Vec<u32>)> {
    let (low, high) = key.range()?;
    let size = usize::try_from(high - low + 1).ok()?;
    if size > 4 * key.values.len() + 1024 {
        return None;
    }
    let margin = weight.mul(&Num::ratio(1, 2)?);
    let threshold = Num::int(bias.range()?.1).sub(&margin).floor().add(&Num::ONE).to_i64()?;
    let keys = || key.values.iter().zip(bias.values.iter()).enumerate();
    let place = |k: i32| (key.at(k) - low) as usize;
    let mut buckets = vec![Bucket::default(); size];
    let mut best = vec![0i32; size];
    let mut several = false;
    for (j, (&k, &g)) in keys() {
        let g = bias.at(g);
        // A key below the threshold wins in no bucket that is sure to win.
        if g < threshold {
            continue;
        }
        let (k, g) = (place(k), g as i32);
        let (bucket, best) = (&mut buckets[k], &mut best[k]);
        if bucket.count == 0 || g > *best {
            (*bucket, *best) = (Bucket { count: 1, at: j as u32 }, g);
        } else if g == *best {
            match pooling {
                Pooling::Average => (bucket.count, several) = (bucket.count + 1, true),
                Pooling::Leftmost => {}
                Pooling::Rightmost => bucket.at = j as u32,
            }
        }
    }
    let mut items = Vec::new();
    if several {
        let mut next = 0;
        for bucket in buckets.iter_mut().filter(|bucket| bucket.count > 1) {
            bucket.at = next;
            next += bucket.count;
        }
        items.resize(next as usize, 0);
        for (j, (&k, &g)) in keys() {
            let k = place(k);
            let bucket = &mut buckets[k];
            if bucket.count > 1 && bias.at(g) == i64::from(best[k]) {
                items[bucket.at as usize] = j as u32;
                bucket.at += 1;
            }
        }
        for bucket in buckets.iter_mut().filter(|bucket| bucket.count > 1) {
            bucket.at -= bucket.count;
        }
    }
    Some((low, buckets, items))
}

/// `factor · value + offset` at every position: what the numbers of the constructions are, without a copy.
struct Linear<'a> {
    values: Cow<'a, [i32]>,
    factor: i64,
    offset: i64,
    /// The least and the greatest value.
    range: (i32, i32),
}

impl<'a> Linear<'a> {
    /// A polynomial of static coordinates in this form; `None` where it is no small integer everywhere.
    fn of(statics: &Statics<'a>, poly: &Poly) -> Option<Linear<'a>> {
        let (columns, len) = (&statics.t.sequence.columns, statics.t.sequence.len);
        let mut linear = Linear { values: Cow::Borrowed(&[]), factor: 0, offset: 0, range: (0, 0) };
        for (variables, coefficient) in poly.terms() {
            let first = variables.first().map(|&v| (&columns[v as usize], statics.ranges[v as usize]));
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
    fn at(&self, value: i32) -> i64 {
        // Both parts fit 62 bits.
        i64::from(value) * self.factor + self.offset
    }

    /// The least and the greatest number; `None` beyond 32 bits.
    fn range(&self) -> Option<(i64, i64)> {
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
