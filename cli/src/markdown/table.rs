//! Tables of Markdown in columns of text, filled to the width of a page.

use pulldown_cmark::Alignment;
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthStr;

use super::{COLUMNS, JOINED};

/// Blanks between columns, and before the first.
const GAP: usize = 2;
/// No column is made narrower to fit the page.
const NARROWEST: usize = 12;

/// Rows, the first of which is the head. Cells that are too wide for the page are filled over several lines.
pub(super) fn table(rows: &[Vec<String>], alignments: &[Alignment]) -> String {
    let widths = widths(rows, alignments.len());
    let mut out = String::new();
    for row in rows {
        let options = |width| {
            Options::new(width)
                .break_words(false)
                .word_separator(WordSeparator::AsciiSpace)
                .word_splitter(WordSplitter::NoHyphenation)
        };
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| {
                let lines = textwrap::wrap(cell, options(*width)).into_iter();
                lines.map(|line| line.replace(JOINED, " ")).collect()
            })
            .collect();
        for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for ((cell, width), alignment) in cells.iter().zip(&widths).zip(alignments) {
                let text = cell.get(at).map_or("", String::as_str);
                let blanks = " ".repeat(width.saturating_sub(text.width()));
                line.push_str(&" ".repeat(GAP));
                line.push_str(&match alignment {
                    Alignment::Right => format!("{blanks}{text}"),
                    _ => format!("{text}{blanks}"),
                });
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

/// The width of each column: that of its widest cell, and the widest columns narrowed until the page takes them.
fn widths(rows: &[Vec<String>], columns: usize) -> Vec<usize> {
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let mut widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let room = COLUMNS.saturating_sub(GAP * columns);
    while widths.iter().sum::<usize>() > room
        && let Some(width) = widths.iter_mut().max().filter(|width| **width > NARROWEST)
    {
        *width -= 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[[&str; 3]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
    }

    #[test]
    fn columns_are_aligned() {
        let text = table(
            &rows(&[["n", "1", "16"], ["depth", "2", "3"], ["漢字", "", "1000"]]),
            &[Alignment::None, Alignment::Right, Alignment::Right],
        );
        assert_eq!(text, "  n      1    16\n  depth  2     3\n  漢字      1000\n");
    }

    #[test]
    fn wide_cells_are_filled() {
        let long = "words that go on ".repeat(8);
        let text = table(&rows(&[["what", "how", "more"], ["a", &long, "b"]]), &[Alignment::None; 3]);
        assert!(text.lines().all(|line| line.width() <= COLUMNS), "{text}");
        assert_eq!(text.lines().count(), 4, "{text}");
        // A word that is wider than any column sticks out, and nothing hangs.
        let word = "x".repeat(100);
        assert!(table(&rows(&[[&word, &word, &word]]), &[Alignment::None; 3]).contains(&word));
    }
}
