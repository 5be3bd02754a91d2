//! Transformers as tensors: `circ build -o X.safetensors`, and what takes such files.

mod support;

use std::path::Path;

use circ_runtime::{read_safetensors, read_transformer};
use support::{circ, entry, snapshot, stdout_of};

/// Builds a family as JSON and as tensors, and gives both paths; what is in them is the same.
fn check(folder: &Path, args: &[&str]) -> (String, String) {
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (json, tensors) = (path("t.json"), path("t.safetensors"));
    stdout_of(&[&["build"], args, &["--emit", "transformer", "-o", &json]].concat());
    stdout_of(&[&["build"], args, &["-o", &tensors]].concat());
    let text = std::fs::read_to_string(&json).expect("it is there");
    let bytes = std::fs::read(&tensors).expect("it is there");
    assert_eq!(read_safetensors(&bytes), Ok(read_transformer(&text).expect("well formed")), "{args:?}");
    // The same source gives the same bytes.
    stdout_of(&[&["build"], args, &["--emit", "transformer", "-o", &tensors]].concat());
    assert!(std::fs::read(&tensors).expect("it is there") == bytes, "{args:?}");
    (json, tensors)
}

#[test]
fn every_transformer_is_read_back_and_runs_the_same() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let long = "1".repeat(50);
    let cases: [(&[&str], &str); 4] = [
        (&["../../../examples/sequences/sort.circ", "--param", "n=2"], "[3, \"1/2\"]"),
        (&["shapes.circ", "--family", "average", "--param", "n=3"], "[1, 2, 9007199254740993]"),
        (&["shapes.circ", "--family", "twice", "--input", "[\"1/3\", 5]"], "[1, 2]"),
        (&["shapes.circ", "--family", "twice", "--input", &format!("[{long}, \"-2/7\"]")], "[0, 1]"),
    ];
    for (args, input) in cases {
        for attention in ["average", "dot", "leftmost", "rightmost"] {
            let (json, tensors) = check(folder.path(), &[args, &["--attention", attention]].concat());
            for more in [&["--input", input][..], &["--json"]] {
                let run = |file: &str| stdout_of(&[&["run", file], more].concat());
                assert_eq!(run(&json), run(&tensors), "{args:?} {attention}");
            }
        }
    }
    let hist = ["../../../examples/sequences/hist.circ", "--input", "abca", "--attention", "native"];
    check(folder.path(), &hist);
    check(folder.path(), &[&hist[..], &["--positions", "i,n"]].concat());
    check(folder.path(), &["roots.circ", "--input", "1/2+sqrt(2)"]);
}

#[test]
fn commands_take_it_as_they_take_json() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (json, tensors) = check(folder.path(), &["shapes.circ", "--family", "twice", "--param", "n=2"]);
    for command in [&["report"][..], &["report", "--json"], &["lower"], &["trace", "--json"]] {
        assert_eq!(stdout_of(&[command, &[&json]].concat()), stdout_of(&[command, &[&tensors]].concat()));
    }
    let verify = |file: &str| {
        let said = stdout_of(&["verify", "shapes.circ", "--family", "twice", "--program", file]);
        said.replace(file, "FILE")
    };
    assert_eq!(verify(&json), verify(&tensors));
    // Its content says what it is, not its name.
    let other = folder.path().join("t.bin").to_string_lossy().into_owned();
    std::fs::copy(&tensors, &other).expect("it can be copied");
    assert_eq!(stdout_of(&["run", &other, "--input", "[4, 5]"]), "[8, 10]\n");
    let output = circ(&["check", &other], "");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with("[E0568]") && told.contains("is a transformer"), "{told}");
}

#[test]
fn what_it_can_not_be_is_told() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (_, tensors) = check(folder.path(), &["shapes.circ", "--family", "twice", "--param", "n=2"]);
    let bytes = std::fs::read(&tensors).expect("it is there");
    let told = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("it can be written");
        entry(&["run", &path.to_string_lossy()], "").replace(&*folder.path().to_string_lossy(), "FOLDER")
    };
    let changed = |from: &str, to: &str| {
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect("it is there");
        let mut bytes = bytes.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    snapshot(
        "tensors",
        &[
            told("cut.safetensors", &bytes[..bytes.len() - 10]),
            told("shorter.safetensors", &bytes[..100]),
            told("empty.safetensors", b""),
            told("version.safetensors", &changed("safetensors/1", "safetensors/2")),
            told("type.safetensors", &changed("\"dtype\":\"I32\"", "\"dtype\":\"F32\"")),
            told("name.safetensors", &changed("\"sequence.columns.2\"", "\"sequence.columns.x\"")),
            entry(&["run", "none.safetensors"], ""),
            entry(&["build", "shapes.circ", "--emit", "circuit", "-o", "no.safetensors"], ""),
        ]
        .join("\n"),
    );
}
