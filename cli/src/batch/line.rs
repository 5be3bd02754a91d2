//! A line as the inputs of a family, a circuit or a transformer.
//!
//! An object gives inputs by their names. Anything else is the value itself, where there is one input, and where there
//! are several a list with a value for each, in order. No value of an input is an object, so that a line can be read in
//! one way only.

use circ_compiler::diagnostics::{BatchFact, DataFact};
use circ_compiler::program::Family;
use circ_compiler::{Diagnostic, Program};
use circ_runtime::{FaultKind, JsonKind, Num, Port, Ring, parse_json};

use crate::inputs::{Owner, fits, port_type};
use crate::values::{Given, Numbers, Written, read, read_port};

/// What a line gives each input, as JSON; `None` where it gives one nothing.
fn assign<'l>(owner: &Owner<'_>, line: &'l str) -> Result<Vec<Option<&'l str>>, Vec<DataFact>> {
    let value = parse_json(line).map_err(|error| {
        let each = error.faults.into_iter().filter_map(|fault| match fault.kind {
            FaultKind::Syntax { problem } => {
                let column = fault.place.map_or(1, |(_, column)| column);
                Some(DataFact::Batch(BatchFact::NotJson { problem, column }))
            }
            _ => None,
        });
        each.collect::<Vec<_>>()
    })?;
    let count = owner.inputs.len();
    if value.kind() == JsonKind::Object {
        let mut assigned = vec![None; count];
        let mut faults = Vec::new();
        for (key, part) in value.entries() {
            let name = key.text().unwrap_or_default();
            match owner.inputs.iter().position(|input| *input == name) {
                Some(at) if assigned[at].is_some() => {
                    faults.push(DataFact::InputTwice { name: name.into_owned() });
                }
                Some(at) => assigned[at] = Some(part.written()),
                None => faults.push(owner.unknown(&name)),
            }
        }
        return if faults.is_empty() { Ok(assigned) } else { Err(faults) };
    }
    if count == 1 {
        return Ok(vec![Some(value.written())]);
    }
    let values: Vec<Option<&str>> = value.elements().map(|part| Some(part.written())).collect();
    if value.kind() == JsonKind::List && values.len() == count {
        return Ok(values);
    }
    let inputs = owner.inputs.iter().map(|input| (*input).to_owned()).collect();
    let (family, found) = (owner.name.to_owned(), value.described());
    Err(vec![DataFact::Batch(BatchFact::NotForEach { family, inputs, found })])
}

/// The inputs of a family.
///
/// # Errors
/// Everything that is wrong with any of them.
pub(super) fn read_inputs(
    program: &Program,
    family: &Family,
    line: &str,
    numbers: Numbers<'_>,
) -> Result<Vec<Option<Given>>, Vec<DataFact>> {
    let assigned = assign(&Owner::of(family), line)?;
    let names = program.names(family);
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for (input, text) in family.inputs.iter().zip(assigned) {
        let ty = names.ty(&input.ty.ty);
        match text {
            None => faults.push(DataFact::InputMissing { name: input.name.clone(), ty }),
            Some(text) => match read(program, input, &ty, Written::AsJson(text), numbers) {
                Ok(given) => all.push(Some(given)),
                Err(fault) => faults.push(*fault),
            },
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

/// The inputs of a circuit or a transformer from a file. What a line does not give is that of `others`, where there are
/// such.
///
/// # Errors
/// Everything that is wrong with any of them.
pub(crate) fn read_ports(
    name: &str,
    ports: &[Port],
    ring: Ring,
    line: &str,
    max_digits: u64,
    others: Option<&[Vec<Num>]>,
) -> Result<Vec<Num>, Vec<Diagnostic>> {
    let assigned = assign(&Owner::of_ports(name, ports), line).map_err(data)?;
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for (k, (port, text)) in ports.iter().zip(assigned).enumerate() {
        let ty = port_type(port);
        let Some(text) = text else {
            match others.and_then(|others| others.get(k)) {
                Some(own) => all.extend_from_slice(own),
                None => faults.push(DataFact::InputMissing { name: port.name.clone(), ty }),
            }
            continue;
        };
        let read = read_port(port, &ty, ring, Written::AsJson(text), max_digits);
        match read.and_then(|given| fits(port, &ty, given)) {
            Ok(cells) => all.extend(cells),
            Err(fault) => faults.push(*fault),
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(data(faults)) }
}

/// Facts about data, as something to tell.
pub(super) fn data(facts: Vec<DataFact>) -> Vec<Diagnostic> {
    facts.into_iter().map(Diagnostic::data).collect()
}
