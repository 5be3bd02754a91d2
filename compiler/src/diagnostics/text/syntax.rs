//! Text that is no program.

use circ_grammar::SyntaxErrorKind as E;
use circ_grammar::found::{Expected, Found};
use circ_grammar::tokens::TokenKind;
use circ_grammar::tree::Span;

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
        E::UnknownCharacter { character, replacement } => {
            let shown = if character.is_control() || character.is_whitespace() {
                format!("U+{:04X}", *character as u32)
            } else {
                format!("`{character}`")
            };
            let message = Message::new("E0104", format!("the character {shown} has no meaning here"), "not part of the language");
            match replacement {
                Some(replacement) => message.help(format!("circ writes `{replacement}`")),
                None => message.help("inside comments, strings and tokens every character is allowed"),
            }
        }
        E::ForeignSpelling { found, replacement } => Message::new(
            "E0105",
            format!("circ writes `{replacement}` for `{found}`"),
            format!("expected `{replacement}`"),
        ),
        E::NameStartsWithDigit { found } => Message::new(
            "E0106",
            format!("a name can't start with a digit: `{found}`"),
            "neither a number nor a name",
        )
        .help("a product is written with `*`: `3 * x`"),
        E::BadNumber { .. } => Message::new("E0107", "this number is written badly", "expected digits, as in 12, 1_000, 0.25 or 1e-3"),
        E::BadEscape { found } => Message::new("E0108", format!("`{found}` is no escape"), "unknown escape")
            .help("escapes are \\n \\t \\\\ \\' \\\" and \\u{…} with the number of a character"),
        E::UnclosedToken => Message::new("E0109", "this token is never closed", "expected `'` on the same line"),
        E::UnclosedString => Message::new("E0109", "this string is never closed", "expected `\"` on the same line"),
        E::EmptyToken => Message::new("E0110", "a token has at least one character", "nothing between the quotes")
            .help("the empty sequence is `\"\"`"),
        E::HashComment => Message::new("E0111", "a comment starts with `//`", "`#` starts no comment"),
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
        E::MissingSemicolon => Message::new("E0115", "a semicolon is missing", "expected `;` after the value"),
        E::SemicolonAfterResult => Message::new("E0116", "the result of a block has no `;`", "unexpected `;`")
            .help("leave it out: the last expression of a block is its value"),
        E::ExpressionStatement => Message::new("E0117", "the value of this expression would be lost", "expected `let`, or the result of the block")
            .help("give it a name, `let y = …;`, or make it the last expression"),
        E::BlockWithoutResult => Message::new("E0118", "this block has no result", "expected an expression before `}`")
            .help("the last expression of a block, without `;`, is its value"),
        E::MissingLet { name, operator } => {
            let message = Message::new("E0119", format!("`{name} {operator} …` assigns nothing: circ has no mutation"), "expected `let`");
            if operator == "=" {
                message.help(format!("a new binding: `let {name} = …;`"))
            } else {
                message.help("a `fold` carries a state from step to step: `fold acc = 0 for i in 0..n { acc + x[i] }`")
            }
        }
        E::MutableLet => Message::new("E0120", "nothing in circ changes", "`mut` has no meaning")
            .help("bind again, or carry a state with `fold`"),
        E::Return => Message::new("E0121", "there is no `return`", "not needed")
            .help("the last expression of a block is its value"),
        E::LoopStatement => Message::new("E0122", "there are no loops that do something", "expected an expression")
            .help("`[e for i in 0..n]` makes an array, `sum(e for i in 0..n)` reduces, `fold acc = start for i in 0..n { … }` carries a state"),
        E::SingleEqual => Message::new("E0123", "a comparison is written `==`", "`=` only binds, after `let`"),
        E::DoubleEqual => Message::new("E0124", "a binding is written with one `=`", "`==` compares"),
        E::MissingElse => Message::new("E0125", "this `if` has no `else`", "expected `else { … }`")
            .note("An `if` is an expression: it has a value whatever the condition is."),
        E::ConditionAfterValue => Message::new("E0126", "the condition stands first", "expected an operator or the end of the expression")
            .help("`if c { a } else { b }`"),
        E::LoneIn => Message::new("E0127", "`in` stands after `for`", "no `for` before it")
            .help("`[e for x in w]` walks an array; whether an element occurs is `any(w == t)`; a claim such as `in FAC0` stands before `where`"),
        E::RangeAsValue => Message::new("E0128", "a range is no value", "expected an expression")
            .help("`indices(n)` is the array 0, 1, …, n - 1; ranges stand after `in` and inside an index"),
        E::FilterInWhere { found } => Message::new("E0129", format!("`where` takes conditions, not `{}`", text(*found)), "unexpected here")
            .help("list the conditions: `where n >= 1, m <= n`"),
        E::TrailingComma { list } => Message::new(
            "E0130",
            format!("a comma after `{} …` needs something after it", text(*list)),
            "unexpected comma",
        ),
        E::SingleTuple => Message::new("E0131", "a tuple has two or more parts", "unexpected comma"),
        E::Method => Message::new("E0132", "circ has no methods and no fields", "unexpected `.`")
            .help("call a family or a builtin: `len(x)`, `sum(x)`"),
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
            // The literature writes FSAC with an exponent.
            if *expected == Expected::Body && matches!(found, Found::Token(TokenKind::Caret, _)) {
                message.help("a class is written without `^`: `in FSAC1`")
            } else {
                message
            }
        }
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
