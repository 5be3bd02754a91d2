//! Depth that grows faster than a class allows: loops, recursions, calls.

use super::support::{refuted, rejected};

#[test]
fn loops() {
    let deep = |holds: &str, marked: &str| refuted("E0606", holds, marked);
    deep(
        "",
        "family f[n](c: num[n], x: num) -> num in FSAC0 { «fold a = 0 for i in 0..n { a * x + c[i] }» }",
    );
    deep("", "family f[n](x: num[n]) -> num in FAC0 { 2 * («fold a = 1 for v in x { a * v }») }");
    deep("", "family f[n](x: num[n]) -> num[n] in FSAC2 { «scan a = 0 for v in x { a + v }» }");
    deep(
        "",
        "family f[n](x: num[n]) -> num in FNC1 { «fold a = 1 for i in 0..n { fold b = a for v in x { b * v + i } }» }",
    );
    deep(
        "FSAC1",
        "family f[n](a: num[n, n]) -> num[n, n] in FSAC0 {
            «fold m = a for _ in 0..ceil(log2(n + 1)) { [sum(m[i, k] * m[k, j] for k in 0..n) for i in 0..n, j in 0..n] }»
        }",
    );
}

#[test]
fn a_loop_in_each_of_few_steps() {
    rejected(
        "E0606",
        "",
        "family f[n](x: num[n], y: num) -> num in FNC1 {
            fold a = y for i in 0..ceil(log2(n + 1)) { let c = «fold b = a for v in x { b * v }»; c + i }
        }",
    );
}

#[test]
fn recursions() {
    let deep = |holds: &str, marked: &str| rejected("E0606", holds, marked);
    deep(
        "",
        "family f[n](x: num[n]) -> num in FNC1 { if n == 0 { 0 } else { 2 * «f(x[..n - 1])» + x[n - 1] } }",
    );
    deep(
        "",
        "family f[n](x: num[n]) -> num in FNC1 { if n <= 1 { sum(x) } else { «f(x[..n - 1])» + f(x[..n - 2]) } }",
    );
    deep(
        "FNC1",
        "family f[n](x: num[n]) -> num in FNC0 {
            if n == 0 { 1 } else if n == 1 { x[0] } else { «f(x[..floor(n / 2)])» * f(x[floor(n / 2)..]) }
        }",
    );
    deep(
        "FNC1",
        "family t[n](x: num[n]) -> num where n >= 1 { if n == 1 { x[0] } else { «t(x[..floor(n / 2)])» * t(x[floor(n / 2)..]) } }
         family f[n](x: num[n]) -> num in FNC0 where n >= 1 { t(x) + 1 }",
    );
}

#[test]
fn calls() {
    refuted(
        "E0606",
        "",
        "family chain[n](x: num[n]) -> num { «fold a = 1 for v in x { a * v }» }
         family f[n](x: num[n]) -> num in FSAC0 { 2 * chain(x) }",
    );
    refuted(
        "E0606",
        "",
        "use std.sequence.{prefix_sums_scan};
         family f[n](x: num[n]) -> num in FSAC0 { sum(«prefix_sums_scan(x)») }",
    );
    rejected(
        "E0606",
        "FNC2[sign]",
        "use std.sort.{batcher_sort};
         family f[n](x: num[n]) -> num[n] in FNC1[sign] where n >= 1, n == 2 ^ floor(log2(n)) { «batcher_sort(x)» }",
    );
    refuted(
        "E0606",
        "",
        "alphabet Bit = '0' | '1';
         family step[m](w: Bit[m]) -> Bit where m >= 1 { if w[m - 1] == '0' { '1' } else { w[0] } }
         family f[n](w: Bit[n]) -> Bit in FSAC0[sign] where n >= 1 { let all = «generate(step, w, n)»; all[2 * n - 1] }",
    );
}

#[test]
fn recursions_that_are_not_solved() {
    let unknown = |marked: &str| rejected("E0611", "", marked);
    unknown(
        "family even[n](x: num[n]) -> num in FNC1 { if n == 0 { 0 } else { «odd(x[..floor(n / 2)])» + 1 } }
         family odd[n](x: num[n]) -> num { if n == 0 { 0 } else { 2 * even(x[..floor(n / 2)]) } }",
    );
    unknown(
        "family f[n](x: num[n]) -> num[n] in FNC1 {
            if n <= 1 { x } else { concat(«f(f(x[..floor(n / 2)]))», x[floor(n / 2)..]) }
        }",
    );
    unknown(
        "family f[m, n](x: num[m], y: num[n]) -> num in FNC1 {
            if m == 0 or n == 0 { 1 } else if m > n { «f(x[..floor(m / 2)], y)» + 1 } else { f(x, y[..floor(n / 2)]) + 1 }
        }",
    );
}

/// What is exact from some size on may grow no longer: that refutes nothing.
#[test]
fn growth_at_small_sizes_alone_refutes_nothing() {
    let source = "family f[n](x: num[n]) -> num in FNC0 where n >= 1 {
        if n <= 5 { fold a = x[0] for i in 0..n { a * a + 1 } } else { x[0] }
    }";
    let (_, claims) = super::support::said(source);
    assert!(claims.iter().all(|(_, fact)| !fact.refuted), "{source}");
}
