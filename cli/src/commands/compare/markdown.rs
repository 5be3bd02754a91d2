//! Two families side by side, as Markdown.

use super::{Compared, lines, sizes};
use crate::commands::report::markdown::{code, row};

/// Both, and what they cost.
pub(super) fn markdown(a: &Compared, b: &Compared) -> String {
    let mut out = format!("## {} and {}\n", a.page.family, b.page.family);
    for (name, side) in [("A", a), ("B", b)] {
        out.push_str(&format!("\n{name}, in `{}`:\n\n```circ\n{}\n```\n", side.file, side.page.signature));
        if let Some(types) = &side.page.types_line {
            out.push_str(&format!("\nHere {types}.\n"));
        }
    }
    out.push_str("\n| | A | B |\n| --- | --- | --- |\n");
    for (name, sides) in lines(&a.page, &b.page) {
        let cell = |parts: &[String]| match parts {
            [] => String::new(),
            [only] => only.clone(),
            // A class is a name; a formula is code.
            [first, rest @ ..] if first == "-" || name.ends_with("class") => {
                format!("{first}<br>{}", rest.join(", "))
            }
            [first, rest @ ..] => format!("{}<br>{}", code(first), rest.join(", ")),
        };
        out.push_str(&row(&[name, &cell(&sides[0]), &cell(&sides[1])]));
    }
    let sizes = sizes(&a.page, &b.page);
    if let Some(head) = sizes.first() {
        let texts = |cells: &[String]| row(&cells.iter().map(String::as_str).collect::<Vec<_>>());
        let mut rules = vec!["---".to_string()];
        rules.resize(head.len(), "---:".into());
        out.push_str(&format!("\n{}{}", texts(head), texts(&rules)));
        sizes[1..].iter().for_each(|cells| out.push_str(&texts(cells)));
    }
    out
}
