//! Chains of thought in a family: what one step costs, for all n, and how many there are.

use circ_compiler::analysis::{analyze_as, classify};

use circ_compiler::typed::Kind;
use circ_compiler::types::Scalar;
use circ_compiler::{FamilyId, Program, Sources};

use super::figure::Figure;
use super::place::{Place, one_line};

/// A `generate` of the family's own body, or of one that it calls.
pub(crate) struct Thought {
    /// The family that it stands in, where that is a called one: its number of steps is in the names of that family.
    pub(crate) within: Option<String>,
    /// The family that gives the next element.
    pub(crate) step: String,
    /// Its parameters, in which the figures of a step are.
    pub(crate) params: Vec<String>,
    /// The class of a step, where one is proved.
    pub(crate) class: Option<String>,
    /// Of one step.
    pub(crate) depth: Figure,
    /// Gates of one step.
    pub(crate) size: Figure,
    /// Layers of one step, by `average` and `dot`.
    pub(crate) layers: Figure,
    /// The number of steps, as the source has it.
    pub(crate) steps: String,
    /// Where it stands.
    pub(crate) place: Place,
}

/// The chains of thought of a family, in the order of the source, then those of the families that it calls.
pub(crate) fn thoughts(sources: &Sources, program: &Program, family: FamilyId) -> Vec<Thought> {
    let mut reached = vec![family];
    let mut next = 0;
    while let Some(&id) = reached.get(next) {
        for expr in &program.family(id).body.exprs {
            match expr.kind {
                Kind::Call { family, .. } if !reached.contains(&family) => reached.push(family),
                _ => {}
            }
        }
        next += 1;
    }
    reached.iter().flat_map(|&id| thoughts_of(sources, program, id, id != family)).collect()
}

/// Those that stand in the body of a family, which is called or not.
fn thoughts_of(sources: &Sources, program: &Program, id: FamilyId, called: bool) -> Vec<Thought> {
    let family = program.family(id);
    let body = &family.body;
    let within = || {
        let params =
            if family.params.is_empty() { String::new() } else { format!("[{}]", family.params.join(", ")) };
        format!("{}{params}", family.name)
    };
    let mut found = Vec::new();
    for expr in &body.exprs {
        let Kind::Generate { step, steps, generics, .. } = &expr.kind else { continue };
        let number = body.exprs.get(steps.0 as usize).map_or("", |steps| sources.text(steps.span));
        let id = *step;
        let step = program.family(id);
        // What a step's names stand for is known where the family itself has none.
        let generics: Vec<Scalar> = generics
            .iter()
            .map(|scalar| if matches!(scalar, Scalar::Generic(_)) { Scalar::Num } else { *scalar })
            .collect();
        let analysis = analyze_as(program, id, &generics);
        let verdict = classify(program, id, &analysis);
        let figure =
            |bound: &Option<_>, times| Figure::measured(bound.as_ref(), times, &step.params, &[], &|_| None);
        found.push((
            expr.span.start,
            Thought {
                within: called.then(within),
                step: step.name.clone(),
                params: step.params.clone(),
                class: verdict.class.map(|class| class.to_string()),
                depth: figure(&analysis.depth, 1),
                size: figure(&analysis.size, 1),
                layers: figure(&analysis.rounds, 2),
                steps: one_line(number),
                place: Place::of(sources, expr.span),
            },
        ));
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, thought)| thought).collect()
}
