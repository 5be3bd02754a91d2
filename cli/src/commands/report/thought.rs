//! Chains of thought in a family: what one step costs, for all n, and how many there are.

use circ_compiler::analysis::{analyze_as, classify};
use circ_compiler::program::Family;
use circ_compiler::typed::Kind;
use circ_compiler::types::Scalar;
use circ_compiler::{Program, Sources};

use super::figure::Figure;
use super::place::{Place, one_line};

/// A `generate` of the family's own body.
pub(crate) struct Thought {
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

/// The chains of thought of a family, in the order of the source.
pub(crate) fn thoughts(sources: &Sources, program: &Program, family: &Family) -> Vec<Thought> {
    let body = &family.body;
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
