//! `circ run --batch`: many inputs, a line each.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use support::{circ, entry, programs, snapshot, stdout_of};

/// Standard output and standard error of lines on standard input, with how it ended.
fn batch(args: &[&str], lines: &str) -> (String, String, Option<i32>) {
    let args = [&["run"], args, &["--batch", "-"]].concat();
    let output = circ(&args, lines);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// Each line gives what `circ run` gives for the same inputs.
fn check(args: &[&str], cases: &[(&str, &[&str])]) {
    let lines: String = cases.iter().map(|(line, _)| format!("{line}\n")).collect();
    let expected: String = cases
        .iter()
        .map(|(_, inputs)| {
            let inputs = inputs.iter().flat_map(|input| ["--input", input]);
            stdout_of(&["run"].into_iter().chain(args.iter().copied()).chain(inputs).collect::<Vec<_>>())
        })
        .collect();
    let (out, err, status) = batch(args, &lines);
    assert_eq!((out.as_str(), err.as_str(), status), (expected.as_str(), "", Some(0)), "{args:?}");
}

#[test]
fn a_line_is_an_object_a_list_or_the_value() {
    check(
        &["shapes.circ", "--family", "average"],
        &[
            ("[1, 2, 4]", &["[1, 2, 4]"]),
            ("{\"x\": [\"1/3\", 0.5]}", &["[\"1/3\", 0.5]"]),
            (" [7]\r", &["[7]"]),
            ("[1, 2, 4]", &["[1, 2, 4]"]),
        ],
    );
    check(
        &["shapes.circ", "--family", "matmul"],
        &[
            ("[[[1, 2]], [[3], [4]]]", &["[[1, 2]]", "[[3], [4]]"]),
            ("{\"b\": [[5]], \"a\": [[6], [7]]}", &["[[6], [7]]", "[[5]]"]),
        ],
    );
    check(
        &["shapes.circ", "--family", "reverse"],
        &[("\"[()\"", &["[()"]), ("[\"(\", \"]\"]", &["(]"]), ("[]", &[""]), ("\"\"", &[""])],
    );
    check(&["shapes.circ", "--family", "word"], &[("\"cat\"", &["cat"])]);
    check(&["shapes.circ", "--family", "nested"], &[("[1, 2]", &["[1, 2]"])]);
    check(&["shapes.circ", "--family", "numbers", "--param", "n=3"], &[("{}", &[]), ("[]", &[])]);
    check(&["shapes.circ", "--family", "same", "--type", "T=bool"], &[("[true, 0]", &["[true, 0]"])]);
    check(&["roots.circ", "--json"], &[("\"1+sqrt(2)\"", &["1+sqrt(2)"])]);
}

#[test]
fn every_engine_and_every_transformer_gives_the_same() {
    let hist = "../../../examples/sequences/hist.circ";
    let cases: [(&str, &[&str]); 3] = [("\"abca\"", &["abca"]), ("\"\"", &[""]), ("\"zz\"", &["zz"])];
    for attention in ["average", "dot", "leftmost", "rightmost", "native"] {
        for engine in ["transformer", "circuit", "both", "literal"] {
            for more in [&[][..], &["--json"]] {
                let args = [&[hist, "--attention", attention, "--engine", engine], more].concat();
                check(&args, &cases);
            }
        }
    }
    check(&[hist, "--attention", "native", "--positions", "i,n", "--json"], &cases);
}

#[test]
fn chains_of_thought() {
    let steps = "../../../examples/thought/parity_steps.circ";
    let cases: [(&str, &[&str]); 4] =
        [("\"101\"", &["101"]), ("\"1\"", &["1"]), ("\"111\"", &["111"]), ("\"\"", &[""])];
    for engine in ["transformer", "circuit", "both", "literal"] {
        check(&[steps, "--engine", engine], &cases);
        check(&[steps, "--engine", engine, "--json"], &cases[..2]);
    }
}

#[test]
fn results_stand_in_the_order_of_the_lines_on_any_number_of_threads() {
    let line = |k: usize| format!("[{}]", vec![k.to_string(); k * 7 % 40 + 1].join(", "));
    let lines: String = (0..500).map(|k| line(k) + "\n").collect();
    let expected: String = (0..500).map(|k| format!("{k}\n")).collect();
    for threads in ["1", "2", "7"] {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_circ"));
        command.current_dir(programs()).env("RAYON_NUM_THREADS", threads);
        let args = ["run", "shapes.circ", "--family", "average", "--batch", "-"];
        let output = command.args(args).write_stdin(lines.clone()).output().expect("circ can be run");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{threads} threads");
    }
}

#[test]
fn circuits_and_transformers_from_files() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let matmul = ["build", "shapes.circ", "--family", "matmul", "-p", "n=1,m=2,p=1"];
    let (circuit, transformer, tensors) = (path("c.json"), path("t.json"), path("t.safetensors"));
    stdout_of(&[&matmul[..], &["-o", &circuit]].concat());
    let filled = ["--emit", "transformer", "-i", "[[1, 2]]", "-i", "[[3], [4]]"];
    stdout_of(&[&matmul[..], &filled[..], &["-o", &transformer]].concat());
    stdout_of(&[&matmul[..], &filled[..], &["-o", &tensors]].concat());
    let cases: [(&str, &[&str]); 2] = [
        ("[[[1, 2]], [[3], [4]]]", &["[[1, 2]]", "[[3], [4]]"]),
        ("{\"b\": [[3], [4]], \"a\": [[5, 6]]}", &["a=[[5, 6]]", "b=[[3], [4]]"]),
    ];
    check(&[&circuit], &cases);
    check(&[&circuit, "--json"], &cases);
    // A transformer's file does not know of shapes, and has numbers of its own.
    let cases: [(&str, &[&str]); 3] =
        [("[[1, 2], [3, 4]]", &["[1, 2]", "[3, 4]"]), ("{\"b\": [5, 6]}", &["b=[5, 6]"]), ("{}", &[])];
    for file in [&transformer, &tensors] {
        for more in [&[][..], &["--json"], &["--engine", "literal"]] {
            check(&[&[file.as_str()], more].concat(), &cases);
        }
    }
    // Outputs of several names stand in one line.
    let most = "../../../examples/transformers/majority.json";
    check(&[most], &[("[1, 1, 0, 0, 1]", &["[1, 1, 0, 0, 1]"])]);
}

#[test]
fn a_bad_line_ends_the_run_and_what_is_before_it_is_kept() {
    let of = |name: &str, family: &str, more: &[&str], lines: &str| {
        let args = [&["run", name, "--family", family, "--batch", "-"], more].concat();
        entry(&args, lines)
    };
    let average = |lines: &str| of("shapes.circ", "average", &[], lines);
    let matmul = |lines: &str| of("shapes.circ", "matmul", &[], lines);
    snapshot(
        "batch",
        &[
            average("[1]\n[2, x]\n[3]\n"),
            average("[1]\n[2\n[3]\n"),
            average("[1]\n\n[3]\n"),
            average("[1]\n\n \n"),
            average(""),
            average("[1]\n[2, \"a\"]\n[3]\n"),
            average("[1]\n[[2]]\n"),
            average("{\"y\": [1]}\n"),
            average("{\"x\": [1], \"x\": [2]}\n"),
            average("{}\n"),
            matmul("[[[1]], [[2]]]\n[[1], [2]]\n"),
            matmul("[[[1]], [[2]]]\n[[[1]], [[1], [2]]]\n"),
            matmul("7\n"),
            of("shapes.circ", "power", &[], "[1, 2]\n[1, 2, 3]\n[1]\n"),
            of("shapes.circ", "tower", &["--max-digits", "1000"], "1\n3\n1\n"),
            of("shapes.circ", "average", &["--message-format", "short"], "[1]\n[true]\n"),
            of("shapes.circ", "average", &["--message-format", "json"], "[1]\n[true]\n"),
            of("shapes.circ", "numbers", &[], "{}\n"),
            of("shapes.circ", "average", &["--attention", "soft"], "[1]\n"),
            entry(&["run", "-", "--batch", "-"], "family f(x: num) -> num { x }"),
            entry(&["run", "shapes.circ", "--batch", "no-such-file.jsonl"], ""),
            entry(&["run", "shapes.circ", "--family", "average", "--batch", "whole.jsonl"], ""),
            entry(&["run", "shapes.circ", "--batch", "whole.jsonl", "--input", "[1]"], ""),
        ]
        .join("\n"),
    );
}

#[test]
fn a_line_that_is_no_text_is_told_with_its_place() {
    let output =
        circ(&["run", "shapes.circ", "--family", "average", "--batch", "-"], b"[1]\n[\xff]\n".to_vec());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1\n");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.starts_with("[E0518] Error: `<stdin>` is not UTF-8: byte 5, on line 2, is 0xFF\n"),
        "{told}"
    );
}

/// `circ` with pipes at both ends.
fn piped(args: &[&str]) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_circ"));
    command.current_dir(programs()).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("circ can be run")
}

#[test]
fn a_result_comes_before_the_next_line_and_a_fault_before_the_end() {
    let mut child = piped(&["run", "shapes.circ", "--family", "average", "--batch", "-"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for (line, expected) in [("[1, 2]", "3/2\n"), ("[5]", "5\n"), ("[1, 3]", "2\n")] {
        writeln!(input, "{line}").expect("it reads");
        let mut result = String::new();
        output.read_line(&mut result).expect("it writes");
        assert_eq!(result, expected);
    }
    writeln!(input, "[true]").expect("it reads");
    // The pipe is open, and nothing more is read.
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(1));
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("it has ended");
    assert_eq!(rest, "");
    drop(input);
}

#[test]
fn an_input_without_end_ends_with_its_reader() {
    let mut child = piped(&["run", "shapes.circ", "--family", "average", "--batch", "-"]);
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let mut lines = 0u64;
        while writeln!(input, "[{lines}]").is_ok() {
            lines += 1;
        }
        lines
    });
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut result = String::new();
    output.read_line(&mut result).expect("it writes");
    assert_eq!(result, "0\n");
    drop(output);
    assert!(child.wait().expect("it ends").success());
    let mut told = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("it has ended");
    assert_eq!(told, "");
    assert!(writer.join().expect("it ends") > 0);
}

#[test]
fn a_result_is_a_line_whatever_its_tokens_are() {
    let source = "alphabet Text = 'a' | '\\n';\nfamily same[n](w: Text[n]) -> Text[n] { w }\n";
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("text.circ");
    std::fs::write(&path, source).expect("the file can be written");
    let (out, err, _) = batch(&[&path.to_string_lossy()], "\"a\\na\"\n\"aa\"\n");
    assert_eq!(out, "\"a\\na\"\naa\n", "{err}");
}
