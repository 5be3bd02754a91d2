//! `--why`: the expressions along a longest path, with the levels that each adds, and those with the most gates.

use circ_compiler::analysis::{Analysis, Piece, Step};
use circ_compiler::formula::Formula;
use circ_compiler::{Program, Sources};

use super::place::Place;
use crate::values::quoted;

/// So many expressions are told that have the most gates.
const SHARES: usize = 8;
/// Pieces inside pieces are told so deep.
const DEEPEST: usize = 12;

/// What adds levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Gates,
    Call,
    Steps,
    Recursion,
}

/// A piece of a longest path.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) kind: Kind,
    /// Of a call and a recursion: the family.
    pub(crate) family: Option<String>,
    pub(crate) place: Place,
    /// The levels that it adds.
    pub(crate) levels: String,
    /// One step of a loop, one level of a recursion, the circuit of a call.
    pub(crate) inside: Vec<Link>,
}

/// Gates of one expression.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    pub(crate) gates: String,
    pub(crate) place: Place,
}

/// Why a family is as deep and as large as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Why {
    /// A longest path, from the inputs on.
    pub(crate) depth: Vec<Link>,
    /// The largest shares of the gates, the largest first.
    pub(crate) size: Vec<Share>,
    /// How many expressions with gates are not told.
    pub(crate) fewer: usize,
}

/// What the analysis knows of it.
pub(super) fn why(sources: &Sources, program: &Program, params: &[String], analysis: &Analysis) -> Why {
    let depth = analysis.depth.as_ref().map_or(&[][..], |bound| &bound.why);
    let shares = &analysis.shares;
    Why {
        depth: links(sources, program, params, depth, 0),
        size: shares
            .iter()
            .take(SHARES)
            .map(|(span, gates)| Share { gates: gates.text(params), place: Place::of(sources, *span) })
            .collect(),
        fewer: shares.len().saturating_sub(SHARES),
    }
}

fn links(
    sources: &Sources,
    program: &Program,
    params: &[String],
    pieces: &[Piece],
    depth: usize,
) -> Vec<Link> {
    if depth > DEEPEST {
        return Vec::new();
    }
    let told = pieces.iter().filter(|piece| !piece.levels.is_zero());
    told.map(|piece| {
        let (kind, family) = match piece.step {
            Step::Gates => (Kind::Gates, None),
            Step::Call(id) => (Kind::Call, Some(program.family(id).name.clone())),
            Step::Steps => (Kind::Steps, None),
            Step::Recursion => (Kind::Recursion, None),
        };
        Link {
            kind,
            family,
            place: Place::of(sources, piece.span),
            levels: levels(&piece.levels, params),
            inside: links(sources, program, params, &piece.inside, depth + 1),
        }
    })
    .collect()
}

fn levels(formula: &Formula, params: &[String]) -> String {
    formula.text(params)
}

impl Link {
    /// What it is, where that is not plain from the source.
    pub(crate) fn what(&self) -> String {
        match (self.kind, &self.family) {
            (Kind::Gates, _) => String::new(),
            (Kind::Call, Some(family)) => format!("the circuit of {family}:"),
            (Kind::Call, None) => "the circuit that is called:".into(),
            (Kind::Steps, _) if self.inside.is_empty() => "all steps".into(),
            (Kind::Steps, _) => "all steps, of which each has:".into(),
            (Kind::Recursion, _) if self.inside.is_empty() => "all calls of the recursion".into(),
            (Kind::Recursion, _) => "all levels of the recursion, of which each has:".into(),
        }
    }

    fn json(&self) -> String {
        let kind = match self.kind {
            Kind::Gates => "gates",
            Kind::Call => "call",
            Kind::Steps => "steps",
            Kind::Recursion => "recursion",
        };
        let inside: Vec<String> = self.inside.iter().map(Link::json).collect();
        format!(
            "{{\"levels\": {}, \"kind\": \"{kind}\", \"place\": {}, \"source\": {}, \"inside\": [{}]}}",
            quoted(&self.levels),
            quoted(&self.place.at()),
            quoted(&self.place.excerpt),
            inside.join(", ")
        )
    }
}

impl Why {
    /// Lines of the path, each with how deep it is inside others.
    pub(crate) fn lines(&self) -> Vec<(usize, &Link)> {
        let mut lines = Vec::new();
        let mut open: Vec<(usize, &Link)> = self.depth.iter().rev().map(|link| (0, link)).collect();
        while let Some((depth, link)) = open.pop() {
            lines.push((depth, link));
            open.extend(link.inside.iter().rev().map(|link| (depth + 1, link)));
        }
        lines
    }

    /// The value of the key `why`.
    pub(crate) fn json(&self) -> String {
        let depth: Vec<String> = self.depth.iter().map(|link| format!("\n   {}", link.json())).collect();
        let share = |share: &Share| {
            format!(
                "\n   {{\"gates\": {}, \"place\": {}, \"source\": {}}}",
                quoted(&share.gates),
                quoted(&share.place.at()),
                quoted(&share.place.excerpt)
            )
        };
        let size: Vec<String> = self.size.iter().map(share).collect();
        format!("{{\"depth\": [{}],\n  \"size\": [{}]}}", depth.join(","), size.join(","))
    }
}
