//! What each position of a construction's sequence is: a gate of the circuit, a wire, or a part of a gate that became
//! several.

use super::{Construction, normalize};
use circ_runtime::{Circuit, GateId};
use std::fmt;

/// What a position is. Wires into a gate are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A gate.
    Gate(GateId),
    /// One of the smaller gates that a gate became; the last of them is the gate itself.
    Part(GateId),
    /// A wire into a gate.
    Wire(u32, GateId),
    /// A wire into a part of a gate.
    WireOfPart(u32, GateId),
    /// An input that no gate is for.
    Unread,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Gate(gate) => write!(f, "{gate}"),
            Place::Part(gate) => write!(f, "a part of {gate}"),
            Place::Wire(wire, gate) => write!(f, "wire {wire} of {gate}"),
            Place::WireOfPart(wire, gate) => write!(f, "wire {wire} of a part of {gate}"),
            Place::Unread => f.write_str("an input that nothing reads"),
        }
    }
}

/// What each position is of the sequence that [`emit`](super::emit) makes of a circuit.
pub fn places(circuit: &Circuit, construction: Construction) -> Vec<Place> {
    let normal = normalize(circuit, construction.sums());
    let mut places: Vec<Option<Place>> = vec![None; normal.len()];
    for (gate, &now) in normal.gates.iter().enumerate() {
        places[now as usize].get_or_insert(Place::Gate(GateId(gate as u32)));
    }
    // What no gate of the circuit is read by the gate that it is a part of, or by another part.
    for gate in (0..normal.len()).rev() {
        let (Some(Place::Gate(whole) | Place::Part(whole)), operands) = (places[gate], normal.operands(gate))
        else {
            continue;
        };
        for &operand in operands {
            places[operand as usize].get_or_insert(Place::Part(whole));
        }
    }
    let mut all: Vec<Place> = places.into_iter().map(|place| place.unwrap_or(Place::Unread)).collect();
    if matches!(construction, Construction::Average | Construction::Dot) {
        for gate in 0..normal.len() {
            let into = all[gate];
            all.extend((0..normal.operands(gate).len() as u32).map(|wire| match into {
                Place::Part(gate) => Place::WireOfPart(wire, gate),
                Place::Gate(gate) => Place::Wire(wire, gate),
                other => other,
            }));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::emit;
    use circ_runtime::{Gates, Port, PortType, Ring};

    fn check(construction: Construction, expected: &[&str]) {
        let mut gates = Gates::new();
        let (x, y) = (gates.push_input(0), gates.push_input(1));
        let sum = gates.push_add(&[x, y, x]);
        let product = gates.push_mul(&[x, sum, y]);
        let port = |name: &str, gates: Vec<GateId>| Port {
            name: name.to_owned(),
            ty: PortType::Num,
            shape: vec![gates.len()],
            gates,
        };
        let circuit = Circuit {
            family: "f".to_owned(),
            params: vec![],
            ring: Ring::Q,
            inputs: vec![Port { shape: vec![3], ..port("x", vec![x, y]) }],
            outputs: vec![port("result", vec![product])],
            gates,
        };
        let places = places(&circuit, construction);
        let emitted = emit(&circuit, construction);
        assert_eq!(places.len(), emitted.transformer.sequence.len);
        for (gate, &position) in emitted.positions.iter().enumerate() {
            assert_eq!(places[position as usize], Place::Gate(GateId(gate as u32)));
        }
        assert_eq!(places.iter().map(Place::to_string).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn gates_parts_and_wires_are_told() {
        let wires = [
            "wire 0 of g2",
            "wire 1 of g2",
            "wire 2 of g2",
            "wire 0 of a part of g3",
            "wire 1 of a part of g3",
            "wire 0 of g3",
            "wire 1 of g3",
        ];
        let gates = ["g0", "g1", "g2", "a part of g3", "g3", "an input that nothing reads"];
        check(Construction::Average, &[&gates[..], &wires].concat());
        check(Construction::Dot, &[&gates[..], &wires].concat());
        let binary = ["g0", "g1", "a part of g2", "g2", "a part of g3", "g3", "an input that nothing reads"];
        check(Construction::Leftmost, &binary);
    }
}
