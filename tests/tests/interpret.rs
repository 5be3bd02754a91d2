//! A family evaluated over numbers, without its circuit, gives what its circuit gives.

use circ_compiler::elaborate::interpret;
use circ_compiler::{FamilyId, Limits, Program, elaborate, load};
use circ_runtime::{Num, PortType, evaluate};
use circ_tests::random::Random;
use circ_tests::{load_right, wild};

/// Small budgets, as for sizes that nobody asked for.
const SMALL: Limits = Limits {
    max_gates: 50_000,
    max_wires: 500_000,
    max_steps: 2_000_000,
    max_calls: 2_000,
    max_digits: 1_000,
};

/// Holds every family of a program at small sizes; how many inputs that were.
fn hold(source: &str, program: &Program, random: &mut Random) -> u32 {
    let runs = circ_runtime::Limits { max_digits: 1_000, ..circ_runtime::Limits::default() };
    let mut held = 0;
    for id in (0..program.own as u32).map(FamilyId) {
        let family = program.family(id);
        if !family.generics.is_empty() {
            continue;
        }
        for size in 0..4 {
            let sizes = vec![size; family.params.len()];
            let Ok(built) = elaborate(program, id, &sizes, &SMALL, &mut |_| {}) else { continue };
            for _ in 0..4 {
                let mut inputs = Vec::new();
                for port in &built.circuit.inputs {
                    let (least, most) = match &port.ty {
                        PortType::Num => (-3, 3),
                        PortType::Bool => (0, 1),
                        PortType::Alphabet { tokens, .. } => (0, tokens.len() as i64 - 1),
                    };
                    let draw = |_| Num::int(least + random.below((most - least + 1) as usize) as i64);
                    inputs.extend((0..port.scalars()).map(draw));
                }
                let Ok(expected) = evaluate(&built.circuit, &inputs, &runs, &mut |_, _| {}) else { continue };
                let found = match interpret(program, id, &sizes, &inputs, &SMALL) {
                    Ok(found) => found.outputs,
                    // Numbers may be too long on the way, where what they are for is never asked.
                    Err(fault) => {
                        let budget =
                            |fact: &_| matches!(fact, circ_compiler::Fact::Build(fact) if fact.is_budget());
                        assert!(budget(&fault.fact), "{source}\n{} at {size}: {fault:?}", family.name);
                        continue;
                    }
                };
                assert_eq!(found, expected, "{source}\n{} at {size}: {inputs:?}", family.name);
                held += 1;
            }
        }
    }
    held
}

#[test]
fn wild_programs() {
    let mut random = Random(7);
    let mut held = 0;
    for seed in 0..150 {
        let source = wild::program(&wild::choices(seed));
        let loaded = load(&source);
        if !loaded.has_errors() {
            held += hold(&source, &loaded.program, &mut random);
        }
    }
    assert!(held > 1_000, "{held}");
}

#[test]
fn the_library_and_the_examples() {
    let mut random = Random(8);
    for (name, source) in circ_compiler::library::MODULES {
        assert!(hold(name, &load_right(source).program, &mut random) > 0, "{name}");
    }
    for folder in ["circuits", "sequences", "thought"] {
        let path = format!("{}/../examples/{folder}", env!("CARGO_MANIFEST_DIR"));
        let files =
            std::fs::read_dir(path).expect("the folder is there").map(|f| f.expect("readable").path());
        let mut files: Vec<_> = files.filter(|f| f.extension().is_some_and(|e| e == "circ")).collect();
        files.sort();
        for file in files {
            let source = std::fs::read_to_string(&file).expect("readable");
            let loaded = load(&source);
            // Programs of several files are not read here.
            if !loaded.has_errors() {
                assert!(hold(&source, &loaded.program, &mut random) > 0, "{}", file.display());
            }
        }
    }
}
