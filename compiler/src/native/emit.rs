//! Terms and heads as a transformer: coordinates, scores, values, activations, and the sequence.
//!
//! Position 0 is the sentinel, position i + 1 the element i. A vector begins with the flag of the sentinel and the
//! index; then come n, where positions know it, the inputs, what heads find out and later layers look at, and the
//! results. Scores are 1 for what is selected and 1/2 for the sentinel, so that it alone wins where nothing is; or 1
//! for both where the number of selected ones is wanted: the mean of the flag is then 1/(k + 1).

use std::collections::BTreeMap;

use circ_grammar::tree::{CompareOp, Span};
use circ_runtime::{
    Column, Component, Declared, GateId, Head as RunHead, InputSpec, Layer, Mask, Num, OutputSpec, Score,
    Sequence, Transformer, Value as RunValue, Variable,
};

use super::component::{Leaf, Parts, Refused, is_of_key};
use super::finite::{Finite, of_head};
use super::heads::Question;
use super::layers::{
    Count, Item, LayerHead, Schedule, Scoring, count, layer_heads, looks_back, needed, schedule,
};
use super::read::{Reader, Stop};
use super::terms::{HeadId, KEY, OWN, Term, TermId, Terms};
use super::{Output, Positions};
use crate::diagnostics::Diagnostic;
use crate::limits::Limits;
use crate::lower::{self, Builder};
use crate::program::Family;

/// The coordinate of the sentinel's flag.
const FLAG: u32 = 0;
/// The coordinate of the index.
const INDEX: u32 = 1;

/// Where everything stands in a vector.
struct Coordinates {
    names: Vec<String>,
    /// n, where positions know it.
    size: Option<u32>,
    /// By input.
    inputs: Vec<u32>,
    /// Of the heads that a later layer reads.
    heads: BTreeMap<HeadId, u32>,
    /// By output; those of inputs where an output is one.
    outputs: Vec<u32>,
}

/// What the making of components looks at.
struct Maker<'a> {
    terms: &'a Terms,
    plan: &'a Schedule,
    at: &'a Coordinates,
    dim: u32,
    most: u64,
    limits: &'a Limits,
}

pub(super) fn emit(
    reader: &mut Reader<'_>,
    family: &Family,
    outputs: &[Output],
    positions: Positions,
    size_head: Option<HeadId>,
    limits: &Limits,
    line: &dyn Fn(Span) -> Option<u32>,
) -> Result<Transformer, Stop> {
    let roots: Vec<TermId> = outputs.iter().map(|output| output.term).collect();
    let live = needed(&reader.terms, &reader.heads, size_head, &roots);
    let back = looks_back(&mut reader.terms, &reader.heads, &live);
    let plan = schedule(&reader.terms, &reader.heads, size_head);
    let mut layers = roots.iter().map(|root| plan.ready(*root)).max().unwrap_or(0);
    if layers == 0 && !roots.iter().all(|root| is_input(&reader.terms, *root)) {
        // What positions know is enough, and something is left to be computed.
        layers = 1;
    }
    let at = coordinates(reader, family, outputs, positions, (&plan, &live, layers));
    // The conditions of scores are the last terms that are made.
    let mut by_layer = Vec::new();
    for layer in 1..=layers {
        let heads = layer_heads(&reader.terms, &reader.heads, &plan, &live, layer);
        let matches: Vec<TermId> = heads.iter().map(|head| selected(&mut reader.terms, head)).collect();
        by_layer.push((heads, matches));
    }
    let dim = at.names.len() as u32;
    let maker = Maker { terms: &reader.terms, plan: &plan, at: &at, dim, most: reader.most, limits };
    let mut made = Vec::with_capacity(by_layer.len());
    for (k, (heads, matches)) in by_layer.iter().enumerate() {
        let layer = k as u32 + 1;
        let place = heads.first().map_or(family.name_span, |head| {
            let first = head.answers.first().map_or(0, |head| head.0 as usize);
            reader.heads.labels.get(first).map_or(family.name_span, |label| label.span)
        });
        let one = maker.layer(reader, heads, matches, layer, layer == layers, outputs);
        made.push(one.map_err(|refused| match refused {
            Refused::Native(fault) => reader.fault(place, fault),
            Refused::Budget(fact) => Box::new(Diagnostic::new(place, fact)),
        })?);
    }
    let declared = Declared {
        positions: match positions {
            Positions::Index => vec!["i".into()],
            Positions::IndexAndSize => vec!["i".into(), reader.size.clone()],
        },
        mask: if back { Mask::Future } else { Mask::None },
        variables: variables(reader, family, &at, outputs, line),
    };
    Ok(Transformer {
        construction: "native".to_owned(),
        ring: reader.program.ring,
        dim: dim as usize,
        coordinates: at.names.clone(),
        repeat: 1,
        layers: made,
        sequence: sequence(family, outputs, &at, reader.most),
        declared: Some(declared),
    })
}

/// Whether a term is the own element of an input.
fn is_input(terms: &Terms, id: TermId) -> bool {
    matches!(terms[id], Term::Input(_, OWN))
}

/// Chooses coordinates and their names.
fn coordinates(
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
        let mut seen = std::collections::BTreeSet::new();
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
        let name = match (&label.name, &label.within, question) {
            (Some(name), ..) => name.clone(),
            (None, _, Question::Size) => reader.size.clone(),
            (None, _, Question::Single) => match terms[heads.heads[at].value] {
                Term::Single(input) => format!("{}.everywhere", family.inputs[input as usize].name),
                _ => question.name().to_owned(),
            },
            (None, Some(within), _) => format!("{within}.{}", question.name()),
            (None, None, _) => question.name().to_owned(),
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

/// The condition that a head's score selects by.
fn selected(terms: &mut Terms, head: &LayerHead) -> TermId {
    let key = terms.make(Term::Index(KEY));
    let mut all = Vec::new();
    let one = terms.int(1);
    match (head.from, head.to) {
        (Some(from), Some(to)) if terms.add(&[from, one]) == to => {
            all.push(terms.compare(CompareOp::Eq, false, key, from));
        }
        (from, to) => {
            all.extend(from.map(|from| terms.compare(CompareOp::Ge, false, key, from)));
            all.extend(to.map(|to| terms.compare(CompareOp::Lt, false, key, to)));
        }
    }
    all.extend(&head.conditions);
    terms.and(&all)
}

impl Maker<'_> {
    /// The input of a component where a leaf is read, of the own vector or, with the flag, of the key's; `None` for
    /// what is no leaf.
    fn leaf(&self, term: &Term, shift: u32) -> Option<Leaf> {
        let at = match term {
            Term::Index(_) => INDEX,
            Term::Input(input, _) | Term::Single(input) => self.at.inputs[*input as usize],
            Term::Size => match self.at.size {
                Some(at) => at,
                None => *self.at.heads.get(&self.plan.size?)?,
            },
            Term::Head(head, _) => *self.at.heads.get(head)?,
            _ => return None,
        };
        Some(Leaf::Input(if is_of_key(term) { at + shift } else { at }))
    }

    fn parts(&self) -> Parts<'_> {
        Parts::new(self.terms, self.most, self.limits)
    }

    fn layer(
        &self,
        reader: &Reader<'_>,
        heads: &[LayerHead],
        matches: &[TermId],
        layer: u32,
        last: bool,
        outputs: &[Output],
    ) -> Result<Layer, Refused> {
        let mut made = Vec::with_capacity(heads.len());
        for (head, selected) in heads.iter().zip(matches) {
            made.push(RunHead {
                score: Score::Circuit(self.score(head, *selected)?),
                value: RunValue::Circuit(self.value(head)?),
                pooling: head.pooling,
            });
        }
        let activation = self.activation(reader, heads, layer, last.then_some(outputs))?;
        Ok(Layer { heads: made, activation })
    }

    fn score(&self, head: &LayerHead, selected: TermId) -> Result<Component, Refused> {
        let mut parts = self.parts();
        let leaves = |term: &Term| self.leaf(term, self.dim);
        let flag = parts.input(self.dim + FLAG);
        let matches = parts.wire(selected, &leaves);
        let half = Num::ratio(1, 2).unwrap_or(Num::ONE);
        let score = match head.scoring {
            Scoring::Sentinel => flag,
            Scoring::Selected | Scoring::Counted => {
                let sentinel = if head.scoring == Scoring::Selected { half } else { Num::ONE };
                let sentinel = parts.b.constant(sentinel);
                lower::choose(&mut parts.b, &flag, &sentinel, &matches)
            }
            Scoring::Greatest(value) | Scoring::Least(value) => {
                let key = parts.wire(value, &leaves);
                let own = self.own_value(&mut parts, value);
                let sign = matches!(head.scoring, Scoring::Least(_)).then_some(Num::MINUS_ONE);
                let [key, own] = [key, own].map(|wire| match &sign {
                    Some(sign) => lower::scale(&mut parts.b, sign.clone(), &wire),
                    None => wire,
                });
                let (less, little) = (parts.b.constant(Num::MINUS_ONE), parts.b.constant(half.neg()));
                let (others, sentinel) = (parts.b.add(&[own, less]), parts.b.add(&[own, little]));
                let real = lower::choose(&mut parts.b, &matches, &key, &others);
                lower::choose(&mut parts.b, &flag, &sentinel, &real)
            }
        };
        parts.finish(&[score])
    }

    /// The value of a key's term at the position that asks.
    fn own_value(&self, parts: &mut Parts<'_>, value: TermId) -> GateId {
        let mut own = self.parts();
        let wire = own.wire(value, &|term| self.leaf(term, 0));
        // The same circuit over the own vector, copied gate by gate.
        let (gates, _, outputs) = own.b.finish(&[wire], u32::MAX);
        let mut copied: Vec<GateId> = Vec::with_capacity(gates.len());
        for id in gates.ids() {
            let read = |ids: &[GateId]| ids.iter().map(|g| copied[g.index()]).collect::<Vec<_>>();
            let gate = match gates.gate(id) {
                circ_runtime::Gate::Input(at) => parts.input(at),
                circ_runtime::Gate::Const(value) => parts.b.constant(value.clone()),
                circ_runtime::Gate::Add(ids) => parts.b.add(&read(ids)),
                circ_runtime::Gate::Mul(ids) => parts.b.mul(&read(ids)),
                circ_runtime::Gate::Sign(id) => parts.b.sign(&copied[id.index()]),
            };
            copied.push(gate);
        }
        copied[outputs[0].index()]
    }

    fn value(&self, head: &LayerHead) -> Result<Component, Refused> {
        let mut parts = self.parts();
        let leaves = |term: &Term| self.leaf(term, 0);
        let mut outputs = Vec::with_capacity(head.items.len());
        for item in &head.items {
            let gate = match item {
                Item::Flag => parts.input(FLAG),
                Item::Index => parts.input(INDEX),
                Item::Value(value) => {
                    let wire = parts.wire(*value, &leaves);
                    if head.scoring == Scoring::Sentinel {
                        wire
                    } else {
                        let flag = parts.input(FLAG);
                        let element = lower::not(&mut parts.b, &flag);
                        parts.b.mul(&[element, wire])
                    }
                }
            };
            outputs.push(gate);
        }
        parts.finish(&outputs)
    }

    /// What becomes of every coordinate.
    fn activation(
        &self,
        reader: &Reader<'_>,
        heads: &[LayerHead],
        layer: u32,
        outputs: Option<&[Output]>,
    ) -> Result<Component, Refused> {
        let mut parts = self.parts();
        let mut next: Vec<GateId> = (0..self.dim).map(|at| parts.input(at)).collect();
        // What each head of this layer pooled, by its answers.
        let mut pooled: BTreeMap<HeadId, BTreeMap<Item, u32>> = BTreeMap::new();
        let mut at = self.dim;
        for head in heads {
            let items: BTreeMap<Item, u32> = head.items.iter().copied().zip(at..).collect();
            at += head.items.len() as u32;
            for answer in &head.answers {
                pooled.insert(*answer, items.clone());
            }
        }
        let mut found: BTreeMap<HeadId, GateId> = BTreeMap::new();
        for (id, items) in &pooled {
            let result = self.found(reader, &mut parts, *id, items, (&found, layer));
            found.insert(*id, result);
            if let Some(at) = self.at.heads.get(id) {
                next[*at as usize] = result;
            }
        }
        for (output, at) in outputs.into_iter().flatten().zip(&self.at.outputs) {
            next[*at as usize] = parts.wire(output.term, &|term| self.own_leaf(term, &found, layer));
        }
        parts.finish(&next)
    }

    /// A leaf of an activation: of the own vector, or what a head of this layer has found.
    fn own_leaf(&self, term: &Term, found: &BTreeMap<HeadId, GateId>, layer: u32) -> Option<Leaf> {
        let head = match term {
            Term::Head(head, _) => Some(*head),
            Term::Size => self.plan.size,
            _ => None,
        };
        match head {
            Some(head) if self.plan.layer[head.0 as usize] == layer => {
                found.get(&head).copied().map(Leaf::Wire)
            }
            _ => self.leaf(term, 0),
        }
    }

    /// What a head finds, from what it pools.
    fn found(
        &self,
        reader: &Reader<'_>,
        parts: &mut Parts<'_>,
        id: HeadId,
        items: &BTreeMap<Item, u32>,
        (found, layer): (&BTreeMap<HeadId, GateId>, u32),
    ) -> GateId {
        let head = &reader.heads[id];
        let leaves = |term: &Term| self.own_leaf(term, found, layer);
        let item = |parts: &mut Parts<'_>, item: Item| items.get(&item).map(|at| parts.input(*at));
        let value = item(parts, Item::Value(head.value));
        let flag = item(parts, Item::Flag);
        let index = item(parts, Item::Index);
        let none = parts.b.constant(Num::ZERO);
        let (value, flag, index) = (value.unwrap_or(none), flag.unwrap_or(none), index.unwrap_or(none));
        let counts_only = self.terms.as_const(head.value).is_some_and(Num::is_one);
        match head.question {
            Question::Mean | Question::First | Question::Last => {
                let default = parts.wire(head.default, &leaves);
                let instead = parts.b.mul(&[default, flag]);
                parts.b.add(&[value, instead])
            }
            Question::Any => lower::not(&mut parts.b, &flag),
            Question::Single | Question::Greatest | Question::Least => value,
            Question::Size => {
                let twice = lower::scale(&mut parts.b, Num::int(2), &index);
                let some = lower::not(&mut parts.b, &flag);
                parts.b.add(&[twice, some])
            }
            Question::Sum => {
                let number = match count(self.terms, head) {
                    Count::Known(term) => parts.wire(term, &leaves),
                    Count::RunFrom(from) => {
                        // The mean of from..=last is (from + last)/2.
                        let from = parts.wire(from, &leaves);
                        run_length(&mut parts.b, &index, &from)
                    }
                    Count::RunTo(to) => {
                        let to = parts.wire(to, &leaves);
                        let one = parts.b.constant(Num::MINUS_ONE);
                        let last = parts.b.add(&[to, one]);
                        run_length(&mut parts.b, &last, &index)
                    }
                    Count::Table => {
                        let entry = |k: u64| {
                            let share = Num::ratio(1, k as i64 + 1).unwrap_or(Num::ONE);
                            (share, Num::int(k as i64 + i64::from(!counts_only)))
                        };
                        let entries: Vec<(Num, Num)> = (0..=self.most).map(entry).collect();
                        let number = parts.chosen(&entries, flag);
                        return if counts_only { number } else { parts.b.mul(&[value, number]) };
                    }
                };
                if counts_only {
                    let some = lower::not(&mut parts.b, &flag);
                    parts.b.mul(&[some, number])
                } else {
                    parts.b.mul(&[value, number])
                }
            }
        }
    }
}

/// `2·(high - low) + 1`: the length of a run, from its mean and one of its ends.
fn run_length<B: Builder>(b: &mut B, high: &B::Wire, low: &B::Wire) -> B::Wire {
    let apart = lower::difference(b, high, low);
    let twice = lower::scale(b, Num::int(2), &apart);
    let one = b.constant(Num::ONE);
    b.add(&[twice, one])
}

/// The sequence: the sentinel, then the elements.
fn sequence(family: &Family, outputs: &[Output], at: &Coordinates, most: u64) -> Sequence {
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
fn variables(
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
        push(*coordinate, reader.heads[*id].question.name(), line(label.span), values);
    }
    for (output, coordinate) in outputs.iter().zip(&at.outputs) {
        if !at.inputs.contains(coordinate) {
            push(*coordinate, "result", line(family.name_span), finite.of(output.term));
        }
    }
    all
}
