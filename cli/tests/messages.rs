//! The forms of messages: for people with stack traces, `short` and `json`.

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{circ, entry, snapshot};

/// A program of three files, whose faults lie deep in calls.
const FILES: [(&str, &str); 3] = [
    (
        "helpers.circ",
        "family head[n](x: num[n]) -> num { x[n - 1] }\n\
         family second[n](x: num[n]) -> num { head(x[0..n - 1]) }\n",
    ),
    (
        "between.circ",
        "use helpers.{head};\n\
         family third[n](x: num[n]) -> num { let 首 = 1; first(x) }\n\
         family first[n](x: num[n]) -> num { head(x[n..]) }\n\
         family positive[n](x: num[n]) -> num where n >= 1 { x[0] }\n",
    ),
    (
        "main.circ",
        "use helpers.{head, second};\nuse between.{third, positive};\n\
         family f[n](x: num[n]) -> num { second(x) }\n\
         family g[n](x: num[n]) -> num { third(x) }\n\
         family down[n](x: num[n]) -> num { if n == 0 { head(x) } else { down(x[1..]) } }\n\
         family even[n](x: num[n]) -> num { if n == 0 { head(x) } else { odd(x[1..]) } }\n\
         family odd[n](x: num[n]) -> num { if n == 0 { 1 } else { even(x[1..]) } }\n\
         family h[n](x: num[n]) -> num { positive(x) }\n\
         test \"of f\" { f([1]) == 1 }\n",
    ),
];

/// A claim that is true by an inclusion of classes, which is told in a note.
const BY_INCLUSION: &str = "family product[n](x: num[n]) -> num in FNC1 { prod(x) }";

/// What a command says of the program, with the folder's name left out.
fn said(args: &[&str]) -> String {
    let folder = tempfile::TempDir::new().expect("a folder");
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let path = folder.path().join("main.circ");
    let mut args: Vec<&str> = args.to_vec();
    args.insert(1, path.to_str().expect("UTF-8"));
    entry(&args, "").replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn faults_deep_in_calls_have_a_trace() {
    let cases: [&[&str]; 7] = [
        &["test"],
        &["run", "--family", "g", "--input", "[1, 2]"],
        &["run", "--family", "h", "--input", "[]"],
        &["build", "--family", "down", "--param", "n=1000"],
        &["build", "--family", "even", "--param", "n=100"],
        &["build", "--family", "odd", "--param", "n=101"],
        &["build", "--family", "even", "--param", "n=101", "--max-calls", "7"],
    ];
    snapshot("traces", &cases.map(said).join("\n"));
}

#[test]
fn short_and_json() {
    let cases = ["short", "json"].map(|form| {
        [
            said(&["check", "--message-format", form]),
            said(&["run", "--family", "g", "--input", "[1, x]", "--message-format", form]),
            said(&["run", "--family", "h", "--message-format", form, "--input", "[]"]),
            entry(&["check", "wrong.circ", "dyck1.circ", "no-such.circ", "--message-format", form], ""),
            entry(
                &["--message-format", form, "check", "-"],
                "family both(a: bool, b: bool) -> bool { a && b }",
            ),
            entry(&["check", "-", "--message-format", form], "family f(x: num) -> num { \u{202e}\u{1b} y }"),
        ]
        .join("\n")
    });
    snapshot("forms", &cases.join("\n"));
}

/// The objects that a command writes.
fn objects(args: &[&str], stdin: &str) -> Vec<Value> {
    let output = circ(&[args, &["--message-format", "json"]].concat(), stdin);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// All the strings of a value.
fn strings(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| strings(value, out)),
        Value::Object(values) => values.values().for_each(|value| strings(value, out)),
        _ => {}
    }
}

/// The words after the marks of a drawing: titles, labels, helps and notes.
fn words(drawing: &str) -> Vec<String> {
    let title =
        |line: &str| line.starts_with('[').then(|| line.split_once(": ").map(|(_, text)| text.to_string()));
    let mark = |line: &str| {
        let label = line.rsplit_once("── ").filter(|(before, _)| before.contains('╰'));
        let note =
            line.split_once("Help").or_else(|| line.split_once("Note")).and_then(|(_, t)| t.split_once(": "));
        label.or(note).map(|(_, text)| text.to_string())
    };
    let built = |text: &String| text.starts_with("Found while ") || text.starts_with("calls `");
    drawing
        .lines()
        .filter_map(|line| title(line).unwrap_or_else(|| mark(line)))
        .filter(|t| !built(t))
        .collect()
}

#[test]
fn the_forms_say_the_same_of_every_wrong_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/errors");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "circ"));
    files.sort();
    for path in files {
        let name = path.to_str().expect("UTF-8");
        let json = objects(&["check", name], "");
        let human = String::from_utf8(circ(&["check", name], "").stderr).expect("UTF-8");
        let short =
            String::from_utf8(circ(&["check", name, "--message-format", "short"], "").stderr).expect("UTF-8");
        assert_eq!(json.len(), short.lines().count(), "{short}");
        let mut all = Vec::new();
        json.iter().for_each(|object| strings(object, &mut all));
        for word in words(&human) {
            assert!(all.contains(&word), "`{word}` is not in {all:?}");
        }
        for (object, line) in json.iter().zip(short.lines()) {
            let span = &object["span"]["start"];
            let severity = object["severity"].as_str().expect("a word");
            let place =
                format!("{}:{}:{}", object["file"].as_str().expect("a file"), span["line"], span["column"]);
            let title = object["title"].as_str().expect("a title");
            let code = object["code"].as_str().expect("a code");
            assert_eq!(line, format!("{place}: {severity}[{code}]: {title}"));
            assert!(human.contains(&place) && human.contains(code), "{human}");
        }
    }
}

#[test]
fn spans_and_mends_can_be_applied() {
    let source = "// 变量\nfamily both(甲: bool, b: bool) -> bool { 甲 && b }\n";
    let found = objects(&["check", "-"], source);
    let fix = &found[0]["fix"];
    let byte = |end: &str| fix["span"][end]["byte"].as_u64().expect("a byte") as usize;
    let mended = format!(
        "{}{}{}",
        &source[..byte("start")],
        fix["text"].as_str().expect("a text"),
        &source[byte("end")..]
    );
    assert_eq!(mended, source.replace("&&", "and"));
    assert_eq!(objects(&["check", "-"], &mended), [] as [Value; 0]);
}

#[test]
fn long_chains_lose_their_middle_in_json() {
    let source = "family f[n](x: num[n]) -> num { if n == 0 { x[0] } else { f(x[1..]) } }";
    let found = objects(&["build", "-", "--param", "n=1000"], source);
    let calls = found[0]["calls"].as_array().expect("a list");
    assert_eq!(calls.len(), 201);
    assert_eq!(calls[0]["sizes"]["n"], 999);
    assert_eq!(calls[100]["left_out"], 800);
    assert_eq!(calls[200]["sizes"]["n"], 0);
    assert_eq!(found[0]["built"]["sizes"]["n"], 1000);
}

#[test]
fn tools_get_nothing_but_messages() {
    for form in ["short", "json"] {
        let output = circ(&["check", "dyck1.circ", "-", "--message-format", form], BY_INCLUSION);
        assert!(output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "the note on a claim");
        assert!(String::from_utf8_lossy(&output.stdout).contains("no errors"));
        let output = circ(&["explain", "E0201", "--message-format", form], "");
        assert_eq!(output.stdout, circ(&["explain", "E0201"], "").stdout);
    }
    assert_eq!(circ(&["check", "dyck1.circ", "--message-format", "xml"], "").status.code(), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_that_takes_no_more_is_told_in_every_form() {
    for (form, expected) in [
        ("human", "[E0519] Error: `<stdout>` can't be written\n"),
        ("short", "error[E0519]: `<stdout>` can't be written\n"),
        ("json", "{\"format\":\"circ.message/1\",\"code\":\"E0519\","),
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("the device");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_circ"))
            .args(["explain", "--message-format", form])
            .stdout(full)
            .output()
            .expect("circ can be run");
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.starts_with(expected), "{text}");
    }
}
