//! A trace as text: a table for each position that was asked for, or a summary of all.

use circ_runtime::{Keep, LayerTrace, Num, Trace, Transformer};

use super::describe::{attended, number, pooled, position, vector};
use super::subject::Subject;
use super::table::{Column, table};
use crate::printed::{self, is_result};
use crate::words::{counted, grouped};

/// What the layers did, in the words of the program.
pub(super) fn text(subject: &Subject, kept: &Trace, chosen: &Keep, all: bool) -> String {
    let layers: Vec<&LayerTrace> = kept
        .layers
        .iter()
        .filter(|layer| chosen.layers.as_ref().is_none_or(|layers| layers.contains(&layer.layer)))
        .collect();
    let mut out = heading(subject);
    match &chosen.positions {
        None => out.push_str(&summary(subject, kept, &layers)),
        Some(_) => {
            for &position in &kept.positions {
                out.push_str(&of_position(subject, kept, &layers, position, all));
            }
        }
    }
    let name = if is_result(&subject.outputs) { "result = " } else { "" };
    out.push_str(&format!("\n{name}{}\n", printed::text(&subject.outputs, &kept.output_values())));
    out
}

/// `f: attention average, dimension 7, 7 positions, 4 layers (a list of 2, run 2 times)`
fn heading(subject: &Subject) -> String {
    let t = &subject.transformer;
    let name = match name(subject) {
        Some(name) => format!("{name}: attention {}", t.construction),
        None => format!("construction {}", t.construction),
    };
    let positions = counted(t.sequence.len, "position");
    let layers = usize::try_from(t.depth()).map_or_else(|_| t.depth().to_string(), |n| counted(n, "layer"));
    format!("{name}, dimension {}, {positions}, {layers}{}\n", t.dim, repeated(t))
}

/// `f, n = 2`; a transformer from a file has no name.
pub(super) fn name(subject: &Subject) -> Option<String> {
    let (family, params) = subject.of.as_ref()?;
    let sizes: Vec<String> = params.iter().map(|(name, size)| format!(", {name} = {size}")).collect();
    Some(format!("{family}{}", sizes.concat()))
}

/// ` (a list of 2, run 2 times)`, where layers are repeated.
pub(super) fn repeated(t: &Transformer) -> String {
    match t.layers.len() {
        listed if t.repeat != 1 => format!(" (a list of {listed}, run {} times)", t.repeat),
        _ => String::new(),
    }
}

/// The titles of the columns before those that tell what happened.
fn columns(subject: &Subject, rest: &[Column]) -> (Vec<Column>, bool) {
    let several = subject.transformer.layers.iter().any(|layer| layer.heads.len() > 1);
    let mut columns = vec![("layer", true)];
    if several {
        columns.push(("head", true));
    }
    columns.extend(rest);
    (columns, several)
}

/// One position, layer by layer and head by head.
fn of_position(subject: &Subject, kept: &Trace, layers: &[&LayerTrace], at: u32, all: bool) -> String {
    let names = &kept.shape.coordinates;
    let mut out = format!("\n{}\n", position(subject, at));
    let Some(slot) = kept.slot(at) else { return out };
    // Where the first layer is left out, what stands before it is of no interest.
    if layers.first().is_none_or(|first| first.layer == 0) {
        out.push_str(&format!("at the start: {}\n", vector(names, None, &kept.embedding[slot])));
    }
    if layers.is_empty() {
        return out;
    }
    out.push('\n');
    let (columns, several) =
        columns(subject, &[("score", true), ("attends", false), ("pooled", false), ("new", false)]);
    let mut rows = Vec::new();
    for layer in layers {
        let now = &layer.vectors[slot];
        let before = kept.before(layer.layer, at).filter(|_| !all);
        let mut new = vector(names, before, now);
        if new.is_empty() {
            new = "as before".to_owned();
        }
        let row = |number: String, head: String, told: [String; 3], new: String| {
            let mut row = vec![number];
            row.extend(several.then_some(head));
            row.extend(told);
            row.push(new);
            row
        };
        if layer.heads.is_empty() {
            rows.push(row(layer.layer.to_string(), String::new(), Default::default(), new.clone()));
        }
        for (h, head) in layer.heads.iter().enumerate() {
            let program = &subject.transformer.layers[layer.of].heads[h];
            let told = [
                number(&head.score[slot]),
                attended(subject, at, &head.attends[slot]),
                pooled(program, names, &head.pooled[slot]),
            ];
            let (layer, new) =
                if h == 0 { (layer.layer.to_string(), new.clone()) } else { Default::default() };
            rows.push(row(layer, h.to_string(), told, new));
        }
    }
    out.push_str(&table(&columns, &rows));
    out
}

/// What the heads attended to and what changed, over all positions.
fn summary(subject: &Subject, kept: &Trace, layers: &[&LayerTrace]) -> String {
    if layers.is_empty() {
        return String::new();
    }
    let (columns, several) = columns(subject, &[("keys of a query", false), ("what changed", false)]);
    let mut rows = Vec::new();
    for layer in layers {
        let mut changed = changes(kept, layer);
        let keys: Vec<String> = layer.heads.iter().map(|head| span(&head.attends)).collect();
        for h in 0..layer.heads.len().max(1) {
            let mut row = vec![if h == 0 { layer.layer.to_string() } else { String::new() }];
            row.extend(several.then(|| if layer.heads.is_empty() { String::new() } else { h.to_string() }));
            row.push(keys.get(h).cloned().unwrap_or_else(|| "no heads".to_owned()));
            row.push(std::mem::take(&mut changed));
            rows.push(row);
        }
    }
    format!("\n{}", table(&columns, &rows))
}

/// `1`, or `1 to 3`: how many keys the queries attend to.
fn span(attends: &[Vec<u32>]) -> String {
    let counts = || attends.iter().map(Vec::len);
    match (counts().min(), counts().max()) {
        (Some(least), Some(most)) if least == most => grouped(least),
        (Some(least), Some(most)) => format!("{} to {}", grouped(least), grouped(most)),
        _ => String::new(),
    }
}

/// `v at 3 positions, w at 2 positions`
fn changes(kept: &Trace, layer: &LayerTrace) -> String {
    let mut told = Vec::new();
    for (c, name) in kept.shape.coordinates.iter().enumerate() {
        let differs = |(now, at): &(&Vec<Num>, &u32)| {
            kept.before(layer.layer, **at).is_some_and(|before| before[c] != now[c])
        };
        match layer.vectors.iter().zip(&kept.positions).filter(differs).count() {
            0 => {}
            count => told.push(format!("{name} at {}", counted(count, "position"))),
        }
    }
    if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
}
