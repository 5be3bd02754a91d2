//! The transformer of a sequence program's own, beside those that simulate its circuits; or why there is none.

use circ_compiler::native::{Positions, native};
use circ_compiler::{Diagnostic, FamilyId, Limits, Program, Sources, message};
use circ_runtime::{Pooling, Transformer};

use super::place::Place;
use crate::values::quoted;
use crate::words::counted;

/// What is known of it.
#[derive(Clone, Debug)]
pub(crate) enum Own {
    /// There is one: with the index alone, and with n.
    Found { index: Costs, with_size: Costs, mask: &'static str, attention: String, length: String },
    /// There is none.
    Refused { why: String, place: Option<Place> },
}

/// What one costs. Layers and heads are the same for all n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Costs {
    layers: usize,
    /// Of the layer that has the most.
    heads: usize,
    /// Whether all layers have as many.
    even: bool,
    dim: usize,
}

/// The transformer of a family's own at these sizes, whose layers are those of all sizes.
pub(crate) fn own(sources: &Sources, program: &Program, id: FamilyId, sizes: &[u64]) -> Own {
    let made = |positions| native(program, id, sizes, positions, &Limits::default(), &|_| None);
    let refused = |fault: Box<Diagnostic>| {
        let title = message(&fault).title;
        let why = title.split_once(": ").map_or(title.as_str(), |(_, why)| why).to_owned();
        Own::Refused { why, place: fault.span.map(|span| Place::of(sources, span)) }
    };
    match (made(Positions::Index), made(Positions::IndexAndSize)) {
        (Ok(index), Ok(with_size)) => Own::Found {
            mask: index.declared.as_ref().map_or("none", |declared| declared.mask.name()),
            attention: attention(&index),
            length: with_size
                .declared
                .as_ref()
                .and_then(|declared| declared.positions.get(1))
                .map_or_else(|| "n + 1".to_owned(), |size| format!("{size} + 1")),
            index: costs(&index),
            with_size: costs(&with_size),
        },
        (Err(fault), _) | (_, Err(fault)) => refused(fault),
    }
}

fn costs(t: &Transformer) -> Costs {
    let heads = t.layers.iter().map(|layer| layer.heads.len()).max().unwrap_or(0);
    let even = t.layers.iter().all(|layer| layer.heads.len() == heads);
    Costs { layers: t.layers.len(), heads, even, dim: t.dim }
}

/// Which kinds of attention its heads have.
fn attention(t: &Transformer) -> String {
    let has = |pooling| t.layers.iter().flat_map(|layer| &layer.heads).any(|head| head.pooling == pooling);
    let kinds = [
        (Pooling::Average, "average-hard"),
        (Pooling::Leftmost, "leftmost-hard"),
        (Pooling::Rightmost, "rightmost-hard"),
    ];
    let found: Vec<&str> = kinds.iter().filter(|(pooling, _)| has(*pooling)).map(|(_, name)| *name).collect();
    if found.is_empty() { "no attention".into() } else { format!("{} attention", found.join(" and ")) }
}

impl Costs {
    fn text(self) -> String {
        let Costs { layers, heads, even, dim } = self;
        let of = if even { "of" } else { "of up to" };
        format!("{} {of} {}, dimension {dim}", counted(layers, "layer"), counted(heads, "head"))
    }

    fn json(self) -> String {
        let Costs { layers, heads, dim, .. } = self;
        format!("\"layers\": {layers}, \"heads\": {heads}, \"dim\": {dim}")
    }
}

impl Own {
    /// In a sentence.
    pub(crate) fn text(&self) -> String {
        match self {
            Own::Found { index, with_size, mask, attention, length } => {
                let also = if index.layers == with_size.layers {
                    String::new()
                } else {
                    format!(" (with `--positions i,n` {})", with_size.text())
                };
                format!(
                    "{}{also}; {attention}, mask {mask}, positions i, length {length}, for all n",
                    index.text()
                )
            }
            Own::Refused { why, place: Some(place) } => format!("none, at {}: {why}", place.at()),
            Own::Refused { why, place: None } => format!("none: {why}"),
        }
    }

    pub(crate) fn json(&self) -> String {
        match self {
            Own::Found { index, with_size, mask, attention, length } => format!(
                "{{{}, \"mask\": \"{mask}\", \"positions\": [\"i\"], \"attention\": {}, \"tokens\": {},\n  \
                 \"with_size\": {{{}}}}}",
                index.json(),
                quoted(attention),
                quoted(length),
                with_size.json()
            ),
            Own::Refused { why, place } => {
                let place = place.as_ref().map_or_else(|| "null".to_owned(), |place| quoted(&place.at()));
                format!("{{\"refused\": {}, \"place\": {place}}}", quoted(why))
            }
        }
    }
}
