//! The files of a program: what `use` says of them.

use circ_grammar::tree::Span;

use super::list;
use crate::diagnostics::{FileFact, Message};

/// The words for a fact about files.
pub(super) fn message(fact: &FileFact, span: Span) -> Message {
    match fact {
        FileFact::UseOfFile { module, exports } => {
            let what = exports.first().map_or("f", String::as_str);
            let message = Message::new(
                "E0230",
                format!("this names the file `{module}`, and nothing of it"),
                "what shall be used of it?",
            )
            .help(format!("`use {module}.{{{what}}};` makes its family `{what}` known here"));
            if exports.is_empty() {
                message
            } else {
                message.note(format!("`{module}` has {}.", names(exports)))
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
        FileFact::NoFile { file, main, library } => {
            let message = Message::new(
                "E0231",
                format!("there is no file `{file}` beside `{main}`"),
                "no such file",
            )
            .note("A `use` reads a file of the same folder, or of a folder in it (`use lib.helpers.{f};` reads `lib/helpers.circ`), or of the library.");
            match library {
                Some(module) => message.help(format!("the library has `{module}`")).fix(span, module.clone()),
                None => message,
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
        FileFact::NameTaken { name, module, first, defined: true } => Message::new(
            "E0205",
            format!("`{name}` is defined in this file and used from `{module}`"),
            "the name is taken",
        )
        .related(*first, "defined here")
        .help("rename the one of this file, or leave the name out of the `use`"),
        FileFact::NameTaken { name, module, first, defined: false } => Message::new(
            "E0205",
            format!("`{name}` is used from `{module}` and from another file"),
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
