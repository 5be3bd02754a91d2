//! Files and streams: what is read, what is written, and how messages look.

mod support;

use support::{circ, entry, programs, snapshot, transcript};

#[test]
fn messages_point_into_the_source() {
    snapshot(
        "messages",
        &transcript(&[
            &["check", "wrong.circ"],
            &["run", "wrong.circ", "--input", "1"],
            &["check", "dyck1.circ", "shapes.circ"],
            &["check", "sizes_only.circ"],
            &["check", "logisim.circ"],
            &["check", "no-such-file.circ", "dyck1.circ"],
        ]),
    );
}

#[test]
fn standard_input() {
    let double = "family double(x: num) -> num { 2 * x }";
    snapshot(
        "standard_input",
        &([
            entry(&["run", "-", "--input", "3"], double),
            entry(&["check", "-"], "family f(x: num) -> num { y }"),
            entry(&["run", "-"], "alphabet A = 'a';"),
            entry(&["check", "-"], ""),
        ]
        .join("\n")),
    );
}

#[test]
fn what_has_no_end_is_not_read_to_it() {
    let program = vec![b' '; (16 << 20) + 1];
    let output = circ(&["check", "-"], program);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.starts_with("[E0521] Error: `<stdin>` is larger than 16 MiB"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    #[cfg(unix)]
    snapshot(
        "limits",
        &transcript(&[
            &["check", "/dev/zero"],
            &["run", "shapes.circ", "--family", "average", "--input", "@/dev/zero"],
            &["run", "shapes.circ", "--family", "words", "--input", "@/dev/zero"],
        ]),
    );
}

#[test]
fn a_hundred_messages_are_shown_and_all_are_counted() {
    let lets = |from: usize, to: usize| -> String {
        (from..to).map(|k| format!("    let a{k} = y{k};\n")).collect()
    };
    let of = |count: usize| {
        let source = format!("family f(x: num) -> num {{\n{}    x\n}}\n", lets(0, count));
        entry(&["check", "-"], &source)
    };
    let text = of(20_000);
    assert_eq!(text.matches("[E0201]").count(), 100);
    assert!(text.contains("`y99`") && !text.contains("`y100`"), "{text}");
    assert!(
        text.ends_with(
            "\n… and 19,900 more errors\n\n<stdin>: 20,000 errors; `circ explain E0201` tells more\n=> 1\n"
        ),
        "{text}"
    );
    let text = of(100);
    assert!(text.contains("`y99`") && !text.contains("more error"), "{text}");
    assert!(of(101).contains("\n… and 1 more error\n"));
}

#[test]
fn errors_are_shown_before_warnings() {
    let families: String =
        (0..120).map(|k| format!("family f{k}(x: num) -> num {{ /// astray\n x }}\n")).collect();
    let text = entry(&["check", "-"], &format!("{families}family g(x: num) -> num {{ y }}\n"));
    assert!(text.contains("[E0201]"), "{text}");
    assert_eq!(text.matches("[W0101]").count(), 99);
    assert!(text.contains("\n… and 21 more warnings\n"), "{text}");
}

#[test]
fn other_line_ends_and_a_byte_order_mark() {
    let source = "\u{feff}family f(x: num) -> num {\r\n    x + y\r\n}\r\n";
    let text = entry(&["check", "-"], source);
    assert!(text.contains("<stdin>:2:9"), "{text}");
    let source = "family f(x: num) -> num {\r    x + y\r}\r";
    let text = entry(&["check", "-"], source);
    assert!(text.contains("<stdin>:2:9") && text.contains(" 2 │     x + y\n"), "{text}");
    let source = "\u{feff}family f(x: num) -> num { x + y }";
    let text = entry(&["check", "-"], source);
    assert!(text.contains("<stdin>:1:31"), "{text}");
    let output = circ(&["run", "-", "--input", "3"], source.replace("+ y", "+ 1"));
    assert_eq!(output.stdout, b"4\n");
}

#[test]
fn bytes_that_are_not_utf_8() {
    let output = circ(&["check", "-"], b"family f(x: num)\n-> num { \xff }".to_vec());
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("byte 26, on line 2, is 0xFF"), "{text}");
}

#[test]
fn a_directory_is_no_program() {
    let text = entry(&["check", "."], "");
    assert!(text.contains("E0515") && text.ends_with("=> 1\n"), "{text}");
}

#[test]
fn nothing_that_a_terminal_acts_on_is_written() {
    let sources = [
        "family f(x: num) -> num { \u{1b}[31m y }",
        "family f(x: num) -> num { \u{202e} y }",
        "family f(x: num) -> num {\u{c}\n y\u{2028}+ z }",
        "family f(x: num) -> num { \u{85} y }\r family",
        "alphabet A = '\u{1b}'; family f(x: A) -> bool { x == '\u{7}' }",
    ];
    for source in sources {
        for args in [&["check", "-"][..], &["run", "-", "--input", "\u{1b}"]] {
            let output = circ(args, source);
            let text = String::from_utf8(output.stderr).expect("UTF-8");
            assert_eq!(output.status.code(), Some(1), "{text}");
            let harmful = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}' || c == '\u{2028}';
            assert!(!text.contains(harmful), "{text:?}");
        }
    }
}

#[test]
fn a_line_that_fills_the_screen_is_cut() {
    let source = format!("family f(x: num) -> num {{ {}y{} }}", "x + ".repeat(20_000), " + x".repeat(20_000));
    let output = circ(&["check", "-"], source);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(text.len() < 3_000, "{} bytes", text.len());
    assert!(text.contains("<stdin>:1:80027") && text.contains("y + x"), "{text}");
}

#[test]
fn colour_is_for_terminals_only() {
    let output = circ(&["check", "wrong.circ", "dyck1.circ"], "");
    assert!(!output.stderr.contains(&0x1b), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn lines_do_not_end_in_blanks() {
    let output = circ(&["check", "wrong.circ"], "");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_circ"))
        .current_dir(programs())
        .args(["build", "shapes.circ", "--family", "numbers", "--param", "n=100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("circ can be run");
    let mut first = [0; 10];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("ten bytes");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_file_that_cannot_be_written() {
    let text = entry(&["build", "dyck1.circ", "--param", "n=1", "-o", "no-such-folder/out.json"], "");
    assert!(text.contains("E0519") && text.ends_with("=> 1\n"), "{text}");
}
