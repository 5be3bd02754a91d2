//! Signs and types that other languages put together otherwise: `a =< b`, `num[n][m]`.

use super::idioms::{NEAR, Pass};
use super::lines::partner;
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::lexer::Tok;
use crate::tokens::TokenKind as K;

impl Pass<'_> {
    /// `a =< b`
    pub(super) fn at_most(&mut self, tok: &Tok) -> bool {
        let Some(next) = self.tokens.get(self.at + 1) else { return false };
        if next.kind != K::Less || next.span.start != tok.span.end || !self.after_value(tok) {
            return false;
        }
        let span = tok.span.to(next.span);
        self.spelling("=<".to_owned(), "<=".to_owned(), span);
        self.out.push(Tok { faulty: true, ..Tok::fixed(K::LessEqual, span) });
        self.skip(2)
    }

    /// `num[n][m]` is `num[n, m]`.
    pub(super) fn nested_type(&mut self, tok: &Tok) -> bool {
        let (mut end, mut parts) = (self.at, Vec::new());
        while self.tokens.get(end + 1).is_some_and(|next| next.kind == K::OpenBracket) {
            let Some(close) = partner(self.tokens, end + 1, NEAR) else { break };
            parts.push(end + 2..close);
            end = close;
        }
        if parts.len() < 2 || parts.iter().any(std::ops::Range::is_empty) {
            return false;
        }
        let span = tok.span.to(self.tokens[end].span);
        let inner = |part: &std::ops::Range<usize>| {
            let span = self.tokens[part.start].span.to(self.tokens[part.end - 1].span);
            self.source.get(span.range()).unwrap_or_default()
        };
        let sizes: Vec<&str> = parts.iter().map(inner).collect();
        let found = self.source.get(span.range()).unwrap_or_default().to_owned();
        let scalar = self.source.get(tok.span.range()).unwrap_or_default();
        let replacement = format!("{scalar}[{}]", sizes.join(", "));
        self.spelling(found, replacement, span);
        self.out.push(tok.clone());
        for (at, part) in parts.iter().enumerate() {
            let kind = if at == 0 { K::OpenBracket } else { K::Comma };
            let start = self.tokens[part.start - 1].span;
            self.out.push(Tok { faulty: true, ..Tok::fixed(kind, start) });
            self.out.extend(self.tokens[part.clone()].iter().cloned());
        }
        self.out.push(self.tokens[end].clone());
        self.at = end + 1;
        true
    }

    fn spelling(&mut self, found: String, replacement: String, span: crate::tree::Span) {
        self.cuts.add(SyntaxError { kind: E::ForeignSpelling { found, replacement, more: 0 }, span });
    }
}
