//! The words for how something is known, the same in text and in Markdown.

use circ_compiler::analysis::{Class, Within};

use super::figure::{Figure, Known};
use super::measure::params_text;
use super::page::{self, Page, Transformers};
use crate::words::counted;

/// How a figure is known: `exact from n = 3`, `at most; reached at n = 4, 8`.
pub(crate) fn how(figure: &Figure, params: &[String]) -> String {
    match &figure.known {
        Known::Exact(from) => {
            let begin = from_size(*from, params);
            match &figure.everywhere {
                Some(everywhere) => format!("exact{begin}; nowhere more than {everywhere}"),
                None => format!("exact{begin}"),
            }
        }
        Known::AtMost(from) if figure.attained.is_empty() => format!("at most{}", from_size(*from, params)),
        Known::AtMost(from) => {
            format!("at most{}; reached {}", from_size(*from, params), at_sizes(&figure.attained, params))
        }
        Known::Observed(from) => format!("observed{}, not proved", from_size(*from, params)),
        Known::No => "not known".into(),
    }
}

pub(super) fn from_size(from: u64, params: &[String]) -> String {
    if from == 0 || params.is_empty() {
        return String::new();
    }
    format!(" from {} = {from}", params.join(" = "))
}

/// `at n = 4, 8`; with several parameters `at n = m = 4, 8`, or where one stays the same `at n = 4, 8 (k = 3)`.
fn at_sizes(sizes: &[Vec<(String, u64)>], params: &[String]) -> String {
    let Some(first) = sizes.first().filter(|_| !params.is_empty()) else { return "there".into() };
    let same = |size: &Vec<(String, u64)>| size.iter().all(|(_, value)| *value == size[0].1);
    let list = |at: usize| sizes.iter().map(|size| size[at].1.to_string()).collect::<Vec<_>>().join(", ");
    if sizes.iter().all(same) {
        return format!("at {} = {}", params.join(" = "), list(0));
    }
    let constant = |at: usize| sizes.iter().all(|size| size[at].1 == first[at].1);
    let varying: Vec<usize> = (0..first.len()).filter(|at| !constant(*at)).collect();
    if let [at] = varying.as_slice() {
        let others = first.iter().enumerate().filter(|(other, _)| other != at);
        let others: Vec<(String, u64)> = others.map(|(_, one)| one.clone()).collect();
        return format!("at {} = {} ({})", params[*at], list(*at), params_text(&others));
    }
    let each: Vec<String> = sizes.iter().map(|size| params_text(size)).collect();
    format!("at {}", each.join("; "))
}

/// How a class is known, beside its name.
pub(crate) fn class_how(known: &page::Known) -> String {
    match (&known.name, &known.claim) {
        (Some(name), Some(claim)) if name == claim => "proved, as claimed".into(),
        (Some(name), Some(claim)) => match (Class::named(name), Class::named(claim)) {
            (Some(class), Some(claimed)) if class.within(claimed) == Some(Within::AsFunctions) => {
                format!(
                    "proved; the claimed {claim} contains the functions of {name}: wide gates are trees of narrow ones"
                )
            }
            _ => format!("proved; it lies in the claimed {claim}"),
        },
        (Some(_), None) => "proved".into(),
        (None, Some(claim)) => format!("none is proved; {claim} is claimed"),
        (None, None) => "none is proved".into(),
    }
}

/// `average and dot (dimension 7 and 9, 1 head a layer)`
pub(crate) fn construction_names(one: &Transformers) -> String {
    let mut dims: Vec<String> = one.of.iter().map(|one| one.dim().to_string()).collect();
    dims.dedup();
    let heads = counted(one.heads, "head");
    format!("{} (dimension {}, {heads} a layer)", names(one, " and "), dims.join(" and "))
}

/// The constructions with this between them.
pub(crate) fn names(one: &Transformers, between: &str) -> String {
    let names: Vec<&str> = one.of.iter().map(|one| one.name()).collect();
    names.join(between)
}

/// What the constructions cost at the sizes that were built: a head, then a row for each size.
pub(crate) fn by_construction(page: &Page) -> Vec<Vec<String>> {
    let groups = &page.constructions;
    let head = groups
        .iter()
        .flat_map(|one| [format!("{}: K", names(one, ", ")), "layers".to_string(), "tokens".to_string()]);
    let mut rows = vec![std::iter::once("by construction".to_string()).chain(head).collect::<Vec<_>>()];
    for row in &page.measured.rows {
        let mut cells = vec![row.size()];
        for cost in groups.iter().filter_map(|one| row.cost(*one.of.first()?)) {
            cells.extend([cost.rounds.to_string(), cost.layers.to_string(), cost.positions.to_string()]);
        }
        rows.push(cells);
    }
    rows
}

/// What kind of transformer it is for growing sizes.
pub(crate) fn construction_kind(one: &Transformers) -> String {
    let layers = &one.layers;
    let Some(growth) = &layers.growth else {
        return "the same two layers, repeated; how often is not known for all sizes".into();
    };
    let times =
        if growth.starts_with("O(") { format!("{growth} times") } else { format!("{growth}ly often") };
    match (layers.is_proved(), growth.as_str()) {
        (true, "O(1)") => "one transformer for all sizes".into(),
        (_, "unknown") => "looped, the same two layers; how often is not known to be bounded".into(),
        (true, _) => format!("looped, the same two layers {times}"),
        (false, _) => format!("looped, as far as was measured, the same two layers {times}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_briefly() {
        let params = ["n".to_string(), "k".to_string()];
        let at = |n: u64, k: u64| vec![("n".to_string(), n), ("k".to_string(), k)];
        assert_eq!(at_sizes(&[at(4, 4), at(8, 8)], &params), "at n = k = 4, 8");
        assert_eq!(at_sizes(&[at(4, 3), at(8, 3)], &params), "at n = 4, 8 (k = 3)");
        assert_eq!(at_sizes(&[at(4, 3), at(8, 2)], &params), "at n = 4, k = 3; n = 8, k = 2");
        assert_eq!(at_sizes(&[at(4, 3)], &params), "at n = 4, k = 3");
        assert_eq!(at_sizes(&[vec![]], &[]), "there");
    }
}
