//! Where gates come from: kept as a number for each gate, and told as a span when asked.

use std::sync::Arc;

use circ_grammar::tree::Span;

/// For each gate of a circuit the source that it came from.
#[derive(Clone, Debug)]
pub struct Spans {
    /// The expression of each gate, as the program numbers all of them.
    origins: Vec<u32>,
    /// Where these stand.
    places: Arc<[Span]>,
    /// Inputs stand first, and are no expressions: up to which gate the place is that of which name.
    inputs: Vec<(usize, Span)>,
}

impl Spans {
    pub(super) fn new(origins: Vec<u32>, places: Arc<[Span]>, inputs: Vec<(usize, Span)>) -> Spans {
        Spans { origins, places, inputs }
    }

    /// The places of a few gates, each written down.
    pub(crate) fn listed(spans: Vec<Span>) -> Spans {
        Spans { origins: (0..spans.len() as u32).collect(), places: spans.into(), inputs: Vec::new() }
    }

    /// The place of the gate with this number, where there is such a gate.
    pub fn get(&self, gate: usize) -> Option<Span> {
        let origin = *self.origins.get(gate)?;
        let input = self.inputs.get(self.inputs.partition_point(|(end, _)| *end <= gate));
        let place = || self.places.get(origin as usize).copied().unwrap_or_default();
        Some(input.map_or_else(place, |(_, span)| *span))
    }
}
