//! Where a run leaves the exact values.

use super::real::Real;
use super::{Departure, Exact, Known, Reading};
use crate::number::Num;

/// Looks at the gates after each layer, until one is too far from its value.
pub(super) struct Watch<'a> {
    dim: usize,
    known: &'a [Known],
    coordinate: usize,
    tolerance: &'a Num,
    /// The first that is.
    pub(super) first: Option<Departure>,
}

impl<'a> Watch<'a> {
    /// For what is further away than this.
    pub(super) fn new(dim: usize, exact: &Exact<'a>, tolerance: &'a Num) -> Watch<'a> {
        let Exact { known, coordinate, .. } = *exact;
        Watch { dim, known, coordinate, tolerance, first: None }
    }

    /// After so many layers.
    pub(super) fn after<T: Real>(&mut self, layers: u64, state: &[T]) {
        if self.first.is_some() {
            return;
        }
        let due = self.known.iter().filter(|known| known.from <= layers);
        for Known { gate, position, value, .. } in due {
            let found = state[*position as usize * self.dim + self.coordinate];
            if leaves(found, value, self.tolerance) {
                self.first = Some(Departure {
                    layer: layers.checked_sub(1),
                    position: *position,
                    coordinate: self.coordinate,
                    gate: Some(*gate),
                    exact: value.clone(),
                    found: Reading::of(found),
                });
                return;
            }
        }
    }
}

/// The first number of any position that has left the exact one.
pub(super) fn departure<T: Real>(
    layer: Option<u64>,
    exact: &[Vec<Num>],
    state: &[T],
    dim: usize,
    tolerance: &Num,
) -> Option<Departure> {
    let all = exact.iter().zip(state.chunks(dim.max(1))).enumerate();
    for (position, (exact, found)) in all {
        for (coordinate, (exact, &found)) in exact.iter().zip(found).enumerate() {
            if leaves(found, exact, tolerance) {
                let (position, exact, found) = (position as u32, exact.clone(), Reading::of(found));
                return Some(Departure { layer, position, coordinate, gate: None, exact, found });
            }
        }
    }
    None
}

fn leaves<T: Real>(found: T, exact: &Num, tolerance: &Num) -> bool {
    // Most numbers are as they should be, and are told without fractions: a float that is no less and no greater.
    if exact.is_integer() && exact.bits() <= 24 && found == T::nearest(exact) {
        return false;
    }
    Reading { text: String::new(), exact: found.exact() }.leaves(exact, tolerance)
}
