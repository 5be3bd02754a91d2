//! A box for all gates of one expression, at each level or at all.

use std::collections::HashMap;

use circ_grammar::tree::Span;
use circ_runtime::{Circuit, Gate, GateId, Op};

use super::Fold;
use super::graph::{Item, Kind};
use super::labels::{Origins, number, port_name};

/// So many constants are named in their box.
const NAMED: usize = 4;

/// What the gates of a box have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// The port that they are inputs of.
    Port(usize),
    /// They are constants: those are shared by expressions as it happens.
    Constants,
    /// The expression that they come from.
    Expression(Span),
    /// Where no source is known, what they do.
    Kind(Op),
}

/// The boxes in the order of their first gates, and which box each gate has. `None` where there are more than `most`.
pub(super) fn several(
    circuit: &Circuit,
    depths: &[u32],
    (fold, most): (Fold, usize),
    origins: &mut Origins<'_>,
) -> Option<(Vec<Item>, Vec<usize>)> {
    let ports = ports(circuit);
    let mut items: Vec<Item> = Vec::new();
    let mut found: HashMap<(Key, u32), usize> = HashMap::new();
    let mut item_of = Vec::with_capacity(circuit.gates.len());
    for id in circuit.gates.ids() {
        let key = key(circuit, id, &ports, origins);
        let depth = depths[id.index()];
        let level = if fold == Fold::Level { depth } else { 0 };
        let at = *found.entry((key, level)).or_insert_with(|| {
            items.push(item(circuit, key, items.len(), depth, origins));
            items.len() - 1
        });
        if items.len() > most {
            return None;
        }
        let item = &mut items[at];
        if let Gate::Const(value) = circuit.gates.gate(id) {
            named(item, number(value));
        }
        item.counts[circuit.gates.op(id) as usize] += 1;
        let (first, last) = item.levels.unwrap_or((depth, depth));
        item.levels = Some((first.min(depth), last.max(depth)));
        item_of.push(at);
    }
    for item in &mut items {
        let (first, last) = item.levels.unwrap_or_default();
        let levels =
            if first == last { format!("level {first}") } else { format!("levels {first} to {last}") };
        item.told = format!("{}; {levels}", item.told);
        item.levels = (fold == Fold::Expression && last > 0).then_some((first, last));
    }
    Some((items, item_of))
}

/// Up to which input scalar each port goes.
fn ports(circuit: &Circuit) -> Vec<usize> {
    let mut end = 0;
    circuit
        .inputs
        .iter()
        .map(|port| {
            end += port.scalars();
            end
        })
        .collect()
}

fn key(circuit: &Circuit, id: GateId, ports: &[usize], origins: &Origins<'_>) -> Key {
    match circuit.gates.gate(id) {
        Gate::Input(index) => Key::Port(ports.partition_point(|end| *end <= index as usize)),
        Gate::Const(_) => Key::Constants,
        _ => match origins.span(id.index()) {
            Some(span) => Key::Expression(span),
            None => Key::Kind(circuit.gates.op(id)),
        },
    }
}

fn item(circuit: &Circuit, key: Key, at: usize, depth: u32, origins: &mut Origins<'_>) -> Item {
    let (lines, told) = match key {
        Key::Port(port) => {
            let name = circuit.inputs.get(port).map_or_else(String::new, port_name);
            (vec![name.clone()], format!("input {name}"))
        }
        Key::Constants => (vec![String::new()], "constants".into()),
        Key::Expression(span) => {
            let told = origins.place(span).map_or_else(String::new, |place| place.said());
            (origins.lines(span), told)
        }
        Key::Kind(op) => {
            let name = match op {
                Op::Add => "add",
                Op::Mul => "mul",
                _ => "sign",
            };
            (vec![name.into()], format!("{name} gates"))
        }
    };
    Item {
        name: format!("f{at}"),
        kind: Kind::Folded,
        column: depth as usize,
        lines,
        counts: [0; 6],
        levels: None,
        shared: false,
        told,
    }
}

/// Names another constant in the box of all, as long as there are few.
fn named(item: &mut Item, value: String) {
    match (item.counts[Op::Const as usize], &mut item.lines[0]) {
        (0, line) => *line = value,
        (before, line) if before < NAMED => line.push_str(&format!(", {value}")),
        (NAMED, line) => line.push_str(", …"),
        _ => {}
    }
}
