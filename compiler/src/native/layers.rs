//! Heads by layers: each as early as what it looks at is there, and those that score alike as one.

use std::collections::BTreeMap;

use circ_runtime::{Num, Pooling};

use super::bounds::{Linear, at_most};
use super::heads::{Head, Heads, Question};
use super::terms::{HeadId, OWN, Term, TermId, Terms};

/// When each term is known: after how many layers.
pub(super) struct Schedule {
    /// By term.
    ready: Vec<u32>,
    /// By head; counted from 1.
    pub(super) layer: Vec<u32>,
    /// The head that finds the size, where positions don't know it.
    pub(super) size: Option<HeadId>,
}

/// Plans all terms and heads.
pub(super) fn schedule(terms: &Terms, heads: &Heads, size: Option<HeadId>) -> Schedule {
    let mut plan =
        Schedule { ready: Vec::with_capacity(terms.len()), layer: vec![0; heads.heads.len()], size };
    // Parts stand before what they are parts of, and what a head looks at before its result.
    for id in (0..terms.len() as u32).map(TermId) {
        let below = terms.parts(id).iter().map(|part| plan.ready(*part)).max().unwrap_or(0);
        let ready = match &terms[id] {
            Term::Head(head, _) => plan.head(heads, *head),
            Term::Size => plan.size.map_or(0, |head| plan.head(heads, head)),
            _ => below,
        };
        plan.ready.push(ready);
    }
    plan
}

impl Schedule {
    /// After how many layers a term is known.
    pub(super) fn ready(&self, id: TermId) -> u32 {
        self.ready[id.0 as usize]
    }

    fn head(&mut self, heads: &Heads, id: HeadId) -> u32 {
        let at = id.0 as usize;
        if self.layer[at] == 0 {
            let head = &heads[id];
            // What the size's own head looks at is there from the start.
            let known = |part: &TermId| self.ready.get(part.0 as usize).copied().unwrap_or(0);
            let looked = head.from.iter().chain(&head.to).chain(&head.conditions).chain([&head.value]);
            let scored = looked.map(known).max().unwrap_or(0) + 1;
            let own = [Some(&head.default), head.count.as_ref()];
            let own = own.into_iter().flatten().map(known).max().unwrap_or(0);
            self.layer[at] = scored.max(own);
        }
        self.layer[at]
    }
}

/// The heads that a term needs, itself and by others.
pub(super) fn needed(terms: &Terms, heads: &Heads, size: Option<HeadId>, roots: &[TermId]) -> Vec<bool> {
    let mut live = vec![false; heads.heads.len()];
    let mut seen = vec![false; terms.len()];
    let mut open: Vec<TermId> = roots.to_vec();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        open.extend(terms.parts(id));
        let head = match &terms[id] {
            Term::Head(head, _) => Some(*head),
            Term::Size => size,
            _ => None,
        };
        if let Some(head) = head
            && !std::mem::replace(&mut live[head.0 as usize], true)
        {
            let head = &heads[head];
            open.extend(head.from.iter().chain(&head.to).chain(&head.conditions));
            open.extend([head.value, head.default]);
            open.extend(head.count);
        }
    }
    live
}

/// How a score treats the sentinel and what is not selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Scoring {
    /// Selected ones 1, the sentinel 1/2, the others 0: the sentinel wins where nothing is selected.
    Selected,
    /// Selected ones and the sentinel 1, the others 0: the sentinel is always among them, so that the mean of its
    /// flag tells their number.
    Counted,
    /// Selected ones their value, the sentinel and the others less than the value of the one that asks.
    Greatest(TermId),
    /// The same with the sign changed.
    Least(TermId),
    /// The sentinel 1, the others 0.
    Sentinel,
}

/// What a head pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Item {
    /// A value; 0 at the sentinel.
    Value(TermId),
    /// 1 at the sentinel, 0 elsewhere.
    Flag,
    /// The index; 0 at the sentinel.
    Index,
}

/// How the sum of a head comes from the mean of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// The number is known to the position.
    Known(TermId),
    /// The selected ones are a run that begins here: twice the mean of its indices tells its length.
    RunFrom(TermId),
    /// The selected ones are a run that ends before this.
    RunTo(TermId),
    /// By a table from the mean of the sentinel's flag.
    Table,
}

/// How the number of selected positions is found; for sums.
pub(super) fn count(terms: &Terms, head: &Head) -> Count {
    if let Some(known) = head.count {
        return Count::Known(known);
    }
    let integral = |id: TermId| Linear::of(terms, id).is_some_and(|linear| linear.is_integral());
    let alone = |id: TermId| Linear::of(terms, id).is_some_and(|linear| !linear.has_size());
    let zero = terms.zero();
    let from = head.from.unwrap_or(zero);
    if !head.conditions.is_empty() || !integral(from) {
        return Count::Table;
    }
    let ends = head.to.is_none_or(integral);
    if ends && alone(from) && at_most(terms, zero, from) {
        return Count::RunFrom(from);
    }
    match head.to {
        Some(to) if ends && alone(to) && at_most(terms, to, terms.size()) => Count::RunTo(to),
        _ => Count::Table,
    }
}

/// A head of a layer: one score, and everything that is pooled by it.
#[derive(Clone, Debug)]
pub(super) struct LayerHead {
    pub(super) from: Option<TermId>,
    pub(super) to: Option<TermId>,
    pub(super) conditions: Vec<TermId>,
    pub(super) scoring: Scoring,
    pub(super) pooling: Pooling,
    pub(super) items: Vec<Item>,
    /// The heads of the program that it answers.
    pub(super) answers: Vec<HeadId>,
}

/// How a head scores and pools, and what it pools.
fn asked(terms: &Terms, head: &Head) -> (Scoring, Pooling, Vec<Item>) {
    let value = Item::Value(head.value);
    let flagged = |items: &[Item]| {
        let defaults = terms.as_const(head.default).is_none_or(|value| !value.is_zero());
        if defaults { [items, &[Item::Flag]].concat() } else { items.to_vec() }
    };
    let counts_only = terms.as_const(head.value).is_some_and(Num::is_one);
    match head.question {
        Question::Mean => (Scoring::Selected, Pooling::Average, flagged(&[value])),
        Question::First => (Scoring::Selected, Pooling::Leftmost, flagged(&[value])),
        Question::Last => (Scoring::Selected, Pooling::Rightmost, flagged(&[value])),
        Question::Any => (Scoring::Selected, Pooling::Average, vec![Item::Flag]),
        Question::Size => (Scoring::Selected, Pooling::Average, vec![Item::Index, Item::Flag]),
        Question::Single => (Scoring::Sentinel, Pooling::Average, vec![value]),
        Question::Greatest => (Scoring::Greatest(head.value), Pooling::Average, vec![value]),
        Question::Least => (Scoring::Least(head.value), Pooling::Average, vec![value]),
        Question::Sum => match count(terms, head) {
            Count::Known(_) => (Scoring::Selected, Pooling::Average, vec![value]),
            Count::RunFrom(_) | Count::RunTo(_) if counts_only => {
                (Scoring::Selected, Pooling::Average, vec![Item::Flag, Item::Index])
            }
            Count::RunFrom(_) | Count::RunTo(_) => {
                (Scoring::Selected, Pooling::Average, vec![value, Item::Flag, Item::Index])
            }
            Count::Table if counts_only => (Scoring::Counted, Pooling::Average, vec![Item::Flag]),
            Count::Table => (Scoring::Counted, Pooling::Average, vec![value, Item::Flag]),
        },
    }
}

/// What makes two heads score and pool alike.
type Key = (Option<TermId>, Option<TermId>, Vec<TermId>, Scoring, u8);

/// The heads of one layer, in the order in which they are first asked for.
pub(super) fn layer_heads(
    terms: &Terms,
    heads: &Heads,
    plan: &Schedule,
    live: &[bool],
    layer: u32,
) -> Vec<LayerHead> {
    let mut merged: Vec<LayerHead> = Vec::new();
    let mut known: BTreeMap<Key, usize> = BTreeMap::new();
    for (at, head) in heads.heads.iter().enumerate() {
        if !live[at] || plan.layer[at] != layer {
            continue;
        }
        let (scoring, pooling, items) = asked(terms, head);
        let key = (head.from, head.to, head.conditions.clone(), scoring, pooling as u8);
        let place = *known.entry(key).or_insert_with(|| {
            let (from, to, conditions) = (head.from, head.to, head.conditions.clone());
            merged.push(LayerHead {
                from,
                to,
                conditions,
                scoring,
                pooling,
                items: Vec::new(),
                answers: Vec::new(),
            });
            merged.len() - 1
        });
        let one = &mut merged[place];
        one.answers.push(HeadId(at as u32));
        for item in items {
            if !one.items.contains(&item) {
                one.items.push(item);
            }
        }
    }
    merged
}

/// Whether every head only looks back, at the own position at most.
pub(super) fn looks_back(terms: &mut Terms, heads: &Heads, live: &[bool]) -> bool {
    let (own, one) = (terms.make(Term::Index(OWN)), terms.int(1));
    let next = terms.add(&[own, one]);
    let back = |head: &Head| {
        !head.is_uniform(terms) && head.to.is_some_and(|to| at_most(terms, to, next))
            || head.question == Question::Single
    };
    heads.heads.iter().zip(live).all(|(head, live)| !live || back(head))
}
