//! An excerpt of a file for a drawer that counts characters: each column of a terminal is one character.
//!
//! What a drawer would count wrong is replaced by stand-ins, characters for private use that cover one column each, and
//! put back into what it drew. Lines that hold no place are left empty, as nothing of them is shown; long ones are cut
//! around the places.

use std::collections::BTreeMap;
use std::ops::Range;

use super::places::Shown;
use crate::excerpt::PRIVATE;

/// Lines of more bytes than this are cut around what is pointed at.
const LONGEST: usize = 300;
/// What is left of a cut line before and after a place, in bytes.
const AROUND: usize = 90;
/// Of the bytes of one cell so many are shown: marks can be heaped on a character without end.
const HEAP: usize = 64;
/// The columns of a wide character after its first.
const FILL: char = '\u{10fffd}';

/// What stands behind the stand-ins of one message.
#[derive(Default)]
pub(super) struct StandIns(Vec<Behind>);

enum Behind {
    /// A cell.
    Cell(String),
    /// `file:line:column`, in the place of the drawer's own.
    Place(String),
}

impl StandIns {
    fn add(&mut self, behind: Behind) -> char {
        let number = u32::try_from(self.0.len()).ok().and_then(|at| PRIVATE.start.checked_add(at));
        match number.and_then(char::from_u32).filter(|c| *c < FILL) {
            Some(stand_in) => {
                self.0.push(behind);
                stand_in
            }
            // An excerpt has some hundreds of cells, so this is never seen.
            None => char::REPLACEMENT_CHARACTER,
        }
    }

    /// A name of a file whose places are to be this one.
    pub(super) fn place(&mut self, place: String) -> char {
        self.add(Behind::Place(place))
    }

    /// A drawing with everything put back.
    pub(super) fn put_back(&self, drawn: &str) -> String {
        let mut out = String::with_capacity(drawn.len());
        let mut rest = drawn.chars();
        while let Some(c) = rest.next() {
            let number = (c as u32).checked_sub(PRIVATE.start).map(|at| at as usize);
            match number.and_then(|at| self.0.get(at)) {
                Some(Behind::Cell(text)) => out.push_str(text),
                Some(Behind::Place(place)) => {
                    out.push_str(place);
                    let after = rest.as_str().trim_start_matches(|c: char| c == ':' || c.is_ascii_digit());
                    rest = after.chars();
                }
                None if c == FILL => {}
                None => out.push(c),
            }
        }
        out
    }
}

/// A file's lines up to the last that holds a place.
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
        let (mut text, mut length, mut next) = (String::new(), 0, 0);
        for (number, line) in &mut lines {
            line.draw(shown, shown.lines.line(&shown.text, *number), stand_ins);
            text.extend(std::iter::repeat_n('\n', number - next));
            line.start = length + number - next;
            text.push_str(&line.text);
            text.push('\n');
            length = line.start + line.text.chars().count() + 1;
            next = number + 1;
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
                self.text.push(stand_ins.add(Behind::Cell(shown)));
                self.text.extend(std::iter::repeat_n(FILL, width - 1));
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
