//! Tests over all inputs, by `circ test`.

mod support;

use support::{circ, entry, snapshot, stdout_of, transcript};

#[test]
fn all_that_becomes_of_them() {
    snapshot("quantified", &transcript(&[&["test", "quantified.circ", "--max-digits", "100"]]));
}

/// Sizes, bits and codes of letters.
type Case = (Vec<u64>, Vec<u64>);

/// The cases of the test below in the order in which they are tried: the smallest sum of sizes first, then sizes,
/// then values.
fn model() -> Vec<Case> {
    let mut cases = Vec::new();
    for n in 0..=3 {
        for m in [2, 0, 1] {
            for bits in 0..1 << n {
                for code in 0..3u64.pow(m) {
                    let bits = (0..n).rev().map(|place| bits >> place & 1);
                    let letters = (0..m).rev().map(|place| code / 3u64.pow(place) % 3);
                    cases.push((vec![n, u64::from(m)], bits.chain(letters).collect()));
                }
            }
        }
    }
    cases.sort_by_key(|(sizes, values): &Case| (sizes.iter().sum::<u64>(), sizes.clone(), values.clone()));
    cases
}

/// What the test compares with a number.
fn weight((sizes, values): &Case) -> u64 {
    let (bits, letters) = values.split_at(sizes[0] as usize);
    let sum = |values: &[u64], from: u64| values.iter().zip(from..).map(|(v, k)| v * k).sum::<u64>();
    3 * sizes[0] + 5 * sizes[1] + sum(bits, 1) + sum(letters, 2)
}

/// As `circ test` shows it.
fn text((sizes, values): &Case) -> String {
    let (bits, letters) = values.split_at(sizes[0] as usize);
    let bits: Vec<&str> = bits.iter().map(|bit| if *bit == 1 { "true" } else { "false" }).collect();
    let letters: String = letters.iter().map(|code| ['a', 'b', 'c'][*code as usize]).collect();
    format!("n = {}, m = {}, x = [{}], w = \"{letters}\"", sizes[0], sizes[1], bits.join(", "))
}

#[test]
fn the_smallest_counterexample_is_that_of_a_plain_loop() {
    let cases = model();
    let values: Vec<u64> = cases.iter().map(weight).collect();
    let most = values.iter().max().copied().unwrap_or_default();
    let tests: String = (0..=most + 1)
        .map(|k| {
            format!(
                "test \"{k}\" for n in 0..=3, m in [2, 0, 1], x: bool[n], w: Abc[m] {{
                    3 * n + 5 * m + sum(x[i] * (i + 1) for i in 0..n)
                        + sum(code(w[j]) * (j + 2) for j in 0..m) != {k}
                }}\n"
            )
        })
        .collect();
    let source = format!(
        "alphabet Abc = 'a' | 'b' | 'c';
        family code(t: Abc) -> num {{ match t {{ 'a' => 0, 'b' => 1, 'c' => 2 }} }}\n{tests}"
    );
    let mut expected = String::new();
    let (mut passed, mut failed) = (0, 0);
    for k in 0..=most + 1 {
        let Some(first) = values.iter().position(|value| *value == k) else {
            passed += 1;
            expected.push_str(&format!("ok {k} ({} cases)\n", cases.len()));
            continue;
        };
        failed += 1;
        let before = match first {
            0 => String::new(),
            1 => "; the one before it holds".into(),
            _ => format!("; the {first} before it hold"),
        };
        expected.push_str(&format!(
            "FAILED {k}\n  {}\n  It is false.\n  case {} of {}{before}\n",
            text(&cases[first]),
            first + 1,
            cases.len()
        ));
    }
    expected.push_str(&format!("{passed} passed, {failed} failed\n"));
    let output = circ(&["test", "-"], source);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn what_is_quantified_and_wrong() {
    let tests = [
        "for x: (bool, bool) { true }",
        "for n in 0..n { true }",
        "for x: bool, n in 0..x { true }",
        "for n in 0..3, n: bool { true }",
        "for n in -2..3 { true }",
        "for n in 1/2..3 { true }",
        "for n in [true, false] { n }",
        "for n in [[1, 2], [3, 4]] { n == 1 }",
        "for n in 5 { true }",
        "for n in [f(true)] { true }",
        "for n in [2^70] { true }",
        "for x: Foo { true }",
        "for sum in 0..3, x: bool { sum([x]) == x }",
        "for n in 0..3, m in 0..3, x: bool[n], y: bool[m] { all(x == y) }",
        "for n in 0..3 { n }",
    ];
    let said = |test: &&str| {
        entry(&["check", "-"], &format!("family f(x: num) -> num {{ x }}\ntest \"t\" {test}\n"))
    };
    snapshot("quantified_wrong", &tests.iter().map(said).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_budget_is_an_option() {
    let source =
        "family f[n](x: bool[n]) -> bool { any(x) } test \"t\" for n in 0..=9, x: bool[n] { f(x) == any(x) }";
    let said = |most: &str| {
        let output = circ(&["test", "-", "--max-cases", most], source);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    assert_eq!(said("1023"), (Some(0), "ok t (1,023 cases)\n1 passed, 0 failed\n".into(), String::new()));
    for (most, shown) in [("1022", "1,022"), ("7", "7"), ("0", "0")] {
        let (code, stdout, stderr) = said(most);
        assert_eq!((code, stdout.as_str()), (Some(1), "FAILED t\n0 passed, 1 failed\n"));
        let title = format!("[E0530] Error: this test has 1,023 cases, and at most {shown} are tried\n");
        assert!(stderr.starts_with(&title), "{stderr}");
    }
    assert_eq!(said("10000001").0, Some(2));
    assert!(stdout_of(&["test", "--help"]).contains("--max-cases <N>"));
}

/// The number of cases says little of the work: that has the budget of building a circuit.
#[test]
fn the_work_of_a_test_is_bounded() {
    let source = "family f[n](x: num[n]) -> num { sum(x) }\n\
        test \"a\" for n in 0..=2000 { f([1 for _ in 0..n]) == n }\n";
    let output = support::circ(&["test", "-", "--max-steps", "1000000"], source);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.starts_with("[E0422] Error: this test takes more than 1000000 steps"), "{text}");
    assert!(text.contains("used up after "), "{text}");
}
