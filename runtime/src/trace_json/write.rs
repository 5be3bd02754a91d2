//! Writing: one layer a line.

use super::FORMAT;
use crate::json::{write_lines, write_list, write_str};
use crate::number::Num;
use crate::trace::{HeadTrace, LayerTrace, Named, Trace};
use std::fmt::{self, Write};

/// The trace as JSON text, ending in a line feed.
pub fn trace_to_json(trace: &Trace) -> String {
    let mut out = String::new();
    // A string takes everything.
    let _ = write_trace(trace, &mut out);
    out
}

/// Writes the trace as JSON, ending in a line feed.
///
/// # Errors
/// Those of `out`.
pub fn write_trace(trace: &Trace, out: &mut dyn Write) -> fmt::Result {
    let shape = &trace.shape;
    write!(out, "{{\"format\": \"{FORMAT}\", \"construction\": ")?;
    write_str(out, &trace.construction)?;
    write!(out, ",\n \"shape\": {{\"ring\": \"{}\", \"coordinates\": ", shape.ring)?;
    write_list(out, &shape.coordinates, |out, name| write_str(out, name))?;
    write!(out, ", \"repeat\": {},\n  \"layers\": ", shape.repeat)?;
    write_list(out, &shape.layers, |out, heads| write_list(out, heads, |out, width| write!(out, "{width}")))?;
    write!(out, ", \"positions\": {}}},\n \"inputs\": ", shape.positions)?;
    write_lines(out, 2, &trace.inputs, write_named)?;
    out.write_str(",\n \"positions\": ")?;
    write_list(out, &trace.positions, |out, position| write!(out, "{position}"))?;
    if !trace.places.is_empty() {
        out.write_str(",\n \"places\": ")?;
        write_list(out, &trace.places, |out, place| write_str(out, place))?;
    }
    out.write_str(",\n \"embedding\": ")?;
    write_rows(out, &trace.embedding)?;
    out.write_str(",\n \"layers\": ")?;
    write_lines(out, 2, &trace.layers, write_layer)?;
    out.write_str(",\n \"outputs\": ")?;
    write_lines(out, 2, &trace.outputs, write_named)?;
    out.write_str("}\n")
}

fn write_layer(out: &mut dyn Write, layer: &LayerTrace) -> fmt::Result {
    write!(out, "{{\"layer\": {}, \"of\": {}, \"heads\": ", layer.layer, layer.of)?;
    write_list(out, &layer.heads, write_head)?;
    out.write_str(", \"vectors\": ")?;
    write_rows(out, &layer.vectors)?;
    out.write_char('}')
}

fn write_head(out: &mut dyn Write, head: &HeadTrace) -> fmt::Result {
    out.write_str("{\"score\": ")?;
    write_numbers(out, &head.score)?;
    out.write_str(", \"attends\": ")?;
    write_list(out, &head.attends, |out, keys| write_list(out, keys, |out, key| write!(out, "{key}")))?;
    out.write_str(", \"pooled\": ")?;
    write_rows(out, &head.pooled)?;
    out.write_char('}')
}

fn write_named(out: &mut dyn Write, named: &Named) -> fmt::Result {
    out.write_str("{\"name\": ")?;
    write_str(out, &named.name)?;
    out.write_str(", \"values\": ")?;
    write_numbers(out, &named.values)?;
    out.write_char('}')
}

fn write_rows(out: &mut dyn Write, rows: &[Vec<Num>]) -> fmt::Result {
    write_list(out, rows, |out, row| write_numbers(out, row))
}

fn write_numbers(out: &mut dyn Write, numbers: &[Num]) -> fmt::Result {
    write_list(out, numbers, |out, value| write!(out, "\"{value}\""))
}
