//! The texts of a program: one file after the other, their bytes numbered through.
//!
//! A span names bytes of the whole program. The file that is run comes first, so its spans are those of its text.

use std::ops::Range;

use circ_grammar::tree::Span;

/// A file of a program.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// What messages call it.
    pub name: String,
    /// All of it.
    pub text: String,
    /// The number of its first line: more than 1 for a part of a longer text.
    pub first_line: usize,
    /// Where its bytes begin in the numbering of the program.
    pub(crate) base: u32,
}

/// A part of the file that is run, which messages show as a file of its own.
#[derive(Clone, Debug)]
pub struct Part {
    /// What messages call it.
    pub name: String,
    /// The number of its first line.
    pub first_line: usize,
    /// Its bytes in the file that is run.
    pub bytes: Range<usize>,
}

/// The files of a program; the first is the one that is run.
#[derive(Clone, Debug)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// So many of the first are the file that is run: one, or its parts.
    own: usize,
    /// Whether it is shown as parts.
    parted: bool,
}

impl Sources {
    /// A program of one file, so far.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Sources {
        Sources {
            files: vec![SourceFile { name: name.into(), text: text.into(), first_line: 1, base: 0 }],
            own: 1,
            parted: false,
        }
    }

    /// Adds a file, and says where its bytes begin. `None` where there are more bytes than a span can name.
    pub fn add(&mut self, name: String, text: String) -> Option<u32> {
        let last = &self.files[self.files.len() - 1];
        // One more, so that the end of a file is not the start of the next.
        let base = u64::from(last.base) + last.text.len() as u64 + 1;
        if base + text.len() as u64 >= u64::from(u32::MAX) {
            return None;
        }
        let base = base as u32;
        self.files.push(SourceFile { name, text, first_line: 1, base });
        Some(base)
    }

    /// Shows the file that is run as these parts of it, which stand in order and leave nothing out. Spans name the
    /// same bytes as before.
    pub fn in_parts(mut self, parts: Vec<Part>) -> Sources {
        if parts.is_empty() {
            return self;
        }
        let whole = self.files.remove(0);
        (self.own, self.parted) = (parts.len(), true);
        let files = parts.into_iter().map(|Part { name, first_line, bytes }| {
            let base = Span::new(bytes.start, bytes.end).start;
            SourceFile { name, text: whole.text.get(bytes).unwrap_or_default().into(), first_line, base }
        });
        self.files.splice(0..0, files);
        self
    }

    /// Whether a span lies in the file that is run.
    pub fn is_own(&self, span: Span) -> bool {
        self.file_of(span) < self.own
    }

    /// Whether the file that is run is shown as parts.
    pub fn has_parts(&self) -> bool {
        self.parted
    }

    /// The file that is run.
    pub fn main(&self) -> &SourceFile {
        &self.files[0]
    }

    /// The files in order.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file in which a span lies, by its number.
    pub fn file_of(&self, span: Span) -> usize {
        self.files.partition_point(|file| file.base <= span.start).saturating_sub(1)
    }

    /// The file in which a span lies, and the bytes of its text.
    pub fn place(&self, span: Span) -> (&SourceFile, Range<usize>) {
        let file = &self.files[self.file_of(span)];
        let local = |at: u32| at.saturating_sub(file.base) as usize;
        (file, local(span.start)..local(span.end))
    }

    /// The module of the library in which a span lies, such as `std.sort`.
    pub fn library_of(&self, span: Span) -> Option<String> {
        let at = self.file_of(span);
        let name = self.files[at].name.strip_prefix("std/")?.strip_suffix(".circ")?;
        // The file that is run is none that is used, whatever its name.
        (at >= self.own).then(|| format!("std.{name}"))
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        let (file, range) = self.place(span);
        file.text.get(range).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_finds_its_file() {
        let mut sources = Sources::new("main", "abc");
        let base = sources.add("helpers".into(), "defg".into()).expect("room");
        assert_eq!(base, 4);
        let end_of_main = sources.place(Span::new(3, 3));
        assert_eq!((end_of_main.0.name.as_str(), end_of_main.1), ("main", 3..3));
        let span = Span::new(5, 7);
        assert_eq!((sources.file_of(span), sources.text(span)), (1, "ef"));
        assert_eq!(sources.text(Span::new(4, 99)), "");
    }

    #[test]
    fn parts_of_a_file_keep_the_spans() {
        let mut sources = Sources::new("main", "abcdef");
        let base = sources.add("helpers".into(), "gh".into()).expect("room") as usize;
        let part = |name: &str, first_line, bytes| Part { name: name.into(), first_line, bytes };
        let sources = sources.in_parts(vec![part("entry 1", 1, 0..4), part("entry 2", 7, 4..6)]);
        let (file, bytes) = sources.place(Span::new(5, 6));
        assert_eq!((file.name.as_str(), file.first_line, &file.text[bytes]), ("entry 2", 7, "f"));
        assert_eq!(sources.text(Span::new(base, base + 2)), "gh");
        let own = [0, 4, base].map(|at| sources.is_own(Span::new(at, at + 1)));
        assert_eq!((own, sources.has_parts()), ([true, true, false], true));
    }
}
