//! The keys of the greatest score for many queries at once, along the tree of a score.
//!
//! At a difference `A - B` keys are sorted by B and queries by A. Of the keys that equal a query the score is that of
//! one subtree, of those below that of another, of those above that of a third. Equal ones are groups of their own.
//! Where a subtree is a leaf that takes the sides apart, the best of the keys below every place is found in one walk.
//! Where it asks for more, the places are halved again and again: the queries of the upper half have all keys of the
//! lower half below them, so that the subtree decides among these, and each half goes on by itself. Every pair is
//! decided once, and no more than n·log n numbers are looked at for every level of the tree.

use super::super::hull::Hull;
use super::tally::{Best, Tally, offer};
use super::tree::{Leaf, Node, Scorer, Tree};
use crate::limits::{Meter, RunErrorKind};
use crate::number::Num;
use crate::transformer::Pooling;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Pairs up to which each is scored by itself.
const FEW: usize = 32;
/// Queries that one thread takes at a time.
const BLOCK: usize = 64;

/// Why the keys are not found.
#[derive(Debug)]
pub(super) enum Stop {
    /// A number grows long: to the letter it may not.
    Long,
    /// More pairs than are allowed.
    Pairs,
}

impl From<RunErrorKind> for Stop {
    fn from(_: RunErrorKind) -> Stop {
        Stop::Long
    }
}

/// The numbers of some rows.
#[derive(Debug)]
pub(super) enum Numbers {
    All(Num),
    Each(Vec<Num>),
}

impl Numbers {
    pub(super) fn at(&self, row: u32) -> &Num {
        match self {
            Numbers::All(value) => value,
            Numbers::Each(values) => &values[row as usize],
        }
    }
}

/// The numbers that a leaf reads.
#[derive(Debug)]
pub(super) enum Worth {
    Apart {
        key: Numbers,
        query: Numbers,
    },
    Product {
        of_query: Numbers,
        of_key: Numbers,
        key: Numbers,
        query: Numbers,
    },
    /// The variables of every query, then those of every key.
    Any(Vec<Num>),
}

/// Queries and keys, as far as a score tells them apart: one row for all that are alike.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    pub(super) tree: &'a Tree,
    /// By leaf.
    pub(super) worth: Vec<Worth>,
    /// By sign and row: the place of the query's number, and of the key's, among all of them.
    pub(super) query_places: Vec<Vec<u32>>,
    pub(super) key_places: Vec<Vec<u32>>,
    /// By row of keys.
    pub(super) tallies: Vec<&'a Tally>,
    /// By row of queries.
    pub(super) best: Vec<Option<Best>>,
    pub(super) pooling: Pooling,
    pub(super) meter: &'a Meter,
    /// Pairs that may yet be scored one by one.
    pub(super) pairs: u64,
}

/// A side of a difference: whether keys lie below the query or above it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Below,
    Above,
}

impl Solver<'_> {
    /// Finds the best keys of all queries.
    pub(super) fn solve(&mut self) -> Result<(), Stop> {
        let mut keys: Vec<u32> = (0..self.tallies.len() as u32).collect();
        let mut queries: Vec<u32> = (0..self.best.len() as u32).collect();
        self.node(self.tree.root, &mut keys, &mut queries)
    }

    fn node(&mut self, node: usize, keys: &mut [u32], queries: &mut [u32]) -> Result<(), Stop> {
        if keys.is_empty() || queries.is_empty() {
            return Ok(());
        }
        match self.tree.nodes[node] {
            Node::Leaf(leaf) => self.leaf(leaf, keys, queries),
            Node::Split { .. } if keys.len() * queries.len() <= FEW => self.few(node, keys, queries),
            Node::Split { sign, less, equal, greater } => {
                self.sort(sign, keys, queries);
                self.groups(sign, equal, keys, queries)?;
                // Where the query's number is greater, the keys lie below it.
                self.side(sign, greater, Where::Below, keys, queries)?;
                self.sort(sign, keys, queries);
                self.side(sign, less, Where::Above, keys, queries)
            }
        }
    }

    fn sort(&self, sign: usize, keys: &mut [u32], queries: &mut [u32]) {
        keys.sort_unstable_by_key(|&key| (self.key_places[sign][key as usize], key));
        queries.sort_unstable_by_key(|&query| (self.query_places[sign][query as usize], query));
    }

    /// Keys and queries of one place; both are sorted, and stay so.
    fn groups(
        &mut self,
        sign: usize,
        node: usize,
        mut keys: &mut [u32],
        mut queries: &mut [u32],
    ) -> Result<(), Stop> {
        while let (Some(&key), Some(&query)) = (keys.first(), queries.first()) {
            let (at, asked) = (self.key_places[sign][key as usize], self.query_places[sign][query as usize]);
            let place = at.max(asked);
            let skip = keys.partition_point(|&k| self.key_places[sign][k as usize] < place);
            keys = &mut keys[skip..];
            let skip = queries.partition_point(|&q| self.query_places[sign][q as usize] < place);
            queries = &mut queries[skip..];
            let own = keys.partition_point(|&k| self.key_places[sign][k as usize] == place);
            let asking = queries.partition_point(|&q| self.query_places[sign][q as usize] == place);
            let (group, rest) = keys.split_at_mut(own);
            let (asks, others) = queries.split_at_mut(asking);
            self.node(node, group, asks)?;
            (keys, queries) = (rest, others);
        }
        Ok(())
    }

    /// Keys on one side of each query; both are sorted.
    fn side(
        &mut self,
        sign: usize,
        node: usize,
        side: Where,
        keys: &mut [u32],
        queries: &mut [u32],
    ) -> Result<(), Stop> {
        if let Node::Leaf(leaf) = self.tree.nodes[node]
            && let Worth::Apart { .. } = self.worth[leaf]
        {
            return self.walk(sign, leaf, side, keys, queries);
        }
        let places = keys.iter().map(|&k| self.key_places[sign][k as usize]);
        let asked = queries.iter().map(|&q| self.query_places[sign][q as usize]);
        let Some((low, high)) = places.chain(asked).fold(None, |range, place| match range {
            None => Some((place, place)),
            Some((low, high)) => Some((place.min(low), place.max(high))),
        }) else {
            return Ok(());
        };
        self.halves(sign, node, side, (low, high + 1), keys, queries)
    }

    /// The same for places from `low` on and below `high`.
    fn halves(
        &mut self,
        sign: usize,
        node: usize,
        side: Where,
        (low, high): (u32, u32),
        keys: &mut [u32],
        queries: &mut [u32],
    ) -> Result<(), Stop> {
        if keys.is_empty() || queries.is_empty() || high - low < 2 {
            return Ok(());
        }
        let middle = low + (high - low) / 2;
        let lower_keys = keys.partition_point(|&k| self.key_places[sign][k as usize] < middle);
        let lower_queries = queries.partition_point(|&q| self.query_places[sign][q as usize] < middle);
        let (lower, upper) = keys.split_at_mut(lower_keys);
        let (asks_lower, asks_upper) = queries.split_at_mut(lower_queries);
        self.halves(sign, node, side, (low, middle), lower, asks_lower)?;
        self.halves(sign, node, side, (middle, high), upper, asks_upper)?;
        // The halves are done, so that their order is free.
        match side {
            Where::Below => self.node(node, lower, asks_upper),
            Where::Above => self.node(node, upper, asks_lower),
        }
    }

    /// The best of the keys on one side of each query, in one walk along both.
    fn walk(
        &mut self,
        sign: usize,
        leaf: usize,
        side: Where,
        keys: &mut [u32],
        queries: &mut [u32],
    ) -> Result<(), Stop> {
        if side == Where::Above {
            keys.reverse();
            queries.reverse();
        }
        let mut best: Option<Best> = None;
        let mut next = 0;
        for &query in &*queries {
            let asked = self.query_places[sign][query as usize];
            while let Some(&key) = keys.get(next) {
                let place = self.key_places[sign][key as usize];
                if (side == Where::Below && place >= asked) || (side == Where::Above && place <= asked) {
                    break;
                }
                if let Worth::Apart { key: worth, .. } = &self.worth[leaf] {
                    let tally = self.tallies[key as usize];
                    offer(&mut best, worth.at(key), tally, self.pooling, self.meter)?;
                }
                next += 1;
            }
            if let (Some(best), Worth::Apart { query: own, .. }) = (&best, &self.worth[leaf]) {
                let score = self.meter.add(&best.score, own.at(query))?;
                offer(&mut self.best[query as usize], &score, &best.tally, self.pooling, self.meter)?;
            }
        }
        Ok(())
    }

    /// All keys for all queries.
    fn leaf(&mut self, leaf: usize, keys: &[u32], queries: &[u32]) -> Result<(), Stop> {
        let (pooling, meter) = (self.pooling, self.meter);
        match (&self.worth[leaf], &self.tree.leaves[leaf]) {
            (Worth::Apart { key: worth, query: own }, _) => {
                let mut best = None;
                for &key in keys {
                    offer(&mut best, worth.at(key), self.tallies[key as usize], pooling, meter)?;
                }
                if let Some(best) = best {
                    for &query in queries {
                        let score = meter.add(&best.score, own.at(query))?;
                        offer(&mut self.best[query as usize], &score, &best.tally, pooling, meter)?;
                    }
                }
            }
            (Worth::Product { of_query, of_key, key, query: own }, _) => {
                let hull = Hull::new(keys.iter().map(|&k| (of_key.at(k).clone(), key.at(k).clone())));
                let mut known: FxHashMap<(usize, usize), Tally> = FxHashMap::default();
                for &query in queries {
                    let x = of_query.at(query);
                    let corners = hull.best(x);
                    if !known.contains_key(&corners) {
                        let mut tied = hull.keys(corners).into_iter().map(|k| keys[k as usize]);
                        let Some(first) = tied.next() else { continue };
                        let mut tally = self.tallies[first as usize].clone();
                        for key in tied {
                            tally.absorb(self.tallies[key as usize], pooling, meter)?;
                        }
                        known.insert(corners, tally);
                    }
                    let score = meter.add(&hull.score(x, corners.0), own.at(query))?;
                    offer(&mut self.best[query as usize], &score, &known[&corners], pooling, meter)?;
                }
            }
            (Worth::Any(numbers), Leaf::Any(scorer)) => {
                let pairs = keys.len() as u64 * queries.len() as u64;
                self.pairs = self.pairs.checked_sub(pairs).ok_or(Stop::Pairs)?;
                let all = self.best.len();
                let best: Vec<Option<Best>> = queries
                    .par_iter()
                    .with_min_len(BLOCK)
                    .map_init(Vec::new, |scratch, &query| -> Result<Option<Best>, Stop> {
                        let mut best = None;
                        for &key in keys {
                            let score = scorer.pair(numbers, (query, key), all, scratch, meter)?;
                            offer(&mut best, &score, self.tallies[key as usize], pooling, meter)?;
                        }
                        Ok(best)
                    })
                    .collect::<Result<_, Stop>>()?;
                for (&query, best) in queries.iter().zip(best) {
                    if let Some(best) = best {
                        offer(&mut self.best[query as usize], &best.score, &best.tally, pooling, meter)?;
                    }
                }
            }
            // A leaf of that kind always has its numbers.
            (Worth::Any(_), _) => {}
        }
        Ok(())
    }

    /// A few pairs, one by one.
    fn few(&mut self, node: usize, keys: &[u32], queries: &[u32]) -> Result<(), Stop> {
        let (pooling, meter) = (self.pooling, self.meter);
        let all = self.best.len();
        let mut scratch = Vec::new();
        for &query in queries {
            for &key in keys {
                let leaf = self.leaf_of(node, query, key);
                let score = match (&self.worth[leaf], &self.tree.leaves[leaf]) {
                    (Worth::Apart { key: worth, query: own }, _) => {
                        meter.add(worth.at(key), own.at(query))?
                    }
                    (Worth::Product { of_query, of_key, key: worth, query: own }, _) => {
                        let product = meter.mul(of_query.at(query), of_key.at(key))?;
                        meter.add(&product, &meter.add(worth.at(key), own.at(query))?)?
                    }
                    (Worth::Any(numbers), Leaf::Any(scorer)) => {
                        scorer.pair(numbers, (query, key), all, &mut scratch, meter)?
                    }
                    (Worth::Any(_), _) => continue,
                };
                let tally = self.tallies[key as usize];
                offer(&mut self.best[query as usize], &score, tally, pooling, meter)?;
            }
        }
        Ok(())
    }

    /// The leaf that says what a key is worth to a query.
    fn leaf_of(&self, mut node: usize, query: u32, key: u32) -> usize {
        loop {
            match self.tree.nodes[node] {
                Node::Leaf(leaf) => return leaf,
                Node::Split { sign, less, equal, greater } => {
                    let asked = self.query_places[sign][query as usize];
                    node = match asked.cmp(&self.key_places[sign][key as usize]) {
                        std::cmp::Ordering::Less => less,
                        std::cmp::Ordering::Equal => equal,
                        std::cmp::Ordering::Greater => greater,
                    };
                }
            }
        }
    }
}

impl Scorer {
    /// The score of a pair; `queries` is the number of rows of queries.
    fn pair(
        &self,
        numbers: &[Num],
        (query, key): (u32, u32),
        queries: usize,
        scratch: &mut Vec<Num>,
        meter: &Meter,
    ) -> Result<Num, RunErrorKind> {
        let of_key = self.variables.len() - self.queries;
        let asks = query as usize * self.queries;
        let asked = queries * self.queries + key as usize * of_key;
        scratch.clear();
        scratch.extend_from_slice(&numbers[asks..asks + self.queries]);
        scratch.extend_from_slice(&numbers[asked..asked + of_key]);
        self.program.finish(scratch, meter)
    }
}
