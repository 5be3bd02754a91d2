//! What can be wrong with the step of a `generate`.

use circ_grammar::tree::Span;

/// A fact about a chain of thought.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum StepFact {
    /// The first argument of `generate` is no family.
    NotNamed,
    /// The step takes other further arguments.
    OtherArguments { step: String, expected: Vec<String>, found: usize },
    /// The first input of the step is no sequence of any length: its text, and where it is declared.
    DoesNotGrow { step: String, input: Option<String>, input_span: Option<Span> },
    /// The length of the sequence is written after the step's name.
    LengthWritten { step: String, length: String },
    /// A type of the step, other than the sequence's, that changes with the length.
    ShapeGrows { step: String, what: String, ty: String, length: String, declared: Span },
    /// What the step gives is no element of the sequence.
    OtherResult { step: String, expected: String, found: String, sequence: String },
}
