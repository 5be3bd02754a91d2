//! How queries find their keys, region by region.
//!
//! In `-(c/2)·(q - k)² + g` with integers q and k, a key whose k is not the query's q loses at least c/2. Where g is one
//! number in each region, the keys with k = q win that are in the best region that has any, if no region is better by
//! c/2. In a region whose k counts upwards the key is found by arithmetic, and where k comes in runs by their ends.

use super::regions::Regions;
use crate::column::Pattern;
use crate::number::Num;
use crate::plan::recognise::StaticScore;
use crate::plan::statics::Statics;
use crate::transformer::Pooling;
use std::sync::Arc;

/// How the queries of a head find their keys.
#[derive(Debug)]
pub(super) struct Finder {
    /// The coordinate that has the number of a query.
    pub(super) query: u32,
    /// Where keys can be, the best region first: those of the first that has any win.
    pub(super) choices: Vec<Choice>,
}

/// The keys with the number of a query in one region.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The region.
    pub(super) region: usize,
    /// Which keys these are.
    pub(super) keys: Keys,
}

/// Which keys of a region have a number.
#[derive(Clone, Debug)]
pub(super) enum Keys {
    /// One: counted from the beginning of the region, the number and so much more.
    One {
        /// How much more.
        shift: i64,
    },
    /// A run of them: that with the number and so much more.
    Run {
        /// Where each run ends.
        ends: Arc<Vec<u32>>,
        /// How much more.
        shift: i64,
    },
}

/// For every layer and head how its queries find their keys; `None` where that does not show for one of them.
pub(super) fn finders(
    statics: &Statics<'_>,
    regions: &Regions<'_>,
    scores: &[Vec<Option<StaticScore>>],
) -> Option<Vec<Vec<Finder>>> {
    let layers = statics.t.layers.iter().zip(scores);
    let layer = |(layer, scores): (&crate::transformer::Layer, &Vec<Option<StaticScore>>)| {
        let heads = layer.heads.iter().zip(scores);
        heads.map(|(head, score)| finder(statics, regions, score.as_ref()?, head.pooling)).collect()
    };
    layers.map(layer).collect()
}

fn finder(
    statics: &Statics<'_>,
    regions: &Regions<'_>,
    score: &StaticScore,
    pooling: Pooling,
) -> Option<Finder> {
    let (query, key) = (score.query.as_variable()?, score.key.as_variable()?);
    // Queries have to be integers, as patterns are.
    if (0..regions.len()).any(|region| regions.pattern(region, query).is_none()) {
        return None;
    }
    let bias = score.completed_bias(statics)?;
    let constant = |region: usize| {
        let known = bias.variables().into_iter().all(|v| regions.constant(region, v).is_some());
        known.then(|| bias.at(&|v| regions.constant(region, v).unwrap_or_default()))
    };
    let mut biases: Vec<(Num, usize)> = Vec::new();
    for region in 0..regions.len() {
        biases.push((constant(region)?, region));
    }
    biases.sort_by(|a, b| b.0.cmp(&a.0));
    // In a region that falls short of the best by the margin no key is sure to win.
    let margin = score.weight.mul(&Num::ratio(1, 2)?);
    let threshold = biases.first()?.0.sub(&margin);
    let able = biases.iter().take_while(|(bias, _)| *bias > threshold);
    // Keys of two regions that are equally good would have to be taken together.
    if biases.windows(2).any(|two| two[0].0 == two[1].0 && two[0].0 > threshold) {
        return None;
    }
    let choice = |&(_, region): &(Num, usize)| {
        let keys = match regions.pattern(region, key)? {
            Pattern::Count(first) => Keys::One { shift: -first },
            Pattern::Runs { ends, first } if pooling == Pooling::Average => {
                Keys::Run { ends: Arc::clone(ends), shift: -first }
            }
            _ => return None,
        };
        Some(Choice { region, keys })
    };
    Some(Finder { query, choices: able.map(choice).collect::<Option<_>>()? })
}
