//! Python's layout: a body after a colon, told by its indentation, gets its braces.

use super::lines::{indent, is_first};
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::foreign;
use crate::lexer::Tok;
use crate::mend::on_other_lines;
use crate::tokens::TokenKind as K;

/// A body that waits for its end.
struct Body {
    /// How far the line of its head is indented.
    indent: usize,
    /// How many brackets are open around it.
    depth: usize,
    /// It ends with its line.
    short: bool,
    /// What its head is.
    kind: Kind,
}

/// What a line starts with, where a colon may end it.
#[derive(Clone, Copy)]
struct Head {
    kind: Kind,
    indent: usize,
    depth: usize,
    /// The index of its first token among those passed on.
    start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `def`, `family`.
    Family,
    /// `if`, `while`, `for`.
    Statement,
    /// `else`, `elif`.
    Branch,
    /// What is told of anyway: `while`, `class`.
    Other,
}

/// Puts braces around indented bodies. One report for each that stands in no other.
pub(super) fn layout(source: &str, tokens: Vec<Tok>, errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    if tokens.iter().all(|tok| tok.kind != K::Colon) {
        return tokens;
    }
    let mut out: Vec<Tok> = Vec::with_capacity(tokens.len());
    let mut bodies: Vec<Body> = Vec::new();
    let mut head: Option<Head> = None;
    let mut depth = 0_usize;
    for at in 0..tokens.len() {
        let tok = &tokens[at];
        let mut inline = false;
        let column = is_first(source, &tokens, at).then(|| indent(source, tok)).flatten();
        // A line that is indented no further ends the bodies before it.
        while let Some(body) = bodies.last() {
            let outdented = column.is_some_and(|column| body.short || column <= body.indent);
            let closed = tok.kind.is_closer() && depth <= body.depth;
            // `if c: a else b`
            let other = tok.kind == K::Else
                && body.short
                && matches!(body.kind, Kind::Statement | Kind::Branch)
                && column.is_none()
                && out.last().is_some_and(|last| last.kind != K::CloseBrace);
            inline |= other;
            let closed = closed || other && depth <= body.depth;
            if !(outdented && depth <= body.depth || closed) {
                break;
            }
            bodies.pop();
            close(&mut out);
        }
        if let Some(column) = column {
            head = head_of(tok, tokens.get(at + 1)).map(|kind| Head {
                kind,
                indent: column,
                depth,
                start: out.len(),
            });
        }
        // The body has begun, or another item.
        let begun = head.is_some_and(|head| head.depth == depth && head.start < out.len());
        if begun && (tok.kind == K::OpenBrace || tok.kind.is_item()) {
            head = None;
        }
        let bare = tokens.get(at + 1).is_some_and(|next| next.kind.starts_operand() && next.kind != K::If);
        if inline && !bare {
            // `if c: a else: b`
            head = Some(Head { kind: Kind::Branch, indent: 0, depth, start: out.len() });
        }
        let next = tokens.get(at + 1);
        let ends_line = next.is_none_or(|next| on_other_lines(source, tok.span, next.span));
        let opened =
            head.filter(|head| tok.kind == K::Colon && head.depth == depth && ends(head, &out, ends_line));
        if let Some(opened) = opened {
            if bodies.is_empty() && matches!(opened.kind, Kind::Family | Kind::Statement) {
                errors.push(SyntaxError { kind: E::IndentedBody, span: tok.span });
            }
            out.push(Tok { faulty: true, ..Tok::fixed(K::OpenBrace, tok.span) });
            bodies.push(Body { indent: opened.indent, depth, short: !ends_line, kind: opened.kind });
            head = None;
            continue;
        }
        if tok.kind.closer().is_some() {
            depth += 1;
        } else if tok.kind.is_closer() {
            depth = depth.saturating_sub(1);
        }
        out.push(tok.clone());
        if inline && bare {
            out.push(Tok { faulty: true, ..Tok::fixed(K::OpenBrace, tok.span) });
            bodies.push(Body { indent: column.unwrap_or(0), depth, short: true, kind: Kind::Branch });
        }
    }
    while bodies.pop().is_some() {
        close(&mut out);
    }
    out
}

fn close(out: &mut Vec<Tok>) {
    let end = out.last().map_or(0, |last| last.span.end);
    out.push(Tok::mended(K::CloseBrace, end));
}

fn head_of(tok: &Tok, next: Option<&Tok>) -> Option<Kind> {
    Some(match tok.kind {
        K::Family => Kind::Family,
        K::If | K::For => Kind::Statement,
        K::Else => Kind::Branch,
        K::Name if matches!(tok.text.as_str(), "elif" | "except" | "finally") => Kind::Branch,
        K::Name if matches!(tok.text.as_str(), "while" | "class" | "with" | "try") => Kind::Other,
        K::Name
            if foreign::item_word(&tok.text) == Some("family")
                && next.is_some_and(|next| next.kind == K::Name) =>
        {
            Kind::Family
        }
        _ => return None,
    })
}

/// A colon at this place ends the head, rather than standing in it.
fn ends(head: &Head, out: &[Tok], ends_line: bool) -> bool {
    let tokens = &out[head.start..];
    // `if ∀ i ∈ 0..n: c`
    if !ends_line && tokens.iter().any(|tok| tok.faulty && matches!(tok.text.as_str(), "all" | "any")) {
        return false;
    }
    // `for n in 0..3, x: bool[n]`: an input of a test.
    if let [.., before, name] = tokens
        && name.kind == K::Name
        && matches!(before.kind, K::Comma | K::For)
    {
        return false;
    }
    match head.kind {
        // `family f(x: num) -> num:`; the inputs stand in brackets.
        Kind::Family => tokens.iter().any(|tok| tok.kind == K::CloseParen),
        Kind::Other => ends_line,
        Kind::Statement => ends_line || tokens.first().is_some_and(|tok| tok.kind == K::If),
        Kind::Branch => true,
    }
}
