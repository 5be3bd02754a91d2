//! What a word at the prompt may become.

use circ_compiler::check::BUILTINS;
use circ_grammar::tokens::TokenKind;

use super::commands::{COMMANDS, SETTINGS};
use super::entry::Kind;
use super::state::State;
use crate::pages::{LIBRARY, PAGES, sections};

/// The names that are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    families: Vec<String>,
    names: Vec<String>,
}

impl Scope {
    /// Those of a state.
    pub(crate) fn of(state: &State) -> Scope {
        let families = state.items.iter().filter(|kept| kept.item.kind == Kind::Family);
        let tests = |name: &String| {
            state.items.iter().all(|kept| kept.item.kind != Kind::Test || !kept.item.names.contains(name))
        };
        Scope {
            families: families.flat_map(|kept| kept.item.names.iter().cloned()).collect(),
            names: state.names().into_iter().filter(tests).collect(),
        }
    }
}

/// What the word before the cursor may become, and where it starts.
pub(crate) fn candidates(before: &str, scope: &Scope) -> (usize, Vec<String>) {
    let typed = before.trim_start();
    if let Some(command) = typed.strip_prefix(':') {
        return match command.split_once(char::is_whitespace) {
            None => {
                let names = COMMANDS.iter().map(|about| format!(":{}", about.name));
                (before.len() - typed.len(), beginning(names, typed))
            }
            Some((name, rest)) => of_command(name, rest, before, scope),
        };
    }
    let start = before
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let word = &before[start..];
    let path = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    if typed.starts_with("use ") && path.contains('.') {
        return (start, beginning(of_library(path), word));
    }
    if word.is_empty() {
        return (start, Vec::new());
    }
    let builtins = BUILTINS.iter().map(|(name, _)| (*name).to_owned());
    let keywords = TokenKind::keywords().map(str::to_owned);
    let all = scope.names.iter().cloned().chain(builtins).chain(keywords);
    let all = all.chain(typed.starts_with("use ").then(|| "std.".to_owned()));
    (start, beginning(all, word))
}

/// What stands behind a path of the library: its modules, or the families of one.
fn of_library(path: &str) -> Vec<String> {
    let path = path.trim_start_matches(|c: char| !c.is_alphabetic());
    match path.split('.').collect::<Vec<_>>().as_slice() {
        ["std", _] => LIBRARY.iter().map(|(name, _)| (*name).to_owned()).collect(),
        ["std", module, ..] => {
            let page = LIBRARY.iter().find(|(name, _)| name == module);
            page.into_iter().flat_map(|(_, page)| sections(page)).map(|(name, _)| name.to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

fn of_command(name: &str, rest: &str, before: &str, scope: &Scope) -> (usize, Vec<String>) {
    let word = rest.rsplit(char::is_whitespace).next().unwrap_or_default();
    let start = before.len() - word.len();
    let is_first = rest.trim_start() == word;
    let mut before_word = rest.split_whitespace();
    let all: Vec<String> = match name {
        "load" | "save" => files(word),
        "run" | "trace" | "report" | "why" | "draw" if is_first => scope.families.clone(),
        "forget" => scope.names.clone(),
        "help" => COMMANDS.iter().map(|about| about.name.to_owned()).collect(),
        "set" if is_first => SETTINGS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        "set" => {
            let name = before_word.next().unwrap_or_default();
            let values = SETTINGS.iter().filter(|(setting, _)| *setting == name);
            values.flat_map(|(_, values)| values.iter().map(|value| (*value).to_owned())).collect()
        }
        "explain" => {
            let codes = PAGES.iter().map(|(code, _)| (*code).to_owned());
            let modules = LIBRARY.iter().map(|(module, _)| format!("std.{module}"));
            let families = LIBRARY.iter().filter(|(module, _)| word.starts_with(&format!("std.{module}.")));
            let families = families.flat_map(|(module, page)| {
                sections(page).map(move |(name, _)| format!("std.{module}.{name}"))
            });
            scope.names.iter().cloned().chain(codes).chain(modules).chain(families).collect()
        }
        _ => Vec::new(),
    };
    (start, beginning(all, word))
}

/// The files and folders that a path may become.
fn files(word: &str) -> Vec<String> {
    let (folder, _) = word.rsplit_once('/').map_or(("", word), |(folder, name)| (folder, name));
    let path = match (folder, word.starts_with('/')) {
        ("", true) => "/",
        ("", false) => ".",
        (folder, _) => folder,
    };
    let before = word.rfind('/').map_or("", |at| &word[..=at]);
    let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
    let named = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let is_folder = entry.path().is_dir();
        let fits = is_folder || name.ends_with(".circ");
        let hidden = name.starts_with('.') || name.chars().any(char::is_control);
        (fits && !hidden).then(|| format!("{before}{name}{}", if is_folder { "/" } else { "" }))
    });
    named.collect()
}

/// Those that begin with a word, in order, each once.
fn beginning(all: impl IntoIterator<Item = String>, word: &str) -> Vec<String> {
    let mut found: Vec<String> = all.into_iter().filter(|one| one.starts_with(word)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_what_fits_their_place() {
        let scope = Scope {
            families: vec!["parity".into(), "pairs".into()],
            names: vec!["parity".into(), "pairs".into(), "word".into()],
        };
        for (before, start, expected) in [
            (":re", 0, &[":report"][..]),
            (":run pa", 5, &["pairs", "parity"]),
            (":run parity pa", 12, &[]),
            (":set engine c", 12, &["circuit"]),
            (":explain std.sor", 9, &["std.sort"]),
            (":explain std.sort.ra", 9, &["std.sort.rank"]),
            ("sum(wo", 4, &["word"]),
            ("sum(", 4, &[]),
            ("use std.sor", 8, &["sort"]),
            ("use std.sort.{ra", 14, &["rank"]),
            ("use st", 4, &["std."]),
            ("变fol", 0, &[]),
        ] {
            let expected: Vec<String> = expected.iter().map(|one| (*one).to_owned()).collect();
            assert_eq!(candidates(before, &scope), (start, expected), "{before}");
        }
    }
}
