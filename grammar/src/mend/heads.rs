//! Heads of functions in the way of other languages: `def f(x):`, `fn f<T>(x: [T; n])`, `int f(int x)`.

use super::cuts::Cuts;
use super::lines::partner;
use crate::errors::{HeadSlip, SyntaxError, SyntaxErrorKind as E};
use crate::lexer::Tok;
use crate::tokens::TokenKind as K;
use crate::tree::Span;
use std::collections::BTreeSet;

/// A head has fewer tokens than that; a longer one is left to the grammar.
const LONGEST: usize = 500;

/// Reports heads that circ can't read, each once, and leaves them out: their family is not read, but its body is.
pub(super) fn heads(source: &str, tokens: &[Tok], errors: &mut Vec<SyntaxError>) -> Vec<Tok> {
    let mut out: Vec<Tok> = Vec::with_capacity(tokens.len());
    let mut cuts = Cuts::default();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < tokens.len() {
        let tok = &tokens[at];
        let ended = out.last().is_none_or(|last| matches!(last.kind, K::CloseBrace | K::Semicolon));
        let typed = depth == 0 && ended && is_typed(&tokens[at..]);
        if (tok.kind == K::Family || typed)
            && let Some(head) = read(source, &tokens[at..tokens.len().min(at + LONGEST)])
            && (typed || !head.slips.is_empty())
        {
            let last = tokens[at + head.end - 1].span;
            let kind = E::FunctionHead { head: head.text, slip: slip(&head.slips) };
            let span = tok.span.to(last);
            cuts.replace(span, SyntaxError { kind, span });
            out.push(Tok { faulty: true, ..Tok::fixed(K::Family, tok.span) });
            out.push(Tok { faulty: true, ..Tok::fixed(K::Invalid, last) });
            at += head.end;
            depth = 0;
            continue;
        }
        if tok.kind.closer().is_some() {
            depth += 1;
        } else if tok.kind.is_closer() {
            depth = depth.saturating_sub(1);
        } else if tok.kind.is_item() {
            depth = 0;
        }
        out.push(tok.clone());
        at += 1;
    }
    cuts.apply(errors);
    out
}

/// A function starts with the type of its result: `int f(`, `num f(`.
fn is_typed(tokens: &[Tok]) -> bool {
    let kinds: Vec<K> = tokens.iter().take(3).map(|tok| tok.kind).collect();
    matches!(kinds[..], [K::Name | K::Num | K::Bool, K::Name, K::OpenParen])
        && partner(tokens, 2, LONGEST)
            .and_then(|end| tokens.get(end + 1))
            .is_some_and(|after| after.kind == K::OpenBrace)
}

fn slip(slips: &BTreeSet<HeadSlip>) -> HeadSlip {
    let mut all = slips.iter();
    match (all.next(), all.next()) {
        (Some(only), None) => *only,
        _ => HeadSlip::Several,
    }
}

struct Head {
    /// As circ writes it.
    text: String,
    slips: BTreeSet<HeadSlip>,
    /// One past its last token: where `in`, `where` or the body starts.
    end: usize,
}

/// Reads a head, be it of circ or of another language; none where it is of neither.
fn read(source: &str, tokens: &[Tok]) -> Option<Head> {
    let mut slips = BTreeSet::new();
    // `fn` and `def` bring the types of their language along.
    let called = tokens[0].faulty;
    let name = tokens.get(1).filter(|tok| tok.kind == K::Name)?;
    let mut at = 2;
    let mut params: Vec<String> = Vec::new();
    match tokens.get(at)?.kind {
        K::OpenBracket => {
            let end = partner(tokens, at, LONGEST)?;
            for param in split(&tokens[at + 1..end]) {
                match param {
                    [name] if name.kind == K::Name => params.push(name.text.clone()),
                    [name, colon, ..] if name.kind == K::Name && colon.kind == K::Colon => {
                        slips.insert(HeadSlip::Parameters);
                        params.push(name.text.clone());
                    }
                    _ => return None,
                }
            }
            at = end + 1;
        }
        K::Less => {
            let end = at + tokens[at..].iter().position(|tok| tok.kind == K::Greater)?;
            slips.insert(HeadSlip::Parameters);
            for param in split(&tokens[at + 1..end]) {
                let name = param.iter().find(|tok| tok.kind == K::Name)?;
                params.push(name.text.clone());
            }
            at = end + 1;
        }
        _ => {}
    }
    if tokens.get(at)?.kind != K::OpenParen {
        return None;
    }
    let close = partner(tokens, at, LONGEST)?;
    let listed: Vec<&[Tok]> = split(&tokens[at + 1..close]);
    let mut inputs = Vec::new();
    for input in &listed {
        match *input {
            [name] if name.kind == K::Name => {
                slips.insert(HeadSlip::InputType);
                // `f(n, x: num[n])`: a size.
                if listed.iter().any(|other| other.get(1..).is_some_and(|rest| mentions(rest, &name.text))) {
                    params.push(name.text.clone());
                } else {
                    inputs.push(format!("{}: num", name.text));
                }
            }
            [name, colon, ty @ ..] if name.kind == K::Name && matches!(colon.kind, K::Colon | K::In) => {
                let default = ty.iter().position(|tok| tok.kind == K::Equal).unwrap_or(ty.len());
                let ty_tokens = &ty[..default];
                let ty = read_type(source, ty_tokens)?;
                if ty.foreign
                    || colon.kind == K::In
                    || called && is_number(source, ty_tokens)
                    || default < input.len() - 2
                {
                    slips.insert(HeadSlip::Type);
                }
                inputs.push(format!("{}: {}", name.text, ty.text));
            }
            [ty, name, rest @ ..]
                if matches!(ty.kind, K::Name | K::Num | K::Bool)
                    && name.kind == K::Name
                    && rest.first().is_none_or(|tok| tok.kind == K::OpenBracket) =>
            {
                slips.insert(HeadSlip::Type);
                let scalar = scalar(source, ty);
                let size = match rest {
                    [] => String::new(),
                    [_, _] => "[n]".to_owned(),
                    _ => text(source, rest)?,
                };
                inputs.push(format!("{}: {scalar}{size}", name.text));
            }
            _ => return None,
        }
    }
    at = close + 1;
    let result = match tokens.get(at)?.kind {
        K::Arrow => {
            let ends = |tok: &Tok| matches!(tok.kind, K::OpenBrace | K::In | K::Where | K::Semicolon);
            let end = at + tokens[at..].iter().position(ends)?;
            let start = at + 1;
            let ty = read_type(source, &tokens[start..end])?;
            at = end;
            if ty.foreign || called && is_number(source, &tokens[start..end]) {
                slips.insert(HeadSlip::Type);
            }
            ty.text
        }
        // `where n >= 1 -> num {`
        K::In | K::Where if arrow_follows(&tokens[at..]) => return None,
        K::OpenBrace | K::In | K::Where => {
            slips.insert(HeadSlip::ResultType);
            // Of `int f(…)` the type stands before the name.
            if tokens[0].kind == K::Family { "num".to_owned() } else { scalar(source, &tokens[0]) }
        }
        _ => return None,
    };
    if (inputs.iter().any(|input| input.contains("[n")) || result.contains("[n"))
        && params.iter().all(|p| p != "n")
    {
        params.push("n".to_owned());
    }
    let params = if params.is_empty() { String::new() } else { format!("[{}]", params.join(", ")) };
    let text = format!("family {}{params}({}) -> {result}", name.text, inputs.join(", "));
    Some(Head { text, slips, end: at })
}

/// A number type of another language.
fn is_number(source: &str, tokens: &[Tok]) -> bool {
    matches!(tokens, [ty] if ty.kind == K::Name && scalar(source, ty) == "num")
}

fn arrow_follows(tokens: &[Tok]) -> bool {
    let ahead = tokens.iter().take(LONGEST).take_while(|tok| tok.kind != K::OpenBrace);
    ahead.into_iter().any(|tok| tok.kind == K::Arrow)
}

/// The parts between commas that stand in no further brackets.
fn split(tokens: &[Tok]) -> Vec<&[Tok]> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    for (at, tok) in tokens.iter().enumerate() {
        if tok.kind.closer().is_some() || tok.kind == K::Less {
            depth += 1;
        } else if tok.kind.is_closer() || tok.kind == K::Greater {
            depth -= 1;
        } else if tok.kind == K::Comma && depth == 0 {
            parts.push(&tokens[start..at]);
            start = at + 1;
        }
    }
    if start < tokens.len() {
        parts.push(&tokens[start..]);
    }
    parts
}

fn mentions(tokens: &[Tok], name: &str) -> bool {
    tokens.iter().any(|tok| tok.kind == K::Name && tok.text == name)
}

/// A type, as circ writes it.
pub(super) struct ReadType {
    /// As circ writes it.
    pub(super) text: String,
    /// It was written in another way.
    pub(super) foreign: bool,
}

/// Reads a type, be it of circ or of another language.
pub(super) fn read_type(source: &str, tokens: &[Tok]) -> Option<ReadType> {
    let foreign = |text: String| Some(ReadType { text, foreign: true });
    let kinds: Vec<K> = tokens.iter().take(2).map(|tok| tok.kind).collect();
    let list = |tok: &Tok| {
        matches!(
            tok.text.as_str(),
            "list" | "List" | "Vec" | "Sequence" | "array" | "Array" | "vector" | "Tensor"
        )
    };
    match kinds[..] {
        [K::Num | K::Bool] => Some(ReadType { text: text(source, tokens)?, foreign: false }),
        [K::Name] => {
            let text = if list(&tokens[0]) { "num[n]".to_owned() } else { scalar(source, &tokens[0]) };
            Some(ReadType { text, foreign: false })
        }
        [K::Name, K::Less | K::OpenBracket] if list(&tokens[0]) && tokens.len() >= 4 => {
            let element = &tokens[2..tokens.len() - 1];
            let inner = read_type(source, element)?;
            // `list[n]` may be an array over an alphabet of that name.
            let typed = inner.foreign
                || matches!(element, [Tok { kind: K::Num | K::Bool, .. }])
                || is_number(source, element);
            if kinds[1] == K::OpenBracket && !typed {
                return Some(ReadType { text: text(source, tokens)?, foreign: false });
            }
            foreign(sized(&inner.text, "n"))
        }
        [K::Name | K::Num | K::Bool, K::OpenBracket] => {
            let plain = tokens
                .iter()
                .all(|tok| !matches!(tok.kind, K::Semicolon | K::Colon | K::Less | K::OpenBrace));
            let whole = partner(tokens, 1, LONGEST) == Some(tokens.len() - 1);
            (plain && whole).then_some(())?;
            let text = format!("{}{}", scalar(source, &tokens[0]), text(source, &tokens[1..])?);
            Some(ReadType { text, foreign: false })
        }
        [K::OpenParen, _] => {
            let whole = partner(tokens, 0, LONGEST) == Some(tokens.len() - 1);
            let plain = tokens.iter().all(|tok| tok.kind != K::Semicolon && tok.kind != K::OpenBrace);
            (whole && plain).then_some(())?;
            Some(ReadType { text: text(source, tokens)?, foreign: false })
        }
        [K::OpenBracket, _] => {
            (partner(tokens, 0, LONGEST) == Some(tokens.len() - 1)).then_some(())?;
            let inner = &tokens[1..tokens.len() - 1];
            match inner.iter().rposition(|tok| tok.kind == K::Semicolon) {
                Some(at) => {
                    let element = read_type(source, &inner[..at])?;
                    foreign(sized(&element.text, &text(source, &inner[at + 1..])?))
                }
                None => foreign(sized(&read_type(source, inner)?.text, "n")),
            }
        }
        _ => None,
    }
}

/// An array of the type: `num[n]` of `num[m]` is `num[n, m]`.
fn sized(element: &str, size: &str) -> String {
    match element.split_once('[') {
        Some((scalar, rest)) => format!("{scalar}[{size}, {rest}"),
        None => format!("{element}[{size}]"),
    }
}

fn scalar(source: &str, tok: &Tok) -> String {
    let word = source.get(tok.span.range()).unwrap_or_default();
    let number = [
        "int", "float", "double", "long", "i32", "i64", "u32", "u64", "usize", "f32", "f64", "number",
        "real", "Int", "ℚ", "ℝ", "ℕ", "ℤ",
    ];
    match word {
        word if number.contains(&word) => "num",
        "boolean" => "bool",
        "void" | "auto" => "num",
        word => word,
    }
    .to_owned()
}

fn text(source: &str, tokens: &[Tok]) -> Option<String> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let text = source.get(Span { end: last.span.end, ..first.span }.range())?;
    (!text.contains(['\n', '\r'])).then(|| text.to_owned())
}
