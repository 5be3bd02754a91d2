//! What is drawn: boxes that stand in columns, and wires, gate by gate or folded.

use std::collections::HashMap;

use circ_runtime::circuit::depths;
use circ_runtime::{Circuit, GateId, Op, measure};

use super::expressions::in_turn;
use super::folds::several;
use super::labels::{Origins, cut, element_name, port_name};
use super::single::single;
use super::{Fold, Subject};
use crate::excerpt::harmless_line;
use crate::words::{counted, grouped};

/// No name of a family is wider, nor are its sizes.
const WIDEST_TITLE: usize = 40;

/// What a box is, which its shape says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Input,
    Const,
    Add,
    Mul,
    Sign,
    Output,
    /// Several gates, of one kind or more.
    Folded,
}

impl From<Op> for Kind {
    fn from(op: Op) -> Kind {
        match op {
            Op::Input => Kind::Input,
            Op::Const => Kind::Const,
            Op::Add => Kind::Add,
            Op::Mul => Kind::Mul,
            Op::Sign => Kind::Sign,
        }
    }
}

/// The kinds of gates, and outputs, in the order in which a fold counts them.
pub(super) const COUNTED: [Kind; 6] =
    [Kind::Input, Kind::Const, Kind::Add, Kind::Mul, Kind::Sign, Kind::Output];

/// A box.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Its name in what is written: `g5`, `o0_2`, of folds `f3`.
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) column: usize,
    /// The text in it.
    pub(super) lines: Vec<String>,
    /// How many gates of each kind it stands for, as [`COUNTED`] has them.
    pub(super) counts: [usize; 6],
    /// The first and the last level of its gates, where it is a fold over levels.
    pub(super) levels: Option<(u32, u32)>,
    /// Whether it is an operation whose value is read more than once.
    pub(super) shared: bool,
    /// What it is in words.
    pub(super) told: String,
}

impl Item {
    /// Whether it is nothing but constants.
    pub(super) fn is_constant(&self) -> bool {
        self.counts.iter().zip(COUNTED).all(|(count, kind)| *count == 0 || kind == Kind::Const)
    }

    /// Whether it stands in the first column, in the order of the source.
    pub(super) fn is_input(&self) -> bool {
        self.counts[0] > 0
    }

    /// Whether it stands in the last column.
    pub(super) fn is_output(&self) -> bool {
        self.counts[5] > 0
    }
}

/// Wires from one box to another, drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wire {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) count: usize,
}

/// A circuit as it is drawn.
pub(super) struct Graph {
    /// `parity at n = 4`
    pub(super) title: String,
    /// Its measures, and what is folded: a line each.
    pub(super) notes: Vec<String>,
    pub(super) items: Vec<Item>,
    /// In order, without two of the same ends.
    pub(super) wires: Vec<Wire>,
    /// What stands above each column.
    pub(super) columns: Vec<String>,
}

impl Graph {
    /// How many columns wires go through between their ends, those of one box taken together.
    pub(super) fn bends(&self) -> usize {
        let column = |item: usize| self.items[item].column;
        let spans = self.wires.chunk_by(|a, b| a.from == b.from).map(|wires| {
            let last = wires.iter().map(|wire| column(wire.to)).max().unwrap_or(0);
            last.saturating_sub(column(wires[0].from) + 1)
        });
        spans.sum()
    }
}

/// How many columns the levels of a circuit and its outputs take.
pub(super) fn columns(circuit: &Circuit) -> usize {
    depths(&circuit.gates).into_iter().max().unwrap_or(0) as usize + 2
}

/// Makes boxes of a circuit. `None` where a fold takes more than `most`.
pub(super) fn graph(subject: Subject<'_>, fold: Fold, most: usize) -> Option<Graph> {
    let circuit = subject.circuit;
    let depths = depths(&circuit.gates);
    let deepest = depths.iter().max().map_or(0, |depth| *depth as usize);
    let mut origins = Origins::new(subject.source);
    let (mut items, item_of) = match fold {
        Fold::None => (single(circuit, &depths, &mut origins), (0..circuit.gates.len()).collect()),
        _ => several(circuit, &depths, (fold, most), &mut origins)?,
    };
    let ports = outputs(circuit, fold, deepest + 1, &mut items);
    let mut wires = wires(circuit, &item_of, &ports);
    let mut columns: Vec<String> = (0..=deepest).map(|depth| depth.to_string()).collect();
    columns[0].insert_str(0, "level ");
    columns.push("out".into());
    if fold == Fold::Expression {
        let count;
        (items, wires, count) = in_turn(&items, &wires);
        columns = vec![String::new(); count];
    }
    share(&mut items, &wires);
    Some(Graph { title: title(circuit), notes: notes(subject, fold), items, wires, columns })
}

/// The boxes of outputs, a box for each scalar or for each port, and which box each scalar has.
fn outputs(circuit: &Circuit, fold: Fold, column: usize, items: &mut Vec<Item>) -> Vec<usize> {
    let mut of = Vec::new();
    for (at, port) in circuit.outputs.iter().enumerate() {
        let mut add = |name: String, lines: Vec<String>, kind, count: usize| {
            let told = format!("output {}", lines.join(" "));
            let counts = [0, 0, 0, 0, 0, count];
            items.push(Item { name, kind, column, lines, counts, levels: None, shared: false, told });
            items.len() - 1
        };
        if fold == Fold::None {
            for element in 0..port.gates.len() {
                let label = element_name(port, element);
                of.push(add(format!("o{at}_{element}"), vec![label], Kind::Output, 1));
            }
        } else if !port.gates.is_empty() {
            let count = port.gates.len();
            let item = add(format!("o{at}"), vec![port_name(port)], Kind::Folded, count);
            of.extend(std::iter::repeat_n(item, count));
        }
    }
    of
}

/// The wires between boxes, counted; none within a box.
fn wires(circuit: &Circuit, item_of: &[usize], outputs: &[usize]) -> Vec<Wire> {
    let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
    let mut add = |from: GateId, to: usize| {
        let from = item_of[from.index()];
        if from != to {
            *counts.entry((from, to)).or_default() += 1;
        }
    };
    for id in circuit.gates.ids() {
        for operand in circuit.gates.operands(id) {
            add(*operand, item_of[id.index()]);
        }
    }
    for (gate, output) in circuit.output_gates().zip(outputs) {
        add(gate, *output);
    }
    let mut wires: Vec<Wire> =
        counts.into_iter().map(|((from, to), count)| Wire { from, to, count }).collect();
    wires.sort_unstable();
    wires
}

/// Marks the operations whose values are read more than once.
fn share(items: &mut [Item], wires: &[Wire]) {
    let mut read = vec![0; items.len()];
    for wire in wires {
        read[wire.from] += wire.count;
    }
    for (item, read) in items.iter_mut().zip(read) {
        item.shared = read > 1 && matches!(item.kind, Kind::Add | Kind::Mul | Kind::Sign);
        if item.shared {
            item.told.push_str(&format!("; shared, read {read} times"));
        }
    }
}

/// `parity at n = 4`
fn title(circuit: &Circuit) -> String {
    let family = cut(&harmless_line(&circuit.family), WIDEST_TITLE);
    let sizes: Vec<String> = circuit.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match sizes.is_empty() {
        true => family,
        false => format!("{family} at {}", cut(&harmless_line(&sizes.join(", ")), WIDEST_TITLE)),
    }
}

/// The measures of the circuit, and what is folded.
fn notes(subject: Subject<'_>, fold: Fold) -> Vec<String> {
    let measures = measure(subject.circuit);
    let sizes = format!(
        "{}, {}, depth {}",
        counted(measures.gates, "gate"),
        counted(measures.edges, "wire"),
        grouped(measures.depth)
    );
    let of = if subject.source.is_some() { "expression" } else { "kind" };
    match fold {
        Fold::None => vec![sizes],
        Fold::Level => vec![sizes, format!("Folded: all gates of one {of} at one level are one box.")],
        Fold::Expression => vec![
            sizes,
            "Folded: all gates of one expression are one box, and so are expressions that read each other in turn."
                .into(),
        ],
    }
}
