//! A run to the letter that keeps what the layers do, and in which patches replace numbers as they are written or
//! read.

use super::{HeadTrace, Keep, LayerTrace, Named, Shape, Trace};
use crate::limits::{Limits, Meter, RunError, RunErrorKind};
use crate::literal::{allow_all_pairs, allow_updates, attend, pool, pooled_keys, values};
use crate::number::Num;
use crate::patch::{Part, Patch, Patches};
use crate::transformer::{Layer, Transformer};

/// Runs a transformer with these patches, in order: where two replace one number, the later one holds. Keeps what
/// `keep` says; the outputs are always there. Without patches they are those of the literal engine.
///
/// # Errors
/// As [`execute_literal`](crate::execute_literal), and more numbers to keep than `limits` allows.
pub fn trace(
    t: &Transformer,
    keep: &Keep,
    patches: &[Patch<'_>],
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Trace, RunError> {
    t.validate().and_then(|()| t.validate_numbers()).map_err(RunErrorKind::Program)?;
    allow_all_pairs(t, limits)?;
    allow_updates(t, limits)?;
    let (patches, shape) = (Patches(patches), Shape::of(t));
    let mut state: Vec<Vec<Num>> = (0..t.sequence.len).map(|i| t.sequence.vector(i)).collect();
    let inputs = t.sequence.inputs.iter();
    let inputs = inputs.map(|spec| named(&spec.name, &spec.positions, spec.coordinate, &state)).collect();
    patches.embed(&mut state);

    let positions = keep.positions(t.sequence.len);
    let mut kept = Kept { meter: Meter::new(limits), numbers: 0, max: limits.max_kept };
    kept.vectors(t.dim, positions.len())?;
    let embedding = at(&positions, &state);
    let mut layers = Vec::new();
    // Without positions there is nothing to do in a layer, however many there are.
    let depth = if t.sequence.len == 0 { 0 } else { t.depth() };
    for layer in 0..depth {
        progress(layer, depth);
        let of = shape.place(layer);
        let positions = if keep.layer(layer) { positions.as_slice() } else { &[] };
        kept.vectors(t.dim, positions.len())?;
        let heads = run_layer(layer, &t.layers[of], &patches, positions, &mut state, limits, &mut kept)?;
        if keep.layer(layer) {
            let vectors = at(positions, &state);
            vectors.iter().flatten().try_for_each(|value| kept.meter.keep(value))?;
            layers.push(LayerTrace { layer, of, heads, vectors });
        }
    }
    let outputs = t.sequence.outputs.iter();
    let outputs = outputs.map(|spec| named(&spec.name, &spec.positions, spec.coordinate, &state)).collect();
    Ok(Trace {
        construction: t.construction.clone(),
        shape,
        inputs,
        positions,
        places: Vec::new(),
        embedding,
        layers,
        outputs,
    })
}

/// One layer on all positions; gives what its heads did at those that are kept.
fn run_layer(
    layer: u64,
    parts: &Layer,
    patches: &Patches<'_>,
    positions: &[u32],
    state: &mut [Vec<Num>],
    limits: &Limits,
    kept: &mut Kept,
) -> Result<Vec<HeadTrace>, RunErrorKind> {
    let mut meter = Meter::new(limits);
    let mut inputs = state.to_vec();
    let mut heads = Vec::new();
    for (h, head) in parts.heads.iter().enumerate() {
        let values = values(head, &patches.seen(layer, Part::Value(h), state), &meter)?;
        let queries = patches.seen(layer, Part::Query(h), state);
        let keys = patches.seen(layer, Part::Key(h), state);
        let mut seen = HeadTrace::default();
        for (i, query) in queries.iter().enumerate() {
            let (best, score) = attend(head, query, &keys, &meter)?;
            let mut pooled = pool(head.pooling, &best, &values, &meter)?;
            patches.pool(layer, h, i as u32, &mut pooled);
            inputs[i].extend_from_slice(&pooled);
            if positions.binary_search(&(i as u32)).is_ok() {
                let attends = pooled_keys(head.pooling, &best);
                kept.count(attends.len() + 1 + pooled.len())?;
                pooled.iter().chain(&score).try_for_each(|value| kept.meter.keep(value))?;
                seen.score.extend(score);
                seen.attends.push(attends.to_vec());
                seen.pooled.push(pooled);
            }
        }
        heads.push(seen);
    }
    for (i, (vector, input)) in state.iter_mut().zip(&inputs).enumerate() {
        *vector = patches.activate(layer, parts, i as u32, input, &meter)?;
        vector.iter().try_for_each(|value| meter.keep(value))?;
    }
    Ok(heads)
}

/// What a trace holds so far: numbers, and the digits of the long ones.
struct Kept {
    meter: Meter,
    numbers: u64,
    max: u64,
}

impl Kept {
    fn count(&mut self, more: usize) -> Result<(), RunErrorKind> {
        self.numbers = self.numbers.saturating_add(more as u64);
        if self.numbers > self.max {
            return Err(RunErrorKind::TooMuchKept { max_kept: self.max });
        }
        Ok(())
    }

    fn vectors(&mut self, dim: usize, positions: usize) -> Result<(), RunErrorKind> {
        self.count(dim.saturating_mul(positions))
    }
}

fn at(positions: &[u32], state: &[Vec<Num>]) -> Vec<Vec<Num>> {
    positions.iter().map(|&p| state[p as usize].clone()).collect()
}

fn named(name: &str, positions: &[u32], coordinate: usize, state: &[Vec<Num>]) -> Named {
    let values = positions.iter().map(|&p| state[p as usize][coordinate].clone()).collect();
    Named { name: name.to_owned(), values }
}
