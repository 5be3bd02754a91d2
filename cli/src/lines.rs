//! Where bytes of a text stand: lines, and columns as a terminal counts them.

use std::ops::Range;

use crate::cells::Cells;
use crate::excerpt::bounded;

/// In a longer line the column of every so many bytes is kept, so that none is counted from far away.
const STEP: usize = 128;

/// Where the lines of a text start.
pub(crate) struct Lines {
    starts: Vec<usize>,
    /// Bytes of long lines where cells start, with their columns.
    marks: Vec<(usize, usize)>,
}

impl Lines {
    /// Finds them.
    pub(crate) fn of(text: &str) -> Lines {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut lines = Lines { starts, marks: Vec::new() };
        for number in 0..lines.starts.len() {
            let line = lines.line(text, number);
            if line.len() > STEP {
                let mut next = STEP;
                for cell in Cells::from(&text[line.clone()], (0, 0)).filter(|cell| !cell.columns.is_empty()) {
                    if cell.bytes.start >= next {
                        lines.marks.push((line.start + cell.bytes.start, cell.columns.start));
                        next = cell.bytes.start + STEP;
                    }
                }
            }
        }
        lines
    }

    /// The number of the line, from 0, in which a byte stands.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte) - 1
    }

    /// The bytes of a line of this text, by its number, without its end.
    pub(crate) fn line(&self, text: &str, number: usize) -> Range<usize> {
        let start = self.starts[number];
        let end = self.starts.get(number + 1).map_or(text.len(), |next| next - 1);
        let line = &text[start..end];
        start..start + line.strip_suffix('\r').unwrap_or(line).len()
    }

    /// The cells of a line of this text, from one that starts at or before a byte; its bytes are those of the line.
    pub(crate) fn cells<'t>(&self, text: &'t str, line: &Range<usize>, byte: usize) -> Cells<'t> {
        let before = self.marks.partition_point(|(mark, _)| *mark <= byte);
        let from = match before.checked_sub(1).map(|at| self.marks[at]) {
            Some((mark, column)) if mark >= line.start => (mark - line.start, column),
            _ => (0, 0),
        };
        Cells::from(&text[line.clone()], from)
    }

    /// The line and the column of a byte of this text, both from 1.
    pub(crate) fn place(&self, text: &str, byte: usize) -> (usize, usize) {
        let byte = bounded(text, byte..byte).start;
        let number = self.line_of(byte);
        let line = self.line(text, number);
        let within = byte.min(line.end) - line.start;
        let mut column = 0;
        for cell in self.cells(text, &line, line.start + within) {
            if cell.bytes.end > within {
                column = cell.columns.start;
                break;
            }
            column = cell.columns.end;
        }
        (number + 1, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line and the column of each place where the text has this.
    fn check(text: &str, what: &str, expected: &[(usize, usize)]) {
        let lines = Lines::of(text);
        let found: Vec<_> = text.match_indices(what).map(|(at, _)| lines.place(text, at)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn columns_are_those_of_a_terminal() {
        let text = "let 变量 = y;\r\n\ty\n👍🏽y e\u{301}y\n\n";
        check(text, "y", &[(1, 12), (2, 5), (3, 3), (3, 6)]);
        // What combines starts where its character does.
        check(text, "\u{301}", &[(3, 5)]);
        check(text, "\n", &[(1, 14), (2, 6), (3, 7), (4, 1)]);
        check("", "", &[(1, 1)]);
        assert_eq!(Lines::of("a").place("a", 9), (1, 2));
    }

    #[test]
    fn a_column_of_a_long_line_is_counted_from_nearby() {
        check(&format!("short\n{}x", "变".repeat(100_000)), "x", &[(2, 200_001)]);
        check(&format!("short\n{}x", "变量 ".repeat(100_000)), "x", &[(2, 500_001)]);
        let text = format!("{}\n{}x", "y".repeat(600), "y".repeat(300));
        check(&text, "x", &[(2, 301)]);
        let text = "变x".repeat(50_000);
        let lines = Lines::of(&text);
        let places = (0..50_000).map(|at| lines.place(&text, 4 * at + 3));
        assert!(places.enumerate().all(|(at, place)| place == (1, 3 * at + 3)));
    }
}
