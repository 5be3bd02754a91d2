//! One layer on all positions, to the letter.

use super::model::{HeadOf, LayerOf, Model, ScoreOf, ValueOf};
use super::real::Real;
use crate::transformer::Pooling;

/// Which keys a query takes.
#[derive(Clone, Copy)]
pub(super) enum Attention<T> {
    /// Those of the greatest score.
    Hard,
    /// All of them, by their scores over this temperature.
    Soft(T),
}

/// The vectors after a layer.
pub(super) fn step<T: Real>(
    model: &Model<T>,
    layer: &LayerOf<T>,
    state: &[T],
    attention: Attention<T>,
) -> Vec<T> {
    let dim = model.dim.max(1);
    let positions = state.len() / dim;
    let mut pooled: Vec<Vec<T>> = vec![Vec::new(); positions];
    let mut scores = Vec::with_capacity(positions);
    for head in &layer.heads {
        let values: Vec<Vec<T>> = state.chunks(dim).map(|key| value(head, key)).collect();
        let mut scorer = Scorer::new(head, state, dim);
        for (i, pooled) in pooled.iter_mut().enumerate() {
            scorer.scores(i, &mut scores);
            match attention {
                Attention::Hard => hard(head.pooling, &scores, &values, pooled),
                Attention::Soft(temperature) => soft(temperature, &scores, &values, pooled),
            }
        }
    }
    let mut next = Vec::with_capacity(state.len());
    let mut gates = Vec::new();
    for (own, pooled) in state.chunks(dim).zip(&pooled) {
        let input = |i: usize| if i < dim { own[i] } else { pooled[i - dim] };
        layer.activation.run(input, &mut gates);
        next.extend(layer.activation.outputs(&gates));
    }
    next
}

fn value<T: Real>(head: &HeadOf<T>, key: &[T]) -> Vec<T> {
    match &head.value {
        ValueOf::Part(part) => {
            let mut gates = Vec::new();
            part.run(|i| key[i], &mut gates);
            part.outputs(&gates).collect()
        }
        ValueOf::Matrix(rows) => times(rows, key),
    }
}

/// The scores of a head.
struct Scorer<'a, T> {
    head: &'a HeadOf<T>,
    state: &'a [T],
    dim: usize,
    /// The keys of dot products.
    keys: Vec<Vec<T>>,
    gates: Vec<T>,
}

impl<'a, T: Real> Scorer<'a, T> {
    fn new(head: &'a HeadOf<T>, state: &'a [T], dim: usize) -> Scorer<'a, T> {
        let keys = match &head.score {
            ScoreOf::Dot { key, .. } => state.chunks(dim).map(|vector| times(key, vector)).collect(),
            ScoreOf::Part(_) => Vec::new(),
        };
        Scorer { head, state, dim, keys, gates: Vec::new() }
    }

    /// The scores of all keys for a query.
    fn scores(&mut self, query: usize, into: &mut Vec<T>) {
        into.clear();
        let own = &self.state[query * self.dim..(query + 1) * self.dim];
        match &self.head.score {
            ScoreOf::Part(part) => {
                for key in self.state.chunks(self.dim) {
                    let pair = |i: usize| if i < self.dim { own[i] } else { key[i - self.dim] };
                    part.run(pair, &mut self.gates);
                    into.extend(part.outputs(&self.gates));
                }
            }
            ScoreOf::Dot { query, .. } => {
                let asked = times(query, own);
                into.extend(self.keys.iter().map(|key| dot(&asked, key)));
            }
        }
    }
}

/// What is pooled at the keys of the greatest score. A score that is no number is never the greatest; where all are
/// none, so is what is pooled.
fn hard<T: Real>(pooling: Pooling, scores: &[T], values: &[Vec<T>], into: &mut Vec<T>) {
    let mut best: Option<T> = None;
    let mut keys: Vec<usize> = Vec::new();
    for (key, &score) in scores.iter().enumerate() {
        let greater = best.map_or_else(|| score.partial_cmp(&score).is_some(), |best| score > best);
        if greater {
            keys.clear();
            best = Some(score);
        }
        if best == Some(score) {
            keys.push(key);
        }
    }
    let width = values.first().map_or(0, Vec::len);
    let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else {
        return into.extend(std::iter::repeat_n(T::NAN, width));
    };
    match pooling {
        Pooling::Leftmost => into.extend(&values[first]),
        Pooling::Rightmost => into.extend(&values[last]),
        Pooling::Average => {
            let count = T::count(keys.len());
            for (c, &start) in values[first].iter().enumerate() {
                let sum = keys[1..].iter().fold(start, |sum, &key| sum + values[key][c]);
                into.push(sum / count);
            }
        }
    }
}

/// The mean of all values, each with its weight.
fn soft<T: Real>(temperature: T, scores: &[T], values: &[Vec<T>], into: &mut Vec<T>) {
    let Some(&first) = scores.first() else { return };
    let greatest =
        scores.iter().fold(first, |greatest, &score| if score > greatest { score } else { greatest });
    let width = values.first().map_or(0, Vec::len);
    let mut total = T::ZERO;
    let mut sums = vec![T::ZERO; width];
    for (&score, value) in scores.iter().zip(values) {
        let weight = ((score - greatest) / temperature).exp();
        total = total + weight;
        for (sum, &value) in sums.iter_mut().zip(value) {
            *sum = *sum + weight * value;
        }
    }
    into.extend(sums.into_iter().map(|sum| sum / total));
}

fn times<T: Real>(rows: &[Vec<T>], vector: &[T]) -> Vec<T> {
    rows.iter().map(|row| dot(row, vector)).collect()
}

/// From left to right.
fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let mut products = a.iter().zip(b).map(|(&x, &y)| x * y);
    products.next().map_or(T::ZERO, |first| products.fold(first, |sum, product| sum + product))
}
