//! A circuit for Graphviz: the shape of a node is the kind of its gate.

use std::io::{self, Write};

use circ_runtime::{Circuit, Gate, Port};

/// Writes the circuit. Operands keep their order, and the same circuit gives the same bytes.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write_dot(circuit: &Circuit, out: &mut dyn Write) -> io::Result<()> {
    let sizes: Vec<String> = circuit.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let title = match sizes.is_empty() {
        true => circuit.family.clone(),
        false => format!("{} at {}", circuit.family, sizes.join(", ")),
    };
    writeln!(out, "digraph {} {{", quoted(&circuit.family))?;
    writeln!(out, "  label={};", quoted(&title))?;
    writeln!(out, "  rankdir=BT;")?;
    writeln!(out, "  node [fontname=\"Helvetica\"];")?;
    let names = input_names(&circuit.inputs);
    for id in circuit.gates.ids() {
        let (shape, label) = match circuit.gates.gate(id) {
            Gate::Input(index) => {
                ("box", names.get(index as usize).cloned().unwrap_or_else(|| format!("#{index}")))
            }
            Gate::Const(value) => ("plaintext", value.to_string()),
            Gate::Add(_) => ("circle", "+".to_string()),
            Gate::Mul(_) => ("circle", "×".to_string()),
            Gate::Sign(_) => ("diamond", "sign".to_string()),
        };
        writeln!(out, "  {id} [shape={shape}, label={}];", quoted(&label))?;
        for operand in circuit.gates.operands(id) {
            writeln!(out, "  {operand} -> {id};")?;
        }
    }
    for (at, port) in circuit.outputs.iter().enumerate() {
        for (element, gate) in port.gates.iter().enumerate() {
            let label = element_name(port, element);
            writeln!(out, "  o{at}_{element} [shape=box, style=rounded, label={}];", quoted(&label))?;
            writeln!(out, "  {gate} -> o{at}_{element};")?;
        }
    }
    writeln!(out, "}}")
}

/// The name of every input scalar, by its flat index.
fn input_names(inputs: &[Port]) -> Vec<String> {
    inputs.iter().flat_map(|port| (0..port.scalars()).map(|element| element_name(port, element))).collect()
}

/// `x`, `x[3]`, `m[1, 2]`
fn element_name(port: &Port, element: usize) -> String {
    if port.shape.is_empty() {
        return port.name.clone();
    }
    let mut rest = element;
    let mut indices: Vec<String> = Vec::new();
    for length in port.shape.iter().rev() {
        indices.push((rest % length.max(&1)).to_string());
        rest /= length.max(&1);
    }
    indices.reverse();
    format!("{}[{}]", port.name, indices.join(", "))
}

/// A string of Graphviz. In it a backslash starts an escape, so it is doubled.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
