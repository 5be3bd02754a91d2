//! What was defined: listed, taken from files and written to them, and taken away.

use std::path::{Path, PathBuf};

use circ_compiler::check::closest;
use circ_compiler::diagnostics::{DataFact, PromptFact};

use super::entry::{Entry, Typed, fault, named, read};
use super::evaluate::{define, syntax};
use super::state::State;
use crate::commands::report::place::one_line;
use crate::excerpt::harmless_line;
use crate::output::to_file;
use crate::programs::written_as;
use crate::session::{Ended, Session};
use crate::source::{is_stdin, read_source};

/// Tells what is defined: a line each, with where it comes from.
pub(crate) fn list(session: &Session, state: &State) -> Ended<()> {
    let mut text = String::new();
    for kept in &state.items {
        let lexemes = circ_grammar::parse(&kept.item.text);
        let span = lexemes.tree.items.first().map(|item| match &item.kind {
            circ_grammar::tree::ItemKind::Family(family) => family.signature,
            circ_grammar::tree::ItemKind::Test(test) => {
                circ_grammar::tree::Span { start: item.span.start, end: test.name_span.end }
            }
            _ => item.span,
        });
        let line = span.and_then(|span| kept.item.text.get(span.range())).unwrap_or_default();
        text.push_str(&format!("{}  // {}\n", one_line(line), named(&kept.place, kept.first_line)));
    }
    for value in &state.values {
        text.push_str(&format!("{}\n", harmless_line(&value.binding())));
    }
    if text.is_empty() {
        text.push_str("nothing is defined\n");
    }
    session.print(&text)
}

/// Defines what a file has.
///
/// # Errors
/// Told.
pub(crate) fn load(session: &Session, state: &mut State, path: &Path, speaks: bool) -> Ended<()> {
    // A terminal or a pipe may be where entries come from, also by another name.
    let no_file = std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if is_stdin(path) || no_file {
        let reason =
            if is_stdin(path) { "Standard input is where entries come from." } else { "It is no file." };
        let path = path.display().to_string();
        return Err(session.refuse([DataFact::Unreadable { path, reason: reason.into() }]));
    }
    let text = read_source(path).map_err(|fact| session.refuse([*fact]))?;
    if let Some(what) = written_as(text.text.as_bytes()) {
        return Err(session.refuse([DataFact::NotSource { path: text.name, what }]));
    }
    let typed = Typed { place: text.name, first_line: 1, text: text.text };
    let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let mut next = state.clone();
    next.folders.retain(|known| *known != folder);
    next.folders.push(folder);
    match read(&typed.text) {
        Entry::Nothing => {}
        Entry::Items(items) => define(session, &mut next, &typed, items, speaks)?,
        // A file has items alone; what else it has is told as of any file.
        _ => return Err(syntax(session, &typed)),
    }
    *state = next;
    Ok(())
}

/// Writes what is defined as a program.
///
/// # Errors
/// Told.
pub(crate) fn save(session: &Session, state: &State, path: &Path) -> Ended<()> {
    let texts: Vec<&str> = state.items.iter().map(|kept| kept.item.text.trim_end()).collect();
    let text = format!("{}\n", texts.join("\n\n"));
    if is_stdin(path) {
        session.print(&text)?;
    } else {
        to_file(session, path, &mut |out| out.write_all(text.as_bytes()))?;
    }
    if !state.values.is_empty() {
        session.remark("values of `let` are no items of a file, and are not in it");
    }
    Ok(())
}

/// Takes away what has these names.
///
/// # Errors
/// Told, also where what is left needs one of them.
pub(crate) fn forget(session: &Session, state: &mut State, typed: &Typed, words: &[String]) -> Ended<()> {
    let mut next = state.clone();
    for name in words {
        if next.remove(name, None).is_none() {
            let defined = next.names();
            let similar = closest(name, defined.iter().map(String::as_str));
            let fact = PromptFact::Undefined { name: harmless_line(name), similar, defined };
            return Err(session.fail_all(None, &[fault(fact)]));
        }
    }
    // What is left may need it.
    define(session, &mut next, typed, Vec::new(), false)?;
    *state = next;
    Ok(())
}
