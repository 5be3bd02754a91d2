//! A message as one line: `file:line:column: error[E0312]: title`, and without the place where it has none.

use circ_compiler::{Diagnostic, Message, Severity};

use super::places::Places;
use crate::excerpt::harmless_line;

/// The line, without its end.
pub(super) fn line(diagnostic: &Diagnostic, message: &Message, places: Option<&Places<'_>>) -> String {
    let place = diagnostic.span.zip(places).map(|(span, places)| format!("{}: ", places.of(span)));
    let word = severity(message.severity);
    let line = format!("{}{word}[{}]: {}", place.unwrap_or_default(), message.code, message.title);
    harmless_line(&line)
}

/// The word for it in the forms that tools read.
pub(super) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
