//! Names in scope, and those that a misspelt one may have meant.

use super::body::Cx;
use super::builtins::BUILTINS;
use crate::library;

impl Cx<'_> {
    /// Whether the name is a value here: a local, a parameter or a constant.
    pub(super) fn is_value(&self, name: &str) -> bool {
        self.scope.find(name).is_some()
            || self.params.iter().any(|p| p == name)
            || self.items.constant(name).is_some()
    }

    /// Whether one more unknown name is compared with the others; after many the reader has seen the point.
    fn worth_comparing(&mut self) -> bool {
        self.unknown += 1;
        self.unknown <= MAX_UNKNOWN
    }

    /// The value whose name is most like this one.
    pub(super) fn similar_value(&mut self, name: &str) -> Option<String> {
        if !self.worth_comparing() {
            return None;
        }
        let locals = self.scope.names();
        let params = self.params.iter().map(String::as_str);
        let constants = self.items.const_names();
        closest(name, locals.chain(params).chain(constants))
    }

    /// The element that mathematics writes so: `x_i` is `x[i]` where `x` is an array and `i` is known.
    pub(super) fn element_meant(&self, name: &str) -> Option<String> {
        let (array, index) = name.rsplit_once('_')?;
        let is_array =
            self.scope.find(array).is_some_and(|local| local.ty.rank().is_some_and(|rank| rank > 0));
        let is_known = index.chars().all(|c| c.is_ascii_digit())
            || self.scope.find(index).is_some()
            || self.params.iter().any(|param| param == index);
        (is_array && is_known && !index.is_empty()).then(|| format!("{array}[{index}]"))
    }

    /// The family or builtin whose name is most like this one.
    pub(super) fn similar_function(&mut self, name: &str) -> Option<String> {
        if !self.worth_comparing() {
            return None;
        }
        let builtins = BUILTINS.iter().map(|(builtin, _)| *builtin);
        closest(name, self.items.family_names().into_iter().chain(builtins))
    }

    /// The family of the library whose name is most like this one, and its module.
    pub(super) fn similar_in_library(&mut self, name: &str) -> Option<(&'static str, &'static str)> {
        if !self.worth_comparing() {
            return None;
        }
        let near = closest(name, library::families())?;
        // Its own text, which outlives the program.
        let family = library::families().find(|family| *family == near)?;
        Some((family, library::module_with(family)?))
    }

    /// The type whose name is most like this one.
    pub(super) fn similar_type(&mut self, name: &str) -> Option<String> {
        if !self.worth_comparing() {
            return None;
        }
        let generics = self.generics.iter().map(String::as_str);
        closest(name, self.items.alphabet_names().into_iter().chain(generics).chain(["num", "bool"]))
    }
}

/// Unknown names of one body that are compared with those in scope.
const MAX_UNKNOWN: u32 = 50;
/// More names than this are not compared: a message is not worth the time.
const MAX_CANDIDATES: usize = 1_000;

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
    let near = |candidate: &&str| candidate.len().abs_diff(name.len()) <= 4 * allowed && *candidate != "_";
    for candidate in candidates.take(MAX_CANDIDATES).filter(near) {
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
