//! A comma before the block of a family or a test.

use crate::errors::{SyntaxError, SyntaxErrorKind};
use crate::lexer::Tok;
use crate::tokens::TokenKind as K;

/// Leaves out the comma in `where n > 1, { … }`: with it, the body would be read as one more condition.
/// Takes balanced tokens.
pub(super) fn trailing(mut tokens: Vec<Tok>, errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let mut depth = 0_usize;
    let mut list = None;
    let mut remove = Vec::new();
    for at in 0..tokens.len() {
        let kind = tokens[at].kind;
        if kind.closer().is_some() {
            depth += 1;
        } else if kind.is_closer() {
            depth = depth.saturating_sub(1);
        } else if kind.is_item() {
            list = None;
        } else if depth == 0 && matches!(kind, K::Where | K::For) && list.is_none() {
            list = Some(kind);
        } else if depth == 0
            && kind == K::Comma
            && let Some(list) = list
            && tokens.get(at + 1).is_some_and(|next| next.kind == K::OpenBrace)
            && ends_item(&tokens[at + 1..])
        {
            let kind = SyntaxErrorKind::TrailingComma { list };
            errors.push(SyntaxError { kind, span: tokens[at].span });
            remove.push(at);
        }
    }
    if !remove.is_empty() {
        let mut at = 0;
        tokens.retain(|_| {
            at += 1;
            remove.binary_search(&(at - 1)).is_err()
        });
    }
    tokens
}

/// The brace that these tokens start with is the last thing of its item.
fn ends_item(tokens: &[Tok]) -> bool {
    let mut depth = 0_usize;
    for (at, tok) in tokens.iter().enumerate() {
        if tok.kind.closer().is_some() {
            depth += 1;
        } else if tok.kind.is_closer() {
            depth -= 1;
        }
        if depth == 0 {
            return tokens.get(at + 1).is_none_or(|next| next.kind.is_item());
        }
    }
    true
}
