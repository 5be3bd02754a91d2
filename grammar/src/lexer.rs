//! From text to tokens.
//!
//! Takes a source, gives its tokens, its comments beside them, and the lexical errors. A spelling that another
//! language has for something of circ becomes the circ token, so that one slip is one error.

use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::foreign;
use crate::quotient::{self, Quotient};
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

/// How `//` between two values is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Slashes {
    /// As a comment, which it is.
    #[default]
    Comment,
    /// As a division where the comment would take a part of the program with it.
    Division,
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
    /// Comments that are likely to be divisions.
    pub(crate) quotients: Vec<Quotient>,
    slashes: Slashes,
    /// Brackets of rounding that wait for their partner.
    pub(crate) rounding: Vec<char>,
    /// The next value is what a root is drawn of.
    pub(crate) root: bool,
}

/// Splits a source into tokens.
pub(crate) fn lex(source: &str, slashes: Slashes) -> Lexed {
    let mut lexer = Raw::lexer(source);
    if source.starts_with('\u{feff}') {
        lexer.bump('\u{feff}'.len_utf8());
    }
    let mut out = Lexed { slashes, ..Lexed::default() };
    while let Some(raw) = lexer.next() {
        let root = std::mem::take(&mut out.root);
        out.take(raw.unwrap_or(Raw::Other), &mut lexer);
        if root {
            let end = Span::new(0, lexer.span().end).end;
            out.tokens.push(Tok::mended(TokenKind::CloseParen, end));
        }
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
            Raw::Token | Raw::OpenToken if self.touches_name(span) => self.primes(lexer),
            Raw::Token => {
                let text = unescape(&text[1..text.len() - 1], span.start + 1, &mut self.errors);
                let faulty = text.is_empty();
                if faulty {
                    self.error(E::EmptyToken, span);
                }
                self.tokens.push(Tok { kind: TokenKind::Token, span, text, faulty });
            }
            Raw::String => {
                self.prefix(lexer.source(), span);
                let text = unescape(&text[1..text.len() - 1], span.start + 1, &mut self.errors);
                self.tokens.push(Tok { kind: TokenKind::String, span, text, faulty: false });
            }
            Raw::OpenToken => self.open_quote(TokenKind::Token, E::UnclosedToken, lexer),
            Raw::OpenString => self.open_quote(TokenKind::String, E::UnclosedString, lexer),
            Raw::Comment => self.comment(text, span, lexer),
            Raw::HashComment => {
                let directive = ["[", "![", "include", "define", "if", "pragma"]
                    .iter()
                    .any(|start| text[1..].starts_with(start));
                self.error(E::HashComment { directive, more: 0 }, Span { end: span.start + 1, ..span });
                self.comments.push((TokenKind::Comment, shorten(span, text.trim_end())));
            }
            Raw::TripleQuote => {
                let rest = lexer.remainder();
                let end = rest.find("\"\"\"");
                self.error(E::DocString { closed: end.is_some() }, span);
                let line = || rest.find(['\n', '\r']).unwrap_or(rest.len());
                lexer.bump(end.map_or_else(line, |end| end + 3));
                self.comments.push((TokenKind::Comment, Span::new(lexer.span().start, lexer.span().end)));
            }
            Raw::OpenComment => {
                let end = lexer.remainder().find("*/");
                self.error(E::BlockComment { closed: end.is_some() }, span);
                lexer.bump(end.map_or(lexer.remainder().len(), |end| end + 2));
                self.comments
                    .push((TokenKind::Comment, span.to(Span::new(lexer.span().end, lexer.span().end))));
            }
            Raw::Foreign => self.foreign(text, span, lexer),
            Raw::Other => self.other(span, lexer),
        }
    }

    pub(crate) fn error(&mut self, kind: E, span: Span) {
        self.errors.push(SyntaxError { kind, span });
    }

    fn comment(&mut self, text: &str, span: Span, lexer: &mut Lexer<'_, Raw>) {
        let source = lexer.source();
        let text = text.trim_end();
        let kind = match text.as_bytes() {
            [_, _, b'/', b'/', ..] => TokenKind::Comment,
            [_, _, b'/', ..] => TokenKind::Doc,
            [_, _, b'!', ..] => TokenKind::FileDoc,
            _ => TokenKind::Comment,
        };
        if kind == TokenKind::Comment
            && let Some(quotient) = quotient::of_comment(source, self.tokens.last(), span, text)
        {
            if self.slashes == Slashes::Division && quotient.needed {
                self.error(E::FloorDivision { replacement: quotient.replacement }, quotient.span);
                let sign = Span { end: span.start + 2, ..span };
                self.tokens.push(Tok { faulty: true, ..Tok::fixed(TokenKind::Invalid, sign) });
                restart(lexer, sign.end as usize);
                return;
            }
            self.quotients.push(quotient);
        }
        self.comments.push((kind, shorten(span, text)));
    }

    fn foreign(&mut self, text: &str, span: Span, lexer: &mut Lexer<'_, Raw>) {
        let after = lexer.remainder().chars().next();
        match foreign::operator(text) {
            Some(_) if text == "!" && self.after_operand(span) => self.exclaimed(span, after, lexer.source()),
            // `x[::2]`
            Some(_)
                if text == "::"
                    && after != Some('<')
                    && !after.is_some_and(|c| c.is_alphabetic() || c == '{' || c == '*') =>
            {
                for start in [span.start, span.start + 1] {
                    let span = Span { start, end: start + 1 };
                    self.tokens.push(Tok::fixed(TokenKind::Colon, span));
                }
            }
            // `sum::<num>(x)`
            Some(_) if text == "::" && after == Some('<') => {
                let rest = lexer.remainder();
                let length = rest.bytes().take(50).position(|byte| byte == b'>').map_or(0, |end| end + 1);
                let found = format!("::{}", &rest[..length]);
                lexer.bump(length);
                self.needless(&found, Span { end: Span::new(0, lexer.span().end).end, ..span });
            }
            // `n & 1`, the last bit.
            Some(_)
                if text == "&"
                    && lexer.remainder().trim_start().starts_with(|c: char| c.is_ascii_digit()) =>
            {
                self.unknown('&', span);
            }
            Some(_) if text == "..." && self.dots(span) => {}
            // `&x`, a reference.
            Some(_) if text == "&" && !self.tokens.last().is_some_and(|last| last.kind.ends_operand()) => {
                self.needless(text, span);
            }
            Some(replacement) => self.replaced(text, replacement, span),
            // `+=` and its like: the pass over statements says more.
            None => {
                self.tokens.push(Tok { text: text.to_owned(), ..Tok::fixed(TokenKind::Invalid, span) });
            }
        }
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
            // A raised letter may stand inside a name too, but in `xⁿ` it is meant as a power.
            match part.strip_suffix('ⁿ') {
                Some(base) if !base.is_empty() => {
                    let raised = Span { start: span.start + base.len() as u32, ..span };
                    self.plain_word(base, Span { end: raised.start, ..span });
                    self.spelling("ⁿ", "^n", raised);
                    self.tokens.push(Tok { faulty: true, ..Tok::fixed(TokenKind::Caret, raised) });
                    self.tokens.push(Tok {
                        text: "n".to_owned(),
                        faulty: true,
                        ..Tok::fixed(TokenKind::Name, raised)
                    });
                }
                _ => self.plain_word(part, span),
            }
        }
    }

    fn plain_word(&mut self, part: &str, span: Span) {
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
        if let Some(number) = foreign_number(text) {
            self.error(E::BadNumber { replacement: Some(number.clone()) }, span);
            self.tokens.push(Tok { kind: TokenKind::Number, span, text: number, faulty: true });
        } else if plain || text.contains('.') {
            let digits: String = text.chars().filter(|&c| c != '_').collect();
            let number = if digits.starts_with('.') { format!("0{digits}") } else { digits };
            let replacement = plain.then_some(number);
            let text = replacement.clone().unwrap_or_else(|| "0".to_owned());
            self.error(E::BadNumber { replacement }, span);
            self.tokens.push(Tok { kind: TokenKind::Number, span, text, faulty: true });
        } else {
            self.product(text, span);
        }
    }

    /// `3x`: a product, unless a name is bound there.
    fn product(&mut self, text: &str, span: Span) {
        use TokenKind as K;
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, name) = text.split_at(digits);
        let binds = self.tokens.last().is_some_and(|last| {
            matches!(last.kind, K::Let | K::For | K::Fold | K::Scan) || last.kind.is_item()
        });
        // `1e` is rather the start of a number than a product.
        let unclear = binds || name.starts_with(['e', 'E', '_']) || !name.chars().all(char::is_alphabetic);
        let replacement = (!unclear).then(|| format!("{number} * {name}"));
        self.error(E::NameStartsWithDigit { found: text.to_owned(), replacement }, span);
        if unclear {
            self.tokens.push(Tok { kind: K::Name, span, text: text.to_owned(), faulty: true });
            return;
        }
        let middle = Span { start: span.start + digits as u32, ..span };
        let number =
            Tok { text: number.to_owned(), ..Tok::fixed(K::Number, Span { end: middle.start, ..span }) };
        self.tokens.push(Tok { faulty: true, ..number });
        self.tokens.push(Tok::mended(K::Star, middle.start));
        self.tokens.push(Tok { text: name.to_owned(), faulty: true, ..Tok::fixed(K::Name, middle) });
    }

    /// A quote without its partner: guesses how far the literal goes, so that the rest of the line is read.
    fn open_quote(&mut self, kind: TokenKind, error: E, lexer: &mut Lexer<'_, Raw>) {
        let rest = lexer.remainder();
        let line = rest.split(['\n', '\r']).next().unwrap_or("").trim_end();
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

    /// Reports a foreign spelling and goes on with the circ token.
    pub(crate) fn replaced(&mut self, found: &str, replacement: &'static str, span: Span) {
        self.spelling(found, replacement, span);
        let mut kind = TokenKind::of_text(replacement).unwrap_or(TokenKind::Name);
        let text = if kind == TokenKind::Name { replacement.to_owned() } else { String::new() };
        let mut start = span;
        if let Some(last) = self.tokens.last()
            && last.faulty
            && last.span.end == span.start
            && let Some(joined) = last.kind.text().and_then(|before| foreign::joined(before, replacement))
        {
            kind = TokenKind::of_text(joined).unwrap_or(kind);
            start = last.span.to(span);
            self.tokens.pop();
        }
        self.tokens.push(Tok { kind, span: start, text, faulty: true });
    }

    /// Reports a foreign spelling.
    pub(crate) fn spelling(&mut self, found: &str, replacement: impl Into<String>, span: Span) {
        let kind = E::ForeignSpelling { found: found.to_owned(), replacement: replacement.into(), more: 0 };
        self.error(kind, span);
    }

    /// Reports something that circ has no need of, and leaves it out.
    pub(crate) fn needless(&mut self, found: &str, span: Span) {
        self.spelling(found, "", span);
    }
}

/// The bytes of the first character.
pub(crate) fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// Goes on from a byte, be it before the place that was reached.
pub(crate) fn restart<'s>(lexer: &mut Lexer<'s, Raw>, at: usize) {
    *lexer = Raw::lexer(lexer.source());
    lexer.bump(at);
}

/// The number that is written in another language's way: hexadecimal, binary, or with a suffix for its type.
fn foreign_number(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(digits) = lower.strip_prefix(prefix) {
            return u64::from_str_radix(&digits.replace('_', ""), radix).ok().map(|n| n.to_string());
        }
    }
    let suffixes = [
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64",
        "ul", "ull", "ll", "l", "u", "f", "d",
    ];
    let number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with(|c: char| c.is_ascii_digit())
    };
    let typed = |suffix: &str| {
        let digits = lower.strip_suffix(suffix)?.trim_end_matches('_');
        let plain = digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '_' | '.'));
        // `2d` is rather a product; `2.0d` and `1u8` are not.
        let clear = suffix.len() > 1 && !matches!(suffix, "ll" | "ul") || digits.contains('.');
        (plain && clear && number(digits) && !digits.contains("__")).then(|| digits.to_owned())
    };
    suffixes.iter().find_map(|suffix| typed(suffix))
}

/// The span of `text`, which is the start of what `span` covers.
fn shorten(span: Span, text: &str) -> Span {
    Span::new(span.start as usize, span.start as usize + text.len())
}
