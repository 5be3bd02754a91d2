//! Figures of the results, found and written. All of them are integers: nanoseconds, bytes, counts.

use serde_json::Value;

/// The number at a JSON pointer.
pub(super) fn number(results: &Value, pointer: &str) -> Option<u64> {
    results.pointer(pointer)?.as_u64()
}

/// The text at a JSON pointer.
pub(super) fn text<'a>(results: &'a Value, pointer: &str) -> Option<&'a str> {
    results.pointer(pointer)?.as_str()
}

/// The rows of a list; none where it is missing.
pub(super) fn rows<'a>(results: &'a Value, pointer: &str) -> &'a [Value] {
    results.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// `0.85`, `12.3`, `1,234`: a fraction with about three digits.
pub(super) fn ratio(above: u64, below: u64) -> String {
    let (above, below) = (u128::from(above), u128::from(below.max(1)));
    let places = match above / below {
        0..10 => 2,
        10..100 => 1,
        _ => 0,
    };
    let shift = 10_u128.pow(places);
    let scaled = (above * shift + below / 2) / below;
    let whole = grouped(scaled / shift);
    if places == 0 { whole } else { format!("{whole}.{:0width$}", scaled % shift, width = places as usize) }
}

/// `12.3 ms`
pub(super) fn time(nanos: u64) -> String {
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs")];
    match units.into_iter().find(|(size, _)| nanos >= *size) {
        Some((size, unit)) => format!("{} {unit}", ratio(nanos, size)),
        None => format!("{nanos} ns"),
    }
}

/// `123 MB`
pub(super) fn megabytes(bytes: u64) -> String {
    format!("{} MB", ratio(bytes, 1_000_000))
}

/// `1,234,567`
pub(super) fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_and_groups() {
        assert_eq!(ratio(85, 100), "0.85");
        assert_eq!(ratio(9_999, 1_000), "10.00");
        assert_eq!(ratio(123, 10), "12.3");
        assert_eq!(ratio(1_234_600, 1_000), "1,235");
        assert_eq!(time(999), "999 ns");
        assert_eq!(time(1_500_000), "1.50 ms");
        assert_eq!(grouped(1_000_u64), "1,000");
    }
}
