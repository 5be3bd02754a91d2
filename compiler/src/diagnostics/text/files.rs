//! The files of a program: what `use` says of them.

use circ_grammar::tree::Span;

use super::list;
use crate::diagnostics::{FileFact, FileMeant, Message, TypeFact, Unknown};

/// The words for a fact about files.
pub(super) fn message(fact: &FileFact, span: Span) -> Message {
    match fact {
        FileFact::UseOfFile { module, exports } => {
            let message = Message::new(
                "E0230",
                format!("this names the file `{module}`, and nothing of it"),
                "what shall be used of it?",
            );
            match exports.first() {
                Some(what) => message
                    .help(format!("`use {module}.{{{what}}};` makes its `{what}` known here"))
                    .note(format!("`{module}` has {}.", names(exports))),
                None => message.note("It defines no family, constant or alphabet."),
            }
        }
        FileFact::UseOfLibrary { libraries } => {
            Message::new("E0230", "this names the library, and nothing of it", "what shall be used of it?")
                .help("name a module, and what you want of it: `use std.sort.{sort, rank};`")
                .note(format!("Its modules are {}.", names(libraries)))
        }
        FileFact::NoLibraryModule { module, similar, libraries } => {
            let message =
                Message::new("E0231", format!("the library has no module `{module}`"), "not in the library")
                    .note(format!("The library has {}.", names(libraries)));
            match similar {
                Some(name) => {
                    message.help(format!("did you mean `std.{name}`?")).fix(span, format!("std.{name}"))
                }
                None => message,
            }
        }
        FileFact::NoFile { file, user, meant } => {
            let message =
                Message::new("E0231", format!("there is no file `{file}` beside `{user}`"), "no such file");
            let reads = "A `use` reads a file of the same folder, or of a folder in it (`use lib.helpers.{f};` reads `lib/helpers.circ`), or of the library.";
            match meant {
                None => message.note(reads),
                Some(FileMeant::Library(module)) => {
                    message.note(reads).help(format!("the library has `{module}`")).fix(span, module.clone())
                }
                Some(FileMeant::Similar(module)) => {
                    message.help(format!("did you mean `{module}`?")).fix(span, module.clone())
                }
                Some(FileMeant::WithoutEnding(module)) => message
                    .help(format!("a `use` leaves the ending out: write `{module}`"))
                    .fix(span, module.clone()),
                Some(FileMeant::Above) => message.note(reads).help(format!(
                    "`{file}` stands in a folder above, which no file in a folder below reads: move it beside `{user}`"
                )),
            }
        }
        FileFact::FileRefused { file, reason } => {
            Message::new("E0232", format!("`{file}` can't be read"), reason.clone())
        }
        FileFact::NotInModule { name, module, similar, has, through } => {
            let message = Message::new(
                "E0233",
                format!("`{module}` has no `{name}`"),
                format!("not defined in `{module}`"),
            );
            match (through, similar) {
                (Some(through), _) => message.help(format!(
                    "`{module}` itself has it from `{through}`: write `use {through}.{{{name}}};`"
                )),
                (None, Some(_)) => message.did_you_mean(similar.as_ref(), span),
                (None, None) if has.is_empty() => message.note("It defines no family, constant or alphabet."),
                (None, None) => message.note(format!("It has {}.", names(has))),
            }
        }
        FileFact::InAnotherFile { name, what, module, uses, place } => {
            let (code, title) = match what {
                Unknown::Value => ("E0201", format!("there is no value `{name}` here")),
                Unknown::Function => ("E0202", format!("there is no family or builtin `{name}` here")),
                Unknown::Type => ("E0203", format!("there is no type `{name}` here")),
            };
            let message =
                Message::new(code, title, format!("defined in `{module}`, and not used from there"));
            let mend = format!("use {module}.{{{}}};", uses.join(", "));
            match place {
                Some(place) => message.help(format!("`{module}` has it: `{mend}`")).fix(*place, mend),
                None => message.help(format!("`{module}` has it: write `{mend}` at the head of the file")),
            }
        }
        FileFact::NameTaken { name, module, first, other: None } => Message::new(
            "E0205",
            format!("`{name}` is defined in this file and used from `{module}`"),
            "the name is taken",
        )
        .related(*first, "defined here")
        .help("rename the one of this file, or leave the name out of the `use`"),
        FileFact::NameTaken { name, module, first, other: Some(other) } => Message::new(
            "E0205",
            if other == module {
                format!("`{name}` is used from `{module}` twice")
            } else {
                format!("`{name}` is used from `{other}` and from `{module}`")
            },
            "the name is taken",
        )
        .related(*first, "used here already")
        .help("leave one of the two out"),
        FileFact::UseCycle { cycle } => {
            if let [file, _] = cycle.as_slice() {
                return Message::new("E0234", format!("`{file}` uses itself"), "a name of this very file")
                    .help("leave the line out: what a file defines is known in all of it");
            }
            let title = format!("these files use one another in a circle: {}", cycle.join(" → "));
            Message::new("E0234", title, "closes the circle")
                .help("move what both need into a file of its own that uses neither")
        }
        FileFact::RingOfUsedFile => Message::new(
            "E0235",
            "the ring is that of the file that is run",
            "a file that others use has no ring of its own",
        )
        .help("leave the line out here, and write it in the file that is run"),
        FileFact::TooManyFiles { limit } => Message::new(
            "E0236",
            format!("a program has at most {limit} files, of 4 GiB together"),
            "one file too many",
        ),
    }
}

fn names(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    list(&names)
}

/// Adds the mend where two types differ only in the file that their alphabet comes from.
pub(super) fn told_apart(fact: &TypeFact, message: Message) -> Message {
    let TypeFact::Mismatch { expected, found, .. } = fact else { return message };
    let alphabet = |ty: &str| ty.split('[').next().unwrap_or_default().to_string();
    let (expected, found) = (alphabet(expected), alphabet(found));
    let of_file = |other: &str, own: &str| {
        let (module, name) = other.rsplit_once('.')?;
        (name == own).then(|| (module.to_string(), name.to_string()))
    };
    match of_file(&expected, &found).or_else(|| of_file(&found, &expected)) {
        Some((module, name)) => message
            .note(format!("The alphabet `{name}` of this file and that of `{module}` are two types."))
            .help(format!(
                "take that of `{module}` (`use {module}.{{{name}}};`), and leave out the one of this file"
            )),
        None => message,
    }
}
