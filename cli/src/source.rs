//! Reading files, and where in them a byte stands.

use std::io::Read;
use std::path::Path;

use circ_compiler::diagnostics::DataFact;

/// What is read, and how much of it at most.
#[derive(Clone, Copy)]
struct Kind {
    what: &'static str,
    mebibytes: u64,
}

const PROGRAM: Kind = Kind { what: "a program", mebibytes: 16 };
const VALUE: Kind = Kind { what: "a value", mebibytes: 256 };

/// A file that was read.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// What messages call it.
    pub(crate) name: String,
    /// All of it.
    pub(crate) text: String,
}

/// What messages call a file: its path as given, without what a terminal would act on.
pub(crate) fn display_name(path: &Path) -> String {
    if is_stdin(path) {
        return "<stdin>".into();
    }
    path.to_string_lossy().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a program, or standard input for `-`.
///
/// # Errors
/// A file that can't be read, is too large or is not UTF-8.
pub(crate) fn read_source(path: &Path) -> Result<SourceFile, Box<DataFact>> {
    let name = display_name(path);
    let text = read_text(path, &name, PROGRAM)?;
    Ok(SourceFile { name, text })
}

/// Reads a file as UTF-8, and never more than the limit and a byte: a device may have no end.
fn read_text(path: &Path, name: &str, kind: Kind) -> Result<String, Box<DataFact>> {
    let limit = kind.mebibytes << 20;
    let mut bytes = Vec::new();
    let read = if is_stdin(path) {
        std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
    };
    if let Err(error) = read {
        return Err(Box::new(DataFact::Unreadable { path: name.into(), reason: reason(&error) }));
    }
    if bytes.len() as u64 > limit {
        let limit = format!("{} MiB", kind.mebibytes);
        return Err(Box::new(DataFact::FileTooLarge { path: name.into(), what: kind.what, limit }));
    }
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
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    format!("{text}.")
}
