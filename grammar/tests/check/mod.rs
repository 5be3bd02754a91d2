//! The helpers through which all tests of the grammar go.

#![allow(dead_code, reason = "each test file uses some of them")]

use circ_grammar::dump::dump_without_spans;
use circ_grammar::{Parsed, SyntaxError, SyntaxErrorKind, parse, print};

/// A fact in short: its kind, and the source it points at; for the general one its two roles.
pub(crate) fn short(source: &str, error: &SyntaxError) -> String {
    let text = source.get(error.span.range()).expect("spans lie in the source, on character boundaries");
    match &error.kind {
        SyntaxErrorKind::Unexpected { found, expected } => {
            format!("found {found}, expected {expected}")
        }
        kind => {
            let name = format!("{kind:?}");
            let name = name.split([' ', '{']).next().unwrap_or_default().to_owned();
            if text.is_empty() { name } else { format!("{name} `{text}`") }
        }
    }
}

/// Every fact about a source, in short.
pub(crate) fn errors(source: &str) -> Vec<String> {
    sound(source).errors.iter().map(|error| short(source, error)).collect()
}

/// Parses, and checks what holds of every answer: spans lie in the source, in order, on character boundaries;
/// children come before their parent; errors are sorted, and a tree with an error in it has one beside it.
pub(crate) fn sound(source: &str) -> Parsed {
    let parsed = parse(source);
    let inside = |span: circ_grammar::tree::Span| source.get(span.range()).is_some();
    for error in &parsed.errors {
        assert!(inside(error.span), "{error:?} in {source:?}");
        assert!(error.kind.secondary().is_none_or(inside), "{error:?} in {source:?}");
    }
    assert!(parsed.errors.is_sorted_by_key(|error| error.span.start));
    for (id, expr) in parsed.tree.exprs.iter().enumerate() {
        assert!(inside(expr.span), "{expr:?} in {source:?}");
        expr.for_each_child(&mut |child| assert!((child.0 as usize) < id));
        if matches!(expr.kind, circ_grammar::tree::ExprKind::Error) {
            assert!(!parsed.errors.is_empty(), "an error nobody tells of in {source:?}");
        }
    }
    for item in &parsed.tree.items {
        assert!(inside(item.span));
    }
    parsed
}

/// The source has exactly these errors.
#[track_caller]
pub(crate) fn check(source: &str, expected: &[&str]) {
    assert_eq!(errors(source), expected, "in {source}");
}

/// The statements, as the start of a block, have exactly these errors.
#[track_caller]
pub(crate) fn check_body(body: &str, expected: &[&str]) {
    let source = format!("family f[n](x: num[n]) -> num {{\n    {body}\n}}\nconst after = 1;\n");
    check(&source, expected);
    let tree = parse(&source).tree;
    assert_eq!(tree.items.len(), 2, "the family and what follows it are read: {source}");
}

/// The source has no errors, and its print means the same and prints the same.
#[track_caller]
pub(crate) fn check_round(source: &str) -> String {
    let first = sound(source);
    assert_eq!(first.errors, [], "in {source}");
    let printed = print(&first.tree);
    let second = sound(&printed);
    assert_eq!(second.errors, [], "in the print {printed}");
    assert_eq!(dump_without_spans(&first.tree), dump_without_spans(&second.tree), "{source}\n{printed}");
    assert_eq!(print(&second.tree), printed);
    printed
}
