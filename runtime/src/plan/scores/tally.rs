//! What is known of keys that tie: enough to pool their values.

use crate::limits::{Meter, RunErrorKind};
use crate::number::Num;
use crate::transformer::Pooling;
use smallvec::SmallVec;

/// Some keys together.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    count: u64,
    /// The key whose value is taken, where that is one key's.
    key: u32,
    /// The sums of their values, where the mean is taken.
    sums: SmallVec<[Num; 2]>,
}

impl Tally {
    /// One key, with its values.
    pub(super) fn of(key: u32, values: &[Num], pooling: Pooling) -> Tally {
        let sums = if pooling == Pooling::Average { values } else { &[] };
        Tally { count: 1, key, sums: sums.iter().cloned().collect() }
    }

    /// Takes in other keys.
    pub(super) fn absorb(
        &mut self,
        other: &Tally,
        pooling: Pooling,
        meter: &Meter,
    ) -> Result<(), RunErrorKind> {
        self.count += other.count;
        match pooling {
            Pooling::Average => {}
            Pooling::Leftmost => self.key = self.key.min(other.key),
            Pooling::Rightmost => self.key = self.key.max(other.key),
        }
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum = meter.add(sum, more)?;
        }
        Ok(())
    }

    /// Their values, pooled.
    pub(super) fn pooled(&self, pooling: Pooling, values: &[Vec<Num>]) -> Vec<Num> {
        if pooling != Pooling::Average {
            return values[self.key as usize].clone();
        }
        let share = Num::ratio(1, self.count as i64).unwrap_or(Num::ZERO);
        self.sums.iter().map(|sum| sum.mul(&share)).collect()
    }
}

/// The keys of the greatest score so far.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) score: Num,
    pub(super) tally: Tally,
}

/// Holds some keys of one score against the best so far.
pub(super) fn offer(
    best: &mut Option<Best>,
    score: &Num,
    tally: &Tally,
    pooling: Pooling,
    meter: &Meter,
) -> Result<(), RunErrorKind> {
    match best {
        Some(best) if best.score == *score => best.tally.absorb(tally, pooling, meter)?,
        Some(best) if best.score > *score => {}
        _ => *best = Some(Best { score: score.clone(), tally: tally.clone() }),
    }
    Ok(())
}
