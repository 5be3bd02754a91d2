//! `circ repl` at a terminal: the prompt, entries of several lines, completion, history, Ctrl-C and Ctrl-D.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

/// Nothing here takes longer, in milliseconds.
const PATIENCE: u64 = 60_000;

const UP: &str = "\u{1b}[A";

/// A prompt that keeps its history in a folder; with colour where that is asked for.
fn prompt(state: &Path, color: bool) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_circ"));
    command.arg("repl").env("XDG_STATE_HOME", state).env("TERM", "xterm");
    if color {
        command.env_remove("NO_COLOR");
    } else {
        command.env("NO_COLOR", "1");
    }
    let mut session = spawn_command(command, Some(PATIENCE)).expect("a terminal");
    session.exp_string("1> ").expect("a prompt");
    session
}

/// Types a line, and waits for a text behind it.
fn typed(session: &mut PtySession, line: &str, expected: &str) {
    session.send_line(line).expect("the prompt listens");
    session.exp_string(expected).unwrap_or_else(|error| panic!("{line}: {error}"));
}

fn ended(mut session: PtySession) {
    session.send_control('d').expect("the prompt listens");
    session.exp_eof().expect("it ends");
}

#[test]
fn an_entry_has_several_lines_and_history_keeps_it() {
    let state = tempfile::tempdir().expect("a folder can be made");
    let mut session = prompt(state.path(), false);
    session.send_line("family twice(x: num) -> num {").expect("it listens");
    session.send_line("    2 * x").expect("it listens");
    typed(&mut session, "}", "family twice(x: num) -> num\r\n");
    session.exp_string("2> ").expect("the next entry");
    typed(&mut session, "twice(35/2) + 1", "36\r\n");
    ended(session);
    // The next time both are there, and the family is not.
    let mut session = prompt(state.path(), false);
    typed(&mut session, UP, "E0202");
    session.exp_string("`:explain E0202` tells more").expect("how to look it up");
    session.exp_string("2> ").expect("the next entry");
    session.send(UP).expect("it listens");
    typed(&mut session, UP, "family twice(x: num) -> num\r\n");
    ended(session);
}

#[test]
fn a_word_is_completed() {
    let state = tempfile::tempdir().expect("a folder can be made");
    let mut session = prompt(state.path(), false);
    typed(&mut session, "family palindrome(x: num) -> num { x + 41 }", "palindrome(x: num) -> num\r\n");
    typed(&mut session, "palin\t(900)", "941\r\n");
    typed(&mut session, ":set eng\t ci\t", "4> ");
    typed(&mut session, ":set", "engine     circuit\r\n");
    ended(session);
}

#[test]
fn an_interrupt_clears_the_line_or_stops_the_work() {
    let state = tempfile::tempdir().expect("a folder can be made");
    let mut session = prompt(state.path(), false);
    session.send("sum([1, ").expect("it listens");
    session.flush().expect("it listens");
    session.exp_string("sum([1, ").expect("it is shown");
    session.send_control('c').expect("it listens");
    session.exp_string("\r\n").expect("the line ends");
    session.exp_string("1> ").expect("the same entry again");
    typed(&mut session, "20 * 21", "420\r\n");
    session.exp_string("2> ").expect("the next entry");
    // A hundred million steps take longer than anybody waits; they begin once the line has been echoed.
    typed(&mut session, "sum(i * j for i in 0..10000, j in 0..10000)", "\r\n");
    std::thread::sleep(std::time::Duration::from_millis(300));
    session.send_control('c').expect("it listens");
    session.exp_string("stopped\r\n").expect("the work ends");
    session.exp_string("3> ").expect("the next entry");
    typed(&mut session, "20 * 22", "440\r\n");
    ended(session);
}

#[test]
fn colour_is_for_who_wants_it() {
    let state = tempfile::tempdir().expect("a folder can be made");
    let mut session = prompt(state.path(), true);
    typed(&mut session, ":nonsense", "\u{1b}[31m[E0626]");
    ended(session);
    let mut session = prompt(state.path(), false);
    typed(&mut session, ":nonsense", "\n[E0626] Error");
    ended(session);
}

#[test]
fn what_is_pasted_may_be_several_entries() {
    let state = tempfile::tempdir().expect("a folder can be made");
    let mut session = prompt(state.path(), false);
    let pasted = "let a = 20;\nfamily twice(x: num) -> num {\n    2 * x\n}\ntwice(a) + 3";
    session.send(&format!("\u{1b}[200~{pasted}\u{1b}[201~")).expect("the prompt listens");
    typed(&mut session, "", "family twice(x: num) -> num\r\n");
    session.exp_string("43\r\n").expect("the last of them");
    session.exp_string("2> ").expect("the next entry");
    ended(session);
}
