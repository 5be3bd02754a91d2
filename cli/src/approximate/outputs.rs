//! Outputs as they came out, rounded to what their types have, and exact.

use circ_runtime::approximate::Reading;
use circ_runtime::{Circuit, Num, PortType};

use crate::values::{quoted, shown};

/// The type of every output scalar.
fn types(circuit: &Circuit) -> impl Iterator<Item = &PortType> {
    circuit.outputs.iter().flat_map(|port| port.gates.iter().map(|_| &port.ty))
}

/// Whether all outputs are right: a bool or a token is nearer than a half, a number within the tolerance.
pub(crate) fn right(circuit: &Circuit, found: &[Reading], exact: &[Num], tolerance: &Num) -> bool {
    let half = Num::ratio(1, 2).unwrap_or_default();
    found.iter().zip(exact).zip(types(circuit)).all(|((found, exact), ty)| match ty {
        PortType::Num => !found.leaves(exact, tolerance),
        PortType::Bool | PortType::Alphabet { .. } => {
            // A half itself belongs to neither.
            let size = found.exact.as_ref().map(|found| found.sub(exact));
            size.is_some_and(|difference| difference < half && difference.neg() < half)
        }
    })
}

/// The outputs as they came out.
pub(crate) fn readings(circuit: &Circuit, found: &[Reading], json: bool) -> String {
    let text = |reading: &Reading| match (json, &reading.exact) {
        (true, None) => quoted(&reading.text),
        _ => reading.text.clone(),
    };
    let texts: Vec<String> = found.iter().map(text).collect();
    shown("result", &circuit.outputs, &texts).of_texts(json)
}

/// The outputs with bools and tokens rounded to the nearest that there is; `None` where all are numbers.
pub(crate) fn rounded(circuit: &Circuit, found: &[Reading], json: bool) -> Option<String> {
    if types(circuit).all(|ty| *ty == PortType::Num) {
        return None;
    }
    // Without numbers among them they are written as exact ones.
    let code = |(reading, ty): (&Reading, &PortType)| match (ty, &reading.exact) {
        (PortType::Bool, Some(number)) => Some(Num::int(nearest(number, 2) as i64)),
        (PortType::Alphabet { tokens, .. }, Some(number)) => {
            Some(Num::int(nearest(number, tokens.len()) as i64))
        }
        _ => None,
    };
    if let Some(codes) = found.iter().zip(types(circuit)).map(code).collect::<Option<Vec<Num>>>() {
        return Some(exact(circuit, &codes, json));
    }
    let text = |(reading, ty): (&Reading, &PortType)| match (ty, &reading.exact) {
        (PortType::Num, Some(_)) => reading.text.clone(),
        (_, None) if json => "null".to_string(),
        (_, None) => "?".to_string(),
        (PortType::Bool, Some(number)) => (nearest(number, 2) == 1).to_string(),
        (PortType::Alphabet { tokens, .. }, Some(number)) => {
            tokens.get(nearest(number, tokens.len())).map_or_else(|| "?".into(), |token| quoted(token))
        }
    };
    let texts: Vec<String> = found.iter().zip(types(circuit)).map(text).collect();
    Some(shown("result", &circuit.outputs, &texts).of_texts(json))
}

/// The nearest of 0, …, count - 1.
fn nearest(number: &Num, count: usize) -> usize {
    let whole = number.add(&Num::ratio(1, 2).unwrap_or_default()).floor();
    match whole.to_u64() {
        Some(code) => (code as usize).min(count.saturating_sub(1)),
        None if whole.signum() < 0 => 0,
        None => count.saturating_sub(1),
    }
}

/// The exact outputs.
pub(crate) fn exact(circuit: &Circuit, exact: &[Num], json: bool) -> String {
    let shown = shown("result", &circuit.outputs, exact);
    if json { shown.json() } else { shown.text() }
}
