//! Models of `std.automata`: steps on tables, sets of states, counts of runs.

use circ_runtime::Num;

use super::way::{Way, num, one, way};
use crate::row::{Case, Random, Values};

/// The families.
pub(crate) fn ways() -> Vec<Way> {
    vec![
        way("compose", |c| {
            let g = c.nums(1);
            let at = |x: &Num| x.to_u64().and_then(|x| g.get(x as usize)).cloned();
            one(c.nums(0).iter().map(|x| at(x).unwrap_or(Num::ZERO)).collect::<Vec<_>>())
        })
        .sizes(&[[0, 0], [0, 2], [1, 1], [3, 2], [2, 4], [5, 5]])
        .on(|random, sizes| {
            let map: Vec<Num> =
                (0..sizes[0]).map(|_| Num::int(random.between(-1, sizes[1] as i64))).collect();
            vec![map.into(), random.nums(sizes[1] as usize).into()]
        }),
        way("map_power map_power_chain", |c| {
            let f = map(c, 0);
            one((0..c.n)
                .fold((0..f.len()).collect::<Vec<_>>(), |power, _| power.iter().map(|x| f[*x]).collect()))
        })
        .sizes(&[[0, 0], [0, 3], [1, 0], [1, 1], [2, 3], [3, 2], [5, 4], [6, 5], [7, 3], [8, 5]])
        .on(|random, sizes| vec![maps(random, 1, sizes[1] as usize)]),
        way("word_maps", |c| one(word_maps(c).concat())).sizes(SIZES).on(table_and_word),
        way("word_matrices", |c| {
            let q = c.sizes[1];
            let rows = word_maps(c).concat();
            one(rows.iter().flat_map(|to| (0..q).map(move |t| *to == t)).collect::<Vec<_>>())
        })
        .sizes(SIZES)
        .on(table_and_word),
        way("compose_all", |c| {
            let q = c.sizes[1];
            one(prefixes(c).pop().unwrap_or((0..q).collect()))
        })
        .sizes(MANY)
        .on(|random, sizes| vec![maps(random, sizes[0], sizes[1] as usize)]),
        way("prefix_maps", |c| one(prefixes(c).concat()))
            .sizes(MANY)
            .on(|random, sizes| vec![maps(random, sizes[0], sizes[1] as usize)]),
        way("matrix_product matrix_product_chain", |c| one(matrix_product(&c.nums(0), c.n, c.sizes[1])))
            .sizes(MANY),
        way("relation_product", |c| {
            // Walks are counted, and some is more than none.
            let ones: Vec<Num> = c.bits(0).iter().map(|bit| Num::int(i64::from(*bit))).collect();
            let walks = matrix_product(&ones, c.n, c.sizes[1]);
            one(walks.iter().map(|count| !count.is_zero()).collect::<Vec<_>>())
        })
        .sizes(MANY),
        way("run_fold run_maps run_tree", |c| one(states(c, 2).pop().unwrap_or(start(c))))
            .sizes(SIZES)
            .on(deterministic),
        way("states_scan states_tree", |c| one(states(c, 2))).sizes(SIZES).on(deterministic),
        way("accepts_fold accepts_tree", |c| one(c.bits(2)[states(c, 3).pop().unwrap_or(start(c))]))
            .sizes(SIZES)
            .on(|random, sizes| {
                let mut inputs = deterministic(random, sizes);
                inputs.insert(2, bits(random, sizes[1] as usize));
                inputs
            }),
        way("word_relations", |c| {
            let (q, delta) = (c.sizes[1], c.bits(0));
            let none = vec![false; q * q];
            let relation = |a: &usize| delta.chunks(q * q).nth(*a).map_or(none.clone(), <[bool]>::to_vec);
            one(map(c, 1).iter().flat_map(relation).collect::<Vec<_>>())
        })
        .sizes(SIZES)
        .on(|random, sizes| {
            let [n, q, k] = [0, 1, 2].map(|at| sizes[at] as usize);
            vec![bits(random, k * q * q), word(random, n, k)]
        }),
        way("nfa_fold nfa_tree", |c| one(!runs(c).is_zero())).sizes(SIZES).on(nondeterministic),
        way("count_runs_fold count_runs_tree", |c| one(runs(c))).sizes(SIZES).on(nondeterministic),
    ]
}

/// n, q and k: letters, states, letters that there are.
const SIZES: &[[u64; 3]] =
    &[[0, 1, 1], [1, 1, 1], [0, 3, 2], [1, 2, 2], [2, 3, 2], [3, 2, 3], [5, 3, 2], [6, 4, 3], [9, 2, 2]];
/// n and q: how many, and of how many states.
const MANY: &[[u64; 2]] = &[[0, 0], [0, 3], [1, 1], [1, 3], [2, 2], [3, 3], [5, 2], [6, 3]];

/// An input of small natural numbers.
fn map(c: &Case, input: usize) -> Vec<usize> {
    c.nums(input).iter().map(|x| x.to_u64().expect("a natural number") as usize).collect()
}

fn maps(random: &mut Random, count: u64, q: usize) -> Values {
    (0..count as usize * q).map(|_| random.below(q)).collect::<Vec<_>>().into()
}

fn bits(random: &mut Random, count: usize) -> Values {
    (0..count).map(|_| random.below(2) == 1).collect::<Vec<_>>().into()
}

/// Letters, and now and then one that is none.
fn word(random: &mut Random, n: usize, k: usize) -> Values {
    (0..n).map(|_| if random.below(8) == 0 { k } else { random.below(k) }).collect::<Vec<_>>().into()
}

fn table_and_word(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let [n, q, k] = [0, 1, 2].map(|at| sizes[at] as usize);
    vec![(0..q * k).map(|_| random.below(q)).collect::<Vec<_>>().into(), word(random, n, k)]
}

fn deterministic(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let mut inputs = table_and_word(random, sizes);
    inputs.insert(1, random.below(sizes[1] as usize).into());
    inputs
}

fn nondeterministic(random: &mut Random, sizes: &[u64]) -> Vec<Values> {
    let [n, q, k] = [0, 1, 2].map(|at| sizes[at] as usize);
    vec![bits(random, k * q * q), bits(random, q), bits(random, q), word(random, n, k)]
}

/// For each letter of the second input the states after it, from each state; a letter that is none leads to 0.
fn word_maps(c: &Case) -> Vec<Vec<usize>> {
    let (q, k, delta) = (c.sizes[1], c.sizes[2], map(c, 0));
    let step = |a: usize| (0..q).map(|s| if a < k { delta[s * k + a] } else { 0 }).collect();
    map(c, c.inputs.len() - 1).into_iter().map(step).collect()
}

fn start(c: &Case) -> usize {
    num(c, 1).to_u64().expect("a state") as usize
}

/// The states after each letter of an input.
fn states(c: &Case, word: usize) -> Vec<usize> {
    let (k, delta, mut state) = (c.sizes[2], map(c, 0), start(c));
    let mut step = |a: usize| {
        state = if a < k { delta[state * k + a] } else { 0 };
        state
    };
    map(c, word).into_iter().map(&mut step).collect()
}

/// The compositions of the first 1, 2, … rows of the first input.
fn prefixes(c: &Case) -> Vec<Vec<usize>> {
    let (q, rows) = (c.sizes[1], map(c, 0));
    let mut all: Vec<Vec<usize>> = Vec::new();
    for at in 0..c.n {
        let row = &rows[at * q..(at + 1) * q];
        let before: Vec<usize> = all.last().cloned().unwrap_or((0..q).collect());
        all.push(before.into_iter().map(|x| row[x]).collect());
    }
    all
}

/// The product of n square matrices, applied to each unit vector.
fn matrix_product(entries: &[Num], n: usize, q: usize) -> Vec<Num> {
    let row = |from: usize| {
        let unit: Vec<Num> = (0..q).map(|s| Num::int(i64::from(s == from))).collect();
        (0..n).fold(unit, |at, m| {
            let entry = |s: usize, t: usize| &entries[(m * q + s) * q + t];
            (0..q).map(|t| (0..q).map(|s| &at[s] * entry(s, t)).sum()).collect()
        })
    };
    (0..q).flat_map(row).collect()
}

/// How many accepting runs there are, by walking all of them.
fn runs(c: &Case) -> Num {
    fn from(c: &Case, state: usize, word: &[usize]) -> i64 {
        let (q, k) = (c.sizes[1], c.sizes[2]);
        match word {
            [] => i64::from(c.bits(2)[state]),
            [letter, rest @ ..] if *letter < k => {
                let delta = c.bits(0);
                let next = (0..q).filter(|t| delta[(letter * q + state) * q + t]);
                next.map(|t| from(c, t, rest)).sum()
            }
            _ => 0,
        }
    }
    let word = map(c, 3);
    let starts = c.bits(1).into_iter().enumerate().filter_map(|(state, start)| start.then_some(state));
    Num::int(starts.map(|state| from(c, state, &word)).sum())
}
