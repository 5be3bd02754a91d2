//! How large boxes are. Lengths are in units of which a line of text has sixteen.

use unicode_width::UnicodeWidthStr;

use super::graph::{COUNTED, Item, Kind};
use crate::words::grouped;

/// The width of a character of a typewriter font.
pub(super) const CHAR: i64 = 8;
/// The height of a line.
const LINE: i64 = 17;
/// The height of a row of small shapes with counts, which a fold ends with.
const ROW: i64 = 24;
/// Half the width of a small shape.
pub(super) const SMALL: i64 = 9;

/// The width of a text.
pub(super) fn text_width(text: &str) -> i64 {
    text.width() as i64 * CHAR
}

/// Width and height of a box.
pub(super) fn size(item: &Item) -> (i64, i64) {
    let text = item.lines.iter().map(|line| text_width(line)).max().unwrap_or(0);
    match item.kind {
        Kind::Input => (text + 16, 26),
        Kind::Const => (text + 26, 24),
        Kind::Output => (text + 22, 26),
        Kind::Add => (30, 30),
        Kind::Mul => (38, 30),
        Kind::Sign => (58, 36),
        Kind::Folded => {
            let row: i64 = counts(item).iter().map(|(_, said)| counted_width(said)).sum();
            let lines = item.lines.iter().filter(|line| !line.is_empty()).count() as i64;
            (text.max(row) + 20, lines * LINE + ROW + 12)
        }
    }
}

/// The kinds of gates in a fold, each with how many there are.
fn counts(item: &Item) -> Vec<(Kind, String)> {
    let there = COUNTED.iter().zip(item.counts).filter(|(_, count)| *count > 0);
    there.map(|(kind, count)| (*kind, format!("×{}", grouped(count)))).collect()
}

/// The width that a small shape takes with its count.
fn counted_width(said: &str) -> i64 {
    2 * SMALL + 4 + text_width(said) + 10
}

/// A small shape in a fold, with the number of gates of its kind beside it.
pub(super) struct Counted {
    pub(super) kind: Kind,
    /// The middle of the shape.
    pub(super) shape: (i64, i64),
    /// Where the text begins, on its base line.
    pub(super) text: (i64, i64),
    pub(super) said: String,
}

/// What stands in a fold whose middle and height are these: its lines, each with its base line, and the kinds of gates.
pub(super) fn inside(item: &Item, (x, y): (i64, i64), height: i64) -> (Vec<(i64, &str)>, Vec<Counted>) {
    let base = y - height / 2 + 6 + LINE - 4;
    let lines = item.lines.iter().map(String::as_str).filter(|said| !said.is_empty());
    let lines = lines.zip(0..).map(|(said, line)| (base + line * LINE, said)).collect();
    let counts = counts(item);
    let row: i64 = counts.iter().map(|(_, said)| counted_width(said)).sum();
    let (mut from, middle) = (x - row / 2 + 5, y + height / 2 - 4 - ROW / 2);
    let counted = counts.into_iter().map(|(kind, said)| {
        let left = from;
        from += counted_width(&said);
        Counted { kind, shape: (left + SMALL, middle), text: (left + 2 * SMALL + 4, middle + 5), said }
    });
    (lines, counted.collect())
}

/// The edge of a box.
pub(super) enum Outline {
    Polygon(Vec<(i64, i64)>),
    /// A circle of this radius.
    Circle(i64),
    /// A rectangle with corners of this radius.
    Rounded(i64),
}

/// The edge that says what a box is, round a middle.
pub(super) fn outline(kind: Kind, (x, y): (i64, i64), (width, height): (i64, i64)) -> Outline {
    let (w, h) = (width / 2, height / 2);
    match kind {
        Kind::Input => Outline::Rounded(0),
        Kind::Output => Outline::Rounded(h),
        Kind::Folded => Outline::Rounded(5),
        Kind::Add => Outline::Circle(w.min(h)),
        Kind::Const => {
            let slant = h * 2 / 3;
            Outline::Polygon(vec![
                (x - w + slant, y - h),
                (x + w, y - h),
                (x + w - slant, y + h),
                (x - w, y + h),
            ])
        }
        Kind::Mul => {
            let cut = h * 2 / 3;
            Outline::Polygon(vec![
                (x - w, y),
                (x - w + cut, y - h),
                (x + w - cut, y - h),
                (x + w, y),
                (x + w - cut, y + h),
                (x - w + cut, y + h),
            ])
        }
        Kind::Sign => Outline::Polygon(vec![(x - w, y), (x, y - h), (x + w, y), (x, y + h)]),
    }
}

/// The second edge of an operation that is shared lies inside the first.
pub(super) fn inner((width, height): (i64, i64)) -> (i64, i64) {
    (width - width / 5, height - 6)
}

/// What stands in a small shape.
pub(super) fn small_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Add => "+",
        Kind::Mul => "×",
        Kind::Sign => "±",
        _ => "",
    }
}
