//! Terms and heads as a transformer: coordinates, scores, values, activations, and the sequence.
//!
//! Position 0 is the sentinel, position i + 1 the element i. A vector begins with the flag of the sentinel and the
//! index; then come n, where positions know it, the inputs, what heads find out and later layers look at, and the
//! results. Scores are 1 for what is selected and 1/2 for the sentinel, so that it alone wins where nothing is; or 1
//! for both where the number of selected ones is wanted: the mean of the flag is then 1/(k + 1).

use circ_grammar::tree::{CompareOp, Span};
use circ_runtime::{
    Component, Declared, Head as RunHead, Layer, Mask, Num, Score, Transformer, Value as RunValue,
};

use super::component::{Leaf, Parts, Refused, is_of_key};
use super::coordinates::{Coordinates, FLAG, INDEX, coordinates, sequence, variables};
use super::layers::{Item, LayerHead, Schedule, Scoring, layer_heads, looks_back, needed, schedule};
use super::read::{Reader, Stop};
use super::terms::{HeadId, KEY, OWN, Term, TermId, Terms};
use super::{Output, Positions};
use crate::diagnostics::Diagnostic;
use crate::limits::Limits;
use crate::lower::{self, Builder};
use crate::program::Family;

/// What the making of components looks at.
pub(super) struct Maker<'a> {
    pub(super) terms: &'a Terms,
    pub(super) plan: &'a Schedule,
    pub(super) at: &'a Coordinates,
    pub(super) dim: u32,
    pub(super) most: u64,
    pub(super) limits: &'a Limits,
}

/// The transformer of outputs.
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
        let matches: Vec<Matched> = heads.iter().map(|head| matched(&mut reader.terms, head)).collect();
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
            Refused::Native(fault) => reader.fault(place, *fault),
            Refused::Budget(fact) => Box::new(Diagnostic::new(place, *fact)),
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

/// What a score looks at beside the key's own value: the condition that selects, and the value of the position that
/// asks, where that is a bound.
type Matched = (TermId, Option<TermId>);

/// What a head's score selects by.
fn matched(terms: &mut Terms, head: &LayerHead) -> Matched {
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
    let own = match head.scoring {
        Scoring::Greatest(value) | Scoring::Least(value) => Some(terms.renamed(value, KEY, OWN)),
        _ => None,
    };
    (terms.and(&all), own)
}

impl Maker<'_> {
    /// The input of a component where a leaf is read, of the own vector or, with the flag, of the key's; `None` for
    /// what is no leaf.
    pub(super) fn leaf(&self, term: &Term, shift: u32) -> Option<Leaf> {
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

    pub(super) fn parts(&self) -> Parts<'_> {
        Parts::new(self.terms, self.most, self.limits)
    }

    fn layer(
        &self,
        reader: &Reader<'_>,
        heads: &[LayerHead],
        matches: &[Matched],
        layer: u32,
        last: bool,
        outputs: &[Output],
    ) -> Result<Layer, Refused> {
        let mut made = Vec::with_capacity(heads.len());
        for (head, matched) in heads.iter().zip(matches) {
            made.push(RunHead {
                score: Score::Circuit(self.score(head, *matched)?),
                value: RunValue::Circuit(self.value(head)?),
                pooling: head.pooling,
            });
        }
        let activation = self.activation(reader, heads, layer, last.then_some(outputs))?;
        Ok(Layer { heads: made, activation })
    }

    fn score(&self, head: &LayerHead, (selected, own): Matched) -> Result<Component, Refused> {
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
                let own = parts.wire(own.unwrap_or(value), &leaves);
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
}
