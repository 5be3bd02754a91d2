//! The prompt: this file alone names the line editor.

use std::fs;
use std::path::PathBuf;

use etcetera::BaseStrategy;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Helper};

use super::completion::{Scope, candidates};
use super::entry::{Brackets, goes_on};
use super::state::State;

/// What knows of entries.
struct Entries {
    scope: Scope,
}

impl Helper for Entries {}
impl Highlighter for Entries {}

impl Hinter for Entries {
    type Hint = String;
}

impl Completer for Entries {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(candidates(line.get(..position).unwrap_or_default(), &self.scope))
    }
}

impl Validator for Entries {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = format!("{}\n", context.input());
        Ok(if goes_on(&text, &Brackets::of(&text)) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

/// A line editor with its history.
pub(crate) struct Editor {
    editor: rustyline::Editor<Entries, DefaultHistory>,
    history: Option<PathBuf>,
}

/// Lines of history that are kept.
const KEPT: usize = 1000;

impl Editor {
    /// With the history of the times before, where there is one.
    ///
    /// # Errors
    /// Where the terminal can't be used.
    pub(crate) fn new() -> rustyline::Result<Editor> {
        let config = Config::builder()
            .max_history_size(KEPT)?
            .history_ignore_dups(true)?
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(Entries { scope: Scope::default() }));
        let history = history();
        if let Some(path) = &history {
            // One that can't be read is no history.
            let _ = editor.load_history(path);
        }
        Ok(Editor { editor, history })
    }

    /// Asks for an entry; what is pasted may be several. Nothing where Ctrl-D was pressed.
    ///
    /// # Errors
    /// Those of the terminal.
    pub(crate) fn read(&mut self, number: usize, state: &State) -> rustyline::Result<Option<String>> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.scope = Scope::of(state);
        }
        loop {
            match self.editor.readline(&format!("{number}> ")) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => return Ok(Some(text)),
                // The line is gone, and another one is asked for.
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }

    /// Writes the history. Where that can't be done there is none the next time, which is no error.
    pub(crate) fn keep_history(&mut self) {
        let Some(path) = &self.history else { return };
        if let Some(folder) = path.parent() {
            let _ = fs::create_dir_all(folder);
        }
        let _ = self.editor.save_history(path);
    }
}

/// Where history is kept: in the folder of the platform for the state of programs, else in that for their data.
fn history() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(folder.join("circ").join("history"))
}
