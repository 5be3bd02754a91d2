//! What would cost too much, or was once found to break something: each gets an answer, and the answer is a message.

use circ_compiler::diagnostics::Diagnostic;
use circ_compiler::{Limits, elaborate, load, message, probe};

/// The code of the first error that loading, small sizes and the given size show; none where all is well.
fn check(source: &str, size: Option<u64>, expected: Option<&str>) {
    let found = first_error(source, size);
    let code = found.as_ref().map(|d| message(d).code);
    let shown: String = source.chars().take(200).collect();
    assert_eq!(code, expected, "{shown}\n{found:?}");
}

fn first_error(source: &str, size: Option<u64>) -> Option<Diagnostic> {
    let loaded = load(source);
    if let Some(error) = loaded.diagnostics.iter().find(|d| d.is_error()) {
        return Some(error.clone());
    }
    if let Some(error) = probe(&loaded.program).into_iter().next() {
        return Some(error);
    }
    let size = size?;
    let last = loaded.program.families.len() - 1;
    let sizes = vec![size; loaded.program.families[last].params.len()];
    let id = circ_compiler::FamilyId(last as u32);
    elaborate(&loaded.program, id, &sizes, &Limits::default(), &mut |_| {}).err().map(|e| *e)
}

#[test]
fn tokens_where_sizes_stand() {
    check("family f[n](x: num[\"ab\"]) -> num { 1 }", None, Some("E0323"));
    check("alphabet A = 'a'; family f[n](x: num['a']) -> num { 1 }", None, Some("E0323"));
    check("alphabet A = 'a' | 'b'; family f[n]() -> num where n == 'b' { 1 }", None, Some("E0303"));
    check("alphabet A = 'a' | 'b'; family f[n]() -> num where 'b' == 'b' { 1 }", None, None);
    check("family f(x: num[{ let a = 1; a }]) -> num { 1 }", None, None);
    check("family one(x: num) -> num { 1 } family f(x: num[one(1)]) -> num { 1 }", None, Some("E0322"));
}

#[test]
fn what_doubles() {
    let doubling = |step: &str, times: usize| {
        format!("family f(x: num) -> num {{ let a = [x];{} sum(a) }}", step.repeat(times))
    };
    check(&doubling("let a = [a, a];", 30), None, Some("E0353"));
    check(&doubling("let a = concat(a, a);", 60), Some(0), Some("E0422"));
    check(&doubling("let a = [b for b in a, c in a];", 60), Some(0), Some("E0353"));
    let tuples = format!("family f(x: num) -> num {{ let a = x;{} x }}", "let a = (a, a);".repeat(60));
    check(&tuples, None, Some("E0352"));
    let squares = format!("family f() -> num {{ let x = 3;{} x }}", "let x = x * x;".repeat(60));
    check(&squares, None, Some("E0424"));
    check("family f() -> num { fold a = 3 for i in 0..60 { a * a } }", None, Some("E0424"));
    check("family f(x: num) -> num { x ^ (10 ^ 9) }", None, Some("E0410"));
}

#[test]
fn sizes_that_no_polynomial_keeps_up_with() {
    let step = "let m = floor(m/2) + ceil(m/2) + floor(m/3);";
    let source =
        format!("family f[n](x: num[n]) -> num {{ let m = n;{} sum([1 for i in 0..m]) }}", step.repeat(30));
    check(&source, Some(5), None);
    check("family f[n](x: num[ceil(n/2)]) -> num[floor((n + 1)/2)] { x }", Some(9), None);
    check("family f[n](x: num[2^2^2^n]) -> num { sum(x) }", Some(9), Some("E0424"));
    check("family f[n](x: num[2^n]) -> num { sum(x) }", Some(100), Some("E0426"));
}

#[test]
fn loops_that_would_never_end() {
    let n = Some(100_000);
    check(
        "family f[n](x: num[n]) -> num { sum(x[i] * x[j] * x[k] for i in 0..n, j in 0..n, k in 0..n) }",
        n,
        Some("E0422"),
    );
    check(
        "family f[n](x: num) -> num { sum([[[x for k in 0..n] for j in 0..n] for i in 0..n]) }",
        n,
        Some("E0422"),
    );
    check(
        "family f[n](x: num) -> num { fold a = x for i in 0..n { sum(a for j in 0..n, k in 0..n) } }",
        n,
        Some("E0422"),
    );
    check("family f[n](x: num) -> num { sum(width(select(indices(n), indices(n), <))) }", n, Some("E0420"));
    check("family f[n](x: num) -> num[n] { [2^i for i in 0..n] }", n, Some("E0422"));
    check("family f[n](x: num) -> num[n] { scan a = 1 for i in 0..n { a * (i + 1) } }", n, Some("E0422"));
    check("family f[n](x: num[n]) -> num where n >= 1 { max(x) }", n, Some("E0422"));
    check("family f[n](x: num[n]) -> num { 1 }", Some(u64::MAX), Some("E0420"));
}

/// Work that hides in what looks like one step.
#[test]
fn steps_that_are_many() {
    let million = Some(1_000_000);
    let call =
        "family g[n](x: num[n]) -> num { 1 } family f[n](x: num[n]) -> num { sum(g(x) for i in 0..n) }";
    check(call, million, Some("E0422"));
    check("family f[n](x: num[n]) -> num { sum(sum(x) for i in 0..n) }", million, Some("E0422"));
    check(
        "family f[n]() -> num where n >= 1 { let y = indices(n); sum(argmax(y) for i in 0..n) }",
        million,
        Some("E0422"),
    );
    check("family f[n](c: bool[1, n], v: num[n]) -> num[1] { pick(c, v) }", million, Some("E0422"));
    check(
        "family f[n](x: num[1, n]) -> num { sum(len(row) for i in 0..n, row in x) }",
        million,
        Some("E0422"),
    );
    let letters = "alphabet B = '\\u{3400}'..='\\u{5A00}'; family f[n](x: B) -> num { sum(match x { '\\u{3400}' => 1, _ => 0 } for i in 0..n) }";
    check(letters, million, Some("E0422"));
    // And what only looks like much.
    check("family f(x: num) -> num { let b = 2^110000; len([b for i in 0..1000000]) + x }", Some(0), None);
    check("family f(x: num) -> num { sum(x for i in 0..100000, j in i..0, k in 0..1000000) }", Some(0), None);
    check(
        "family f[n](x: num[10000000000, 10000000000, n]) -> num[10000000000, 10000000000, n] { x + 1 }",
        Some(0),
        None,
    );
}

#[test]
fn empty_arrays_of_any_shape() {
    check("family f[n](x: num[n]) -> num { sum(t for t in []) }", None, None);
    check("family f[n](x: num[n]) -> num[0] { [t + 1 for t in []] }", None, None);
    check("family f[n](x: num[n]) -> num[n, 2^n] { [x[i] for i in 0..n, j in 0..2^n] }", None, None);
    check("family f[n](x: num[n]) -> num[n, 2^n] { [[x[i] for j in 0..2^n] for i in 0..n] }", None, None);
    check("family f[n](x: num[n, 2]) -> num[n] { (if n == 0 { [] } else { x })[.., 0] }", None, None);
    check("family f[n](x: num[n, 2]) -> num[n, 2] { (if n == 0 { [] } else { x }) + x }", None, None);
}

#[test]
fn checks_that_depend_on_their_order() {
    let late = "alphabet A = 'a' | 'b'; family f[n](x: A[n]) -> num { let t = 'z'; fold s = 0 for i in 0..n { s + (if x[i] == t { 1 } else { 0 }) } }";
    check(late, None, Some("E0211"));
    let either = "family f[n, m](x: num[n], y: num[m]) -> num[m] { let z = if n == m { x } else { y[0..sum(1 for i in 0..m)] }; z }";
    check(either, None, None);
}

#[test]
fn recursion_that_would_never_end() {
    check("family f[n](x: num[n]) -> num { f(x) }", None, Some("E0414"));
    check("family f[n](x: num) -> num { f[n + 1](x) }", None, Some("E0414"));
    check(
        "family f[n](x: num) -> num { g[n](x) } family g[n](x: num) -> num { f[n](x) }",
        None,
        Some("E0414"),
    );
    let down = "family f[n](x: num) -> num { if n == 0 { x } else { f[n - 1](x) + 1 } }";
    check(down, Some(9_000), None);
    check(down, Some(1_000_000), Some("E0423"));
}

#[test]
fn what_nests_or_is_long() {
    let nested = |open: &str, close: &str| {
        format!("family f(x: num) -> num {{ {}x{} }}", open.repeat(100_000), close.repeat(100_000))
    };
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("-", ""), ("not ", ""), ("", "[0]"), ("", "^2")]
    {
        assert!(first_error(&nested(open, close), None).is_some(), "{open}");
    }
    let terms = |op: &str| format!("family f(x: num, b: bool) -> num {{ {} }}", vec!["x"; 50_000].join(op));
    check(&terms(" + "), Some(0), None);
    check(&terms(" * "), Some(0), None);
    let lets: String = (0..20_000).map(|k| format!("let a{} = x + a{k} * 3;", k + 1)).collect();
    check(&format!("family f(x: num) -> num {{ let a0 = x;{lets} a20000 }}"), Some(0), None);
    let unknown: String = (0..20_000).map(|k| format!("let a{k} = b{k};")).collect();
    check(&format!("family f(x: num) -> num {{ {unknown} x }}"), None, Some("E0201"));
    check(&"// a comment\n".repeat(100_000), None, None);
}
