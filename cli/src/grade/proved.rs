//! What is proved of a submission for all n: the one place where grading asks the analysis.

use circ_compiler::diagnostics::{DataFact, NameFact};
use circ_compiler::{Fact, FamilyId, Program, load};

use super::operations::unknown_class;

/// A class as a claim writes it.
///
/// # Errors
/// What is no class.
pub(super) fn read_class(text: &str) -> Result<String, Box<DataFact>> {
    let text = text.trim();
    // What a claim takes is what this takes, so a claim is made. The identity is in every class.
    let loaded = load(&format!("family f(b: bool) -> bool in {text} {{ b }}"));
    let is_class = |fact: &Fact| {
        !matches!(fact, Fact::Name(NameFact::UnknownClass { .. } | NameFact::UnknownClassMark { .. }))
    };
    let fault = loaded.diagnostics.iter().find(|d| d.is_error());
    let claimed = loaded.program.families.first().and_then(|family| family.claim.as_ref());
    match claimed {
        Some((class, _)) if class == text && loaded.diagnostics.iter().all(|d| is_class(&d.fact)) => {
            Ok(class.clone())
        }
        _ => Err(Box::new(unknown_class(text, fault.filter(|fault| !is_class(&fault.fact))))),
    }
}

/// What is proved of the class of a family.
pub(super) struct ProvedClass {
    /// The smallest class that is proved.
    pub(super) name: String,
    /// Whether it lies in the class that was asked for.
    pub(super) within: bool,
}

/// The class of a family, where one is proved for all n.
pub(super) fn proved_class(_program: &Program, _family: FamilyId, _asked: &str) -> Option<ProvedClass> {
    None
}

/// What is proved of the depth of a family.
pub(super) struct ProvedDepth {
    /// The formula.
    pub(super) formula: String,
    /// The most that it is at any size; `None` where it grows.
    pub(super) most: Option<u64>,
}

/// The depth of a family, where a bound is proved for all n.
pub(super) fn proved_depth(_program: &Program, _family: FamilyId) -> Option<ProvedDepth> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_claims() {
        for class in ["FSAC0[sign]", "FNC1", "AC0", " FAC2 "] {
            assert_eq!(read_class(class), Ok(class.trim().to_string()), "{class}");
        }
        for wrong in ["", "FSAC", "FTC0", "AC0[sign]", "FNC0[x]", "FNC0 where n < 2", "FNC0 { b } //", "("] {
            assert!(read_class(wrong).is_err(), "{wrong}");
        }
    }
}
