//! What is proved of a submission for all n: the one place where grading asks the analysis.

use circ_compiler::analysis::{Boolean, Growing, How, analyze, bounds_as, classify};
use circ_compiler::claims::judge;
use circ_compiler::diagnostics::{DataFact, NameFact};
use circ_compiler::formula::Formula;
use circ_compiler::types::Type;
use circ_compiler::{Diagnostic, Fact, FamilyId, Program, Sources, load};
use circ_runtime::Num;

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

/// Whether a family is proved to be in a class for all n.
pub(super) enum ProvedClass {
    /// It is; the smallest class that is proved.
    Within(String),
    /// It is not: what stands against it, as against a claim, and the smallest class that is proved.
    Not(Box<Diagnostic>, Option<String>),
}

/// Judges a family as if it claimed a class.
pub(super) fn proved_class(program: &Program, id: FamilyId, asked: &str, sources: &Sources) -> ProvedClass {
    let analysis = bounds_as(program, id, &[]);
    let verdict = classify(program, id, &analysis);
    let boolean = verdict.boolean.filter(|_| Boolean::named(asked).is_some());
    let smallest = boolean
        .map(|class| class.name().to_string())
        .or_else(|| verdict.class.map(|class| class.to_string()));
    let family = program.family(id);
    // A claim of this kind is refused when the program is checked.
    if Boolean::named(asked).is_some() && !verdict.over_booleans {
        let bits = |ty: &Type| matches!(ty, Type::Array(scalar, _) if program.codes(*scalar).is_some());
        let numbers = family.inputs.iter().find(|input| !bits(&input.ty.ty));
        let (input, at) = numbers.map_or((String::new(), family.name_span), |i| (i.name.clone(), i.span));
        let fact = NameFact::BooleanClassOfNumbers { class: asked.to_string(), input };
        return ProvedClass::Not(Box::new(Diagnostic::new(at, fact)), smallest);
    }
    match judge(program, id, (asked, family.name_span), &analysis, sources) {
        Some(fault) if fault.is_error() => ProvedClass::Not(Box::new(fault), smallest),
        _ => ProvedClass::Within(smallest.unwrap_or_else(|| asked.to_string())),
    }
}

/// How the depth of a family is to a bound, for all n.
pub(super) enum ProvedDepth {
    /// It is nowhere above.
    Within,
    /// From some size on it is this formula, which is above at some size.
    Above(String),
    /// Neither is proved.
    Open,
}

/// Holds the depth of a family against a bound.
pub(super) fn proved_depth(program: &Program, id: FamilyId, most: u64) -> ProvedDepth {
    let analysis = analyze(program, id);
    let verdict = classify(program, id, &analysis);
    let Some(bound) = &analysis.depth else { return ProvedDepth::Open };
    let above = |formula: &Formula| {
        formula.as_constant().map(|c| c > Num::int(i64::try_from(most).unwrap_or(i64::MAX)))
    };
    if above(&bound.everywhere) == Some(false) {
        return ProvedDepth::Within;
    }
    let degree = |param: u32| match verdict.params.get(param as usize) {
        Some(Growing::Constant) | None => Some(0),
        Some(_) => Some(1),
    };
    let grows = !bound.formula.growth(&degree).is_constant();
    let exact = matches!(bound.how, How::Exact(_)) && !verdict.finite;
    if exact && (grows || above(&bound.formula) == Some(true)) {
        return ProvedDepth::Above(bound.formula.text(&program.family(id).params));
    }
    ProvedDepth::Open
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
