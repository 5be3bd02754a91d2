//! Hashes of gates and of lists of words: 64 bits, of which the low ones and the high ones are equally good.

use std::hash::BuildHasher;

use circ_runtime::{GateId, Num, Op};
use rustc_hash::FxBuildHasher;

/// The hash of a constant.
pub(super) fn hash_constant(value: &Num) -> u64 {
    // Most are small.
    mixed(value.to_i64().map_or_else(|| FxBuildHasher.hash_one(value), |small| !small as u64))
}

/// The hash of a gate of this kind over these operands.
#[inline]
pub(super) fn hash_operands(op: Op, operands: &[GateId]) -> u64 {
    hash_words(op as u32, operands.iter().map(|o| o.0))
}

/// The hash of a word and a list of words.
#[inline]
pub(crate) fn hash_words(first: u32, words: impl Iterator<Item = u32>) -> u64 {
    let start = 0x9e37_79b9_7f4a_7c15 ^ u64::from(first);
    mixed(words.fold(start, |hash: u64, word| {
        (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0xf135_7aea_2e62_a9c5)
    }))
}

/// The low bits of a product depend on those below them alone, so both halves of a longer one are brought together.
#[inline]
fn mixed(hash: u64) -> u64 {
    let product = u128::from(hash) * 0x9e37_79b9_7f4a_7c15;
    (product as u64) ^ ((product >> 64) as u64)
}
