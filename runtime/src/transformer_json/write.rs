//! Writing: one gate and one token a line.

use super::FORMAT;
use crate::circuit::Gate;
use crate::circuit_json::write_wired;
use crate::column::Column;
use crate::json::{write_lines, write_list, write_str};
use crate::number::Num;
use crate::sequence::{InputSpec, OutputSpec, Sequence};
use crate::transformer::{Component, Declared, Head, Layer, Pooling, Score, Transformer, Value, Variable};
use std::fmt::{self, Write};

/// The transformer and its sequence as JSON text, ending in a line feed.
pub fn transformer_to_json(t: &Transformer) -> String {
    let mut out = String::new();
    // A string takes everything.
    let _ = write_transformer(t, &mut out);
    out
}

/// Writes the transformer and its sequence as JSON, ending in a line feed.
///
/// # Errors
/// Those of `out`.
pub fn write_transformer(t: &Transformer, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{{\"format\": \"{FORMAT}\",\n ")?;
    write_program(t, out, |out| write_sequence(out, &t.sequence))?;
    out.write_str("}\n")
}

/// The keys of a transformer, with this for its sequence.
pub(crate) fn write_program(
    t: &Transformer,
    out: &mut dyn Write,
    sequence: impl FnOnce(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    out.write_str("\"construction\": ")?;
    write_str(out, &t.construction)?;
    write!(out, ",\n \"ring\": \"{}\",\n \"dim\": {},\n \"coordinates\": ", t.ring, t.dim)?;
    write_list(out, &t.coordinates, |out, name| write_str(out, name))?;
    write!(out, ",\n \"repeat\": {}", t.repeat)?;
    if let Some(declared) = &t.declared {
        write_declared(out, declared)?;
    }
    out.write_str(",\n \"layers\": ")?;
    write_lines(out, 2, &t.layers, write_layer)?;
    out.write_str(",\n \"sequence\": ")?;
    sequence(out)
}

/// What positions know, the mask, and what the coordinates are.
fn write_declared(out: &mut dyn Write, declared: &Declared) -> fmt::Result {
    out.write_str(",\n \"positions\": ")?;
    write_list(out, &declared.positions, |out, name| write_str(out, name))?;
    write!(out, ",\n \"mask\": \"{}\",\n \"variables\": ", declared.mask.name())?;
    write_lines(out, 2, &declared.variables, |out, variable| {
        let Variable { coordinate, name, of, line, values } = variable;
        write!(out, "{{\"coordinate\": {coordinate}, \"name\": ")?;
        write_str(out, name)?;
        out.write_str(", \"of\": ")?;
        write_str(out, of)?;
        match line {
            Some(line) => write!(out, ", \"line\": {line}, \"values\": ")?,
            None => out.write_str(", \"line\": null, \"values\": ")?,
        }
        match values {
            Some(values) => write_list(out, values, |out, value| write!(out, "\"{value}\""))?,
            None => out.write_str("null")?,
        }
        out.write_char('}')
    })
}

fn write_layer(out: &mut dyn Write, layer: &Layer) -> fmt::Result {
    out.write_str("{\"heads\": ")?;
    write_lines(out, 3, &layer.heads, write_head)?;
    out.write_str(",\n   \"activation\": ")?;
    write_component(out, &layer.activation)?;
    out.write_char('}')
}

fn write_head(out: &mut dyn Write, head: &Head) -> fmt::Result {
    out.write_str("{\"score\": ")?;
    match &head.score {
        Score::Circuit(component) => write_component(out, component)?,
        Score::Dot { query, key } => {
            out.write_str("{\"query\": ")?;
            write_matrix(out, query)?;
            out.write_str(", \"key\": ")?;
            write_matrix(out, key)?;
            out.write_char('}')?;
        }
    }
    out.write_str(",\n    \"value\": ")?;
    match &head.value {
        Value::Circuit(component) => write_component(out, component)?,
        Value::Matrix(rows) => {
            out.write_str("{\"matrix\": ")?;
            write_matrix(out, rows)?;
            out.write_char('}')?;
        }
    }
    let pooling = match head.pooling {
        Pooling::Average => "average",
        Pooling::Leftmost => "leftmost",
        Pooling::Rightmost => "rightmost",
    };
    write!(out, ",\n    \"pooling\": \"{pooling}\"}}")
}

fn write_component(out: &mut dyn Write, component: &Component) -> fmt::Result {
    out.write_str("{\"gates\": ")?;
    write_lines(out, 5, component.gates.ids(), |out, id| match component.gates.gate(id) {
        Gate::Input(i) => write!(out, "[\"in\", {i}]"),
        Gate::Const(value) => write!(out, "[\"const\", \"{value}\"]"),
        Gate::Add(operands) => write_wired(out, "add", operands),
        Gate::Mul(operands) => write_wired(out, "mul", operands),
        Gate::Sign(operand) => write_wired(out, "sign", &[operand]),
    })?;
    out.write_str(",\n     \"outputs\": ")?;
    write_list(out, &component.outputs, |out, g| write!(out, "{}", g.0))?;
    out.write_char('}')
}

fn write_matrix(out: &mut dyn Write, rows: &[Vec<Num>]) -> fmt::Result {
    write_list(out, rows, |out, row| write_list(out, row, |out, value| write!(out, "\"{value}\"")))
}

fn write_sequence(out: &mut dyn Write, sequence: &Sequence) -> fmt::Result {
    out.write_str("{\"tokens\": ")?;
    write_lines(out, 2, 0..sequence.len, |out, i| {
        write_list(out, &sequence.columns, |out, column| match column {
            Column::All(value) => write!(out, "\"{value}\""),
            Column::Ints(values) => write!(out, "\"{}\"", values[i]),
            _ => write!(out, "\"{}\"", column.get(i)),
        })
    })?;
    out.write_str(",\n  \"inputs\": ")?;
    write_lines(out, 3, &sequence.inputs, |out, spec| {
        write_input(out, spec, |out| write_positions(out, &spec.positions))
    })?;
    out.write_str(",\n  \"outputs\": ")?;
    write_lines(out, 3, &sequence.outputs, |out, spec| {
        write_output(out, spec, |out| write_positions(out, &spec.positions))
    })?;
    out.write_char('}')
}

/// An input. How its positions are written, each format has its own way.
pub(crate) fn write_input(
    out: &mut dyn Write,
    spec: &InputSpec,
    positions: impl FnOnce(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    write_place(out, &spec.name, positions, spec.coordinate)?;
    match spec.square {
        Some(square) => write!(out, ", \"square\": {square}}}"),
        None => out.write_str(", \"square\": null}"),
    }
}

/// An output, likewise.
pub(crate) fn write_output(
    out: &mut dyn Write,
    spec: &OutputSpec,
    positions: impl FnOnce(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    write_place(out, &spec.name, positions, spec.coordinate)?;
    out.write_char('}')
}

fn write_place(
    out: &mut dyn Write,
    name: &str,
    positions: impl FnOnce(&mut dyn Write) -> fmt::Result,
    coordinate: usize,
) -> fmt::Result {
    out.write_str("{\"name\": ")?;
    write_str(out, name)?;
    out.write_str(", \"positions\": ")?;
    positions(out)?;
    write!(out, ", \"coordinate\": {coordinate}")
}

fn write_positions(out: &mut dyn Write, positions: &[u32]) -> fmt::Result {
    write_list(out, positions, |out, p| write!(out, "{p}"))
}
