//! Numbers that keys only pass on, each from one position of its own.
//!
//! The positions are anywhere, so what is known of them is rarely at hand: the loops here are short, so that the
//! processor asks for many at once.

use super::State;
use crate::plan::select::{Keys, Lookup};

/// How keys of one class get the number that is taken from them.
pub(super) struct Passage<'s> {
    /// From where each key has it.
    pub(super) lookup: Lookup<'s>,
    /// What is known of the numbers there.
    pub(super) states: &'s [u64],
    /// What the key makes of it; 0 where it passes it on.
    pub(super) form: u32,
}

impl Passage<'_> {
    /// Appends the steps of the numbers that the keys have, and gives the latest round in which one of them
    /// settles; `None` where one has no step yet, and then what is appended is of no use.
    #[inline]
    pub(super) fn steps(&self, keys: Keys<'_>, steps: &mut Vec<u32>) -> Option<u32> {
        // Of all words, without a branch for each.
        let (mut latest, mut least) = (0, u32::MAX);
        let mut step = |state: Option<&u64>| {
            let word = state.copied().unwrap_or_default();
            latest = latest.max(word);
            least = least.min(word as u32);
            State(word).low_step()
        };
        match (keys, self.lookup.row()) {
            (Keys::Row { first, len }, Some((low, row))) => {
                let states = self.states.get(row.start as usize..row.end as usize)?;
                let queries = &self.lookup.queries()[first as usize..][..len as usize];
                // Below the first one this is far above the last.
                let place = |&query: &i32| (i64::from(query) - low) as usize;
                steps.extend(queries.iter().map(|query| step(states.get(place(query)))));
            }
            _ => {
                for key in keys.iter() {
                    let from = self.lookup.only_key(key as usize)?;
                    steps.push(step(self.states.get(from as usize)));
                }
            }
        }
        State(u64::from(least)).step()?;
        Some(State(latest).round())
    }
}
