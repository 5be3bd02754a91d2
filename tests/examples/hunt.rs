//! Looks for programs whose circuits contradict what the analysis for all n says of them, and makes them small.
//!
//! `cargo run -p circ-tests --example hunt -- FROM COUNT` tries the seeds from the one on.

use std::collections::BTreeMap;

use circ_tests::wild::{choices, program, shrink, wrong};

/// So long a program is made smaller.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(6);

/// An analysis that takes longer is told.
const SLOW: std::time::Duration = std::time::Duration::from_millis(1500);

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let (from, count) = (args.next().unwrap_or(0), args.next().unwrap_or(100));
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    let (mut rejected, mut slowest) = (0, (std::time::Duration::ZERO, 0));
    for seed in from..from + count {
        let choices = choices(seed);
        let source = program(&choices);
        let loaded = circ_compiler::load(&source);
        if !loaded.has_errors() {
            for at in 0..loaded.program.own_families().len() {
                let start = std::time::Instant::now();
                let _ = circ_compiler::analysis::analyze(&loaded.program, circ_compiler::FamilyId(at as u32));
                if start.elapsed() > SLOW {
                    println!("seed {seed}: family {at} takes {:?}\n{source}", start.elapsed());
                }
            }
        }
        let start = std::time::Instant::now();
        let lines = wrong(&source, None);
        slowest = slowest.max((start.elapsed(), seed));
        let Some(lines) = lines else {
            rejected += 1;
            continue;
        };
        let mut told = Vec::new();
        for line in lines {
            // The figure, and what is wrong with it.
            let kind = kind(&line);
            if told.contains(&kind) {
                continue;
            }
            told.push(kind.clone());
            let times = found.entry(kind.clone()).or_default();
            *times += 1;
            if *times > 3 {
                continue;
            }
            let begun = std::time::Instant::now();
            let small = shrink(&choices, &|choices| {
                begun.elapsed() < PATIENCE
                    && wrong(&program(choices), None)
                        .is_some_and(|lines| lines.iter().any(|line| self::kind(line) == kind))
            });
            let source = program(&small);
            println!("seed {seed}: {}\n{source}", wrong(&source, None).unwrap_or_default().join("\n"));
        }
    }
    println!("{rejected} of {count} rejected, slowest {slowest:?}");
    for (kind, times) in found {
        println!("{times} {kind}");
    }
}

/// A line without its numbers.
fn kind(line: &str) -> String {
    let (_, figure) = line.split_once(": ").unwrap_or(("", line));
    let figure = figure.split(" at ").next().unwrap_or(figure);
    let wrong =
        ["above", "not exactly", "no value", "speaks of"].into_iter().find(|wrong| line.contains(wrong));
    format!("{} {}", figure.split(" of ").next().unwrap_or(figure), wrong.unwrap_or("sign"))
}
