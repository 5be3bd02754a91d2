//! A reader of nested arrays: JSON without objects, in one pass, without recursion and without rounding a number.

use std::borrow::Cow;

/// Something that is no array.
pub(super) enum Leaf<'t> {
    /// A number, `true`, `false`, or another text without quotes.
    Word(&'t str),
    /// A string.
    Text(Cow<'t, str>),
    /// `{`: an object, which is not read any further.
    Object,
}

/// What takes the parts of a value, in order.
pub(super) trait Sink {
    /// What it may object to.
    type Fault;
    /// `[`
    fn open(&mut self) -> Result<(), Self::Fault>;
    /// `]`
    fn close(&mut self) -> Result<(), Self::Fault>;
    /// Anything else.
    fn leaf(&mut self, leaf: Leaf<'_>) -> Result<(), Self::Fault>;
}

/// Why reading ended.
pub(super) enum ScanError<F> {
    /// The text is no value; why.
    Syntax(String),
    /// The sink objects.
    Fault(F),
}

/// Reads one value.
///
/// # Errors
/// Text that is no value, or what the sink objects to.
pub(super) fn scan<S: Sink>(text: &str, sink: &mut S) -> Result<(), ScanError<S::Fault>> {
    let mut rest = text;
    let mut depth = 0usize;
    let at = |rest: &str| text.len() - rest.len();
    loop {
        // A value starts here, or an empty array ends.
        rest = rest.trim_start_matches(BLANK);
        match rest.as_bytes().first() {
            None => return syntax("a value is missing at the end".into()),
            Some(b'[') => {
                sink.open().map_err(ScanError::Fault)?;
                depth += 1;
                rest = rest[1..].trim_start_matches(BLANK);
                if !rest.starts_with(']') {
                    continue;
                }
            }
            Some(b'{') => {
                sink.leaf(Leaf::Object).map_err(ScanError::Fault)?;
                return syntax("an object is no value of circ".into());
            }
            Some(b'"') => {
                let Some(length) = string_length(rest) else {
                    return syntax(format!("the string at byte {} is never closed", at(rest)));
                };
                let (literal, after) = rest.split_at(length);
                let inside = &literal[1..length - 1];
                let string =
                    if inside.contains(['\\', '\n']) {
                        let read = serde_json::from_str::<String>(literal);
                        Cow::Owned(read.or_else(|_| {
                            syntax(format!("the string at byte {} has a wrong escape", at(rest)))
                        })?)
                    } else {
                        Cow::Borrowed(inside)
                    };
                sink.leaf(Leaf::Text(string)).map_err(ScanError::Fault)?;
                rest = after;
            }
            Some(_) => {
                let length = rest.find(|c| BLANK.contains(&c) || ",[]{}\"".contains(c)).unwrap_or(rest.len());
                if length == 0 {
                    return syntax(format!("a value is missing at byte {}", at(rest)));
                }
                let (word, after) = rest.split_at(length);
                sink.leaf(Leaf::Word(word)).map_err(ScanError::Fault)?;
                rest = after;
            }
        }
        // A value has ended: arrays may, or the next value follows.
        loop {
            rest = rest.trim_start_matches(BLANK);
            match (rest.as_bytes().first(), depth) {
                (None, 0) => return Ok(()),
                (None, _) => return syntax("a `]` is missing at the end".into()),
                (Some(_), 0) => return syntax(format!("something follows the value at byte {}", at(rest))),
                (Some(b']'), _) => {
                    sink.close().map_err(ScanError::Fault)?;
                    depth -= 1;
                    rest = &rest[1..];
                }
                (Some(b','), _) => {
                    rest = &rest[1..];
                    break;
                }
                (Some(_), _) => return syntax(format!("a `,` or a `]` is missing at byte {}", at(rest))),
            }
        }
    }
}

/// What JSON takes for blanks.
const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

fn syntax<T, F>(reason: String) -> Result<T, ScanError<F>> {
    Err(ScanError::Syntax(reason))
}

/// The length of the string literal that the text starts with, quotes included.
fn string_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}
