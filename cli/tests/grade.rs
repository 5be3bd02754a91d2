//! `circ grade`: programs held against a reference.

mod support;

use support::{circ, snapshot, stdout_of, transcript};

const REFERENCE: [&str; 2] = ["--reference", "grade/parity.circ"];

/// The command on a submission, with more options.
fn grade<'a>(submission: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["grade", submission], &REFERENCE[..], more].concat()
}

#[test]
fn one_submission() {
    let of = |name: &'static str, more: &[&'static str]| grade(name, more);
    let cases = [
        of("grade/class/anna.circ", &["--sizes", "0..=6", "--max-depth", "9", "--max-layers", "18"]),
        of(
            "grade/class/anna.circ",
            &["--class", "FSAC0[sign]", "--forbid", "prod,count,any,*,==", "--sizes", "2"],
        ),
        of("grade/class/ben.circ", &["--max-depth", "9", "--sizes", "0..4"]),
        of("grade/class/ben.circ", &["--max-depth", "9", "--sizes", "0..4", "--hide-counterexamples"]),
        of(
            "grade/class/carla.circ",
            &["--forbid", "use,recursion,std.logic.xor,xor,if,parity", "--sizes", "3,12"],
        ),
        of("grade/class/dan.circ", &[]),
        of("grade/class/jan", &["--sizes", "1,2"]),
    ];
    let cases: Vec<&[&str]> = cases.iter().map(Vec::as_slice).collect();
    snapshot("grade_one", &transcript(&cases));
}

/// What is asked for all n is proved, or said how it fails; the sizes that are built are few.
#[test]
fn classes_and_depths_for_all_sizes() {
    let anna = |class: &'static str| grade("grade/class/anna.circ", &["--class", class, "--sizes", "2"]);
    let carla = |more: &'static [&'static str]| {
        grade("grade/class/carla.circ", &[&["--sizes", "1,2"], more].concat())
    };
    let cases = [
        anna("FAC2[sign]"),
        anna("FNC1[sign]"),
        anna("FSAC0"),
        anna("FNC0[sign]"),
        anna("TC0"),
        anna("AC0"),
        carla(&["--class", "FNC1"]),
        carla(&["--class", "FSAC0[sign]", "--max-depth", "4"]),
    ];
    let cases: Vec<&[&str]> = cases.iter().map(Vec::as_slice).collect();
    snapshot("grade_proved", &transcript(&cases));
}

#[test]
fn a_folder_has_a_row_for_each() {
    let args = grade("grade/class", &["--max-depth", "12", "--forbid", "recursion,use", "--sizes", "0..=4"]);
    snapshot("grade_folder", &transcript(&[&args]));
}

#[test]
fn formats() {
    let json = grade("grade/class", &["--format", "json", "--sizes", "1,2", "--forbid", "prod"]);
    let ben = |more: &[&'static str]| {
        grade("grade/class/ben.circ", &[&["--sizes", "1..4", "--max-depth", "9"], more].concat())
    };
    let cases = [
        json,
        ben(&["--format", "json", "--hide-counterexamples"]),
        ben(&["--format", "gradescope"]),
        ben(&["--format", "gradescope", "--hide-counterexamples"]),
        ben(&["--format", "gradescope", "--hide-counterexamples=after_due_date"]),
        grade("grade/class/jan", &["--format", "gradescope", "--sizes", "2"]),
        grade("grade/class/kim", &["--format", "gradescope", "--sizes", "2"]),
    ];
    let cases: Vec<&[&str]> = cases.iter().map(Vec::as_slice).collect();
    snapshot("grade_formats", &transcript(&cases));
}

#[test]
fn both_formats_are_json() {
    for format in ["json", "gradescope"] {
        let args = grade("grade/class/ben.circ", &["--format", format, "--class", "FNC1"]);
        let output = circ(&args, "");
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(value.is_object());
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn alphabets_and_sizes_are_compared_by_what_they_are() {
    let reference = ["--reference", "grade/words.circ"];
    let of = |name: &'static str, more: &[&'static str]| [&["grade", name], &reference[..], more].concat();
    let cases = [
        of("grade/words", &["--family", "turned", "--sizes", "0..4"]),
        of("grade/words/wrong.circ", &["--family", "turned", "--sizes", "3", "--param", "n=2"]),
        of("grade/words", &["--family", "hist", "--sizes", "0..=5"]),
        of("grade/words", &["--family", "hist", "--type", "T=Letter", "--sizes", "0..=5"]),
    ];
    let cases: Vec<&[&str]> = cases.iter().map(Vec::as_slice).collect();
    snapshot("grade_words", &transcript(&cases));
}

#[test]
fn wrong_options() {
    let cases = [
        grade("grade/class/anna.circ", &["--forbid", "summ,sum,std.sort.srot,plus"]),
        grade("grade/class/anna.circ", &["--class", "FTC0"]),
        grade("grade/class/anna.circ", &["--class", "FNC0 { b } family g(b: bool) -> bool"]),
        grade("grade/class/anna.circ", &["--family", "parties"]),
        grade("grade/class/lea", &[]),
        grade("grade/class/nobody.circ", &[]),
        grade("grade/class/anna.circ", &["--sizes", "3..1"]),
        grade("grade/class/anna.circ", &["--sizes", "0..5000"]),
        vec!["grade", "grade/class", "--reference", "grade/class/fred.circ"],
        vec!["grade", "grade/class"],
    ];
    let cases: Vec<&[&str]> = cases.iter().map(Vec::as_slice).collect();
    snapshot("grade_options", &transcript(&cases));
}

#[test]
fn a_seed_gives_the_same_grades() {
    let of =
        |seed| stdout_of(&["grade", "grade/words.circ", "--reference", "grade/words.circ", "--seed", seed]);
    assert_eq!(of("7"), of("7"));
}

#[test]
fn budgets_can_be_raised_and_lowered() {
    let of = |more: &[&str]| circ(&grade("grade/class/carla.circ", more), "").status.code();
    assert_eq!(of(&["--sizes", "8"]), Some(0));
    for budget in ["--max-gates", "--max-wires", "--max-steps", "--max-calls", "--max-work"] {
        assert_eq!(of(&["--sizes", "8", budget, "0"]), Some(1), "{budget}");
    }
}

/// What a student links to is not what a student wrote.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let place = tempfile::tempdir().expect("a folder can be made");
    let reference = support::programs().join("grade/parity.circ");
    std::os::unix::fs::symlink(&reference, place.path().join("link.circ")).expect("a link can be made");
    std::fs::create_dir(place.path().join("inner")).expect("a folder can be made");
    std::os::unix::fs::symlink(&reference, place.path().join("inner/parity.circ"))
        .expect("a link can be made");
    std::fs::copy(&reference, place.path().join("own.circ")).expect("it can be copied");
    let folder = place.path().to_string_lossy().into_owned();
    let text = |submission: &str| {
        let output = circ(&grade(submission, &["--sizes", "1"]), "");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let all = text(&folder);
    assert!(all.contains("own       1/1"), "{all}");
    assert_eq!(all.matches("it is a link, which is not followed").count(), 2, "{all}");
    let inner = text(&format!("{folder}/inner/parity.circ"));
    assert!(inner.contains("it is a link, which is not followed"), "{inner}");
}
