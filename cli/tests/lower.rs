//! `circ lower`, and circuits and transformers from files in `circ run` and `circ report`.

mod support;

use support::{circ, entry, snapshot, stdout_of, transcript};

/// A file that somebody wrote, beside the documents.
fn example(name: &str) -> String {
    format!("../../../examples/transformers/{name}.json")
}

fn text_of(name: &str) -> String {
    let path = support::programs().join(example(name));
    std::fs::read_to_string(path).expect("readable")
}

/// Runs a command on a text, and gives what it prints.
fn piped(args: &[&str], stdin: &str) -> String {
    let output = circ(args, stdin);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_transformer_written_by_hand() {
    let (majority, induction) = (example("majority"), example("induction"));
    let lowered = stdout_of(&["lower", &example("argmax")]);
    snapshot(
        "lower",
        &[
            transcript(&[
                &["lower", &majority],
                &["report", &majority],
                &["run", &majority],
                &["run", &majority, "--input", "[1, 1, 0, 0, 0]"],
                &["run", &majority, "--input", "x=[1, 1, 0, 0, 1]", "--engine", "literal", "--json"],
                &["report", &induction, "--markdown"],
                &["report", &induction, "--json"],
                &["run", &induction, "-i", "[1, 2, 1, 3, 3, 1]"],
                &["run", &majority, "--input", "[1, 1]"],
                &["run", &majority, "--input", "y=[1, 1, 0, 0, 1]"],
            ]),
            entry(&["report", "-"], &lowered),
            entry(&["report", "-", "--markdown"], &lowered),
            entry(&["report", "-", "--json"], &lowered),
            entry(&["run", "-", "--input", "[1, 5, 5, 2]"], &lowered),
            entry(&["run", "-", "--input", "[1, 5, 5, 2]", "--json"], &lowered),
            entry(&["run", "-"], &lowered),
        ]
        .join("\n"),
    );
}

#[test]
fn an_open_sequence_is_what_the_layers_compute() {
    let lowered = stdout_of(&["lower", &example("majority"), "--length", "3"]);
    let run = |input: &str| piped(&["run", "-", "--input", input], &lowered);
    assert_eq!(run("[[1, 0], [0, 0], [1, 7]]"), "sequence = [[1, 1], [0, 1], [1, 1]]\n");
    assert_eq!(run("[[1, 0], [0, 0], [0, 7]]"), "sequence = [[1, 0], [0, 0], [0, 0]]\n");
    let empty = stdout_of(&["lower", &example("majority"), "--length", "0"]);
    assert_eq!(piped(&["run", "-", "--input", "[]"], &empty), "sequence = []\n");
}

#[test]
fn a_family_keeps_its_types_and_shapes() {
    for attention in ["average", "dot", "leftmost", "rightmost"] {
        let lowered = stdout_of(&["lower", "dyck1.circ", "--param", "n=4", "--attention", attention]);
        for word in ["(())", "()()", "((((", "())("] {
            let direct = stdout_of(&["run", "dyck1.circ", "--input", word]);
            assert_eq!(piped(&["run", "-", "--input", word], &lowered), direct, "{word}");
        }
    }
    let matrix = stdout_of(&["lower", "shapes.circ", "--family", "matmul", "--param", "n=2,m=1,p=2"]);
    let inputs = ["--input", "[[1], [2]]", "--input", "[[3, 4]]"];
    let direct = stdout_of(&[&["run", "shapes.circ", "--family", "matmul"], &inputs[..]].concat());
    assert_eq!(piped(&[&["run", "-"], &inputs[..]].concat(), &matrix), direct);
    // The file says itself what it is, whatever it is called.
    let built = stdout_of(&["build", "dyck1.circ", "--param", "n=2", "--emit", "transformer"]);
    let json = piped(&["run", "-", "--input", "[0, 1]", "--json"], &built);
    assert!(json.contains("\"construction\": \"average\", \"result\": [1]"), "{json}");
    let circuit = stdout_of(&["build", "dyck1.circ", "--param", "n=2"]);
    assert_eq!(piped(&["run", "-", "--input", "()"], &circuit), "true\n");
}

#[test]
fn the_output_is_the_same_every_time() {
    let args = ["lower", "dyck1.circ", "--param", "n=3"];
    assert_eq!(stdout_of(&args), stdout_of(&args));
    let text = stdout_of(&args);
    let (circuit, lowered) = circ_runtime::read_lowered(&text).expect("circ.circuit/1");
    let mut again = String::new();
    circ_runtime::write_lowered(&circuit, &lowered.expect("it was lowered"), &mut again).expect("a string");
    assert_eq!(again, text);
}

#[test]
fn faults_of_files_and_options() {
    let text = text_of("argmax");
    let change = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        changed
    };
    let circuit = stdout_of(&["build", "dyck1.circ", "--param", "n=1"]);
    let several = change("\"leftmost\"", "\"first\"").replacen(
        "[\"1\", \"0\", \"3\", \"0\"]",
        "[\"1\", \"0\", 3.5]",
        1,
    );
    snapshot(
        "lower_faults",
        &[
            entry(&["lower", "-"], &several),
            entry(&["report", "-"], &several),
            entry(&["lower", "-", "--message-format", "short"], &several),
            entry(&["lower", "-", "--message-format", "json"], &change("\"repeat\": 1", "\"repeat\": 1e3")),
            entry(&["run", "-"], &change("\"repeat\": 1", "\"repeats\": 1")),
            entry(&["run", "-"], &change("circ.transformer/1", "circ.transformers/1")),
            entry(&["run", "-"], "{}"),
            entry(&["run", "-"], "{\"format\": \"circ.circuit/1\",}"),
            entry(&["lower", "-"], &circuit),
            entry(&["lower", "-", "--param", "n=3", "--family", "f"], &text),
            entry(&["run", "-", "--engine", "circuit"], &text),
            entry(&["run", "-", "--engine", "literal"], &circuit),
            entry(&["report", "-", "--sizes", "1,2", "--why"], &circuit),
            entry(&["lower", "-", "--length", "1000000000000000000"], &text),
            entry(&["lower", "-", "--length", "60", "--max-gates", "20000"], &text),
            entry(
                &["lower", "-", "--length", "2", "--max-steps", "1000"],
                &text_of("majority").replacen("\"repeat\": 1", "\"repeat\": 1000000000000000000", 1),
            ),
            entry(&["run", "no_such_file.json"], ""),
        ]
        .join("\n"),
    );
}

#[test]
fn a_file_of_twenty_faults_and_more() {
    let gates = vec!["[\"in\", 99]"; 60].join(", ");
    let text = text_of("majority").replacen("[[\"const\", \"0\"]]", &format!("[{gates}]"), 1);
    let output = circ(&["report", "-"], text);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.matches("[E0565]").count(), 20, "{said}");
    assert!(said.contains("The file has more faults than are told here."), "{said}");
}
