//! Chains of thought: what `generate` asks of its step.

use super::{counted, list};
use crate::diagnostics::{Message, StepFact};

/// The words for a fact about `generate`.
pub(super) fn message(fact: &StepFact) -> Message {
    match fact {
        StepFact::NotNamed { call } => Message::new(
            "E0360",
            "`generate` takes the family of one step as its first argument",
            "expected the name of a family",
        )
        .help(match call {
            Some(call) => format!("the family stands first: `{call}`"),
            None => "write its name without arguments: `generate(next, w, steps)`; sizes may follow it: `generate(next[n], w, steps)`".into(),
        }),
        StepFact::OtherArguments { step, expected, found, call } => Message::new(
            "E0361",
            format!(
                "`{step}` takes {} beside the sequence, and `generate` is given {found}",
                counted(expected.len(), "input")
            ),
            match expected.as_slice() {
                [] => "expected nothing after the number of steps".to_string(),
                expected => {
                    let expected: Vec<String> = expected.iter().map(|input| format!("`{input}`")).collect();
                    format!("expected {} after the number of steps", list(&expected))
                }
            },
        )
        .help(format!("write `{call}`")),
        StepFact::DoesNotGrow { step, input, input_span } => {
            let title = format!("`{step}` does not take a sequence of every length");
            let message = match input {
                Some(input) => Message::new("E0362", title, format!("its first input is `{input}`")),
                None => Message::new("E0362", title, "it has no input"),
            };
            let message = match input_span {
                Some(span) => message.related(*span, "declared here"),
                None => message,
            };
            message
                .note("Each step of `generate` is given the sequence so far, which is one longer each time.")
                .help(format!("its first input has to be an array whose first size is a parameter: `family {step}[m](w: num[m]) -> num`"))
        }
        StepFact::LengthWritten { step, length } => Message::new(
            "E0363",
            format!("the size `{length}` of `{step}` can't be written here"),
            "it is the length of the sequence, and grows with each step",
        )
        .help(format!("put `{length}` last in the brackets of `{step}`, and write only the sizes before it")),
        StepFact::ShapeGrows { step, what, ty, length, declared, element } => Message::new(
            "E0364",
            format!("a step of `generate` can't keep the shapes of `{step}`"),
            format!("{what} is `{ty}`, and `{length}` grows with each step"),
        )
        .related(*declared, "declared here")
        .help(match element {
            Some(element) => format!("a step gives the next element and not the whole sequence: `-> {element}`"),
            None => format!("give it a size that stays: `{length}` is for the sequence alone"),
        }),
        StepFact::OtherResult { step, expected, found, sequence } => Message::new(
            "E0365",
            format!("`{step}` gives `{found}`, and an element of its sequence `{sequence}` is `{expected}`"),
            format!("expected a step that gives `{expected}`"),
        )
        .help("what a step gives is appended to the sequence, so it has to be an element of it"),
    }
}
