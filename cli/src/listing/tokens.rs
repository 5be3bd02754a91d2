//! The tokens of a source, one a line: place, kind, text.

use circ_grammar::tokens;

/// Lists the tokens and comments. Columns count characters from 1, as a terminal does.
pub(crate) fn tokens_listing(source: &str) -> String {
    let mut out = String::new();
    // Lines and columns go forward with the tokens, so that long files are walked once.
    let (mut at, mut line, mut start) = (0, 1, 0);
    for lexeme in tokens(source) {
        let begin = lexeme.span.start as usize;
        for (offset, _) in source.get(at..begin).unwrap_or_default().match_indices('\n') {
            line += 1;
            start = at + offset + 1;
        }
        at = begin;
        let (_, column) = crate::excerpt::line_and_column(&source[start..], begin - start);
        out.push_str(&format!("{line}:{column} {} {:?}\n", lexeme.kind.name(), lexeme.text));
    }
    out
}
