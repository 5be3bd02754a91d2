//! The standard library: every file of `std/` is a module, every family is documented, tested at its smallest sizes and
//! claims a class or says why not; and its values are those of plain Rust models, and of the other ways to the same.
//!
//! The models stand in [`library`], by module, and use other methods than the families: sorting, machine integers,
//! elimination, sets.

#[allow(dead_code, reason = "the catalogue asks for more")]
#[path = "catalogue/row.rs"]
mod row;
#[allow(dead_code, reason = "the catalogue asks for more")]
#[path = "catalogue/run.rs"]
mod run;

mod library {
    pub(crate) mod automata;
    pub(crate) mod bits;
    pub(crate) mod count;
    pub(crate) mod linear;
    pub(crate) mod logic;
    pub(crate) mod module;
    pub(crate) mod polynomial;
    pub(crate) mod sequence;
    pub(crate) mod sort;
    pub(crate) mod way;
}

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use circ_compiler::analysis::{bounds_as, classify};
use circ_compiler::claims::judge;
use circ_compiler::elaborate::admits;
use circ_compiler::library::{MODULES, exports, module_with};
use circ_compiler::{Diagnostic, FamilyId, Limits, Severity, message};
use library::module::{is_deep, modules, tested_sizes};
use library::way::check;
use library::{automata, bits, count, linear, logic, polynomial, sequence, sort};
use run::{Program, run_tests};

#[test]
fn the_folder_holds_the_modules_and_nothing_else() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../std"));
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder of the library")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let named: BTreeSet<String> = MODULES.iter().map(|(name, _)| format!("{name}.circ")).collect();
    assert_eq!(files, named, "(left: std/; right: MODULES)");
    assert!(MODULES.is_sorted());
}

#[test]
fn files_are_documented_formatted_and_without_warnings() {
    let mut wrong = Vec::new();
    for program in modules() {
        let tree = circ_grammar::parse(&program.source).tree;
        assert!(!tree.docs.is_empty(), "{} says nothing about itself", program.path);
        assert!(program.source.lines().count() <= 500, "{} is long", program.path);
        if program.source != circ_grammar::print(&tree) {
            wrong.push(format!("{} is not as `circ_grammar::print` prints it", program.path));
        }
        let warned = program.loaded.diagnostics.iter().filter(|d| d.severity() >= Severity::Warning);
        wrong.extend(warned.map(|d| format!("{}: {}", program.path, message(d).title)));
        for family in program.loaded.program.own_families() {
            let docs = family.docs.join(" ");
            if !docs.ends_with('.') {
                wrong.push(format!("`{}` in {} is not documented in sentences", family.name, program.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What stands against the claim of a family.
fn against(program: &Program, id: FamilyId) -> Option<Diagnostic> {
    let (checked, sources) = (&program.loaded.program, &program.loaded.sources);
    let (claim, at) = checked.family(id).claim.as_ref()?;
    judge(checked, id, (claim, *at), &bounds_as(checked, id, &[]), sources)
}

#[test]
fn every_claim_is_proved_of_the_circuits_as_written() {
    let mut wrong = Vec::new();
    for program in modules() {
        let faults = (0..program.loaded.program.own).filter_map(|at| against(&program, FamilyId(at as u32)));
        wrong.extend(faults.map(|fault| format!("{}: {}", program.path, message(&fault).title)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn families_without_a_claim_have_no_class() {
    let mut wrong = Vec::new();
    for program in modules() {
        let checked = &program.loaded.program;
        for (at, family) in checked.own_families().iter().enumerate().filter(|(_, f)| f.claim.is_none()) {
            let id = FamilyId(at as u32);
            if let Some(class) = classify(checked, id, &bounds_as(checked, id, &[])).class {
                wrong.push(format!("{} of {} is in {class}", family.name, program.path));
            }
        }
    }
    assert!(wrong.is_empty(), "no claim, though a class is proved:\n{}", wrong.join("\n"));
}

/// A family claims a class; or its documentation says why there is "no class", or speaks of its depth, which grows as
/// no class allows.
#[test]
fn families_claim_a_class_or_say_why_not() {
    let mut wrong = Vec::new();
    for program in modules() {
        for family in program.loaded.program.own_families().iter().filter(|family| family.claim.is_none()) {
            let docs = family.docs.join(" ").to_lowercase();
            let said = docs.contains("no class")
                || docs.contains("depth") && !family.params.is_empty() && is_deep(&program, family);
            if !said {
                wrong.push(format!("{}: {}", program.path, family.name));
            }
        }
    }
    assert!(wrong.is_empty(), "no claim, and no word about it:\n{}", wrong.join("\n"));
}

/// The length `n`, or the first parameter where there is none, is 0 in some call of a test and 1 in some, where the
/// conditions admit that.
#[test]
fn families_are_tested_at_their_smallest_sizes() {
    let mut wrong = Vec::new();
    for program in modules() {
        let checked = &program.loaded.program;
        for (at, family) in checked.own_families().iter().enumerate() {
            let id = FamilyId(at as u32);
            let tested = tested_sizes(checked, id);
            if tested.is_empty() {
                wrong.push(format!("{}: {} has no test", program.path, family.name));
            }
            if family.params.is_empty() {
                continue;
            }
            let param = family.params.iter().position(|param| param == "n").unwrap_or(0);
            for size in 0..=1 {
                let admitted = (0..=2).any(|other| {
                    let mut sizes = vec![other; family.params.len()];
                    sizes[param] = size;
                    admits(checked, id, &sizes, &Limits::default()).is_ok()
                });
                if admitted && !tested.iter().any(|sizes| sizes[param] == size) {
                    let param = &family.params[param];
                    wrong.push(format!("{}: {} at {param} = {size}", program.path, family.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "not tested:\n{}", wrong.join("\n"));
}

#[test]
fn their_own_tests_hold_on_both_engines() {
    modules().for_each(|program| run_tests(&program));
}

#[test]
fn a_name_has_one_home_and_is_found_there() {
    let mut homes: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, text) in MODULES {
        let tree = circ_grammar::parse(text).tree;
        for exported in exports(&tree) {
            homes.entry(exported.to_string()).or_default().push(name);
        }
    }
    for (name, modules) in &homes {
        assert_eq!(modules.len(), 1, "{name} is in {modules:?}");
    }
    for program in modules() {
        let module = program.path.trim_start_matches("std/").trim_end_matches(".circ");
        for family in program.loaded.program.own_families() {
            assert_eq!(module_with(&family.name), Some(module), "{}", family.name);
        }
    }
    for name in ["", "test", "family", "sor", "sort[", "Letter", "no_such_family"] {
        assert_eq!(module_with(name), None, "{name}");
    }
}

/// The programs that show how it is used; their tests run with those of the other examples.
#[test]
fn its_examples_are_formatted_and_say_what_they_use() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/library"));
    for entry in std::fs::read_dir(folder).expect("the folder of the examples") {
        let path = entry.expect("an entry").path();
        let source = std::fs::read_to_string(&path).expect("readable");
        let tree = circ_grammar::parse(&source).tree;
        assert!(!tree.docs.is_empty() && source.contains("\nuse std."), "{}", path.display());
        assert_eq!(source, circ_grammar::print(&tree), "{}", path.display());
    }
}

#[test]
fn automata_are_as_modelled() {
    check("automata", &automata::ways());
}

#[test]
fn bits_are_as_modelled() {
    check("bits", &bits::ways());
}

#[test]
fn counts_are_as_modelled() {
    check("count", &count::ways());
}

#[test]
fn matrices_are_as_modelled() {
    check("linear", &linear::ways());
}

#[test]
fn logic_is_as_modelled() {
    check("logic", &logic::ways());
}

#[test]
fn polynomials_are_as_modelled() {
    check("polynomial", &polynomial::ways());
}

#[test]
fn sequences_are_as_modelled() {
    check("sequence", &sequence::ways());
}

#[test]
fn orders_are_as_modelled() {
    check("sort", &sort::ways());
}
