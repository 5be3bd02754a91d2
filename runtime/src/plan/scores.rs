//! Heads whose scores look at numbers that change: which keys each query selects in one layer, without scoring every
//! pair.
//!
//! `form` writes a score as a polynomial in numbers of either side and signs of their differences, `tree` goes by
//! these signs, and `solve` finds the best keys along the tree. What is the same everywhere, and what takes few values
//! (as the flag of a sentinel), is put in first. Queries and keys that the score does not tell apart count once. A
//! score that has no such form, and one with numbers that grow long, is taken to the letter, for each query and key
//! that it does tell apart.

pub(super) mod form;
mod layer;
mod rows;
mod solve;
mod tally;
mod tree;

use super::compiled::Compiled;
use super::polynomial::{Poly, small_meter, support};
use super::recognise::score_circuit;
use crate::limits::{Limits, Meter, RunErrorKind};
use crate::literal::attend;
use crate::number::Num;
use crate::transformer::Head;
use form::{Form, Side, Sign};
use layer::Layer;
use rayon::prelude::*;
use rows::{Column, Rows};
use rustc_hash::FxHashMap;
use solve::{Solver, Stop};
use tally::{Best, Tally};
use tree::{Leaf, Node, Tree};

/// Digits up to which numbers of a score are taken together with others.
const MAX_DIGITS: u64 = 10_000;

/// A score as it is looked at in every layer that runs it.
#[derive(Debug)]
pub(super) struct Score {
    /// `None` where it does not come out short.
    form: Option<Form>,
    /// The atoms of the form, as a component of one vector.
    atoms: Compiled,
    dim: usize,
    /// The coordinates of the query, and of the key, that it reads.
    reads: [Vec<u32>; 2],
    /// What there was to see in the layer that ran last.
    seen: Seen,
}

/// How the keys of one layer were found.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Rows of queries and of keys that the score tells apart.
    pub(super) rows: [usize; 2],
    /// The differences that it went by; whether it is all one on which side of the query a key lies.
    pub(super) differences: Vec<(usize, bool)>,
    /// The products of a number of the query and one of the key.
    pub(super) products: Vec<(Poly, Poly)>,
    /// Whether some pairs were scored one by one.
    pub(super) scanned: bool,
    /// Whether that was to the letter.
    pub(super) letter: bool,
    /// Whether all keys were worth the same to a query.
    pub(super) alike: bool,
}

/// What a head gives to every query.
#[derive(Debug)]
pub(super) struct Pools {
    /// By position.
    of: Vec<u32>,
    pooled: Vec<Vec<Num>>,
}

impl Pools {
    /// What is pooled for the query at position `i`.
    pub(super) fn at(&self, i: usize) -> &[Num] {
        &self.pooled[self.of[i] as usize]
    }
}

impl Score {
    /// The score of a head on vectors of `dim` numbers.
    pub(super) fn new(head: &Head, dim: usize) -> Score {
        let mut component = score_circuit(&head.score);
        let form = Form::of(&component, dim);
        let (query, key) = support(&component, &[0]).into_iter().partition(|&v| (v as usize) < dim);
        let key: Vec<u32> = key;
        component.outputs = form.as_ref().map_or_else(Vec::new, Form::gates);
        let reads = [query, key.into_iter().map(|v| v - dim as u32).collect()];
        Score { form, atoms: Compiled::new(component), dim, reads, seen: Seen::default() }
    }

    /// How the keys were found in the layer that ran last.
    pub(super) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The form, where the score has one.
    pub(super) fn form(&self) -> Option<&Form> {
        self.form.as_ref()
    }

    /// What the head gives to every query. `pairs` is how many may yet be scored one by one.
    ///
    /// # Errors
    /// Those of the same to the letter; `None` where there are more pairs.
    pub(super) fn pools(
        &mut self,
        head: &Head,
        state: &[Vec<Num>],
        values: &[Vec<Num>],
        limits: &Limits,
        pairs: &mut u64,
    ) -> Result<Option<Pools>, RunErrorKind> {
        if let Some(form) = &self.form {
            match self.solve(form, head, state, values, pairs) {
                Ok((pools, seen)) => {
                    self.seen = seen;
                    return Ok(Some(pools));
                }
                Err(Stop::Pairs) => return Ok(None),
                Err(Stop::Long) => {}
            }
        }
        self.letter(head, state, values, limits, pairs)
    }

    fn solve(
        &self,
        form: &Form,
        head: &Head,
        state: &[Vec<Num>],
        values: &[Vec<Num>],
        pairs: &mut u64,
    ) -> Result<(Pools, Seen), Stop> {
        let meter = Meter::new(&Limits { max_digits: MAX_DIGITS, ..Limits::default() });
        let mut atoms = Vec::new();
        if form.atoms.iter().any(|atom| atom.slot.is_some()) {
            let mut scratch = Vec::new();
            for vector in state {
                atoms.push(self.atoms.run(|i| &vector[i % self.dim], &mut scratch, &meter)?);
            }
        }
        let layer = Layer { form, state, atoms, meter };
        // What is the same everywhere is no variable.
        let mut result = form.result.clone();
        let mut columns: FxHashMap<u32, Column> = FxHashMap::default();
        for v in form.reads() {
            let column = Column::of((0..state.len()).map(|i| layer.number(v, i)));
            if let [only] = column.values.as_slice() {
                result = form.with(&result, v, only, &small_meter()).ok_or(Stop::Long)?;
            }
            columns.insert(v, column);
        }
        let signs: Vec<usize> = form.signs_in(&result);
        let mut places = FxHashMap::default();
        for &k in &signs {
            if let Sign::Difference { query, key } = &form.signs[k] {
                places.insert(k, layer.places(query, key)?);
            }
        }
        // Numbers in signs that are no differences tell rows apart as well.
        let reads = form.reads_of(&result);
        let rows = |side: Side, which: usize| {
            let mut rows = Rows::all(state.len());
            signs.iter().filter_map(|k| places.get(k)).for_each(|places| rows.split(&places[which]));
            let own = reads.iter().filter(|v| form.side(**v) == side || form.side(**v) == Side::Neither);
            own.for_each(|v| rows.split(&columns[v].of));
            rows
        };
        let (queries, keys) = (rows(Side::Query, 0), rows(Side::Key, 1));
        let mut tallies: Vec<Option<Tally>> = vec![None; keys.first.len()];
        for (j, (&row, values)) in keys.of.iter().zip(values).enumerate() {
            let own = Tally::of(j as u32, values, head.pooling);
            match &mut tallies[row as usize] {
                Some(tally) => tally.absorb(&own, head.pooling, &layer.meter)?,
                none => *none = Some(own),
            }
        }
        let tallies: Vec<Tally> = tallies.into_iter().flatten().collect();
        let mut best: Vec<Option<Best>> = vec![None; queries.first.len()];
        let (of_key, of_query) = form.apart_variables(&result);
        let key_classes = keys.classes(&of_key, &columns);
        let query_classes = queries.classes(&of_query, &columns);
        let rows = [queries.first.len(), keys.first.len()];
        let mut seen = Seen { rows, alike: key_classes.len() == 1, ..Seen::default() };
        for class in &query_classes {
            for others in &key_classes {
                let mut poly = result.clone();
                for (v, value) in class.known.iter().chain(&others.known) {
                    poly = form.with(&poly, *v, value, &small_meter()).ok_or(Stop::Long)?;
                }
                let tree = Tree::of(form, &poly);
                seen.look(&tree);
                let position = |rows: &Rows, row: u32| rows.first[row as usize] as usize;
                let at_queries: Vec<usize> = class.rows.iter().map(|&row| position(&queries, row)).collect();
                let at_keys: Vec<usize> = others.rows.iter().map(|&row| position(&keys, row)).collect();
                let worth = tree.leaves.iter().map(|leaf| layer.worth(leaf, &at_queries, &at_keys));
                let worth = worth.collect::<Result<_, Stop>>()?;
                let of = |which: usize, positions: &[usize]| {
                    let of_sign = |k: usize| {
                        places.get(&k).map_or_else(Vec::new, |places: &[Vec<u32>; 2]| {
                            positions.iter().map(|&i| places[which][i]).collect()
                        })
                    };
                    (0..form.signs.len()).map(of_sign).collect()
                };
                let mut solver = Solver {
                    tree: &tree,
                    worth,
                    query_places: of(0, &at_queries),
                    key_places: of(1, &at_keys),
                    tallies: others.rows.iter().map(|&row| &tallies[row as usize]).collect(),
                    best: class.rows.iter().map(|&row| best[row as usize].take()).collect(),
                    pooling: head.pooling,
                    meter: &layer.meter,
                    pairs: *pairs,
                };
                solver.solve()?;
                *pairs = solver.pairs;
                for (&row, found) in class.rows.iter().zip(solver.best) {
                    best[row as usize] = found;
                }
            }
        }
        let pooled = best.into_iter().flatten().map(|best| best.tally.pooled(head.pooling, values));
        Ok((Pools { pooled: pooled.collect(), of: queries.of }, seen))
    }

    /// The same to the letter, but for each query and key that the score tells apart.
    fn letter(
        &mut self,
        head: &Head,
        state: &[Vec<Num>],
        values: &[Vec<Num>],
        limits: &Limits,
        pairs: &mut u64,
    ) -> Result<Option<Pools>, RunErrorKind> {
        let meter = Meter::new(limits);
        let rows = |reads: &[u32]| {
            let mut rows = Rows::all(state.len());
            for &c in reads {
                rows.split(&Column::of(state.iter().map(|vector| vector[c as usize].clone())).of);
            }
            rows
        };
        let (queries, keys) = (rows(&self.reads[0]), rows(&self.reads[1]));
        let rows = [queries.first.len(), keys.first.len()];
        self.seen = Seen { rows, scanned: true, letter: true, ..Seen::default() };
        let scored = queries.first.len() as u64 * keys.first.len() as u64;
        let Some(rest) = pairs.checked_sub(scored) else { return Ok(None) };
        *pairs = rest;
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); keys.first.len()];
        keys.of.iter().enumerate().for_each(|(j, &row)| members[row as usize].push(j as u32));
        let vectors: Vec<Vec<Num>> = keys.first.iter().map(|&j| state[j as usize].clone()).collect();
        let pool = |&query: &u32| {
            let (tied, _) = attend(head, &state[query as usize], &vectors, &meter)?;
            let mut tied: Vec<u32> =
                tied.iter().flat_map(|&row| members[row as usize].iter().copied()).collect();
            tied.sort_unstable();
            crate::literal::pool(head.pooling, &tied, values, &meter)
        };
        let pooled = queries.first.par_iter().map(pool).collect::<Result<_, RunErrorKind>>()?;
        Ok(Some(Pools { of: queries.of, pooled }))
    }
}

impl Seen {
    /// Takes in what a tree goes by.
    fn look(&mut self, tree: &Tree) {
        for node in &tree.nodes {
            if let Node::Split { sign, less, greater, .. } = *node {
                let either = less == greater;
                match self.differences.iter_mut().find(|(known, _)| *known == sign) {
                    Some((_, both)) => *both &= either,
                    None => self.differences.push((sign, either)),
                }
            }
        }
        for leaf in &tree.leaves {
            match leaf {
                Leaf::Apart { key, .. } => self.alike &= key.as_constant().is_some(),
                Leaf::Product { factors, .. } if self.products.contains(factors) => {}
                Leaf::Product { factors, .. } => self.products.push((**factors).clone()),
                Leaf::Any(_) => self.scanned = true,
            }
        }
        self.alike &= tree.nodes.len() == 1 && self.products.is_empty() && !self.scanned;
    }
}
