//! Programs with one claim, and where it breaks.

use circ_compiler::diagnostics::ClaimFact;
use circ_compiler::{Fact, Loaded, load, message};
use circ_tests::faults;

/// What is said of the claims of a program, which has no other error.
pub(super) fn said(source: &str) -> (Loaded, Vec<(String, ClaimFact)>) {
    let loaded = load(source);
    let claims = loaded.diagnostics.iter().filter_map(|d| match &d.fact {
        Fact::Claim(fact) => Some((message(d).code.to_string(), fact.clone())),
        _ => None,
    });
    let claims: Vec<(String, ClaimFact)> = claims.collect();
    let others = loaded.diagnostics.iter().filter(|d| d.is_error() && !matches!(d.fact, Fact::Claim(_)));
    let others: Vec<_> = others.cloned().collect();
    assert!(others.is_empty(), "{source}\n{}", faults(source, &others));
    (loaded, claims)
}

/// A program with one claim is rejected with this code at the expression between `«` and `»`, and the smallest class that
/// is proved is `holds`; of none that is empty.
pub(super) fn rejected(code: &str, holds: &str, marked: &str) {
    let (before, rest) = marked.split_once('«').expect("an expression is marked");
    let (expected, after) = rest.split_once('»').expect("the mark is closed");
    let source = format!("{before}{expected}{after}");
    let (loaded, claims) = said(&source);
    let [(found, fact)] = claims.as_slice() else {
        panic!("{source}\n{} faults of claims:\n{}", claims.len(), faults(&source, &loaded.diagnostics));
    };
    let told = faults(&source, &loaded.diagnostics);
    assert_eq!(found, code, "{source}\n{told}");
    let fault = loaded.diagnostics.iter().find(|d| matches!(d.fact, Fact::Claim(_))).expect("it is there");
    let span = fault.span.expect("a place");
    let start = before.len();
    assert_eq!((span.start as usize, source.get(span.range())), (start, Some(expected)), "{source}\n{told}");
    assert_eq!(fact.holds.as_deref().unwrap_or_default(), holds, "{source}\n{told}");
}

/// The same, and the claim is refuted: not only is it not proved.
pub(super) fn refuted(code: &str, holds: &str, marked: &str) {
    rejected(code, holds, marked);
    let (_, claims) = said(&marked.replace(['«', '»'], ""));
    assert!(claims[0].1.refuted, "{marked}");
}

/// A program whose claims are accepted, without a word.
pub(super) fn accepted(source: &str) {
    let (loaded, claims) = said(source);
    assert!(loaded.program.families.iter().any(|family| family.claim.is_some()), "{source}");
    assert!(claims.is_empty(), "{source}\n{}", faults(source, &loaded.diagnostics));
}

/// A program whose claim holds by an inclusion; what its circuits as written are.
pub(super) fn included(written: &str, source: &str) {
    let (loaded, claims) = said(source);
    assert!(!loaded.has_errors(), "{source}\n{}", faults(source, &loaded.diagnostics));
    let [(code, fact)] = claims.as_slice() else { panic!("{source}\nno note") };
    assert_eq!((code.as_str(), fact.holds.as_deref()), ("N0601", Some(written)), "{source}");
}
