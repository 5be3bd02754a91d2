//! The pages of `docs/errors`, and `circ explain`, which shows them: every page has a program that gives its code and
//! a mend that does not.

mod support;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use circ_compiler::diagnostics::{CODES, SUBJECTS, subject};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};
use support::{snapshot, stdout_of, transcript};

/// Pages without a program, and why.
const WITHOUT_PROGRAM: &[(&str, &str)] = &[
    ("E0101", "it needs a file of 4 GiB, which the command refuses before (E0521)"),
    ("E0236", "it needs more than 256 files"),
    ("E0425", "it needs gigabytes: no option lowers the budget"),
    ("E0499", "no program is known that gives it: it would be a fault of circ"),
    ("E0518", "a page is UTF-8, and can't have a program that is not"),
    ("E0521", "it needs a file of more than 16 MiB"),
    ("E0553", "it needs a file of tensors, which is no text"),
    ("E0554", "it needs layers of more than 100 MB"),
    ("E0599", "no program is known that gives it: it would be a fault of circ"),
    ("E0629", "a page is UTF-8 and short, and can't have a script that is not"),
];

/// The section with the wrong program, and the one with the mended one.
const PROGRAM: &str = "A program that gives it";
const MEND: &str = "The mend";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors")
}

fn read(code: &str) -> String {
    let text = std::fs::read_to_string(folder().join(format!("{code}.md")));
    text.unwrap_or_else(|_| panic!("docs/errors/{code}.md is missing"))
}

/// What one section has of a program: its files, and commands with what the page says that they print.
#[derive(Default)]
struct Section {
    name: String,
    files: Vec<(String, String)>,
    commands: Vec<(Vec<String>, String)>,
}

impl Section {
    fn block(&mut self, info: &str, text: &str) {
        match info.split_once(" name=") {
            Some((_, name)) => self.files.push((name.to_string(), text.to_string())),
            None if info == "circ" => self.files.push(("program.circ".into(), text.to_string())),
            None if info == "console" => {
                for line in text.lines() {
                    if let Some(command) = line.strip_prefix("$ circ ") {
                        let words = shlex::split(command).expect("quotes are closed");
                        self.commands.push((words, String::new()));
                    } else {
                        let (_, printed) = self.commands.last_mut().expect("a command stands first");
                        printed.push_str(&format!("{line}\n"));
                    }
                }
            }
            None => {}
        }
    }

    /// Writes the files and runs the commands, or `circ check` where there are none.
    fn run(&self, folder: &Path) -> Vec<Output> {
        for (name, text) in &self.files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("in a folder")).expect("the folder can be made");
            std::fs::write(path, text).expect("the file can be written");
        }
        if self.commands.is_empty() {
            return vec![circ_in(folder, &["check", "program.circ"])];
        }
        let run = |(words, printed): &(Vec<String>, String)| {
            let output = circ_in(folder, words);
            if !printed.is_empty() {
                assert_eq!(String::from_utf8_lossy(&output.stdout), *printed, "{words:?}");
            }
            output
        };
        self.commands.iter().map(run).collect()
    }
}

/// Runs `circ` in a folder; standard input is a file of it where the last arguments are `<` and its name.
fn circ_in<S: AsRef<OsStr>>(folder: &Path, args: &[S]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_circ"));
    let args = match args {
        [args @ .., mark, file] if mark.as_ref() == "<" => {
            command.write_stdin(std::fs::read(folder.join(file.as_ref())).expect("the page has the file"));
            args
        }
        args => args,
    };
    command.current_dir(folder).env_remove("NO_COLOR").args(args).output().expect("circ can be run")
}

/// The sections of a page, the first one its head.
fn sections(page: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let (mut text, mut info) = (String::new(), String::new());
    for event in Parser::new(page) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => sections.push(Section::default()),
            Event::Start(Tag::Heading { .. }) => {}
            Event::Start(Tag::CodeBlock(kind)) => {
                let CodeBlockKind::Fenced(kind) = kind else { panic!("a block without a fence:\n{page}") };
                info = kind.into_string();
            }
            Event::Start(_) => {}
            Event::Text(part) => text.push_str(&part),
            Event::Code(part) => text.push_str(&part),
            Event::End(end) => {
                let section = sections.last_mut().expect("never empty");
                match end {
                    TagEnd::Heading(HeadingLevel::H2) => section.name = text.clone(),
                    TagEnd::CodeBlock => section.block(&info, &text),
                    _ => {}
                }
                text.clear();
            }
            _ => {}
        }
    }
    sections
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    let mut expected: BTreeSet<String> = CODES.iter().map(|code| format!("{code}.md")).collect();
    expected.insert("README.md".into());
    assert_eq!(pages, expected, "(left: the folder; right: CODES)");
}

/// What is wrong with the programs of a page.
fn judge(code: &str) -> Result<(), String> {
    let sections = sections(&read(code));
    let names: Vec<&str> = sections[1..].iter().map(|section| section.name.as_str()).collect();
    if let Some((_, why)) = WITHOUT_PROGRAM.iter().find(|(without, _)| *without == code) {
        let has_none = !names.contains(&PROGRAM);
        return has_none.then_some(()).ok_or_else(|| format!("a program, though {why}"));
    }
    if names != [PROGRAM, MEND] {
        return Err(format!("the sections are {names:?}"));
    }
    let (program, mend) = (&sections[1], &sections[2]);
    let place = tempfile::tempdir().expect("a folder can be made");
    let runs = program.run(place.path());
    let last = runs.last().expect("never empty");
    let said = String::from_utf8_lossy(&last.stderr);
    if !said.contains(&format!("[{code}]")) {
        return Err(format!("the program does not give it:\n{said}"));
    }
    if last.status.success() == code.starts_with('E') {
        return Err(format!("the program ends with {}:\n{said}", last.status));
    }
    // What the mend does not write anew stays as it was.
    let mut runs = mend.run(place.path());
    if mend.files.iter().any(|(name, _)| name == "program.circ") {
        runs.push(circ_in(place.path(), &["check", "program.circ"]));
    }
    for output in runs {
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || said.contains("[E") || said.contains(&format!("[{code}]")) {
            return Err(format!("the mend:\n{said}"));
        }
    }
    Ok(())
}

#[test]
fn every_page_has_a_program_that_gives_its_code_and_a_mend_that_does_not() {
    let faults: Vec<String> =
        CODES.iter().filter_map(|code| judge(code).err().map(|why| format!("{code}: {why}"))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_page_starts_with_its_code_and_a_short_title() {
    for code in CODES {
        let page = read(code);
        let heading = page.lines().next().unwrap_or_default();
        let title = heading.strip_prefix(&format!("# {code}: "));
        assert!(title.is_some_and(|title| !title.is_empty()), "{code}: {heading}");
        assert!(heading.chars().count() <= 80, "{code}: the title is long");
        assert!(sections(&page)[0].files.is_empty(), "{code}: a program before its section");
        assert!(page.ends_with('\n') && !page.ends_with("\n\n") && !page.contains("\t"), "{code}");
        for event in Parser::new(&page) {
            if let Event::Start(Tag::Link { dest_url, .. }) = event {
                assert!(folder().join(&*dest_url).exists(), "{code}: {dest_url} is not there");
            }
        }
        let widest = page.lines().map(|line| line.chars().count()).max().unwrap_or_default();
        assert!(widest <= 120, "{code}: a line of {widest} columns");
    }
}

/// `INSTA_UPDATE=always` writes it, as it does snapshots.
#[test]
fn the_index_has_every_page() {
    let mut text = String::from(
        "# Messages by code\n\nEvery message has a code, and every code a page: what it means, a program that gives \
         it, and the mend.\n`circ explain E0312` prints the page on a terminal, and `circ explain` this list. The pages \
         are tested: their\nprograms are run.\n",
    );
    for (name, _) in SUBJECTS {
        let codes: Vec<&str> = CODES.iter().copied().filter(|code| subject(code) == Some(name)).collect();
        if codes.is_empty() {
            continue;
        }
        text.push_str(&format!("\n## {name}\n\n"));
        for code in codes {
            let page = read(code);
            let title = page.lines().next().and_then(|line| line.split_once(": ")).expect("a title").1;
            text.push_str(&format!("- [{code}]({code}.md): {title}\n"));
        }
    }
    let path = folder().join("README.md");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &text).expect("the index can be written");
    }
    let index = std::fs::read_to_string(path).expect("the index is there");
    assert!(index == text, "docs/errors/README.md is not up to date; INSTA_UPDATE=always writes it anew");
    assert!(CODES.iter().all(|code| subject(code).is_some()), "every code has a subject");
}

#[test]
fn pages_are_printed() {
    snapshot(
        "explain",
        &transcript(&[
            &["explain", "E0312"],
            &["explain", "w0101"],
            &["explain", "n601"],
            &["explain", "101"],
            &["explain", "E0399"],
            &["explain", "tuples"],
        ]),
    );
}

#[test]
fn the_list_has_every_code_under_its_subject() {
    let list = stdout_of(&["explain"]);
    for code in CODES {
        assert_eq!(list.matches(&format!("  {code}  ")).count(), 1, "{code}");
    }
    for (name, _) in SUBJECTS {
        assert!(list.lines().filter(|line| line == name).count() <= 1, "{name}");
    }
}
