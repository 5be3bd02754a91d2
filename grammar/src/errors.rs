//! Syntax errors as facts. The compiler's one message file makes the text.

use crate::found::{Expected, Found};
use crate::tokens::TokenKind;
use crate::tree::Span;

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// Where; empty where something is missing.
    pub span: Span,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The program is rejected.
    Error,
    /// The program is accepted.
    Warning,
}

/// The kinds of syntax errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// The file has more bytes than a span can name (4 GiB).
    TooLarge,
    /// The file is a circuit of Logisim, which uses the ending `.circ` too.
    Logisim,
    /// Brackets, operators or calls nest deeper than `limit`.
    TooDeep {
        /// How deep they may.
        limit: u32,
    },

    /// A character that no circ program has outside of comments and quotes.
    UnknownCharacter {
        /// The character.
        character: char,
        /// The character that it looks like, where there is one.
        replacement: Option<&'static str>,
    },
    /// An operator or word of another language or of mathematics (`&&`, `≤`, `elif`, `def`). It was read as
    /// its replacement.
    ForeignSpelling {
        /// As written.
        found: String,
        /// As circ writes it.
        replacement: &'static str,
    },
    /// A name that starts with a digit, such as `3x`.
    NameStartsWithDigit {
        /// As written.
        found: String,
    },
    /// A number that is written badly, such as `1.`, `.5` or `1_`.
    BadNumber {
        /// How it should be written, where that is clear.
        replacement: Option<String>,
    },
    /// A backslash before something else than `n t \ ' " u{…}`, or a `\u{…}` that is no character.
    BadEscape {
        /// As written, with the backslash.
        found: String,
    },
    /// A `'` without a partner on its line.
    UnclosedToken,
    /// A `"` without a partner on its line.
    UnclosedString,
    /// A token literal of no characters: `''`.
    EmptyToken,
    /// A comment in Python's way: `# …`. It was read as a comment.
    HashComment,
    /// A comment in C's way: `/* … */`. It was read as a comment.
    BlockComment {
        /// Its `*/` is there.
        closed: bool,
    },
    /// A `///` that stands before no item: it documents nothing. The only warning.
    MisplacedDoc,

    /// A bracket that is never closed. The span is the opening bracket.
    UnclosedBracket {
        /// The opening bracket.
        opener: TokenKind,
        /// Where its partner is missed at the latest (empty).
        missing_at: Span,
    },
    /// A closing bracket that closes nothing.
    StrayBracket {
        /// The closing bracket.
        found: TokenKind,
    },
    /// A closing bracket of another kind than the one it should close.
    WrongBracket {
        /// The closing bracket that stands there.
        found: TokenKind,
        /// The bracket that is open.
        opener: TokenKind,
        /// Where that one stands.
        opener_span: Span,
    },

    /// A `let` or an item without its `;`. The span is empty, after the value.
    MissingSemicolon,
    /// A `;` after the result of a block.
    SemicolonAfterResult,
    /// An expression and a `;` in the middle of a block: its value would be lost.
    ExpressionStatement,
    /// A block that ends without a result. The span is its closing brace.
    BlockWithoutResult,
    /// `name = …;` or `name += …;` in a block, without `let`. It was read as a `let`.
    MissingLet {
        /// What is assigned to.
        name: String,
        /// The operator, `=` or `+=` and the like.
        operator: String,
    },
    /// `let mut`: nothing in circ changes.
    MutableLet,
    /// `return`: the last expression of a block is its value.
    Return,
    /// A loop as a statement: circ has `fold`, `scan` and comprehensions.
    LoopStatement,
    /// `=` where a comparison was meant.
    SingleEqual,
    /// `==` where `=` was meant.
    DoubleEqual,
    /// An `if` without `else`. The span is empty, after the block.
    MissingElse,
    /// `a if c` in Python's order. The span is the `if`.
    ConditionAfterValue,
    /// `x in …` that no `for` stands before. The span is the `in`.
    LoneIn,
    /// `a..b` where a value is expected. The span is the `..`.
    RangeAsValue,
    /// `if` or `for` after a condition of `where`. The span is that word.
    FilterInWhere {
        /// The word.
        found: TokenKind,
    },
    /// A comma after the last condition of `where`, or the last binding of a test.
    TrailingComma {
        /// `where` or `for`.
        list: TokenKind,
    },
    /// `(e,)`: a tuple has two or more elements. The span is the comma.
    SingleTuple,
    /// `x.f`: circ has no methods and no fields. The span is the dot.
    Method,
    /// A keyword where a name is expected.
    KeywordAsName {
        /// The keyword.
        keyword: TokenKind,
    },
    /// Anything else that does not fit.
    Unexpected {
        /// What stands there.
        found: Found,
        /// What could stand there.
        expected: Expected,
    },
}

impl SyntaxErrorKind {
    /// How bad it is: only a misplaced doc comment is a warning.
    pub fn severity(&self) -> Severity {
        match self {
            SyntaxErrorKind::MisplacedDoc => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Whether a definition may be missing from the tree because of it; where not, the text was read as it is
    /// likely to be meant.
    pub fn hides_names(&self) -> bool {
        use SyntaxErrorKind as E;
        !matches!(
            self,
            E::ForeignSpelling { .. }
                | E::BadNumber { .. }
                | E::HashComment
                | E::BlockComment { .. }
                | E::MisplacedDoc
                | E::MissingSemicolon
                | E::SemicolonAfterResult
                | E::MissingLet { .. }
                | E::MutableLet
                | E::Return
                | E::SingleEqual
        )
    }

    /// A second place that the message should point at.
    pub fn secondary(&self) -> Option<Span> {
        match self {
            SyntaxErrorKind::UnclosedBracket { missing_at, .. } => Some(*missing_at),
            SyntaxErrorKind::WrongBracket { opener_span, .. } => Some(*opener_span),
            _ => None,
        }
    }

    /// A text that, in the place of the error's span, is likely to mend it; empty to delete.
    pub fn replacement(&self) -> Option<&str> {
        use SyntaxErrorKind as E;
        match self {
            E::UnknownCharacter { replacement, .. } => *replacement,
            E::ForeignSpelling { replacement, .. } => Some(replacement),
            E::BadNumber { replacement } => replacement.as_deref(),
            E::WrongBracket { opener, .. } => opener.closer().and_then(TokenKind::text),
            E::MissingSemicolon => Some(";"),
            E::MissingElse => Some(" else { 0 }"),
            E::SingleEqual => Some("=="),
            E::DoubleEqual => Some("="),
            E::StrayBracket { .. }
            | E::SemicolonAfterResult
            | E::MutableLet
            | E::Return
            | E::TrailingComma { .. }
            | E::SingleTuple => Some(""),
            _ => None,
        }
    }
}

impl SyntaxError {
    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }
}
