//! Whom each query of a head attends to: known where scores are, else as gates.
//!
//! Keys that are alike in what the score reads have one score, so that their tie is known. Queries that are alike
//! attend to the same keys and pool the same. Where all that a score reads is constant it is computed and makes no gate,
//! and the choice is kept for as long as the keys stay as they are.

use std::rc::Rc;

use circ_grammar::tree::CompareOp;
use circ_runtime::{GateId, Num, Pooling};
use rustc_hash::FxHashMap;

use super::program::HeadParts;
use super::{Steps, known};
use crate::diagnostics::BuildFact;
use crate::lower::{Builder, Numbers, any, compare, not, pick, selected_mean};
use crate::simplify::GateBuilder;

/// The positions that may be attended to, with the wire that is 1 where they are, in the order in which the pooling
/// goes through them.
type Choice = Rc<[(GateId, u32)]>;

/// What is kept of one head from round to round.
#[derive(Default)]
pub(super) struct Attention {
    /// What the score reads of each key, key by key.
    keys: Vec<GateId>,
    /// The positions of each class of keys that are alike, in order.
    classes: Vec<Vec<u32>>,
    /// What the score reads of the keys of each class, where all of it is constant.
    constants: Vec<Option<Vec<Num>>>,
    /// For each query met, by what the score reads of it, its number.
    queries: FxHashMap<Vec<GateId>, usize>,
    /// The choice of each of those.
    choices: Vec<Choice>,
    /// What each of those pools in this round.
    pooled: Vec<Option<Vec<GateId>>>,
    /// The value of each position in this round.
    values: Vec<Option<Vec<GateId>>>,
}

impl Attention {
    /// Looks at the vectors of a new round. Choices stay where what scores read of the keys has not changed.
    pub(super) fn prepare(&mut self, head: &HeadParts<'_>, state: &[Vec<GateId>]) {
        let keys: Vec<GateId> =
            state.iter().flat_map(|vector| head.keyed.iter().map(|c| vector[*c])).collect();
        self.pooled.iter_mut().for_each(|pooled| *pooled = None);
        self.values.clear();
        self.values.resize(state.len(), None);
        if keys == self.keys && !self.classes.is_empty() {
            return;
        }
        self.keys = keys;
        self.queries.clear();
        self.choices.clear();
        self.pooled.clear();
        self.classes.clear();
        self.constants.clear();
        let mut class_of: FxHashMap<Vec<GateId>, usize> = FxHashMap::default();
        for (j, vector) in state.iter().enumerate() {
            let read: Vec<GateId> = head.keyed.iter().map(|c| vector[*c]).collect();
            let next = self.classes.len();
            let class = *class_of.entry(read).or_insert(next);
            if class == next {
                self.classes.push(Vec::new());
            }
            self.classes[class].push(j as u32);
        }
    }

    /// What a query pools.
    pub(super) fn pooled(
        &mut self,
        gates: &mut GateBuilder,
        head: &HeadParts<'_>,
        query: &[GateId],
        state: &[Vec<GateId>],
        steps: &mut Steps,
        max_bits: u64,
    ) -> Result<&[GateId], BuildFact> {
        let read: Vec<GateId> = head.asked.iter().map(|c| query[*c]).collect();
        let number = match self.queries.get(&read) {
            Some(number) => *number,
            None => {
                let choice = self.choose(gates, head, query, state, steps, max_bits)?;
                self.choices.push(choice);
                self.pooled.push(None);
                self.queries.insert(read, self.choices.len() - 1);
                self.choices.len() - 1
            }
        };
        if self.pooled[number].is_none() {
            let choice = Rc::clone(&self.choices[number]);
            for (_, j) in choice.iter() {
                if self.values[*j as usize].is_none() {
                    steps.take(head.value_cost())?;
                    let key = &state[*j as usize];
                    self.values[*j as usize] = Some(head.value(gates, &|c| key[c]));
                }
            }
            let value = |j: u32| self.values[j as usize].as_deref().unwrap_or_default();
            let width = choice.first().map_or(0, |(_, j)| value(*j).len());
            let mut pooled = Vec::with_capacity(width);
            for c in 0..width {
                let open = choice.iter().filter(|(wire, _)| known(gates, *wire).is_none()).count() as u64;
                // Leftmost and rightmost read for each key all those before it.
                let before = if head.pooling == Pooling::Average { 8 * open } else { open * (open + 8) };
                steps.take(2 * choice.len() as u64 + before + 8)?;
                let elements: Vec<(GateId, GateId)> =
                    choice.iter().map(|(wire, j)| (*wire, value(*j)[c])).collect();
                pooled.push(pool(gates, head.pooling, &elements));
            }
            self.pooled[number] = Some(pooled);
        }
        Ok(self.pooled[number].as_deref().unwrap_or_default())
    }

    /// Whom a query attends to.
    fn choose(
        &mut self,
        gates: &mut GateBuilder,
        head: &HeadParts<'_>,
        query: &[GateId],
        state: &[Vec<GateId>],
        steps: &mut Steps,
        max_bits: u64,
    ) -> Result<Choice, BuildFact> {
        steps.take(head.score_cost().saturating_mul(self.classes.len() as u64))?;
        if self.constants.is_empty() {
            let constant = |class: &Vec<u32>| {
                let key = &state[class[0] as usize];
                head.keyed.iter().map(|c| known(gates, key[*c])).collect()
            };
            self.constants = self.classes.iter().map(constant).collect();
        }
        let asked: Option<Vec<Num>> = head.asked.iter().map(|c| known(gates, query[*c])).collect();
        // The greatest of the constant scores with the classes that have it, and the wires of the others.
        let mut best: Option<(Num, Vec<usize>)> = None;
        let mut wires: Vec<(GateId, Vec<usize>)> = Vec::new();
        let mut place: FxHashMap<GateId, usize> = FxHashMap::default();
        for class in 0..self.classes.len() {
            let constant = match (&asked, &self.constants[class]) {
                (Some(asked), Some(keyed)) => Some(constant_score(head, asked, keyed, max_bits)?),
                _ => {
                    let key = &state[self.classes[class][0] as usize];
                    let wire = head.score(gates, &|c| query[c], &|c| key[c]);
                    match known(gates, wire) {
                        Some(value) => Some(value),
                        None => {
                            let at = *place.entry(wire).or_insert(wires.len());
                            if at == wires.len() {
                                wires.push((wire, Vec::new()));
                            }
                            wires[at].1.push(class);
                            None
                        }
                    }
                }
            };
            let Some(score) = constant else { continue };
            match &mut best {
                Some((known, classes)) if *known == score => classes.push(class),
                Some((known, _)) if *known > score => {}
                _ => best = Some((score, vec![class])),
            }
            if let Some(fact) = gates.exceeded() {
                return Err(fact.clone());
            }
        }
        let mut scores: Vec<(GateId, Vec<usize>)> = wires;
        if let Some((score, classes)) = best {
            let wire = gates.constant(score);
            scores.push((wire, classes));
        }
        let open = scores.len() as u64;
        steps.take(open.saturating_mul(open).saturating_mul(8))?;
        let greatest: Vec<GateId> = scores.iter().map(|(score, _)| *score).collect();
        let mut choice: Vec<(GateId, u32)> = Vec::new();
        for (at, (_, classes)) in scores.iter().enumerate() {
            let wire = is_greatest(gates, &greatest, at);
            if let Some(fact) = gates.exceeded() {
                return Err(fact.clone());
            }
            let members = classes.iter().flat_map(|class| &self.classes[*class]).copied();
            // Of keys that tie only the first or the last one is pooled there.
            match head.pooling {
                Pooling::Average => choice.extend(members.map(|j| (wire, j))),
                Pooling::Leftmost => choice.extend(members.min().map(|j| (wire, j))),
                Pooling::Rightmost => choice.extend(members.max().map(|j| (wire, j))),
            }
        }
        choice.sort_unstable_by_key(|(_, j)| *j);
        if head.pooling == Pooling::Rightmost {
            choice.reverse();
        }
        Ok(choice.into())
    }
}

/// A score of constants.
fn constant_score(
    head: &HeadParts<'_>,
    asked: &[Num],
    keyed: &[Num],
    max_bits: u64,
) -> Result<Num, BuildFact> {
    let mut numbers = Numbers { max_bits, exceeded: false };
    let read = |columns: &[usize], values: &[Num], c: usize| {
        columns.binary_search(&c).map_or(Num::ZERO, |at| values[at].clone())
    };
    let score = head.score(&mut numbers, &|c| read(&head.asked, asked, c), &|c| read(&head.keyed, keyed, c));
    if numbers.exceeded {
        return Err(BuildFact::NumberTooLarge { limit: max_bits / 10 * 3 });
    }
    Ok(score)
}

/// Whether one of some scores is the greatest: `1 - [Σ_l [s < s_l] > 0]`.
pub(super) fn is_greatest<B: Builder>(b: &mut B, scores: &[B::Wire], at: usize) -> B::Wire {
    let mut less = Vec::with_capacity(scores.len());
    for other in (0..scores.len()).filter(|other| *other != at) {
        // Both directions take the difference the same way, so that they share it and its sign.
        less.push(if at < other {
            compare(b, CompareOp::Lt, false, &scores[at], &scores[other])
        } else {
            compare(b, CompareOp::Gt, false, &scores[other], &scores[at])
        });
    }
    let some = any(b, &less);
    not(b, &some)
}

/// What is pooled of values, each with the wire that says whether it is attended to.
pub(super) fn pool<B: Builder>(b: &mut B, pooling: Pooling, elements: &[(B::Wire, B::Wire)]) -> B::Wire {
    match pooling {
        Pooling::Average => selected_mean(b, elements, None),
        // The elements stand in the order in which the first one is looked for.
        Pooling::Leftmost | Pooling::Rightmost => pick(b, elements, None),
    }
}
