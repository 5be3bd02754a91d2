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

/// What is other in the head of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeadSlip {
    /// An input has no type.
    InputType,
    /// The type of the result is missing.
    ResultType,
    /// Parameters in `<…>`, or with types of their own.
    Parameters,
    /// A type in the way of another language: `[num; n]`, `int x`.
    Type,
    /// Several of them.
    Several,
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
        /// What is meant by it, as circ writes it, where that is clear; empty for what should be left out.
        replacement: Option<String>,
        /// How often it stands further on in the file: reported once.
        more: usize,
    },
    /// An operator or word of another language or of mathematics (`&&`, `≤`, `elif`, `def`). It was read as
    /// its replacement.
    ForeignSpelling {
        /// As written.
        found: String,
        /// As circ writes it.
        replacement: String,
        /// How often it stands further on in the file: reported once.
        more: usize,
    },
    /// A name that starts with a digit, such as `3x`.
    NameStartsWithDigit {
        /// As written.
        found: String,
        /// The product that is likely to be meant.
        replacement: Option<String>,
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
    HashComment {
        /// It is an attribute of Rust or a directive of C: `#[test]`, `#include`.
        directive: bool,
        /// How often it stands further on in the file: reported once.
        more: usize,
    },
    /// A text in three quotes that stands for a comment, as in Python. It was read as a comment.
    DocString {
        /// Its end is there.
        closed: bool,
    },
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
    MissingSemicolon {
        /// A value is what stands before it: in a `let` or a `const`.
        value: bool,
    },
    /// A `;` after the result of a block.
    SemicolonAfterResult,
    /// An expression and a `;` in the middle of a block: its value would be lost.
    ExpressionStatement {
        /// The name that it starts with, such as `print`.
        word: Option<String>,
    },
    /// A block that ends without a result. The span is its closing brace.
    BlockWithoutResult,
    /// `name = …;` or `name += …;` in a block, without `let`. It was read as a `let`.
    MissingLet {
        /// What is assigned to.
        name: String,
        /// The operator, `=` or `+=` and the like.
        operator: String,
    },
    /// `name = …` or `name += …` as the last thing of a block, such as a branch of an `if`. It was read as the value
    /// alone. The span is the name and the operator.
    AssignedValue {
        /// What is assigned to.
        name: String,
        /// The operator, `=` or `+=` and the like.
        operator: String,
        /// The value alone, where it is short.
        value: Option<String>,
    },
    /// `x[i] = …`: arrays don't change. The span is the place and the operator.
    AssignedElement {
        /// The array.
        name: String,
        /// The place in it, where it is one.
        index: Option<String>,
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
    MissingElse {
        /// It is used as a statement: something follows it in its block.
        statement: bool,
        /// The value where the condition does not hold, where only one can be meant: the state of a loop, or `false`.
        otherwise: Option<String>,
    },
    /// `a if c` in Python's order. The span is the `if`.
    ConditionAfterValue,
    /// `x in …` that no `for` stands before. The span is the `in`.
    LoneIn,
    /// `a..b` where a value is expected. The span is the `..`.
    RangeAsValue,
    /// A `ring` that does not read as one. The span is what stands after the word.
    NoRing {
        /// As written.
        found: String,
    },
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
    Method {
        /// The name before the dot.
        callee: Option<String>,
        /// The name after it.
        name: Option<String>,
    },
    /// A keyword where a name is expected.
    KeywordAsName {
        /// The keyword.
        keyword: TokenKind,
    },

    /// `a // b`, where a quotient is meant: `//` starts a comment. The span is the `//`.
    FloorDivision {
        /// How it is written, where both operands are short.
        replacement: Option<String>,
    },
    /// `a // 2` in a program that is right without it: the comment looks like a divisor. A warning.
    DivisionComment,
    /// A body after a colon, by indentation: `if c:`. It was read as if it stood in braces.
    IndentedBody,
    /// The head of a function of another language. The span is the head.
    FunctionHead {
        /// As circ writes it, with `num` for types that are missing.
        head: String,
        /// What is missing or other.
        slip: HeadSlip,
    },
    /// `|x|` for an absolute value. It was read as `abs(x)`.
    Bars {
        /// As circ writes it.
        replacement: String,
    },
    /// `x[a:b]` for a slice. It was read as `x[a..b]`. The span is what stands in the brackets.
    ColonSlice {
        /// As circ writes it; none where there is a step.
        replacement: Option<String>,
    },
    /// `lambda v: …`, `|v| …`, `v => …`: a function as a value.
    FunctionValue,
    /// A definition, or an expression, outside of all items.
    LooseStatement {
        /// The name that is defined, where there is one.
        name: Option<String>,
        /// With arguments: `f(x) = …`.
        function: bool,
    },
    /// A sum, product or quantifier with bounds beside it, or without parentheses.
    BoundsBeside {
        /// `sum`, `prod`, `all` or `any`.
        word: &'static str,
        /// As circ writes it, as far as it can be told.
        shown: String,
    },
    /// `f(a = b)`. The span is the name and the sign.
    NamedArgument {
        /// The name.
        name: String,
    },
    /// `let a, b = …`. The span is the names.
    BareTuple {
        /// As circ writes it.
        replacement: String,
    },
    /// `for i, v in …`. The span is the comma.
    SeveralNames,
    /// An item inside of a family. The span is its keyword.
    NestedItem {
        /// The keyword.
        keyword: TokenKind,
    },
    /// `assert!(…)`: circ has no macros. The span is the name and the `!`.
    Macro {
        /// The name.
        name: String,
    },
    /// `x'`: no name has a prime. It was read as a name of its own.
    Prime {
        /// The name without it.
        name: String,
        /// How often primes stand further on in the file: reported once.
        more: usize,
    },
    /// `import …`, `from … import …`.
    Import {
        /// As circ writes it.
        replacement: String,
        /// It says what is used.
        complete: bool,
    },
    /// `where …` or `in …` elsewhere than before the body. The span is the word.
    MisplacedClause {
        /// The word.
        clause: TokenKind,
    },
    /// Two arms of a `match` without a comma. The span is empty, after the first.
    MissingArmComma,
    /// Anything else that does not fit.
    Unexpected {
        /// What stands there.
        found: Found,
        /// What could stand there.
        expected: Expected,
    },
}

impl SyntaxErrorKind {
    /// How bad it is: comments that are likely to be meant otherwise are a warning.
    pub fn severity(&self) -> Severity {
        match self {
            SyntaxErrorKind::MisplacedDoc | SyntaxErrorKind::DivisionComment => Severity::Warning,
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
                | E::HashComment { .. }
                | E::DocString { .. }
                | E::DivisionComment
                | E::IndentedBody
                | E::Bars { .. }
                | E::ColonSlice { .. }
                | E::Prime { .. }
                | E::BlockComment { .. }
                | E::MisplacedDoc
                | E::MissingSemicolon { .. }
                | E::SemicolonAfterResult
                | E::MissingLet { .. }
                | E::AssignedValue { .. }
                | E::AssignedElement { .. }
                | E::NoRing { .. }
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
            E::UnknownCharacter { replacement, .. }
            | E::ColonSlice { replacement }
            | E::NameStartsWithDigit { replacement, .. }
            | E::FloorDivision { replacement } => replacement.as_deref(),
            E::ForeignSpelling { replacement, .. }
            | E::Bars { replacement }
            | E::BareTuple { replacement }
            | E::Import { replacement, complete: true }
            | E::FunctionHead { head: replacement, .. } => Some(replacement),
            E::MissingArmComma => Some(","),
            E::BadNumber { replacement } => replacement.as_deref(),
            E::WrongBracket { opener, .. } => opener.closer().and_then(TokenKind::text),
            E::MissingSemicolon { .. } => Some(";"),
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
