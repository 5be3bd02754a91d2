//! `--attention`: the constructions, in the commands that run or write transformers.

mod support;

use support::{circ, entry, snapshot, stdout_of};

const CONSTRUCTIONS: [(&str, u64); 4] = [("average", 7), ("dot", 9), ("leftmost", 6), ("rightmost", 6)];

fn json_of(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout_of(args)).expect("JSON")
}

#[test]
fn runs_give_the_same_on_every_engine() {
    for (name, dim) in CONSTRUCTIONS {
        for engine in ["transformer", "both", "literal"] {
            let args = ["run", "dyck1.circ", "--input", "(())()", "--attention", name, "--engine", engine];
            assert_eq!(stdout_of(&args), "true\n", "{name} {engine}");
        }
        let json = json_of(&["run", "dyck1.circ", "--input", "())", "--construction", name, "--json"]);
        assert_eq!(
            (&json["result"], &json["attention"], &json["dim"]),
            (&false.into(), &name.into(), &dim.into())
        );
    }
}

/// A sum of five: one level, and two layers; where gates read two, three levels and a position for each gate alone.
#[test]
fn layers_and_length_are_those_of_the_construction() {
    let measured = |name: &str| {
        let args = [
            "run",
            "shapes.circ",
            "--family",
            "more",
            "--input",
            "[1, 2, 3, 4, 5]",
            "--param",
            "n=4",
            "--attention",
            name,
        ];
        let json = json_of(&[&args[..], &["--json"]].concat());
        assert_eq!(json["result"], 15);
        (json["layers"].as_u64().expect("a number"), json["tokens"].as_u64().expect("a number"))
    };
    assert_eq!(CONSTRUCTIONS.map(|(name, _)| measured(name)), [(2, 11), (2, 11), (6, 9), (6, 9)]);
}

#[test]
fn built_programs_are_those_of_the_construction() {
    for (name, dim) in CONSTRUCTIONS {
        let args = ["build", "dyck1.circ", "--input", "()", "--emit", "transformer", "--attention", name];
        let json = json_of(&args);
        assert_eq!((&json["construction"], &json["dim"]), (&name.into(), &dim.into()));
        assert_eq!(json["layers"].as_array().map(Vec::len), Some(2));
        let head = &json["layers"][0]["heads"][0];
        assert_eq!(head["score"]["query"].is_array(), name == "dot", "{name}");
        let pooling = if name == "dot" { "average" } else { name };
        assert_eq!(head["pooling"], pooling);
    }
}

#[test]
fn tests_and_chains_of_thought_take_it() {
    let source = "family next[m](w: num[m]) -> num where m >= 2 { w[m - 1] * w[m - 2] + sum(w) }\n\
        family chain[n](a: num, b: num, x: bool[n]) -> num[n + 2] { generate(next, [a, b], n) }\n\
        test \"three steps\" { chain(1, 2, [true, false, true]) == [1, 2, 5, 18, 116] }\n\
        test \"all\" for n in 0..=2, x: bool[n] { chain(1, 1, x)[..2] == [1, 1] }\n";
    for (name, _) in CONSTRUCTIONS {
        let output = circ(&["test", "-", "--attention", name], source);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.ends_with("2 passed, 0 failed\n"), "{name}: {said}");
        let output =
            circ(&["verify", "-", "--family", "chain", "--sizes", "0,2", "--attention", name], source);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("equal, also step by step"), "{name}: {said}");
    }
}

/// What a step costs is told for the construction that runs it.
#[test]
fn steps_are_measured_by_the_construction() {
    let source = "family next[m](w: num[m]) -> num { sum(w) }\n\
        family chain(w: num[4]) -> num[6] { generate(next, w, 2) }\n";
    let run = |name| entry(&["run", "-", "--input", "[1, 2, 3, 4]", "--json", "--attention", name], source);
    snapshot("attention_steps", &CONSTRUCTIONS.map(|(name, _)| run(name)).join("\n"));
}
