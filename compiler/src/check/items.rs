//! The items of a file: collected, their names checked, alphabets spelled out.
//!
//! After this pass every alphabet has its tokens and every family its place in the list; duplicates, clashes and
//! items that a later version gives a meaning to are reported.

use std::collections::HashMap;

use circ_grammar::tree::{self, ItemKind, Letters, Span, Tree};
use circ_runtime::Ring;

use crate::diagnostics::{Diagnostic, NameFact};
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
}

/// What users of a constant know of it.
pub(super) struct ConstInfo {
    pub(super) ty: Type,
    pub(super) value: Option<Size>,
}

/// The names of a file.
#[derive(Default)]
pub(super) struct Items<'a> {
    pub(super) ring: Ring,
    pub(super) alphabets: Vec<Alphabet>,
    alphabet_of: HashMap<String, AlphabetId>,
    /// The syntax of the constants and families that are kept, in source order.
    pub(super) const_items: Vec<&'a tree::Const>,
    pub(super) family_items: Vec<(&'a tree::Family, &'a [String])>,
    pub(super) test_items: Vec<&'a tree::Test>,
    const_of: HashMap<String, ConstId>,
    family_of: HashMap<String, FamilyId>,
    /// Filled once the constants are checked.
    pub(super) consts: Vec<Option<ConstInfo>>,
    /// Filled once the signatures are checked; empty before.
    pub(super) signatures: Vec<Signature>,
}

impl Items<'_> {
    pub(super) fn alphabet(&self, name: &str) -> Option<AlphabetId> {
        self.alphabet_of.get(name).copied()
    }

    pub(super) fn constant(&self, name: &str) -> Option<ConstId> {
        self.const_of.get(name).copied()
    }

    pub(super) fn family(&self, name: &str) -> Option<FamilyId> {
        self.family_of.get(name).copied()
    }

    pub(super) fn alphabet_names(&self) -> impl Iterator<Item = &str> {
        self.alphabets.iter().map(|a| a.name.as_str())
    }

    pub(super) fn const_names(&self) -> impl Iterator<Item = &str> {
        self.const_items.iter().map(|c| c.name.text.as_str())
    }

    pub(super) fn family_names(&self) -> impl Iterator<Item = &str> {
        self.family_items.iter().map(|(f, _)| f.name.text.as_str())
    }

    /// The text of a type of this family, in its own parameters.
    pub(super) fn input_text(&self, family: FamilyId, ty: &Type) -> String {
        let signature = &self.signatures[family.0 as usize];
        let names = TypeNames {
            alphabets: &self.alphabets,
            generics: &signature.generics,
            params: &signature.params,
        };
        names.ty(ty)
    }

    /// The alphabets that have all these tokens.
    pub(super) fn alphabets_with(&self, tokens: &[(String, Span)]) -> Vec<AlphabetId> {
        let has_all = |a: &Alphabet| tokens.iter().all(|(token, _)| a.code(token).is_some());
        (0..self.alphabets.len())
            .filter(|at| has_all(&self.alphabets[*at]))
            .map(|at| AlphabetId(at as u32))
            .collect()
    }
}

/// Collects the items of a tree.
pub(super) fn collect<'a>(tree: &'a Tree, diagnostics: &mut Vec<Diagnostic>) -> Items<'a> {
    let mut items = Items::default();
    let mut ring: Option<Span> = None;
    let mut value_names: HashMap<&str, Span> = HashMap::new();
    let mut type_names: HashMap<&str, Span> = HashMap::new();
    let mut report = |span: Span, fact: NameFact| diagnostics.push(Diagnostic::new(span, fact));
    for item in &tree.items {
        match &item.kind {
            ItemKind::Ring(written) => {
                if let Some(first) = ring {
                    report(item.span, NameFact::DefinedTwice { name: "ring".into(), first });
                    continue;
                }
                ring = Some(item.span);
                items.ring = super::ring::written(written, &mut report);
            }
            ItemKind::Use(_) => report(item.span, NameFact::NotAvailable { what: "use".into() }),
            ItemKind::Alphabet(alphabet) => {
                let name = &alphabet.name;
                if let Some(first) = type_names.insert(&name.text, name.span) {
                    report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first });
                    continue;
                }
                let tokens = spell(alphabet, &mut report);
                items.alphabet_of.insert(name.text.clone(), AlphabetId(items.alphabets.len() as u32));
                items.alphabets.push(Alphabet { name: name.text.clone(), tokens });
            }
            ItemKind::Const(constant) => {
                let name = &constant.name;
                if let Some(first) = value_names.insert(&name.text, name.span) {
                    report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first });
                    continue;
                }
                items.const_of.insert(name.text.clone(), ConstId(items.const_items.len() as u32));
                items.const_items.push(constant);
            }
            ItemKind::Family(family) => {
                let name = &family.name;
                if let Some(first) = value_names.insert(&name.text, name.span) {
                    report(name.span, NameFact::DefinedTwice { name: name.text.clone(), first });
                    continue;
                }
                items.family_of.insert(name.text.clone(), FamilyId(items.family_items.len() as u32));
                items.family_items.push((family, &item.docs));
            }
            ItemKind::Test(test) => {
                if test.over.is_empty() {
                    items.test_items.push(test);
                } else {
                    report(test.name_span, NameFact::NotAvailable { what: "test for".into() });
                }
            }
        }
    }
    items.consts = items.const_items.iter().map(|_| None).collect();
    items
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
pub(super) fn named_scalar(items: &Items<'_>, generics: &[String], name: &str) -> Option<Scalar> {
    match generics.iter().position(|g| g == name) {
        Some(index) => Some(Scalar::Generic(index as u32)),
        None => items.alphabet(name).map(Scalar::Alphabet),
    }
}
