//! Words that are no names here, and names that are no words.

use super::lines::{indent, is_first};
use crate::errors::{SyntaxError, SyntaxErrorKind};
use crate::foreign;
use crate::lexer::Tok;
use crate::tokens::TokenKind;
use crate::tree::Span;
use std::collections::BTreeSet;

/// Turns item keywords that start no item into names, and the words of other languages into keywords.
/// Afterwards every item keyword starts an item.
pub(super) fn words(source: &str, mut tokens: Vec<Tok>, errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let mut depth = 0_usize;
    // One report for each keyword: a name that is wrong once is wrong wherever it is used.
    let mut reported = BTreeSet::new();
    let mut elifs = Vec::new();
    let mut nested = Vec::new();
    // How far the line of the item at hand is indented.
    let mut margin = 0;
    let mut skip = 0;
    for at in 0..tokens.len() {
        if at < skip {
            continue;
        }
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
            let first = is_first(source, &tokens, at);
            let column = if first { indent(source, &tokens[at]) } else { None };
            let inside = depth > 0 && column.is_none_or(|column| column > margin);
            let bound = next == Some(TokenKind::Name)
                && matches!(
                    tokens.get(at + 2).map(|tok| tok.kind),
                    Some(TokenKind::Equal | TokenKind::Colon)
                );
            if inside && kind == TokenKind::Const && bound {
                errors.push(spelling("const", "let", tokens[at].span));
                tokens[at] = Tok { faulty: true, ..Tok::fixed(TokenKind::Let, tokens[at].span) };
                continue;
            }
            if inside
                && first
                && proper
                && let Some(end) = item_end(&tokens, at)
            {
                errors.push(SyntaxError {
                    kind: SyntaxErrorKind::NestedItem { keyword: kind },
                    span: tokens[at].span,
                });
                nested.push(at..end);
                skip = end;
                continue;
            }
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
                margin = column.unwrap_or(margin);
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
                _ if depth == 0 && after_item => foreign::item_word(word).filter(|item| match *item {
                    "test" => next == Some(TokenKind::String),
                    _ => next == Some(TokenKind::Name),
                }),
                _ => None,
            };
            let Some(replacement) = replacement else {
                continue;
            };
            errors.push(spelling(word, replacement, tokens[at].span));
            let kind = TokenKind::of_text(replacement).unwrap_or(TokenKind::Else);
            tokens[at] = Tok { faulty: true, ..Tok::fixed(kind, tokens[at].span) };
            if kind == TokenKind::Else {
                elifs.push(at);
            }
        }
    }
    let mut tokens = if elifs.is_empty() { tokens } else { with_ifs(tokens, &elifs) };
    if !nested.is_empty() {
        let mut ranges = nested.into_iter().peekable();
        let mut at = 0;
        tokens.retain(|tok| {
            if tok.is_mended() && tok.kind == TokenKind::If {
                return true;
            }
            at += 1;
            while ranges.next_if(|range| range.end < at).is_some() {}
            !ranges.peek().is_some_and(|range| range.contains(&(at - 1)))
        });
    }
    tokens
}

fn spelling(found: &str, replacement: &str, span: Span) -> SyntaxError {
    let kind = SyntaxErrorKind::ForeignSpelling {
        found: found.to_owned(),
        replacement: replacement.to_owned(),
        more: 0,
    };
    SyntaxError { kind, span }
}

/// One past the last token of an item that stands inside of another, where its end can be told.
fn item_end(tokens: &[Tok], at: usize) -> Option<usize> {
    /// A longer one is hardly nested.
    const LONGEST: usize = 2_000;
    let mut depth = 0_usize;
    for (ahead, tok) in tokens.iter().enumerate().skip(at).take(LONGEST) {
        if tok.kind.closer().is_some() {
            depth += 1;
        } else if tok.kind.is_closer() {
            depth = depth.checked_sub(1)?;
            if depth == 0 && tok.kind == TokenKind::CloseBrace {
                return Some(ahead + 1);
            }
        } else if tok.kind == TokenKind::Semicolon && depth == 0 {
            return Some(ahead + 1);
        }
    }
    None
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
