//! Two families side by side, as text.

use unicode_width::UnicodeWidthStr;

use super::{Compared, lines, sizes};
use crate::listing::table::table;

/// A column is no wider.
const WIDE: usize = 40;

/// Both, and what they cost.
pub(super) fn text(a: &Compared, b: &Compared) -> String {
    let mut out = String::new();
    for (name, side) in [("A", a), ("B", b)] {
        out.push_str(&format!("{name}  {}\n   in {}\n", side.page.signature, side.file));
        if let Some(types) = &side.page.types_line {
            out.push_str(&format!("   {types}\n"));
        }
    }
    out.push('\n');
    let lines = lines(&a.page, &b.page);
    let cells: Vec<(&str, [Vec<String>; 2])> =
        lines.iter().map(|(name, sides)| (*name, [wrapped(&sides[0]), wrapped(&sides[1])])).collect();
    let widths = |side: usize| {
        cells.iter().flat_map(|(_, sides)| &sides[side]).map(|line| line.width()).max().unwrap_or(1)
    };
    let first = widths(0);
    out.push_str(&format!("  {:<13}  {:<first$}  B\n", "", "A"));
    for (name, [left, right]) in &cells {
        for at in 0..left.len().max(right.len()) {
            let cell = |side: &[String]| side.get(at).cloned().unwrap_or_default();
            let (left, right) = (cell(left), cell(right));
            let blank = " ".repeat(first.saturating_sub(left.width()));
            let line = format!("  {:<13}  {left}{blank}  {right}", if at == 0 { name } else { "" });
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    let sizes = sizes(&a.page, &b.page);
    if !sizes.is_empty() {
        out.push_str(&format!("\n{}", table(&sizes)));
    }
    out
}

/// A cell: a formula, and what is said of it beneath.
fn wrapped(parts: &[String]) -> Vec<String> {
    let (first, rest) = parts.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let fill = |text: &str| {
        let options = textwrap::Options::new(WIDE).subsequent_indent("  ").break_words(false);
        textwrap::wrap(text, options).into_iter().map(|line| line.into_owned()).collect::<Vec<_>>()
    };
    let mut lines = fill(first);
    let more = rest.join(", ");
    if !more.is_empty() {
        lines.extend(fill(&format!("  {more}")));
    }
    lines
}
