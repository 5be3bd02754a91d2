//! Names that are unknown in one file of a program and defined in another.
//!
//! Whoever takes one name of a file soon needs a second, and forgets that a `use` brings only what it lists. So what the
//! checker does not know is looked up in the other files of the program before it is told.

use std::collections::HashMap;

use circ_grammar::tree::{ItemKind, Span};

use crate::diagnostics::{Diagnostic, Fact, FileFact, NameFact, Unknown};
use crate::modules::{Gathered, Module};

/// Makes facts about names that nothing defines into such that say which file of the program has them.
pub(crate) fn point(found: &mut [Diagnostic], gathered: &Gathered) {
    if gathered.modules.len() < 2 {
        return;
    }
    // For each file and each other, all names that the one lacks: one `use` brings them all.
    let mut lacking: HashMap<(usize, usize), Vec<String>> = HashMap::new();
    let mut offered = Vec::new();
    for (at, diagnostic) in found.iter().enumerate() {
        let (Some(span), Fact::Name(fact)) = (diagnostic.span, &diagnostic.fact) else { continue };
        let (name, what) = match fact {
            NameFact::UnknownName { name, element: None, .. } => (name, Unknown::Value),
            NameFact::UnknownFunction { name, .. } => (name, Unknown::Function),
            NameFact::UnknownType { name, .. } => (name, Unknown::Type),
            _ => continue,
        };
        let user = gathered.sources.file_of(span);
        let Some((module, path)) = module_with(gathered, user, name, what) else { continue };
        let names = lacking.entry((user, module)).or_default();
        if !names.contains(name) {
            names.push(name.clone());
        }
        offered.push((at, name.clone(), what, user, module, path));
    }
    for (at, name, what, user, module, path) in offered {
        let (mut uses, place) = list(&gathered.modules[user], module).unwrap_or_default();
        uses.extend(lacking.get(&(user, module)).into_iter().flatten().cloned());
        found[at].fact = FileFact::InAnotherFile { name, what, module: path, uses, place }.into();
    }
}

/// The file that has the name, and what a `use` calls it: one that is used already, before one that only another file
/// uses.
fn module_with(gathered: &Gathered, user: usize, name: &str, what: Unknown) -> Option<(usize, String)> {
    let modules = &gathered.modules;
    let has = |other: &usize| *other != user && defines(&modules[*other], name, what);
    let mut all = (0..modules.len()).filter(has);
    let module = all.clone().find(|other| list(&modules[user], *other).is_some()).or_else(|| all.next())?;
    Some((module, path_from(&modules[user], &modules[module])?))
}

fn defines(module: &Module, name: &str, what: Unknown) -> bool {
    module.tree.items.iter().any(|item| match (&item.kind, what) {
        (ItemKind::Family(family), Unknown::Function) => family.name.text == name,
        (ItemKind::Const(constant), Unknown::Value) => constant.name.text == name,
        (ItemKind::Alphabet(alphabet), Unknown::Type) => alphabet.name.text == name,
        _ => false,
    })
}

/// What the first `use` of another file lists, and where that `use` stands.
fn list(user: &Module, module: usize) -> Option<(Vec<String>, Option<Span>)> {
    let first = user.imports.iter().find(|import| import.from == Some(module))?.name.span;
    user.tree.items.iter().find_map(|item| {
        let ItemKind::Use(used) = &item.kind else { return None };
        let names = used.list.as_deref().unwrap_or(used.path.last_chunk::<1>()?);
        let listed = names.iter().any(|name| name.span == first);
        listed.then(|| (names.iter().map(|name| name.text.clone()).collect(), Some(item.span)))
    })
}

/// What a `use` of one file calls another; `None` for one above its folder, and for one without a name.
fn path_from(user: &Module, module: &Module) -> Option<String> {
    if module.path.is_empty() {
        return None;
    }
    if module.path.starts_with("std.") {
        return Some(module.path.clone());
    }
    match user.path.rsplit_once('.') {
        Some((folder, _)) => module.path.strip_prefix(folder)?.strip_prefix('.').map(str::to_string),
        None => Some(module.path.clone()),
    }
}
