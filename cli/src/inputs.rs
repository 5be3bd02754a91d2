//! Which `--input` is which input of the family.

use circ_compiler::Program;
use circ_compiler::check::closest;
use circ_compiler::diagnostics::DataFact;
use circ_compiler::program::{Family, Input};
use circ_compiler::types::{Scalar, Type};

use crate::values::{Given, Numbers, read, within};

/// The text of an input.
#[derive(Clone, Copy)]
struct Assigned<'a> {
    text: &'a str,
    /// Whether it is given by its name.
    named: bool,
}

/// The text of each input, in the order of the family. `NAME=` counts only where NAME is an input, so that a text
/// with `=` in it is a value; what has no name goes to the next input that is not given by name.
fn assign<'a>(family: &Family, texts: &'a [String], faults: &mut Vec<DataFact>) -> Vec<Option<Assigned<'a>>> {
    let mut assigned: Vec<Option<Assigned<'_>>> = vec![None; family.inputs.len()];
    let mut unnamed = Vec::new();
    for text in texts {
        let named = text.split_once('=').and_then(|(name, value)| {
            let at = family.inputs.iter().position(|input| input.name == name)?;
            Some((at, value))
        });
        match named {
            Some((at, _)) if assigned[at].is_some() => {
                faults.push(DataFact::InputTwice { name: family.inputs[at].name.clone() });
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
        unknown_name(family, text).map_or_else(
            || DataFact::InputTooMany {
                family: family.name.clone(),
                inputs: family.inputs.len(),
                text: crate::values::shortened(text),
            },
            |(fault, _)| fault,
        )
    }));
    assigned
}

/// Where a text starts as `NAME=` and the family has no such input: that, and what stands behind it.
fn unknown_name<'t>(family: &Family, text: &'t str) -> Option<(DataFact, &'t str)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim();
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name {
        return None;
    }
    let inputs: Vec<String> = family.inputs.iter().map(|input| input.name.clone()).collect();
    let similar = closest(name, inputs.iter().map(String::as_str));
    let (family, name) = (family.name.clone(), crate::values::shortened(name));
    Some((DataFact::UnknownInput { family, name, similar, inputs }, value))
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
            && read(program, input, &names.ty(&input.ty.ty), part, numbers).is_ok()
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
    let assigned = assign(family, texts, &mut faults);
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
        match read(program, input, &ty, text, numbers) {
            Ok(given) => all.push(Some(given)),
            // No value, so the name before `=` was meant as one, unless it may be tokens.
            Err(fault) => faults.push(match unknown_name(family, text).filter(|_| !named) {
                Some((unknown, value))
                    if !is_of_tokens(input) || read(program, input, &ty, value, numbers).is_ok() =>
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

fn is_of_tokens(input: &Input) -> bool {
    matches!(&input.ty.ty, Type::Array(Scalar::Alphabet(_), _))
}
