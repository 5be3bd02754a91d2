//! What is right and probably not meant: warnings about the file that is run.
//!
//! Runs on a program without errors, after the check and before anything is built. A file for each thing to look for;
//! `look` has what they share. A warning that is false is worse than one that is missing, so each speaks only where it
//! is certain, and a name that begins with `_` is never said to be unused.

mod at;
mod bounds;
mod branches;
mod certain;
mod divisors;
mod downwards;
mod empty;
mod look;
mod opposites;
mod positions;
mod repeated;
mod same;
mod search;
mod truths;
mod unused;
mod used;

use crate::diagnostics::Diagnostic;
use crate::modules::Module;
use crate::program::Program;
use crate::sources::Sources;

use self::look::{Fuel, Look};

/// Looks through the families, tests and constants of the file that is run. The program has no errors.
pub fn lint(program: &Program, modules: &[Module], sources: &Sources) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let fuel = Fuel::new();
    let Some(main) = modules.first() else { return found };
    for family in program.own_families() {
        let look = Look::of_family(program, sources, &fuel, family);
        unused::inputs(&look, family, &mut found);
        unused::sizes(&look, family, main, &mut found);
        unused::bindings(&look, &mut found);
        certain::conditions(&look, &mut found);
        branches::same(&look, &mut found);
        truths::compared(&look, &mut found);
        empty::selections(&look, &mut found);
        positions::means(&look, &mut found);
        search::sizes(&look, &mut found);
    }
    // A test says what it expects in whatever words it likes, so that only its names are looked at.
    for test in &program.tests {
        let look = Look::of_test(program, sources, &fuel, test);
        unused::quantified(&look, test, main, &mut found);
        unused::bindings(&look, &mut found);
    }
    for constant in &program.consts {
        unused::bindings(&Look::of_body(program, sources, &fuel, &constant.body), &mut found);
    }
    used::names(program, main, modules, &mut found);
    repeated::tests(program, &mut found);
    // Constants of other files are looked at where those files are checked.
    found.retain(|d| d.span.is_some_and(|span| sources.file_of(span) == 0));
    found
}
