//! What people see of every program in `examples/`: the messages of the wrong ones, the reports and tests of the
//! right ones. A snapshot holds the source's name, the commands and all that they say.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use support::entry;

/// Messages that no program of a few lines gives: it would have to be too large for a file here, not to be text, to be a
/// folder, to take a transformer or tensors beside it, or to meet a fault of circ itself.
const ELSEWHERE: [&str; 14] = [
    "E0101", "E0236", "E0425", "E0499", "E0518", "E0521", "E0543", "E0553", "E0554", "E0570", "E0571",
    "E0572", "E0599", "E0629",
];

fn examples(folder: &str) -> Vec<PathBuf> {
    examples_of(folder, "circ")
}

fn examples_of(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(folder);
    let entries =
        std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("readable").path());
    let mut files: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == ending)).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// One snapshot a program, in a folder of its own beside those of the other tests.
fn check(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path(format!("snapshots/{folder}"));
    settings.bind(|| insta::assert_snapshot!(name.to_string(), text));
}

/// Every snapshot of a folder belongs to a program.
fn no_orphans(folder: &str, names: &BTreeSet<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(folder);
    for entry in std::fs::read_dir(path).expect("the folder is there") {
        let file = entry.expect("readable").path();
        if file.extension().is_some_and(|e| e == "snap") {
            assert!(names.contains(&stem(&file)), "{} belongs to no program", file.display());
        }
    }
}

#[test]
fn every_wrong_program_says_what_its_name_says() {
    let mut names = BTreeSet::new();
    for file in examples("errors") {
        let name = stem(&file);
        let source = std::fs::read_to_string(&file).expect("readable");
        let path = format!("../../../examples/errors/{name}.circ");
        // A fault of sizes, data or options says in its first line which command meets it.
        let words = match source.lines().next().and_then(|line| line.strip_prefix("// circ ")) {
            Some(command) => shlex::split(command).expect("quotes are closed"),
            None => vec!["check".to_string(), format!("{name}.circ")],
        };
        let own = format!("{name}.circ");
        let args: Vec<&str> =
            words.iter().map(|word| if *word == own { path.as_str() } else { word.as_str() }).collect();
        // A script for the prompt is read from standard input.
        let (args, input) = match args.as_slice() {
            [args @ .., "<", _] => (args, source.as_str()),
            args => (args, ""),
        };
        let said = entry(args, input);
        let is_code = |word: &&str| word.len() == 5 && word[1..].bytes().all(|byte| byte.is_ascii_digit());
        let mut bracketed = said.split('[').skip(1).filter_map(|rest| rest.split(']').next());
        let first = bracketed.find(is_code).unwrap_or("nothing");
        assert_eq!(first, name, "{said}");
        check("errors", &name, &format!("{source}\n{said}"));
        names.insert(name);
    }
    // Circuits and transformers that somebody wrote.
    for file in examples_of("errors", "json") {
        let name = stem(&file);
        let source = std::fs::read_to_string(&file).expect("readable");
        let said = entry(&["run", &format!("../../../examples/errors/{name}.json")], "");
        assert!(said.contains(&format!("[{name}]")), "{name}: {said}");
        check("errors", &name, &format!("{source}\n{said}"));
        names.insert(name);
    }
    no_orphans("errors", &names);
}

#[test]
fn every_code_has_a_program() {
    let written = examples_of("errors", "json");
    let have: BTreeSet<String> = examples("errors").iter().chain(&written).map(|f| stem(f)).collect();
    let missing: Vec<&str> = circ_compiler::diagnostics::CODES
        .iter()
        .copied()
        .filter(|code| !have.contains(*code) && !ELSEWHERE.contains(code))
        .collect();
    assert!(missing.is_empty(), "no program in examples/errors for {missing:?}");
}

#[test]
fn every_example_passes_its_tests_and_has_its_report() {
    let mut names = BTreeSet::new();
    for folder in ["sequences", "circuits", "thought", "library", "semirings", "approximate"] {
        for file in examples(folder) {
            let name = stem(&file);
            let path = format!("../../../examples/{folder}/{name}.circ");
            let said = [
                entry(&["test", &path], ""),
                entry(&["report", &path, "--family", &name, "--sizes", "0,1,2,4,8"], ""),
            ];
            check("examples", &name, &said.join("\n"));
            names.insert(name);
        }
    }
    no_orphans("examples", &names);
}
