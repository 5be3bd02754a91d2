//! `circ repl` with scripts: everything that it says, as a transcript with the script above it.

mod support;

use std::path::Path;

use support::{circ, snapshot};

/// A script, what it prints, what it tells, and how it ends.
fn session(args: &[&str], script: &str) -> String {
    let output = circ(&[&["repl"], args].concat(), script);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().map_or("a signal".to_string(), |code| code.to_string());
    format!("{script}--- prints\n{}--- tells\n{}=> {status}\n", text(&output.stdout), text(&output.stderr))
}

/// What a script prints, which has nothing wrong in it.
fn printed(script: &str) -> String {
    let output = circ(&["repl"], script);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{script}\n{told}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Each script of the folder, with its transcript.
#[test]
fn scripts_say_what_they_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repl");
    let mut scripts: Vec<_> =
        std::fs::read_dir(folder).expect("there").map(|entry| entry.expect("readable").path()).collect();
    scripts.sort();
    assert!(!scripts.is_empty());
    for path in scripts {
        let script = std::fs::read_to_string(&path).expect("UTF-8");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        snapshot(&format!("repl_{name}"), &session(&[], &script));
    }
}

#[test]
fn results_alone_are_printed() {
    assert_eq!(printed("family f[n](x: num[n]) -> num { sum(x) }\nf([1,2])\n"), "3\n");
    // No line end is needed at the end, and a mark of the encoding is none of the text.
    assert_eq!(printed("\u{feff}1/2 + 1/3"), "5/6\n");
    assert_eq!(printed("[1, 2] == [1, 3]\r\n(1, true)\r\n"), "[true, false]\n(1, true)\n");
}

#[test]
fn a_value_is_what_it_was() {
    let script = "alphabet Word = 'the' | 'a\\'b' | '\\n';\nlet w = ['the', 'a\\'b', '\\n'];\nw == w\n\
                  family first[n](w: Word[n]) -> Word { w[0] }\nfirst(w)\nlet none = [0 for i in 0..0];\nlen(none)\n\
                  let (p, (q, _)) = (1/3, ([[1, 2], [3, 4]], true));\nq[1, 0] * p\n";
    assert_eq!(printed(script), "[true, true, true]\nthe\n0\n1\n");
    // It stays, whatever becomes of the family that gave it.
    let script = "family f(x: num) -> num { x + 1 }\nlet y = f(1);\n:forget f\ny\n";
    assert_eq!(printed(script), "2\n");
}

#[test]
fn engines_and_constructions_give_the_same() {
    let ask = "use std.sort.sort;\nlet x = [3, -1/2, 2];\nsort(x)\n:run sorted [3, \"-1/2\", 2]\n";
    let family = "use std.sort.sort;\nfamily sorted[n](x: num[n]) -> num[n] { sort(x) }\n";
    for (name, value) in [
        ("engine", "circuit"),
        ("engine", "both"),
        ("engine", "literal"),
        ("attention", "dot"),
        ("attention", "leftmost"),
    ] {
        let script =
            format!("{family}:set {name} {value}\n{}", ask.trim_start_matches("use std.sort.sort;\n"));
        assert_eq!(printed(&script), "[-1/2, 2, 3]\n[-1/2, 2, 3]\n", "{name} {value}");
    }
}

#[test]
fn what_was_saved_is_a_program() {
    let place = tempfile::tempdir().expect("a folder can be made");
    let path = place.path().join("saved.circ");
    let path = path.to_str().expect("UTF-8");
    let script = format!(
        "use std.count.parity;\n/// Whether their number is odd.\nfamily odd[n](x: bool[n]) -> bool {{\n    parity(x)\n}}\n\
         test \"one\" {{ odd([true]) }}\n:save {path}\n"
    );
    assert_eq!(printed(&script), "");
    let saved = std::fs::read_to_string(path).expect("written");
    assert_eq!(
        saved,
        "use std.count.parity;\n\n/// Whether their number is odd.\nfamily odd[n](x: bool[n]) -> bool {\n    parity(x)\n}\n\n\
         test \"one\" { odd([true]) }\n"
    );
    assert_eq!(printed(&format!(":load {path}\n:test\n")), "ok one\n1 passed, 0 failed\n");
    let output = circ(&["repl", path], "odd([true, true])\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "false\n");
}

#[test]
fn what_is_no_text_is_refused_and_the_rest_is_done() {
    let told = |script: &[u8]| {
        let output = circ(&["repl", "--message-format", "short"], script);
        assert_eq!(output.status.code(), Some(1));
        (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (printed, said) = told(b"1\nsum([\xff\n2\n");
    assert_eq!(printed, "1\n2\n");
    assert_eq!(said, "error[E0629]: line 2 of <stdin> is not UTF-8: byte 5 of the line is 0xFF\n");
    let (printed, said) = told(b"1 \0 2\n3\n");
    assert_eq!(printed, "3\n");
    assert!(said.starts_with("<stdin>:1:3: error[E0104]"), "{said}");
    let long = [b"1\nsum([".as_slice(), &b"1, ".repeat(400_000), b"1])\n3\n"].concat();
    let (printed, said) = told(&long);
    assert_eq!(printed, "1\n3\n");
    assert_eq!(said, "error[E0629]: the entry that begins at line 2 of <stdin> has more than 1 MiB\n");
}

#[test]
fn a_bracket_that_stays_open_takes_the_rest() {
    let output = circ(&["repl", "--message-format", "short"], "1\nsum([2,\n3\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("<stdin>:2:"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_circuit_is_drawn_to_a_file() {
    let place = tempfile::tempdir().expect("a folder can be made");
    for (name, begins) in [("f.svg", "<svg"), ("f.tex", "%"), ("f.dot", "digraph")] {
        let path = place.path().join(name);
        let path = path.to_str().expect("UTF-8");
        let script = format!("family f[n](x: num[n]) -> num {{ sum(x * x) }}\n:draw f n=3 {path}\n");
        assert_eq!(printed(&script), format!("{path}\n"));
        let drawn = std::fs::read_to_string(path).expect("written");
        assert!(drawn.starts_with(begins), "{name}: {drawn}");
    }
}

#[test]
fn a_file_is_read_with_those_beside_it() {
    let place = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        let path = place.path().join(name);
        std::fs::write(&path, text).expect("can be written");
        path.to_str().expect("UTF-8").to_owned()
    };
    write("helper.circ", "family half(x: num) -> num { x / 2 }\n");
    let main = write("main.circ", "//! Halves.\nuse helper.half;\nfamily f(x: num) -> num { half(x) + 1 }\n");
    assert_eq!(printed(&format!(":load {main}\nf(3)\n")), "5/2\n");
    write("helper.circ", "family half(x: num) -> num { x / 2 + 1 }\n");
    // Read again, it replaces itself without a word.
    assert_eq!(printed(&format!(":load {main}\n:load {main}\nf(3)\n")), "7/2\n");
    let wrong = write("wrong.circ", "family g(x: num) -> num { x + y }\n");
    let output = circ(&["repl", "--message-format", "short", &wrong], "1 + 1\n:undo\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("wrong.circ:1:31: error[E0201]"));
    assert_eq!(output.status.code(), Some(1));
    let output =
        circ(&["repl", "--message-format", "short"], ":load ../../../examples/circuits/absent.json\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("E0515"));
}

#[test]
fn budgets_hold() {
    let script =
        ":set max-gates 10\nsum(i * i for i in 0..5)\nuse std.sort.sort;\nsort([3, 1, 2, 5, 4])\n1\n";
    let output = circ(&["repl", "--message-format", "short"], script);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "30\n1\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("error[E0420]") && said.lines().count() == 1, "{said}");
}
