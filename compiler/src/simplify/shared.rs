//! The table that finds an equal gate: many small tables of numbers, each near in time.
//!
//! Gates that are built one after another mostly read what was built just before, so a gate lies in the table of the block
//! of gates to which the latest that it reads belongs: what is looked at lies together, and growing means a small copy.
//! A table is open addressing over words: a gate's number, and above it as many bits of its hash as are left. A gate takes
//! 6 to 12 bytes; hashes are not kept, but computed again from the gate when its table grows.

use circ_runtime::{Gate, GateId, Gates, Num, Op};

use super::hash::{hash_constant, hash_operands};

/// How many gates belong to a block, as a power of two.
const BLOCK: u32 = 8;

/// The words of the smallest table.
const LEAST: usize = 1 << BLOCK;

/// Every gate but the inputs, found by what it is.
#[derive(Default)]
pub(super) struct Shared {
    constants: Table,
    /// By the block of the gate that `nearest` says.
    blocks: Vec<Table>,
}

/// A free place for a gate that was not found.
pub(super) struct Free {
    block: Option<usize>,
    at: usize,
    tag: u32,
}

impl Shared {
    /// The constant with this value, or the place to put it. `gates` are all gates so far.
    pub(super) fn constant(&mut self, gates: &Gates, value: &Num) -> Result<GateId, Free> {
        let same = |id| constant(gates, id) == Some(value);
        let found = self.constants.find(gates, hash_constant(value), same);
        found.map_err(|(at, tag)| Free { block: None, at, tag })
    }

    /// The gate of this kind over these operands, of which there is one at the least, or the place to put it.
    #[inline]
    pub(super) fn wired(&mut self, gates: &Gates, op: Op, operands: &[GateId]) -> Result<GateId, Free> {
        let block = nearest(gates, operands).index() >> BLOCK;
        if block >= self.blocks.len() {
            self.blocks.resize_with(block + 1, Table::default);
        }
        let same = |id| gates.op(id) == op && gates.operands(id) == operands;
        let found = self.blocks[block].find(gates, hash_operands(op, operands), same);
        found.map_err(|(at, tag)| Free { block: Some(block), at, tag })
    }

    /// Puts a gate where none was found.
    #[inline]
    pub(super) fn insert(&mut self, free: &Free, id: GateId) {
        let table = match free.block {
            Some(block) => &mut self.blocks[block],
            None => &mut self.constants,
        };
        table.words[free.at] = free.tag | (id.0 + 1);
        table.count += 1;
    }
}

/// The latest of some gates. Inputs are all there from the start: of inputs it is the first, as loops go through what
/// stands on the left more slowly.
#[inline]
fn nearest(gates: &Gates, operands: &[GateId]) -> GateId {
    let latest = operands.iter().fold(operands[0], |latest, operand| latest.max(*operand));
    if gates.op(latest) == Op::Input { operands[0] } else { latest }
}

fn constant(gates: &Gates, id: GateId) -> Option<&Num> {
    match gates.gate(id) {
        Gate::Const(value) => Some(value),
        _ => None,
    }
}

#[derive(Default)]
struct Table {
    /// As many as a power of two. 0 where free, else the number of a gate and 1, below bits of its hash.
    words: Vec<u32>,
    /// The low bits of a word, which have the number.
    numbers: u32,
    count: u32,
}

impl Table {
    #[inline]
    fn find(
        &mut self,
        gates: &Gates,
        hash: u64,
        same: impl Fn(GateId) -> bool,
    ) -> Result<GateId, (usize, u32)> {
        // At most seven of ten words are taken, and the next number must fit.
        if self.count as usize * 10 >= self.words.len() * 7 || gates.len() >= self.numbers as usize {
            self.grow(gates);
        }
        let mask = self.words.len() - 1;
        let tag = self.tag(hash);
        let mut at = hash as usize & mask;
        loop {
            let word = self.words[at];
            if word == 0 {
                return Err((at, tag));
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

    /// The bits of a hash that stand above a number: from the top, as those below say the place.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & !self.numbers
    }

    /// Makes room for more gates, and for longer numbers.
    #[cold]
    fn grow(&mut self, gates: &Gates) {
        let mut size = self.words.len().max(LEAST);
        while self.count as usize * 2 >= size {
            size *= 2;
        }
        let known = std::mem::replace(&mut self.words, vec![0; size]);
        let numbers = std::mem::replace(&mut self.numbers, longest(gates.len()));
        let mask = size - 1;
        for word in known.into_iter().filter(|word| *word != 0) {
            let id = GateId((word & numbers) - 1);
            let hash = match gates.op(id) {
                Op::Const => constant(gates, id).map_or(0, hash_constant),
                op => hash_operands(op, gates.operands(id)),
            };
            let mut at = hash as usize & mask;
            while self.words[at] != 0 {
                at = (at + 1) & mask;
            }
            self.words[at] = self.tag(hash) | (id.0 + 1);
        }
    }
}

/// The bits of the numbers that there may be before a table grows again.
fn longest(gates: usize) -> u32 {
    const ROOM: usize = 1 << 14;
    u32::try_from((2 * gates.max(ROOM)).next_power_of_two() - 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sums and products of two of these gates.
    fn pairs(operands: &[GateId]) -> Vec<(Op, [GateId; 2])> {
        let ops = [Op::Add, Op::Mul];
        let both = |op, a: GateId| operands.iter().map(move |b| (op, [a, *b]));
        ops.into_iter().flat_map(|op| operands.iter().flat_map(move |a| both(op, *a))).collect()
    }

    #[test]
    fn every_gate_is_found_again_however_the_tables_grew() {
        let (mut gates, mut shared) = (Gates::new(), Shared::default());
        let inputs: Vec<GateId> = (0..40).map(|k| gates.push_input(k)).collect();
        let mut made = Vec::new();
        let mut operands = inputs;
        for round in 0..2 {
            // Then with a gate of each block too.
            for (op, pair) in pairs(&operands) {
                if let Err(free) = shared.wired(&gates, op, &pair) {
                    let id = if op == Op::Add { gates.push_add(&pair) } else { gates.push_mul(&pair) };
                    shared.insert(&free, id);
                    made.push((op, pair, id));
                } else {
                    assert!(round > 0, "{op:?} {pair:?} is new");
                }
            }
            operands.extend(gates.ids().step_by(1 << BLOCK));
        }
        assert_eq!(made.len() + 40, gates.len());
        for (op, pair, id) in made {
            assert_eq!(shared.wired(&gates, op, &pair).ok(), Some(id));
        }
    }

    #[test]
    fn constants_are_found_by_their_value() {
        let (mut gates, mut shared) = (Gates::new(), Shared::default());
        for value in (0..3000).map(Num::int).chain([Num::int(1), Num::int(2999)]) {
            if let Err(free) = shared.constant(&gates, &value) {
                let id = gates.push_const(value);
                shared.insert(&free, id);
            }
        }
        assert_eq!(gates.len(), 3000);
    }
}
