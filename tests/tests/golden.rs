//! Golden folders: for each program in `golden/KIND` a snapshot that holds the source and what one stage gives.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use circ_compiler::emit::{Construction, emit};
use circ_runtime::{circuit_to_json, measure, transformer_to_json};
use circ_tests::{build, load_right};

fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(kind)
}

/// Holds what a stage gives of every program of a folder against its snapshot; every snapshot has its program.
fn check(kind: &str, stage: &dyn Fn(&str) -> String) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder(kind))
        .expect("the folder is there")
        .map(|e| e.expect("readable").path())
        .collect();
    files.sort();
    let mut names = BTreeSet::new();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "circ")) {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let source = std::fs::read_to_string(file).expect("readable");
        let mut settings = insta::Settings::clone_current();
        settings.set_omit_expression(true);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_snapshot_path(folder(kind));
        settings.bind(|| insta::assert_snapshot!(name.clone(), format!("{source}\n{}", stage(&source))));
        names.insert(name);
    }
    assert!(!names.is_empty(), "no programs in {kind}");
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "snap")) {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(names.contains(&name), "{} belongs to no program", file.display());
    }
}

#[test]
fn tokens() {
    check("tokens", &|source| {
        let line = |t: &circ_grammar::Lexeme<'_>| format!("{:?} {} {:?}\n", t.span, t.kind.name(), t.text);
        circ_grammar::tokens(source).iter().map(line).collect()
    });
}

#[test]
fn trees() {
    check("trees", &|source| {
        let parsed = circ_grammar::parse(source);
        let errors: String = parsed.errors.iter().map(|e| format!("{:?} {:?}\n", e.span, e.kind)).collect();
        format!(
            "{}\n--- printed\n{}\n--- errors\n{errors}",
            circ_grammar::dump(&parsed.tree),
            circ_grammar::print(&parsed.tree)
        )
    });
}

/// The last family of each program, at every parameter 3: the circuit and its measures.
#[test]
fn circuits() {
    check("circuits", &|source| {
        let loaded = load_right(source);
        let family = loaded.program.families.last().expect("a family");
        let circuit = build(source, &loaded, &family.name, &vec![3; family.params.len()]);
        format!("{:?}\n{}", measure(&circuit), circuit_to_json(&circuit))
    });
}

/// The transformer and the sequence of the last family, at every parameter 2.
#[test]
fn transformers() {
    check("transformers", &|source| {
        let loaded = load_right(source);
        let family = loaded.program.families.last().expect("a family");
        let circuit = build(source, &loaded, &family.name, &vec![2; family.params.len()]);
        transformer_to_json(&emit(&circuit, Construction::Average).transformer)
    });
}
