//! The modules of the library, and what each family of one is built to.

use std::collections::BTreeSet;

use circ_compiler::elaborate::admits;
use circ_compiler::library::MODULES;
use circ_compiler::typed::{Body, Kind};
use circ_compiler::types::{Scalar, Type};
use circ_compiler::{
    Family, FamilyId, Limits, Program as Checked, Text, Unread, elaborate, instance, load_files, message,
};
use circ_runtime::{Circuit, measure};

use crate::run::Program;

/// A module, loaded as the file that is run.
///
/// # Panics
/// Where it has errors.
pub(crate) fn module(name: &str) -> Program {
    let (_, text) = MODULES.iter().find(|(module, _)| *module == name).expect("a module");
    let path = format!("std/{name}.circ");
    let source = Text { name: path.clone(), text: (*text).to_string() };
    let loaded = load_files(Some(name), source, &mut |_| Err(Unread::Missing));
    Program::right(path, (*text).to_string(), loaded)
}

/// All modules.
pub(crate) fn modules() -> impl Iterator<Item = Program> {
    MODULES.iter().map(|(name, _)| module(name))
}

/// The circuit of a family at some sizes, with these types for its names; `None` where the conditions leave them out.
///
/// # Panics
/// Where it can't be built otherwise.
pub(crate) fn circuit(program: &Program, family: &str, types: &[Scalar], sizes: &[u64]) -> Option<Circuit> {
    let mut checked = program.loaded.program.clone();
    let id = checked.family_named(family).unwrap_or_else(|| panic!("{} has no {family}", program.path));
    let id = instance(&mut checked, id, types);
    admits(&checked, id, sizes, &Limits::default()).ok()?;
    match elaborate(&checked, id, sizes, &Limits::default(), &mut |_| {}) {
        Ok(built) => Some(built.circuit),
        Err(fault) => panic!("{} {family} at {sizes:?}: {}", program.path, message(&fault).title),
    }
}

/// Whether the depth grows with the sizes as no class allows: faster from 8 to 16 than from 4 to 8.
pub(crate) fn is_deep(program: &Program, family: &Family) -> bool {
    let depth = |size: u64| {
        let sizes = vec![size; family.params.len()];
        circuit(program, &family.name, &[], &sizes).map_or(0, |circuit| measure(&circuit).depth)
    };
    let (small, middle, large) = (depth(4), depth(8), depth(16));
    large - middle > middle.saturating_sub(small)
}

/// The sizes at which the tests of a file call a family, as far as they are written out.
pub(crate) fn tested_sizes(program: &Checked, id: FamilyId) -> BTreeSet<Vec<u64>> {
    let calls = program.tests.iter().flat_map(|test| calls(program, &test.body, id));
    calls.collect()
}

/// The sizes of the calls in a body, where its loops don't vary them.
fn calls<'a>(program: &'a Checked, body: &'a Body, id: FamilyId) -> impl Iterator<Item = Vec<u64>> + 'a {
    let family = program.family(id);
    body.exprs.iter().filter_map(move |expr| match &expr.kind {
        Kind::Call { family: called, sizes, args, .. } if *called == id => {
            let mut found: Vec<Option<u64>> = vec![None; family.params.len()];
            for (slot, size) in found.iter_mut().zip(sizes) {
                *slot =
                    body[*size].value.as_ref().and_then(|size| size.as_constant()).and_then(|v| v.to_u64());
            }
            for (arg, input) in args.iter().zip(&family.inputs) {
                let Type::Array(_, dims) = &body[*arg].ty else { continue };
                for (dim, param) in dims.iter().zip(&input.ty.params) {
                    let length = dim.as_ref().and_then(|dim| dim.as_constant()).and_then(|v| v.to_u64());
                    if let Some(param) = param {
                        found[*param as usize] = found[*param as usize].or(length);
                    }
                }
            }
            // What an empty array leaves open is 0.
            Some(found.into_iter().map(Option::unwrap_or_default).collect())
        }
        _ => None,
    })
}
