//! Whether the parts of a program fit each other: shapes, ranges, and that the constants are of the ring.
//!
//! Every engine relies on it. The reader of files asks part by part, so that what can't be read does not hide the rest.

use super::{Component, Head, Layer, Score, Transformer, Value};
use crate::circuit::Gate;
use crate::column::Column;
use crate::fault::{At, FaultKind, Faults};
use crate::number::{Num, Ring};
use crate::sequence::Sequence;

/// Positions are numbered with 32 bits, and so are wires; a file of half a billion has no room for both.
pub(crate) const MOST_POSITIONS: usize = (1 << 29) - 1;

/// All that is wrong with a program, but for the numbers of its sequence.
pub(super) fn check(faults: &mut Faults, t: &Transformer) {
    let root = At::Root;
    if !names(faults, &root, t.coordinates.len(), t.dim) {
        // Everything else is held against the dimension.
        return;
    }
    let layers = root.key("layers");
    for (l, parts) in t.layers.iter().enumerate() {
        layer(faults, &layers.index(l), parts, t.dim, Some(t.ring));
    }
    sequence(faults, &root.key("sequence"), &t.sequence, t.dim);
}

/// Whether the coordinates have as many names as the vectors have numbers.
pub(crate) fn names(faults: &mut Faults, root: &At<'_>, names: usize, dim: usize) -> bool {
    if names != dim {
        let (what, why) = ("name", "`dim` says how many coordinates there are, and each has a name");
        faults.push(&root.key("coordinates"), FaultKind::Count { what, expected: dim, found: names, why });
    }
    names == dim
}

/// One layer. Without a ring its numbers are not looked at: a reader has done so.
pub(crate) fn layer(faults: &mut Faults, at: &At<'_>, parts: &Layer, dim: usize, ring: Option<Ring>) {
    let mut inputs = dim;
    let heads = at.key("heads");
    for (h, parts) in parts.heads.iter().enumerate() {
        head(faults, &heads.index(h), parts, dim, ring);
        inputs += parts.value.width();
    }
    let at = at.key("activation");
    let of = "an activation reads the position's own vector, then what each head pooled; it";
    component(faults, &at, &parts.activation, ring, (inputs, of));
    let why = "an activation gives the new vector, `dim` numbers";
    counted_outputs(faults, &at, &parts.activation, dim, why);
}

fn head(faults: &mut Faults, at: &At<'_>, head: &Head, dim: usize, ring: Option<Ring>) {
    let score = at.key("score");
    match &head.score {
        Score::Circuit(c) => {
            let of = "a score reads the query's vector, then the key's; it";
            component(faults, &score, c, ring, (dim.saturating_mul(2), of));
            counted_outputs(faults, &score, c, 1, "a score gives one number");
        }
        Score::Dot { query, key } => {
            matrix(faults, &score.key("query"), query, dim, ring);
            matrix(faults, &score.key("key"), key, dim, ring);
            if query.len() != key.len() {
                let why = "the score is the inner product of the two, so `key` has as many rows as `query`";
                let (expected, found) = (query.len(), key.len());
                faults.push(&score.key("key"), FaultKind::Count { what: "row", expected, found, why });
            }
        }
    }
    let value = at.key("value");
    match &head.value {
        Value::Circuit(c) => component(faults, &value, c, ring, (dim, "a value reads the key's vector; it")),
        Value::Matrix(rows) => matrix(faults, &value.key("matrix"), rows, dim, ring),
    }
}

/// The inputs, the constants and the outputs of a component.
fn component(
    faults: &mut Faults,
    at: &At<'_>,
    component: &Component,
    ring: Option<Ring>,
    (inputs, of): (usize, &'static str),
) {
    let list = at.key("gates");
    let gates = &component.gates;
    for id in gates.ids() {
        match gates.gate(id) {
            Gate::Input(input) if input as usize >= inputs => {
                let input = u64::from(input);
                faults.push(&list.index(id.index()).index(1), FaultKind::NoInput { input, inputs, of });
            }
            Gate::Const(value) => contained(faults, &list.index(id.index()).index(1), value, ring),
            _ => {}
        }
    }
    let outputs = at.key("outputs");
    for (k, output) in component.outputs.iter().enumerate() {
        if output.index() >= gates.len() {
            let gate = u64::from(output.0);
            faults.push(&outputs.index(k), FaultKind::NoGate { gate, gates: gates.len() });
        }
    }
}

fn counted_outputs(
    faults: &mut Faults,
    at: &At<'_>,
    component: &Component,
    expected: usize,
    why: &'static str,
) {
    let found = component.outputs.len();
    if found != expected {
        faults.push(&at.key("outputs"), FaultKind::Count { what: "output", expected, found, why });
    }
}

fn matrix(faults: &mut Faults, at: &At<'_>, rows: &[Vec<Num>], dim: usize, ring: Option<Ring>) {
    for (r, row) in rows.iter().enumerate() {
        let at = at.index(r);
        if row.len() != dim {
            let why = "a row is multiplied with a vector of `dim` numbers";
            faults.push(&at, FaultKind::Count { what: "number", expected: dim, found: row.len(), why });
        }
        for (c, value) in row.iter().enumerate() {
            contained(faults, &at.index(c), value, ring);
        }
    }
}

/// Tells a number that the ring does not have.
fn contained(faults: &mut Faults, at: &At<'_>, value: &Num, ring: Option<Ring>) {
    if let Some(ring) = ring.filter(|ring| !ring.contains(value)) {
        faults.push(at, FaultKind::NotInRing { ring, found: value.clone() });
    }
}

/// The columns of a sequence, and the places of inputs and outputs in it.
pub(crate) fn sequence(faults: &mut Faults, at: &At<'_>, sequence: &Sequence, dim: usize) {
    let tokens = at.key("tokens");
    if sequence.columns.len() != dim {
        let (found, why) = (sequence.columns.len(), "a position is a vector of `dim` numbers");
        faults.push(&tokens, FaultKind::Count { what: "column", expected: dim, found, why });
    }
    if sequence.len > MOST_POSITIONS {
        let (found, limit) = (sequence.len.to_string(), MOST_POSITIONS as u64);
        faults.push(&tokens, FaultKind::TooLarge { what: "the number of positions", found, limit });
    }
    for column in &sequence.columns {
        let found = column.len().unwrap_or(sequence.len);
        if found != sequence.len {
            let (expected, why) = (sequence.len, "every position has this coordinate");
            faults.push(&tokens, FaultKind::Count { what: "number", expected, found, why });
        }
    }
    let len = sequence.len;
    let inputs = at.key("inputs");
    let mut names = Vec::new();
    for (k, spec) in sequence.inputs.iter().enumerate() {
        let at = inputs.index(k);
        places(faults, &at, &spec.positions, len);
        coordinate(faults, &at.key("coordinate"), spec.coordinate, dim);
        if let Some(square) = spec.square {
            coordinate(faults, &at.key("square"), square, dim);
        }
        once(faults, &at, &mut names, &spec.name);
    }
    let outputs = at.key("outputs");
    let mut names = Vec::new();
    for (k, spec) in sequence.outputs.iter().enumerate() {
        let at = outputs.index(k);
        places(faults, &at, &spec.positions, len);
        coordinate(faults, &at.key("coordinate"), spec.coordinate, dim);
        once(faults, &at, &mut names, &spec.name);
    }
}

/// Tells a name that an earlier port has.
pub(crate) fn once<'n>(faults: &mut Faults, at: &At<'_>, names: &mut Vec<&'n str>, name: &'n str) {
    if names.contains(&name) {
        faults.push(&at.key("name"), FaultKind::NameTwice { name: crate::json::shortened(name) });
    } else {
        names.push(name);
    }
}

fn places(faults: &mut Faults, at: &At<'_>, positions: &[u32], len: usize) {
    let at = at.key("positions");
    for (k, position) in positions.iter().enumerate() {
        if *position as usize >= len {
            let found = u64::from(*position);
            faults.push(&at.index(k), FaultKind::Outside { what: "position", found, count: len });
        }
    }
}

fn coordinate(faults: &mut Faults, at: &At<'_>, coordinate: usize, dim: usize) {
    if coordinate >= dim {
        let found = coordinate as u64;
        faults.push(at, FaultKind::Outside { what: "coordinate", found, count: dim });
    }
}

/// The numbers of a sequence that the ring does not have.
pub(super) fn numbers(faults: &mut Faults, t: &Transformer) {
    let tokens = At::Root.key("sequence");
    let tokens = tokens.key("tokens");
    for (c, column) in t.sequence.columns.iter().enumerate() {
        let mut number = |i: usize, value: &Num| {
            contained(faults, &tokens.index(i).index(c), value, Some(t.ring));
        };
        match column {
            Column::All(value) if t.sequence.len > 0 => number(0, value),
            Column::All(_) | Column::Ints(_) | Column::Generated(_) => {}
            Column::Nums(values) => values.iter().enumerate().for_each(|(i, value)| number(i, value)),
            Column::Sparse(sparse) => {
                sparse.others().iter().for_each(|(i, value)| number(*i as usize, value));
            }
        }
    }
}
