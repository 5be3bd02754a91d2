//! What an `if` without `else` is when its condition does not hold, where only one thing can be meant.

use crate::lexer::Tok;
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// The value of the missing branch: `false` beside `true`, and in the body of a loop its state. Nothing elsewhere:
/// a guess would make a program of another meaning. The tokens end with the branch that is there.
pub(crate) fn otherwise(source: &str, tokens: &[Tok]) -> Option<String> {
    let tokens: Vec<&Tok> = tokens.iter().filter(|tok| !tok.is_mended()).collect();
    let close = tokens.len().checked_sub(1).filter(|at| tokens[*at].kind == K::CloseBrace)?;
    let mut open = opener(&tokens, close)?;
    if matches!(tokens[open + 1..close], [only] if only.kind == K::True) {
        return Some("false".to_owned());
    }
    // From the inside out: from branch to branch, up to the body of the loop whose value they are.
    loop {
        let head = head(&tokens, open)?;
        if matches!(tokens[head].kind, K::Fold | K::Scan) {
            return state(source, &tokens, head);
        }
        let before = head.checked_sub(1)?;
        open = match tokens[before].kind {
            K::Else => opener(&tokens, before.checked_sub(1)?)?,
            K::OpenBrace => before,
            // After the `let`s of its block.
            K::Semicolon => around(&tokens, before)?,
            _ => return None,
        };
    }
}

/// The bracket that the one at `close` closes.
fn opener(tokens: &[&Tok], close: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for at in (0..=close).rev() {
        if tokens[at].kind.is_closer() {
            depth += 1;
        } else if tokens[at].kind.closer().is_some() {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The brace that is open at `at`.
fn around(tokens: &[&Tok], at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for before in (0..at).rev() {
        if tokens[before].kind.is_closer() {
            depth += 1;
        } else if tokens[before].kind.closer().is_some() {
            if depth == 0 {
                return (tokens[before].kind == K::OpenBrace).then_some(before);
            }
            depth -= 1;
        }
    }
    None
}

/// The word that the block at `open` belongs to: its `if`, `fold` or `scan`; for an `else` the `if` before it.
fn head(tokens: &[&Tok], open: usize) -> Option<usize> {
    let mut at = open.checked_sub(1)?;
    while tokens[at].kind == K::Else {
        at = opener(tokens, at.checked_sub(1)?)?.checked_sub(1)?;
    }
    loop {
        let kind = tokens[at].kind;
        if matches!(kind, K::If | K::Fold | K::Scan) {
            return Some(at);
        }
        if kind.is_closer() && kind != K::CloseBrace {
            at = opener(tokens, at)?;
        } else if kind.is_closer()
            || kind.closer().is_some()
            || matches!(kind, K::Semicolon | K::Let | K::Else)
            || kind.is_item()
        {
            return None;
        }
        at = at.checked_sub(1)?;
    }
}

/// The state of the loop at `head` as it is written, where it consists of names that are not bound again.
fn state(source: &str, tokens: &[&Tok], head: usize) -> Option<String> {
    let length = tokens[head + 1..].iter().position(|tok| tok.kind == K::Equal)?;
    let pattern = &tokens[head + 1..head + 1 + length];
    let names = |tok: &&Tok| tok.kind == K::Name;
    let plain = |tok: &&Tok| names(tok) || matches!(tok.kind, K::Comma | K::OpenParen | K::CloseParen);
    let bound = |name: &str| {
        let after = &tokens[head + 1 + length..];
        after.windows(2).any(|pair| {
            matches!(pair[0].kind, K::Let | K::For | K::Fold | K::Scan)
                && pair[1].kind == K::Name
                && pair[1].text == name
        })
    };
    let tuple_bound = tokens[head + 1 + length..]
        .windows(2)
        .any(|pair| matches!(pair[0].kind, K::Let | K::Fold | K::Scan) && pair[1].kind == K::OpenParen);
    if !pattern.iter().all(plain)
        || tuple_bound
        || pattern.iter().filter(|tok| names(tok)).any(|tok| bound(&tok.text))
    {
        return None;
    }
    let (first, last) = (pattern.first()?, pattern.last()?);
    let span = Span { end: last.span.end, ..first.span };
    source.get(span.range()).filter(|text| !text.contains(['\n', '\r', '/'])).map(str::to_owned)
}
