//! Looking through small steps.
//!
//! A product gate of the construction `average` computes `2·m1² - m2`, with m2 the mean of squares that its
//! wires computed. With the two squares put in, that is `x·y`: one step instead of three, and no number longer
//! than the circuit's own.

use super::super::kernel::Kernel;
use super::super::polynomial::{Poly, small_meter};
use super::super::specialise::Form;
use super::{DONE, Dep, GaveUp, Settler, Slot, Source};
use std::rc::Rc;

/// What begins the key of a kernel that looks through its operands; no form has this id.
pub(super) const INLINED: u64 = u64::MAX;

impl Settler<'_, '_> {
    /// Replaces the operands from `start` on by what the small ones among them read, and the kernel `id` by one
    /// for these. The kernel is a program.
    pub(super) fn inline(&mut self, id: u32, start: usize) -> Result<u32, GaveUp> {
        let mut key = std::mem::take(&mut self.next_key);
        let mut leaves = std::mem::take(&mut self.leaves);
        key.clear();
        key.extend([INLINED, u64::from(id)]);
        leaves.clear();
        let mut any = false;
        for k in start..self.deps.len() {
            let dep = self.deps[k];
            let (leaf, form) = match self.look_through(dep)? {
                Some((leaf, form)) => (leaf, form),
                None => (dep, 0),
            };
            any |= form != 0;
            let same = |known: &Dep| (known.slot, known.at) == (leaf.slot, leaf.at);
            let place = leaves.iter().position(same).unwrap_or(leaves.len());
            match leaves.get_mut(place) {
                Some(known) => known.rounds = known.rounds.max(leaf.rounds),
                None => leaves.push(leaf),
            }
            key.push((place as u64) << 32 | u64::from(form));
        }
        let mut inlined = None;
        if any {
            inlined = self.known_kernel(&mut key);
            if inlined.is_none() {
                inlined = self.inlined_kernel(id, &key, start, leaves.len())?;
            }
        }
        if inlined.is_some() {
            self.deps.truncate(start);
            self.deps.extend_from_slice(&leaves);
        }
        (self.next_key, self.leaves) = (key, leaves);
        Ok(inlined.unwrap_or(id))
    }

    /// The kernel `id` with the forms of its operands put in, of which the key says the leaf that each reads.
    #[cold]
    fn inlined_kernel(
        &mut self,
        id: u32,
        key: &[u64],
        start: usize,
        leaves: usize,
    ) -> Result<Option<u32>, GaveUp> {
        let mut items: Vec<Poly> = Vec::new();
        for (k, &word) in key[2..].iter().enumerate() {
            let leaf = Poly::variable((word >> 32) as u32);
            items.push(match word as u32 {
                0 => leaf,
                _ => {
                    let (form, _) = self.small_form(self.deps[start + k])?.ok_or(GaveUp)?;
                    form.expr.result.substitute(&|_| leaf.clone(), &small_meter()).ok_or(GaveUp)?
                }
            });
        }
        let (Kernel::Program(program), Some(expr)) =
            (&self.plan.kernels[id as usize], &self.exprs[id as usize])
        else {
            return Ok(None);
        };
        let mut rest = items.iter();
        let sum = |&group: &u32| {
            let mut sum = Poly::default();
            rest.by_ref().take(group as usize).for_each(|item| sum.add(item));
            sum
        };
        let inputs: Vec<Poly> = program.groups().iter().map(sum).collect();
        // Where it grows too large the kernel stays as it is.
        let Some(expr) = expr.substitute(&|v| inputs[v as usize].clone()) else {
            return Ok(None);
        };
        self.add_kernel(key.to_vec(), expr, &vec![1; leaves]).map(Some)
    }

    /// The form of a small step, which has one input, and its layer.
    #[inline]
    fn small_form(&mut self, dep: Dep) -> Result<Option<(&Rc<Form>, usize)>, GaveUp> {
        if dep.slot == DONE {
            return Ok(None);
        }
        let Slot::Activation { layer, coordinate } = self.slots[dep.slot as usize] else {
            return Ok(None);
        };
        let place = self.place[coordinate as usize];
        let form = self.activations[layer].form(place, dep.at as usize, &mut self.next_form).ok_or(GaveUp)?;
        Ok(form.small.then_some((form, layer)))
    }

    /// What a small step reads, and the id of its form.
    fn look_through(&mut self, dep: Dep) -> Result<Option<(Dep, u32)>, GaveUp> {
        let Some((form, layer)) = self.small_form(dep)? else {
            return Ok(None);
        };
        let (id, input) = (form.id, form.inputs[0]);
        let (below, wrap) = self.before(layer);
        let leaf = if (input as usize) < self.t.dim {
            self.trace(below, input, dep.at)?
        } else {
            let pooled = &self.pooled[layer][input as usize - self.t.dim];
            let key = self.selectors[layer][pooled.head].only_key(dep.at as usize);
            let (&Source::Own(c), Some(key)) = (&pooled.source, key) else {
                return Ok(None);
            };
            self.trace(below, c, key)?
        };
        // What a layer computes is there from round 1 on, not before.
        let first = u32::from(leaf.slot == DONE);
        let rounds = leaf.rounds.saturating_add(wrap).max(first).saturating_add(dep.rounds);
        Ok(Some((Dep { rounds, ..leaf }, id)))
    }
}
