//! Coordinates: which there are and what they are called, the sequence before the first layer, and what is declared of
//! each.

use std::collections::{BTreeMap, BTreeSet};

use circ_grammar::tree::Span;
use circ_runtime::{Column, InputSpec, Num, OutputSpec, Sequence, Variable};

use super::finite::{Finite, of_head};
use super::heads::Question;
use super::layers::Schedule;
use super::read::Reader;
use super::terms::{HeadId, OWN, Term, TermId};
use super::{Output, Positions};
use crate::program::Family;

/// The coordinate of the sentinel's flag.
pub(super) const FLAG: u32 = 0;
/// The coordinate of the index.
pub(super) const INDEX: u32 = 1;

/// Where everything stands in a vector.
pub(super) struct Coordinates {
    pub(super) names: Vec<String>,
    /// n, where positions know it.
    pub(super) size: Option<u32>,
    /// By input.
    pub(super) inputs: Vec<u32>,
    /// Of the heads that a later layer reads.
    pub(super) heads: BTreeMap<HeadId, u32>,
    /// By output; those of inputs where an output is one.
    pub(super) outputs: Vec<u32>,
}

/// Chooses coordinates and their names.
pub(super) fn coordinates(
    reader: &Reader<'_>,
    family: &Family,
    outputs: &[Output],
    positions: Positions,
    (plan, live, layers): (&Schedule, &[bool], u32),
) -> Coordinates {
    let (terms, heads) = (&reader.terms, &reader.heads);
    let mut names = vec!["sentinel".to_owned(), "index".to_owned()];
    let mut add = |name: String| {
        let mut unique = name.clone();
        let mut copies = 1;
        while names.contains(&unique) {
            copies += 1;
            unique = format!("{name}.{copies}");
        }
        names.push(unique);
        names.len() as u32 - 1
    };
    let size = (positions == Positions::IndexAndSize).then(|| add(reader.size.clone()));
    let inputs: Vec<u32> = family.inputs.iter().map(|input| add(input.name.clone())).collect();
    // A head is kept where a later layer reads it.
    let mut kept = vec![false; heads.heads.len()];
    let keep = |root: TermId, layer: u32, kept: &mut Vec<bool>| {
        let mut seen = BTreeSet::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            open.extend(terms.parts(id));
            let head = match &terms[id] {
                Term::Head(head, _) => Some(*head),
                Term::Size => plan.size,
                _ => None,
            };
            if let Some(head) = head
                && plan.layer[head.0 as usize] < layer
            {
                kept[head.0 as usize] = true;
            }
        }
    };
    for (at, head) in heads.heads.iter().enumerate().filter(|(at, _)| live[*at]) {
        let layer = plan.layer[at];
        let scored = head.from.iter().chain(&head.to).chain(&head.conditions).chain([&head.value]);
        let own = head.count.iter().chain([&head.default]);
        scored.chain(own).for_each(|term| keep(*term, layer, &mut kept));
    }
    for output in outputs {
        keep(output.term, layers, &mut kept);
    }
    let mut coordinates = BTreeMap::new();
    for at in (0..kept.len()).filter(|at| kept[*at]) {
        let (label, question) = (&heads.labels[at], heads.heads[at].question);
        let asks = heads.heads[at].asks(terms);
        let name = match (&label.name, &label.within, question) {
            (Some(name), ..) => name.clone(),
            (None, _, Question::Size) => reader.size.clone(),
            (None, _, Question::Single) => match terms[heads.heads[at].value] {
                Term::Single(input) => format!("{}.everywhere", family.inputs[input as usize].name),
                _ => asks.to_owned(),
            },
            (None, Some(within), _) => format!("{within}.{asks}"),
            (None, None, _) => asks.to_owned(),
        };
        coordinates.insert(HeadId(at as u32), add(name));
    }
    let mut results = Vec::with_capacity(outputs.len());
    for output in outputs {
        results.push(match terms[output.term] {
            Term::Input(input, OWN) if layers == 0 => inputs[input as usize],
            _ => add(output.name.clone()),
        });
    }
    Coordinates { names, size, inputs, heads: coordinates, outputs: results }
}

/// The sequence: the sentinel, then the elements.
pub(super) fn sequence(family: &Family, outputs: &[Output], at: &Coordinates, most: u64) -> Sequence {
    let len = most as usize + 1;
    let mut columns = vec![Column::All(Num::ZERO); at.names.len()];
    columns[FLAG as usize] = Column::Ints((0..len).map(|i| i32::from(i == 0)).collect());
    columns[INDEX as usize] = Column::Ints((0..len as i32).map(|i| (i - 1).max(0)).collect());
    if let Some(size) = at.size {
        columns[size as usize] = Column::All(Num::int(most as i64));
    }
    let elements = || (1..len as u32).collect::<Vec<u32>>();
    let inputs = family.inputs.iter().zip(&at.inputs).map(|(input, coordinate)| InputSpec {
        name: input.name.clone(),
        positions: if input.ty.ty.rank() == Some(0) { vec![0] } else { elements() },
        coordinate: *coordinate as usize,
        square: None,
    });
    let outputs = outputs.iter().zip(&at.outputs).map(|(output, coordinate)| OutputSpec {
        name: output.name.clone(),
        positions: if output.array { elements() } else { vec![0] },
        coordinate: *coordinate as usize,
    });
    Sequence { len, columns, inputs: inputs.collect(), outputs: outputs.collect() }
}

/// What each coordinate is, with its place in the source and its values where they are finitely many.
pub(super) fn variables(
    reader: &Reader<'_>,
    family: &Family,
    at: &Coordinates,
    outputs: &[Output],
    line: &dyn Fn(Span) -> Option<u32>,
) -> Vec<Variable> {
    let mut finite = Finite::new(reader, family);
    let n = reader.most;
    let mut all = Vec::with_capacity(at.names.len());
    let mut push = |coordinate: u32, of: &str, line: Option<u32>, values: Option<Vec<Num>>| {
        let (name, of) = (at.names[coordinate as usize].clone(), of.to_owned());
        all.push(Variable { coordinate: coordinate as usize, name, of, line, values });
    };
    push(FLAG, "sentinel", None, Some(vec![Num::ZERO, Num::ONE]));
    push(INDEX, "index", None, Some((0..n as i64).map(Num::int).collect()));
    if let Some(size) = at.size {
        push(size, "size", None, Some(vec![Num::int(n as i64)]));
    }
    for (k, input) in family.inputs.iter().enumerate() {
        push(at.inputs[k], "input", line(input.span), finite.input(k as u32));
    }
    for (id, coordinate) in &at.heads {
        let label = &reader.heads.labels[id.0 as usize];
        let values = of_head(&mut finite, *id);
        push(*coordinate, reader.heads[*id].asks(&reader.terms), line(label.span), values);
    }
    for (output, coordinate) in outputs.iter().zip(&at.outputs) {
        if !at.inputs.contains(coordinate) {
            push(*coordinate, "result", line(family.name_span), finite.of(output.term));
        }
    }
    all
}
