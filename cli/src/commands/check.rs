//! `circ check`: every error, warning and note of some files.

use circ_compiler::diagnostics::{Diagnostic, Fact};
use circ_compiler::{Severity, probe};

use crate::args::Check;
use crate::session::{Ended, Session, Stop};
use crate::words::counted;

/// Checks each file, and goes on after one that is wrong.
pub(crate) fn check(session: &Session, args: &Check) -> Ended<()> {
    let mut all_well = true;
    for path in &args.files {
        match check_file(session, path, args.deny_warnings) {
            Ok(()) => {}
            Err(Stop::Told) => all_well = false,
            Err(stop) => return Err(stop),
        }
    }
    if all_well { Ok(()) } else { Err(Stop::Told) }
}

fn check_file(session: &Session, path: &std::path::Path, deny_warnings: bool) -> Ended<()> {
    let loaded = session.read(path)?;
    let name = &loaded.sources.main().name;
    let mut diagnostics = loaded.diagnostics.clone();
    // Small sizes show what the types do not. A claim that is not proved does not stand in their way.
    if loaded.diagnostics.iter().filter(|d| d.is_error()).all(|d| matches!(d.fact, Fact::Claim(_))) {
        diagnostics.extend(probe(&loaded.program));
        circ_compiler::diagnostics::tidy(&mut diagnostics);
    }
    session.tell(&loaded.sources, &diagnostics, Severity::Note);
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = diagnostics.iter().filter(|d: &&Diagnostic| d.severity() == Severity::Warning).count();
    let warned = if warnings == 0 { String::new() } else { format!(", {}", counted(warnings, "warning")) };
    if errors > 0 {
        let pointer = session.pointer().map_or_else(String::new, |pointer| format!("; {pointer}"));
        session.remark(&format!("{name}: {}{warned}{pointer}", counted(errors, "error")));
        return Err(Stop::Told);
    }
    session.print(&format!(
        "{name}: {}, {}, no errors{warned}\n",
        counted(loaded.program.own, "family"),
        counted(loaded.program.tests.len(), "test"),
    ))?;
    if deny_warnings && warnings > 0 { Err(Stop::Told) } else { Ok(()) }
}
