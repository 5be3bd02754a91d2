//! What the layers of a transformer cost as a circuit: kept with the circuit that it was lowered to.

/// The depth and the gates that one layer adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerCost {
    /// The depth of the deepest gate up to this layer, less that up to the layer before.
    pub depth: u64,
    /// The gates of the circuit that the layer was the first to need.
    pub gates: u64,
}

/// Where a circuit comes from that was a transformer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowered {
    /// The transformer's construction.
    pub construction: String,
    /// Positions of its sequence.
    pub positions: u64,
    /// Layers that run, repeats included.
    pub run: u64,
    /// For each layer of the list, the most depth that it adds for any sequence of any length.
    pub bound: Vec<u64>,
    /// Inputs, constants and squares, before the first layer.
    pub start: LayerCost,
    /// The layers that run, in order. Those after the last one change nothing and add nothing.
    pub layers: Vec<LayerCost>,
}
