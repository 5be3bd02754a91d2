//! `circ run`: values in, results out.

mod support;

use support::{circ, entry, snapshot, stdout_of, transcript};

/// The result of a family of `shapes.circ`.
fn check(family: &str, options: &[&str], expected: &str) {
    let args = [&["run", "shapes.circ", "--family", family], options].concat();
    assert_eq!(stdout_of(&args), format!("{expected}\n"), "{args:?}");
}

/// The value of the key `result`.
fn check_json(family: &str, input: &str, expected: &str) {
    let args = ["run", "shapes.circ", "--family", family, "--json", "--input", input];
    let text = stdout_of(&args);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["result"].to_string(), expected, "{args:?}: {text}");
}

#[test]
fn tokens() {
    check("reverse", &["--input", "[()"], ")([");
    check("reverse", &["--input", r#"["(", ")"]"#], ")(");
    check("reverse", &["--input", r#""([""#], "[(");
    check("reverse", &["--input", ""], "");
    check("reverse", &["--input", "[]"], "][");
    check("words", &["--input", r#"["the", "cat"]"#], r#"["the", "cat"]"#);
    check("words", &["--input", "the"], r#"["the"]"#);
    check("words", &["--input", "thecatthe"], r#"["the", "cat", "the"]"#);
    check("words", &["--input", r#""satcat""#], r#"["sat", "cat"]"#);
    check("words", &["--input", ""], "[]");
    check("word", &["--input", "the"], "the");
    check("word", &["--input", r#""cat""#], "cat");
    check("bit", &["--input", "1"], "true");
    check("rows", &["--input", r#"["01", "10"]"#], r#"["01", "10"]"#);
    check("rows", &["--input", r#"[["0", "1"], ["1", "0"]]"#], r#"["01", "10"]"#);
}

#[test]
fn a_name_counts_only_where_it_is_an_input() {
    check("odd", &["--input", "a=b"], "a=b");
    check("odd", &["--input", "w=a=b"], "a=b");
    check("odd", &["--input", "w="], "");
    check("odd", &["--input", "@a"], "@a");
    check("matmul", &["--input", "b=[[1], [2]]", "--input", "[[1, 2], [3, 4]]"], "[[5], [11]]");
}

#[test]
fn numbers_are_exact() {
    check("average", &["--input", r#"[1, "2/3", 0.5, 1e-3]"#], "6503/12000");
    check("average", &["--input", "[0.1, 0.2]"], "3/20");
    check("average", &["--input", "[-3]"], "-3");
    check("twice", &["--input", "[9007199254740993]"], "[18014398509481986]");
    check("ones", &["--input", "[1, 0, true, false, 1.0]"], "3");
}

#[test]
fn empty_arrays_leave_sizes_open() {
    check("matmul", &["--input", "[]", "--input", "[]"], "[]");
    check("matmul", &["--input", "[[], []]", "--input", "[]", "--param", "p=3"], "[[0, 0, 0], [0, 0, 0]]");
    check("matmul", &["--input", "[[], []]", "--input", "[]"], "[[], []]");
    check("average", &["--input", "[]"], "0");
}

#[test]
fn sizes_come_from_options_where_no_input_gives_them() {
    check("numbers", &["--param", "n=3"], "[0, 1, 2]");
    check("more", &["--input", "[1, 2]", "--param", "n=1"], "3");
    check("average", &["--input", "[4]", "--param", "n=1"], "4");
}

#[test]
fn values_come_from_files() {
    check("average", &["--input", "@values.json"], "2");
    check("average", &["--input", "x=@values.json"], "2");
    check("reverse", &["--input", "@brackets.txt"], "))((");
}

#[test]
fn tuples() {
    check("parts", &["--input", "[1, 2]"], r#"(3, true, "cat", "()")"#);
    check("nested", &["--input", "[1, 2]"], "((3, [1, 2]), true)");
    check_json("parts", "[1, 2]", r#"[3,true,"cat","()"]"#);
    check_json("nested", "[1, 2]", "[[3,[1,2]],true]");
}

#[test]
fn json_numbers_beyond_53_bits_are_strings() {
    check_json(
        "twice",
        "[4503599627370495, 4503599627370496, 0.25]",
        r#"[9007199254740990,"9007199254740992","1/2"]"#,
    );
    check_json(
        "twice",
        "[-4503599627370495, -4503599627370496]",
        r#"[-9007199254740990,"-9007199254740992"]"#,
    );
    check_json("rows", r#"["01", "10"]"#, r#"["01","10"]"#);
    check_json("words", r#"["cat"]"#, r#"["cat"]"#);
    check_json("bit", "1", "true");
}

#[test]
fn json_has_the_keys_of_the_contract_in_their_order() {
    for engine in ["transformer", "circuit", "both", "literal"] {
        let text = stdout_of(&["run", "dyck1.circ", "--input", "(())", "--json", "--engine", engine]);
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
        let expected = [
            "family",
            "params",
            "result",
            "gates",
            "depth",
            "layers",
            "tokens",
            "engine",
            "attention",
            "dim",
        ];
        assert_eq!(keys, expected);
        assert_eq!(json["params"]["n"], 4);
        assert_eq!(json["result"], true);
        assert_eq!(json["engine"], engine);
        assert_eq!(json["layers"].as_u64(), json["depth"].as_u64().map(|depth| 2 * depth));
    }
}

#[test]
fn wrong_data() {
    let family = |family: &'static str, options: &[&'static str]| {
        [&["run", "shapes.circ", "--family", family], options].concat()
    };
    let cases = [
        vec!["run", "dyck1.circ"],
        vec!["run", "dyck1.circ", "--family", "dyck"],
        vec!["run", "dyck1.circ", "--input", "(", "--input", ")"],
        vec!["run", "dyck1.circ", "--input", "w=(", "--input", "w=)"],
        family("reverse", &["--input", "[(x"]),
        family("reverse", &["--input", r#"["(", "x"]"#]),
        family("words", &["--input", "thedog"]),
        family("words", &["--input", r#""thedog""#]),
        family("words", &["--input", "the cat"]),
        family("words", &["--input", r#"["the", "dog"]"#]),
        family("word", &["--input", "dog"]),
        family("rows", &["--input", r#"["01", "1"]"#]),
        family("rows", &["--input", "[1, 0]"]),
        family("ones", &["--input", "[2]"]),
        family("ones", &["--input", "101"]),
        family("average", &["--input", "[1, x]"]),
        family("average", &["--input", "[1, true, 3]"]),
        family("average", &["--input", r#"["1/0"]"#]),
        family("average", &["--input", "[1e999999999999]"]),
        family("average", &["--input", "[1, 2"]),
        family("average", &["--input", "[1,, 2]"]),
        family("average", &["--input", "[1] 2"]),
        family("average", &["--input", ""]),
        family("average", &["--input", r#"{"a": 1}"#]),
        family("average", &["--input", r#"["\x"]"#]),
        family("average", &["--input", "3"]),
        family("average", &["--input", "[[3]]"]),
        family("average", &["--input", "@no-such-file.json"]),
        family("average", &["--input", "[1, 2]", "--param", "n=3"]),
        family("matmul", &["--input", "[[1, 2], [3]]", "--input", "[[1]]"]),
        family("matmul", &["--input", "[[1, 2]]", "--input", "[[1]]"]),
        family("square", &["--input", "[[1, 2]]"]),
        family("more", &["--input", "[1, 2]"]),
        family("more", &["--input", "[1, 2]", "--param", "n=2"]),
        family("numbers", &["--param", "m=2"]),
        family("numbers", &["--param", "n"]),
        family("numbers", &["--param", "n=-1"]),
        family("numbers", &["--param", "n="]),
        family("numbers", &["--param", "n=+1"]),
        family("numbers", &["--param", "n=99999999999999999999"]),
        family("numbers", &["--param", "n=1", "--param", "n=2"]),
        family("numbers", &["--param", "n=999999999999"]),
        family("same", &["--input", "[1]", "--type", "T=bol"]),
        family("same", &["--input", "[1]", "--type", "U=bool"]),
        family("same", &["--input", "[1]", "--type", "bool"]),
        family("same", &["--input", "[1]", "--type", "T=bool,T=num"]),
        family("average", &["--input", "[1]", "--type", "T=bool"]),
        family("power", &["--input", "[1, 2, 3]"]),
        family("tower", &["--input", "3", "--max-digits", "1000"]),
    ];
    let cases: Vec<&[&str]> = cases.iter().map(Vec::as_slice).collect();
    snapshot("wrong_data", &transcript(&cases));
}

/// What is offered instead of a value that can't be read is what can be read.
#[test]
fn values_in_other_dress() {
    let source = "family f[n](x: bool[n]) -> num { count(x) }
        family g(a: num, b: num) -> num { a + b }
        family h[n](x: num[n]) -> num { sum(x) }
        family m[n](x: num[n, n]) -> num { sum(x) }
        family p[k](x: num[2^k]) -> num { sum(x) }
        family one(b: bool) -> num { b }";
    let cases: &[(&str, &[&str])] = &[
        ("f", &["1,0,1"]),
        ("f", &["1 0 1"]),
        ("f", &["(1,0)"]),
        ("f", &["101"]),
        ("f", &["[True, False]"]),
        ("f", &["y=[1,1]"]),
        ("f", &["[1, 1]", "z=[1]"]),
        ("g", &["3,4"]),
        ("g", &["[3, 4]"]),
        ("g", &["1 / 2", "2"]),
        ("g", &["1 + sqrt(2)", "2"]),
        ("g", &["pi", "1"]),
        ("h", &["[1 2 3]"]),
        ("h", &["5"]),
        ("h", &["[1], [2]"]),
        ("m", &["1, 2; 3, 4"]),
        ("m", &["[1, 2], [3, 4]"]),
        ("one", &["True"]),
        ("one", &["maybe"]),
    ];
    let mut all = Vec::new();
    for (family, inputs) in cases {
        let inputs = inputs.iter().flat_map(|input| ["--input", input]);
        let args: Vec<&str> = ["run", "-", "--family", family].into_iter().chain(inputs).collect();
        all.push(entry(&args, source));
        let said = &all[all.len() - 1];
        if let Some(mend) = said.split("Help: write `").nth(1).and_then(|rest| rest.split('`').next())
            && !mend.starts_with("--input")
        {
            let mut args = vec!["run", "-", "--family", family, "--input", mend];
            if *family == "g" {
                args.extend(["--input", "2"]);
            }
            let mended = entry(&args, source);
            assert!(mended.ends_with("=> 0\n"), "{mended}");
        }
    }
    all.push(entry(&["run", "-", "--family", "p", "--input", "[1, 2, 3]", "--param", "k=2"], source));
    snapshot("values_in_other_dress", &all.join("\n"));
}

#[test]
fn tokens_that_overlap() {
    let source = "alphabet A = 'a' | 'b' | 'ab' | '@'; family f[n](w: A[n]) -> A[n] { w }";
    let tokens = ["aab", r#"["a", "ab"]"#, "ba", "b@", "@ab", r#""ab""#];
    let long = format!("{}ab{}", "b".repeat(50), "b".repeat(50));
    let said = tokens.iter().copied().chain([long.as_str(), "abx"]);
    let text: Vec<String> = said.map(|text| entry(&["run", "-", "--input", text], source)).collect();
    snapshot("ambiguous", &text.join("\n"));
}

#[test]
fn several_faults_are_told_together() {
    snapshot(
        "several_faults",
        &(entry(
            &["run", "shapes.circ", "--family", "matmul", "--input", "[[1, x]]", "--input", "[[1], [2, 3]]"],
            "",
        )),
    );
}

#[test]
fn usage_errors_exit_with_2() {
    for args in [
        &["run"][..],
        &["run", "dyck1.circ", "--engine", "quantum"],
        &["run", "dyck1.circ", "--attention", "sparse"],
        &["run", "dyck1.circ", "--nonsense"],
        &["report", "dyck1.circ", "--sizes", "1,x"],
        &["report", "dyck1.circ", "--sizes", "1,,2"],
        &["report", "dyck1.circ", "--sizes", ""],
        &["report", "dyck1.circ", "--sizes", "99999999999999999999"],
        &["run", "dyck1.circ", "--max-gates", "3000000000"],
        &["build", "dyck1.circ", "--emit", "wasm"],
        &["frobnicate"],
        &[],
    ] {
        let output = circ(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!text.contains("target type") && !text.contains("parse integer"), "{text}");
    }
    let said = |value: &str| entry(&["report", "dyck1.circ", "--sizes", value], "");
    snapshot("usage", &["", "1,x", "-1", "99999999999999999999"].map(said).join("\n"));
}

#[test]
fn an_input_of_a_million_numbers() {
    let numbers: Vec<String> = (0..1_000_000).map(|k| (k % 7).to_string()).collect();
    let file = std::env::temp_dir().join(format!("circ-million-{}.json", std::process::id()));
    std::fs::write(&file, format!("[{}]", numbers.join(","))).expect("a temporary file");
    let input = format!("@{}", file.display());
    check("average", &["--input", &input], "2999997/1000000");
    let _ = std::fs::remove_file(file);
}
