//! One report for a slip that its author makes everywhere: a spelling, a kind of comment, a keyboard's punctuation.

use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::foreign;
use std::collections::BTreeMap;

/// Keeps the first of the errors that say the same of other places, and counts the rest in it. Takes them in order.
pub(crate) fn once(errors: Vec<SyntaxError>) -> Vec<SyntaxError> {
    let mut kept: Vec<SyntaxError> = Vec::with_capacity(errors.len());
    let mut first: BTreeMap<(u8, String), usize> = BTreeMap::new();
    for mut error in errors {
        let Some(key) = key(&error.kind) else {
            kept.push(error);
            continue;
        };
        match first.get(&key).and_then(|at| kept.get_mut(*at)).and_then(|earlier| more(&mut earlier.kind)) {
            Some(count) => *count += 1 + more(&mut error.kind).map_or(0, |count| *count),
            None => {
                first.insert(key, kept.len());
                kept.push(error);
            }
        }
    }
    kept
}

/// What two errors have in common that say the same; none for one that always stands for itself.
fn key(kind: &E) -> Option<(u8, String)> {
    Some(match kind {
        E::ForeignSpelling { found, replacement, .. } => {
            let start = found.chars().next()?;
            if foreign::is_wide(start) {
                (0, String::new())
            } else if foreign::subscript(start).is_some() {
                (1, String::new())
            } else if foreign::rounding(start).is_some() {
                (2, start.to_string())
            } else {
                (3, format!("{found} {replacement}"))
            }
        }
        E::UnknownCharacter { character, .. } => match foreign::quote(*character) {
            Some(quote) => (4, quote.to_string()),
            None if foreign::is_wide(*character) => (0, String::new()),
            None => (5, character.to_string()),
        },
        E::HashComment { directive, .. } => (6, directive.to_string()),
        E::Prime { .. } => (7, String::new()),
        _ => return None,
    })
}

fn more(kind: &mut E) -> Option<&mut usize> {
    match kind {
        E::ForeignSpelling { more, .. }
        | E::UnknownCharacter { more, .. }
        | E::HashComment { more, .. }
        | E::Prime { more, .. } => Some(more),
        _ => None,
    }
}
