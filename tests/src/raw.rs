//! Random circuits that nobody simplified: repeated wires, empty gates, constants everywhere, dead ends.

use circ_runtime::{Circuit, GateId, Gates, Num, Port, PortType};

/// A circuit with so many inputs, its gates made from the choices.
pub fn circuit(inputs: usize, choices: &[(u8, u8, u8, u8)]) -> Circuit {
    let mut gates = Gates::new();
    let ids: Vec<GateId> = (0..inputs as u32).map(|k| gates.push_input(k)).collect();
    for (op, a, b, c) in choices {
        let known = gates.len();
        let at = |k: u8| GateId((usize::from(k) % known.max(1)) as u32);
        let width = usize::from(c % 4);
        let operands: Vec<GateId> = [at(*a), at(*b), at(*c)].into_iter().take(width).collect();
        let operands = if known == 0 { Vec::new() } else { operands };
        match op % 5 {
            0 if c % 4 == 3 => {
                gates.push_const(Num::int(i64::from(*a % 5) - 2).add(&crate::model::root_of_two()))
            }
            0 => {
                gates.push_const(Num::ratio(i64::from(*a % 7) - 3, i64::from(*b % 3) + 1).unwrap_or(Num::ONE))
            }
            1 | 2 => gates.push_add(&operands),
            3 => gates.push_mul(&operands),
            _ if known > 0 => gates.push_sign(at(*a)),
            _ => gates.push_const(Num::ONE),
        };
    }
    let last = gates.len() as u32;
    let outputs: Vec<GateId> = (0..last).rev().take(3).map(GateId).collect();
    let port = |name: &str, gates: Vec<GateId>| Port {
        name: name.to_string(),
        ty: PortType::Num,
        shape: vec![gates.len()],
        gates,
    };
    Circuit {
        family: "raw".into(),
        params: Vec::new(),
        ring: crate::model::ring(),
        inputs: vec![port("x", ids)],
        outputs: vec![port("result", outputs)],
        gates,
    }
}
