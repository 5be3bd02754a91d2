//! A table of texts, columns aligned: the first to the left, numbers to the right.

use unicode_width::UnicodeWidthStr;

/// Sets rows in columns, two blanks apart, each line indented by two.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(width - cell.width());
            line.push_str("  ");
            if at == 0 {
                line.push_str(&format!("{cell}{blanks}"));
            } else {
                line.push_str(&format!("{blanks}{cell}"));
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
