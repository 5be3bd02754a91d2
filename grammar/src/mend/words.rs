//! Words that are no names here, and names that are no words.

use crate::errors::{SyntaxError, SyntaxErrorKind};
use crate::foreign;
use crate::lexer::Tok;
use crate::mend::on_other_lines;
use crate::tokens::TokenKind;
use std::collections::BTreeSet;

/// Turns item keywords that start no item into names, and the words of other languages into keywords.
/// Afterwards every item keyword starts an item.
pub(super) fn words(source: &str, mut tokens: Vec<Tok>, errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let mut depth = 0_usize;
    // One report for each keyword: a name that is wrong once is wrong wherever it is used.
    let mut reported = BTreeSet::new();
    let mut elifs = Vec::new();
    for at in 0..tokens.len() {
        let kind = tokens[at].kind;
        let next = tokens.get(at + 1).map(|tok| tok.kind);
        let before = at.checked_sub(1).map(|at| tokens[at].kind);
        let after_item = matches!(before, None | Some(TokenKind::CloseBrace | TokenKind::Semicolon));
        if kind.closer().is_some() {
            depth += 1;
        } else if kind.is_closer() {
            depth = depth.saturating_sub(1);
        } else if kind.is_item() {
            let proper = match kind {
                TokenKind::Test => next == Some(TokenKind::String),
                _ => next.is_some_and(|next| next == TokenKind::Name || next.is_keyword()),
            };
            let first = at == 0 || on_other_lines(source, tokens[at - 1].span, tokens[at].span);
            // Inside brackets an item starts only where a line does: then a bracket was left open before it.
            let named = before.is_some_and(TokenKind::is_item);
            let real = !named
                && if proper {
                    depth == 0 || first || after_item
                } else {
                    depth == 0 && (after_item || first)
                };
            if real {
                depth = 0;
            } else {
                let text = kind.text().unwrap_or_default();
                if reported.insert(text) {
                    let kind = SyntaxErrorKind::KeywordAsName { keyword: kind };
                    errors.push(SyntaxError { kind, span: tokens[at].span });
                }
                become_name(&mut tokens[at], text);
            }
        } else if kind == TokenKind::Name {
            let word = tokens[at].text.as_str();
            let replacement = match word {
                "elif" | "elsif" | "elseif" if before == Some(TokenKind::CloseBrace) => Some("else if"),
                _ if depth == 0 && after_item && next == Some(TokenKind::Name) => foreign::item_word(word),
                _ => None,
            };
            let Some(replacement) = replacement else {
                continue;
            };
            let found = word.to_owned();
            errors.push(SyntaxError {
                kind: SyntaxErrorKind::ForeignSpelling { found, replacement },
                span: tokens[at].span,
            });
            let kind = TokenKind::of_text(replacement).unwrap_or(TokenKind::Else);
            tokens[at] = Tok { faulty: true, ..Tok::fixed(kind, tokens[at].span) };
            if kind == TokenKind::Else {
                elifs.push(at);
            }
        }
    }
    if elifs.is_empty() { tokens } else { with_ifs(tokens, &elifs) }
}

fn become_name(tok: &mut Tok, text: &str) {
    tok.kind = TokenKind::Name;
    tok.text = text.to_owned();
    tok.faulty = true;
}

/// Puts an `if` after each `else` that was an `elif`.
fn with_ifs(tokens: Vec<Tok>, elifs: &[usize]) -> Vec<Tok> {
    let mut out = Vec::with_capacity(tokens.len() + elifs.len());
    for (at, tok) in tokens.into_iter().enumerate() {
        let end = tok.span.end;
        out.push(tok);
        if elifs.binary_search(&at).is_ok() {
            out.push(Tok::mended(TokenKind::If, end));
        }
    }
    out
}
