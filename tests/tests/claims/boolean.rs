//! NC0, AC0, TC0 and NC1.

use super::support::{accepted, included, refuted, rejected};

/// The text of an example.
fn example(path: &str) -> String {
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/{}.circ"), path);
    std::fs::read_to_string(path).expect("the example is there")
}

/// An example with another claim.
fn claims(path: &str, class: &str) -> String {
    let text = example(path);
    let (head, rest) = text.split_once(" in F").expect("it claims a class");
    let end = rest.find([' ', '\n']).expect("a blank");
    format!("{head} in {class}{}", &rest[end..])
}

#[test]
fn examples_are_in_their_classes() {
    for (path, class) in [
        ("sequences/contains_ab", "AC0"),
        ("sequences/palindrome", "AC0"),
        ("sequences/increment", "AC0"),
        ("sequences/detect_ab", "NC0"),
        ("sequences/reverse", "NC0"),
        ("sequences/prev", "NC0"),
        ("sequences/copy", "NC0"),
        // A count that is compared with 0.
        ("sequences/first_occurrence", "TC0"),
        ("sequences/dyck1", "TC0"),
        ("sequences/dyck2", "TC0"),
        ("sequences/hist", "TC0"),
        ("circuits/majority", "TC0"),
        ("circuits/parity", "TC0"),
        ("circuits/mod3", "TC0"),
        ("circuits/bit_mul", "TC0"),
        ("circuits/bit_add", "AC0"),
        ("circuits/parity_tree", "NC1"),
        ("circuits/dfa_tree", "NC1"),
    ] {
        accepted(&claims(path, class));
    }
}

#[test]
fn larger_classes_hold_too() {
    accepted(&claims("sequences/reverse", "AC0"));
    accepted(&claims("sequences/reverse", "NC1"));
    accepted(&claims("sequences/contains_ab", "TC0"));
    included("AC0", &claims("sequences/contains_ab", "NC1"));
    included("TC0", &claims("circuits/parity", "NC1"));
}

#[test]
fn counting_is_not_in_ac0() {
    let counts = |marked: &str| rejected("E0610", "TC0", marked);
    counts("family f[n](x: bool[n]) -> num in AC0 { «count(x)» }");
    counts(
        "family f[n](x: bool[n]) -> bool in AC0 { let c = «count(x)»; any(c == k for k in 0..=n if k % 2 == 1) }",
    );
    counts("family f[n](x: bool[n]) -> bool in AC0 { 2 * «count(x)» > n }");
    counts("family f[n](x: bool[n]) -> num in AC0 { «sum(if x[i] { 2 } else { 0 } for i in 0..n)» }");
    counts("family f[n](x: bool[n]) -> num in AC0 { «prod(x)» }");
    counts("use std.count.{majority}; family f[n](x: bool[n]) -> bool in AC0 { «majority(x)» }");
    counts(
        "alphabet Paren = '(' | ')';
         family dyck1[n](w: Paren[n]) -> bool in AC0 {
            let step = if w == '(' { 1 } else { -1 };
            let height = [«sum(step[..=i])» for i in 0..n];
            all(height >= 0) and sum(step) == 0
         }",
    );
}

#[test]
fn wide_gates_are_not_in_nc0() {
    rejected("E0605", "AC0", "family f[n](x: bool[n]) -> bool in NC0 { «any(x)» }");
    rejected("E0605", "TC0", "family f[n](x: bool[n]) -> bool in NC0 { «count(x)» > 1 }");
}

#[test]
fn values_that_grow_are_not_in_nc1() {
    let long = |marked: &str| rejected("E0610", "FNC1", marked);
    long(
        "family f[n](x: bool[n]) -> num in NC1 where n >= 1 {
            if n == 1 { x[0] } else { «f(x[..floor(n / 2)]) + f(x[floor(n / 2)..])» }
        }",
    );
    long(
        "family f[n](x: bool[n]) -> num in NC1 where n >= 1 {
            if n == 1 { x[0] + 1 } else { «f(x[..floor(n / 2)]) * f(x[floor(n / 2)..])» }
        }",
    );
}

#[test]
fn depth_that_grows_is_in_no_class_of_constant_depth() {
    let parity = |class: &str| {
        format!("family f[n](x: bool[n]) -> bool in {class} {{ «fold p = false for b in x {{ p != b }}» }}")
    };
    for class in ["NC0", "AC0", "TC0", "NC1"] {
        refuted("E0606", "", &parity(class));
    }
    for class in ["NC0", "AC0", "TC0"] {
        rejected(
            "E0606",
            "NC1",
            &format!(
                "family f[n](x: bool[n]) -> bool in {class} where n >= 1 {{
                    if n == 1 {{ x[0] }} else {{ «f(x[..floor(n / 2)])» != f(x[floor(n / 2)..]) }}
                }}"
            ),
        );
    }
}
