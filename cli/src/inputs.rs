//! Which `--input` is which input of the family.

use circ_compiler::Program;
use circ_compiler::check::closest;
use circ_compiler::diagnostics::DataFact;
use circ_compiler::program::{Family, Input};
use circ_compiler::types::{Scalar, Type};
use circ_runtime::{Num, Port, PortType, Ring};

use crate::values::{Given, Numbers, Written, read, read_port, within};

/// The text of an input.
#[derive(Clone, Copy)]
struct Assigned<'a> {
    text: &'a str,
    /// Whether it is given by its name.
    named: bool,
}

/// Whose inputs they are, and what each is called.
pub(crate) struct Owner<'a> {
    pub(crate) name: &'a str,
    pub(crate) inputs: Vec<&'a str>,
}

impl<'a> Owner<'a> {
    pub(crate) fn of(family: &'a Family) -> Owner<'a> {
        Owner { name: &family.name, inputs: family.inputs.iter().map(|input| input.name.as_str()).collect() }
    }

    pub(crate) fn of_ports(name: &'a str, ports: &'a [Port]) -> Owner<'a> {
        Owner { name, inputs: ports.iter().map(|port| port.name.as_str()).collect() }
    }

    /// An input of a name that it does not have.
    pub(crate) fn unknown(&self, name: &str) -> DataFact {
        let inputs: Vec<String> = self.inputs.iter().map(|input| (*input).to_owned()).collect();
        let similar = closest(name, self.inputs.iter().copied());
        DataFact::UnknownInput {
            family: self.name.into(),
            name: crate::values::shortened(name),
            similar,
            inputs,
        }
    }
}

/// The text of each input, in the order of the family. `NAME=` counts only where NAME is an input, so that a text
/// with `=` in it is a value; what has no name goes to the next input that is not given by name.
fn assign<'a>(
    owner: &Owner<'_>,
    texts: &'a [String],
    faults: &mut Vec<DataFact>,
) -> Vec<Option<Assigned<'a>>> {
    let mut assigned: Vec<Option<Assigned<'_>>> = vec![None; owner.inputs.len()];
    let mut unnamed = Vec::new();
    for text in texts {
        let named = text.split_once('=').and_then(|(name, value)| {
            let at = owner.inputs.iter().position(|input| *input == name)?;
            Some((at, value))
        });
        match named {
            Some((at, _)) if assigned[at].is_some() => {
                faults.push(DataFact::InputTwice { name: owner.inputs[at].into() });
            }
            Some((at, value)) => assigned[at] = Some(Assigned { text: value, named: true }),
            None => unnamed.push(text.as_str()),
        }
    }
    let mut unnamed = unnamed.into_iter();
    for slot in assigned.iter_mut().filter(|slot| slot.is_none()) {
        *slot = unnamed.next().map(|text| Assigned { text, named: false });
    }
    faults.extend(unnamed.map(|text| {
        unknown_name(owner, text).map_or_else(
            || DataFact::InputTooMany {
                family: owner.name.into(),
                inputs: owner.inputs.len(),
                text: crate::values::shortened(text),
            },
            |(fault, _)| fault,
        )
    }));
    assigned
}

/// Where a text starts as `NAME=` and the family has no such input: that, and what stands behind it.
fn unknown_name<'t>(owner: &Owner<'_>, text: &'t str) -> Option<(DataFact, &'t str)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim();
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name {
        return None;
    }
    Some((owner.unknown(name), value))
}

/// Where one text without a name is all that is given, and has a value for each of several scalars: how to give them.
fn one_for_each(
    program: &Program,
    family: &Family,
    assigned: &[Option<Assigned<'_>>],
    numbers: Numbers<'_>,
) -> Option<DataFact> {
    let [Some(Assigned { text, named: false }), rest @ ..] = assigned else { return None };
    if rest.is_empty() || rest.iter().any(Option::is_some) {
        return None;
    }
    let parts: Vec<&str> = within(text.trim()).split(',').map(str::trim).collect();
    let names = program.names(family);
    let readable = |(input, part): (&Input, &&str)| {
        input.ty.ty.rank() == Some(0)
            && !part.starts_with('@')
            && read(program, input, &names.ty(&input.ty.ty), Written::Freely(part), numbers).is_ok()
    };
    if parts.len() != family.inputs.len() || !family.inputs.iter().zip(&parts).all(readable) {
        return None;
    }
    let options: Vec<String> = family
        .inputs
        .iter()
        .zip(parts)
        .map(|(input, part)| format!("--input {}={}", input.name, crate::values::shortened(part)))
        .collect();
    let (family, inputs) = (family.name.clone(), family.inputs.len());
    Some(DataFact::OneForEach { family, inputs, mend: options.join(" ") })
}

/// Reads the inputs of a family; `None` for one that is not given.
///
/// # Errors
/// Everything that is wrong with any of them. A missing input is a fault only where they are `required`.
pub(crate) fn read_inputs(
    program: &Program,
    family: &Family,
    texts: &[String],
    required: bool,
    numbers: Numbers<'_>,
) -> Result<Vec<Option<Given>>, Vec<DataFact>> {
    let mut faults = Vec::new();
    let owner = Owner::of(family);
    let assigned = assign(&owner, texts, &mut faults);
    let names = program.names(family);
    let mut all = Vec::new();
    for (input, given) in family.inputs.iter().zip(&assigned) {
        let ty = names.ty(&input.ty.ty);
        let Some(Assigned { text, named }) = *given else {
            if required {
                faults.push(DataFact::InputMissing { name: input.name.clone(), ty });
            } else {
                all.push(None);
            }
            continue;
        };
        match read(program, input, &ty, Written::Freely(text), numbers) {
            Ok(given) => all.push(Some(given)),
            // No value, so the name before `=` was meant as one, unless it may be tokens.
            Err(fault) => faults.push(match unknown_name(&owner, text).filter(|_| !named) {
                Some((unknown, value))
                    if !is_of_tokens(input)
                        || read(program, input, &ty, Written::Freely(value), numbers).is_ok() =>
                {
                    unknown
                }
                _ => *fault,
            }),
        }
    }
    if faults.is_empty() {
        return Ok(all);
    }
    Err(one_for_each(program, family, &assigned, numbers).map_or(faults, |fault| vec![fault]))
}

/// Reads the inputs of a circuit or a transformer from a file; `None` for one that is not given.
///
/// # Errors
/// Everything that is wrong with any of them. A missing input is a fault only where they are `required`.
pub(crate) fn read_ports(
    name: &str,
    ports: &[Port],
    ring: Ring,
    texts: &[String],
    required: bool,
    max_digits: u64,
) -> Result<Vec<Option<Vec<Num>>>, Vec<DataFact>> {
    let mut faults = Vec::new();
    let owner = Owner::of_ports(name, ports);
    let assigned = assign(&owner, texts, &mut faults);
    let mut all = Vec::new();
    for (port, given) in ports.iter().zip(assigned) {
        let ty = port_type(port);
        let Some(Assigned { text, named }) = given else {
            if required {
                faults.push(DataFact::InputMissing { name: port.name.clone(), ty });
            }
            all.push(None);
            continue;
        };
        let read = read_port(port, &ty, ring, Written::Freely(text), max_digits);
        let read = read.and_then(|given| fits(port, &ty, given));
        match read {
            Ok(cells) => all.push(Some(cells)),
            Err(fault) => faults.push(match unknown_name(&owner, text).filter(|_| !named) {
                Some((unknown, _)) if !matches!(port.ty, PortType::Alphabet { .. }) => unknown,
                _ => *fault,
            }),
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

/// `num[2, 3]`, as a program writes it.
pub(crate) fn port_type(port: &Port) -> String {
    let element = match &port.ty {
        PortType::Num => "num",
        PortType::Bool => "bool",
        PortType::Alphabet { name, .. } => name,
    };
    let shape: Vec<String> = port.shape.iter().map(usize::to_string).collect();
    if shape.is_empty() { element.to_owned() } else { format!("{element}[{}]", shape.join(", ")) }
}

/// The numbers of a value that has the shape of its port.
pub(crate) fn fits(port: &Port, ty: &str, given: Given) -> Result<Vec<Num>, Box<DataFact>> {
    let mut dims = given.dims.iter().zip(&port.shape).enumerate();
    let differs =
        dims.find_map(|(k, (found, expected))| Some((k, (*found)?, *expected)).filter(|(_, f, e)| f != e));
    match differs {
        None => Ok(given.cells),
        Some((k, found, expected)) => Err(Box::new(DataFact::WrongLength {
            input: port.name.clone(),
            position: "[0]".repeat(k),
            expected: expected as u64,
            found: found as u64,
            why: format!("`{}` is `{ty}`.", port.name),
        })),
    }
}

fn is_of_tokens(input: &Input) -> bool {
    matches!(&input.ty.ty, Type::Array(Scalar::Alphabet(_), _))
}
