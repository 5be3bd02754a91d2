//! A box for each gate.

use circ_runtime::{Circuit, Gate, GateId};

use super::graph::{Item, Kind};
use super::labels::{Origins, input_names, number};
use crate::commands::trace::describe::gate_in_words;

/// The boxes, in the order of the gates.
pub(super) fn single(circuit: &Circuit, depths: &[u32], origins: &mut Origins<'_>) -> Vec<Item> {
    let names = input_names(&circuit.inputs);
    let item = |id: GateId| {
        let kind = Kind::from(circuit.gates.op(id));
        let (label, told) = match circuit.gates.gate(id) {
            Gate::Input(index) => {
                let name = names.get(index as usize).cloned().unwrap_or_else(|| format!("#{index}"));
                (name.clone(), format!("{id}: input {name}"))
            }
            Gate::Const(value) => (number(value), format!("{id}: the constant {}", number(value))),
            gate => {
                let sign = match gate {
                    Gate::Add(_) => "+",
                    Gate::Mul(_) => "×",
                    _ => "sign",
                };
                let depth = depths[id.index()];
                (
                    sign.to_owned(),
                    format!("{id}: {}, level {depth}{}", gate_in_words(circuit, id), from(origins, id)),
                )
            }
        };
        let mut counts = [0; 6];
        counts[circuit.gates.op(id) as usize] = 1;
        Item {
            name: id.to_string(),
            kind,
            column: depths[id.index()] as usize,
            lines: vec![label],
            counts,
            levels: None,
            shared: false,
            told,
        }
    };
    circuit.gates.ids().map(item).collect()
}

/// ``; line 4: `sum(x)` ``
fn from(origins: &mut Origins<'_>, id: GateId) -> String {
    let Some(span) = origins.span(id.index()) else { return String::new() };
    origins.place(span).map_or_else(String::new, |place| format!("; {}", place.said()))
}
