//! Files that commands write are there whole or not at all, whatever comes between.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const DOT: &str = "family dot[n](x: num[n], y: num[n]) -> num { sum(x * y) }";

/// A folder with the program `dot.circ`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("dot.circ"), DOT).expect("it can be written");
    folder
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().expect("the folder can be read");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Runs a line of a shell in a folder, in which `$CIRC` is the command.
fn shell(folder: &Path, line: &str) -> Output {
    let mut command = Command::new("sh");
    command.current_dir(folder).env("CIRC", env!("CARGO_BIN_EXE_circ")).args(["-c", line]);
    command.output().expect("a shell can be run")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_file_is_replaced_and_keeps_what_it_may() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    assert!(shell(folder.path(), "$CIRC build dot.circ -p n=1 -o out").status.success());
    fs::set_permissions(at("out"), fs::Permissions::from_mode(0o640)).expect("it is ours");
    symlink("out", at("link")).expect("a link can be made");
    symlink("new", at("dangling")).expect("a link can be made");
    for (name, place) in [("link", "out"), ("dangling", "new")] {
        let output = shell(folder.path(), &format!("$CIRC build dot.circ -p n=2 -o {name}"));
        assert!(output.status.success(), "{}", told(&output));
        assert!(at(name).is_symlink(), "the link stays");
        assert!(fs::read_to_string(at(place)).expect("it is there").contains("\"n\": 2"));
    }
    let mode = |name: &str| at(name).metadata().expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode("out"), 0o640);
    let plain = shell(folder.path(), "umask 027; $CIRC build dot.circ -p n=2 -o plain");
    assert_eq!((plain.status.success(), mode("plain")), (true, 0o640));
    assert_eq!(names(folder.path()), ["dangling", "dot.circ", "link", "new", "out", "plain"]);
}

#[test]
fn what_is_no_file_is_written_to() {
    let folder = folder();
    let line = "mkfifo pipe && (cat pipe > got &) && $CIRC build dot.circ -p n=2 -o pipe && \
                $CIRC build dot.circ -p n=2 -o /dev/null && $CIRC build dot.circ -p n=2 -o /dev/stdout | cat";
    let output = shell(folder.path(), line);
    assert!(output.status.success(), "{}", told(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("circ.circuit/1"));
    // One that reads a line only is no fault.
    let line = "mkfifo short && (head -n 1 short > line &) && $CIRC build dot.circ -p n=20000 -o short && \
                $CIRC build dot.circ -p n=20000 | head -n 1";
    let output = shell(folder.path(), line);
    assert_eq!((output.status.code(), told(&output).as_str()), (Some(0), ""));
}

#[test]
fn a_full_disk_is_a_message() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = folder();
    for command in [
        "check dot.circ > /dev/full",
        "run dot.circ -i '[1]' -i '[2]' > /dev/full",
        "report dot.circ > /dev/full",
        "build dot.circ -p n=20000 > /dev/full",
        "build dot.circ -p n=2 -o /dev/full",
        "trace dot.circ -i '[1]' -i '[2]' -o /dev/full",
        "lower dot.circ -p n=1 -o /dev/full",
        "report dot.circ --svg /dev/full",
        "explain E0519 > /dev/full",
    ] {
        let output = shell(folder.path(), &format!("$CIRC {command}"));
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(told(&output).contains("[E0519]") && told(&output).contains("No space left"), "{command}");
    }
    assert_eq!(names(folder.path()), ["dot.circ"]);
}

#[test]
fn what_does_not_fit_leaves_what_was_there() {
    let folder = folder();
    fs::write(folder.path().join("out"), "before").expect("it can be written");
    let output = shell(folder.path(), "ulimit -f 8; $CIRC build dot.circ -p n=20000 -o out");
    assert_eq!(output.status.code(), Some(1));
    assert!(told(&output).contains("`out` can't be written"), "{}", told(&output));
    assert_eq!(fs::read_to_string(folder.path().join("out")).expect("it is there"), "before");
    let output = shell(folder.path(), "ulimit -f 8; $CIRC build dot.circ -p n=20000 > half");
    assert_eq!(output.status.code(), Some(1));
    assert!(told(&output).contains("`<stdout>` can't be written"), "{}", told(&output));
    assert_eq!(names(folder.path()), ["dot.circ", "half", "out"]);
}

#[test]
fn an_interrupt_leaves_nothing_behind() {
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        let folder = folder();
        fs::write(folder.path().join("out"), "before").expect("it can be written");
        let mut child = Command::new(env!("CARGO_BIN_EXE_circ"))
            .current_dir(folder.path())
            .args(["build", "dot.circ", "-p", "n=300000", "--emit", "transformer", "-o", "out"])
            .stderr(Stdio::null())
            .spawn()
            .expect("circ can be run");
        let begin = Instant::now();
        let is_begun = || names(folder.path()).iter().any(|name| name.ends_with(".part"));
        while !is_begun() {
            assert!(begin.elapsed() < Duration::from_secs(120), "nothing is written");
            assert!(child.try_wait().expect("it runs").is_none(), "it was too fast to be interrupted");
            std::thread::sleep(Duration::from_millis(1));
        }
        let kill = format!("kill -{signal} {}", child.id());
        assert!(shell(folder.path(), &kill).status.success());
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.signal(), Some(number), "a shell sees what ended it");
        assert_eq!(names(folder.path()), ["dot.circ", "out"]);
        assert_eq!(fs::read_to_string(folder.path().join("out")).expect("it is there"), "before");
    }
}

#[test]
fn a_place_that_can_not_be_written() {
    let folder = folder();
    symlink("round", folder.path().join("about")).expect("a link can be made");
    symlink("about", folder.path().join("round")).expect("a link can be made");
    for (place, reason) in
        [("no/such/folder", "No such file or directory."), (".", "It is a folder"), ("about", "links")]
    {
        let output = shell(folder.path(), &format!("$CIRC build dot.circ -p n=2 -o {place}"));
        assert_eq!(output.status.code(), Some(1));
        assert!(told(&output).contains(reason), "{place}: {}", told(&output));
    }
    assert_eq!(names(folder.path()), ["about", "dot.circ", "round"]);
}

#[test]
fn no_program_is_written_over() {
    let folder = folder();
    for line in ["build dot.circ -p n=1 -o dot.circ", "trace dot.circ -i [1] -i [2] --html dot.circ"] {
        let output = shell(folder.path(), &format!("$CIRC {line}"));
        assert!(told(&output).contains("E0519") && told(&output).contains("choose another name"), "{line}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("dot.circ")).expect("it is there"), DOT);
    assert_eq!(names(folder.path()), ["dot.circ"]);
}
