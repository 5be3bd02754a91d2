//! The way back: a transformer and its sequence as a circuit of the same values.
//!
//! The theorem of Ehrmuth and Strieker 2026 is an equivalence, and this is its other half. For every layer that runs and
//! all positions i and j, copies of the score circuit give `s_ij`; `m_ij = 1 - [Σ_l [s_ij < s_il] > 0]` says whether i
//! attends to j; the mean is `(Σ_j m_ij·value_j)·(1/k_i)` with `k_i = Σ_j m_ij`, and 1/k one of the constants 1, 1/2, …,
//! 1/N, chosen by sign gates; then comes the activation circuit. A layer adds constant depth (`bound`) and at most
//! N³ gates.
//!
//! Gates are made by the builder of C_n, so constants fold and equal gates are one, and comparisons and means come
//! from the lowering table. What never changes, as the ids of an encoded circuit, is decided here and makes no gates.
//!
//! 1. `program`: the components with what they read, apart from what no output needs.
//! 2. `attend`: whom each query attends to, as far as that is known, and the gates that say the rest.
//! 3. [`bound`](fn@bound): the depth that a layer adds, for all sequences of all lengths.

mod attend;
mod bound;
mod program;

use circ_runtime::{Circuit, GateId, LayerCost, Lowered, Num, Port, PortType, Transformer, circuit};

use crate::diagnostics::BuildFact;
use crate::limits::Limits;
use crate::lower::Builder;
use crate::simplify::GateBuilder;
use attend::Attention;
use program::{LayerParts, apply};

pub use bound::bound;

/// A transformer as a circuit, with what each layer has cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Unfolded {
    /// The circuit. Inputs and outputs are those of the sequence, one-dimensional arrays of numbers.
    pub circuit: Circuit,
    /// Depth and gates, layer by layer.
    pub lowered: Lowered,
}

/// A budget that was used up.
#[derive(Clone, Debug, PartialEq)]
pub struct TooLarge {
    /// Which one.
    pub fact: BuildFact,
    /// The layer in which it was met, repeats counted.
    pub layer: u64,
}

/// The circuit of a transformer for its own sequence. The transformer is well formed.
///
/// # Errors
/// More gates, wires, digits or steps than the limits allow.
pub fn unfold(
    t: &Transformer,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<Unfolded, Box<TooLarge>> {
    let sequence = &t.sequence;
    let mut run = Run::new(t, sequence.len, limits)?;
    let cell = |run: &mut Run<'_>, c: usize, i: usize| run.gates.constant(sequence.columns[c].get(i));
    let mut state: Vec<Vec<GateId>> =
        (0..sequence.len).map(|i| (0..t.dim).map(|c| cell(&mut run, c, i)).collect()).collect();
    let mut inputs = Vec::new();
    for spec in &sequence.inputs {
        for position in &spec.positions {
            let vector = &mut state[*position as usize];
            let input = run.input();
            vector[spec.coordinate] = input;
            if let Some(square) = spec.square {
                vector[square] = run.gates.mul(&[input, input]);
            }
        }
        inputs.push(port(&spec.name, vec![spec.positions.len()]));
    }
    let state = run.layers(state, progress)?;
    let mut outputs = Vec::new();
    let mut given = Vec::new();
    for spec in &sequence.outputs {
        outputs.push(port(&spec.name, vec![spec.positions.len()]));
        given.extend(spec.positions.iter().map(|position| state[*position as usize][spec.coordinate]));
    }
    run.finish(inputs, outputs, &given)
}

/// The circuit of what the layers compute on any sequence of so many vectors: `sequence: num[N, dim]` in and out.
///
/// # Errors
/// More gates, wires, digits or steps than the limits allow.
pub fn unfold_open(
    t: &Transformer,
    len: usize,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<Unfolded, Box<TooLarge>> {
    let mut run = Run::new(t, len, limits)?;
    let state = (0..len).map(|_| (0..t.dim).map(|_| run.input()).collect()).collect();
    let state = run.layers(state, progress)?;
    let port = || vec![port("sequence", vec![len, t.dim])];
    let given: Vec<GateId> = state.into_iter().flatten().collect();
    run.finish(port(), port(), &given)
}

fn port(name: &str, shape: Vec<usize>) -> Port {
    Port { name: name.to_owned(), ty: PortType::Num, shape, gates: Vec::new() }
}

/// One unfolding: the gates so far, and what is left of the budgets.
struct Run<'t> {
    t: &'t Transformer,
    parts: Vec<LayerParts<'t>>,
    gates: GateBuilder,
    inputs: u32,
    len: usize,
    steps: Steps,
    max_bits: u64,
    /// The layer that is being unfolded.
    layer: u64,
    /// The layers that changed something.
    changed: u64,
}

/// Work that is done whether or not a gate comes of it.
#[derive(Clone, Copy, Debug)]
struct Steps {
    done: u64,
    limit: u64,
}

impl Steps {
    /// Counts work before it is done.
    fn take(&mut self, steps: u64) -> Result<(), BuildFact> {
        self.done = self.done.saturating_add(steps);
        if self.done > self.limit {
            return Err(BuildFact::TooManySteps { limit: self.limit, needed: None });
        }
        Ok(())
    }
}

/// After so many rounds that still change something, it is asked whether the rest can be within the budget at all.
const ROUNDS_BEFORE_FORECAST: u64 = 10_000;

impl<'t> Run<'t> {
    fn new(t: &'t Transformer, len: usize, limits: &Limits) -> Result<Run<'t>, Box<TooLarge>> {
        let mut steps = Steps { done: 0, limit: limits.max_steps };
        // The vectors alone have to have room.
        let cells = (len as u64).saturating_mul(t.dim as u64);
        steps.take(cells).map_err(|fact| Box::new(TooLarge { fact, layer: 0 }))?;
        let gates = GateBuilder::new(limits);
        let parts = t.layers.iter().map(|layer| LayerParts::new(layer, t.dim)).collect();
        let max_bits = crate::limits::digits_to_bits(limits.max_digits);
        Ok(Run { t, parts, gates, inputs: 0, len, steps, max_bits, layer: 0, changed: 0 })
    }

    fn input(&mut self) -> GateId {
        let gate = self.gates.input(self.inputs);
        self.inputs += 1;
        gate
    }

    /// What a used-up budget is told with.
    fn stopped(&self, fact: BuildFact) -> Box<TooLarge> {
        Box::new(TooLarge { fact, layer: self.layer })
    }

    /// Runs all layers, as often as they are repeated or until a round changes nothing.
    fn layers(
        &mut self,
        mut state: Vec<Vec<GateId>>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Vec<Vec<GateId>>, Box<TooLarge>> {
        self.check()?;
        let parts = std::mem::take(&mut self.parts);
        let mut attentions: Vec<Vec<Attention>> =
            parts.iter().map(|layer| layer.heads.iter().map(|_| Attention::default()).collect()).collect();
        let rounds = if parts.is_empty() || self.len == 0 { 0 } else { self.t.repeat };
        for round in 0..rounds {
            let before = state.clone();
            for (layer, attentions) in parts.iter().zip(&mut attentions) {
                self.gates.origin = u32::try_from(self.layer + 1).unwrap_or(u32::MAX);
                state = self.one(layer, attentions, &state).map_err(|fact| self.stopped(fact))?;
                self.check()?;
                self.layer += 1;
                progress(self.gates.gates().len() as u64);
            }
            if state == before {
                // Every later round would be this one again.
                break;
            }
            self.changed = self.layer;
            if round == ROUNDS_BEFORE_FORECAST {
                let needed = u128::from(self.steps.done) / u128::from(round + 1) * u128::from(rounds);
                if needed > u128::from(self.steps.limit) {
                    let (limit, needed) = (self.steps.limit, Some(needed.to_string()));
                    return Err(self.stopped(BuildFact::TooManySteps { limit, needed }));
                }
            }
        }
        Ok(state)
    }

    fn check(&self) -> Result<(), Box<TooLarge>> {
        self.gates.exceeded().map_or(Ok(()), |fact| Err(self.stopped(fact.clone())))
    }

    /// One layer: what each head pools for each position, then the activation.
    fn one(
        &mut self,
        layer: &LayerParts<'_>,
        attentions: &mut [Attention],
        state: &[Vec<GateId>],
    ) -> Result<Vec<Vec<GateId>>, BuildFact> {
        let mut inputs = state.to_vec();
        for (head, attention) in layer.heads.iter().zip(attentions) {
            attention.prepare(head, state);
            for (i, query) in state.iter().enumerate() {
                let (steps, bits) = (&mut self.steps, self.max_bits);
                let pooled = attention.pooled(&mut self.gates, head, query, state, steps, bits)?;
                inputs[i].extend_from_slice(pooled);
                if let Some(fact) = self.gates.exceeded() {
                    return Err(fact.clone());
                }
            }
        }
        let activation = &layer.activation;
        let cost = (activation.cost() + self.t.dim as u64).saturating_mul(self.len as u64);
        self.steps.take(cost)?;
        let mut next = Vec::with_capacity(state.len());
        for vector in &inputs {
            next.push(apply(&mut self.gates, activation, &|i| vector[i]));
            if let Some(fact) = self.gates.exceeded() {
                return Err(fact.clone());
            }
        }
        Ok(next)
    }

    /// The circuit with these ports, without what no output needs.
    fn finish(
        self,
        mut inputs: Vec<Port>,
        mut outputs: Vec<Port>,
        given: &[GateId],
    ) -> Result<Unfolded, Box<TooLarge>> {
        self.check()?;
        let (gates, origins, given) = self.gates.finish(given, self.inputs);
        let mut scalars = (0..self.inputs).map(GateId);
        for port in &mut inputs {
            port.gates = scalars.by_ref().take(port.scalars()).collect();
        }
        let mut given = given.into_iter();
        for port in &mut outputs {
            port.gates = given.by_ref().take(port.scalars()).collect();
        }
        let t = self.t;
        let costs = costs(&gates, &origins, self.changed);
        let mut costs = costs.into_iter();
        let lowered = Lowered {
            construction: t.construction.clone(),
            positions: self.len as u64,
            run: t.depth(),
            bound: t.layers.iter().map(|layer| bound(layer, t.dim)).collect(),
            start: costs.next().unwrap_or_default(),
            layers: costs.collect(),
        };
        let circuit = Circuit {
            family: "lowered".to_owned(),
            params: vec![("positions".to_owned(), self.len as u64)],
            ring: t.ring,
            inputs,
            outputs,
            gates,
        };
        Ok(Unfolded { circuit, lowered })
    }
}

/// What the start and each layer add: gates by where they were made, and the depth of the deepest of all up to there.
fn costs(gates: &circ_runtime::Gates, origins: &[u32], layers: u64) -> Vec<LayerCost> {
    let depths = circuit::depths(gates);
    let mut costs = vec![LayerCost::default(); layers as usize + 1];
    let mut deepest = vec![0u64; costs.len()];
    for (origin, depth) in origins.iter().zip(depths) {
        // What a round without a change has made is what an earlier one made.
        let place = (*origin as usize).min(costs.len() - 1);
        costs[place].gates += 1;
        deepest[place] = deepest[place].max(u64::from(depth));
    }
    let mut before = 0;
    for (cost, deepest) in costs.iter_mut().zip(deepest) {
        cost.depth = deepest.saturating_sub(before);
        before = before.max(deepest);
    }
    costs
}

/// A wire's value where it is constant.
fn known(gates: &GateBuilder, wire: GateId) -> Option<Num> {
    gates.value(&wire)
}
