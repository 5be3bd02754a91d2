//! Text that is no program.

use circ_grammar::found::{Expected, Found};
use circ_grammar::tokens::TokenKind;
use circ_grammar::tree::Span;
use circ_grammar::{HeadSlip, SyntaxErrorKind as E};

use super::{assigned, characters, methods, names};
use crate::diagnostics::Message;

fn text(kind: TokenKind) -> &'static str {
    kind.text().unwrap_or(kind.name())
}

/// The words for a syntax error.
#[allow(clippy::too_many_lines, reason = "one arm for each fact")]
pub(super) fn message(kind: &E, span: Span) -> Message {
    let message = match kind {
        E::TooLarge => Message::new("E0101", "this file is too large", "files have at most 4 GiB"),
        E::Logisim => Message::new("E0102", "this is a circuit of Logisim, not a circ program", "XML")
            .note("Logisim uses the ending `.circ` too. circ reads programs such as `family f(x: num) -> num { x }`."),
        E::TooDeep { limit } => Message::new("E0103", "this nests too deep", format!("at most {limit} levels"))
            .help("give parts a name with `let`"),
        E::UnknownCharacter { character, replacement, more } => characters::unknown(*character, replacement.as_deref(), *more),
        E::ForeignSpelling { found, replacement, more } => characters::spelling(found, replacement, *more),
        E::NameStartsWithDigit { found, replacement } => {
            let message = Message::new(
                "E0106",
                format!("a name can't start with a digit: `{found}`"),
                "neither a number nor a name",
            );
            match replacement {
                Some(product) => message.help(format!("a product is written with `*`: `{product}`")),
                None => message.help("a product is written with `*`: `3 * x`"),
            }
        }
        E::BadNumber { .. } => Message::new("E0107", "this number is written badly", "expected digits, as in 12, 1_000, 0.25 or 1e-3"),
        E::BadEscape { found } => Message::new("E0108", format!("`{found}` is no escape"), "unknown escape")
            .help("escapes are \\n \\t \\\\ \\' \\\" and \\u{…} with the number of a character"),
        E::UnclosedToken => Message::new("E0109", "this token is never closed", "expected `'` on the same line"),
        E::UnclosedString => Message::new("E0109", "this string is never closed", "expected `\"` on the same line"),
        E::EmptyToken => Message::new("E0110", "a token has at least one character", "nothing between the quotes")
            .help("the empty sequence is `\"\"`"),
        E::HashComment { directive: true, .. } => Message::new("E0111", "circ has no attributes and no directives", "`#` starts nothing in circ")
            .help("leave the line out; a comment starts with `//`, and a test is an item: `test \"…\" { f(1) == 2 }`"),
        E::HashComment { directive: false, more } => {
            let message = Message::new("E0111", "a comment starts with `//`", "`#` starts no comment");
            characters::with_more(message, *more)
        }
        E::DocString { closed } => {
            let message = Message::new("E0111", "a comment starts with `//`, and documentation of a family with `///`", "`\"\"\"` starts no comment")
                .help("write `/// …` on the lines before the family");
            if *closed { message } else { message.note("Its end is missing too.") }
        }
        E::BlockComment { closed } => {
            let message = Message::new("E0111", "a comment starts with `//` and ends with its line", "`/*` starts no comment");
            if *closed { message } else { message.note("Its `*/` is missing too.") }
        }
        E::MisplacedDoc => Message::new("W0101", "this `///` documents nothing", "no item follows")
            .help("put it before an item, or write `//`; `//!` documents the file"),
        E::UnclosedBracket { opener, missing_at } => {
            let closer = opener.closer().map_or("its partner", text);
            Message::new("E0112", format!("this `{}` is never closed", text(*opener)), format!("expected a `{closer}` for it"))
                .related(*missing_at, format!("`{closer}` is missing here at the latest"))
        }
        E::StrayBracket { found } => Message::new("E0113", format!("this `{}` closes nothing", text(*found)), "no bracket is open"),
        E::WrongBracket { found, opener, opener_span } => {
            let closer = opener.closer().map_or("its partner", text);
            Message::new("E0114", format!("`{}` can't close `{}`", text(*found), text(*opener)), format!("expected `{closer}`"))
                .related(*opener_span, "opened here")
        }
        E::MissingSemicolon { value } => Message::new(
            "E0115",
            "a semicolon is missing",
            if *value { "expected `;` after the value" } else { "expected `;` at the end of the line" },
        ),
        E::SemicolonAfterResult => Message::new("E0116", "the result of a block has no `;`", "unexpected `;`")
            .note("The last expression of a block is its value."),
        E::ExpressionStatement { word } => {
            let message = Message::new("E0117", "the value of this expression would be lost", "expected `let`, or the result of the block");
            match word.as_deref() {
                Some("print" | "println" | "printf" | "assert" | "console" | "log") => message.help(
                    "a family gives its result and does nothing else: `circ run` prints it, and `test \"…\" { f(1) == 2 }` checks it",
                ),
                _ => message.help("give it a name, `let y = …;`, or make it the last expression"),
            }
        }
        E::BlockWithoutResult => Message::new("E0118", "this block has no result", "expected an expression before `}`")
            .help("the last expression of a block, without `;`, is its value"),
        E::MissingLet { name, operator } => {
            let message = Message::new("E0119", if operator == "++" { format!("`{name}++` counts nothing up: circ has no mutation") } else { format!("`{name} {operator} …` assigns nothing: circ has no mutation") }, "expected `let`");
            if operator == "++" {
                message.help("a `fold` carries a state from step to step, and `for i in 0..n` counts by itself")
            } else if operator == "=" {
                message.help(format!("a new binding: `let {name} = …;`"))
            } else {
                message.help("a `fold` carries a state from step to step: `fold acc = 0 for i in 0..n { acc + x[i] }`")
            }
        }
        E::AssignedValue { name, operator, value } => assigned::value(name, operator, value.as_deref()),
        E::AssignedElement { name, index } => assigned::element(name, index.as_deref()),
        E::NoRing { found } => Message::new("E0204", format!("there is no ring `{found}`"), "not a ring that circ knows")
            .help(names::ring_meant(found)),
        E::MutableLet => Message::new("E0120", "nothing in circ changes", "`mut` has no meaning")
            .note("A name is bound anew by another `let`, and a state is carried by `fold`."),
        E::Return => Message::new("E0121", "there is no `return`", "not needed")
            .note("The last expression of a block is its value."),
        E::LoopStatement => Message::new("E0122", "there are no loops that do something", "expected an expression")
            .help("`[e for i in 0..n]` makes an array, `sum(e for i in 0..n)` reduces, `fold acc = start for i in 0..n { … }` carries a state"),
        E::SingleEqual => Message::new("E0123", "a comparison is written `==`", "`=` only binds, after `let`"),
        E::DoubleEqual => Message::new("E0124", "a binding is written with one `=`", "`==` compares"),
        E::MissingElse { statement, otherwise } => assigned::missing_else(*statement, otherwise.as_deref(), span),
        E::ConditionAfterValue => Message::new("E0126", "the condition stands first", "expected an operator or the end of the expression")
            .help("`if c { a } else { b }`"),
        E::LoneIn => Message::new("E0127", "`in` stands after `for`", "no `for` before it")
            .help("`[e for x in w]` walks an array; whether an element occurs is `any(w == t)`; a claim such as `in FAC0` stands before `where`"),
        E::RangeAsValue => Message::new("E0128", "a range is no value", "expected an expression")
            .help("`indices(n)` is the array 0, 1, …, n - 1; ranges stand after `in`, without brackets, and inside an index"),
        E::FilterInWhere { found } => Message::new("E0129", format!("`where` takes conditions, not `{}`", text(*found)), "unexpected here")
            .help("list the conditions: `where n >= 1, m <= n`"),
        E::TrailingComma { list } => Message::new(
            "E0130",
            format!("a comma after `{} …` needs something after it", text(*list)),
            "unexpected comma",
        ),
        E::SingleTuple => Message::new("E0131", "a tuple has two or more parts", "unexpected comma"),
        E::Method { callee, name } => methods::message(callee.as_deref(), name.as_deref()),
        E::KeywordAsName { keyword } => Message::new(
            "E0133",
            format!("`{}` is a word of the language and can't be a name", text(*keyword)),
            "expected a name",
        ),
        E::Unexpected { found, expected } => {
            let message = Message::new(
                "E0134",
                format!("expected {expected}, found {found}"),
                format!("expected {expected}"),
            );
            match unexpected(found, *expected) {
                Some(help) => message.help(help),
                None => message,
            }
        }
        E::FloorDivision { replacement } => {
            let message = Message::new("E0135", "`//` starts a comment, and no division", "the rest of this line would be a comment");
            match replacement {
                Some(text) => message.help(format!("a quotient rounded down is `{text}`")),
                None => message.help("a quotient rounded down is `floor(a / b)`"),
            }
        }
        E::DivisionComment => Message::new("W0102", "this comment looks like the rest of a division", "`//` starts a comment")
            .help("a quotient rounded down is `floor(a / b)`; a comment is plain with a word in it"),
        E::IndentedBody => Message::new("E0136", "a body stands in braces", "expected `{`, and `}` where the body ends")
            .help("`family f(x: num) -> num { … }`, `if c { a } else { b }`; how lines are indented means nothing"),
        E::FunctionHead { head, slip } => {
            let (title, label) = match slip {
                HeadSlip::InputType => ("an input needs its type", "an input without a type"),
                HeadSlip::ResultType => ("the type of the result is missing", "expected `-> …` after the inputs"),
                HeadSlip::Parameters => ("the sizes of a family stand in `[…]`, as bare names", "parameters in another way"),
                HeadSlip::Type => ("a type is written otherwise in circ", "a type in another language's way"),
                HeadSlip::Several => ("a family's head is written otherwise", "the head of a function of another language"),
            };
            Message::new("E0137", title, label)
                .help(format!("write `{head}`, with the types that you mean: `num`, `bool`, `num[n]`, …"))
        }
        E::Bars { replacement } if replacement.starts_with("sum(") => Message::new("E0138", format!("a norm is written out: `{replacement}`"), "bars mean nothing around a value"),
        E::Bars { replacement } => Message::new("E0138", format!("an absolute value is written `{replacement}`"), "bars mean nothing around a value")
            .note("The length of an array is `len(x)`."),
        E::ColonSlice { replacement } => {
            let message = Message::new("E0139", "a slice is written with `..`", "expected `..` instead of `:`");
            match replacement {
                Some(_) => message.note("Positions count from 0 and never from the end: the last element is `x[n - 1]`, all but it `x[..n - 1]`."),
                None => message
                    .help("a slice has no step: `[x[n - 1 - i] for i in 0..n]` turns an array around, `[x[2 * i] for i in 0..ceil(n / 2)]` takes every second element"),
            }
        }
        E::FunctionValue => Message::new("E0140", "a function is no value", "expected a value")
            .help("`[v + 1 for v in x]` does something with each element, `select(x, x, ==)` takes a comparison, and a family with a name does the rest"),
        E::LooseStatement { name, function } => loose(name.as_deref(), *function),
        E::BoundsBeside { word, shown } => {
            let title = match *word {
                "sum" | "prod" => format!("a `{word}` has its bounds inside of its parentheses"),
                _ => format!("`{word}` takes what it quantifies in parentheses"),
            };
            Message::new("E0142", title, "expected parentheses").help(format!("`{shown}`, with {} for `…`; of a whole array `{word}(x)`", if matches!(*word, "sum" | "prod") { "the term" } else { "the condition" }))
        }
        E::NamedArgument { name } => Message::new("E0143", "arguments have no names", format!("`{name} =` names an argument"))
            .help(match name.as_str() {
                "default" | "initial" => "a default stands after a filter: `max(v for v in x if v > 0 else 0)`, or as the last argument of `pick`",
                "key" => "what is compared is the element of a list of its own: `max(abs(v) for v in x)`",
                _ => "write the values alone, in the order of the inputs; a comparison is written `==`",
            }),
        E::BareTuple { replacement } => Message::new("E0144", format!("several names stand in parentheses: `{replacement}`"), "expected a tuple of names"),
        E::SeveralNames => Message::new("E0144", "`for` binds one name", "expected `in` after the name")
            .help("walk over the positions, `for i in 0..n`, and read `x[i]` and `y[i]`"),
        E::NestedItem { keyword } => Message::new(
            "E0145",
            format!("a `{}` stands outside of families", text(*keyword)),
            "inside of a family",
        )
        .help("move it before the family; it takes as inputs what it needs"),
        E::Macro { name } => {
            let message = Message::new("E0146", "circ has no macros", format!("`{name}!` means nothing"));
            match name.as_str() {
                "assert" | "assert_eq" | "debug_assert" => message.help("conditions on sizes stand in `where …`; what should hold is checked by a `test \"…\" { … }`"),
                "println" | "print" | "dbg" => message.help("a family gives its result and does nothing else: `circ run` prints it"),
                _ => message.help("leave it out, or call a family"),
            }
        }
        E::Prime { name, more } => {
            let message = Message::new("E0147", format!("a name has no prime: `{name}'`"), "letters, digits and `_` make a name")
                .help(format!("name it `{name}_1`, or bind `{name}` anew: `let {name} = …;` hides the earlier one"));
            characters::with_more(message, *more)
        }
        E::Import { replacement, .. } => Message::new("E0148", format!("names of another file are made known by `{replacement}`"), "expected `use`")
            .note("`use std.sort.{sort};` reads the library, `use helpers.{f};` the file helpers.circ beside this one."),
        E::MisplacedClause { clause } => {
            let message = Message::new(
                "E0149",
                format!("`{} …` stands between the type of the result and the body", text(*clause)),
                "not here",
            );
            message.help("`family f[n](x: num[n]) -> num in FSAC0 where n >= 1 { … }`")
        }
        E::MissingArmComma => Message::new("E0150", "a comma is missing between the arms of a `match`", "expected `,` after the arm"),
    };
    let message = match kind.secondary() {
        Some(at) if message.related.is_empty() => message.related(at, "see here"),
        _ => message,
    };
    match kind.replacement() {
        Some(replacement) => message.fix(span, replacement),
        None => message,
    }
}

/// What someone means who writes an item of another language.
fn loose(name: Option<&str>, function: bool) -> Message {
    let outside = "outside of all items";
    match name {
        Some(name) if function => {
            Message::new("E0141", format!("the function `{name}` is defined by a `family`"), outside)
                .help(format!("`family {name}(x: num) -> num {{ … }}`"))
        }
        Some(name) => Message::new("E0141", format!("`{name} = …` stands outside of a family"), outside).help(format!(
            "what depends on an input stands inside of a family, as `let {name} = …;`; what does not is a `const {name} = …;`"
        )),
        None => Message::new("E0141", "a file has items, and no statements", outside)
            .help("`circ run` gives the value of a family at an input; `test \"…\" { f(1) == 2 }` checks it"),
    }
}

/// The mend of something that does not fit, where what was meant is likely.
fn unexpected(found: &Found, expected: Expected) -> Option<&'static str> {
    let Found::Token(kind, word) = found else { return None };
    match (expected, kind, word.as_str()) {
        // The literature writes FSAC with an exponent.
        (Expected::Body, TokenKind::Caret, _) => Some("a class is written without `^`: `in FSAC1`"),
        (Expected::Body, _, _) => Some("the body stands in braces: `family f(x: num) -> num { … }`"),
        (
            Expected::Item,
            _,
            "struct" | "class" | "type" | "record" | "interface" | "trait" | "impl" | "data",
        ) => Some(
            "circ has no records and no types of one's own but alphabets; several values go together as a tuple, `(a, b)`",
        ),
        (Expected::Item, _, "enum") => Some("an alphabet lists tokens: `alphabet Letter = 'a' | 'b';`"),
        (Expected::Item, _, "mod" | "module" | "package" | "namespace" | "require") => {
            Some("a file is a module by its name: `use helpers.{f};` reads helpers.circ")
        }
        (Expected::Item, _, "print" | "println" | "assert" | "return") => {
            Some("`circ run` prints the value of a family; a test checks it: `test \"…\" { f(1) == 2 }`")
        }
        (Expected::Item, _, "where" | "in") => {
            Some("it stands before the body: `family f[n](x: num[n]) -> num in FSAC0 where n >= 1 { … }`")
        }
        (Expected::Arm, TokenKind::Number | TokenKind::True | TokenKind::False, _) => Some(
            "`match` looks at tokens; numbers are told apart by `if x == 0 { … } else if x == 1 { … } else { … }`",
        ),
        (Expected::Arm, TokenKind::OpenParen, _) => Some(
            "`match` looks at one token; of two, one `match` stands in an arm of the other, `'a' => match r { … }`, or `if` chooses: `if q == 'a' and c { … } else { … }`",
        ),
        (Expected::Arm, TokenKind::Name, "case" | "when") => {
            Some("an arm starts with its token: `'a' => 1`, and `_ => 0` for all others")
        }
        (Expected::Arm, TokenKind::Name | TokenKind::String, _) => {
            Some("an arm starts with tokens in single quotes: `'a' | 'b' => 1`, and `_ => 0` for all others")
        }
        (Expected::Arm, TokenKind::Else, _) => Some("all other tokens are `_`: `_ => 0`"),
        (Expected::Either(TokenKind::FatArrow, _) | Expected::Either(_, TokenKind::FatArrow), _, _) => {
            Some("an arm has an arrow between its token and its value: `'a' => 1`")
        }
        (
            Expected::Either(TokenKind::Comma, TokenKind::OpenBrace)
            | Expected::CommaOr(TokenKind::OpenBrace),
            TokenKind::If | TokenKind::Where,
            _,
        )
        | (Expected::Either(TokenKind::OpenBrace, TokenKind::Comma), TokenKind::If | TokenKind::Where, _) => {
            Some(
                "a test holds for all that its `for` walks; a condition stands in the body: `{ if c { … } else { true } }`, and `for n in 1..4` starts later",
            )
        }
        (
            Expected::Either(TokenKind::In, TokenKind::Colon)
            | Expected::Either(TokenKind::Colon, TokenKind::In),
            _,
            _,
        ) => Some(
            "`for n in 0..=3` walks over sizes, `for x: bool[n]` over all values of a type; a test holds for all of them",
        ),
        (
            Expected::Either(TokenKind::For, TokenKind::OpenBrace)
            | Expected::Either(TokenKind::OpenBrace, TokenKind::For),
            TokenKind::Name,
            _,
        ) => Some("what a test walks over stands after `for`: `test \"…\" for n in 0..=3, x: bool[n] { … }`"),
        (Expected::Token, TokenKind::Name | TokenKind::String, _) => {
            Some("tokens stand in single quotes, with `|` between them: `alphabet A = 'a' | 'b';`")
        }
        (Expected::Token, TokenKind::OpenBrace | TokenKind::OpenBracket, _) => {
            Some("tokens have no brackets around them: `alphabet A = 'a' | 'b';`")
        }
        (Expected::Either(TokenKind::Bar, _), TokenKind::DotDot, _) => {
            Some("a range of tokens has both ends: `'a'..='z'`")
        }
        (Expected::Either(TokenKind::Bar, _), _, _) => Some("tokens have `|` between them: `'a' | 'b'`"),
        (Expected::Exactly(TokenKind::Equal), TokenKind::Colon, _) => {
            Some("a constant has the type of its value: `const third = 1/3;`")
        }
        (Expected::String, _, _) => {
            Some("a test has a name in double quotes: `test \"what it shows\" { … }`")
        }
        (Expected::Inputs, TokenKind::Arrow, _) => {
            Some("a family without inputs has empty parentheses: `family f() -> num`")
        }
        (Expected::Exactly(TokenKind::Colon), _, _) => {
            Some("an input has a name and a type: `x: num`, `x: num[n]`")
        }
        (Expected::OperatorOr(TokenKind::OpenBrace), TokenKind::Name | TokenKind::Number, _) => {
            Some("branches and bodies stand in braces: `if c { a } else { b }`")
        }
        (Expected::OperatorOr(TokenKind::CloseBrace), TokenKind::Comma, _) => {
            Some("an array stands in square brackets, `[1, 2]`, a tuple in parentheses, `(1, 2)`")
        }
        (Expected::OperatorOr(TokenKind::Semicolon), TokenKind::Comma, _) => {
            Some("a tuple stands in parentheses: `(a, b)`")
        }
        (Expected::OperatorOr(TokenKind::CloseBrace), TokenKind::Colon, _) => {
            Some("circ has no dictionaries and no records; `if c { a } else { b }` and `match` choose")
        }
        (Expected::Operator | Expected::OperatorOr(_), TokenKind::FatArrow, _) => Some(
            "`a` at least `b` is `a >= b`; `a` implies `b` is `not a or b`; a function has a name: `family f(x: num) -> num { … }`",
        ),
        (Expected::Operator | Expected::OperatorOr(_), TokenKind::Name | TokenKind::Number, _) => {
            Some("a product is written `a * b`, a call `f(a)`, and a statement `let y = …;`")
        }
        (Expected::Operator | Expected::OperatorOr(_), TokenKind::Token, _) => {
            Some("an operator stands between two values: `a == b`")
        }
        (Expected::Operator | Expected::OperatorOr(_), TokenKind::Colon, _) => Some(
            "an `if` has braces, `if c { a } else { b }`; a type stands only after the name of an input or of a `let`",
        ),
        (Expected::Operator | Expected::OperatorOr(_), TokenKind::For, _) => Some(
            "`[e for i in 0..n, j in 0..n if c]` has one `for`, commas between what it walks, and one `if` at its end; it stands in square brackets or in a call such as `sum(…)`",
        ),
        (Expected::Operator | Expected::OperatorOr(_), TokenKind::Else, _) => {
            Some("branches stand in braces: `if c { a } else { b }`")
        }
        (Expected::Operator | Expected::OperatorOr(_), TokenKind::Arrow, _) => {
            Some("`a` implies `b` is `not a or b`; an arm of a `match` has the arrow `=>`")
        }
        (Expected::Expression, TokenKind::Star, _) => {
            Some("arrays are joined by `concat(x, y)`; a power is written `^`")
        }
        (Expected::Expression, TokenKind::Plus, _) => Some(
            "arrays are joined by `concat(x, y)`; nothing in circ counts up: a `fold` carries a state, and `i + 1` is a new value",
        ),
        (Expected::Expression, TokenKind::Minus, _) => {
            Some("nothing in circ counts down: a `fold` carries a state, and `i - 1` is a new value")
        }
        (Expected::Expression, TokenKind::Less | TokenKind::Greater, _) => {
            Some("circ has no shifts of bits: a product with a power of two is `x * 2 ^ k`")
        }
        (Expected::Expression, TokenKind::Let, _) => {
            Some("a `let` stands at the start of a block: `{ let y = …; y }`")
        }
        _ => None,
    }
}
