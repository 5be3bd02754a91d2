//! What a report adds in sentences: why nothing is proved, what a product costs a transformer, what only fits.

use circ_compiler::Sources;
use circ_compiler::analysis::{Analysis, Gap, Hindrance, Reason, Verdict};
use circ_compiler::formula::Formula;

use super::figure::{Known, growth};
use super::measure::params_text;
use super::page::Page;
use super::place::Place;
use super::words::names;

/// A sentence, and the place that it is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Note {
    /// Without a full stop.
    pub(crate) text: String,
    /// Where.
    pub(crate) place: Option<Place>,
}

/// More places of one kind than this are not listed.
const MOST: usize = 3;

/// The notes of a page.
pub(super) fn notes(sources: &Sources, page: &Page, analysis: &Analysis, verdict: &Verdict) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let mut add = |text: String, place: Option<Place>| {
        if notes.iter().all(|note| note.text != text) {
            notes.push(Note { text, place });
        }
    };
    if verdict.finite {
        add("the `where` admits finitely many sizes, so that every class would hold".into(), None);
    }
    if verdict.class.is_none() {
        for obstacle in verdict.obstacles.iter().take(MOST) {
            let text = format!("no class is proved: {}", hindrance(&obstacle.what, &page.params));
            add(text, obstacle.span.map(|span| Place::of(sources, span)));
        }
    }
    let told = |gap: &&Gap| {
        let same = |what: &Hindrance| matches!(what, Hindrance::Gap(reason) if *reason == gap.reason);
        verdict.class.is_none() && verdict.obstacles.iter().take(MOST).any(|obstacle| same(&obstacle.what))
    };
    for gap in analysis.gaps.iter().filter(|gap| !told(gap)).take(MOST) {
        add(format!("not proved: {}", reason(gap.reason)), Some(Place::of(sources, gap.span)));
    }
    if let Some(span) = analysis.product.filter(|_| !page.mul_fan_in.is_constant()) {
        let grows = page.mul_fan_in.growth.as_deref().filter(|growth| growth.starts_with("O("));
        let factors = grows.map_or_else(|| "a growing number of".to_string(), |growth| growth.to_string());
        let layers = page.mul_fan_in.of.as_ref().filter(|_| page.mul_fan_in.is_proved());
        let layers = layers.map_or_else(|| "O(log n)".to_string(), |of| growth_of_log(of, &page.params));
        let text = format!(
            "a product of {factors} factors is one gate of a circuit, and {layers} layers of a transformer: with \
             activations of bounded degree D, L layers compute polynomials of degree at most D^L"
        );
        add(text, Some(Place::of(sources, span)));
    }
    let observed: Vec<&str> = page
        .figures()
        .into_iter()
        .filter(|(_, figure)| matches!(figure.known, Known::Observed(_)))
        .map(|(name, _)| name)
        .collect();
    if !observed.is_empty() {
        let text = format!(
            "{}: nothing is proved; the formula goes through the measured sizes, and may be wrong at any other",
            observed.join(", ")
        );
        add(text, None);
    }
    let circuit = page.figures().into_iter().map(|(name, figure)| (name.to_string(), figure));
    let transformers = page.constructions.iter().flat_map(|one| {
        let of = names(one, " and ");
        [("layers", &one.layers), ("length", &one.tokens)]
            .map(|(what, figure)| (format!("{what} of {of}"), figure))
    });
    for (name, figure) in circuit.chain(transformers) {
        if let Some(at) = figure.contradicted.first() {
            let at = params_text(at);
            let text = format!(
                "a fault of circ itself: at {at} the {name} that was measured contradicts the formula; please report it"
            );
            add(text, None);
        }
    }
    notes
}

fn growth_of_log(formula: &Formula, params: &[String]) -> String {
    growth(&formula.ceil_log2(), params)
}

/// Why there is no class.
pub(crate) fn hindrance(what: &Hindrance, params: &[String]) -> String {
    let polynomial = |of: &str, formula: &Formula| match growth(formula, params).as_str() {
        "exponential" => format!("the number of {of} is exponential"),
        _ => format!("the number of {of} is not known to be polynomial in the number of inputs"),
    };
    match what {
        Hindrance::Depth(f) => match growth(f, params).as_str() {
            "unknown" => "the depth is not known to be bounded by a power of a logarithm".into(),
            grows => format!("the depth is {grows}, which no power of a logarithm bounds"),
        },
        Hindrance::Size(f) => polynomial("gates", f),
        Hindrance::Edges(f) => polynomial("wires", f),
        Hindrance::ConstantBits(f) => polynomial("bits of the constants", f),
        Hindrance::Free(param) => {
            let name = params.get(*param as usize).map_or("?", String::as_str);
            format!("the number of inputs does not bound `{name}`, on which it depends")
        }
        Hindrance::Gap(gap) => reason(*gap).to_string(),
    }
}

/// What the analysis does not know.
pub(crate) fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::MutualRecursion => "families that call each other in a circle",
        Reason::Measure => {
            "a recursion in which no size is known to shrink by half or by a constant at every call"
        }
        Reason::NestedCall => "a recursive call on what another recursive call gives",
        Reason::ManyCalls => {
            "several recursive calls that each take a constant off the size, or a number of calls that grows"
        }
        Reason::Steps => "the number of steps of a loop has no formula",
        Reason::Count => "a size or a number of operands has no formula",
        Reason::TooLarge => "the body is too large for the analysis",
        #[allow(unreachable_patterns, reason = "reasons may be added")]
        _ => "it is not known",
    }
}
