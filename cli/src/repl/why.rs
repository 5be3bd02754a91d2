//! `:why`: why a family has the class that it has, and what keeps it out of the smaller ones.

use circ_compiler::analysis::{Analysis, Boolean, Bound, Class, Kind, analyze, classify};
use circ_compiler::claims::judge;
use circ_compiler::diagnostics::{ClaimFault, Fact};
use circ_compiler::{FamilyId, Program, Sources, message};

use crate::commands::report::figure::growth;
use crate::commands::report::notes::hindrance;
use crate::commands::report::place::Place;

/// The classes that are proved, and for each smaller one the expression that keeps the family out of it as it is
/// written.
pub(crate) fn why(sources: &Sources, program: &Program, id: FamilyId) -> String {
    let family = program.family(id);
    let analysis = analyze(program, id);
    let verdict = classify(program, id, &analysis);
    let name = &family.name;
    if verdict.finite {
        return format!(
            "{name}: its `where` admits finitely many sizes, and finitely many circuits are in every class\n"
        );
    }
    let mut text = String::new();
    let below = |claim: &str| {
        let found = judge(program, id, (claim, family.name_span), &analysis, sources)?;
        let Fact::Claim(fact) = &found.fact else { return None };
        if matches!(fact.fault, ClaimFault::AsFunctions { .. }) {
            return None;
        }
        let how = if fact.refuted { "not in" } else { "not shown to be in" };
        let place =
            found.span.map_or_else(String::new, |span| format!("\n    {}", Place::of(sources, span).said()));
        let called = fact
            .called
            .map_or_else(String::new, |span| format!("\n    called at {}", Place::of(sources, span).said()));
        Some(format!("  as written {how} {claim}: {}{place}{called}\n", message(&found).label))
    };
    match verdict.class {
        Some(class) => {
            text.push_str(&format!("{name} is in {class}, proved\n  {}\n", has(&analysis, &family.params)));
            smaller(class)
                .iter()
                .filter_map(|class| below(&class.to_string()))
                .for_each(|line| text.push_str(&line));
        }
        None => {
            text.push_str(&format!("no class is proved of {name}\n"));
            for obstacle in &verdict.obstacles {
                let place = obstacle
                    .span
                    .map_or_else(String::new, |span| format!("\n    {}", Place::of(sources, span).said()));
                text.push_str(&format!("  {}{place}\n", hindrance(&obstacle.what, &family.params)));
            }
        }
    }
    let smaller: &[&str] = match verdict.boolean {
        Some(Boolean::Nc0) => &[],
        Some(Boolean::Ac0) => &["NC0"],
        Some(Boolean::Tc0) => &["AC0"],
        Some(Boolean::Nc1) => &["TC0"],
        None => return text,
    };
    if let Some(class) = verdict.boolean {
        text.push_str(&format!("its Boolean class is {}, proved\n", class.name()));
        smaller.iter().filter_map(|class| below(class)).for_each(|line| text.push_str(&line));
    }
    text
}

/// What its circuits have that classes ask for, each figure as it is bounded at all sizes.
fn has(analysis: &Analysis, params: &[String]) -> String {
    let at_most = |what: &str, bound: &Option<Bound>| {
        let bound = &bound.as_ref()?.everywhere;
        let operands = bound.text(params);
        Some(if bound.is_zero() { format!("no {what}") } else { format!("{what} of at most {operands}") })
    };
    let depth = analysis.depth.as_ref().map(|bound| {
        format!("depth at most {}, {}", bound.everywhere.text(params), growth(&bound.everywhere, params))
    });
    let sums = at_most("sums", &analysis.add_fan_in);
    let products = at_most("products", &analysis.mul_fan_in);
    let sign = if analysis.sign.is_some() { "sign gates" } else { "no sign gates" };
    let parts = [depth, sums, products, Some(sign.to_owned())];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The classes just below one: fewer wide gates, a smaller depth, no sign gates.
fn smaller(class: Class) -> Vec<Class> {
    let mut all = Vec::new();
    if class.power > 0 {
        all.push(Class { kind: Kind::Fac, power: class.power - 1, ..class });
    }
    match class.kind {
        Kind::Fnc => {}
        Kind::Fsac => all.push(Class { kind: Kind::Fnc, ..class }),
        Kind::Fac => all.push(Class { kind: Kind::Fsac, ..class }),
    }
    if class.sign {
        all.push(Class { sign: false, ..class });
    }
    all
}
