//! `circ verify`: circuits against their transformers.

mod support;

use circ_compiler::FamilyId;
use circ_compiler::emit::{Construction, emit};
use circ_compiler::native::{Positions, native};
use support::{circ, entry, snapshot, stdout_of, transcript};

#[test]
fn verified() {
    snapshot(
        "verify",
        &transcript(&[
            &["verify", "dyck1.circ"],
            &["verify", "dyck1.circ", "--sizes", "1,16", "--trials", "20"],
            &["verify", "shapes.circ", "--sizes", "2,3", "--trials", "10"],
            &["verify", "shapes.circ", "--family", "words", "--sizes", "2,3,7"],
            &["verify", "shapes.circ", "--family", "nothing"],
            &["verify", "wrong.circ", "--family", "f"],
        ]),
    );
}

#[test]
fn what_cannot_be_built_is_told_once() {
    let source = "family last[n](x: num[n]) -> num { x[n - 1] } family one(b: bool) -> bool { not b } \
                  family far[n](x: num[n]) -> num { x[4] }";
    snapshot("verify_faults", &entry(&["verify", "-"], source));
}

#[test]
fn sizes_that_nobody_asked_for_are_small() {
    let source = "family f[n](b: bool) -> num { sum(i * b for i in 0..10 ^ (n + 2)) }";
    let text = entry(&["verify", "-"], source);
    assert!(text.contains("n = 2: 2 inputs, all of them, equal\n"), "{text}");
    assert!(text.contains("n = 4 left out: too large to be built without being asked for\n"), "{text}");
    assert!(text.ends_with("=> 0\n"), "{text}");
}

#[test]
fn a_seed_gives_the_same_inputs() {
    // How many of them are too long depends on what they are.
    let of = |seed: &str| stdout_of(&["verify", "shapes.circ", "--family", "tower", "--seed", seed]);
    assert_eq!(of("0"), of("0"));
    assert!((1..9).any(|seed| of(&seed.to_string()) != of("0")));
}

#[test]
fn usage() {
    for args in [["--trials", "0"], ["--trials", "many"], ["--seed", "-1"], ["--sizes", ""]] {
        let output = circ(&[&["verify", "dyck1.circ"][..], &args].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn round_trips() {
    snapshot(
        "verify_round_trip",
        &transcript(&[
            &["verify", "dyck1.circ", "--sizes", "0,1,2", "--round-trip"],
            &["verify", "shapes.circ", "--family", "rows", "--sizes", "1,2", "--round-trip"],
            &["verify", "dyck1.circ", "--sizes", "1", "--round-trip", "--json"],
        ]),
    );
}

#[test]
fn json() {
    snapshot(
        "verify_json",
        &transcript(&[
            &["verify", "dyck1.circ", "--sizes", "0,2", "--json"],
            &["verify", "shapes.circ", "--family", "power", "--sizes", "2,3", "--json"],
        ]),
    );
}

/// Two families of two files, or of one.
fn against(a: &str, b: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    write("a.circ", a);
    write("b.circ", b);
    run_in(folder.path(), &[&["verify", "a.circ", "--against", "b.circ"][..], more].concat())
}

/// One command in a folder, as a transcript has it.
fn run_in(folder: &std::path::Path, args: &[&str]) -> String {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_circ"));
    let output = command.current_dir(folder).args(args).output().expect("circ can be run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let err = if err.is_empty() { err } else { format!("--- stderr\n{err}") };
    format!("$ circ {}\n{out}{err}=> {}\n", args.join(" "), output.status.code().unwrap_or(-1))
}

#[test]
fn families_against_each_other() {
    let all = [
        (
            "# The same polynomial by other gates.",
            "family f[n](x: num[n]) -> num { sum(x) ^ 2 }",
            "family g[m](y: num[m]) -> num { sum(y[i] * y[j] for i in 0..m, j in 0..m) }",
            &["--sizes", "0,1,4"][..],
        ),
        (
            "# A slip that small integers do not show.",
            "family f(x: num) -> num { x * (x - 1) * (x - 2) * (x + 1) * (x - 3) * (x + 2) * (x - 4) * (x + 3) * (x + 4) }",
            "family g(x: num) -> num { 0 * x }",
            &[],
        ),
        (
            "# The same bools, and not the same polynomial.",
            "family f[n](x: bool[n]) -> num { sum(x) }",
            "family g[n](x: bool[n]) -> num { sum(v ^ 2 for v in x) }",
            &["--sizes", "2"],
        ),
        (
            "# With sign gates.",
            "family f[n](x: num[n]) -> bool { max(x) > 0 }",
            "family g[n](x: num[n]) -> bool { any(v > 0 for v in x) }",
            &["--sizes", "1,3"],
        ),
        (
            "# Tokens in another order.",
            "alphabet A = 'a' | 'b' | 'c';\nfamily f[n](w: A[n]) -> A[n] { [if t == 'a' { 'b' } else { t } for t in w] }",
            "alphabet B = 'c' | 'b' | 'a';\nfamily g[n](w: B[n]) -> B[n] { [match t { 'a' => 'b', 'b' => 'b', 'c' => 'c' } for t in w] }",
            &["--sizes", "2"],
        ),
        (
            "# Another signature.",
            "family f[n](x: num[n]) -> num { sum(x) }",
            "family g[n](x: bool[n]) -> num { sum(x) }",
            &[],
        ),
        (
            "# As JSON.",
            "family f(x: num, y: num) -> num { (x + y) * (x - y) }",
            "family g(x: num, y: num) -> num { x ^ 2 - y ^ 2 }",
            &["--json"],
        ),
    ];
    let text: Vec<String> =
        all.iter().map(|(what, a, b, more)| format!("{what}\n{}", against(a, b, more))).collect();
    snapshot("verify_against", &text.join("\n"));
}

#[test]
fn a_family_against_one_of_the_same_file() {
    let source =
        "family f(x: num) -> num { x + x } family g(x: num) -> num { 2 * x } family h(x: num) -> num { x }";
    let text = entry(&["verify", "-", "--family", "f", "--against", "-:g"], source);
    assert!(
        text.contains("f = g\n  the same for all inputs in Q, but for a chance of at most 2^-"),
        "{text}"
    );
    let text = entry(&["verify", "-", "--family", "f", "--against", "-"], source);
    assert!(text.contains("[E0574] Error: `f` and `h` differ"), "{text}");
    assert!(text.contains("The input is x=1.") && text.ends_with("=> 1\n"), "{text}");
}

/// A program of a file, in a folder of its own with the family.
struct Held {
    folder: tempfile::TempDir,
}

const HELD: &str = "family f[n](x: num[n]) -> num { (x[0] + x[1]) * x[0] + sign(x[1]) * 3 + 0 * x[0] }\n";

impl Held {
    /// The first family's transformer of a construction, or without one its own.
    fn new(source: &str, construction: Option<Construction>, sizes: &[u64]) -> Held {
        let loaded = circ_compiler::load(source);
        assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
        let limits = circ_compiler::Limits::default();
        let built = circ_compiler::elaborate(&loaded.program, FamilyId(0), sizes, &limits, &mut |_| {});
        let circuit = built.expect("it builds").circuit;
        let own = || native(&loaded.program, FamilyId(0), sizes, Positions::Index, &limits, &|_| Some(1));
        let transformer = match construction {
            Some(construction) => emit(&circuit, construction).transformer,
            None => own().expect("it is a sequence program"),
        };
        Held::of(source, &circ_runtime::transformer_to_json(&transformer))
    }

    /// An example as its own transformer, as the command line writes it.
    fn native(example: &str, size: &str, positions: &str) -> Held {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/sequences");
        let path = std::path::Path::new(folder).join(example);
        let source = std::fs::read_to_string(&path).expect("the example is there");
        let options = ["--emit", "transformer", "--attention", "native"];
        let size = ["--param", size, "--positions", positions];
        let path = path.to_str().expect("a path in UTF-8");
        Held::of(&source, &stdout_of(&[&["build", path][..], &options, &size].concat()))
    }

    fn of(source: &str, json: &str) -> Held {
        let folder = tempfile::tempdir().expect("a folder can be made");
        std::fs::write(folder.path().join("f.circ"), source).expect("it can be written");
        std::fs::write(folder.path().join("t.json"), json).expect("it can be written");
        Held { folder }
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("t.json")).expect("it is there")
    }

    fn verify(&self, text: &str) -> String {
        std::fs::write(self.folder.path().join("t.json"), text).expect("it can be written");
        run_in(self.folder.path(), &["verify", "f.circ", "--program", "t.json", "--trials", "5"])
    }
}

#[test]
fn programs_of_files() {
    let mut text = String::new();
    let held = Held::new(HELD, Some(Construction::Average), &[2]);
    let whole = held.text();
    text.push_str(&held.verify(&whole));
    // The weight of the distance in the score of the first head: any negative one gives the same values.
    let other = whole.replacen("[\"const\", \"-1\"]", "[\"const\", \"-3\"]", 1);
    assert_ne!(other, whole);
    text.push_str(&format!("\n# A constant that changes a value.\n{}", held.verify(&other)));
    let other = whole.replacen("\"repeat\": 3", "\"repeat\": 4", 1);
    assert_ne!(other, whole);
    text.push_str(&format!("\n# One more round, which changes none.\n{}", held.verify(&other)));
    let other = whole.replacen("\"construction\": \"average\"", "\"construction\": \"by hand\"", 1);
    text.push_str(&format!("\n# By hand.\n{}", held.verify(&other)));
    let other = other.replacen("\"repeat\": 3", "\"repeat\": 2", 1);
    text.push_str(&format!("\n# By hand, and wrong.\n{}", held.verify(&other)));
    let other = whole.replacen("\"name\": \"x\"", "\"name\": \"y\"", 1);
    text.push_str(&format!("\n# Another input.\n{}", held.verify(&other)));
    text.push_str(&format!("\n# No program.\n{}", held.verify("{}")));
    snapshot("verify_program", &text);
}

/// Every constant of the JSON that can be another: its path, and the JSON with another one.
fn corruptions(json: &serde_json::Value) -> Vec<(String, serde_json::Value)> {
    use serde_json::Value;
    fn walk(value: &Value, path: &str, pointer: &str, all: &mut Vec<(String, String, Value)>) {
        match value {
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    walk(item, &format!("{path}[{at}]"), &format!("{pointer}/{at}"), all);
                }
            }
            Value::Object(map) => {
                for (key, item) in map {
                    walk(item, &format!("{path}.{key}"), &format!("{pointer}/{key}"), all);
                }
            }
            Value::Number(number) => {
                let number = number.as_u64().expect("a natural number");
                all.push((path.into(), pointer.into(), Value::from(number + 1)));
                if number > 0 {
                    all.push((path.into(), pointer.into(), Value::from(number - 1)));
                }
            }
            Value::String(text) => {
                let other = match text.as_str() {
                    "average" => "leftmost".to_string(),
                    "leftmost" => "rightmost".to_string(),
                    "rightmost" => "average".to_string(),
                    "add" => "mul".to_string(),
                    "mul" => "add".to_string(),
                    "0" => "1".to_string(),
                    text if text.parse::<i64>().is_ok_and(|v| v < 0) => text[1..].to_string(),
                    text if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => format!("{text}1"),
                    text => format!("{text}x"),
                };
                all.push((path.into(), pointer.into(), Value::from(other)));
            }
            Value::Null => all.push((path.into(), pointer.into(), Value::from(0))),
            Value::Bool(_) => {}
        }
    }
    let mut places = Vec::new();
    walk(json, "", "", &mut places);
    let mut all = Vec::new();
    for (path, pointer, value) in places {
        let mut other = json.clone();
        *other.pointer_mut(&pointer).expect("it is there") = value;
        all.push((path, other));
    }
    all
}

/// Whether a place holds the number of an input, which is no constant.
fn is_input(json: &serde_json::Value, path: &str) -> bool {
    let inputs = json["sequence"]["inputs"].as_array().expect("a list");
    inputs.iter().any(|spec| {
        let coordinate = &spec["coordinate"];
        let positions = spec["positions"].as_array().expect("a list");
        positions.iter().any(|position| path == format!(".sequence.tokens[{position}][{coordinate}]"))
    })
}

/// Corrupts every constant of a program; `least` of them at least.
fn every_constant(what: &str, held: &Held, least: usize) {
    let said = held.verify(&held.text());
    assert!(said.ends_with("=> 0\n") && said.contains("to the letter"), "{what}: {said}");
    let json: serde_json::Value = serde_json::from_str(&held.text()).expect("it is JSON");
    let all = corruptions(&json);
    assert!(all.len() > least, "{what}: {}", all.len());
    for (path, other) in all {
        // What it is called makes it a program of another origin; that is said.
        let said = held.verify(&other.to_string());
        if path == ".construction" || path == ".format" || is_input(&json, &path) {
            continue;
        }
        // Where the source has a variable is no part of what is computed.
        if path.ends_with(".line") {
            continue;
        }
        assert!(said.ends_with("=> 1\n"), "{what}, {path}: {said}");
        // Either it is another program, or none at all.
        assert!(
            ["[E0570]", "[E0572]", "[E056"].iter().any(|code| said.contains(code)),
            "{what}, {path}: {said}"
        );
    }
}

#[test]
fn every_constant_of_a_program_is_noticed() {
    let pair = "family f(x: num, y: num) -> num { (x + y) * x }\n";
    for construction in Construction::ALL {
        every_constant(construction.name(), &Held::new(pair, Some(construction), &[]), 150);
    }
}

#[test]
fn an_input_that_goes_astray_is_shown_by_its_name() {
    let source = "family g(z: num) -> num { z + 1 }\nfamily f(x: num, y: num) -> num { x * y }\n";
    let loaded = circ_compiler::load(source);
    let limits = circ_compiler::Limits::default();
    let built = circ_compiler::elaborate(&loaded.program, FamilyId(1), &[], &limits, &mut |_| {});
    let spans = built.expect("it builds").spans;
    let name = |gate| spans.get(gate).map(|span| &source[span.start as usize..span.end as usize]);
    assert_eq!([name(0), name(1)], [Some("x"), Some("y")]);
}

#[test]
fn every_constant_of_a_native_program_is_noticed() {
    let smaller = "family f[n](x: num[n]) -> num[n] { aggregate(select(x, x, <=), x) }\n";
    every_constant("f", &Held::new(smaller, None, &[2]), 150);
    every_constant("hist", &Held::native("hist.circ", "n=1", "i"), 90);
    every_constant("sort", &Held::native("sort.circ", "n=1", "i"), 200);
    every_constant("reverse", &Held::native("reverse.circ", "n=2", "i"), 120);
    every_constant("reverse, of n", &Held::native("reverse.circ", "n=1", "i,n"), 70);
}

#[test]
fn a_native_transformer_that_is_asked_for_has_to_be_there() {
    let source = "family f[n](x: num[n]) -> num { prod(x) }";
    let left_out = entry(&["verify", "-", "--sizes", "1,2"], source);
    assert!(left_out.ends_with("=> 0\n") && !left_out.contains("native"), "{left_out}");
    let asked = entry(&["verify", "-", "--sizes", "1,2", "--attention", "native"], source);
    assert!(asked.contains("[E0620]") && asked.ends_with("=> 1\n"), "{asked}");
    assert_eq!(asked.matches("[E0620]").count(), 1, "{asked}");
}
