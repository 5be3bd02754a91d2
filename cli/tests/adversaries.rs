//! Programs and files that would take all memory or all time end soon, with a message, under a limit of the system.
//!
//! Each runs with a gigabyte of address space and a minute of the processor, which an unoptimised build may need; an
//! optimised one takes less than ten seconds for each.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const KIBIBYTES: u32 = 1 << 20;
const SECONDS: u32 = 60;

/// Runs a command line in a folder under the limits; `$CIRC` is the command.
fn limited(folder: &Path, line: &str) -> Output {
    let line = format!("ulimit -v {KIBIBYTES}; ulimit -t {SECONDS}; ulimit -c 0; exec $CIRC {line}");
    let mut command = Command::new("sh");
    command.current_dir(folder).env("CIRC", env!("CARGO_BIN_EXE_circ")).args(["-c", &line]);
    command.output().expect("a shell can be run")
}

/// Each file with the command line that reads it, and the code of the message that ends it; none where it ends well.
fn all(files: &[(&str, String, &str, Option<&str>)]) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (name, text, line, code) in files {
        fs::write(folder.path().join(name), text).expect("it can be written");
        let output = limited(folder.path(), line);
        let told = String::from_utf8_lossy(&output.stderr);
        let shown: String = told.chars().take(400).collect();
        assert_eq!(output.status.code(), Some(i32::from(code.is_some())), "{name}, {line}: {shown}");
        if let Some(code) = code {
            assert!(told.contains(&format!("[{code}]")), "{name}, {line}: {shown}");
        }
    }
}

#[test]
fn what_recurses_and_doubles() {
    let two = "family f[n](x: num) -> num { if n <= 1 { x } else { f[n - 1](x * 2) * f[n - 2](x + 3) } }";
    let one = "family f[n](x: num) -> num { if n == 0 { x } else { f[n - 1](x) + f[n - 1](x + 1) } }";
    let concat = format!(
        "family f(x: num) -> num {{ let a = [1];{} sum(a) + x }}",
        "let a = concat(a, a);".repeat(60)
    );
    let square = "family f[n](x: num) -> num { fold a = x for i in 0..n { a * a } }";
    all(&[
        ("two.circ", two.into(), "check two.circ", None),
        ("two.circ", two.into(), "run two.circ -p n=10000 -i 1 --max-gates 2000000", Some("E0420")),
        ("one.circ", one.into(), "run one.circ -p n=100000 -i 1", Some("E0423")),
        ("one.circ", one.into(), "run one.circ -p n=9000 -i 1 --max-gates 1000000", Some("E0420")),
        ("concat.circ", concat.clone(), "check concat.circ", None),
        ("concat.circ", concat, "run concat.circ -i 1", Some("E0422")),
        ("square.circ", square.into(), "run square.circ -p n=60 -i 3", Some("E0516")),
        ("square.circ", square.into(), "run square.circ -p n=60 -i 3 --engine circuit", Some("E0516")),
    ]);
}

#[test]
fn pictures_of_what_is_deep_and_wide() {
    let deep = "family f[n](x: num) -> num { fold a = x for i in 0..n { a * a + x } }";
    let terms: Vec<String> = (0..6000).map(|k| format!("let y{k} = x + {k};")).collect();
    let wide = format!("family f(x: num) -> num[6000] {{ {} [{}] }}", terms.concat(), names(6000));
    all(&[
        ("deep.circ", deep.into(), "build deep.circ -p n=200000 --emit svg -o deep.svg", None),
        ("deep.circ", deep.into(), "build deep.circ -p n=200000 --emit tikz --fold level", Some("E0622")),
        ("wide.circ", wide, "build wide.circ --emit svg", Some("E0622")),
    ]);
}

/// `y0, y1, y2`
fn names(count: usize) -> String {
    (0..count).map(|k| format!("y{k}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn arrays_and_numbers_beyond_all_measure() {
    let array =
        |size: &str| format!("family f(x: num) -> num {{ let a = [i for i in 0..{size}]; a[5] + x }}");
    let tower = "family f[n](x: num) -> num { x + 2^(2^n) }";
    let sums = "family f[n](x: num[n]) -> num { sum(x[i] * x[j] for i in 0..n, j in 0..n) }";
    let most = u64::MAX;
    all(&[
        ("a8.circ", array("100000000"), "check a8.circ", None),
        ("a8.circ", array("100000000"), "run a8.circ -i 1", Some("E0422")),
        ("a9.circ", array("1000000000"), "run a9.circ -i 1", Some("E0422")),
        (
            "sum.circ",
            "family f(x: num) -> num { sum(x * i for i in 0..1000000000) }".into(),
            "run sum.circ -i 1",
            Some("E0422"),
        ),
        ("tower.circ", tower.into(), "check tower.circ", None),
        ("tower.circ", tower.into(), "run tower.circ -p n=60 -i 1", Some("E0424")),
        ("tower.circ", tower.into(), &format!("run tower.circ -p n={most} -i 1"), Some("E0424")),
        ("sums.circ", sums.into(), &format!("build sums.circ -p n={most}"), Some("E0420")),
        ("sums.circ", sums.into(), "build sums.circ -p n=100000", Some("E0422")),
    ]);
}

#[test]
fn what_is_long_or_nests() {
    let calls: String =
        (0..100_000).map(|k| format!("family f{k}(x: num) -> num {{ f{}(x) + 1 }}\n", k + 1)).collect();
    let calls = format!("{calls}family f100000(x: num) -> num {{ x }}\n");
    let plain: String =
        (0..100_000).map(|k| format!("family f{k}[n](x: num[n]) -> num {{ sum(x) }}\n")).collect();
    let nested = |open: &str, close: &str| {
        format!("family f(x: num) -> num {{ {}x{} }}", open.repeat(100_000), close.repeat(100_000))
    };
    let chain = "family f[n](x: num) -> num { if n == 0 { x } else { f[n - 1](x) + 1 } }";
    all(&[
        ("plain.circ", plain, "check plain.circ", None),
        ("calls.circ", calls, "run calls.circ --family f0 -i 1", Some("E0423")),
        ("parens.circ", nested("(", ")"), "check parens.circ", Some("E0103")),
        ("ifs.circ", nested("if x == 1 { 2 } else { ", " }"), "check ifs.circ", Some("E0103")),
        ("chain.circ", chain.into(), "run chain.circ -p n=100000000 -i 1", Some("E0423")),
    ]);
}

#[test]
fn files_of_compilers() {
    let circuit = |input: &str, gates: &str, last: usize| {
        format!(
            "{{\"format\": \"circ.circuit/1\", \"family\": \"f\", \"params\": {{}}, \"ring\": \"Q\", \
             \"inputs\": [{{\"name\": \"x\", \"type\": \"num\", \"shape\": {input}}}], \
             \"outputs\": [{{\"name\": \"result\", \"type\": \"num\", \"shape\": [], \"gates\": [{last}]}}], \
             \"gates\": [{gates}]}}"
        )
    };
    let squares: String = (0..60).map(|k| format!(", [\"mul\", {k}, {k}]")).collect();
    let squares = format!("[\"input\", \"x\", []]{squares}");
    let transformer = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/transformers").join(name);
        let text = fs::read_to_string(path).expect("the example is there");
        assert!(text.contains("\"repeat\": 1"), "the example says how often its layers run");
        text.replacen("\"repeat\": 1", "\"repeat\": 1000000000000000000", 1)
    };
    all(&[
        ("objects.json", "{\"a\": ".repeat(300_000), "run objects.json", Some("E0560")),
        ("lists.json", "[".repeat(3_000_000), "report lists.json", Some("E0560")),
        ("long.json", circuit("[]", "[\"const\", \"1e999999999\"]", 0), "run long.json", Some("E0564")),
        (
            "wide.json",
            circuit("[1000000000000, 1000000000000]", "[\"const\", \"1\"]", 0),
            "run wide.json",
            Some("E0563"),
        ),
        ("squares.json", circuit("[]", &squares, 60), "run squares.json -i 3", Some("E0516")),
        // What settles after a round settles after as many as there are.
        ("rounds.json", transformer("majority.json"), "run rounds.json -i '[1, 0, 1, 1, 0]'", None),
        (
            "turns.json",
            transformer("induction.json"),
            "run turns.json -i '[1, 0, 1, 1, 0, 1]'",
            Some("E0516"),
        ),
        (
            "rounds.json",
            transformer("majority.json"),
            "run rounds.json -i '[1, 0, 1, 1, 0]' --engine literal",
            Some("E0516"),
        ),
        ("rounds.json", transformer("majority.json"), "report rounds.json", None),
        (
            "f.circ",
            "family f[n](x: num[n]) -> num { sum(x) }".into(),
            "run f.circ -i '[1e999999999]'",
            Some("E0520"),
        ),
        ("value", "[".repeat(5_000_000), "run f.circ -i @value", Some("E0510")),
    ]);
}
