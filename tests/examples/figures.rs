//! The figures of the analysis for all n, beside those of circuits that are built: what is exact, and what is wrong.
//!
//! `cargo run -p circ-tests --example figures -- FILE…` prints a line a family.

use circ_compiler::analysis::{Bound, How, analyze};
use circ_compiler::emit::normalize::normalize;
use circ_compiler::formula::Symbol;
use circ_compiler::{FamilyId, Limits, Program};
use circ_runtime::{Num, measure};

fn main() {
    let mut exact = 0;
    let mut all = 0;
    let verbose = std::env::var("VERBOSE").is_ok();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a file");
        let loaded = circ_compiler::load(&text);
        let program = loaded.program;
        for at in 0..program.own_families().len() {
            let id = FamilyId(at as u32);
            let family = program.family(id);
            let start = std::time::Instant::now();
            let analysis = analyze(&program, id);
            let took = start.elapsed();
            let show = |bound: &Option<Bound>| match bound {
                Some(b) => format!(
                    "{}{}",
                    match b.how {
                        How::Exact(from) => format!("=({from})"),
                        How::Upper => "<".into(),
                    },
                    b.formula.text(&family.params)
                ),
                None => "?".into(),
            };
            println!(
                "{} {} [{}] {:?}\n   depth {} rounds {} add {} mul {} sign {} count {} long {} bits {}\n   size {} edges {} tokens {}",
                path.rsplit('/').next().unwrap_or(""),
                family.name,
                family.claim.as_ref().map_or("-", |c| &c.0),
                took,
                show(&analysis.depth),
                show(&analysis.rounds),
                show(&analysis.add_fan_in),
                show(&analysis.mul_fan_in),
                analysis.sign.is_some(),
                analysis.counting.is_some(),
                analysis.long.is_some(),
                show(&analysis.constant_bits),
                show(&analysis.size),
                show(&analysis.edges),
                show(&analysis.tokens),
            );
            let verdict = circ_compiler::analysis::classify(&program, id, &analysis);
            let class = verdict.class.map_or("none".to_string(), |c| c.to_string());
            let kept = family.claim.as_ref().map(|(claim, _)| {
                match (circ_compiler::analysis::Class::named(claim), verdict.class) {
                    (Some(asked), Some(found)) => found.within(asked).is_some(),
                    _ => false,
                }
            });
            println!(
                "   class {class} boolean {:?} uniform {} {}{:?}",
                verdict.boolean, verdict.p_uniform,
                if kept == Some(false) { "CLAIM NOT PROVED " } else { "" },
                verdict.obstacles
            );
            for gap in &analysis.gaps {
                println!("   gap {:?} at {}", gap.reason, &text.get(gap.span.start as usize..gap.span.end as usize).unwrap_or(""));
            }
            if let Some(b) = &analysis.depth {
                all += 1;
                exact += u32::from(matches!(b.how, How::Exact(_)));
            }
            check(&program, id, &analysis, verbose);
        }
    }
    println!("depth exact: {exact} of {all}");
}

fn check(program: &Program, id: FamilyId, analysis: &circ_compiler::analysis::Analysis, verbose: bool) {
    let family = program.family(id);
    if !family.generics.is_empty() { return; }
    let params = family.params.len();
    let top = match params { 0 => 0, 1 => 17, 2 => 5, 3 => 3, _ => 2 };
    let mut sizes = vec![0u64; params];
    let mut seen = std::collections::BTreeSet::new();
    let limits = Limits { max_gates: 300_000, max_wires: 3_000_000, ..Limits::default() };
    loop {
        let mut silent = |_: u64| {};
        if let Ok(built) = circ_compiler::elaborate(program, id, &sizes, &limits, &mut silent) {
            let m = measure(&built.circuit);
            let normal = normalize(&built.circuit);
            let rows = [
                ("depth", m.depth as u64, &analysis.depth),
                ("rounds", u64::from(normal.depth), &analysis.rounds),
                ("add", m.add_fan_in as u64, &analysis.add_fan_in),
                ("mul", m.mul_fan_in as u64, &analysis.mul_fan_in),
                ("gates", m.gates as u64, &analysis.size),
                ("edges", m.edges as u64, &analysis.edges),
                ("tokens", (normal.len() + normal.operands.len()) as u64, &analysis.tokens),
            ];
            for (name, found, bound) in rows {
                let Some(bound) = bound else { continue };
                let at = |f: &circ_compiler::formula::Formula| {
                    f.at(&|s| match s {
                        Symbol::Param(p) => Some(Num::int(sizes[p as usize] as i64)),
                        Symbol::Var(_) => None,
                    })
                };
                let Some(most) = at(&bound.everywhere) else {
                    if seen.insert(format!("value {name}")) { println!("   VALUE of {name} {:?} unknown at {sizes:?}", bound.everywhere); }
                    continue;
                };
                let found = Num::int(found as i64);
                if verbose { println!("     {sizes:?} {name} {found} <= {most}"); }
                if found > most && seen.insert(format!("wrong {name}")) {
                    println!("   WRONG {name} at {sizes:?}: found {found}, bound {most}");
                }
                if let How::Exact(from) = bound.how
                    && sizes.iter().all(|s| *s >= from)
                    && at(&bound.formula) != Some(found.clone())
                    && seen.insert(format!("exact {name}"))
                {
                    println!("   NOT EXACT {name} at {sizes:?}: found {found}, said {:?}", at(&bound.formula));
                }
            }
            if m.signs && analysis.sign.is_none() {
                println!("   WRONG sign at {sizes:?}");
            }
        }
        let Some(next) = (0..params).find(|p| sizes[*p] < top) else { break };
        sizes[next] += 1;
        for size in &mut sizes[..next] { *size = 0; }
    }
}
