//! The components of a layer as they are unfolded: the gates that their outputs need, and the inputs that these read.

use circ_runtime::{Component, Gate, GateId, Gates, Head, Layer, Num, Pooling, Score, Value};

use crate::lower::Builder;

/// A component without what no output needs.
pub(super) struct Part<'t> {
    gates: &'t Gates,
    /// The gates that are needed, in order.
    live: Vec<GateId>,
    /// For each gate its place among those.
    place: Vec<u32>,
    outputs: &'t [GateId],
    /// The inputs that are read, in order.
    pub(super) inputs: Vec<usize>,
}

impl<'t> Part<'t> {
    pub(super) fn new(component: &'t Component) -> Part<'t> {
        let gates = &component.gates;
        let mut needed = vec![false; gates.len()];
        component.outputs.iter().for_each(|g| needed[g.index()] = true);
        for id in gates.ids().rev() {
            if needed[id.index()] {
                gates.operands(id).iter().for_each(|g| needed[g.index()] = true);
            }
        }
        let live: Vec<GateId> = gates.ids().filter(|id| needed[id.index()]).collect();
        let mut place = vec![u32::MAX; gates.len()];
        live.iter().enumerate().for_each(|(at, id)| place[id.index()] = at as u32);
        let mut inputs: Vec<usize> = live
            .iter()
            .filter_map(|id| match gates.gate(*id) {
                Gate::Input(i) => Some(i as usize),
                _ => None,
            })
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        Part { gates, live, place, outputs: &component.outputs, inputs }
    }

    /// The steps of one copy.
    pub(super) fn cost(&self) -> u64 {
        self.live.iter().map(|id| 1 + self.gates.operands(*id).len() as u64).sum::<u64>() + 1
    }
}

/// The outputs of a copy of a component.
pub(super) fn apply<B: Builder>(
    b: &mut B,
    part: &Part<'_>,
    input: &dyn Fn(usize) -> B::Wire,
) -> Vec<B::Wire> {
    let mut wires: Vec<B::Wire> = Vec::with_capacity(part.live.len());
    for id in &part.live {
        let at = |gate: &GateId| wires[part.place[gate.index()] as usize].clone();
        let wire = match part.gates.gate(*id) {
            Gate::Input(i) => input(i as usize),
            Gate::Const(value) => b.constant(value.clone()),
            Gate::Add(operands) => b.add(&operands.iter().map(at).collect::<Vec<_>>()),
            Gate::Mul(operands) => b.mul(&operands.iter().map(at).collect::<Vec<_>>()),
            Gate::Sign(operand) => b.sign(&at(&operand)),
        };
        wires.push(wire);
    }
    part.outputs.iter().map(|g| wires[part.place[g.index()] as usize].clone()).collect()
}

/// Rows times a vector: 0 where a number of the row is.
fn times<B: Builder>(b: &mut B, rows: &[Vec<Num>], vector: &dyn Fn(usize) -> B::Wire) -> Vec<B::Wire> {
    let mut products = Vec::with_capacity(rows.len());
    for row in rows {
        let mut terms = Vec::new();
        for (c, factor) in row.iter().enumerate().filter(|(_, factor)| !factor.is_zero()) {
            let factor = b.constant(factor.clone());
            terms.push(b.mul(&[factor, vector(c)]));
        }
        products.push(b.add(&terms));
    }
    products
}

/// The columns that rows read.
fn columns(rows: &[Vec<Num>], dim: usize) -> Vec<usize> {
    (0..dim).filter(|c| rows.iter().any(|row| row.get(*c).is_some_and(|n| !n.is_zero()))).collect()
}

/// How a head scores.
pub(super) enum Scorer<'t> {
    Circuit(Part<'t>),
    Dot { query: &'t [Vec<Num>], key: &'t [Vec<Num>] },
}

/// What a head takes from a key.
pub(super) enum Taker<'t> {
    Circuit(Part<'t>),
    Matrix(&'t [Vec<Num>]),
}

/// A head, and the coordinates that its score reads.
pub(super) struct HeadParts<'t> {
    pub(super) scorer: Scorer<'t>,
    pub(super) taker: Taker<'t>,
    pub(super) pooling: Pooling,
    /// The coordinates of the query that the score reads, and those of the key.
    pub(super) asked: Vec<usize>,
    pub(super) keyed: Vec<usize>,
    dim: usize,
}

/// A layer.
pub(super) struct LayerParts<'t> {
    pub(super) heads: Vec<HeadParts<'t>>,
    pub(super) activation: Part<'t>,
    pub(super) dim: usize,
}

impl<'t> LayerParts<'t> {
    pub(super) fn new(layer: &'t Layer, dim: usize) -> LayerParts<'t> {
        let heads = layer.heads.iter().map(|head| HeadParts::new(head, dim)).collect();
        LayerParts { heads, activation: Part::new(&layer.activation), dim }
    }
}

impl<'t> HeadParts<'t> {
    fn new(head: &'t Head, dim: usize) -> HeadParts<'t> {
        let (scorer, asked, keyed) = match &head.score {
            Score::Circuit(component) => {
                let part = Part::new(component);
                let asked = part.inputs.iter().copied().filter(|i| *i < dim).collect();
                let keyed = part.inputs.iter().filter(|i| **i >= dim).map(|i| i - dim).collect();
                (Scorer::Circuit(part), asked, keyed)
            }
            Score::Dot { query, key } => (Scorer::Dot { query, key }, columns(query, dim), columns(key, dim)),
        };
        let taker = match &head.value {
            Value::Circuit(component) => Taker::Circuit(Part::new(component)),
            Value::Matrix(rows) => Taker::Matrix(rows),
        };
        HeadParts { scorer, taker, pooling: head.pooling, asked, keyed, dim }
    }

    /// The score of a key for a query.
    pub(super) fn score<B: Builder>(
        &self,
        b: &mut B,
        query: &dyn Fn(usize) -> B::Wire,
        key: &dyn Fn(usize) -> B::Wire,
    ) -> B::Wire {
        match &self.scorer {
            Scorer::Circuit(part) => {
                let pair = |i: usize| if i < self.dim { query(i) } else { key(i - self.dim) };
                let mut outputs = apply(b, part, &pair);
                outputs.pop().unwrap_or_else(|| b.constant(Num::ZERO))
            }
            Scorer::Dot { query: asked, key: keyed } => {
                let (asked, keyed) = (times(b, asked, query), times(b, keyed, key));
                let products: Vec<B::Wire> =
                    asked.into_iter().zip(keyed).map(|(x, y)| b.mul(&[x, y])).collect();
                b.add(&products)
            }
        }
    }

    /// What a head takes from a key.
    pub(super) fn value<B: Builder>(&self, b: &mut B, key: &dyn Fn(usize) -> B::Wire) -> Vec<B::Wire> {
        match &self.taker {
            Taker::Circuit(part) => apply(b, part, key),
            Taker::Matrix(rows) => times(b, rows, key),
        }
    }

    /// The steps of one score.
    pub(super) fn score_cost(&self) -> u64 {
        match &self.scorer {
            Scorer::Circuit(part) => part.cost(),
            Scorer::Dot { query, .. } => 1 + 4 * (query.len() * self.dim) as u64,
        }
    }

    /// The steps of one value.
    pub(super) fn value_cost(&self) -> u64 {
        match &self.taker {
            Taker::Circuit(part) => part.cost(),
            Taker::Matrix(rows) => 1 + 2 * (rows.len() * self.dim) as u64,
        }
    }
}
