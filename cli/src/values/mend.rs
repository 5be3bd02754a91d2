//! What a text that is no value is likely to mean: lists without brackets or with others, blanks within a number.
//!
//! These are guesses. Whoever offers one reads it first, so that what a message says to write can be read.

/// Values as which a text may be meant, the likeliest first. `bits` says whether 0 and 1 are all that elements can be.
pub(super) fn candidates(text: &str, rank: usize, bits: bool) -> Vec<String> {
    // A message does not show more, and looking at it again and again would take its time.
    const LONGEST: usize = 200;
    let text = text.trim();
    if text.len() > LONGEST {
        return Vec::new();
    }
    match rank {
        0 => element(within(text)).into_iter().collect(),
        1 => list(text, bits).into_iter().collect(),
        2 => {
            let rows: Option<Vec<String>> =
                within(text).split([';', '\n']).map(|row| list(row, bits)).collect();
            [Some(format!("[{text}]")), rows.map(|rows| format!("[{}]", rows.join(", ")))]
                .into_iter()
                .flatten()
                .collect()
        }
        _ => vec![format!("[{text}]")],
    }
}

/// One element, without the blanks in it.
fn element(text: &str) -> Option<String> {
    let word: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let word = if ["true", "false"].iter().any(|known| word.eq_ignore_ascii_case(known)) {
        word.to_ascii_lowercase()
    } else {
        word
    };
    (!word.is_empty() && !word.contains(['[', ']', '{', '}', '"', ',', ';'])).then_some(word)
}

/// A list: elements with commas, semicolons or blanks between them, in brackets of any kind or none; of bits without
/// anything between them.
fn list(text: &str, bits: bool) -> Option<String> {
    let inside = within(text.trim());
    if bits && inside.len() > 1 && inside.bytes().all(|b| matches!(b, b'0' | b'1')) {
        let digits: Vec<String> = inside.chars().map(String::from).collect();
        return Some(format!("[{}]", digits.join(", ")));
    }
    let parts: Vec<&str> = if inside.contains(',') {
        inside.split(',').collect()
    } else if inside.contains(';') {
        inside.split(';').collect()
    } else {
        inside.split_whitespace().collect()
    };
    let elements: Vec<String> = parts.into_iter().map(element).collect::<Option<_>>()?;
    Some(format!("[{}]", elements.join(", ")))
}

/// What stands in a pair of brackets around all.
pub(crate) fn within(text: &str) -> &str {
    let pairs = [('(', ')'), ('[', ']'), ('{', '}')];
    let inside = |(open, close)| text.strip_prefix(open)?.strip_suffix(close);
    pairs.into_iter().find_map(inside).map_or(text, str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_in_other_dress() {
        for (text, rank, bits, first) in [
            ("1,0,1", 1, true, "[1, 0, 1]"),
            ("1 0  1", 1, true, "[1, 0, 1]"),
            ("(1,0)", 1, true, "[1, 0]"),
            ("101", 1, true, "[1, 0, 1]"),
            ("101", 1, false, "[101]"),
            ("True, False", 1, true, "[true, false]"),
            ("1 / 2, 3", 1, false, "[1/2, 3]"),
            ("{1; 2}", 1, false, "[1, 2]"),
            ("", 1, false, "[]"),
            ("1 / 2", 0, false, "1/2"),
            ("[1]", 0, false, "1"),
            ("[1, 2], [3, 4]", 2, false, "[[1, 2], [3, 4]]"),
        ] {
            assert_eq!(candidates(text, rank, bits).first().map(String::as_str), Some(first), "{text}");
        }
        assert_eq!(candidates("1, 2; 3, 4", 2, false)[1], "[[1, 2], [3, 4]]");
        assert!(candidates("[[1]", 1, false).is_empty());
        assert!(candidates("1,,2", 1, false).is_empty());
    }
}
