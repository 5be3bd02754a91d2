//! Claims that hold, as written or by an inclusion of classes.

use super::support::{accepted, included};

#[test]
fn as_written() {
    for source in [
        "family f(x: num) -> num in FNC0 { x * x + 1 }",
        "family f(x: num) -> bool in FNC0[sign] { x > 1 }",
        "family f[n](x: num[n]) -> num in FSAC0 { sum(x) }",
        "family f[n](x: num[n]) -> num in FAC0 { sum(x) }",
        "family f[n](x: num[n]) -> num in FAC2 { prod(x) }",
        // A class with signs has the circuits without.
        "family f[n](x: num[n]) -> num in FSAC0[sign] { sum(x) }",
        "family f[n](x: num[n]) -> num in FNC1[sign] where n >= 1 {
            if n == 1 { x[0] } else { f(x[..floor(n / 2)]) * f(x[floor(n / 2)..]) }
        }",
        "family f[n](x: bool[n]) -> bool in FSAC0[sign] { any(x) }",
        "family f[n](x: bool[n]) -> bool in FAC0[sign] { any(x) }",
        // Of two tokens each is a bool.
        "alphabet P = '(' | ')'; family f[n](w: P[n]) -> num in FSAC0 { count(w == '(') }",
        // Static work is no gate: n! is one constant of O(n log n) bits.
        "family f[n](x: num[n]) -> num in FSAC0 { prod(i for i in 1..=n) * sum(x) }",
        // A loop whose state passes through unchanged adds nothing.
        "family f[n](x: num[n], y: num) -> num in FNC0 { fold a = y for _ in 0..n { a } }",
        // A third of the size.
        "family f[n](x: num[n]) -> num in FNC1 { if n <= 1 { 1 } else { f(x[..floor(n / 3)]) * x[0] } }",
    ] {
        accepted(source);
    }
}

#[test]
fn by_an_inclusion() {
    included("FAC0", "family f[n](x: num[n]) -> num in FNC1 { prod(x) }");
    included("FAC0", "family f[n](x: num[n]) -> num in FSAC1 { prod(x) }");
    included("FSAC0", "family f[n](x: num[n]) -> num in FNC1 { sum(x) }");
    included("FSAC0", "family f[n](x: num[n]) -> num in FNC2[sign] { sum(x) }");
    included("FSAC0[sign]", "family f[n](x: bool[n]) -> bool in FNC1[sign] { any(x) }");
}
