//! Slips within tokens: each is one error, and the rest is read.

mod check;
use check::{check, check_body, check_round, sound};
use circ_grammar::SyntaxErrorKind;

#[test]
fn spellings_of_other_languages() {
    for (body, error) in [
        ("a && b", "ForeignSpelling `&&`"),
        ("a & b", "ForeignSpelling `&`"),
        ("a || b", "ForeignSpelling `||`"),
        ("!a", "ForeignSpelling `!`"),
        ("a ** b", "ForeignSpelling `**`"),
        ("a === b", "ForeignSpelling `===`"),
        ("a !== b", "ForeignSpelling `!==`"),
        ("a <> b", "ForeignSpelling `<>`"),
        ("a ≤ b", "ForeignSpelling `≤`"),
        ("a ≥ b", "ForeignSpelling `≥`"),
        ("a ≠ b", "ForeignSpelling `≠`"),
        ("a × b", "ForeignSpelling `×`"),
        ("a ÷ b", "ForeignSpelling `÷`"),
        ("a · b", "ForeignSpelling `·`"),
        ("a·b", "ForeignSpelling `·`"),
        ("2·b", "ForeignSpelling `·`"),
        ("a − b", "ForeignSpelling `−`"),
        ("a ∧ b", "ForeignSpelling `∧`"),
        ("a ∨ b", "ForeignSpelling `∨`"),
        ("¬a", "ForeignSpelling `¬`"),
        ("a²", "ForeignSpelling `²`"),
        ("a³ + 1", "ForeignSpelling `³`"),
        ("a¹² + 1", "ForeignSpelling `¹²`"),
        ("∑(x)", "ForeignSpelling `∑`"),
        ("∏(x)", "ForeignSpelling `∏`"),
        ("f（x)", "ForeignSpelling `（`"),
        ("x[0...2]", "ForeignSpelling `...`"),
        ("let a := 1; a", "ForeignSpelling `:=`"),
        ("var a = 1; a", "ForeignSpelling `var`"),
        ("if a { 1 } elif b { 2 } else { 3 }", "ForeignSpelling `elif`"),
        ("a # the result", "HashComment `#`"),
        ("a /* the result */ + b", "BlockComment `/*`"),
        ("a +\u{a0}b", "UnknownCharacter `\u{a0}`"),
    ] {
        check_body(body, &[error]);
    }
    check("def f(x: num) -> num { x }", &["ForeignSpelling `def`"]);
    check("const a = 1;\nfn f(x: num) -> num { x }", &["ForeignSpelling `fn`"]);
    check("const a = 1; func f(x: num) -> num { x }", &["ForeignSpelling `func`"]);
    check("const π = 3; const a = 1 /* no end", &["MissingSemicolon", "BlockComment `/*`"]);
}

#[test]
fn the_replacement_is_what_parsing_goes_on_with() {
    let foreign = sound("const c = a && b·c² ≤ 2 || !d;").tree;
    let circ = sound("const c = a and b * c^2 <= 2 or not d;").tree;
    assert_eq!(
        circ_grammar::dump::dump_without_spans(&foreign),
        circ_grammar::dump::dump_without_spans(&circ)
    );
}

#[test]
fn numbers() {
    check_body("3x", &["NameStartsWithDigit `3x`"]);
    check_body("1e + 0x1F", &["NameStartsWithDigit `1e`", "BadNumber `0x1F`"]);
    check_body("1. + 2", &["BadNumber `1.`"]);
    check_body(".5 + 2", &["BadNumber `.5`"]);
    check_body("1_ + 2", &["BadNumber `1_`"]);
    check_body("x[0..2] + x[0..=2] + sum(i for i in 0..n)", &[]);
    let error = sound("const a = .5;").errors[0].clone();
    assert_eq!(error.kind.replacement(), Some("0.5"));
}

#[test]
fn quotes_and_escapes() {
    check_body("x == 'a", &["UnclosedToken `'a`"]);
    check_body("if x == '( { 1 } else { 2 }", &["UnclosedToken `'(`"]);
    check_body("f(\"abc)", &["UnclosedString `\"abc`"]);
    check_body("let y = f(\"abc);\n    y", &["UnclosedString `\"abc`"]);
    check_body("x == '\\q'", &["BadEscape `\\q`"]);
    check_body(
        "\"\\u{110000} \\u{zz} \\é\"",
        &["BadEscape `\\u{110000}`", "BadEscape `\\u{zz}`", "BadEscape `\\é`"],
    );
    check_body("x == ''", &["EmptyToken `''`"]);
    check("test \"open { true }\nconst a = 1;", &["UnclosedString `\"open { true`"]);
    check_round("alphabet A = '\\n' | '\\t' | '\\\\' | '\\'' | '\"' | '\\u{200b}' | 'the';");
}

#[test]
fn tabs_are_blanks() {
    check_round("\tconst\ta =\t1\t;\r\n\t");
}

#[test]
fn unknown_characters() {
    check_body("a @ b", &["UnknownCharacter `@`"]);
    check_body("a $@$ b", &["UnknownCharacter `$@$`"]);
    check_body("x == “a”", &["UnknownCharacter `“a”`"]);
    check("\0\u{7f}", &["UnknownCharacter `\0\u{7f}`"]);
}

#[test]
fn doc_comments() {
    let source = "\
//! The file.
//!
//!   indented
/// Not
/// here
// between
//// plain
const a = 1; /// nor here
/// Two lines,

/// one item.
const b = /// nor here
    2;
/// Nor at the end.
";
    let parsed = sound(source);
    assert_eq!(parsed.tree.docs, ["The file.", "", "  indented"]);
    assert_eq!(parsed.tree.items[0].docs, ["Not", "here"]);
    assert_eq!(parsed.tree.items[1].docs, ["nor here", "Two lines,", "one item."]);
    check(source, &["MisplacedDoc `/// nor here`", "MisplacedDoc `/// Nor at the end.`"]);
    assert_eq!(parsed.errors[0].severity(), circ_grammar::Severity::Warning);
}

#[test]
fn files_of_logisim_are_recognised() {
    for source in ["<?xml version=\"1.0\"?>\n<project>", "\u{feff}\n <project source=\"2.7.1\">"] {
        let parsed = sound(source);
        assert_eq!(parsed.errors.len(), 1);
        assert_eq!(parsed.errors[0].kind, SyntaxErrorKind::Logisim);
        assert!(parsed.tree.items.is_empty());
    }
}
