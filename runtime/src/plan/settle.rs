//! What the outputs depend on, as a list of steps, and the round in which each settles.
//!
//! With static selections every number of every round is one fixed function of numbers of the layer before, the
//! first layer reading the last one of the round before. Following these dependencies from the outputs, without
//! counting rounds, either meets a cycle or ends at numbers of the sequence that never change. In the second
//! case a number settles: from the round `s` on, with `s` the greatest of its operands' rounds and one more
//! where the round wraps around, it is what one pass over the dependencies computes. If every output settles
//! within the rounds that are run, that pass is the whole run.

mod gather;
mod inline;
mod lane;
mod open;
mod trace;

use super::kernel::Kernel;
use super::polynomial::{Poly, expand};
use super::recognise::value_circuit;
use super::select::{Keys, Selector, series};
use super::specialise::{Expr, Part};
use super::statics::Statics;
use crate::column::Column;
use crate::number::Num;
use crate::transformer::{Component, Layer, Transformer};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The steps that compute the outputs, each after those that it reads.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) kernels: Vec<Kernel>,
    /// The kernel of every step.
    pub(super) steps: Vec<u32>,
    /// Where the operands of every step end; they begin where those of the step before end.
    pub(super) ends: Vec<u32>,
    /// Steps; of an initial number, its coordinate and its position.
    pub(super) operands: Vec<u32>,
    /// The step of every output scalar.
    pub(super) outputs: Vec<u32>,
}

/// The selections of every layer and head, where they are static.
pub(super) type Selectors<'a> = Vec<Vec<Option<Selector<'a>>>>;

/// The program cannot be planned.
struct GaveUp;

/// A number that a step reads.
#[derive(Clone, Copy)]
struct Dep {
    slot: u32,
    /// The position; or the pool, of a shared sum; or the step itself where the slot is `DONE`.
    at: u32,
    /// Rounds that lie between the two; where the slot is `DONE`, the round in which it has come through.
    rounds: u32,
}

/// In the place of a slot: the step is there already.
const DONE: u32 = u32::MAX;

/// What is computed at every position, or for every pool.
#[derive(Clone, Copy)]
enum Slot {
    /// A coordinate after a layer.
    Activation { layer: usize, coordinate: u32 },
    /// What a value circuit gives.
    Value { layer: usize, part: usize, output: usize },
    /// The sum over a pool of what a head takes.
    Sum { layer: usize, pooled: usize },
}

/// Where a pooled number of a layer comes from.
struct Pooled<'a> {
    head: usize,
    source: Source<'a>,
    /// The slot of its shared sums.
    sums: u32,
}

enum Source<'a> {
    /// A coordinate of the key, not static.
    Own(u32),
    /// Static numbers of the key.
    Static(Cow<'a, Column>),
    /// A slot at the key's position.
    Slot(u32),
}

/// What is known of a slot at a position, in one word, as these are read at random places.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State(u64);

impl State {
    const UNKNOWN: State = State(0);
    /// Its operands are being computed.
    const OPEN: State = State(1);
    /// Of a pool: one query has used it.
    const SEEN: State = State(2);

    /// A step computes it, and it settles in a round.
    fn done(step: u32, round: u32) -> State {
        State((u64::from(round) << 32) | (u64::from(step) + 3))
    }

    /// The step and the round.
    #[inline]
    fn step(self) -> Option<(u32, u32)> {
        let step = (self.0 as u32).checked_sub(3)?;
        Some((step, self.round()))
    }

    /// The step, where there is one; else a number of no use.
    #[inline]
    fn low_step(self) -> u32 {
        (self.0 as u32).wrapping_sub(3)
    }

    /// The round, where there is a step. Of two words the greater one has the later round.
    #[inline]
    fn round(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

struct Settler<'s, 'a> {
    t: &'a Transformer,
    statics: &'s Statics<'a>,
    selectors: Vec<Vec<Selector<'a>>>,
    /// The place of a coordinate that is not static among the wanted outputs of an activation.
    place: Vec<usize>,
    activations: Vec<Part<'a>>,
    values: Vec<Part<'a>>,
    pooled: Vec<Vec<Pooled<'a>>>,
    /// Activations come first: layer after layer, dim each.
    slots: Vec<Slot>,
    /// The state of every slot at the first positions; unknown beyond.
    states: Vec<Vec<u64>>,
    /// One more than the step of a number of the sequence, by coordinate and position.
    initials: Vec<Vec<u32>>,
    next_form: u32,
    kernel_ids: FxHashMap<Vec<u64>, u32>,
    /// Numbers that are part of a key but no small integers.
    numbers: Vec<Num>,
    /// What each kernel computes, as far as it may be specialised further.
    exprs: Vec<Option<Expr>>,
    plan: Plan,
    /// The operands of the open frames, one after the other.
    deps: Vec<Dep>,
    /// The numbers that are being computed, each an operand of the one before.
    frames: Vec<Frame>,
    /// The key that was looked up last, with its kernel: neighbours are often alike.
    key: Vec<u64>,
    key_kernel: u32,
    /// Reused by `open_form` and `inline`.
    next_key: Vec<u64>,
    leaves: Vec<Dep>,
}

/// A number that is being computed.
struct Frame {
    slot: u32,
    at: u32,
    kernel: u32,
    /// Where its operands begin.
    start: usize,
    /// The next operand to look at.
    cursor: usize,
}

/// The plan of a program; or, where it has none, the selectors back.
pub(super) fn settle<'a>(
    statics: &Statics<'a>,
    selectors: Selectors<'a>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Plan, Selectors<'a>> {
    if selectors.iter().flatten().any(Option::is_none) {
        return Err(selectors);
    }
    let selectors = selectors.into_iter().map(|heads| heads.into_iter().flatten().collect()).collect();
    let mut settler = Settler::new(statics, selectors);
    if settler.sweep(progress).and_then(|()| settler.outputs()).is_err() {
        // Something that no output needs may have been in the way.
        settler = Settler::new(statics, settler.selectors);
        if settler.outputs().is_err() {
            return Err(settler
                .selectors
                .into_iter()
                .map(|heads| heads.into_iter().map(Some).collect())
                .collect());
        }
    }
    Ok(settler.plan)
}

impl<'s, 'a> Settler<'s, 'a> {
    fn new(statics: &'s Statics<'a>, selectors: Vec<Vec<Selector<'a>>>) -> Settler<'s, 'a> {
        let t = statics.t;
        let moving: Vec<usize> = (0..t.dim).filter(|&c| !statics.fixed[c]).collect();
        let place = (0..t.dim).map(|c| moving.iter().position(|&m| m == c).unwrap_or(0)).collect();
        let activation = |layer: &Layer| Part::new(layer.activation.clone(), moving.clone(), statics);
        let activations = t.layers.iter().map(activation).collect();
        let coordinates = 0..t.dim as u32;
        let slots: Vec<Slot> = (0..t.layers.len())
            .flat_map(|layer| {
                coordinates.clone().map(move |coordinate| Slot::Activation { layer, coordinate })
            })
            .collect();
        let mut settler = Settler {
            t,
            statics,
            selectors,
            place,
            activations,
            values: Vec::new(),
            pooled: Vec::new(),
            slots,
            states: Vec::new(),
            initials: vec![Vec::new(); t.dim],
            next_form: 0,
            kernel_ids: FxHashMap::default(),
            numbers: Vec::new(),
            exprs: vec![None, None],
            plan: Plan {
                kernels: vec![Kernel::Initial, Kernel::Sum],
                // There are seldom more, and what is not used takes no memory.
                steps: Vec::with_capacity(t.sequence.len),
                ends: Vec::with_capacity(t.sequence.len),
                operands: Vec::with_capacity(t.sequence.len),
                outputs: Vec::new(),
            },
            deps: Vec::new(),
            frames: Vec::new(),
            key: Vec::new(),
            key_kernel: 0,
            next_key: Vec::new(),
            leaves: Vec::new(),
        };
        for layer in 0..t.layers.len() {
            let pooled = settler.sources(layer);
            settler.pooled.push(pooled);
        }
        settler.states = vec![Vec::new(); settler.slots.len()];
        settler
    }

    /// Where the pooled numbers of a layer come from.
    fn sources(&mut self, layer: usize) -> Vec<Pooled<'a>> {
        let mut pooled = Vec::new();
        for (head, parts) in self.t.layers[layer].heads.iter().enumerate() {
            let component = value_circuit(&parts.value);
            for output in 0..component.outputs.len() {
                let source = self.source(layer, &component, output);
                let sums = self.slots.len() as u32;
                self.slots.push(Slot::Sum { layer, pooled: pooled.len() });
                pooled.push(Pooled { head, source, sums });
            }
        }
        pooled
    }

    fn source(&mut self, layer: usize, component: &Component, output: usize) -> Source<'a> {
        let t = self.t;
        let fixed = |v: u32| self.statics.is_fixed(v);
        if let Some([poly]) = expand(component, &[output], &Poly::variable, &mut |_| None).as_deref() {
            match poly.as_variable() {
                Some(c) if !fixed(c) => return Source::Own(c),
                _ if poly.variables().into_iter().all(fixed) => {
                    return Source::Static(series(t, poly));
                }
                _ => {}
            }
        }
        let part = Part::new(component.clone(), vec![output], self.statics);
        self.values.push(part);
        let slot = Slot::Value { layer, part: self.values.len() - 1, output: 0 };
        self.slots.push(slot);
        Source::Slot(self.slots.len() as u32 - 1)
    }

    /// Plans every output.
    fn outputs(&mut self) -> Result<(), GaveUp> {
        let t = self.t;
        let last = t.layers.len() - 1;
        for spec in &t.sequence.outputs {
            for &position in &spec.positions {
                let dep = self.trace(last, spec.coordinate as u32, position)?;
                let (step, round) = self.settled(dep)?;
                if u64::from(round) > t.repeat {
                    return Err(GaveUp);
                }
                self.plan.outputs.push(step);
            }
        }
        Ok(())
    }

    /// The step that computes a number, after those that it needs, and the round in which it settles.
    fn settled(&mut self, dep: Dep) -> Result<(u32, u32), GaveUp> {
        if let Some(found) = step_of(&self.states, dep) {
            return Ok(found);
        }
        let mut frame = self.open(dep)?;
        loop {
            let waiting = |dep: &Dep| dep.slot != DONE && step_of(&self.states, *dep).is_none();
            let ahead = self.deps[frame.cursor..].iter().position(waiting);
            match ahead {
                Some(ahead) => {
                    frame.cursor += ahead;
                    let inner = self.open(self.deps[frame.cursor])?;
                    self.frames.push(std::mem::replace(&mut frame, inner));
                }
                None => {
                    self.close(&frame);
                    match self.frames.pop() {
                        Some(outer) => frame = outer,
                        None => return step_of(&self.states, dep).ok_or(GaveUp),
                    }
                }
            }
        }
    }

    /// Makes a step of a frame whose operands are all there.
    fn close(&mut self, frame: &Frame) {
        let mut settles = 1;
        self.plan.operands.reserve(self.deps.len() - frame.start);
        let operands = self.deps[frame.start..].iter().map(|&dep| {
            let (step, round) = step_of(&self.states, dep).unwrap_or_default();
            settles = settles.max(round);
            step
        });
        self.plan.operands.extend(operands);
        self.deps.truncate(frame.start);
        let step = self.push_step(frame.kernel);
        self.states[frame.slot as usize][frame.at as usize] = State::done(step, settles).0;
    }

    /// Ends a step whose operands are pushed.
    fn push_step(&mut self, kernel: u32) -> u32 {
        let step = self.plan.steps.len() as u32;
        self.plan.steps.push(kernel);
        self.plan.ends.push(self.plan.operands.len() as u32);
        step
    }

    /// The state of a slot at a position.
    #[inline]
    fn state(&mut self, slot: usize, at: u32) -> &mut u64 {
        reach(&mut self.states[slot], at as usize, self.t.sequence.len)
    }

    /// The step of a number of the sequence that never changes.
    fn initial(&mut self, coordinate: u32, position: u32) -> u32 {
        let len = self.t.sequence.len;
        let state = *reach(&mut self.initials[coordinate as usize], position as usize, len);
        if state > 0 {
            return state - 1;
        }
        self.plan.operands.extend([coordinate, position]);
        let step = self.push_step(0);
        self.initials[coordinate as usize][position as usize] = step + 1;
        step
    }

    /// The layer before a layer, and the rounds between the two.
    fn before(&self, layer: usize) -> (usize, u32) {
        if layer == 0 { (self.t.layers.len() - 1, 1) } else { (layer - 1, 0) }
    }

    /// The sum over a pool of static numbers.
    #[inline]
    fn static_sum(column: &Column, keys: Keys<'_>) -> Num {
        match small_sum(column, keys) {
            Some(sum) => Num::int(sum),
            None => keys.iter().map(|j| column.get(j as usize)).sum(),
        }
    }
}

/// The same where the numbers are small integers.
#[inline]
fn small_sum(column: &Column, keys: Keys<'_>) -> Option<i64> {
    let Column::Ints(values) = column else { return None };
    Some(match keys {
        Keys::Row { first, len } => {
            values[first as usize..][..len as usize].iter().map(|&v| i64::from(v)).sum()
        }
        Keys::List(keys) => keys.iter().map(|&j| i64::from(values[j as usize])).sum(),
    })
}

/// The word for a position of `len`. Mostly the first positions are asked for and far fewer than all, so that the
/// words are as many as that takes.
#[inline]
fn reach<T: Clone + Default>(words: &mut Vec<T>, at: usize, len: usize) -> &mut T {
    if words.len() <= at {
        words.resize(len.min(2 * at + 64), T::default());
    }
    &mut words[at]
}

/// The step that computes a number, and the round in which it has come through.
#[inline]
fn step_of(states: &[Vec<u64>], dep: Dep) -> Option<(u32, u32)> {
    if dep.slot == DONE {
        return Some((dep.at, dep.rounds));
    }
    let state = *states[dep.slot as usize].get(dep.at as usize)?;
    let (step, round) = State(state).step()?;
    Some((step, round.saturating_add(dep.rounds)))
}
