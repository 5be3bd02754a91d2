//! Options of `circ grade` that name nothing, and references that can't be graded by.

use super::list;
use crate::diagnostics::{GradeFact, Message};

/// The words for a fault of grading.
pub(super) fn message(fact: &GradeFact) -> Message {
    let new = |code, title: String| Message::new(code, title, "");
    match fact {
        GradeFact::UnknownOperation { name, similar, operations } => {
            let message = new("E0541", format!("`--forbid` knows no operation `{name}`"));
            let operations: Vec<String> = operations.iter().map(|name| format!("`{name}`")).collect();
            match similar {
                Some(similar) => message.help(format!("did you mean `{similar}`?")),
                None => message.help(format!(
                    "there is {}, and every family of the library, as `sort` or `std.sort.sort`",
                    list(&operations)
                )),
            }
        }
        GradeFact::UnknownClass { text, why, help } => {
            let message =
                new("E0542", format!("`--class {text}` names no circuit class")).note(format!("Here {why}."));
            match help {
                Some(help) => message.help(help.clone()),
                None => message.help("write a class as a claim has it: `--class 'FSAC0[sign]'`"),
            }
        }
        GradeFact::NoSubmissions { folder } => {
            new("E0543", format!("`{folder}` has nothing to grade")).note(
                "A submission is a file `NAME.circ`, or a folder with one such file or one named as the reference.",
            )
        }
        GradeFact::NoSizes { family, sizes } => {
            new("E0544", format!("there is no size to grade `{family}` at"))
                .note(format!("Its `where` leaves out all that were asked for: {sizes}."))
                .help("give sizes that the reference has: `--sizes 1,2,4`")
        }
        GradeFact::TooManyNumbers { params, limit } => {
            new("E0545", format!("the inputs and results at {params} are too many to be kept"))
                .note(format!("They have more than {limit} numbers together."))
                .help("take smaller sizes, or fewer random inputs with `--trials`")
        }
    }
}
