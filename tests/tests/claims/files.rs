//! Claims in programs of several files.

use circ_compiler::diagnostics::ClaimFact;
use circ_compiler::{Fact, Loaded, Text, Unread, load_files, message};

/// A program of two files.
fn loaded(helpers: &str, main: &str) -> Loaded {
    let text = |name: &str, text: &str| Text { name: name.into(), text: text.into() };
    load_files(Some("main"), text("main.circ", main), &mut |path| match path {
        "helpers.circ" => Ok(text("helpers.circ", helpers)),
        _ => Err(Unread::Missing),
    })
}

/// The claims that are spoken of: the code, the file and the expression, and what is said.
fn said(loaded: &Loaded) -> Vec<(&'static str, String, ClaimFact)> {
    let claims = loaded.diagnostics.iter().filter_map(|d| match &d.fact {
        Fact::Claim(fact) => {
            let span = d.span.expect("a place");
            let (file, _) = loaded.sources.place(span);
            let place = format!("{}: {}", file.name, loaded.sources.text(span));
            Some((message(d).code, place, fact.clone()))
        }
        _ => None,
    });
    claims.collect()
}

const USES: &str = "use helpers.{f}; family g[n](x: num[n]) -> num in FSAC0 { 2 * f(x) }";

#[test]
fn a_claim_of_a_file_that_is_used_is_proved_too() {
    let loaded = loaded("family f[n](x: num[n]) -> num in FNC0 { sum(x) }", USES);
    let [(code, place, _)] = said(&loaded).try_into().expect("one fault");
    assert_eq!((code, place.as_str()), ("E0605", "helpers.circ: sum(x)"));
}

#[test]
fn the_place_is_in_the_file_that_breaks_it_and_the_call_is_shown() {
    let loaded = loaded("family f[n](x: num[n]) -> num { prod(x) }", USES);
    let [(code, place, fact)] = said(&loaded).try_into().expect("one fault");
    assert_eq!((code, place.as_str()), ("E0605", "helpers.circ: prod(x)"));
    assert_eq!(fact.called.map(|span| loaded.sources.text(span)), Some("f(x)"));
}

#[test]
fn what_is_in_the_library_is_shown_at_the_last_call_outside() {
    let helpers = "use std.sort.{rank}; family f[n](x: num[n]) -> num { sum(rank(x)) }";
    let loaded = loaded(helpers, USES);
    let [(code, place, fact)] = said(&loaded).try_into().expect("one fault");
    assert_eq!((code, place.as_str()), ("E0604", "helpers.circ: rank(x)"));
    assert_eq!(fact.called.map(|span| loaded.sources.text(span)), Some("f(x)"));
    assert_eq!(fact.library, Some(("rank".into(), "std.sort".into())));
}

#[test]
fn a_note_is_told_where_its_file_is_checked() {
    let by_inclusion = "family f[n](x: num[n]) -> num in FNC1 { sum(x) }";
    let loaded = loaded(by_inclusion, USES);
    assert_eq!(said(&loaded), []);
}
