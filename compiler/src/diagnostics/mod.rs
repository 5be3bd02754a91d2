//! Diagnostics: facts with a place, and the text that is made of them.
//!
//! A pass reports a [`Fact`]; [`message`] turns it into words, once and in one place (`text`). Rendering with
//! colour and source lines is the command line's.

mod batch;
mod build;
mod claims;
mod codes;
mod consequences;
mod data;
mod fact;
mod files;
mod grade;
mod hint;
mod lint;
mod native;
mod patch;
mod prompt;
mod semiring;
mod stages;
mod steps;
mod text;
mod verify;

pub use batch::{BatchFact, Line};
pub use build::BuildFact;
pub use claims::{Amount, ClaimFact, ClaimFault, FreeParam};
pub(crate) use consequences::drop_consequences;

pub use codes::{CODES, SUBJECTS, subject};
pub use data::DataFact;
pub use fact::{Fact, NameFact, TypeFact};
pub use files::{FileFact, FileMeant, Unknown};
pub use grade::GradeFact;
pub use hint::{CallMeant, Hint, Meant};
pub use lint::{BindingRole, DefaultValue, Emptiness, LintFact, Missing, Settled};
pub use native::{NativeFact, NativeFault};
pub use patch::PatchFact;
pub use prompt::PromptFact;
pub use semiring::SemiringFact;
pub use stages::StageFact;
pub use steps::StepFact;
pub use text::message;
pub use verify::{Astray, Gives, Vector, VerifyFact};

use circ_grammar::tree::Span;

/// Something to tell the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Where; `None` for what stands in no source, such as an input of the command line.
    pub span: Option<Span>,
    /// What.
    pub fact: Fact,
    /// For what was found while building C_n: the family being built and its sizes.
    pub built: Option<Built>,
    /// The calls that led there, outermost first.
    pub calls: Vec<CallFrame>,
    /// What else is known of a fault that was found while building.
    pub hint: Option<Hint>,
    /// The line that the data are of, where there are many.
    pub line: Option<Line>,
}

/// The circuit in whose building something was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The family, or `None` for a test.
    pub family: Option<String>,
    /// Its parameters.
    pub sizes: Vec<(String, u64)>,
}

/// One call on the way to a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFrame {
    /// The family called.
    pub family: String,
    /// Its parameters there.
    pub sizes: Vec<(String, u64)>,
    /// The call.
    pub span: Span,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something worth knowing.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The program or the data are wrong.
    Error,
}

/// The words for a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `E0301`: E for errors, W for warnings, N for notes; the first two digits are the subject.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub title: String,
    /// What stands at the place.
    pub label: String,
    /// Other places, with what stands there.
    pub related: Vec<(Span, String)>,
    /// More to know, each a sentence or two.
    pub notes: Vec<String>,
    /// How to mend it.
    pub help: Option<String>,
    /// A text that in the place of the span is likely to mend it.
    pub fix: Option<(Span, String)>,
    /// For what was found while building C_n: where the building stood.
    pub trace: Option<Trace>,
}

/// Where the building of a circuit stood when something was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What was built, as a sentence.
    pub built: String,
    /// The calls that led to the place, outermost first, each with its words; no place for those left out.
    pub calls: Vec<(Option<Span>, String)>,
}

impl Diagnostic {
    /// A fact of the source.
    pub fn new(span: Span, fact: impl Into<Fact>) -> Self {
        Diagnostic {
            span: Some(span),
            fact: fact.into(),
            built: None,
            calls: Vec::new(),
            hint: None,
            line: None,
        }
    }

    /// A fact about data that stand in no source.
    pub fn data(fact: DataFact) -> Self {
        Diagnostic {
            span: None,
            fact: Fact::Data(fact),
            built: None,
            calls: Vec::new(),
            hint: None,
            line: None,
        }
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.fact.severity()
    }

    /// Whether the program or the data are wrong.
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

/// Sorts diagnostics by place and drops those that say the same at the same place, and warnings of a fault that was
/// found there.
pub fn tidy(diagnostics: &mut Vec<Diagnostic>) {
    let divided = |d: &Diagnostic| matches!(d.fact, Fact::Build(BuildFact::DivisionByZero { .. }));
    let found: Vec<Option<Span>> = diagnostics.iter().filter(|d| divided(d)).map(|d| d.span).collect();
    let foreseen = |d: &Diagnostic| matches!(d.fact, Fact::Lint(LintFact::DivisorMayBeZero { .. }));
    diagnostics.retain(|d| !(foreseen(d) && found.contains(&d.span)));
    diagnostics.sort_by_key(|d| d.span.map_or((u32::MAX, 0), |s| (s.start, s.end)));
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics.drain(..) {
        let same = |d: &&Diagnostic| d.span == diagnostic.span;
        if kept.iter().rev().take_while(same).any(|d| d.fact == diagnostic.fact) {
            continue;
        }
        kept.push(diagnostic);
    }
    *diagnostics = kept;
}
