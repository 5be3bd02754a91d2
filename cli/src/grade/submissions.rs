//! Finding what is graded, and reading it: a submission is a file, or a folder of its own.

use std::fs::symlink_metadata;
use std::path::{Path, PathBuf};

use circ_compiler::diagnostics::{DataFact, GradeFact};
use circ_compiler::{Loaded, Unread, load_files, message};

use crate::session::{Ended, Session};
use crate::source::{display_name, read_source, reason, stem};

/// A submission is no longer than this.
const LONGEST: u64 = 256 << 10;

/// A submission.
#[derive(Debug)]
pub(crate) struct Found {
    /// Who handed it in.
    pub(crate) name: String,
    /// The program, or why there is none.
    pub(crate) file: Result<PathBuf, String>,
}

impl Found {
    /// What messages call the program.
    pub(super) fn file_name(&self) -> Option<String> {
        self.file.as_ref().ok().map(|path| display_name(path))
    }
}

/// The submissions at a path, and whether it was one alone. `alone` takes a folder as one submission.
///
/// # Errors
/// A path that can't be read, and a folder without submissions.
pub(crate) fn find(
    session: &Session,
    path: &Path,
    reference: &Path,
    alone: bool,
) -> Ended<(Vec<Found>, bool)> {
    let fault = |path: &Path, error: &std::io::Error| DataFact::Unreadable {
        path: display_name(path),
        reason: reason(error),
    };
    if path.as_os_str() == "-" {
        return Ok((vec![Found { name: display_name(path), file: Ok(path.to_path_buf()) }], true));
    }
    let is_folder = std::fs::metadata(path).map_err(|error| session.refuse([fault(path, &error)]))?.is_dir();
    let name = |path: &Path| match path.file_name() {
        Some(name) => display_name(Path::new(name)),
        None => display_name(path),
    };
    if !is_folder {
        let name = stem(path).map_or_else(|| name(path), |stem| display_name(Path::new(&stem)));
        return Ok((vec![Found { name, file: regular(path) }], true));
    }
    if alone {
        let file = within(path, reference)
            .and_then(|file| file.ok_or_else(|| "it has no program `NAME.circ`".into()));
        return Ok((vec![Found { name: name(path), file }], true));
    }
    let entries = std::fs::read_dir(path).map_err(|error| session.refuse([fault(path, &error)]))?;
    let own = reference.canonicalize().ok();
    let mut all = Vec::new();
    for entry in entries {
        let inner = entry.map_err(|error| session.refuse([fault(path, &error)]))?.path();
        let shown = name(&inner);
        // The reference may lie among them. Hidden files are none of anybody's work.
        let is_reference = || own.is_some() && !inner.is_symlink() && inner.canonicalize().ok() == own;
        if shown.starts_with('.') || shown == "__MACOSX" || is_reference() {
            continue;
        }
        if let Some(stem) = stem(&inner) {
            all.push(Found { name: display_name(Path::new(&stem)), file: regular(&inner) });
        } else if inner.is_dir() {
            let file = if inner.is_symlink() { Err(LINK.into()) } else { within(&inner, reference) };
            let file = file.and_then(|file| file.ok_or_else(|| "it has no program `NAME.circ`".into()));
            all.push(Found { name: shown, file });
        }
    }
    if all.is_empty() {
        let folder = display_name(path);
        return Err(session.refuse([DataFact::Grade(GradeFact::NoSubmissions { folder })]));
    }
    all.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.file.cmp(&b.file)));
    Ok((all, false))
}

const LINK: &str = "it is a link, which is not followed: it might lead to what is none of its own";

/// A file that may be read: no link, and nothing that may never end.
fn regular(path: &Path) -> Result<PathBuf, String> {
    let data = symlink_metadata(path).map_err(|error| format!("it can't be read: {}", reason(&error)))?;
    if data.is_symlink() {
        return Err(LINK.into());
    }
    if !data.is_file() {
        return Err("it is no file".into());
    }
    if data.len() > LONGEST {
        return Err(format!("it has more than {} KiB, the most that a submission may have", LONGEST >> 10));
    }
    Ok(path.to_path_buf())
}

/// The program of a folder: the only one, or the one named as the reference.
fn within(folder: &Path, reference: &Path) -> Result<Option<PathBuf>, String> {
    let unread = |error: &std::io::Error| format!("its folder can't be read: {}", reason(error));
    let entries = folder.read_dir().map_err(|error| unread(&error))?;
    let mut programs = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| unread(&error))?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if stem(&path).is_some() && !hidden {
            programs.push(path);
        }
    }
    programs.sort();
    let named = programs.iter().find(|path| path.file_name() == reference.file_name());
    match (named, programs.as_slice()) {
        (Some(path), _) => regular(path).map(Some),
        (None, []) => Ok(None),
        (None, [only]) => regular(only).map(Some),
        (None, several) => {
            let names = several.iter().filter_map(|path| path.file_name()).take(5);
            let names: Vec<String> =
                names.map(|name| format!("`{}`", display_name(Path::new(name)))).collect();
            let wanted = reference.file_name().map(|name| display_name(Path::new(name))).unwrap_or_default();
            Err(format!("it has several programs, and none is called `{wanted}`: {}", names.join(", ")))
        }
    }
}

/// Reads and checks a submission, which may use the library and no other file.
///
/// # Errors
/// A file that can't be read, or another one that it asks for.
pub(super) fn load(path: &Path) -> Result<Loaded, String> {
    let text = read_source(path).map_err(|fact| {
        let message = message(&circ_compiler::Diagnostic::data(*fact));
        let notes = message.notes.join(" ");
        format!("{}. {notes}", message.title).trim_end().to_string()
    })?;
    if text.text.len() as u64 > LONGEST {
        return Err(format!("it has more than {} KiB, the most that a submission may have", LONGEST >> 10));
    }
    let mut asked = None;
    let loaded = load_files(stem(path).as_deref(), text, &mut |below| {
        asked.get_or_insert_with(|| below.to_string());
        Err(Unread::Refused("a graded program uses the library alone".into()))
    });
    match asked {
        Some(file) => Err(format!(
            "it uses `{file}`: a graded program may use the library alone (`use std.…`), and no other file"
        )),
        None => Ok(loaded),
    }
}
