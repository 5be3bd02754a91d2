//! Values of the symbols at which everything that is known holds: what fails at one of them is not worth a proof.

use circ_runtime::Num;

use super::super::{Formula, Symbol};

/// How many valuations are looked at,
const TRIED: u32 = 160;
/// and how many of them are kept.
const KEPT: usize = 16;

/// The values that symbols take: small ones, and powers of two with their neighbours.
const VALUES: [i64; 16] = [0, 1, 2, 3, 4, 5, 1, 2, 6, 7, 8, 9, 0, 3, 16, 33];

/// The value of a symbol in a valuation with this number.
fn value(number: u32, symbol: Symbol) -> i64 {
    let (kind, index) = match symbol {
        Symbol::Param(index) => (1u32, index),
        Symbol::Var(index) => (2, index),
    };
    // A fixed mixture, so that the values of two symbols go their own ways.
    let mut mixed =
        number.wrapping_mul(0x9e37_79b1) ^ index.wrapping_mul(0x85eb_ca6b).wrapping_add(kind << 20);
    mixed ^= mixed >> 15;
    mixed = mixed.wrapping_mul(0x2c1b_3c6d);
    mixed ^= mixed >> 13;
    VALUES[(mixed % 16) as usize]
}

/// The numbers of valuations at which no fact is negative.
pub(super) fn models(known: &[Formula]) -> Vec<u32> {
    let holds = |number: u32| known.iter().all(|fact| sign_at(fact, number).is_some_and(|sign| sign >= 0));
    (0..TRIED).filter(|number| holds(*number)).take(KEPT).collect()
}

/// Whether the formula is negative at one of them.
pub(super) fn refuted(f: &Formula, models: &[u32]) -> bool {
    models.iter().any(|number| sign_at(f, *number).is_some_and(|sign| sign < 0))
}

fn sign_at(f: &Formula, number: u32) -> Option<i8> {
    f.at(&|symbol| Some(Num::int(value(number, symbol)))).map(|v| v.signum())
}
