//! From text to tokens.
//!
//! Takes a source, gives its tokens, its comments beside them, and the lexical errors. A spelling that another
//! language has for something of circ becomes the circ token, so that one slip is one error.

use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::foreign;
use crate::tokens::{Raw, TokenKind};
use crate::tree::Span;
use crate::unescape::unescape;
use logos::{Lexer, Logos};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tok {
    /// Its kind.
    pub(crate) kind: TokenKind,
    /// Where it stands; empty for one that was put in.
    pub(crate) span: Span,
    /// Its text where its kind leaves it open, unescaped; for [`TokenKind::Invalid`] as written.
    pub(crate) text: String,
    /// An error here or just before has been reported: it is no cause for a second one.
    pub(crate) faulty: bool,
}

impl Tok {
    /// A token of fixed text.
    pub(crate) fn fixed(kind: TokenKind, span: Span) -> Self {
        Tok { kind, span, text: String::new(), faulty: false }
    }

    /// A token that was put in at a byte, to mend something that has been reported.
    pub(crate) fn mended(kind: TokenKind, at: u32) -> Self {
        Tok { faulty: true, ..Tok::fixed(kind, Span { start: at, end: at }) }
    }

    /// It was put in.
    pub(crate) fn is_mended(&self) -> bool {
        self.span.start == self.span.end
    }
}

/// The tokens of a source.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// Without comments.
    pub(crate) tokens: Vec<Tok>,
    /// The comments in order.
    pub(crate) comments: Vec<(TokenKind, Span)>,
    /// What is no token.
    pub(crate) errors: Vec<SyntaxError>,
}

/// Splits a source into tokens.
pub(crate) fn lex(source: &str) -> Lexed {
    let mut lexer = Raw::lexer(source);
    if source.starts_with('\u{feff}') {
        lexer.bump('\u{feff}'.len_utf8());
    }
    let mut out = Lexed::default();
    while let Some(raw) = lexer.next() {
        out.take(raw.unwrap_or(Raw::Other), &mut lexer);
    }
    out
}

impl Lexed {
    fn take(&mut self, raw: Raw, lexer: &mut Lexer<'_, Raw>) {
        let text = lexer.slice();
        let span = Span::new(lexer.span().start, lexer.span().end);
        match raw {
            Raw::Word => self.word(text, span),
            Raw::Symbol => {
                let kind = TokenKind::of_text(text).unwrap_or(TokenKind::Invalid);
                self.tokens.push(Tok::fixed(kind, span));
            }
            Raw::Number => self.number(text, span, lexer),
            // `2·x`
            Raw::BadNumber if text.contains('·') => self.word(text, span),
            Raw::BadNumber => self.bad_number(text, span),
            Raw::Token => {
                let text = unescape(&text[1..text.len() - 1], span.start + 1, &mut self.errors);
                let faulty = text.is_empty();
                if faulty {
                    self.error(E::EmptyToken, span);
                }
                self.tokens.push(Tok { kind: TokenKind::Token, span, text, faulty });
            }
            Raw::String => {
                let text = unescape(&text[1..text.len() - 1], span.start + 1, &mut self.errors);
                self.tokens.push(Tok { kind: TokenKind::String, span, text, faulty: false });
            }
            Raw::OpenToken => self.open_quote(TokenKind::Token, E::UnclosedToken, lexer),
            Raw::OpenString => self.open_quote(TokenKind::String, E::UnclosedString, lexer),
            Raw::Comment => {
                let text = text.trim_end();
                let kind = match text.as_bytes() {
                    [_, _, b'/', b'/', ..] => TokenKind::Comment,
                    [_, _, b'/', ..] => TokenKind::Doc,
                    [_, _, b'!', ..] => TokenKind::FileDoc,
                    _ => TokenKind::Comment,
                };
                self.comments.push((kind, shorten(span, text)));
            }
            Raw::HashComment => {
                self.error(E::HashComment, Span { end: span.start + 1, ..span });
                self.comments.push((TokenKind::Comment, shorten(span, text.trim_end())));
            }
            Raw::OpenComment => {
                let end = lexer.remainder().find("*/");
                self.error(E::BlockComment { closed: end.is_some() }, span);
                lexer.bump(end.map_or(lexer.remainder().len(), |end| end + 2));
                self.comments
                    .push((TokenKind::Comment, span.to(Span::new(lexer.span().end, lexer.span().end))));
            }
            Raw::Foreign => match foreign::operator(text) {
                Some(replacement) => self.replaced(text, replacement, span),
                // `+=` and its like: the pass over statements says more.
                None => {
                    self.tokens.push(Tok { text: text.to_owned(), ..Tok::fixed(TokenKind::Invalid, span) });
                }
            },
            Raw::Other => self.other(text, span, lexer),
        }
    }

    fn error(&mut self, kind: E, span: Span) {
        self.errors.push(SyntaxError { kind, span });
    }

    fn word(&mut self, text: &str, span: Span) {
        // A middle dot may stand inside a Unicode name, but in `a·b` it is meant as a product.
        let mut start = span.start as usize;
        for (count, part) in text.split('·').enumerate() {
            if count > 0 {
                self.replaced("·", "*", Span::new(start, start + '·'.len_utf8()));
                start += '·'.len_utf8();
            }
            let span = Span::new(start, start + part.len());
            start += part.len();
            let digits = part.starts_with(|c: char| c.is_ascii_digit());
            match TokenKind::of_text(part) {
                _ if part.is_empty() => {}
                Some(kind) => self.tokens.push(Tok::fixed(kind, span)),
                // `n·2`: what follows the dot is no name of its own.
                None if digits => self.tokens.push(Tok {
                    text: part.to_owned(),
                    faulty: true,
                    ..Tok::fixed(TokenKind::Number, span)
                }),
                None => self.tokens.push(Tok { text: part.to_owned(), ..Tok::fixed(TokenKind::Name, span) }),
            }
        }
    }

    fn number(&mut self, text: &str, mut span: Span, lexer: &mut Lexer<'_, Raw>) {
        let mut after = lexer.remainder().chars();
        let point = after.next() == Some('.') && after.next() != Some('.');
        if point {
            lexer.bump(1);
            span.end += 1;
            self.error(E::BadNumber { replacement: Some(text.to_owned()) }, span);
        }
        self.tokens.push(Tok { kind: TokenKind::Number, span, text: text.to_owned(), faulty: point });
    }

    fn bad_number(&mut self, text: &str, span: Span) {
        let plain = text.chars().all(|c| c.is_ascii_digit() || c == '_' || c == '.');
        if plain || text.contains('.') {
            let digits: String = text.chars().filter(|&c| c != '_').collect();
            let number = if digits.starts_with('.') { format!("0{digits}") } else { digits };
            let replacement = plain.then_some(number);
            let text = replacement.clone().unwrap_or_else(|| "0".to_owned());
            self.error(E::BadNumber { replacement }, span);
            self.tokens.push(Tok { kind: TokenKind::Number, span, text, faulty: true });
        } else {
            self.error(E::NameStartsWithDigit { found: text.to_owned() }, span);
            self.tokens.push(Tok { kind: TokenKind::Name, span, text: text.to_owned(), faulty: true });
        }
    }

    /// A quote without its partner: guesses how far the literal goes, so that the rest of the line is read.
    fn open_quote(&mut self, kind: TokenKind, error: E, lexer: &mut Lexer<'_, Raw>) {
        let rest = lexer.remainder();
        let line = rest.split('\n').next().unwrap_or("").trim_end();
        let length = if kind == TokenKind::String {
            // Brackets and separators at the end of the line are likely to stand outside.
            line.trim_end_matches([' ', '\t', ';', ',', ')', ']', '}']).len()
        } else {
            let word = line.find(|c: char| !c.is_alphanumeric()).unwrap_or(line.len());
            let escape = line.strip_prefix('\\').map(|rest| 1 + first_length(rest));
            escape.unwrap_or(if word > 0 { word } else { first_length(line) })
        };
        let start = lexer.span().start;
        lexer.bump(length);
        let span = Span::new(start, lexer.span().end);
        self.error(error, span);
        self.tokens.push(Tok { kind, span, text: line[..length].to_owned(), faulty: true });
    }

    /// A character that no circ token starts with.
    fn other(&mut self, text: &str, mut span: Span, lexer: &mut Lexer<'_, Raw>) {
        let character = text.chars().next().unwrap_or(' ');
        if let Some(first) = foreign::superscript(character) {
            // `x¹²` is `x^12`.
            let mut digits = String::from(first);
            while let Some(next) = lexer.remainder().chars().next() {
                let Some(digit) = foreign::superscript(next) else {
                    break;
                };
                digits.push(digit);
                lexer.bump(next.len_utf8());
            }
            span.end = Span::new(0, lexer.span().end).end;
            self.error(
                E::ForeignSpelling {
                    found: lexer.slice().to_owned(),
                    replacement: foreign::power(character),
                },
                span,
            );
            self.tokens.push(Tok { faulty: true, ..Tok::fixed(TokenKind::Caret, span) });
            self.tokens.push(Tok { kind: TokenKind::Number, span, text: digits, faulty: true });
            return;
        }
        if let Some(replacement) = foreign::symbol(character) {
            self.replaced(text, replacement, span);
            return;
        }
        let replacement = foreign::lookalike(character);
        let goes_on = self.errors.last().is_some_and(|last| {
            last.span.end == span.start && matches!(last.kind, E::UnknownCharacter { replacement: None, .. })
        });
        match self.errors.last_mut() {
            Some(last) if goes_on && replacement.is_none() => last.span.end = span.end,
            _ => self.error(E::UnknownCharacter { character, replacement }, span),
        }
        // A strange blank is a blank; nothing else that is unknown can be guessed.
        if !matches!(replacement, Some("" | " ")) {
            self.tokens.push(Tok {
                faulty: true,
                text: text.to_owned(),
                ..Tok::fixed(TokenKind::Invalid, span)
            });
        }
    }

    /// Reports a foreign spelling and goes on with the circ token.
    fn replaced(&mut self, found: &str, replacement: &'static str, span: Span) {
        self.error(E::ForeignSpelling { found: found.to_owned(), replacement }, span);
        let kind = TokenKind::of_text(replacement).unwrap_or(TokenKind::Name);
        let text = if kind == TokenKind::Name { replacement.to_owned() } else { String::new() };
        self.tokens.push(Tok { kind, span, text, faulty: true });
    }
}

/// The bytes of the first character.
fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// The span of `text`, which is the start of what `span` covers.
fn shorten(span: Span, text: &str) -> Span {
    Span::new(span.start as usize, span.start as usize + text.len())
}
