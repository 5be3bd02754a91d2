//! Brackets: afterwards every one has its partner.

use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::lexer::Tok;
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// Puts in the brackets that are missing and leaves out those that close nothing.
///
/// A `;`, a `let` and an arrow stand in no parentheses, and an item in no brackets at all; so they show where an
/// open bracket should have ended. A brace weighs more than the others: these close nothing across it.
pub(super) fn balance(tokens: Vec<Tok>, errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    // After a quote without a partner on the line, brackets may have gone astray with it.
    let quotes: Vec<u32> = errors
        .iter()
        .filter(|error| matches!(error.kind, E::UnclosedToken | E::UnclosedString))
        .map(|error| error.span.start)
        .collect();
    let mut pass =
        Pass { open: Vec::new(), out: Vec::with_capacity(tokens.len()), quotes, stray: false, errors };
    for mut tok in tokens {
        let at = tok.span.start;
        // What stands after a stray bracket may not fit because of it.
        tok.faulty |= std::mem::take(&mut pass.stray);
        if tok.kind.closer().is_some() {
            pass.open.push((tok.kind, tok.span));
            pass.out.push(tok);
        } else if tok.kind.is_closer() {
            pass.close(tok);
        } else {
            match tok.kind {
                K::Let | K::Semicolon | K::Arrow => {
                    let level = pass.open.iter().rposition(|(kind, _)| *kind == K::OpenBrace);
                    pass.close_down_to(level.map_or(0, |level| level + 1), at);
                }
                kind if kind.is_item() => pass.close_down_to(0, at),
                _ => {}
            }
            pass.out.push(tok);
        }
    }
    let end = pass.out.last().map_or(0, |tok| tok.span.end);
    pass.close_down_to(0, end);
    pass.out
}

struct Pass<'a> {
    open: Vec<(K, Span)>,
    out: Vec<Tok>,
    quotes: Vec<u32>,
    /// The token before was left out.
    stray: bool,
    errors: &'a mut Vec<SyntaxError>,
}

impl Pass<'_> {
    /// Closes all brackets but the outermost `level`. One report: they are likely to be one slip.
    fn close_down_to(&mut self, level: usize, at: u32) {
        if self.open.len() <= level {
            return;
        }
        // Where the partner is missed: after the last thing that can be inside.
        let end = self.out.last().map_or(at, |tok| tok.span.end);
        if let Some(&(opener, span)) = self.open.last() {
            let next_quote = self.quotes.partition_point(|quote| *quote < span.start);
            if self.quotes.get(next_quote).is_none_or(|quote| *quote >= at) {
                let missing_at = Span { start: end, end };
                self.errors.push(SyntaxError { kind: E::UnclosedBracket { opener, missing_at }, span });
            }
        }
        for (opener, _) in self.open.drain(level..).rev() {
            if let Some(closer) = opener.closer() {
                self.out.push(Tok::mended(closer, end));
            }
        }
    }

    fn close(&mut self, mut tok: Tok) {
        let mut partner = None;
        for (level, (opener, _)) in self.open.iter().enumerate().rev() {
            if opener.closer() == Some(tok.kind) {
                partner = Some(level);
            }
            if partner.is_some() || *opener == K::OpenBrace {
                break;
            }
        }
        if let Some(level) = partner {
            self.close_down_to(level + 1, tok.span.start);
            self.open.pop();
            self.out.push(tok);
            return;
        }
        match self.open.last() {
            Some(&(opener, opener_span)) if opener != K::OpenBrace && tok.kind != K::CloseBrace => {
                let kind = E::WrongBracket { found: tok.kind, opener, opener_span };
                self.errors.push(SyntaxError { kind, span: tok.span });
                self.open.pop();
                tok.kind = opener.closer().unwrap_or(tok.kind);
                tok.faulty = true;
                self.out.push(tok);
            }
            _ => {
                self.stray = true;
                let after_quote = self.quotes.last().is_some_and(|quote| *quote < tok.span.start);
                if !after_quote {
                    self.errors
                        .push(SyntaxError { kind: E::StrayBracket { found: tok.kind }, span: tok.span });
                }
            }
        }
    }
}
