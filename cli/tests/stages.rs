//! `circ build`, `circ report` and `circ test`.

mod support;

use support::{circ, entry, snapshot, stdout_of, transcript};

#[test]
fn stages() {
    snapshot(
        "stages",
        &transcript(&[
            &["build", "dyck1.circ", "--param", "n=1"],
            &["build", "dyck1.circ", "--param", "n=1", "--emit", "dot"],
            &["build", "dyck1.circ", "--emit", "types"],
            &["build", "shapes.circ", "--family", "parts", "--param", "n=2", "--emit", "dot"],
            &["build", "dyck1.circ"],
        ]),
    );
}

#[test]
fn source_stages_are_there_for_wrong_programs_too() {
    let source = "family f(x: num) -> num { x + y }";
    snapshot(
        "source_stages",
        &([
            entry(&["build", "-", "--emit", "tokens"], source),
            entry(&["build", "-", "--emit", "ast"], source),
        ]
        .join("\n")),
    );
}

#[test]
fn a_transformer_takes_inputs_or_zeros() {
    let read = |options: &[&str]| {
        let args =
            [&["build", "shapes.circ", "--family", "twice", "--emit", "transformer"], options].concat();
        let text = stdout_of(&args);
        circ_runtime::read_transformer(&text).expect("circ.transformer/1")
    };
    let (zeros, filled) = (read(&["--param", "n=2"]), read(&["--input", "[5, 1/3]"]));
    let input = |t: &circ_runtime::Transformer, k: usize| {
        let spec = &t.sequence.inputs[0];
        t.sequence.columns[spec.coordinate].get(spec.positions[k] as usize).to_string()
    };
    assert_eq!([input(&zeros, 0), input(&zeros, 1)], ["0", "0"]);
    assert_eq!([input(&filled, 0), input(&filled, 1)], ["5", "1/3"]);
}

#[test]
fn a_circuit_reads_back() {
    let text =
        stdout_of(&["build", "shapes.circ", "--family", "matmul", "--param", "n=2,m=1", "--param", "p=2"]);
    let circuit = circ_runtime::read_circuit(&text).expect("circ.circuit/1");
    assert_eq!(circuit.params, [("n".to_string(), 2), ("m".to_string(), 1), ("p".to_string(), 2)]);
    assert_eq!(circ_runtime::circuit_to_json(&circuit), text);
}

#[test]
fn the_output_is_the_same_every_time() {
    for emit in ["circuit", "transformer", "dot", "types", "ast", "tokens"] {
        let args = ["build", "dyck1.circ", "--param", "n=5", "--emit", emit];
        assert_eq!(stdout_of(&args), stdout_of(&args), "{emit}");
    }
}

#[test]
fn an_output_file() {
    let file = std::env::temp_dir().join(format!("circ-build-{}.json", std::process::id()));
    let path = file.display().to_string();
    let args = ["build", "dyck1.circ", "--param", "n=3"];
    assert_eq!(stdout_of(&[&args[..], &["-o", &path]].concat()), "");
    assert_eq!(std::fs::read_to_string(&file).expect("it was written"), stdout_of(&args));
    let _ = std::fs::remove_file(file);
}

#[test]
fn reports() {
    snapshot(
        "reports",
        &transcript(&[
            &["report", "dyck1.circ", "--sizes", "1,2,4"],
            &["report", "dyck1.circ", "--json", "--sizes", "4"],
            &["report", "shapes.circ", "--family", "power", "--sizes", "2,3,4"],
            &["report", "shapes.circ", "--family", "power", "--sizes", "3", "--json"],
            &["report", "shapes.circ", "--family", "word"],
            &["report", "shapes.circ", "--family", "same"],
            &["report", "sizes_only.circ", "--sizes", "0"],
        ]),
    );
}

#[test]
fn reports_are_json() {
    for family in ["parts", "power", "word", "same"] {
        let text = stdout_of(&["report", "shapes.circ", "--family", family, "--json"]);
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(json["family"], family);
        assert_eq!(json["class"]["how"], "proved");
        assert!(json["size"]["formula"].is_string());
    }
}

#[test]
fn tests() {
    snapshot(
        "tests",
        &transcript(&[
            &["test", "dyck1.circ"],
            &["test", "tests.circ"],
            &["test", "dyck1.circ", "shapes.circ"],
            &["test", "wrong.circ"],
        ]),
    );
}

#[test]
fn a_test_that_cannot_be_built_fails() {
    let source = "family f[n](x: num[n]) -> num { x[n - 1] } test \"nothing\" { f([]) == 0 } test \"one\" { f([2]) == 2 }";
    let output = circ(&["test", "-"], source);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, "FAILED nothing\nok one\n1 passed, 1 failed\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("E0401"));
    assert_eq!(output.status.code(), Some(1));
}
