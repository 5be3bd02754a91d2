//! Texts made fit for showing: nothing in them that a terminal acts on.

use std::borrow::Cow;
use std::ops::Range;

/// Characters for private use, of two planes that no font has. In a message some of them stand for what is shown in an
/// excerpt, so nothing else in it may be one.
pub(crate) const PRIVATE: Range<u32> = 0xf0000..0x11_0000;

/// The text with each character that a terminal acts on, or that reports would take for a line end, replaced by a
/// harmless one of as many bytes. A `\r` alone ends a line, as old editors write it.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| harmful(c) || c == '\r') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\r' && chars.peek() != Some(&'\n') {
            out.push('\n');
        } else if harmful(c) {
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

/// Whether a terminal acts on it: control characters but tab and line ends, Unicode's line ends, and the marks that turn the direction of text.
pub(crate) fn harmful(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A one-line text for a message, with what a terminal acts on replaced.
pub(crate) fn harmless_line(text: &str) -> String {
    let shown = |c| match c {
        '\n' | '\t' => ' ',
        c if harmful(c) || c == '\r' || PRIVATE.contains(&(c as u32)) => '\u{fffd}',
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmful_characters_keep_their_bytes() {
        let text = "a\u{1b}b\u{85}c\u{2028}d\r\ne\rf\u{c}";
        let shown = harmless(text);
        assert_eq!(shown.len(), text.len());
        assert_eq!(shown, "a b\u{a0}c\u{2003}d\r\ne\nf ");
    }
}
