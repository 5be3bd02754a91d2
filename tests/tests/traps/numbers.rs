//! Numbers: long ones, divisions by zero, and negative ones through every operation.

use super::support::{computes, fails, gives, holds, static_number};

#[test]
fn a_literal_of_a_thousand_digits() {
    let digits: String = (0..1000).map(|k| char::from(b'1' + (k * 7 % 9) as u8)).collect();
    let next = format!("{}{}", &digits[..999], char::from(digits.as_bytes()[999] + 1));
    let fraction = format!("0.{digits}");
    static_number(&digits, &digits);
    static_number(&format!("-{digits}"), &format!("-{digits}"));
    static_number(&format!("{next} - {digits}"), "1");
    static_number(&format!("{fraction} * 10 ^ 1000"), &digits);
    static_number(&format!("{digits} / {digits}"), "1");
    static_number(&format!("{digits} % 10"), &digits[999..]);
    static_number("1e1000 - (1e1000 - 1)", "1");
    static_number("1e-1000 * 1e1000", "1");
    static_number("floor(1e1000 + 1/2) - 1e1000", "0");
    // As an input, next to itself, and through wires.
    computes(&[("a", &digits)], "a", "num", &digits);
    computes(&[("a", &digits), ("b", &next)], "b - a", "num", "1");
    computes(&[("a", &digits), ("b", &next)], "a == b", "bool", "false");
    computes(&[("a", &digits), ("b", &next)], "a < b", "bool", "true");
    computes(&[("a", &digits), ("b", &next)], "max(a, b) - a", "num", "1");
    computes(&[("a", &fraction), ("b", "1e-1000")], "a + b == a", "bool", "false");
    computes(&[("a", &digits)], &format!("a == {digits}"), "bool", "true");
    computes(&[("a", &digits)], &format!("a > {next}"), "bool", "false");
    holds(&format!("family f(a: num) -> num {{ a }} test \"t\" {{ f({digits}) == {digits} }}"));
    let thousand_digits = format!("family f(x: num) -> num {{ x / {digits} * {digits} }}");
    gives(&thousand_digits, &[], "1/3", "1/3");
    // The sum of many is exact too, where floating point keeps sixteen digits.
    computes(&[("a", "1/10")], "sum(a for i in 0..10) == 1", "bool", "true");
    computes(&[("a", "9007199254740993")], "a - 9007199254740992", "num", "1");
    // As a size it is refused, at once.
    fails(&format!("family f() -> num {{ len(indices({digits})) }}"), &[], "E0426", &digits);
    fails(&format!("family f(x: num[3]) -> num {{ x[{digits}] }}"), &[], "E0401", &digits);
    fails(&format!("family f(x: num) -> num {{ x ^ {digits} }}"), &[], "E0410", &digits);
    fails(&format!("family f(x: num) -> num {{ sum(x for i in 0..{digits}) }}"), &[], "E0422", &digits);
    fails("family f(x: num) -> num { x ^ (9 ^ (9 ^ (9 ^ 9))) }", &[], "E0424", "9 ^ (9 ^ 9)");
    fails("family f(x: num) -> num { x ^ 1e30 }", &[], "E0410", "1e30");
}

#[test]
fn zero_over_zero() {
    // A divisor that is the constant 0 is refused wherever it stands, taken or not.
    for (division, at) in [
        ("0/0", "0"),
        ("1/0", "0"),
        ("x/0", "0"),
        ("x/(1 - 1)", "(1 - 1)"),
        ("x/(2*3 - 6)", "(2*3 - 6)"),
        ("0 % 0", "0"),
        ("floor(0/0)", "0"),
        ("x/0.0", "0.0"),
        ("x/-0", "-0"),
        ("x/2/0", "0"),
    ] {
        let shown = at.strip_prefix('(').and_then(|at| at.strip_suffix(')')).unwrap_or(at);
        for body in [
            division.to_string(),
            format!("let y = {division}; 7"),
            format!("if false {{ {division} }} else {{ 7 }}"),
            format!("sum({division} for i in 0..0)"),
            format!("sum({division} for i in 0..3 if false)"),
            format!("sum([{division}])"),
        ] {
            fails(&format!("family f(x: num) -> num {{ {body} }}"), &[], "E0329", shown);
        }
    }
    fails("const c = 0/0; family f() -> num { 7 }", &[], "E0329", "0");
    fails("const zero = 0; family f(x: num) -> num { x/zero }", &[], "E0329", "zero");
    fails("family f(x: num) -> num { x } test \"t\" { f(0/0) == 0 }", &[], "E0329", "0");
    fails("family f[n](x: num) -> num { x/(n - n) }", &[3], "E0329", "n - n");

    // One that is 0 at a size: refused at that size where it is computed, and only there.
    let family = |body: &str| format!("family f[n](x: num) -> num {{ {body} }}");
    for (body, at) in [
        ("x/n", "n"),
        ("0/n", "n"),
        ("n/n", "n"),
        ("n % n", "n"),
        ("let y = x/n; 7", "n"),
        ("n ^ -1", "n"),
        ("x/(2*n)", "2*n"),
        ("sum(x/i for i in 0..3)", "i"),
        ("fold s = x for i in 0..2 { s/i }", "i"),
        ("sum([1/i for i in 0..2])", "i"),
        ("if x > 0 { x/n } else { 0 }", "n"),
        ("floor(n/n)", "n"),
        ("if x/n > 0 and n > 0 { 1 } else { 0 }", "n"),
    ] {
        fails(&family(body), &[0], "E0407", at);
    }
    fails("family f() -> num { 0 ^ -1 }", &[], "E0407", "0");
    fails("family g[n](x: num) -> num { x/n } family f(x: num) -> num { g[0](x) }", &[], "E0407", "n");
    fails("family g[n](x: num[n]) -> num { sum(x)/n } test \"t\" { g([]) == 0 }", &[1], "E0407", "n");
    for body in [
        "if n == 0 { 7 } else { x/n }",
        "if n > 0 { x/n } else { 7 }",
        "7 + sum(x/n for i in 0..n)",
        "7 + sum(x/n for i in 0..3 if n > 0)",
        "if n > 0 and x/n > 0 { 1 } else { 7 }",
        "if n == 0 or x/n > 0 { 7 } else { 1 }",
        "7 + sum([x/n for i in 0..n])",
        "fold s = 7 for i in 0..n { s/n }",
        "7 + mean(x for i in 0..n)",
    ] {
        gives(&family(body), &[0], "3", "7");
    }
    gives(&family("x/n"), &[4], "3", "3/4");
    // Wires never divide, so no wire meets a zero.
    fails("family f(x: num, y: num) -> num { x/y }", &[], "E0327", "y");
    fails("family g(y: num) -> num { 1/y } family f() -> num { g(0) }", &[], "E0327", "y");
    // Zero itself, folded and not.
    computes(&[("a", "0")], "a/3", "num", "0");
    computes(&[("a", "0"), ("b", "0")], "a*b", "num", "0");
    computes(&[("a", "0")], "-a == a and sign(-a) == 0", "bool", "true");
}

#[test]
fn a_negative_number_through_every_operation() {
    let a = ("a", "-5/2");
    let b = ("b", "-2");
    for (expr, result, expected) in [
        ("a + b", "num", "-9/2"),
        ("a - b", "num", "-1/2"),
        ("b - a", "num", "1/2"),
        ("-a", "num", "5/2"),
        ("a * b", "num", "5"),
        ("a * b * b", "num", "-10"),
        ("a - a*b", "num", "-15/2"),
        ("-a - b", "num", "9/2"),
        ("--a", "num", "-5/2"),
        ("a / -2", "num", "5/4"),
        ("a / -2 / -5", "num", "-1/4"),
        ("a / 4", "num", "-5/8"),
        ("a ^ 2", "num", "25/4"),
        ("a ^ 3", "num", "-125/8"),
        ("-a ^ 2", "num", "-25/4"),
        ("(-a) ^ 3", "num", "125/8"),
        ("a ^ 0", "num", "1"),
        ("a ^ 1", "num", "-5/2"),
        ("abs(a)", "num", "5/2"),
        ("abs(-a)", "num", "5/2"),
        ("sign(a)", "num", "-1"),
        ("sign(-a)", "num", "1"),
        ("a < b", "bool", "true"),
        ("a <= b", "bool", "true"),
        ("a > b", "bool", "false"),
        ("a >= b", "bool", "false"),
        ("a == b", "bool", "false"),
        ("a != b", "bool", "true"),
        ("a < -2", "bool", "true"),
        ("-2 < a", "bool", "false"),
        ("a <= -5/2", "bool", "true"),
        ("a == -5/2", "bool", "true"),
        ("a >= -5/2", "bool", "true"),
        ("a > -3 ", "bool", "true"),
        ("-3 < a < b < 0", "bool", "true"),
        ("max(a, b)", "num", "-2"),
        ("min(a, b)", "num", "-5/2"),
        ("max(a, b, -1)", "num", "-1"),
        ("min(a, b, 0)", "num", "-5/2"),
        ("max([a, b, a])", "num", "-2"),
        ("argmax([a, b, a])", "num", "1"),
        ("argmin([b, a, a])", "num", "1"),
        ("argmax([a, b])", "num", "1"),
        ("sum([a, b])", "num", "-9/2"),
        ("prod([a, b, b])", "num", "-10"),
        ("mean([a, b])", "num", "-9/4"),
        ("count([a < 0, b > 0])", "num", "1"),
        ("lookup([7, 8, 9], b)", "num", "0"),
        ("lookup([7, 8, 9], a + 5/2)", "num", "7"),
        ("lookup([a, b], 1)", "num", "-2"),
        ("if a < 0 { a } else { b }", "num", "-5/2"),
        ("if a > 0 { a } else { b }", "num", "-2"),
        ("select([a, b], [b, a], <)", "bool[2, 2]", "true false false false"),
        ("width(select([a, b, 0], [a, b, 0], <=))", "num[3]", "1 2 3"),
        ("aggregate(select([a, b], [b, a], <=), [a, b], -7)", "num[2]", "-9/4 -5/2"),
        ("aggregate(select([a, b], [a, b], <), [a, b], -7)", "num[2]", "-7 -5/2"),
        ("pick(select([a, b], [a, b], <), [a, b], -7)", "num[2]", "-7 -5/2"),
        ("pick_last(select([a, b], [a, b], <=), [a, b])", "num[2]", "-5/2 -2"),
        ("sum(t for t in [a, b, 1] if t < 0)", "num", "-9/2"),
        ("max(t for t in [a, b, 1] if t < 0 else 3)", "num", "-2"),
        ("min(t for t in [a, b, 1] if t > 1 else -3)", "num", "-3"),
        ("mean(t for t in [a, b, 1] if t < 0)", "num", "-9/4"),
        ("prod(t for t in [a, b, 1] if t < 0)", "num", "5"),
        ("fold s = a for i in 0..3 { s * b }", "num", "20"),
        ("scan s = a for i in 0..3 { s * b }", "num[3]", "5 -10 20"),
        ("[a, b] * [b, a]", "num[2]", "5 5"),
        ("[a, b] - 1", "num[2]", "-7/2 -3"),
        ("concat([a], [b, a])", "num[3]", "-5/2 -2 -5/2"),
    ] {
        computes(&[a, b], expr, result, expected);
    }
    for (expr, expected) in [
        ("-7 % 3", "2"),
        ("7 % -3", "-2"),
        ("-7 % -3", "-1"),
        ("-6 % 3", "0"),
        ("floor(-5/2)", "-3"),
        ("ceil(-5/2)", "-2"),
        ("floor(-2)", "-2"),
        ("-floor(5/2)", "-2"),
        ("(-2) ^ 3", "-8"),
        ("(-2) ^ -3", "-1/8"),
        ("(-2) ^ 0", "1"),
        ("2 * -3", "-6"),
        ("6 / -4", "-3/2"),
        ("-1/2 + -1/2", "-1"),
        ("1 - -1", "2"),
        ("abs(-3) + 1", "4"),
    ] {
        static_number(expr, expected);
    }
    for (expr, code, at) in [
        ("indices(3)[-1]", "E0326", "-1"),
        ("len(indices(-1))", "E0324", "-1"),
        ("x ^ -1", "E0331", "-1"),
        ("floor(log2(-4))", "E0411", "-4"),
        ("2 ^ (1/2)", "E0331", "1/2"),
        ("(-8) ^ (1/3)", "E0331", "1/3"),
    ] {
        fails(&format!("family f(x: num) -> num {{ {expr} }}"), &[], code, at);
    }
}
