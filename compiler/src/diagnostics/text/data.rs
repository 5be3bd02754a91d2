//! Data that do not fit the program.

use super::{list, quoted, quoted_list};
use crate::diagnostics::{DataFact, Message};

/// The words for a fault of the data.
#[allow(clippy::too_many_lines, reason = "one arm for each fact")]
pub(super) fn message(fact: &DataFact) -> Message {
    let new = |code, title: String| Message::new(code, title, "");
    match fact {
        DataFact::NoFamily => new("E0501", "this file has no family to run".into())
            .help("a family: `family double(x: num) -> num { 2 * x }`"),
        DataFact::UnknownFamily { name, similar, families } => {
            let message = new("E0502", format!("this file has no family `{name}`"));
            match similar {
                Some(similar) => message.help(format!("did you mean `{similar}`?")),
                None => message.help(format!("it has {}", list(&ticked(families)))),
            }
        }
        DataFact::UnknownParam { name, family, params } => {
            let has =
                if params.is_empty() { "no size parameters".to_string() } else { list(&ticked(params)) };
            match family {
                Some(family) => new("E0503", format!("`{family}` has no size parameter `{name}`"))
                    .help(format!("it has {has}")),
                None => new("E0503", format!("no family here has a size parameter `{name}`"))
                    .help(format!("they have {has}")),
            }
        }
        DataFact::BadParam { text } => new("E0504", format!("`--param {text}` does not set a size"))
            .help("write the name and a natural number: `--param n=8`"),
        DataFact::ParamTooLarge { name, value } => {
            new("E0504", format!("the size `{name}` can't be {value}"))
                .help(format!("a size is at most {}", u64::MAX))
        }
        DataFact::ParamTwice { name } => {
            new("E0504", format!("`--param` sets `{name}` twice, to different sizes"))
        }
        DataFact::ParamMissing { name, family } => {
            new("E0505", format!("nothing says what the size `{name}` of `{family}` is"))
                .help(format!("write `--param {name}=8`, or give an input whose length it is"))
        }
        DataFact::ParamDisagrees { name, first, first_from, second, second_from } => {
            new("E0506", format!("`{name}` is {first} by {first_from}, and {second} by {second_from}"))
        }
        DataFact::InputMissing { name, ty } => new("E0507", format!("the input `{name}` is missing"))
            .note(format!("It is `{ty}`."))
            .help(format!("`--input {name}=…`")),
        DataFact::UnknownInput { family, name, similar, inputs } => {
            let message = new("E0508", format!("`{family}` has no input `{name}`"));
            match similar {
                Some(similar) => message.help(format!("did you mean `{similar}`?")),
                None => message.help(format!("it has {}", list(&ticked(inputs)))),
            }
        }
        DataFact::OneForEach { family, inputs, mend } => new(
            "E0508",
            format!("`{family}` has {}, and one text gives one of them", super::counted(*inputs, "input")),
        )
        .help(format!("write `{mend}`")),
        DataFact::InputTooMany { family, inputs, text } => new(
            "E0508",
            format!("`{family}` has {}, and this is one more: `{text}`", super::counted(*inputs, "input")),
        ),
        DataFact::InputTwice { name } => new("E0508", format!("the input `{name}` is given twice")),
        DataFact::NotReadable { input, ty, reason, example, mend } => {
            new("E0509", format!("the input `{input}` can't be read as `{ty}`"))
                .note(reason.clone())
                .help(written(example, mend.as_ref()))
        }
        DataFact::WrongKind { input, position, expected, found, example, mend } => {
            new("E0510", format!("the input `{input}`{} should be {expected}, and is {found}", at(position)))
                .help(written(example, mend.as_ref()))
        }
        DataFact::WrongToken { input, position, token, alphabet, tokens } => new(
            "E0511",
            format!(
                "the input `{input}`{} is {}, which is not a token of `{alphabet}`",
                at(position),
                quoted(token)
            ),
        )
        .note(format!("`{alphabet}` has {}.", quoted_list(tokens))),
        DataFact::Ambiguous { input, alphabet, first, second } => new(
            "E0522",
            format!("the input `{input}` splits into tokens of `{alphabet}` in more than one way"),
        )
        .note(format!("It may be `{first}` or `{second}`."))
        .help("write the tokens that you mean, as JSON"),
        DataFact::BadNumber { input, position, text, reason, ring } => {
            let message = new("E0512", format!("the input `{input}`{} is no number: `{text}`", at(position)));
            let message = match reason {
                Some(reason) => message.note(reason.clone()),
                None => message,
            };
            match ring.root() {
                None => message.help("numbers are exact: 3, -0.25, 1e-3 or \"2/3\""),
                Some(d) => {
                    message.help(format!("numbers are exact: 3, -0.25, 1e-3, \"2/3\" or \"1/2+3*sqrt({d})\""))
                }
            }
        }
        DataFact::NumberTooLong { input, position, text, limit } => new(
            "E0520",
            format!("the input `{input}`{} has more than {limit} digits: `{text}`", at(position)),
        )
        .help("raise the budget with `--max-digits`"),
        DataFact::WrongLength { input, position, expected, found, why } => new(
            "E0513",
            format!("the input `{input}`{} has length {found}, and should have {expected}", at(position)),
        )
        .note(why.clone()),
        DataFact::Ragged { input, position, first, found } => {
            new("E0514", format!("rows of the input `{input}` have lengths {first} and {found}"))
                .note(format!("The first one that differs is {input}{position}."))
        }
        DataFact::Unreadable { path, reason } => {
            new("E0515", format!("`{path}` can't be read")).note(reason.clone())
        }
        DataFact::FileTooLarge { path, what, limit } => {
            new("E0521", format!("`{path}` is larger than {limit}, the most that {what} may be"))
        }
        DataFact::NotUtf8 { path, byte, line, value } => {
            new("E0518", format!("`{path}` is not UTF-8: byte {byte}, on line {line}, is 0x{value:02X}"))
                .note("Bytes count from 0.")
                .help("save the file as UTF-8")
        }
        DataFact::Unwritable { path, reason } => {
            new("E0519", format!("`{path}` can't be written")).note(reason.clone())
        }
        DataFact::RunTooLarge { what, instead } => {
            Message::new("E0516", "this run grew too large", "computed here")
                .note(what.clone())
                .help(*instead)
        }
        DataFact::BadType { text } => new("E0517", format!("`--type {text}` does not say a type"))
            .help("write the name and what it stands for: `--type T=bool`"),
        DataFact::UnknownGeneric { name, family, generics } => {
            let message = new(
                "E0517",
                match family {
                    Some(family) => format!("`{family}` has no name `{name}` that stands for a type"),
                    None => format!("no family here has a name `{name}` that stands for a type"),
                },
            );
            match generics.as_slice() {
                [] => message.help("leave out `--type`: all types are written out"),
                names => message.help(format!("there is {}", list(&ticked(names)))),
            }
        }
        DataFact::UnknownType { name, ty, similar, types } => {
            let message = new("E0517", format!("`{name}` can't stand for `{ty}`: there is no such type"));
            match similar {
                Some(similar) => message.help(format!("did you mean `--type {name}={similar}`?")),
                None => message.help(format!("there is {}", list(&ticked(types)))),
            }
        }
        DataFact::TypeTwice { name } => {
            new("E0517", format!("`--type` says twice what `{name}` stands for, and not the same"))
        }
        DataFact::TooManyCases { cases, limit, raise } => Message::new(
            "E0530",
            format!("this test has {cases}, and at most {limit} are tried"),
            "all combinations of these",
        )
        .help(if *raise {
            "take smaller ranges, or raise the budget with `--max-cases`"
        } else {
            "take smaller ranges"
        }),
        DataFact::EnginesDiffer { transformer, circuit } => {
            new("E0599", "circ is wrong here: the transformer and the circuit give different results".into())
                .note(format!("The transformer gives {transformer}, the circuit {circuit}."))
                .help("please report this program")
        }
        DataFact::Batch(fact) => super::batch::message(fact),
        DataFact::Verify(fact) => super::verify::message(fact),
        DataFact::BadProgram { path, fault, more } => super::programs::fault(path, fault, *more),
        DataFact::OptionMisfit { option, path, what, instead } => {
            new("E0568", format!("`{option}` is of no use here: `{path}` is {what}")).help(instead.clone())
        }
        DataFact::NotSource { path, what } => {
            new("E0568", format!("`{path}` is {what}, and this command takes a program in circ"))
                .help("`circ run`, `circ report` and `circ trace` take it as it is, and `circ lower` a transformer")
        }
        DataFact::TensorsTooLong { path } => {
            new("E0554", format!("`{path}` can't hold this transformer: its layers are too long"))
                .note("They stand in the header of a file of tensors, as JSON, and that has at most 100 MB.")
                .help("write it as JSON: `--emit transformer -o OUT.json`")
        }
        DataFact::LowerTooLarge { .. } => super::programs::too_large(fact),
        DataFact::Patch(fact) => super::patch::message(fact),
        DataFact::Prompt(fact) => super::prompt::message(fact),
        DataFact::Grade(fact) => super::grade::message(fact),
        DataFact::Semiring(fact) => super::semiring::message(fact),
        DataFact::OptionNeeds { option, needs } => {
            new("E0582", format!("`{option}` says nothing of this run"))
                .note(match *option {
                    "--patch" => "Numbers of other runs are exact, and so is a run that takes them.",
                    "--engine" => "An approximate run is one of the transformer, to the letter.",
                    "--attention native" => "An approximate run is held against the gates of a circuit, which a program's own transformer has not.",
                    "--batch" => "Many inputs are run exactly, as one is.",
                    "-o OUT.safetensors" => "Tensors hold a transformer and its sequence.",
                    "--fold" => "It says what is put together in a picture.",
                    "--emit groundtruth" => "It tells what a sequence program's own transformer uses.",
                    "--positions" => "It says what the positions of a sequence program's own transformer know.",
                    _ => "Numbers are exact and attention is hard unless an option says otherwise.",
                })
                .help(format!("add `{needs}`, or leave it out"))
        }
        DataFact::PictureTooLarge { fold, source, what, most } => {
            let mend = match (*fold, source) {
                ("none", _) => "leave out `--fold none`, and all gates of one expression are one box; or draw a smaller size",
                ("level", true) => "`--fold expression` makes fewer boxes; or draw a smaller size",
                _ => "draw a smaller size; `--emit dot --fold none` writes every gate, for other tools",
            };
            new("E0622", format!("the picture would have more than {most} {what}"))
                .note("In a larger one nobody would find a way.")
                .help(mend)
        }
        DataFact::ProjectName { name, mend } => {
            let message = new("E0623", format!("`{name}` is no name for a project")).note(
                "A name begins with a letter; letters, digits, `_` and `-` follow, 60 characters at most. The \
                 folder is made where you are.",
            );
            match mend {
                Some(mend) => message.help(format!("`circ new {mend}`")),
                None => message.help("for example `circ new parity`"),
            }
        }
        DataFact::ProjectExists { name } => new("E0624", format!("`{name}` is there already"))
            .note("A new project has a new folder, or an empty one, and nothing that is there is changed.")
            .help("take another name"),
    }
}

fn ticked(names: &[String]) -> Vec<String> {
    names.iter().map(|n| format!("`{n}`")).collect()
}

/// How to write a value: this one where it is known, else one like it.
fn written(example: &str, mend: Option<&String>) -> String {
    mend.map_or_else(|| format!("the whole is written as `{example}`"), |mend| format!("write `{mend}`"))
}

fn at(position: &str) -> String {
    if position.is_empty() { String::new() } else { format!(" at {position}") }
}
