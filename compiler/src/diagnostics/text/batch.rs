//! Lines of many inputs.

use super::list;
use crate::diagnostics::{BatchFact, DataFact, Fact, Line, Message};

/// The words for a line that is no input.
pub(super) fn message(fact: &BatchFact) -> Message {
    let new = |code, title: String| Message::new(code, title, "");
    match fact {
        BatchFact::NotJson { problem, column } => new("E0550", format!("this is not JSON: {problem}"))
            .note(format!("It is in column {column}."))
            .help("a line is one input, as JSON: `[1, 2]`, `\"abab\"` or `{\"x\": [1, 2]}`"),
        BatchFact::Blank => new("E0550", "this line is empty, and others follow".into())
            .help("leave it out: each line is an input, and each has its result"),
        BatchFact::TooLong { limit } => {
            new("E0521", format!("the line is longer than {limit}, the most that a value may be"))
        }
        BatchFact::NotForEach { family, inputs, found } => {
            let each: Vec<String> = inputs.iter().map(|name| format!("\"{name}\": …")).collect();
            let names: Vec<String> = inputs.iter().map(|name| format!("`{name}`")).collect();
            let has =
                if inputs.is_empty() { "no inputs".into() } else { format!("the inputs {}", list(&names)) };
            let help = match inputs.len() {
                0 => "write `{}`".to_owned(),
                count => format!("write `{{{}}}`, or `[{}]`", each.join(", "), vec!["…"; count].join(", ")),
            };
            new("E0551", format!("`{family}` has {has}, and this line is {found}")).help(help)
        }
    }
}

/// Says of a message which line it is about, and how a line mends it.
pub(super) fn of_line(message: &mut Message, fact: &Fact, line: &Line) {
    message.title = format!("line {} of `{}`: {}", line.number, line.path, message.title);
    if let Fact::Data(DataFact::InputMissing { name, .. }) = fact {
        message.help = Some(format!("`\"{name}\": …`"));
    }
}
