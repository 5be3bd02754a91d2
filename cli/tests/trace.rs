//! `circ trace`, and `circ run --patch`.

mod support;

use support::{circ, entry, programs, snapshot, stdout_of, transcript};

const CUBE: &str = "cube.circ";
const FIVE: &str = "five.trace.json";
const GATE: &str = "gate.trace.json";

/// The traces beside the programs are what the command writes. `INSTA_UPDATE=always` writes them.
#[test]
fn the_kept_traces_are_those_of_today() {
    let anew = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    let runs: [(&str, &[&str]); 2] = [(FIVE, &[]), (GATE, &["--gate", "g2"])];
    for (name, more) in runs {
        let written = stdout_of(&[&["trace", CUBE, "--input", "5", "--json"], more].concat());
        let path = programs().join(name);
        if anew {
            std::fs::write(&path, &written).expect("it can be written");
        }
        assert_eq!(std::fs::read_to_string(&path).ok().as_deref(), Some(written.as_str()), "{name}");
    }
}

#[test]
fn the_example_by_hand() {
    snapshot(
        "trace",
        &transcript(&[
            &["trace", CUBE, "--input", "3"],
            &["trace", CUBE, "--input", "3", "--gate", "2"],
            &["trace", CUBE, "--input", "1/3", "--gate", "g1", "--position", "6", "--all"],
            &["trace", CUBE, "--input", "3", "--gate", "2", "--layer", "1,3"],
            &["trace", CUBE, "--input", "3", "--layer", "3"],
            &["trace", CUBE, "--input", "3", "--attention", "dot", "--gate", "2"],
            &["trace", CUBE, "--input", "3", "--attention", "leftmost", "--gate", "2"],
            &["trace", CUBE, "--input", "3", "--json"],
            &["trace", CUBE, "--input", "3", "--json", "--layer", "3", "--gate", "2"],
        ]),
    );
}

#[test]
fn other_programs() {
    let products = "family f[n](x: num[n]) -> num { prod(x) + sum(x) * sign(x[0]) }";
    let roots = "ring Q(sqrt(2));\nfamily f(x: num) -> num { x * x + sqrt(2) }";
    let constant = "family f() -> num { 7 }";
    let large = "family f(x: num) -> num { x * x * x }";
    let file = |name: &str| format!("../../../examples/transformers/{name}.json");
    let (majority, induction) = (file("majority"), file("induction"));
    let circuit = stdout_of(&["build", CUBE]);
    snapshot(
        "trace_others",
        &[
            entry(&["trace", "-", "--input", "[2, 3, -5, 1]", "--gate", "4,5,6"], products),
            entry(&["trace", "-", "--input", "[2, 3, -5, 1]", "--attention", "rightmost"], products),
            entry(&["trace", "-", "--input", "1+sqrt(2)", "--gate", "1"], roots),
            entry(&["trace", "-"], constant),
            entry(&["trace", "-", "--gate", "0"], constant),
            entry(&["trace", "-", "--input", "12345678901234567890", "--gate", "1"], large),
            entry(&["trace", "-", "--input", "3", "--gate", "2"], &circuit),
            transcript(&[
                &["trace", &majority],
                &["trace", &majority, "--input", "[1, 1, 1, 1, 0]", "--position", "0,1"],
                &["trace", &induction],
                &["trace", &induction, "--position", "4", "--all"],
            ]),
        ]
        .join("\n"),
    );
}

#[test]
fn what_is_not_there_is_not_traced() {
    let majority = "../../../examples/transformers/majority.json";
    let wide = "family f[n](x: num[n]) -> num { sum(x) }";
    let numbers = format!("[{}]", vec!["1"; 6000].join(", "));
    let output = circ(&["trace", "-", "--input", &numbers], wide);
    snapshot(
        "trace_refused",
        &[
            transcript(&[
                &["trace", CUBE, "--input", "3", "--layer", "4", "--position", "7", "--gate", "3"],
                &["trace", CUBE, "--input", "3", "--gate", "x"],
                &["trace", CUBE],
                &["trace", majority, "--gate", "0"],
                &["trace", majority, "--attention", "dot", "--family", "f"],
            ]),
            String::from_utf8(output.stderr).expect("UTF-8"),
        ]
        .join("\n"),
    );
    assert_eq!(output.status.code(), Some(1));
}

/// A trace ends with the result that the engines find.
#[test]
fn traces_end_where_runs_end() {
    let cases = [
        ("../../../examples/circuits/parity.circ", "[1, 0, 1, 1]"),
        ("../../../examples/sequences/dyck1.circ", "(())"),
        ("../../../examples/sequences/reverse.circ", "abc"),
        ("../../../examples/circuits/mat_power_sum.circ", "[[1, 2], [3, 4]]"),
    ];
    for (file, input) in cases {
        let expected = stdout_of(&["run", file, "--input", input, "--engine", "circuit"]);
        for attention in ["average", "dot", "leftmost", "rightmost"] {
            let traced = stdout_of(&["trace", file, "--input", input, "--attention", attention]);
            let result = traced.lines().last().and_then(|line| line.strip_prefix("result = "));
            assert_eq!(result, expected.lines().last(), "{file}, {attention}");
        }
    }
}

fn patched(input: &str, target: &str) -> String {
    stdout_of(&["run", CUBE, "--input", input, "--patch", &format!("{target}=@{FIVE}")]).trim_end().to_owned()
}

#[test]
fn patches_by_hand() {
    // The own run changes nothing, and whole ones give the other.
    for target in ["embedding", "layer0", "layer1.head0", "layer2@6", "@2", "layer1.v->layer2.head0.value"] {
        assert_eq!(patched("5", target), "50", "{target}");
    }
    let cases = [
        ("embedding", "50"),
        ("layer3", "50"),
        ("@2", "50"),
        // Into the product go 5 and 10 of the other run, or 3 and 10.
        ("layer2", "50"),
        ("layer2@6", "30"),
        ("layer3.v@0", "18"),
        // What gate 1 has is read by its wire, which takes the value and its square; the gate itself is computed anew.
        ("layer1.v@1", "30"),
        ("layer1.v@1->layer2.head0.value", "30"),
        ("layer1.v@1->layer2.v", "18"),
        ("layer1.v->layer2.head0.query", "18"),
        ("layer3.head0@2", "50"),
        ("layer3.head0@2->layer3.v", "50"),
        ("layer3.head0->layer3.w", "18"),
        // Ids are the same in both runs.
        ("embedding.a", "18"),
        ("layer1.\"a\"", "18"),
    ];
    for (target, expected) in cases {
        assert_eq!(patched("3", target), expected, "{target}");
    }
}

#[test]
fn patches_that_are_told() {
    let with = |target: &str| format!("{target}=@{FIVE}");
    let run = |targets: &[&str]| {
        let options: Vec<String> = targets.iter().map(|target| with(target)).collect();
        let mut args = vec!["run", CUBE, "--input", "3"];
        options.iter().for_each(|option| args.extend(["--patch", option]));
        entry(&args, "")
    };
    let wrong = [
        "",
        "@",
        "@9",
        "layer",
        "layer 2",
        "Layer2",
        "layer9",
        "layer2.head1",
        "layer2.x",
        "embeding",
        "embedding.vv",
        "layer2.\"v",
        "layer2@5x",
        "layer2.head0.query",
        "@5->layer2.v",
        "layer2->layer3",
        "layer2->layer3.head0",
        "layer2->embedding",
        "layer1.v->layer3.v",
        "layer3.v->layer3.v",
        "layer2.head0->layer3.v",
        "layer1->layer2.v@5",
        "layer2.v->layer3.head0.quer",
    ];
    let files = [
        entry(&["run", CUBE, "--input", "3", "--patch", "layer2"], ""),
        entry(&["run", CUBE, "--input", "3", "--patch", "layer2=@nowhere.json"], ""),
        entry(&["run", CUBE, "--input", "3", "--patch", "layer2=@cube.circ"], ""),
        entry(
            &["run", CUBE, "--input", "3", "--patch", "layer2=@../../../examples/transformers/majority.json"],
            "",
        ),
        entry(&["run", CUBE, "--input", "3", "--attention", "leftmost", "--patch", &with("layer2")], ""),
        entry(&["run", CUBE, "--input", "3", "--patch", &format!("@2=@{GATE}")], ""),
        entry(&["run", CUBE, "--input", "3", "--patch", &format!("layer3.v=@{GATE}")], ""),
        entry(&["run", CUBE, "--input", "3", "--engine", "both", "--patch", &with("layer2")], ""),
        entry(
            &[
                "run",
                CUBE,
                "--input",
                "3",
                "--json",
                "--patch",
                &with("layer2@6"),
                "--patch",
                &with("layer3.\"v\"@2"),
            ],
            "",
        ),
    ];
    snapshot("patches", &[files.concat(), wrong.map(|target| run(&[target])).concat()].concat());
}

/// The data of a page: all that its script reads.
fn page_data(args: &[&str]) -> serde_json::Value {
    data_of(&stdout_of(&[args, &["--html", "-"]].concat()))
}

fn data_of(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"data\">\n").expect("the page has data");
    let (data, _) = rest.split_once("\n</script>").expect("they end");
    serde_json::from_str(data).expect("they are JSON")
}

/// The page holds the trace itself, and beside it what is told of it; a line for each of its members.
#[test]
fn the_data_of_a_page() {
    let run = ["trace", CUBE, "--input", "1/3"];
    let data = page_data(&run);
    let trace: serde_json::Value =
        serde_json::from_str(&stdout_of(&[&run[..], &["--json"]].concat())).expect("it is JSON");
    assert_eq!(data["trace"], trace);
    let members = data.as_object().expect("it has members");
    let lines: Vec<String> = members
        .iter()
        .filter(|(key, _)| *key != "trace")
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    snapshot("trace_page", &lines.join("\n"));
}

/// What comes from programs and data can't end the element in which it stands, nor begin another.
#[test]
fn a_page_escapes_what_programs_say() {
    let evil = "// </script><script>alert(1)</script>\nalphabet T = '</script>' | '<!--';\n\
                family f[n](x: T[n]) -> T[n] { x }";
    let output = circ(&["trace", "-", "--input", r#"["<!--", "</script>"]"#, "--html", "-"], evil);
    let page = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!page.contains("alert(1)</script>") && !page.contains("<!--"));
    assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)\\u003c/script>"));
}

/// A page names nothing outside itself, and forbids to ask for it.
#[test]
fn a_page_asks_for_nothing() {
    let page = stdout_of(&["trace", CUBE, "--input", "3", "--html", "-"]);
    assert!(page.contains("default-src 'none'"));
    for outside in ["<script src", "<img", "@import", "sourceMappingURL", "fetch("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("url(").count(), page.matches("url(#").count(), "a place in the page itself");
}

/// Of a long sequence the page says what it folds, and so does the terminal.
#[test]
fn what_a_page_folds_is_told() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let place = folder.path().join("page.html");
    let place = place.to_str().expect("UTF-8");
    let numbers = |count: usize| format!("[{}]", vec!["1"; count].join(", "));
    let sum = "family f[n](x: num[n]) -> num { sum(x) * x[0] }";
    let told = |args: &[&str], program: &str| {
        let output = circ(&[args, &["--html", place]].concat(), program);
        let told = String::from_utf8_lossy(&output.stderr).replace(place, "page.html");
        // How large it is changes with every line of the page's script.
        let lines = told.lines().map(|line| {
            line.split_once(", ").filter(|_| line.ends_with(" KiB")).map_or(line, |(line, _)| line)
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let sort = "family f[n](x: num[n]) -> num[n] { let r = width(select(x, x, <)); r + x }";
    let (many, some) = (numbers(400), numbers(3));
    snapshot(
        "trace_folds",
        &[
            told(&["trace", "-", "--input", &some], sum),
            told(&["trace", "-", "--input", &many], sum),
            told(&["trace", "-", "--input", &many, "--attention", "native"], sort),
            told(&["trace", "-", "--input", &some, "--gate", "3,4"], sum),
            told(&["trace", "-", "--input", &some, "--layer", "1"], sum),
        ]
        .join("\n"),
    );
    assert_eq!(
        told(&["trace", "-", "--input", &some, "--json"], sum).lines().next(),
        Some("error: the argument '--json' cannot be used with '--html <OUT>'")
    );
}

/// On a page every position of a construction has the value that the circuit says, and not later than the layers of its
/// level: two for each. The position of a gate is right for good from there on.
#[test]
fn depth_fills_in_two_layers_a_level() {
    let products = "family f[n](x: num[n]) -> num { prod(x) + sum(x) * sign(x[0]) }";
    for attention in ["average", "dot", "leftmost", "rightmost"] {
        let output = circ(
            &["trace", "-", "--input", "[2, 1/3, -5, 7]", "--attention", attention, "--html", "-"],
            products,
        );
        let page = String::from_utf8(output.stdout).expect("UTF-8");
        let data = data_of(&page);
        let numbers = |key: &str| -> Vec<u64> {
            let list = data[key].as_array().expect("a list");
            list.iter().map(|number| number.as_u64().expect("every position becomes right")).collect()
        };
        let (right, due) = (numbers("right"), numbers("due"));
        assert_eq!(right.len(), data["trace"]["positions"].as_array().expect("a list").len());
        // These inputs give no value that is there by chance before it is computed.
        assert_eq!(right, due, "{attention}");
    }
}
