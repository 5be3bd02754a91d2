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
    /// Where its bytes begin in the numbering of the program.
    pub(crate) base: u32,
}

/// The files of a program; the first is the one that is run.
#[derive(Clone, Debug)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// A program of one file, so far.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Sources {
        Sources { files: vec![SourceFile { name: name.into(), text: text.into(), base: 0 }] }
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
        self.files.push(SourceFile { name, text, base });
        Some(base)
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
        (at > 0).then(|| format!("std.{name}"))
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
}
