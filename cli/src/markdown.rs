//! Markdown as a terminal shows it: paragraphs filled, headings bold, code indented, tables in columns. Marks that read well as they
//! are, such as backticks, stay.

mod table;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Parser, Tag, TagEnd};
use textwrap::{Options, WordSeparator, WordSplitter};

/// Columns that a paragraph fills, on every terminal: longer lines read badly.
pub(crate) const COLUMNS: usize = 80;
/// Stands for a blank that no line may end at.
const JOINED: char = '\u{a0}';

/// The text of a page, for a terminal with colour or without.
pub(crate) fn plain(markdown: &str, color: bool) -> String {
    let mut page = Page {
        color,
        out: String::new(),
        line: String::new(),
        lists: 0,
        mark: "",
        tight: false,
        rows: Vec::new(),
        alignments: Vec::new(),
    };
    for event in Parser::new_ext(markdown, pulldown_cmark::Options::ENABLE_TABLES) {
        page.event(event);
    }
    page.out
}

struct Page {
    color: bool,
    out: String,
    /// The block that is being read, not filled yet.
    line: String,
    /// Lists that are open.
    lists: usize,
    /// What stands before the next block: the mark of an item.
    mark: &'static str,
    /// Whether the next block follows without a blank line.
    tight: bool,
    /// The table that is being read.
    rows: Vec<Vec<String>>,
    /// How its columns are aligned.
    alignments: Vec<Alignment>,
}

impl Page {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => self.line.push_str(&text),
            Event::Code(code) => {
                let joined = code.replace(' ', &JOINED.to_string());
                self.line.push_str(&format!("`{joined}`"));
            }
            Event::SoftBreak | Event::HardBreak => self.line.push(' '),
            Event::Start(Tag::List(_)) => {
                self.block();
                self.lists += 1;
            }
            Event::End(TagEnd::List(_)) => {
                self.lists = self.lists.saturating_sub(1);
                self.tight = self.lists > 0;
            }
            Event::Start(Tag::Item) => self.mark = "- ",
            Event::End(TagEnd::Paragraph | TagEnd::Item) => self.block(),
            Event::End(TagEnd::Heading(_)) => self.heading(),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                if let Some((_, name)) = info.split_once("name=") {
                    self.line = format!("{name}:");
                    self.block();
                }
            }
            Event::End(TagEnd::CodeBlock) => self.code(),
            Event::Start(Tag::Table(alignments)) => self.alignments = alignments,
            Event::Start(Tag::TableHead | Tag::TableRow) => self.rows.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut self.line);
                self.rows.last_mut().into_iter().for_each(|row| row.push(cell.clone()));
            }
            Event::End(TagEnd::Table) => {
                self.gap();
                let rows = std::mem::take(&mut self.rows);
                self.out.push_str(&table::table(&rows, &self.alignments));
            }
            _ => {}
        }
    }

    /// A blank line before what follows, unless nothing stands before it or it belongs to an item.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.tight {
            self.out.push('\n');
        }
        self.tight = false;
    }

    fn heading(&mut self) {
        self.gap();
        let text = std::mem::take(&mut self.line).replace(JOINED, " ");
        self.out.push_str(&if self.color {
            format!("\u{1b}[1m{text}\u{1b}[0m\n")
        } else {
            format!("{text}\n")
        });
    }

    fn block(&mut self) {
        let text = std::mem::take(&mut self.line);
        if text.is_empty() {
            return;
        }
        self.gap();
        let outer = "  ".repeat(self.lists.saturating_sub(1));
        let mark = std::mem::take(&mut self.mark);
        let first = format!("{outer}{mark}");
        let rest = if self.lists == 0 { String::new() } else { format!("{outer}  ") };
        let options = Options::new(COLUMNS)
            .initial_indent(&first)
            .subsequent_indent(&rest)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        self.out.push_str(&textwrap::fill(&text, options).replace(JOINED, " "));
        self.out.push('\n');
        self.tight = self.lists > 0;
    }

    fn code(&mut self) {
        self.gap();
        for line in std::mem::take(&mut self.line).lines() {
            let indent = if line.is_empty() { "" } else { "    " };
            self.out.push_str(&format!("{indent}{line}\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    const PAGE: &str = "# E1: *one*\n\nA paragraph\nwith `code` and a [link](E2.md).\n\n- an item\n- another, \
                        which is so very long that it goes over the end of a line `and has code` in it\n\n## Two\n\n\
                        ```circ\nfamily f(x: num) -> num {\n    x < 1\n\n}\n```\n\n```circ name=b.circ\nx\n```\n";

    #[test]
    fn marks_go_and_paragraphs_are_filled() {
        let text = "E1: one\n\nA paragraph with `code` and a link.\n\n- an item\n- another, which is so very long that it \
                    goes over the end of a line\n  `and has code` in it\n\nTwo\n\n    family f(x: num) -> num {\n        x < \
                    1\n\n    }\n\nb.circ:\n\n    x\n";
        assert_eq!(plain(PAGE, false), text);
    }

    #[test]
    fn colour_makes_headings_bold() {
        assert!(plain(PAGE, true).starts_with("\u{1b}[1mE1: one\u{1b}[0m\n\nA paragraph"));
    }
}
