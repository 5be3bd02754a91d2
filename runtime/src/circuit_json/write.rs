//! Writing: one gate a line.

use super::{FORMAT, starts};
use crate::circuit::{Circuit, Gate, GateId, Port, PortType};
use crate::json::{write_lines, write_list, write_str};
use crate::lowered::{LayerCost, Lowered};
use std::fmt::{self, Write};

/// The circuit as JSON text, ending in a line feed.
pub fn circuit_to_json(circuit: &Circuit) -> String {
    let mut out = String::new();
    // A string takes everything.
    let _ = write_circuit(circuit, &mut out);
    out
}

/// Writes the circuit as JSON, ending in a line feed.
///
/// # Errors
/// Those of `out`, and one where an input gate reads a scalar that no port has.
pub fn write_circuit(circuit: &Circuit, out: &mut dyn Write) -> fmt::Result {
    write(circuit, None, out)
}

/// As [`write_circuit`], with what the layers of the transformer have cost that it was lowered from.
///
/// # Errors
/// Those of [`write_circuit`].
pub fn write_lowered(circuit: &Circuit, lowered: &Lowered, out: &mut dyn Write) -> fmt::Result {
    write(circuit, Some(lowered), out)
}

fn write(circuit: &Circuit, lowered: Option<&Lowered>, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{{\"format\": \"{FORMAT}\",\n \"family\": ")?;
    write_str(out, &circuit.family)?;
    out.write_str(",\n \"params\": {")?;
    for (i, (name, value)) in circuit.params.iter().enumerate() {
        out.write_str(if i > 0 { ", " } else { "" })?;
        write_str(out, name)?;
        write!(out, ": {value}")?;
    }
    write!(out, "}},\n \"ring\": \"{}\",\n \"inputs\": ", circuit.ring)?;
    write_lines(out, 2, &circuit.inputs, |out, port| write_port(out, port, false))?;
    out.write_str(",\n \"outputs\": ")?;
    write_lines(out, 2, &circuit.outputs, |out, port| write_port(out, port, true))?;
    if let Some(lowered) = lowered {
        out.write_str(",\n \"lowered\": ")?;
        write_cost(out, lowered)?;
    }
    out.write_str(",\n \"gates\": ")?;
    let starts = starts(&circuit.inputs);
    write_lines(out, 2, circuit.gates.ids(), |out, id| match circuit.gates.gate(id) {
        Gate::Input(index) => write_scalar(out, circuit, &starts, index as usize),
        Gate::Const(value) => write!(out, "[\"const\", \"{value}\"]"),
        Gate::Add(operands) => write_wired(out, "add", operands),
        Gate::Mul(operands) => write_wired(out, "mul", operands),
        Gate::Sign(operand) => write_wired(out, "sign", &[operand]),
    })?;
    out.write_str("}\n")
}

/// `["add", 0, 1]`.
pub(crate) fn write_wired(out: &mut dyn Write, op: &str, operands: &[GateId]) -> fmt::Result {
    write!(out, "[\"{op}\"")?;
    operands.iter().try_for_each(|g| write!(out, ", {}", g.0))?;
    out.write_char(']')
}

fn write_port(out: &mut dyn Write, port: &Port, output: bool) -> fmt::Result {
    out.write_str("{\"name\": ")?;
    write_str(out, &port.name)?;
    out.write_str(", \"type\": ")?;
    match &port.ty {
        PortType::Num => out.write_str("\"num\"")?,
        PortType::Bool => out.write_str("\"bool\"")?,
        PortType::Alphabet { name, tokens } => {
            write_str(out, name)?;
            out.write_str(", \"codes\": {")?;
            for (code, token) in tokens.iter().enumerate() {
                out.write_str(if code > 0 { ", " } else { "" })?;
                write_str(out, token)?;
                write!(out, ": \"{code}\"")?;
            }
            out.write_char('}')?;
        }
    }
    out.write_str(", \"shape\": ")?;
    write_list(out, &port.shape, |out, size| write!(out, "{size}"))?;
    if output {
        out.write_str(", \"gates\": ")?;
        write_list(out, &port.gates, |out, g| write!(out, "{}", g.0))?;
    }
    out.write_char('}')
}

/// `["input", name, [i, j]]`.
fn write_scalar(out: &mut dyn Write, circuit: &Circuit, starts: &[usize], index: usize) -> fmt::Result {
    // The last port that begins at or before the index; empty ones before it begin there too.
    let k = starts.partition_point(|&start| start <= index).checked_sub(1).ok_or(fmt::Error)?;
    let port = &circuit.inputs[k];
    let mut rest = index - starts[k];
    let mut place = vec![0; port.shape.len()];
    for (digit, &size) in place.iter_mut().zip(&port.shape).rev() {
        let size = if size == 0 {
            return Err(fmt::Error);
        } else {
            size
        };
        (*digit, rest) = (rest % size, rest / size);
    }
    if rest > 0 {
        return Err(fmt::Error);
    }
    out.write_str("[\"input\", ")?;
    write_str(out, &port.name)?;
    out.write_str(", ")?;
    write_list(out, place, |out, i| write!(out, "{i}"))?;
    out.write_char(']')
}

/// `{"construction": "average", "positions": 52, "run": 18, …}`.
fn write_cost(out: &mut dyn Write, lowered: &Lowered) -> fmt::Result {
    let cost = |out: &mut dyn Write, cost: &LayerCost| {
        write!(out, "{{\"depth\": {}, \"gates\": {}}}", cost.depth, cost.gates)
    };
    out.write_str("{\"construction\": ")?;
    write_str(out, &lowered.construction)?;
    let Lowered { positions, run, bound, start, layers, .. } = lowered;
    write!(out, ", \"positions\": {positions}, \"run\": {run},\n  \"bound\": ")?;
    write_list(out, bound, |out, bound| write!(out, "{bound}"))?;
    out.write_str(",\n  \"start\": ")?;
    cost(out, start)?;
    out.write_str(",\n  \"layers\": ")?;
    write_list(out, layers, |out, layer| cost(out, layer))?;
    out.write_char('}')
}
