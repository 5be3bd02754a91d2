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
    /// Where the place is in another family: the call that leads there.
    pub called: Option<Span>,
    /// Where the place is a call of the library, and the fault inside it: the family and its module.
    pub library: Option<(String, String)>,
    /// What stands against it.
    pub fault: ClaimFault,
}

/// A figure: a formula in the family's parameters, and how it grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The formula, where it is short enough to be read.
    pub formula: Option<String>,
    /// Such as `O(n)`.
    pub growth: String,
}

impl Amount {
    /// Formulas of more bytes are left out of messages.
    pub const LONGEST: usize = 60;
}

/// What stands against a claim, at the place of the diagnostic.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum ClaimFault {
    /// The family is in the class by an inclusion of classes only: a note.
    AsFunctions { written: String },
    /// A sign gate in a class without.
    Sign,
    /// A product of unboundedly many factors, where the class bounds them.
    Product { operands: Amount },
    /// A sum of unboundedly many terms, where the class bounds them.
    Sum { operands: Amount },
    /// Depth that grows too fast; what the expression adds to it.
    Depth { depth: Amount, levels: Amount, doing: &'static str },
    /// Too many gates or wires.
    Size { what: &'static str, size: Amount },
    /// Constants that are too long.
    Constants { bits: Amount },
    /// A parameter that the inputs do not bound.
    Free(Box<FreeParam>),
    /// The `where` admits finitely many sizes: those of the one parameter, where they are few.
    Vacuous { params: Vec<String>, sizes: Option<Vec<u64>> },
    /// A sum that counts, where only `any`, `all` and selection may be wide.
    Counting,
    /// A product over unboundedly many bits.
    WideProduct,
    /// Numbers whose bits grow, in a class of bounded values.
    LongValues,
    /// Something that the analysis does not know, and the figure that has no formula for it.
    Gap { reason: crate::analysis::Reason, figure: &'static str },
}

/// A parameter that the inputs do not bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeParam {
    /// Its name.
    pub param: String,
    /// The figure that grows with it.
    pub figure: &'static str,
    /// As this formula, where it is short.
    pub formula: Option<String>,
    /// An input whose size depends on it.
    pub input: Option<String>,
    /// A parameter that the inputs do bound.
    pub by: Option<String>,
}
