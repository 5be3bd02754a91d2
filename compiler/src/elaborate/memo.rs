//! Equal calls share one circuit: what was built for a family, its sizes, its types and its argument gates.
//!
//! A deep recursion makes many calls with long arguments, so keys lie flat in one array of words, and the table
//! holds their hashes.

use hashbrown::HashTable;

use super::value::Value;
use crate::simplify::hash_words;

/// What calls gave.
#[derive(Default)]
pub(super) struct Memo {
    words: Vec<u32>,
    entries: Vec<Entry>,
    table: HashTable<(u32, u32)>,
}

struct Entry {
    start: usize,
    end: usize,
    value: Value,
}

/// A key that was not found: its words are kept for [`Memo::insert`].
pub(super) struct Missing {
    hash: u32,
    start: usize,
    end: usize,
}

impl Memo {
    /// What the call with this key gave, or a place to put it.
    pub(super) fn find(&mut self, key: &[u32]) -> Result<Value, Missing> {
        let hash = hash_words(0, key.iter().copied()) as u32;
        let same = |(known, at): &(u32, u32)| {
            let entry = &self.entries[*at as usize];
            *known == hash && self.words[entry.start..entry.end] == *key
        };
        if let Some((_, at)) = self.table.find(spread(hash), same) {
            return Ok(self.entries[*at as usize].value.clone());
        }
        let start = self.words.len();
        self.words.extend_from_slice(key);
        Err(Missing { hash, start, end: self.words.len() })
    }

    /// Keeps what a call gave.
    pub(super) fn insert(&mut self, place: &Missing, value: Value) {
        let at = self.entries.len() as u32;
        self.entries.push(Entry { start: place.start, end: place.end, value });
        self.table.insert_unique(spread(place.hash), (place.hash, at), |(hash, _)| spread(*hash));
    }
}

/// The table looks at the top bits and at the lowest ones, so a kept hash is spread over all.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
