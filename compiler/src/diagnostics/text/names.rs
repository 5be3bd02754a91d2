//! Names, alphabets, classes and the ring.

use circ_grammar::tree::Span;
use circ_runtime::Ring;

use super::{elsewhere, list, quoted, quoted_list};
use crate::diagnostics::{Message, NameFact};

/// What other languages call a number.
const NUMBERS: &[&str] = &[
    "ℝ", "ℚ", "ℕ", "ℤ", "double", "long", "Int", "Float", "usize", "Rational", "int", "float", "f32", "f64",
    "i32", "i64", "u32", "u64", "number", "real", "nat", "rational", "Num",
];
/// What they call a truth value.
const BOOLS: &[&str] = &["boolean", "Bool", "Boolean", "𝔹", "bit"];
/// What they call several values.
const LISTS: &[&str] = &["list", "List", "array", "Array", "Vec", "vector", "tuple", "Sequence"];
/// What they call letters.
const TEXTS: &[&str] = &["str", "string", "String", "char"];

/// How the ring is written that is likely meant: with the one number that stands in it, where a ring has its root.
pub(super) fn ring_meant(found: &str) -> String {
    let number: String = found.chars().filter(char::is_ascii_digit).collect();
    let known = |c: char| matches!(c, 'Q' | 'q' | '(' | ')' | '[' | ']' | ' ' | 's' | 'r' | 't' | 'o');
    let alone = found.split(known).filter(|part| !part.is_empty()).eq([number.as_str()]);
    let root = number.parse().ok().filter(|d| alone && Ring::with_root(*d).is_some());
    let d = root.unwrap_or(2);
    format!(
        "the rings are `Q`, the rationals, and `Q(sqrt({d}))` with one root of a natural number: `ring Q(sqrt({d}));`"
    )
}

/// The name is a type of other languages: nobody defines it in circ.
pub(crate) fn is_foreign_type(name: &str) -> bool {
    [NUMBERS, BOOLS, LISTS, TEXTS].iter().any(|names| names.contains(&name))
}

/// The words for a fact about names.
#[allow(clippy::too_many_lines, reason = "one arm for each fact")]
pub(super) fn message(fact: &NameFact, span: Span) -> Message {
    match fact {
        NameFact::UnknownName { name, similar, as_size, element } => {
            let message =
                Message::new("E0201", format!("there is no value `{name}` here"), "not found in this scope");
            if let Some(element) = element {
                message
                    .help(format!("an element of an array is written `{element}`"))
                    .fix(span, element.clone())
            } else if let Some((help, fix)) = elsewhere::value(name).filter(|_| similar.is_none()) {
                let message = message.help(help);
                match fix {
                    Some(fix) => message.fix(span, fix),
                    None => message,
                }
            } else if *as_size && similar.is_none() {
                message.help(format!(
                    "a size is a parameter in the brackets of the family: `family f[{name}](…)`"
                ))
            } else if similar.is_none() && ["i", "j", "k"].contains(&name.as_str()) {
                message.help(format!(
                    "an index is introduced behind what it stands in: `count(x[{name}] > 0 for {name} in 0..n)`, `[x[{name}] for {name} in 0..n]`"
                ))
            } else {
                message.did_you_mean(similar.as_ref(), span)
            }
        }
        NameFact::UnknownFunction { name, similar, library, near, misplaced } => {
            let message = Message::new(
                "E0202",
                format!("there is no family or builtin `{name}` here"),
                "neither a family of this file nor a builtin",
            );
            match (library, misplaced) {
                (Some(module), _) => message.help(format!(
                    "the library has it: write `use std.{module}.{{{name}}};` at the head of the file"
                )),
                (None, Some(words)) => message.help((*words).to_string()),
                (None, None) => match near {
                    Some((near, module)) => message.help(format!(
                        "did you mean `{near}`? The library has it: write `use std.{module}.{{{near}}};` at the head of the file"
                    )),
                    None => message.did_you_mean(similar.as_ref(), span),
                },
            }
        }
        NameFact::UnknownType { name, similar } => {
            let message = Message::new("E0203", format!("there is no type `{name}`"), "not a type");
            if NUMBERS.contains(&name.as_str()) {
                message.help("a number is `num`: an exact rational").fix(span, "num")
            } else if BOOLS.contains(&name.as_str()) {
                message.help("a truth value is `bool`").fix(span, "bool")
            } else if LISTS.contains(&name.as_str()) {
                message.help("an array has its size in its type: `num[n]`, with `n` a parameter: `family f[n](x: num[n]) -> num`")
            } else if TEXTS.contains(&name.as_str()) {
                message.help("a sequence of tokens is an array over an alphabet: `alphabet Letter = 'a'..='z';` and `Letter[n]`")
            } else if similar.is_some() {
                message.did_you_mean(similar.as_ref(), span)
            } else {
                message.help(format!(
                    "types are `num`, `bool`, alphabets (`alphabet {name} = 'a' | 'b';`) and names in the family's brackets"
                ))
            }
        }
        NameFact::UnknownClass { name, similar } => {
            let message =
                Message::new("E0601", format!("there is no class `{name}`"), "not a class that circ knows");
            // The classes of threshold circuits have no `F`: they are Boolean.
            let boolean = name.strip_prefix('F').filter(|rest| *rest == "TC0");
            match boolean {
                Some(class) => message
                    .help(format!("`{class}` is a class of Boolean functions and has no `F`"))
                    .fix(span, class),
                None => message.did_you_mean(similar.as_ref(), span),
            }
            .note("Classes are FNC0, FNC1, …, FSAC0, FSAC1, …, FAC0, FAC1, …, each also with [sign], and NC0, AC0, TC0 and NC1 for families over bools and alphabets.")
        }
        NameFact::UnknownClassMark { class, mark, boolean } => {
            let message = Message::new(
                "E0602",
                format!("`{class}` takes no mark `[{mark}]`"),
                "not a mark of this class",
            );
            if *boolean {
                message.help(format!("Boolean classes take no mark: `in {class}`"))
            } else {
                message.help(format!("the only mark is `[sign]`: `in {class}[sign]`"))
            }
        }
        NameFact::BooleanClassOfNumbers { class, input } => Message::new(
            "E0603",
            format!("`{class}` is a class of Boolean functions, and the input `{input}` is a number"),
            "claimed here",
        )
        .help("claim one of FNC0, FSAC0, FAC0, …, or take bools or tokens as inputs"),
        NameFact::UnknownRing { found } => {
            Message::new("E0204", format!("there is no ring `{found}`"), "not a ring that circ knows")
                .help(ring_meant(found))
        }
        NameFact::RingNotReduced { found, factor, under: 1 } => Message::new(
            "E0240",
            format!("`Q(sqrt({found}))` is `Q` itself"),
            format!("sqrt({found}) is {factor}, a rational number"),
        )
        .help("leave the line out: without it the ring is `Q`"),
        NameFact::RingNotReduced { found, factor, under } => Message::new(
            "E0240",
            format!("`Q(sqrt({found}))` is the ring `Q(sqrt({under}))`"),
            format!("expected a natural number that no square but 1 divides, found {found}"),
        )
        .note(format!("In `Q(sqrt({under}))` sqrt({found}) is {factor}*sqrt({under})."))
        .fix(span, under.to_string()),
        NameFact::RingTooLarge { found, limit } => Message::new(
            "E0241",
            format!("a ring has the root of a natural number up to {limit}"),
            format!("expected 2, 3, 5, …, found {found}"),
        ),
        NameFact::DefinedTwice { name, first } => {
            let message = Message::new("E0205", format!("`{name}` is defined twice"), "defined again here")
                .related(*first, "first defined here");
            // A keyword is the name of nothing else.
            match name.as_str() {
                "ring" => message.help("a file has one ring: leave one of the lines out"),
                _ => message.help("rename one of them"),
            }
        }
        NameFact::BoundTwice { name, first } => {
            Message::new("E0206", format!("`{name}` stands twice in this pattern"), "bound again here")
                .related(*first, "first bound here")
                .help("use another name, or `_` for what is not used")
        }
        NameFact::ConstCycle { cycle } => {
            let names: Vec<String> = cycle.iter().map(|n| format!("`{n}`")).collect();
            let title = if cycle.len() == 1 {
                format!("the constant {} needs itself", names[0])
            } else {
                format!("the constants {} need one another", list(&names))
            };
            Message::new("E0207", title, "its value never ends")
        }
        NameFact::FamilyAsValue { name, call } => {
            Message::new("E0208", format!("the family `{name}` is used as a value"), "a family, not a value")
                .help(format!("call it: `{call}`"))
        }
        NameFact::BuiltinAsValue { name } => {
            let message = Message::new(
                "E0208",
                format!("the builtin `{name}` is used as a value"),
                "a builtin, not a value",
            );
            if name == "indices" {
                message
                    .help("the positions of a sequence of length n are `indices(n)`")
                    .fix(span, "indices(n)")
            } else {
                message.help(format!("call it: `{name}(…)`"))
            }
        }
        NameFact::TypeAsValue { name } => {
            Message::new("E0208", format!("the type `{name}` is used as a value"), "a type, not a value")
                .help("a token of an alphabet is written in quotes: `'a'`")
        }
        NameFact::NotCallable => {
            Message::new("E0209", "only families and builtins can be called", "not a name that can be called")
                .help("a product is written with `*`: `a * (b + c)`")
        }
        NameFact::CallOfValue { name, builtin } => {
            let message =
                Message::new("E0209", format!("`{name}` is a value here and can't be called"), "a value");
            if *builtin {
                message.help(format!("a local of that name hides the builtin `{name}`: rename the local"))
            } else {
                message.help(format!(
                    "a product is written with `*`: `{name} * (…)`; an element with `{name}[…]`"
                ))
            }
        }
        NameFact::GenericNotFound { name } => Message::new(
            "E0210",
            format!("nothing says which type `{name}` stands for"),
            "used as a type, but of no input",
        )
        .help("a name that stands for a type is found from the arguments, so an input has to have it"),
        NameFact::TokenNotInAlphabet { token, alphabet, tokens } => Message::new(
            "E0211",
            format!("{} is not a token of `{alphabet}`", quoted(token)),
            format!("`{alphabet}` has {}", quoted_list(tokens)),
        ),
        NameFact::TokenInNoAlphabet { token, none } => {
            let message = Message::new(
                "E0212",
                format!("no alphabet has the token {}", quoted(token)),
                "of no alphabet",
            );
            if *none {
                message.help(format!("declare one: `alphabet Letter = {} | …;`", quoted(token)))
            } else {
                message.help("add it to the alphabet that it belongs to")
            }
        }
        NameFact::TokenAmbiguous { token, alphabets } => {
            let names: Vec<String> = alphabets.iter().map(|n| format!("`{n}`")).collect();
            Message::new(
                "E0213",
                format!("{} may be a token of {}", quoted(token), list(&names)),
                "nothing here says which",
            )
            .help(format!(
                "say it with a `let`, in the family that needs it: `{{ let t: {} = {}; … }}`; an input, a result or a \
                 comparison says it too",
                alphabets[0],
                quoted(token)
            ))
        }
        NameFact::TokenTwice { token, first } => Message::new(
            "E0214",
            format!("the token {} stands twice in this alphabet", quoted(token)),
            "again here",
        )
        .related(*first, "first here")
        .help("leave one of them out"),
        NameFact::AlphabetTooLarge { limit } => {
            Message::new("E0216", format!("an alphabet has at most {limit} tokens"), "too many tokens")
        }
        NameFact::RangeBackwards { first, last } => Message::new(
            "E0217",
            format!("the range from {} to {} is empty", quoted(first), quoted(last)),
            "its last token stands before its first",
        )
        .help(format!("{}..={}", quoted(last), quoted(first))),
        NameFact::RangeOfLongTokens => Message::new(
            "E0218",
            "a range of tokens goes from one character to another",
            "one of its ends has several characters",
        )
        .help("list longer tokens one by one: `'the' | 'cat'`"),
        NameFact::MatchNeedsTokens { found } => Message::new(
            "E0219",
            "`match` looks at tokens",
            format!("expected tokens of an alphabet, found `{found}`"),
        )
        .help("use `if … { … } else { … }` on numbers and bools"),
        NameFact::MatchEmpty => {
            Message::new("E0220", "this `match` has no arms", "expected at least one arm")
                .help("`'a' => 1, _ => 0`")
        }
        NameFact::MatchIncomplete { missing, alphabet } => Message::new(
            "E0221",
            format!("this `match` leaves out {}", quoted_list(missing)),
            format!("not every token of `{alphabet}` has an arm"),
        )
        .help("add arms for them, or `_ => …` as the last"),
        NameFact::ArmTwice { token } => {
            Message::new("E0222", format!("an earlier arm has {} already", quoted(token)), "never reached")
        }
        NameFact::ArmAfterWildcard { first } => {
            Message::new("E0222", "this arm stands after `_`", "never reached")
                .related(*first, "takes every token that is left")
        }
    }
}
