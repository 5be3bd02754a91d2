//! The circuit that a transformer simulates, in the gates that it knows: what is drawn, and the value that each position
//! should have, from the engine that evaluates circuits.

use circ_compiler::emit::{Kind, Normal, Place, normalize};
use circ_runtime::{Circuit, GateId, Gates, Num, Op, Port, PortType, RunError, evaluate};
use serde_json::{Value, json};

use super::super::describe::{input, number};
use super::super::subject::Simulated;
use crate::session::Session;

/// What is drawn of a circuit.
pub(super) struct Drawn {
    pub(super) normal: Normal,
    /// Whether wires have positions of their own, after those of the gates.
    pub(super) wires: bool,
    /// The value that each position should have.
    pub(super) truth: Vec<Num>,
}

/// The circuit that is simulated, with its values for these inputs.
///
/// # Errors
/// Numbers beyond the budget.
pub(super) fn drawn(simulated: &Simulated, inputs: &[Num], session: &Session) -> Result<Drawn, RunError> {
    let normal = normalize(&simulated.circuit, simulated.construction.sums());
    let wires = simulated.places.len() > normal.len();
    let as_circuit = as_circuit(&simulated.circuit, &normal);
    let mut truth = evaluate(&as_circuit, inputs, &session.run_limits, &mut |_, _| {})?;
    if wires {
        let of_wires: Vec<Num> = normal.operands.iter().map(|from| truth[*from as usize].clone()).collect();
        truth.extend(of_wires);
    }
    Ok(Drawn { normal, wires, truth })
}

/// The input scalar of each gate that is one.
fn scalars(normal: &Normal) -> Vec<Option<u32>> {
    let mut scalars = vec![None; normal.len()];
    for (scalar, source) in normal.inputs.iter().enumerate() {
        scalars[*source as usize] = Some(scalar as u32);
    }
    scalars
}

/// A normalised circuit as one like others, each of whose gates is an output.
fn as_circuit(circuit: &Circuit, normal: &Normal) -> Circuit {
    let mut constants = normal.constants.iter().peekable();
    let mut gates = Gates::new();
    for (gate, scalar) in scalars(normal).into_iter().enumerate() {
        let operands: Vec<GateId> = normal.operands(gate).iter().map(|from| GateId(*from)).collect();
        match (normal.kinds[gate], scalar) {
            (Kind::Source, Some(scalar)) => gates.push_input(scalar),
            (Kind::Source, None) => match constants.next_if(|(at, _)| *at as usize == gate) {
                Some((_, value)) => gates.push_const(value.clone()),
                None => gates.push_add(&[]),
            },
            (Kind::Add | Kind::Copy, _) => gates.push_add(&operands),
            (Kind::Mul, _) => gates.push_mul(&operands),
            (Kind::Sign, _) => gates.push_sign(operands[0]),
        };
    }
    let all = Port {
        name: "gates".into(),
        ty: PortType::Num,
        shape: vec![gates.len()],
        gates: gates.ids().collect(),
    };
    Circuit { outputs: vec![all], gates, ..circuit.clone() }
}

impl Drawn {
    /// The layers after which the construction has given a position its value.
    pub(super) fn due(&self) -> Vec<u64> {
        let of_gate = |gate: usize| 2 * u64::from(self.normal.depths[gate]);
        let mut due: Vec<u64> = (0..self.normal.len()).map(of_gate).collect();
        if self.wires {
            due.extend(self.normal.operands.iter().map(|from| of_gate(*from as usize) + 1));
        }
        due
    }

    /// The gates that are told by a position: those whose value it holds, or the one that it serves.
    pub(super) fn gates(&self, simulated: &Simulated) -> Vec<Vec<u32>> {
        let served = |place: &Place| match place {
            Place::Gate(_) | Place::Unread => Vec::new(),
            Place::Part(gate) | Place::Wire(_, gate) | Place::WireOfPart(_, gate) => vec![gate.0],
        };
        let mut gates: Vec<Vec<u32>> = simulated.places.iter().map(served).collect();
        for (gate, position) in simulated.positions.iter().enumerate() {
            gates[*position as usize].push(gate as u32);
        }
        gates
    }

    /// Short names of all positions: `g4`, `g1→g4`; what is no gate of the circuit is in brackets.
    pub(super) fn labels(&self, simulated: &Simulated) -> Vec<String> {
        let of_gate = |gate: usize| match simulated.places[gate] {
            Place::Gate(gate) => gate.to_string(),
            Place::Part(whole) => format!("({whole})"),
            _ => "unread".to_owned(),
        };
        let mut labels: Vec<String> = (0..self.normal.len()).map(of_gate).collect();
        if self.wires {
            for gate in 0..self.normal.len() {
                for from in self.normal.operands(gate) {
                    labels.push(format!("{}→{}", labels[*from as usize], labels[gate]));
                }
            }
        }
        labels
    }

    /// Nodes, level by level as they stand, and the wires between them.
    pub(super) fn json(&self, simulated: &Simulated) -> Value {
        let scalars = scalars(&self.normal);
        let node = |gate: usize| {
            let (kind, label) = match self.normal.kinds[gate] {
                Kind::Source => match scalars[gate] {
                    Some(scalar) => ("input", input(&simulated.circuit, scalar as usize)),
                    None => ("const", number(&self.truth[gate])),
                },
                Kind::Add => ("add", "+".to_owned()),
                Kind::Mul => ("mul", "×".to_owned()),
                Kind::Sign => ("sign", "±".to_owned()),
                Kind::Copy => ("copy", "=".to_owned()),
            };
            json!([kind, label, self.normal.depths[gate]])
        };
        let nodes: Vec<Value> = (0..self.normal.len()).map(node).collect();
        let mut wires = Vec::with_capacity(self.normal.operands.len());
        for gate in 0..self.normal.len() {
            wires.extend(self.normal.operands(gate).iter().map(|from| json!([from, gate])));
        }
        json!({
            "gates": simulated.circuit.gates.len(),
            "computing": computing(&simulated.circuit),
            "depth": self.normal.depth,
            "wires_have_positions": self.wires,
            "nodes": nodes,
            "wires": wires,
        })
    }
}

/// The gates that compute something.
fn computing(circuit: &Circuit) -> usize {
    let computes = |gate: &GateId| !matches!(circuit.gates.op(*gate), Op::Input | Op::Const);
    circuit.gates.ids().filter(computes).count()
}
