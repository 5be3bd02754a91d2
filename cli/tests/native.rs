//! `--attention native`: sequence programs as transformers of their own, on the command line.

mod support;

use support::{circ, entry, snapshot, stdout_of, transcript};

const SORT: &str = "../../../examples/sequences/sort.circ";
const REVERSE: &str = "../../../examples/sequences/reverse.circ";
const PTF: &str = "../../../examples/sequences/dyck1_ptf.circ";
const KHOP: &str = "../../../examples/sequences/khop3.circ";
const PRODUCT: &str = "../../../examples/circuits/product.circ";

#[test]
fn runs_and_what_they_declare() {
    snapshot(
        "native_runs",
        &transcript(&[
            &["run", SORT, "--attention", "native", "--input", r#"[3, "1/2", -1, 3]"#],
            &["run", SORT, "--attention", "native", "--input", "[3, 1, 2]", "--json"],
            &["run", REVERSE, "--attention", "native", "--input", "drawer", "--json"],
            &["run", REVERSE, "--attention", "native", "--positions", "i,n", "--input", "drawer", "--json"],
            &["run", REVERSE, "--attention", "native", "--input", ""],
            &["run", PTF, "--attention", "native", "--engine", "literal", "--input", "()(()", "--json"],
            &[
                "run",
                KHOP,
                "--attention",
                "native",
                "--engine",
                "both",
                "--input",
                "[1, 2, 0]",
                "--input",
                "1",
            ],
            &["verify", SORT, "--attention", "native", "--sizes", "0,1,2,5"],
            &["verify", PRODUCT, "--attention", "native", "--sizes", "2"],
            &["trace", REVERSE, "--attention", "native", "--input", "abc", "--position", "1"],
        ]),
    );
}

#[test]
fn the_program_and_what_it_uses() {
    snapshot(
        "native_builds",
        &transcript(&[
            &["build", REVERSE, "--attention", "native", "--emit", "transformer", "--param", "n=2"],
            &["build", SORT, "--emit", "groundtruth", "--param", "n=3"],
            &["build", SORT, "--emit", "groundtruth", "--attention", "dot", "--param", "n=3"],
        ]),
    );
}

/// Every reason why a family has no transformer of its own, with the expression that is in the way.
#[test]
fn what_is_no_sequence_program_is_refused_at_the_expression() {
    let families = [
        "family f[n](a: num[n, n]) -> num { sum(a) }",
        "family f[n](x: num[n], a: num[n, n]) -> num { sum(x) + sum(a) }",
        "family f[n](x: num[n]) -> num[n + 1] { concat(x, [sum(x)]) }",
        "family f[n](x: num[n]) -> num[2] { [sum(x), count(x > 0)] }",
        "family f[n](x: num[n]) -> num[n, n] { [x[i] * x[j] for i in 0..n, j in 0..n] }",
        "family f[n](x: num[n]) -> num { sum(x[i] for i in 0..n, k in 0..2 * i) }",
        "family f[n](x: num[n]) -> num { sum([[x[i], 1] for i in 0..n]) }",
        "family f[n](x: num[n]) -> num { prod(x + 1) }",
        "family f[n](x: num[n]) -> num { fold s = 0 for t in x { s * t + 1 } }",
        "family f[n](x: num[n]) -> num[n] { scan s = 0 for t in x { s * t + 1 } }",
        "family next[m](w: num[m]) -> num { sum(w) }\nfamily f[n](x: num[n]) -> num[n + 1] { generate(next, x, 1) }",
        "family f[n](x: num[n]) -> num { if n == 0 { 0 } else { x[0] + f(x[1..]) } }",
        "family f[n](x: num[n]) -> num[n] { [count(x[j] == x[i] + x[k] for j in 0..n, k in 0..n) for i in 0..n] }",
        "family f[n](x: num[n]) -> num[n] { [mean(abs(x[i] - x[j]) for j in 0..n) for i in 0..n] }",
        "family f[n](x: num[n]) -> num[n] { [max(x[j] for j in 0..n if x[j] < x[i] else 0) for i in 0..n] }",
        "family f[n](x: num[n]) -> num[n] { [[[2, 3], [5, 7]][i % 2][0] * x[i] for i in 0..n] }",
        "family f[n](x: num[n]) -> num { sum(x[i] ^ i for i in 0..n) }",
    ];
    let mut said = String::new();
    for family in families {
        let command = ["build", "-", "--attention", "native", "--emit", "transformer", "--param", "n=3"];
        let text = entry(&command, family);
        assert!(text.contains("[E0620]") || text.contains("[E0621]"), "{text}");
        said.push_str(&text);
    }
    snapshot("native_refused", &said);
}

#[test]
fn the_emitted_program_is_one_from_a_file_too() {
    let program =
        stdout_of(&["build", SORT, "--attention", "native", "--emit", "transformer", "--param", "n=4"]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sort.json");
    std::fs::write(&file, program).expect("it can be written");
    let path = file.to_str().expect("a path");
    assert_eq!(stdout_of(&["run", path, "--input", "[3, -1, 2, 0]"]), "[-1, 0, 2, 3]\n");
    let lowered = stdout_of(&["lower", path]);
    let circuit = folder.path().join("lowered.json");
    std::fs::write(&circuit, lowered).expect("it can be written");
    let circuit = circuit.to_str().expect("a path");
    assert_eq!(stdout_of(&["run", circuit, "--input", "[3, -1, 2, 0]"]), "[-1, 0, 2, 3]\n");
    let output = circ(&["verify", SORT, "--program", path], "");
    assert!(output.status.success(), "{output:?}");
}
