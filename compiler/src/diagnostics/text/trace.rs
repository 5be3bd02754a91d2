//! Where the building of a circuit stood: what was built, and the calls that led to the place, as a stack trace.
//!
//! A recursion of a thousand steps is a few lines here: a run of the same calls shows its first and its last, and what
//! is still long loses its middle.

use crate::diagnostics::{Built, CallFrame, Trace};

/// So many calls are shown.
const MOST: usize = 12;
/// Of a longer chain so many outermost calls; the rest are innermost ones.
const OUTER: usize = 5;
/// Recursions through so many families are seen as runs.
const LONGEST_PERIOD: usize = 4;

/// A line of a trace.
enum Line {
    /// The call of this number.
    Call(usize),
    /// So many calls that repeat those before them.
    Repeats(usize),
    /// So many calls.
    LeftOut(usize),
}

/// The words for what was built or run, and for the calls.
pub(super) fn trace(doing: &str, built: &Built, calls: &[CallFrame]) -> Trace {
    let what = built.family.as_ref().map_or_else(|| "this test".into(), |family| format!("`{family}`"));
    let words = |line: Line| match line {
        Line::Call(call) => (Some(calls[call].span), called(&calls[call])),
        Line::Repeats(count) => (None, format!("… {count} more such calls …")),
        Line::LeftOut(count) => (None, format!("… {count} more calls …")),
    };
    Trace {
        built: format!("Found while {doing} {}.", at(&what, &built.sizes)),
        calls: shortened(runs(calls)).into_iter().map(words).collect(),
    }
}

/// ``calls `first` at n = 0``
fn called(call: &CallFrame) -> String {
    format!("calls {}", at(&format!("`{}`", call.family), &call.sizes))
}

/// `` `first` at n = 0``
fn at(what: &str, sizes: &[(String, u64)]) -> String {
    if sizes.is_empty() {
        return what.to_string();
    }
    let sizes: Vec<String> = sizes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{what} at {}", sizes.join(", "))
}

/// The calls, where the same ones at the same places follow each other only the first and the last of them.
fn runs(calls: &[CallFrame]) -> Vec<Line> {
    let same = |a: usize, b: usize| calls[a].span == calls[b].span && calls[a].family == calls[b].family;
    let mut lines = Vec::new();
    let mut start = 0;
    while start < calls.len() {
        let run = (1..=LONGEST_PERIOD).find_map(|period| {
            let more = (start + period..calls.len()).take_while(|at| same(*at, at - period)).count();
            // Fewer than two left out would not make it shorter.
            (more >= period + 2).then_some((period, period + more))
        });
        match run {
            Some((period, length)) => {
                lines.extend((start..start + period).map(Line::Call));
                lines.push(Line::Repeats(length - 2 * period));
                lines.extend((start + length - period..start + length).map(Line::Call));
                start += length;
            }
            None => {
                lines.push(Line::Call(start));
                start += 1;
            }
        }
    }
    lines
}

/// Without its middle where there are too many.
fn shortened(mut lines: Vec<Line>) -> Vec<Line> {
    if lines.len() <= MOST {
        return lines;
    }
    let inner = lines.split_off(lines.len() - (MOST - OUTER - 1));
    let left_out = lines.split_off(OUTER);
    let calls = |line: &Line| match line {
        Line::Call(_) => 1,
        Line::Repeats(count) | Line::LeftOut(count) => *count,
    };
    lines.push(Line::LeftOut(left_out.iter().map(calls).sum()));
    lines.extend(inner);
    lines
}

#[cfg(test)]
mod tests {
    use circ_grammar::tree::Span;

    use super::*;

    /// The calls of these families, each at its size and always from the same place.
    fn check(calls: &[(&str, u64)], expected: &[&str]) {
        let frame = |(family, size): &(&str, u64)| {
            let place: usize = family.bytes().map(usize::from).sum();
            let sizes = vec![("n".to_string(), *size)];
            CallFrame { family: (*family).into(), sizes, span: Span::new(place, place + 1) }
        };
        let frames: Vec<CallFrame> = calls.iter().map(frame).collect();
        let built = Built { family: Some("f".into()), sizes: vec![("n".into(), 3)] };
        let trace = trace("building", &built, &frames);
        assert_eq!(trace.built, "Found while building `f` at n = 3.");
        let words: Vec<&str> = trace.calls.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, expected);
        let placed = |(place, words): &(Option<Span>, String)| place.is_some() == words.starts_with("calls ");
        assert!(trace.calls.iter().all(placed));
    }

    #[test]
    fn few_calls_are_all_shown() {
        check(&[], &[]);
        check(
            &[("g", 3), ("h", 2), ("h", 1)],
            &["calls `g` at n = 3", "calls `h` at n = 2", "calls `h` at n = 1"],
        );
    }

    #[test]
    fn a_recursion_shows_its_ends() {
        let down: Vec<(&str, u64)> = (0..100).rev().map(|n| ("g", n)).collect();
        check(&down, &["calls `g` at n = 99", "… 98 more such calls …", "calls `g` at n = 0"]);
        let turns: Vec<(&str, u64)> =
            (0..9).rev().map(|n| (if n % 2 == 0 { "even" } else { "odd" }, n)).chain([("last", 7)]).collect();
        check(
            &turns,
            &[
                "calls `even` at n = 8",
                "calls `odd` at n = 7",
                "… 5 more such calls …",
                "calls `odd` at n = 1",
                "calls `even` at n = 0",
                "calls `last` at n = 7",
            ],
        );
    }

    #[test]
    fn a_long_chain_loses_its_middle() {
        let names: Vec<String> = (0..40).map(|k| format!("f{}", "x".repeat(k))).collect();
        let calls: Vec<(&str, u64)> = names.iter().map(|name| (name.as_str(), 1)).collect();
        let shown = |k: usize| format!("calls `{}` at n = 1", names[k]);
        let mut expected: Vec<String> = (0..5).map(shown).collect();
        expected.push("… 29 more calls …".into());
        expected.extend((34..40).map(shown));
        check(&calls, &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
