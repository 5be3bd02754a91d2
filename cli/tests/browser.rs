//! The page of `circ trace --html` in a real browser: runs `cli/tests/browser/page.test.mjs` on Node.js.
//!
//! It needs Node.js 18 or newer, the packages of `cli/tests/browser/package-lock.json` (`npm ci` there), and Chromium.
//! Where one of these is missing the test says aloud what is left out and passes; with `CIRC_BROWSER=required` it fails.
//! It has no harness, as that would keep what a test says that passes. `CHROMIUM` names another browser than those
//! that are looked for.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what is left out is said where people read it"
)]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// What the test is called where names of tests are filters.
const NAME: &str = "the_page_in_a_browser";
/// What Chromium is called by those who package it.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--list") {
        println!("{NAME}: test");
        return ExitCode::SUCCESS;
    }
    let mut filters = arguments.iter().filter(|argument| !argument.starts_with('-')).peekable();
    if filters.peek().is_some() && !filters.any(|filter| NAME.contains(filter.as_str())) {
        return ExitCode::SUCCESS;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let (node, browser) = match needed(&folder) {
        Ok(found) => found,
        Err(missing) => return left_out(&missing),
    };
    let status = Command::new(node)
        .current_dir(&folder)
        .args(["--test", "--test-reporter=spec", "page.test.mjs"])
        .env("CIRC", env!("CARGO_BIN_EXE_circ"))
        .env("CHROMIUM", browser)
        .stdin(Stdio::null())
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => {
            eprintln!("{NAME} failed: {status}");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{NAME} failed: Node.js can't be run: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Node.js and the browser, or all that is missing, with what gives it.
fn needed(folder: &Path) -> Result<(PathBuf, OsString), Vec<String>> {
    let node = on_path("node");
    let browser = std::env::var_os("CHROMIUM")
        .or_else(|| BROWSERS.iter().find_map(|name| on_path(name)).map(PathBuf::into_os_string));
    let has_packages = ["playwright-core", "axe-core", "preact", "htm"]
        .iter()
        .all(|package| folder.join("node_modules").join(package).is_dir());
    let mut missing = Vec::new();
    if node.is_none() {
        missing.push("Node.js (on Debian `apt-get install nodejs npm`)".to_owned());
    }
    if browser.is_none() {
        missing.push("Chromium (on Debian `apt-get install chromium`)".to_owned());
    }
    if !has_packages {
        missing.push("the packages of the test (`npm ci` in `cli/tests/browser`)".to_owned());
    }
    node.zip(browser).filter(|_| has_packages).ok_or(missing)
}

/// A program on the path.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Says what is left out, and whether that is a failure.
fn left_out(missing: &[String]) -> ExitCode {
    let line = "=".repeat(80);
    let missing = missing.join("\n  ");
    eprintln!(
        "{line}\nLEFT OUT: the test of the page of `circ trace --html` in a browser. What is missing:\n  {missing}\n{line}"
    );
    if std::env::var("CIRC_BROWSER").is_ok_and(|wanted| wanted == "required") {
        eprintln!("CIRC_BROWSER=required asks for it.");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
