//! The literal engine: every head scores every pair of positions, every component is interpreted.
//!
//! It is the specification of a run. Whatever is faster equals it, exactly.

use crate::circuit::{Gate, Gates};
use crate::limits::{Limits, Meter, RunError, RunErrorKind};
use crate::number::Num;
use crate::transformer::{Component, Head, Pooling, Score, Transformer, Value};

/// The value of every output scalar after all rounds, outputs in order, each in row-major order.
///
/// # Errors
/// A program that is not well formed, more pairs than `limits` allows, or numbers beyond it.
pub fn execute_literal(
    t: &Transformer,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Num>, RunError> {
    execute_watched(t, limits, progress, &mut |_, _| {})
}

/// As [`execute_literal`]. `seen` is shown the vectors of all positions before the first layer, and after each layer
/// that runs, with the number of layers that have run.
///
/// # Errors
/// Those of [`execute_literal`].
pub fn execute_watched(
    t: &Transformer,
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
    seen: &mut dyn FnMut(u64, &[Vec<Num>]),
) -> Result<Vec<Num>, RunError> {
    t.validate().and_then(|()| t.validate_numbers()).map_err(RunErrorKind::Program)?;
    allow_all_pairs(t, limits)?;
    allow_updates(t, limits)?;
    let rounds = if t.layers.is_empty() || t.sequence.len == 0 { 0 } else { t.repeat };
    let mut meter = Meter::new(limits);
    let mut state: Vec<Vec<Num>> = (0..t.sequence.len).map(|i| t.sequence.vector(i)).collect();
    seen(0, &state);
    for round in 0..rounds {
        for (l, layer) in t.layers.iter().enumerate() {
            progress(round * t.layers.len() as u64 + l as u64, t.depth());
            let mut inputs = state.clone();
            for head in &layer.heads {
                let values = values(head, &state, &meter)?;
                for (i, query) in state.iter().enumerate() {
                    let (keys, _) = attend(head, query, &state, &meter)?;
                    inputs[i].extend(pool(head.pooling, &keys, &values, &meter)?);
                }
            }
            meter.release();
            for (vector, input) in state.iter_mut().zip(&inputs) {
                *vector = run(&layer.activation, input, &meter)?;
                vector.iter().try_for_each(|value| meter.keep(value))?;
            }
            seen(round * t.layers.len() as u64 + l as u64 + 1, &state);
        }
    }
    Ok(outputs(t, |i, c| state[i][c].clone()))
}

/// The output scalars, from the value at a position and a coordinate.
pub(crate) fn outputs(t: &Transformer, value: impl Fn(usize, usize) -> Num) -> Vec<Num> {
    let places =
        t.sequence.outputs.iter().flat_map(|o| o.positions.iter().map(|&p| (p as usize, o.coordinate)));
    places.map(|(position, coordinate)| value(position, coordinate)).collect()
}

/// Refuses a run in which `heads` heads a round would score too many pairs.
pub(crate) fn allow_pairs(t: &Transformer, heads: usize, limits: &Limits) -> Result<(), RunErrorKind> {
    let (positions, repeat, max_pairs) = (t.sequence.len, t.repeat, limits.max_pairs);
    let pairs = (positions as u128).pow(2) * heads as u128 * u128::from(repeat);
    if pairs > u128::from(max_pairs) {
        return Err(RunErrorKind::TooManyPairs { positions, heads, repeat, max_pairs });
    }
    Ok(())
}

/// Refuses a run in which all heads would score too many pairs.
pub(crate) fn allow_all_pairs(t: &Transformer, limits: &Limits) -> Result<(), RunErrorKind> {
    allow_pairs(t, t.layers.iter().map(|layer| layer.heads.len()).sum(), limits)
}

/// Refuses a run in which too many positions would be updated.
pub(crate) fn allow_updates(t: &Transformer, limits: &Limits) -> Result<(), RunErrorKind> {
    let (positions, layers, repeat, max_updates) =
        (t.sequence.len, t.layers.len(), t.repeat, limits.max_updates);
    let updates = positions as u128 * layers as u128 * u128::from(repeat);
    if updates > u128::from(max_updates) {
        return Err(RunErrorKind::TooManyUpdates { positions, layers, repeat, max_updates });
    }
    Ok(())
}

/// What a head takes from every position.
pub(crate) fn values(head: &Head, state: &[Vec<Num>], meter: &Meter) -> Result<Vec<Vec<Num>>, RunErrorKind> {
    let value = |key: &Vec<Num>| match &head.value {
        Value::Circuit(component) => run(component, key, meter),
        Value::Matrix(rows) => times(rows, key, meter),
    };
    state.iter().map(value).collect()
}

/// The keys of the greatest score for a query, in order, and that score; none where there is no key.
pub(crate) fn attend(
    head: &Head,
    query: &[Num],
    state: &[Vec<Num>],
    meter: &Meter,
) -> Result<(Vec<u32>, Option<Num>), RunErrorKind> {
    let mut best: Option<Num> = None;
    let mut keys = Vec::new();
    // The gates of one score after the other: every pair is interpreted, and none takes memory of its own.
    let mut gates = Vec::new();
    let asked = match &head.score {
        Score::Circuit(_) => Vec::new(),
        Score::Dot { query: rows, .. } => times(rows, query, meter)?,
    };
    for (j, key) in state.iter().enumerate() {
        let score = match &head.score {
            Score::Circuit(component) => {
                let pair = |i: usize| if i < query.len() { &query[i] } else { &key[i - query.len()] };
                interpret(&component.gates, pair, &mut gates, meter)?;
                gates[component.outputs[0].index()].clone()
            }
            Score::Dot { key: rows, .. } => dot(&asked, &times(rows, key, meter)?, meter)?,
        };
        if best.as_ref().is_none_or(|best| score >= *best) {
            if best.as_ref() != Some(&score) {
                keys.clear();
                best = Some(score);
            }
            keys.push(j as u32);
        }
    }
    Ok((keys, best))
}

/// Of the keys of the greatest score those whose values are pooled.
pub(crate) fn pooled_keys(pooling: Pooling, keys: &[u32]) -> &[u32] {
    match pooling {
        Pooling::Average => keys,
        Pooling::Leftmost => &keys[..1],
        Pooling::Rightmost => &keys[keys.len() - 1..],
    }
}

/// The values at some keys, pooled.
pub(crate) fn pool(
    pooling: Pooling,
    keys: &[u32],
    values: &[Vec<Num>],
    meter: &Meter,
) -> Result<Vec<Num>, RunErrorKind> {
    let keys = pooled_keys(pooling, keys);
    let share = Num::ratio(1, keys.len() as i64).unwrap_or(Num::ZERO);
    let width = values[keys[0] as usize].len();
    let mean = |c| Ok(meter.sum(keys.iter().map(|&j| &values[j as usize][c]))?.mul(&share));
    (0..width).map(mean).collect()
}

/// The outputs of a component on its inputs.
pub(crate) fn run(component: &Component, inputs: &[Num], meter: &Meter) -> Result<Vec<Num>, RunErrorKind> {
    let mut values = Vec::with_capacity(component.gates.len());
    interpret(&component.gates, |i| &inputs[i], &mut values, meter)?;
    Ok(component.outputs.iter().map(|g| values[g.index()].clone()).collect())
}

/// The value of every gate, in place of what `values` held.
fn interpret<'a>(
    gates: &'a Gates,
    input: impl Fn(usize) -> &'a Num,
    values: &mut Vec<Num>,
    meter: &Meter,
) -> Result<(), RunErrorKind> {
    values.clear();
    for id in gates.ids() {
        let value = match gates.gate(id) {
            Gate::Input(i) => input(i as usize).clone(),
            Gate::Const(value) => value.clone(),
            Gate::Add(operands) => meter.sum(operands.iter().map(|g| &values[g.index()]))?,
            Gate::Mul(operands) => meter.product(operands.iter().map(|g| &values[g.index()]))?,
            Gate::Sign(operand) => values[operand.index()].sign(),
        };
        values.push(value);
    }
    Ok(())
}

fn times(rows: &[Vec<Num>], vector: &[Num], meter: &Meter) -> Result<Vec<Num>, RunErrorKind> {
    rows.iter().map(|row| dot(row, vector, meter)).collect()
}

fn dot(a: &[Num], b: &[Num], meter: &Meter) -> Result<Num, RunErrorKind> {
    let products: Vec<Num> = a.iter().zip(b).map(|(x, y)| meter.mul(x, y)).collect::<Result<_, _>>()?;
    meter.sum(products.iter())
}
