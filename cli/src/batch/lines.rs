//! The lines of a file, or of standard input, as they come.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use circ_compiler::Diagnostic;
use circ_compiler::diagnostics::{BatchFact, DataFact, Line};

use crate::source::{VALUE, display_name, is_stdin, reason};

/// What JSON takes for blanks.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// A file line by line.
pub(super) struct Lines {
    input: Box<dyn BufRead + Send>,
    path: String,
    /// The bytes of the lines so far.
    read: usize,
    /// The lines so far.
    count: u64,
}

impl Lines {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// Where it can't be opened.
    pub(super) fn open(path: &Path) -> Result<Lines, Box<DataFact>> {
        let name = display_name(path);
        let input: Box<dyn BufRead + Send> = if is_stdin(path) {
            Box::new(BufReader::new(std::io::stdin()))
        } else {
            let file = File::open(path).map_err(|error| Box::new(unreadable(&name, &error)))?;
            Box::new(BufReader::with_capacity(1 << 16, file))
        };
        Ok(Lines { input, path: name, read: 0, count: 0 })
    }

    /// The next line with its number, without its end; `None` after the last. Blank lines are passed over at the end.
    ///
    /// # Errors
    /// What can't be read, a line that is too long or no UTF-8, and a blank line that others follow.
    pub(super) fn next(&mut self) -> Result<Option<(Line, String)>, Box<Diagnostic>> {
        let mut blank = None;
        loop {
            let Some(text) = self.any()? else { return Ok(None) };
            let line = Line { path: self.path.clone(), number: self.count };
            if !text.trim_matches(BLANKS).is_empty() {
                return match blank {
                    Some(line) => Err(told(DataFact::Batch(BatchFact::Blank), line)),
                    None => Ok(Some((line, text))),
                };
            }
            blank.get_or_insert(line);
        }
    }

    /// The next line, blank or not.
    fn any(&mut self) -> Result<Option<String>, Box<Diagnostic>> {
        let (limit, mut bytes) = (VALUE.mebibytes << 20, Vec::new());
        let read = self.input.by_ref().take(limit + 1).read_until(b'\n', &mut bytes);
        let count = read.map_err(|error| Box::new(Diagnostic::data(unreadable(&self.path, &error))))?;
        if count == 0 {
            return Ok(None);
        }
        self.count += 1;
        if count as u64 > limit {
            let limit = format!("{} MiB", VALUE.mebibytes);
            let line = Line { path: self.path.clone(), number: self.count };
            return Err(told(DataFact::Batch(BatchFact::TooLong { limit }), line));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let value = error.as_bytes().get(valid).copied().unwrap_or_default();
            let (path, line) = (self.path.clone(), self.count as usize);
            Box::new(Diagnostic::data(DataFact::NotUtf8 { path, byte: self.read + valid, line, value }))
        })?;
        self.read += count;
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

/// A fact about a line.
fn told(fact: DataFact, line: Line) -> Box<Diagnostic> {
    Box::new(Diagnostic { line: Some(line), ..Diagnostic::data(fact) })
}

fn unreadable(path: &str, error: &std::io::Error) -> DataFact {
    DataFact::Unreadable { path: path.to_owned(), reason: reason(error) }
}
