//! Where a text stops being JSON, and what to say of it.

use super::text::{end_of_text, line_and_column, no_json};
use crate::fault::{Fault, Step};

/// What the reader of JSON met, with the path to it as far as the text goes.
pub(super) fn fault(text: &str, error: &serde_json::Error) -> Fault {
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (line_start + error.column().saturating_sub(1)).min(text.len());
    let (start, word) = word_at(text, at);
    let path = path_at(text, start);
    no_json(path, line_and_column(text, start), problem(text, start, word, error))
}

fn problem(text: &str, start: usize, word: &str, error: &serde_json::Error) -> String {
    let bare = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
    match bare.as_str() {
        "nan" => return format!("`{word}` is no number: every number of a program is exact"),
        "inf" | "infinity" => return format!("`{word}` is no number: every number of a program is finite"),
        "none" | "undefined" => return format!("`{word}` is not JSON, which writes `null`"),
        "true" | "false" if bare != word => return format!("`{word}` is not JSON, which writes `{bare}`"),
        _ => {}
    }
    let next = text.get(start..).and_then(|rest| rest.chars().next());
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    if error.is_eof() {
        return if text.trim().is_empty() {
            "the file is empty".to_owned()
        } else {
            "the text ends before a bracket, a brace or a text is closed".to_owned()
        };
    }
    match (message, next) {
        (_, Some('\'')) => "a text stands in double quotes: \"…\"".to_owned(),
        (_, Some('/' | '#')) => "JSON has no comments; a key \"comment\" may hold one".to_owned(),
        ("trailing comma", _) => "a comma with nothing after it".to_owned(),
        ("expected value" | "key must be a string", Some(']' | '}'))
            if text.get(..start).is_some_and(|before| before.trim_end().ends_with(',')) =>
        {
            "a comma with nothing after it".to_owned()
        }
        ("expected value", Some(found)) if word.is_empty() => format!("expected a value, found `{found}`"),
        ("expected value" | "expected ident", _) if !word.is_empty() => {
            format!("`{word}` is no value of JSON")
        }
        ("trailing characters", _) => "something stands after the end of the program".to_owned(),
        ("key must be a string", _) => "a key stands in double quotes: \"…\"".to_owned(),
        ("invalid number", _) if !word.is_empty() => {
            format!("`{word}` is not written as JSON writes numbers; as a text it is exact: \"{word}\"")
        }
        ("expected `,` or `]`" | "expected `,` or `}`", Some(_)) if word.contains(['/', '*', '(']) => {
            format!("`{word}` is no JSON number; as a text it is one: \"{word}\"")
        }
        _ => message.to_owned(),
    }
}

/// The word that a byte stands in, and where it starts; the byte itself where it stands in none.
fn word_at(text: &str, at: usize) -> (usize, &str) {
    let bytes = text.as_bytes();
    let inside = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'.' | b'_' | b'/'))
    };
    // A comment or a quote is no word, though one may touch it.
    let begins =
        |at: usize| bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+'));
    let mut start = at;
    while start > 0 && inside(start - 1) {
        start -= 1;
    }
    if !begins(start) {
        let mut start = at;
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        return (start, "");
    }
    let mut end = start;
    while inside(end) && end - start < 40 {
        end += 1;
    }
    (start, text.get(start..end).unwrap_or(""))
}

/// What is open at a byte.
enum Open {
    /// An object, with its last key.
    Object(Option<String>),
    /// A list, with the place of its next element.
    List(usize),
}

/// The path to what stands at a byte, from a text that is JSON up to there.
fn path_at(text: &str, end: usize) -> Vec<Step> {
    let bytes = text.as_bytes();
    let mut open: Vec<Open> = Vec::new();
    // Whether the next text of an object is a key.
    let mut key_next = false;
    let mut at = 0;
    while at < end.min(bytes.len()) {
        match bytes[at] {
            b'"' => {
                let after = end_of_text(bytes, at);
                if key_next
                    && after <= end
                    && let Some(Open::Object(key)) = open.last_mut()
                {
                    *key = text.get(at..after).and_then(|key| serde_json::from_str(key).ok());
                    key_next = false;
                }
                at = after;
                continue;
            }
            b'{' => {
                open.push(Open::Object(None));
                key_next = true;
            }
            b'[' => {
                open.push(Open::List(0));
                key_next = false;
            }
            b']' | b'}' => {
                open.pop();
                key_next = false;
            }
            b',' => match open.last_mut() {
                Some(Open::List(next)) => *next += 1,
                Some(Open::Object(key)) => {
                    *key = None;
                    key_next = true;
                }
                None => {}
            },
            _ => {}
        }
        at += 1;
    }
    // What nests a hundred deep says nothing more.
    let steps = open.into_iter().take(100).filter_map(|open| match open {
        Open::Object(key) => key.map(Step::Key),
        Open::List(next) => Some(Step::Index(next)),
    });
    steps.collect()
}
