//! What heads take from a key, and which numbers of the new vector they feed.

use circ_runtime::{Component, Gate, Head, Layer, Pooling, Transformer};
use serde_json::{Value, json};

use super::super::describe::taken;

/// The layers of the list, each with its heads.
pub(super) fn heads(t: &Transformer) -> Value {
    let of_layer = |layer: &Layer| {
        let mut first = t.dim;
        let mut heads = Vec::with_capacity(layer.heads.len());
        for head in &layer.heads {
            let inputs = first..first + head.value.width();
            first = inputs.end;
            let reads = |input: u32| inputs.contains(&(input as usize));
            heads.push(json!({
                "pooling": pooling(head),
                "takes": (0..head.value.width()).map(|k| taken(head, k).and_then(|c| t.coordinates.get(c))).collect::<Vec<_>>(),
                "feeds": named(t, reading(&layer.activation, reads)),
            }));
        }
        json!({"heads": heads, "writes": named(t, changed(&layer.activation))})
    };
    t.layers.iter().map(of_layer).collect()
}

fn pooling(head: &Head) -> &'static str {
    match head.pooling {
        Pooling::Average => "average",
        Pooling::Leftmost => "leftmost",
        Pooling::Rightmost => "rightmost",
    }
}

fn named(t: &Transformer, coordinates: Vec<usize>) -> Vec<&String> {
    coordinates.into_iter().filter_map(|c| t.coordinates.get(c)).collect()
}

/// The outputs of an activation that depend on some of its inputs.
fn reading(activation: &Component, reads: impl Fn(u32) -> bool) -> Vec<usize> {
    let mut depends: Vec<bool> = Vec::with_capacity(activation.gates.len());
    for id in activation.gates.ids() {
        depends.push(match activation.gates.gate(id) {
            Gate::Input(input) => reads(input),
            Gate::Const(_) => false,
            Gate::Add(operands) | Gate::Mul(operands) => operands.iter().any(|from| depends[from.index()]),
            Gate::Sign(operand) => depends[operand.index()],
        });
    }
    let outputs = activation.outputs.iter().enumerate();
    outputs.filter(|(_, gate)| depends[gate.index()]).map(|(c, _)| c).collect()
}

/// The outputs of an activation that are not the number that stood there.
fn changed(activation: &Component) -> Vec<usize> {
    let is_new = |c: usize, gate: Gate<'_>| !matches!(gate, Gate::Input(input) if input as usize == c);
    let outputs = activation.outputs.iter().enumerate();
    outputs.filter(|(c, gate)| is_new(*c, activation.gates.gate(**gate))).map(|(c, _)| c).collect()
}
