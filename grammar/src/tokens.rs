//! The kinds of tokens.
//!
//! [`TokenKind`] is what the grammar knows, `Raw` what logos finds in the text: the circ tokens, and beside
//! them the spellings of other languages that the lexer replaces and reports.

use logos::Logos;

/// Declares the tokens whose text never varies, once: variant, text, and whether it is a word.
macro_rules! fixed {
    ($($variant:ident $text:literal,)*) => {
        /// The kind of a token.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum TokenKind {
            $(
                #[doc = concat!("`", $text, "`")]
                $variant,
            )*
            /// A name.
            Name,
            /// A number as written.
            Number,
            /// A token literal such as `'('`.
            Token,
            /// A string such as `"(()"`.
            String,
            /// A comment that documents nothing: `// …`.
            Comment,
            /// A line of documentation of an item: `/// …`.
            Doc,
            /// A line of documentation of the file: `//! …`.
            FileDoc,
            /// Something that is no token; its error says what it is.
            Invalid,
        }

        /// Every token whose text never varies.
        const FIXED: &[(&str, TokenKind)] = &[$(($text, TokenKind::$variant),)*];

        impl TokenKind {
            /// The name of the kind, stable for printing.
            pub fn name(self) -> &'static str {
                match self {
                    $(TokenKind::$variant => stringify!($variant),)*
                    TokenKind::Name => "Name",
                    TokenKind::Number => "Number",
                    TokenKind::Token => "Token",
                    TokenKind::String => "String",
                    TokenKind::Comment => "Comment",
                    TokenKind::Doc => "Doc",
                    TokenKind::FileDoc => "FileDoc",
                    TokenKind::Invalid => "Invalid",
                }
            }

            /// The text of a token that is always written alike.
            pub fn text(self) -> Option<&'static str> {
                match self {
                    $(TokenKind::$variant => Some($text),)*
                    _ => None,
                }
            }
        }
    };
}

fixed! {
    Family "family",
    Alphabet "alphabet",
    Const "const",
    Ring "ring",
    Use "use",
    Test "test",
    Let "let",
    If "if",
    Else "else",
    Match "match",
    For "for",
    In "in",
    Where "where",
    Fold "fold",
    Scan "scan",
    And "and",
    Or "or",
    Not "not",
    True "true",
    False "false",
    Num "num",
    Bool "bool",
    Discard "_",
    EqualEqual "==",
    NotEqual "!=",
    LessEqual "<=",
    GreaterEqual ">=",
    Less "<",
    Greater ">",
    DotDotEqual "..=",
    DotDot "..",
    Arrow "->",
    FatArrow "=>",
    Equal "=",
    Plus "+",
    Minus "-",
    Star "*",
    Slash "/",
    Percent "%",
    Caret "^",
    Bar "|",
    Dot ".",
    Comma ",",
    Semicolon ";",
    Colon ":",
    OpenParen "(",
    CloseParen ")",
    OpenBracket "[",
    CloseBracket "]",
    OpenBrace "{",
    CloseBrace "}",
}

impl TokenKind {
    /// The token that is always written so: a keyword, an operator or punctuation.
    pub fn of_text(text: &str) -> Option<Self> {
        FIXED.iter().find(|(fixed, _)| *fixed == text).map(|(_, kind)| *kind)
    }

    /// A word that is no name.
    pub fn is_keyword(self) -> bool {
        self <= TokenKind::Bool
    }

    /// All keywords, in the order of their kinds.
    pub fn keywords() -> impl Iterator<Item = &'static str> {
        FIXED.iter().filter(|(_, kind)| kind.is_keyword()).map(|(text, _)| *text)
    }

    /// A keyword with which an item starts.
    pub fn is_item(self) -> bool {
        self <= TokenKind::Test
    }

    /// A comment of any kind.
    pub fn is_comment(self) -> bool {
        matches!(self, TokenKind::Comment | TokenKind::Doc | TokenKind::FileDoc)
    }

    /// The bracket that closes this one, where this one opens.
    pub fn closer(self) -> Option<TokenKind> {
        match self {
            TokenKind::OpenParen => Some(TokenKind::CloseParen),
            TokenKind::OpenBracket => Some(TokenKind::CloseBracket),
            TokenKind::OpenBrace => Some(TokenKind::CloseBrace),
            _ => None,
        }
    }

    /// A closing bracket.
    pub(crate) fn is_closer(self) -> bool {
        matches!(self, TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace)
    }

    /// An expression may end with it.
    pub(crate) fn ends_operand(self) -> bool {
        use TokenKind as K;
        self.is_closer() || matches!(self, K::Name | K::Number | K::Token | K::String | K::True | K::False)
    }

    /// An expression may start with it, and it can't go on with an expression before it.
    pub(crate) fn starts_operand(self) -> bool {
        use TokenKind as K;
        matches!(
            self,
            K::Name
                | K::Number
                | K::Token
                | K::String
                | K::True
                | K::False
                | K::Not
                | K::If
                | K::Match
                | K::Fold
                | K::Scan
        )
    }
}

/// What logos finds. Where two patterns match, the longer wins, and of equals the one of higher priority.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
pub(crate) enum Raw {
    /// A name or a keyword.
    #[regex(r"[\p{XID_Start}_]\p{XID_Continue}*")]
    Word,
    /// A number.
    #[regex(r"[0-9](_?[0-9])*(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9]+)?", priority = 10)]
    Number,
    /// Digits that run into a name (`3x`), a stray underscore (`1_`), a point without digits before it (`.5`).
    #[regex(r"[0-9]\p{XID_Continue}*(\.[0-9]\p{XID_Continue}*)?", priority = 5)]
    #[regex(r"\.[0-9]\p{XID_Continue}*", priority = 5)]
    BadNumber,
    /// A token literal.
    #[regex(r"'([^'\\\r\n]|\\[^\r\n])*'")]
    Token,
    /// A quote without its partner on the line.
    #[token("'")]
    OpenToken,
    /// A string.
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*""#)]
    String,
    /// A double quote without its partner on the line.
    #[token("\"")]
    OpenString,
    /// Python's quotes of several lines; their end is looked for by hand.
    #[token("\"\"\"")]
    TripleQuote,
    /// `//`, `///` and `//!` to the end of the line.
    #[regex(r"//[^\r\n]*", allow_greedy = true)]
    Comment,
    /// Python's comment.
    #[regex(r"#[^\r\n]*", allow_greedy = true)]
    HashComment,
    /// C's comment; its end is looked for by hand.
    #[token("/*")]
    OpenComment,
    /// An operator or punctuation of circ.
    #[regex(r"==|!=|<=|>=|\.\.=|\.\.|->|=>|[-<>=+*/%^|.,;:(){}\[\]]")]
    Symbol,
    /// An operator of another language.
    #[regex(r"&&?|\|\||!|\*\*|===|!==|=/=|<>|:=|::|\.\.\.|\.\.<|[-+*/%]=")]
    Foreign,
    /// Any other character.
    #[regex(r".", priority = 0)]
    Other,
}
