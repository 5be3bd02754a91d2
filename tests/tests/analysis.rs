//! The analysis for all n is never contradicted by a circuit: of the examples, of the library, of random programs, and
//! of programs that were written to break it.

#[path = "analysis/regressions.rs"]
mod regressions;

use std::path::PathBuf;

use circ_compiler::analysis::{How, analyze, analyze_as};
use circ_compiler::library::MODULES;
use circ_compiler::{FamilyId, Loaded, load, message};
use circ_runtime::Ring;
use circ_tests::faults;
use circ_tests::figures::{bounds, types, violations};
use circ_tests::programs::{Choices, program};
use circ_tests::wild;

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

#[test]
fn what_was_wrong_once_holds() {
    let programs: Vec<(String, Loaded)> =
        regressions::PROGRAMS.iter().map(|(name, source)| ((*name).to_string(), right(source))).collect();
    hold(&programs);
}

/// Programs that recurse and loop, from seeds that are the same in every run. `examples/hunt.rs` tries others.
#[test]
fn wild_programs_hold() {
    const SEEDS: u64 = 100;
    let mut rejected = 0;
    for seed in 0..SEEDS {
        let source = wild::program(&wild::choices(seed));
        let Some(wrong) = wild::wrong(&source, None) else {
            rejected += 1;
            continue;
        };
        assert!(wrong.is_empty(), "seed {seed}:\n{source}{}", wrong.join("\n"));
    }
    assert!(rejected < SEEDS / 4, "{rejected} of {SEEDS} are no programs");
}

/// The random programs of the laws.
#[test]
fn random_programs_hold() {
    for seed in 0..120 {
        let choices = wild::choices(1_000 + seed);
        let mut choices = Choices::new(&choices, Ring::Q);
        let kind = choices.kind();
        let source = program(kind, &choices.expr(kind, 3), Ring::Q);
        let loaded = right(&source);
        let main = loaded.program.family_named("main").expect("the family is there");
        let wrong = violations(&loaded.program, main);
        assert!(wrong.is_empty(), "seed {seed}:\n{source}{}", wrong.join("\n"));
    }
}

#[test]
fn the_same_program_has_the_same_figures() {
    for (name, loaded) in examples("circuits").into_iter().chain([("sort".into(), module("sort"))]) {
        for at in 0..loaded.program.own_families().len() {
            let told = || format!("{:?}", analyze(&loaded.program, FamilyId(at as u32)));
            assert_eq!(told(), told(), "{name}");
        }
    }
}

/// How many figures are exact, of those that are known, of all. A change for the worse shows here.
#[test]
fn so_many_figures_are_exact() {
    let mut lines = Vec::new();
    let catalogue = ["sequences", "circuits", "thought", "library"].into_iter().flat_map(examples).collect();
    let library: Vec<(String, Loaded)> =
        MODULES.iter().map(|(name, _)| ((*name).to_string(), module(name))).collect();
    for (title, programs) in [("examples", catalogue), ("library", library)] {
        let mut counted: std::collections::BTreeMap<String, (u32, u32, u32)> = Default::default();
        for (_, loaded) in &programs {
            for at in 0..loaded.program.own_families().len() {
                let id = FamilyId(at as u32);
                let types = types(&loaded.program, id).swap_remove(0);
                for (figure, bound) in bounds(&analyze_as(&loaded.program, id, &types)) {
                    let row = counted.entry(figure.split(' ').next().map_or(String::new(), |stem| {
                        if stem == "output" { stem.to_string() } else { figure.clone() }
                    }));
                    let (exact, known, all) = row.or_default();
                    *exact += u32::from(bound.is_some_and(|bound| matches!(bound.how, How::Exact(_))));
                    *known += u32::from(bound.is_some());
                    *all += 1;
                }
            }
        }
        lines.push(format!("{title}: exact, known, all"));
        lines.extend(
            counted
                .iter()
                .map(|(figure, (exact, known, all))| format!("{figure:14}{exact:4}{known:5}{all:5}")),
        );
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/golden"));
    settings.bind(|| insta::assert_snapshot!("tightness", lines.join("\n")));
}
