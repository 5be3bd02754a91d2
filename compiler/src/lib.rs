//! From circ source to circuits and transformer programs: a pure library, without input or output.
//!
//! The passes stand here in the order in which they run; each is one public function that gives its value together
//! with what it has to say.
//!
//! ```text
//! text ──parse──▶ tree ──check──▶ Program ──elaborate n──▶ Circuit C_n ──emit──▶ Transformer
//! ```
//!
//! 1. [`load_files`] reads a file and those that it uses ([`modules`]), parses them ([`circ_grammar::parse`]) and checks
//!    them together ([`mod@check`]): names, types, stages, shapes for all n. Where nothing is wrong it looks for
//!    what is right and probably not meant ([`mod@lint`]), and proves the claims of classes ([`claims`]) from what holds
//!    for all n ([`analysis`]).
//! 2. [`probe`](fn@probe) builds small sizes, for what only a size shows.
//! 3. [`elaborate`](fn@elaborate) builds C_n through the lowering table ([`lower`]) into simplified gates
//!    ([`simplify`](mod@simplify)).
//!    With chains of thought left open, [`decode`] runs it step by step.
//! 4. [`emit`] gives the transformer program of a circuit and the sequence that encodes it.
//! 5. [`unfold`](mod@unfold) is the way back: a transformer and its sequence as a circuit.
//!
//! [`diagnostics`] holds what the passes report, and the words for it.

pub mod analysis;
pub mod check;
pub mod children;
pub mod claims;
pub mod decode;
pub mod diagnostics;
pub mod elaborate;
pub mod emit;
pub mod formula;
pub mod instance;
pub mod library;
pub mod limits;
pub mod lint;
pub mod lower;
pub mod modules;
pub mod native;
mod neighbours;
pub mod probe;
pub mod program;
pub mod simplify;
pub mod size;
pub mod sources;
mod tries;
pub mod typed;
pub mod types;
pub mod unfold;

pub use diagnostics::{Diagnostic, Fact, Message, Severity, message};
pub use elaborate::{Elaborated, ElaboratedTest, Staged, elaborate, elaborate_staged, elaborate_test};
pub use instance::instance;
pub use limits::Limits;
pub use modules::{Beside, Text, Unread};
pub use probe::probe;
pub use program::{Family, FamilyId, Program};
pub use sources::{Part, SourceFile, Sources};
pub use unfold::{TooLarge, Unfolded, unfold, unfold_open};

/// A program, as far as it was understood.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Complete only where there is no error among the diagnostics.
    pub program: Program,
    /// Errors, warnings and notes, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts in which the places are.
    pub sources: Sources,
}

impl Loaded {
    /// Whether the program is rejected.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses and checks a program that stands in one text, and may use the library.
pub fn load(source: &str) -> Loaded {
    let text = Text { name: "<text>".into(), text: source.into() };
    load_files(None, text, &mut |_| Err(Unread::Missing))
}

/// Parses and checks a program: the file that is run, and through `beside` those that it uses. `main` is the name of
/// the file that is run without its ending, where it has one. It never fails: what is wrong is among the diagnostics.
/// Types are looked at also where the syntax has errors, as far as the trees go.
pub fn load_files(main: Option<&str>, text: Text, beside: Beside<'_>) -> Loaded {
    load_with(main, text, false, beside)
}

/// As [`load_files`], of a program whose last test is an expression of any type, for its value to be asked for.
pub fn load_asked(text: Text, beside: Beside<'_>) -> Loaded {
    load_with(None, text, true, beside)
}

fn load_with(main: Option<&str>, text: Text, asked: bool, beside: Beside<'_>) -> Loaded {
    let gathered = modules::gather(main, text, beside);
    let (program, mut found) = check::check(&gathered.modules, asked);
    diagnostics::drop_consequences(&mut found, &gathered);
    neighbours::point(&mut found, &gathered);
    let mut diagnostics = gathered.diagnostics;
    // What is no error in a file that is used is told where that file is checked.
    found.retain(|d| d.is_error() || d.span.is_none_or(|span| gathered.sources.file_of(span) == 0));
    diagnostics.append(&mut found);
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.append(&mut lint::lint(&program, &gathered.modules, &gathered.sources));
        diagnostics.append(&mut claims::prove(&program, &gathered.sources));
    }
    diagnostics::tidy(&mut diagnostics);
    Loaded { program, diagnostics, sources: gathered.sources }
}
