//! The statements of blocks: missing and needless semicolons, missing `let`s, `return`.

use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::foreign;
use crate::found::{Expected, Found};
use crate::lexer::Tok;
use crate::mend::{on_other_lines, opens_block};
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// Mends the statements of blocks. Takes balanced tokens; afterwards every `let` of a block has its semicolon.
pub(super) fn statements(source: &str, tokens: Vec<Tok>, errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let out = Vec::with_capacity(tokens.len());
    let mut pass = Pass { source, tokens, out, levels: Vec::new(), errors, at: 0, item: None };
    while pass.at < pass.tokens.len() {
        pass.step();
        pass.at += 1;
    }
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
}

struct Pass<'a> {
    source: &'a str,
    tokens: Vec<Tok>,
    out: Vec<Tok>,
    levels: Vec<Level>,
    errors: &'a mut Vec<SyntaxError>,
    at: usize,
    /// The keyword of the item at hand.
    item: Option<K>,
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
                    self.item = Some(tok.kind);
                }
                self.push(tok);
            }
        }
    }

    /// Passes a token on, and enters the level that it opens.
    fn push(&mut self, tok: Tok) {
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
        } else if tok.kind == K::Name
            && foreign::let_word(&tok.text)
            && next == Some(K::Name)
            && after == Some(K::Equal)
        {
            let kind = E::ForeignSpelling { found: tok.text, replacement: "let" };
            self.errors.push(SyntaxError { kind, span: tok.span });
            self.enter_let();
            self.push(Tok { faulty: true, ..Tok::fixed(K::Let, tok.span) });
        } else if tok.kind == K::Name && tok.text == "return" && next.is_some_and(starts_value) {
            self.errors.push(SyntaxError { kind: E::Return, span: tok.span });
            if let Some(level) = self.levels.last_mut() {
                level.returned = true;
                level.start = false;
            }
        } else if tok.kind == K::Name && next.is_some_and(|_| self.assigns(self.at + 1)) {
            self.assignment(tok);
        } else {
            self.push(tok);
        }
    }

    /// The token at `at` is `=` or `+=` and its like.
    fn assigns(&self, at: usize) -> bool {
        let compound = |tok: &Tok| tok.kind == K::Invalid && !tok.faulty && tok.text.ends_with('=');
        self.tokens.get(at).is_some_and(|tok| tok.kind == K::Equal || compound(tok))
    }

    /// `name = …` at the start of a statement: with a semicolon a `let` is missing, else `==` was meant.
    fn assignment(&mut self, tok: Tok) {
        let operator = self.tokens[self.at + 1].clone();
        let plain = operator.kind == K::Equal;
        if self.ends_with_semicolon() {
            let text = if plain { "=".to_owned() } else { operator.text };
            let kind = E::MissingLet { name: tok.text.clone(), operator: text };
            self.errors.push(SyntaxError { kind, span: tok.span.to(operator.span) });
            self.enter_let();
            self.out.push(Tok::mended(K::Let, tok.span.start));
            self.push(tok);
            self.at += 1;
            self.push(Tok { faulty: true, ..Tok::fixed(K::Equal, operator.span) });
        } else if plain && !operator.faulty {
            self.errors.push(SyntaxError { kind: E::SingleEqual, span: operator.span });
            self.push(tok);
            self.at += 1;
            self.push(Tok { faulty: true, ..Tok::fixed(K::EqualEqual, operator.span) });
        } else {
            self.push(tok);
        }
    }

    fn enter_let(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.in_let = true;
        }
    }

    /// The statement at hand ends with a semicolon, not with its block.
    fn ends_with_semicolon(&self) -> bool {
        let mut depth = 0_usize;
        for tok in &self.tokens[self.at..] {
            if tok.kind.closer().is_some() {
                depth += 1;
            } else if tok.kind.is_closer() {
                if depth == 0 {
                    return false;
                }
                depth -= 1;
            } else if depth == 0 && tok.kind == K::Semicolon {
                return true;
            }
        }
        false
    }

    /// Any other token directly in a block.
    fn inside(&mut self, tok: Tok, level: Level) {
        if tok.kind == K::Semicolon {
            self.semicolon(tok, level);
            return;
        }
        if level.in_let {
            let juxtaposed = self.out.last().is_some_and(|last| {
                last.kind.ends_operand()
                    && tok.kind.starts_operand()
                    && on_other_lines(self.source, last.span, tok.span)
            });
            if tok.kind == K::Let || juxtaposed {
                let end = self.out.last().map_or(tok.span.start, |last| last.span.end);
                // After a quote without a partner the semicolon may have been taken for a part of the text.
                if self.out.last().is_none_or(|last| !last.faulty) {
                    let span = Span { start: end, end };
                    self.errors.push(SyntaxError { kind: E::MissingSemicolon, span });
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
        if level.start {
            self.needless(&tok, Expected::Expression);
        } else if level.in_let || !last {
            self.out.push(tok);
            if let Some(level) = self.levels.last_mut() {
                *level = Level { block: true, start: true, ..Level::default() };
            }
        } else if !level.returned {
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
