//! The statements of blocks: missing and needless semicolons, missing `let`s, `return`.

use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::foreign;
use crate::found::{Expected, Found};
use crate::lexer::Tok;
use crate::mend::cuts::Cuts;
use crate::mend::{on_other_lines, opens_block};
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// Mends the statements of blocks. Takes balanced tokens; afterwards every `let` of a block has its semicolon.
pub(super) fn statements(source: &str, tokens: Vec<Tok>, errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let out = Vec::with_capacity(tokens.len());
    let cuts = Cuts::default();
    let mut pass = Pass {
        source,
        tokens,
        out,
        levels: Vec::new(),
        errors,
        cuts,
        at: 0,
        item: None,
        valued: false,
        item_at: 0,
    };
    while pass.at < pass.tokens.len() {
        pass.step();
        pass.at += 1;
    }
    pass.end_item();
    pass.cuts.apply(pass.errors);
    pass.out
}

/// What is known of one level of brackets.
#[derive(Clone, Copy, Default)]
struct Level {
    /// It is a block.
    block: bool,
    /// A statement starts here.
    start: bool,
    /// A `let` waits for its semicolon.
    in_let: bool,
    /// The statement started with `return`, which was left out.
    returned: bool,
    /// Where the statement starts among the tokens passed on.
    from: usize,
}

pub(super) struct Pass<'a> {
    pub(super) source: &'a str,
    pub(super) tokens: Vec<Tok>,
    pub(super) out: Vec<Tok>,
    levels: Vec<Level>,
    pub(super) errors: &'a mut Vec<SyntaxError>,
    pub(super) cuts: Cuts,
    pub(super) at: usize,
    /// The keyword of the item at hand.
    item: Option<K>,
    /// Its value has started.
    valued: bool,
    /// Where it starts among the tokens passed on.
    item_at: usize,
}

impl Pass<'_> {
    fn step(&mut self) {
        let tok = self.tokens[self.at].clone();
        if tok.kind.is_closer() {
            let level = self.levels.pop().unwrap_or_default();
            if level.block && level.in_let {
                // No fact of its own: the grammar says that the block has no result.
                self.push_mended(K::Semicolon, false);
            }
            self.started();
            self.out.push(tok);
            return;
        }
        match self.levels.last().copied() {
            Some(level) if level.block => {
                if level.start && tok.kind != K::Semicolon {
                    self.statement(tok);
                } else {
                    self.inside(tok, level);
                }
            }
            Some(_) => self.push(tok),
            // `};` after a family or a test.
            None if tok.kind == K::Semicolon
                && matches!(self.item, Some(K::Family | K::Test))
                && self.out.last().is_some_and(|last| last.kind == K::CloseBrace) =>
            {
                self.needless(&tok, Expected::Item);
            }
            None => {
                if tok.kind.is_item() {
                    self.end_item();
                    self.item = Some(tok.kind);
                    self.valued = matches!(tok.kind, K::Use | K::Ring);
                    self.item_at = self.out.len();
                }
                self.valued |= tok.kind == K::Equal;
                self.push(tok);
            }
        }
    }

    /// The item at hand ends: a constant and its like with a semicolon.
    fn end_item(&mut self) {
        let Some(last) = self.out.last() else { return };
        if matches!(self.item, Some(K::Const | K::Use | K::Alphabet | K::Ring))
            && self.valued
            && (last.kind.ends_operand() && !last.faulty)
            && self.levels.is_empty()
            && (self.item != Some(K::Ring) || self.on_one_line(last.span))
        {
            let span = Span { start: last.span.end, end: last.span.end };
            let value = self.item == Some(K::Const);
            self.errors.push(SyntaxError { kind: E::MissingSemicolon { value }, span });
            self.push_mended(K::Semicolon, true);
        }
    }

    /// Passes a token on, and enters the level that it opens.
    pub(super) fn push(&mut self, tok: Tok) {
        let opens = tok.kind.closer().is_some();
        self.started();
        self.out.push(tok);
        if opens {
            let block = opens_block(&self.tokens, self.at);
            self.levels.push(Level { block, start: block, ..Level::default() });
        }
    }

    /// The statement of the current level has started.
    fn started(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.start = false;
        }
    }

    /// The first token of a statement.
    fn statement(&mut self, tok: Tok) {
        if let Some(level) = self.levels.last_mut() {
            level.from = self.out.len();
        }
        let next = self.tokens.get(self.at + 1).map(|tok| tok.kind);
        let after = self.tokens.get(self.at + 2).map(|tok| tok.kind);
        if tok.kind == K::Let {
            self.enter_let();
            self.push(tok);
            let mutable = self.tokens.get(self.at + 1).filter(|tok| tok.text == "mut");
            if let Some(mutable) = mutable
                && matches!(after, Some(K::Name | K::Discard))
            {
                self.errors.push(SyntaxError { kind: E::MutableLet, span: mutable.span });
                self.at += 1;
            }
            self.bare_tuple();
        } else if matches!(tok.kind, K::Name | K::Num | K::Bool)
            && next == Some(K::Name)
            && after == Some(K::Equal)
        {
            self.foreign_let(&tok);
        } else if tok.kind == K::Name && tok.text == "return" && next.is_some_and(starts_value) {
            self.errors.push(SyntaxError { kind: E::Return, span: tok.span });
            if let Some(level) = self.levels.last_mut() {
                level.returned = true;
                level.start = false;
            }
        } else if tok.kind == K::Name && self.assigns(self.at + 1) {
            self.assignment(tok);
        } else if let Some((end, fact)) = self.assigned_element(&tok) {
            self.cut(end, fact);
        } else if let Some((end, fact)) = self.useless(&tok) {
            self.cut(end, fact);
        } else if tok.kind == K::Name && next == Some(K::Comma) && self.names_before_equal(self.at).is_some()
        {
            self.out.push(Tok::mended(K::Let, tok.span.start));
            self.enter_let();
            self.started();
            self.at -= 1;
            self.bare_tuple();
        } else {
            self.push(tok);
        }
    }

    /// `var y = …`, `int y = …`
    fn foreign_let(&mut self, tok: &Tok) {
        let name = self.tokens[self.at + 1].clone();
        let word = self.source.get(tok.span.range()).unwrap_or_default().to_owned();
        let is_type = tok.kind != K::Name || foreign::type_word(&word);
        let (found, replacement, span) = if is_type {
            (format!("{word} {}", name.text), format!("let {}", name.text), tok.span.to(name.span))
        } else {
            (word, "let".to_owned(), tok.span)
        };
        self.errors.push(SyntaxError { kind: E::ForeignSpelling { found, replacement, more: 0 }, span });
        self.enter_let();
        self.push(Tok { faulty: true, ..Tok::fixed(K::Let, tok.span) });
    }

    /// After a `let`: `a, b =`, which needs parentheses.
    fn bare_tuple(&mut self) {
        let Some(end) = self.names_before_equal(self.at + 1) else { return };
        let names = &self.tokens[self.at + 1..end];
        let (Some(first), Some(last)) = (names.first(), names.last()) else { return };
        let span = first.span.to(last.span);
        let text: Vec<&str> = names
            .iter()
            .filter(|tok| tok.kind != K::Comma)
            .map(|tok| tok.kind.text().unwrap_or(&tok.text))
            .collect();
        let inner = text.join(", ");
        let with_let = self.out.last().is_some_and(Tok::is_mended);
        let replacement = if with_let { format!("let ({inner})") } else { format!("({inner})") };
        self.errors.push(SyntaxError { kind: E::BareTuple { replacement }, span });
        self.out.push(Tok::mended(K::OpenParen, span.start));
        self.out.extend(names.iter().cloned());
        self.out.push(Tok::mended(K::CloseParen, span.end));
        self.at = end - 1;
    }

    /// Several names with commas from `at` on, and `=` after them: where it stands.
    fn names_before_equal(&self, at: usize) -> Option<usize> {
        let name =
            |at: usize| self.tokens.get(at).is_some_and(|tok| matches!(tok.kind, K::Name | K::Discard));
        let mut end = at;
        while name(end) && self.tokens.get(end + 1).is_some_and(|tok| tok.kind == K::Comma) {
            end += 2;
        }
        let closed =
            end > at && name(end) && self.tokens.get(end + 1).is_some_and(|tok| tok.kind == K::Equal);
        closed.then_some(end + 1)
    }

    /// Leaves out the tokens from the one at hand to `end`: a statement that has no place in circ.
    fn cut(&mut self, end: usize, fact: SyntaxError) {
        let part = self.tokens[self.at].span.to(self.tokens[end - 1].span);
        self.cuts.replace(part, fact);
        self.at = end - 1;
        // At the end of a block something has to stand for its result.
        if self.tokens.get(end).is_none_or(|next| next.kind == K::CloseBrace) {
            self.out.push(Tok { faulty: true, ..Tok::fixed(K::Invalid, part) });
            self.started();
        }
    }

    /// The token at `at` is `=`, or `+=` and its like, or `++`.
    pub(super) fn assigns(&self, at: usize) -> bool {
        let compound = |tok: &Tok| tok.kind == K::Invalid && !tok.faulty && tok.text.ends_with('=');
        let plus = |at: usize| self.tokens.get(at).is_some_and(|tok| tok.kind == K::Plus);
        let semicolon = self.tokens.get(at + 2).is_some_and(|tok| tok.kind == K::Semicolon);
        self.tokens.get(at).is_some_and(|tok| tok.kind == K::Equal || compound(tok))
            || plus(at) && plus(at + 1) && semicolon
    }

    /// `name = …` at the start of a statement: where another follows, a `let` is missing, else `==` was meant.
    fn assignment(&mut self, tok: Tok) {
        let operator = self.tokens[self.at + 1].clone();
        let plain = operator.kind == K::Equal;
        let increment = operator.kind == K::Plus;
        let text = if plain {
            "=".to_owned()
        } else if increment {
            "++".to_owned()
        } else {
            operator.text.clone()
        };
        let span = tok.span.to(operator.span);
        if self.is_followed() {
            let missing = E::MissingLet { name: tok.text.clone(), operator: text };
            self.errors.push(SyntaxError { kind: missing, span });
            self.enter_let();
            self.out.push(Tok::mended(K::Let, tok.span.start));
            self.push(tok.clone());
            self.at += 1;
            self.push(Tok { faulty: true, ..Tok::fixed(K::Equal, operator.span) });
            if increment {
                self.at += 1;
                self.push(Tok { faulty: true, ..tok });
            }
        } else if operator.text == "/=" && !operator.faulty && self.compares(&tok.text) {
            let kind = E::ForeignSpelling { found: text, replacement: "!=".to_owned(), more: 0 };
            self.errors.push(SyntaxError { kind, span: operator.span });
            self.push(tok);
            self.at += 1;
            self.push(Tok { faulty: true, ..Tok::fixed(K::NotEqual, operator.span) });
        } else if !(increment || operator.faulty || plain && self.compares(&tok.text)) {
            self.assigned_value(&tok, &operator);
        } else if plain && !operator.faulty {
            self.errors.push(SyntaxError { kind: E::SingleEqual, span: operator.span });
            self.push(tok);
            self.at += 1;
            self.push(Tok { faulty: true, ..Tok::fixed(K::EqualEqual, operator.span) });
        } else {
            self.push(tok);
        }
    }

    /// The result of the block is told to be the value alone.
    pub(super) fn returns(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.returned = true;
            level.start = false;
        }
    }

    /// The item at hand has no line break up to here.
    fn on_one_line(&self, last: Span) -> bool {
        self.out.get(self.item_at).is_some_and(|first| !on_other_lines(self.source, first.span, last))
    }

    /// A `name = …` that is the result of this block is rather a comparison: in a test, and in a family of bools of
    /// an input, or with what is no bool.
    pub(super) fn compares(&self, name: &str) -> bool {
        let body = self.levels.len() == 1;
        match self.item {
            Some(K::Test) => body,
            Some(K::Family) if body => {
                let head = &self.out[self.item_at.min(self.out.len())..];
                let arrow = head.iter().position(|tok| tok.kind == K::Arrow).unwrap_or(head.len());
                let input = head[..arrow].iter().any(|tok| tok.kind == K::Name && tok.text == name);
                let result: Vec<K> = head[arrow..].iter().skip(1).take(2).map(|tok| tok.kind).collect();
                (input || self.equals_no_bool())
                    && matches!(result[..], [K::Bool, K::In | K::Where | K::OpenBrace])
            }
            _ => false,
        }
    }

    fn enter_let(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.in_let = true;
        }
    }

    /// Another statement follows the one at hand: after a semicolon, or on another line.
    fn is_followed(&self) -> bool {
        let mut depth = 0_usize;
        for (at, tok) in self.tokens.iter().enumerate().skip(self.at) {
            let before = &self.tokens[at.saturating_sub(1)];
            if depth == 0 && at > self.at + 2 && self.juxtaposed(before, tok) {
                return true;
            }
            if tok.kind.closer().is_some() {
                depth += 1;
            } else if tok.kind.is_closer() {
                if depth == 0 {
                    return false;
                }
                depth -= 1;
            } else if depth == 0 && tok.kind == K::Semicolon {
                return self.tokens.get(at + 1).is_none_or(|next| next.kind != K::CloseBrace);
            } else if depth == 0 && tok.kind == K::Let {
                return true;
            }
        }
        false
    }

    /// A value has ended, and on another line one starts.
    fn juxtaposed(&self, before: &Tok, tok: &Tok) -> bool {
        before.kind.ends_operand()
            && (tok.kind.starts_operand() || tok.kind == K::For)
            && on_other_lines(self.source, before.span, tok.span)
    }

    /// Any other token directly in a block.
    fn inside(&mut self, tok: Tok, level: Level) {
        if tok.kind == K::Semicolon {
            self.semicolon(tok, level);
            return;
        }
        if level.in_let {
            let juxtaposed =
                tok.kind.starts_operand() && self.out.last().is_some_and(|last| self.juxtaposed(last, &tok));
            // The `for` of a `fold` may stand on a line of its own.
            let folds = || {
                self.out[level.from.min(self.out.len())..]
                    .iter()
                    .any(|tok| matches!(tok.kind, K::Fold | K::Scan))
            };
            let looped = tok.kind == K::For
                && !folds()
                && self.useless(&tok).is_some()
                && self.out.last().is_some_and(|last| self.juxtaposed(last, &tok));
            if tok.kind == K::Let || juxtaposed || looped {
                let end = self.out.last().map_or(tok.span.start, |last| last.span.end);
                // After a quote without a partner the semicolon may have been taken for a part of the text; and who
                // writes no `let` writes no semicolon either.
                let from = self.out.get(level.from).is_some_and(Tok::is_mended);
                if !from && self.out.last().is_none_or(|last| !last.faulty) {
                    let span = Span { start: end, end };
                    self.errors.push(SyntaxError { kind: E::MissingSemicolon { value: true }, span });
                }
                self.push_mended(K::Semicolon, true);
                if let Some(level) = self.levels.last_mut() {
                    *level = Level { block: true, start: true, ..Level::default() };
                }
                self.statement(tok);
                return;
            }
        }
        self.push(tok);
    }

    fn semicolon(&mut self, tok: Tok, level: Level) {
        let last = self.tokens.get(self.at + 1).is_none_or(|next| next.kind == K::CloseBrace);
        let fresh = Level { block: true, start: true, ..Level::default() };
        if level.start {
            self.needless(&tok, Expected::Expression);
        } else if level.in_let {
            self.out.push(tok);
            self.levels.last_mut().into_iter().for_each(|level| *level = fresh);
        } else if !last {
            // A value that is lost is left out, so that what follows is read.
            let lost = self.out.split_off(level.from.min(self.out.len()));
            if !level.returned && lost.iter().all(|tok| tok.kind != K::Invalid || !tok.faulty) {
                let name =
                    |at: usize| lost.get(at).filter(|tok| tok.kind == K::Name).map(|tok| tok.text.clone());
                let dot = lost.get(1).filter(|dot| dot.kind == K::Dot);
                let (kind, span) = match dot {
                    Some(dot) => (E::Method { callee: name(0), name: name(2) }, dot.span),
                    None => (E::ExpressionStatement { word: name(0) }, tok.span),
                };
                self.errors.push(SyntaxError { kind, span });
            }
            self.levels.last_mut().into_iter().for_each(|level| *level = fresh);
        } else if !level.returned
            && self.out.last().is_none_or(|last| last.kind != K::Invalid || !last.faulty)
        {
            self.errors.push(SyntaxError { kind: E::SemicolonAfterResult, span: tok.span });
        }
    }

    /// A semicolon that ends nothing: reported and left out.
    fn needless(&mut self, tok: &Tok, expected: Expected) {
        let found = Found::Token(K::Semicolon, ";".to_owned());
        self.errors.push(SyntaxError { kind: E::Unexpected { found, expected }, span: tok.span });
    }

    fn push_mended(&mut self, kind: K, faulty: bool) {
        let end = self.out.last().map_or(0, |last| last.span.end);
        self.out.push(Tok { faulty, ..Tok::mended(kind, end) });
    }
}

/// After a `return`: a value starts with it.
fn starts_value(kind: K) -> bool {
    kind.starts_operand() || matches!(kind, K::OpenParen | K::OpenBracket | K::OpenBrace)
}
