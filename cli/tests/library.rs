//! The pages of `docs/library`, made of the library's own documentation and of measurements, and `circ explain`, which
//! shows them.

mod support;

use std::path::{Path, PathBuf};

use circ_compiler::diagnostics::{BuildFact, Fact};
use circ_compiler::library::MODULES;
use circ_compiler::program::Family;
use circ_compiler::{FamilyId, Limits, Program, Text, Unread, elaborate, instance, load_files};
use circ_runtime::{Measures, measure};
use support::{entry, snapshot, stdout_of, transcript};

/// What is measured, for every size parameter alike.
const SIZES: [u64; 5] = [1, 2, 4, 8, 16];

/// What a size may cost that stands on a page: pages are made in seconds.
const LIMITS: Limits = Limits {
    max_gates: 60_000,
    max_wires: 600_000,
    max_steps: 3_000_000,
    max_calls: 1_000,
    max_digits: 5_000,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/library")
}

/// A module, loaded as the file that is run.
fn program(name: &str, text: &str) -> Program {
    let source = Text { name: format!("std/{name}.circ"), text: text.into() };
    load_files(Some(name), source, &mut |_| Err(Unread::Missing)).program
}

/// The first sentence of a text.
fn first_sentence(lines: &[String]) -> String {
    let text = lines.join(" ");
    text.split_once(". ").map_or_else(|| text.trim_end_matches('.').into(), |(first, _)| first.to_string())
}

/// The page of a module: what it is for, its families, and a section for each.
fn page(name: &str, text: &str) -> String {
    let mut program = program(name, text);
    let docs = circ_grammar::parse(text).tree.docs;
    let mut out = format!("# std.{name}\n\n{}\n\n", docs.join("\n").trim());
    for family in program.own_families() {
        let first = first_sentence(&family.docs);
        out.push_str(&format!("- [`{}`](#{}): {first}.\n", family.name, family.name));
    }
    for at in 0..program.own {
        let id = FamilyId(at as u32);
        let Family { name, signature, docs, .. } = program.family(id).clone();
        out.push_str(&format!("\n## {name}\n\n```circ\n{}\n```\n\n", &text[signature.range()]));
        out.push_str(&format!("{}\n", docs.join("\n").trim()));
        if let Some(table) = measured(&mut program, id) {
            out.push_str(&format!("\n{table}"));
        }
    }
    out
}

/// Depth, gates and fan-in of a family at the sizes that are there and are not too large.
fn measured(program: &mut Program, id: FamilyId) -> Option<String> {
    let Family { name, params, generics, .. } = program.family(id).clone();
    let made = instance(program, id, &[]);
    let at = |size: u64| -> Option<Measures> {
        match elaborate(program, made, &vec![size; params.len()], &LIMITS, &mut |_| {}) {
            Ok(built) => Some(measure(&built.circuit)),
            Err(fault) => match fault.fact {
                Fact::Build(BuildFact::ConditionFails { call: false, .. }) => None,
                Fact::Build(fact) if fact.is_budget() => None,
                other => panic!("{name} at {size}: {other:?}"),
            },
        }
    };
    let fan_in = |measures: &Measures| measures.add_fan_in.max(measures.mul_fan_in);
    let over: Vec<String> = generics.iter().map(|name| format!("`{name}` = `num`")).collect();
    if params.is_empty() {
        let measures = at(0)?;
        let over = if over.is_empty() { String::new() } else { format!(" With {}.", over.join(", ")) };
        return Some(format!(
            "Measured: depth {}, {} gates, fan-in {}.{over}\n",
            measures.depth,
            measures.gates,
            fan_in(&measures)
        ));
    }
    let columns: Vec<(u64, Measures)> = SIZES.iter().filter_map(|size| Some((*size, at(*size)?))).collect();
    if columns.is_empty() {
        return None;
    }
    let names: Vec<String> = params.iter().map(|name| format!("`{name}`")).chain(over).collect();
    let row = |head: String, cell: &dyn Fn(&(u64, Measures)) -> String| {
        let cells: Vec<String> = columns.iter().map(cell).collect();
        format!("| {head} | {} |\n", cells.join(" | "))
    };
    Some(format!(
        "{}{}{}{}{}",
        row(names.join(", "), &|(size, _)| size.to_string()),
        row("---".into(), &|_| "---:".into()),
        row("depth".into(), &|(_, measures)| measures.depth.to_string()),
        row("gates".into(), &|(_, measures)| measures.gates.to_string()),
        row("fan-in".into(), &|(_, measures)| fan_in(measures).to_string()),
    ))
}

/// The page that leads to the others.
fn index() -> String {
    let mut out = String::from(
        "# The standard library\n\n`use std.sort.{sort, rank};` brings families of a module into a file. The library is \
         written in circ and part of the\ncompiler; its files stand in [std](../../std). A page has a section for each \
         family: its signature with the class that it\nclaims, what it does, and what it costs. Each is tested in its \
         file, and held against a model in plain Rust.\n\n`circ explain std.sort` shows the families of a module on a \
         terminal, and `circ explain std.sort.rank` the section of one.\n\n| module | families | what |\n| --- | ---: | \
         --- |\n",
    );
    for (name, text) in MODULES {
        let docs = circ_grammar::parse(text).tree.docs;
        let families = program(name, text).own;
        let first = first_sentence(&docs);
        out.push_str(&format!("| [std.{name}]({name}.md) | {families} | {first} |\n"));
    }
    out.push_str(
        "\nThe tables measure circuits with every size parameter at the number above the column. A name that stands for \
         a type is `num`\nthere, and a size is left out where the `where` of the family does, or where the circuit has \
         more than 60,000 gates. `circ\nreport` measures others: `circ report std/sort.circ --family rank --sizes \
         10,20`.\n\nA module uses others, and gives on only what it defines itself: every name has one home.\n",
    );
    out
}

/// `INSTA_UPDATE=always` writes them, as it does snapshots.
#[test]
fn the_pages_are_up_to_date() {
    let mut pages: Vec<(String, String)> =
        MODULES.iter().map(|(name, text)| (format!("{name}.md"), page(name, text))).collect();
    pages.push(("README.md".into(), index()));
    pages.sort();
    let update = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    for (name, text) in &pages {
        let path = folder().join(name);
        if update {
            std::fs::write(&path, text).expect("the page can be written");
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found == *text, "docs/library/{name} is not up to date; INSTA_UPDATE=always writes it anew");
    }
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, pages.into_iter().map(|(name, _)| name).collect::<Vec<_>>());
}

#[test]
fn pages_are_shown() {
    snapshot(
        "explain_library",
        &transcript(&[
            &["explain", "std"],
            &["explain", "std.count"],
            &["explain", "std.sort.rank"],
            &["explain", "std.logic.mux"],
            &["explain", "std/sort.circ"],
            &["explain", "std.srot"],
            &["explain", "std.sort.rnak"],
            &["explain", "std.sort.parity"],
            &["explain", "std.sort.rank.more"],
            &["explain", "parity"],
            &["explain", "sort"],
        ]),
    );
}

#[test]
fn a_name_of_the_library_is_pointed_at() {
    let source = "family f[n](x: num[n]) -> num[n] { sort(x) }\n\
                  family g[n](x: num[n]) -> num { indexof(x, 3) + summ(x) + median[3](x) + zebra(x) }\n";
    snapshot("library_names", &entry(&["check", "-"], source));
}

#[test]
fn a_module_is_named_in_place_of_a_file() {
    assert_eq!(stdout_of(&["run", "std.sort", "--family", "sort", "--input", "[2, 1]"]), "[1, 2]\n");
    snapshot(
        "library_modules",
        &transcript(&[
            &["report", "std.sequence", "--family", "khop", "--param", "k=3", "--sizes", "2,4"],
            &["verify", "std.sequence", "--family", "mode", "--type", "T=Letter"],
            &["run", "std.sequence", "--family", "hist", "--type", "T=Letter", "--input", "hello"],
            &["run", "std.sequence", "--family", "hist", "--input", "hello"],
            &["run", "std.sequence", "--family", "hist", "--type", "T=Lettr", "--input", "hello"],
            &["build", "std.logic", "--family", "mux", "--type", "T=bool"],
            &["check", "std.srot"],
        ]),
    );
}

#[test]
fn every_family_is_explained() {
    for (name, text) in MODULES {
        let list = stdout_of(&["explain", &format!("std.{name}")]);
        for family in program(name, text).own_families() {
            assert!(list.contains(&format!("- `{}`: ", family.name)), "{}", family.name);
        }
    }
    let one = stdout_of(&["explain", "std.bits.bit_add"]);
    assert!(one.starts_with("std.bits.bit_add\n\n    family bit_add[n](a: bool[n], b: bool[n])"), "{one}");
}
