//! How large boxes are. Lengths are in units of which a line of text has sixteen.

use unicode_width::UnicodeWidthStr;

use super::graph::{COUNTED, Item, Kind};
use crate::words::grouped;

/// The width of a character of a typewriter font.
pub(super) const CHAR: i64 = 8;
/// The height of a line.
pub(super) const LINE: i64 = 17;
/// The height of a row of small shapes with counts, which a fold ends with.
pub(super) const ROW: i64 = 24;
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
pub(super) fn counts(item: &Item) -> Vec<(Kind, String)> {
    let there = COUNTED.iter().zip(item.counts).filter(|(_, count)| *count > 0);
    there.map(|(kind, count)| (*kind, format!("×{}", grouped(count)))).collect()
}

/// The width that a small shape takes with its count.
pub(super) fn counted_width(said: &str) -> i64 {
    2 * SMALL + 4 + text_width(said) + 10
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
