//! Counts in words.

/// `1 error`, `2 errors`, `12,000 families`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let number = grouped(count);
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        _ => format!("{number} {noun}s"),
    }
}

/// `99,900`
pub(crate) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        for (count, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (99_900, "99,900"), (1 << 20, "1,048,576")]
        {
            assert_eq!(grouped(count), text);
        }
        assert_eq!(counted(1, "family"), "1 family");
        assert_eq!(counted(0, "family"), "0 families");
        assert_eq!(counted(1200, "error"), "1,200 errors");
    }
}
