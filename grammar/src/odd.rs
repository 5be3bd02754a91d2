//! Characters that no circ token starts with, and quotes and marks where they have no meaning: what is meant is
//! told apart here, and read as such.

use crate::errors::SyntaxErrorKind as E;
use crate::foreign;
use crate::lexer::{Lexed, Tok, first_length, restart};
use crate::tokens::{Raw, TokenKind as K};
use crate::tree::Span;
use logos::Lexer;

/// How far a partner is looked for: so that many openers without one cost no more than their length.
const NEAR: usize = 200;

impl Lexed {
    /// A character that no circ token starts with.
    pub(crate) fn other(&mut self, mut span: Span, lexer: &mut Lexer<'_, Raw>) {
        let character = lexer.slice().chars().next().unwrap_or(' ');
        if foreign::superscript(character).is_some() {
            // `x¹²` is `x^12`.
            let (digits, span) = run(lexer, foreign::superscript);
            self.spelling(lexer_text(lexer, span), format!("^{digits}"), span);
            self.faulty(K::Caret, span, "");
            self.faulty(K::Number, span, &digits);
        } else if foreign::subscript(character).is_some() && self.after_operand(span) {
            // `x₀` is `x[0]`.
            let (digits, span) = run(lexer, foreign::subscript);
            self.spelling(lexer_text(lexer, span), format!("[{digits}]"), span);
            self.faulty(K::OpenBracket, span, "");
            self.faulty(K::Number, span, &digits);
            self.faulty(K::CloseBracket, span, "");
        } else if foreign::digit(character).is_some() {
            let (digits, span) = run(lexer, foreign::digit);
            self.spelling(lexer_text(lexer, span), digits.clone(), span);
            self.faulty(K::Number, span, &digits);
        } else if let Some((above, below)) = foreign::fraction(character) {
            self.spelling(lexer.slice(), format!("({above}/{below})"), span);
            self.faulty(K::OpenParen, span, "");
            self.faulty(K::Number, span, above);
            self.faulty(K::Slash, span, "");
            self.faulty(K::Number, span, below);
            self.faulty(K::CloseParen, span, "");
        } else if let Some((builtin, closer)) = foreign::rounding(character) {
            self.open_rounding(builtin, closer, span, lexer);
        } else if self.rounding.last() == Some(&character) {
            self.rounding.pop();
            self.faulty(K::CloseParen, span, "");
        } else if character == '√' {
            self.root(span, lexer);
        } else if foreign::is_prime(character) && self.touches_name(span) {
            self.primes(lexer);
        } else if let Some(quote) = foreign::quote(character) {
            self.odd_quote(character, quote, span, lexer);
        } else if matches!(character, '…' | '⋯') && self.dots(span) {
            // Told of with what stands before it.
        } else if matches!(character, '⇒' | '→') && self.after_arm() {
            self.replaced(lexer.slice(), "=>", span);
        } else if character == '→' && self.in_body() {
            // Between two values it is an implication, which circ has not.
            self.unknown(character, span);
        } else if let Some(replacement) = foreign::symbol(character) {
            self.replaced(lexer.slice(), replacement, span);
        } else if let Some(blank) = foreign::blank(character) {
            // A strange blank is a blank.
            while lexer.remainder().starts_with(character) {
                lexer.bump(character.len_utf8());
            }
            span.end = Span::new(0, lexer.span().end).end;
            let replacement = Some(blank.repeat(blank.len()));
            self.error(E::UnknownCharacter { character, replacement, more: 0 }, span);
        } else {
            self.unknown(character, span);
        }
    }

    /// `x_1 + … + x_n`: dots between operators stand for terms.
    pub(crate) fn dots(&mut self, span: Span) -> bool {
        let word = match self.tokens.last().map(|last| last.kind) {
            Some(K::Plus) => "sum",
            Some(K::Star) => "prod",
            _ => return false,
        };
        self.error(E::BoundsBeside { word, shown: format!("{word}(… for i in 0..n)") }, span);
        self.faulty(K::Invalid, span, "…");
        true
    }

    /// Nothing that is known: no guess.
    pub(crate) fn unknown(&mut self, character: char, span: Span) {
        let goes_on = self.errors.last().is_some_and(|last| {
            last.span.end == span.start && matches!(last.kind, E::UnknownCharacter { replacement: None, .. })
        });
        match self.errors.last_mut() {
            Some(last) if goes_on => last.span.end = span.end,
            _ => self.error(E::UnknownCharacter { character, replacement: None, more: 0 }, span),
        }
        self.faulty(K::Invalid, span, &character.to_string());
    }

    fn faulty(&mut self, kind: K, span: Span, text: &str) {
        self.tokens.push(Tok { text: text.to_owned(), faulty: true, ..Tok::fixed(kind, span) });
    }

    /// An operand has just ended, without a blank.
    pub(crate) fn after_operand(&self, span: Span) -> bool {
        self.tokens.last().is_some_and(|last| last.kind.ends_operand() && last.span.end == span.start)
    }

    /// A name has just ended, without a blank.
    pub(crate) fn touches_name(&self, span: Span) -> bool {
        self.tokens.last().is_some_and(|last| last.kind == K::Name && last.span.end == span.start)
    }

    /// The head of the family, with its own arrow, lies before.
    fn in_body(&self) -> bool {
        let head = self.tokens.iter().rev().take(NEAR).find(|tok| {
            matches!(tok.kind, K::Arrow | K::OpenBrace | K::Semicolon | K::Let) || tok.kind.is_item()
        });
        head.is_some_and(|tok| !tok.kind.is_item() || tok.kind == K::Test)
    }

    fn after_arm(&self) -> bool {
        self.tokens.last().is_some_and(|last| matches!(last.kind, K::Token | K::Discard))
    }

    /// `x'`: the prime becomes a part of the name. The lexer stands at the first one, or at what it took for a token.
    pub(crate) fn primes(&mut self, lexer: &mut Lexer<'_, Raw>) {
        let start = lexer.span().start;
        let rest = &lexer.source()[start..];
        let marks = rest.find(|c: char| c != '\'' && !foreign::is_prime(c)).unwrap_or(rest.len());
        if let Some(last) = self.tokens.last_mut() {
            let name = last.text.clone();
            last.text.push_str(&rest[..marks]);
            last.span.end = Span::new(0, start + marks).end;
            last.faulty = true;
            let span = last.span;
            self.error(E::Prime { name, more: 0 }, span);
        }
        restart(lexer, start + marks);
    }

    /// A letter before a string says how Python reads it: `f"…"`.
    pub(crate) fn prefix(&mut self, source: &str, string: Span) {
        let touches = self.tokens.last().filter(|_| self.touches_name(string));
        if let Some(span) = touches.filter(|last| last.text.len() <= 2).map(|last| last.span) {
            self.needless(source.get(span.range()).unwrap_or_default(), span);
            self.tokens.pop();
        }
    }

    /// `!` right after a value: a macro of Rust, or a factorial.
    pub(crate) fn exclaimed(&mut self, mark: Span, after: Option<char>, source: &str) {
        let Some(last) = self.tokens.pop() else { return };
        let span = last.span.to(mark);
        if last.kind == K::Name && matches!(after, Some('(' | '[' | '{')) {
            if last.text == "vec" {
                self.needless("vec!", span);
            } else {
                self.error(E::Macro { name: last.text.clone() }, span);
                self.faulty(K::Invalid, span, &last.text);
            }
            return;
        }
        if !matches!(last.kind, K::Name | K::Number) {
            // Of `(n + 1)!` it is not clear how much is meant.
            self.tokens.push(last);
            self.unknown('!', mark);
            return;
        }
        let operand = source.get(last.span.range()).unwrap_or("n");
        self.spelling(&format!("{operand}!"), format!("prod(i for i in 1..={operand})"), span);
        self.faulty(K::Invalid, span, "!");
    }

    /// `⌊n/2⌋` is `floor(n/2)`.
    fn open_rounding(&mut self, builtin: &str, closer: char, span: Span, lexer: &Lexer<'_, Raw>) {
        let opener = lexer.slice().chars().next().unwrap_or(closer);
        let mut depth = 0_usize;
        let end = lexer.remainder().char_indices().take(NEAR).find_map(|(at, c)| {
            if c == opener {
                depth += 1;
            } else if c == closer && depth == 0 {
                return Some(at);
            } else if c == closer {
                depth -= 1;
            }
            None
        });
        let Some(end) = end else {
            self.error(E::UnknownCharacter { character: opener, replacement: None, more: 0 }, span);
            self.faulty(K::Invalid, span, lexer.slice());
            return;
        };
        let inner = &lexer.remainder()[..end];
        let whole = Span { end: span.end + (end + closer.len_utf8()) as u32, ..span };
        // One inside of another is told of with it.
        if self.rounding.is_empty() {
            let replacement = format!("{builtin}({inner})");
            self.spelling(&format!("{opener}{inner}{closer}"), replacement, whole);
        }
        self.rounding.push(closer);
        self.faulty(K::Name, span, builtin);
        self.faulty(K::OpenParen, span, "");
    }

    /// `√2` is `sqrt(2)`.
    fn root(&mut self, span: Span, lexer: &Lexer<'_, Raw>) {
        let rest = lexer.remainder();
        let word =
            rest.chars().take(NEAR).take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum::<usize>();
        if word == 0 {
            self.replaced(lexer.slice(), "sqrt", span);
            return;
        }
        let whole = Span { end: span.end + word as u32, ..span };
        let radicand = &rest[..word];
        self.spelling(&format!("√{radicand}"), format!("sqrt({radicand})"), whole);
        self.faulty(K::Name, span, "sqrt");
        self.faulty(K::OpenParen, span, "");
        self.root = true;
    }

    /// A quote that is not straight: the literal ends with the next one of its kind.
    fn odd_quote(&mut self, character: char, quote: char, span: Span, lexer: &mut Lexer<'_, Raw>) {
        let rest = lexer.remainder();
        let end = rest
            .char_indices()
            .take(NEAR)
            .take_while(|(_, c)| !matches!(c, '\n' | '\r'))
            .find(|(_, c)| *c == quote || foreign::quote(*c) == Some(quote));
        let Some((end, closer)) = end else {
            self.unknown(character, span);
            return;
        };
        let text = rest[..end].to_owned();
        lexer.bump(end + closer.len_utf8());
        let span = Span { end: Span::new(0, lexer.span().end).end, ..span };
        let written = format!("{quote}{}{quote}", text.replace(quote, &format!("\\{quote}")));
        self.error(E::UnknownCharacter { character, replacement: Some(written), more: 0 }, span);
        let kind = if quote == '\'' { K::Token } else { K::String };
        self.faulty(kind, span, &text);
    }
}

/// The digits from the lexer's place on, and where they stand.
fn run(lexer: &mut Lexer<'_, Raw>, digit: fn(char) -> Option<char>) -> (String, Span) {
    let start = lexer.span().start;
    let text = &lexer.source()[start..];
    let digits: String = text.chars().map_while(digit).collect();
    let length: usize = text.chars().take(digits.len()).map(char::len_utf8).sum();
    lexer.bump(length - first_length(text));
    (digits, Span::new(start, start + length))
}

fn lexer_text<'s>(lexer: &Lexer<'s, Raw>, span: Span) -> &'s str {
    lexer.source().get(span.range()).unwrap_or_default()
}
