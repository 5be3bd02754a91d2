//! The whole way from a text to its tree and errors.

use crate::context::Context;
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::facts::plain_fact;
use crate::lexer::{Slashes, lex};
use crate::mend::{self, Mended, on_other_lines};
use crate::quotient::Quotient;
use crate::recover;
use crate::repeats;
use crate::tokens::TokenKind;
use crate::tree::{Span, Tree};
use crate::{MAX_HEIGHT, Severity};

/// What a text parses to.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree. Without errors it is the whole file; with errors what could be read of it.
    pub tree: Tree,
    /// The errors and warnings, by position, each once.
    pub errors: Vec<SyntaxError>,
}

/// A token or a comment, as `--emit tokens` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme<'a> {
    /// Its kind; [`TokenKind::name`] prints it.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
    /// Its text as written.
    pub text: &'a str,
}

/// The tokens of a source and its comments, in order. What is no token is of the kind [`TokenKind::Invalid`] or,
/// where the intention is clear, of the kind that was meant. Empty for a source that is too large.
pub fn tokens(source: &str) -> Vec<Lexeme<'_>> {
    if too_large(source, u32::MAX as usize) {
        return Vec::new();
    }
    let lexed = lex(source, Slashes::Comment);
    // What was put in stands nowhere.
    let tokens = lexed.tokens.iter().filter(|tok| !tok.is_mended()).map(|tok| (tok.kind, tok.span));
    let mut all: Vec<Lexeme<'_>> = tokens
        .chain(lexed.comments.iter().copied())
        .map(|(kind, span)| Lexeme { kind, span, text: source.get(span.range()).unwrap_or_default() })
        .collect();
    all.sort_by_key(|lexeme| lexeme.span.start);
    all
}

/// Parses a file. Never fails: what is wrong stands beside the tree.
pub fn parse(source: &str) -> Parsed {
    parse_within(source, u32::MAX as usize)
}

fn too_large(source: &str, limit: usize) -> bool {
    source.len() >= limit
}

/// Parses a file of fewer than `limit` bytes.
fn parse_within(source: &str, limit: usize) -> Parsed {
    if too_large(source, limit) {
        return only(E::TooLarge, Span::default());
    }
    if let Some(span) = logisim(source) {
        return only(E::Logisim, span);
    }
    let (parsed, quotients) = read(source, Slashes::Comment);
    let wrong = faults(&parsed);
    if wrong == 0 {
        return with_warnings(parsed, &quotients);
    }
    // Where comments swallowed what the program needs, they were meant as divisions.
    if quotients.iter().any(|quotient| quotient.needed) {
        let (divided, _) = read(source, Slashes::Division);
        let other = |error: &&SyntaxError| !matches!(error.kind, E::FloorDivision { .. });
        if divided.errors.iter().filter(other).filter(|error| error.severity() == Severity::Error).count()
            < wrong
        {
            return divided;
        }
    }
    parsed
}

fn faults(parsed: &Parsed) -> usize {
    parsed.errors.iter().filter(|error| error.severity() == Severity::Error).count()
}

/// Warns of comments that look like divisors.
fn with_warnings(mut parsed: Parsed, quotients: &[Quotient]) -> Parsed {
    let bare = quotients.iter().filter(|quotient| quotient.bare);
    parsed.errors.extend(bare.map(|quotient| SyntaxError { kind: E::DivisionComment, span: quotient.span }));
    parsed.errors.sort_by_key(|error| (error.span.start, error.span.end));
    parsed
}

/// Reads a source once.
fn read(source: &str, slashes: Slashes) -> (Parsed, Vec<Quotient>) {
    let lexed = lex(source, slashes);
    let mut errors = lexed.errors;
    let mended = match mend::mend(source, lexed.tokens, &mut errors) {
        Ok(mended) => mended,
        Err(error) => return (only(error.kind, error.span), Vec::new()),
    };
    let Mended { tokens, skeleton } = mended;
    let docs = mend::docs(source, &lexed.comments, &tokens, &mut errors);
    let mut context = Context::new(tokens, skeleton.partners.clone(), docs.items);
    let outcome = recover::run(source, &mut context, &skeleton);

    let mut tree = outcome.tree;
    tree.docs = docs.file;
    add_parse_errors(source, &mut errors, outcome.errors);
    if let Some(span) = outcome.too_deep {
        errors.push(SyntaxError { kind: E::TooDeep { limit: MAX_HEIGHT }, span });
    }
    if let Some(first) = outcome.first
        && errors.iter().all(|error| error.severity() == Severity::Warning)
    {
        errors.push(plain_fact(source, &context.tokens, &skeleton, &first));
    }
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    errors.dedup();
    (Parsed { tree, errors: repeats::once(errors) }, lexed.quotients)
}

fn only(kind: E, span: Span) -> Parsed {
    Parsed { tree: Tree::default(), errors: vec![SyntaxError { kind, span }] }
}

/// The start of a file of Logisim: XML, with or without its first line.
fn logisim(source: &str) -> Option<Span> {
    let text = source.trim_start_matches('\u{feff}').trim_start();
    let start = source.len() - text.len();
    let mark = ["<?xml", "<project"].into_iter().find(|mark| text.starts_with(mark))?;
    Some(Span::new(start, start + mark.len()))
}

/// Adds the errors of the grammar, but none that follows from another: at the place of one that is known, or on
/// the line of a quote without its partner.
fn add_parse_errors(source: &str, errors: &mut Vec<SyntaxError>, found: Vec<SyntaxError>) {
    let mut starts: Vec<u32> = errors
        .iter()
        .filter(|error| error.severity() == Severity::Error)
        .map(|error| error.span.start)
        .collect();
    starts.sort_unstable();
    let mut quotes: Vec<Span> = errors
        .iter()
        .filter(|error| matches!(error.kind, E::UnclosedToken | E::UnclosedString))
        .map(|error| error.span)
        .collect();
    quotes.sort_unstable();
    let mut last = None;
    for error in found {
        let start = error.span.start;
        let known = starts.binary_search(&start).is_ok() || last == Some(start);
        let before = quotes[..quotes.partition_point(|quote| quote.start <= start)].last();
        let astray = before.is_some_and(|quote| !on_other_lines(source, *quote, error.span));
        if !known && !astray {
            last = Some(start);
            errors.push(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_spans_cannot_name_is_refused() {
        let parsed = parse_within("const a = 1;", 5);
        assert!(parsed.tree.items.is_empty());
        assert_eq!(parsed.errors.len(), 1);
        assert_eq!(parsed.errors[0].kind, E::TooLarge);
    }
}
