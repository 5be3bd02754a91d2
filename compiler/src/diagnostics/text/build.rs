//! Faults found while C_n was built, and budgets.

use super::counted;
use crate::diagnostics::{BuildFact, Message};

/// The words for a fault at one n.
#[allow(clippy::too_many_lines, reason = "one arm for each fact")]
pub(super) fn message(fact: &BuildFact) -> Message {
    match fact {
        BuildFact::IndexOutOfRange { index, length } => {
            let message = Message::new(
                "E0401",
                format!("the index {index} is no position of an array of length {length}"),
                if *length == 0 { "the array is empty".to_string() } else if *length == 1 { format!("expected 0, found {index}") } else { format!("expected 0 to {}, found {index}", length - 1) },
            );
            if index.starts_with('-') {
                message.help("positions count from 0, and not from the end: the last element is `x[n - 1]`; a static condition leaves out what is out of range: `i > 0 and x[i - 1] == 0`")
            } else {
                message.help("a static condition (`if … { … } else { … }`) leaves out what is out of range; a `where n >= 1` leaves out sizes")
            }
        }
        BuildFact::SliceOutOfRange { start, end, length } => Message::new(
            "E0402",
            format!("the slice from {start} to {end} leaves an array of length {length}"),
            format!("expected ends from 0 to {length}"),
        )
        .note("Slices are never clamped."),
        BuildFact::RangeBackwards { what, start, end } => {
            let message = Message::new(
                "E0403",
                format!("{what} from {start} to {end} has a negative length"),
                "its end lies before its start",
            );
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
            if found.contains('/') {
                message.help("`floor(…)` and `ceil(…)` round")
            } else if *role == "a quantified size" {
                message.help("`max` keeps a size natural: `max(n - 2, 0)`")
            } else {
                message.help("a `where`, such as `where n >= 1`, leaves out sizes that make no sense")
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
            Message::new("E0407", format!("`{operation}` divides by zero"), "this is 0")
                .help("a static condition leaves it out: `if n == 0 { 0 } else { x / n }`, or a `where n >= 1`")
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
        BuildFact::LogOfNonPositive { found } => Message::new(
            "E0411",
            format!("`log2` takes a positive integer, and this is {found}"),
            "expected 1, 2, 3, …",
        ),
        BuildFact::EmptyMax { name } => {
            Message::new("E0412", format!("`{name}` of nothing has no value"), "nothing is left here at this size")
                .help("a `where n >= 1` leaves this size out")
        }
        BuildFact::EmptyArgMax { name } => {
            Message::new("E0412", format!("`{name}` of nothing has no value"), "the array is empty at this size")
                .help("a `where n >= 1` leaves this size out")
        }
        BuildFact::ConditionFails { family, condition, call } => {
            let message = Message::new(
                "E0413",
                format!("the sizes do not meet the `where` of `{family}`"),
                if *call { "called with these sizes" } else { "this condition does not hold" },
            );
            if *call { message.related(*condition, "this condition does not hold") } else { message }
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
        BuildFact::RecursionDoesNotShrink { family, before, after, grows } => {
            let message = Message::new(
                "E0414",
                if *grows {
                    format!("`{family}` calls itself with a size that grows")
                } else {
                    format!("`{family}` calls itself with sizes that do not shrink")
                },
                format!("{before} calls {after}"),
            )
            .note("On every cycle of calls no parameter may grow, and one has to shrink; or the recursion would never end.");
            if crate::check::BUILTINS.iter().any(|(name, _)| name == family) {
                message.help(format!("this family hides the builtin `{family}` in its file: give it another name"))
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
