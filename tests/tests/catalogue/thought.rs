//! Models of the programs that think in steps.

use circ_runtime::Num;

use super::bits::{add_words, permutations, reached_from, s5_product, sparse};
use super::row::{Case, Inputs, Random, Row, Values, sequence};

/// The rows.
pub(crate) const ROWS: &[Row] = &[
    thought("parity_steps[n](w: Bit[n]) -> Bit", |c| {
        let ones = c.word(0).into_iter().filter(|t| *t == '1').count();
        [if ones.is_multiple_of(2) { '0' } else { '1' }].into_iter().collect()
    }),
    thought("add_steps[n](a: Bit[n], b: Bit[n]) -> Bit[n+1]", add_words),
    thought("reach_steps[n](adj: bool[n, n], s: num, t: num) -> bool", reached).on(Inputs::And(ends)),
    thought("s5_steps[n](p: num[n, 5]) -> num[5]", s5_product).on(Inputs::Only(permutations)),
];

/// The program of `examples/thought` with this signature.
const fn thought(signature: &'static str, model: fn(&Case) -> Values) -> Row {
    Row { folder: "thought", ..sequence(signature, model) }
}

/// A search from the start.
fn reached(c: &Case) -> Values {
    let vertex = |at: usize| (0..c.n).find(|v| c.nums(at)[0] == Num::int(*v as i64));
    let (Some(start), Some(end)) = (vertex(1), vertex(2)) else { return false.into() };
    reached_from(&c.bits(0), c.n, start)[end].into()
}

/// A sparse graph and two numbers that mostly are vertices.
fn ends(random: &mut Random, n: usize) -> Vec<Values> {
    let mut inputs = sparse(random, n);
    for _ in 0..2 {
        inputs.push(random.below(n + 1).into());
    }
    inputs
}
