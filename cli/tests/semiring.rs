//! `circ run --semiring`: circuits over other values than numbers.

mod support;

use support::{circ, snapshot, stdout_of, transcript};

const WALKS: &str = "../../../examples/semirings/walks.circ";
const PATHS: &str = "../../../examples/semirings/paths.circ";

/// The result of a run over a semiring.
fn check(semiring: &str, program: &str, input: &str, expected: &str) {
    let args = ["run", program, "--semiring", semiring, "--input", input];
    assert_eq!(stdout_of(&args), format!("{expected}\n"), "{args:?}");
}

#[test]
fn one_circuit_answers_several_questions() {
    let graph = "[[0, 1, 1], [0, 0, 1], [0, 0, 0]]";
    check("counting", WALKS, graph, "[[1, 1, 2], [0, 1, 1], [0, 0, 1]]");
    check("mod:2", WALKS, graph, "[[1, 1, 0], [0, 1, 1], [0, 0, 1]]");
    check("boolean", WALKS, graph, "[[true, true, true], [false, true, true], [false, false, true]]");
    let lengths = r#"[[inf, "7/2", 9], [inf, inf, 5], [inf, inf, inf]]"#;
    check("min-plus", WALKS, lengths, "[[0, 7/2, 17/2], [inf, 0, 5], [inf, inf, 0]]");
    check("min-plus", PATHS, lengths, "[[0, 7/2, 17/2], [inf, 0, 5], [inf, inf, 0]]");
    let lengths = lengths.replace("inf", "-inf");
    check("max-plus", WALKS, &lengths, "[[0, 7/2, 9], [-inf, 0, 5], [-inf, -inf, 0]]");
    check("boolean", PATHS, "[[false, true], [0, 0]]", "[[true, true], [false, true]]");
}

#[test]
fn values_nest_in_json_and_long_moduli_are_exact() {
    let lengths = r#"[["inf", "1/3"], [2, "inf"]]"#;
    let text = stdout_of(&["run", PATHS, "--semiring", "min-plus", "--json", "--input", lengths]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["result"].to_string(), r#"[[0,"1/3"],[2,0]]"#);
    assert_eq!(json["semiring"], "min-plus");
    let m = "340282366920938463463374607431768211507";
    let input = "[[0, 170141183460469231731687303715884105728], [0, 0]]";
    check(&format!("mod:{m}"), PATHS, input, "[[1, 170141183460469231731687303715884105728], [0, 1]]");
}

#[test]
fn a_ring_has_negative_constants_and_bools_stay_bools() {
    let matrix = "[[1, 2], [3, 4]]";
    check("mod:7", "../../../examples/circuits/determinant.circ", matrix, "5");
    check("mod:7", "../../../examples/circuits/determinant.circ", "[[8, -5], [10, 4]]", "5");
    let output = circ(
        &["run", "-", "--semiring", "mod:5", "--input", "true", "--input", "false"],
        "family f(a: bool, b: bool) -> (bool, num) { (not (a and b), a + b - 2) }",
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "(true, 4)\n");
    let output = circ(
        &["run", "-", "--semiring", "min-plus", "--input", "true", "--input", "false"],
        "family f(a: bool, b: bool) -> (bool, num, num) { (a and b, a + b, 3 * a * b) }",
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "(false, 0, inf)\n");
}

#[test]
fn what_is_wrong_is_told() {
    let text = transcript(&[
        &["run", "../../../examples/circuits/parity.circ", "--semiring", "boolean", "--input", "[1, 0]"],
        &[
            "run",
            "../../../examples/circuits/determinant.circ",
            "--semiring",
            "min-plus",
            "--input",
            "[[1, 2], [3, 4]]",
        ],
        &["run", "../../../examples/circuits/variance.circ", "--semiring", "mod:7", "--input", "[1, 2]"],
        &["run", PATHS, "--semiring", "min-plus", "--input", "[[-inf]]"],
        &["run", PATHS, "--semiring", "min-plus", "--input", "[[true]]"],
        &["run", PATHS, "--semiring", "max-plus", "--input", "inf"],
        &["run", PATHS, "--semiring", "boolean", "--input", "[[2]]"],
        &["run", PATHS, "--semiring", "counting", "--input", "[[-2]]"],
        &["run", PATHS, "--semiring", "tropical", "--input", "[[2]]"],
        &["run", PATHS, "--semiring", "mod:1", "--input", "[[2]]"],
        &["run", PATHS, "--semiring", "mod:7", "--engine", "both", "--input", "[[2]]"],
    ]);
    snapshot("semiring", &text);
}
