//! What the two file formats share.
//!
//! | room | subject |
//! | --- | --- |
//! | [`text`], [`syntax`] | JSON as it stands in a text, and what to say where it is none |
//! | [`reading`] | objects, numbers and texts, with what was expected where they are something else |
//! | [`gates`] | gates and lists of gates |
//! | here | why a file is refused, and lists and strings as they are written |

pub(crate) mod gates;
pub(crate) mod reading;
mod syntax;
pub(crate) mod text;

use crate::fault::Fault;
use std::fmt;

/// Why a text is no circuit or transformer of the format: one fault at least, and at most 20.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The faults in the order in which they were found.
    pub faults: Vec<Fault>,
    /// Whether there are more than these.
    pub more: bool,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if at > 0 { "; " } else { "" })?;
        }
        if self.more { f.write_str("; and more") } else { Ok(()) }
    }
}

impl std::error::Error for FormatError {}

/// A text as a message shows it.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().nth(MOST).is_none() {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

/// Writes a string as JSON.
pub(crate) fn write_str(out: &mut dyn fmt::Write, text: &str) -> fmt::Result {
    out.write_str(&serde_json::Value::from(text).to_string())
}

/// Writes a list, items apart by a comma and a space.
pub(crate) fn write_list<T>(
    out: &mut dyn fmt::Write,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut dyn fmt::Write, T) -> fmt::Result,
) -> fmt::Result {
    out.write_char('[')?;
    for (i, each) in items.into_iter().enumerate() {
        if i > 0 {
            out.write_str(", ")?;
        }
        item(out, each)?;
    }
    out.write_char(']')
}

/// Writes a list with every item on a line of its own, after `indent` spaces.
pub(crate) fn write_lines<T>(
    out: &mut dyn fmt::Write,
    indent: usize,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut dyn fmt::Write, T) -> fmt::Result,
) -> fmt::Result {
    out.write_char('[')?;
    for (i, each) in items.into_iter().enumerate() {
        write!(out, "{}\n{:indent$}", if i > 0 { "," } else { "" }, "")?;
        item(out, each)?;
    }
    out.write_char(']')
}
