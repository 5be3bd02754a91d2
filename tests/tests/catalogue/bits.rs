//! Models of the programs on bits, automata, graphs and permutations.

use super::row::{Case, Inputs, Random, Row, Values, circuit, sequence};

/// The rows.
pub(crate) const ROWS: &[Row] = &[
    circuit("parity[n](x: bool[n]) -> bool in FSAC0[sign]", parity),
    circuit("parity_tree[n](x: bool[n]) -> bool in FNC1", parity),
    circuit("mod3[n](x: bool[n]) -> bool in FSAC0[sign]", |c| ones(c).is_multiple_of(3).into()),
    circuit("majority[n](x: bool[n]) -> bool in FSAC0[sign]", |c| (2 * ones(c) > c.n).into()),
    circuit("bit_add[n](a: bool[n], b: bool[n]) -> bool[n+1] in FSAC0[sign]", add),
    circuit("ripple_add[n](a: bool[n], b: bool[n]) -> bool[n+1]", add),
    circuit("bit_mul[n](a: bool[n], b: bool[n]) -> bool[2*n] in FSAC0[sign]", multiply),
    sequence("increment[n](b: Bit[n]) -> Bit[n+1] in FSAC0[sign]", increment),
    circuit("dfa_fold[n](w: Bit[n]) -> bool", divisible),
    circuit("dfa_tree[n](w: Bit[n]) -> bool in FNC1[sign]", divisible),
    circuit("reach[n](adj: bool[n, n]) -> bool[n, n] in FSAC1[sign]", reach).on(Inputs::And(sparse)),
    circuit("s5_product[n](p: num[n, 5]) -> num[5] in FNC1[sign]", s5_product).on(Inputs::Only(permutations)),
];

fn ones(c: &Case) -> usize {
    c.bits(0).into_iter().filter(|bit| *bit).count()
}

fn parity(c: &Case) -> Values {
    c.bits(0).into_iter().fold(false, |odd, bit| odd ^ bit).into()
}

/// The number with these bits, least significant first.
fn number(bits: &[bool]) -> u128 {
    bits.iter().rev().fold(0, |number, bit| 2 * number + u128::from(*bit))
}

fn bits_of(number: u128, count: usize) -> Vec<bool> {
    (0..count).map(|k| number >> k & 1 == 1).collect()
}

/// As `add`, of words of '0' and '1'.
pub(super) fn add_words(c: &Case) -> Values {
    let bits = |at| c.word(at).into_iter().map(|t| t == '1').collect::<Vec<bool>>();
    let sum = bits_of(number(&bits(0)) + number(&bits(1)), c.n + 1);
    sum.into_iter().map(|bit| if bit { '1' } else { '0' }).collect()
}

fn add(c: &Case) -> Values {
    bits_of(number(&c.bits(0)) + number(&c.bits(1)), c.n + 1).into()
}

fn multiply(c: &Case) -> Values {
    bits_of(number(&c.bits(0)) * number(&c.bits(1)), 2 * c.n).into()
}

fn increment(c: &Case) -> Values {
    let bits: Vec<bool> = c.word(0).into_iter().map(|t| t == '1').collect();
    bits_of(number(&bits) + 1, c.n + 1).into_iter().map(|bit| if bit { '1' } else { '0' }).collect()
}

fn divisible(c: &Case) -> Values {
    let bits: Vec<bool> = c.word(0).into_iter().rev().map(|t| t == '1').collect();
    number(&bits).is_multiple_of(3).into()
}

/// From every vertex, a search.
fn reach(c: &Case) -> Values {
    let adj = c.bits(0);
    (0..c.n).flat_map(|start| reached_from(&adj, c.n, start)).collect::<Vec<_>>().into()
}

/// The vertices that a search finds.
pub(super) fn reached_from(adj: &[bool], n: usize, start: usize) -> Vec<bool> {
    let mut seen = vec![false; n];
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            open.extend((0..n).filter(|to| adj[at * n + to]));
        }
    }
    seen
}

/// A path through the vertices in some order, with a gap at times: the longest that there is to find.
pub(super) fn sparse(random: &mut Random, n: usize) -> Vec<Values> {
    let order = random.permutation(n);
    let mut adj = vec![false; n * n];
    for edge in order.windows(2) {
        adj[edge[0] * n + edge[1]] = random.below(n) != 0;
    }
    vec![adj.into()]
}

pub(super) fn s5_product(c: &Case) -> Values {
    let p = c.matrix(0, 5);
    let image = |start: usize| {
        p.iter().fold(start, |at, permutation| permutation[at].to_u64().expect("a position") as usize)
    };
    (0..5).map(image).collect::<Vec<_>>().into()
}

pub(super) fn permutations(random: &mut Random, n: usize) -> Vec<Values> {
    vec![(0..n).flat_map(|_| random.permutation(5)).collect::<Vec<_>>().into()]
}
