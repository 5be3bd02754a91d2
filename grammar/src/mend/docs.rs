//! Doc comments: which item each documents.

use crate::errors::{SyntaxError, SyntaxErrorKind};
use crate::lexer::Tok;
use crate::tokens::TokenKind;
use crate::tree::Span;
use std::collections::BTreeMap;

/// The documentation of a file.
#[derive(Debug, Default)]
pub(crate) struct Docs {
    /// The lines of `//!`.
    pub(crate) file: Vec<String>,
    /// The lines of `///` before each item, by the index of its first token.
    pub(crate) items: BTreeMap<usize, Vec<String>>,
}

/// Sorts out the doc comments; one that stands before no item is a warning.
pub(crate) fn docs(
    source: &str,
    comments: &[(TokenKind, Span)],
    tokens: &[Tok],
    errors: &mut Vec<SyntaxError>,
) -> Docs {
    let mut out = Docs::default();
    let mut misplaced: Option<(usize, Span)> = None;
    for (kind, span) in comments {
        let text = source.get(span.range()).unwrap_or_default();
        let line = text.get(3..).unwrap_or_default();
        let line = line.strip_prefix(' ').unwrap_or(line).to_owned();
        match kind {
            TokenKind::FileDoc => out.file.push(line),
            TokenKind::Doc => {
                // A token that was put in or read in two has the place of the one after it: any will do.
                let next = tokens.partition_point(|tok| tok.span.start < span.end);
                if tokens.get(next).is_some_and(|tok| tok.kind.is_item()) {
                    out.items.entry(next).or_default().push(line);
                } else if let Some((at, lines)) = &mut misplaced
                    && *at == next
                {
                    lines.end = span.end;
                } else if let Some((_, lines)) = misplaced.replace((next, *span)) {
                    errors.push(SyntaxError { kind: SyntaxErrorKind::MisplacedDoc, span: lines });
                }
            }
            _ => {}
        }
    }
    if let Some((_, span)) = misplaced {
        errors.push(SyntaxError { kind: SyntaxErrorKind::MisplacedDoc, span });
    }
    out
}
