//! What messages about values, calls and sizes say to write: it is what was meant, and it passes.

mod support;

use support::circ;

/// What a command says of a program.
fn told(command: &str, program: &str) -> String {
    let output = circ(&[command, "-"], program);
    [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat()
}

/// The errors of a program, one a line.
fn errors(program: &str) -> Vec<String> {
    let output = circ(&["check", "-", "--message-format", "short"], program);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines().filter(|line| line.contains("error[")).map(str::to_owned).collect()
}

/// The program has one error with this code, which says these words; mended it has none.
#[track_caller]
fn check(wrong: &str, code: &str, words: &str, mended: &str) {
    let found = errors(wrong);
    assert!(found.len() == 1 && found[0].contains(&format!("[{code}]")), "{wrong}: {found:#?}");
    let said = told("check", wrong);
    assert!(said.contains(words), "{words}: {said}");
    assert_eq!(errors(mended), Vec::<String>::new(), "{mended}");
}

/// A family over numbers with this body.
fn body(text: &str) -> String {
    format!("family f[n](x: num[n]) -> num {{ {text} }}")
}

/// A program with an alphabet of two tokens.
fn bits(text: &str) -> String {
    format!("alphabet Bit = '0' | '1';\n{text}")
}

#[test]
fn a_where_is_named_where_one_helps() {
    let variance = |least: u64| {
        format!(
            "family f[n](x: num[n]) -> num where n >= {least} {{ sum((v - mean(x))^2 for v in x) / (n - 1) }}"
        )
    };
    check(&variance(1), "E0407", "`where n >= 2` after the result type", &variance(2));
    let last = |condition: &str| format!("family f[n](x: num[n]) -> num{condition} {{ x[n - 1] }}");
    check(&last(""), "E0401", "`where n >= 1` after the result type", &last(" where n >= 1"));
    let third = |condition: &str| format!("family f[n](x: num[n]) -> num{condition} {{ x[2] }}");
    check(&third(""), "E0401", "every n below 3", &third(" where n >= 3"));
    let init = |condition: &str| format!("family f[n](x: num[n]) -> num{condition} {{ sum(x[..n - 1]) }}");
    check(&init(""), "E0403", "`where n >= 1`", &init(" where n >= 1"));
    let log =
        |condition: &str| format!("family f[n](x: num[n]) -> num{condition} {{ ceil(log2(n)) * sum(x) }}");
    check(&log(""), "E0411", "`where n >= 1`", &log(" where n >= 1"));
    let most = |condition: &str| format!("family f[n](x: num[n]) -> num{condition} {{ max(x) }}");
    check(&most(""), "E0412", "`where n >= 1`", &most(" where n >= 1"));
    // Of two sizes the one that matters.
    let two = |condition: &str| {
        format!("family f[n, m](x: num[n], y: num[m]) -> num{condition} {{ sum(x) + y[0] }}")
    };
    check(&two(""), "E0401", "`where m >= 1`", &two(" where m >= 1"));
    // Where none helps none is named.
    let pairs = "family f[n, m](x: num[n], y: num[m]) -> num { sum(x[i] * y[i] for i in 0..n) }";
    assert!(!told("check", pairs).contains("where"), "{}", told("check", pairs));
}

#[test]
fn off_by_one_is_said_to_be() {
    let (code, words) = ("E0401", "one too far");
    check(&body("sum(x[i + 1] for i in 0..n)"), code, words, &body("sum(x[i + 1] for i in 0..n - 1)"));
    check(&body("sum(x[n - i] for i in 0..n)"), code, words, &body("sum(x[n - 1 - i] for i in 0..n)"));
    check(&body("sum(x[i] for i in 1..n + 1)"), code, words, &body("sum(x[i] for i in 1..n)"));
    check(
        &body("sum(x[i] / i for i in 0..n)"),
        "E0407",
        "`1..=n` at 1",
        &body("sum(x[i - 1] / i for i in 1..=n)"),
    );
}

#[test]
fn a_recursion_has_no_where() {
    let halves = |end: &str| {
        body(&format!("if n {end} 1 {{ sum(x) }} else {{ f(x[..floor(n / 2)]) + f(x[floor(n / 2)..]) }}"))
    };
    check(&halves("=="), "E0414", "`if n <= 1 {", &halves("<="));
    let factorial = |head: &str, call: &str| {
        format!("family fact{head} -> num {{ if n == 0 {{ 1 }} else {{ n * fact{call} }} }}")
    };
    let words = "`family fact[n]()`, called `fact[n - 1]()`";
    check(&factorial("(n: num)", "(n - 1)"), "E0414", words, &factorial("[n]()", "[n - 1]()"));
    let (wrong, right) = (factorial("[n]()", "(n - 1)"), factorial("[n]()", "[n - 1]()"));
    check(&wrong, "E0337", "`fact[n - 1]()`", &right);
    let test = |call: &str| format!("{right}\ntest \"of five\" {{ {call} == 120 }}");
    check(&test("fact(5)"), "E0337", "`fact[5]()`", &test("fact[5]()"));
}

#[test]
fn the_sizes_of_a_test_start_later() {
    let program = |start: u64| {
        format!(
            "family f[n](b: bool[n]) -> num {{ count(b) }}\n\
             test \"a mean\" for n in {start}..=6, b: bool[n] {{ f(b) / n <= 1 }}"
        )
    };
    check(&program(0), "E0407", "let `n` start at 1: `n in 1..=6`", &program(1));
    let program = |start: u64| {
        format!(
            "family f[n](b: bool[n]) -> num {{ count(b) }}\n\
             test \"a part\" for n in 1..=4, k in {start}..=n, b: bool[n] {{ f(b) / k >= 0 }}"
        )
    };
    check(&program(0), "E0407", "let `k` start at 1: `k in 1..=n`", &program(1));
    assert!(told("test", &program(0)).contains("`k in 1..=n`"), "{}", told("test", &program(0)));
}

#[test]
fn an_and_of_arrays_guards_nothing() {
    let program =
        |condition: &str| format!("alphabet L = 'a' | 'b';\nfamily f[n](w: L[n]) -> bool {{ {condition} }}");
    check(
        &program("all(n >= 2 and w[n - 2..] == \"ab\")"),
        "E0402",
        "one bool leaves out",
        &program("n >= 2 and all(w[n - 2..] == \"ab\")"),
    );
}

#[test]
fn dimensions_are_looked_at_before_sizes() {
    let chain = |start: &str| {
        format!(
            "family step[n, m](s: bool[m], x: num[n]) -> bool {{ any(s) and sum(x) > 0 }}\n\
             family f[n](x: num[n]) -> bool[n + 1] {{ generate(step[n], {start}, n, x) }}"
        )
    };
    check(&chain("false"), "E0301", "`[false]`", &chain("[false]"));
    let product = |column: &str| {
        format!(
            "family mul[n, m, p](a: num[n, m], b: num[m, p]) -> num[n, p] {{\n\
             [sum(a[i, k] * b[k, j] for k in 0..m) for i in 0..n, j in 0..p]\n}}\n\
             test \"a column\" {{ mul([[1, 2], [3, 4]], {column}) == [[1], [3]] }}"
        )
    };
    check(&product("[1, 0]"), "E0301", "makes it a column", &product("[[t] for t in [1, 0]]"));
    let sizes = |call: &str| {
        format!(
            "family add[p](a: num, b: num) -> num {{ a + b - p }}\ntest \"a sum\" {{ add{call}(1, 2) == 0 }}"
        )
    };
    check(&sizes(""), "E0341", "`add[3](…)`", &sizes("[3]"));
    let identity = |call: &str| {
        format!(
            "family id[n]() -> num[n, n] {{ [if i == j {{ 1 }} else {{ 0 }} for i in 0..n, j in 0..n] }}\n\
             family f[n](x: num[n]) -> num {{ sum(x) + sum({call}) }}"
        )
    };
    check(&identity("id[n]"), "E0208", "`id[n]()`", &identity("id[n]()"));
}

#[test]
fn quotes_of_tokens_and_sequences() {
    let equal = |token: &str| bits(&format!("family f[n](w: Bit[n]) -> bool {{ any(w == {token}) }}"));
    check(&equal("\"1\""), "E0302", "one token is written in single quotes", &equal("'1'"));
    check(
        &bits("family f(t: Bit) -> bool { t == x }\nconst y = 1;").replace("'1'", "'x'"),
        "E0201",
        "did you mean `'x'`?",
        &bits("family f(t: Bit) -> bool { t == 'x' }").replace("'1'", "'x'"),
    );
    let test = |test: &str| {
        bits(&format!(
            "family rev[n](w: Bit[n]) -> Bit[n] {{ [w[n - 1 - i] for i in 0..n] }}\n\
             family last[n](w: Bit[n]) -> Bit where n >= 1 {{ w[n - 1] }}\n\
             test \"it\" {{ {test} }}"
        ))
    };
    check(&test("rev(\"01\") == '10'"), "E0373", "`\"10\"`", &test("rev(\"01\") == \"10\""));
    check(&test("last(\"01\") == \"1\""), "E0373", "`'1'`", &test("last(\"01\") == '1'"));
    check(&test("rev('01') == \"10\""), "E0301", "`\"01\"`", &test("rev(\"01\") == \"10\""));
    assert_eq!(errors(&test("rev(\"\") == []")), Vec::<String>::new());
    let said = told("test", &test("rev(\"01\") == \"01\""));
    assert!(said.contains("left:  \"10\"") && said.contains("right: \"01\""), "{said}");
    let said = told("test", &test("last(\"01\") == '0'"));
    assert!(said.contains("left:  '1'") && said.contains("right: '0'"), "{said}");
    let held = |token: &str| {
        bits(&format!(
            "family f[n](w: Bit[n], c: Bit) -> bool {{ fold s = false for t in w {{ s or t == c and c == {token} }} }}"
        ))
    };
    check(&held("\"1\""), "E0313", "single quotes: `'1'`", &held("'1'"));
    let kept = |token: &str| {
        bits(&format!("family f[n](w: Bit[n], c: Bit) -> num {{ count(t == c for t in w if c == {token}) }}"))
    };
    check(&kept("\"1\""), "E0319", "single quotes: `'1'`", &kept("'1'"));
    let width = |comparison: &str| body(&format!("sum(width(select(x, x, {comparison})))"));
    check(&width("\"==\""), "E0344", "without quotes", &width("=="));
}

#[test]
fn tokens_are_no_numbers() {
    let of = |result: &str, body: &str| {
        bits(&format!("family f[n](w: Bit[n]) -> {result} where n >= 1 {{ {body} }}"))
    };
    check(&of("num", "sum(w)"), "E0306", "`count(w == '1')`", &of("num", "count(w == '1')"));
    check(&of("num", "w[0] + 1"), "E0306", "`t == '1'`", &of("num", "(w[0] == '1') + 1"));
    check(&of("bool[n]", "not w"), "E0307", "`w == '1'`", &of("bool[n]", "not (w == '1')"));
    check(
        &of("num", "if w[0] { 1 } else { 0 }"),
        "E0307",
        "`t == '1'`",
        &of("num", "if w[0] == '1' { 1 } else { 0 }"),
    );
    check(&of("bool", "w[0]"), "E0301", "`t == '1'`", &of("bool", "w[0] == '1'"));
    let all = "select(0 * indices(n), 0 * indices(n), ==)";
    let (wrong, right) = (format!("aggregate({all}, w)"), format!("pick({all}, w)"));
    check(&of("Bit[n]", &wrong), "E0306", "`pick(s, w)`", &of("Bit[n]", &right));
    let (wrong, right) = (format!("aggregate({all}, 1)"), format!("width({all})"));
    check(&of("num[n]", &wrong), "E0317", "`width(s)`", &of("num[n]", &right));
    let test = |bools: &str| {
        format!(
            "family maj[n](x: bool[n]) -> bool {{ 2 * count(x) > n }}\ntest \"of three\" {{ maj({bools}) }}"
        )
    };
    check(&test("[1, 1, 0]"), "E0301", "`[true, true, false]`", &test("[true, true, false]"));
    let code = |word: &str| {
        format!(
            "alphabet L = 'a' | 'b' | 'c';\nfamily g[n](x: num[n]) -> num {{ sum(x) }}\n\
             family f[n](w: L[n]) -> num {{ g({word}) }}"
        )
    };
    let codes = "match w { 'a' => 0, 'b' => 1, 'c' => 2 }";
    check(&code("w"), "E0301", codes, &code(codes));
}

#[test]
fn an_odd_number_of_bools() {
    let three = |value: &str| format!("family f(a: bool, b: bool, c: bool) -> bool {{ {value} }}");
    check(&three("a + b + c"), "E0301", "`(a != b) != c`", &three("(a != b) != c"));
    let many = |value: &str| format!("family f[n](x: bool[n]) -> bool {{ {value} }}");
    let odd = "fold s = false for b in x { s != b }";
    check(&many("sum(x)"), "E0301", odd, &many(odd));
    check(&many("fold s = false for b in x { s + b }"), "E0301", odd, &many(odd));
}

#[test]
fn calls_are_written_with_their_sizes() {
    let fib = |call: &str, rest: &str| {
        format!(
            "family fib[n]() -> num {{ if n < 2 {{ n }} else {{ fib[n - 1]() + fib[{rest}]() }} }}\n\
             test \"ten\" {{ {call} == 55 }}"
        )
    };
    check(&fib("fib[10]", "n - 2"), "E0208", "`fib[10]()`", &fib("fib[10]()", "n - 2"));
    check(&fib("fib[10]()", "n"), "E0414", "`n - 1` for `n`", &fib("fib[10]()", "n - 1"));
    let pow = |call: &str| {
        format!(
            "family pow[k, n](a: num[n, n]) -> num {{ k * sum(a) }}\n\
             test \"it\" {{ {call}([[1, 1], [1, 0]]) == 9 }}"
        )
    };
    check(&pow("pow"), "E0341", "`pow[3](…)`", &pow("pow[3]"));
}

#[test]
fn steps_of_a_chain() {
    let grows = |result: &str, value: &str| {
        bits(&format!(
            "family step[m](w: Bit[m]) -> {result} {{ {value} }}\n\
             family f[n](w: Bit[n]) -> Bit[n + 2] {{ generate(step, w, 2) }}"
        ))
    };
    let wrong = grows("Bit[m + 1]", "concat(w, ['0'])");
    check(&wrong, "E0364", "`-> Bit`", &grows("Bit", "'0'"));
    // The declaration is shown, and not the call once more.
    assert!(told("check", &wrong).contains("declared here\n 3 │"), "{}", told("check", &wrong));
    let chain = |call: &str| {
        format!(
            "family next[m](w: num[m], a: num) -> num {{ sum(w) + a }}\n\
             family f[n](y: num[n], b: num) -> num[n + 3] {{ {call} }}"
        )
    };
    let mended = chain("generate(next, y, 3, b)");
    check(&chain("generate(y, next, 3, b)"), "E0360", "`generate(next, y, 3, b)`", &mended);
    check(&chain("generate(next, y, 3, b, b)"), "E0361", "`generate(next, y, 3, b)`", &mended);
    check(&chain("generate(next, y, 3)"), "E0361", "`generate(next, y, 3, a)`", &mended);
}

#[test]
fn tables_and_remainders() {
    let table = |read: &str| {
        bits(&format!("const d = [[1, 2], [0, 1]];\nfamily f(q: num, t: Bit) -> num {{ {read} }}"))
    };
    check(&table("d[q, 0]"), "E0325", "`lookup(a[.., k], i)`", &table("lookup(d[.., 0], q)"));
    check(&table("d[0, t]"), "E0325", "`match t {", &table("match t { '0' => d[0, 0], '1' => d[0, 1] }"));
    check(&table("lookup(d, q)"), "E0317", "`lookup(a[.., k], i)`", &table("lookup(d[.., 0], q)"));
    let (wrong, right) = ("sum(x[indices(n) - 1])", "sum(lookup(x, indices(n) - 1))");
    check(&body(wrong), "E0323", "`lookup(x, p)`", &body(right));
    let of = |head: &str, value: &str| format!("family f{head} -> num {{ {value} }}");
    check(
        &of("(c: num)", "c % 3"),
        "E0328",
        "`sum(k % 3 * (c == k) for k in 0..=8)`",
        &of("(c: num)", "sum(k % 3 * (c == k) for k in 0..=8)"),
    );
    check(
        &of("[m](x: bool[m])", "count(x) % 2"),
        "E0328",
        "`any(c == k for k in 0..=m if k % 2 == 1)`",
        &of("[m](x: bool[m])", "any(count(x) == k for k in 0..=m if k % 2 == 1)"),
    );
}

#[test]
fn states_and_tuples() {
    let pair = "fold (a, b) = (0, 0) for v in x { (a + v, b + 1) }";
    let (words, mended) = ("`let (a, _) = …; a`", format!("let (a, _) = {pair}; a"));
    check(&body(pair), "E0301", words, &body(&mended));
    let chain = |length: &str, steps: &str| {
        format!(
            "family next[m](w: num[m]) -> num where m >= 1 {{ w[m - 1] + 1 }}\n\
             family f[n]() -> num[n]{length} {{ generate(next, [0, 1], {steps}) }}"
        )
    };
    check(&chain("", "n"), "E0301", "2 steps fewer", &chain(" where n >= 2", "n - 2"));
    let of = |value: &str| format!("family f[n](x: num[n]) -> num[n + 1] {{ {value} }}");
    let scan = "scan a = 0 for v in x { a + v }";
    check(&of(scan), "E0301", "leave its start out", &of(&format!("concat([0], {scan})")));
    let test = |body: &str| {
        format!("family rot(a: num, b: num) -> (num, num) {{ (b, a) }}\ntest \"twice\" {{ {body} }}")
    };
    check(
        &test("rot(rot(1, 0)) == (1, 0)"),
        "E0337",
        "`let (a, b) = …; rot(a, b)`",
        &test("let (a, b) = rot(1, 0); rot(a, b) == (1, 0)"),
    );
}
