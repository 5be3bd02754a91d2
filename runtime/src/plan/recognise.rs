//! Which scores select by static numbers.
//!
//! A score `c·q·k + g + h` with `q` a polynomial in static coordinates of the query, `k` and `g` in those of the
//! key, and `h` anything of the query alone, has the same greatest keys in every round. Every score of the
//! constructions is of this kind: `-(a - a')² - f'` is `2·a·a' + (-a'² - f') + (-a²)`. Where scores are inner products,
//! squares and ones are numbers of the vector: what is the same at all positions counts as a constant here, and a
//! number that is the square of k at all positions as that square.

use super::polynomial::{Poly, expand, small_meter};
use super::statics::Statics;
use crate::circuit::{GateId, Gates};
use crate::number::Num;
use crate::transformer::{Component, Head, Score, Value};
use std::collections::BTreeMap;

/// A score in the form above, `h` left out. Variables are coordinates.
#[derive(Debug, Clone)]
pub(super) struct StaticScore {
    /// `c`, positive.
    pub(super) weight: Num,
    /// `q`, of the query.
    pub(super) query: Poly,
    /// `k`, of the key.
    pub(super) key: Poly,
    /// `g`, of the key.
    pub(super) bias: Poly,
}

/// For every layer and head its score in static form, where it has one.
pub(super) fn recognise(statics: &Statics<'_>) -> Vec<Vec<Option<StaticScore>>> {
    let score = |head: &Head| static_score(&score_circuit(&head.score), statics);
    statics.t.layers.iter().map(|layer| layer.heads.iter().map(score).collect()).collect()
}

/// A score as a circuit, also where it is given by matrices.
pub(super) fn score_circuit(score: &Score) -> Component {
    match score {
        Score::Circuit(component) => component.clone(),
        Score::Dot { query, key } => {
            let dim = query.first().map_or(0, Vec::len) as u32;
            let mut gates = Gates::new();
            let inputs: Vec<GateId> = (0..2 * dim).map(|i| gates.push_input(i)).collect();
            let (own, other) = inputs.split_at(dim as usize);
            let mut products = Vec::new();
            for (q, k) in query.iter().zip(key) {
                let pair = [push_dot(&mut gates, q, own), push_dot(&mut gates, k, other)];
                products.push(gates.push_mul(&pair));
            }
            let sum = gates.push_add(&products);
            Component { gates, outputs: vec![sum] }
        }
    }
}

/// A value as a circuit, also where it is given by a matrix.
pub(super) fn value_circuit(value: &Value) -> Component {
    match value {
        Value::Circuit(component) => component.clone(),
        Value::Matrix(rows) => {
            let mut gates = Gates::new();
            let dim = rows.first().map_or(0, Vec::len) as u32;
            let inputs: Vec<GateId> = (0..dim).map(|i| gates.push_input(i)).collect();
            let outputs = rows.iter().map(|row| push_dot(&mut gates, row, &inputs)).collect();
            Component { gates, outputs }
        }
    }
}

fn push_dot(gates: &mut Gates, row: &[Num], inputs: &[GateId]) -> GateId {
    let mut products = Vec::new();
    for (factor, &input) in row.iter().zip(inputs).filter(|(factor, _)| !factor.is_zero()) {
        let factor = gates.push_const(factor.clone());
        products.push(gates.push_mul(&[factor, input]));
    }
    gates.push_add(&products)
}

fn static_score(score: &Component, statics: &Statics<'_>) -> Option<StaticScore> {
    let dim = statics.t.dim;
    let input = |v: u32| match statics.constant(v % dim as u32) {
        Some(value) => Poly::constant(value),
        None => Poly::variable(v),
    };
    let poly = expand(score, &[0], &input, &mut |_| None)?.pop()?;
    // Split every term into its part of the query and its part of the key.
    let mut bias = Poly::default();
    let mut cross: BTreeMap<Vec<u32>, Poly> = BTreeMap::new();
    for (variables, coefficient) in poly.terms() {
        let split = variables.partition_point(|&v| (v as usize) < dim);
        let key: Vec<u32> = variables[split..].iter().map(|v| v - dim as u32).collect();
        let all_fixed = |part: &[u32]| part.iter().all(|&v| statics.is_fixed(v));
        if key.is_empty() {
            continue;
        }
        if !all_fixed(&key) || !all_fixed(&variables[..split]) {
            return None;
        }
        if split == 0 {
            bias.push(key, coefficient);
        } else {
            cross.entry(key).or_default().push(variables[..split].to_vec(), coefficient);
        }
    }
    if cross.is_empty() {
        // No key fits one query better than another.
        let none = Poly::constant(&Num::ZERO);
        return Some(StaticScore { weight: Num::ONE, query: none.clone(), key: none, bias });
    }
    let (query, key) = product(&cross)?;
    // Where there is no other reason, both begin with 1 or -1: in `-c(q - k)²` equal numbers match.
    let factor = lead(&key)?;
    let (weight, sign) = (factor.mul(&factor.sign()), factor.sign());
    let key = key.scaled(&weight.recip()?);
    debug_assert!(!sign.is_zero());
    Some(StaticScore { weight, query, key, bias })
}

/// A sum of products, given as the factor of the query by each factor of the key, as one product: where the parts of
/// the query are multiples of one polynomial. The query's begins with the coefficient 1.
pub(super) fn product(cross: &BTreeMap<Vec<u32>, Poly>) -> Option<(Poly, Poly)> {
    let first = cross.values().next()?;
    let query = first.scaled(&lead(first)?.recip()?);
    let mut key = Poly::default();
    for (variables, part) in cross {
        let multiple = lead(part)?;
        if query.scaled(&multiple) != *part {
            return None;
        }
        key.push(variables.clone(), &multiple);
    }
    Some((query, key))
}

/// The coefficient of the first term.
pub(super) fn lead(poly: &Poly) -> Option<Num> {
    poly.terms().next().map(|(_, coefficient)| coefficient.clone())
}

impl StaticScore {
    /// `g + (c/2)·k²`: what is left of the key's own terms when `c·q·k` is completed to `-(c/2)·(q - k)²`.
    /// `None` where it does not stay small.
    pub(super) fn completed_bias(&self, statics: &Statics<'_>) -> Option<Poly> {
        let square = self.key.times(&self.key, &small_meter())?;
        let spelt = |v: u32| match self.key.as_variable() {
            Some(k) if statics.is_square(v, k) => square.clone(),
            _ => Poly::variable(v),
        };
        let mut bias = self.bias.substitute(&spelt, &small_meter())?;
        bias.add(&square.scaled(&self.weight.mul(&Num::ratio(1, 2)?)));
        Some(bias)
    }
}
