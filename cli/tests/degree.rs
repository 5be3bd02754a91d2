//! `circ report --degree`: degrees of polynomials, and what follows from them.

mod support;

use support::{circ, entry, snapshot, stdout_of};

/// The degree of an example at each size; `None` where it has none.
fn degrees(example: &str, sizes: &str) -> Vec<Option<u64>> {
    let path = format!("../../../examples/circuits/{example}.circ");
    let of = |seed: &str| {
        stdout_of(&[
            "report", &path, "--family", example, "--sizes", sizes, "--degree", "--seed", seed, "--json",
        ])
    };
    let text = of("0");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let other: serde_json::Value = serde_json::from_str(&of("12345")).expect("JSON");
    assert_eq!(value["degree"], other["degree"], "{example}");
    let all = value["degree"].as_array().expect("an array");
    all.iter().map(|one| one["degree"].as_u64()).collect()
}

#[test]
fn the_degrees_of_examples_are_known() {
    let some = |degrees: &[u64]| degrees.iter().map(|degree| Some(*degree)).collect::<Vec<_>>();
    assert_eq!(degrees("product", "0,1,2,7,16,100"), some(&[0, 1, 2, 7, 16, 100]));
    assert_eq!(degrees("product_tree", "0,1,2,7,16"), some(&[0, 1, 2, 7, 16]));
    assert_eq!(degrees("poly_powers", "1,2,5,33"), some(&[1, 2, 5, 33]));
    assert_eq!(degrees("horner", "1,2,5,33"), some(&[1, 2, 5, 33]));
    // Nothing is left of it below three elements.
    assert_eq!(degrees("e3", "0,1,2,3,4,20"), some(&[0, 0, 0, 3, 3, 3]));
    assert_eq!(degrees("matmul", "0,1,3,5"), some(&[0, 2, 2, 2]));
    assert_eq!(degrees("determinant", "0,1,2,3,5,8"), some(&[0, 1, 2, 3, 5, 8]));
    assert_eq!(degrees("parity_tree", "0,1,2,3,8,17"), some(&[0, 1, 2, 3, 8, 17]));
    assert_eq!(degrees("variance", "1,2,8"), some(&[0, 2, 2]));
    assert_eq!(degrees("maximum", "2,4"), [None, None]);
}

/// What a report says of degrees.
fn said(source: &str, more: &[&str]) -> String {
    let text = entry(&[&["report", "-", "--degree"], more].concat(), source);
    let from = |line: &&str| {
        line.starts_with("  size") && line.contains("degree") || line.starts_with("  no degree")
    };
    let lines: Vec<&str> =
        text.lines().skip_while(|line| !from(line)).take_while(|l| !l.starts_with("  class and")).collect();
    format!("{source}\n{}\n", lines.join("\n"))
}

#[test]
fn reports() {
    let text = [
        said("family power[n](x: num) -> num { x ^ (2 ^ n) }", &["--sizes", "0,1,5,10,11"]),
        said(
            "family cancels[n](x: num, y: num) -> num { (x + y) ^ n - sum(x ^ (n - 1) * y for i in 0..n) - x ^ n - y ^ n }",
            &["--sizes", "1,2,3,4"],
        ),
        said(
            "family both[n](x: bool[n], y: num[n]) -> (num, num) { (sum(x[i] * y[i] for i in 0..n), 1/3) }",
            &[],
        ),
        said("family pair(x: num, y: num) -> num { x * y + x / 3 }", &[]),
        said(
            "ring Q(sqrt(2)); family norm(x: num, y: num) -> num { (x + sqrt(2) * y) * (x - sqrt(2) * y) }",
            &[],
        ),
        said("family constant[n](x: num) -> num { n }", &["--sizes", "3"]),
        said("family grows[n](x: num[n]) -> num { if n < 3 { sum(x) } else { max(x[0], x[1]) } }", &[]),
    ];
    snapshot("degree", &text.join("\n"));
}

#[test]
fn usage() {
    let status = |args: &[&str]| circ(args, "family f(x: num) -> num { x }").status.code();
    assert_eq!(status(&["report", "-", "--seed", "1"]), Some(2));
    assert_eq!(status(&["report", "-", "--degree", "--seed", "1"]), Some(0));
}
