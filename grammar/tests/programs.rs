//! The snippets of the language page parse, and print as people would write them.

mod check;
use check::{check_round, sound};

const FIRST: &str = r#"//! Balanced brackets, in constant depth.

alphabet Paren = '(' | ')';

/// True when every prefix closes no more than it opened, and the whole is even.
family dyck1[n](w: Paren[n]) -> bool in FSAC0[sign] {
    let step = if w == '(' { 1 } else { -1 };
    let height = [sum(step[..=i]) for i in 0..n];
    all(height >= 0) and sum(step) == 0
}

test "nested" { dyck1("(()())") == true }
test "closes too early" { dyck1("())(") == false }
"#;

#[test]
fn the_first_file_is_its_own_print() {
    assert_eq!(check_round(FIRST), FIRST);
}

#[test]
fn a_byte_order_mark_and_windows_lines_make_no_difference() {
    let windows = format!("\u{feff}{}", FIRST.replace('\n', "\r\n"));
    assert_eq!(check_round(&windows), FIRST);
}

#[test]
fn the_items_of_section_3() {
    check_round(
        r#"
ring Q(sqrt(2));                      // once, in the file that is run; default: ring Q
ring Q;
use std.sort.{sort, rank,};
use std.sort;
use matrix;
alphabet Bit = '0' | '1';
alphabet Letter = 'a'..='z';
alphabet Words = 'the' | 'cat' | '\n' | '\u{1F600}' | '\'' | 'é'..='ë';
const third = 1/3;
const table = [[1, 2], [3, 4]];
family name[p, q](in1: T1, in2: T2) -> T in Class where cond1, cond2 { 1 }
family one() -> num { 1 }
family hist[n, T](w: T[n]) -> num[n] { 1 }
family pair[n,](x: num[n, n + 1], y: (num, bool[n],),) -> (num[], (bool, num)) in AC0
    where n >= 1, n == 2 ^ floor(log2(n)) { (x, y) }
test "what it shows" { name(args) == expected }
test "for all small inputs" for n in 0..=6, x: bool[n] { parity(x) == parity_tree(x) }
test "of an array" for c in table, _ in 0..2 { true }
"#,
    );
}

#[test]
fn the_expressions_of_section_5() {
    for expr in [
        "2^-1",
        "2^3^2",
        "-2^2",
        "- - x",
        "not not a and b or c",
        "0 <= i < n",
        "a != b",
        "a + b - c * d / e % f",
        "(a + b) * c - (d - e)",
        "(a + b) + c",
        "(a or b) or (c and d)",
        "(a == b) == c",
        "(-a)^2",
        "(2^3)^2",
        "(f)(x)",
        "floor(n/2) + ceil(log2(n))",
        "if c { a } else if d { b } else { c }",
        "match w { '(' | '[' => 1, ')' => -1, _ => 0 }",
        "match w { '(' | '[' => 1, _ | 'a' => match v { 'a' => 2, }, }",
        "match w {}",
        "x[i] + m[i, j] + m[i] + x[..k] + x[a..b] + m[.., j] + x[a..] + x[..=b] + x[a..=b + 1]",
        "[e for i in 0..n]",
        "[e for i in 0..n, j in 0..m]",
        "[e for t in w] + [e for row in m, _ in 0..2]",
        "{ let y = e; let (a, b) = y; let t: T = e; let _: (num, T[n]) = e; y }",
        "fold acc = start for i in 0..n { acc + 1 }",
        "scan (a, b) = (0, 1) for x in w { (b, a + b) }",
        "fold (a, (_, c)) = s for _ in w { s }",
        "sum(v[j] for j in 0..n if x[j] == x[i])",
        "max(v[j] for j in 0..n if c[j] else 0)",
        "sum(a for j in 0..n, k in j..=n)",
        "max(a, b, c,) + f()",
        "select(keys, queries, ==) and not select(k, q, <=)",
        "aggregate(s, v, d) + pick_last(s, v) + lookup(x, i)",
        "generate(next[n], w, steps, more)",
        "tree[floor(n/2)](x[..floor(n/2)])",
        "['the', 'cat']",
        "[]",
        "(a, b, c,)",
        "\"(()\" == \"\\n\\t\\\\\\'\\\"\\u{41}日本\"",
        "1_000 + 0.25 + 1e-3 + 1.5E+10",
        "i > 0 and x[i - 1] == 0",
        "{ a }(b)[c]",
        "if {a} == b {c} else {d}[0]",
        "(if a { b } else { c })[0] + if a { b } else { c }",
        "名前 + _x + x_1 + é",
    ] {
        check_round(&format!("const c = {expr};"));
        check_round(&format!("test \"e\" {{ {expr} }}"));
        check_round(&format!("family f() -> num where {expr}, true {{ let x = {expr}; {expr} }}"));
    }
}

#[test]
fn long_code_is_broken_where_people_would() {
    let long = "family balanced[number_of_positions](word: Bracket[number_of_positions], weights: num[number_of_positions]) \
        -> bool in FSAC0[sign] where number_of_positions >= 1, number_of_positions == 2 ^ floor(log2(number_of_positions)) {\
        let step = if word == '(' { weights_of_opening_brackets(word) } else if word == ')' { -weights_of_closing(word) } else { 0 };\
        let kind = match word { '(' | ')' => round_brackets_weight, '[' | ']' => square_brackets_weight, _ => nothing_at_all };\
        let total = sum(weights[position] * step[position] for position in 0..number_of_positions if step[position] > 0);\
        fold state = 0 for i in 0..number_of_positions { let next = state + step[i]; next * 2 }\
        }";
    let expected = "\
family balanced[number_of_positions](
    word: Bracket[number_of_positions],
    weights: num[number_of_positions],
) -> bool
    in FSAC0[sign]
    where number_of_positions >= 1, number_of_positions == 2 ^ floor(log2(number_of_positions))
{
    let step = if word == '(' {
        weights_of_opening_brackets(word)
    } else if word == ')' {
        -weights_of_closing(word)
    } else {
        0
    };
    let kind = match word {
        '(' | ')' => round_brackets_weight,
        '[' | ']' => square_brackets_weight,
        _ => nothing_at_all,
    };
    let total = sum(
        weights[position] * step[position]
        for position in 0..number_of_positions
        if step[position] > 0
    );
    fold state = 0 for i in 0..number_of_positions {
        let next = state + step[i];
        next * 2
    }
}
";
    assert_eq!(check_round(long), expected);
}

#[test]
fn what_ends_with_a_block_is_set_off_and_broken_brackets_go_on() {
    for (source, expected) in [
        ("(if a { 1 } else { 2 }) + 1", "(if a { 1 } else { 2 }) + 1"),
        ("1 + (if a { 1 } else { 2 })", "1 + if a { 1 } else { 2 }"),
        ("(1 * if a { 1 } else { 2 }) + 1", "1 * (if a { 1 } else { 2 }) + 1"),
        ("(fold s = 0 for i in x { s + i }) == 3", "(fold s = 0 for i in x { s + i }) == 3"),
        ("not (match w { _ => a })", "not (match w { _ => a })"),
        ("(i ^ 2) % 11", "i ^ 2 % 11"),
    ] {
        assert_eq!(check_round(&format!("const c = {source};")), format!("const c = {expected};\n"));
    }
    let long = "test \"t\" { determinant([[2000, 1000, 3000, 1000], [1000, -1000, 2000, 3000], [4000, 1000, 1000, 2000], [1, 1, 1, 1]]) == \
        apply_a_family(first_argument_of_the_family, second_argument_of_the_family, third_argument_of_the_family, 4) }";
    let expected = "\
test \"t\" {
    determinant([
        [2000, 1000, 3000, 1000],
        [1000, -1000, 2000, 3000],
        [4000, 1000, 1000, 2000],
        [1, 1, 1, 1],
    ]) == apply_a_family(
        first_argument_of_the_family,
        second_argument_of_the_family,
        third_argument_of_the_family,
        4,
    )
}
";
    assert_eq!(check_round(long), expected);
}

#[test]
fn the_listing_names_kinds_and_texts() {
    let source = "/// Adds.\nfamily f[n](x: num[n]) -> num { let y = x[..2]; -y + 1 }";
    let expected = "\
Family 10..66
  docs \"Adds.\"
  name f
  parameter n
  input x
    type num array
      Name n
  result
    type num
  Block
    let
      pattern y
      Index
        Name x
        slice ..
          to
            Number 2
    Sum
      Neg
        Name y
      +
        Number 1
";
    assert_eq!(circ_grammar::dump(&sound(source).tree), expected);
}

#[test]
fn an_item_spans_from_its_keyword_to_its_end() {
    let source = "/// Doc.\nfamily f(x: num) -> num in FNC0 { (x + 1) * 2 } const a = 1;";
    let tree = sound(source).tree;
    let texts: Vec<&str> = tree.items.iter().map(|item| &source[item.span.range()]).collect();
    assert_eq!(texts, ["family f(x: num) -> num in FNC0 { (x + 1) * 2 }", "const a = 1;"]);
    let circ_grammar::tree::ItemKind::Family(family) = &tree.items[0].kind else { panic!("a family") };
    assert_eq!(&source[family.signature.range()], "family f(x: num) -> num in FNC0");
    let texts: Vec<&str> = tree.exprs.iter().map(|expr| &source[expr.span.range()]).collect();
    assert_eq!(texts, ["x", "1", "x + 1", "2", "(x + 1) * 2", "{ (x + 1) * 2 }", "1"]);
}

#[test]
fn an_empty_file_is_a_file() {
    for source in ["", "\u{feff}", "\n", "// nothing\n", "\u{feff}\r\n"] {
        assert_eq!(check_round(source), "");
    }
}

#[test]
fn tokens_are_listed_with_their_comments() {
    let lexemes = circ_grammar::tokens("\u{feff}let x≤ 'a'; // c\n/// d\n@");
    let listed: Vec<String> =
        lexemes.iter().map(|lexeme| format!("{} {}", lexeme.kind.name(), lexeme.text)).collect();
    assert_eq!(
        listed,
        [
            "Let let",
            "Name x",
            "LessEqual ≤",
            "Token 'a'",
            "Semicolon ;",
            "Comment // c",
            "Doc /// d",
            "Invalid @"
        ]
    );
}
