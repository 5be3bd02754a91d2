//! From the place where the grammar stopped, and what would have fit, to a fact in the user's words.

use crate::context::Recovery;
use crate::errors::{SyntaxError, SyntaxErrorKind as E};
use crate::found::{Expected, Found};
use crate::lexer::Tok;
use crate::mend::{Skeleton, on_other_lines};
use crate::otherwise::otherwise;
use crate::tokens::TokenKind as K;
use crate::tree::Span;

/// The fact; none where the token that did not fit has been reported already, or the literal before it, which
/// may have swallowed what is missed.
pub(crate) fn fact(
    source: &str,
    tokens: &[Tok],
    skeleton: &Skeleton,
    recovery: &Recovery,
) -> Option<SyntaxError> {
    let faulty_literal = |tok: &Tok| tok.faulty && matches!(tok.kind, K::Token | K::String);
    let known = tokens.get(recovery.at).is_some_and(|tok| tok.faulty)
        || recovery.at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(faulty_literal);
    (!known).then(|| plain_fact(source, tokens, skeleton, recovery))
}

/// The fact, whatever has been reported.
pub(crate) fn plain_fact(
    source: &str,
    tokens: &[Tok],
    skeleton: &Skeleton,
    recovery: &Recovery,
) -> SyntaxError {
    // A token that was put in is nothing to show: the next one is what stands there.
    let found = tokens.iter().skip(recovery.at).find(|tok| !tok.is_mended());
    let before = tokens[..recovery.at.min(tokens.len())].iter().rev().find(|tok| !tok.is_mended());
    // A closing brace belongs to the statement around its block: the one before it may be in the block.
    let statement = skeleton.region(recovery.at).or_else(|| skeleton.region(recovery.at.saturating_sub(1)));
    let in_block = statement.is_some();
    let expected = Terminals(&recovery.expected);
    let site = Site { source, tokens, at: recovery.at, found, before, in_block, expected };
    site.fact()
}

/// How many tokens a search goes back: signatures are short, and many errors must not read a long file often.
const NEAR: usize = 1_000;

/// The terminals that the grammar would have taken.
struct Terminals<'a>(&'a [String]);

impl Terminals<'_> {
    /// A terminal of varying text, such as `NAME`.
    fn has_class(&self, name: &str) -> bool {
        self.0.iter().any(|terminal| terminal == name)
    }

    /// A terminal of fixed text.
    fn has(&self, kind: K) -> bool {
        self.fixed().any(|fixed| fixed == kind)
    }

    fn fixed(&self) -> impl Iterator<Item = K> {
        self.0.iter().filter_map(|terminal| K::of_text(terminal.trim_matches('"')))
    }

    /// An expression may start.
    fn value(&self) -> bool {
        self.has_class("NUMBER") && self.has(K::Match)
    }
}

/// What may follow an expression.
const AFTER_VALUE: [K; 12] = [
    K::Semicolon,
    K::CloseParen,
    K::CloseBracket,
    K::CloseBrace,
    K::OpenBrace,
    K::Comma,
    K::For,
    K::If,
    K::Else,
    K::Where,
    K::DotDot,
    K::DotDotEqual,
];

struct Site<'a> {
    source: &'a str,
    tokens: &'a [Tok],
    at: usize,
    found: Option<&'a Tok>,
    before: Option<&'a Tok>,
    in_block: bool,
    expected: Terminals<'a>,
}

impl Site<'_> {
    fn fact(&self) -> SyntaxError {
        let kind = self.special().unwrap_or_else(|| self.unexpected());
        let span = match &kind {
            E::MissingSemicolon { .. } | E::MissingElse { .. } | E::MissingArmComma => self.end_before(),
            E::NoRing { .. } => self.ring().unwrap_or_default(),
            E::ForeignSpelling { .. } => self.bare_root().unwrap_or_else(|| self.found_span()),
            E::SingleTuple => self.before.map_or(self.found_span(), |tok| tok.span),
            _ => self.found_span(),
        };
        SyntaxError { kind, span }
    }

    fn found_span(&self) -> Span {
        self.found.map_or_else(|| self.end_before(), |tok| tok.span)
    }

    /// The empty span after the last token that fit.
    fn end_before(&self) -> Span {
        let end = self.before.map_or(0, |tok| tok.span.end);
        Span { start: end, end }
    }

    fn kind(&self) -> Option<K> {
        self.found.map(|tok| tok.kind)
    }

    /// An expression has ended or may go on. The parser may have seen the end of a tier already, by the token that
    /// did not fit; then the operators of that tier are no longer among what it expects.
    fn operator(&self) -> bool {
        let expected = &self.expected;
        let ended = || {
            self.before.is_some_and(|tok| tok.kind.ends_operand())
                && expected.0.iter().all(|name| name.starts_with('"'))
                && expected.fixed().all(|kind| AFTER_VALUE.contains(&kind))
                && (self.in_block || self.item() == Some(K::Const))
        };
        !expected.value() && (expected.has(K::Or) || expected.has(K::Plus) || ended())
    }

    /// Where `sqrt` stands before its number without parentheses.
    fn bare_root(&self) -> Option<Span> {
        let (function, operand) = (self.before?, self.found?);
        let operands = matches!(operand.kind, K::Number | K::Name) && !operand.faulty;
        let near = !on_other_lines(self.source, function.span, operand.span);
        (operands && near && function.kind == K::Name && function.text == "sqrt")
            .then(|| function.span.to(operand.span))
    }

    /// The keyword of the item around, where it is near.
    fn item(&self) -> Option<K> {
        let start = self.at.saturating_sub(NEAR);
        let before = &self.tokens[start..self.at.min(self.tokens.len())];
        before.iter().rev().map(|tok| tok.kind).find(|kind| kind.is_item())
    }

    /// A slip that has a message of its own.
    fn special(&self) -> Option<E> {
        let expected = &self.expected;
        let before = self.before.map(|tok| tok.kind);
        let operator = self.operator();
        if expected.has(K::Else) && expected.0.len() == 1 {
            return Some(self.missing_else());
        }
        if self.misses_semicolon() {
            return Some(E::MissingSemicolon { value: self.in_block || self.item() == Some(K::Const) });
        }
        if let Some(found) = self.ring() {
            return Some(E::NoRing { found: self.source.get(found.range()).unwrap_or_default().to_owned() });
        }
        match self.kind()? {
            // Alone between commas it is the comparison of a `select`.
            K::Equal if operator || before == Some(K::Comma) => Some(E::SingleEqual),
            K::Invalid if operator && self.found.is_some_and(|tok| !tok.faulty && tok.text == "/=") => {
                Some(E::ForeignSpelling { found: "/=".to_owned(), replacement: "!=".to_owned(), more: 0 })
            }
            K::Number | K::Name if operator && self.bare_root().is_some() => {
                let found = self.source.get(self.bare_root()?.range())?.to_owned();
                let operand = self.found.and_then(|tok| self.source.get(tok.span.range()))?;
                Some(E::ForeignSpelling { found, replacement: format!("sqrt({operand})"), more: 0 })
            }
            K::EqualEqual if expected.has(K::Equal) => Some(E::DoubleEqual),
            clause @ K::Where if operator || expected.has(K::Arrow) => Some(E::MisplacedClause { clause }),
            clause @ K::In if expected.has(K::Arrow) || operator && self.in_where() => {
                Some(E::MisplacedClause { clause })
            }
            K::In if operator => Some(E::LoneIn),
            K::Equal if expected.has(K::In) && before == Some(K::Name) => {
                Some(E::ForeignSpelling { found: "=".to_owned(), replacement: "in".to_owned(), more: 0 })
            }
            K::Comma if expected.0.len() == 1 && expected.has(K::In) => Some(E::SeveralNames),
            K::Token | K::Discard if operator && before == Some(K::CloseBrace) && self.is_arm() => {
                Some(E::MissingArmComma)
            }
            K::DotDot | K::DotDotEqual if operator || expected.value() => Some(E::RangeAsValue),
            found @ (K::If | K::For) if !expected.value() && self.in_where() => {
                Some(E::FilterInWhere { found })
            }
            K::If if operator => Some(E::ConditionAfterValue),
            K::For if expected.value() => Some(E::LoopStatement),
            K::Semicolon if operator && expected.has(K::CloseBrace) => {
                Some(E::ExpressionStatement { word: None })
            }
            K::CloseBrace if expected.value() && expected.has(K::Let) => Some(E::BlockWithoutResult),
            K::CloseBrace if expected.value() && before == Some(K::Semicolon) => Some(E::BlockWithoutResult),
            K::CloseParen if before == Some(K::Comma) && !expected.has(K::CloseParen) => Some(E::SingleTuple),
            K::Dot if operator => Some(self.method()),
            keyword if keyword.is_keyword() && self.wants_name(keyword) => Some(E::KeywordAsName { keyword }),
            _ => None,
        }
    }

    /// An `if` without its `else`: something follows it, or a value is missing.
    fn missing_else(&self) -> E {
        let statement = self.kind().is_some_and(|kind| {
            kind.starts_operand() || matches!(kind, K::Let | K::OpenParen | K::OpenBracket | K::Minus)
        });
        let start = self.at.saturating_sub(NEAR);
        let before = &self.tokens[start..self.at.min(self.tokens.len())];
        let otherwise = if statement { None } else { otherwise(self.source, before) };
        E::MissingElse { statement, otherwise }
    }

    /// What stands after the word `ring`, where the place is in such a line.
    fn ring(&self) -> Option<Span> {
        (self.item() == Some(K::Ring)).then_some(())?;
        let start =
            self.tokens[..self.at.min(self.tokens.len())].iter().rposition(|tok| tok.kind == K::Ring)?;
        let ends = |tok: &Tok| {
            tok.kind == K::Semicolon
                || tok.kind.is_item()
                || on_other_lines(self.source, self.tokens[start].span, tok.span)
        };
        let rest =
            self.tokens[start + 1..].iter().take_while(|tok| !ends(tok)).filter(|tok| !tok.is_mended());
        let (mut first, mut last) = (None, Span::default());
        for tok in rest {
            first = first.or(Some(tok.span));
            last = tok.span;
        }
        first.map(|first| Span { end: last.end, ..first })
    }

    /// A `;` fits, and what follows can only be the next thing.
    fn misses_semicolon(&self) -> bool {
        if !self.expected.has(K::Semicolon) {
            return false;
        }
        let Some(tok) = self.found else { return true };
        let new_line = self.before.is_some_and(|before| on_other_lines(self.source, before.span, tok.span));
        tok.kind.is_item() || tok.kind == K::Let || (new_line && tok.kind.starts_operand())
    }

    /// The names on both sides of a dot.
    fn method(&self) -> E {
        let name = |tok: Option<&Tok>| tok.filter(|tok| tok.kind == K::Name).map(|tok| tok.text.clone());
        E::Method { callee: name(self.before), name: name(self.tokens.get(self.at + 1)) }
    }

    /// An arm of a `match` starts here: a token, and an arrow after it.
    fn is_arm(&self) -> bool {
        let after = self.tokens.get(self.at + 1).map(|tok| tok.kind);
        matches!(after, Some(K::FatArrow | K::Bar))
    }

    fn wants_name(&self, keyword: K) -> bool {
        let value = self.expected.value();
        let ty = self.expected.has(K::Num);
        let misused = matches!(keyword, K::Num | K::Bool) || keyword.is_item();
        self.expected.has_class("NAME") && !ty && (!value || misused) && !self.expected.has(K::Const)
    }

    /// The place is among the conditions of a family.
    fn in_where(&self) -> bool {
        let start = self.at.saturating_sub(NEAR);
        let mut depth = 0_usize;
        for tok in self.tokens[start..self.at.min(self.tokens.len())].iter().rev() {
            match tok.kind {
                K::Where => return depth == 0,
                kind if kind.is_closer() => depth += 1,
                kind if kind.closer().is_some() => {
                    if depth == 0 {
                        return false;
                    }
                    depth -= 1;
                }
                kind if kind.is_item() => return false,
                _ => {}
            }
        }
        false
    }

    fn unexpected(&self) -> E {
        let found = self.found.map_or(Found::End, |tok| {
            let text = self.source.get(tok.span.range()).unwrap_or_default();
            Found::Token(tok.kind, text.to_owned())
        });
        E::Unexpected { found, expected: role(&self.expected, self.operator()) }
    }
}

/// What the terminals that fit have in common.
fn role(expected: &Terminals<'_>, operator: bool) -> Expected {
    let name = expected.has_class("NAME");
    let token = expected.has_class("TOKEN");
    if expected.has(K::Family) {
        return Expected::Item;
    }
    if expected.value() {
        return if expected.has(K::EqualEqual) {
            Expected::Argument
        } else if expected.has(K::DotDot) {
            Expected::Subscript
        } else {
            Expected::Expression
        };
    }
    if operator {
        let ends = [K::Semicolon, K::CloseParen, K::CloseBracket, K::CloseBrace, K::OpenBrace];
        let end = ends.into_iter().find(|end| expected.has(*end));
        return end.map_or(Expected::Operator, Expected::OperatorOr);
    }
    if expected.has(K::Num) {
        return Expected::Type;
    }
    if expected.has(K::Where) {
        return Expected::Body;
    }
    if name && expected.has(K::Discard) {
        return if expected.has(K::OpenParen) { Expected::Pattern } else { Expected::Binding };
    }
    if token && expected.has(K::Discard) {
        return Expected::Arm;
    }
    if name {
        return Expected::Name;
    }
    if token {
        return Expected::Token;
    }
    if expected.has_class("STRING") {
        return Expected::String;
    }
    if expected.has_class("NUMBER") {
        return Expected::Number;
    }
    fixed_role(expected)
}

/// Only tokens of fixed text fit.
fn fixed_role(expected: &Terminals<'_>) -> Expected {
    let mut fixed: Vec<K> = expected.fixed().collect();
    fixed.sort_unstable();
    if fixed == [K::OpenBrace] {
        return Expected::Block;
    }
    if fixed == [K::If, K::OpenBrace] {
        return Expected::BlockOrIf;
    }
    if fixed == [K::OpenParen, K::OpenBracket] {
        return Expected::Inputs;
    }
    if expected.has(K::Comma)
        && let Some(closer) = fixed.iter().find(|kind| kind.is_closer())
    {
        return Expected::CommaOr(*closer);
    }
    match fixed[..] {
        [only] => Expected::Exactly(only),
        [a, b] => Expected::Either(a, b),
        _ if expected.has(K::Bar) && expected.has(K::Semicolon) => Expected::Either(K::Bar, K::Semicolon),
        _ if expected.has(K::Equal) => Expected::Exactly(K::Equal),
        _ if expected.has(K::Semicolon) => Expected::Exactly(K::Semicolon),
        _ => Expected::Other,
    }
}
