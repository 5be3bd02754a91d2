//! The analysis for all n is never contradicted by a circuit: of the examples, of the library, of random programs, and
//! of programs that were written to break it.

use std::path::PathBuf;

use circ_compiler::library::MODULES;
use circ_compiler::{FamilyId, Loaded, load, message};
use circ_tests::faults;
use circ_tests::figures::violations;

/// A program that is right but for its claims, which are another test's.
fn right(source: &str) -> Loaded {
    let loaded = load(source);
    let wrong = loaded.diagnostics.iter().filter(|d| d.is_error() && !message(d).code.starts_with("E06"));
    assert!(wrong.count() == 0, "{}", faults(source, &loaded.diagnostics));
    loaded
}

/// The programs of a folder of examples.
fn examples(folder: &str) -> Vec<(String, Loaded)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples")).join(folder);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let load = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).expect("a program");
        (file.file_name().expect("a name").to_string_lossy().into_owned(), right(&text))
    };
    files.into_iter().map(load).collect()
}

/// A module of the library, with a small and a large alphabet for the names that stand for types.
fn module(name: &str) -> Loaded {
    let (_, text) = MODULES.iter().find(|(module, _)| *module == name).expect("a module");
    right(&format!("{text}\nalphabet Few = 'α' | 'β';\nalphabet Many = 'а'..='я';\n"))
}

/// Holds every family of some programs against its circuits.
fn hold(programs: &[(String, Loaded)]) {
    let mut all = Vec::new();
    for (name, loaded) in programs {
        for at in 0..loaded.program.own_families().len() {
            let found = violations(&loaded.program, FamilyId(at as u32));
            all.extend(found.into_iter().map(|line| format!("{name}: {line}")));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn sequences_hold() {
    hold(&examples("sequences"));
}

#[test]
fn circuits_hold() {
    hold(&examples("circuits"));
}

#[test]
fn chains_of_thought_hold() {
    hold(&examples("thought"));
}

#[test]
fn uses_of_the_library_hold() {
    hold(&examples("library"));
}

#[test]
fn the_library_holds() {
    let modules: Vec<(String, Loaded)> =
        MODULES.iter().map(|(name, _)| ((*name).to_string(), module(name))).collect();
    hold(&modules);
}
