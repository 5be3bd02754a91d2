//! The mend for what was likely meant.

use super::quoted;
use crate::diagnostics::{CallMeant, Meant};

/// How a value is mended that does not fit where it stands.
pub(super) fn mend(meant: &Meant) -> String {
    match meant {
        Meant::Bools(Some(text)) => {
            format!("a bool is written `true` or `false`, never as a number: `{text}`")
        }
        Meant::Bools(None) => "a bool widens to a number, never back: write `x != 0`".into(),
        Meant::Parity(many) => {
            let odd = if *many { "fold s = false for b in x { s != b }" } else { "(a != b) != c" };
            format!(
                "of a sum of bools, `x != 0` says whether one holds, and `{odd}` whether an odd number does"
            )
        }
        Meant::Codes(tokens, many) => {
            let arms = tokens.iter().enumerate().map(|(code, token)| format!("{} => {code}", quoted(token)));
            let arms = arms.collect::<Vec<_>>().join(", ");
            format!(
                "a `match` makes numbers of tokens: `match {} {{ {arms} }}`",
                if *many { "w" } else { "t" }
            )
        }
        Meant::Part(at, parts) => {
            let name = |part: usize| if part == *at { "a" } else { "_" };
            let names: Vec<&str> = (0..*parts).map(name).collect();
            format!("take the tuple apart, and give one part: `let ({}) = …; a`", names.join(", "))
        }
        Meant::StartAndSteps(more) => {
            let fewer = if more == "1" { "one step".into() } else { format!("{more} steps") };
            format!("`generate` gives start and steps together: {fewer} fewer give this length")
        }
        Meant::ScanWithStart => {
            "the states of a `scan` leave its start out: `concat([start], scan …)` has it too".into()
        }
        Meant::Comparison(token, many) => comparison(token, *many),
        Meant::Sequence(text) => {
            format!(
                "several tokens are written in double quotes, also where there is only one: {}",
                doubled(text)
            )
        }
        Meant::OneQuery => "a selector gives a value for each of its queries; one query is an array of one, and its value element 0: `pick(select(w, [q], ==), v)[0]`".into(),
        Meant::OneToken(text) => format!("one token is written in single quotes: `{}`", quoted(text)),
        Meant::Wrapped(0, text) => format!(
            "an array is written in square brackets, also one of a single element: `[{}]`",
            text.as_deref().unwrap_or("…")
        ),
        Meant::Wrapped(..) => {
            "`[x]` is the array with x as its only row; `[[t] for t in x]` makes it a column".into()
        }
    }
}

/// How tokens become bools or numbers.
pub(super) fn comparison(token: &str, many: bool) -> String {
    let (token, value) = (quoted(token), if many { "w" } else { "t" });
    format!("a comparison makes a bool of a token, which counts as 0 or 1: `{value} == {token}`")
}

/// How a call is mended that has other arguments than its family takes.
pub(super) fn call(meant: &CallMeant) -> String {
    match meant {
        CallMeant::Sizes(call) => format!("sizes stand in square brackets: `{call}`"),
        CallMeant::Parts(call, pattern) => {
            format!("a tuple is one argument; take it apart first: `let {pattern} = …; {call}`")
        }
    }
}

/// A sequence as it is written in a program.
fn doubled(text: &str) -> String {
    format!("`\"{}\"`", text.chars().take(40).collect::<String>().replace('\\', "\\\\").replace('"', "\\\""))
}
