//! The catalogue: every program of `examples/sequences`, `examples/circuits` and `examples/thought` loads, has the signature and the
//! claim that the catalogue gives it, and computes what a plain Rust model of its row computes, by the circuit and
//! by the transformer.
//!
//! A row is its signature and its model; the models stand in [`catalogue`], by subject, and use other methods than
//! the programs: stacks, sorting, machine integers, sums over permutations.

mod catalogue {
    pub(crate) mod bits;
    pub(crate) mod brackets;
    pub(crate) mod numbers;
    pub(crate) mod polynomials;
    pub(crate) mod row;
    pub(crate) mod run;
    pub(crate) mod thought;
    pub(crate) mod words;
}

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use catalogue::row::Row;
use catalogue::run::{Program, check, measures, run_tests};
use catalogue::{bits, brackets, numbers, polynomials, thought, words};

/// Every row, by subject.
fn rows() -> impl Iterator<Item = &'static Row> {
    [words::ROWS, brackets::ROWS, numbers::ROWS, polynomials::ROWS, bits::ROWS, thought::ROWS]
        .into_iter()
        .flatten()
}

fn check_all(rows: &[Row]) {
    rows.iter().for_each(check);
}

#[test]
fn words_are_as_modelled() {
    check_all(words::ROWS);
}

#[test]
fn brackets_are_as_modelled() {
    check_all(brackets::ROWS);
}

#[test]
fn numbers_are_as_modelled() {
    check_all(numbers::ROWS);
}

#[test]
fn polynomials_and_matrices_are_as_modelled() {
    check_all(polynomials::ROWS);
}

#[test]
fn bits_are_as_modelled() {
    check_all(bits::ROWS);
}

#[test]
fn chains_of_thought_are_as_modelled() {
    check_all(thought::ROWS);
}

#[test]
fn the_folders_hold_the_rows_and_nothing_else() {
    for folder in ["sequences", "circuits", "thought"] {
        let files: BTreeSet<String> = fs::read_dir(catalogue::run::examples().join(folder))
            .expect("the folder of examples")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        let named = rows().filter(|row| row.folder == folder).map(|row| format!("{}.circ", row.name()));
        assert_eq!(files, named.collect::<BTreeSet<_>>(), "examples/{folder}");
    }
}

#[test]
fn signatures_are_those_of_the_catalogue() {
    for row in rows() {
        let program = Program::of(row);
        let family = program.loaded.program.families.last().expect("a family");
        assert_eq!(family.name, row.name(), "the main family of {} stands last", program.path);
        let found = &program.source[family.signature.range()];
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(plain(found), plain(&format!("family {}", row.signature)), "{}", program.path);
    }
}

#[test]
fn files_are_documented_formatted_and_tested() {
    let mut unformatted = Vec::new();
    for row in rows() {
        let program = Program::of(row);
        let path = &program.path;
        let tree = circ_grammar::parse(&program.source).tree;
        assert!(!tree.docs.is_empty(), "{path} says nothing about itself");
        if program.source != circ_grammar::print(&tree) {
            unformatted.push(path.clone());
        }
        for family in &program.loaded.program.families {
            assert!(!family.docs.is_empty(), "`{}` in {path} is not documented", family.name);
        }
        assert!(program.loaded.program.tests.len() >= 3, "{path} has few tests");
    }
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../std");
    for entry in fs::read_dir(library).expect("the folder of the library") {
        let path = entry.expect("an entry").path();
        let source = fs::read_to_string(&path).expect("a file of the library");
        if source != circ_grammar::print(&circ_grammar::parse(&source).tree) {
            unformatted.push(path.display().to_string());
        }
    }
    assert!(unformatted.is_empty(), "not as `circ_grammar::print` prints them: {unformatted:?}");
}

#[test]
fn their_own_tests_hold_on_both_engines() {
    rows().for_each(|row| run_tests(&Program::of(row)));
}

/// No proof, which is the compiler's task; but a claim that the built circuits belie is found here.
#[test]
fn claims_agree_with_measured_circuits() {
    for row in rows() {
        let (small, middle, large) = (measures(row, 8), measures(row, 16), measures(row, 32));
        let Some(claim) = row.claim() else {
            assert!(large.depth > middle.depth, "{} has constant depth, and no claim", row.name());
            continue;
        };
        let (class, signs) = claim.strip_suffix("[sign]").map_or((claim, false), |class| (class, true));
        assert!(signs || !large.signs, "{}: a sign gate in {claim}", row.name());
        // Of depth log^i n the i-th differences over doublings are constant, but for the ends of loops.
        let (first, second) = (middle.depth - small.depth, large.depth - middle.depth);
        match class.trim_start_matches(char::is_alphabetic) {
            "0" => assert_eq!(second, 0, "{}: the depth grows in {claim}", row.name()),
            "1" => assert!(second <= first, "{}: the depth grows from {first} to {second}", row.name()),
            _ => assert!(second < 2 * first, "{}: the depth grows from {first} to {second}", row.name()),
        }
        if !class.starts_with("FAC") {
            assert!(large.mul_fan_in <= 4, "{}: products of {} in {claim}", row.name(), large.mul_fan_in);
        }
        if class.starts_with("FNC") {
            assert_eq!(large.add_fan_in, middle.add_fan_in, "{}: sums grow in {claim}", row.name());
        }
    }
}
