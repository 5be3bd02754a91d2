//! What has to be static, and what a static number may be.

use super::quoted;
use crate::diagnostics::{Message, StageFact};

/// The words for a fact about stages.
#[allow(clippy::too_many_lines, reason = "one arm for each fact")]
pub(super) fn message(fact: &StageFact) -> Message {
    match fact {
        StageFact::NotStatic { role } => {
            let message = Message::new(
                "E0322",
                format!("{role} has to be static, and this depends on the input"),
                "a wire: its value is known only when the circuit runs",
            )
            .note("Static values are built from numbers, size parameters and loop indices. The result of a family is a wire.");
            if matches!(*role, "a size" | "an end of a range") {
                message.help("a size is a parameter in brackets: `family f[n](x: num[n]) -> …`")
            } else {
                message
            }
        }
        StageFact::NotANumber { role, found } => {
            let message = Message::new(
                "E0323",
                format!("{role} has to be a number"),
                format!("expected a static number, found `{found}`"),
            );
            if *role == "an index" && found.starts_with("num[") {
                message.help("one position at a time: `[x[i] for i in …]`; `lookup(x, p)` reads x at each index of an array p")
            } else {
                message
            }
        }
        StageFact::NotNatural { role: "an end of a range", found } => Message::new(
            "E0324",
            format!("an end of a range has to be an integer, and this is {found}"),
            "expected …, -1, 0, 1, …",
        )
        .help("`floor(…)` and `ceil(…)` round"),
        StageFact::NotNatural { role, found } => {
            let message = Message::new(
                "E0324",
                format!("{role} has to be a natural number, and this is {found}"),
                "expected 0, 1, 2, …",
            );
            match found.strip_prefix('-') {
                Some(shift) if *role == "a quantified size" && !shift.contains('/') => {
                    message.help(format!("let it start at 0, and shift it in the body: `k - {shift}`"))
                }
                _ => message,
            }
        }
        StageFact::IndexIsWire { rank, token } => {
            let message = Message::new(
                "E0325",
                "an index has to be static, and this depends on the input",
                "a wire: its value is known only when the circuit runs",
            );
            match token {
                Some(token) => message.help(format!(
                    "a token is no position: `match t {{ {} => …, … }}` has a value for each token",
                    quoted(token)
                )),
                None if *rank < 2 => message.help("`lookup(x, i)` reads an array at a computed index"),
                None => message.help("`lookup(a[.., k], i)` reads a column at a computed index, and `lookup(a[k], i)` a row; `match` or `if` chooses among columns"),
            }
        }
        StageFact::NegativeIndex { found } => Message::new(
            "E0326",
            format!("{found} is no position of an array"),
            "expected 0, 1, 2, …",
        )
        .help("positions count from 0, and not from the end: the last is `x[len(x) - 1]`"),
        StageFact::WireDivisor { operation } => Message::new(
            "E0327",
            format!("the divisor of `{operation}` has to be static, and this depends on the input"),
            "a wire: no circuit divides by it",
        )
        .help("`mean(…)` and `aggregate(…)` divide by a count; other divisors have to be built from sizes and numbers"),
        StageFact::RemainderOfWire { modulus, size } => {
            let message = Message::new("E0328", "`%` is for static integers, and this depends on the input", "a wire");
            let most = match size {
                Some(size) => format!("of a count c that is at most {size}"),
                None => "of a count c that is at most 8".into(),
            };
            let size = size.as_deref().unwrap_or("8");
            match modulus.as_deref() {
                None | Some("2") => message.help(format!(
                    "compare with each value that it can take; {most}, `any(c == k for k in 0..=n if k % 2 == 1)` says whether it is odd"
                ).replace("0..=n", &format!("0..={size}"))),
                Some(modulus) => {
                    let modulus = if modulus.contains(' ') { format!("({modulus})") } else { modulus.to_string() };
                    message.help(format!(
                        "compare with each value that it can take; {most}, `sum(k % {modulus} * (c == k) for k in 0..={size})` is the remainder"
                    ))
                }
            }
        }
        StageFact::DivisionByZero { operation } => {
            Message::new("E0329", format!("`{operation}` divides by zero"), "this is 0")
        }
        StageFact::WireExponent => Message::new(
            "E0330",
            "an exponent has to be static, and this depends on the input",
            "a wire: its value is known only when the circuit runs",
        )
        .help("`^` is a power; of two bools, `a != b` is true where exactly one is"),
        StageFact::ExponentNotNatural { found, root_of } => {
            let message = Message::new(
                "E0331",
                format!("an exponent has to be a natural number, and this is {found}"),
                "expected 0, 1, 2, …",
            );
            match root_of {
                Some(base) => message.help(format!("the root of a static number is written `sqrt({base})`")),
                None if found.starts_with('-') => message.help("a negative power divides, and no circuit divides by an input; `mean(…)` and `aggregate(…)` divide by a count"),
                None => message
                    .help("no circuit computes a root; a number such as `sqrt(2)` is one of the ring `Q(sqrt(2))`"),
            }
        }
        StageFact::RoundingOfWire { name } => Message::new(
            "E0332",
            format!("`{name}` is for static numbers, and this depends on the input"),
            "a wire: no circuit rounds it",
        ),
        StageFact::RootOfWire => Message::new(
            "E0370",
            "`sqrt` is for static numbers, and this depends on the input",
            "a wire: no circuit computes its root",
        )
        .help("two numbers that are not negative compare as their squares do: `x * x < y` says that x is below the root of y"),
        StageFact::RootOfNegative { found } => Message::new(
            "E0371",
            format!("{found} has no root: it is negative"),
            "expected a number that is not negative",
        ),
        StageFact::RootNotInRing { found, ring, under } => {
            let label = match ring.root() {
                None => "this root is not rational".to_string(),
                Some(d) => format!("this root is not a + b*sqrt({d}) with rational a and b"),
            };
            let message =
                Message::new("E0372", format!("`sqrt({found})` is no number of the ring `{ring}`"), label);
            match (ring.root(), under) {
                (None, Some(d)) => message.help(format!("write `ring Q(sqrt({d}));` at the head of the file that is run")),
                (Some(own), Some(d)) => message
                    .note(format!("A program has one ring: `ring Q(sqrt({d}));` in place of `ring Q(sqrt({own}));` has this root.")),
                (_, None) => message,
            }
        }
        StageFact::BareLog2 => Message::new("E0333", "`log2` stands directly inside `floor` or `ceil`", "its value need not be rational")
            .help("write `floor(log2(n))` or `ceil(log2(n))`"),
        StageFact::NumberTooLong { limit } => Message::new(
            "E0334",
            "this number is too long",
            format!("numbers of a program have at most about {} digits", limit / 10 * 3),
        ),
        StageFact::ConstNotStatic { name } => Message::new(
            "E0335",
            format!("the constant `{name}` is not static"),
            "expected numbers, bools, tokens and what is built from them",
        )
        .help("the result of a family is a wire, also for constant arguments"),
        StageFact::ConditionNotStatic => Message::new(
            "E0336",
            "a condition of `where` is one static bool",
            "expected a comparison of sizes",
        ),
    }
}
