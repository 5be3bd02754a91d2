//! Differences that `circ verify` finds.

use super::counted;
use crate::diagnostics::{Astray, Gives, Message, VerifyFact};

/// The words for a difference.
pub(super) fn message(fact: &VerifyFact) -> Message {
    let new = |code, title: String| Message::new(code, title, "");
    match fact {
        VerifyFact::Differs { family, gives } => {
            let title = format!(
                "circ is wrong here: {} and {} of `{family}` differ",
                gives.found_by, gives.expected_by
            );
            told(Message::new("E0599", title, label(gives)), gives).help("please report this program")
        }
        VerifyFact::AnotherProgram {
            file,
            construction,
            family,
            size,
            places,
            count,
            gives,
            vector,
            tried,
        } => {
            let title =
                format!("`{file}` is not the construction `{construction}` of `{family}`{}", at(size));
            let mut message = Message::new("E0570", title, gives.as_ref().map_or("", label));
            for (path, found, expected) in places {
                message = message.note(format!("{path} is {found}, where the construction has {expected}."));
            }
            if *count > places.len() {
                message = message.note(format!("{} more differ.", counted(count - places.len(), "place")));
            }
            message = match gives {
                Some(gives) => match vector {
                    Some(vector) => told(message, gives).note(format!(
                        "The first number that is another one than in the run of the construction: {} at `{}` of position \
                         {}, {}, where that has {}.",
                        vector.found,
                        vector.coordinate,
                        vector.position,
                        when(vector.layer),
                        vector.expected
                    )),
                    None => told(message, gives),
                },
                None => message.note(match tried {
                    0 => "It could not be run.".to_string(),
                    1 => "Its values are right on the one input that was tried.".to_string(),
                    _ => format!("Its values are right on the {} that were tried.", counted(*tried, "input")),
                }),
            };
            message.help(
                "`circ build --emit transformer` writes the construction; a program of your own has a name of its own \
                 at `construction`, and is held against the circuit by its values",
            )
        }
        VerifyFact::ComputesOther { file, family, size, gives } => told(
            Message::new("E0571", format!("`{file}` does not compute `{family}`{}", at(size)), label(gives)),
            gives,
        ),
        VerifyFact::DoesNotFit { file, family, what, help } => {
            let message = new("E0572", format!("`{file}` is no program for `{family}`: {what}"));
            match help {
                Some(help) => message.help(help.clone()),
                None => message,
            }
        }
        VerifyFact::OtherSignature { family, against, what } => {
            let mut lines = what.lines();
            let first = lines.next().unwrap_or_default();
            let message = new("E0573", format!("`{against}` can't be held against `{family}`: {first}"));
            let message = lines.fold(message, |message, line| message.note(line.to_string()));
            message.help("families are compared that take and give the same; inputs may have other names")
        }
        VerifyFact::FamiliesDiffer { family, against, size, gives } => {
            told(new("E0574", format!("`{family}` and `{against}` differ{}", at(size))), gives)
        }
    }
}

fn at(size: &str) -> String {
    if size.is_empty() { String::new() } else { format!(" at {size}") }
}

/// What stands at the gate that goes astray.
fn label(gives: &Gives) -> &'static str {
    if matches!(gives.astray, Some(Astray::Gate { .. })) { "the first gate that goes astray" } else { "" }
}

fn told(message: Message, gives: &Gives) -> Message {
    let Gives { inputs, found_by, found, expected_by, expected, astray } = gives;
    let message = message
        .note(format!("The input is {inputs}."))
        .note(format!("{} gives {found}, {expected_by} {expected}.", capital(found_by)));
    match astray {
        None => message,
        Some(Astray::Gate { gate, position, layer, found, expected }) => {
            message.note(format!(
                "Position {position}, for gate {gate}, has {found} {}, where {expected} is right. All gates \
                 before it are right until then.",
                when(*layer)
            ))
        }
        Some(Astray::Nowhere) => message
            .note("Run to the letter, every gate has its value: outputs are read elsewhere, or the engine is wrong."),
        Some(Astray::TooLong) => {
            message.note("The sequence is too long to look for the gate that goes astray.")
        }
    }
}

fn when(layer: Option<u64>) -> String {
    layer.map_or_else(|| "before the first layer".to_string(), |layer| format!("after layer {layer}"))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
