//! The greatest of many lines at a point, ties included: keys are lines, and a query is a point.
//!
//! A key with numbers `(k, g)` scores `x·k + g` for a query `x`. The keys that win somewhere are the corners and
//! edges of the upper hull of the points `(k, g)`; those that win at `x` lie on the hull's tangent of slope
//! `-x`, side by side.

use crate::number::Num;

/// The keys that win for some query, by `k`.
#[derive(Debug)]
pub(super) struct Hull {
    corners: Vec<Corner>,
}

/// The keys with one pair of numbers on the hull.
#[derive(Debug)]
struct Corner {
    slope: Num,
    height: Num,
    /// In the order of the sequence.
    keys: Vec<u32>,
}

impl Hull {
    /// The hull of the keys' points `(slope, height)`.
    pub(super) fn new(points: impl Iterator<Item = (Num, Num)>) -> Hull {
        let mut order: Vec<(Num, Num, u32)> =
            points.enumerate().map(|(j, (slope, height))| (slope, height, j as u32)).collect();
        order.sort_unstable();
        let mut corners: Vec<Corner> = Vec::new();
        for (slope, height, j) in order {
            match corners.last_mut() {
                Some(last) if last.slope == slope && last.height == height => last.keys.push(j),
                _ => {
                    // Of equal slopes the higher one comes later and hides the lower.
                    while corners.last().is_some_and(|last| last.slope == slope) {
                        corners.pop();
                    }
                    let corner = Corner { slope, height, keys: vec![j] };
                    while corners.len() >= 2
                        && below(&corners[corners.len() - 2], &corners[corners.len() - 1], &corner)
                    {
                        corners.pop();
                    }
                    corners.push(corner);
                }
            }
        }
        Hull { corners }
    }

    /// The corners of the greatest `x·slope + height`, first and last.
    pub(super) fn best(&self, x: &Num) -> (usize, usize) {
        // Along the hull the score rises, stays, then falls.
        let step = |i: usize| {
            let (a, b) = (&self.corners[i], &self.corners[i + 1]);
            x.mul(&b.slope.sub(&a.slope)).add(&b.height.sub(&a.height)).signum()
        };
        let steps = self.corners.len().saturating_sub(1);
        let (mut low, mut high) = (0, steps);
        while low < high {
            let middle = usize::midpoint(low, high);
            if step(middle) > 0 {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let last = (low..steps).find(|&i| step(i) != 0).unwrap_or(steps);
        (low, last)
    }

    /// What the keys at a corner score at `x`.
    pub(super) fn score(&self, x: &Num, corner: usize) -> Num {
        let corner = &self.corners[corner];
        x.mul(&corner.slope).add(&corner.height)
    }

    /// The keys at some corners, in the order of the sequence.
    pub(super) fn keys(&self, (first, last): (usize, usize)) -> Vec<u32> {
        let corners = self.corners.get(first..=last).unwrap_or_default();
        let mut keys: Vec<u32> = corners.iter().flat_map(|corner| corner.keys.iter().copied()).collect();
        keys.sort_unstable();
        keys
    }
}

/// Whether `b` lies below the line from `a` to `c`; on it, it may win together with them.
fn below(a: &Corner, b: &Corner, c: &Corner) -> bool {
    let over = b.slope.sub(&a.slope).mul(&c.height.sub(&a.height));
    let under = b.height.sub(&a.height).mul(&c.slope.sub(&a.slope));
    over > under
}
