//! Sums, products and quantifiers with their bounds beside them: `∑_{i=0}^{n-1} x_i`, `∀ i ∈ 0..n: c`.

use crate::lexer::Tok;
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// What was read of it.
pub(super) struct Bounds {
    /// The reduction.
    pub(super) word: &'static str,
    /// As circ writes it.
    pub(super) shown: String,
    /// The tokens of the sign and its bounds.
    pub(super) length: usize,
}

/// A sign of mathematics stands here, and no parenthesis after it.
pub(super) fn starts(source: &str, tokens: &[Tok]) -> bool {
    let Some(tok) = tokens.first() else { return false };
    let next = tokens.get(1).map(|next| next.kind);
    word(source, tok).is_some_and(|(_, sure)| match next {
        Some(K::OpenParen) => false,
        _ if !sure => {
            let kinds: Vec<K> = tokens.iter().skip(1).take(3).map(|tok| tok.kind).collect();
            kinds == [K::OpenBrace, K::Name, K::Equal]
        }
        Some(K::Discard | K::Caret | K::OpenBrace) => true,
        Some(next) => next.starts_operand() || matches!(next, K::OpenBracket | K::Invalid),
        None => false,
    })
}

/// The reduction that a sign stands for; whether it is sure to be one.
fn word(source: &str, tok: &Tok) -> Option<(&'static str, bool)> {
    let text = source.get(tok.span.range())?;
    Some(match text {
        "∑" => ("sum", true),
        "∏" => ("prod", true),
        "∀" => ("all", true),
        "∃" => ("any", true),
        // Greek letters are names too, but not before a brace.
        "sum_" => ("sum", false),
        "prod_" => ("prod", false),
        "Σ_" => ("sum", false),
        "Π_" => ("prod", false),
        _ => return None,
    })
}

/// Reads a sign and its bounds.
pub(super) fn read(source: &str, tokens: &[Tok]) -> Bounds {
    let mut reader = Reader { source, tokens, at: 1 };
    let (word, _) = tokens.first().and_then(|tok| word(source, tok)).unwrap_or(("sum", true));
    if matches!(word, "all" | "any") {
        return reader.quantifier(word);
    }
    let marked = tokens.first().is_some_and(|tok| tok.kind == K::Name && tok.text.ends_with('_'));
    let (mut lower, mut upper) = (None, None);
    loop {
        match reader.kind() {
            Some(K::Discard) => {
                reader.at += 1;
                lower = reader.group();
            }
            // `_i` is one name.
            Some(K::Name) if lower.is_none() && reader.tokens[reader.at].text.starts_with('_') => {
                lower = reader.group().map(|text| text.trim_start_matches('_'));
            }
            Some(K::OpenBrace) if marked && lower.is_none() => lower = reader.group(),
            Some(K::Caret) => {
                reader.at += 1;
                upper = reader.group();
            }
            _ => break,
        }
    }
    let lower = lower.unwrap_or_default();
    let (variable, start) = lower.split_once('=').unwrap_or((lower, "0"));
    let variable = variable.split(['<', '≤', '∈', ' ']).next().unwrap_or_default();
    let variable =
        if variable.chars().all(char::is_alphanumeric) && !variable.is_empty() { variable } else { "i" };
    let range = match upper {
        Some(upper) => format!("{}..={upper}", start.trim()),
        None => "0..n".to_owned(),
    };
    Bounds { word, shown: format!("{word}(… for {variable} in {range})"), length: reader.at }
}

struct Reader<'a> {
    source: &'a str,
    tokens: &'a [Tok],
    at: usize,
}

impl<'a> Reader<'a> {
    fn kind(&self) -> Option<K> {
        self.tokens.get(self.at).map(|tok| tok.kind)
    }

    /// What stands in braces, or one token.
    fn group(&mut self) -> Option<&'a str> {
        let first = self.tokens.get(self.at)?;
        if first.kind != K::OpenBrace {
            if first.kind.is_closer() || first.kind == K::Semicolon {
                return None;
            }
            self.at += 1;
            return self.source.get(first.span.range());
        }
        let length = super::lines::partner(&self.tokens[self.at..], 0, self.tokens.len())?;
        let end = &self.tokens[self.at + length];
        self.at += length + 1;
        self.source.get(first.span.end as usize..end.span.start as usize).map(str::trim)
    }

    /// `∀ i ∈ 0..n: c`
    fn quantifier(&mut self, word: &'static str) -> Bounds {
        let name = self.tokens.get(1).filter(|tok| tok.kind == K::Name);
        let variable = name.map_or("i", |tok| tok.text.as_str());
        let mut range = "0..n";
        let found = self.tokens.get(2).is_some_and(|tok| tok.kind == K::In);
        if found && let Some(first) = self.tokens.get(3) {
            let ends = |tok: &Tok| {
                matches!(tok.kind, K::Colon | K::Comma | K::Semicolon | K::Dot) || tok.kind == K::CloseBrace
            };
            let end = self.tokens[3..].iter().position(ends).map_or(3, |at| at + 3);
            if end > 3 {
                let span = Span { end: self.tokens[end - 1].span.end, ..first.span };
                range = self.source.get(span.range()).unwrap_or(range).trim();
                self.at = end;
            }
        }
        let range = if range.contains(['\n', '\r']) { "0..n" } else { range };
        let shown = format!("{word}(… for {variable} in {range})");
        Bounds { word, shown, length: self.at.max(1) }
    }
}
