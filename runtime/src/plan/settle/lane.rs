//! The numbers of one coordinate after the last layer, in the order of the sequence.
//!
//! Mostly what a position reads is there already and came through a layer that only passes it on, or squares it. Its
//! step is then made in one loop over its keys. Everything else goes the general way of `open` and `trace`, which
//! also makes the kernels that are used here: a shortcut never says anything that these would not.

use super::gather::Passage;
use super::open::{INLINE, SHARED};
use super::{GaveUp, Settler, Source, State, small_sum};
use crate::number::Num;
use crate::plan::kernel::Kernel;
use crate::plan::settle::inline::INLINED;

/// How many positions go by between two calls of `progress`.
const STRIDE: usize = 1 << 14;
/// Pools of as many different sizes are at hand at once.
const SIZES: usize = 16;

/// A coordinate that is looked at position by position.
struct Lane {
    layer: usize,
    slot: usize,
    /// The place of the coordinate among the wanted outputs of the activation.
    place: usize,
    /// The layer before, and the rounds between the two; then the same of that layer.
    below: (usize, u32),
    source: (usize, u32),
    /// Of the position at hand: the sums of static numbers, and the form in which each operand is read.
    sums: Vec<i64>,
    forms: Vec<u32>,
    key: Vec<u64>,
}

/// What the positions of a class read: numbers pooled by one head.
#[derive(Default)]
struct Recipe {
    form: u32,
    /// Whether the number is just the pooled one.
    bare: bool,
    head: usize,
    /// Places among the pooled numbers of the layer, in the order of the form's inputs. None where the class goes
    /// the general way.
    inputs: Vec<usize>,
    /// By the size of a pool, the kernel that was used last.
    known: Vec<Known>,
}

/// A kernel for pools of a size with these static sums.
#[derive(Clone, Default)]
struct Known {
    /// 0 where there is none yet.
    size: usize,
    sums: Vec<i64>,
    kernel: u32,
    /// Whether small steps are looked through, and the kernel for the operands that were met last.
    program: bool,
    words: Vec<u64>,
    inlined: u32,
}

impl Settler<'_, '_> {
    /// Plans the coordinates that outputs read at all positions up to the last of them, in order.
    ///
    /// The outputs alone would do. But operands mostly stand before what reads them, and meeting them in order
    /// is kinder to the caches than following them from the end; what turns out not to be needed need not be run.
    pub(super) fn sweep(&mut self, progress: &mut dyn FnMut(u64, u64)) -> Result<(), GaveUp> {
        let t = self.t;
        let last = t.layers.len() - 1;
        let mut ends: Vec<usize> = vec![0; t.dim];
        for spec in &t.sequence.outputs {
            let end = spec.positions.iter().map(|&p| p as usize + 1).max().unwrap_or(0);
            ends[spec.coordinate] = ends[spec.coordinate].max(end);
        }
        // About as many steps are run afterwards.
        let all = 2 * ends.iter().sum::<usize>() as u64;
        let mut done = 0;
        for (coordinate, &end) in ends.iter().enumerate().filter(|(_, end)| **end > 0) {
            let mut lane = self.lane(last, coordinate, end);
            // By the class of a position, once it was met.
            let mut recipes: Vec<Option<Recipe>> =
                (0..self.activations[last].classes()).map(|_| None).collect();
            for position in 0..end {
                if position % STRIDE == 0 {
                    progress(done + position as u64, all);
                }
                let (step, round) = match self.shortcut(&mut lane, &mut recipes, position) {
                    Some(found) => found,
                    None => {
                        let dep = self.trace(last, coordinate as u32, position as u32)?;
                        self.settled(dep)?
                    }
                };
                // Also where it is a copy: the next one to ask need not follow it.
                self.states[lane.slot][position] = State::done(step, round).0;
            }
            done += end as u64;
        }
        Ok(())
    }

    fn lane(&mut self, layer: usize, coordinate: usize, end: usize) -> Lane {
        let slot = layer * self.t.dim + coordinate;
        if self.states[slot].len() < end {
            self.states[slot].resize(end, 0);
        }
        let below = self.before(layer);
        Lane {
            layer,
            slot,
            place: self.place[coordinate],
            below,
            source: self.before(below.0),
            sums: Vec::new(),
            forms: Vec::new(),
            key: Vec::new(),
        }
    }

    /// The step and the round of a position, where it is one of the simple ones.
    #[inline]
    fn shortcut(&mut self, lane: &mut Lane, recipes: &mut [Option<Recipe>], i: usize) -> Option<(u32, u32)> {
        if State(self.states[lane.slot][i]) != State::UNKNOWN {
            return None;
        }
        let class = self.activations[lane.layer].class(i);
        let recipe = match &mut recipes[class] {
            Some(recipe) => recipe,
            unmet => unmet.insert(self.recipe(lane, class)?),
        };
        let start = self.plan.operands.len();
        let found = self.follow(lane, recipe, i, start);
        if found.is_none() {
            self.plan.operands.truncate(start);
        }
        found
    }

    /// What the positions of a class read, where the class has been met.
    #[cold]
    fn recipe(&self, lane: &Lane, class: usize) -> Option<Recipe> {
        let form = self.activations[lane.layer].seen(lane.place, class)?;
        let pooled = &self.pooled[lane.layer];
        let places = form.inputs.iter().map(|&v| (v as usize).checked_sub(self.t.dim));
        let inputs: Vec<usize> = places.collect::<Option<_>>().unwrap_or_default();
        let head = inputs.first().map_or(0, |&place| pooled[place].head);
        let simple = inputs
            .iter()
            .all(|&place| pooled[place].head == head && !matches!(pooled[place].source, Source::Slot(_)));
        let moving = inputs.iter().any(|&place| matches!(pooled[place].source, Source::Own(_)));
        let inputs = if simple && moving { inputs } else { Vec::new() };
        let known = vec![Known::default(); SIZES];
        Some(Recipe { form: form.id, bare: form.bare.is_some(), head, inputs, known })
    }

    /// Pushes the operands of a position from `start` on, and makes its step.
    #[inline]
    fn follow(&mut self, lane: &mut Lane, recipe: &mut Recipe, i: usize, start: usize) -> Option<(u32, u32)> {
        let Settler { plan, states, selectors, activations, pooled, place: places, t, .. } = self;
        let (pool, keys) = match recipe.inputs.first() {
            Some(_) => selectors[lane.layer][recipe.head].lookup()?.pool(i)?,
            None => return None,
        };
        let (part, pooled_below) = (&activations[lane.below.0], &pooled[lane.below.0]);
        let mut latest = 0;
        lane.sums.clear();
        lane.forms.clear();
        let size = keys.len();
        for &place in &recipe.inputs {
            let input = &pooled[lane.layer][place];
            let c = match &input.source {
                Source::Static(column) => {
                    lane.sums.push(small_sum(column, keys)?);
                    continue;
                }
                Source::Own(c) => *c,
                Source::Slot(_) => return None,
            };
            // A pool that is used again may get a step for its sum.
            if size >= SHARED && states[input.sums as usize].get(pool as usize).is_some_and(|&s| s != 0) {
                return None;
            }
            let output = places[c as usize];
            let passage = |class: usize| {
                let single = part.single(output, class)?;
                let from = &pooled_below[(single.input as usize).checked_sub(t.dim)?];
                let Source::Own(c) = from.source else { return None };
                let lookup = selectors[lane.below.0][from.head].lookup()?;
                let states = states[lane.source.0 * t.dim + c as usize].as_slice();
                Some(Passage { lookup, states, form: single.form })
            };
            let mut first = 0;
            while first < size {
                let key = keys.at(first) as usize;
                let alike = part.alike(key, keys.stretch(first));
                let through = passage(part.class(key))?;
                latest = latest.max(through.steps(keys.part(first, alike), &mut plan.operands)?);
                lane.forms.resize(plan.operands.len() - start, through.form);
                first += alike;
            }
        }
        // A layer that passes a number on does so in round 1 at the earliest.
        let round = latest.saturating_add(lane.source.1).max(1).saturating_add(lane.below.1);
        if recipe.bare && size == 1 && lane.forms[0] == 0 {
            let step = plan.operands.pop()?;
            return Some((step, round));
        }
        let kernel = self.kernel_for(lane, recipe, size, start)?;
        if size >= SHARED {
            for &place in &recipe.inputs {
                if let Source::Own(_) = self.pooled[lane.layer][place].source {
                    *self.pool_state(self.pooled[lane.layer][place].sums, pool) = State::SEEN.0;
                }
            }
        }
        Some((self.push_step(kernel), round))
    }

    /// The kernel for the operands from `start` on, where it was made before. Where small steps are looked through,
    /// the operands become what these read.
    #[inline]
    fn kernel_for(&mut self, lane: &mut Lane, recipe: &mut Recipe, size: usize, start: usize) -> Option<u32> {
        let known = &mut recipe.known[size % SIZES];
        if known.size != size || !same(&known.sums, &lane.sums) {
            lane.key.clear();
            lane.key.push(u64::from(recipe.form));
            let mut sums = lane.sums.iter();
            for &place in &recipe.inputs {
                lane.key.push((size as u64) << 1);
                if let Source::Static(_) = self.pooled[lane.layer][place].source {
                    lane.key.push(self.number_key(&Num::int(*sums.next()?)));
                }
            }
            let kernel = *self.kernel_ids.get(&lane.key)?;
            let program = matches!(self.plan.kernels[kernel as usize], Kernel::Program(_));
            *known = Known { size, sums: lane.sums.clone(), kernel, program, ..Known::default() };
        }
        if lane.forms.iter().all(|&form| form == 0) {
            return Some(known.kernel);
        }
        let count = self.plan.operands.len() - start;
        if !known.program || count > INLINE {
            return None;
        }
        let (mut words, mut leaves, mut found) = ([0; INLINE], [0; INLINE], 0);
        let operands = &self.plan.operands[start..];
        for ((word, &step), &form) in words.iter_mut().zip(operands).zip(&lane.forms) {
            let place = leaves[..found].iter().position(|&leaf| leaf == step).unwrap_or(found);
            if place == found {
                leaves[found] = step;
                found += 1;
            }
            *word = (place as u64) << 32 | u64::from(form);
        }
        let words = &words[..count];
        if !same(&known.words, words) {
            lane.key.clear();
            lane.key.extend([INLINED, u64::from(known.kernel)]);
            lane.key.extend_from_slice(words);
            known.inlined = *self.kernel_ids.get(&lane.key)?;
            known.words = words.to_vec();
        }
        self.plan.operands.truncate(start);
        self.plan.operands.extend_from_slice(&leaves[..found]);
        Some(known.inlined)
    }
}

/// Whether two short lists are equal. Their words have just been written one by one, for which a comparison of
/// blocks of memory would have to wait.
#[inline]
fn same<T: Copy + PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && (0..a.len()).all(|k| a[k] == b[k])
}
