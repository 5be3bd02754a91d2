//! A brace that is missing, told by how the lines are indented.
//!
//! From the brackets alone it is the outermost brace of a family that is never closed, though the one that was
//! forgotten stands inside. Where a closing brace stands further left than the line of its partner, the partner is
//! the one that was left open.

use super::lines::{indent, is_first};
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::found::{Expected, Found};
use crate::lexer::Tok;
use crate::mend::on_other_lines;
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// Puts in a brace for each item that lacks one, where its place can be told.
pub(super) fn braces(source: &str, tokens: Vec<Tok>, errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let mut places: Vec<(usize, Tok)> = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let next = tokens[start + 1..].iter().position(|tok| tok.kind.is_item());
        let end = next.map_or(tokens.len(), |next| start + 1 + next);
        let count = |kind| tokens[start..end].iter().filter(|tok| tok.kind == kind).count();
        let (open, closed) = (count(K::OpenBrace), count(K::CloseBrace));
        if open > closed {
            places.extend(unclosed(source, &tokens, start, end, errors));
        } else if open < closed {
            places.extend(unopened(source, &tokens, start, end, errors));
        }
        start = end;
    }
    if places.is_empty() {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len() + places.len());
    let mut places = places.into_iter().peekable();
    for (at, mut tok) in tokens.into_iter().enumerate() {
        while let Some((_, brace)) = places.next_if(|(place, _)| *place == at) {
            tok.faulty |= brace.kind == K::OpenBrace;
            out.push(brace);
        }
        out.push(tok);
    }
    out.extend(places.map(|(_, brace)| brace));
    out
}

/// The place of a closing brace that is missing inside of the item.
fn unclosed(
    source: &str,
    tokens: &[Tok],
    start: usize,
    end: usize,
    errors: &mut Vec<SyntaxError>,
) -> Option<(usize, Tok)> {
    // How far the line of each open brace is indented.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut column = 0;
    for at in start..end {
        let tok = &tokens[at];
        let first = is_first(source, tokens, at).then(|| indent(source, tok)).flatten();
        column = first.unwrap_or(column);
        if tok.kind == K::OpenBrace {
            open.push((at, column));
        } else if tok.kind == K::CloseBrace {
            let (opener, margin) = open.pop()?;
            if first.is_some_and(|first| first < margin) {
                let place = place(source, tokens, opener, margin, at);
                let missing = tokens[place - 1].span.end;
                let missing_at = Span { start: missing, end: missing };
                let kind = E::UnclosedBracket { opener: K::OpenBrace, missing_at };
                errors.push(SyntaxError { kind, span: tokens[opener].span });
                return Some((place, Tok::mended(K::CloseBrace, missing)));
            }
        }
    }
    None
}

/// Before which token the brace at `opener` should have ended, at the latest before the one at `limit`.
fn place(source: &str, tokens: &[Tok], opener: usize, margin: usize, limit: usize) -> usize {
    let mut depth = 0_usize;
    let alone = on_other_lines(source, tokens[opener].span, tokens[opener + 1].span);
    for at in opener + 1..limit {
        let kind = tokens[at].kind;
        let first = is_first(source, tokens, at);
        if depth == 0 && at > opener + 1 {
            let outdented = first && indent(source, &tokens[at]).is_some_and(|column| column <= margin);
            if kind == K::Else || outdented || !alone && (first || matches!(kind, K::Semicolon | K::Comma)) {
                return at;
            }
        }
        if kind.closer().is_some() {
            depth += 1;
        } else if kind.is_closer() {
            // A bracket around the brace closes: so the brace ends before it.
            if depth == 0 {
                return at;
            }
            depth -= 1;
        }
    }
    limit
}

/// The place of the brace that is missing at the start of a family's body.
fn unopened(
    source: &str,
    tokens: &[Tok],
    start: usize,
    end: usize,
    errors: &mut Vec<SyntaxError>,
) -> Option<(usize, Tok)> {
    let item = &tokens[start..end];
    let arrow = item.iter().position(|tok| tok.kind == K::Arrow).filter(|_| item[0].kind == K::Family)?;
    let mut at = arrow + 1;
    matches!(item.get(at)?.kind, K::Name | K::Num | K::Bool).then_some(())?;
    at += 1;
    if item.get(at)?.kind == K::OpenBracket {
        at = super::lines::partner(item, at, item.len())? + 1;
    }
    let found =
        item.get(at).filter(|tok| !matches!(tok.kind, K::OpenBrace | K::In | K::Where | K::CloseBrace))?;
    let text = source.get(found.span.range())?.to_owned();
    let kind = E::Unexpected { found: Found::Token(found.kind, text), expected: Expected::Body };
    errors.push(SyntaxError { kind, span: found.span });
    Some((start + at, Tok::mended(K::OpenBrace, found.span.start)))
}
