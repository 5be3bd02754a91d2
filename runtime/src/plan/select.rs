//! The keys that every query selects, where the score is static.
//!
//! In `-(c/2)·(q - k)² + g` with integers q and k, a key whose k is not the query's q loses at least c/2. So
//! where the best g among the keys with k = q exceeds the best of all less c/2, those keys win and no other
//! does. That is one pass of counting; a query for which the margin fails is answered by the hull.

mod buckets;
mod numbers;

use super::hull::Hull;
use super::recognise::StaticScore;
use super::statics::Statics;
use crate::column::Column;
use crate::transformer::{Head, Pooling, Transformer};
use buckets::Buckets;
use numbers::Linear;
pub(super) use numbers::series;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;

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
    /// The winners among the keys of each integer. Empty where the numbers are no small integers.
    buckets: Buckets,
    hull: Option<Hull>,
    rare: Vec<Vec<u32>>,
    /// By the corners of the hull that win: queries between the same corners share a pool.
    rare_ids: FxHashMap<(usize, usize), u32>,
}

/// The keys of a pool, in the order of the sequence; never none.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keys<'s> {
    /// Keys that stand side by side.
    Row {
        /// The first.
        first: u32,
        /// How many there are.
        len: u32,
    },
    /// Any keys.
    List(&'s [u32]),
}

impl<'s> Keys<'s> {
    /// How many there are.
    #[inline]
    pub(super) fn len(self) -> usize {
        match self {
            Keys::Row { len, .. } => len as usize,
            Keys::List(keys) => keys.len(),
        }
    }

    /// The key number `k`.
    #[inline]
    pub(super) fn at(self, k: usize) -> u32 {
        match self {
            Keys::Row { first, .. } => first + k as u32,
            Keys::List(keys) => keys[k],
        }
    }

    /// Some of them.
    #[inline]
    pub(super) fn part(self, from: usize, len: usize) -> Keys<'s> {
        match self {
            Keys::Row { first, .. } => Keys::Row { first: first + from as u32, len: len as u32 },
            Keys::List(keys) => Keys::List(&keys[from..from + len]),
        }
    }

    /// How many from the key number `k` on stand side by side, as far as that shows at once.
    #[inline]
    pub(super) fn stretch(self, k: usize) -> usize {
        match self {
            Keys::Row { len, .. } => len as usize - k,
            Keys::List(_) => 1,
        }
    }

    /// All of them.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = u32> {
        (0..self.len()).map(move |k| self.at(k))
    }
}

/// What a selector tells of a query without looking at the hull.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'s> {
    query: &'s [i32],
    buckets: &'s Buckets,
}

impl<'s> Lookup<'s> {
    /// The pool of the query at position `i` and its keys.
    #[inline]
    pub(super) fn pool(self, i: usize) -> Option<(u32, Keys<'s>)> {
        let place = self.place(i)?;
        Some((place, self.buckets.keys(place)?))
    }

    /// The pool of the query at position `i`.
    #[inline]
    fn place(self, i: usize) -> Option<u32> {
        self.buckets.place(self.query[i])
    }

    /// The number of every query.
    #[inline]
    pub(super) fn queries(self) -> &'s [i32] {
        self.query
    }

    /// Where each query from an integer on selects one key, and these stand side by side: the integer and the keys.
    #[inline]
    pub(super) fn row(self) -> Option<(i64, Range<u32>)> {
        self.buckets.row()
    }

    /// The key that the query at position `i` selects, where it is only one.
    #[inline]
    pub(super) fn only_key(self, i: usize) -> Option<u32> {
        self.buckets.only(self.query[i])
    }
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
        let buckets = score.completed_bias(statics).and_then(|bias| {
            let (key, bias) = (Linear::of(statics, &score.key)?, Linear::of(statics, &bias)?);
            Buckets::new(&key, &bias, &score.weight, pooling)
        });
        let buckets = buckets.unwrap_or_default();
        let (hull, rare, rare_ids) = (None, Vec::new(), FxHashMap::default());
        Selector { t, score, pooling, query, buckets, hull, rare, rare_ids }
    }

    /// What it tells without looking at the hull; `None` where queries are no small integers.
    #[inline]
    pub(super) fn lookup(&self) -> Option<Lookup<'_>> {
        let Column::Ints(query) = &*self.query else { return None };
        Some(Lookup { query, buckets: &self.buckets })
    }

    /// The id of the pool of the query at position `i`.
    #[inline]
    pub(super) fn pool(&mut self, i: usize) -> u32 {
        match self.lookup().and_then(|lookup| lookup.place(i)) {
            Some(place) => place,
            None => self.rare_pool(i),
        }
    }

    /// The key that the query at position `i` selects, where it is only one.
    #[inline]
    pub(super) fn only_key(&mut self, i: usize) -> Option<u32> {
        if let Some(key) = self.lookup().and_then(|lookup| lookup.only_key(i)) {
            return Some(key);
        }
        let pool = self.pool(i);
        let keys = self.keys(pool);
        (keys.len() == 1).then(|| keys.at(0))
    }

    /// The keys of a pool.
    #[inline]
    pub(super) fn keys(&self, pool: u32) -> Keys<'_> {
        match self.buckets.keys(pool) {
            Some(keys) => keys,
            None => Keys::List(&self.rare[pool as usize - self.buckets.len()]),
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
