//! Escapes in token literals and strings, both ways.

use crate::errors::{SyntaxError, SyntaxErrorKind};
use crate::tree::Span;

/// The text that `content`, which stands at byte `start` of the source without its quotes, means. A bad escape
/// is reported and stands for what follows its backslash.
pub(crate) fn unescape(content: &str, start: u32, errors: &mut Vec<SyntaxError>) -> String {
    let mut text = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let escape = &rest[at..];
        let length = escape_length(escape);
        match meaning(&escape[..length]) {
            Some(character) => text.push(character),
            None => {
                let from = start as usize + content.len() - escape.len();
                errors.push(SyntaxError {
                    kind: SyntaxErrorKind::BadEscape { found: escape[..length].to_owned() },
                    span: Span::new(from, from + length),
                });
                text.push_str(&escape[1..length]);
            }
        }
        rest = &escape[length..];
    }
    text.push_str(rest);
    text
}

/// The bytes of the escape that `text` starts with: the backslash and a character, and for `\u` its braces.
fn escape_length(text: &str) -> usize {
    if text.starts_with("\\u{")
        && let Some(end) = text.find('}')
    {
        return end + 1;
    }
    1 + text.chars().nth(1).map_or(0, char::len_utf8)
}

fn meaning(escape: &str) -> Option<char> {
    Some(match escape {
        "\\n" => '\n',
        "\\t" => '\t',
        "\\\\" => '\\',
        "\\'" => '\'',
        "\\\"" => '"',
        _ => {
            let digits = escape.strip_prefix("\\u{")?.strip_suffix('}')?;
            let plain = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
            return plain.then(|| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)).flatten();
        }
    })
}

/// `text` between `quote`s, escaped so that it reads back as itself.
pub(crate) fn quoted(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            // Controls, and the marks that turn the direction of text or have no width, are not for the eye.
            c if c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}') =>
            {
                out.push_str(&c.escape_unicode().to_string());
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}
