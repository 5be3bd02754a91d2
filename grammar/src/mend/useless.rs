//! Statements that have no place in circ: loops, and an `if` without `else`.

use super::lines::partner;
use super::statements::Pass;
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::found::{Expected, Found};
use crate::lexer::Tok;
use crate::mend::on_other_lines;
use crate::tokens::TokenKind as K;
use crate::tree::Span;

impl Pass<'_> {
    /// The statement that starts with the token at hand gives nothing: one past its end, and what to say of it.
    pub(super) fn useless(&self, tok: &Tok) -> Option<(usize, SyntaxError)> {
        let next = self.tokens.get(self.at + 1).map(|tok| tok.kind);
        let word = tok.kind == K::Name && !tok.faulty;
        let repeats = tok.kind == K::For
            || word
                && tok.text == "while"
                && next.is_some_and(|next| next.starts_operand() || next == K::OpenParen)
            || word && tok.text == "loop" && next == Some(K::OpenBrace);
        if repeats {
            let end = self.body(self.at).map(|body| body + 1).or_else(|| self.semicolon_after(self.at))?;
            // `for … { … };`
            let semicolon = self.tokens.get(end).is_some_and(|tok| tok.kind == K::Semicolon);
            let end = end + usize::from(semicolon);
            return Some((end, SyntaxError { kind: E::LoopStatement, span: tok.span }));
        }
        if tok.kind == K::If {
            return self.bare_branches().or_else(|| self.lone_if());
        }
        // `assert n > 0`
        let does =
            word && matches!(tok.text.as_str(), "assert" | "print" | "del" | "global" | "raise" | "yield");
        if does && next.is_some_and(K::starts_operand) {
            let ends = |(at, next): &(usize, &Tok)| {
                next.kind == K::Semicolon
                    || next.kind == K::CloseBrace
                    || on_other_lines(self.source, self.tokens[at - 1].span, next.span)
            };
            let rest = self.tokens.iter().enumerate().skip(self.at + 1);
            let end = rest
                .clone()
                .find(ends)
                .map_or(self.tokens.len(), |(at, next)| at + usize::from(next.kind == K::Semicolon));
            let kind = E::ExpressionStatement { word: Some(tok.text.clone()) };
            return Some((end, SyntaxError { kind, span: tok.span }));
        }
        None
    }

    /// `if (c) a; else b;`: branches without braces.
    fn bare_branches(&self) -> Option<(usize, SyntaxError)> {
        let kind = |at: usize| self.tokens.get(at).map(|tok| tok.kind);
        (kind(self.at + 1) == Some(K::OpenParen)).then_some(())?;
        let close = partner(&self.tokens, self.at + 1, self.tokens.len())?;
        let branch = self.tokens.get(close + 1).filter(|branch| {
            matches!(branch.kind, K::Name | K::Number | K::True | K::False | K::Token | K::String)
        })?;
        let mut end = self.semicolon_after(close)?;
        if kind(end) == Some(K::Else) && !matches!(kind(end + 1), Some(K::OpenBrace | K::If)) {
            end = self.semicolon_after(end)?;
        }
        let text = self.source.get(branch.span.range()).unwrap_or_default().to_owned();
        let found = Found::Token(branch.kind, text);
        let kind = E::Unexpected { found, expected: Expected::OperatorOr(K::OpenBrace) };
        Some((end, SyntaxError { kind, span: branch.span }))
    }

    /// An `if` whose last branch has no `else`, and after which something follows in its block.
    fn lone_if(&self) -> Option<(usize, SyntaxError)> {
        let mut at = self.at;
        let end = loop {
            let end = self.body(at)?;
            let kind = |ahead: usize| self.tokens.get(end + ahead).map(|tok| tok.kind);
            match (kind(1), kind(2)) {
                (Some(K::Else), Some(K::If)) => at = end + 2,
                (Some(K::Else), _) => return None,
                (Some(K::Semicolon), Some(after)) if after != K::CloseBrace => break end + 1,
                (Some(after), _) if after.starts_operand() || after == K::Let || after == K::OpenParen => {
                    break end;
                }
                _ => return None,
            }
        };
        let brace = self.tokens[if self.tokens[end].kind == K::Semicolon { end - 1 } else { end }].span;
        let span = Span { start: brace.end, end: brace.end };
        Some((end + 1, SyntaxError { kind: E::MissingElse { statement: true, otherwise: None }, span }))
    }

    /// The closing brace of the body of an `if` or a loop that starts at `at`.
    fn body(&self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut body = false;
        for ahead in at + 1..self.tokens.len() {
            let kind = self.tokens[ahead].kind;
            let before = self.tokens[ahead - 1].kind;
            if kind.closer().is_some() {
                let opens = kind == K::OpenBrace
                    && (before.ends_operand() || self.tokens[ahead - 1].faulty || before == K::Name);
                body |= depth == 0 && opens;
                depth += 1;
            } else if kind.is_closer() {
                depth = depth.checked_sub(1)?;
                if depth == 0 && body {
                    return Some(ahead);
                }
            } else if depth == 0 && (matches!(kind, K::Semicolon | K::Let) || kind.is_item()) {
                return None;
            }
        }
        None
    }

    /// One past the next semicolon of the same block.
    fn semicolon_after(&self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for ahead in at + 1..self.tokens.len() {
            let kind = self.tokens[ahead].kind;
            if kind.closer().is_some() {
                depth += 1;
            } else if kind.is_closer() {
                depth = depth.checked_sub(1)?;
            } else if kind.is_item() {
                return None;
            } else if depth == 0 && kind == K::Semicolon {
                return Some(ahead + 1);
            }
        }
        None
    }
}
