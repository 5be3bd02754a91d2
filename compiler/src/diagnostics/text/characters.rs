//! Characters and spellings of other languages.

use super::counted;
use crate::diagnostics::Message;

/// A character that circ has no use for.
pub(super) fn unknown(character: char, replacement: Option<&str>, more: usize) -> Message {
    let message = match replacement {
        Some("") => Message::new(
            "E0104",
            format!("an invisible character stands here: {}", named(character)),
            "not part of the language",
        )
        .help("nothing (``) should stand here: delete it"),
        Some(blank) if blank.trim().is_empty() => Message::new(
            "E0104",
            format!("a blank that is not an ordinary one stands here: {}", named(character)),
            "not part of the language",
        )
        .help(format!("write an ordinary blank: `{blank}`")),
        Some(quoted) => Message::new(
            "E0104",
            format!("quotes are straight in circ: {quoted}"),
            format!("`{character}` has no meaning here"),
        ),
        None => {
            let message = Message::new(
                "E0104",
                format!("the character {} has no meaning here", named(character)),
                "not part of the language",
            );
            message.help(meant(character))
        }
    };
    with_more(message, more)
}

/// A spelling of another language.
pub(super) fn spelling(found: &str, replacement: &str, more: usize) -> Message {
    let message = if replacement.is_empty() {
        let message = Message::new("E0105", format!("circ has no `{found}`"), "leave it out");
        match found {
            "&" => message.note("There are no references: every name is a value."),
            "vec!" => message.note("An array is `[1, 2, 3]`."),
            _ if found.starts_with("as ") => message
                .note("Numbers are exact, and a bool widens to a number by itself; a number becomes a bool by `x != 0`."),
            _ => message,
        }
    } else {
        Message::new(
            "E0105",
            format!("circ writes `{replacement}` for `{found}`"),
            format!("expected `{replacement}`"),
        )
    };
    let wide = found.starts_with(|c| matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff5e}'));
    if is_exclusive_or(found) {
        let message =
            message.note("Of three bools it is `(a != b) != c`: true where an odd number of them hold.");
        return with_more(message, more);
    }
    if wide {
        let others = if more == 0 { String::new() } else { format!(" {} of the kind follow.", others(more)) };
        return message.note(format!("It is a full-width form.{others} Switch the keyboard to half-width."));
    }
    with_more(message, more)
}

/// A spelling of the exclusive or, which joins any number of values elsewhere.
pub(crate) fn is_exclusive_or(found: &str) -> bool {
    matches!(found, "xor" | "XOR" | "⊕" | "⊻")
}

/// Says how often the same stands further on.
pub(super) fn with_more(message: Message, more: usize) -> Message {
    if more == 0 { message } else { message.note(format!("The same in {} of this file.", further(more))) }
}

fn further(more: usize) -> String {
    counted(more, "further place")
}

fn others(more: usize) -> String {
    counted(more, "more character")
}

/// A character as it can be seen: one without a shape by its number and name.
fn named(character: char) -> String {
    let name = match character {
        '\0' => "a zero byte",
        '\u{a0}' => "no-break space",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero-width space",
        '\u{200c}' => "zero-width non-joiner",
        '\u{200d}' => "zero-width joiner",
        '\u{200e}' => "left-to-right mark",
        '\u{200f}' => "right-to-left mark",
        '\u{2009}' => "thin space",
        '\u{202f}' => "narrow no-break space",
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => "a mark that turns the direction of text",
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{2060}' => "word joiner",
        '\u{3000}' => "full-width space",
        '\u{feff}' => "byte-order mark",
        c if c.is_control() || c.is_whitespace() || is_invisible(c) => "",
        '`' => return "U+0060 (a backtick)".to_owned(),
        c => return format!("`{c}`"),
    };
    let number = format!("U+{:04X}", u32::from(character));
    if name.is_empty() { number } else { format!("{number} ({name})") }
}

/// Characters that show nothing by themselves.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{2000}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}')
}

/// How circ says what the character is likely to mean.
fn meant(character: char) -> &'static str {
    match character {
        '&' => "the last bit of a number is `n % 2`, of static integers; bools are joined by `and`",
        '`' => "a token stands in straight quotes, `'a'`, a name in none",
        '?' => "`if c { a } else { b }` chooses between two values; circ has no other `?`",
        '@' => "`std.linear` has products of matrices (`use std.linear.{matmul};`); circ has no decorators",
        '$' => "a name stands for its value by itself",
        '\\' => "a line goes on by itself; a quotient is written `a / b`",
        '∞' => {
            "circ has no infinity; `max` and `min` over a filter take a default: `max(v for v in x if v > 0 else 0)`"
        }
        '∅' => "the array of nothing is `[]`",
        '∪' | '∩' | '∖' => {
            "circ has no sets; arrays are joined by `concat(x, y)`, bools by `or` and `and`"
        }
        '∉' | '∌' | '∋' => "whether an element occurs is `any(x == t)`",
        '!' => "a factorial is `prod(i for i in 1..=n)`; not is `not`",
        '⇒' | '→' => "`a` implies `b` is `not a or b`",
        '‖' => "the sum of absolute values is `sum(abs(x))`; circ has no roots of wires",
        '⌊' | '⌋' | '⌈' | '⌉' => "rounding is `floor(x)` and `ceil(x)`",
        '∘' => "a call inside of a call, `f(g(x))`, is the composition",
        '°' => "circ has no degrees",
        '∫' | '∂' | '∇' => "circ has sums, products and comparisons, and no calculus",
        '‘' | '’' | '´' => "a token stands in straight quotes: `'a'`",
        '“' | '”' | '„' | '«' | '»' => "a string stands in straight quotes: `\"ab\"`",
        _ => "inside comments, strings and tokens every character is allowed",
    }
}
