//! The pages about codes: which there are, and which one is meant.

/// Codes in order, each with its page in Markdown; made of `docs/errors` by the build script.
pub(crate) const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page about a code, in Markdown.
pub(crate) fn page(code: &str) -> Option<&'static str> {
    PAGES.binary_search_by_key(&code, |(code, _)| code).ok().map(|at| PAGES[at].1)
}

/// The title of a page: what stands after the code in its first line.
pub(crate) fn title(page: &str) -> &str {
    let heading = page.lines().next().unwrap_or_default();
    heading.split_once(": ").map_or(heading, |(_, title)| title)
}

/// The code that a text names, in capitals or not.
///
/// # Errors
/// What to say of a text that names none, with the codes that may be meant.
pub(crate) fn read_code(text: &str) -> Result<&'static str, String> {
    let asked = text.trim().to_ascii_uppercase();
    let codes = || PAGES.iter().map(|(code, _)| *code);
    if let Some(code) = codes().find(|code| *code == asked) {
        return Ok(code);
    }
    let (letter, digits) = match asked.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => (Some(first), &asked[1..]),
        _ => (None, asked.as_str()),
    };
    // A zero is easily written as the letter.
    let digits = digits.replace('O', "0");
    let number: u16 = match digits.parse() {
        Ok(number) if digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit()) => number,
        _ => return Err("a code is a letter and four digits, as in E0312".into()),
    };
    let number_of = |code: &str| code[1..].parse::<u16>().unwrap_or_default();
    let same: Vec<&str> = codes()
        .filter(|code| number_of(code) == number && letter.is_none_or(|letter| code.starts_with(letter)))
        .collect();
    if !same.is_empty() {
        return Err(format!("did you mean {}?", same.join(" or ")));
    }
    let mut near: Vec<&str> = codes().collect();
    near.sort_by_key(|code| {
        (letter.is_some_and(|letter| !code.starts_with(letter)), number_of(code).abs_diff(number))
    });
    near.truncate(3);
    near.sort_unstable();
    Err(format!("there is no such code; near it are {}", near.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_capitals_or_not() {
        assert_eq!(read_code("E0312"), Ok("E0312"));
        assert_eq!(read_code(" e0312 "), Ok("E0312"));
        assert_eq!(read_code("w0101"), Ok("W0101"));
    }

    #[test]
    fn what_is_no_code_is_told_which_are_near() {
        for (text, said) in [
            ("312", "did you mean E0312?"),
            ("0312", "did you mean E0312?"),
            ("E312", "did you mean E0312?"),
            ("EO312", "did you mean E0312?"),
            ("E", "a code is a letter and four digits, as in E0312"),
            ("", "a code is a letter and four digits, as in E0312"),
            ("E+12", "a code is a letter and four digits, as in E0312"),
            ("E00000000000000000312", "a code is a letter and four digits, as in E0312"),
            ("é0312", "a code is a letter and four digits, as in E0312"),
        ] {
            assert_eq!(read_code(text), Err(said.to_string()), "{text}");
        }
    }

    #[test]
    fn titles_stand_after_the_code() {
        assert_eq!(title("# E0312: a pattern: two\n\nText"), "a pattern: two");
        assert_eq!(title(""), "");
    }
}
