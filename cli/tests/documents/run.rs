//! What blocks say is done: commands are run, programs checked.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use rayon::prelude::*;

use crate::page::{Block, Kind, Page};
use crate::{anew, root};

/// What came of the blocks of a page.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) faults: Vec<String>,
    /// Outputs that are other ones by now.
    pub(crate) changes: Vec<(Range<usize>, String)>,
}

/// A command of a console, and what the page shows below it.
struct Shown<'a> {
    command: &'a str,
    output: Range<usize>,
}

/// Goes through the blocks of all pages. Commands that stand on several pages are run once.
pub(crate) fn pages(pages: &[Page]) -> Vec<(&Page, Outcome)> {
    let at_root: BTreeSet<&str> = pages.iter().filter(|page| !has_files(page)).flat_map(commands).collect();
    let at_root: Vec<&str> = at_root.into_iter().collect();
    let ran = at_root.into_par_iter().map(|command| (command, run(command, &root(), ""))).collect();
    pages.par_iter().map(|page| (page, go_through(page, &ran))).collect()
}

/// Whether the reader makes files, and so has a folder.
fn has_files(page: &Page) -> bool {
    page.blocks.iter().any(|block| matches!(block.kind, Ok(Kind::Program { name: Some(_), .. })))
}

fn commands(page: &Page) -> Vec<&str> {
    let consoles = page.blocks.iter().filter(|block| matches!(block.kind, Ok(Kind::Console { .. })));
    consoles.flat_map(|block| lines(page, block).0).map(|shown| shown.command).collect()
}

/// The commands of a console, and whether something stands before the first.
fn lines<'a>(page: &'a Page, block: &Block) -> (Vec<Shown<'a>>, bool) {
    let (mut shown, mut before): (Vec<Shown<'a>>, bool) = (Vec::new(), false);
    let mut at = block.range.start;
    for line in page.text[block.range.clone()].split_inclusive('\n') {
        at += line.len();
        match (line.strip_prefix("$ "), shown.last_mut()) {
            (Some(command), _) => shown.push(Shown { command: command.trim_end(), output: at..at }),
            (None, Some(last)) => last.output.end = at,
            (None, None) => before = true,
        }
    }
    (shown, before)
}

/// Runs a command in a shell, to which `circ` is the command under test.
pub(crate) fn run(command: &str, folder: &Path, stdin: &str) -> Output {
    let circ = Path::new(env!("CARGO_BIN_EXE_circ"));
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = circ.parent().map(Path::to_path_buf).into_iter().chain(std::env::split_paths(&paths));
    let mut run = Command::new("sh");
    run.args(["-c", command]).env("PATH", std::env::join_paths(paths).expect("folders of programs"));
    run.current_dir(folder).env_remove("NO_COLOR").write_stdin(stdin).output().expect("it runs")
}

/// `ran` has what the commands of pages without files gave.
fn go_through(page: &Page, ran: &BTreeMap<&str, Output>) -> Outcome {
    let place = has_files(page).then(|| tempfile::tempdir().expect("a folder can be made"));
    let folder = place.as_ref().map_or_else(root, |place| place.path().to_path_buf());
    let mut outcome = Outcome::default();
    for block in &page.blocks {
        let held = match &block.kind {
            Err(why) => Err(why.clone()),
            Ok(Kind::Shown) => Ok(()),
            Ok(Kind::Part(path)) => part(&block.text, path),
            Ok(Kind::Excerpt(command)) => excerpt(&block.text, command, &folder),
            Ok(Kind::Program { name, error }) => program(&block.text, name.as_deref(), *error, &folder),
            Ok(Kind::Console { error }) => console(page, block, *error, &mut outcome, |command| {
                if place.is_none() { ran[command].clone() } else { run(command, &folder, "") }
            }),
        };
        outcome.faults.extend(held.err().map(|why| format!("{}: {why}", page.at(block.range.start))));
    }
    outcome
}

/// Holds the commands of a console, in their order.
fn console(
    page: &Page,
    block: &Block,
    error: bool,
    outcome: &mut Outcome,
    run: impl Fn(&str) -> Output,
) -> Result<(), String> {
    let (commands, before) = lines(page, block);
    if before || commands.is_empty() {
        return Err("a console starts with a command, `$ circ …`".to_string());
    }
    for Shown { command, output } in commands {
        let made = run(command);
        let (stdout, stderr) = (String::from_utf8_lossy(&made.stdout), String::from_utf8_lossy(&made.stderr));
        let place = page.at(output.start);
        if made.status.code() != Some(i32::from(error)) {
            outcome.faults.push(format!("{place}: `{command}` ends with {}\n{stdout}{stderr}", made.status));
            continue;
        }
        let printed = if error { format!("{stdout}{stderr}") } else { stdout.into_owned() };
        // A command may stand alone, where only what it does is spoken of.
        let shown = &page.text[output.clone()];
        if shown.trim_end().is_empty() || shown.trim_end() == printed.trim_end() {
            continue;
        }
        if anew() {
            // A blank line before the next command stays.
            let gap = if shown.ends_with("\n\n") { "\n" } else { "" };
            outcome.changes.push((output, format!("{}\n{gap}", printed.trim_end())));
        } else {
            outcome.faults.push(format!("{place}: `{command}` prints\n{printed}"));
        }
    }
    Ok(())
}

/// Holds a program, saved in the folder where it has a name.
fn program(text: &str, name: Option<&str>, error: bool, folder: &Path) -> Result<(), String> {
    let made = match name {
        Some(name) => {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("in a folder")).map_err(|why| why.to_string())?;
            std::fs::write(path, text).map_err(|why| why.to_string())?;
            run(&format!("circ check '{name}'"), folder, "")
        }
        None => run("circ check -", folder, text),
    };
    if made.status.code() == Some(i32::from(error)) {
        return Ok(());
    }
    Err(format!("the program ends with {}\n{}", made.status, String::from_utf8_lossy(&made.stderr)))
}

/// Holds lines against a file, where they stand one below the other, further to the right perhaps.
fn part(text: &str, path: &str) -> Result<(), String> {
    let file = std::fs::read_to_string(root().join(path)).map_err(|why| format!("{path}: {why}"))?;
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim).collect();
    let of_file: Vec<&str> = file.lines().map(str::trim).collect();
    let there = !lines.is_empty() && of_file.windows(lines.len()).any(|window| window == lines);
    if there { Ok(()) } else { Err(format!("these lines do not stand in {path}")) }
}

/// Holds parts of an output, one after the other; how it is broken into lines is free.
fn excerpt(text: &str, command: &str, folder: &Path) -> Result<(), String> {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let made = run(command, folder, "");
    let printed = bare(&(String::from_utf8_lossy(&made.stdout) + &*String::from_utf8_lossy(&made.stderr)));
    let mut rest = printed.as_str();
    for part in text.split('…').map(bare) {
        let Some(at) = rest.find(&part) else {
            return Err(format!("`{command}` does not print, behind what stands before it,\n{part}"));
        };
        rest = &rest[at + part.len()..];
    }
    Ok(())
}
