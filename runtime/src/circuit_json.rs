//! A circuit as `circ.circuit/1`: JSON with one gate a line, the same bytes for the same circuit.
//!
//! ```json
//! {"format": "circ.circuit/1", "family": "parity", "params": {"n": 2}, "ring": "Q",
//!  "inputs": [{"name": "x", "type": "bool", "shape": [2]}],
//!  "outputs": [{"name": "result", "type": "bool", "shape": [], "gates": [4]}],
//!  "gates": [["input", "x", [0]], ["const", "1/2"], ["add", 0, 1], ["mul", 0, 2], ["sign", 3]]}
//! ```
//!
//! An alphabet's tokens come with their codes, `"codes": {"(": "0", ")": "1"}`.

use crate::circuit::{Circuit, Gate, GateId, Gates, Port, PortType};
use crate::json::{FormatError, NumText, RawGate, check_head, write_lines, write_list, write_str};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::marker::PhantomData;

const FORMAT: &str = "circ.circuit/1";

/// The circuit as JSON text, ending in a line feed.
pub fn circuit_to_json(circuit: &Circuit) -> String {
    let mut out = String::new();
    // A string takes everything.
    let _ = write_circuit(circuit, &mut out);
    out
}

/// Writes the circuit as JSON, ending in a line feed.
///
/// # Errors
/// Those of `out`, and one where an input gate reads a scalar that no port has.
pub fn write_circuit(circuit: &Circuit, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{{\"format\": \"{FORMAT}\",\n \"family\": ")?;
    write_str(out, &circuit.family)?;
    out.write_str(",\n \"params\": {")?;
    for (i, (name, value)) in circuit.params.iter().enumerate() {
        out.write_str(if i > 0 { ", " } else { "" })?;
        write_str(out, name)?;
        write!(out, ": {value}")?;
    }
    write!(out, "}},\n \"ring\": \"{}\",\n \"inputs\": ", circuit.ring)?;
    write_lines(out, 2, &circuit.inputs, |out, port| write_port(out, port, false))?;
    out.write_str(",\n \"outputs\": ")?;
    write_lines(out, 2, &circuit.outputs, |out, port| write_port(out, port, true))?;
    out.write_str(",\n \"gates\": ")?;
    let starts = starts(&circuit.inputs);
    write_lines(out, 2, circuit.gates.ids(), |out, id| match circuit.gates.gate(id) {
        Gate::Input(index) => write_scalar(out, circuit, &starts, index as usize),
        Gate::Const(value) => write!(out, "[\"const\", \"{value}\"]"),
        Gate::Add(operands) => write_wired(out, "add", operands),
        Gate::Mul(operands) => write_wired(out, "mul", operands),
        Gate::Sign(operand) => write_wired(out, "sign", &[operand]),
    })?;
    out.write_str("}\n")
}

/// `["add", 0, 1]`.
pub(crate) fn write_wired(out: &mut dyn Write, op: &str, operands: &[GateId]) -> fmt::Result {
    write!(out, "[\"{op}\"")?;
    operands.iter().try_for_each(|g| write!(out, ", {}", g.0))?;
    out.write_char(']')
}

fn write_port(out: &mut dyn Write, port: &Port, output: bool) -> fmt::Result {
    out.write_str("{\"name\": ")?;
    write_str(out, &port.name)?;
    out.write_str(", \"type\": ")?;
    match &port.ty {
        PortType::Num => out.write_str("\"num\"")?,
        PortType::Bool => out.write_str("\"bool\"")?,
        PortType::Alphabet { name, tokens } => {
            write_str(out, name)?;
            out.write_str(", \"codes\": {")?;
            for (code, token) in tokens.iter().enumerate() {
                out.write_str(if code > 0 { ", " } else { "" })?;
                write_str(out, token)?;
                write!(out, ": \"{code}\"")?;
            }
            out.write_char('}')?;
        }
    }
    out.write_str(", \"shape\": ")?;
    write_list(out, &port.shape, |out, size| write!(out, "{size}"))?;
    if output {
        out.write_str(", \"gates\": ")?;
        write_list(out, &port.gates, |out, g| write!(out, "{}", g.0))?;
    }
    out.write_char('}')
}

/// The flat index at which every port begins.
fn starts(ports: &[Port]) -> Vec<usize> {
    let before = ports.iter().scan(0, |next, port| {
        let start = *next;
        *next += port.scalars();
        Some(start)
    });
    before.collect()
}

/// `["input", name, [i, j]]`.
fn write_scalar(out: &mut dyn Write, circuit: &Circuit, starts: &[usize], index: usize) -> fmt::Result {
    // The last port that begins at or before the index; empty ones before it begin there too.
    let k = starts.partition_point(|&start| start <= index).checked_sub(1).ok_or(fmt::Error)?;
    let port = &circuit.inputs[k];
    let mut rest = index - starts[k];
    let mut place = vec![0; port.shape.len()];
    for (digit, &size) in place.iter_mut().zip(&port.shape).rev() {
        let size = if size == 0 {
            return Err(fmt::Error);
        } else {
            size
        };
        (*digit, rest) = (rest % size, rest / size);
    }
    if rest > 0 {
        return Err(fmt::Error);
    }
    out.write_str("[\"input\", ")?;
    write_str(out, &port.name)?;
    out.write_str(", ")?;
    write_list(out, place, |out, i| write!(out, "{i}"))?;
    out.write_char(']')
}

/// Reads a circuit.
///
/// An input port's gates are those that read its scalars where every scalar has one, else none.
///
/// # Errors
/// What is not JSON, not of the format, or refers to what does not exist.
pub fn read_circuit(text: &str) -> Result<Circuit, FormatError> {
    let raw: RawCircuit = serde_json::from_str(text)?;
    let ring = check_head(FORMAT, &raw.format, &raw.ring)?;
    let inputs: Vec<Port> = raw.inputs.into_iter().map(port).collect::<Result<_, _>>()?;
    let outputs: Vec<Port> = raw.outputs.into_iter().map(port).collect::<Result<_, _>>()?;
    let mut circuit =
        Circuit { family: raw.family, params: raw.params.0, ring, inputs, outputs, gates: Gates::new() };
    let starts = starts(&circuit.inputs);
    let by_name: HashMap<&str, usize> =
        circuit.inputs.iter().enumerate().map(|(k, port)| (port.name.as_str(), k)).collect();
    let mut readers: HashMap<u32, GateId> = HashMap::new();
    for gate in raw.gates {
        let RawGate::Scalar(name, place) = gate else {
            push_gate(&mut circuit.gates, gate)?;
            continue;
        };
        let index = by_name
            .get(name.as_str())
            .and_then(|&k| Some(starts[k] + flat(&circuit.inputs[k].shape, &place)?));
        let narrow = index.and_then(|index| u32::try_from(index).ok());
        let Some(narrow) = narrow else {
            return Err(FormatError::Input { name });
        };
        let id = circuit.gates.push_input(narrow);
        readers.entry(narrow).or_insert(id);
    }
    if let Some(found) = circuit.gates.constants().iter().find(|value| !ring.contains(value)) {
        return Err(FormatError::NotInRing { ring, found: found.clone() });
    }
    for (port, start) in circuit.inputs.iter_mut().zip(starts) {
        // Stops at the first scalar that no gate reads, so a shape alone costs nothing.
        let gate = |index: usize| u32::try_from(index).ok().and_then(|index| readers.get(&index).copied());
        port.gates = (start..start + port.scalars()).map(gate).collect::<Option<_>>().unwrap_or_default();
    }
    for port in &circuit.outputs {
        if port.gates.len() != port.scalars() {
            return Err(FormatError::Port { name: port.name.clone() });
        }
        check_operands(&circuit.gates, port.gates.iter().map(|g| g.0))?;
    }
    Ok(circuit)
}

/// Appends a gate that is no circuit's input.
pub(crate) fn push_gate(gates: &mut Gates, gate: RawGate) -> Result<GateId, FormatError> {
    let mut wired = |operands: Vec<u32>, push: fn(&mut Gates, &[GateId]) -> GateId| {
        check_operands(gates, operands.iter().copied())?;
        Ok(push(gates, &operands.into_iter().map(GateId).collect::<Vec<_>>()))
    };
    match gate {
        RawGate::Scalar(..) => Err(FormatError::Gate { op: "input".to_owned() }),
        RawGate::In(_) => Err(FormatError::Gate { op: "in".to_owned() }),
        RawGate::Const(value) => Ok(gates.push_const(value)),
        RawGate::Add(operands) => wired(operands, Gates::push_add),
        RawGate::Mul(operands) => wired(operands, Gates::push_mul),
        RawGate::Sign(operand) => wired(vec![operand], |gates, operands| gates.push_sign(operands[0])),
    }
}

pub(crate) fn check_operands(
    gates: &Gates,
    operands: impl IntoIterator<Item = u32>,
) -> Result<(), FormatError> {
    let known = gates.len();
    match operands.into_iter().find(|&gate| gate as usize >= known) {
        Some(gate) => Err(FormatError::GateRange { gate, known }),
        None => Ok(()),
    }
}

fn flat(shape: &[usize], place: &[usize]) -> Option<usize> {
    let inside = shape.len() == place.len() && shape.iter().zip(place).all(|(size, i)| i < size);
    inside.then(|| shape.iter().zip(place).fold(0, |index, (size, i)| index * size + i))
}

#[derive(Deserialize)]
struct RawCircuit {
    format: String,
    family: String,
    params: Ordered<u64>,
    ring: String,
    inputs: Vec<RawPort>,
    outputs: Vec<RawPort>,
    gates: Vec<RawGate>,
}

#[derive(Deserialize)]
struct RawPort {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    codes: Option<Ordered<NumText>>,
    shape: Vec<usize>,
    #[serde(default)]
    gates: Vec<u32>,
}

fn port(raw: RawPort) -> Result<Port, FormatError> {
    let size = raw.shape.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    let bad = || FormatError::Port { name: raw.name.clone() };
    // A flat index has 32 bits.
    if size.is_none_or(|size| u32::try_from(size).is_err()) {
        return Err(bad());
    }
    let ty = match (raw.codes, raw.ty.as_str()) {
        (Some(codes), _) => {
            let mut tokens = vec![None; codes.0.len()];
            for (token, code) in codes.0 {
                let place = code.0.to_u32().and_then(|code| tokens.get_mut(code as usize)).ok_or_else(bad)?;
                *place = Some(token);
            }
            let tokens: Option<Vec<String>> = tokens.into_iter().collect();
            PortType::Alphabet { name: raw.ty, tokens: tokens.ok_or_else(bad)? }
        }
        (None, "num") => PortType::Num,
        (None, "bool") => PortType::Bool,
        (None, _) => return Err(bad()),
    };
    Ok(Port { ty, shape: raw.shape, gates: raw.gates.into_iter().map(GateId).collect(), name: raw.name })
}

/// The entries of a JSON object in the order of the file.
struct Ordered<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Ordered<T>, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Ordered<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered(entries))
            }
        }
        from.deserialize_map(Entries(PhantomData))
    }
}
