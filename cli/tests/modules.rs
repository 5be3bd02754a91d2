//! Programs of several files: what `use` reads, and what it does not.

mod support;

use std::fs;
use std::path::Path;

use support::circ;
use tempfile::TempDir;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// What a command says of a file in the folder, with the folder's name left out: the exit status, standard output and
/// standard error.
fn said(folder: &Path, command: &str, file: &str, more: &[&str]) -> (i32, String, String) {
    let path = folder.join(file);
    let args: Vec<&str> = [command, path.to_str().expect("UTF-8")].iter().chain(more).copied().collect();
    let output = circ(&args, "");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&format!("{}/", folder.display()), "");
    (output.status.code().expect("a status"), text(&output.stdout), text(&output.stderr))
}

/// The codes of the messages, in order, with the places.
fn codes(stderr: &str) -> Vec<String> {
    let lines: Vec<&str> = stderr.lines().collect();
    let heads = lines.windows(2).filter(|pair| pair[0].starts_with('['));
    heads
        .map(|pair| {
            let place =
                pair[1].split("[ ").nth(1).and_then(|rest| rest.split(" ]").next()).unwrap_or("nowhere");
            format!("{} {place}", &pair[0][1..6])
        })
        .collect()
}

const HELPERS: &str = "alphabet Paren = '(' | ')';\nconst two = 2;\n\
    family double[n](x: num[n]) -> num[n] { two * x }\n\
    test \"of no concern to others\" { double([1]) == [3] }\n";

#[test]
fn families_constants_and_alphabets_come_from_files_beside_and_below() {
    let folder = folder(&[
        ("helpers.circ", HELPERS),
        ("lib/deep.circ", "use other.{three};\nfamily quad[n](x: num[n]) -> num[n] { (three + 1) * x }\n"),
        ("lib/other.circ", "const three = 3;\n"),
        (
            "main.circ",
            "use helpers.{double, Paren, two,};\nuse lib.deep.quad;\n\
             family f[n](x: num[n], w: Paren[n]) -> num[n] { double(x) + two * quad(x) + (w == '(') }\n\
             test \"t\" { f([1], \"(\") == [11] }\n",
        ),
    ]);
    let run = said(folder.path(), "run", "main.circ", &["--input", "[1, 2]", "--input", "()"]);
    assert_eq!(run, (0, "[11, 20]\n".into(), String::new()));
    assert_eq!(
        said(folder.path(), "test", "main.circ", &[]),
        (0, "ok t\n1 passed, 0 failed\n".into(), String::new())
    );
    let (status, out, _) = said(folder.path(), "check", "main.circ", &[]);
    assert_eq!((status, out.as_str()), (0, "main.circ: 1 family, 1 test, no errors\n"));
}

#[test]
fn a_file_reached_by_two_paths_is_one() {
    let folder = folder(&[
        ("base.circ", "alphabet Side = 'l' | 'r';\n"),
        ("a.circ", "use base.{Side};\nfamily left() -> Side { 'l' }\n"),
        ("b.circ", "use base.{Side};\nfamily is_left(s: Side) -> bool { s == 'l' }\n"),
        ("main.circ", "use a.{left};\nuse b.{is_left};\ntest \"one type\" { is_left(left()) }\n"),
    ]);
    assert_eq!(said(folder.path(), "test", "main.circ", &[]).0, 0);
}

#[test]
fn alphabets_of_one_name_are_told_apart() {
    let folder = folder(&[
        ("a.circ", "alphabet Side = 'l' | 'r';\nfamily left() -> Side { 'l' }\n"),
        ("main.circ", "use a.{left};\nalphabet Side = 'l' | 'r';\nfamily f() -> Side { left() }\n"),
    ]);
    let (status, _, err) = said(folder.path(), "check", "main.circ", &[]);
    assert_eq!(status, 1);
    assert!(err.contains("`a.Side`") && err.contains("`Side`"), "{err}");
}

#[test]
fn what_is_wrong_in_a_used_file_is_shown_there() {
    let folder = folder(&[
        (
            "helpers.circ",
            "// ¹²³ 漢字\nfamily g[n](x: num[n]) -> num { sum(x + y) }\nfamily h(x: num) -> num { (x }\n",
        ),
        ("main.circ", "use helpers.{g, h, missing};\nfamily f(x: num) -> num { g([x]) + h(x) + k(x) }\n"),
    ]);
    let (status, _, err) = said(folder.path(), "check", "main.circ", &[]);
    assert_eq!(status, 1);
    // `missing` may stand in what did not parse.
    assert_eq!(
        codes(&err),
        ["E0202 main.circ:2:43", "E0201 helpers.circ:2:41", "E0112 helpers.circ:3:27"],
        "{err}"
    );
}

#[test]
fn a_fault_while_building_is_shown_in_its_file() {
    let folder = folder(&[
        ("helpers.circ", "family first[n](x: num[n]) -> num { x[0] }\n"),
        ("main.circ", "use helpers.{first};\nfamily f[n](x: num[n]) -> num { first(x) }\n"),
    ]);
    let (status, _, err) = said(folder.path(), "run", "main.circ", &["--input", "[]"]);
    assert_eq!(status, 1);
    assert_eq!(codes(&err), ["E0401 helpers.circ:1:39"], "{err}");
}

#[test]
fn circles_are_named_once() {
    let folder = folder(&[
        ("a.circ", "use b.{g, g2};\nfamily f(x: num) -> num { g(x) }\n"),
        ("b.circ", "use c.{h};\nfamily g(x: num) -> num { h(x) }\nfamily g2(x: num) -> num { x }\n"),
        ("c.circ", "use a.{f};\nfamily h(x: num) -> num { f(x) }\n"),
        ("out.circ", "use a.{f};\nfamily k(x: num) -> num { f(x) }\n"),
    ]);
    let (status, _, err) = said(folder.path(), "check", "a.circ", &[]);
    assert_eq!(status, 1);
    assert_eq!(codes(&err), ["E0234 c.circ:1:8"], "{err}");
    assert!(err.contains("a.circ → b.circ → c.circ → a.circ"), "{err}");
    // The same circle from outside.
    assert_eq!(codes(&said(folder.path(), "check", "out.circ", &[]).2), ["E0234 c.circ:1:8"]);
}

#[test]
fn a_name_comes_from_one_place() {
    let folder = folder(&[
        ("helpers.circ", HELPERS),
        ("a.circ", "use helpers.{two};\nfamily double(x: num) -> num { two * x }\n"),
        (
            "main.circ",
            "use helpers.{double, two};\nuse a.{double};\nuse a.{two};\nconst two = 3;\nfamily f(x: num) -> num { x }\n",
        ),
    ]);
    let (_, _, err) = said(folder.path(), "check", "main.circ", &[]);
    assert_eq!(codes(&err), ["E0205 main.circ:1:22", "E0205 main.circ:2:8", "E0233 main.circ:3:8"], "{err}");
    assert!(err.contains("write `use helpers.{two};`"), "{err}");
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let outside = folder(&[("secret.circ", "family f(x: num) -> num { x }\n")]);
    let inside = folder(&[
        ("main.circ", "use secret.{f};\nfamily g(x: num) -> num { f(x) }\n"),
        ("place.circ/x", ""),
        ("other.circ", "use place.{f};\n"),
    ]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.path().join("secret.circ"), inside.path().join("secret.circ"))
            .expect("a link");
        let (status, _, err) = said(inside.path(), "check", "main.circ", &[]);
        assert_eq!((status, codes(&err)), (1, vec!["E0232 main.circ:1:5".into()]), "{err}");
    }
    // A folder is no file.
    assert_eq!(codes(&said(inside.path(), "check", "other.circ", &[]).2), ["E0232 other.circ:1:5"]);
    // A path is made of names.
    fs::write(inside.path().join("up.circ"), "use ../secret.{f};\n").expect("a file");
    assert_ne!(said(inside.path(), "check", "up.circ", &[]).0, 0);
    drop(outside);
}

#[test]
fn a_long_chain_of_files_ends() {
    let names: Vec<(String, String)> = (0..300)
        .map(|k| (format!("f{k}.circ"), format!("use f{}.{{g{}}};\nconst g{k} = {k};\n", k + 1, k + 1)))
        .collect();
    let files: Vec<(&str, &str)> = names.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = folder(&files);
    let (status, _, err) = said(folder.path(), "check", "f0.circ", &[]);
    assert_eq!((status, codes(&err)), (1, vec!["E0236 f255.circ:1:5".into()]), "{err}");
}

/// Paths begin at the folder of the file that is run, whatever its name is.
#[test]
fn the_program_may_have_any_name() {
    for name in ["sort.v2.circ", "std.sort.circ", "a b.circ", "-.circ", "std.circ"] {
        let folder = folder(&[
            ("helpers.circ", HELPERS),
            (
                name,
                "use helpers.{two};\nuse std.sort.{sort};\nfamily f(x: num) -> num { two * sum(sort([x])) }\n",
            ),
        ]);
        assert_eq!(
            said(folder.path(), "run", name, &["--input", "3"]),
            (0, "6\n".into(), String::new()),
            "{name}"
        );
    }
}

/// The line of a message that starts so, of those in order.
fn lines_with<'t>(stderr: &'t str, start: &str) -> Vec<&'t str> {
    stderr.lines().filter_map(|line| line.split_once(start)).map(|(_, rest)| rest).collect()
}

#[test]
fn what_another_file_has_is_found_there() {
    let folder = folder(&[
        ("helpers.circ", HELPERS),
        ("lib/deep.circ", "use other.{three};\nfamily quad(x: num) -> num { three * x + four }\n"),
        ("lib/other.circ", "const three = 3;\nconst four = 4;\n"),
        (
            "main.circ",
            "use helpers.{double};\nuse lib.deep.quad;\nuse std.sort.{sort};\n\
             family f[n](x: num[n], w: Paren[n]) -> num[n] { sort(double(x)) * two + rank(x) + four }\n",
        ),
    ]);
    let (status, _, err) = said(folder.path(), "check", "main.circ", &[]);
    let expected = [
        "E0203 main.circ:4:27",
        "E0201 main.circ:4:67",
        "E0202 main.circ:4:73",
        "E0201 main.circ:4:83",
        "E0201 lib/deep.circ:2:42",
    ];
    assert_eq!((status, codes(&err)), (1, expected.map(String::from).to_vec()), "{err}");
    assert_eq!(
        lines_with(&err, "Help: "),
        [
            "`helpers` has it: `use helpers.{double, Paren, two};`",
            "`helpers` has it: `use helpers.{double, Paren, two};`",
            "`std.sort` has it: `use std.sort.{sort, rank};`",
            "`lib.other` has it: write `use lib.other.{four};` at the head of the file",
            "`other` has it: `use other.{three, four};`",
        ],
        "{err}"
    );
    // Machines get the whole line, so what they write is a program.
    let json = said(folder.path(), "check", "lib/deep.circ", &["--message-format", "json"]);
    let fix = (json.1 + &json.2).lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message.get("fix").filter(|fix| fix.is_object()).cloned()
    });
    let fix = fix.expect("a fix");
    let at = |key: &str| fix["span"][key]["byte"].as_u64().expect("a byte") as usize;
    let text = fs::read_to_string(folder.path().join("lib/deep.circ")).expect("a file");
    let mended =
        format!("{}{}{}", &text[..at("start")], fix["text"].as_str().expect("text"), &text[at("end")..]);
    assert!(mended.starts_with("use other.{three, four};\nfamily"), "{mended}");
}

#[test]
fn an_alphabet_written_twice_is_two() {
    let folder = folder(&[
        ("a.circ", "alphabet Side = 'l' | 'r';\nfamily is_left[n](s: Side[n]) -> bool { s[0] == 'l' }\n"),
        (
            "main.circ",
            "use a.{is_left};\nalphabet Side = 'l' | 'r';\nfamily f[n](s: Side[n]) -> bool { is_left(s) }\n",
        ),
    ]);
    let (_, _, err) = said(folder.path(), "check", "main.circ", &[]);
    assert_eq!(codes(&err), ["E0301 main.circ:3:43"], "{err}");
    assert!(err.contains("take that of `a` (`use a.{Side};`)"), "{err}");
}

#[test]
fn a_file_that_is_not_there_may_be_meant_otherwise() {
    let folder = folder(&[
        ("helpers.circ", HELPERS),
        ("nothing.circ", ""),
        ("lib/more.circ", "use helpers.{double};\nfamily g(x: num) -> num { x }\n"),
        ("near.circ", "use helper.{double};\nuse Helpers.{double};\nuse lib.mroe.{g};\nuse zebra.{f};\n"),
        ("ending.circ", "use helpers.circ.{double};\nuse std.sort.circ.{sort};\n"),
        ("whole.circ", "use helpers;\nuse nothing;\nuse helprs;\n"),
        ("deep.circ", "use lib.more.{g};\n"),
    ]);
    for (file, titles, helps) in [
        (
            "near.circ",
            &[
                "there is no file `helper.circ` beside `near.circ`",
                "there is no file `Helpers.circ` beside `near.circ`",
                "there is no file `lib/mroe.circ` beside `near.circ`",
                "there is no file `zebra.circ` beside `near.circ`",
            ][..],
            &["did you mean `helpers`?", "did you mean `helpers`?", "did you mean `lib.more`?"][..],
        ),
        (
            "ending.circ",
            &[
                "there is no file `helpers/circ.circ` beside `ending.circ`",
                "the library has no module `std.sort.circ`",
            ],
            &["a `use` leaves the ending out: write `helpers`", "did you mean `std.sort`?"],
        ),
        (
            "whole.circ",
            &[
                "this names the file `helpers`, and nothing of it",
                "this names the file `nothing`, and nothing of it",
                "there is no file `helprs.circ` beside `whole.circ`",
            ],
            &["`use helpers.{double};` makes its `double` known here", "did you mean `helpers`?"],
        ),
        (
            "deep.circ",
            &["there is no file `helpers.circ` beside `lib/more.circ`"],
            &[
                "`helpers.circ` stands in a folder above, which no file in a folder below reads: move it beside `lib/more.circ`",
            ],
        ),
    ] {
        let (_, _, err) = said(folder.path(), "check", file, &[]);
        assert_eq!(lines_with(&err, "Error: "), titles, "{err}");
        assert_eq!(lines_with(&err, "Help: "), helps, "{err}");
        if file == "whole.circ" {
            assert!(err.contains("`helpers` has `double`, `Paren` and `two`."), "{err}");
        }
    }
}
