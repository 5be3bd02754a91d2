//! What people write who come from Python, from Rust and C, and from mathematics: each slip is one error, and what
//! stands after it is read.

mod check;
use check::{check, check_body, short, sound};
use circ_grammar::SyntaxErrorKind;

/// The text that the first error of a body suggests.
fn mend(body: &str) -> Option<String> {
    let source = format!("family f[n](x: num[n]) -> num {{\n    {body}\n}}\n");
    let errors = sound(&source).errors;
    assert_eq!(errors.len(), 1, "{:?}", errors.iter().map(|error| short(&source, error)).collect::<Vec<_>>());
    errors[0].kind.replacement().map(str::to_owned)
}

/// The body with its one error mended as suggested has no error, and is this.
#[track_caller]
fn check_mend(body: &str, mended: &str) {
    let head = "family f[n](x: num[n]) -> num {\n    ";
    let mut source = format!("{head}{body}\n}}\n");
    // Of several alike only the first is told of.
    for _ in 0..10 {
        let errors = sound(&source).errors;
        let Some(error) = errors.first() else { break };
        assert!(errors.len() <= 1, "{errors:?} in {source}");
        let text = error.kind.replacement().unwrap_or_else(|| panic!("{error:?} has no mend")).to_owned();
        source.replace_range(error.span.range(), &text);
    }
    assert_eq!(source, format!("{head}{mended}\n}}\n"));
    assert_eq!(sound(&source).errors, []);
}

#[test]
fn bodies_by_indentation() {
    check("family f[n](x: num[n]) -> num:\n    let y = x;\n    sum(y)\nconst a = 1;", &["IndentedBody `:`"]);
    check("def f(x: num) -> num:\n    x\n", &["ForeignSpelling `def`", "IndentedBody `:`"]);
    check_body(
        "if n > 2:\n        1\n    elif n > 1:\n        2\n    else:\n        3",
        &["IndentedBody `:`", "ForeignSpelling `elif`"],
    );
    check_body("if n > 2: 1\n    else: 2", &["IndentedBody `:`"]);
    // What it means is told by the braces that were put in.
    let python =
        sound("family f(x: num) -> num:\n    if x > 0:\n        1\n    else:\n        2\nconst a = 1;").tree;
    let circ = sound("family f(x: num) -> num { if x > 0 { 1 } else { 2 } } const a = 1;").tree;
    let dump = circ_grammar::dump::dump_without_spans;
    assert_eq!(dump(&python), dump(&circ));
    // Colons that circ has.
    check("family f(\n    x:\n        num,\n) -> num {\n    let y:\n        num = 1;\n    y\n}", &[]);
    check("test \"t\"\n    for n in 0..3, x: bool[n] {\n    true\n}", &[]);
}

#[test]
fn heads_of_functions() {
    for (head, mended) in [
        ("def f(x)", "family f(x: num) -> num"),
        ("fn f(x: i32) -> i32", "family f(x: num) -> num"),
        ("family f(x: num)", "family f(x: num) -> num"),
        ("family f<n>(x: num[n]) -> num", "family f[n](x: num[n]) -> num"),
        ("fn f<const N: usize>(x: [num; N]) -> num", "family f[N](x: num[N]) -> num"),
        ("family f[n: nat](x: num[n]) -> num", "family f[n](x: num[n]) -> num"),
        ("family f(n, x: num[n]) -> num", "family f[n](x: num[n]) -> num"),
        ("family f(x: Vec<num>) -> num", "family f[n](x: num[n]) -> num"),
        ("family f(x: [[num]]) -> num", "family f[n](x: num[n, n]) -> num"),
        ("int f(int x, double y)", "family f(x: num, y: num) -> num"),
        ("num f(num x[n])", "family f[n](x: num[n]) -> num"),
        ("family f(x ∈ ℚ) -> num", "family f(x: num) -> num"),
    ] {
        let source = format!("const a = 1;\n{head} {{\n    1\n}}\nconst b = 2;\n");
        let parsed = sound(&source);
        assert_eq!(parsed.errors.len(), 1, "{head}: {:?}", parsed.errors);
        assert_eq!(parsed.errors[0].kind.replacement(), Some(mended), "{head}");
        assert_eq!(source.get(parsed.errors[0].span.range()), Some(head));
        assert_eq!(parsed.tree.items.len(), 2, "{head}");
        check(&source.replace(head, mended), &[]);
    }
}

#[test]
fn floor_divisions() {
    check_mend("x[n // 2]", "x[floor(n / 2)]");
    check_mend("let h = n // 2;\n    x[h]", "let h = floor(n / 2);\n    x[h]");
    check_mend("sum(x[..n // 2])", "sum(x[..floor(n / 2)])");
    check_body("x[(n + 1) // 2]", &["FloorDivision `//`"]);
    check_body("if n // 2 == 1 { 1 } else { 2 }", &["FloorDivision `n // 2`"]);
    // A comment that swallows nothing is one; a bare number makes a warning.
    check_body("n // 2", &["DivisionComment `n // 2`"]);
    check_body("n // the length", &[]);
    check_body("n // half", &[]);
    check_body("let y = n; // 2\n    y", &[]);
    check_body("sum([\n    n, // 1\n    n,\n    ])", &[]);
    // An error elsewhere doesn't make a division of a comment.
    check_body("let y = n // half\n    ; y + * 2", &["found the operator `*`, expected an expression"]);
}

#[test]
fn absolute_values_and_closures() {
    check_mend("sum(|x|)", "sum(abs(x))");
    check_body("|x[0] - |x[1]| | + 1", &["Bars `|x[0] - |x[1]| |`", "Bars `|x[1]|`"]);
    check_mend("||x||", "sum(abs(x))");
    check_mend("if n > 1 | n < 2 { 1 } else { 2 }", "if n > 1 or n < 2 { 1 } else { 2 }");
    check_body("sum(map(|v| v + 1, x))", &["FunctionValue `|v|`"]);
    check_body("let g = |a, b: num| { a + b };\n    g(1, 2)", &["FunctionValue `|a, b: num|`"]);
    check_body("sum(map(lambda v: v + 1, x))", &["FunctionValue `lambda v:`"]);
    check_body("select(x, x, lambda k, q: k == q)", &["FunctionValue `lambda k, q:`"]);
    check_body("x.iter().map(|v| v + 1).sum()", &["Method `.`"]);
    check_body("match x { 'a' | 'b' => 1, _ => 2 }", &[]);
}

#[test]
fn slices() {
    check_mend("sum(x[1:3])", "sum(x[1..3])");
    check_mend("sum(x[:3])", "sum(x[..3])");
    check_mend("sum(x[1:])", "sum(x[1..])");
    check_mend("sum(m[:, 0])", "sum(m[.., 0])");
    assert_eq!(mend("x[::-1]"), None);
    assert_eq!(mend("x[1:n:2]"), None);
    check_body("x[{ let t: num = 1; t }]", &[]);
}

#[test]
fn sums_and_quantifiers_of_mathematics() {
    for (body, expected) in [
        ("∑_{i=0}^{n-1} x_i", "sum(… for i in 0..=n-1)"),
        ("Σ_{k=1}^n x[k]", "sum(… for k in 1..=n)"),
        ("∑_i x_i + 1", "sum(… for i in 0..n)"),
        ("∏ x", "prod(… for i in 0..n)"),
        ("∀ i ∈ 0..n: x[i] > 0", "all(… for i in 0..n)"),
        ("∃ i: x_i = 0", "any(… for i in 0..n)"),
        ("x_1 + ... + x_n", "sum(… for i in 0..n)"),
        ("sum(i = 0..n, x[i])", "sum(… for i in 0..n)"),
    ] {
        let source = format!("family f[n](x: num[n]) -> num {{ {body} }}\nconst after = 1;\n");
        let parsed = sound(&source);
        let [error] = &parsed.errors[..] else { panic!("{body}: {:?}", parsed.errors) };
        let SyntaxErrorKind::BoundsBeside { shown, .. } = &error.kind else { panic!("{body}: {error:?}") };
        assert_eq!(shown, expected, "{body}");
        assert_eq!(parsed.tree.items.len(), 2);
    }
    check_mend("∑(x)", "sum(x)");
    check_mend("⌊n/2⌋ + 1", "floor(n/2) + 1");
    check_mend("⌈⌊n/2⌋/2⌉", "ceil(floor(n/2)/2)");
    check_mend("x₀ + x₁₂", "x[0] + x[12]");
    check_mend("n * ½", "n * (1/2)");
    check_mend("√2", "sqrt(2)");
    check_mend("2n + 1", "2 * n + 1");
    check_mend("xⁿ", "x^n");
    check_mend("n! + 1", "prod(i for i in 1..=n) + 1");
    check_mend("n mod 2", "n % 2");
    check_mend("sum(x[i] for i = 0..n)", "sum(x[i] for i in 0..n)");
    check_body("let x' = 1;\n    x' + 'a'", &["Prime `x'`"]);
    check_body("let x'' = 1; x″", &["Prime `x''`"]);
    check_body("let Σ = 3; Σ + Π_x", &[]);
}

#[test]
fn spellings_of_rust_and_c() {
    check_mend("sum(vec![1, 2])", "sum([1, 2])");
    check_mend("x[n as usize]", "x[n ]");
    check_mend("sum::<num>(x)", "sum(x)");
    check_mend("f(&x)", "f(x)");
    check_mend("int y = 3; y", "let y = 3; y");
    check_mend("num y = 3; y", "let y = 3; y");
    check_mend("const y = 3;\n    y", "let y = 3;\n    y");
    check_mend("let a, b = (1, 2); a", "let (a, b) = (1, 2); a");
    check_mend("let y: [num; n] = x; y", "let y: num[n] = x; y");
    for (number, mended) in
        [("0x10", "16"), ("0b11", "3"), ("1u32", "1"), ("1.5f", "1.5"), ("1_000i64", "1_000")]
    {
        check_mend(number, mended);
    }
    check_mend("if ~ (n > 1) { 1 } else { 2 }", "if not (n > 1) { 1 } else { 2 }");
    check_body("assert!(n > 0);\n    n", &["Macro `assert!`"]);
    check_body("i++; n", &["MissingLet `i+`"]);
    check_body("aggregate(select=s, values=x)", &["NamedArgument `select=`", "NamedArgument `values=`"]);
    check_body("count(x = 1)", &["SingleEqual `=`"]);
    check_body("match w { 'a' => { 1 } 'b' => { 2 } }", &["MissingArmComma"]);
    check_body("[i * v for i, v in x]", &["SeveralNames `,`"]);
    check("pub family f() -> num { 1 }", &["ForeignSpelling `pub`"]);
    check("use std::sort::{sort};", &["ForeignSpelling `::`"]);
    check(
        "Family f() -> num { 1 }\nfamly g() -> num { 1 }",
        &["ForeignSpelling `Family`", "ForeignSpelling `famly`"],
    );
}

#[test]
fn statements_without_a_place() {
    check_body("for i in 0..n { s = s + x[i]; }\n    s", &["LoopStatement `for`"]);
    check_body("for (int i = 0; i < n; i++) {\n        s += x[i];\n    }\n    s", &["LoopStatement `for`"]);
    check_body("for (int i = 0; i < n; ++i) s += x[i];\n    s", &["LoopStatement `for`"]);
    check_body("while n > 0 { n = n - 1; }\n    n", &["LoopStatement `while`"]);
    check_body("loop { break; }\n    n", &["LoopStatement `loop`"]);
    check_body("if n > 3 { y = 2; }\n    y", &["MissingElse"]);
    check_body("if n == 0 { return 0; }\n    return n;", &["MissingElse", "Return `return`"]);
    check_body("if (n > 1) 1; else 0;", &["found the number `1`, expected an operator or `{`"]);
    check_body("y = sum(x)\n    z = y * 2\n    y + z", &["MissingLet `y =`", "MissingLet `z =`"]);
    check_body(
        "print(x);\n    let y = + 1;\n    y",
        &["ExpressionStatement `;`", "found the operator `+`, expected an expression"],
    );
    check_body("y.append(1);\n    y", &["Method `.`"]);
    check_body("\"\"\"Sum\n    it.\"\"\"\n    sum(x)", &["DocString `\"\"\"`"]);
}

#[test]
fn outside_of_items() {
    check("import math\nconst a = 1;", &["Import `import math`"]);
    check("from std.sort import rank, sort\nconst a = 1;", &["Import `from std.sort import rank, sort`"]);
    let error = sound("from a.b import c, d;").errors[0].clone();
    assert_eq!(error.kind.replacement(), Some("use a.b.{c, d}"));
    check("let a = 1;\nconst b = a;", &["ForeignSpelling `let`"]);
    check("x = 3\nconst a = x;", &["LooseStatement `x = 3`"]);
    check("flip = select(a, b, ==);\nconst c = 1;", &["LooseStatement `flip = select(a, b, ==)`"]);
    check("f(x) = x^2 + 1\nconst a = 1;", &["LooseStatement `f(x) = x^2 + 1`"]);
    check(
        "if __name__ == \"__main__\":\n    print(f(3))\n",
        &["LooseStatement `if __name__ == \"__main__\":`"],
    );
    check("family f() -> num {\n    1\n} where n > 1\nconst a = 1;", &["MisplacedClause `where`"]);
    check("family f[n]() where n > 1 -> num { 1 }", &["MisplacedClause `where`"]);
    check("family f[n]() -> num where n > 1 in FAC0 { 1 }", &["MisplacedClause `in`"]);
    check(
        "family f() -> num {\n    family g() -> num { 1 }\n    g()\n}\nconst a = 1;",
        &["NestedItem `family`"],
    );
    check("const a = 3\n\nfamily f() -> num { a }", &["MissingSemicolon"]);
}

#[test]
fn braces_by_indentation() {
    let after = "\n\nfamily g(x: num) -> num {\n    x\n}\n";
    for (body, missing) in [
        ("    let y = if x > 1 { 1 } else { 2;\n    y\n}", "2"),
        ("    let y = if x > 1 { 1 else { 2 };\n    y\n}", "1"),
        ("    let y = fold a = 0 for i in 0..3 {\n        let b = a;\n        b\n    ;\n    y\n}", "b"),
        ("    let y = 1;\n    y", "y"),
    ] {
        let source = format!("family f(x: num) -> num {{\n{body}{after}");
        let parsed = sound(&source);
        let [error] = &parsed.errors[..] else { panic!("{body}: {:?}", parsed.errors) };
        let SyntaxErrorKind::UnclosedBracket { missing_at, .. } = &error.kind else {
            panic!("{body}: {error:?}")
        };
        assert!(source[..missing_at.start as usize].ends_with(missing), "{body}: {error:?}");
        assert_eq!(parsed.tree.items.len(), 2, "{body}");
    }
    check(
        "family f(x: num) -> num\n    x\n}\nconst a = 1;",
        &["found the name `x`, expected `in`, `where` or the body of the family in braces"],
    );
}

#[test]
fn keyboards_and_blanks() {
    let wide = "family f（x：num，y：num）－＞ num ｛\n    let z ＝ x ＊ ２；\n    z ＋ y\n｝\n";
    check(wide, &["ForeignSpelling `（`"]);
    let plain = sound("family f(x:num,y:num)-> num {let z = x * 2; z + y}").tree;
    let dump = circ_grammar::dump::dump_without_spans;
    assert_eq!(dump(&sound(wide).tree), dump(&plain));
    check(
        "alphabet A = ‘a’ | ’b‘ | 「c」;\ntest “works” { true }",
        &["UnknownCharacter `‘a’`", "UnknownCharacter `“works”`"],
    );
    check_body(
        "n\u{200b} +\u{a0}\u{a0}1 +\u{a0}2",
        &["UnknownCharacter `\u{200b}`", "UnknownCharacter `\u{a0}\u{a0}`"],
    );
    // Lines of an old Mac.
    let source = "family f(x: num) -> num {\r    // double\r    let y = x * 2\r    y\r}\r";
    check(source, &["MissingSemicolon"]);
    check("# one\n# two\nconst a = 1; # three", &["HashComment `#`"]);
    check_body("a && b && c || d", &["ForeignSpelling `&&`", "ForeignSpelling `||`"]);
    let SyntaxErrorKind::ForeignSpelling { more, .. } = sound("const a = b && c && d && e;").errors[0].kind
    else {
        panic!("a spelling");
    };
    assert_eq!(more, 2);
}
