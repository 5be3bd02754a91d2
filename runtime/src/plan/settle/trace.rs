//! Following a number back through the layers that only pass it on.

use super::{DONE, Dep, GaveUp, Pooled, Settler, Source, State};

impl Settler<'_, '_> {
    /// Where the number at a coordinate and a position after a layer is made: the slot that computes it, or the
    /// number of the sequence that it is in every round.
    ///
    /// A copy of a copy is followed a few steps; a longer chain becomes steps of the plan, so that tracing it
    /// from each of its links does not take quadratic time.
    pub(super) fn trace(&mut self, layer: usize, coordinate: u32, position: u32) -> Result<Dep, GaveUp> {
        let layers = self.t.layers.len();
        let (mut layer, mut c, mut i) = (layer, coordinate, position);
        let mut hops = Hops::default();
        // Where the number has stood still through all layers it has never changed; `before` is how it got there.
        let (mut still, mut before) = (0, Hops::default());
        for _ in 0..4 * layers + 4 {
            if self.statics.is_fixed(c) {
                return Ok(Dep { slot: DONE, at: self.initial(c, i), rounds: hops.from(0) });
            }
            let slot = layer * self.t.dim + c as usize;
            let state = State(self.states[slot].get(i as usize).copied().unwrap_or(0));
            if state != State::UNKNOWN {
                return Ok(match state.step() {
                    Some((step, round)) => Dep { slot: DONE, at: step, rounds: hops.from(round) },
                    None => Dep { slot: slot as u32, at: i, rounds: hops.rounds },
                });
            }
            let (below, wrap) = self.before(layer);
            let place = self.place[c as usize];
            let bare = self.activations[layer].bare(place, i as usize, &mut self.next_form).ok_or(GaveUp)?;
            match bare {
                Some(v) if (v as usize) < self.t.dim => {
                    if v != c {
                        still = 0;
                    } else {
                        before = if still == 0 { hops } else { before };
                        still += 1;
                        if still == layers {
                            let step = self.initial(c, i);
                            // Below this slot it went once around and came back to it.
                            *self.state(below * self.t.dim + c as usize, i) = State::done(step, 0).0;
                            return Ok(Dep { slot: DONE, at: step, rounds: before.from(0) });
                        }
                    }
                    c = v;
                }
                Some(v) => {
                    let &Pooled { head, source: Source::Own(coordinate), .. } =
                        &self.pooled[layer][v as usize - self.t.dim]
                    else {
                        break;
                    };
                    // Of several keys it is a sum.
                    let Some(key) = self.selectors[layer][head].only_key(i as usize) else { break };
                    still = 0;
                    (c, i) = (coordinate, key);
                }
                // A value that is computed.
                None => break,
            }
            layer = below;
            hops = hops.then(wrap);
        }
        let slot = (layer * self.t.dim) as u32 + c;
        Ok(Dep { slot, at: i, rounds: hops.rounds })
    }
}

/// The layers that a number was passed through, counted in rounds.
#[derive(Clone, Copy, Default)]
pub(super) struct Hops {
    any: bool,
    rounds: u32,
    /// Of these, at the hop furthest back.
    last: u32,
}

impl Hops {
    pub(super) fn then(self, wrap: u32) -> Hops {
        Hops { any: true, rounds: self.rounds + wrap, last: wrap }
    }

    /// The round in which a number has come through that was there from `round` on. A layer that passes a number
    /// on does so in round 1 at the earliest, also where nothing wraps around.
    #[inline]
    pub(super) fn from(self, round: u32) -> u32 {
        let late = round == 0 && self.any && self.last == 0;
        round.saturating_add(self.rounds) + u32::from(late)
    }
}
