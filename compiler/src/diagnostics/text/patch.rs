//! Traces, and runs with numbers of other runs.

use circ_runtime::{PatchError, ReadBy, Shape, TargetError};

use super::{counted, list};
use crate::check::closest;
use crate::diagnostics::{Message, PatchFact};

/// The forms that a target has.
const FORMS: &str = "A target is `embedding`, `layer2` or `layer2.head0`, a coordinate as `layer2.v`, each also at one \
                     position as `layer2.head0@5`, or `@5` for what every layer wrote there; `SOURCE->READER` for one \
                     reader.";

/// The words for a fault of a trace or a patch.
pub(super) fn message(fact: &PatchFact) -> Message {
    let new = |code, title: String| Message::new(code, title, "");
    match fact {
        PatchFact::BadPatch { text } => {
            new("E0575", format!("`--patch {text}` does not say what is taken from where"))
                .note(FORMS)
                .help("write the target and the file of a trace: `--patch layer2.head0=@run.json`")
        }
        PatchFact::Target { text, error } => target(text, error),
        PatchFact::Trace { target, path, error } => from_trace(target, path, error),
        PatchFact::NoLayer { found, layers } => new("E0579", format!("there is no layer {found}"))
            .help(numbered(*layers, "layer", "no layer runs: the circuit has no gate that computes")),
        PatchFact::NoPosition { found, positions } => new("E0579", format!("there is no position {found}"))
            .help(numbered(*positions as u64, "position", "the sequence is empty")),
        PatchFact::NoGate { found, gates } => new("E0579", format!("the circuit has no gate g{found}"))
            .help(numbered(*gates as u64, "gate", "it has no gates")),
        PatchFact::NoGates { path } => new("E0579", format!("the transformer of `{path}` has no gates"))
            .note("Only a transformer that simulates a circuit has a position for each gate.")
            .help("write `--position` and its number"),
        PatchFact::PageNumbers { max_kept } => new("E0630", "this run does not fit on a page".into())
            .note(format!("What the layers did is more than {max_kept} numbers."))
            .help("take a smaller size, or choose layers with `--layer`"),
        PatchFact::PageBytes { mebibytes } => new("E0630", "this run does not fit on a page".into())
            .note(format!("The page would be larger than {mebibytes} MiB."))
            .help("take a smaller size, or choose layers with `--layer`, or positions with `--position` or `--gate`"),
    }
}

/// `the layers that run are 0 to 3`
fn numbered(count: u64, noun: &str, none: &str) -> String {
    match count.checked_sub(1) {
        None => none.to_owned(),
        Some(0) => format!("there is one {noun}, {noun} 0"),
        Some(last) => format!("{noun}s are numbered from 0 to {last}"),
    }
}

/// The words for a text that is no target of the program.
fn target(text: &str, error: &TargetError) -> Message {
    let about = |code, what: String| Message::new(code, format!("`--patch {text}`: {what}"), "");
    let new = |what: String| about("E0575", what);
    match error {
        TargetError::Form(found) if found.is_empty() => {
            Message::new("E0575", "this `--patch` names no target", "").note(FORMS)
        }
        TargetError::Form(found) => new(format!("`{found}` can't be read as a part of a target")).note(FORMS),
        TargetError::Place { found, layers } => {
            let message = new(format!("there is no `{found}`")).note(FORMS);
            let known = (0..*layers).take(100).map(|layer| format!("layer{layer}"));
            let known: Vec<String> = known.chain(["embedding".into()]).collect();
            let squeezed: String = found.chars().filter(|c| !c.is_whitespace() && *c != '_').collect();
            let near = closest(&squeezed, known.iter().map(String::as_str));
            match near.filter(|_| !found.is_empty()) {
                Some(near) => message.help(format!("did you mean `{near}`?")),
                None => message.help(numbered(*layers, "layer", "no layer runs")),
            }
        }
        TargetError::Layer { found, layers } => {
            new(format!("there is no layer {found}")).help(numbered(*layers, "layer", "no layer runs"))
        }
        TargetError::Head { layer, found, heads } => new(format!("layer {layer} has no head {found}"))
            .help(numbered(*heads as u64, "head", "it has no heads")),
        TargetError::Coordinate { found, coordinates } => {
            let message = new(format!("there is no coordinate `{found}`"));
            match closest(found, coordinates.iter().map(String::as_str)) {
                Some(near) => message.help(format!("did you mean `{near}`?")),
                None => message.help(format!("the coordinates are {}", named(coordinates))),
            }
        }
        TargetError::Ambiguous { name, coordinates } => {
            let numbers: Vec<String> = coordinates.iter().map(usize::to_string).collect();
            new(format!("several coordinates are called `{name}`"))
                .note(format!("They are the coordinates {} of a vector, counted from 0.", list(&numbers)))
                .help("give them names of their own under `coordinates`")
        }
        TargetError::Position { found, positions } if found.is_empty() => new(
            "the number of a position is missing behind `@`".into(),
        )
        .help(numbered(*positions as u64, "position", "the sequence is empty")),
        TargetError::Position { found, positions } => new(format!("there is no position `{found}`"))
            .help(numbered(*positions as u64, "position", "the sequence is empty")),
        TargetError::Quote(found) => new(format!("the quoted name at `{found}` does not end"))
            .help("a name in quotes is written as in JSON: `layer2.\"a b\"`"),
        TargetError::OnlyReads(found) => about("E0576", format!("`{found}` reads numbers and writes none"))
            .help(format!("it may stand behind `->`: `embedding->{found}`")),
        TargetError::EveryLayerRead(_) => {
            about("E0576", "what every layer wrote at a position has no one reader".into())
                .help("name the layer that wrote it, as `layer2@5->…`")
        }
        TargetError::NoReader { found, layer } => {
            let layer = layer.unwrap_or(0);
            about("E0576", format!("`{found}` is no one reader"))
                .help(format!("a reader is `layer{layer}.head0.query`, `.key` or `.value`, or a coordinate of the new vector"))
        }
        TargetError::ReaderPosition(found) => about("E0576", format!("`{found}` has a position")).help(
            "write it at the source: a reader reads the numbers of its own position, as `layer1.v@5->…`",
        ),
        TargetError::NotRead { source, reader, read_by } => {
            let message = about("E0576", format!("`{reader}` does not read `{source}`"));
            match read_by {
                ReadBy::Layer(layer) => message
                    .note(format!("Heads and activations read what the layer before wrote; of this that is layer {layer}."))
                    .help(format!("take a reader in layer {layer}, also for a coordinate that it only passes on")),
                ReadBy::Activation(layer) => message
                    .note("What a head pools is read by the activation of its own layer.")
                    .help(format!("write `{source}->layer{layer}.` and a coordinate of the new vector")),
                ReadBy::Outputs => message
                    .note("No layer follows: the outputs are read there.")
                    .help(format!("leave the reader out: `{source}`")),
            }
        }
    }
}

fn named(coordinates: &[String]) -> String {
    const MOST: usize = 20;
    let ticked: Vec<String> = coordinates.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    match coordinates.len().checked_sub(MOST).filter(|more| *more > 0) {
        Some(more) => format!("{} and {more} more", ticked.join(", ")),
        None => list(&ticked),
    }
}

/// The words for a trace that does not have what is asked of it.
fn from_trace(target: &str, path: &str, error: &PatchError) -> Message {
    match error {
        PatchError::Shape { program, trace } => {
            let message = Message::new("E0577", format!("`{path}` is a run of another program"), "");
            difference(program, trace)
                .into_iter()
                .fold(message, Message::note)
                .help("trace the same program, with inputs of the same sizes and the same `--attention`")
        }
        PatchError::Layer(layer) => {
            Message::new("E0578", format!("`{path}` does not keep layer {layer}, which `{target}` takes"), "")
                .help("trace again without `--layer`, or with this layer among them")
        }
        PatchError::Position(position) => {
            let title = format!("`{path}` does not keep position {position}, which `{target}` takes");
            Message::new("E0578", title, "")
                .help("trace again without `--position` and `--gate`, or patch this position alone: `…@5`")
        }
    }
}

/// What differs between two shapes, a sentence each.
fn difference(program: &Shape, trace: &Shape) -> Vec<String> {
    let mut told = Vec::new();
    let mut say = |differs: bool, sentence: String| {
        if differs {
            told.push(sentence);
        }
    };
    say(
        program.ring != trace.ring,
        format!("Its ring is {}, and that of the program {}.", trace.ring, program.ring),
    );
    say(
        program.positions != trace.positions,
        format!(
            "It has {}, and the program {}.",
            counted(trace.positions, "position"),
            counted(program.positions, "position")
        ),
    );
    say(
        program.coordinates != trace.coordinates,
        format!(
            "Its coordinates are {}, and those of the program {}.",
            named(&trace.coordinates),
            named(&program.coordinates)
        ),
    );
    let layers = |shape: &Shape| {
        let listed = counted(shape.layers.len(), "layer");
        if shape.repeat == 1 { listed } else { format!("{listed}, run {} times", shape.repeat) }
    };
    let differ = program.repeat != trace.repeat || program.layers.len() != trace.layers.len();
    say(differ, format!("It has {}, and the program {}.", layers(trace), layers(program)));
    say(!differ && program.layers != trace.layers, "Their layers have other heads.".into());
    told
}
