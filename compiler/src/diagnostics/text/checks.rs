//! Types, shapes, stages and calls.

use super::{counted, list, meant, quoted};
use crate::diagnostics::{Meant, Message, TypeFact};

/// The words for a fact about types, shapes, stages or calls.
#[allow(clippy::too_many_lines, reason = "one arm for each fact")]
pub(super) fn message(fact: &TypeFact) -> Message {
    match fact {
        TypeFact::Mismatch { role, expected, found, meant } => {
            let message = Message::new(
                "E0301",
                format!("{role} should be `{expected}`, and is {}", kind(found)),
                format!("expected `{expected}`, found {}", kind(found)),
            );
            if let Some(meant) = meant {
                message.help(meant::mend(meant))
            } else if expected == "bool" && found.starts_with("bool[") {
                message.help("`all(…)` and `any(…)` make one bool of many")
            } else if found.ends_with("[1]") && !expected.contains('[') {
                message.help("square brackets make an array; parentheses group, and a bool is 0 or 1 in a product: `(a > b) * c`")
            } else if found.ends_with("[1]") && expected.ends_with(']') {
                message.help("an array of equal elements is `[e for i in 0..n]`")
            } else {
                message
            }
        }
        TypeFact::ShapesDiffer { left, right, left_span } => {
            let message = Message::new(
                "E0302",
                format!("the shapes `{left}` and `{right}` differ"),
                format!("this is `{right}`"),
            )
            .related(*left_span, format!("this is `{left}`"))
            .note("Operators work element by element on arrays of one shape; a scalar spreads over an array.");
            if left == "[]" || right == "[]" {
                return message.help("whether an array is empty is known when it is built: `len(x) == 0`");
            }
            let tokens = |text: &str| !text.starts_with("num[") && !text.starts_with("bool[");
            if (left.ends_with("[1]") && tokens(left)) || (right.ends_with("[1]") && tokens(right)) {
                message.help("one token is written in single quotes, as `'a'`, and is compared with each element of an array")
            } else if left.ends_with("[1]") || right.ends_with("[1]") {
                message.help("`concat(x, y)` joins arrays")
            } else {
                message
            }
        }
        TypeFact::CompareKinds { operation, left, right, left_span } => {
            let message = Message::new(
                "E0303",
                format!("`{operation}` can't compare `{left}` with `{right}`"),
                format!("this is `{right}`"),
            )
            .related(*left_span, format!("this is `{left}`"));
            let number = |text: &str| text.starts_with("num") || text.starts_with("bool");
            let literal = |text: &str| text.starts_with('(') || text == "a token" || text.starts_with("tokens[");
            if number(left) == number(right) || literal(left) || literal(right) {
                message
            } else {
                message.help("a token is written in quotes: `'1'`")
            }
        }
        TypeFact::NotOrdered { operation, found } => Message::new(
            "E0304",
            format!("`{found}` has no order: `{operation}` does not apply"),
            format!("expected numbers, found `{found}`"),
        )
        .help("tokens are compared with `==` and `!=`"),
        TypeFact::ChainOfNotEqual { bools: true } => Message::new("E0305", "`!=` does not chain", "a chain with `!=`")
            .help("of bools write `(a != b) != c`: it is true where an odd number of them hold"),
        TypeFact::ChainOfNotEqual { bools: false } => Message::new("E0305", "`!=` does not chain", "a chain with `!=`")
            .help("write `a != b and b != c`; whether all differ is `a != b and b != c and a != c`"),
        TypeFact::ChainBothWays => Message::new("E0305", "this chain of comparisons goes both ways", "`<` and `>` in one chain")
            .help("write it as two comparisons joined by `and`"),
        TypeFact::NotNumeric { operation, found, token } => {
            let message = Message::new(
                "E0306",
                format!("`{operation}` needs numbers"),
                format!("expected numbers, found `{found}`"),
            );
            let many = found.contains('[');
            match (operation.as_str(), token) {
                ("aggregate", Some(_)) => {
                    message.help("`pick(s, w)` takes the leftmost selected token, `pick_last(s, w)` the rightmost")
                }
                ("lookup", Some(_)) => message.help("`lookup(v, i)` takes positions, which count from 0; what stands where a token is, is `pick(select(w, [t], ==), v)[0]`"),
                ("sum", Some(token)) if many => {
                    message.help(format!("`count(w == {})` says how often a token occurs", quoted(token)))
                }
                (_, Some(token)) => message.help(meant::comparison(token, many)),
                (_, None) => message,
            }
        }
        TypeFact::NotBoolean { operation, found, token } => {
            let message = Message::new(
                "E0307",
                format!("{} needs bools", tick(operation)),
                format!("expected `bool`, found `{found}`"),
            );
            if let Some(token) = token {
                message.help(meant::comparison(token, found.contains('[')))
            } else if found.starts_with("num") {
                message.help("a number becomes a bool by a comparison: `x != 0`")
            } else {
                message
            }
        }
        TypeFact::TupleOperand { operation, found } => Message::new(
            "E0308",
            format!("`{operation}` does not take tuples"),
            format!("this is `{found}`"),
        )
        .help("take the tuple apart first: `let (a, b) = …;`"),
        TypeFact::BranchesDiffer { then, otherwise, then_span } => Message::new(
            "E0309",
            format!("the branches are `{then}` and `{otherwise}`"),
            format!("this branch is `{otherwise}`"),
        )
        .related(*then_span, format!("this branch is `{then}`"))
        .note("Both branches give one type; a bool widens to a number. Where a static condition decides, they have one shape too."),
        TypeFact::ElementsDiffer { first, found, first_span } => Message::new(
            "E0310",
            format!("elements of one array can't be `{first}` and `{found}`"),
            format!("this is `{found}`"),
        )
        .related(*first_span, format!("this is `{first}`")),
        TypeFact::ArrayOfTuples => Message::new("E0311", "there are no arrays of tuples", "this is a tuple")
            .help("make a tuple of arrays, or an array with one more dimension"),
        TypeFact::TupleTooLarge { limit } => Message::new(
            "E0352",
            format!("a tuple has at most {limit} parts"),
            "too many parts, those of its parts counted",
        )
        .help("an array holds many values of one type"),
        TypeFact::RankTooLarge { limit } => Message::new(
            "E0353",
            format!("an array has at most {limit} dimensions"),
            "one dimension more than that",
        ),
        TypeFact::TupleInput { name } => Message::new("E0311", format!("the input `{name}` is a tuple"), "expected a scalar or an array")
            .help("write an input for each part"),
        TypeFact::PatternMismatch { parts, found } => Message::new(
            "E0312",
            format!("this pattern takes {} apart, and the value is `{found}`", counted(*parts, "part")),
            format!("expected a tuple of {parts}, found `{found}`"),
        ),
        TypeFact::StateChanges { start, step, start_span, meant } => with(meant.as_ref(), Message::new(
            "E0313",
            format!("the state starts as `{start}`, and a step makes it `{step}`"),
            format!("expected `{start}`, found `{step}`"),
        )
        .related(*start_span, format!("the state starts as `{start}`"))
        .note("The state of a `fold` or `scan` keeps the type and the shape that it starts with.")),
        TypeFact::NotIndexable { found } => {
            let message = Message::new("E0314", format!("`{found}` can't be indexed"), "expected an array");
            if found.starts_with('(') { message.help("take the tuple apart: `let (a, b) = …;`") } else { message }
        }
        TypeFact::TooManySubscripts { rank, found, ty } => Message::new(
            "E0315",
            format!("`{ty}` has {}, and {found} are given", counted(*rank, "subscript").replace("subscript", "dimension")),
            format!("expected at most {}", counted(*rank, "subscript")),
        ),
        TypeFact::NotIterable { found } => {
            let message = Message::new(
                "E0316",
                format!("`{found}` has no elements to walk over"),
                format!("expected an array, found `{found}`"),
            );
            if found == "num" { message.help("a range is written `0..n`") } else { message }
        }
        TypeFact::WrongRank { role, rank, found } => {
            let expected = if *rank == 1 { "an array of one dimension".to_string() } else { format!("an array of {rank} dimensions") };
            let message = Message::new(
                "E0317",
                format!("{} should be {expected}", tick(role)),
                format!("expected {expected}, found `{found}`"),
            );
            if *role == "an argument of `concat`" {
                message.help("a scalar joins as an array of one: `concat(x, [1])`")
            } else if *role == "the values of a selection" && !found.contains('[') {
                message.help("`width(s)` counts the selected keys; a value for each key is an array, `aggregate(s, x)`")
            } else if *role == "the array of `lookup`" && found.contains(',') {
                message.help("one row of it, `lookup(a[k], i)`, or one column, `lookup(a[.., k], i)`, with a static k")
            } else if *role == "a selector" {
                message.help("a selector is `bool[queries, keys]`, as `select(keys, queries, ==)` gives it")
            } else {
                message
            }
        }
        TypeFact::KeysDiffer { keys, values, selector_span } => Message::new(
            "E0318",
            format!("the selector has {keys} keys, and there are {values} values"),
            format!("{values} values"),
        )
        .related(*selector_span, format!("{keys} keys"))
        .note("A selector is `bool[queries, keys]`; each key has one value."),
        TypeFact::FilterIsArray { found, meant } => with(meant.as_ref(), Message::new(
            "E0319",
            "a filter is one bool for each element",
            format!("expected `bool`, found `{found}`"),
        )),
        TypeFact::NeverSame { left, right, left_span, meant } => Message::new(
            "E0373",
            format!("{} and {} are never the same", kind(left), kind(right)),
            format!("this is {}", kind(right)),
        )
        .related(*left_span, format!("this is {}", kind(left)))
        .note("The outermost `==` of a test compares whole values, and nothing spreads.")
        .help(match meant {
            Some(meant) => meant::mend(meant),
            None => "an array is compared with an array, `x == [1]`, one value with one value; `all(x == 1)` says that all elements are 1".into(),
        }),
        TypeFact::TestNotBool { found } => Message::new(
            "E0320",
            "a test is a comparison or a bool",
            format!("expected `bool`, found `{found}`"),
        )
        .help("compare the result with what it should be: `f(x) == 3`"),
        TypeFact::SizeMissing => Message::new("E0321", "the size of this array is missing", "expected a size between the brackets")
            .help("`num[n]`, with `n` a parameter of the family"),
        TypeFact::QuantifiedNumber { name } => Message::new(
            "E0390",
            format!("a test can't try all numbers for the input `{name}`"),
            "expected `bool` or an alphabet",
        )
        .help("go through some, `for k in 0..=9 { f(k) == … }`, or write single cases; bools and tokens become numbers by `if` and `match`"),
        TypeFact::QuantifiedSizes { found } => {
            let message = Message::new(
                "E0391",
                "a quantified size goes through natural numbers",
                format!("expected a range or an array of numbers, found `{found}`"),
            );
            if found.starts_with("num[") {
                message.help("an array of one dimension: `n in [1, 2, 4, 8]`")
            } else {
                message.help("an input goes through all values of its type: `x: bool`, `t: Letter`, `w: Letter[n]`")
            }
        }
        TypeFact::QuantifiedTooEarly { name, input: false, at } => Message::new(
            "E0392",
            format!("the size `{name}` is used before it is quantified"),
            "not known here yet",
        )
        .related(*at, "quantified here")
        .help("put it before what uses it: `for n in 0..=6, x: bool[n]`"),
        TypeFact::QuantifiedTooEarly { name, input: true, at } => Message::new(
            "E0392",
            format!("`{name}` is an input, and sizes and ranges are static"),
            "depends on the input",
        )
        .related(*at, "an input")
        .help("quantify a size, and use it for both: `for n in 0..=6, x: bool[n]`"),
        TypeFact::NoCases => Message::new("E0393", "this test has no cases, so it tests nothing", "nothing to go through")
            .note("A range whose end lies before its start is empty; `0..=n` has one number more than `0..n`."),
        TypeFact::ArgumentCount { function, expected, found, meant } => {
            let message = Message::new(
                "E0337",
                format!("`{function}` takes {}, and {found} {} given", counted(expected.len(), "argument"), if *found == 1 { "is" } else { "are" }),
                format!("expected ({})", expected.join(", ")),
            );
            match meant {
                Some(meant) => message.help(meant::call(meant)),
                None => message,
            }
        }
        TypeFact::BuiltinArguments { name, usage, found } => Message::new(
            "E0337",
            format!("`{name}` can't take {}", counted(*found, "argument")),
            format!("expected {usage}"),
        ),
        TypeFact::SizesOfBuiltin { name } => {
            Message::new("E0338", format!("the builtin `{name}` takes no sizes in brackets"), "expected `(`")
                .help(format!("`{name}(…)`"))
        }
        TypeFact::TooManySizes { family, params, found } => Message::new(
            "E0339",
            format!("`{family}` has {}, and {found} are given", counted(params.len(), "size parameter")),
            if params.is_empty() { "expected no sizes".into() } else { format!("expected at most [{}]", params.join(", ")) },
        ),
        TypeFact::SliceAsSize { family } => Message::new("E0340", format!("a size of `{family}` is a number"), "this is a slice"),
        TypeFact::SizesNotFound { family, missing, call, numbers } => {
            let names: Vec<String> = missing.iter().map(|n| format!("`{n}`")).collect();
            Message::new(
                "E0341",
                format!("nothing says what {} of `{family}` {}", list(&names), if missing.len() == 1 { "is" } else { "are" }),
                "no argument has it as a dimension",
            )
            .help(format!("write the sizes{}: `{call}`", if *numbers { ", for instance" } else { "" }))
        }
        TypeFact::GeneratorForFamily { family } => Message::new(
            "E0342",
            format!("`{family}` takes values, not a generator"),
            "a generator stands only in a reduction or in brackets",
        )
        .help("an array: `[… for …]`"),
        TypeFact::GeneratorForBuiltin { name, usage } => Message::new(
            "E0342",
            format!("`{name}` takes values, not a generator"),
            format!("expected {usage}"),
        )
        .help("an array: `[… for …]`"),
        TypeFact::OperatorArgument { operation, function } => Message::new(
            "E0343",
            format!("`{operation}` is no argument of `{function}`"),
            "only `select` takes a comparison",
        ),
        TypeFact::SelectArguments { found } => {
            let message = Message::new(
                "E0344",
                "`select` takes keys, queries and a comparison",
                "expected `select(keys, queries, ==)`",
            )
            .note("`select(keys, queries, <)[q, k]` is `keys[k] < queries[q]`.");
            if *found == 3 { message.help("the comparison stands last, by itself and without quotes") } else { message }
        }
        TypeFact::SelectOfScalars => Message::new(
            "E0345",
            "one of keys and queries has to be an array",
            "expected `select(keys, queries, ==)` with an array among the two",
        ),
        TypeFact::IndicesOfArray { found } => {
            Message::new("E0346", "`indices` takes a size", format!("expected a static number, found `{found}`"))
                .help("`indices(len(x))` gives the positions of x")
        }
        TypeFact::ReductionOfScalar { name, found } => Message::new(
            "E0347",
            format!("`{name}` takes an array or a generator"),
            format!("expected an array, found `{found}`"),
        )
        .help(format!("`{name}(x[i] for i in 0..n)`, or `{name}(x)` with an array")),
        TypeFact::MaxOfArrays { name } => Message::new(
            "E0348",
            format!("`{name}` takes one array, or several scalars"),
            "one of these is an array among others",
        )
        .help(format!("`[{name}(x[i], y[i]) for i in 0..n]` works position by position")),
        TypeFact::FilterInComprehension => Message::new(
            "E0349",
            "an array comprehension takes no filter: its size would depend on it",
            "a filter",
        )
        .help("filter in a reduction, `sum(… if …)`, or choose a value, `[if c { a } else { b } for …]`"),
        TypeFact::DefaultNotTaken { name } => Message::new(
            "E0350",
            format!("`{name}` takes no default: it has a value for nothing"),
            "a default",
        )
        .help("leave `else …` out"),
        TypeFact::DefaultNeeded { name } => Message::new(
            "E0351",
            format!("`{name}` over a filter on the input needs a default"),
            "this may leave nothing",
        )
        .help(format!("`{name}(… if … else 0)` gives 0 where nothing is left")),
    }
}

/// A word of the language in backticks; a description as it is.
fn tick(role: &str) -> String {
    if role.contains(' ') || role.contains('`') { role.to_string() } else { format!("`{role}`") }
}

/// A type in backticks; a literal token, whose alphabet is not known, in words.
fn kind(text: &str) -> String {
    if text == "a token" { text.to_string() } else { format!("`{text}`") }
}

/// With the mend for what is meant, where that is known.
fn with(meant: Option<&Meant>, message: Message) -> Message {
    match meant {
        Some(meant) => message.help(meant::mend(meant)),
        None => message,
    }
}
