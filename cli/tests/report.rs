//! `circ report` and `circ compare`: what they say of all n, in every form.

mod support;

use support::{circ, entry, snapshot, stdout_of, transcript};

const PARITY: &str = "../../../examples/circuits/parity.circ";
const TREE: &str = "../../../examples/circuits/parity_tree.circ";

#[test]
fn a_report_says_how_each_figure_is_known() {
    snapshot(
        "report_known",
        &transcript(&[
            &["report", PARITY, "--sizes", "1,3,4"],
            &["report", "../../../examples/circuits/product.circ", "--sizes", "4"],
            &[
                "report",
                "../../../examples/circuits/batcher_sort.circ",
                "--family",
                "batcher_sort",
                "--sizes",
                "4",
            ],
            &["report", "observed.circ", "--sizes", "1,2,4,8,16"],
            &["report", "observed.circ", "--sizes", "4", "--json"],
            &["report", "free.circ", "--sizes", "2,3", "--param", "k=2"],
            &["report", "shapes.circ", "--family", "parts", "--sizes", "2"],
        ]),
    );
}

#[test]
fn why_shows_the_expressions() {
    snapshot(
        "report_why",
        &transcript(&[
            &["report", "dyck1.circ", "--sizes", "4", "--why"],
            &[
                "report",
                "../../../examples/circuits/dfa_tree.circ",
                "--family",
                "dfa_tree",
                "--sizes",
                "4",
                "--why",
            ],
            &["report", "../../../examples/circuits/horner.circ", "--sizes", "4", "--why", "--json"],
        ]),
    );
}

#[test]
fn markdown_is_for_handouts() {
    snapshot(
        "report_markdown",
        &transcript(&[
            &["report", PARITY, "--sizes", "2,4", "--markdown"],
            &["report", "free.circ", "--sizes", "3", "--markdown", "--why"],
            &["report", "../../../examples/thought/parity_steps.circ", "--sizes", "2,4", "--markdown"],
        ]),
    );
}

#[test]
fn two_families_side_by_side() {
    snapshot(
        "compare",
        &transcript(&[
            &["compare", PARITY, TREE, "--sizes", "2,4,8"],
            &["compare", PARITY, TREE, "--sizes", "2,4", "--markdown"],
            &["compare", "free.circ:doubled", "free.circ:windows", "--param", "k=2", "--sizes", "1,3"],
            &["compare", "std.sort:sort", "std.sort:batcher_sort", "--sizes", "4"],
            &["compare", "free.circ:nothing", "free.circ", "--sizes", "1"],
            &["compare", "free.circ", "free.circ:doubled", "--param", "z=1"],
        ]),
    );
    let json: serde_json::Value =
        serde_json::from_str(&stdout_of(&["compare", PARITY, TREE, "--json", "--sizes", "4"])).expect("JSON");
    assert_eq!(json["families"][0]["family"], "parity");
    assert_eq!(json["families"][1]["class"]["name"], "FNC1");
}

#[test]
fn both_families_may_come_from_standard_input() {
    let source = "family f(x: num) -> num { x } family g(x: num) -> num { x * x }";
    let said = entry(&["compare", "-:f", "-:g"], source);
    assert!(said.contains("A  family f(x: num) -> num") && said.contains("B  family g"), "{said}");
}

#[test]
fn reports_of_all_programs_are_json() {
    for (file, family) in [("free.circ", "windows"), ("observed.circ", "odd"), ("shapes.circ", "parts")] {
        let text = stdout_of(&["report", file, "--family", family, "--json", "--why", "--sizes", "1,2,3"]);
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for key in
            ["class", "depth", "size", "edges", "fan_in", "constant_bits", "constructions", "why", "notes"]
        {
            assert!(!json[key].is_null(), "{family}: {key}");
        }
        for one in json["constructions"].as_array().expect("a list") {
            assert!(one["layers"]["how"].is_string());
        }
    }
}

#[test]
fn a_picture_is_the_same_every_time_and_takes_the_place_of_the_text() {
    let args = ["compare", PARITY, TREE, "--sizes", "1,2,4,8", "--svg", "-"];
    let svg = stdout_of(&args);
    assert_eq!(svg, stdout_of(&args));
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
    for word in ["depth", "size, in gates", "parity: ", "parity_tree: ", "points: circuits that were built"] {
        assert!(svg.contains(word), "{word}");
    }
    // A point for each built size of each family in each panel, and one in each line of a legend.
    assert_eq!(svg.matches("<circle ").count(), 2 * (2 * 4 + 2));
}

#[test]
fn a_picture_goes_to_a_file() {
    let file = std::env::temp_dir().join(format!("circ-report-{}.svg", std::process::id()));
    let path = file.display().to_string();
    let said = stdout_of(&["report", "dyck1.circ", "--sizes", "2,4", "-o", &path]);
    assert!(said.starts_with("family dyck1"), "{said}");
    let written = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(written, stdout_of(&["report", "dyck1.circ", "--sizes", "2,4", "--svg", "-"]));
    let _ = std::fs::remove_file(file);
    let said = entry(&["report", "dyck1.circ", "--sizes", "2", "--svg", "no/such/folder.svg"], "");
    assert!(said.contains("[E05") && said.ends_with("=> 1\n"), "{said}");
}

#[test]
fn every_family_has_a_picture() {
    // Without sizes, without a size that can be built, without a formula, with numbers beyond any scale.
    let source = "family none(x: num) -> num { x }\n\
                  family never[n](x: num[n]) -> num where n >= 100 { sum(x) }\n\
                  family large[n](x: num[n]) -> num where n >= 1 { sum(x[i] for i in 0..n, j in 0..n, k in 0..n) }";
    for (family, sizes) in [("none", "1"), ("never", "1,2"), ("large", "1,2"), ("large", "4")] {
        let output = circ(&["report", "-", "--family", family, "--sizes", sizes, "--svg", "-"], source);
        let svg = String::from_utf8_lossy(&output.stdout);
        assert!(svg.contains("</svg>"), "{family}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let svg = stdout_of(&["report", "observed.circ", "--family", "even", "--svg", "-"]);
    assert!(svg.contains("only observed"), "{svg}");
    let svg = stdout_of(&["report", "shapes.circ", "--family", "more", "--sizes", "100000", "--svg", "-"]);
    assert!(svg.contains("</svg>"));
}
