//! Faults found while C_n was built, and budgets.

use super::counted;
use super::sizes::Advice;
use crate::diagnostics::{BuildFact, Diagnostic, Message};

/// The words for a fault at one n.
pub(super) fn message(fact: &BuildFact, diagnostic: &Diagnostic) -> Message {
    let advice = Advice::of(diagnostic);
    let mut message = words(fact, &advice);
    if let Some(help) = advice.unguarded().filter(|_| !fact.is_budget()) {
        message.help = Some(help);
    }
    message
}

#[allow(clippy::too_many_lines, reason = "one arm for each fact")]
fn words(fact: &BuildFact, advice: &Advice<'_>) -> Message {
    match fact {
        BuildFact::IndexOutOfRange { index, length } => {
            let message = Message::new(
                "E0401",
                format!("the index {index} is no position of an array of length {length}"),
                if *length == 0 { "the array is empty".to_string() } else if *length == 1 { format!("expected 0, found {index}") } else { format!("expected 0 to {}, found {index}", length - 1) },
            );
            message.help(match (advice.condition().zip(advice.leave_out()), advice.leave_out()) {
                (Some((condition, leave_out)), _) => {
                    format!("{leave_out}; or a static condition does: `if {condition} {{ … }} else {{ … }}`")
                }
                _ if index.starts_with('-') => "positions count from 0, and not from the end: the last element is `x[n - 1]`; a static condition leaves out what is out of range: `i > 0 and x[i - 1] == 0`".into(),
                _ if !advice.is_sized() && *length > 0 && !index.starts_with('-') => {
                    format!("positions count from 0: the last one of {length} is {}", length - 1)
                }
                _ if advice.is_throughout() && *index == length.to_string() => "one too far: `for i in 0..n` goes up to n - 1, so `x[i + 1]` and `x[n - i]` go up to n, where the last position is n - 1".into(),
                (_, Some(leave_out)) if *length == 0 => format!("a static condition (`if … {{ … }} else {{ … }}`) leaves out what is out of range; {leave_out}"),
                _ => "a static condition (`if … { … } else { … }`) leaves out what is out of range".into(),
            })
        }
        BuildFact::SliceOutOfRange { start, end, length } => {
            let message = Message::new(
                "E0402",
                format!("the slice from {start} to {end} leaves an array of length {length}"),
                format!("expected ends from 0 to {length}"),
            )
            .note("Slices are never clamped.");
            known(message, advice)
        }
        BuildFact::RangeBackwards { what, start, end } => {
            let message = Message::new(
                "E0403",
                format!("{what} from {start} to {end} has a negative length"),
                "its end lies before its start",
            );
            let message = known(message, advice);
            if *what == "the slice" {
                message
            } else {
                message.note("A range that ends before it starts is empty in a loop or a reduction; an array has no negative size.")
            }
        }
        BuildFact::NotNatural { role, found } => {
            let message = Message::new(
                "E0404",
                format!("{role} has to be a natural number, and this is {found}"),
                "expected 0, 1, 2, …",
            );
            if *role == "a quantified size" {
                message.help("`max` keeps a size natural: `max(n - 2, 0)`; other numbers are taken from an array: `for k in 0..2` and `[-1, 1/2][k]`")
            } else if found.contains('/') {
                message.help("`floor(…)` and `ceil(…)` round")
            } else if let Some(leave_out) = advice.leave_out() {
                message.help(leave_out)
            } else {
                message
            }
        }
        BuildFact::RangeNotInteger { found } => Message::new(
            "E0405",
            format!("an end of a range has to be an integer, and this is {found}"),
            "expected an integer",
        )
        .help("`floor(…)` and `ceil(…)` round"),
        BuildFact::Ragged { first, found } => Message::new(
            "E0406",
            format!("rows of one array have the shapes {first} and {found}"),
            "expected one shape for all elements",
        ),
        BuildFact::DivisionByZero { operation } => {
            let message = Message::new("E0407", format!("`{operation}` divides by zero"), "this is 0");
            message.help(match (advice.condition().zip(advice.leave_out()), advice.leave_out()) {
                (Some((condition, leave_out)), _) => {
                    format!("{leave_out}; or a static condition does: `if {condition} {{ … }} else {{ 0 }}`")
                }
                (_, Some(leave_out)) => {
                    format!("a static condition leaves it out: `if n == 0 {{ 0 }} else {{ x / n }}`; {leave_out}")
                }
                (_, None) => "a range `0..n` starts at 0, and `1..=n` at 1; a static condition leaves one out: `if i == 0 { 0 } else { x / i }`".into(),
            })
        }
        BuildFact::RemainderNotInteger { found } => {
            Message::new("E0408", format!("`%` is for integers, and this is {found}"), "expected an integer")
        }
        BuildFact::ExponentNotNatural { found } => Message::new(
            "E0409",
            format!("an exponent has to be a natural number, and this is {found}"),
            "expected 0, 1, 2, …",
        )
        .note("A static number may have a negative integer as its exponent, where it is not 0."),
        BuildFact::ExponentTooLarge { found, limit } => Message::new(
            "E0410",
            format!("the exponent {found} is too large: a power is one gate with as many wires"),
            format!("expected at most {limit}"),
        ),
        BuildFact::LogOfNonPositive { found } => {
            let message = Message::new(
                "E0411",
                format!("`log2` takes a positive integer, and this is {found}"),
                "expected 1, 2, 3, …",
            );
            if found == "0" && !advice.is_throughout() { with_leave_out(message, advice) } else { known(message, advice) }
        }
        BuildFact::EmptyMax { name } => {
            let message =
                Message::new("E0412", format!("`{name}` of nothing has no value"), "nothing is left here at this size");
            if advice.is_throughout() {
                message.help(format!("`{name}(… if … else 0)` gives 0 where nothing is left"))
            } else {
                with_leave_out(message, advice)
            }
        }
        BuildFact::EmptyArgMax { name } => {
            let message =
                Message::new("E0412", format!("`{name}` of nothing has no value"), "the array is empty at this size");
            with_leave_out(message, advice)
        }
        BuildFact::ConditionFails { family, condition, call } => {
            let message = Message::new(
                "E0413",
                format!("the sizes do not meet the `where` of `{family}`"),
                if *call { "called with these sizes" } else { "this condition does not hold" },
            );
            let message = if *call { message.related(*condition, "this condition does not hold") } else { message };
            known(message, advice)
        }
        BuildFact::StepChanges { step, expected, found } => {
            let shape = |shape: &str| if shape.is_empty() { "a scalar".to_string() } else { format!("of shape {shape}") };
            Message::new(
                "E0415",
                format!("`{step}` gives an element that is {}, and its sequence has elements that are {}", shape(found), shape(expected)),
                "a step of this does not fit its sequence",
            )
            .help("what a step gives is appended to the sequence, so it has to have the shape of an element")
        }
        BuildFact::RecursionDoesNotShrink { family, before, after, grows, sized, param } => {
            let message = Message::new(
                "E0414",
                if before == family {
                    format!("`{family}` calls itself, and has no size that could shrink")
                } else if *grows {
                    format!("`{family}` calls itself with a size that grows")
                } else {
                    format!("`{family}` calls itself with sizes that do not shrink")
                },
                format!("{before} calls {after}"),
            )
            .note("On every cycle of calls no parameter may grow, and one has to shrink; or the recursion would never end.");
            if crate::check::BUILTINS.iter().any(|(name, _)| name == family) {
                message.help(format!("this family hides the builtin `{family}` in its file: give it another name"))
            } else if let Some(sized) = sized {
                message.help(format!("an input is known only when the circuit runs; a recursion needs a size, in square brackets: `family {sized}`, called `{}`", sized.replacen(']', " - 1]", 1)))
            } else if !*grows && before == after && before.contains("[0") {
                message.help("the recursion needs an end: `if n <= 1 { … } else { … }` gives the value where the size is 0 or 1")
            } else if let Some(param) = param {
                message.help(format!("the call needs a smaller size: `{param} - 1` for `{param}`; or an argument that is shorter, such as `x[1..]`"))
            } else {
                message
            }
        }
        BuildFact::TooManyGates { limit } => Message::new(
            "E0420",
            format!("this circuit has more than {limit} gates"),
            "the budget ends here",
        )
        .help("take a smaller size, or raise the budget with `--max-gates`"),
        BuildFact::TooManyWires { limit } => Message::new(
            "E0421",
            format!("this circuit has more than {limit} wires"),
            "the budget ends here",
        )
        .help("take a smaller size, or raise the budget with `--max-wires`"),
        BuildFact::TooManySteps { limit, needed } => Message::new(
            "E0422",
            format!("building this circuit takes more than {limit} steps"),
            needed.as_ref().map_or_else(|| "the budget ends here".to_string(), |n| format!("this loop alone has {n}")),
        )
        .help("take a smaller size, or raise the budget with `--max-steps`"),
        BuildFact::TestTooLong { limit, done } => Message::new(
            "E0422",
            format!("this test takes more than {limit} steps"),
            match done {
                0 => "used up before its first case".to_string(),
                done => format!("used up after {}", counted(*done as usize, "case")),
            },
        )
        .note("What counts are the steps and gates of the circuits at all its sizes, and the gates of each case that is run.")
        .help("take fewer or smaller sizes, or raise the budget with `--max-steps`"),
        BuildFact::CallsTooDeep { limit } => Message::new(
            "E0423",
            format!("this chain of calls is longer than {limit}"),
            "the budget ends here",
        )
        .help("halve the size instead of subtracting from it, write a `fold`, or raise the budget with `--max-calls`"),
        BuildFact::NumberTooLarge { limit } => Message::new(
            "E0424",
            format!("a constant here has more than {limit} digits"),
            "computed while the circuit was built",
        )
        .help("take a smaller size, or raise the budget with `--max-digits`"),
        BuildFact::TooManyDigits { limit } => Message::new(
            "E0425",
            format!("the constants of this circuit have more than {limit} digits together"),
            "computed while the circuit was built",
        )
        .help("take a smaller size"),
        BuildFact::SizeTooLarge { role, found } => Message::new(
            "E0426",
            format!("{role} is too large: {found}"),
            "more than any array can have",
        )
        .help("take a smaller size"),
        BuildFact::Unchecked => Message::new(
            "E0499",
            "circ is wrong here: this should have been refused before",
            "please report this program",
        ),
    }
}

/// With what is known of the sizes that show it.
fn known(message: Message, advice: &Advice<'_>) -> Message {
    if advice.condition().is_some() { with_leave_out(message, advice) } else { message }
}

/// With how sizes are left out.
fn with_leave_out(message: Message, advice: &Advice<'_>) -> Message {
    match advice.leave_out() {
        Some(leave_out) => message.help(leave_out),
        None => message,
    }
}
