//! Selections of nothing, and selections where every score is the same.

use super::support::{computes, fails, gives, holds, listed};

#[test]
fn an_empty_selection() {
    // By a selector that is empty only for this input, one that is empty at this size, and one that is always empty.
    let selectors = ["select(x, x, <)", "select(indices(n), indices(n), <)", "select(indices(n), -1, ==)"];
    for selector in selectors {
        let first = |call: &str, result: &str| {
            let call = call.replace('S', selector);
            format!(
                "alphabet A = 'p' | 'q' | 'r'; family f[n](x: num[n], b: bool[n], w: A[n]) -> {result} {{ ({call})[0] }}"
            )
        };
        for (call, result, expected) in [
            ("width(S)", "num", "0"),
            ("aggregate(S, x)", "num", "0"),
            ("aggregate(S, x, 9)", "num", "9"),
            ("aggregate(S, x, 0)", "num", "0"),
            ("aggregate(S, x, -1/2)", "num", "-1/2"),
            ("aggregate(S, b)", "num", "0"),
            ("aggregate(S, b, 1)", "num", "1"),
            ("aggregate(S, x, x)", "num", "5"),
            ("pick(S, x)", "num", "0"),
            ("pick(S, x, 9)", "num", "9"),
            ("pick(S, x, x + 1)", "num", "6"),
            ("pick_last(S, x)", "num", "0"),
            ("pick_last(S, x, 9)", "num", "9"),
            ("pick(S, b)", "bool", "false"),
            ("pick(S, b, true)", "bool", "true"),
            ("pick(S, w)", "A", "0"),
            ("pick(S, w, 'r')", "A", "2"),
            ("pick_last(S, w, 'q')", "A", "1"),
            ("pick_last(S, b, b)", "bool", "true"),
            ("[any(r) for r in S]", "bool", "false"),
            ("[all(not s for s in r) for r in S]", "bool", "true"),
        ] {
            for (n, inputs) in
                [(1, "5 true 2"), (2, "5 5 true true 2 2"), (4, "5 5 5 5 true true true true 2 2 2 2")]
            {
                gives(&first(call, result), &[n], inputs, expected);
            }
        }
        // No query, and no key: everything is empty, and nothing is divided by.
        let whole = format!("family f[n](x: num[n]) -> num[n] {{ aggregate({selector}, x, 9) }}");
        gives(&whole, &[0], "", "");
    }
    let keyless = |call: &str| format!("family f[n](x: num[n]) -> num[2] {{ {call} }}");
    for (call, expected) in [
        ("aggregate(select(x, [1, 2], ==), x)", "0 0"),
        ("aggregate(select(x, [1, 2], ==), x, 9)", "9 9"),
        ("pick(select(x, [1, 2], ==), x, [3, 4])", "3 4"),
        ("width(select(x, [1, 2], !=))", "0 0"),
    ] {
        gives(&keyless(call), &[0], "", expected);
    }
    // Reductions over a filter that leaves nothing.
    let a = ("a", "1");
    for (expr, result, expected) in [
        ("sum(a for i in 0..3 if a > 1)", "num", "0"),
        ("prod(a for i in 0..3 if a > 1)", "num", "1"),
        ("mean(a for i in 0..3 if a > 1)", "num", "0"),
        ("count(true for i in 0..3 if a > 1)", "num", "0"),
        ("all(a > 1 for i in 0..3 if a > 1)", "bool", "true"),
        ("any(a == 1 for i in 0..3 if a > 1)", "bool", "false"),
        ("max(a for i in 0..3 if a > 1 else -9)", "num", "-9"),
        ("min(a for i in 0..3 if a > 1 else 9)", "num", "9"),
        ("max(-a for i in 0..3 if a > 1 else 0)", "num", "0"),
        // The default does not take part where something is left.
        ("max(-a for i in 0..3 if a == 1 else 7)", "num", "-1"),
        ("min(a for i in 0..3 if a == 1 else -7)", "num", "1"),
        ("max(a for i in 0..0 if true else 4)", "num", "4"),
        ("aggregate(select([a], [a], ==), [-a], 7)", "num[1]", "-1"),
    ] {
        computes(&[a], expr, result, expected);
    }
    for (source, code, at) in [
        ("family f[n](x: num[n]) -> num { max(x) }", "E0412", "max(x)"),
        ("family f[n](x: num[n]) -> num { min(t for t in x) }", "E0412", "min(t for t in x)"),
        (
            "family f[n](x: num[n]) -> num { max(x[i] for i in 0..n if i > 5) }",
            "E0412",
            "max(x[i] for i in 0..n if i > 5)",
        ),
        ("family f[n](x: num[n]) -> num { argmax(x) }", "E0412", "argmax(x)"),
        ("family f[n](x: num[n]) -> num { argmin(x[n..]) }", "E0412", "argmin(x[n..])"),
        ("family f[n](x: num[n]) -> num { max(t for t in x if t > 5) }", "E0351", "t > 5"),
        (
            "family g[n](x: num[n]) -> num { max(x) } family f[n](x: num[n]) -> num { g(x) }",
            "E0412",
            "max(x)",
        ),
    ] {
        fails(source, &[0], code, at);
    }
    holds(
        "family f[n](x: num[n]) -> num[n] { aggregate(select(x, x, <), x, 9) } test \"t\" { f([2, 2]) == [9, 9] } test \"u\" { f([]) == [] }",
    );
}

/// Leftmost is leftmost and a mean is over all, also where nothing tells the positions apart.
#[test]
fn all_scores_tied() {
    for n in [1u64, 2, 3, 20] {
        let (tied, positions) = (listed(vec!["-7/3"; n as usize]), listed(0..n));
        let inputs = format!("{tied} {positions}");
        let family =
            |result: &str, body: &str| format!("family f[n](x: num[n], v: num[n]) -> {result} {{ {body} }}");
        let all = |value: String| listed(vec![value; n as usize]);
        for (result, body, expected) in [
            ("num", "argmax(x)", "0".to_string()),
            ("num", "argmin(x)", "0".to_string()),
            ("num", "max(x)", "-7/3".to_string()),
            ("num", "min(x)", "-7/3".to_string()),
            ("num", "sum(x) - n * max(x)", "0".to_string()),
            ("num[n]", "width(select(x, x, ==))", all(n.to_string())),
            ("num[n]", "width(select(x, x, <))", all("0".into())),
            ("num[n]", "width(select(x, x, <=))", all(n.to_string())),
            ("num[n]", "pick(select(x, x, ==), v)", all("0".into())),
            ("num[n]", "pick_last(select(x, x, ==), v)", all((n - 1).to_string())),
            ("num[n]", "aggregate(select(x, x, ==), v)", all(format!("{}/2", n - 1))),
            ("num[n]", "aggregate(select(x, x, <), v, -1)", all("-1".into())),
            // Ranks by value and then by position: a permutation only because positions break the ties.
            (
                "num[n]",
                "[count(x[j] < x[i] or x[j] == x[i] and j < i for j in 0..n) for i in 0..n]",
                positions.clone(),
            ),
            (
                "num[n]",
                "[sum(v[j] for j in 0..n if count(x[k] < x[j] or x[k] == x[j] and k < j for k in 0..n) == i) for i in 0..n]",
                positions.clone(),
            ),
        ] {
            // Ranks of ranks look at all triples of positions.
            if n > 7 && body.contains("sum(v[j]") {
                continue;
            }
            gives(&family(result, body), &[n], &inputs, &expected);
        }
        // All but one tied, wherever it stands.
        for at in [0, n / 2, n - 1] {
            let one = listed((0..n).map(|k| i32::from(k == at)));
            gives(&family("num", "argmax(x)"), &[n], &format!("{one} {positions}"), &at.to_string());
        }
    }
    computes(&[("a", "2"), ("b", "2"), ("c", "2")], "argmax([a, b, c])", "num", "0");
    computes(&[("a", "2"), ("b", "2"), ("c", "2")], "max(a, b, c)", "num", "2");
    computes(&[("a", "true"), ("b", "true")], "argmin([a, b])", "num", "0");
}
