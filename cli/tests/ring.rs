//! `ring Q(sqrt(2));` through the command: inputs, results, files and what is wrong.

mod support;

use support::{entry, snapshot, stdout_of, transcript};

const FILE: &str = "roots.circ";

#[test]
fn values_in_and_out() {
    let run = |family: &str, inputs: &[&str]| {
        let mut args = vec!["run", FILE, "--family", family, "--engine", "both"];
        inputs.iter().for_each(|input| args.extend(["--input", *input]));
        stdout_of(&args)
    };
    assert_eq!(run("turn", &["1", "0"]), "[1/2*sqrt(2), 1/2*sqrt(2)]\n");
    assert_eq!(run("turn", &["sqrt(2)", r#""1/2 + 3*sqrt(2)""#]), "[-2-1/4*sqrt(2), 4+1/4*sqrt(2)]\n");
    assert_eq!(run("turn", &[r#""sqrt(2)*0.5""#, r#""-sqrt(8)/4""#]), "[1, 0]\n");
    assert_eq!(
        run("below", &[r#"["sqrt(2)", 7/5, "99/70", -sqrt(2), "1.41421356237309504880168872420"]"#]),
        "3\n"
    );
    assert_eq!(run("below", &["[1, 2]"]), "1\n");
    assert_eq!(run("greatest", &[r#"["99/70", "3-sqrt(2)", "sqrt(2)"]"#]), "(3-sqrt(2), 1)\n");
    let json =
        stdout_of(&["run", FILE, "--family", "turn", "--json", "--input", "1", "--input", "1+sqrt(2)"]);
    assert!(
        json.contains(r#""result": ["-1", "1+sqrt(2)"]"#) || json.contains(r#""result": [-1, "1+sqrt(2)"]"#),
        "{json}"
    );
}

/// Every construction has the ring of its circuit, also where every head scores every pair.
#[test]
fn every_construction_computes_in_the_ring() {
    for attention in ["average", "dot", "leftmost", "rightmost"] {
        for engine in ["transformer", "literal"] {
            let run = |family: &str, inputs: &[&str]| {
                let mut args =
                    vec!["run", FILE, "--family", family, "--engine", engine, "--attention", attention];
                inputs.iter().for_each(|input| args.extend(["--input", *input]));
                stdout_of(&args)
            };
            assert_eq!(
                run("turn", &["sqrt(2)", r#""1/2 + 3*sqrt(2)""#]),
                "[-2-1/4*sqrt(2), 4+1/4*sqrt(2)]\n"
            );
            assert_eq!(run("below", &[r#"["sqrt(2)", 7/5, "99/70"]"#]), "1\n");
            assert_eq!(run("greatest", &[r#"["99/70", "3-sqrt(2)", "sqrt(2)"]"#]), "(3-sqrt(2), 1)\n");
        }
    }
}

/// 1.41421356237309504880 and sqrt(2) are one float, so that one is not below the other.
#[test]
fn floats_round_roots() {
    let args = [
        "run",
        FILE,
        "--family",
        "below",
        "--number",
        "f64",
        "--json",
        "--input",
        r#"["1.41421356237309504880"]"#,
    ];
    let run: serde_json::Value = serde_json::from_str(&stdout_of(&args)).expect("JSON");
    assert_eq!(
        (&run["exact"], &run["right"]),
        (&serde_json::Value::from(1), &serde_json::Value::from(false))
    );
    let args = ["run", FILE, "--family", "turn", "--number", "f64", "--input", "1", "--input", "0"];
    assert!(
        stdout_of(&args).starts_with("approximately [0.7071067811865475, 0.7071067811865475] (exactly [")
    );
}

#[test]
fn commands() {
    let cases: &[&[&str]] = &[
        &["check", FILE],
        &["test", FILE],
        &["verify", FILE, "--sizes", "1,3,5", "--trials", "30"],
        &["report", FILE, "--family", "turn"],
        &["build", FILE, "--family", "turn", "--emit", "circuit"],
        &["build", FILE, "--family", "below", "--param", "n=1", "--emit", "types"],
        &["run", FILE, "--family", "turn", "--input", "sqrt(3)", "--input", "1"],
        &["run", FILE, "--family", "below", "--input", "[1, \"2*sqrt\"]"],
        &["run", "shapes.circ", "--family", "twice", "--input", "[sqrt(2)]"],
    ];
    snapshot("roots", &transcript(cases));
}

#[test]
fn what_stands_under_the_root_of_a_ring() {
    let rings = [
        "Q(sqrt(8))",
        "Q(sqrt(0.5))",
        "Q(sqrt(1))",
        "Q(sqrt(4))",
        "Q(sqrt(0))",
        "Q(sqrt(1e99))",
        "Q(sqrt(999_999_999_999))",
        "Q(sqrt(1e9999999))",
        "Q(cbrt(2))",
        "R(sqrt(2))",
        "Q(sqrt(-2))",
        "Q(sqrt(n))",
        "Q(sqrt(2)); ring Q(sqrt(3))",
        "Q; ring Q",
    ];
    let said = rings.iter().map(|ring| {
        let source = format!("ring {ring};\nfamily f(x: num) -> num {{ x }}\n");
        format!("{source}{}", entry(&["check", "-"], &source))
    });
    snapshot("rings", &said.collect::<Vec<_>>().join("\n"));
}

#[test]
fn roots_that_are_none() {
    let bodies = [
        "x * sqrt(3)",
        "x * sqrt(1 + sqrt(2))",
        "x * sqrt(3 + sqrt(8))",
        "sqrt(x)",
        "x * sqrt(n)",
        "x * sqrt(n - 1)",
        "x * sqrt()",
        "x * sqrt(1, 2)",
        "x * sqrt",
        "x * sum(sqrt([2, 8, 9/4]))",
        "x * sqrt(10^301 + 1)",
        "x ^ sqrt(2)",
        "x * (7 % sqrt(2))",
        "sum([x for _ in 0..sqrt(2)])",
        "x * floor(log2(sqrt(2)))",
        "if sqrt(2) > 2 { x * sqrt(5) } else { x }",
        "{ let sqrt = 3; x * sqrt }",
        "x * sqrt(sqrt(4))",
        "x * sqrt(7^100000) * sqrt(7^99999)",
    ];
    let said = bodies.iter().map(|body| {
        // A size that nothing mentions would have a warning of its own.
        let size = if body.contains("(n") { "n" } else { "_n" };
        let source = format!("ring Q(sqrt(2));\nfamily f[{size}](x: num) -> num {{ {body} }}\n");
        format!("{body}\n{}", entry(&["check", "-"], &source))
    });
    snapshot("roots_that_are_none", &said.collect::<Vec<_>>().join("\n"));
}
