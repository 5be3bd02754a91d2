//! Roles, in the user's words: what was found and what was expected.

use crate::tokens::TokenKind;
use std::fmt;

/// What stands where something else was expected. Prints as its role: ``the name `x` ``.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A token and its text.
    Token(TokenKind, String),
    /// The end of the file.
    End,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TokenKind as K;
        let Found::Token(kind, text) = self else {
            return f.write_str("the end of the file");
        };
        let role = match kind {
            K::Name => "the name",
            K::Number => "the number",
            K::Token => "the token",
            K::String => "the string",
            K::OpenParen => "an opening parenthesis",
            K::CloseParen => "a closing parenthesis",
            K::OpenBracket => "an opening bracket",
            K::CloseBracket => "a closing bracket",
            K::OpenBrace => "an opening brace",
            K::CloseBrace => "a closing brace",
            K::Comma => "a comma",
            K::Semicolon => "a semicolon",
            K::Colon => "a colon",
            K::Dot => "a dot",
            K::Arrow | K::FatArrow => "an arrow",
            K::Discard => "the placeholder",
            K::DotDot | K::DotDotEqual => "the range",
            K::Equal => "the sign",
            kind if kind.is_keyword() => "the keyword",
            _ => "the operator",
        };
        write!(f, "{role} `{text}`")
    }
}

/// What could stand there. Prints as its role: `an expression`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// One of the six items.
    Item,
    /// An expression.
    Expression,
    /// An argument: an expression or a comparison operator.
    Argument,
    /// An index or a slice.
    Subscript,
    /// An operator, or the end of the expression and this token.
    OperatorOr(TokenKind),
    /// An operator, or the end of the expression.
    Operator,
    /// A type.
    Type,
    /// What a `let`, `fold` or `scan` binds.
    Pattern,
    /// A name.
    Name,
    /// A name and what it walks over: `x in …`.
    Binding,
    /// A token such as `'a'`.
    Token,
    /// An arm of a `match`.
    Arm,
    /// A string.
    String,
    /// A number.
    Number,
    /// A block in braces.
    Block,
    /// A block, or `if`.
    BlockOrIf,
    /// What may follow the type of a family's result: `in`, `where` or its block.
    Body,
    /// The inputs of a family in parentheses.
    Inputs,
    /// A comma, or this token.
    CommaOr(TokenKind),
    /// Exactly this token.
    Exactly(TokenKind),
    /// One of these two tokens.
    Either(TokenKind, TokenKind),
    /// None of the above.
    Other,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = match self {
            Expected::Item => "an item: family, alphabet, const, use, ring or test",
            Expected::Expression => "an expression",
            Expected::Argument => "an argument",
            Expected::Subscript => "an index or a slice",
            Expected::OperatorOr(kind) => {
                return write!(f, "an operator or `{}`", kind.text().unwrap_or(kind.name()));
            }
            Expected::Operator => "an operator, or the end of the expression",
            Expected::Type => "a type",
            Expected::Pattern => "a name, `_` or a tuple of them",
            Expected::Name => "a name",
            Expected::Binding => "a binding such as `i in 0..n`",
            Expected::Token => "a token such as `'a'`",
            Expected::Arm => "an arm such as `'a' => 1` or `_ => 0`",
            Expected::String => "a string",
            Expected::Number => "a number",
            Expected::Block => "a block in braces",
            Expected::BlockOrIf => "a block in braces, or `if`",
            Expected::Body => "`in`, `where` or the body of the family in braces",
            Expected::Inputs => "the inputs in parentheses",
            Expected::CommaOr(kind) => {
                return write!(f, "a comma or `{}`", kind.text().unwrap_or(kind.name()));
            }
            Expected::Exactly(kind) => {
                return write!(f, "`{}`", kind.text().unwrap_or(kind.name()));
            }
            Expected::Either(a, b) => {
                let text = |kind: &TokenKind| kind.text().unwrap_or(kind.name());
                return write!(f, "`{}` or `{}`", text(a), text(b));
            }
            Expected::Other => "something else",
        };
        f.write_str(role)
    }
}
