//! A line as a terminal shows it: cells, each a character with what combines with it, and the columns it covers.
//!
//! Chinese characters and emoji cover two columns, also those made of several code points (flags, skin tones, families
//! joined by zero-width joiners); combining marks stand on the character before them and cover none; tabs go to the
//! next stop. Widths are those of the crate `unicode-width`, which takes such sequences as one.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Tabs stop at multiples of this, as in the reports.
const TAB: usize = 4;
/// Widths are measured from at most about so many bytes before: what combines is never that long.
const FAR: usize = 64;

/// A character with what combines with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Its bytes in the line.
    pub(crate) bytes: Range<usize>,
    /// Its columns, from 0; none for what has no width.
    pub(crate) columns: Range<usize>,
}

/// The cells of a line, from one of them on.
pub(crate) struct Cells<'a> {
    line: &'a str,
    byte: usize,
    column: usize,
    /// A byte before, and its column, from which widths are measured: a sequence may be narrower than its parts.
    base: (usize, usize),
}

impl<'a> Cells<'a> {
    /// From a byte where a cell starts, and its column.
    pub(crate) fn from(line: &'a str, (byte, column): (usize, usize)) -> Cells<'a> {
        Cells { line, byte, column, base: (byte, column) }
    }
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let rest = self.line.get(self.byte..)?;
        let (first, second) = (*rest.as_bytes().first()?, rest.as_bytes().get(1));
        // Between two characters of ASCII nothing combines.
        let alone = first.is_ascii() && second.is_none_or(u8::is_ascii);
        let length = if alone { 1 } else { rest.graphemes(true).next()?.len() };
        let bytes = self.byte..self.byte + length;
        let end = if length == 1 {
            let end = if first == b'\t' { (self.column / TAB + 1) * TAB } else { self.column + 1 };
            self.base = (bytes.end, end);
            end
        } else {
            let (byte, column) = self.base;
            let end = (column + self.line[byte..bytes.end].width()).max(self.column);
            if bytes.end - byte > FAR {
                self.base = (bytes.end, end);
            }
            end
        };
        let columns = self.column..end;
        (self.byte, self.column) = (bytes.end, end);
        Some(Cell { bytes, columns })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a line, each with its width.
    fn check(line: &str, expected: &[(&str, usize)]) {
        let cells: Vec<Cell> = Cells::from(line, (0, 0)).collect();
        let shown: Vec<(&str, usize)> =
            cells.iter().map(|cell| (&line[cell.bytes.clone()], cell.columns.len())).collect();
        assert_eq!(shown, expected);
        assert!(cells.windows(2).all(|pair| {
            pair[0].bytes.end == pair[1].bytes.start && pair[0].columns.end == pair[1].columns.start
        }));
    }

    #[test]
    fn a_cell_is_what_is_seen_as_one() {
        check("", &[]);
        check("a变b", &[("a", 1), ("变", 2), ("b", 1)]);
        check("e\u{301}x", &[("e\u{301}", 1), ("x", 1)]);
        check("👍🏽.", &[("👍🏽", 2), (".", 1)]);
        check("🇩🇪🇫🇷 ", &[("🇩🇪", 2), ("🇫🇷", 2), (" ", 1)]);
        check("👩\u{200d}🔬b", &[("👩\u{200d}🔬", 2), ("b", 1)]);
        check("❤\u{fe0f}c", &[("❤\u{fe0f}", 2), ("c", 1)]);
        check("a\u{200b}b", &[("a", 1), ("\u{200b}", 0), ("b", 1)]);
        check("\u{feff}f", &[("\u{feff}", 0), ("f", 1)]);
        check("שלום", &[("ש", 1), ("ל", 1), ("ו", 1), ("ם", 1)]);
        check("ｶ\u{3000}한", &[("ｶ", 1), ("\u{3000}", 2), ("한", 2)]);
    }

    #[test]
    fn tabs_stop_at_every_fourth_column() {
        check("\ta\t变\t.", &[("\t", 4), ("a", 1), ("\t", 3), ("变", 2), ("\t", 2), (".", 1)]);
    }

    #[test]
    fn a_long_run_is_measured_in_linear_time() {
        let line = "变".repeat(200_000);
        assert_eq!(Cells::from(&line, (0, 0)).last().map(|cell| cell.columns.end), Some(400_000));
        let marks = format!("e{}", "\u{301}".repeat(400_000));
        assert_eq!(Cells::from(&marks, (0, 0)).count(), 1);
    }
}
