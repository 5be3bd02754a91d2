//! The keys of each integer, by one pass of counting.

use super::Keys;
use super::numbers::Linear;
use crate::number::Num;
use crate::transformer::Pooling;
use std::ops::Range;

/// The winners among the keys of each integer, where they are sure to win.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    /// The first integer.
    low: i64,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The keys that can win stand side by side, and each has the next integer: neither needs to be kept.
    Row { first: u32, count: u32 },
    /// A bucket for each integer from the first on.
    Table {
        buckets: Vec<Bucket>,
        /// The winners of the buckets that have several; none where those of each stand side by side.
        items: Vec<u32>,
    },
}

impl Default for Kind {
    fn default() -> Kind {
        Kind::Row { first: 0, count: 0 }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    /// How many keys win; none where none is sure to.
    count: u32,
    /// The first winner, or where the winners begin among the items.
    at: u32,
}

impl Buckets {
    /// How many integers there are.
    pub(super) fn len(&self) -> usize {
        match &self.kind {
            Kind::Row { count, .. } => *count as usize,
            Kind::Table { buckets, .. } => buckets.len(),
        }
    }

    /// The first integer and the winners, where each integer from there on has the next key.
    #[inline]
    pub(super) fn row(&self) -> Option<(i64, Range<u32>)> {
        match self.kind {
            Kind::Row { first, count } => Some((self.low, first..first + count)),
            Kind::Table { .. } => None,
        }
    }

    /// The place of the bucket of an integer, where it is sure to win.
    #[inline]
    pub(super) fn place(&self, number: i32) -> Option<u32> {
        // Below the first one this is far above the last.
        let place = (i64::from(number) - self.low) as usize;
        match &self.kind {
            Kind::Row { count, .. } => (place < *count as usize).then_some(place as u32),
            Kind::Table { buckets, .. } => (buckets.get(place)?.count > 0).then_some(place as u32),
        }
    }

    /// The only winner of an integer; `None` also where it is not sure to win.
    #[inline]
    pub(super) fn only(&self, number: i32) -> Option<u32> {
        let place = (i64::from(number) - self.low) as usize;
        match &self.kind {
            Kind::Row { first, count } => (place < *count as usize).then(|| first + place as u32),
            Kind::Table { buckets, .. } => {
                let bucket = buckets.get(place)?;
                (bucket.count == 1).then_some(bucket.at)
            }
        }
    }

    /// The winners of a bucket; `None` beyond the last bucket.
    #[inline]
    pub(super) fn keys(&self, place: u32) -> Option<Keys<'_>> {
        match &self.kind {
            Kind::Row { first, count } => {
                (place < *count).then(|| Keys::Row { first: first + place, len: 1 })
            }
            Kind::Table { buckets, items } => {
                let &Bucket { count, at } = buckets.get(place as usize)?;
                let spelt = count > 1 && !items.is_empty();
                Some(match spelt {
                    true => Keys::List(&items[at as usize..(at + count) as usize]),
                    false => Keys::Row { first: at, len: count },
                })
            }
        }
    }

    /// The buckets of keys; `None` where the numbers are no small integers or spread too far.
    pub(super) fn new(
        key: &Linear<'_>,
        bias: &Linear<'_>,
        weight: &Num,
        pooling: Pooling,
    ) -> Option<Buckets> {
        let margin = weight.mul(&Num::ratio(1, 2)?);
        // A key below the threshold wins in no bucket that is sure to win.
        let threshold = Num::int(bias.range()?.1).sub(&margin).floor().add(&Num::ONE).to_i64()?;
        let (low, high) = key.range()?;
        if let Some(row) = row(key, bias, threshold) {
            return Some(row);
        }
        let size = usize::try_from(high - low + 1).ok()?;
        if size > 4 * key.values.len() + 1024 {
            return None;
        }
        let kind = table(key, bias, threshold, low, size, pooling);
        Some(Buckets { low, kind })
    }
}

/// The buckets where the keys that reach the threshold stand side by side and count upwards.
fn row(key: &Linear<'_>, bias: &Linear<'_>, threshold: i64) -> Option<Buckets> {
    let reaches = |&g: &i32| bias.at(g) >= threshold;
    let first = bias.values.iter().position(reaches)?;
    let low = key.at(key.values[first]);
    let counts = |(j, (&k, g)): (usize, (&i32, &i32))| reaches(g) && key.at(k) == low + j as i64;
    let pairs = key.values[first..].iter().zip(&bias.values[first..]);
    let count = pairs.enumerate().take_while(|&pair| counts(pair)).count();
    let more = bias.values[first + count..].iter().any(reaches);
    let kind = Kind::Row { first: first as u32, count: count as u32 };
    (!more).then_some(Buckets { low, kind })
}

fn table(
    key: &Linear<'_>,
    bias: &Linear<'_>,
    threshold: i64,
    low: i64,
    size: usize,
    pooling: Pooling,
) -> Kind {
    let mut buckets = vec![Bucket::default(); size];
    let place = |k: i32| (key.at(k) - low) as usize;
    // The bias of a bucket's winners is that of its first.
    let best = |bucket: &Bucket| bias.at(bias.values[bucket.at as usize]);
    let mut scattered = false;
    let len = key.values.len();
    let (keys, biases) = (&key.values[..len], &bias.values[..len]);
    let mut j = 0;
    while j < len {
        // Equal keys mostly stand side by side.
        let (k, g) = (keys[j], biases[j]);
        let start = j;
        j += 1;
        while j < len && keys[j] == k && biases[j] == g {
            j += 1;
        }
        let value = bias.at(g);
        if value < threshold {
            continue;
        }
        let bucket = &mut buckets[place(k)];
        let run = match pooling {
            Pooling::Average => Bucket { count: (j - start) as u32, at: start as u32 },
            Pooling::Leftmost => Bucket { count: 1, at: start as u32 },
            Pooling::Rightmost => Bucket { count: 1, at: j as u32 - 1 },
        };
        if bucket.count == 0 || value > best(bucket) {
            *bucket = run;
        } else if value == best(bucket) {
            match pooling {
                Pooling::Average => {
                    scattered |= bucket.at + bucket.count != run.at;
                    bucket.count += run.count;
                }
                Pooling::Leftmost => {}
                Pooling::Rightmost => *bucket = run,
            }
        }
    }
    let items = if scattered { items(&mut buckets, key, bias, &place) } else { Vec::new() };
    Kind::Table { buckets, items }
}

/// Spells out the winners of the buckets that have several.
fn items(
    buckets: &mut [Bucket],
    key: &Linear<'_>,
    bias: &Linear<'_>,
    place: &dyn Fn(i32) -> usize,
) -> Vec<u32> {
    let best: Vec<i64> = buckets.iter().map(|bucket| bias.at(bias.values[bucket.at as usize])).collect();
    let mut next = 0;
    for bucket in buckets.iter_mut().filter(|bucket| bucket.count > 1) {
        bucket.at = next;
        next += bucket.count;
    }
    let mut items = vec![0; next as usize];
    for (j, (&k, &g)) in key.values.iter().zip(bias.values.iter()).enumerate() {
        let k = place(k);
        let bucket = &mut buckets[k];
        if bucket.count > 1 && bias.at(g) == best[k] {
            items[bucket.at as usize] = j as u32;
            bucket.at += 1;
        }
    }
    for bucket in buckets.iter_mut().filter(|bucket| bucket.count > 1) {
        bucket.at -= bucket.count;
    }
    items
}
