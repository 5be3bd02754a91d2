//! What a transformer program really uses: the heads, coordinates and edges from which its outputs come.
//!
//! An edge says that a part of a layer reads a number: a head the query's or the key's coordinate, or what it takes; an
//! activation a coordinate or what a head pooled. It is used where an output depends on it, as far as the components
//! show. So patching anything that is not listed ([`crate::patch`]) changes no output, and whoever looks for circuits in
//! the program from outside can be held against the list. Components may read what never matters, as the default of a
//! position that always finds something: [`witnessed`] sets apart the edges for which no pair of runs shows that they do.

use crate::circuit::{Gate, GateId};
use crate::limits::{Limits, RunError};
use crate::number::Num;
use crate::patch::{Part, Patch, Reader, Source, Target};
use crate::trace::{Keep, Shape, Trace, trace};
use crate::transformer::{Component, Head, Score, Transformer, Value};
use std::collections::BTreeSet;

/// The parts that outputs come from. Layers are those that run, repeats included, counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundTruth {
    /// Layer and head of every head that is used, in order.
    pub heads: Vec<(u64, usize)>,
    /// The coordinates that are used, as the sequence has them and after each layer.
    pub coordinates: Vec<Source>,
    /// The edges that are used and carry something that depends on the inputs, each to one reader.
    pub edges: Vec<Target>,
    /// The edges that are used and carry what is the same in every run on a sequence of this length: what positions know
    /// of themselves.
    pub fixed: Vec<Target>,
    /// Edges that components read, and of which no pair of runs was found in which a patch changes an output. Empty
    /// before [`witnessed`] has looked.
    pub unconfirmed: Vec<Target>,
}

/// What a layer reads.
struct Reads {
    heads: Vec<HeadReads>,
    /// By coordinate of the new vector.
    activation: Vec<NumberReads>,
}

/// What a number of the new vector reads: coordinates, and what heads pooled, each by head and number.
type NumberReads = (BTreeSet<usize>, BTreeSet<(usize, usize)>);

struct HeadReads {
    query: BTreeSet<usize>,
    key: BTreeSet<usize>,
    /// By number that it pools.
    values: Vec<BTreeSet<usize>>,
}

/// The parts of a program that its outputs come from. It takes time and memory in proportion to the layers that run.
pub fn ground_truth(t: &Transformer) -> GroundTruth {
    let depth = usize::try_from(t.depth()).unwrap_or(usize::MAX);
    let layers: Vec<Reads> = t
        .layers
        .iter()
        .map(|layer| {
            let heads: Vec<HeadReads> = layer.heads.iter().map(|head| of_head(head, t.dim)).collect();
            // Which head and which of its numbers an input of the activation is.
            let pooled: Vec<(usize, usize)> = heads
                .iter()
                .enumerate()
                .flat_map(|(h, head)| (0..head.values.len()).map(move |k| (h, k)))
                .collect();
            let split = |inputs: BTreeSet<usize>| {
                let own = inputs.iter().copied().filter(|input| *input < t.dim).collect();
                let others = inputs.iter().filter_map(|input| pooled.get(input.checked_sub(t.dim)?).copied());
                (own, others.collect())
            };
            let of = |output: &GateId| split(cone(&layer.activation, *output));
            Reads { activation: layer.activation.outputs.iter().map(of).collect(), heads }
        })
        .collect();
    let varying = varying(t, &layers, depth);
    let mut truth = GroundTruth::default();
    let outputs = t.sequence.outputs.iter().filter(|spec| !spec.positions.is_empty());
    let mut live: BTreeSet<usize> = outputs.map(|spec| spec.coordinate).collect();
    // From the last layer to the first; what is found stands in reverse until the end.
    for layer in (0..depth).rev() {
        let reads = &layers[layer % t.layers.len()];
        let before = &varying[layer];
        let mut edges = Vec::new();
        let edge = |source: Source, part: Part| {
            let reader = Some(Reader { layer: layer as u64, part });
            Target { source, position: None, reader }
        };
        let mut needed = BTreeSet::new();
        let mut items: BTreeSet<(usize, usize)> = BTreeSet::new();
        for c in &live {
            let (own, pooled) = &reads.activation[*c];
            edges.extend(
                own.iter()
                    .map(|&from| (before.contains(&from), edge(version(layer, from), Part::Coordinate(*c)))),
            );
            let heads: BTreeSet<usize> = pooled.iter().map(|(head, _)| *head).collect();
            for head in heads {
                let varies = pooled.iter().any(|item| item.0 == head && item_varies(reads, before, *item));
                edges.push((varies, edge(Source::Head(layer as u64, head), Part::Coordinate(*c))));
            }
            needed.extend(own);
            items.extend(pooled);
            truth.coordinates.push(Source::Layer(layer as u64, Some(*c)));
        }
        let used: BTreeSet<usize> = items.iter().map(|(head, _)| *head).collect();
        let mut heads = Vec::new();
        for head in used {
            let parts = &reads.heads[head];
            let taken: BTreeSet<usize> = items
                .iter()
                .filter(|item| item.0 == head)
                .flat_map(|item| &parts.values[item.1])
                .copied()
                .collect();
            let sides = [
                (&parts.query, Part::Query(head)),
                (&parts.key, Part::Key(head)),
                (&taken, Part::Value(head)),
            ];
            for (coordinates, part) in sides {
                heads.extend(
                    coordinates
                        .iter()
                        .map(|&from| (before.contains(&from), edge(version(layer, from), part))),
                );
                needed.extend(coordinates);
            }
            truth.heads.push((layer as u64, head));
        }
        heads.append(&mut edges);
        for (varies, edge) in heads.into_iter().rev() {
            if varies { truth.edges.push(edge) } else { truth.fixed.push(edge) }
        }
        live = needed;
    }
    truth.coordinates.extend(live.iter().map(|c| Source::Embedding(Some(*c))));
    truth.heads.sort_unstable();
    truth.coordinates.sort_by_key(|source| match source {
        Source::Layer(layer, c) => (layer + 1, c.unwrap_or(0)),
        Source::Embedding(c) => (0, c.unwrap_or(0)),
        Source::Head(..) | Source::All => (0, 0),
    });
    truth.edges.reverse();
    truth.fixed.reverse();
    truth
}

/// Sets apart the edges that no pair of these runs shows to matter: for each of the others the numbers of one run,
/// patched into another, change an output. `most` bounds the pairs that are tried for one edge.
///
/// # Errors
/// Inputs that don't fit, and whatever stops a run.
pub fn witnessed(
    t: &Transformer,
    mut truth: GroundTruth,
    inputs: &[Vec<Num>],
    most: usize,
    limits: &Limits,
) -> Result<GroundTruth, RunError> {
    let mut runs: Vec<(Transformer, Trace)> = Vec::with_capacity(inputs.len());
    for values in inputs {
        let mut filled = t.clone();
        filled.sequence.fill(values)?;
        let kept = trace(&filled, &Keep::all(), &[], limits, &mut |_, _| {})?;
        runs.push((filled, kept));
    }
    let shape = Shape::of(t);
    let mut edges = Vec::new();
    for edge in std::mem::take(&mut truth.edges) {
        // Each run with the next one, then with the one after that.
        let pairs = (1..runs.len().max(1)).flat_map(|apart| (0..runs.len()).map(move |at| (at, apart)));
        let mut matters = false;
        for (at, apart) in pairs.take(most) {
            let (own, other) = (&runs[at], &runs[(at + apart) % runs.len()]);
            let Ok(patch) = Patch::new(&shape, edge, &other.1) else { continue };
            let patched = trace(&own.0, &Keep::outputs(), &[patch], limits, &mut |_, _| {})?;
            matters = patched.output_values() != own.1.output_values();
            if matters {
                break;
            }
        }
        if matters { edges.push(edge) } else { truth.unconfirmed.push(edge) }
    }
    truth.edges = edges;
    Ok(truth)
}

/// A coordinate as a layer finds it.
fn version(layer: usize, coordinate: usize) -> Source {
    match layer.checked_sub(1) {
        None => Source::Embedding(Some(coordinate)),
        Some(before) => Source::Layer(before as u64, Some(coordinate)),
    }
}

/// For each layer the coordinates that depend on the inputs before it.
fn varying(t: &Transformer, layers: &[Reads], depth: usize) -> Vec<BTreeSet<usize>> {
    let filled = t.sequence.inputs.iter().filter(|spec| !spec.positions.is_empty());
    let mut now: BTreeSet<usize> =
        filled.flat_map(|spec| std::iter::once(spec.coordinate).chain(spec.square)).collect();
    let mut all = Vec::new();
    for layer in 0..depth {
        let reads = &layers[layer % layers.len()];
        let varies = |(own, pooled): &NumberReads| {
            !own.is_disjoint(&now) || pooled.iter().any(|item| item_varies(reads, &now, *item))
        };
        let next = (0..t.dim).filter(|c| varies(&reads.activation[*c])).collect();
        all.push(std::mem::replace(&mut now, next));
    }
    all
}

/// Whether a number that a head pools depends on the inputs.
fn item_varies(reads: &Reads, before: &BTreeSet<usize>, (head, item): (usize, usize)) -> bool {
    let head = &reads.heads[head];
    [&head.query, &head.key, &head.values[item]].iter().any(|read| !read.is_disjoint(before))
}

fn of_head(head: &Head, dim: usize) -> HeadReads {
    let (query, key) = match &head.score {
        Score::Circuit(component) => {
            let inputs =
                component.outputs.first().map_or_else(BTreeSet::new, |output| cone(component, *output));
            let (own, other): (BTreeSet<usize>, BTreeSet<usize>) =
                inputs.iter().partition(|input| **input < dim);
            (own, other.iter().map(|input| input - dim).collect())
        }
        Score::Dot { query, key } => {
            // A row of zeros on one side takes the other side's row out.
            let rows = || {
                query
                    .iter()
                    .zip(key)
                    .filter(|(q, k)| nonzero(q).next().is_some() && nonzero(k).next().is_some())
            };
            (rows().flat_map(|(q, _)| nonzero(q)).collect(), rows().flat_map(|(_, k)| nonzero(k)).collect())
        }
    };
    let values = match &head.value {
        Value::Circuit(component) => {
            component.outputs.iter().map(|output| cone(component, *output)).collect()
        }
        Value::Matrix(rows) => rows.iter().map(|row| nonzero(row).collect()).collect(),
    };
    HeadReads { query, key, values }
}

fn nonzero(row: &[Num]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().filter(|(_, value)| !value.is_zero()).map(|(c, _)| c)
}

/// The inputs of a component that an output of it reads.
fn cone(component: &Component, output: GateId) -> BTreeSet<usize> {
    let gates = &component.gates;
    let mut read = vec![false; gates.len()];
    read[output.index()] = true;
    let mut inputs = BTreeSet::new();
    for id in gates.ids().rev().filter(|id| id.index() <= output.index()) {
        if !read[id.index()] {
            continue;
        }
        if let Gate::Input(input) = gates.gate(id) {
            inputs.insert(input as usize);
        }
        for operand in gates.operands(id) {
            read[operand.index()] = true;
        }
    }
    inputs
}
