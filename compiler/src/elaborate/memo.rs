//! Equal calls share one circuit: what was built for a family, its sizes, its types and its argument gates.
//!
//! A deep recursion makes many calls with long arguments, so keys lie flat in one array of words, gates that are
//! numbered in a row take two words, and the table holds hashes.

use circ_runtime::GateId;
use hashbrown::HashTable;
use smallvec::SmallVec;

use super::cells::Cells;
use super::value::{Cell, Sizes, Value};
use crate::program::FamilyId;
use crate::simplify::hash_words;
use crate::types::Scalar;

/// What calls gave.
#[derive(Default)]
pub(super) struct Memo {
    words: Vec<u32>,
    entries: Vec<Entry>,
    table: HashTable<(u32, u32)>,
}

struct Entry {
    start: usize,
    length: u32,
    value: Value,
}

/// A key that was not found: its words are kept for [`Memo::insert`].
pub(super) struct Missing {
    hash: u32,
    start: usize,
    length: u32,
}

impl Memo {
    /// What the call with this key gave, or a place to put it.
    pub(super) fn find(&mut self, key: &Key) -> Result<Value, Missing> {
        let words = key.words.as_slice();
        let hash = hash_words(0, words.iter().copied()) as u32;
        let same = |(known, at): &(u32, u32)| {
            let entry = &self.entries[*at as usize];
            *known == hash && self.words[entry.start..][..entry.length as usize] == *words
        };
        if let Some((_, at)) = self.table.find(spread(hash), same) {
            return Ok(self.entries[*at as usize].value.clone());
        }
        let start = self.words.len();
        self.words.extend_from_slice(words);
        Err(Missing { hash, start, length: words.len() as u32 })
    }

    /// Keeps what a call gave.
    pub(super) fn insert(&mut self, place: &Missing, value: Value) {
        let at = self.entries.len() as u32;
        self.entries.push(Entry { start: place.start, length: place.length, value });
        self.table.insert_unique(spread(place.hash), (place.hash, at), |(hash, _)| spread(*hash));
    }
}

/// The table looks at the top bits and at the lowest ones, so a kept hash is spread over all.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// What equal calls agree in: the family, its sizes and types, the shapes and the wires of the arguments.
pub(super) struct Key {
    words: SmallVec<[u32; 24]>,
    looked_at: usize,
}

impl Key {
    /// The key of a call.
    pub(super) fn of(family: FamilyId, sizes: &Sizes, generics: &[Scalar], values: &[Value]) -> Key {
        let mut words = SmallVec::new();
        words.push(family.0);
        for size in sizes {
            words.extend([*size as u32, (*size >> 32) as u32]);
        }
        for scalar in generics {
            words.extend(match scalar {
                Scalar::Alphabet(id) => [1, id.0],
                Scalar::Bool => [2, 0],
                _ => [0, 0],
            });
        }
        let mut looked_at = words.len();
        for value in values {
            words.extend(value.shape().iter().map(|dim| *dim as u32));
            looked_at += value.shape().len();
            match value {
                Value::Scalar(Cell::Wire(gate)) => {
                    words.push(gate.0);
                    looked_at += 1;
                }
                Value::Array(array) => looked_at += push_wires(&mut words, &array.cells),
                Value::Scalar(Cell::Static(_)) | Value::Tuple(_) => {}
            }
        }
        Key { words, looked_at }
    }

    /// How many sizes, types and elements there are.
    pub(super) fn looked_at(&self) -> u64 {
        self.looked_at as u64
    }
}

impl Extend<u32> for Key {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, words: I) {
        let before = self.words.len();
        self.words.extend(words);
        self.looked_at += self.words.len() - before;
    }
}

/// The wires of an array, whose shape is told: the first one where all are numbered in a row, else each. Gives how many
/// there are.
fn push_wires(words: &mut SmallVec<[u32; 24]>, cells: &Cells) -> usize {
    const ROW: u32 = 0;
    const EACH: u32 = 1;
    let gathered: Vec<GateId>;
    let wires = match cells {
        Cells::Wires(wires) => wires,
        Cells::Mixed(cells) => {
            gathered = cells.iter().filter_map(Cell::wire).collect();
            &gathered
        }
    };
    let in_a_row = |pair: &[GateId]| pair[1].0 == pair[0].0.wrapping_add(1);
    match wires.first() {
        Some(first) if wires.windows(2).all(in_a_row) => words.extend([ROW, first.0]),
        _ => {
            words.push(EACH);
            words.extend(wires.iter().map(|gate| gate.0));
        }
    }
    wires.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(cells: Cells) -> Key {
        Key::of(FamilyId(3), &Sizes::new(), &[], &[Value::array([cells.len()].as_slice().into(), cells)])
    }

    #[test]
    fn keys_are_equal_where_the_gates_are() {
        let lists: [&[u32]; 6] = [&[], &[0], &[0, 1, 2], &[0, 2, 1], &[0, 1, 3], &[1, 2, 3]];
        for (a, b) in lists.iter().flat_map(|a| lists.iter().map(move |b| (a, b))) {
            let column = key(Cells::Wires(a.iter().map(|gate| GateId(*gate)).collect()));
            let list = key(Cells::Mixed(b.iter().map(|gate| Cell::Wire(GateId(*gate))).collect()));
            assert_eq!(column.words == list.words, a == b, "{a:?} {b:?}");
            // The family, the length, the elements.
            assert_eq!(column.looked_at(), 2 + a.len() as u64);
        }
    }
}
