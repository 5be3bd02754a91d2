//! `circ run --number`, `--attention soft` and `circ approximate`: what comes out, beside the exact values.

mod support;

use serde_json::Value;
use support::{circ, snapshot, stdout_of, transcript};

const TENTHS: &str = "../../../examples/approximate/tenths.circ";
const TOTAL: &str = "../../../examples/approximate/total.circ";
const PARITY: &str = "../../../examples/circuits/parity.circ";

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout_of(&[args, &["--json"]].concat())).expect("JSON")
}

/// Ten times 0.1.
const TEN: &str = "[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]";

#[test]
fn a_sign_makes_a_large_error_of_a_small_one() {
    let run = json(&["run", TENTHS, "--number", "f64", "--input", TEN]);
    assert_eq!((&run["exact"], &run["right"]), (&Value::from(true), &Value::from(false)));
    // The rounding of 1/10 is the first thing that is not exact, and the sign the first that is wrong.
    assert_eq!(run["first_inexact"]["layer"], Value::Null);
    assert_eq!(run["first_inexact"]["exact"], "1/10");
    assert_eq!(run["first_wrong"]["source"], "sum(x) == 1");
    assert_eq!(
        (run["first_wrong"]["exact"].as_i64(), run["first_wrong"]["approximate"].as_f64()),
        (Some(0), Some(-1.0))
    );
    // A gate of depth 3 has its value after the layers 0 to 5.
    assert_eq!(run["first_wrong"]["layer"], 5);
    // Halves and quarters are floats.
    let run = json(&["run", TENTHS, "--number", "f32", "--input", "[0.5, 0.25, 0.25]"]);
    assert_eq!((&run["rounded"], &run["right"]), (&Value::from(true), &Value::from(true)));
    assert_eq!(run["first_wrong"], Value::Null);
}

#[test]
fn softmax_needs_a_scale() {
    let soft = ["run", TOTAL, "--attention", "soft", "--input", "[1, 2, 3]"];
    let warm = json(&soft);
    assert_eq!((&warm["right"], &warm["exact"]), (&Value::from(false), &Value::from(6)));
    assert_eq!(warm["temperature"], "1");
    assert_eq!(warm["first_wrong"]["layer"], 1);
    let cold = json(&[&soft[..], &["--temperature", "1/64"]].concat());
    assert_eq!((&cold["right"], &cold["first_wrong"]), (&Value::from(true), &Value::Null));
    // A scale of which half is not enough.
    let sweep = json(&["approximate", TOTAL, "--attention", "soft", "--sizes", "1,6"]);
    assert_eq!(sweep["first_wrong_size"]["n"], 6);
    assert_eq!(sweep["sizes"][0]["scale"], 1);
    let scale = sweep["sizes"][1]["scale"].as_u64().expect("a scale");
    assert!(scale.is_power_of_two() && scale > 1, "{sweep}");
    for (scale, well) in [(scale, true), (scale / 2, false)] {
        let temperature = format!("1/{scale}");
        let args =
            ["approximate", TOTAL, "--attention", "soft", "--temperature", &temperature, "--sizes", "6"];
        let row = &json(&args)["sizes"][0];
        assert_eq!(row["right"] == row["inputs"], well, "{row}");
    }
}

/// A sign gate that has to find a 0 finds one only where weights underflow: exp(-745) is no f64, exp(-104) no f32.
#[test]
fn equality_needs_weights_that_underflow() {
    for (number, scale) in [("f64", 1024), ("f32", 128)] {
        let sweep =
            json(&["approximate", PARITY, "--attention", "soft", "--number", number, "--sizes", "1,3"]);
        let scales: Vec<_> = (0..2).map(|k| sweep["sizes"][k]["scale"].as_u64()).collect();
        assert_eq!(scales, [Some(scale); 2], "{sweep}");
    }
}

#[test]
fn short_floats_can_not_tell_many_gates_apart() {
    let sweep = |attention: &str, float: &str| {
        let args = ["approximate", TOTAL, "--attention", attention, "--number", float];
        json(&[&args[..], &["--sizes", "2000,2897", "--trials", "1"]].concat())
    };
    assert_eq!(sweep("dot", "f32")["first_wrong_size"]["n"], 2897);
    assert_eq!(sweep("average", "f32")["first_wrong_size"], Value::Null);
    assert_eq!(sweep("dot", "f64")["first_wrong_size"], Value::Null);
}

#[test]
fn what_overflows_is_said_to() {
    let run = json(&["run", TOTAL, "--number", "f64", "--input", "[1e308, 1e308]"]);
    // Half of infinity, twice, among cases that are all multiplied by 0 or 1: 0 times infinity is no number.
    assert_eq!((&run["approximate"], &run["right"]), (&Value::from("NaN"), &Value::from(false)));
    let run = json(&["run", TOTAL, "--number", "f32", "--attention", "leftmost", "--input", "[1e39]"]);
    assert_eq!((&run["approximate"], &run["right"]), (&Value::from("inf"), &Value::from(false)));
    let run = json(&["run", TOTAL, "--number", "f32", "--input", "[1e39, -1e39]"]);
    assert_eq!((&run["approximate"], &run["exact"]), (&Value::from("NaN"), &Value::from(0)));
}

#[test]
fn every_construction_is_exact_on_short_integers() {
    for attention in ["average", "dot", "leftmost", "rightmost"] {
        for (program, input) in [(PARITY, "[1, 0, 1]"), (TOTAL, "[3, -4, 5, 6]")] {
            let run = json(&["run", program, "--attention", attention, "--number", "f64", "--input", input]);
            assert_eq!((&run["right"], &run["first_inexact"]), (&Value::from(true), &Value::Null), "{run}");
            assert_eq!(run["first_wrong_anywhere"], Value::Null, "{run}");
        }
    }
}

#[test]
fn tokens_and_tuples_are_rounded() {
    let source = "alphabet A = 'a' | 'b' | 'c';\nfamily f(w: A[2], x: num) -> (A[2], num, bool) { (w, x / 3, w[0] == 'a') }";
    let output = circ(&["run", "-", "--number", "f32", "--input", "ca", "--input", "1"], source);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        text.starts_with(
            "approximately ([2, 0], 0.33333337, 0), rounded ([\"c\", \"a\"], 0.33333337, false) (exactly ("
        ),
        "{text}"
    );
}

#[test]
fn rounded_tokens_are_written_as_exact_ones() {
    let source = "alphabet A = 'a' | 'b' | 'c';\nfamily f(w: A[2]) -> A[2] { w }";
    let output = circ(&["run", "-", "--number", "f32", "--input", "ca"], source);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.starts_with("approximately [2, 0], rounded ca (exactly ca)\n"), "{text}");
}

#[test]
fn what_is_told() {
    let text = transcript(&[
        &["run", TENTHS, "--number", "f64", "--input", TEN],
        &["run", TOTAL, "--number", "f64", "--input", "[1, 2, 3]"],
        &["run", TOTAL, "--number", "f32", "--attention", "leftmost", "--input", "[0.1, 0.2]"],
        &[
            "run",
            TOTAL,
            "--attention",
            "soft",
            "--temperature",
            "0.5",
            "--tolerance",
            "1/10",
            "--input",
            "[1, 2, 3]",
        ],
        &["run", PARITY, "--attention", "soft", "--temperature", "1/8", "--input", "[1, 0, 1]"],
        &["run", PARITY, "--attention", "soft", "--json", "--input", "[1]"],
        &["approximate", PARITY, "--attention", "soft", "--sizes", "0,1,3"],
        &["approximate", TENTHS, "--number", "f64", "--sizes", "0,2,8"],
        &["approximate", TENTHS, "--sizes", "3", "--trials", "2", "--json"],
        &["approximate", TOTAL, "--sizes", "20000"],
    ]);
    snapshot("approximate", &text);
}

#[test]
fn what_is_wrong_is_told() {
    let text = transcript(&[
        &["run", TOTAL, "--temperature", "2", "--input", "[1]"],
        &["run", TOTAL, "--attention", "native", "--number", "f64", "--input", "[1]"],
        &["run", TOTAL, "--tolerance", "2", "--input", "[1]"],
        &["run", TOTAL, "--number", "f64", "--temperature", "2", "--input", "[1]"],
        &["run", TOTAL, "--attention", "soft", "--temperature", "0", "--input", "[1]"],
        &["run", TOTAL, "--attention", "soft", "--temperature", "-1", "--input", "[1]"],
        &["run", TOTAL, "--attention", "soft", "--temperature", "warm", "--input", "[1]"],
        &["run", TOTAL, "--number", "f16", "--input", "[1]"],
        &["run", TOTAL, "--number", "f64", "--engine", "circuit", "--input", "[1]"],
        &["run", TOTAL, "--number", "f64", "--semiring", "boolean", "--input", "[1]"],
        &["approximate", TOTAL, "--temperature", "2"],
    ]);
    snapshot("approximate_faults", &text);
}
