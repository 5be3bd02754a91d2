//! What a number is computed from, and by which kernel.

use super::super::kernel::{Kernel, kernel};
use super::super::polynomial::Poly;
use super::super::specialise::{Expr, Form};
use super::{Dep, Frame, GaveUp, Settler, Slot, Source, State};
use crate::number::Num;
use std::rc::Rc;

/// The kernel that sums its operands.
const SUM: u32 = 1;
/// Keys from which on a pool that is used again gets a step for its sum.
pub(super) const SHARED: usize = 4;
/// Operands up to which a step looks through the small steps before it.
pub(super) const INLINE: usize = 8;
/// Kernels beyond which the program counts as one that does not specialise.
const MAX_KERNELS: usize = 1 << 20;

/// What stands for an input of a form.
enum Binding {
    /// The static mean over its pool.
    Static(Num),
    /// This share of the sum of a group of operands.
    Share(u32, Num),
}

impl Settler<'_, '_> {
    /// Opens a frame for a number: pushes its operands and finds its kernel.
    pub(super) fn open(&mut self, dep: Dep) -> Result<Frame, GaveUp> {
        let (slot, at) = (dep.slot, dep.at);
        let state = match self.slots[slot as usize] {
            Slot::Sum { .. } => self.pool_state(slot, at),
            _ => self.state(slot as usize, at),
        };
        if State(*state) == State::OPEN {
            // It depends on itself.
            return Err(GaveUp);
        }
        *state = State::OPEN.0;
        let start = self.deps.len();
        let kernel = match self.slots[slot as usize] {
            Slot::Activation { layer, coordinate } => {
                let place = self.place[coordinate as usize];
                let form = self.activations[layer].form(place, at as usize, &mut self.next_form);
                let form = Rc::clone(form.ok_or(GaveUp)?);
                self.open_form(&form, layer, at)?
            }
            Slot::Value { layer, part, output } => {
                let form = self.values[part].form(output, at as usize, &mut self.next_form);
                let form = Rc::clone(form.ok_or(GaveUp)?);
                self.open_form(&form, layer, at)?
            }
            Slot::Sum { layer, pooled } => {
                self.push_keys(layer, pooled, at)?;
                SUM
            }
        };
        Ok(Frame { slot, at, kernel, start, cursor: start })
    }

    /// Pushes what a form reads at a position; gives the kernel that computes it.
    fn open_form(&mut self, form: &Form, layer: usize, i: u32) -> Result<u32, GaveUp> {
        let start = self.deps.len();
        let (below, wrap) = self.before(layer);
        let mut key = std::mem::take(&mut self.next_key);
        key.clear();
        key.push(u64::from(form.id));
        let mut last_pool = None;
        for &v in &form.inputs {
            if (v as usize) < self.t.dim {
                let dep = self.trace(below, v, i)?;
                self.push_below(dep, wrap);
                continue;
            }
            let place = v as usize - self.t.dim;
            let pooled = &self.pooled[layer][place];
            let selector = &mut self.selectors[layer][pooled.head];
            let pool = match last_pool {
                Some((head, pool)) if head == pooled.head => pool,
                _ => selector.pool(i as usize),
            };
            last_pool = Some((pooled.head, pool));
            let keys = selector.keys(pool);
            let (size, sums) = (keys.len(), pooled.sums);
            if let Source::Static(column) = &pooled.source {
                let sum = Settler::static_sum(column, keys);
                key.push((size as u64) << 1);
                key.push(self.number_key(&sum));
                continue;
            }
            let shared = size >= SHARED && self.use_pool(sums, pool);
            key.push((size as u64) << 1 | u64::from(shared));
            if shared {
                self.deps.push(Dep { slot: sums, at: pool, rounds: 0 });
            } else {
                self.push_keys(layer, place, pool)?;
            }
        }
        let id = match self.known_kernel(&mut key) {
            Some(id) => id,
            None => self.general_kernel(form, layer, &key)?,
        };
        self.next_key = key;
        let few = self.deps.len() - start <= INLINE;
        if few && matches!(self.plan.kernels[id as usize], Kernel::Program(_)) {
            return self.inline(id, start);
        }
        Ok(id)
    }

    /// The kernel of a key, where there is one.
    pub(super) fn known_kernel(&mut self, key: &mut Vec<u64>) -> Option<u32> {
        if *key != self.key {
            self.key_kernel = *self.kernel_ids.get(key)?;
            std::mem::swap(&mut self.key, key);
        }
        Some(self.key_kernel)
    }

    /// A word that stands for a number in a key: odd for twice a small integer and one, else its place among the
    /// others.
    pub(super) fn number_key(&mut self, value: &Num) -> u64 {
        match value.to_i64().and_then(|v| v.checked_mul(2)) {
            Some(double) => double as u64 | 1,
            None => {
                let place = self.numbers.iter().position(|known| known == value);
                let place = place.unwrap_or_else(|| {
                    self.numbers.push(value.clone());
                    self.numbers.len() - 1
                });
                (place as u64) << 1
            }
        }
    }

    /// The number that a word stands for.
    fn number_of(&self, key: u64) -> Num {
        if key & 1 == 1 { Num::int(key as i64 >> 1) } else { self.numbers[(key >> 1) as usize].clone() }
    }

    /// The state of a pool's shared sum.
    pub(super) fn pool_state(&mut self, sums: u32, pool: u32) -> &mut u64 {
        let states = &mut self.states[sums as usize];
        if states.len() <= pool as usize {
            states.resize(pool as usize + 1, 0);
        }
        &mut states[pool as usize]
    }

    /// Whether a pool has been used before; it has from now on.
    fn use_pool(&mut self, sums: u32, pool: u32) -> bool {
        let state = self.pool_state(sums, pool);
        let used = State(*state) != State::UNKNOWN;
        if !used {
            *state = State::SEEN.0;
        }
        used
    }

    /// Pushes an operand that is a number after the layer before, `wrap` rounds ago.
    fn push_below(&mut self, dep: Dep, wrap: u32) {
        self.deps.push(Dep { rounds: dep.rounds.saturating_add(wrap), ..dep });
    }

    /// Pushes what a head takes from the keys of a pool.
    fn push_keys(&mut self, layer: usize, place: usize, pool: u32) -> Result<(), GaveUp> {
        let (below, wrap) = self.before(layer);
        let head = self.pooled[layer][place].head;
        let size = self.selectors[layer][head].keys(pool).len();
        for k in 0..size {
            let key = self.selectors[layer][head].keys(pool).at(k);
            match self.pooled[layer][place].source {
                Source::Own(c) => {
                    let dep = self.trace(below, c, key)?;
                    self.push_below(dep, wrap);
                }
                Source::Slot(slot) => self.deps.push(Dep { slot, at: key, rounds: 0 }),
                Source::Static(_) => return Err(GaveUp),
            }
        }
        Ok(())
    }

    /// The kernel of a form for pools of these sizes and static means, made on its first use.
    #[cold]
    fn general_kernel(&mut self, form: &Form, layer: usize, key: &[u64]) -> Result<u32, GaveUp> {
        let (mut groups, mut rest) = (Vec::new(), &key[1..]);
        let mut bindings = Vec::new();
        for &v in &form.inputs {
            let place = (v as usize).checked_sub(self.t.dim);
            let group = groups.len() as u32;
            let pooled = place.map(|place| &self.pooled[layer][place].source);
            bindings.push(match pooled {
                None => {
                    groups.push(1);
                    Binding::Share(group, Num::ONE)
                }
                Some(source) => {
                    let (&head, tail) = rest.split_first().ok_or(GaveUp)?;
                    rest = tail;
                    let size = head >> 1;
                    let share = Num::ratio(1, size as i64).ok_or(GaveUp)?;
                    if let Source::Static(_) = source {
                        let (&sum, tail) = rest.split_first().ok_or(GaveUp)?;
                        rest = tail;
                        Binding::Static(self.number_of(sum).mul(&share))
                    } else {
                        groups.push(if head & 1 == 1 { 1 } else { size as u32 });
                        Binding::Share(group, share)
                    }
                }
            });
        }
        let value = |v: u32| match form.inputs.binary_search(&v).map(|k| &bindings[k]) {
            Ok(Binding::Static(mean)) => Poly::constant(mean),
            Ok(Binding::Share(group, share)) => Poly::variable(*group).scaled(share),
            Err(_) => Poly::variable(v),
        };
        let expr = form.expr.substitute(&value).ok_or(GaveUp)?;
        self.add_kernel(key.to_vec(), expr, &groups)
    }

    pub(super) fn add_kernel(&mut self, key: Vec<u64>, expr: Expr, groups: &[u32]) -> Result<u32, GaveUp> {
        let id = self.plan.kernels.len();
        if id >= MAX_KERNELS {
            return Err(GaveUp);
        }
        let kernel = kernel(&expr, groups);
        self.plan.kernels.push(kernel);
        self.exprs.push(Some(expr));
        self.kernel_ids.insert(key, id as u32);
        Ok(id as u32)
    }
}
