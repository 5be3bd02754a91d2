//! Sizes: those below zero, and those that are what they should be only in exact arithmetic.

use super::support::{fails, gives, listed};

/// Another compiler wrapped around and asked for 618 GB.
#[test]
fn size_n_minus_2_at_n_1() {
    let family = |body: &str| format!("family f[n](x: num[n]) -> num {{ {body} }}");
    let refused = [
        ("sum([1 for i in 0..n - 2])", "E0403", "0..n - 2"),
        ("sum([x[0] for i in 0..n - 2])", "E0403", "0..n - 2"),
        ("sum([1 for i in 0..n - 2, j in 0..n])", "E0403", "0..n - 2"),
        ("sum(indices(n - 2))", "E0404", "n - 2"),
        ("sum(x[..n - 2])", "E0403", "..n - 2"),
        ("sum(x[n - 2..])", "E0402", "n - 2.."),
        ("x[n - 2]", "E0401", "n - 2"),
        ("let unused = indices(n - 2); 7", "E0404", "n - 2"),
        ("if n == 1 { sum(indices(n - 2)) } else { 7 }", "E0404", "n - 2"),
        ("fold s = 0 for i in 0..n { s + len(indices(n - 2)) }", "E0404", "n - 2"),
        ("sum(width(select(indices(n - 2), x, <)))", "E0404", "n - 2"),
    ];
    for (body, code, at) in refused {
        fails(&family(body), &[1], code, at);
    }
    fails("family f[n](x: num[n - 2]) -> num { sum(x) }", &[1], "E0404", "n - 2");
    fails("family f[n](x: num[3, n - 2]) -> num { sum(x) }", &[1], "E0404", "n - 2");
    fails("family f[n](x: num[n - 2]) -> num { 7 }", &[0], "E0404", "n - 2");
    let callee = "family g[m](x: num) -> num { m + x } ";
    let caller = format!("{callee}family f[n](x: num) -> num {{ g[n - 2](x) }}");
    fails(&caller, &[1], "E0404", "n - 2");
    fails(&format!("{callee}test \"t\" {{ g[1 - 2](7) == 6 }}"), &[0], "E0324", "1 - 2");
    let recursive = "family f[n](x: num) -> num { if n == 0 { x } else { f[n - 2](x) } }";
    fails(recursive, &[1], "E0404", "n - 2");
    fails(recursive, &[9_999], "E0404", "n - 2");
    gives(recursive, &[100], "5", "5");
    let step = "family next[m](w: num[m]) -> num { sum(w) } ";
    let chain =
        format!("{step}family f[n](x: num[n]) -> num {{ let y = generate(next, x, n - 2); y[len(y) - 1] }}");
    fails(&chain, &[1], "E0404", "n - 2");
    gives(&chain, &[2], "1 2", "2");
    gives(&chain, &[4], "1 2 3 4", "20");

    // A loop and a reduction over what ends before it starts are empty, and where nothing is taken nothing is wrong.
    for n in [0, 1, 2] {
        let ones = listed(vec![1; n as usize]);
        gives(&family("sum(1 for i in 0..n - 2)"), &[n], &ones, "0");
        gives(&family("prod(x[i] for i in 0..n - 2)"), &[n], &ones, "1");
        gives(&family("fold s = 5 for i in 0..n - 2 { s + x[i] }"), &[n], &ones, "5");
        gives(&family("if n < 2 { 0 } else { sum(indices(n - 2)) }"), &[n], &ones, "0");
        gives(&family("sum(len(indices(n - 2)) for i in 0..n - 2)"), &[n], &ones, "0");
    }
    for n in [3, 4, 50] {
        let ones = listed(vec![1; n as usize]);
        let expected = (n - 2).to_string();
        for body in ["sum([1 for i in 0..n - 2])", "len(indices(n - 2))", "sum(x[..n - 2])"] {
            gives(&family(body), &[n], &ones, &expected);
        }
    }
    // A size as large as a size can be does not wrap around either.
    let largest = u64::MAX;
    fails("family f[n]() -> num { len(indices(n + 2)) }", &[largest], "E0426", "n + 2");
    fails("family f[n]() -> num { len(indices(2 - n)) }", &[largest], "E0404", "2 - n");
    fails("family f[n](x: num) -> num { sum(x for i in 0..n) }", &[largest], "E0422", "i");
}

#[test]
fn one_minus_two_as_a_size() {
    let family = |body: &str| format!("family f(x: num[3]) -> num {{ {body} }}");
    let refused = [
        ("sum(indices(1 - 2))", "E0324", "1 - 2"),
        ("sum(indices(1-2))", "E0324", "1-2"),
        ("sum([0 for i in 0..1 - 2])", "E0403", "0..1 - 2"),
        ("sum(x[1 - 2..])", "E0324", "1 - 2"),
        ("sum(x[..1 - 2])", "E0324", "1 - 2"),
        ("sum(x[..=1 - 3])", "E0324", "1 - 3"),
        ("x[1 - 2]", "E0326", "1 - 2"),
        ("let y = indices(1 - 2); 7", "E0324", "1 - 2"),
        ("let k = 1 - 2; len(indices(k))", "E0324", "k"),
        ("len(indices(fold s = 1 for i in 0..1 { s - 2 }))", "E0404", "fold s = 1 for i in 0..1 { s - 2 }"),
        ("len(indices(min(1, 2) - 2))", "E0404", "min(1, 2) - 2"),
    ];
    for (body, code, at) in refused {
        fails(&family(body), &[], code, at);
    }
    fails("family f(x: num[1 - 2]) -> num { sum(x) }", &[], "E0324", "1 - 2");
    fails("family f() -> num[1 - 2] { [] }", &[], "E0324", "1 - 2");
    fails("const c = 1 - 2; family f() -> num { len(indices(c)) }", &[], "E0324", "c");
    fails("const c = 1 - 2; family f(x: num[c]) -> num { 7 }", &[], "E0324", "c");
    fails("const c = indices(1 - 2); family f() -> num { 7 }", &[], "E0324", "1 - 2");
    fails(
        "family f[n](x: num[n]) -> num { sum(x) } test \"t\" { f(indices(1 - 2)) == 0 }",
        &[0],
        "E0324",
        "1 - 2",
    );
    gives(&family("sum(x[t] for t in 0..1 - 2)"), &[], "1 2 3", "0");
    gives(&family("if false { sum(indices(4 - 3)) } else { 7 }"), &[], "1 2 3", "7");
}

#[test]
fn n_minus_1_plus_1_is_n() {
    for size in ["(n - 1) + 1", "n - 1 + 1", "1 + (n - 1)", "(n - 2) * 2 + 4 - n", "n + 1 - 1", "2 * n - n"] {
        for n in [0, 1, 2, 7] {
            let values = listed(0..n);
            gives(&format!("family f[n](x: num[n]) -> num[{size}] {{ x }}"), &[n], &values, &values);
            gives(&format!("family f[n](x: num[{size}]) -> num[n] {{ x }}"), &[n], &values, &values);
            gives(&format!("family f[n](x: num[n]) -> num[n] {{ x[..{size}] }}"), &[n], &values, &values);
            gives(
                &format!("family f[n](x: num[n]) -> num[n] {{ x + indices({size}) * 0 }}"),
                &[n],
                &values,
                &values,
            );
            gives(
                &format!("family f[n](x: num[n]) -> num[n] {{ [x[i] for i in 0..{size}] }}"),
                &[n],
                &values,
                &values,
            );
            let call = format!(
                "family g[m](x: num[m]) -> num[m] {{ x }} family f[n](x: num[n]) -> num[n] {{ g[{size}](x) }}"
            );
            gives(&call, &[n], &values, &values);
            gives(&format!("family f[n]() -> bool {{ n == {size} }}"), &[n], "", "true");
        }
    }
    // One less and one more are other sizes.
    fails("family f[n](x: num[n]) -> num[n - 1] { x }", &[3], "E0301", "x");
    fails("family f[n](x: num[n]) -> num[n - 1 - 1 + 1] { x }", &[3], "E0301", "x");
}

#[test]
fn halves_are_exact_until_they_are_rounded() {
    for n in [0u64, 1, 2, 3, 8, 13] {
        let values = listed(1..=n);
        for size in ["n/2*2", "n / 2 * 2", "(n/2) * 2", "n/3 + 2*n/3", "floor(n/2) + ceil(n/2)", "2*(n/2)"] {
            gives(&format!("family f[n](x: num[n]) -> num[{size}] {{ x }}"), &[n], &values, &values);
            gives(&format!("family f[n](x: num[n]) -> num[n] {{ x[..{size}] }}"), &[n], &values, &values);
            gives(&format!("family f[n]() -> num {{ {size} }}"), &[n], "", &n.to_string());
        }
        let even = n / 2 * 2;
        let shorter = listed(1..=even);
        gives("family f[n]() -> num { floor(n/2)*2 }", &[n], "", &even.to_string());
        gives("family f[n]() -> num { ceil(n/2)*2 }", &[n], "", &(even + 2 * (n % 2)).to_string());
        gives("family f[n](x: num[n]) -> num[floor(n/2)*2] { x[..floor(n/2)*2] }", &[n], &values, &shorter);
        gives("family f[n]() -> num { n/2 }", &[n], "", &format!("{n}/2"));
        gives(
            "family f[n]() -> bool { floor(n/2)*2 == n }",
            &[n],
            "",
            if even == n { "true" } else { "false" },
        );
        gives("family f[n](x: num) -> num { let half = n/2; x*half + x*half }", &[n], "1", &n.to_string());
    }
    // The same values by a shape that is only sometimes right: judged at each n.
    let rounded = "family f[n](x: num[n]) -> num[floor(n/2)*2] { x }";
    gives(rounded, &[4], "1 2 3 4", "1 2 3 4");
    fails(rounded, &[3], "E0301", "{ x }");
    fails("family f[n](x: num[n]) -> num { sum(x[..n/2]) }", &[3], "E0404", "n/2");
    fails("family f[n](x: num[n]) -> num { x[n/2] }", &[1], "E0404", "n/2");
    fails("family f[n](x: num[n/2]) -> num { sum(x) }", &[3], "E0404", "n/2");
    fails("family f() -> num { len(indices(3/2)) }", &[], "E0324", "3/2");
    gives("family f() -> num { len(indices(3/2*2)) }", &[], "", "3");
}
