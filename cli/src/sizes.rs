//! The sizes of a family: from its inputs, and from `--param`.

use circ_compiler::diagnostics::DataFact;
use circ_compiler::program::Family;
use circ_compiler::types::Type;

use crate::values::{Given, shortened};

/// A size, and what says so.
type Known = Option<(u64, String)>;

/// The value of every parameter. A dimension that is a bare parameter gives it; `--param` gives what no input does,
/// and has to agree with what one does; what an empty array leaves open is 0.
///
/// # Errors
/// Everything that is missing, wrong or contradictory.
pub(crate) fn sizes(
    family: &Family,
    given: &[Option<Given>],
    params: &[String],
) -> Result<Vec<u64>, Vec<DataFact>> {
    let mut faults = Vec::new();
    let mut known: Vec<Known> = vec![None; family.params.len()];
    let mut open = vec![false; family.params.len()];
    for (input, given) in family.inputs.iter().zip(given) {
        let (Type::Array(_, dims), Some(given)) = (&input.ty.ty, given) else { continue };
        for (k, (dim, found)) in dims.iter().zip(&given.dims).enumerate() {
            let Some(param) = dim.as_ref().and_then(|size| size.as_param()).map(|p| p as usize) else {
                continue;
            };
            match found {
                Some(length) => {
                    let from = match k {
                        0 => format!("the length of `{}`", input.name),
                        _ => format!("the length of `{}{}`", input.name, "[0]".repeat(k)),
                    };
                    merge(family, &mut known, param, *length as u64, from, &mut faults);
                }
                None => open[param] = true,
            }
        }
    }
    let before = faults.len();
    let owner = Owner { family: Some(family.name.clone()), names: family.params.clone() };
    let told = read_params(&owner, params, &mut faults);
    let misread = faults.len() > before;
    for (name, value) in told {
        let Some(param) = family.params.iter().position(|param| *param == name) else { continue };
        merge(family, &mut known, param, value, "`--param`".into(), &mut faults);
    }
    let mut sizes = Vec::new();
    for ((param, known), open) in family.params.iter().zip(known).zip(open) {
        match known {
            Some((value, _)) => sizes.push(value),
            None if open => sizes.push(0),
            // What is missing may be what could not be read.
            None if misread => {}
            None => faults.push(DataFact::ParamMissing { name: param.clone(), family: family.name.clone() }),
        }
    }
    if faults.is_empty() { Ok(sizes) } else { Err(faults) }
}

fn merge(
    family: &Family,
    known: &mut [Known],
    param: usize,
    value: u64,
    from: String,
    faults: &mut Vec<DataFact>,
) {
    match &known[param] {
        None => known[param] = Some((value, from)),
        Some((first, first_from)) if *first != value => faults.push(DataFact::ParamDisagrees {
            name: family.params[param].clone(),
            first: *first,
            first_from: first_from.clone(),
            second: value,
            second_from: from,
        }),
        Some(_) => {}
    }
}

/// Whose names an option may say something of.
#[derive(Debug)]
pub(crate) struct Owner {
    /// The family, where it is one.
    pub(crate) family: Option<String>,
    /// Its names, or those of all.
    pub(crate) names: Vec<String>,
}

/// What `--param` says, each parameter once. `n=8,m=2` sets two.
pub(crate) fn read_params(
    owner: &Owner,
    params: &[String],
    faults: &mut Vec<DataFact>,
) -> Vec<(String, u64)> {
    let mut read: Vec<(String, u64)> = Vec::new();
    for text in params.iter().flat_map(|text| text.split(',')) {
        let bad = || DataFact::BadParam { text: shortened(text) };
        let Some((name, value)) = text.split_once('=') else {
            faults.push(bad());
            continue;
        };
        let (name, value) = (name.trim(), value.trim());
        if !owner.names.iter().any(|param| param == name) {
            let (name, family, params) = (shortened(name), owner.family.clone(), owner.names.clone());
            faults.push(DataFact::UnknownParam { name, family, params });
            continue;
        }
        // A sign is no part of a natural number, though Rust would take a `+`.
        if value.is_empty() || !value.bytes().all(|b| b.is_ascii_digit()) {
            faults.push(bad());
            continue;
        }
        let Ok(size) = value.parse::<u64>() else {
            faults.push(DataFact::ParamTooLarge { name: name.into(), value: shortened(value) });
            continue;
        };
        match read.iter().find(|(other, _)| other == name) {
            Some((_, other)) if *other != size => faults.push(DataFact::ParamTwice { name: name.into() }),
            Some(_) => {}
            None => read.push((name.into(), size)),
        }
    }
    read
}

/// Holds the inputs against the shapes that they have at these sizes.
///
/// # Errors
/// Every input of another shape, at its first dimension that differs.
pub(crate) fn check_shapes(
    family: &Family,
    given: &[Option<Given>],
    shapes: &[Vec<usize>],
    sizes: &[u64],
    types: &[String],
) -> Result<(), Vec<DataFact>> {
    let mut faults = Vec::new();
    let at: Vec<String> =
        family.params.iter().zip(sizes).map(|(param, size)| format!("`{param}` is {size}")).collect();
    let at = if at.is_empty() { String::new() } else { format!(", and {} here", at.join(", ")) };
    for (((input, given), shape), ty) in family.inputs.iter().zip(given).zip(shapes).zip(types) {
        let Some(given) = given else { continue };
        let mut dims = given.dims.iter().zip(shape).enumerate();
        if let Some((k, (found, expected))) =
            dims.find(|(_, (found, expected))| found.is_some_and(|f| f != **expected))
        {
            faults.push(DataFact::WrongLength {
                input: input.name.clone(),
                position: "[0]".repeat(k),
                expected: *expected as u64,
                found: found.unwrap_or_default() as u64,
                why: if ty.contains('_') {
                    // A size that the checker has no formula for is told as it is here.
                    let element = ty.split('[').next().unwrap_or_default();
                    let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
                    format!("`{}` is `{element}[{}]`{at}.", input.name, shape.join(", "))
                } else {
                    format!("`{}` is `{ty}`{at}.", input.name)
                },
            });
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}
