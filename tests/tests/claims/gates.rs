//! Sign gates, and sums and products of many operands, in classes that have none.

use super::support::{refuted, rejected};

#[test]
fn signs() {
    let sign = |holds: &str, marked: &str| refuted("E0604", holds, marked);
    sign("FNC0[sign]", "family f[n](x: num[n], t: num) -> bool[n] in FSAC0 { «x >= t» }");
    sign("FSAC0[sign]", "family f[n](x: bool[n]) -> bool in FSAC0 { «any(x)» }");
    sign("FSAC0[sign]", "family f[n](x: bool[n]) -> bool in FAC0 { not «all(x)» }");
    sign("FNC0[sign]", "family f(x: num, y: num) -> num in FNC0 { «max(x, y)» + 1 }");
    sign("FNC0[sign]", "family f(x: num) -> num in FNC0 { 2 * «sign(x)» }");
    sign("FSAC0[sign]", "family f[n](x: num[n], i: num) -> num in FSAC0 { «lookup(x, i)» }");
    sign(
        "FSAC0[sign]",
        "alphabet P = 'a' | 'b' | 'c'; family f[n](w: P[n]) -> num in FSAC0 { count(«w == 'b'») }",
    );
}

#[test]
fn a_sign_in_a_family_that_is_called() {
    refuted(
        "E0604",
        "FSAC0[sign]",
        "family larger(x: num, y: num) -> num { if «x > y» { x } else { y } }
         family middle(x: num, y: num) -> num { larger(x, y) + 1 }
         family f[n](x: num[n]) -> num in FSAC0 { sum(middle(x[i], 3) for i in 0..n) }",
    );
    refuted(
        "E0604",
        "FSAC0[sign]",
        "use std.sort.{rank};
         family middle[n](x: num[n]) -> num[n] { «rank(x)» }
         family f[n](x: num[n]) -> num[n] in FSAC0 { middle(x) }",
    );
    refuted(
        "E0604",
        "FSAC0[sign]",
        "use std.sort.{rank}; family f[n](x: num[n]) -> num[n] in FSAC0 { «rank(x)» }",
    );
}

#[test]
fn products() {
    let product = |marked: &str| rejected("E0605", "FAC0", marked);
    product("family f[n](x: num[n]) -> num in FSAC0 { «prod(x)» }");
    product("family f[n](x: num[n]) -> num in FNC0 { 1 + «prod(x)» }");
    product("family f[n](x: num[n], y: num) -> num in FSAC0 { «y ^ n» * sum(x) }");
    product("family f[n](c: num[n], x: num) -> num in FSAC0 { sum(c[i] * «x ^ i» for i in 0..n) }");
    product("family f[n](x: num[n]) -> num in FSAC0 { sum(«prod(x[j] for j in i..n)» for i in 0..n) }");
    product(
        "family p[n](x: num[n]) -> num { «prod(x)» } family f[n](x: num[n]) -> num in FSAC0 { p(x) + p(x[1..]) }",
    );
}

#[test]

fn a_wide_gate_in_a_recursion() {
    rejected(
        "E0605",
        "FAC1",
        "family f[n](x: num[n]) -> num in FSAC1 {
            if n == 0 { 0 } else if n == 1 { x[0] } else { f(x[..floor(n / 2)]) + f(x[floor(n / 2)..]) + «prod(x)» }
        }",
    );
}

#[test]
fn sums() {
    let sum = |holds: &str, marked: &str| rejected("E0605", holds, marked);
    sum("FSAC0", "family f[n](x: num[n]) -> num in FNC0 { «sum(x)» }");
    sum("FSAC0", "family f[n](x: bool[n]) -> num in FNC0 { 2 * «count(x)» }");
    sum("FSAC0", "family f[n](x: num[n]) -> num in FNC0 where n >= 1 { «mean(x)» }");
    sum("FSAC0[sign]", "family f[n](x: bool[n]) -> bool in FNC0[sign] { «any(x)» }");
    sum("FSAC0[sign]", "family f[n](x: num[n], i: num) -> num in FNC0[sign] { «lookup(x, i)» }");
    sum(
        "FSAC0",
        "use std.sequence.{prefix_sums}; family f[n](x: num[n]) -> num[n] in FNC0 { «prefix_sums(x)» }",
    );
    sum(
        "FSAC1",
        "family f[n](a: num[n, n]) -> num[n, n] in FNC1 {
            fold m = a for _ in 0..ceil(log2(n + 1)) {
                [«sum(m[i, k] * m[k, j] for k in 0..n)» for i in 0..n, j in 0..n]
            }
        }",
    );
}
