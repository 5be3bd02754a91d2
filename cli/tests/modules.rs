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
