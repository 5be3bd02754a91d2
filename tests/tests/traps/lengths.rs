//! Sequences that are longer than anyone tried by hand. The length program of a well-known compiler is wrong from 10 on.

use super::support::{gives, listed};

/// Around each length where something changed elsewhere, and around a power of two.
const LENGTHS: [u64; 12] = [0, 1, 9, 10, 11, 19, 20, 21, 127, 128, 129, 200];

#[test]
fn lengths_beyond_10_20_and_128() {
    for n in LENGTHS {
        let ones = listed(vec![1; n as usize]);
        let length = n.to_string();
        for body in [
            "sum(x * 0 + 1)",
            "count(t == 1 for t in x)",
            "sum(width(select(x, x, ==))[0..min(n, 1)])",
            "fold s = 0 for t in x { s + t }",
        ] {
            // The length as another's: by equality with oneself, by counting and by going along.
            if body.starts_with("sum(width") && n > 21 {
                continue;
            }
            let source = format!("family f[n](x: num[n]) -> num {{ {body} }}");
            gives(&source, &[n], &ones, &length);
        }
        gives("family f[n](x: num[n]) -> num { len(x) }", &[n], &ones, &length);
        gives("family f[n](x: num[n]) -> num { sum(1 for i in 0..n) }", &[n], &ones, &length);
        let (up, down) = (listed(1..=n), listed((1..=n).rev()));
        gives(
            "family f[n](x: num[n]) -> num[n] { pick(select(indices(n), [n - 1 - i for i in 0..n], ==), x) }",
            &[n],
            &up,
            &down,
        );
        gives("family f[n](x: num[n]) -> num[n] { [x[n - 1 - i] for i in 0..n] }", &[n], &up, &down);
        let sums = listed((1..=n).map(|k| k * (k + 1) / 2));
        gives("family f[n](x: num[n]) -> num[n] { [sum(x[..=i]) for i in 0..n] }", &[n], &up, &sums);
        gives("family f[n](x: num[n]) -> num[n] { scan s = 0 for t in x { s + t } }", &[n], &up, &sums);
    }
    // One that tells every pair of positions apart: a histogram.
    for n in [11u64, 21, 40] {
        let values = listed((0..n).map(|k| k % 10));
        let counts = listed((0..n).map(|k| (0..n).filter(|j| j % 10 == k % 10).count()));
        gives("family f[n](x: num[n]) -> num[n] { width(select(x, x, ==)) }", &[n], &values, &counts);
    }
}

/// The length program of the examples, on every token and mixed ones.
#[test]
fn the_length_program_of_the_examples() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/sequences/length.circ");
    let source = std::fs::read_to_string(path).expect("the example");
    let items = source.split("\ntest ").next().expect("what stands before the tests");
    for n in LENGTHS {
        let expected = if items.contains("-> num[n]") { listed(vec![n; n as usize]) } else { n.to_string() };
        gives(items, &[n], &listed((0..n).map(|k| k % 2)), &expected);
    }
}
