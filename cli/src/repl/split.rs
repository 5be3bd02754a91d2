//! The words of a command: what blanks stand between, but not those within quotes or brackets.

/// Splits a text into words. Quotes around all of a word are not part of it; others stay, for who reads the word.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut depth, mut quote) = (String::new(), 0u32, None::<char>);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if let Some(open) = quote {
            word.push(c);
            if c == '\\' {
                word.extend(chars.next());
            } else if c == open {
                quote = None;
            }
            continue;
        }
        match c {
            c if c.is_whitespace() && depth == 0 => {
                if !word.is_empty() {
                    words.push(bare(std::mem::take(&mut word)));
                }
                continue;
            }
            // An apostrophe within a word is one.
            '"' | '\'' if word.is_empty() || depth > 0 || word.ends_with('=') => quote = Some(c),
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        word.push(c);
    }
    if !word.is_empty() {
        words.push(bare(word));
    }
    words
}

/// Without quotes around all of it: a shell would have taken them away.
fn bare(word: String) -> String {
    for quote in ['"', '\''] {
        let inner = word.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner.filter(|inner| !inner.contains([quote, '\\'])) {
            return inner.to_owned();
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_split_as_they_are_meant() {
        for (text, expected) in [
            ("", &[][..]),
            ("  f   \"(())\" ", &["f", "(())"]),
            ("f [1, 2, [3, 4]] x=[1, 2]", &["f", "[1, 2, [3, 4]]", "x=[1, 2]"]),
            ("f ((", &["f", "(("]),
            ("f 'a b' w=\"a b\"", &["f", "a b", "w=\"a b\""]),
            ("f [\"a ]\", \"b\"]", &["f", "[\"a ]\", \"b\"]"]),
            ("f [1, 2", &["f", "[1, 2"]),
            ("f it's \"open", &["f", "it's", "\"open"]),
            ("f \"a\\\"b\"", &["f", "\"a\\\"b\""]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}
