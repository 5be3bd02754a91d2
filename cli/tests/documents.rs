//! The documents as tests: what they show of a terminal is what the command prints, their programs are programs, their
//! links lead somewhere, and every page stands in the table of contents of its book.
//!
//! What a block is tested for stands in its info string, as `docs/contributing.md` lists them. `INSTA_UPDATE=always`
//! writes outputs anew, and the messages in the table of contents, as it does snapshots.

#[path = "documents/book.rs"]
mod book;
#[path = "documents/page.rs"]
mod page;
#[path = "documents/run.rs"]
mod run;

use std::path::{Path, PathBuf};

use page::{Kind, Page};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether what is out of date is written anew.
fn anew() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always")
}

/// The pages whose blocks are held here: those of messages are held by `explain.rs`, and those of the library are made
/// from `std/` by a test.
fn held() -> Vec<Page> {
    let elsewhere = ["docs/errors/", "docs/library/"];
    let mut paths = vec!["README.md".to_string(), "README.zh.md".to_string()];
    paths.extend(book::BOOKS.iter().flat_map(|book| book::pages(book)));
    paths.retain(|path| !elsewhere.iter().any(|folder| path.starts_with(folder)));
    paths.iter().map(|path| Page::read(path)).collect()
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n\n{}\n", faults.join("\n\n"));
}

/// Blocks of unknown kinds are among the faults.
#[test]
fn blocks_are_what_their_info_strings_say() {
    let (mut faults, mut changes) = (Vec::new(), Vec::new());
    let held = held();
    for (page, outcome) in run::pages(&held) {
        faults.extend(outcome.faults);
        changes.push((page, outcome.changes));
    }
    assert_none(&faults);
    if anew() {
        changes.into_iter().for_each(|(page, changes)| page.write(changes));
    }
}

#[test]
fn the_readmes_have_commands_to_hold() {
    for path in ["README.md", "README.zh.md"] {
        let page = Page::read(path);
        let consoles = page.blocks.iter().filter(|block| block.kind == Ok(Kind::Console { error: false }));
        assert!(consoles.count() >= 8, "{path}");
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut paths: Vec<String> =
        ["README.md", "README.zh.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(String::from).into();
    for book in book::BOOKS {
        paths.push(format!("{book}/SUMMARY.md"));
        paths.extend(book::pages(book));
    }
    let faults: Vec<String> = paths.iter().flat_map(|path| Page::read(path).dead_links()).collect();
    assert_none(&faults);
}

#[test]
fn every_page_stands_in_the_summary_of_its_book() {
    if anew() {
        book::write_messages();
    }
    let faults: Vec<String> = book::BOOKS.iter().flat_map(|book| book::missing(book)).collect();
    assert_none(&faults);
}

#[test]
fn pages_are_plain_markdown() {
    let pages = book::BOOKS.iter().flat_map(|book| book::pages(book));
    let faults: Vec<String> = pages.flat_map(|path| Page::read(&path).tags()).collect();
    assert_none(&faults);
}

#[test]
fn every_chinese_page_has_its_english_one() {
    for path in book::files("docs/zh", "md") {
        let english = path.replacen("docs/zh/", "docs/", 1);
        assert!(root().join(&english).is_file(), "{path}, but no {english}");
    }
}

#[test]
fn the_files_of_a_lesson_are_used_by_its_pages() {
    assert_none(&book::unused_files_of_lessons());
}

/// The pictures of pages, each with the command that makes it.
const PICTURES: &[(&str, &str)] =
    &[("docs/pictures/parity.svg", "circ build examples/circuits/parity.circ --param n=4 --emit svg")];

#[test]
fn pictures_are_as_the_command_makes_them() {
    let named: Vec<&str> = PICTURES.iter().map(|(path, _)| *path).collect();
    assert_eq!(book::files("docs/pictures", ""), named, "a picture that no command makes");
    for (path, command) in PICTURES {
        let output = run::run(command, &root(), "");
        assert!(output.status.success(), "{command}");
        if anew() {
            std::fs::write(root().join(path), &output.stdout).expect("it can be written");
        }
        let shown = std::fs::read(root().join(path)).expect("the picture is there");
        assert!(shown == output.stdout, "{path} is not what `{command}` makes");
    }
}
