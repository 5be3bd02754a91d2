//! What commands write: to standard output, or to a file that is there whole or not at all.
//!
//! A file is written beside its place under another name, and takes the place once all of it is on the disk. So a full
//! disk, a fault on the way or an interrupt leaves what was there before. Of a link the target is replaced, and the
//! permissions of a file stay; what is no file (`/dev/null`, a pipe) is written to directly.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use circ_compiler::diagnostics::DataFact;
use tempfile::{Builder, NamedTempFile};

use crate::interrupt;
use crate::session::{Ended, Session, Stop};
use crate::source::{display_name, reason};

/// Gives a writer of the file, or of standard output. A program that is there already is not written over: it is likely
/// to be the one that was read.
///
/// # Errors
/// Where it can't be written, or took no more.
pub(crate) fn to_output(
    session: &Session,
    path: Option<&Path>,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Ended<()> {
    let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
        return session.with_output(|out| write(out));
    };
    if path.extension().is_some_and(|ending| ending == "circ") && path.exists() {
        let reason = "A program stands there, and this is none; choose another name.".to_owned();
        return Err(session.refuse([DataFact::Unwritable { path: display_name(path), reason }]));
    }
    to_file(session, path, write)
}

/// Gives a writer of a file.
///
/// # Errors
/// Where it can't be written, or took no more.
pub(crate) fn to_file(
    session: &Session,
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Ended<()> {
    write_file(path, write).map_err(|error| match error.kind() {
        // A reader of a pipe that wants no more is no fault.
        ErrorKind::BrokenPipe => Stop::Output(error),
        _ => session.refuse([DataFact::Unwritable { path: display_name(path), reason: reason(&error) }]),
    })
}

fn write_file(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let place = behind_links(path)?;
    // Where something is, it says whether it may be written.
    let known = match OpenOptions::new().write(true).open(&place) {
        Ok(file) => Some(file),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let permissions = match known {
        Some(file) => {
            let data = file.metadata()?;
            if !data.is_file() {
                return written(file, write).map(|_| ());
            }
            Some(data.permissions())
        }
        None => None,
    };
    let beside = interrupt::guarded(|| beside(&place))?;
    let whole = written(beside, write).and_then(|beside| {
        if let Some(permissions) = permissions {
            beside.as_file().set_permissions(permissions)?;
        }
        beside.as_file().sync_all()?;
        Ok(beside)
    });
    match whole {
        Ok(beside) => interrupt::released(|| beside.persist(&place).map(|_| ()).map_err(|error| error.error)),
        // What is dropped is removed.
        Err(error) => interrupt::released(|| Err(error)),
    }
}

/// Runs a writer over a buffer, and gives back what it is written to.
fn written<W: Write>(file: W, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<W> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Where a path leads, through links whose end need not be there yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    /// More links in a row are a circle.
    const LINKS: usize = 40;
    let mut place = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&place) {
            // What the system gives as a link of its own may name nothing: `/dev/stdout` that is a pipe.
            Ok(target) if place.exists() && !place.with_file_name(&target).exists() => return Ok(place),
            Ok(target) => place = place.with_file_name(target),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links lead on from it"))
}

/// An empty file in the folder of another, which only a name tells from what it will be.
fn beside(place: &Path) -> io::Result<NamedTempFile> {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".circ-").suffix(".part");
    // As for any new file: the mask of the process takes away what others may not do.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied if place.exists() => io::Error::new(
            error.kind(),
            "its folder takes no new file, and what is there is only replaced by a whole file",
        ),
        // The name that was tried says nothing to who asked for another.
        kind => {
            io::Error::new(kind, error.to_string().split(" at path").next().unwrap_or_default().to_owned())
        }
    })
}

/// Runs a writer of text over a writer of bytes, and keeps the error of the latter, which the former can't tell.
pub(crate) fn formatted(
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
) -> io::Result<()> {
    struct Bytes<'a> {
        out: &'a mut dyn Write,
        error: Option<io::Error>,
    }
    impl fmt::Write for Bytes<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.out.write_all(text.as_bytes()).map_err(|error| {
                self.error = Some(error);
                fmt::Error
            })
        }
    }
    let mut bytes = Bytes { out, error: None };
    match (write(&mut bytes), bytes.error) {
        (_, Some(error)) => Err(error),
        (Err(_), None) => Err(io::Error::other("the circuit is not well formed")),
        (Ok(()), None) => Ok(()),
    }
}
