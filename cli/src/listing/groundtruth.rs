//! What a sequence program's own transformer really uses, as JSON: circ.groundtruth/1.

use std::io::{self, Write};

use circ_runtime::{
    Circuit, GroundTruth, Limits, Pooling, RunError, Shape, Source, Target, Transformer, ground_truth,
    witnessed,
};

use crate::printed::params_json;
use crate::trials::Trials;
use crate::values::quoted;

/// Random runs of which the pairs are tried,
const RUNS: u64 = 60;
/// at most so many pairs for one edge,
const PAIRS: usize = 400;
/// on sequences up to which each run takes little; on longer ones fewer are tried.
const SHORT: usize = 24;

/// What the transformer uses, held against pairs of random runs.
///
/// # Errors
/// Numbers beyond the budget.
pub(crate) fn groundtruth(
    circuit: &Circuit,
    t: &Transformer,
    limits: &Limits,
) -> Result<GroundTruth, RunError> {
    let mut trials = Trials::new(&circuit.inputs, circuit.ring, RUNS, 0).spread();
    let longer = (t.sequence.len / SHORT + 1).pow(2);
    let runs = trials.count().min(RUNS.div_ceil(longer as u64).max(4));
    // Of all inputs there are, those that lie far apart.
    let stride = (trials.count() / runs.max(1)).max(1);
    let inputs: Vec<_> = (0..runs).map(|at| trials.input(at * stride)).collect();
    witnessed(t, ground_truth(t), &inputs, PAIRS.div_ceil(longer), limits)
}

/// Writes the heads, coordinates and edges that the outputs come from, each named as a patch names it.
pub(crate) fn write_groundtruth(
    circuit: &Circuit,
    t: &Transformer,
    truth: &GroundTruth,
    out: &mut dyn Write,
) -> io::Result<()> {
    let shape = Shape::of(t);
    let target = |source| Target { source, position: None, reader: None };
    writeln!(
        out,
        "{{\"format\": \"circ.groundtruth/1\", \"family\": {}, \"params\": {},",
        quoted(&circuit.family),
        params_json(&circuit.params)
    )?;
    let declared = t.declared.clone().unwrap_or_default();
    let positions: Vec<String> = declared.positions.iter().map(|name| quoted(name)).collect();
    writeln!(
        out,
        " \"construction\": {}, \"mask\": \"{}\", \"positions\": [{}], \"dim\": {}, \"layers\": {},",
        quoted(&t.construction),
        declared.mask.name(),
        positions.join(", "),
        t.dim,
        t.depth()
    )?;
    let heads = truth.heads.iter().map(|(layer, head)| {
        let pooling = match t.layers[*layer as usize % t.layers.len()].heads[*head].pooling {
            Pooling::Average => "average",
            Pooling::Leftmost => "leftmost",
            Pooling::Rightmost => "rightmost",
        };
        let name = target(Source::Head(*layer, *head)).text(&shape);
        format!("{{\"head\": {}, \"pooling\": \"{pooling}\"}}", quoted(&name))
    });
    list(out, "heads", heads)?;
    let coordinates = truth.coordinates.iter().map(|source| {
        let coordinate = match source {
            Source::Layer(_, c) | Source::Embedding(c) => *c,
            _ => None,
        };
        let variable = declared.variables.iter().find(|one| Some(one.coordinate) == coordinate);
        let line =
            variable.and_then(|one| one.line).map_or_else(|| "null".to_owned(), |line| line.to_string());
        let of = variable.map_or("", |one| one.of.as_str());
        let name = target(*source).text(&shape);
        format!("{{\"coordinate\": {}, \"of\": {}, \"line\": {line}}}", quoted(&name), quoted(of))
    });
    list(out, "coordinates", coordinates)?;
    list(out, "edges", truth.edges.iter().map(|edge| quoted(&edge.text(&shape))))?;
    list(out, "unconfirmed", truth.unconfirmed.iter().map(|edge| quoted(&edge.text(&shape))))?;
    list(out, "fixed", truth.fixed.iter().map(|edge| quoted(&edge.text(&shape))))?;
    writeln!(out, " \"unused_heads\": {}}}", unused(t, &truth.heads))
}

/// A list with an item a line.
fn list(out: &mut dyn Write, key: &str, items: impl Iterator<Item = String>) -> io::Result<()> {
    let items: Vec<String> = items.map(|item| format!("\n  {item}")).collect();
    writeln!(out, " \"{key}\": [{}],", items.join(","))
}

/// How many heads of the layers that run are not among these.
fn unused(t: &Transformer, used: &[(u64, usize)]) -> u64 {
    let all: u64 = t.layers.iter().map(|layer| layer.heads.len() as u64).sum();
    all.saturating_mul(t.repeat).saturating_sub(used.len() as u64)
}
