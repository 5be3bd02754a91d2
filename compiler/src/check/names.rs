//! Names in scope, and those that a misspelt one may have meant.

use super::body::Cx;
use super::builtins::BUILTINS;

impl Cx<'_> {
    /// Whether the name is a value here: a local, a parameter or a constant.
    pub(super) fn is_value(&self, name: &str) -> bool {
        self.locals.iter().any(|l| l.name == name)
            || self.params.iter().any(|p| p == name)
            || self.items.constant(name).is_some()
    }

    /// The value whose name is most like this one.
    pub(super) fn similar_value(&self, name: &str) -> Option<String> {
        let locals = self.locals.iter().rev().map(|l| l.name.as_str());
        let params = self.params.iter().map(String::as_str);
        closest(name, locals.chain(params).chain(self.items.const_names()))
    }

    /// The family or builtin whose name is most like this one.
    pub(super) fn similar_function(&self, name: &str) -> Option<String> {
        closest(name, self.items.family_names().chain(BUILTINS.iter().map(|(b, _)| *b)))
    }

    /// The type whose name is most like this one.
    pub(super) fn similar_type(&self, name: &str) -> Option<String> {
        let generics = self.generics.iter().map(String::as_str);
        closest(name, self.items.alphabet_names().chain(generics).chain(["num", "bool"]))
    }
}

/// The candidate nearest to a name, where one is near enough to be meant. The first wins a tie.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let length = name.chars().count();
    // A long name is not compared: nobody means it.
    if length > 64 {
        return None;
    }
    let allowed = match length {
        0..=1 => return None,
        2..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.filter(|c| c.len() <= 256 && *c != "_") {
        let distance = if candidate.eq_ignore_ascii_case(name) {
            0
        } else {
            strsim::damerau_levenshtein(name, candidate)
        };
        if distance <= allowed && distance < length && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_string())
}
