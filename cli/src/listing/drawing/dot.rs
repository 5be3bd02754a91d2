//! A picture for Graphviz, which lays it out itself: the same boxes, shapes and marks, and a rank for each column.

use std::fmt::Write;

use super::graph::{Graph, Item, Kind};
use super::labels::{WIDEST_NAME, cut};
use super::legend::contents;
use crate::excerpt::harmless_line;
use crate::words::grouped;

/// Writes it.
pub(super) fn dot(graph: &Graph, family: &str) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(graph, family, &mut out);
    out
}

fn write(graph: &Graph, family: &str, out: &mut String) -> std::fmt::Result {
    writeln!(out, "digraph {} {{", quoted(&cut(&harmless_line(family), WIDEST_NAME)))?;
    let lines: Vec<&str> = std::iter::once(&graph.title).chain(&graph.notes).map(String::as_str).collect();
    writeln!(out, "  label={}; labelloc=t;", quoted(&lines.join("\n")))?;
    writeln!(out, "  rankdir=LR; ranksep=0.7; nodesep=0.15;")?;
    writeln!(
        out,
        "  node [fontname=\"monospace\", fontsize=12, height=0.3, width=0.4, margin=\"0.08,0.03\"];"
    )?;
    writeln!(out, "  edge [arrowhead=none, fontname=\"monospace\", fontsize=10];")?;
    let mut columns: Vec<Vec<&str>> = vec![Vec::new(); graph.columns.len()];
    for item in &graph.items {
        columns[item.column].push(&item.name);
        let second = if item.shared { ", peripheries=2" } else { "" };
        let (shape, label, tooltip) = (shape(item.kind), quoted(&label(item)), quoted(&item.told));
        writeln!(out, "  {} [{shape}{second}, label={label}, tooltip={tooltip}];", item.name)?;
    }
    for column in columns.iter().filter(|column| !column.is_empty()) {
        writeln!(out, "  {{ rank=same; {}; }}", column.join("; "))?;
    }
    for wire in &graph.wires {
        let from = &graph.items[wire.from];
        let mut marks: Vec<String> = Vec::new();
        if from.is_constant() {
            marks.push("style=dashed".into());
        }
        if wire.count > 1 {
            marks.push(format!("headlabel=\"{}\", labeldistance=1.6", grouped(wire.count)));
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" [{}]", marks.join(", ")) };
        writeln!(out, "  {} -> {}{marks};", from.name, graph.items[wire.to].name)?;
    }
    writeln!(out, "}}")
}

fn shape(kind: Kind) -> &'static str {
    match kind {
        Kind::Input => "shape=box",
        Kind::Const => "shape=parallelogram, margin=0",
        Kind::Add => "shape=circle, fixedsize=true",
        Kind::Mul => "shape=hexagon, fixedsize=true, width=0.5",
        Kind::Sign => "shape=diamond, margin=0",
        Kind::Output => "shape=box, style=rounded",
        Kind::Folded => "shape=box, style=rounded, margin=\"0.12,0.06\"",
    }
}

/// The text in a box; a fold ends with how many gates there are of each kind.
fn label(item: &Item) -> String {
    if item.kind != Kind::Folded {
        return item.lines.join("\n");
    }
    let lines = item.lines.iter().filter(|line| !line.is_empty()).cloned();
    lines.chain([contents(&item.counts)]).collect::<Vec<_>>().join("\n")
}

/// A string of Graphviz. In it a backslash starts an escape, so it is doubled.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
