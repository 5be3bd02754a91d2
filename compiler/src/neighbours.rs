//! Names that are unknown in one file of a program and defined in another.
//!
//! Whoever takes one name of a file soon needs a second, and forgets that a `use` brings only what it lists. So what the
//! checker does not know is looked up in the other files of the program before it is told.

use circ_grammar::tree::{ItemKind, Span};

use crate::diagnostics::{Diagnostic, Fact, FileFact, NameFact, Unknown};
use crate::modules::{Gathered, Module};

/// Makes facts about names that nothing defines into such that say which file of the program has them.
pub(crate) fn point(found: &mut [Diagnostic], gathered: &Gathered) {
    if gathered.modules.len() < 2 {
        return;
    }
    for diagnostic in found {
        let (Some(span), Fact::Name(fact)) = (diagnostic.span, &diagnostic.fact) else { continue };
        let (name, what) = match fact {
            NameFact::UnknownName { name, element: None, .. } => (name, Unknown::Value),
            NameFact::UnknownFunction { name, .. } => (name, Unknown::Function),
            NameFact::UnknownType { name, .. } => (name, Unknown::Type),
            _ => continue,
        };
        if let Some(fact) = elsewhere(gathered, gathered.sources.file_of(span), name, what) {
            diagnostic.fact = fact.into();
        }
    }
}

/// The file that has the name: one that is used already, before one that only another file uses.
fn elsewhere(gathered: &Gathered, user: usize, name: &str, what: Unknown) -> Option<FileFact> {
    let modules = &gathered.modules;
    let has = |other: &usize| *other != user && defines(&modules[*other], name, what);
    let mut all = (0..modules.len()).filter(has);
    let module = all.clone().find(|other| list(&modules[user], *other).is_some()).or_else(|| all.next())?;
    let path = path_from(&modules[user], &modules[module])?;
    let (with, place) = list(&modules[user], module).unwrap_or_default();
    Some(FileFact::InAnotherFile { name: name.to_string(), what, module: path, with, place })
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
