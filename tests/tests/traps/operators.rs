//! How expressions bind, and values of one kind next to values of another.

use super::support::{computes, fails, gives, holds, static_number};

#[test]
fn not_binds_looser_than_a_comparison_and_tighter_than_and() {
    for a in [1, 2] {
        for c in [false, true] {
            let expected = (a != 2 && c).to_string();
            let vars = [("a", a.to_string()), ("b", "2".into()), ("c", c.to_string())];
            let vars: Vec<(&str, &str)> = vars.iter().map(|(name, value)| (*name, value.as_str())).collect();
            computes(&vars, "not a == b and c", "bool", &expected);
            computes(&vars, "(not (a == b)) and c", "bool", &expected);
            let other = !(a == 2 && c);
            computes(&vars, "not (a == b and c)", "bool", &other.to_string());
            computes(&vars, "not a == b or c", "bool", &(a != 2 || c).to_string());
            computes(&vars, "c and not a == b", "bool", &expected);
            computes(&vars, "not not a == b and c", "bool", &(a == 2 && c).to_string());
            computes(&vars, "a == b or c and not c", "bool", &(a == 2).to_string());
        }
    }
    // As selectors, over an input and over positions.
    let selectors = [
        "not select(x, x, ==) and select(indices(n), indices(n), <)",
        "(not select(x, x, ==)) and select(indices(n), indices(n), <)",
        "[not x[k] == x[q] and k < q for q in 0..n, k in 0..n]",
        "[(not (x[k] == x[q])) and (k < q) for q in 0..n, k in 0..n]",
        "select(x, x, !=) and not select(indices(n), indices(n), >=)",
    ];
    for selector in selectors {
        let width = format!("family f[n](x: num[n]) -> num[n] {{ width({selector}) }}");
        gives(&width, &[5], "3 1 3 3 2", "0 1 1 1 4");
        gives(&width, &[1], "3", "0");
        gives(&width, &[0], "", "");
        let inline = format!("family f[n](x: num[n]) -> num[n] {{ aggregate({selector}, x, 9) }}");
        gives(&inline, &[5], "3 1 3 3 2", "9 3 1 1 5/2");
    }
    holds(
        "family f[n](x: num[n]) -> num[n] { width(not select(x, x, ==) and select(x, x, <)) } \
           test \"t\" { f([2, 1, 2]) == [1, 0, 1] }",
    );
}

#[test]
fn powers() {
    static_number("-2^2", "-4");
    static_number("(-2)^2", "4");
    static_number("2^3^2", "512");
    static_number("(2^3)^2", "64");
    static_number("2^-1", "1/2");
    static_number("-2^-1", "-1/2");
    static_number("-2^-2", "-1/4");
    static_number("2^-1^2", "1/2");
    static_number("2^-2^2", "1/16");
    static_number("2*3^2", "18");
    static_number("-3*2^2", "-12");
    static_number("2^2*3", "12");
    static_number("1 - 2^2", "-3");
    static_number("(1/2)^3", "1/8");
    static_number("(1/2)^-3", "8");
    static_number("4 - -2^2", "8");
    static_number("2 * -2^2", "-8");
    static_number("10 % 4^2", "10");
    computes(&[("a", "3")], "-a^2", "num", "-9");
    computes(&[("a", "3")], "(-a)^2", "num", "9");
    computes(&[("a", "3")], "a^2^3", "num", "6561");
    computes(&[("a", "3")], "2*a^2", "num", "18");
    computes(&[("a", "3")], "1 - a^2", "num", "-8");
    computes(&[("a", "3")], "-a^2 == -(a^2)", "bool", "true");
    gives("family f[n]() -> num { -n^2 }", &[3], "", "-9");
    gives("family f[n]() -> num { 2^n^2 }", &[3], "", "512");
    gives("family f[n](x: num[2^n]) -> num { sum(x) }", &[2], "1 2 3 4", "10");
    gives("family f[n](x: num[n^2]) -> num { sum(x) }", &[2], "1 2 3 4", "10");
    gives("family f[n]() -> num { sum(2^-i for i in 0..n) }", &[3], "", "7/4");
    fails("family f(x: num[-2^2]) -> num { 7 }", &[], "E0324", "-2^2");
    fails("family f(x: num) -> num { x^-1 }", &[], "E0331", "-1");
    fails("family f(x: num) -> num { 2^x }", &[], "E0330", "x");
}

/// Averages are exact, so a comparison with a constant says what it reads.
#[test]
fn a_constant_against_an_average() {
    let third = ("a", "true");
    let rest = ("b", "false");
    for (expr, expected) in [
        ("mean([a, b, b]) == 1/3", "true"),
        ("1/3 == mean([a, b, b])", "true"),
        ("mean([a, b, b]) != 1/3", "false"),
        ("mean([a, b, b]) >= 1/3", "true"),
        ("mean([a, b, b]) > 1/3", "false"),
        ("mean([a, b, b]) <= 1/3", "true"),
        ("mean([a, b, b]) < 1/3", "false"),
        ("mean([a, b]) == 0.5", "true"),
        ("mean([a, b]) > 0.5", "false"),
        ("mean([a, b]) >= 1/2", "true"),
        ("mean([a, a, b]) * 3 == 2", "true"),
        ("mean([a, b, b]) == 0.333333", "false"),
        ("mean([a, b, b]) + mean([b, a, a]) == 1", "true"),
        ("0 < mean([a, b, b]) < 1/2", "true"),
        ("mean(t for t in [1, 2, 4] if a) == 7/3", "true"),
        ("mean(t for t in [1, 2, 4] if b) == 0", "true"),
        ("mean(t for t in [1, 2, 4] if t > 1 and a) == 3", "true"),
    ] {
        computes(&[third, rest], expr, "bool", expected);
    }
    // Elementwise, over `aggregate`, with the constant on either side.
    for (body, expected) in [
        ("aggregate(select(indices(n), indices(n), <=), x) == 1/3", "false false true"),
        ("1/3 == aggregate(select(indices(n), indices(n), <=), x)", "false false true"),
        ("aggregate(select(indices(n), indices(n), <=), x) > 1/3", "true true false"),
        ("1/2 <= aggregate(select(indices(n), indices(n), <=), x)", "true true false"),
        ("aggregate(select(indices(n), indices(n), <=), x) == mean(x)", "false false true"),
        ("[mean(x) == 1/n for i in 0..n]", "true true true"),
        ("[mean(x) > third for i in 0..n]", "false false false"),
    ] {
        let source = format!("const third = 1/3; family f[n](x: num[n]) -> bool[n] {{ {body} }}");
        gives(&source, &[3], "1 0 0", expected);
    }
    // A tenth ten times, and averages over as many as floating point gets wrong.
    for n in [3u64, 10, 49, 128] {
        let one = format!("1 {}", "0 ".repeat(n as usize - 1));
        gives(
            "family f[n](x: num[n]) -> bool where n > 0 { mean(x) * n == 1 and mean(x) == 1/n }",
            &[n],
            &one,
            "true",
        );
    }
}

#[test]
fn true_against_one() {
    for (expr, expected) in [
        ("a == 1", "true"),
        ("1 == a", "true"),
        ("a == true", "true"),
        ("true == 1", "true"),
        ("a != 1", "false"),
        ("b == 0", "true"),
        ("b != false", "false"),
        ("a == 2", "false"),
        ("a < 2", "true"),
        ("b < a", "true"),
        ("a <= 1", "true"),
        ("a == b", "false"),
        ("a > 1/2", "true"),
        ("true == 1 == a", "true"),
        ("a + b == true", "true"),
    ] {
        computes(&[("a", "true"), ("b", "false")], expr, "bool", expected);
    }
    for (expr, expected) in [
        ("a + a", "2"),
        ("a - b", "1"),
        ("-a", "-1"),
        ("a * 3", "3"),
        ("a / 2", "1/2"),
        ("sum([a, a, b])", "2"),
        ("count([a, b])", "1"),
        ("prod([a, a])", "1"),
        ("max(a, b)", "1"),
        ("if a { 1 } else { b }", "1"),
        ("if b { 1 } else { b }", "0"),
        ("sum([a, 1])", "2"),
        ("mean([a, b])", "1/2"),
        ("sign(a)", "1"),
        ("a", "1"),
        ("a ^ 2", "1"),
        ("fold s = b for i in 0..3 { s + a }", "3"),
    ] {
        computes(&[("a", "true"), ("b", "false")], expr, "num", expected);
    }
    // A number never narrows.
    for (source, code, at) in [
        ("family f() -> bool { 1 }", "E0301", "1"),
        ("family f(b: bool) -> bool { if b { 1 } else { false } }", "E0301", "if b { 1 } else { false }"),
        ("family f(b: num) -> bool { not b }", "E0307", "b"),
        ("family f(b: num) -> num { if b { 1 } else { 0 } }", "E0307", "b"),
        ("family f(b: num) -> bool { b and true }", "E0307", "b"),
        ("family f(x: num[3]) -> num { x[true] }", "E0323", "true"),
        ("family f() -> num { len(indices(true)) }", "E0323", "true"),
        ("family g(b: bool) -> bool { b } family f() -> bool { g(1) }", "E0301", "1"),
    ] {
        fails(source, &[], code, at);
    }
    holds(
        "family f(b: bool) -> bool { b } test \"t\" { f(true) == 1 } test \"u\" { 1 == f(true) } test \"v\" { [f(true)] == [1] }",
    );
}
