//! `circ verify`: circuits against their transformers.

mod support;

use support::{circ, entry, snapshot, stdout_of, transcript};

#[test]
fn verified() {
    snapshot(
        "verify",
        &transcript(&[
            &["verify", "dyck1.circ"],
            &["verify", "dyck1.circ", "--sizes", "1,16", "--trials", "20"],
            &["verify", "shapes.circ", "--sizes", "2,3", "--trials", "10"],
            &["verify", "shapes.circ", "--family", "words", "--sizes", "2,3,7"],
            &["verify", "shapes.circ", "--family", "nothing"],
            &["verify", "wrong.circ", "--family", "f"],
        ]),
    );
}

#[test]
fn what_cannot_be_built_is_told_once() {
    let source = "family last[n](x: num[n]) -> num { x[n - 1] } family one(b: bool) -> bool { not b } \
                  family far[n](x: num[n]) -> num { x[4] }";
    snapshot("verify_faults", &entry(&["verify", "-"], source));
}

#[test]
fn sizes_that_nobody_asked_for_are_small() {
    let source = "family f[n](b: bool) -> num { sum(i * b for i in 0..10 ^ (n + 2)) }";
    let text = entry(&["verify", "-"], source);
    assert!(text.contains("n = 2: 2 inputs, all of them, equal\n"), "{text}");
    assert!(text.contains("n = 4 left out: too large to be built without being asked for\n"), "{text}");
    assert!(text.ends_with("=> 0\n"), "{text}");
}

#[test]
fn a_seed_gives_the_same_inputs() {
    // How many of them are too long depends on what they are.
    let of = |seed: &str| stdout_of(&["verify", "shapes.circ", "--family", "tower", "--seed", seed]);
    assert_eq!(of("0"), of("0"));
    assert!((1..9).any(|seed| of(&seed.to_string()) != of("0")));
}

#[test]
fn usage() {
    for args in [["--trials", "0"], ["--trials", "many"], ["--seed", "-1"], ["--sizes", ""]] {
        let output = circ(&[&["verify", "dyck1.circ"][..], &args].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}
