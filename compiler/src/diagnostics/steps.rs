//! What can be wrong with the step of a `generate`.

use circ_grammar::tree::Span;

/// A fact about a chain of thought.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum StepFact {
    /// The first argument of `generate` is no family; the call with a family among the others put first.
    NotNamed { call: Option<String> },
    /// The step takes other further arguments, and the call as it should be.
    OtherArguments { step: String, expected: Vec<String>, found: usize, call: String },
    /// The first input of the step is no sequence of any length: its text, and where it is declared.
    DoesNotGrow { step: String, input: Option<String>, input_span: Option<Span> },
    /// The length of the sequence is written after the step's name.
    LengthWritten { step: String, length: String },
    /// A type of the step, other than the sequence's, that changes with the length. The result's has the type of an
    /// element as its mend.
    ShapeGrows {
        step: String,
        what: String,
        ty: String,
        length: String,
        declared: Span,
        element: Option<String>,
    },
    /// What the step gives is no element of the sequence.
    OtherResult { step: String, expected: String, found: String, sequence: String },
}
