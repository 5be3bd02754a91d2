//! What all commands share: loading a program, telling what is wrong, and how a command ends.

use std::cell::{Cell, RefCell};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use circ_compiler::check::closest;
use circ_compiler::diagnostics::DataFact;
use circ_compiler::{Diagnostic, FamilyId, Limits, Loaded, Program, Severity, Sources, load_files, message};

use crate::args::{Budgets, MessageFormat};
use crate::interrupt;
use crate::messages::Messages;
use crate::programs::written_as;
use crate::source::{display_name, read_beside, read_program, stem};

/// How a command ends before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// What is wrong has been told.
    Told,
    /// Standard output took no more.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

/// A value, or the end of the command.
pub(crate) type Ended<T> = Result<T, Stop>;

/// One invocation: its budgets, and where messages go.
pub(crate) struct Session {
    /// What building may take.
    pub(crate) limits: Limits,
    /// What running may take.
    pub(crate) run_limits: circ_runtime::Limits,
    messages: Messages,
    /// The code of the first error that was told last, until a line has said how to look it up.
    unexplained: Cell<Option<&'static str>>,
    out: RefCell<BufWriter<io::Stdout>>,
}

impl Session {
    /// With the default budgets where none are given.
    pub(crate) fn new(form: MessageFormat, budgets: Option<&Budgets>) -> Session {
        let mut limits = Limits::default();
        if let Some(budgets) = budgets {
            limits = Limits {
                max_gates: budgets.max_gates,
                max_wires: budgets.max_wires,
                max_steps: budgets.max_steps,
                max_calls: budgets.max_calls,
                ..limits
            };
        }
        let mut run_limits = circ_runtime::Limits::default();
        if let Some(digits) = budgets.and_then(|budgets| budgets.max_digits) {
            limits.max_digits = digits;
            run_limits.max_digits = digits;
        }
        run_limits.max_total_digits = run_limits.max_total_digits.max(run_limits.max_digits);
        let out = RefCell::new(BufWriter::new(io::stdout()));
        Session {
            limits,
            run_limits,
            messages: Messages::for_stderr(form),
            unexplained: Cell::new(None),
            out,
        }
    }

    /// Writes to standard output.
    ///
    /// # Errors
    /// Where it takes no more.
    pub(crate) fn print(&self, text: &str) -> Ended<()> {
        interrupt::heed();
        Ok(self.out.borrow_mut().write_all(text.as_bytes())?)
    }

    /// Standard output, for what writes in pieces.
    pub(crate) fn with_output<T>(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> Ended<T> {
        Ok(write(&mut *self.out.borrow_mut())?)
    }

    /// Writes out what is buffered.
    ///
    /// # Errors
    /// Where standard output takes no more.
    pub(crate) fn finish(&self) -> Ended<()> {
        Ok(self.out.borrow_mut().flush()?)
    }

    /// Tells on standard error what is at least as bad as `least`.
    pub(crate) fn tell<'a>(
        &self,
        sources: &Sources,
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
        least: Severity,
    ) {
        self.write(Some(sources), diagnostics.into_iter().filter(|d| d.severity() >= least).collect());
    }

    fn write(&self, sources: Option<&Sources>, diagnostics: Vec<&Diagnostic>) {
        interrupt::heed();
        // Results that stand before a message should be seen before it.
        let _ = self.out.borrow_mut().flush();
        if let Some(first) = diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
            self.unexplained.set(Some(message(first).code));
        }
        // Nobody is left to hear that standard error is closed.
        let mut stderr = BufWriter::new(io::stderr().lock());
        let _ = self.messages.write_all(&mut stderr, sources, diagnostics);
        let _ = stderr.flush();
    }

    /// How to look up the error that was told last, once.
    pub(crate) fn pointer(&self) -> Option<String> {
        self.unexplained().map(|code| format!("`circ explain {code}` tells more"))
    }

    /// The code of the error that was told last, once.
    pub(crate) fn unexplained(&self) -> Option<&'static str> {
        self.unexplained.take()
    }

    /// Ends with how to look up the last error, where a person reads it and no summary has said so.
    pub(crate) fn point_to_pages(&self) {
        if let Some(pointer) = self.pointer()
            && io::stderr().is_terminal()
        {
            self.remark(&pointer);
        }
    }

    /// Tells a fault and ends the command.
    pub(crate) fn fail(&self, sources: &Sources, diagnostic: &Diagnostic) -> Stop {
        self.tell(sources, [diagnostic], Severity::Note);
        Stop::Told
    }

    /// Tells faults of a program, where there is one, and of the data, and ends the command.
    pub(crate) fn fail_all(&self, sources: Option<&Sources>, diagnostics: &[Diagnostic]) -> Stop {
        self.write(sources, diagnostics.iter().collect());
        Stop::Told
    }

    /// Tells faults of the data and ends the command.
    pub(crate) fn refuse(&self, facts: impl IntoIterator<Item = DataFact>) -> Stop {
        let diagnostics: Vec<Diagnostic> = facts.into_iter().map(Diagnostic::data).collect();
        self.fail_all(None, &diagnostics)
    }

    /// Writes a line to standard error that is no message of its own; only where people read it.
    pub(crate) fn remark(&self, line: &str) {
        if !self.messages.for_people() {
            return;
        }
        let _ = self.out.borrow_mut().flush();
        let _ = writeln!(io::stderr().lock(), "{line}");
    }

    /// Reads and checks a program. Notes are told where `least` asks for them, and tools get the warnings as well.
    /// People are told how many warnings there are: they have come for something else, and `check` tells more.
    ///
    /// # Errors
    /// A file that can't be read, or a program with errors.
    pub(crate) fn load(&self, path: &Path, least: Severity) -> Ended<(Sources, Program)> {
        let loaded = self.read(path)?;
        self.take(path, loaded, least)
    }

    /// As [`Session::load`], of a program that has been read.
    ///
    /// # Errors
    /// A program with errors.
    pub(crate) fn take(&self, path: &Path, loaded: Loaded, least: Severity) -> Ended<(Sources, Program)> {
        self.tell_briefly(path, &loaded, least);
        if loaded.has_errors() { Err(Stop::Told) } else { Ok((loaded.sources, loaded.program)) }
    }

    /// Tells what is wrong with a program, and of warnings only their number where people read it.
    pub(crate) fn tell_briefly(&self, path: &Path, loaded: &Loaded, least: Severity) {
        if !self.messages.for_people() || loaded.has_errors() {
            return self.tell(&loaded.sources, &loaded.diagnostics, least);
        }
        let is_warning = |d: &&Diagnostic| d.severity() == Severity::Warning;
        self.tell(&loaded.sources, loaded.diagnostics.iter().filter(|d| !is_warning(d)), least);
        match loaded.diagnostics.iter().filter(is_warning).count() {
            0 => {}
            1 => self.remark(&format!("1 warning; `circ check {}` tells more", path.display())),
            count => self.remark(&format!("{count} warnings; `circ check {}` tells more", path.display())),
        }
    }

    /// Reads and checks a program, and tells nothing of what is wrong in it.
    ///
    /// # Errors
    /// A file that can't be read.
    pub(crate) fn read(&self, path: &Path) -> Ended<Loaded> {
        let read = read_program(path, |_, _| false).map_err(|fact| self.refuse([*fact]))?;
        if let Some(what) = written_as(&read.bytes) {
            return Err(self.refuse([DataFact::NotSource { path: display_name(path), what }]));
        }
        let text = read.text().map_err(|fact| self.refuse([*fact]))?;
        Ok(load_files(stem(path).as_deref(), text, &mut |below| read_beside(path, below)))
    }

    /// The family that was asked for, or the last one.
    ///
    /// # Errors
    /// A file without families, or without this one.
    pub(crate) fn family(&self, program: &Program, name: Option<&str>) -> Ended<FamilyId> {
        let Some(last) = program.own.checked_sub(1) else {
            return Err(self.refuse([DataFact::NoFamily]));
        };
        let Some(name) = name else { return Ok(FamilyId(last as u32)) };
        program.family_named(name).ok_or_else(|| {
            let families: Vec<String> = program.own_families().iter().map(|f| f.name.clone()).collect();
            let similar = closest(name, families.iter().map(String::as_str));
            self.refuse([DataFact::UnknownFamily { name: name.into(), similar, families }])
        })
    }
}

/// The exit status: 0 done, 1 the program or the data are wrong. A reader that has gone away is no fault.
pub(crate) fn exit_code(ended: Ended<()>) -> ExitCode {
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Told) => ExitCode::FAILURE,
        // A reader that wants no more is no fault.
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Stop::Output(_)) => ExitCode::FAILURE,
    }
}
