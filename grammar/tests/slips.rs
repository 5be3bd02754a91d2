//! Slips of grammar: each is one error, in the user's words, and what stands after it is read.

mod check;
use check::{check, check_body, sound};
use circ_grammar::{SyntaxError, SyntaxErrorKind};

/// The branch that is told to be missing.
fn otherwise(body: &str) -> Option<String> {
    let source = format!("family f[n](x: num[n]) -> num {{ {body} }}");
    let errors = circ_grammar::parse(&source).errors;
    match &errors[..] {
        [SyntaxError { kind: SyntaxErrorKind::MissingElse { otherwise, .. }, .. }] => otherwise.clone(),
        errors => panic!("{body}: {errors:?}"),
    }
}

#[test]
fn semicolons() {
    check_body("let y = 1\n    let z = 2;\n    y", &["MissingSemicolon"]);
    check_body("let y = 1\n    y", &["MissingSemicolon"]);
    check_body("let y = f(1)\n    if y == 1 { 2 } else { 3 }", &["MissingSemicolon"]);
    check_body("let y = 1; y;", &["SemicolonAfterResult `;`"]);
    check_body(
        "let y = if x { 1; } else { 2; }; y",
        &["SemicolonAfterResult `;`", "SemicolonAfterResult `;`"],
    );
    check_body("let y = 1;; y", &["found a semicolon `;`, expected an expression"]);
    check_body("f(x); y", &["ExpressionStatement `;`"]);
    check("const a = 1\nconst b = 2;", &["MissingSemicolon"]);
    check("const a = 1", &["MissingSemicolon"]);
    check("use std.sort\nfamily f() -> num { 1 }", &["MissingSemicolon"]);
    check(
        "family f() -> num { 1 };",
        &["found a semicolon `;`, expected an item: family, alphabet, const, use, ring or test"],
    );
    let source = "family f() -> num { let y = 1 + 2\n let z = 2; z }";
    let error = sound(source).errors[0].clone();
    assert_eq!(error.span.start as usize, source.find("\n").unwrap(), "after the value");
}

#[test]
fn statements() {
    check_body("return x", &["Return `return`"]);
    check_body("return x + 1;", &["Return `return`"]);
    check_body("let y = if c { return 1; } else { 2 }; y", &["Return `return`"]);
    check_body("y = 5; y", &["MissingLet `y =`"]);
    check_body("let y = 1; y += 1; y", &["MissingLet `y +=`"]);
    check_body("let mut y = 1; y", &["MutableLet `mut`"]);
    check_body("for i in 0..n { x }", &["LoopStatement `for`"]);
    check_body("let y = 1;", &["BlockWithoutResult `}`"]);
    check_body("let y = 1", &["BlockWithoutResult `}`"]);
    check_body("", &["BlockWithoutResult `}`"]);
}

#[test]
fn equal_signs() {
    check_body("if x = 1 { 2 } else { 3 }", &["SingleEqual `=`"]);
    check_body("x = 1", &["AssignedValue `x =`"]);
    check_body("if n > 1 { y = 2; } else { y = 3; }", &["AssignedValue `y =`", "AssignedValue `y =`"]);
    check_body("if n > 1 { n += 2 } else { n }", &["AssignedValue `n +=`"]);
    check_body("x[0] = 1;\n    sum(x)", &["AssignedElement `x[0] =`"]);
    check_body("x[0][1] += 1", &["AssignedElement `x[0][1] +=`"]);
    check("family f(x: num) -> bool { x = 1 }", &["SingleEqual `=`"]);
    check("test \"t\" { let y = f(1); y = 1 }", &["SingleEqual `=`"]);
    check_body("f(x) = 1", &["SingleEqual `=`"]);
    check_body("let y == 1; y", &["DoubleEqual `==`"]);
    check("test \"t\" { f(x) = 1 }", &["SingleEqual `=`"]);
}

#[test]
fn words_and_orders() {
    check_body("if x { 1 }", &["MissingElse"]);
    assert_eq!(otherwise("if x { 1 }"), None);
    assert_eq!(otherwise("if x { true }").as_deref(), Some("false"));
    assert_eq!(otherwise("if x { false }"), None);
    assert_eq!(otherwise("fold c = 0 for t in w { if t { c + 1 } }").as_deref(), Some("c"));
    assert_eq!(otherwise("scan (a, b) = (0, 1) for t in w { if t { (b, a) } }").as_deref(), Some("(a, b)"));
    let chain = "fold c = 0 for t in w { if t { c } else if x { if n > 1 { c + 1 } } else { c } }";
    assert_eq!(otherwise(chain).as_deref(), Some("c"));
    let lets = "fold c = 0 for t in w { let y = 1; if t { c + y } }";
    assert_eq!(otherwise(lets).as_deref(), Some("c"));
    // What is bound is no state, and a state that is bound anew is another value.
    assert_eq!(otherwise("fold c = 0 for t in w { let y = if t { 1 }; c + y }"), None);
    assert_eq!(otherwise("fold c = 0 for t in w { f(if t { 1 }) }"), None);
    assert_eq!(otherwise("fold c = 0 for t in w { if t { let c = 1; if x { c } } else { c } }"), None);
    check_body("let y = if x { 1 };\n    y", &["MissingElse"]);
    check_body("1 if x else 2", &["ConditionAfterValue `if`"]);
    check_body("sum(v in x)", &["LoneIn `in`"]);
    check_body("[v in x]", &["LoneIn `in`"]);
    check_body("let r = 0..n; r", &["RangeAsValue `..`"]);
    check_body("sum(0..n)", &["RangeAsValue `..`"]);
    check_body("(x,)", &["SingleTuple `,`"]);
    check_body("x.len()", &["Method `.`"]);
    check_body("let in = 3; 1", &["KeywordAsName `in`"]);
    check_body("let test = 3; test + test", &["KeywordAsName `test`"]);
    check_body("num(x)", &["KeywordAsName `num`"]);
    check("family match(x: num) -> num { x }\nconst a = 1;", &["KeywordAsName `match`"]);
    check("family test(x: num) -> num { x }\nconst a = 1;", &["KeywordAsName `test`"]);
    check("family f(ring: num) -> num { ring }", &["KeywordAsName `ring`"]);
}

#[test]
fn conditions_of_families() {
    let source = "family f[n](x: num[n]) -> num where n > 1, {\n    n\n}\nconst a = 1;";
    check(source, &["TrailingComma `,`"]);
    assert_eq!(sound(source).tree.items.len(), 2);
    check("family f[n](x: num[n]) -> num where n > 1, { n", &["TrailingComma `,`", "UnclosedBracket `{`"]);
    check("test \"t\" for n in 0..3, { true }", &["TrailingComma `,`"]);
    check("family f[n](x: num[n]) -> num where n > 1, { n } == 2 { n }", &[]);
    check("family f[n](x: num[n]) -> num where n > 1 if n < 2 { n }", &["FilterInWhere `if`"]);
    check("family f[n](x: num[n]) -> num where n > i for i in 0..n { n }", &["FilterInWhere `for`"]);
}

#[test]
fn brackets() {
    check_body("f(x", &["UnclosedBracket `(`"]);
    check_body("let y = f(x; y", &["UnclosedBracket `(`"]);
    check_body("let y = (1 + 2 * [3;\n    y", &["UnclosedBracket `[`"]);
    check_body("f(x))", &["StrayBracket `)`"]);
    check_body("f(x]", &["WrongBracket `]`"]);
    check_body("[f(x]", &["UnclosedBracket `(`"]);
    check("family f(x: num -> num { x }\nconst a = 1;", &["UnclosedBracket `(`"]);
    check("family f() -> num {\n    1\n\nfamily g() -> num { 2 }", &["UnclosedBracket `{`"]);
    check("family f() -> num { 1 } }\nconst a = 1;", &["StrayBracket `}`"]);
    let source = "const a = f(1;";
    let SyntaxErrorKind::UnclosedBracket { missing_at, .. } = sound(source).errors[0].kind else {
        panic!("an unclosed bracket");
    };
    assert_eq!(missing_at.start, 13);
}

#[test]
fn roles() {
    let item = "expected an item: family, alphabet, const, use, ring or test";
    check("hello", &[&format!("found the name `hello`, {item}")]);
    check("const a = ;", &["found a semicolon `;`, expected an expression"]);
    check("const a = 1 2;", &["found the number `2`, expected an operator or `;`"]);
    check("const a", &["found the end of the file, expected `=`"]);
    check("const 'a' = 1;", &["found the token `'a'`, expected a name"]);
    check("alphabet A = a;", &["found the name `a`, expected a token such as `'a'`"]);
    check("alphabet A = 'a' 'b';", &["found the token `'b'`, expected `|` or `;`"]);
    check("family f() -> { 1 }", &["found an opening brace `{`, expected a type"]);
    check("family f() { 1 }", &["FunctionHead `family f()`"]);
    check("family f -> num { 1 }", &["found an arrow `->`, expected the inputs in parentheses"]);
    check("family f(x) -> num { 1 }", &["FunctionHead `family f(x) -> num`"]);
    check(
        "family f() -> num 1",
        &["found the number `1`, expected `in`, `where` or the body of the family in braces"],
    );
    check("test t { 1 }", &["found the name `t`, expected a string"]);
    check("test \"t\" for 1 { 1 }", &["found the number `1`, expected a binding such as `i in 0..n`"]);
    check_body("let 1 = 2; 3", &["found the number `1`, expected a name, `_` or a tuple of them"]);
    check_body("x + * y", &["found the operator `*`, expected an expression"]);
    check_body("f(x y)", &["found the name `y`, expected an operator or `)`"]);
    check_body("x[1, +]", &["found the operator `+`, expected an index or a slice"]);
    check_body("f(+)", &["found the operator `+`, expected an argument"]);
    check_body(
        "match x { 1 => 2 }",
        &["found the number `1`, expected an arm such as `'a' => 1` or `_ => 0`"],
    );
    check_body("if x { 1 } else 2", &["found the number `2`, expected a block in braces, or `if`"]);
    check_body("fold a = 0 for i in x", &["found a closing brace `}`, expected an operator or `{`"]);
    check_body("fold a = 0 for 1 { 2 }", &["found the number `1`, expected a binding such as `i in 0..n`"]);
}

#[test]
fn several_errors_in_one_go() {
    let source = "\
const a = ;
family f[n](x: num[n]) -> num {
    let a = 1 +;
    let b = fold s == 0 for i in 0..n { let t = s; t * 2 };
    let c = (2 * );
    let d = if a { let q = * 2; q } else { let r = 3; r + };
    a +
}
family g(x num) -> num { x }
alphabet A = 'a' | ;
family h(x: num) -> num { let y = [1, 2; y }
const last = 1;
";
    check(
        source,
        &[
            "found a semicolon `;`, expected an expression",
            "found a semicolon `;`, expected an expression",
            "DoubleEqual `==`",
            "found a closing parenthesis `)`, expected an expression",
            "found the operator `*`, expected an expression",
            "found a closing brace `}`, expected an expression",
            "found a closing brace `}`, expected an expression",
            "found the keyword `num`, expected `:`",
            "found a semicolon `;`, expected a token such as `'a'`",
            "UnclosedBracket `[`",
        ],
    );
    let names: Vec<String> = sound(source)
        .tree
        .items
        .iter()
        .map(|item| match &item.kind {
            circ_grammar::tree::ItemKind::Family(family) => family.name.text.clone(),
            circ_grammar::tree::ItemKind::Const(item) => item.name.text.clone(),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["f", "h", "last"]);
}

#[test]
fn after_a_bad_let_the_others_are_read() {
    let source = "family f() -> num { let a = ]; let b = 2; let c = a ? b; b + c }";
    let tree = sound(source).tree;
    let lets = tree.exprs.iter().find_map(|expr| match &expr.kind {
        circ_grammar::tree::ExprKind::Block { lets, .. } => Some(lets.len()),
        _ => None,
    });
    assert_eq!(lets, Some(3));
}
