//! The tokens of a source, one a line: place, kind, text.

use circ_grammar::tokens;

use crate::excerpt::harmless;
use crate::lines::Lines;

/// Lists the tokens and comments, each with its line and column.
pub(crate) fn tokens_listing(source: &str) -> String {
    // Lines are those that messages count.
    let shown = harmless(source);
    let lines = Lines::of(&shown);
    let mut out = String::new();
    for lexeme in tokens(source) {
        let (line, column) = lines.place(&shown, lexeme.span.start as usize);
        out.push_str(&format!("{line}:{column} {} {:?}\n", lexeme.kind.name(), lexeme.text));
    }
    out
}
