//! An excerpt of a file for a drawer that counts characters: each column of a terminal is one character.
//!
//! What a drawer would count wrong is replaced by stand-ins. It gets only the lines that hold places, and one empty line
//! for those between: it would read all of a file for each message otherwise. Long lines are cut around the places.

use std::collections::BTreeMap;
use std::ops::Range;

use super::places::Shown;
use super::stand_ins::StandIns;

/// Lines of more bytes than this are cut around what is pointed at.
const LONGEST: usize = 300;
/// What is left of a cut line before and after a place, in bytes.
const AROUND: usize = 60;
/// Of the bytes of one cell so many are shown: marks can be heaped on a character without end.
const HEAP: usize = 64;
/// The lines of a file that hold places, and an empty one wherever others lie between; before them an empty line for
/// each line of the excerpts before, so that no two lines of a message have one number.
pub(super) struct Excerpt {
    /// Their text.
    pub(super) text: String,
    /// The places in it, in characters.
    pub(super) places: Vec<Range<usize>>,
}

/// A line with its places.
#[derive(Default)]
struct Line {
    /// Bytes of the file that have to be seen.
    anchors: Vec<usize>,
    /// What is drawn.
    text: String,
    /// For the start of each cell, and for the end of the line: its byte in the file and its column in `text`.
    columns: Vec<(usize, usize)>,
    /// Where the line starts in the excerpt, in characters.
    start: usize,
}

impl Excerpt {
    /// Draws the lines of these places, given in bytes.
    pub(super) fn of(shown: &Shown<'_>, places: &[Range<usize>], stand_ins: &mut StandIns) -> Excerpt {
        let mut lines: BTreeMap<usize, Line> = BTreeMap::new();
        let last = |place: &Range<usize>| place.end.saturating_sub(1).max(place.start);
        for place in places {
            lines.entry(shown.lines.line_of(place.start)).or_default().anchors.push(place.start);
            lines.entry(shown.lines.line_of(last(place))).or_default().anchors.push(place.end);
        }
        let mut text = "\n".repeat(stand_ins.lines());
        let mut length = text.len();
        let mut next = None;
        for (number, line) in &mut lines {
            if next.is_some_and(|next| next < *number) {
                stand_ins.line(0);
                text.push('\n');
                length += 1;
            }
            next = Some(number + 1);
            stand_ins.line(shown.lines_before + number + 1);
            line.draw(shown, shown.lines.line(&shown.text, *number), stand_ins);
            line.start = length;
            text.push_str(&line.text);
            text.push('\n');
            length += line.text.chars().count() + 1;
        }
        let of = |byte: usize| lines.get(&shown.lines.line_of(byte));
        let place = |place: &Range<usize>| {
            let start = of(place.start).map_or(0, |line| line.start + line.column_at(place.start));
            let end = of(last(place)).map_or(0, |line| line.start + line.column_after(place.end));
            start..if place.is_empty() { start } else { end.max(start) }
        };
        let places = places.iter().map(place).collect();
        Excerpt { text, places }
    }
}

impl Line {
    fn draw(&mut self, shown: &Shown<'_>, line: Range<usize>, stand_ins: &mut StandIns) {
        let text = shown.text.as_ref();
        let (mut seen, mut column) = (line.start, 0);
        for window in windows(&line, &self.anchors) {
            self.leave_out(seen, window.start, &mut column);
            // What has no width is seen with the cell before it.
            let mut open: Option<(Range<usize>, Range<usize>)> = None;
            for cell in shown.lines.cells(text, &line, window.start) {
                let bytes = line.start + cell.bytes.start..line.start + cell.bytes.end;
                if bytes.start < window.start {
                    continue;
                }
                if bytes.start >= window.end {
                    break;
                }
                seen = bytes.end;
                self.columns.push((bytes.start, column));
                match &mut open {
                    Some((open, _)) if cell.columns.is_empty() => open.end = bytes.end,
                    _ => {
                        if let Some((bytes, columns)) = open.take() {
                            self.cell(&text[bytes], columns.len(), stand_ins);
                        }
                        column += cell.columns.len();
                        open = Some((bytes, cell.columns));
                    }
                }
            }
            if let Some((bytes, columns)) = open {
                self.cell(&text[bytes], columns.len(), stand_ins);
            }
        }
        self.leave_out(seen, line.end, &mut column);
        self.columns.push((line.end, column));
    }

    /// Dots for bytes that are not shown.
    fn leave_out(&mut self, start: usize, end: usize, column: &mut usize) {
        if start < end {
            self.columns.push((start, *column));
            self.text.push('…');
            *column += 1;
        }
    }

    fn cell(&mut self, text: &str, width: usize, stand_ins: &mut StandIns) {
        match text {
            "\t" => self.text.extend(std::iter::repeat_n(' ', width)),
            _ if width == 0 => {}
            _ if text.len() == 1 && text.is_ascii() => self.text.push_str(text),
            _ => {
                let cut = text.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|end| *end <= HEAP);
                let shown = text[..cut.last().unwrap_or(0)].to_string();
                self.text.push_str(&stand_ins.cell(shown, width));
            }
        }
    }

    /// The column of the cell that has a byte.
    fn column_at(&self, byte: usize) -> usize {
        let after = self.columns.partition_point(|(start, _)| *start <= byte);
        after.checked_sub(1).map_or(0, |at| self.columns[at].1)
    }

    /// The column after the cells before a byte; one more where the byte lies beyond the line's end.
    fn column_after(&self, byte: usize) -> usize {
        let at = self.columns.partition_point(|(start, _)| *start < byte);
        let beyond = || self.columns.last().map_or(0, |(_, column)| column + 1);
        self.columns.get(at).map_or_else(beyond, |(_, column)| *column)
    }
}

/// What is shown of a line: all of it, or what is around the anchors.
fn windows(line: &Range<usize>, anchors: &[usize]) -> Vec<Range<usize>> {
    if line.len() <= LONGEST {
        return vec![line.clone()];
    }
    let mut anchors = anchors.to_vec();
    anchors.sort_unstable();
    let mut windows: Vec<Range<usize>> = Vec::new();
    for anchor in anchors {
        let anchor = anchor.clamp(line.start, line.end);
        let window = anchor.saturating_sub(AROUND).max(line.start)..(anchor + AROUND).min(line.end);
        match windows.last_mut() {
            Some(last) if last.end >= window.start => last.end = window.end,
            _ => windows.push(window),
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use circ_compiler::Sources;

    use super::*;
    use crate::messages::places::Places;

    /// What the excerpt shows at each place, and all of it, with everything put back.
    fn check(text: &str, places: &[&str], expected: &[&str], all: &str) {
        let sources = Sources::new("main.circ", text);
        let shown = Places::new(&sources);
        let mut stand_ins = StandIns::default();
        let range = |place: &&str| {
            let at = text.find(place).expect("in the text");
            at..at + place.len()
        };
        let ranges: Vec<_> = places.iter().map(range).collect();
        let excerpt = Excerpt::of(shown.file(0), &ranges, &mut stand_ins);
        let chars: Vec<char> = excerpt.text.chars().collect();
        let seen: Vec<String> = excerpt
            .places
            .iter()
            .map(|place| put_back(&stand_ins, &chars[place.clone()].iter().collect::<String>()))
            .collect();
        assert_eq!(seen, expected);
        assert_eq!(put_back(&stand_ins, &excerpt.text), all);
    }

    fn put_back(stand_ins: &StandIns, text: &str) -> String {
        let mut out = String::new();
        stand_ins.put_back_cells(text, &mut out);
        out
    }

    #[test]
    fn lines_without_places_are_empty() {
        check("first\n\t汉 x\nlast\n", &["汉", "x"], &["汉", "x"], "    汉 x\n");
        check("a\n👍🏽b\nc", &["a", "b\nc"], &["a", "b\nc"], "a\n👍🏽b\nc\n");
        check("a\n1\n2\n3\nb", &["a", "b"], &["a", "b"], "a\n\nb\n");
        // A place within a character is all of it; one without width is between its neighbours.
        check(
            "e\u{301}\u{200b}x",
            &["\u{301}", "\u{200b}"],
            &["e\u{301}\u{200b}", ""],
            "e\u{301}\u{200b}x\n",
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_places() {
        let text = format!("short\n{}HERE{}THERE\nlast", "é".repeat(500), "z".repeat(500));
        let (before, after, last) = ("é".repeat(30), "z".repeat(60), "z".repeat(55));
        let all = format!("…{before}HERE{after}…{last}zzzzzTHERE\n");
        check(&text, &["HERE", "THERE"], &["HERE", "THERE"], &all);
        check(&text, &["HERE"], &["HERE"], &format!("…{before}HERE{after}…\n"));
    }
}
