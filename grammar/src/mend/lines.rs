//! Where tokens stand on their lines.

use crate::lexer::Tok;
use crate::mend::on_other_lines;
use crate::tokens::TokenKind as K;

/// The token is the first one of its line.
pub(super) fn is_first(source: &str, tokens: &[Tok], at: usize) -> bool {
    let Some(tok) = tokens.get(at) else { return false };
    at.checked_sub(1)
        .and_then(|before| tokens.get(before))
        .is_none_or(|before| on_other_lines(source, before.span, tok.span))
}

/// How far the token is indented, where only blanks stand before it on its line.
pub(super) fn indent(source: &str, tok: &Tok) -> Option<usize> {
    let before = source.get(..tok.span.start as usize)?;
    let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
    let line = &before[..before.len() - blanks];
    (line.is_empty() || line.ends_with(['\n', '\r', '\u{feff}'])).then_some(blanks)
}

/// The partner of the opening bracket at `at`, at most `limit` tokens further on. Takes tokens that may lack brackets.
pub(super) fn partner(tokens: &[Tok], at: usize, limit: usize) -> Option<usize> {
    let mut open = Vec::new();
    for (ahead, tok) in tokens.iter().enumerate().skip(at).take(limit) {
        if let Some(closer) = tok.kind.closer() {
            open.push(closer);
        } else if tok.kind.is_closer() {
            if open.pop() != Some(tok.kind) {
                return None;
            }
            if open.is_empty() {
                return Some(ahead);
            }
        }
    }
    None
}

/// One past the last token of the statement at `at`, which no braces are around: its semicolon, or the end of the
/// line on which its last bracket closes.
pub(super) fn statement_end(source: &str, tokens: &[Tok], at: usize) -> usize {
    let mut depth = 0_usize;
    for next in at..tokens.len() {
        let kind = tokens[next].kind;
        if next > at && depth == 0 && kind != K::Else && is_first(source, tokens, next) {
            return next;
        }
        if kind.closer().is_some() {
            depth += 1;
        } else if kind.is_closer() {
            depth = depth.saturating_sub(1);
        } else if depth == 0 && kind == K::Semicolon {
            return next + 1;
        } else if kind.is_item() && indent(source, &tokens[next]) == Some(0) {
            return next;
        }
    }
    tokens.len()
}
