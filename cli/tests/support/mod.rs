//! Runs the binary and writes down everything that it says.

use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;

/// Where the programs of these tests are; commands run there, so that messages name files alike everywhere.
pub(crate) fn programs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// Runs `circ` with arguments and standard input.
pub(crate) fn circ<S: AsRef<std::ffi::OsStr>>(args: &[S], stdin: impl Into<Vec<u8>>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_circ"));
    command.current_dir(programs()).env_remove("NO_COLOR").args(args).write_stdin(stdin);
    command.output().expect("circ can be run")
}

/// Standard output of a run that has to end well.
#[allow(dead_code, reason = "not every file of tests asks for it")]
pub(crate) fn stdout_of(args: &[&str]) -> String {
    let output = circ(args, "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Command, exit status, standard output and standard error of some commands, as one text to be snapshotted.
#[allow(dead_code, reason = "not every file of tests asks for it")]
pub(crate) fn transcript(cases: &[&[&str]]) -> String {
    cases.iter().map(|args| entry(args, "")).collect::<Vec<_>>().join("\n")
}

/// One command of a transcript.
pub(crate) fn entry(args: &[&str], stdin: &str) -> String {
    let output = circ(args, stdin);
    let mut text = format!("$ circ {}\n", args.join(" "));
    for (name, bytes) in [("", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            let shown = String::from_utf8_lossy(bytes);
            let mark = if name.is_empty() { String::new() } else { format!("--- {name}\n") };
            text.push_str(&format!("{mark}{shown}"));
        }
    }
    let status = output.status.code().map_or("a signal".to_string(), |code| code.to_string());
    text.push_str(&format!("=> {status}\n"));
    text
}

/// Holds a transcript against its snapshot.
#[allow(dead_code, reason = "not every file of tests asks for it")]
pub(crate) fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path("../snapshots");
    settings.bind(|| insta::assert_snapshot!(name, text));
}
