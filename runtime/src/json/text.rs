//! JSON as it stands in a text: values are slices, and their parts are found where they are asked for.
//!
//! The syntax of the whole text is checked first, by `serde_json`; the walks over it rely on that. A file of millions
//! of gates so never stands in memory a second time, and every value knows its place.

use super::FormatError;
use crate::fault::{Fault, FaultKind, Path, Step};
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// A value of a text that is JSON, without the blanks around it.
#[derive(Clone, Copy, Debug)]
pub struct Value<'t>(&'t str);

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `{…}`
    Object,
    /// `[…]`
    List,
    /// `"…"`
    Text,
    /// `1`
    Number,
    /// `true` or `false`
    Bool,
    /// `null`
    Null,
}

/// Checks that a text is JSON, and gives its value.
///
/// # Errors
/// The place where it stops being JSON.
pub fn parse(text: &str) -> Result<Value<'_>, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(Value(text.trim_matches(BLANKS))),
        Err(error) => Err(FormatError { faults: vec![super::syntax::fault(text, &error)], more: false }),
    }
}

const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

impl<'t> Value<'t> {
    /// What it is.
    pub fn kind(self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::List,
            Some(b'"') => Kind::Text,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// The value as it is written.
    pub fn written(self) -> &'t str {
        self.0
    }

    /// What a text says; `None` for another value, and for an escape that means no character.
    pub fn text(self) -> Option<Cow<'t, str>> {
        let inside = self.0.strip_prefix('"')?.strip_suffix('"')?;
        if inside.contains('\\') {
            serde_json::from_str(self.0).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inside))
        }
    }

    /// The elements of a list; none of another value.
    pub fn elements(self) -> impl Iterator<Item = Value<'t>> + Clone {
        Parts { text: self.0, next: 1, open: self.kind() == Kind::List }
    }

    /// Keys and values of an object in order; none of another value. A key is as it is written.
    pub fn entries(self) -> impl Iterator<Item = (Value<'t>, Value<'t>)> + Clone {
        let mut parts = Parts { text: self.0, next: 1, open: self.kind() == Kind::Object };
        std::iter::from_fn(move || Some((parts.next()?, parts.next()?)))
    }

    /// What a message calls it.
    pub fn described(self) -> String {
        let short = |text: &str| super::shortened(text);
        match self.kind() {
            Kind::Object => "an object `{…}`".to_owned(),
            Kind::List => match self.elements().count() {
                0 => "an empty list".to_owned(),
                1 => "a list of 1 element".to_owned(),
                count => format!("a list of {count} elements"),
            },
            Kind::Text => format!("the text {}", short(self.0)),
            Kind::Number => format!("the number {}", short(self.0)),
            Kind::Bool | Kind::Null => format!("`{}`", self.0),
        }
    }

    /// Line and column, from 1, at which the value of a path begins in the text that this value is a part of.
    pub(crate) fn place(self, whole: &str, path: &Path) -> Option<(usize, usize)> {
        let mut value = self;
        for step in &path.0 {
            let part = match step {
                Step::Index(index) => value.elements().nth(*index),
                Step::Key(key) => value
                    .entries()
                    .find(|(name, _)| name.text().is_some_and(|name| name == *key))
                    .map(|(_, part)| part),
            };
            // What is missing is told where it should stand.
            let Some(part) = part else { break };
            value = part;
        }
        let start = (value.0.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
        Some(line_and_column(whole, start))
    }
}

/// Line and column of a byte, from 1; columns count characters.
pub(crate) fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = 1 + before.bytes().filter(|b| *b == b'\n').count();
    let column = 1 + before.rsplit('\n').next().map_or(0, |line| line.chars().count());
    (line, column)
}

/// The parts of a list, or keys and values of an object in turn.
#[derive(Clone)]
struct Parts<'t> {
    text: &'t str,
    next: usize,
    open: bool,
}

impl<'t> Iterator for Parts<'t> {
    type Item = Value<'t>;

    fn next(&mut self) -> Option<Value<'t>> {
        if !self.open {
            return None;
        }
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b':') = bytes.get(self.next) {
            self.next += 1;
        }
        let start = self.next;
        if matches!(bytes.get(start), None | Some(b']' | b'}')) {
            self.open = false;
            return None;
        }
        self.next = end_of_value(bytes, start);
        self.text.get(start..self.next).map(Value)
    }
}

/// Where the value that begins at a byte ends. It never recurses, however deep the value nests.
fn end_of_value(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0usize;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = end_of_text(bytes, at),
            b'[' | b'{' => {
                depth += 1;
                at += 1;
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            // A number or a word.
            _ if depth == 0 => {
                let ends = |b: &u8| matches!(b, b',' | b':' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
                return bytes[at..].iter().position(ends).map_or(bytes.len(), |length| at + length);
            }
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    at
}

/// Where the text ends whose opening quote stands at a byte.
pub(super) fn end_of_text(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The fault of a text that is no JSON.
pub(super) fn no_json(path: Vec<Step>, place: (usize, usize), problem: String) -> Fault {
    Fault { path: Path(path), place: Some(place), kind: FaultKind::Syntax { problem } }
}
