//! Reading: every reference is checked, and each fault has its path.

use super::{FORMAT, starts};
use crate::circuit::{Circuit, GateId, Gates, Port, PortType};
use crate::fault::{At, FaultKind, Faults};
use crate::json::gates::{CIRCUIT_GATES, gates, outputs};
use crate::json::reading::{format, list, natural, naturals, number, object, read_file, ring, text};
use crate::json::text::{Kind, Value as Json};
use crate::json::{FormatError, shortened};
use crate::lowered::{LayerCost, Lowered};
use crate::number::Ring;
use crate::transformer::checks::once;
use std::collections::HashMap;

/// Reads a circuit.
///
/// An input port's gates are those that read its scalars where every scalar has one, else none.
///
/// # Errors
/// What is not JSON, not of the format, or refers to what does not exist: several faults at once, each with its path.
pub fn read_circuit(text: &str) -> Result<Circuit, FormatError> {
    Ok(read_lowered(text)?.0)
}

/// As [`read_circuit`], and what the layers have cost of the transformer that it was, where the file says so.
///
/// # Errors
/// Those of [`read_circuit`].
pub fn read_lowered(text: &str) -> Result<(Circuit, Option<Lowered>), FormatError> {
    read_file(text, circuit)
}

fn circuit(faults: &mut Faults, value: Json<'_>) -> Option<(Circuit, Option<Lowered>)> {
    let root = At::Root;
    if value.kind() == Kind::Object && !format(faults, value, FORMAT) {
        return None;
    }
    let keys = [
        ("format", true),
        ("family", true),
        ("params", true),
        ("ring", true),
        ("inputs", true),
        ("outputs", true),
        ("gates", true),
        ("lowered", false),
    ];
    let [_, family, params, ring_name, inputs, outputs, gates, lowered] =
        object(faults, &root, value, "a circuit, an object `{…}`", &keys)?;
    let family =
        family.and_then(|value| text(faults, &root.key("family"), value, "the family's name as a text"));
    let params = params.and_then(|value| self::params(faults, &root.key("params"), value));
    let ring = ring_name.and_then(|value| ring(faults, &root.key("ring"), value));
    let inputs = inputs.and_then(|value| ports(faults, &root.key("inputs"), value, ring, None));
    let mut readers = HashMap::new();
    let gates = gates.and_then(|value| {
        self::gate_list(faults, &root.key("gates"), value, ring, inputs.as_deref(), &mut readers)
    });
    // An output may only be held against gates that were read.
    let count = gates.as_ref().map_or(usize::MAX, Gates::len);
    let outputs = outputs.and_then(|value| ports(faults, &root.key("outputs"), value, ring, Some(count)));
    let lowered = match lowered {
        Some(value) => Some(self::lowered(faults, &root.key("lowered"), value)?),
        None => None,
    };
    let mut inputs = inputs?;
    let starts = starts(&inputs);
    for (port, start) in inputs.iter_mut().zip(starts) {
        // Stops at the first scalar that no gate reads, so a shape alone costs nothing.
        let gate = |index: usize| u32::try_from(index).ok().and_then(|index| readers.get(&index).copied());
        port.gates = (start..start + port.scalars()).map(gate).collect::<Option<_>>().unwrap_or_default();
    }
    let circuit = Circuit {
        family: family?.into_owned(),
        params: params?,
        ring: ring?,
        inputs,
        outputs: outputs?,
        gates: gates?,
    };
    Some((circuit, lowered))
}

/// The gates, and for each scalar the first gate that reads it.
fn gate_list(
    faults: &mut Faults,
    at: &At<'_>,
    value: Json<'_>,
    ring: Option<Ring>,
    inputs: Option<&[Port]>,
    readers: &mut HashMap<u32, GateId>,
) -> Option<Gates> {
    let starts = starts(inputs.unwrap_or_default());
    let mut scalar = |faults: &mut Faults, at: &At<'_>, rest: &[Json<'_>]| {
        let [name, place] = rest else {
            let expected = "the name of an input and a place in it, as [\"input\", \"x\", [0]]";
            faults.push(at, FaultKind::Operands { op: "input", expected, found: rest.len() });
            return None;
        };
        let name = text(faults, &at.index(1), *name, "the name of an input as a text")?;
        let place = naturals(faults, &at.index(2), *place, "a place in an input", u64::MAX)?;
        // Where the inputs can't be read there is nothing to hold it against.
        let inputs = inputs?;
        let Some(k) = inputs.iter().position(|port| port.name == name) else {
            let known = inputs.iter().map(|port| shortened(&port.name)).collect();
            faults.push(&at.index(1), FaultKind::NoSuchInput { name: shortened(&name), known });
            return None;
        };
        let index = flat(&inputs[k].shape, &place).and_then(|index| u32::try_from(starts[k] + index).ok());
        if index.is_none() {
            let (name, shape, found) = (shortened(&name), inputs[k].shape.clone(), place);
            faults.push(&at.index(2), FaultKind::NoScalar { name, shape, found });
        }
        index
    };
    let gates = gates(faults, at, value, CIRCUIT_GATES, ring, &mut scalar)?;
    for id in gates.ids() {
        if let crate::circuit::Gate::Input(index) = gates.gate(id) {
            readers.entry(index).or_insert(id);
        }
    }
    Some(gates)
}

fn flat(shape: &[usize], place: &[u64]) -> Option<usize> {
    let inside = shape.len() == place.len() && shape.iter().zip(place).all(|(size, i)| *i < *size as u64);
    inside.then(|| shape.iter().zip(place).fold(0, |index, (size, i)| index * size + *i as usize))
}

fn params(faults: &mut Faults, at: &At<'_>, value: Json<'_>) -> Option<Vec<(String, u64)>> {
    if value.kind() != Kind::Object {
        let expected = "the sizes, an object as {\"n\": 2}";
        faults.push(at, FaultKind::Kind { expected, found: value.described() });
        return None;
    }
    let mut params = Vec::new();
    for (name, size) in value.entries() {
        let name = name.text().unwrap_or_default().into_owned();
        let size = natural(faults, &at.key(&name), size, "a size", u64::MAX);
        params.push((name, size.unwrap_or(0)));
    }
    Some(params)
}

/// Ports: outputs where the number of gates is given, else inputs.
fn ports(
    faults: &mut Faults,
    at: &At<'_>,
    value: Json<'_>,
    ring: Option<Ring>,
    gates: Option<usize>,
) -> Option<Vec<Port>> {
    let what = if gates.is_some() { "a list of outputs" } else { "a list of inputs" };
    let value = list(faults, at, value, what)?;
    let ports: Vec<Option<Port>> =
        value.elements().enumerate().map(|(k, part)| port(faults, &at.index(k), part, ring, gates)).collect();
    let mut names = Vec::new();
    let mut scalars = 0usize;
    for (k, port) in ports.iter().enumerate() {
        let Some(port) = port else { continue };
        once(faults, &at.index(k), &mut names, &port.name);
        scalars = scalars.saturating_add(port.scalars());
        if scalars > u32::MAX as usize {
            let found = scalars.to_string();
            faults.push(
                &at.index(k).key("shape"),
                FaultKind::TooLarge { what: "the number of scalars", found, limit: MOST },
            );
            return None;
        }
    }
    ports.into_iter().collect()
}

/// A flat index has 32 bits.
const MOST: u64 = u32::MAX as u64;

fn port(
    faults: &mut Faults,
    at: &At<'_>,
    value: Json<'_>,
    ring: Option<Ring>,
    count: Option<usize>,
) -> Option<Port> {
    let keys = [("name", true), ("type", true), ("codes", false), ("shape", true), ("gates", true)];
    let [name, ty, codes, shape, gates] = if count.is_some() {
        object(faults, at, value, "an output, an object `{…}`", &keys)?
    } else {
        let keys = [keys[0], keys[1], keys[2], keys[3]];
        let [name, ty, codes, shape] = object(faults, at, value, "an input, an object `{…}`", &keys)?;
        [name, ty, codes, shape, None]
    };
    let name = name.and_then(|value| text(faults, &at.key("name"), value, "a name as a text"));
    let ty = ty.and_then(|value| port_type(faults, at, value, codes, ring));
    let shape = shape.and_then(|value| {
        let shape = naturals(faults, &at.key("shape"), value, "a size", usize::MAX as u64)?;
        let shape: Vec<usize> = shape.into_iter().map(|size| size as usize).collect();
        let size = shape.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
        let size = if shape.contains(&0) { Some(0) } else { size };
        if size.is_none_or(|size| size as u64 > MOST) {
            let found = size.map_or("more than fits 64 bits".to_owned(), |size| size.to_string());
            let what = "the number of scalars, the product of the sizes,";
            faults.push(&at.key("shape"), FaultKind::TooLarge { what, found, limit: MOST });
            return None;
        }
        Some(shape)
    });
    let listed = match count {
        Some(count) => {
            let at = at.key("gates");
            let listed = gates.and_then(|value| outputs(faults, &at, value, count));
            if let (Some(listed), Some(shape)) = (&listed, &shape) {
                let expected = if shape.contains(&0) { 0 } else { shape.iter().product() };
                if listed.len() != expected {
                    let why = "the shape says how many numbers the output has, and each is a gate";
                    let (what, found) = ("gate", listed.len());
                    faults.push(&at, FaultKind::Count { what, expected, found, why });
                    return None;
                }
            }
            listed
        }
        None => Some(Vec::new()),
    };
    Some(Port { name: name?.into_owned(), ty: ty?, shape: shape?, gates: listed? })
}

fn port_type(
    faults: &mut Faults,
    at: &At<'_>,
    value: Json<'_>,
    codes: Option<Json<'_>>,
    ring: Option<Ring>,
) -> Option<PortType> {
    let name = text(faults, &at.key("type"), value, "a type as a text")?;
    let Some(codes) = codes else {
        return match &*name {
            "num" => Some(PortType::Num),
            "bool" => Some(PortType::Bool),
            _ => {
                faults.push(&at.key("type"), FaultKind::PortType { found: shortened(&name) });
                None
            }
        };
    };
    let at = at.key("codes");
    if codes.kind() != Kind::Object {
        let expected = "the code of each token, an object as {\"(\": \"0\"}";
        faults.push(&at, FaultKind::Kind { expected, found: codes.described() });
        return None;
    }
    let count = codes.entries().count();
    let mut tokens: Vec<Option<String>> = vec![None; count];
    for (token, code) in codes.entries() {
        let token = token.text().unwrap_or_default().into_owned();
        let at = at.key(&token);
        let code = number(faults, &at, code, ring)?;
        match code.to_u32().and_then(|code| tokens.get_mut(code as usize)) {
            Some(place) if place.is_none() => *place = Some(token),
            _ => {
                faults.push(&at, FaultKind::Codes { found: shortened(&code.to_string()), tokens: count });
                return None;
            }
        }
    }
    let tokens = tokens.into_iter().collect::<Option<Vec<String>>>()?;
    Some(PortType::Alphabet { name: name.into_owned(), tokens })
}

fn lowered(faults: &mut Faults, at: &At<'_>, value: Json<'_>) -> Option<Lowered> {
    let keys = [
        ("construction", true),
        ("positions", true),
        ("run", true),
        ("bound", true),
        ("start", true),
        ("layers", true),
    ];
    let [construction, positions, run, bound, start, layers] =
        object(faults, at, value, "what the layers cost, an object `{…}`", &keys)?;
    let construction =
        text(faults, &at.key("construction"), construction?, "the construction's name as a text");
    let positions = natural(faults, &at.key("positions"), positions?, "the number of positions", u64::MAX);
    let run = natural(faults, &at.key("run"), run?, "the number of layers", u64::MAX);
    let bound = naturals(faults, &at.key("bound"), bound?, "a depth", u64::MAX);
    let start = cost(faults, &at.key("start"), start?);
    let at = at.key("layers");
    let layers = list(faults, &at, layers?, "a list of layers")?;
    let layers: Vec<Option<LayerCost>> =
        layers.elements().enumerate().map(|(k, part)| cost(faults, &at.index(k), part)).collect();
    Some(Lowered {
        construction: construction?.into_owned(),
        positions: positions?,
        run: run?,
        bound: bound?,
        start: start?,
        layers: layers.into_iter().collect::<Option<_>>()?,
    })
}

fn cost(faults: &mut Faults, at: &At<'_>, value: Json<'_>) -> Option<LayerCost> {
    let keys = [("depth", true), ("gates", true)];
    let [depth, gates] = object(faults, at, value, "a cost, as {\"depth\": 3, \"gates\": 40}", &keys)?;
    let depth = natural(faults, &at.key("depth"), depth?, "a depth", u64::MAX);
    let gates = natural(faults, &at.key("gates"), gates?, "a number of gates", u64::MAX);
    Some(LayerCost { depth: depth?, gates: gates? })
}
