//! Round by round, for programs that do not settle: as the literal engine, but heads with static selections keep
//! them, the others find theirs by the form of their scores, and queries that select the same keys share what is
//! pooled.

use super::compiled::Compiled;
use super::recognise::value_circuit;
use super::scores::Score;
use super::select::Selector;
use super::settle::Selectors;
use crate::limits::{Limits, Meter, RunError, RunErrorKind};
use crate::literal::{allow_updates, outputs, pool};
use crate::number::Num;
use crate::transformer::{Pooling, Transformer};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The values of the outputs after all rounds.
pub(super) fn simulate(
    t: &Transformer,
    selectors: Selectors<'_>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    let mut run = Simulation::new(t, selectors, limits)?;
    for round in 0..t.repeat {
        let mut changed = false;
        for l in 0..t.layers.len() {
            progress(round * t.layers.len() as u64 + l as u64, t.depth());
            changed |= run.step()?;
        }
        if !changed {
            // Every later round would be this one again.
            break;
        }
    }
    Ok(outputs(t, |i, c| run.state[i][c].clone()))
}

/// A run, layer by layer.
#[derive(Debug)]
pub(crate) struct Simulation<'a> {
    t: &'a Transformer,
    layers: Vec<Parts<'a>>,
    limits: Limits,
    meter: Meter,
    /// Pairs that may yet be scored one by one.
    pairs: u64,
    state: Vec<Vec<Num>>,
    /// The layer of the list that comes next.
    next: usize,
}

/// A layer, made to be run at many positions.
#[derive(Debug)]
struct Parts<'a> {
    /// What each head takes, and how it selects.
    heads: Vec<(Compiled, Selection<'a>)>,
    activation: Compiled,
}

/// How a head selects.
#[derive(Debug)]
pub(super) enum Selection<'a> {
    /// The same in every round.
    Static(Selector<'a>),
    /// By numbers that change.
    Score(Score),
}

impl<'a> Simulation<'a> {
    /// Before the first layer.
    pub(super) fn new(
        t: &'a Transformer,
        selectors: Selectors<'a>,
        limits: &Limits,
    ) -> Result<Simulation<'a>, RunError> {
        allow_updates(t, limits)?;
        t.validate_numbers().map_err(RunErrorKind::Program)?;
        let state = (0..t.sequence.len).map(|i| t.sequence.vector(i)).collect();
        let layers = t.layers.iter().zip(selectors).map(|(layer, selectors)| {
            let heads = layer.heads.iter().zip(selectors).map(|(head, selector)| {
                let selection = match selector {
                    Some(selector) => Selection::Static(selector),
                    None => Selection::Score(Score::new(head, t.dim)),
                };
                (Compiled::new(value_circuit(&head.value)), selection)
            });
            Parts { heads: heads.collect(), activation: Compiled::new(layer.activation.clone()) }
        });
        Ok(Simulation {
            t,
            layers: layers.collect(),
            limits: *limits,
            meter: Meter::new(limits),
            pairs: limits.max_pairs,
            state,
            next: 0,
        })
    }

    /// The vectors of all positions.
    pub(crate) fn state(&self) -> &[Vec<Num>] {
        &self.state
    }

    /// How the heads of a layer find their keys; of those whose numbers change, in the run of it that was last.
    pub(super) fn selections(&self, layer: usize) -> impl Iterator<Item = &Selection<'a>> {
        self.layers[layer].heads.iter().map(|(_, selection)| selection)
    }

    /// Runs a layer, and says whether it changed anything.
    pub(crate) fn step(&mut self) -> Result<bool, RunErrorKind> {
        let (t, state, meter) = (self.t, &mut self.state, &mut self.meter);
        let mut inputs = state.clone();
        let mut scratch = Vec::new();
        let parts = &mut self.layers[self.next];
        for (head, (value, selection)) in t.layers[self.next].heads.iter().zip(&mut parts.heads) {
            let values: Vec<Vec<Num>> = state
                .iter()
                .map(|vector| value.run(|i| &vector[i], &mut scratch, meter))
                .collect::<Result<_, _>>()?;
            match selection {
                Selection::Score(score) => {
                    let pools = score.pools(head, state, &values, &self.limits, &mut self.pairs)?;
                    let pools = pools.ok_or_else(|| too_many_pairs(t, &self.limits))?;
                    inputs.iter_mut().enumerate().for_each(|(i, input)| input.extend_from_slice(pools.at(i)));
                }
                Selection::Static(selector) => {
                    let mut shared: FxHashMap<u32, Vec<Num>> = FxHashMap::default();
                    for (i, input) in inputs.iter_mut().enumerate() {
                        let id = selector.pool(i);
                        let pooled = match shared.entry(id) {
                            Entry::Occupied(entry) => entry.into_mut(),
                            // The selector has left only the first or last key where only that is pooled.
                            Entry::Vacant(entry) => {
                                let keys: Vec<u32> = selector.keys(id).iter().collect();
                                entry.insert(pool(Pooling::Average, &keys, &values, meter)?)
                            }
                        };
                        input.extend_from_slice(pooled);
                    }
                }
            }
        }
        meter.release();
        let mut changed = false;
        for (vector, input) in state.iter_mut().zip(&inputs) {
            let next = parts.activation.run(|i| &input[i], &mut scratch, meter)?;
            next.iter().try_for_each(|value| meter.keep(value))?;
            changed |= *vector != next;
            *vector = next;
        }
        self.next = (self.next + 1) % t.layers.len();
        Ok(changed)
    }
}

/// More pairs than are allowed have to be scored one by one.
fn too_many_pairs(t: &Transformer, limits: &Limits) -> RunErrorKind {
    let heads = t.layers.iter().map(|layer| layer.heads.len()).sum();
    let (positions, repeat, max_pairs) = (t.sequence.len, t.repeat, limits.max_pairs);
    RunErrorKind::TooManyPairs { positions, heads, repeat, max_pairs }
}
