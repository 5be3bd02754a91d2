//! A source made fit for showing: nothing that a terminal acts on, no line that fills the screen, and columns that
//! count what a terminal shows.

use std::borrow::Cow;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// Lines longer than this are cut around what is pointed at.
const LONGEST: usize = 300;
/// What is left of a cut line before and after the place.
const AROUND: usize = 90;
/// Tabs stop at multiples of this, as in the reports.
const TAB: usize = 4;

/// The text with each character that a terminal acts on, or that reports would take for a line end, replaced by a
/// harmless one of as many bytes.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| harmful(c) || c == '\r') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if harmful(c) || (c == '\r' && chars.peek() != Some(&'\n')) {
            out.push_str(match c.len_utf8() {
                1 => " ",
                2 => "\u{a0}",
                _ => "\u{2003}",
            });
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Control characters but tab and line ends, Unicode's line ends, and the marks that turn the direction of text.
fn harmful(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A one-line text for a message, with what a terminal acts on replaced.
pub(crate) fn harmless_line(text: &str) -> String {
    let shown = |c| match c {
        '\n' | '\t' => ' ',
        c if harmful(c) || c == '\r' => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// A place within the text: the nearest character boundaries, in order.
pub(crate) fn bounded(text: &str, span: Range<usize>) -> Range<usize> {
    let floor = |at: usize| {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.start);
    start..floor(span.end).max(start)
}

/// Where the lines of a text start.
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    /// Finds them.
    pub(crate) fn of(text: &str) -> Lines {
        Lines(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// The line and the column of a byte of this text, both from 1. Columns are those of a terminal: wide characters
    /// count 2.
    pub(crate) fn place(&self, text: &str, byte: usize) -> (usize, usize) {
        let byte = bounded(text, byte..byte).start;
        let line = self.0.partition_point(|start| *start <= byte);
        let start = self.0[line - 1];
        let column = text[start..byte].chars().fold(0, |column, c| match c {
            '\t' => (column / TAB + 1) * TAB,
            _ => column + c.width().unwrap_or(0),
        });
        (line, column + 1)
    }
}

/// Where lines that hold a place are too long: the text with these lines cut, and the places in it. All other lines
/// stay, so that line numbers do.
pub(crate) fn cut(text: &str, spans: &[Range<usize>]) -> Option<(String, Vec<Range<usize>>)> {
    let long = spans.iter().any(|span| {
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.start..].find('\n').map_or(text.len(), |at| span.start + at);
        end - start > LONGEST
    });
    if !long {
        return None;
    }
    let mut out = String::new();
    let mut moved = spans.to_vec();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        let places = || spans.iter().filter(|span| range.contains(&span.start) || span.start == range.end);
        let kept = match places().map(|span| span.start).min() {
            Some(first) if line.len() > LONGEST => {
                bounded(text, first.saturating_sub(AROUND).max(range.start)..(first + AROUND).min(range.end))
            }
            None if line.len() > LONGEST => bounded(text, range.start..range.start + AROUND),
            _ => range.clone(),
        };
        let dots = if kept.start > range.start { "…" } else { "" };
        let place = |byte: usize| out.len() + dots.len() + byte.clamp(kept.start, kept.end) - kept.start;
        for (moved, span) in moved.iter_mut().zip(spans) {
            if range.contains(&span.start) || span.start == range.end {
                *moved = place(span.start)..moved.end.max(place(span.start));
            }
            if range.contains(&span.end) || span.end == range.end {
                moved.end = place(span.end);
            }
        }
        out.push_str(dots);
        out.push_str(&text[kept.clone()]);
        if kept.end < range.end && !text[kept].ends_with('\n') {
            out.push_str("…\n");
        }
        start = range.end;
    }
    for span in &mut moved {
        *span = bounded(&out, span.clone());
    }
    Some((out, moved))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_a_terminal() {
        let text = "let 变量 = y;\n\tz";
        let lines = Lines::of(text);
        assert_eq!(lines.place(text, text.find('y').unwrap()), (1, 12));
        assert_eq!(lines.place(text, text.find('z').unwrap()), (2, 5));
        assert_eq!(lines.place(text, text.len() + 9), (2, 6));
    }

    #[test]
    fn harmful_characters_keep_their_bytes() {
        let text = "a\u{1b}b\u{85}c\u{2028}d\r\ne\rf\u{c}";
        let shown = harmless(text);
        assert_eq!(shown.len(), text.len());
        assert_eq!(shown, "a b\u{a0}c\u{2003}d\r\ne f ");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("short\n{}HERE{}\nlast", "é".repeat(500), "z".repeat(500));
        let at = text.find("HERE").unwrap();
        let (cut, spans) = cut(&text, std::slice::from_ref(&(at..at + 4))).unwrap();
        assert_eq!(&cut[spans[0].clone()], "HERE");
        assert_eq!(cut.lines().count(), 3);
        assert!(cut.len() < 300, "{cut}");
    }
}
