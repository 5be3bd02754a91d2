//! Numbers of gates, wires and bits, parameters that the inputs do not bound, and conditions that leave few sizes.

use super::support::{accepted, rejected};

#[test]
fn exponentially_many() {
    let large = |marked: &str| rejected("E0607", "", marked);
    large(
        "family f[m](a: bool[m]) -> bool[2 ^ m] in FSAC0[sign] {
            [«all(if floor(i / 2 ^ j) % 2 == 1 { a[j] } else { not a[j] } for j in 0..m)» for i in 0..2 ^ m]
        }",
    );
    large(
        "family f[n](x: num[n]) -> num in FAC0 {
            «sum(prod(x[j] for j in 0..n if floor(s / 2 ^ j) % 2 == 1) for s in 0..2 ^ n)»
        }",
    );
    large("family f[n](x: num[n]) -> num in FSAC0 { sum(«2 ^ (2 ^ i) * x[i]» for i in 0..n) }");
    large("family f[n](x: num[n]) -> num in FSAC0 { «2 ^ (2 ^ n) * sum(x)» }");
}

#[test]
fn parameters_that_the_inputs_do_not_bound() {
    let free = |marked: &str| rejected("E0608", "", marked);
    free(
        "family table[m](x: bool[ceil(log2(m))]) -> num in FSAC0[sign] where m >= 1 {
            count(«all(if floor(i / 2 ^ j) % 2 == 1 { x[j] } else { not x[j] } for j in 0..ceil(log2(m)))» for i in 0..m)
        }",
    );
    free("family f[k](x: num) -> num in FAC0 { «x ^ k» }");
    free("family f[n](x: num) -> bool[n] in FNC0[sign] { [«x > i» for i in 0..n] }");
    free("family f[k, n](x: num[n]) -> num in FNC1 { «fold a = sum(x) for _ in 0..k { a * a }» }");
    free(
        "family f[m](x: bool[floor(log2(m))]) -> num[m] in FSAC0 where m >= 1 { [«count(x) + i» for i in 0..m] }",
    );
}

#[test]
fn parameters_that_a_condition_bounds() {
    accepted("family f[k, n](x: num[n]) -> num in FAC0 where k <= n { sum(x[i] ^ k for i in 0..n) }");
    accepted("family f[k, n](x: num[n]) -> num in FAC0 where k <= n ^ 2 + 3 { sum(x) ^ k }");
    accepted(
        "family f[k, n](x: num[n]) -> num in FNC1 where k <= ceil(log2(n + 1)) { fold a = 1 for i in 0..k { a * a + i } }",
    );
    accepted("family f[k](x: num[2 ^ k]) -> num in FNC1 { fold a = x[0] for i in 0..k { a * x[i] } }");
    // A square, and a logarithm, though the size itself would do as well.
    accepted("family f[k, n](x: num[n]) -> num[k] in FSAC0 where k * k <= n { [sum(x) + i for i in 0..k] }");
    accepted(
        "family f[k, n](x: num[n]) -> num in FNC1 where n >= 1, k <= ceil(log2(n)) { fold a = x[0] for _ in 0..k { a * a } }",
    );
    accepted(
        "family f[k](x: num[2 ^ k - 1]) -> num in FNC1 where k >= 1 { fold a = x[0] for _ in 0..k { a * a } }",
    );
    // What a condition does not bound has to be in no figure.
    accepted("family f[k, n](x: num[n]) -> num in FSAC0 { if k > n { 0 } else { sum(x[k..]) } }");
}

/// The square of a logarithm is none: a loop of so many steps is not of logarithmic depth, and 2 to it no polynomial.
#[test]
fn squares_of_logarithms() {
    rejected(
        "E0606",
        "",
        "family f[k, n](x: num[n]) -> num in FNC1 where n >= 1, k <= ceil(log2(n)) ^ 2 { «fold a = x[0] for _ in 0..k { a * a }» }",
    );
}

#[test]
fn finitely_many_sizes() {
    let vacuous = |holds: &str, marked: &str| rejected("E0609", holds, marked);
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FAC0 where «n <= 8» { prod(x) }");
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FNC0 where «n == 3» { x[0] * x[1] * x[2] }");
    vacuous(
        "FNC0",
        "family f[n, m](x: num[n], y: num[m]) -> num in FAC0 where «n <= m, m <= 8» { prod(x) + sum(y) }",
    );
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FAC0 where «1 <= n <= 8» { prod(x) }");
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FAC0 where «n >= 3, n < 2» { prod(x) }");
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FAC0 where «2 ^ n <= 1000» { prod(x) }");
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FAC0 where «n <= 10 ^ 12» { prod(x) }");
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FAC0 where «floor(n / 3) == 0» { prod(x) }");
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FAC0 where «n * n == n» { prod(x) }");
    vacuous("FNC0", "family f[n](x: num[n]) -> num in FAC0 where «n % 6 == 1, n % 4 == 2» { prod(x) }");
    accepted("family f[n](x: num[n]) -> num in FAC0 where n % 3 == 1, n % 4 == 2 { prod(x) }");
    accepted("family f[n](x: num[n]) -> num in FAC0 where 10 ^ 20 <= n { prod(x) }");
    accepted("family f[n](x: num[n]) -> num in FAC0 where n % 2 == 0 or n <= 7 { prod(x) }");
    // Here one parameter is free to grow.
    accepted(
        "family f[n, m](x: num[n], y: num[m]) -> num in FSAC0 where n <= 8, m >= 2 { prod(x) + sum(y) }",
    );
}
