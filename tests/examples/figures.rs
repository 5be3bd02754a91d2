//! The figures of the analysis for all n, beside those of circuits that are built: what is exact, and what is wrong.
//!
//! `cargo run -p circ-tests --example figures -- FILE…` prints a line a family.

#![allow(clippy::print_stdout, reason = "it prints what it finds")]

use circ_compiler::FamilyId;
use circ_compiler::analysis::{Bound, How, analyze};
use circ_tests::figures::violations;

fn main() {
    let mut exact = 0;
    let mut all = 0;
    let mut total = std::time::Duration::ZERO;
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
            total += took;
            let show = |bound: &Option<Bound>| match bound {
                Some(b) => format!(
                    "{}{}",
                    match b.how {
                        How::Exact(from) => format!("=({from})"),
                        How::Upper => "<".into(),
                        How::UpperFrom(from) => format!("<({from})"),
                    },
                    b.formula.text(&family.params)
                ),
                None => "?".into(),
            };
            println!(
                "{} {} [{}] {:?}\n   depth {} rounds {} binary {} add {} mul {} sign {} count {} long {} bits {}\n   size {} edges {} tokens {} binary {}",
                path.rsplit('/').next().unwrap_or(""),
                family.name,
                family.claim.as_ref().map_or("-", |c| &c.0),
                took,
                show(&analysis.depth),
                show(&analysis.rounds),
                show(&analysis.binary_rounds),
                show(&analysis.add_fan_in),
                show(&analysis.mul_fan_in),
                analysis.sign.is_some(),
                analysis.counting.is_some(),
                analysis.long.is_some(),
                show(&analysis.constant_bits),
                show(&analysis.size),
                show(&analysis.edges),
                show(&analysis.tokens),
                show(&analysis.binary_tokens),
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
                verdict.boolean,
                verdict.p_uniform,
                if kept == Some(false) { "CLAIM NOT PROVED " } else { "" },
                verdict.obstacles
            );
            println!("   in range {} judged {}", analysis.in_range, analysis.judged.len());
            for gap in &analysis.gaps {
                println!(
                    "   gap {:?} at {}",
                    gap.reason,
                    &text.get(gap.span.start as usize..gap.span.end as usize).unwrap_or("")
                );
            }
            if let Some(b) = &analysis.depth {
                all += 1;
                exact += u32::from(matches!(b.how, How::Exact(_)));
            }
            for violation in violations(&program, id) {
                println!("   WRONG {violation}");
            }
        }
    }
    println!("depth exact: {exact} of {all}; {total:?} of analysis");
}
