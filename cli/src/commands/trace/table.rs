//! A table of text: columns as wide as they need to be, the widest ones broken into lines where the whole is too wide.

use unicode_width::UnicodeWidthStr;

/// The width that a table is held to.
const WIDTH: usize = 100;
/// What a column is not made narrower than.
const LEAST: usize = 12;
/// Columns stand so far apart.
const GAP: usize = 2;

/// A column's title, and whether it holds numbers, which stand to the right and are never broken.
pub(super) type Column = (&'static str, bool);

/// The table with its titles, a line feed behind each line.
pub(super) fn table(columns: &[Column], rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = columns
        .iter()
        .enumerate()
        .map(|(c, (title, _))| rows.iter().map(|row| row[c].width()).max().unwrap_or(0).max(title.width()))
        .collect();
    let gaps = GAP * columns.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > WIDTH {
        let free = (0..columns.len()).filter(|&c| !columns[c].1 && widths[c] > LEAST);
        let Some(widest) = free.max_by_key(|&c| widths[c]) else { break };
        widths[widest] -= 1;
    }
    let titles: Vec<String> = columns.iter().map(|(title, _)| (*title).to_owned()).collect();
    std::iter::once(&titles).chain(rows).map(|row| lines(columns, &widths, row)).collect()
}

/// A row, as many lines as its longest cell has.
fn lines(columns: &[Column], widths: &[usize], row: &[String]) -> String {
    let broken = |(cell, width): (&String, &usize)| -> Vec<String> {
        let options = textwrap::Options::new(*width).word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::wrap(cell, options).into_iter().map(std::borrow::Cow::into_owned).collect()
    };
    let cells: Vec<Vec<String>> = row.iter().zip(widths).map(broken).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for at in 0..height {
        let mut line = String::new();
        for ((cell, width), (_, is_number)) in cells.iter().zip(widths).zip(columns) {
            let text = cell.get(at).map_or("", String::as_str);
            let room = " ".repeat(width.saturating_sub(text.width()));
            let (left, right) = if *is_number { (room.as_str(), "") } else { ("", room.as_str()) };
            line.push_str(&format!("{left}{text}{right}{}", " ".repeat(GAP)));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: &[[&str; 3]], expected: &str) {
        let columns = [("n", true), ("words", false), ("more", false)];
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
        assert_eq!(table(&columns, &rows), expected);
    }

    #[test]
    fn columns_are_as_wide_as_they_need_to_be() {
        check(&[["1", "a", "变"], ["10", "", "b"]], " n  words  more\n 1  a      变\n10         b\n");
    }

    #[test]
    fn the_widest_column_is_broken() {
        let long = "word ".repeat(30);
        let lines = "word word word word word word word word word word word word word word word word word";
        check(
            &[["1", long.trim_end(), "x"]],
            &format!("n  {:87}  more\n1  {lines:87}  x\n   {}\n", "words", ["word"; 13].join(" ")),
        );
    }
}
