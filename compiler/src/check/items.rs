//! The items of a program: collected, their names checked, alphabets spelled out.
//!
//! After this pass every alphabet has its tokens, every family its place in the list, and every file the names that it
//! defines and uses; duplicates, clashes and names that a used file does not have are reported.

use std::collections::{HashMap, HashSet};

use circ_grammar::tree::{self, ItemKind, Letters, Span};
use circ_runtime::Ring;

use super::names::closest;
use crate::diagnostics::{Diagnostic, FileFact, NameFact};
use crate::library;
use crate::modules::{Import, Module};
use crate::program::{Alphabet, ConstId, FamilyId};
use crate::size::Size;
use crate::types::{AlphabetId, Scalar, Type, TypeNames};

/// An alphabet with more tokens than this is refused: each comparison with a token looks at one code only, but a
/// `match` has an arm for each.
const MAX_TOKENS: usize = 10_000;

/// What callers know of a family.
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) generics: Vec<String>,
    /// Name, type in the family's own parameters, place.
    pub(super) inputs: Vec<(String, Type, Span)>,
    pub(super) result: Type,
    pub(super) result_span: Span,
}

/// What users of a constant know of it.
pub(super) struct ConstInfo {
    pub(super) ty: Type,
    pub(super) value: Option<Size>,
}

/// What a name of a file may stand for, beside locals and builtins. Alphabets have names of their own kind.
#[derive(Default)]
struct FileNames {
    alphabet_of: HashMap<String, AlphabetId>,
    const_of: HashMap<String, ConstId>,
    family_of: HashMap<String, FamilyId>,
    /// Names of a `use` that led nowhere, which was reported.
    lost: HashSet<String>,
}

/// The items of a program, and the names of each of its files.
#[derive(Default)]
pub(super) struct Items<'a> {
    /// Q where the file names no ring, and `None` where it names none that there is, which was reported.
    pub(super) ring: Option<Ring>,
    pub(super) alphabets: Vec<Alphabet>,
    /// The syntax of the constants and families that are kept: those of the first file, then the next, in source
    /// order.
    pub(super) const_items: Vec<(usize, &'a tree::Const)>,
    pub(super) family_items: Vec<(usize, &'a tree::Family, &'a [String])>,
    /// Those of the file that is run.
    pub(super) test_items: Vec<&'a tree::Test>,
    files: Vec<FileNames>,
    /// Filled once the constants are checked.
    pub(super) consts: Vec<Option<ConstInfo>>,
    /// Filled once the signatures are checked; empty before.
    pub(super) signatures: Vec<Signature>,
}

impl<'a> Items<'a> {
    /// The items as a file sees them.
    pub(super) fn seen_from(&self, file: usize) -> View<'_, 'a> {
        View { items: self, file }
    }
}

/// The items as one file sees them.
#[derive(Clone, Copy)]
pub(super) struct View<'i, 'a> {
    items: &'i Items<'a>,
    file: usize,
}

impl<'i, 'a> std::ops::Deref for View<'i, 'a> {
    type Target = Items<'a>;
    fn deref(&self) -> &Items<'a> {
        self.items
    }
}

impl<'i, 'a> View<'i, 'a> {
    /// What callers know of a family; `None` while signatures are being checked.
    pub(super) fn signature(&self, family: FamilyId) -> Option<&'i Signature> {
        self.items.signatures.get(family.0 as usize)
    }

    fn names(&self) -> &'i FileNames {
        &self.items.files[self.file]
    }

    pub(super) fn alphabet(&self, name: &str) -> Option<AlphabetId> {
        self.names().alphabet_of.get(name).copied()
    }

    pub(super) fn constant(&self, name: &str) -> Option<ConstId> {
        self.names().const_of.get(name).copied()
    }

    pub(super) fn family(&self, name: &str) -> Option<FamilyId> {
        self.names().family_of.get(name).copied()
    }

    /// Whether the name should have come from another file, and why it did not was reported.
    pub(super) fn is_lost(&self, name: &str) -> bool {
        self.names().lost.contains(name)
    }

    pub(super) fn alphabet_names(&self) -> Vec<&'i str> {
        sorted(self.names().alphabet_of.keys())
    }

    pub(super) fn const_names(&self) -> Vec<&'i str> {
        sorted(self.names().const_of.keys())
    }

    pub(super) fn family_names(&self) -> Vec<&'i str> {
        sorted(self.names().family_of.keys())
    }

    /// The alphabets that this file names, in the order of the program.
    pub(super) fn alphabets_here(&self) -> Vec<AlphabetId> {
        let mut here: Vec<AlphabetId> = self.names().alphabet_of.values().copied().collect();
        here.sort_unstable();
        here
    }

    /// The text of a type of this family, in its own parameters.
    pub(super) fn input_text(&self, family: FamilyId, ty: &Type) -> String {
        let signature = &self.items.signatures[family.0 as usize];
        let names = TypeNames {
            alphabets: &self.items.alphabets,
            generics: &signature.generics,
            params: &signature.params,
        };
        names.ty(ty)
    }

    /// The alphabets of this file that have all these tokens.
    pub(super) fn alphabets_with(&self, tokens: &[(String, Span)]) -> Vec<AlphabetId> {
        let has_all = |a: &Alphabet| tokens.iter().all(|(token, _)| a.code(token).is_some());
        self.alphabets_here().into_iter().filter(|id| has_all(&self.items.alphabets[id.0 as usize])).collect()
    }
}

/// Names in an order that does not depend on a hash.
fn sorted<'s>(names: impl Iterator<Item = &'s String>) -> Vec<&'s str> {
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// Collects the items of all files, and gives each file the names that it defines and those that it uses.
pub(super) fn collect<'a>(modules: &'a [Module], diagnostics: &mut Vec<Diagnostic>) -> Items<'a> {
    let mut items = Items {
        ring: Some(Ring::Q),
        files: modules.iter().map(|_| FileNames::default()).collect(),
        ..Items::default()
    };
    let mut taken: Vec<Taken<'a>> = Vec::new();
    for (file, module) in modules.iter().enumerate() {
        taken.push(items.define(file, module, diagnostics));
    }
    for (file, module) in modules.iter().enumerate() {
        for import in &module.imports {
            items.import(modules, file, import, &mut taken[file], diagnostics);
        }
    }
    items.consts = items.const_items.iter().map(|_| None).collect();
    items
}

/// The names that a file has given away, each with its place.
#[derive(Default)]
struct Taken<'a> {
    values: HashMap<&'a str, Span>,
    types: HashMap<&'a str, Span>,
}

impl<'a> Items<'a> {
    /// Takes in what a file defines.
    fn define(&mut self, file: usize, module: &'a Module, diagnostics: &mut Vec<Diagnostic>) -> Taken<'a> {
        let (mut ring, mut other_ring): (Option<Span>, Option<Span>) = (None, None);
        let mut taken = Taken::default();
        let mut report = |span: Span, fact: NameFact| diagnostics.push(Diagnostic::new(span, fact));
        for item in &module.tree.items {
            match &item.kind {
                ItemKind::Ring(_) if file > 0 => other_ring = Some(item.span),
                ItemKind::Ring(written) => {
                    if let Some(first) = ring {
                        report(item.span, NameFact::DefinedTwice { name: "ring".into(), first });
                        continue;
                    }
                    ring = Some(item.span);
                    self.ring = super::ring::written(written, &mut report);
                }
                ItemKind::Use(_) => {}
                ItemKind::Alphabet(alphabet) => {
                    let name = &alphabet.name;
                    if let Some(first) = taken.types.insert(&name.text, name.span) {
                        report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first });
                        continue;
                    }
                    let tokens = spell(alphabet, &mut report);
                    let id = AlphabetId(self.alphabets.len() as u32);
                    self.files[file].alphabet_of.insert(name.text.clone(), id);
                    let module = (file > 0).then(|| module.path.clone());
                    self.alphabets.push(Alphabet { name: name.text.clone(), tokens, module });
                }
                ItemKind::Const(constant) => {
                    let name = &constant.name;
                    if let Some(first) = taken.values.insert(&name.text, name.span) {
                        report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first });
                        continue;
                    }
                    let id = ConstId(self.const_items.len() as u32);
                    self.files[file].const_of.insert(name.text.clone(), id);
                    self.const_items.push((file, constant));
                }
                ItemKind::Family(family) => {
                    let name = &family.name;
                    if let Some(first) = taken.values.insert(&name.text, name.span) {
                        report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first });
                        continue;
                    }
                    let id = FamilyId(self.family_items.len() as u32);
                    self.files[file].family_of.insert(name.text.clone(), id);
                    self.family_items.push((file, family, &item.docs));
                }
                // The tests of a file are run where it is the one that is run.
                ItemKind::Test(_) if file > 0 => {}
                ItemKind::Test(test) => self.test_items.push(test),
            }
        }
        diagnostics.extend(other_ring.map(|span| Diagnostic::new(span, FileFact::RingOfUsedFile)));
        taken
    }

    /// Takes in one name of a `use`: a family or a constant, an alphabet, or both.
    fn import(
        &mut self,
        modules: &[Module],
        file: usize,
        import: &'a Import,
        taken: &mut Taken<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let name = &import.name.text;
        let span = import.name.span;
        let Some(from) = import.from else {
            self.files[file].lost.insert(name.clone());
            return;
        };
        let source = &modules[from];
        // Only what a file defines itself: what it uses of others is not its own to give.
        let defines = |wanted: fn(&ItemKind) -> Option<&str>| {
            source.tree.items.iter().any(|item| wanted(&item.kind) == Some(name.as_str()))
        };
        let is_value = defines(|kind| match kind {
            ItemKind::Family(family) => Some(&family.name.text),
            ItemKind::Const(constant) => Some(&constant.name.text),
            _ => None,
        });
        let is_type = defines(|kind| match kind {
            ItemKind::Alphabet(alphabet) => Some(&alphabet.name.text),
            _ => None,
        });
        if !is_value && !is_type {
            let has: Vec<String> = library::exports(&source.tree).map(str::to_string).collect();
            let through = source.imports.iter().find(|other| other.name.text == *name);
            let fact = FileFact::NotInModule {
                name: name.clone(),
                module: source.path.clone(),
                similar: closest(name, has.iter().map(String::as_str)),
                has,
                through: through.and_then(|other| other.from).map(|from| modules[from].path.clone()),
            };
            diagnostics.push(Diagnostic::new(span, fact));
            self.files[file].lost.insert(name.clone());
            return;
        }
        let mut clash = None;
        if is_value {
            clash = taken.values.insert(name, span);
        }
        if is_type {
            clash = clash.or(taken.types.insert(name, span));
        }
        if let Some(first) = clash {
            let before = modules[file].imports.iter().find(|other| other.name.span == first);
            let other = before.and_then(|other| other.from).map(|from| modules[from].path.clone());
            let fact = FileFact::NameTaken { name: name.clone(), module: source.path.clone(), first, other };
            diagnostics.push(Diagnostic::new(span, fact));
            return;
        }
        let (family, constant, alphabet) = {
            let names = &self.files[from];
            (
                names.family_of.get(name).copied(),
                names.const_of.get(name).copied(),
                names.alphabet_of.get(name).copied(),
            )
        };
        let names = &mut self.files[file];
        family.filter(|_| is_value).map(|id| names.family_of.insert(name.clone(), id));
        constant.filter(|_| is_value).map(|id| names.const_of.insert(name.clone(), id));
        alphabet.filter(|_| is_type).map(|id| names.alphabet_of.insert(name.clone(), id));
    }
}

/// The tokens of an alphabet in order, ranges spelled out.
fn spell(alphabet: &tree::Alphabet, report: &mut impl FnMut(Span, NameFact)) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut seen: HashMap<String, Span> = HashMap::new();
    for letters in &alphabet.letters {
        let (new, span) = match letters {
            Letters::One(token) => (vec![token.text.clone()], token.span),
            Letters::Range(first, last) => {
                let span = first.span.to(last.span);
                match (single(&first.text), single(&last.text)) {
                    (Some(a), Some(b)) if a <= b => {
                        if (b as usize) - (a as usize) >= MAX_TOKENS {
                            report(span, NameFact::AlphabetTooLarge { limit: MAX_TOKENS });
                            continue;
                        }
                        ((a..=b).map(String::from).collect(), span)
                    }
                    (Some(_), Some(_)) => {
                        let fact =
                            NameFact::RangeBackwards { first: first.text.clone(), last: last.text.clone() };
                        report(span, fact);
                        continue;
                    }
                    _ => {
                        report(span, NameFact::RangeOfLongTokens);
                        continue;
                    }
                }
            }
        };
        for token in new {
            // Reported with the text.
            if token.is_empty() {
                continue;
            }
            if let Some(first) = seen.get(&token) {
                report(span, NameFact::TokenTwice { token, first: *first });
                continue;
            }
            seen.insert(token.clone(), span);
            tokens.push(token);
        }
    }
    if tokens.len() > MAX_TOKENS {
        report(alphabet.name.span, NameFact::AlphabetTooLarge { limit: MAX_TOKENS });
        tokens.truncate(MAX_TOKENS);
    }
    tokens
}

fn single(token: &str) -> Option<char> {
    let mut chars = token.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// The scalar type that a name stands for: the family's own names first, then alphabets.
pub(super) fn named_scalar(items: View<'_, '_>, generics: &[String], name: &str) -> Option<Scalar> {
    match generics.iter().position(|g| g == name) {
        Some(index) => Some(Scalar::Generic(index as u32)),
        None => items.alphabet(name).map(Scalar::Alphabet),
    }
}
