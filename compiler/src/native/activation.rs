//! Activations: what heads find, from what they pool, and the results.

use std::collections::BTreeMap;

use circ_runtime::{Component, GateId, Num};

use super::Output;
use super::component::{Leaf, Parts, Refused};
use super::emit::Maker;
use super::heads::Question;
use super::layers::{Count, Item, LayerHead, count};
use super::read::Reader;
use super::terms::{HeadId, Term};
use crate::lower::{self, Builder};

impl Maker<'_> {
    /// What becomes of every coordinate.
    pub(super) fn activation(
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
