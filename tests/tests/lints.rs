//! Warnings: what they find, what they leave alone, and that a condition which is said to be always the same is so.

use std::path::{Path, PathBuf};

use circ_compiler::diagnostics::{Fact, LintFact};
use circ_compiler::{Severity, load, message};
use circ_runtime::{Num, Ring};
use circ_tests::model::{self, Env, V};
use circ_tests::programs::{Choices, Kind, program};
use circ_tests::{faults, load_right};
use proptest::prelude::*;

/// Code and place of each warning about a source that has no errors.
fn warnings(source: &str) -> Vec<String> {
    let loaded = load(source);
    assert!(!loaded.has_errors(), "{source}\n{}", faults(source, &loaded.diagnostics));
    let warnings = loaded.diagnostics.iter().filter(|d| d.severity() == Severity::Warning);
    warnings
        .map(|d| {
            let at = d.span.and_then(|span| source.get(span.range())).unwrap_or_default();
            format!("{} {at}", message(d).code)
        })
        .collect()
}

/// A family of these inputs and body has these warnings.
#[track_caller]
fn family(inputs: &str, result: &str, body: &str, expected: &[&str]) {
    let source = format!(
        "alphabet Bit = '0' | '1' | '2';\nconst knob = 3;\nfamily f[n]({inputs}) -> {result} {{ {body} }}\n"
    );
    assert_eq!(warnings(&source), expected, "{source}");
}

#[test]
fn names_that_hide_others_before_anything_reads_them() {
    family("x: num[n]", "num[n]", "[sum(x[i] for i in 0..n) for i in 0..n]", &["W0202 i"]);
    family("x: num[n]", "num[n]", "scan s = 0 for i in 0..n { s + sum(x[i] for i in 0..n) }", &["W0202 i"]);
    family("x: num[n]", "num", "fold s = 0 for i in 0..n { let s = s + x[i]; s }", &[]);
    let apart = "sum(x[i] for i in 0..n) + sum(1 for i in 0..n)";
    family("x: num[n]", "num", apart, &[]);
}

#[test]
fn unused_names() {
    family("x: num[n], y: num[n]", "num", "sum(x)", &["W0201 y"]);
    family("x: num[n], _y: num[n]", "num", "sum(x)", &[]);
    // An input that alone tells a size which is used.
    family("x: Bit[n]", "num", "n", &[]);
    family("x: Bit[n]", "num[n]", "indices(len(x))", &[]);
    family("x: Bit[n]", "num", "3", &["W0201 x"]);
    family("x: num[n]", "num", "let y = 2; let z = sum(x); z", &["W0202 y"]);
    family("x: num[n]", "num", "let y = 2; let y = sum(x) + y; y", &[]);
    family("x: num[n]", "num", "let (a, b) = (sum(x), 1); a", &["W0202 b"]);
    family("x: num[n]", "num", "let (a, _) = (sum(x), 1); a", &[]);
    family("x: num[n]", "num", "sum(1 for v in x)", &["W0202 v"]);
    family("x: num[n]", "num", "sum(1 for v in x if v > 2)", &[]);
    family("x: num[n]", "num[n]", "[n for i in 0..n] + x", &[]);
    family("x: num[n]", "num", "sum(sum(x) for i in indices(n))", &[]);
    family("x: num[n]", "num", "sum(x[j] for i in 0..n, j in 0..i)", &[]);
    family("x: num[n]", "num", "fold s = 0 for v in x { v }", &["W0202 s"]);
    family("x: num[n]", "num", "fold s = 1 for i in 0..n { s * s + sum(x) }", &[]);
    // A part of a state that no step reads is an output.
    family("x: num[n]", "(num[n], num[n])", "scan (out, s) = (0, 0) for v in x { (s * v, s + v) }", &[]);
    family(
        "x: num[n]",
        "num",
        "let (_, s) = fold (a, b) = (0, 0) for v in x { (v, v) }; s",
        &["W0202 a", "W0202 b"],
    );
    // An outer local of the same name is another one.
    family("x: num[n]", "num", "let i = 2; sum(x[i] for i in 0..n)", &["W0202 i"]);
}

#[test]
fn conditions_that_are_settled() {
    let yes = |condition: &str, expected: &str| {
        let body = format!("if b {{ sum(x) }} else if {condition} {{ n }} else {{ count(w == '1') }}");
        family("x: num[n], b: bool, w: Bit[n]", "num", &body, &[&format!("W0301 {expected}")]);
    };
    let no = |condition: &str| {
        let body = format!("if b {{ sum(x) }} else if {condition} {{ n }} else {{ count(w == '1') }}");
        family("x: num[n], b: bool, w: Bit[n]", "num", &body, &[]);
    };
    for settled in [
        "n >= 0",
        "n < 0",
        "n * n >= 0",
        "n >= floor(n / 2)",
        "n % 3 < 3",
        "2 < 1",
        "sum(x) == sum(x)",
        "b and not b",
        "not b or b",
        "b == 2",
        "b < 0",
        "b <= 1",
        "sign(sum(x)) > 1",
        "-2 < sign(sum(x))",
        "abs(sum(x)) < 0",
        "sum(x) ^ 2 < 0",
        "count(w == '0') >= 0",
        "true",
        "sum(x) < 3 or sum(x) >= 3",
        "sum(x) == 1 and 2 == sum(x)",
        "sum(x) < 1 and sum(x) > 2",
        "sum(x) > n and n >= sum(x)",
        "len(x) == n",
    ] {
        yes(settled, settled);
    }
    yes("all(w != '0' or w != '1')", "w != '0' or w != '1'");
    yes("any(w == w)", "w == w");
    yes("any(v >= 0 for v in indices(n)) or any(i >= 0 for i in 0..n)", "i >= 0");
    for open in [
        "n >= 1",
        "n * n >= n",
        "n % 3 < 2",
        "b == 1",
        "knob == 3",
        "{ let k = 3; k > 2 }",
        "sum(x) == sum(x[..n])",
        "any(0 <= i < n - 1 for i in 0..n)",
        "sum(x) > 1 and sum(x) < 2",
        "sum(x) != 1 and sum(x) != 2",
        "sum(x) == 1 or sum(x) == 2",
        "sum(x) <= 3 and sum(x) >= 3",
        "all(w != '0' and w != '1')",
        "sum(x) ^ 3 < 0",
        "max(v for v in x if true else 0) > 2",
    ] {
        no(open);
    }
}

#[test]
fn empty_selections() {
    let body = |call: &str| {
        format!(
            "let here = indices(n); let unused = x + y + here; if sum(unused) > 0 {{ w }} else {{ {call} }}"
        )
    };
    let warns = |call: &str| {
        let at = format!("W0302 {call}");
        family("x: num[n], y: num[n], w: Bit[n]", "Bit[n]", &body(call), &[&at]);
    };
    let silent = |call: &str| family("x: num[n], y: num[n], w: Bit[n]", "Bit[n]", &body(call), &[]);
    warns("pick(select(here, here - 1, ==), w)");
    warns("pick_last(select(here + 1, here, ==), w)");
    warns("pick(select(here, here, <) and select(x, x, ==), w)");
    warns("pick(select(x, x, !=), w)");
    warns("pick(select(x, y, ==), w)");
    silent("pick(select(here, here - 1, ==), w, w)");
    silent("pick(select(here, here, <=), w)");
    silent("pick(select(here, n - 1 - here, ==), w)");
    silent("pick(select(x, x, <) or select(x, x, ==), w)");
    silent("pick(select(width(select(x, x, <)), here, ==), w)");
    // Static positions are tried at a few sizes.
    warns("pick(select(here, n - here, ==), w)");
    warns("pick(select(here, 2 * here + 1, ==), w)");
    warns("lookup(w, here - 1)");
    warns("lookup(w, here + 1)");
    warns("lookup(w, n - here)");
    silent("lookup(w, here)");
    silent("lookup(w, n - 1 - here)");
    silent("lookup(w, x - 1)");
    silent("pick(select(here, n - 1 - here, ==), w)");
    let numbers = |body: &str, expected: &[&str]| family("x: num[n]", "num[n]", body, expected);
    // A shift of numbers is filled with zeros.
    numbers("pick(select(indices(n), indices(n) - 1, ==), x)", &[]);
    numbers("lookup(x, indices(n) - 1)", &[]);
    // A reversal is filled up with nothing.
    for call in ["pick(select(indices(n), n - indices(n), ==), x)", "lookup(x, n - indices(n))"] {
        numbers(call, &[&format!("W0302 {call}")]);
    }
    numbers("aggregate(select(indices(n), [n - i for i in 0..n], ==), x, 0)", &[]);
    numbers("pick(select(x, x, <), indices(n))", &["W0302 pick(select(x, x, <), indices(n))"]);
    numbers(
        "aggregate(select(indices(n), indices(n), <), x)",
        &["W0302 aggregate(select(indices(n), indices(n), <), x)"],
    );
    numbers("aggregate(select(indices(n), indices(n), <), x, 0)", &[]);
    numbers("aggregate(select(indices(n), indices(n), <), x > 0)", &[]);
}

#[test]
fn means_of_positions() {
    let numbers = |body: &str, expected: &[&str]| family("x: num[n]", "num[n]", body, expected);
    for call in [
        "aggregate(select(x, x, <), indices(n))",
        "aggregate(select(x, x, <), [i for i in 0..n])",
        "aggregate(select(x, x, <) or select(x, x, ==) and select(indices(n), indices(n), <), indices(n))",
    ] {
        numbers(call, &[&format!("W0303 {call}")]);
    }
    numbers(
        "let here = indices(n); let less = select(x, x, >); aggregate(less, here)",
        &["W0303 aggregate(less, here)"],
    );
    numbers(
        "[mean(j for j in 0..n if x[j] < x[i]) for i in 0..n]",
        &["W0303 mean(j for j in 0..n if x[j] < x[i])"],
    );
    numbers("aggregate(select(x, x, ==), indices(n))", &[]);
    numbers("aggregate(select(width(select(x, x, <)), indices(n), ==), x)", &[]);
    numbers("[mean(x[j] for j in 0..n if x[j] < x[i]) for i in 0..n]", &[]);
}

#[test]
fn bools_and_branches() {
    family("b: bool, c: bool[n]", "bool", "b == true or any(c)", &["W0305 b == true"]);
    family("b: bool, c: bool[n]", "bool", "any(false != c) or b", &["W0305 false != c"]);
    family("b: bool, c: bool[n]", "bool", "b == all(c) == any(c)", &["W0306 b == all(c) == any(c)"]);
    family("b: bool, x: num[n]", "bool", "b or 0 == sum(x) == n", &[]);
    for chain in ["sum(x) == 2 == true", "sum(x) > n == false", "true == sum(x) == 2", "sum(x) == true == b"]
    {
        family("b: bool, x: num[n]", "bool", &format!("b or {chain}"), &[&format!("W0306 {chain}")]);
    }
    family(
        "b: bool, x: num[n]",
        "num",
        "if b { sum(x) } else { sum(x) }",
        &["W0304 if b { sum(x) } else { sum(x) }"],
    );
    family("b: bool, x: num[n]", "num", "if b { sum(x) } else { prod(x) }", &[]);
}

#[test]
fn divisors() {
    family("x: num[n]", "num", "sum(x) / n", &["W0401 n"]);
    // A wire beside the static condition that keeps it from being built.
    family("x: num[n]", "num", "if n != 0 and sum(x) > 0 { sum(x) / n } else { 0 }", &[]);
    family("x: num[n]", "num", "if n == 0 or sum(x) > 0 { 0 } else { sum(x) / n }", &[]);
    family("x: num[n]", "num", "if not (n == 0 or sum(x) > 0) { sum(x) / n } else { 0 }", &[]);
    family("x: num[n]", "bool", "(n > 0 and sum(x) > 0) and sum(x) / n > 1", &[]);
    family("x: num[n]", "num", "if n == 0 or sum(x) > 0 { sum(x) / n } else { 0 }", &["W0401 n"]);
    family("x: num[n]", "num", "sum(x) / (n + 1) + n % 2", &[]);
    family("x: num[n]", "num", "if n == 0 { 0 } else { sum(x) / n }", &[]);
    family("x: num[n]", "num", "if n > 0 and sum(x) / n > 2 { 1 } else { 0 }", &[]);
    family("x: num[n]", "num", "sum(v / n for v in x)", &[]);
    family("x: num[n]", "num", "sum(v / (n - 7) for v in x)", &["W0401 n - 7"]);
    family("x: num[n]", "num", "if n >= 7 { sum(x) / (n - 7) } else { 0 }", &["W0401 n - 7"]);
    family("x: num[n]", "num", "if n > 7 { sum(x) / (n - 7) } else { 0 }", &[]);
    // What is not evaluated is not judged.
    family("x: num[n]", "num", "if 2 ^ n > 1 { sum(x) / n } else { 0 }", &[]);
    let with = |condition: &str| {
        warnings(&format!("family f[n, m](x: num[n, m]) -> num where {condition} {{ sum(x) / (n - m) }}"))
    };
    assert_eq!(with("n >= m"), ["W0401 n - m"]);
    assert_eq!(with("n > m"), [""; 0]);
}

#[test]
fn ranges_that_go_down() {
    let down = |range: &str| {
        let at = format!("W0402 {range}");
        family("x: num[n]", "num", &format!("sum(x[i] * n for i in {range})"), &[&at]);
        family("x: num[n]", "num", &format!("fold s = sum(x) for i in {range} {{ s * i }}"), &[&at]);
        family("x: num[n]", "num[n]", &format!("x * sum(scan s = 0 for i in {range} {{ s + i }})"), &[&at]);
    };
    for range in
        ["n - 1..-1", "n - 1..0", "n - 1..=0", "n..0", "n..floor(n / 2)", "2 * n..n", "3..0", "n - 3..0"]
    {
        down(range);
    }
    let up = |range: &str| {
        family("x: num[n]", "num", &format!("sum(sum(x) * i for i in {range})"), &[]);
    };
    for range in ["0..n", "1..n", "n..n", "0..n - 7", "n..5", "n..1", "0..=n", "3..3", "floor(n / 2)..n"] {
        up(range);
    }
    let sum = "sum(sum(x) * j for i in 0..n, j in i + 1..n)";
    family("x: num[n]", "num", sum, &[]);
    family("x: num[n]", "num", "if n == 0 { sum(j for j in n - 1..0) } else { sum(x) }", &[]);
    let with = |condition: &str| {
        warnings(&format!(
            "family f[n, m](x: num[n, m]) -> num where {condition} {{ sum(sum(x) for i in n..m) }}"
        ))
    };
    assert_eq!(with("n <= m"), [""; 0]);
    assert_eq!(with("n >= m"), [""; 0]);
}

#[test]
fn uses_and_tests() {
    let uses = "use std.sort.{rank, sort};\nfamily f[n](x: num[n]) -> num[n] { rank(x) }\n";
    assert_eq!(warnings(uses), ["W0204 sort"]);
    let tests = "family f(x: num) -> num { x }\ntest \"a\" { f(1) == 1 }\ntest \"a\" { f(2) == 2 }\n";
    assert_eq!(warnings(tests), ["W0205 \"a\""]);
    // A test says what it expects in its own words.
    assert_eq!(
        warnings("family f(b: bool) -> bool { b }\ntest \"a\" { f(true) == true and 1 < 2 }\n"),
        [""; 0]
    );
    let quantified = "family f(b: bool) -> bool { b }\ntest \"a\" for a: bool, b: bool { f(a) == a }\n";
    assert_eq!(warnings(quantified), ["W0202 b"]);
    let sizes = "family f(b: bool) -> bool { b }\ntest \"a\" for n in 1..3, m in 0..n, k in 0..2, a: bool { all(f(a) == a for _ in 0..m) }\n";
    assert_eq!(warnings(sizes), ["W0202 k"]);
    assert_eq!(warnings("family f[n, m](x: num[n]) -> num { sum(x) }\n"), ["W0203 m"]);
}

/// Chains that double with each link cost no time.
#[test]
fn doubling_chains_end() {
    let chain = |name: &str| {
        let links: String =
            (1..60).map(|k| format!("let {name}{k} = {name}{} * {name}{};\n", k - 1, k - 1)).collect();
        format!("let {name}0 = sum(x);\n{links}")
    };
    let body = format!("{}{}if a59 == b59 {{ 1 }} else {{ 2 }}", chain("a"), chain("b"));
    let source = format!("family f[n](x: num[n]) -> num {{ {body} }}");
    let selectors: String = (1..60).map(|k| format!("let s{k} = s{} and s{};\n", k - 1, k - 1)).collect();
    let selected = format!(
        "family g[n](x: num[n]) -> num[n] {{ let s0 = select(x, 0, <);\n{selectors}aggregate(s59, indices(n)) }}"
    );
    load_right(&source);
    load_right(&selected);
    let long: String = (1..20_000).map(|k| format!("let a{k} = a{};\n", k - 1)).collect();
    load_right(&format!(
        "family h(x: num) -> num {{ let a0 = x;\n{long}if a19999 == x {{ 1 }} else {{ 2 }} }}"
    ));
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let files = std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("readable").path());
    let mut files: Vec<PathBuf> = files.filter(|p| p.extension().is_some_and(|e| e == "circ")).collect();
    files.sort();
    files
}

#[test]
fn the_library_and_the_examples_have_no_warnings() {
    for file in
        ["std", "examples/sequences", "examples/circuits", "examples/thought"].into_iter().flat_map(programs)
    {
        let source = std::fs::read_to_string(&file).expect("readable");
        assert_eq!(warnings(&source), [""; 0], "{}", file.display());
    }
}

/// Q, or a ring with a root, and values that tie often.
fn env() -> impl Strategy<Value = (Ring, Env)> {
    let small = |ring: Ring| {
        let roots = if ring == Ring::Q { 0..1 } else { -1i64..2 };
        (-3i64..4, 1i64..3, roots).prop_map(|(p, q, k)| {
            let root = if k == 0 { Num::ZERO } else { model::root_of_two().mul(&Num::int(k)) };
            Num::ratio(p, q).unwrap_or(Num::ZERO).add(&root)
        })
    };
    let bits = |n: usize| prop::collection::vec((0i64..2).prop_map(Num::int), n);
    let rings = prop_oneof![3 => Just(Ring::Q), 1 => Just(model::ring())];
    (rings, 0usize..4).prop_flat_map(move |(ring, n)| {
        (small(ring), prop::collection::vec(small(ring), n), bits(n), bits(n))
            .prop_map(move |(s, x, b, w)| (ring, Env { n, s, x, b, w, vars: Vec::new() }))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// A body that is said to be always true is worth true, and one that is never true is worth false.
    #[test]
    fn settled_conditions_are_settled(
        choices in prop::collection::vec(any::<u8>(), 0..40),
        array in any::<bool>(),
        (ring, mut env) in env(),
    ) {
        let kind = if array { Kind::Bools } else { Kind::Bool };
        let body = Choices::new(&choices, ring).expr(kind, 2);
        let source = program(kind, &body, ring);
        let text = body.text();
        let loaded = load_right(&source);
        let whole = |span: circ_grammar::tree::Span| {
            let at = source.get(span.range()).unwrap_or_default();
            text == at || text == format!("({at})")
        };
        for diagnostic in &loaded.diagnostics {
            let Fact::Lint(LintFact::ConditionSettled { holds, .. }) = diagnostic.fact else { continue };
            if !diagnostic.span.is_some_and(whole) {
                continue;
            }
            let values = match body.value(&mut env) {
                V::One(one) => vec![one],
                V::Many(many) => many,
            };
            let expected = Num::int(i64::from(holds));
            prop_assert!(values.iter().all(|value| *value == expected), "{source}\n{values:?}");
        }
    }
}
