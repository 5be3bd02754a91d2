//! Expressions in the way of other languages and of mathematics, as far as tokens show them: `|x|`, `x[1:3]`,
//! `lambda v: v`, `n mod 2`, `f(key = x)`. What means the same in circ is read as that; else the part is left out.

use super::bounds;
use super::cuts::Cuts;
use super::heads::read_type;
use super::lines::partner;
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::foreign;
use crate::lexer::Tok;
use crate::mend::on_other_lines;
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// How many tokens a search looks ahead, so that many slips in a long file cost no more than their number.
pub(super) const NEAR: usize = 300;

/// Mends expressions. Takes tokens whose brackets may lack partners.
pub(super) fn idioms(source: &str, tokens: &[Tok], errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let out = Vec::with_capacity(tokens.len());
    let mut pass = Pass {
        source,
        tokens,
        out,
        open: Vec::new(),
        bars: Vec::new(),
        cuts: Cuts::default(),
        item: None,
        at: 0,
    };
    while pass.at < tokens.len() {
        pass.step();
    }
    pass.cuts.apply(errors);
    pass.out
}

/// A bracket that is open.
struct Open {
    kind: K,
    /// Its byte.
    start: u32,
    /// It stands after a value: an index or a call.
    applied: bool,
    /// It is a call of a reduction, whose argument may be a comparison.
    reduction: bool,
    /// It is a call of a method, which is told of by itself.
    method: bool,
    /// The colons in it that were read as `..`.
    colons: Vec<u32>,
    /// A colon stands since the last comma.
    colon: bool,
    /// A second one: a step.
    step: bool,
}

pub(super) struct Pass<'a> {
    pub(super) source: &'a str,
    pub(super) tokens: &'a [Tok],
    pub(super) out: Vec<Tok>,
    open: Vec<Open>,
    /// The closing bars of absolute values, by their index; the next one last.
    bars: Vec<usize>,
    pub(super) cuts: Cuts,
    /// The keyword of the item at hand.
    item: Option<K>,
    pub(super) at: usize,
}

impl<'a> Pass<'a> {
    fn step(&mut self) {
        let tok = &self.tokens[self.at];
        let read = match tok.kind {
            K::Colon => self.colon(tok),
            K::Bar => self.bar(tok),
            K::Or => self.norm(tok),
            K::Name => self.name(tok),
            K::For => self.c_loop(tok),
            K::Let => self.let_type(tok),
            K::Equal => self.at_most(tok),
            K::Num | K::Bool => self.nested_type(tok),
            // `x not in w` is told of at its `in`.
            K::Not => self.after_value(tok) && self.kind(1) == Some(K::In) && self.skip(1),
            _ => false,
        } || bounds::starts(self.source, &self.tokens[self.at..]) && self.bounds(tok);
        if !read {
            self.pass_on(tok);
        }
    }

    /// The kind of a token further on.
    pub(super) fn kind(&self, ahead: usize) -> Option<K> {
        self.tokens.get(self.at + ahead).map(|tok| tok.kind)
    }

    pub(super) fn skip(&mut self, count: usize) -> bool {
        self.at += count;
        true
    }

    fn pass_on(&mut self, tok: &Tok) {
        if tok.kind.closer().is_some() {
            self.enter(tok);
        } else if tok.kind.is_closer() {
            self.leave(tok);
        } else if tok.kind == K::Comma {
            if let Some(open) = self.open.last_mut() {
                open.colon = false;
            }
        } else if tok.kind.is_item() {
            self.item = Some(tok.kind);
            self.open.clear();
            self.bars.clear();
        }
        self.out.push(tok.clone());
        self.at += 1;
    }

    fn enter(&mut self, tok: &Tok) {
        let before = self.out.last();
        let kind = |back: usize| self.out.len().checked_sub(back).map(|at| self.out[at].kind);
        let of_item = kind(2).is_some_and(K::is_item);
        let name = before.filter(|last| last.kind == K::Name).map(|last| last.text.as_str());
        let reduction = name.is_some_and(|name| {
            matches!(name, "sum" | "prod" | "all" | "any" | "count" | "mean" | "max" | "min" | "sign" | "abs")
        });
        self.open.push(Open {
            kind: tok.kind,
            start: tok.span.end,
            applied: before.is_some_and(|last| last.kind.ends_operand()) && !of_item,
            reduction,
            method: name.is_some() && kind(2) == Some(K::Dot),
            colons: Vec::new(),
            colon: false,
            step: false,
        });
    }

    fn leave(&mut self, tok: &Tok) {
        let Some(open) = self.open.pop() else { return };
        if open.colons.is_empty() {
            return;
        }
        let span = Span { start: open.start, end: tok.span.start };
        let mut replacement = String::new();
        let mut from = span.start;
        for colon in open.colons {
            replacement.push_str(self.source.get(from as usize..colon as usize).unwrap_or_default());
            replacement.push_str("..");
            from = colon + 1;
        }
        replacement.push_str(self.source.get(from as usize..span.end as usize).unwrap_or_default());
        let replacement = (!open.step).then_some(replacement);
        self.cuts.add(SyntaxError { kind: E::ColonSlice { replacement }, span });
    }

    /// A value has ended on this line.
    pub(super) fn after_value(&self, tok: &Tok) -> bool {
        self.out
            .last()
            .is_some_and(|last| last.kind.ends_operand() && !on_other_lines(self.source, last.span, tok.span))
    }

    /// A value starts after the token at hand.
    fn before_value(&self, ahead: usize) -> bool {
        self.kind(ahead).is_some_and(|next| {
            next.starts_operand() || matches!(next, K::OpenParen | K::OpenBracket | K::OpenBrace | K::Minus)
        })
    }

    /// `x[1:3]`
    fn colon(&mut self, tok: &Tok) -> bool {
        let Some(open) = self.open.last_mut().filter(|open| open.kind == K::OpenBracket && open.applied)
        else {
            return false;
        };
        if open.colon {
            // A step: circ has none.
            open.step = true;
            let end = self.tokens[self.at..]
                .iter()
                .position(|tok| tok.kind == K::CloseBracket || tok.kind == K::Comma);
            return self.skip(end.unwrap_or(1).max(1));
        }
        open.colon = true;
        open.colons.push(tok.span.start);
        self.out.push(Tok { faulty: true, ..Tok::fixed(K::DotDot, tok.span) });
        self.skip(1)
    }

    fn bar(&mut self, tok: &Tok) -> bool {
        if self.bars.last() == Some(&self.at) {
            self.bars.pop();
            self.leave(tok);
            self.out.push(Tok { faulty: true, ..Tok::fixed(K::CloseParen, tok.span) });
            return self.skip(1);
        }
        let before = self.out.last().map(|last| last.kind);
        let pattern = |kind| matches!(kind, Some(K::Token | K::Discard | K::String));
        if self.item == Some(K::Alphabet) || pattern(before) || pattern(self.kind(1)) {
            return false;
        }
        if before.is_some_and(K::ends_operand) {
            let spelling =
                E::ForeignSpelling { found: "|".to_owned(), replacement: "or".to_owned(), more: 0 };
            self.cuts.add(SyntaxError { kind: spelling, span: tok.span });
            self.out.push(Tok { faulty: true, ..Tok::fixed(K::Or, tok.span) });
            return self.skip(1);
        }
        let Some(end) = self.closing_bar() else { return false };
        let inner = &self.tokens[self.at + 1..end];
        let parameters = inner
            .iter()
            .all(|tok| matches!(tok.kind, K::Name | K::Comma | K::Colon | K::Discard | K::Num | K::Bool));
        let after = self.tokens.get(end + 1).map(|after| after.kind);
        let value =
            |kind: K| kind.starts_operand() || matches!(kind, K::OpenParen | K::OpenBracket | K::OpenBrace);
        if parameters && after.is_some_and(value) {
            return self.function(end + 1);
        }
        let last = self.tokens[end].span;
        let span = tok.span.to(last);
        let text = self.source.get(tok.span.end as usize..last.start as usize).unwrap_or_default();
        self.cuts.add(SyntaxError { kind: E::Bars { replacement: format!("abs({})", text.trim()) }, span });
        self.out.push(Tok { text: "abs".to_owned(), faulty: true, ..Tok::fixed(K::Name, tok.span) });
        let paren = Tok { faulty: true, ..Tok::fixed(K::OpenParen, tok.span) };
        self.enter(&paren);
        self.out.push(paren);
        self.bars.push(end);
        self.skip(1)
    }

    /// `||x||`, where the lexer has read both for `or`.
    fn norm(&mut self, tok: &Tok) -> bool {
        let double = |tok: &Tok| tok.kind == K::Or && self.source.get(tok.span.range()) == Some("||");
        if !double(tok) || self.out.last().is_some_and(|last| last.kind.ends_operand()) {
            return false;
        }
        let ahead = self.tokens[self.at + 1..].iter().take(NEAR).take_while(|tok| tok.kind != K::Semicolon);
        let Some(end) = ahead.into_iter().position(double) else { return false };
        let last = self.tokens[self.at + 1 + end].span;
        let text = self.source.get(tok.span.end as usize..last.start as usize).unwrap_or_default();
        let replacement = format!("sum(abs({}))", text.trim());
        self.leave_out(self.at + end + 2, E::Bars { replacement }, tok.span.to(last))
    }

    /// The bar that closes the one at hand.
    fn closing_bar(&self) -> Option<usize> {
        let (mut depth, mut inner) = (0_usize, 0_usize);
        for at in self.at + 1..self.tokens.len().min(self.at + NEAR) {
            let kind = self.tokens[at].kind;
            if kind.closer().is_some() {
                depth += 1;
            } else if kind.is_closer() {
                depth = depth.checked_sub(1)?;
            } else if matches!(kind, K::Semicolon | K::Let) || kind.is_item() {
                return None;
            } else if kind == K::Bar && depth == 0 {
                let before = self.tokens[at - 1].kind;
                if !before.ends_operand() && !matches!(before, K::Num | K::Bool | K::Discard | K::Bar) {
                    inner += 1;
                } else if inner == 0 {
                    return (at > self.at + 1).then_some(at);
                } else {
                    inner -= 1;
                }
            }
        }
        None
    }

    fn name(&mut self, tok: &Tok) -> bool {
        let typed = self.out.last().is_some_and(|last| matches!(last.kind, K::Colon | K::Arrow));
        if typed && self.nested_type(tok) {
            return true;
        }
        if tok.text == "lambda" && matches!(self.kind(1), Some(K::Name | K::Discard)) {
            let ahead = self.tokens[self.at..].iter().take(NEAR);
            let colon = ahead.take_while(|tok| !tok.kind.is_closer()).position(|tok| tok.kind == K::Colon);
            return colon.is_some_and(|colon| self.function(self.at + colon + 1));
        }
        if self.after_value(tok) {
            return self.infix(tok);
        }
        let call = self.open.last().filter(|open| open.kind == K::OpenParen && open.applied);
        let starts = self.out.last().is_some_and(|last| matches!(last.kind, K::OpenParen | K::Comma));
        // `map(x, v => v + 1)`
        if starts && self.kind(1) == Some(K::FatArrow) && call.is_some_and(|open| !open.reduction) {
            return self.function(self.at + 2);
        }
        if !starts || self.kind(1) != Some(K::Equal) {
            return false;
        }
        let first = self.out.last().is_some_and(|last| last.kind == K::OpenParen);
        match call.map(|open| open.reduction) {
            None => false,
            // `count(x = 1)` is a comparison.
            Some(true) if first => self.bounds_in_argument(tok),
            Some(true) if self.bounds_in_argument(tok) => true,
            Some(true) => {
                let span = tok.span.to(self.tokens[self.at + 1].span);
                self.leave_out(self.end_of_part(self.at), E::NamedArgument { name: tok.text.clone() }, span)
            }
            Some(false) => {
                let span = tok.span.to(self.tokens[self.at + 1].span);
                self.cuts.add(SyntaxError { kind: E::NamedArgument { name: tok.text.clone() }, span });
                self.skip(2)
            }
        }
    }

    /// `sum(i = 0..n, x[i])`
    fn bounds_in_argument(&mut self, tok: &Tok) -> bool {
        let ahead = self.tokens[self.at..].iter().take(NEAR);
        let mut part = ahead.take_while(|tok| !matches!(tok.kind, K::Comma | K::CloseParen));
        if !part.any(|tok| matches!(tok.kind, K::DotDot | K::DotDotEqual)) {
            return false;
        }
        let end = self.end_of_part(self.at);
        let span = tok.span.to(self.tokens[end - 1].span);
        let shown = format!("sum(… for {} in 0..n)", tok.text);
        self.leave_out(end, E::BoundsBeside { word: "sum", shown }, span)
    }

    /// A word between two values: `n mod 2`, `x as num`.
    fn infix(&mut self, tok: &Tok) -> bool {
        let spelling = |found: &str, replacement: &str| E::ForeignSpelling {
            found: found.to_owned(),
            replacement: replacement.to_owned(),
            more: 0,
        };
        if tok.text == "as" && matches!(self.kind(1), Some(K::Name | K::Num | K::Bool)) {
            let span = tok.span.to(self.tokens[self.at + 1].span);
            let found = self.source.get(span.range()).unwrap_or("as");
            self.cuts.add(SyntaxError { kind: spelling(found, ""), span });
            return self.skip(2);
        }
        match foreign::infix_word(&tok.text) {
            Some(replacement) if self.before_value(1) => {
                self.cuts.add(SyntaxError { kind: spelling(&tok.text, replacement), span: tok.span });
                let kind = K::of_text(replacement).unwrap_or(K::Invalid);
                self.out.push(Tok { faulty: true, ..Tok::fixed(kind, tok.span) });
                self.skip(1)
            }
            _ => false,
        }
    }

    /// A function as a value, from the token at hand; its body starts at `body`.
    fn function(&mut self, body: usize) -> bool {
        let end = self.end_of_part(body);
        let span = self.tokens[self.at].span.to(self.tokens[body - 1].span);
        if self.open.last().is_some_and(|open| open.method) {
            let part = self.tokens[self.at].span;
            self.out.push(Tok { faulty: true, ..Tok::fixed(K::Invalid, part) });
            self.at = end;
            return true;
        }
        self.leave_out(end, E::FunctionValue, span)
    }

    /// One past the last token of an argument, or of what else a comma or a semicolon ends.
    fn end_of_part(&self, from: usize) -> usize {
        let mut depth = 0_usize;
        for at in from..self.tokens.len() {
            let kind = self.tokens[at].kind;
            // The block of an `if` or a loop of whose head this is a part.
            let block = kind == K::OpenBrace && at > from && self.tokens[at - 1].kind.ends_operand();
            if depth == 0 && block {
                return at;
            }
            if kind.closer().is_some() {
                depth += 1;
            } else if kind.is_closer() {
                if depth == 0 {
                    return at;
                }
                depth -= 1;
            } else if kind.is_item() || depth == 0 && matches!(kind, K::Comma | K::Semicolon | K::Let) {
                return at;
            }
        }
        self.tokens.len()
    }

    /// Leaves the tokens up to `end` out, which `kind` tells of.
    pub(super) fn leave_out(&mut self, end: usize, kind: E, span: Span) -> bool {
        let first = self.tokens[self.at].span;
        let last = self.tokens[end - 1].span;
        self.cuts.replace(first.to(last), SyntaxError { kind, span });
        self.out.push(Tok { faulty: true, ..Tok::fixed(K::Invalid, first.to(last)) });
        self.at = end;
        while self.bars.last().is_some_and(|bar| *bar < end) {
            self.bars.pop();
        }
        true
    }

    /// `∑_{i=0}^{n} x_i`
    fn bounds(&mut self, tok: &Tok) -> bool {
        let read = bounds::read(self.source, &self.tokens[self.at..self.tokens.len().min(self.at + NEAR)]);
        let end = self.end_of_part(self.at + read.length);
        let last = self.tokens[self.at + read.length - 1].span;
        let kind = E::BoundsBeside { word: read.word, shown: read.shown };
        self.leave_out(end.max(self.at + 1), kind, tok.span.to(last))
    }

    /// `for (int i = 0; …)`: its semicolons end no statement. The pass over statements tells of the loop.
    fn c_loop(&mut self, tok: &Tok) -> bool {
        if self.kind(1) != Some(K::OpenParen) {
            return false;
        }
        let Some(end) = partner(self.tokens, self.at + 1, NEAR) else { return false };
        let inner = &self.tokens[self.at + 2..end];
        if inner.iter().all(|tok| tok.kind != K::Semicolon) {
            return false;
        }
        let part = self.tokens[self.at + 1].span.to(self.tokens[end].span);
        let kind = E::LoopStatement;
        self.cuts.replace(part, SyntaxError { kind, span: tok.span });
        self.out.push(Tok { faulty: true, ..tok.clone() });
        self.skip(end - self.at + 1)
    }

    /// `let y: [num; n] = …`
    fn let_type(&mut self, tok: &Tok) -> bool {
        let kinds = [self.kind(1), self.kind(2)];
        if !matches!(kinds, [Some(K::Name | K::Discard), Some(K::Colon)]) {
            return false;
        }
        let ahead = self.tokens[self.at..].iter().take(NEAR);
        let Some(end) = ahead.clone().position(|tok| tok.kind == K::Equal) else { return false };
        let ty = &self.tokens[self.at + 3..self.at + end];
        let (Some(first), Some(last)) = (ty.first(), ty.last()) else { return false };
        let Some(read) = read_type(self.source, ty).filter(|read| read.foreign) else { return false };
        let span = first.span.to(last.span);
        let found = self.source.get(span.range()).unwrap_or_default().to_owned();
        let kind = E::ForeignSpelling { found, replacement: read.text, more: 0 };
        self.cuts.replace(span, SyntaxError { kind, span });
        // The value has a type of its own.
        let colon = self.at + 2;
        self.out.push(tok.clone());
        self.out.extend(self.tokens[self.at + 1..colon].iter().cloned());
        self.skip(end)
    }
}
