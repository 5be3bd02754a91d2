//! Where spans stand: files, lines and columns.

use std::borrow::Cow;
use std::cell::OnceCell;

use circ_compiler::{SourceFile, Sources};
use circ_grammar::tree::Span;

use crate::excerpt::{bounded, harmless};
use crate::lines::Lines;

/// A point of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// The bytes before it in its file.
    pub(super) byte: usize,
    /// From 1.
    pub(super) line: usize,
    /// From 1, as a terminal counts.
    pub(super) column: usize,
}

/// Where a span stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The file, by its number.
    pub(super) file: usize,
    /// What messages call the file.
    pub(super) name: &'a str,
    /// The first of it.
    pub(super) start: Point,
    /// What comes after it.
    pub(super) end: Point,
}

impl std::fmt::Display for Place<'_> {
    /// `file:line:column`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.start.line, self.start.column)
    }
}

/// The files of a program as they are shown, each made when it is first asked for.
pub(super) struct Places<'a> {
    sources: &'a Sources,
    files: Vec<OnceCell<Shown<'a>>>,
}

impl<'a> Places<'a> {
    /// The files of a program.
    pub(super) fn new(sources: &'a Sources) -> Places<'a> {
        Places { sources, files: sources.files().iter().map(|_| OnceCell::new()).collect() }
    }

    /// A file, by its number.
    pub(super) fn file(&self, number: usize) -> &Shown<'a> {
        self.files[number].get_or_init(|| Shown::new(&self.sources.files()[number]))
    }

    /// Where a span stands.
    pub(super) fn of(&self, span: Span) -> Place<'a> {
        let number = self.sources.file_of(span);
        let file = self.file(number);
        let bytes = bounded(&file.text, self.sources.place(span).1);
        Place { file: number, name: file.name, start: file.point(bytes.start), end: file.point(bytes.end) }
    }

    /// Whether a span lies in the file that is run.
    pub(super) fn is_own(&self, span: Span) -> bool {
        self.sources.is_own(span)
    }

    /// The text of a span.
    pub(super) fn text(&self, span: Span) -> &'a str {
        self.sources.text(span)
    }
}

/// A file as it is shown.
pub(super) struct Shown<'a> {
    name: &'a str,
    /// Its text, with nothing in it that a terminal acts on; bytes are where they were.
    pub(super) text: Cow<'a, str>,
    pub(super) lines: Lines,
    /// The lines before its first.
    pub(super) lines_before: usize,
}

impl<'a> Shown<'a> {
    fn new(file: &'a SourceFile) -> Shown<'a> {
        let text = harmless(&file.text);
        Shown { name: &file.name, lines: Lines::of(&text), lines_before: file.first_line - 1, text }
    }

    fn point(&self, byte: usize) -> Point {
        let (line, column) = self.lines.place(&self.text, byte);
        Point { byte, line: line + self.lines_before, column }
    }
}
