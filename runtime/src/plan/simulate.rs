//! Round by round, for programs that do not settle: as the literal engine, but heads with static selections
//! keep them, and queries that share a pool share what is pooled.

use super::settle::Selectors;
use crate::limits::{Limits, Meter, RunError, RunErrorKind};
use crate::literal::{allow_pairs, allow_updates, attend, outputs, pool, run, values};
use crate::number::Num;
use crate::transformer::{Pooling, Transformer};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The values of the outputs after all rounds.
pub(super) fn simulate(
    t: &Transformer,
    mut selectors: Selectors<'_>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    allow_pairs(t, selectors.iter().flatten().filter(|selector| selector.is_none()).count(), limits)?;
    allow_updates(t, limits)?;
    t.validate_numbers().map_err(RunErrorKind::Program)?;
    let mut meter = Meter::new(limits);
    let mut state: Vec<Vec<Num>> = (0..t.sequence.len).map(|i| t.sequence.vector(i)).collect();
    for round in 0..t.repeat {
        let mut changed = false;
        for (l, layer) in t.layers.iter().enumerate() {
            progress(round * t.layers.len() as u64 + l as u64, t.depth());
            let mut inputs = state.clone();
            for (head, selector) in layer.heads.iter().zip(&mut selectors[l]) {
                let values = values(head, &state, &meter)?;
                let mut shared: FxHashMap<u32, Vec<Num>> = FxHashMap::default();
                for (i, query) in state.iter().enumerate() {
                    let Some(selector) = selector else {
                        let (keys, _) = attend(head, query, &state, &meter)?;
                        inputs[i].extend(pool(head.pooling, &keys, &values, &meter)?);
                        continue;
                    };
                    let id = selector.pool(i);
                    let pooled = match shared.entry(id) {
                        Entry::Occupied(entry) => entry.into_mut(),
                        // The selector has left only the first or last key where only that is pooled.
                        Entry::Vacant(entry) => {
                            let keys: Vec<u32> = selector.keys(id).iter().collect();
                            entry.insert(pool(Pooling::Average, &keys, &values, &meter)?)
                        }
                    };
                    inputs[i].extend_from_slice(pooled);
                }
            }
            meter.release();
            for (vector, input) in state.iter_mut().zip(&inputs) {
                let next = run(&layer.activation, input, &meter)?;
                next.iter().try_for_each(|value| meter.keep(value))?;
                changed |= *vector != next;
                *vector = next;
            }
        }
        if !changed {
            // Every later round would be this one again.
            break;
        }
    }
    Ok(outputs(t, |i, c| state[i][c].clone()))
}
