//! Chains of thought: `generate` unrolled and step by step, on the engines and in messages.

mod support;

use support::{circ, entry, snapshot, stdout_of};

const FIBONACCI: &str = "family next[m](w: num[m]) -> num where m >= 2 { w[m - 1] + w[m - 2] }\n\
    family fibonacci[n](a: num, b: num, x: bool[n]) -> num[n + 2] { generate(next, [a, b], n) }\n";

fn run(source: &str, more: &[&str]) -> String {
    let args: Vec<&str> = ["run", "-"].iter().chain(more).copied().collect();
    let output = circ(&args, source);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn all_engines_give_the_same() {
    let inputs = ["--input", "\"1/2\"", "--input", "1", "--input", "[0, 1, 0, 1, 0, 1]"];
    for engine in ["transformer", "circuit", "both", "literal"] {
        let args: Vec<&str> = inputs.iter().copied().chain(["--engine", engine]).collect();
        assert_eq!(run(FIBONACCI, &args), "[1/2, 1, 3/2, 5/2, 4, 13/2, 21/2, 17]\n", "{engine}");
    }
}

#[test]
fn no_steps_and_one() {
    let source = "family next[m](w: num[m]) -> num { sum(w) + 1 }\n\
        family some[k](w: num[2], x: bool[k]) -> num[k + 2] { generate(next, w, k) }\n\
        family from_nothing[k](x: bool[k]) -> num[k] { generate(next, [], k) }\n";
    assert_eq!(run(source, &["--family", "some", "--input", "[3, 4]", "--input", "[]"]), "[3, 4]\n");
    assert_eq!(run(source, &["--family", "some", "--input", "[3, 4]", "--input", "[1]"]), "[3, 4, 8]\n");
    assert_eq!(run(source, &["--input", "[]", "--engine", "both"]), "[]\n");
    assert_eq!(run(source, &["--input", "[1, 1, 1]", "--engine", "both"]), "[1, 2, 4]\n");
}

#[test]
fn chains_feed_chains_and_steps_have_chains_of_their_own() {
    let source = "family plus[m](w: num[m], by: num) -> num where m >= 1 { w[m - 1] + by }\n\
        family inner[m](w: num[m]) -> num where m >= 1 { generate(plus, [w[m - 1]], 2, 1)[2] }\n\
        family f(x: num, n: bool[3]) -> num {\n\
            let first = generate(inner, [x], 3);\n\
            let second = generate(plus, first[2..], 2, sum(n));\n\
            if second[0] > 3 { second[3] * 10 } else { second[3] }\n\
        }\n";
    // x, x+2, x+4, x+6; from x+4, x+6 twice plus 2.
    assert_eq!(run(source, &["--input", "1", "--input", "[1, 0, 1]", "--engine", "both"]), "110\n");
    assert_eq!(run(source, &["--input", "-5", "--input", "[1, 0, 1]", "--engine", "both"]), "5\n");
}

#[test]
fn arrays_as_elements_tokens_and_types_of_any_kind() {
    let source = "alphabet Bit = '0' | '1';\n\
        family last[m, T](w: T[m]) -> T where m >= 1 { w[m - 1] }\n\
        family flip[m](w: Bit[m, 2]) -> Bit[2] where m >= 1 { [w[m - 1, 1], w[m - 1, 0]] }\n\
        test \"tokens\" { generate(last, \"01\", 2) == \"0111\" }\n\
        test \"numbers\" { generate(last, [1 / 3], 1) == [1 / 3, 1 / 3] }\n\
        test \"rows\" { generate(flip, [\"01\"], 2) == [\"01\", \"10\", \"01\"] }\n\
        test \"all\" for n in 1..=3, k in 0..=2, w: Bit[n] { generate(last, w, k)[..n] == w }\n";
    let output = circ(&["test", "-"], source);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.ends_with("ok all (42 cases)\n4 passed, 0 failed\n"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn faults_of_steps_are_shown_with_the_way_to_them() {
    let late = "family next[m](w: num[m], t: num[3]) -> num { t[m - 1] + sum(w) }\n\
        family f[n](w: num[n]) -> num[n + 3] { generate(next, w, 3, [1, 2, 3]) }\n";
    let outside = "family next[m](w: num[m]) -> num where m < 3 { sum(w) }\n\
        family f[n](w: num[n]) -> num[n + 3] { generate(next, w, 3) }\n";
    let endless = "family next[m](w: num[m]) -> num { sum(generate(next, w, 1)) }\n\
        family f[n](w: num[n]) -> num[n + 1] { generate(next, w, 1) }\n";
    let long = "family next[m](w: num[m]) -> num { sum(w) }\n\
        family f[n](w: num[n]) -> num { sum(generate(next, w, 10 ^ 12)) }\n";
    snapshot(
        "chains",
        &([
            entry(&["run", "-", "--input", "[1, 1]"], late),
            entry(&["run", "-", "--input", "[1, 1]", "--engine", "circuit"], late),
            entry(&["run", "-", "--input", "[1]"], outside),
            entry(&["run", "-", "--input", "[1]"], endless),
            entry(&["run", "-", "--input", "[1]", "--engine", "circuit"], endless),
            entry(&["run", "-", "--input", "[1]"], long),
            entry(&["check", "-"], "const c = generate(f, [1], 2);\nfamily f[m](w: num[m]) -> num { 1 }\n"),
            entry(
                &["check", "-"],
                "family f[m](w: num[m]) -> num { sum(generate(sum, w, 2)) + generate(w) }\n",
            ),
        ]
        .join("\n")),
    );
}

#[test]
fn a_report_shows_a_step_the_number_of_steps_and_the_whole() {
    let path = "../../../examples/thought/reach_steps.circ";
    let lesson = "../../../docs/lessons/6-depth-and-thought/lesson.circ";
    snapshot(
        "chains_report",
        &([
            entry(&["report", path, "--family", "reach_steps", "--sizes", "1,4"], ""),
            entry(&["report", path, "--sizes", "4", "--json"], ""),
            // The chain stands in a family that this one calls.
            entry(&["report", lesson, "--family", "ball_steps", "--sizes", "4"], ""),
            entry(&["report", lesson, "--family", "ball_steps", "--sizes", "4", "--markdown"], ""),
            entry(&["verify", path, "--family", "reach_steps", "--sizes", "0,1,3"], ""),
        ]
        .join("\n")),
    );
    let json =
        stdout_of(&["run", "../../../examples/thought/parity_steps.circ", "--input", "0110", "--json"]);
    assert!(json.contains("\"chains\": [{\"step\": \"next_parity\", \"steps\": 4, \"depth\": 2"), "{json}");
}

/// A step costs what it reads, so a long chain costs about as much as its steps; unrolled it is as deep as all.
#[test]
fn long_chains_run() {
    for (length, parity) in [(300, "0\n"), (10_000, "0\n"), (9_998, "1\n")] {
        let bits: Vec<&str> = (0..length).map(|k| if k % 3 == 0 { "1" } else { "0" }).collect();
        let word = bits.concat();
        let args = ["run", "../../../examples/thought/parity_steps.circ", "--input", &word];
        assert_eq!(stdout_of(&args), parity, "{length}");
    }
    let swaps = format!("[{}]", vec!["[1, 2, 3, 4, 0]"; 5_003].join(", "));
    let args = ["run", "../../../examples/thought/s5_steps.circ", "--input", &swaps];
    assert_eq!(stdout_of(&args), "[3, 4, 0, 1, 2]\n");
}

/// Steps that ask the same are run once, as equal calls are built once: else these would never end.
#[test]
fn chains_in_chains_end() {
    let mut source = "family f0[m](w: num[m]) -> num where m >= 1 { w[0] + 1 }\n".to_string();
    for k in 1..6 {
        let last = k - 1;
        source.push_str(&format!(
            "family f{k}[m](w: num[m]) -> num where m >= 1 {{ generate(f{last}, w[..1], 50)[50] }}\n"
        ));
    }
    source.push_str("family go(x: num[1]) -> num { generate(f5, x, 3)[3] }\n");
    source.push_str(
        "family r[m](w: num[m]) -> num { if m == 0 { 1 } else { sum(generate(r, [], m - 1)) + 1 } }\n",
    );
    assert_eq!(run(&source, &["--family", "go", "--input", "[1]"]), "2\n");
    let ones = format!("[{}]", vec!["1"; 40].join(", "));
    assert_eq!(run(&source, &["--input", &ones]), "165580141\n");
}

#[test]
fn chains_that_are_too_long_are_refused_at_once() {
    let source = "family none[m](w: num[m, 0]) -> num[0] { w[m - 1] }\n\
        family empty(x: num[1, 0]) -> num { sum(generate(none, x, 10 ^ 8)) }\n\
        family one[m](w: num[m]) -> num { w[m - 1] + 1 }\n\
        family far(x: num[1]) -> num { generate(one, x, 10 ^ 7)[10 ^ 7] }\n";
    for (family, input) in [("empty", "[[]]"), ("far", "[1]")] {
        for engine in ["transformer", "circuit", "literal"] {
            let output =
                circ(&["run", "-", "--family", family, "--input", input, "--engine", engine], source);
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(text.starts_with("[E0422]"), "{family} {engine}: {text}");
        }
    }
}
