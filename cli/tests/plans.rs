//! `circ run --explain`: how a run goes and how each head finds its keys; and runs of native programs without their
//! circuit.

mod support;

use support::{circ, snapshot, stdout_of, transcript};

const SORT: &str = "../../../examples/sequences/sort.circ";
const HIST: &str = "../../../examples/sequences/hist.circ";
const FREQUENT: &str = "../../../examples/sequences/sort_by_freq.circ";
const PTF: &str = "../../../examples/sequences/dyck1_ptf.circ";
const PARITY: &str = "../../../examples/circuits/parity.circ";
const MAJORITY: &str = "../../../examples/transformers/majority.json";
const THOUGHT: &str = "../../../examples/thought/parity_steps.circ";

#[test]
fn each_head_has_a_plan_and_a_reason() {
    snapshot(
        "plans",
        &transcript(&[
            &["run", SORT, "--attention", "native", "--input", "[3, 1, 2, 1]", "--explain"],
            &["run", HIST, "--attention", "native", "--input", "hello", "--explain"],
            &["run", FREQUENT, "--attention", "native", "--input", "abbccddd", "--explain"],
            &["run", PTF, "--attention", "native", "--input", "()(()", "--explain"],
            &["run", PARITY, "--input", "[1, 0, 1]", "--explain"],
            &["run", PARITY, "--input", "[1, 0, 1]", "--explain", "--attention", "dot"],
            &["run", PARITY, "--input", "[1, 0, 1]", "--explain", "--attention", "leftmost"],
            &["run", PARITY, "--input", "[1, 0, 1]", "--explain", "--json"],
            &["run", MAJORITY, "--input", "[1, 1, 0, 0, 1]", "--explain"],
            &["run", MAJORITY, "--input", "[1, 1, 0, 0, 1]", "--explain", "--json"],
            &["run", THOUGHT, "--input", "[1, 0, 1]", "--explain"],
            &["run", SORT, "--attention", "soft", "--input", "[3, 1, 2]", "--explain"],
        ]),
    );
}

#[test]
fn plans_are_a_key_of_the_json() {
    let text = stdout_of(&["run", HIST, "--attention", "native", "--input", "aba", "--explain", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["result"].to_string(), "[2,1,2]");
    assert_eq!(json["explain"][0]["plan"], "lookup");
    // Two letters; the score asks the sentinel's letter as well, which is 0, that of `a`.
    assert_eq!(json["explain"][0]["queries"], 2);
    assert_eq!(json["explain"][0]["keys"], 3);
}

#[test]
fn native_programs_need_no_circuit_where_nothing_depends_on_the_size() {
    // Its circuit has more gates than are allowed.
    let input: Vec<String> = (0..60).map(|k| (k * 37 % 61).to_string()).collect();
    let args = [
        "run",
        SORT,
        "--attention",
        "native",
        "--max-gates",
        "2000",
        "--input",
        &format!("[{}]", input.join(", ")),
    ];
    let mut sorted: Vec<u32> = (0..60).map(|k| k * 37 % 61).collect();
    sorted.sort_unstable();
    assert_eq!(stdout_of(&args), format!("{sorted:?}\n"));
    let circuit = circ(&[&args[..2], &args[4..]].concat(), "");
    assert_eq!(circuit.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&circuit.stderr).contains("E0420"));
}
