//! Reading files, and where in them a byte stands.

use std::io::Read;
use std::path::{Path, PathBuf};

use circ_compiler::check::closest;
use circ_compiler::diagnostics::DataFact;
use circ_compiler::{Text, Unread, library};

/// What is read, and how much of it at most.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    what: &'static str,
    pub(crate) mebibytes: u64,
}

const PROGRAM: Kind = Kind { what: "a program", mebibytes: 16 };
/// A circuit or a transformer: compilers write them, and large ones.
const WRITTEN: Kind = Kind { what: "a circuit or a transformer", mebibytes: 1024 };
pub(crate) const VALUE: Kind = Kind { what: "a value", mebibytes: 256 };

/// What messages call a file: its path as given, without what a terminal would act on.
pub(crate) fn display_name(path: &Path) -> String {
    if is_stdin(path) {
        return "<stdin>".into();
    }
    path.to_string_lossy().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a program: a file, standard input for `-`, or a module of the library for its name, as `std.sort`.
///
/// # Errors
/// A file that can't be read, is too large or is not UTF-8.
pub(crate) fn read_source(path: &Path) -> Result<Text, Box<DataFact>> {
    read_program(path, |_, _| false)?.text()
}

/// What was read, and what messages call it.
pub(crate) struct Bytes {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Bytes {
    /// As text.
    ///
    /// # Errors
    /// What is not UTF-8.
    pub(crate) fn text(self) -> Result<Text, Box<DataFact>> {
        let text = utf8(&self.name, self.bytes)?;
        Ok(Text { name: self.name, text })
    }
}

/// As [`read_source`], of what may be no text; what is written by compilers, as its beginning shows, may be larger.
///
/// # Errors
/// A file that can't be read or is too large.
pub(crate) fn read_program(
    path: &Path,
    is_written: fn(&Path, &[u8]) -> bool,
) -> Result<Bytes, Box<DataFact>> {
    let module = path.to_str().and_then(|path| path.strip_prefix("std."));
    if let Some((name, text)) = module.and_then(|name| Some((name, library::module(name)?)))
        && !path.exists()
    {
        return Ok(Bytes { name: format!("std/{name}.circ"), bytes: text.into() });
    }
    let name = display_name(path);
    let is_written = |bytes: &[u8]| is_written(path, bytes);
    let bytes = read_up_to(path, &name, PROGRAM, &is_written).map_err(|fact| match (*fact, module) {
        (DataFact::Unreadable { path, .. }, Some(module)) if !Path::new(&path).exists() => {
            let near = closest(module, library::MODULES.iter().map(|(name, _)| *name));
            let near = near.map_or(String::new(), |near| format!(": `std.{near}` is near"));
            let reason = format!("There is no such file, and no such module of the library{near}.");
            Box::new(DataFact::Unreadable { path, reason })
        }
        (fact, _) => Box::new(fact),
    })?;
    Ok(Bytes { name, bytes })
}

/// What a `use` of another file calls the program: its name without the ending.
pub(crate) fn stem(path: &Path) -> Option<String> {
    let named = !is_stdin(path) && path.extension().is_some_and(|ending| ending == "circ");
    named.then(|| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).flatten()
}

/// Reads a file that a program uses, by its path below the program's folder (for standard input, the current one).
///
/// # Errors
/// Where there is none, where it can't be read, or where a link leads out of the folder.
pub(crate) fn read_beside(program: &Path, below: &str) -> Result<Text, Unread> {
    let folder = match program.parent() {
        Some(folder) if !is_stdin(program) => folder.to_path_buf(),
        _ => PathBuf::new(),
    };
    let path = folder.join(below);
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder.as_path() };
    let refused = |error: &std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Unread::MissingAmong(programs_beside(&path, here)),
        std::io::ErrorKind::NotADirectory => Unread::Missing,
        _ => Unread::Refused(reason(error)),
    };
    let target = path.canonicalize().map_err(|error| refused(&error))?;
    let inside = here.canonicalize().map_err(|error| refused(&error))?;
    if !target.starts_with(&inside) {
        return Err(Unread::Refused("a link leads out of the program's folder".into()));
    }
    // What is no file may never end, or never begin.
    if !target.is_file() {
        return Err(Unread::Refused("it is no file".into()));
    }
    let name = display_name(&path);
    match read_text(&path, &name, PROGRAM) {
        Ok(text) => Ok(Text { name, text }),
        Err(fact) => Err(Unread::Refused(match *fact {
            DataFact::Unreadable { reason, .. } => reason,
            DataFact::FileTooLarge { limit, .. } => format!("it has more than {limit}"),
            DataFact::NotUtf8 { line, .. } => format!("line {line} is not UTF-8"),
            _ => "it can't be read".into(),
        })),
    }
}

/// The programs in the folder of a file that does not exist, within the program's own folder: their names without the
/// ending, in order.
fn programs_beside(path: &Path, inside: &Path) -> Vec<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(real), Ok(inside)) = (folder.canonicalize(), inside.canonicalize()) else { return Vec::new() };
    let Ok(entries) = real.read_dir() else { return Vec::new() };
    if !real.starts_with(&inside) {
        return Vec::new();
    }
    let mut names: Vec<String> = entries.filter_map(|entry| stem(&entry.ok()?.path())).collect();
    names.sort_unstable();
    names
}

/// Reads a file as UTF-8, and never more than the limit and a byte: a device may have no end.
fn read_text(path: &Path, name: &str, kind: Kind) -> Result<String, Box<DataFact>> {
    utf8(name, read_up_to(path, name, kind, &|_| false)?)
}

/// The bytes of a file, up to the larger limit where they are written by compilers.
fn read_up_to(
    path: &Path,
    name: &str,
    mut kind: Kind,
    is_written: &dyn Fn(&[u8]) -> bool,
) -> Result<Vec<u8>, Box<DataFact>> {
    let unreadable =
        |error: std::io::Error| Box::new(DataFact::Unreadable { path: name.into(), reason: reason(&error) });
    let mut file: Box<dyn Read> = if is_stdin(path) {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(path).map_err(unreadable)?)
    };
    let mut limit = kind.mebibytes << 20;
    let mut bytes = Vec::new();
    file.by_ref().take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit && is_written(&bytes) {
        kind = WRITTEN;
        limit = kind.mebibytes << 20;
        let rest = limit + 1 - bytes.len() as u64;
        file.take(rest).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    if bytes.len() as u64 > limit {
        let limit = format!("{} MiB", kind.mebibytes);
        return Err(Box::new(DataFact::FileTooLarge { path: name.into(), what: kind.what, limit }));
    }
    Ok(bytes)
}

/// Bytes as text.
fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, Box<DataFact>> {
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = 1 + bytes[..byte].iter().filter(|b| **b == b'\n').count();
        let value = bytes.get(byte).copied().unwrap_or_default();
        Box::new(DataFact::NotUtf8 { path: name.into(), byte, line, value })
    })
}

/// Reads the value of an input from a file, without a byte-order mark and the line end that editors leave last.
pub(crate) fn read_value(path: &str) -> Result<String, Box<DataFact>> {
    // `@-` would take standard input twice where the program comes from there, so it is a file's name here.
    let path = if path == "-" { Path::new("./-") } else { Path::new(path) };
    let text = read_text(path, &display_name(path), VALUE)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let text = text.strip_suffix('\n').map_or(text, |line| line.strip_suffix('\r').unwrap_or(line));
    Ok(text.to_string())
}

/// Why the system refused, as a sentence without its error number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::IsADirectory {
        return "It is a folder, and not a file.".into();
    }
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    format!("{text}.")
}
