//! W0204: names of a `use` that the file does not mention.

use std::collections::HashSet;

use circ_grammar::tree::{ExprKind, ItemKind, Over, ScalarType, Type, TypeKind};

use crate::diagnostics::{Diagnostic, LintFact};
use crate::modules::Module;
use crate::program::Program;
use crate::types::{self, Scalar};

/// Looks for each name in the expressions and types of the file. An alphabet is used too where a literal has its
/// tokens, which then is a token of it only because the alphabet is known here.
pub(super) fn names(program: &Program, main: &Module, modules: &[Module], found: &mut Vec<Diagnostic>) {
    if main.imports.is_empty() {
        return;
    }
    let mut mentioned: HashSet<&str> = HashSet::new();
    for expr in &main.tree.exprs {
        match &expr.kind {
            ExprKind::Name(name) => {
                mentioned.insert(name);
            }
            ExprKind::Block { lets, .. } => {
                lets.iter().filter_map(|one| one.ty.as_ref()).for_each(|ty| of_type(ty, &mut mentioned));
            }
            _ => {}
        }
    }
    for item in &main.tree.items {
        match &item.kind {
            ItemKind::Family(family) => {
                family.inputs.iter().for_each(|input| of_type(&input.ty, &mut mentioned));
                of_type(&family.result, &mut mentioned);
            }
            ItemKind::Test(test) => {
                for over in &test.over {
                    if let Over::Input(input) = over {
                        of_type(&input.ty, &mut mentioned);
                    }
                }
            }
            _ => {}
        }
    }
    let alphabets = alphabets(program);
    for import in &main.imports {
        let (name, Some(from)) = (&import.name.text, import.from) else { continue };
        let module = &modules[from].path;
        let is_alphabet = |alphabet: &str| alphabets.contains(&(alphabet, module.as_str()));
        if !mentioned.contains(name.as_str()) && !is_alphabet(name) {
            let fact = LintFact::UnusedImport { name: name.clone(), module: module.clone() };
            found.push(Diagnostic::new(import.name.span, fact));
        }
    }
}

/// The names in a type. Types nest no deeper than brackets, so this recursion is bounded.
fn of_type<'t>(ty: &'t Type, names: &mut HashSet<&'t str>) {
    match &ty.kind {
        TypeKind::Array { scalar: ScalarType::Named(name), .. } => {
            names.insert(name);
        }
        TypeKind::Array { .. } => {}
        TypeKind::Tuple(parts) => parts.iter().for_each(|part| of_type(part, names)),
    }
}

/// The alphabets of other files that a value of this file is of, with their files.
fn alphabets(program: &Program) -> HashSet<(&str, &str)> {
    let own = program.own_families().iter().map(|family| &family.body);
    let consts = program.consts.iter().map(|constant| &constant.body);
    let bodies = own.chain(program.tests.iter().map(|test| &test.body)).chain(consts);
    let mut ids = HashSet::new();
    for expr in bodies.flat_map(|body| &body.exprs) {
        if let types::Type::Array(Scalar::Alphabet(id), _) = &expr.ty {
            ids.insert(*id);
        }
    }
    let names = ids.into_iter().filter_map(|id| {
        let alphabet = program.alphabets.get(id.0 as usize)?;
        Some((alphabet.name.as_str(), alphabet.module.as_deref()?))
    });
    names.collect()
}
