//! What the analysis says of a class that a family claims.

use circ_grammar::tree::Span;

/// A claim that is not accepted, or only in a wider sense.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimFact {
    /// The class, as claimed.
    pub claim: String,
    /// Where it is claimed.
    pub at: Span,
    /// The family.
    pub family: String,
    /// The smallest class that is proved, arithmetic or Boolean as the claim is.
    pub holds: Option<String>,
    /// Whether the claim is refuted for the circuits as written; else it is only not proved.
    pub refuted: bool,
    /// What stands against it.
    pub fault: ClaimFault,
}

/// What stands against a claim, at the place of the diagnostic. Figures are formulas in the family's parameters, with
/// how they grow.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum ClaimFault {
    /// The family is in the class by an inclusion of classes only: a note.
    AsFunctions { written: String },
    /// A sign gate in a class without.
    Sign,
    /// A product of unboundedly many factors, where the class bounds them.
    Product { fan_in: String, growth: String },
    /// A sum of unboundedly many terms, where the class bounds them.
    Sum { fan_in: String, growth: String },
    /// Depth that grows too fast; what the expression adds to it.
    Depth { depth: String, growth: String, levels: String, doing: &'static str },
    /// Too many gates or wires.
    Size { what: &'static str, size: String, growth: String },
    /// Constants that are too long.
    Constants { bits: String, growth: String },
    /// A parameter that the inputs do not bound; the figure that depends on it.
    Free { param: String, figure: &'static str, formula: String },
    /// The `where` admits finitely many sizes.
    Vacuous { sizes: String },
    /// A sum that counts, where only `any`, `all` and selection may be wide.
    Counting,
    /// A product over unboundedly many bits.
    WideProduct,
    /// Numbers whose bits grow, in a class of bounded values.
    LongValues,
    /// Something that the analysis does not know.
    Gap { reason: crate::analysis::Reason },
}
