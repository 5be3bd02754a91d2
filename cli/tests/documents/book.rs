//! The books: which pages their tables of contents name, and which they should.

use std::path::Path;

use crate::page::Page;
use crate::root;

/// The folders of the books, each with its SUMMARY.md: the English one, and the Chinese one inside it.
pub(crate) const BOOKS: &[&str] = &["docs", "docs/zh"];

/// What the table of contents of a book names, from the root of the repository.
fn named(book: &str) -> Vec<String> {
    let summary = Page::read(&format!("{book}/SUMMARY.md"));
    summary.links.iter().map(|(link, _)| format!("{book}/{link}")).collect()
}

/// The pages of a book. One that is named and not there is a dead link of the table of contents, and no more.
pub(crate) fn pages(book: &str) -> Vec<String> {
    named(book).into_iter().filter(|page| root().join(page).is_file()).collect()
}

/// All files with an ending below a folder, in the order of their names.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).expect("the folder is there") {
        let entry = entry.expect("readable");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files(&path, ending));
        } else if Path::new(&path).extension().is_some_and(|found| ending.is_empty() || found == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What stands in the table of contents for a page.
fn entry(book: &str, page: &str) -> String {
    let link = page.strip_prefix(book).and_then(|rest| rest.strip_prefix('/')).expect("a page of the book");
    format!("- [{}]({link})", Page::read(page).title)
}

/// Pages that are in no table of contents, and pages that are there twice.
pub(crate) fn missing(book: &str) -> Vec<String> {
    let named = named(book);
    let inside =
        |page: &String| BOOKS.iter().any(|other| other.len() > book.len() && page.starts_with(other));
    let all = files(book, "md").into_iter().filter(|page| !page.ends_with("/SUMMARY.md") && !inside(page));
    let missing = all.filter(|page| !named.contains(page));
    let mut faults: Vec<String> = missing
        .map(|page| format!("{page} is not in {book}/SUMMARY.md; add there the line\n{}", entry(book, &page)))
        .collect();
    let twice = (1..named.len()).filter(|&at| named[..at].contains(&named[at]));
    faults.extend(twice.map(|at| format!("{} is twice in {book}/SUMMARY.md", named[at])));
    faults
}

/// Writes the entries of all messages anew, below that of their index.
pub(crate) fn write_messages() {
    let path = root().join("docs/SUMMARY.md");
    let text = std::fs::read_to_string(&path).expect("it is there");
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.contains("(errors/E")).map(str::to_string).collect();
    lines.retain(|line| !line.contains("(errors/W") && !line.contains("(errors/N"));
    let index =
        lines.iter().position(|line| line.contains("(errors/README.md)")).expect("the index of messages");
    let messages = files("docs/errors", "md").into_iter().filter(|page| !page.ends_with("/README.md"));
    let entries: Vec<String> = messages.map(|page| format!("  {}", entry("docs", &page))).collect();
    lines.splice(index + 1..index + 1, entries);
    let written = lines.join("\n") + "\n";
    if written != text {
        std::fs::write(path, written).expect("it can be written");
    }
}

/// Files of the folder of a lesson that neither its page nor its answers mention.
pub(crate) fn unused_files_of_lessons() -> Vec<String> {
    let folder = "docs/lessons";
    if !root().join(folder).is_dir() {
        return Vec::new();
    }
    let all = files(folder, "");
    let text = |page: &str| std::fs::read_to_string(root().join(page)).unwrap_or_default();
    let unused = |path: &String| {
        let Some((lesson, name)) = path[folder.len() + 1..].split_once('/') else { return false };
        let pages = [format!("{folder}/{lesson}.md"), format!("{folder}/{lesson}/answers.md")];
        !name.ends_with(".md") && !pages.iter().any(|page| text(page).contains(name))
    };
    all.iter().filter(|path| unused(path)).map(|path| format!("{path} is used by no page")).collect()
}
