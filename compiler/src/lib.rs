//! From circ source to circuits and transformer programs: a pure library, without input or output.
//!
//! The passes stand here in the order in which they run; each is one public function that gives its value together
//! with what it has to say.
//!
//! ```text
//! text ──parse──▶ tree ──check──▶ Program ──elaborate n──▶ Circuit C_n ──emit──▶ Transformer
//! ```
//!
//! 1. [`load`] parses ([`circ_grammar::parse`]) and checks ([`mod@check`]): names, types, stages, shapes for all n.
//! 2. [`probe`](fn@probe) builds small sizes, for what only a size shows.
//! 3. [`elaborate`](fn@elaborate) builds C_n through the lowering table ([`lower`]) into simplified gates
//!    ([`simplify`](mod@simplify)).
//! 4. [`emit`] gives the transformer program of a circuit and the sequence that encodes it.
//!
//! [`diagnostics`] holds what the passes report, and the words for it.

pub mod check;
pub mod diagnostics;
pub mod elaborate;
pub mod emit;
pub mod limits;
pub mod lower;
pub mod probe;
pub mod program;
pub mod simplify;
pub mod size;
pub mod typed;
pub mod types;

pub use diagnostics::{Diagnostic, Fact, Message, Severity, message};
pub use elaborate::{Elaborated, ElaboratedTest, elaborate, elaborate_test};
pub use limits::Limits;
pub use probe::probe;
pub use program::{Family, FamilyId, Program};

/// A file, as far as it was understood.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Complete only where there is no error among the diagnostics.
    pub program: Program,
    /// Errors, warnings and notes, by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Whether the program is rejected.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses and checks a file. It never fails: what is wrong is among the diagnostics. Types are looked at also
/// where the syntax has errors, as far as the tree goes.
pub fn load(source: &str) -> Loaded {
    let parsed = circ_grammar::parse(source);
    let (program, mut found) = check::check(&parsed.tree);
    diagnostics::drop_consequences(&mut found, &parsed);
    let mut diagnostics: Vec<Diagnostic> =
        parsed.errors.into_iter().map(|error| Diagnostic::new(error.span, error.kind)).collect();
    diagnostics.append(&mut found);
    diagnostics::tidy(&mut diagnostics);
    Loaded { program, diagnostics }
}
