//! Gates of a file: their kinds, what they read, and that it stands before them.
//!
//! A gate that is wrong is told and becomes the constant 0, so that those after it keep their numbers.

use super::reading::{list, natural, number, similar};
use super::shortened;
use super::text::{Kind, Value};
use crate::circuit::{GateId, Gates};
use crate::fault::{At, FaultKind, Faults};
use crate::number::{Num, Ring};

/// Gates are numbered with 32 bits.
const MOST_GATES: u64 = u32::MAX as u64;

/// The gates that a component has, and those of a circuit.
pub(crate) const COMPONENT_GATES: &[&str] = &["in", "const", "add", "mul", "sign"];
pub(crate) const CIRCUIT_GATES: &[&str] = &["input", "const", "add", "mul", "sign"];

/// Reads what stands behind the first kind of gate, at a path: the input that it is.
type ReadInput<'f, 't> = dyn FnMut(&mut Faults, &At<'_>, &[Value<'t>]) -> Option<u32> + 'f;

/// Reads a list of gates. What the first kind of `known` gives is the caller's to say: it is called with the gate's
/// path and what stands behind the kind.
pub(crate) fn gates<'t>(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'t>,
    known: &'static [&'static str],
    ring: Option<Ring>,
    input: &mut ReadInput<'_, 't>,
) -> Option<Gates> {
    let value = list(faults, at, value, "a list of gates")?;
    let mut gates = Gates::new();
    let mut parts: Vec<Value<'t>> = Vec::new();
    let mut operands: Vec<GateId> = Vec::new();
    for (k, gate) in value.elements().enumerate() {
        let at = at.index(k);
        parts.clear();
        parts.extend(gate.elements());
        let Some((kind, rest)) = kind(faults, &at, gate, &parts, known) else {
            gates.push_const(Num::ZERO);
            continue;
        };
        match kind {
            "const" => {
                let value = one(faults, &at, kind, "one number", rest)
                    .and_then(|value| number(faults, &at.index(1), value, ring));
                gates.push_const(value.unwrap_or(Num::ZERO));
            }
            "add" | "mul" | "sign" => {
                operands.clear();
                let all = rest.iter().enumerate();
                operands
                    .extend(all.filter_map(|(o, part)| operand(faults, &at.index(o + 1), *part, k, value)));
                match kind {
                    "add" => gates.push_add(&operands),
                    "mul" => gates.push_mul(&operands),
                    _ => match (one(faults, &at, kind, "one operand", rest), operands.first()) {
                        (Some(_), Some(operand)) => gates.push_sign(*operand),
                        _ => gates.push_const(Num::ZERO),
                    },
                };
            }
            _ => match input(faults, &at, rest) {
                Some(index) => {
                    gates.push_input(index);
                }
                None => {
                    gates.push_const(Num::ZERO);
                }
            },
        }
    }
    Some(gates)
}

/// The kind of a gate, and what stands behind it.
fn kind<'p, 't>(
    faults: &mut Faults,
    at: &At<'_>,
    gate: Value<'t>,
    parts: &'p [Value<'t>],
    known: &'static [&'static str],
) -> Option<(&'static str, &'p [Value<'t>])> {
    let named = match parts.split_first() {
        Some((kind, rest)) => kind.text().map(|kind| (kind, rest)),
        None => None,
    };
    let Some((found, rest)) = named else {
        let found = match parts.first() {
            Some(first) if gate.kind() == Kind::List => {
                format!("a list that begins with {}", first.described())
            }
            _ => gate.described(),
        };
        faults.push(at, FaultKind::Kind { expected: "a gate, as [\"add\", 0, 1]", found });
        return None;
    };
    if let Some(kind) = known.iter().find(|kind| **kind == found) {
        return Some((kind, rest));
    }
    let near = similar(&found, known.iter().copied());
    faults.push(
        &at.index(0),
        FaultKind::Choice { what: "gate", found: shortened(&found), similar: near, known },
    );
    None
}

/// The one thing that a gate takes.
pub(crate) fn one<'t>(
    faults: &mut Faults,
    at: &At<'_>,
    op: &'static str,
    expected: &'static str,
    rest: &[Value<'t>],
) -> Option<Value<'t>> {
    match rest {
        [only] => Some(*only),
        _ => {
            faults.push(at, FaultKind::Operands { op, expected, found: rest.len() });
            None
        }
    }
}

/// An operand of gate number `gate` of a list: a gate that stands before it.
fn operand(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'_>,
    gate: usize,
    all: Value<'_>,
) -> Option<GateId> {
    let operand = natural(faults, at, value, "the number of a gate", MOST_GATES)?;
    if operand < gate as u64 {
        return Some(GateId(operand as u32));
    }
    let gates = all.elements().count();
    faults.push(at, FaultKind::Operand { operand, gate, gates });
    None
}

/// A list of gates that exist; those that do not are told, and left out.
pub(crate) fn outputs(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'_>,
    gates: usize,
) -> Option<Vec<GateId>> {
    let value = list(faults, at, value, "a list of gates by number")?;
    let mut outputs = Vec::new();
    let mut well = true;
    for (k, part) in value.elements().enumerate() {
        let at = at.index(k);
        match natural(faults, &at, part, "the number of a gate", MOST_GATES) {
            Some(gate) if (gate as usize) < gates => outputs.push(GateId(gate as u32)),
            Some(gate) => {
                faults.push(&at, FaultKind::NoGate { gate, gates });
                well = false;
            }
            None => well = false,
        }
    }
    well.then_some(outputs)
}
