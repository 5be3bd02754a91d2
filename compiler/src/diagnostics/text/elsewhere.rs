//! Names that other languages and mathematics have, and circ has not.

/// What is meant by a value of this name: the words, and the text to write for it where there is one.
pub(super) fn value(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match name {
        "True" | "TRUE" | "yes" => ("the truth values are `true` and `false`", Some("true")),
        "False" | "FALSE" | "no" => ("the truth values are `true` and `false`", Some("false")),
        "None" | "null" | "nil" | "undefined" | "nan" | "NaN" => (
            "every value is there: nothing is left out; a default stands after `else`, or as the last argument of `pick`",
            None,
        ),
        "pass" | "break" | "continue" => {
            ("a block has a value, and no steps: its last expression is the value", None)
        }
        "tokens" | "tokens_int" | "tokens_str" | "inputs" | "sequence" => (
            "the sequence is an input of the family, by the name that you give it: `family f[n](w: num[n]) -> num`",
            None,
        ),
        "length" | "size" => (
            "the length is the size parameter of the family, `n` in `family f[n](x: num[n])`, or `len(x)`",
            None,
        ),
        "inf" | "Inf" | "infinity" | "math" => (
            "circ has no infinity; `max` and `min` over a filter take a default: `max(v for v in x if v > 0 else 0)`",
            None,
        ),
        "pi" | "π" => ("numbers are exact rationals: write a fraction, such as `22/7`", None),
        "EQ" | "eq" => ("a comparison is written as its sign: `select(x, x, ==)`", Some("==")),
        "LT" => ("a comparison is written as its sign: `select(x, x, <)`", Some("<")),
        "self" | "this" => ("a family has inputs, and no object", None),
        "lambda" => ("a function has a name: `family f(x: num) -> num { … }`", None),
        _ => return None,
    })
}
