//! The table that finds an equal gate: open addressing over one array of words.
//!
//! A word is a gate's number, and above it as many bits of the gate's hash as are left. So a look costs one line of
//! memory, and another only where the bits agree; a gate takes 6 to 12 bytes. The hashes themselves are not kept:
//! when the table grows it is let go first and made anew from the gates, in their order, so that two tables never stand
//! beside each other.

use circ_runtime::{Gate, GateId, Gates};

use super::hash::{hash_constant, hash_operands};

/// The words of the smallest table.
const LEAST: usize = 64;

/// Every gate but the inputs, found by what it is.
#[derive(Default)]
pub(super) struct Shared {
    /// As many as a power of two. 0 where free, else the number of a gate and 1, below bits of its hash.
    words: Vec<u32>,
    /// The low bits of a word, which have the number.
    numbers: u32,
    count: usize,
}

/// A free place for a gate that was not found.
pub(super) struct Free {
    at: usize,
    tag: u32,
}

impl Shared {
    /// The gate with this hash that is the same, or the place to put it. `gates` are all gates so far.
    #[inline]
    pub(super) fn find(
        &mut self,
        gates: &Gates,
        hash: u64,
        same: impl Fn(GateId) -> bool,
    ) -> Result<GateId, Free> {
        // At most seven of ten words are taken, and the next number must fit.
        if self.count * 10 >= self.words.len() * 7 || gates.len() >= self.numbers as usize {
            self.grow(gates);
        }
        let mask = self.words.len() - 1;
        let tag = self.tag(hash);
        let mut at = hash as usize & mask;
        loop {
            let word = self.words[at];
            if word == 0 {
                return Err(Free { at, tag });
            }
            if word & !self.numbers == tag {
                let id = GateId((word & self.numbers) - 1);
                if same(id) {
                    return Ok(id);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts a gate where none was found.
    #[inline]
    pub(super) fn insert(&mut self, free: &Free, id: GateId) {
        self.words[free.at] = free.tag | (id.0 + 1);
        self.count += 1;
    }

    /// The bits of a hash that stand above a number: from the top, as those below say the place.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & !self.numbers
    }

    /// Makes room for more gates, and for longer numbers.
    #[cold]
    fn grow(&mut self, gates: &Gates) {
        let mut size = self.words.len().max(LEAST);
        while self.count * 2 >= size {
            size *= 2;
        }
        self.words = Vec::new();
        self.words = vec![0; size];
        // Inputs take numbers and no words, so there is room for some of them.
        let most = (gates.len() + size).next_power_of_two() - 1;
        self.numbers = u32::try_from(most).unwrap_or(u32::MAX);
        let mask = size - 1;
        for id in gates.ids() {
            let hash = match gates.gate(id) {
                Gate::Input(_) => continue,
                Gate::Const(value) => hash_constant(value),
                Gate::Add(_) | Gate::Mul(_) | Gate::Sign(_) => {
                    hash_operands(gates.op(id), gates.operands(id))
                }
            };
            let mut at = hash as usize & mask;
            while self.words[at] != 0 {
                at = (at + 1) & mask;
            }
            self.words[at] = self.tag(hash) | (id.0 + 1);
        }
    }
}
