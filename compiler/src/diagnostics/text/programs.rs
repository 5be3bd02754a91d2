//! Files of circuits and transformers that somebody wrote, and transformers that are too large as circuits.

use circ_runtime::{Fault, FaultKind};

use super::list;
use crate::diagnostics::{DataFact, Message};

/// The code of a fault.
fn code(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::Syntax { .. } => "E0560",
        FaultKind::Format { .. } => "E0561",
        FaultKind::MissingKey { .. }
        | FaultKind::UnknownKey { .. }
        | FaultKind::KeyTwice { .. }
        | FaultKind::Form { .. } => "E0562",
        FaultKind::Choice { what: "gate", .. }
        | FaultKind::Operands { .. }
        | FaultKind::Operand { .. }
        | FaultKind::NoGate { .. }
        | FaultKind::NoInput { .. } => "E0565",
        FaultKind::Kind { .. } | FaultKind::Choice { .. } | FaultKind::TooLarge { .. } => "E0563",
        FaultKind::Ring { .. }
        | FaultKind::Float { .. }
        | FaultKind::NotANumber { .. }
        | FaultKind::NotInRing { .. } => "E0564",
        FaultKind::Count { .. } => "E0566",
        FaultKind::Outside { .. }
        | FaultKind::NameTwice { .. }
        | FaultKind::NoSuchInput { .. }
        | FaultKind::NoScalar { .. }
        | FaultKind::PortType { .. }
        | FaultKind::Codes { .. } => "E0567",
        FaultKind::Tensors { .. } => "E0552",
        FaultKind::Tensor { .. } => "E0553",
    }
}

/// The words for one fault of a file.
pub(super) fn fault(path: &str, fault: &Fault, more: bool) -> Message {
    let at = fault.path.to_string();
    let place = if at.is_empty() { String::new() } else { format!(" at {at}") };
    let mut message = Message::new(code(&fault.kind), format!("`{path}`{place}: {}", fault.kind), "");
    if let Some((line, column)) = fault.place {
        message = message.note(format!("It is on line {line}, column {column}."));
    }
    if more {
        message = message.note("The file has more faults than are told here.");
    }
    message.help = help(&fault.kind);
    message
}

/// How to mend it.
fn help(kind: &FaultKind) -> Option<String> {
    let ticked = |names: &[&str]| -> String {
        list(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>())
    };
    Some(match kind {
        FaultKind::Syntax { problem } if problem.contains("comment") => {
            "a key `comment` may stand in every object, with whatever you like".into()
        }
        FaultKind::Format { expected: "circ.trace/1", .. } => "`circ trace FILE --input … --json` writes a trace".into(),
        FaultKind::Format { .. } => "docs/formats.md describes both formats, key by key".into(),
        FaultKind::UnknownKey { similar: Some(similar), .. } | FaultKind::Choice { similar: Some(similar), .. } => {
            format!("did you mean `{similar}`?")
        }
        FaultKind::UnknownKey { known, .. } => {
            format!("the keys here are {}; remarks go under a key `comment`", ticked(known))
        }
        FaultKind::Choice { known, what, found, .. } => match (*what, found.as_str()) {
            ("gate", "in") => "a circuit's inputs have names: [\"input\", \"x\", [0]]".into(),
            ("gate", "input") => "a component's inputs are numbered: [\"in\", 0]".into(),
            ("gate", _) => format!("the gates are {}; whatever else is made of these", ticked(known)),
            _ => format!("there is {}", ticked(known)),
        },
        FaultKind::Float { instead, .. } => format!("write {instead}"),
        FaultKind::NotInRing { ring, .. } if ring.root().is_none() => {
            "the numbers of Q are fractions of integers; with \"ring\": \"Q(sqrt(2))\" there are roots too".into()
        }
        FaultKind::Operand { operand, gate, gates } if *operand == *gate as u64 || *operand < *gates as u64 => {
            "a gate reads only gates that stand before it, so that no circle is possible: put the gates in such an \
             order"
                .into()
        }
        FaultKind::Operand { .. } | FaultKind::NoGate { .. } => {
            "gates are numbered from 0, in the order of the list".into()
        }
        FaultKind::Outside { what, .. } => format!("{what}s are numbered from 0"),
        FaultKind::NoSuchInput { known, .. } if known.is_empty() => "`inputs` lists none".into(),
        FaultKind::NoSuchInput { known, .. } => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            format!("the inputs are {}", ticked(&known))
        }
        FaultKind::Codes { .. } => "the code of a token is the number that its place has, counted from 0".into(),
        FaultKind::Tensors { .. } => {
            "`circ build FILE --param n=8 -o OUT.safetensors` writes a transformer as tensors".into()
        }
        FaultKind::Tensor { .. } => "docs/formats.md lists the tensors, with their types and shapes".into(),
        FaultKind::MissingKey { .. } | FaultKind::Form { .. } => {
            "docs/formats.md shows a whole file of each format".into()
        }
        _ => return None,
    })
}

/// The words for a transformer whose circuit is too large.
pub(super) fn too_large(fact: &DataFact) -> Message {
    let DataFact::LowerTooLarge { what, limit, needed, positions, layers, layer, option } = fact else {
        return Message::new("E0569", "the circuit of this transformer is too large", "");
    };
    let needed = needed.as_ref().map_or_else(String::new, |needed| format!(", about {needed}"));
    let takes = if *what == "steps" { "takes" } else { "has" };
    let layers = if *layers == 1 { "1 layer runs".to_owned() } else { format!("{layers} layers run") };
    Message::new(
        "E0569",
        format!("the circuit of this transformer {takes} more than {limit} {what}{needed}"),
        "",
    )
    .note(format!("The sequence has {positions} positions, and {layers}; the budget ended in layer {layer}."))
    .note("Every layer compares, for each query, all scores that are not known with one another.")
    .help(format!("take a shorter sequence or fewer repeats, or raise the budget with `{option}`"))
}
