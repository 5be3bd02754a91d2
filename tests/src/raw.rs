//! Random circuits that nobody simplified: repeated wires, empty gates, constants everywhere, dead ends.

use circ_runtime::{Circuit, GateId, Gates, Num, Port, PortType};

/// A gate to be made.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it is: 0 a constant, 1 or 2 a sum, 3 a product, 4 a sign; counted around.
    pub op: u8,
    /// The number of a constant.
    pub number: Num,
    /// What a sum or a product reads, of a sign the first; counted around the gates that are there.
    pub reads: Vec<u8>,
}

/// A circuit with so many inputs, its gates made from the choices.
pub fn circuit(inputs: usize, choices: &[(u8, u8, u8, u8)]) -> Circuit {
    let choice = |&(op, a, b, c): &(u8, u8, u8, u8)| {
        let rational = || Num::ratio(i64::from(a % 7) - 3, i64::from(b % 3) + 1).unwrap_or(Num::ONE);
        let number = match c % 4 {
            3 => Num::int(i64::from(a % 5) - 2).add(&crate::model::root_of_two()),
            _ => rational(),
        };
        let width = if op % 5 == 4 { 1 } else { usize::from(c % 4) };
        Choice { op, number, reads: [a, b, c].into_iter().take(width).collect() }
    };
    made_of(inputs, &choices.iter().map(choice).collect::<Vec<_>>())
}

/// A circuit with so many inputs and a gate for each choice.
pub fn made_of(inputs: usize, choices: &[Choice]) -> Circuit {
    let mut gates = Gates::new();
    let ids: Vec<GateId> = (0..inputs as u32).map(|k| gates.push_input(k)).collect();
    for Choice { op, number, reads } in choices {
        let known = gates.len();
        let at = |k: &u8| GateId((usize::from(*k) % known.max(1)) as u32);
        let operands: Vec<GateId> = if known == 0 { Vec::new() } else { reads.iter().map(at).collect() };
        match (op % 5, operands.as_slice()) {
            (0, _) => gates.push_const(number.clone()),
            (1 | 2, operands) => gates.push_add(operands),
            (3, operands) => gates.push_mul(operands),
            (_, [first, ..]) => gates.push_sign(*first),
            (_, []) => gates.push_const(Num::ONE),
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
