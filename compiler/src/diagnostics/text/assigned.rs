//! Branches and assignments: where a value was meant to change, and where one is missing.

use circ_grammar::tree::Span;

use crate::diagnostics::Message;

/// `name = …` as the last thing of a block.
pub(super) fn value(name: &str, operator: &str, value: Option<&str>) -> Message {
    let message = Message::new(
        "E0119",
        format!("`{name} {operator} …` assigns nothing: circ has no mutation"),
        "expected the value alone",
    )
    .note("A branch gives a value, and a `fold` takes the value of its body as the next state.");
    let value = value.filter(|value| !value.contains('`'));
    match (value, operator) {
        (Some(value), "=") => message
            .help(format!("the value of this block is `{value}`, and it stands alone; a comparison is `{name} == {value}`")),
        (Some(value), _) => message.help(format!("the value of this block is `{value}`, and it stands alone")),
        (None, _) => message.help(format!(
            "write what stands after `{name} {operator}` alone: it is the value of this block; a comparison is written `==`"
        )),
    }
}

/// `x[i] = …`
pub(super) fn element(name: &str, index: Option<&str>) -> Message {
    let place = index.unwrap_or("…");
    let message = Message::new(
        "E0119",
        format!("`{name}[{place}] = …` assigns nothing: circ has no mutation"),
        "arrays don't change",
    );
    match index {
        Some(index) => message.help(format!(
            "a new array has the other value there: `let {name} = [if j == {index} {{ … }} else {{ {name}[j] }} for j in 0..n];`, with the length of `{name}` for `n`"
        )),
        None => message.help("a new array says what each element is: `[e for i in 0..n]`, `[e for i in 0..n, j in 0..m]`"),
    }
}

/// An `if` without `else`. Only what can't be meant otherwise is a mend.
pub(super) fn missing_else(statement: bool, otherwise: Option<&str>, span: Span) -> Message {
    let message = Message::new("E0125", "this `if` has no `else`", "expected `else { … }`")
        .note("An `if` is an expression: it has a value whatever the condition is.");
    match otherwise {
        _ if statement => message.help(
            "put what follows into `else { … }`: `if c { a } else { … }`, or bind the value: `let y = if c { a } else { b };`",
        ),
        Some("false") => message.fix(span, " else { false }"),
        Some(state) => message
            .note("Where the condition doesn't hold, the state of the loop stays as it is.")
            .fix(span, format!(" else {{ {state} }}")),
        None => message.help("say what the value is where the condition doesn't hold: `if c { a } else { b }`"),
    }
}
