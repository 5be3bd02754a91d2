//! Indices one beyond either end: never clamped, never counted from the end.

use super::support::{fails, gives, listed};

#[test]
fn an_index_of_n_and_of_minus_1() {
    let family = |body: &str| format!("family f[n](x: num[n]) -> num {{ {body} }}");
    for (body, at) in [
        ("x[n]", "n"),
        ("x[len(x)]", "len(x)"),
        ("let unused = x[n]; 7", "n"),
        ("sum([x[i + 1] for i in 0..n])", "i + 1"),
        ("sum(x[i] for i in 0..=n)", "i"),
        ("fold s = 0 for i in 0..=n { s + x[i] }", "i"),
        ("if x[n] > 0 { 1 } else { 0 }", "n"),
        ("[[1, 2], [3, 4]][0, n + 1]", "n + 1"),
        ("x[1..][n - 1]", "n - 1"),
        ("indices(n)[n]", "n"),
        ("max(x[n], 0)", "n"),
        ("if n > 0 and x[n] > 0 { 1 } else { 0 }", "n"),
        ("sum(x[i] for i in 0..n + 1 if x[i] > 0)", "i"),
    ] {
        for n in [1u64, 4] {
            fails(&family(body), &[n], "E0401", at);
        }
    }
    for body in ["x[n - 1]", "x[0]", "x[n]"] {
        fails(&family(body), &[0], "E0401", &body[2..body.len() - 1]);
    }
    for (body, code, at) in [
        ("x[-1]", "E0326", "-1"),
        ("x[0 - 1]", "E0326", "0 - 1"),
        ("let unused = x[-1]; 7", "E0326", "-1"),
        ("x[n - 3]", "E0401", "n - 3"),
        ("x[-n]", "E0401", "-n"),
        ("sum([x[i - 1] for i in 0..n])", "E0401", "i - 1"),
        ("sum(x[i] for i in -1..n)", "E0401", "i"),
        ("indices(n)[-1]", "E0326", "-1"),
        ("x[1/2]", "E0324", "1/2"),
        ("x[n/4]", "E0404", "n/4"),
    ] {
        fails(&family(body), &[2], code, at);
    }
    // Slices end at n at the furthest.
    for (body, code, at) in [
        ("sum(x[..n + 1])", "E0402", "..n + 1"),
        ("sum(x[..=n])", "E0402", "..=n"),
        ("sum(x[n + 1..])", "E0403", "n + 1.."),
        ("sum(x[n..n + 1])", "E0402", "n..n + 1"),
        ("sum(x[-1..])", "E0324", "-1"),
        ("sum(x[..-1])", "E0324", "-1"),
        ("sum(x[n - 3..])", "E0402", "n - 3.."),
        ("sum(x[2..1])", "E0403", "2..1"),
    ] {
        fails(&family(body), &[2], code, at);
    }
    gives(&family("sum(x[n..]) + sum(x[..0]) + sum(x[n..n]) + sum(x[..=n - 1])"), &[2], "4 5", "9");
    let matrix = |body: &str| format!("family f[n, m](x: num[n, m]) -> num {{ {body} }}");
    for (body, code, at) in [
        ("sum(x[n])", "E0401", "n"),
        ("x[n, 0]", "E0401", "n"),
        ("x[0, m]", "E0401", "m"),
        ("sum(x[.., m])", "E0401", "m"),
        ("sum(x[-1])", "E0326", "-1"),
        ("x[0, -1]", "E0326", "-1"),
        ("sum(x[.., -1])", "E0326", "-1"),
        ("sum(x[1, ..m + 1])", "E0402", "..m + 1"),
    ] {
        fails(&matrix(body), &[2, 3], code, at);
    }
    // The row that would be read by running on: 2 rows of 3, and x[0, 3] is not x[1, 0].
    fails(&matrix("x[0, 3]"), &[2, 3], "E0401", "3");
    // Through a call, where the fault is in the callee; in a test; and where it is not taken.
    fails(
        "family g[m](y: num[m]) -> num { y[m] } family f[n](x: num[n]) -> num { g(x) }",
        &[3],
        "E0401",
        "m",
    );
    fails("family f[n](x: num[n]) -> num { x[n - 1] } test \"t\" { f([]) == 0 }", &[1], "E0401", "n - 1");
    for body in [
        "if n == 0 { 7 } else { x[n - 1] }",
        "if n > 0 { x[0] } else { 7 }",
        "7 + sum(x[i] for i in 0..3 if i < n)",
        "if n > 0 and x[n - 1] == 0 { 1 } else { 7 }",
        "if n == 0 or x[-n] == 0 { 7 } else { 1 }",
        "if false { x[-1] } else { 7 }",
        "7 + sum(x[n] for i in 0..n)",
        "fold s = 7 for i in 0..n { x[n] }",
        "7 + sum([x[n] for i in 0..n])",
    ] {
        gives(&family(body), &[0], "", "7");
    }
    // A wire as an index finds nothing outside, and gives the type's zero.
    let lookup = "family f[n](x: num[n], i: num) -> num { lookup(x, i) }";
    for (at, expected) in [
        ("0", "4"),
        ("2", "6"),
        ("3", "0"),
        ("-1", "0"),
        ("1/2", "0"),
        ("4294967296", "0"),
        ("18446744073709551616", "0"),
    ] {
        gives(lookup, &[3], &format!("4 5 6 {at}"), expected);
        gives(&format!("family f(x: num[3]) -> num {{ lookup(x, {at}) }}"), &[], "4 5 6", expected);
    }
    gives(lookup, &[0], "0", "0");
    gives("family f[n](x: bool[n], i: num) -> bool { lookup(x, i) }", &[2], "true true 2", "false");
    gives(
        "alphabet A = 'p' | 'q' | 'r'; family f[n](x: A[n], i: num) -> A { lookup(x, i) }",
        &[2],
        "2 1 -1",
        "0",
    );
}

/// Programs that read no input at all: their circuits are constants, and a transformer still gives them.
#[test]
fn only_indices_and_no_input() {
    for n in [0u64, 1, 2, 20, 129] {
        let total = n * n.saturating_sub(1) / 2;
        gives("family f[n]() -> num[n] { indices(n) }", &[n], "", &listed(0..n));
        gives("family f[n]() -> num { sum(indices(n)) }", &[n], "", &total.to_string());
        gives("family f[n]() -> num[n] { [n - 1 - i for i in indices(n)] }", &[n], "", &listed((0..n).rev()));
        gives(
            "family f[n]() -> num[n] { width(select(indices(n), indices(n), <=)) }",
            &[n],
            "",
            &listed(1..=n),
        );
        let halves = listed((0..n).map(|i| format!("{i}/2")));
        gives(
            "family f[n]() -> num[n] { aggregate(select(indices(n), indices(n), <=), indices(n)) }",
            &[n],
            "",
            &halves,
        );
        gives("family f[n]() -> bool { all(i < n for i in 0..n) }", &[n], "", "true");
        gives("family f[n]() -> num { n }", &[n], "", &n.to_string());
        // An input that is there and not read, and one that is read after all.
        let zeros = "0 ".repeat(n as usize);
        gives("family f[n](x: num[n]) -> num[n] { indices(n) }", &[n], &zeros, &listed(0..n));
        gives("family f[n](x: num[n]) -> num[n] { indices(n) + x }", &[n], &zeros, &listed(0..n));
        gives(
            "family g[m]() -> num[m] { indices(m) } family f[n]() -> num { sum(g[n]()) }",
            &[n],
            "",
            &total.to_string(),
        );
    }
    gives("family f() -> num { 7 }", &[], "", "7");
    gives("family f() -> (num, bool[2], num[0]) { (1/3, [true, false], []) }", &[], "", "1/3 true false");
    let steps =
        "family next[m](w: num[m]) -> num { m } family f[n]() -> num[n] { generate(next, indices(0), n) }";
    gives(steps, &[0], "", "");
    gives(steps, &[5], "", "0 1 2 3 4");
}
