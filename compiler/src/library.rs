//! The standard library: the files of `std/`, part of the compiler.

use std::sync::LazyLock;

use circ_grammar::tree::{ItemKind, Tree};

/// Lists modules, each with the text of its file.
macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        /// The modules by name, with their texts, in the order of their names.
        pub const MODULES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../std/", $name, ".circ")))),*];
    };
}

modules!["automata", "bits", "count", "linear", "logic", "polynomial", "sequence", "sort"];

/// The text of `std.name`.
pub fn module(name: &str) -> Option<&'static str> {
    MODULES.iter().find(|(module, _)| *module == name).map(|(_, text)| *text)
}

/// Every family with its module, by name.
static FAMILIES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let of = |(module, text): &(&'static str, &'static str)| {
        let module = *module;
        text.lines().filter_map(defined).map(move |family| (family, module))
    };
    let mut families: Vec<_> = MODULES.iter().flat_map(of).collect();
    families.sort_unstable();
    families
});

/// The module that has a family of this name: what a message about an unknown family points at.
pub fn module_with(family: &str) -> Option<&'static str> {
    let at = FAMILIES.binary_search_by_key(&family, |(name, _)| name).ok()?;
    Some(FAMILIES[at].1)
}

/// The names of all families, in alphabetical order.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(name, _)| *name)
}

/// The family that begins on this line. The files of the library are formatted: an item begins its line.
fn defined(line: &'static str) -> Option<&'static str> {
    let rest = line.strip_prefix("family ")?;
    rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()
}

/// The names that other files may use of this one, in source order.
pub fn exports(tree: &Tree) -> impl Iterator<Item = &str> {
    tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Family(family) => Some(family.name.text.as_str()),
        ItemKind::Const(constant) => Some(constant.name.text.as_str()),
        ItemKind::Alphabet(alphabet) => Some(alphabet.name.text.as_str()),
        ItemKind::Ring(_) | ItemKind::Use(_) | ItemKind::Test(_) => None,
    })
}
