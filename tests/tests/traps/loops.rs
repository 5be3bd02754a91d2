//! Loops: backwards, around zero, over one thing and over nothing; and names that come again inside.

use super::support::{computes, fails, gives, holds, listed};

#[test]
fn from_the_last_down_to_the_first() {
    // The ways to say it that are right at every n, 0 included.
    for n in [0u64, 1, 2, 5] {
        let (values, reversed) = (listed(1..=n), listed((1..=n).rev()));
        gives("family f[n](x: num[n]) -> num[n] { [x[n - 1 - i] for i in 0..n] }", &[n], &values, &reversed);
        gives(
            "family f[n](x: num[n]) -> num[n] { scan s = 0 for i in 0..n { x[n - 1 - i] } }",
            &[n],
            &values,
            &reversed,
        );
        let horner = (1..=n).rev().fold(0u64, |s, v| 10 * s + v);
        let folded = "family f[n](x: num[n]) -> num { fold s = 0 for i in 0..n { 10*s + x[n - 1 - i] } }";
        gives(folded, &[n], &values, &horner.to_string());
        let below = "family f[n](x: num[n]) -> num { fold s = 0 for i in 1 - n..1 { 10*s + x[-i] } }";
        gives(below, &[n], &values, &horner.to_string());
        gives(
            "family f[n](x: num[n]) -> num { sum(x[-i] for i in -n + 1..1) }",
            &[n],
            &values,
            &(n * (n + 1) / 2).to_string(),
        );
    }
    // A range goes up: one that would go down is empty in a loop, and an error over an array.
    for n in [1u64, 2, 5] {
        let values = listed(1..=n);
        gives("family f[n](x: num[n]) -> num { sum(x[i] for i in n - 1..0) }", &[n], &values, "0");
        gives(
            "family f[n](x: num[n]) -> num { fold s = 7 for i in n - 1..0 { s + x[i] } }",
            &[n],
            &values,
            "7",
        );
    }
    let inclusive = "family f[n](x: num[n]) -> num { sum(x[i] for i in n - 1..=0) }";
    gives(inclusive, &[1], "4", "4");
    gives(inclusive, &[2], "4 5", "0");
    gives(inclusive, &[5], "4 5 6 7 8", "0");
    // At n = 0 it starts at -1, and -1 is no position.
    fails(inclusive, &[0], "E0401", "i");
    fails("family f[n](x: num[n]) -> num { sum(x[i] for i in n - 1..0) }", &[0], "E0401", "i");
    gives("family f[n](x: num[n]) -> num { sum(i for i in n - 1..0) }", &[0], "", "-1");
    gives("family f[n](x: num[n]) -> num { sum(x[i] for i in n - 1..0 if i >= 0) }", &[0], "", "0");
    gives("family f[n](x: num[n]) -> num[1 - n] { [x[i] for i in n - 1..0] }", &[1], "4", "");
    fails("family f[n](x: num[n]) -> num { len([x[i] for i in n - 1..0]) }", &[2], "E0403", "n - 1..0");
    gives("family f[n](x: num[n]) -> num { sum([x[i] for i in 0..=n - 1]) }", &[0], "", "0");
    gives("family f[n](x: num[n]) -> num { sum(x[..=n - 1]) }", &[2], "4 5", "9");
    fails("family f[n](x: num[n]) -> num { sum(x[n - 1..0]) }", &[0], "E0402", "n - 1..0");
    fails("family f[n](x: num[n]) -> num { sum(x[n - 1..0]) }", &[3], "E0403", "n - 1..0");
}

#[test]
fn from_minus_two_to_two() {
    computes(&[], "sum(i for i in -2..2)", "num", "-2");
    computes(&[], "sum(i for i in -2..=2)", "num", "0");
    computes(&[], "[i for i in -2..2]", "num[4]", "-2 -1 0 1");
    computes(&[], "[i for i in -2..=2]", "num[5]", "-2 -1 0 1 2");
    computes(&[], "[i for i in (-2)..(2)]", "num[4]", "-2 -1 0 1");
    computes(&[], "[i for i in -2..-1]", "num[1]", "-2");
    computes(&[], "[i for i in 0 - 2..1 + 1]", "num[4]", "-2 -1 0 1");
    computes(&[("a", "3")], "[a * i for i in -2..2]", "num[4]", "-6 -3 0 3");
    computes(&[("a", "3")], "fold s = a for i in -2..2 { s + i }", "num", "1");
    computes(&[("a", "3")], "scan s = a for i in -2..2 { s + i }", "num[4]", "1 0 0 1");
    computes(&[("a", "3")], "prod(a + i for i in -2..2)", "num", "24");
    computes(&[("a", "3")], "count(i * i == a + 1 for i in -2..=2)", "num", "2");
    computes(&[], "sum(i * j for i in -2..2, j in i..0)", "num", "7");
    computes(&[], "sum(i for i in -2^2..2)", "num", "-9");
    gives("family f[n]() -> num[2*n] { [i for i in -n..n] }", &[0], "", "");
    gives("family f[n]() -> num[2*n] { [i for i in -n..n] }", &[2], "", "-2 -1 0 1");
    gives("family f[n](x: num[n]) -> num { sum(x[i + 2] for i in -2..n - 2) }", &[3], "1 2 3", "6");
    fails("family f(x: num[3]) -> num { sum(x[-2..2]) }", &[], "E0324", "-2");
    fails("family f(x: num[3]) -> num { sum(x[i] for i in -2..2) }", &[], "E0401", "i");
    computes(&[], "sum(i for i in 2..-2)", "num", "0");
    fails("family f() -> num { len([i for i in 2..-2]) }", &[], "E0403", "2..-2");
}

#[test]
fn one_iteration() {
    for range in ["0..1", "0..=0", "4..5", "-1..0", "-1..=-1"] {
        computes(&[("a", "5")], &format!("fold s = a for i in {range} {{ 2*s }}"), "num", "10");
        computes(&[("a", "5")], &format!("scan s = a for i in {range} {{ 2*s }}"), "num[1]", "10");
        computes(&[("a", "5")], &format!("[a for i in {range}]"), "num[1]", "5");
        for reduction in ["sum", "prod", "mean", "max", "min"] {
            computes(&[("a", "-5")], &format!("{reduction}(a for i in {range})"), "num", "-5");
        }
        for reduction in ["all", "any"] {
            computes(&[("a", "true")], &format!("{reduction}(a for i in {range})"), "bool", "true");
            computes(&[("a", "false")], &format!("{reduction}(a for i in {range})"), "bool", "false");
        }
        computes(&[("a", "true")], &format!("count(a for i in {range})"), "num", "1");
        computes(
            &[("a", "5")],
            &format!("{{ let (s, t) = fold (s, t) = (a, 1) for i in {range} {{ (t, s) }}; s - t }}"),
            "num",
            "-4",
        );
    }
    // Every whole-sequence operation at n = 1.
    for body in [
        "sum(x)",
        "prod(x)",
        "mean(x)",
        "max(x)",
        "min(x)",
        "lookup(x, argmax(x))",
        "sum(aggregate(select(x, x, ==), x))",
        "sum(pick(select(x, x, <=), x))",
        "sum(pick_last(select(x, x, <=), x))",
        "sum(lookup(x, [0]))",
        "sum(width(select(x, x, ==))) * x[0]",
        "fold s = 0 for t in x { s + t }",
        "sum(x[n - 1..n])",
        "sum(concat(x[..0], x[0..1], x[1..]))",
    ] {
        gives(&format!("family f[n](x: num[n]) -> num {{ {body} }}"), &[1], "-3/2", "-3/2");
    }
    let step = "family next[m](w: num[m]) -> num { 3 * w[m - 1] } ";
    gives(
        &format!("{step}family f[n](w: num[n]) -> num[n + 1] {{ generate(next, w, 1) }}"),
        &[1],
        "2",
        "2 6",
    );
    gives(&format!("{step}family f[n](w: num[n]) -> num[n] {{ generate(next, w, 0) }}"), &[1], "2", "2");
}

#[test]
fn the_same_name_in_an_inner_block() {
    computes(&[("a", "5")], "{ let b = { let a = 2*a; a + 1 }; 100*a + b }", "num", "511");
    computes(&[("a", "5")], "{ let a = a + 1; let a = 2*a; a }", "num", "12");
    computes(&[("a", "5"), ("b", "7")], "{ let (a, b) = (b, a); 10*a + b }", "num", "75");
    computes(&[("a", "5")], "a + (if a > 0 { let a = 1; a } else { a }) + a", "num", "11");
    computes(&[("a", "5")], "sum(a for a in 0..4) + a", "num", "11");
    computes(&[("a", "5")], "sum(sum(a for a in 0..=a) for a in 0..4) + a", "num", "15");
    computes(&[("a", "5")], "sum([[10*a + i for i in 0..2] for i in 0..2]) + a", "num", "207");
    computes(&[("a", "5")], "(fold a = a for i in 0..3 { let i = a; a + i }) + a", "num", "45");
    computes(&[("a", "5")], "(fold s = a for t in [1, 2] { let t = s; let s = 2*t; s }) + a", "num", "25");
    computes(&[("a", "5")], "{ let sum = a; let max = sum + 1; sum * max }", "num", "30");
    gives("family f[n](x: num) -> num { let n = n + 1; x * n }", &[4], "1", "5");
    gives(
        "family f[n](x: num[n]) -> num { let m = sum(n for n in 0..n); sum(x) + n * m }",
        &[3],
        "1 1 1",
        "12",
    );
    fails("family f[n](n: num[n]) -> num { sum(n) }", &[2], "E0205", "n");
    // The names of a family are its own, whoever calls it and with what names.
    let calls = "family g(a: num, b: num) -> num { let c = a - b; c } \
                 family f(a: num, b: num) -> num { let c = g(b, a); 100*c + 10*a + b }";
    gives(calls, &[], "2 3", "123");
    gives("const a = 7; family g() -> num { a } family f(a: num) -> num { a + g() }", &[], "1", "8");
    holds(
        "family f(a: num) -> num { a } test \"t\" { let a = 3; let b = { let a = f(a); a + 1 }; (a, b) == (3, 4) }",
    );
    fails("family f(x: num) -> num { let b = { let a = x; a }; a + b }", &[], "E0201", "a");
    fails("family f(x: num) -> num { let s = sum(i for i in 0..3); i + s }", &[], "E0201", "i");
}

#[test]
fn a_product_over_an_empty_range() {
    for range in ["0..0", "3..3", "3..1", "0..-1", "1..=0", "5..=-5"] {
        let reduce = |name: &str, body: &str, ty: &str, expected: &str| {
            computes(&[("a", "5")], &format!("{name}({body} for i in {range})"), ty, expected);
            let inner = format!("sum({name}({body} for i in {range}) for j in 0..2) / 2");
            if ty == "num" {
                computes(&[("a", "5")], &inner, "num", expected);
            }
        };
        reduce("prod", "a", "num", "1");
        reduce("prod", "0", "num", "1");
        reduce("sum", "a", "num", "0");
        reduce("mean", "a", "num", "0");
        reduce("count", "a == 5", "num", "0");
        reduce("all", "a != 5", "bool", "true");
        reduce("any", "a == 5", "bool", "false");
        computes(&[("a", "5")], &format!("fold p = 1 for i in {range} {{ p * a }}"), "num", "1");
    }
    for body in ["prod(x)", "prod([])", "prod(t for t in x)", "prod(x[i] for i in 0..n)", "prod(x[..0])"] {
        gives(&format!("family f[n](x: num[n]) -> num {{ {body} }}"), &[0], "", "1");
    }
    // Nothing is left by a filter, static or not; a product with a factor 0 that the filter drops is not 0.
    computes(&[("a", "5")], "prod(a for i in 0..3 if false)", "num", "1");
    computes(&[("a", "5")], "prod(0 for i in 0..3 if a > 5)", "num", "1");
    computes(&[("a", "0")], "prod(a for i in 0..3 if a > 5)", "num", "1");
    computes(&[("a", "0")], "prod(a + i for i in 0..3 if i > 0)", "num", "2");
    computes(&[("a", "0")], "a ^ 0", "num", "1");
    computes(&[], "0 ^ 0", "num", "1");
    gives("family f[n](x: num) -> num { x ^ n }", &[0], "0", "1");
    gives("family f[n](m: num[n, n]) -> num { prod(prod(r) for r in m) }", &[0], "", "1");
}
