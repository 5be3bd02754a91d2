//! Whatever nests without end comes back soon, with one fact.

mod check;
use check::{errors, sound};
use std::time::{Duration, Instant};

const MANY: usize = 100_000;

/// The source parses soon, prints and lists, and has exactly this error.
#[track_caller]
fn check_deep(source: &str, error: Option<&str>) {
    let start = Instant::now();
    let parsed = sound(source);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    let kinds: Vec<String> = parsed
        .errors
        .iter()
        .map(|error| format!("{:?}", error.kind).split(' ').next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(kinds, error.into_iter().collect::<Vec<_>>());
    let printed = circ_grammar::print(&parsed.tree);
    drop(circ_grammar::dump(&parsed.tree));
    drop(printed);
}

fn value(expr: &str) -> String {
    format!("family f(x: num) -> num {{ let y = {expr}; y }}")
}

#[test]
fn brackets() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("x[", "]"), ("(a, ", ")")] {
        let nested = format!("{}1{}", open.repeat(MANY), close.repeat(MANY));
        check_deep(&value(&nested), Some("TooDeep"));
        check_deep(&value(&open.repeat(MANY)), Some("TooDeep"));
        let some = format!("{}1{}", open.repeat(190), close.repeat(190));
        check_deep(&value(&some), None);
    }
    check_deep(&format!("family f(x: {}num", "(num, ".repeat(MANY)), Some("TooDeep"));
    check_deep(&value(&")".repeat(3)).replace(")))", ")"), Some("StrayBracket"));
}

#[test]
fn the_limit_itself() {
    // The body's brace is one more.
    let nested = |count: usize| value(&format!("{}1{}", "(".repeat(count), ")".repeat(count)));
    check_deep(&nested(199), None);
    check_deep(&nested(200), Some("TooDeep"));
    let minus = |count: usize| format!("const a = {}1;", "-".repeat(count));
    check_deep(&minus(399), None);
    check_deep(&minus(400), Some("TooDeep"));
    check_deep(&minus(401), Some("TooDeep"));
    // What one item leaves open says nothing of the next.
    assert!(errors(&"const a = if\n".repeat(1_000)).len() == 1_000);
}

#[test]
fn operators() {
    check_deep(&value(&format!("{}1", "-".repeat(MANY))), Some("TooDeep"));
    check_deep(&value(&format!("{}true", "not ".repeat(MANY))), Some("TooDeep"));
    check_deep(&value(&format!("1{}", " ^ 1".repeat(MANY))), Some("TooDeep"));
    check_deep(&value(&format!("1{}", " ^ -1".repeat(MANY))), Some("TooDeep"));
    check_deep(&value(&format!("x{}", "[0]".repeat(MANY))), Some("TooDeep"));
    check_deep(&value(&format!("x{}", "(0)".repeat(MANY))), Some("TooDeep"));
    check_deep(&value(&format!("{}1", "-".repeat(390))), None);
}

#[test]
fn long_is_not_deep() {
    for operator in ["+", "-", "*", "and", "or", "<", "+ -", "or not"] {
        check_deep(&value(&format!("1{}", format!(" {operator} 1").repeat(MANY))), None);
    }
    let ifs = " + if x { -1 } else if y { 2 ^ 2 } else { match w { _ => not a } }".repeat(10_000);
    check_deep(&value(&format!("1{ifs}")), None);
    let generators = " + sum(-i for i in 0..n if not i > 1 else -1)".repeat(10_000);
    check_deep(&value(&format!("1{generators}")), None);
}

#[test]
fn words() {
    let chain = format!("if a {{ 1 }} {} else {{ 2 }}", "else if b { 1 }".repeat(MANY));
    check_deep(&value(&chain), Some("TooDeep"));
    check_deep(&value(&"if ".repeat(MANY)), Some("TooDeep"));
    check_deep(&value(&"match ".repeat(MANY)), Some("TooDeep"));
    check_deep(&value(&"fold x = ".repeat(MANY)), Some("TooDeep"));
    let chain = format!("if a {{ 1 }} {} else {{ 2 }}", "else if b { 1 }".repeat(390));
    check_deep(&value(&chain), None);
}

#[test]
fn many_lines() {
    check_deep(&"// comment\n".repeat(MANY), None);
    check_deep(&"/// comment\n".repeat(MANY), Some("MisplacedDoc"));
    check_deep(&format!("{}const a = 1;", "/// comment\n".repeat(MANY)), None);
    check_deep(&"const a = 1;\n".repeat(MANY), None);
    check_deep(&"family f() -> num { 1 }\n".repeat(MANY), None);
    check_deep(&format!("family f() -> num {{ {} 1 }}", "let a = 1;".repeat(MANY)), None);
    check_deep(&value(&format!("[{}]", "1, ".repeat(MANY))), None);
}

#[test]
fn many_errors() {
    let start = Instant::now();
    assert_eq!(errors(&"const a = ;\n".repeat(10_000)).len(), 10_000);
    let lets = format!("family f() -> num {{ {} 1 }}", "let a = +;".repeat(10_000));
    assert_eq!(errors(&lets).len(), 10_000);
    // Each of these makes the grammar stop at the wrong semicolon, so that the file is read again.
    let lets = format!("family f() -> num {{ {} 1 }}", "let a = + { let b = 1; b };".repeat(10_000));
    assert!(!errors(&lets).is_empty());
    let junk = format!("family f() -> num {{ let a = {{ let b = {}", ", ".repeat(MANY));
    assert!(!errors(&junk).is_empty());
    let nested = format!("family f() -> num {{ {} {}", "let a = { ".repeat(190), ", = ".repeat(20_000));
    assert!(!errors(&nested).is_empty());
    assert!(start.elapsed() < Duration::from_secs(60), "took {:?}", start.elapsed());
}

/// Slips of newcomers without end: each way of looking ahead is bounded.
#[test]
fn many_slips_of_other_languages() {
    for piece in [
        "|",
        "||",
        "|x| ",
        "x'",
        "'",
        "!",
        "n!",
        "vec![",
        "⌊",
        "⌊x⌋ ",
        "√",
        "“",
        "‘ ",
        "∑_{i=0}^{n} x ",
        "∀ i ∈ ",
        "lambda v: ",
        "x[1:",
        "x[:",
        "::",
        "f(a=",
        "n // 2; ",
        "n // 2;\n",
        "x₀",
        "½",
        "if c:\n",
        "if c:\n ",
        "for (;",
        "for i in x { ",
        "while x { ",
        "if x { 1 } ",
        "y = 1\n",
        "y += 1; ",
        "let a, b = ",
        "a, b, ",
        "int y = ",
        "# c\n",
        "\"\"\" ",
        "const y = ",
        "family g() -> num { 1 }\n ",
        "assert x\n",
        "if (x) y; ",
        "match x { 'a' => 1 'b' ",
        "as num ",
        "x mod ",
        "{ ",
        "} ",
    ] {
        let start = Instant::now();
        let many = piece.repeat(MANY / piece.len());
        for source in [many.clone(), value(&many), format!("family f() -> num {{\n {many}\n}}")] {
            drop(circ_grammar::print(&sound(&source).tree));
        }
        let elapsed = start.elapsed();
        assert!(elapsed < Duration::from_secs(30), "{piece:?} took {elapsed:?}");
    }
    for item in [
        "x = f(3)\n",
        "f(3)\n",
        "import a\n",
        "from a import b\n",
        "let a = 1;\n",
        "def f(x):\n    return x\n",
        "fn f<T>(x: [T; n]) {}\n",
        "family f(x: num) -> num {\n    let y = { 2;\n    y\n}\n",
        "family f(\n",
        "family f() -> num\n",
        "if a {\n",
        "} where n > 1\n",
        "const a = 1\n",
        "int f(int x) { }\n",
        "pub ",
    ] {
        let start = Instant::now();
        sound(&item.repeat(MANY / item.len()));
        let elapsed = start.elapsed();
        assert!(elapsed < Duration::from_secs(30), "{item:?} took {elapsed:?}");
    }
}
