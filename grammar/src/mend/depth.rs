//! The limits of nesting, on the tokens: so the parser's stack stays short and nothing after it recurses far.

use crate::errors::{SyntaxError, SyntaxErrorKind};
use crate::lexer::Tok;
use crate::tokens::TokenKind as K;
use crate::{MAX_HEIGHT, MAX_NESTING};

/// What is open at one level of brackets.
#[derive(Default)]
struct Level {
    /// The bracket is a brace that belongs to an `if`, a `match` or a loop.
    body: bool,
    /// Prefix operators and powers that wait for the end of their operand.
    run: u32,
    /// For each `if`, `match` or loop that waits for a body: how many tokens it adds to the stack, with the
    /// operators before it and every `else if` of its chain.
    constructs: Vec<u32>,
}

/// Refuses brackets nested deeper than [`MAX_NESTING`], and more than [`MAX_HEIGHT`] operators, `if`s and the
/// like that are open at once. Takes balanced tokens.
pub(super) fn check(tokens: &[Tok]) -> Result<(), SyntaxError> {
    let mut levels = vec![Level::default()];
    let mut waiting = 0_u32;
    let mut before = None;
    for (at, tok) in tokens.iter().enumerate() {
        let operand_before = before.is_some_and(K::ends_operand);
        if tok.kind.closer().is_some() {
            let body = tok.kind == K::OpenBrace && (operand_before || before == Some(K::Else));
            levels.push(Level { body, ..Level::default() });
        } else if tok.kind.is_closer() && levels.len() > 1 {
            let level = levels.pop().unwrap_or_default();
            waiting -= level.run + level.constructs.iter().sum::<u32>();
            let goes_on = tokens.get(at + 1).is_some_and(|next| next.kind == K::Else);
            if let Some(outer) = levels.last_mut()
                && level.body
                && !goes_on
            {
                waiting -= outer.constructs.pop().unwrap_or(0);
            }
        } else if let Some(level) = levels.last_mut() {
            waiting = level.take(tok.kind, before, operand_before, waiting);
        }
        if levels.len() > MAX_NESTING as usize + 1 {
            return Err(too_deep(tok, MAX_NESTING));
        }
        if waiting > MAX_HEIGHT {
            return Err(too_deep(tok, MAX_HEIGHT));
        }
        before = Some(tok.kind);
    }
    Ok(())
}

impl Level {
    /// Takes a token that is no bracket; gives what waits now on all levels together.
    fn take(&mut self, kind: K, before: Option<K>, operand_before: bool, waiting: u32) -> u32 {
        match kind {
            K::If if before == Some(K::Else) && !self.constructs.is_empty() => {
                if let Some(chain) = self.constructs.last_mut() {
                    *chain += 1;
                }
                waiting + 1
            }
            K::If | K::Match | K::Fold | K::Scan => {
                self.constructs.push(self.run + 1);
                self.run = 0;
                waiting + 1
            }
            kind if kind.is_item() || matches!(kind, K::Comma | K::Semicolon) => {
                let done = self.run + self.constructs.drain(..).sum::<u32>();
                self.run = 0;
                waiting - done
            }
            K::Not | K::Caret => {
                self.run += 1;
                waiting + 1
            }
            K::Minus if !operand_before => {
                self.run += 1;
                waiting + 1
            }
            kind if kind.ends_operand() => waiting,
            // A looser operator, or a word: what was tighter is complete.
            _ => {
                let done = std::mem::take(&mut self.run);
                waiting - done
            }
        }
    }
}

fn too_deep(tok: &Tok, limit: u32) -> SyntaxError {
    SyntaxError { kind: SyntaxErrorKind::TooDeep { limit }, span: tok.span }
}
