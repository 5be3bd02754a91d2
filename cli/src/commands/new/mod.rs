//! `circ new`: a folder with a program, its tests, and what to do with them.
//!
//! The folder is made beside its place under another name, and takes the place once all is in it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use circ_compiler::diagnostics::DataFact;
use circ_compiler::{Text, Unread, load_files};
use tempfile::{Builder, TempDir};

use crate::args::New;
use crate::excerpt::harmless_line;
use crate::interrupt;
use crate::session::{Ended, Session};
use crate::source::reason;

const PROGRAM: &str = include_str!("program.circ.txt");
const README: &str = include_str!("README.md.txt");
const IGNORED: &str = include_str!("gitignore.txt");

/// No name has more characters: with it a path still fits everywhere.
const LONGEST: usize = 60;

/// Makes the folder, and says what is in it and what to type next.
pub(crate) fn new(session: &Session, args: &New) -> Ended<()> {
    let name = args.name.as_str();
    let shown = harmless_line(name);
    let refused = |mend| session.refuse([DataFact::ProjectName { name: shown.clone(), mend }]);
    if !is_good(name) {
        return Err(refused(mended(name)));
    }
    let family = family(name).ok_or_else(|| refused(None))?;
    let program = format!("{family}.circ");
    let files = [
        (program.as_str(), PROGRAM.replace("FAMILY", &family)),
        ("README.md", README.replace("FAMILY", &family).replace("NAME", name)),
        (".gitignore", IGNORED.to_owned()),
    ];
    if !is_free(Path::new(name)) {
        return Err(session.refuse([DataFact::ProjectExists { name: shown }]));
    }
    write(Path::new(name), &files)
        .map_err(|error| session.refuse([DataFact::Unwritable { path: shown, reason: reason(&error) }]))?;
    session.print(&format!(
        "made {name}/ with {program}, README.md and .gitignore\n\nnext:\n  cd {name}\n  circ test {program}\n  circ run {program} --input 10110\n"
    ))
}

/// Whether it is a name for a folder on every system, and nearly one for a family.
fn is_good(name: &str) -> bool {
    name.chars().count() <= LONGEST
        && name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

/// A good name like a bad one: the last part of a path, and what is not allowed left out.
fn mended(name: &str) -> Option<String> {
    let last = name.split(['/', '\\']).rfind(|part| !part.is_empty())?;
    let last = last.strip_suffix(".circ").unwrap_or(last);
    let spaced: String = last.split_whitespace().collect::<Vec<_>>().join("_");
    let start = spaced.trim_start_matches(|c: char| !c.is_alphabetic());
    let kept = start.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    let mended: String = kept.take(LONGEST).collect();
    is_good(&mended).then_some(mended)
}

/// The name of the family: that of the project, or where the language has it for something else one like it.
fn family(name: &str) -> Option<String> {
    let plain = name.replace('-', "_");
    [plain.clone(), format!("my_{plain}")].into_iter().find(|family| {
        let text = PROGRAM.replace("FAMILY", family);
        let text = Text { name: format!("{family}.circ"), text };
        let loaded = load_files(Some(family.as_str()), text, &mut |_| Err(Unread::Missing));
        loaded.diagnostics.is_empty()
    })
}

/// Whether nothing is there, or an empty folder.
fn is_free(place: &Path) -> bool {
    match fs::symlink_metadata(place) {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(data) => data.is_dir() && fs::read_dir(place).is_ok_and(|mut inside| inside.next().is_none()),
    }
}

fn write(place: &Path, files: &[(&str, String)]) -> io::Result<()> {
    let beside = interrupt::guarded(beside)?;
    match fill(beside.path(), files) {
        Ok(()) => interrupt::released(|| {
            fs::rename(beside.path(), place)?;
            // It is no longer where it was, so there is nothing to remove.
            let _ = beside.keep();
            Ok(())
        }),
        // What is dropped is removed.
        Err(error) => interrupt::released(|| {
            drop(beside);
            Err(error)
        }),
    }
}

/// An empty folder that only a name tells from what it will be.
fn beside() -> io::Result<TempDir> {
    let mut builder = Builder::new();
    builder.prefix(".circ-").suffix(".part");
    // As for any new folder: the mask of the process takes away what others may not do.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    builder.tempdir_in(".").map_err(|error| {
        // The name that was tried says nothing to who asked for another.
        let text = error.to_string();
        io::Error::new(error.kind(), text.split(" at path").next().unwrap_or_default().to_owned())
    })
}

fn fill(folder: &Path, files: &[(&str, String)]) -> io::Result<()> {
    for (name, text) in files {
        let mut file = File::create(folder.join(name))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_good_or_mended() {
        for name in ["parity", "my-first_2", "奇偶"] {
            assert!(is_good(name), "{name}");
        }
        for (bad, mend) in [
            ("a/b", Some("b")),
            ("../up/", Some("up")),
            ("2nd", Some("nd")),
            ("my first", Some("my_first")),
            ("what?", Some("what")),
            ("parity.circ", Some("parity")),
            ("..", None),
            ("", None),
        ] {
            assert!(!is_good(bad), "{bad}");
            assert_eq!(mended(bad).as_deref(), mend, "{bad}");
        }
        assert!(!is_good(&"n".repeat(LONGEST + 1)));
    }

    #[test]
    fn a_family_is_named_after_its_project() {
        let named = family;
        assert_eq!(named("my-first").as_deref(), Some("my_first"));
        assert_eq!(named("Majority").as_deref(), Some("Majority"));
        for taken in ["family", "count", "bool"] {
            assert_eq!(named(taken), Some(format!("my_{taken}")), "{taken}");
        }
    }
}
