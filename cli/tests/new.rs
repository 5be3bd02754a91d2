//! `circ new`: what it makes runs at once, and what it refuses is left as it was.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

fn circ_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_circ"));
    command.current_dir(folder).env_remove("NO_COLOR").args(args).output().expect("circ can be run")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("readable"));
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// The commands of a README, each with the output below it.
fn commands(text: &str) -> Vec<(Vec<String>, String)> {
    let mut commands: Vec<(Vec<String>, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ circ ").filter(|_| inside) {
            commands.push((shlex::split(command).expect("quotes are closed"), String::new()));
        } else if inside {
            let (_, shown) = commands.last_mut().expect("a command stands first");
            shown.push_str(&format!("{line}\n"));
        }
    }
    commands
}

#[test]
fn a_project_runs_as_its_readme_says() {
    for (name, family) in [("my-first", "my_first"), ("family", "my_family"), ("奇偶", "奇偶")] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let made = circ_in(folder.path(), &["new", name]);
        assert!(made.status.success(), "{}", said(&made));
        let program = format!("{family}.circ");
        assert!(said(&made).contains(&format!("cd {name}\n  circ test {program}\n")), "{}", said(&made));
        assert_eq!(names(folder.path()), BTreeSet::from([name.to_string()]));
        let project = folder.path().join(name);
        let files = [program.as_str(), "README.md", ".gitignore"].map(str::to_string);
        assert_eq!(names(&project), BTreeSet::from(files));
        let readme = fs::read_to_string(project.join("README.md")).expect("readable");
        let commands = commands(&readme);
        let first: BTreeSet<&str> = commands.iter().map(|(words, _)| words[0].as_str()).collect();
        assert_eq!(first, BTreeSet::from(["build", "check", "report", "run", "test", "trace"]));
        for (words, shown) in commands {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = circ_in(&project, &words);
            assert!(output.status.success(), "{words:?}: {}", said(&output));
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
            assert!(shown.is_empty() || said(&output) == shown, "{words:?}: {}", said(&output));
        }
        assert!(project.join(format!("{family}.svg")).is_file() && project.join("trace.html").is_file());
    }
}

#[test]
fn what_is_there_stays() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let full = folder.path().join("full");
    fs::create_dir(&full).expect("it can be made");
    fs::write(full.join("notes.txt"), "mine").expect("it can be written");
    fs::write(folder.path().join("file"), "mine").expect("it can be written");
    fs::create_dir(folder.path().join("empty")).expect("it can be made");
    for (name, code) in [
        ("full", Some("E0624")),
        ("file", Some("E0624")),
        ("empty", None),
        ("a/b", Some("E0623")),
        ("..", Some("E0623")),
        ("2nd", Some("E0623")),
        ("", Some("E0623")),
    ] {
        let output = circ_in(folder.path(), &["new", name]);
        let told = said(&output);
        match code {
            Some(code) => {
                assert!(!output.status.success() && told.contains(&format!("[{code}]")), "{name}: {told}");
            }
            None => assert!(output.status.success(), "{name}: {told}"),
        }
    }
    let left = ["empty", "file", "full"].map(str::to_string);
    assert_eq!(names(folder.path()), BTreeSet::from(left));
    assert_eq!(names(&full), BTreeSet::from(["notes.txt".to_string()]));
    assert_eq!(names(&folder.path().join("empty")).len(), 3);
}

/// A process may write no byte to a file, as on a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let line = "ulimit -f 0; exec \"$CIRC\" new first";
    let mut command = Command::new("sh");
    command.current_dir(folder.path()).env("CIRC", env!("CARGO_BIN_EXE_circ")).args(["-c", line]);
    let output = command.output().expect("a shell can be run");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("[E0519]"), "{}", said(&output));
    assert!(names(folder.path()).is_empty(), "{:?}", names(folder.path()));
}
