//! The slips of who comes from Python and RASP, from Rust and C, and from mathematics: each is one message, and what it
//! says to write passes.

mod support;

use support::circ;

/// What a command says of a program, one message a line.
fn said(program: &str) -> Vec<String> {
    let output = circ(&["check", "-", "--message-format", "short"], program);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines().filter(|line| line.contains("error[")).map(str::to_owned).collect()
}

/// The program, or the body of a family over numbers, has one error, which has this code; mended it has none.
#[track_caller]
fn check(wrong: &str, code: &str, mended: &str) {
    let program = |text: &str| {
        if text.contains("family") || text.starts_with("def") {
            text.to_owned()
        } else {
            format!("family f[n](x: num[n]) -> num {{\n    {text}\n}}\n")
        }
    };
    let messages = said(&program(wrong));
    assert!(messages.len() == 1 && messages[0].contains(&format!("[{code}]")), "{wrong}: {messages:#?}");
    assert_eq!(said(&program(mended)), Vec::<String>::new(), "{mended}");
}

#[test]
fn from_python() {
    let f = "family f[n](x: num[n]) -> num";
    check(&format!("{f}:\n    sum(x)\n"), "E0136", &format!("{f} {{\n    sum(x)\n}}\n"));
    check(&format!("def{} {{ sum(x) }}", &f[6..]), "E0105", &format!("{f} {{ sum(x) }}"));
    check(
        "def f(x) { sum(x) }\nfamily g() -> num { 1 }",
        "E0137",
        "family f[n](x: num[n]) -> num { sum(x) }",
    );
    check("if n > 1:\n        1\n    else:\n        2", "E0136", "if n > 1 { 1 } else { 2 }");
    check("sum(map(lambda v: v + 1, x))", "E0140", "sum(v + 1 for v in x)");
    check("sum(x[::-1])", "E0139", "sum(x[n - 1 - i] for i in 0..n)");
    check("sum(x[:n])", "E0139", "sum(x[..n])");
    check("if n > 0 { x[-1] } else { 0 }", "E0401", "if n > 0 { x[n - 1] } else { 0 }");
    check("sum(x[i] for i in range(n))", "E0202", "sum(x[i] for i in 0..n)");
    check("count(x[i] > 0)", "E0201", "count(x[i] > 0 for i in 0..n)");
    check("sum(x) if n > 0 else 0", "E0126", "if n > 0 { sum(x) } else { 0 }");
    check("sum([v for v in x if v > 0])", "E0349", "sum(v for v in x if v > 0)");
    check("if True { 1 } else { 0 }", "E0201", "if true { 1 } else { 0 }");
    check("sum(x ** 2)", "E0105", "sum(x ^ 2)");
    check("let h = n // 2;\n    h", "E0135", "let h = floor(n / 2);\n    h");
    check("if n <> 1 { 1 } else { 0 }", "E0105", "if n != 1 { 1 } else { 0 }");
    check(
        "if n > 2 { 1 } elif n > 1 { 2 } else { 3 }",
        "E0105",
        "if n > 2 { 1 } else if n > 1 { 2 } else { 3 }",
    );
    check("print(x);\n    sum(x)", "E0117", "sum(x)");
    check("sum(x + [1])", "E0302", "sum(concat(x, [1]))");
    check("y = 3\n    y + n", "E0119", "let y = 3;\n    y + n");
    check("let a, b = (1, 2);\n    a + b", "E0144", "let (a, b) = (1, 2);\n    a + b");
    check("sum(i * v for i, v in enumerate(x))", "E0144", "sum(i * x[i] for i in 0..n)");
    check("\"\"\"Adds.\"\"\"\n    sum(x)", "E0111", "// Adds.\n    sum(x)");
    check("for v in x:\n        s += v\n    0", "E0122", "sum(x)");
    check(
        "let y = [];\n    y.append(1);\n    sum(x)",
        "E0132",
        "let y = concat([], [1]);\n    sum(x) + sum(y)",
    );
    check(
        "from std.sort import sort\nfamily f[n](x: num[n]) -> num[n] { sort(x) }",
        "E0148",
        "use std.sort.{sort};\nfamily f[n](x: num[n]) -> num[n] { sort(x) }",
    );
    check(
        "third = 1/3\nfamily f(x: num) -> num { x * third }",
        "E0141",
        "const third = 1/3;\nfamily f(x: num) -> num { x * third }",
    );
}

#[test]
fn from_rasp() {
    check("sum(width(select(indices, 0, ==)))", "E0208", "sum(width(select(indices(n), 0, ==)))");
    check("sum(x) + sum(tokens)", "E0201", "sum(x) + sum(x)");
    check("sum(x) + length", "E0201", "sum(x) + n");
    check("sum(selector_width(select(x, x, ==)))", "E0202", "sum(width(select(x, x, ==)))");
    check("sum(indicator(x > 0))", "E0202", "sum(x > 0)");
    check("sum(aggregate(s=select(x, x, ==), x))", "E0143", "sum(aggregate(select(x, x, ==), x))");
    check("sum(width(select(x, x, lambda k, q: k == q)))", "E0140", "sum(width(select(x, x, ==)))");
    check(
        "flip = select(indices(n), 0, ==);\nfamily f[n](x: num[n]) -> num[n] { aggregate(flip, x) }",
        "E0141",
        "family f[n](x: num[n]) -> num[n] { let flip = select(indices(n), indices(n), ==); aggregate(flip, x) }",
    );
}

#[test]
fn from_rust_and_c() {
    check(
        "fn f(x: i32) -> i32 { x * 2 }\nfamily g() -> num { 1 }",
        "E0137",
        "family f(x: num) -> num { x * 2 }",
    );
    check("family f<n>(x: num[n]) -> num { sum(x) }", "E0137", "family f[n](x: num[n]) -> num { sum(x) }");
    check("family f(x: num) { x }", "E0137", "family f(x: num) -> num { x }");
    check("sum(x);", "E0116", "sum(x)");
    check("return sum(x);", "E0121", "sum(x)");
    check("let mut y = 1;\n    y", "E0120", "let y = 1;\n    y");
    check("if n > 1 && n < 3 { 1 } else { 0 }", "E0105", "if n > 1 and n < 3 { 1 } else { 0 }");
    check("if !(n == 2) { 1 } else { 0 }", "E0105", "if not (n == 2) { 1 } else { 0 }");
    check("n > 1 ? 1 : 0", "E0104", "if n > 1 { 1 } else { 0 }");
    check("sum(x) as num", "E0105", "sum(x)");
    check("let y: int = 3;\n    y", "E0203", "let y: num = 3;\n    y");
    check("x.len()", "E0132", "len(x)");
    check("x.iter().map(|t| t + 1).sum()", "E0132", "sum(t + 1 for t in x)");
    check("sum(vec![1, 2])", "E0105", "sum([1, 2])");
    check("if n = 3 { 1 } else { 0 }", "E0123", "if n == 3 { 1 } else { 0 }");
    check("let i = 0;\n    i++;\n    i", "E0119", "let i = 0;\n    let i = i + 1;\n    i");
    check("int y = 3;\n    y", "E0105", "let y = 3;\n    y");
    check("if n > 3 { y = 2; }\n    1", "E0125", "if n > 3 { 2 } else { 1 }");
    check("n + 0x10", "E0107", "n + 16");
    check("sum(x) % 2", "E0328", "n % 2");
    check("for (int i = 0; i < n; i++) { s += x[i]; }\n    1", "E0122", "sum(x)");
    check("#[test]\nfamily f(x: num) -> num { x }", "E0111", "family f(x: num) -> num { x }");
    check(
        "use std::sort::{sort};\nfamily f[n](x: num[n]) -> num[n] { sort(x) }",
        "E0105",
        "use std.sort.{sort};\nfamily f[n](x: num[n]) -> num[n] { sort(x) }",
    );
}

#[test]
fn from_mathematics() {
    check("sum(|x|)", "E0138", "sum(abs(x))");
    check("sum(x²)", "E0105", "sum(x^2)");
    check("∑_{i=0}^{n-1} x_i", "E0142", "sum(x[i] for i in 0..=n-1)");
    check("if n ≤ 3 { 1 } else { 0 }", "E0105", "if n <= 3 { 1 } else { 0 }");
    check("⌊n/2⌋", "E0105", "floor(n/2)");
    check("2n + 1", "E0106", "2 * n + 1");
    check("let y = n;\n    y(n + 1)", "E0209", "let y = n;\n    y * (n + 1)");
    check("sum(x_i for i in 0..n)", "E0201", "sum(x[i] for i in 0..n)");
    check("let x' = sum(x);\n    x' + 1", "E0147", "let x = sum(x);\n    x + 1");
    check("n!", "E0105", "prod(i for i in 1..=n)");
    check("if n > 0 { ceil(log(n)) } else { 0 }", "E0202", "if n > 0 { ceil(log2(n)) } else { 0 }");
    check(
        "if ∀ i ∈ 0..n: x[i] > 0 { 1 } else { 0 }",
        "E0142",
        "if all(x[i] > 0 for i in 0..n) { 1 } else { 0 }",
    );
    check("[sum(x) > 0] * 2", "E0301", "(sum(x) > 0) * 2");
    check("sum(x[i] for i = 0..n)", "E0105", "sum(x[i] for i in 0..n)");
    check("n mod 2", "E0105", "n % 2");
    check("∞", "E0104", "0");
    check("f(x) = x^2\nfamily g(x: num) -> num { x }", "E0141", "family f(x: num) -> num { x^2 }");
}

/// What looks like a statement has no mend that would make another program without a word.
#[test]
fn statements_are_no_values() {
    let letters = |body: &str, result: &str| {
        format!("alphabet L = 'a' | 'b';\nfamily f[n](w: L[n], d: num) -> {result} {{ {body} }}")
    };
    let check = |wrong: &str, code: &str, mended: &str| {
        check(&letters(wrong, "num"), code, &letters(mended, "num"));
    };
    check(
        "fold c = 0 for t in w { if t == 'a' { c = c + 1 } else { c } }",
        "E0119",
        "fold c = 0 for t in w { if t == 'a' { c + 1 } else { c } }",
    );
    check(
        "fold c = 0 for t in w { if t == 'a' { c += 1; } else { c } }",
        "E0119",
        "fold c = 0 for t in w { if t == 'a' { c + 1 } else { c } }",
    );
    check("if d < 0 { d = -d } else { d }", "E0119", "if d < 0 { -d } else { d }");
    check(
        "fold c = 0 for t in w { if t == 'a' { c + 1 } }",
        "E0125",
        "fold c = 0 for t in w { if t == 'a' { c + 1 } else { c } }",
    );
    check("if n == 0 { 0 } d", "E0125", "if n == 0 { 0 } else { d }");
    check("if d =< 2 { 1 } else { 0 }", "E0105", "if d <= 2 { 1 } else { 0 }");
    check(
        "let y = [0, d];\n    y[0] = 1;\n    sum(y)",
        "E0119",
        "let y = [0, d];\n    let y = [if j == 0 { 1 } else { y[j] } for j in 0..2];\n    sum(y)",
    );
    check("\n    if d > 2: 1 else 2\n", "E0136", "if d > 2 { 1 } else { 2 }");
    check("\n    if d > 2: 1 else if d > 1: 2 else: 3\n", "E0136", "if d > 2 { 1 } else { 2 }");
    check("if d > 2 then 1 else 2", "E0134", "if d > 2 { 1 } else { 2 }");
    check(
        "match w[0] { case 'a' => 1, _ => 2 }",
        "E0134",
        "if n > 0 { match w[0] { 'a' => 1, _ => 2 } } else { 0 }",
    );
    check("max(w == 'a', default=0)", "E0143", "max(d, 0)");
    check("sum(map(w, t => 1))", "E0140", "sum(1 for _ in w)");
    check("sum(d for i in 0..n for j in 0..n)", "E0134", "sum(d for _ in 0..n, _ in 0..n)");
    let truth = |body: &str| letters(body, "bool");
    self::check(&truth("if d > 0 { true }"), "E0125", &truth("if d > 0 { true } else { false }"));
    let three = |body: &str| format!("family f(a: bool, b: bool, c: bool) -> bool {{ {body} }}");
    for chain in ["a xor b xor c", "a ⊕ b ⊕ c", "a XOR b XOR c"] {
        self::check(&three(chain), "E0105", &three("(a != b) != c"));
    }
    self::check(&three("a != b != c"), "E0305", &three("(a != b) != c"));
    let counted = |last: &str| truth(&format!("let s = count(w == 'a');\n    {last}"));
    self::check(&counted("s = 1"), "E0123", &counted("s == 1"));
    self::check(&counted("s = n - 1"), "E0123", &counted("s == n - 1"));
    for unequal in ["s =/= 1", "s /= 1", "if s /= 1 { true } else { false }"] {
        self::check(&counted(unequal), "E0105", &counted("s != 1"));
    }
    self::check(&truth("d > 0 → d > 1"), "E0104", &truth("not (d > 0) or d > 1"));
}

/// No guess as a mend for tools: only where one thing can be meant.
#[test]
fn a_mend_for_tools_is_sure() {
    let fix = |body: &str| {
        let program = format!("family f[n](x: num[n], d: num) -> num {{ {body} }}");
        let output = circ(&["check", "-", "--message-format", "json"], program);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let at =
            text.find("\"fix\":{").and_then(|at| text[at..].find("\"text\":\"").map(|more| at + more + 8));
        at.map(|at| text[at..].split('"').next().unwrap_or_default().to_owned())
    };
    assert_eq!(fix("if d < 0 { d = -d } else { d }"), None);
    assert_eq!(fix("if d < 0 { -d }"), None);
    assert_eq!(fix("if d < 0 { 1 } d"), None);
    assert_eq!(fix("max(x, default=0)"), None);
    assert_eq!(fix("fold c = 0 for v in x { if v > d { c + 1 } }").as_deref(), Some(" else { c }"));
    assert_eq!(fix("let y = d // 2; y").as_deref(), Some("floor(d / 2)"));
}

#[test]
fn items_without_their_end() {
    let f = "family f[n](x: num[n]) -> num { sum(x) }";
    check(&format!("const k = 3\n{f}\ntest \"t\" {{ k == 3 }}"), "E0115", &format!("const k = 3;\n{f}"));
    check(
        "alphabet L = 'a' | 'b'\nfamily f[n](w: L[n]) -> num { count(w == 'a') }",
        "E0115",
        "alphabet L = 'a' | 'b';\nfamily f[n](w: L[n]) -> num { count(w == 'a') }",
    );
    check(
        "use std.sort.{sort}\nfamily f[n](x: num[n]) -> num[n] { sort(x) }",
        "E0115",
        "use std.sort.{sort};\nfamily f[n](x: num[n]) -> num[n] { sort(x) }",
    );
    let root = "family f(x: num) -> num { x * sqrt(2) }";
    check(&format!("ring Q(sqrt(2))\n{root}"), "E0115", &format!("ring Q(sqrt(2));\n{root}"));
    for ring in ["Q(sqrt 2)", "Q[sqrt(2)]", "Q(sqrt(-2))", "Q(sqrt(2), sqrt(3))", "Q(i)", "Z/7"] {
        check(&format!("ring {ring};\n{root}"), "E0204", &format!("ring Q(sqrt(2));\n{root}"));
    }
    let five = "family f(x: num) -> num { x * sqrt(5) }";
    for ring in ["Q[sqrt(5)]", "Q(5)", "Q(sqrt 5)", "Q(root(5))"] {
        let program = format!("ring {ring};\n{five}");
        check(&program, "E0204", &format!("ring Q(sqrt(5));\n{five}"));
        let output = circ(&["check", "-"], program);
        assert!(String::from_utf8_lossy(&output.stderr).contains("`ring Q(sqrt(5));`"), "{ring}");
    }
    for (wrong, code) in [("5^(1/2)", "E0331"), ("sqrt 5", "E0105")] {
        let program = |root: &str| format!("ring Q(sqrt(5));\nfamily f(x: num) -> num {{ x * {root} }}");
        check(&program(wrong), code, &program("sqrt(5)"));
    }
    let matrix =
        |ty: &str| format!("family f[n, m](x: {ty}) -> num {{ sum(x[i, j] for i in 0..n, j in 0..m) }}");
    check(&matrix("num[n][m]"), "E0105", &matrix("num[n, m]"));
}

/// A name that stands nowhere in what did not parse is told beside the syntax error.
#[test]
fn other_errors_beside_a_syntax_error() {
    let said = said("family g(x: num) -> num { x + }\nfamily f(x: num) -> num { let y: int = x; lenght(y) }");
    let codes: Vec<bool> = ["E0134", "E0203", "E0202"]
        .iter()
        .map(|code| said.iter().any(|line| line.contains(&format!("[{code}]"))))
        .collect();
    assert_eq!(codes, [true, true, true], "{said:#?}");
    // What may have been defined there is not.
    let said = self::said("family g(x: num -> num { x }\nfamily f(x: num) -> num { g(x) }");
    assert_eq!(said.len(), 1, "{said:#?}");
}

#[test]
fn from_other_keyboards() {
    check("sum（x） ＋ 1", "E0105", "sum(x) + 1");
    check("sum(x)\u{a0}+ 1", "E0104", "sum(x) + 1");
    check("sum(x)\u{200b} + 1", "E0104", "sum(x) + 1");
    let alphabet = |a: &str| format!("alphabet A = {a} | 'b';\nfamily f(w: A) -> bool {{ w == 'b' }}");
    check(&alphabet("‘a’"), "E0104", &alphabet("'a'"));
    // Lines of an old Mac are lines.
    assert_eq!(said("family f(x: num) -> num {\r    // double\r    x * 2\r}\r"), Vec::<String>::new());
}

#[test]
fn of_selectors_that_ask_for_one() {
    let family = |result: &str, body: &str| {
        format!("alphabet L = 'a' | 'b';\nfamily f[n](w: L[n], t: L) -> {result} {{ {body} }}")
    };
    let check = |result: &str, wrong: &str, code: &str, mended: &str| {
        self::check(&family(result, wrong), code, &family(result, mended));
    };
    check("L", "pick_last(select(w, t, ==), w, t)", "E0301", "pick_last(select(w, [t], ==), w, t)[0]");
    check("num", "width(select(w, t, ==))", "E0301", "width(select(w, [t], ==))[0]");
    check("L", "lookup(w, t)", "E0306", "pick(select(w, [t], ==), w, t)[0]");
    check("bool[n, n]", "select(indices(n), indices(n), =)", "E0123", "select(indices(n), indices(n), ==)");
}
