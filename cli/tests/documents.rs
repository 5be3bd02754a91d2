//! What the documents show of a terminal is what the command prints.

use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The commands of the `console` blocks of a document, each with the output shown below it.
fn commands(document: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join(document)).expect("the document is there");
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_string(), String::new())),
                (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
                (None, None) => panic!("{document}: output before a command: {line}"),
            }
        }
    }
    commands
}

/// Runs a command: circ itself, or a line of a shell that pipes something into it.
fn run(command: &str) -> std::process::Output {
    let circ = Path::new(env!("CARGO_BIN_EXE_circ"));
    let mut run = match command.strip_prefix("circ ") {
        Some(words) => {
            let mut run = Command::new(circ);
            run.args(shlex::split(words).expect("quotes are closed"));
            run
        }
        None => {
            assert!(command.contains("| circ "), "{command}");
            let paths = std::env::var_os("PATH").unwrap_or_default();
            let paths = circ.parent().map(Path::to_path_buf).into_iter().chain(std::env::split_paths(&paths));
            let mut run = Command::new("sh");
            run.args(["-c", command]).env("PATH", std::env::join_paths(paths).expect("folders of programs"));
            run
        }
    };
    run.current_dir(root()).env_remove("NO_COLOR").output().expect("it runs")
}

/// Puts what a command prints in the place of what a document shows below it.
fn update(document: &str, command: &str, shown: &str, printed: &str) {
    let path = root().join(document);
    let text = std::fs::read_to_string(&path).expect("the document is there");
    let before = format!("$ {command}\n{shown}");
    assert!(text.contains(&before), "{document}: {command}");
    let after = format!("$ {command}\n{}\n", printed.trim_end());
    std::fs::write(path, text.replacen(&before, &after, 1)).expect("the document can be written");
}

/// `INSTA_UPDATE=always` writes the output anew, as it does snapshots.
#[test]
fn consoles_are_as_the_command_prints_them() {
    let anew = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    for document in [
        "README.md",
        "README.zh.md",
        "docs/formats.md",
        "docs/reference.md",
        "docs/constructions.md",
        "docs/approximation.md",
    ] {
        for (command, shown) in commands(document) {
            let output = run(&command);
            assert!(output.status.success(), "{document}: {command}");
            let printed = String::from_utf8_lossy(&output.stdout);
            // A command may stand alone, where only what it does is spoken of.
            if !shown.is_empty() && anew && printed.trim_end() != shown.trim_end() {
                update(document, &command, &shown, &printed);
            } else if !shown.is_empty() {
                assert_eq!(printed.trim_end(), shown.trim_end(), "{document}: {command}");
            }
        }
    }
}

#[test]
fn the_readme_has_commands_to_hold() {
    assert!(commands("README.md").len() >= 8);
    assert!(commands("README.zh.md").len() >= 8);
}
