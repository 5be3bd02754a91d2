//! Methods, fields and modules: `x.len()`, `helpers.f(x)`.

use crate::diagnostics::Message;

/// `callee.name`, as far as both are names.
pub(super) fn message(callee: Option<&str>, name: Option<&str>) -> Message {
    let message = Message::new("E0132", "circ has no methods and no fields", "unexpected `.`");
    let (Some(callee), Some(name)) = (callee, name) else {
        return message.help("call a family or a builtin: `len(x)`, `sum(x)`");
    };
    let help = match name {
        "len" | "length" | "size" | "shape" | "count" => format!("the length is `len({callee})`"),
        "iter" | "map" | "filter" | "into_iter" => {
            format!(
                "`[f(t) for t in {callee}]` makes an array of the elements, `sum(t for t in {callee} if t > 0)` reduces them"
            )
        }
        "sum" | "all" | "any" | "mean" | "min" | "max" if !is_library(callee) => {
            format!("call it: `{name}({callee})`")
        }
        "sum" | "prod" | "abs" | "all" | "any" | "mean" | "min" | "max" | "sign" | "floor" | "ceil"
        | "log2" | "argmax" | "argmin" => format!("`{name}` is a builtin: call it by its name alone"),
        "append" | "push" | "extend" | "concat" => {
            format!("nothing changes: `concat({callee}, [e])` is a longer array")
        }
        "reverse" | "rev" => format!("`[{callee}[n - 1 - i] for i in 0..n]` is the array turned around"),
        "T" => "the transpose is `transpose`: `use std.linear.{transpose};`".to_owned(),
        "0" | "1" | "2" => format!("a tuple is taken apart by `let (a, b) = {callee};`"),
        "EQ" | "LT" | "LEQ" | "GT" | "GEQ" | "NEQ" => {
            "`select(keys, queries, ==)` takes the comparison itself: `==`, `!=`, `<`, `<=`, `>` or `>=`"
                .to_owned()
        }
        module if callee == "std" => {
            format!(
                "a family of the library is made known first, `use std.{module}.{{…}};`, and called by its name alone"
            )
        }
        _ if is_library(callee) => format!("call a builtin or a family: `{name}(…)`"),
        _ => format!(
            "a family of another file is made known first, `use {callee}.{{{name}}};`, and called by its name: `{name}(…)`; \
             of a value, call it: `{name}({callee})`"
        ),
    };
    message.help(help)
}

/// Modules of other languages.
fn is_library(name: &str) -> bool {
    matches!(name, "np" | "numpy" | "math" | "torch" | "jnp" | "std" | "operator" | "functools" | "itertools")
}
