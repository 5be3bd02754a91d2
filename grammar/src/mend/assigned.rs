//! Assignments where circ has values: as the result of a block, and to an element of an array.

use super::lines::partner;
use super::statements::Pass;
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::lexer::Tok;
use crate::mend::on_other_lines;
use crate::tokens::TokenKind as K;

/// How many tokens a search looks ahead, so that many slips in a long file cost no more than their number.
const NEAR: usize = 300;

impl Pass<'_> {
    /// `c = c + 1` as the result of a block, such as a branch: its value is `c + 1`, and that is how it is read.
    pub(super) fn assigned_value(&mut self, tok: &Tok, operator: &Tok) {
        let span = tok.span.to(operator.span);
        let end = self.end_of_statement(self.at + 2);
        let value = self.tokens.get(self.at + 2..end).and_then(|value| {
            let span = value.first()?.span.to(value.last()?.span);
            let text = self.source.get(span.range())?;
            (text.len() <= 40 && !text.contains(['\n', '\r'])).then_some(text)
        });
        let sign = operator.text.trim_end_matches('=');
        let plain = operator.kind == K::Equal;
        let value =
            value.map(|text| if plain { text.to_owned() } else { format!("{} {sign} {text}", tok.text) });
        let shown = if plain { "=".to_owned() } else { operator.text.clone() };
        let kind = E::AssignedValue { name: tok.text.clone(), operator: shown, value };
        self.errors.push(SyntaxError { kind, span });
        if !plain {
            // `c += 1` gives `c + 1`.
            self.push(tok.clone());
            let kind = K::of_text(sign).unwrap_or(K::Plus);
            self.push(Tok { faulty: true, ..Tok::fixed(kind, operator.span) });
        }
        self.at += 1;
        self.returns();
    }

    /// What stands after `name =` is a token or arithmetic with a number in it.
    pub(super) fn equals_no_bool(&self) -> bool {
        let end = self.end_of_statement(self.at + 2);
        let value = self.tokens.get(self.at + 2..end).unwrap_or_default();
        let arithmetic = |tok: &Tok| {
            let sign = matches!(tok.kind, K::Plus | K::Minus | K::Star | K::Slash | K::Caret);
            sign || matches!(tok.kind, K::Name | K::Number)
        };
        matches!(value, [only] if only.kind == K::Token)
            || value.iter().all(arithmetic) && value.iter().any(|tok| tok.kind == K::Number)
    }

    /// `x[i] = …` with the name at hand: one past its end, and what to say of it.
    pub(super) fn assigned_element(&self, tok: &Tok) -> Option<(usize, SyntaxError)> {
        let bracket = self.tokens.get(self.at + 1).filter(|next| next.kind == K::OpenBracket)?;
        (tok.kind == K::Name && !self.compares(&tok.text)).then_some(())?;
        let mut close = partner(&self.tokens, self.at + 1, NEAR)?;
        let index =
            self.source.get(bracket.span.end as usize..self.tokens[close].span.start as usize)?.trim();
        let mut one = !index.contains([',', '\n', '\r', '.', ':']) && index.len() <= 20 && !index.is_empty();
        // `x[i][j] = …`
        while self.tokens.get(close + 1).is_some_and(|next| next.kind == K::OpenBracket) {
            close = partner(&self.tokens, close + 1, NEAR)?;
            one = false;
        }
        self.assigns(close + 1).then_some(())?;
        let span = tok.span.to(self.tokens[close + 1].span);
        let end = self.end_of_statement(close + 2);
        let semicolon = self.tokens.get(end).is_some_and(|next| next.kind == K::Semicolon);
        let kind = E::AssignedElement { name: tok.text.clone(), index: one.then(|| index.to_owned()) };
        Some((end + usize::from(semicolon), SyntaxError { kind, span }))
    }

    /// One past the last token before the semicolon, the bracket or the line that ends the statement.
    fn end_of_statement(&self, from: usize) -> usize {
        let mut depth = 0_usize;
        for at in from..self.tokens.len() {
            let tok = &self.tokens[at];
            let before = &self.tokens[at - 1];
            let next_line = tok.kind.starts_operand()
                && before.kind.ends_operand()
                && on_other_lines(self.source, before.span, tok.span);
            if depth == 0 && at > from && (next_line || tok.kind == K::Let) || tok.kind.is_item() {
                return at;
            }
            if tok.kind.closer().is_some() {
                depth += 1;
            } else if tok.kind.is_closer() {
                if depth == 0 {
                    return at;
                }
                depth -= 1;
            } else if depth == 0 && tok.kind == K::Semicolon {
                return at;
            }
        }
        self.tokens.len()
    }
}
