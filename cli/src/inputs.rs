//! Which `--input` is which input of the family.

use circ_compiler::Program;
use circ_compiler::diagnostics::DataFact;
use circ_compiler::program::Family;

use crate::values::{Given, read};

/// The text of each input, in the order of the family. `NAME=` counts only where NAME is an input, so that a text
/// with `=` in it is a value; what has no name goes to the next input that is not given by name.
fn assign<'a>(family: &Family, texts: &'a [String], faults: &mut Vec<DataFact>) -> Vec<Option<&'a str>> {
    let mut assigned: Vec<Option<&str>> = vec![None; family.inputs.len()];
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
            Some((at, value)) => assigned[at] = Some(value),
            None => unnamed.push(text.as_str()),
        }
    }
    let mut unnamed = unnamed.into_iter();
    for slot in assigned.iter_mut().filter(|slot| slot.is_none()) {
        *slot = unnamed.next();
    }
    faults.extend(unnamed.map(|text| DataFact::InputTooMany {
        family: family.name.clone(),
        inputs: family.inputs.len(),
        text: crate::values::shortened(text),
    }));
    assigned
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
    max_digits: u64,
) -> Result<Vec<Option<Given>>, Vec<DataFact>> {
    let mut faults = Vec::new();
    let assigned = assign(family, texts, &mut faults);
    let names = program.names(family);
    let mut all = Vec::new();
    for (input, text) in family.inputs.iter().zip(assigned) {
        let ty = names.ty(&input.ty.ty);
        match text.map(|text| read(program, input, &ty, text, max_digits)) {
            Some(Ok(given)) => all.push(Some(given)),
            Some(Err(fault)) => faults.push(*fault),
            None if required => faults.push(DataFact::InputMissing { name: input.name.clone(), ty }),
            None => all.push(None),
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}
