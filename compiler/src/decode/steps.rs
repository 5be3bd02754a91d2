//! The steps of one chain as circuits, each over the numbers that it reads.
//!
//! A step of a long sequence reads few of its elements, and has much in common with the step before. So its circuit is
//! cut down to what is new: inputs are the elements that it reads, and the numbers of gates that steps before it have
//! computed, as a transformer that decodes keeps keys and values of earlier positions. What a step computes does not
//! change by that: the same gates on the same numbers. An engine that is the judge of others keeps nothing, and runs
//! every gate of a step from the elements on.

use circ_grammar::tree::Span;
use circ_runtime::{Circuit, Gate, GateId, Gates, Op, Port, PortType};
use rustc_hash::FxHashMap;

use crate::diagnostics::Diagnostic;
use crate::elaborate::growing::{Growing, Grown};
use crate::elaborate::{Chain, Elaborated, Spans};
use crate::limits::Limits;
use crate::program::Program;

/// The gates begin anew where there are more than this, wires counted: what steps share is mostly near.
const GROWN: usize = 4_000_000;

/// What static steps cost beside gates, in which they are counted.
const STATIC_STEPS: u64 = 4;

/// A number that a step reads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Read {
    /// One of the arguments and of what steps gave.
    Element(u32),
    /// What a gate of a step before gave.
    Kept(u32),
}

/// One step.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Its circuit, by its place among those of the chain.
    pub(super) circuit: usize,
    /// What it reads, in the order of the inputs.
    pub(super) reads: Vec<Read>,
    /// Whether nothing that steps before it have kept is needed any more.
    pub(super) fresh: bool,
}

/// A circuit that is run for a step, or for several.
pub(super) struct StepCircuit<R> {
    pub(super) built: Elaborated,
    pub(super) ready: Option<R>,
}

/// The steps of a chain, as far as they were built.
pub(super) struct Steps<'p, R> {
    pub(super) all: Vec<Step>,
    pub(super) circuits: Vec<StepCircuit<R>>,
    growing: Growing<'p>,
    /// For each gate so far the place of its number among those that are kept, and one more; 0 for none.
    kept: Vec<u32>,
    last_kept: u32,
    is_fresh: bool,
    /// Gates and wires of all circuits.
    pub(super) gates: u64,
}

impl<'p, R> Steps<'p, R> {
    /// None yet.
    pub(super) fn new(program: &'p Program, limits: &Limits, chain: &Chain) -> Result<Self, Box<Diagnostic>> {
        let growing = Growing::new(program, limits, chain, 0)?;
        Ok(Steps {
            all: Vec::new(),
            circuits: Vec::new(),
            growing,
            kept: Vec::new(),
            last_kept: 0,
            is_fresh: true,
            gates: 0,
        })
    }

    /// Builds step `at`, of which those before it are built. It gives what that costs, or `None` where the step has
    /// chains of its own.
    pub(super) fn build(
        &mut self,
        program: &'p Program,
        limits: &Limits,
        chain: &Chain,
        at: u64,
        keeps: bool,
    ) -> Result<Option<u64>, Box<Diagnostic>> {
        if !self.is_fresh && self.growing.gates().len() + self.growing.gates().edges() > GROWN {
            self.renew(program, limits, chain, at)?;
        }
        let grown = match self.growing.step(chain) {
            // Budgets are those of one step.
            Err(_) if !self.is_fresh => {
                self.renew(program, limits, chain, at)?;
                self.growing.step(chain)?
            }
            grown => grown?,
        };
        let Some(Grown { result, steps }) = grown else { return Ok(None) };
        let (built, reads) = self.cut(program, chain, &result, keeps);
        self.growing.append(chain, result.len());
        let gates = (built.circuit.gates.len() + built.circuit.gates.edges()) as u64;
        // Steps whose circuits are equal are run by the same one.
        let same = self.circuits.last().is_some_and(|last| last.built.circuit == built.circuit);
        if !same {
            self.gates += gates;
            self.circuits.push(StepCircuit { built, ready: None });
        }
        self.gates += reads.len() as u64;
        self.all.push(Step { circuit: self.circuits.len() - 1, reads, fresh: self.is_fresh });
        self.is_fresh = false;
        Ok(Some(gates + steps / STATIC_STEPS))
    }

    /// Forgets all steps but the circuit of the last one.
    pub(super) fn forget(&mut self) {
        self.all.clear();
        self.circuits.drain(..self.circuits.len().saturating_sub(1));
    }

    /// Begins with new gates.
    fn renew(
        &mut self,
        program: &'p Program,
        limits: &Limits,
        chain: &Chain,
        done: u64,
    ) -> Result<(), Box<Diagnostic>> {
        self.growing = Growing::new(program, limits, chain, done)?;
        self.kept.clear();
        self.last_kept = 0;
        self.is_fresh = true;
        Ok(())
    }

    /// The circuit of what is new, and what it reads. Its first outputs are those of the step; then come the gates
    /// whose numbers are kept.
    fn cut(
        &mut self,
        program: &Program,
        chain: &Chain,
        result: &[GateId],
        keeps: bool,
    ) -> (Elaborated, Vec<Read>) {
        let growing = &self.growing;
        let from = growing.gates();
        self.kept.resize(from.len(), 0);
        let (mut read, mut new) = (Vec::new(), Vec::new());
        let mut renamed: FxHashMap<GateId, GateId> = FxHashMap::default();
        let mut open = result.to_vec();
        while let Some(gate) = open.pop() {
            if renamed.insert(gate, gate).is_none() {
                if from.op(gate) == Op::Input || self.kept[gate.index()] > 0 {
                    read.push(gate);
                } else {
                    new.push(gate);
                    open.extend_from_slice(from.operands(gate));
                }
            }
        }
        read.sort_unstable();
        new.sort_unstable();
        let (mut gates, mut spans, mut reads): (_, Vec<Span>, _) = (Gates::new(), Vec::new(), Vec::new());
        for (at, gate) in read.into_iter().enumerate() {
            reads.push(match from.gate(gate) {
                Gate::Input(number) => Read::Element(number),
                _ => Read::Kept(self.kept[gate.index()] - 1),
            });
            renamed.insert(gate, gates.push_input(at as u32));
            spans.push(growing.place(chain, gate));
        }
        let mut outputs = Vec::new();
        for gate in new {
            let operands: Vec<GateId> = from.operands(gate).iter().map(|operand| renamed[operand]).collect();
            let made = match from.gate(gate) {
                Gate::Input(number) => gates.push_input(number),
                Gate::Const(value) => gates.push_const(value.clone()),
                Gate::Add(_) => gates.push_add(&operands),
                Gate::Mul(_) => gates.push_mul(&operands),
                Gate::Sign(_) => gates.push_sign(operands[0]),
            };
            renamed.insert(gate, made);
            spans.push(growing.place(chain, gate));
            if keeps && from.op(gate) != Op::Const {
                outputs.push(made);
                self.last_kept += 1;
                self.kept[gate.index()] = self.last_kept;
            }
        }
        let result: Vec<GateId> = result.iter().map(|gate| renamed[gate]).collect();
        let read = (0..reads.len() as u32).map(GateId).collect();
        let family = program.family(chain.step).name.clone();
        let circuit = Circuit {
            family,
            params: Vec::new(),
            ring: program.ring,
            inputs: vec![port("read", read)],
            outputs: vec![port("result", result), port("kept", outputs)],
            gates,
        };
        (Elaborated { circuit, spans: Spans::listed(spans) }, reads)
    }
}

fn port(name: &str, gates: Vec<GateId>) -> Port {
    Port { name: name.into(), ty: PortType::Num, shape: vec![gates.len()], gates }
}
