//! `circ repl`: entries are read, done and answered, at a prompt or from a stream.
//!
//! | room | subject |
//! | --- | --- |
//! | [`entry`] | what an entry is, and where it ends |
//! | [`script`] | entries from a stream |
//! | [`editor`], [`completion`] | the prompt: lines, history, what a word may become |
//! | [`stop`] | work that Ctrl-C stops |
//! | [`state`] | what was defined so far |
//! | [`mod@evaluate`], [`literal`] | entries done: items, expressions, values |
//! | [`commands`], [`defined`], [`split`], [`why`] | what begins with a colon |

mod commands;
mod completion;
mod defined;
mod editor;
mod entry;
mod evaluate;
mod literal;
mod script;
mod split;
mod state;
mod stop;
mod why;

use std::io::{self, IsTerminal};
use std::path::Path;

use circ_compiler::diagnostics::DataFact;

use crate::args::{MessageFormat, Repl};
use crate::session::{Ended, Session, Stop};
use crate::source::reason;
use commands::{Then, bare, command};
use defined::load;
use entry::{Entry, Typed, fault, read};
use script::{Next, Script};
use state::State;

/// Takes entries until there are no more.
pub(crate) fn start(session: &Session, form: MessageFormat, args: &Repl) -> Ended<()> {
    let options = Repl { file: None, ..args.clone() };
    let file = args.file.as_deref();
    // Who types and reads is asked; a stream is not.
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return prompted(session, form, options, file);
    }
    streamed(session, form, options, file)
}

/// Does the entries of standard input, and fails where one of them did.
fn streamed(session: &Session, form: MessageFormat, options: Repl, file: Option<&Path>) -> Ended<()> {
    let mut state = State::new(options);
    let mut changes = Vec::new();
    let mut well = true;
    if let Some(path) = file {
        let session = Session::new(form, Some(&state.options.budgets));
        well &= done(load(&session, &mut state, path, false), &session)?.is_some();
    }
    let mut script = Script::new(io::stdin().lock(), "<stdin>");
    loop {
        let next = script.next().map_err(|error| {
            session.refuse([DataFact::Unreadable { path: "<stdin>".into(), reason: reason(&error) }])
        })?;
        let typed = match next {
            Next::Entry(typed) => typed,
            Next::Refused(fact) => {
                well = false;
                session.fail_all(None, &[fault(fact)]);
                continue;
            }
            Next::End => break,
        };
        let before = state.clone();
        let session = Session::new(form, Some(&state.options.budgets));
        match done(answer(&session, &mut state, &typed, false), &session)? {
            None => well = false,
            Some(Then::On) => remember(&mut changes, before, &state),
            Some(Then::Undo) => state = undone(&session, &mut changes).unwrap_or(state),
            Some(Then::Quit) => break,
        }
    }
    if well { Ok(()) } else { Err(Stop::Told) }
}

/// Keeps the state before a change, for `:undo`.
fn remember(changes: &mut Vec<State>, before: State, now: &State) {
    if before.changes != now.changes {
        changes.push(before);
    }
}

/// The state before the last change.
fn undone(session: &Session, changes: &mut Vec<State>) -> Option<State> {
    let before = changes.pop();
    if before.is_none() {
        session.remark("there is nothing to take back");
    }
    before
}

/// What an entry came to; nothing where what is wrong has been told.
///
/// # Errors
/// Standard output that takes no more.
fn done<T>(ended: Ended<T>, session: &Session) -> Ended<Option<T>> {
    session.finish()?;
    match ended {
        Ok(done) => Ok(Some(done)),
        Err(Stop::Told) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Does an entry. `speaks` says whether somebody wants to hear what was defined.
fn answer(session: &Session, state: &mut State, typed: &Typed, speaks: bool) -> Ended<Then> {
    match read(&typed.text) {
        Entry::Nothing => {}
        Entry::Command(text) => return command(session, state, typed, &text, speaks),
        Entry::Items(items) => evaluate::define(session, state, typed, items, speaks)?,
        Entry::Asked(asked) => {
            if let Some(fact) = bare(&typed.text, state) {
                return Err(session.fail_all(None, &[fault(fact)]));
            }
            evaluate::ask(session, state, typed, &asked, speaks)?;
        }
        Entry::Wrong(_) => return Err(evaluate::syntax(session, typed)),
    }
    Ok(Then::On)
}

/// Asks for entries until somebody has no more.
fn prompted(session: &Session, form: MessageFormat, options: Repl, file: Option<&Path>) -> Ended<()> {
    let mut state = State::new(options);
    let mut changes = Vec::new();
    let failed = |error: &dyn std::fmt::Display| {
        let reason = format!("{error}.");
        session.refuse([DataFact::Unreadable { path: "<stdin>".into(), reason }])
    };
    let pressed = crate::interrupt::at_prompt().map_err(|error| failed(&error))?;
    let mut editor = editor::Editor::new().map_err(|error| failed(&error))?;
    session.print(&format!("circ {}; `:help` lists the commands\n", env!("CARGO_PKG_VERSION")))?;
    session.finish()?;
    if let Some(path) = file {
        let path = path.to_path_buf();
        let work =
            move |session: &Session, state: &mut State| load(session, state, &path, true).map(|()| Then::On);
        if let Some((_, next)) = stop::work(form, &state, &pressed, work)? {
            state = next;
        }
    }
    let mut number = 1;
    'prompt: while let Some(text) = editor.read(number, &state).map_err(|error| failed(&error))? {
        // What is pasted may be several entries.
        let mut script = Script::new(text.as_bytes(), &format!("entry {number}"));
        number += 1;
        loop {
            let typed = match script.next().map_err(|error| failed(&error))? {
                Next::Entry(typed) => typed,
                Next::Refused(fact) => {
                    session.fail_all(None, &[fault(fact)]);
                    continue;
                }
                Next::End => break,
            };
            let work = move |session: &Session, state: &mut State| answer(session, state, &typed, true);
            let Some((then, next)) = stop::work(form, &state, &pressed, work)? else { continue };
            match then {
                Then::On => {
                    let before = std::mem::replace(&mut state, next);
                    remember(&mut changes, before, &state);
                }
                Then::Undo => state = undone(session, &mut changes).unwrap_or(state),
                Then::Quit => break 'prompt,
            }
        }
    }
    editor.keep_history();
    Ok(())
}
