//! Places in the source, as a report names them: `dyck1.circ:9:5`, and what stands there.

use circ_compiler::Sources;
use circ_grammar::tree::Span;
use unicode_width::UnicodeWidthChar;

use crate::excerpt::harmless_line;
use crate::lines::Lines;

/// No excerpt is wider than this.
const WIDEST: usize = 48;

/// A place in the source.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The file, where it is not the one that is run.
    pub(crate) file: Option<String>,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// What stands there, on one line, cut off where it is long.
    pub(crate) excerpt: String,
}

impl Place {
    /// The place of a span.
    pub(crate) fn of(sources: &Sources, span: Span) -> Place {
        let (file, range) = sources.place(span);
        let (line, column) = Lines::of(&file.text).place(&file.text, range.start);
        let line = line + file.first_line - 1;
        let file = (!sources.is_own(span) || sources.has_parts()).then(|| file.name.clone());
        Place { file, line, column, excerpt: shortened(&one_line(sources.text(span))) }
    }

    /// `9:5`, in another file `std/sort.circ:9:5`.
    pub(crate) fn at(&self) -> String {
        let file = self.file.as_ref().map_or_else(String::new, |file| format!("{file}:"));
        format!("{file}{}:{}", self.line, self.column)
    }

    /// ``line 9: `all(height >= 0)` ``
    pub(crate) fn said(&self) -> String {
        let source = if self.excerpt.is_empty() { String::new() } else { format!(": `{}`", self.excerpt) };
        match &self.file {
            None => format!("line {}{source}", self.line),
            Some(file) => format!("line {} of {file}{source}", self.line),
        }
    }
}

/// A text on one line, with single blanks, and with nothing that a terminal acts on.
pub(crate) fn one_line(text: &str) -> String {
    // A comment ends with its line, so it can't stand on one with what follows.
    let lines = text.lines().map(|line| line.split_once("//").map_or(line, |(before, _)| before));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    harmless_line(&words.join(" "))
}

fn shortened(text: &str) -> String {
    let mut width = 0;
    for (at, c) in text.char_indices() {
        width += c.width().unwrap_or(0);
        if width > WIDEST {
            return format!("{}…", text[..at].trim_end());
        }
    }
    text.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_stand_on_one_line() {
        assert_eq!(one_line("family f[n]\n    (x: num) // why\n  -> num"), "family f[n] (x: num) -> num");
        let long = "x + ".repeat(30);
        assert!(shortened(&long).ends_with('…') && shortened(&long).chars().count() <= WIDEST);
        assert_eq!(shortened("sum(x)"), "sum(x)");
    }

    #[test]
    fn a_place_says_its_file_where_it_is_another() {
        let mut sources = Sources::new("main.circ", "let y =\n  sum(x);");
        let base = sources.add("more.circ".into(), "all(x)".into()).expect("room");
        let place = Place::of(&sources, Span::new(10, 16));
        assert_eq!((place.at().as_str(), place.said().as_str()), ("2:3", "line 2: `sum(x)`"));
        let place = Place::of(&sources, Span { start: base, end: base + 6 });
        assert_eq!(place.said(), "line 1 of more.circ: `all(x)`");
    }
}
