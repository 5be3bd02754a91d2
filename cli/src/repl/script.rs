//! Entries from a stream: lines, until an entry has all of its own.

use std::io::{self, BufRead, Read};

use circ_compiler::diagnostics::PromptFact;

use super::entry::{Brackets, Typed, goes_on, unfolded};

/// An entry of more bytes is refused: all of it is read again wherever something is defined.
const LONGEST: usize = 1 << 20;
const LIMIT: &str = "1 MiB";

/// What comes next of a stream.
pub(crate) enum Next {
    Entry(Typed),
    Refused(PromptFact),
    End,
}

/// A stream of lines.
pub(crate) struct Script<R> {
    stream: R,
    /// What messages call it.
    name: String,
    /// The lines that were read.
    lines: usize,
}

impl<R: BufRead> Script<R> {
    pub(crate) fn new(stream: R, name: &str) -> Script<R> {
        Script { stream, name: name.to_owned(), lines: 0 }
    }

    /// The next entry: all lines until it goes on no longer.
    ///
    /// # Errors
    /// Those of the stream.
    pub(crate) fn next(&mut self) -> io::Result<Next> {
        let first_line = self.lines + 1;
        let place = |line: usize| format!("line {line} of {}", self.name);
        let (mut text, mut brackets) = (String::new(), Brackets::default());
        loop {
            let mut bytes = Vec::new();
            // A line without end would never be done.
            self.stream.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)?;
            if bytes.is_empty() {
                return Ok(if text.is_empty() { Next::End } else { self.entry(first_line, &text) });
            }
            if bytes.len() + text.len() > LONGEST {
                let refused = PromptFact::EntryTooLong { place: place(first_line), limit: LIMIT };
                self.skip_line(bytes.last() == Some(&b'\n'))?;
                return Ok(Next::Refused(refused));
            }
            let line = self.lines + 1;
            self.lines = line;
            match std::str::from_utf8(&bytes) {
                Ok(line) => {
                    text.push_str(line);
                    brackets.read(line);
                }
                Err(error) => {
                    let byte = error.valid_up_to();
                    let value = bytes.get(byte).copied().unwrap_or_default();
                    return Ok(Next::Refused(PromptFact::LineNotUtf8 { place: place(line), byte, value }));
                }
            }
            if !goes_on(&text, &brackets) {
                return Ok(self.entry(first_line, &text));
            }
        }
    }

    fn entry(&self, first_line: usize, text: &str) -> Next {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Next::Entry(Typed { place: self.name.clone(), first_line, text: unfolded(text) })
    }

    /// Goes behind the end of the line that is being read.
    fn skip_line(&mut self, mut ended: bool) -> io::Result<()> {
        while !ended {
            let buffer = self.stream.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            ended = end.is_some();
            let read = end.map_or(buffer.len(), |end| end + 1);
            self.stream.consume(read);
        }
        self.lines += 1;
        Ok(())
    }
}
