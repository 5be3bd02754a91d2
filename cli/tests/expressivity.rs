//! `docs/expressivity.md`: the problems of the catalogue with what `circ report` proves of their programs, and the theorems
//! that place the functions. The figures are the tool's; the theorems stand in `expressivity/facts.rs`.

mod support;

#[path = "expressivity/facts.rs"]
mod facts;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use facts::{Bound, GROUPS, Problem, REFERENCES};
use serde_json::Value;
use support::{circ, programs};

/// A formula that is longer is told by its growth.
const LONGEST: usize = 40;

const HEAD: &str = "# What is expressible in constant depth

A course on what transformers can compute meets the same problems again and again. This page places those of the
[catalogue](../examples). A test makes it anew from `circ report`, and fails where it is out of date.

Two kinds of statements stand here, and they are not to be mixed up.

- **The tables speak of programs.** Class, depth, size and layers are proved of the circuits as written, for all n, by
  `circ report`. A program of depth n does not show that its function needs it.
- **The lists speak of functions.** They are theorems, each with its source, or say that something is open.

*Constant depth* means a number of layers that does not depend on n. Over the rationals, average-hard-attention
transformers whose feed-forward networks are arithmetic circuits compute exactly what FSAC0[sign] circuits do (Ehrmuth and
Strieker, 2026): so a family in FSAC0[sign] has one transformer for all n, and one whose depth grows has a
[looped transformer](constructions.md). With rational numbers no bound on precision is asked for; a family over bools and
tokens with constants of polynomially many bits stays in TC0. Other kinds of attention do less. Unique-hard attention
(leftmost or rightmost, of the greatest score) recognises only languages in AC0 (Hao, Angluin and Frank, 2022), and
encoders of fixed precision stay within a logic that counts, inside TC0 (Chiang, Cholak and Pillay, 2023). A result
about one kind of attention says nothing of another.

The Boolean classes are NC0 ⊊ AC0 ⊊ TC0 ⊆ NC1 ⊆ NL ⊆ AC1. Whether TC0 is NC1 is open. Where NL stands beside circuits, these
are built in logarithmic space; the circuits of circ are shown to be built in polynomial time (P-uniform). Nothing is said
of DLOGTIME uniformity (Barrington, Immerman and Straubing, 1990).

In the tables *layers* are those of `average`, two for each round. What is marked with ≤ is an upper bound, and the rest is
exact, each from some size on, which `circ report` names. A long formula stands as its growth.
";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn name(problem: &Problem) -> &str {
    problem.program.rsplit('/').next().expect("a name")
}

/// What the tool says of a program.
fn report(problem: &Problem) -> Value {
    let file = format!("../../../examples/{}.circ", problem.program);
    let args = ["report", &file, "--family", name(problem), "--json", "--sizes", "1,2,4"];
    let output = circ(&args, "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn text<'v>(value: &'v Value, keys: &[&str]) -> Option<&'v str> {
    keys.iter().try_fold(value, |value, key| value.get(key))?.as_str()
}

/// `12`, `≤ 10*n + 17`, `≤ O(n^3 log n)`
fn figure(value: &Value) -> String {
    let (Some(formula), Some(growth), Some("proved")) =
        (text(value, &["formula"]), text(value, &["growth"]), text(value, &["how"]))
    else {
        return "not proved".into();
    };
    let most = if text(value, &["bound"]) == Some("exact") { "" } else { "≤ " };
    match formula.chars().count() {
        ..=LONGEST => format!("{most}`{formula}`"),
        _ if most.is_empty() => format!("exact, {growth}"),
        _ => format!("≤ {growth}"),
    }
}

fn layers(report: &Value) -> &Value {
    &report["constructions"][0]["layers"]
}

/// A row of a table.
fn row(problem: &Problem, report: &Value) -> String {
    let link = format!("[{}](../examples/{}.circ)", name(problem), problem.program);
    let class = text(report, &["class", "name"]).unwrap_or("none proved");
    let boolean = match &report["boolean"] {
        Value::Null => "-",
        boolean => text(boolean, &["class"]).unwrap_or("none proved"),
    };
    let cells = [
        link,
        class.to_string(),
        boolean.to_string(),
        figure(&report["depth"]),
        figure(&report["size"]),
        figure(layers(report)),
    ];
    format!("| {} |\n", cells.join(" | "))
}

fn page(reports: &[(&Problem, Value)]) -> String {
    let mut out = String::from(HEAD);
    let mut reports = reports.iter();
    for group in GROUPS {
        out.push_str(&format!("\n## {}\n\n{}\n\n", group.title, filled(group.text, "")));
        out.push_str("| program | class | Boolean class | depth | size | layers |\n");
        out.push_str("| --- | --- | --- | --- | --- | --- |\n");
        for _ in group.problems {
            let (problem, report) = reports.next().expect("a report for each");
            out.push_str(&row(problem, report));
        }
        out.push('\n');
        for problem in group.problems {
            let entry = format!("- **{}.** {}", name(problem), problem.placed);
            out.push_str(&format!("{}\n", filled(&entry, "  ")));
            let entry = format!("  *In constant depth:* {}", problem.constant);
            out.push_str(&format!("{}\n", filled(&entry, "  ")));
        }
    }
    out.push_str("\n## Literature\n\n");
    for (short, long) in sorted() {
        out.push_str(&format!("{}\n", filled(&format!("- {short}: {long}."), "  ")));
    }
    out
}

fn sorted() -> Vec<(&'static str, &'static str)> {
    let mut all = REFERENCES.to_vec();
    all.sort_unstable();
    all
}

/// Words on lines of at most 120 characters.
fn filled(text: &str, indent: &str) -> String {
    let options = textwrap::Options::new(120).subsequent_indent(indent).break_words(false);
    textwrap::fill(text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
}

/// `INSTA_UPDATE=always` writes it, as it does snapshots.
#[test]
fn the_page_is_up_to_date_and_true() {
    let problems = GROUPS.iter().flat_map(|group| group.problems);
    let reports: Vec<(&Problem, Value)> = problems.map(|problem| (problem, report(problem))).collect();
    for (problem, report) in &reports {
        holds(problem, report);
    }
    let text = page(&reports);
    let path = folder().join("docs/expressivity.md");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &text).expect("the page can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "docs/expressivity.md is not up to date; INSTA_UPDATE=always writes it anew");
}

/// A theorem that is a lower bound is held against what the tool proves: a program can't be below it.
fn holds(problem: &Problem, report: &Value) {
    const SMALLEST_FIRST: [&str; 4] = ["NC0", "AC0", "TC0", "NC1"];
    match problem.bound {
        Bound::None => {}
        Bound::AtLeast(least) => {
            let at = |class: &str| SMALLEST_FIRST.iter().position(|known| *known == class).expect("a class");
            if let Some(class) = text(&report["boolean"], &["class"]) {
                assert!(at(class) >= at(least), "{}: {class} is proved, against a theorem", problem.program);
            }
        }
        Bound::Degree => {
            let of = |value: &Value| {
                (text(value, &["how"]) == Some("proved"))
                    .then(|| text(value, &["growth"]).map(str::to_string))
                    .flatten()
            };
            assert_ne!(of(layers(report)).as_deref(), Some("O(1)"), "{}", problem.program);
            let class = text(report, &["class", "name"]).unwrap_or_default();
            assert!(
                !class.starts_with("FSAC0") && !class.starts_with("FNC0"),
                "{}: {class}",
                problem.program
            );
        }
    }
}

#[test]
fn every_program_of_the_catalogue_is_placed() {
    let mut have = BTreeSet::new();
    for folder in ["sequences", "circuits", "thought"] {
        let path = programs().join("../../../examples").join(folder);
        for entry in std::fs::read_dir(path).expect("the folder is there") {
            let file = entry.expect("readable").path();
            let stem = file.file_stem().expect("a name").to_string_lossy().into_owned();
            have.insert(format!("{folder}/{stem}"));
        }
    }
    let placed: Vec<String> =
        GROUPS.iter().flat_map(|g| g.problems).map(|problem| problem.program.to_string()).collect();
    assert_eq!(placed.iter().cloned().collect::<BTreeSet<_>>(), have);
    assert_eq!(placed.len(), have.len(), "a program stands on the page twice");
}

/// What is cited is in the list, and what is in the list is cited.
#[test]
fn every_reference_is_there_and_used() {
    let mut said = String::from(HEAD);
    for group in GROUPS {
        said.push_str(group.text);
        for problem in group.problems {
            said.push_str(problem.placed);
            said.push_str(problem.constant);
        }
    }
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for (short, _) in REFERENCES {
        assert!(said.contains(short), "{short} is cited nowhere");
    }
    // A citation ends with its year.
    for (at, _) in said.match_indices(", ") {
        let year = said.get(at + 2..at + 6).unwrap_or_default();
        if year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) {
            let before = &said[..at + 6];
            assert!(
                REFERENCES.iter().any(|(short, _)| before.ends_with(short)),
                "not listed: …{}",
                &before[before.len().saturating_sub(60)..]
            );
        }
    }
}
