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
        ("../../../examples/circuits/parity.circ", "1011"),
        ("../../../examples/sequences/dyck1.circ", "(())"),
        ("../../../examples/sequences/hist.circ", "abca"),
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
