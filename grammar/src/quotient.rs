//! `a // b`: a comment, where someone from Python means a quotient rounded down.
//!
//! A comment is a comment; but where it reads as the rest of the expression before it, the slip can be told.

use crate::lexer::Tok;
use crate::tokens::{Raw, TokenKind as K};
use crate::tree::Span;
use logos::Logos;

/// A comment that is likely to be a division.
#[derive(Clone, Debug)]
pub(crate) struct Quotient {
    /// The two operands where they are short, else the `//`.
    pub(crate) span: Span,
    /// How it is written, where both operands are short.
    pub(crate) replacement: Option<String>,
    /// The comment swallows a bracket or a separator that the program needs.
    pub(crate) needed: bool,
    /// The comment is nothing but numbers, which nobody writes to explain something.
    pub(crate) bare: bool,
}

/// What the comment `text` at `span` would be as the rest of an expression.
pub(crate) fn of_comment(source: &str, before: Option<&Tok>, span: Span, text: &str) -> Option<Quotient> {
    let before = before.filter(|last| last.kind.ends_operand())?;
    let between = source.get(before.span.end as usize..span.start as usize)?;
    if between.contains(['\n', '\r']) {
        return None;
    }
    let shape = shape(text.get(2..)?)?;
    let sign = Span { end: span.start + 2, ..span };
    let short = |kind| matches!(kind, K::Name | K::Number);
    let plain = shape.first.filter(|_| short(before.kind)).and_then(|(start, end)| {
        let divisor = Span { start: sign.end + start as u32, end: sign.end + end as u32 };
        let (a, b) = (source.get(before.span.range())?, source.get(divisor.range())?);
        Some((before.span.to(divisor), format!("floor({a} / {b})")))
    });
    let (span, replacement) = match plain {
        Some((span, replacement)) => (span, Some(replacement)),
        None => (sign, None),
    };
    Some(Quotient { span, replacement, needed: shape.needed, bare: shape.bare })
}

struct Shape {
    /// Where the first operand stands, if it is one name or number.
    first: Option<(usize, usize)>,
    needed: bool,
    bare: bool,
}

/// Reads a comment as the rest of an expression; none where it is prose.
fn shape(text: &str) -> Option<Shape> {
    let mut lexer = Raw::lexer(text);
    let (mut operand, mut depth, mut count) = (false, 0_i32, 0_usize);
    let mut out = Shape { first: None, needed: false, bare: true };
    while let Some(raw) = lexer.next() {
        let slice = lexer.slice();
        count += 1;
        match raw.ok()? {
            Raw::Word if K::of_text(slice).is_some_and(K::is_keyword) => {
                out.bare = false;
                operand = false;
            }
            raw @ (Raw::Word | Raw::Number) => {
                if operand {
                    return None;
                }
                if count == 1 {
                    out.first = Some((lexer.span().start, lexer.span().end));
                }
                operand = true;
                out.bare &= raw == Raw::Number;
            }
            Raw::Symbol => match slice {
                "(" | "[" => {
                    // `2(` and `f(x` are no short divisors.
                    out.first = out.first.filter(|_| count != 2);
                    depth += 1;
                    operand = false;
                }
                ")" | "]" | "}" => {
                    depth -= 1;
                    out.needed |= depth < 0;
                    operand = true;
                }
                ";" | "," | "{" => {
                    out.needed |= depth <= 0;
                    operand = slice == ";" && operand;
                    if slice == ";" {
                        break;
                    }
                }
                "^" => {
                    out.first = out.first.filter(|_| count != 2);
                    operand = false;
                }
                _ if count == 1 => return None,
                _ => operand = false,
            },
            Raw::Comment => break,
            _ => return None,
        }
    }
    out.bare &= !out.needed && operand;
    (count > 0 && depth <= 0 && (operand || out.needed)).then_some(out)
}
