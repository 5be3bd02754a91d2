//! The prompt: commands, and entries that can't be read.

use super::list;
use crate::diagnostics::{Message, PromptFact};

/// The words for what can't be done at the prompt.
pub(super) fn message(fact: &PromptFact) -> Message {
    let new = |code, title: String| Message::new(code, title, "");
    match fact {
        PromptFact::UnknownCommand { name, bare: true, .. } => {
            new("E0626", format!("`{name}` names nothing, and a command begins with a colon"))
                .help(format!("write `:{name}`"))
        }
        PromptFact::UnknownCommand { name, meant, bare: false } => {
            let meant: Vec<String> = meant.iter().map(|name| format!("`:{name}`")).collect();
            let message = if name.is_empty() {
                new("E0626", "the colon begins a command, and none follows".into())
            } else {
                new("E0626", format!("there is no command `:{name}`"))
            };
            message.help(match meant.as_slice() {
                [] => "`:help` lists the commands".to_owned(),
                [one] => format!("did you mean {one}?"),
                several => format!("it may be {}", several.join(" or ")),
            })
        }
        PromptFact::BadCommand { command, what, usage } => {
            new("E0627", format!("`:{command}` can't be done: {what}"))
                .help(format!("it is written `{usage}`"))
        }
        PromptFact::Undefined { name, similar, defined } => {
            let message = new("E0628", format!("nothing was defined with the name `{name}`"));
            match similar {
                Some(similar) => message.help(format!("did you mean `{similar}`?")),
                None if defined.is_empty() => message.note("Nothing is defined so far."),
                None => message.note(format!("Defined: {}.", list(defined))),
            }
        }
        PromptFact::EntryTooLong { place, limit } => {
            new("E0629", format!("the entry that begins at {place} has more than {limit}"))
                .note("It is left out as a whole.")
                .help("write it into a file, and read that with `:load FILE`")
        }
        PromptFact::LineNotUtf8 { place, byte, value } => {
            new("E0629", format!("{place} is not UTF-8: byte {byte} of the line is 0x{value:02X}"))
                .note("Bytes count from 0. The line is left out.")
                .help("write the script as UTF-8")
        }
    }
}
