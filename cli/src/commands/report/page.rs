//! What a report says of a family, before it is written down as text, as Markdown or as JSON.

use circ_compiler::analysis::{Analysis, Bound, Verdict, analyze, classify};
use circ_compiler::emit::{Construction, Cost, Sums};
use circ_compiler::program::Family;
use circ_compiler::types::{Scalar, Type};
use circ_compiler::{FamilyId, Program, Sources};

use super::figure::Figure;
use super::measure::{Measured, Row};
use super::notes::{Note, hindrance, notes};
use super::own::{Own, own};
use super::place::{Place, one_line};
use super::rework::Rework;
use super::thought::{Thought, thoughts};
use super::why::{Why, why};
use crate::instances::{Asked, Instance};

/// A class and how it is known.
pub(crate) struct Known {
    /// `FSAC0[sign]`; nothing where none is proved.
    pub(crate) name: Option<String>,
    /// What the family claims of this kind of class.
    pub(crate) claim: Option<String>,
    /// Why none is proved, where that is known.
    pub(crate) why: Option<String>,
}

/// The transformers that a circuit is turned into: constructions that have the same layers and length.
pub(crate) struct Transformers {
    /// Which.
    pub(crate) of: &'static [Construction],
    /// Heads of a layer.
    pub(crate) heads: usize,
    /// What becomes of the circuit first.
    pub(crate) rework: Rework,
    /// The depth after that.
    pub(crate) rounds: Figure,
    /// Layers that run, repeats included.
    pub(crate) layers: Figure,
    /// Positions of the sequence.
    pub(crate) tokens: Figure,
}

/// An output, where there are several.
pub(crate) struct Output {
    /// `result.0`
    pub(crate) name: String,
    /// Of its deepest element.
    pub(crate) depth: Figure,
}

/// A report of one family.
pub(crate) struct Page {
    /// Its name.
    pub(crate) family: String,
    /// Its parameters.
    pub(crate) params: Vec<String>,
    /// The sizes that `--param` fixes.
    pub(crate) fixed: Vec<Option<u64>>,
    /// What its names for types stand for.
    pub(crate) types: Vec<(String, String)>,
    /// A line about that.
    pub(crate) types_line: Option<String>,
    /// As written, on one line.
    pub(crate) signature: String,
    /// What it says of itself.
    pub(crate) docs: Vec<String>,
    /// The smallest class that is proved.
    pub(crate) class: Known,
    /// The same of Boolean classes; nothing where an input is a number.
    pub(crate) boolean: Option<Known>,
    /// `P`, where that is proved.
    pub(crate) uniformity: Option<&'static str>,
    /// Whether sign gates occur, as far as is known.
    pub(crate) sign: Option<bool>,
    /// Whether it is proved that there are none.
    pub(crate) no_sign: bool,
    /// Where the source has one.
    pub(crate) sign_at: Option<Place>,
    pub(crate) depth: Figure,
    pub(crate) outputs: Vec<Output>,
    pub(crate) size: Figure,
    pub(crate) edges: Figure,
    pub(crate) add_fan_in: Figure,
    pub(crate) mul_fan_in: Figure,
    pub(crate) constant_bits: Figure,
    pub(crate) constructions: Vec<Transformers>,
    /// The transformer of its own.
    pub(crate) own: Own,
    pub(crate) thoughts: Vec<Thought>,
    pub(crate) notes: Vec<Note>,
    /// Where `--why` asks for it.
    pub(crate) why: Option<Why>,
    pub(crate) measured: Measured,
}

/// The layers of a transformer of a family's own are made at this size; they are those of all sizes.
const ANY: u64 = 4;

/// Puts together what is known of a family.
pub(crate) fn page(
    sources: &Sources,
    program: &Program,
    instance: &Instance,
    asked: &Asked,
    measured: Measured,
    with_why: bool,
) -> Page {
    let id: FamilyId = instance.id;
    let family = program.family(id);
    let analysis = analyze(program, id);
    let verdict = classify(program, id, &analysis);
    let rows = &measured.rows;
    let params = &family.params;
    // Where gates are not all counted, one that was not may have the most operands.
    let counted = |bound: &Option<Bound>| bound.clone().filter(|_| analysis.size.is_some());
    let figure = |bound: &Option<Bound>, key: &str| Figure::new(bound.as_ref(), params, rows, Some(key));
    let mut page = Page {
        family: family.name.clone(),
        params: params.clone(),
        fixed: params.iter().map(|param| asked.fixed(param)).collect(),
        types: instance.types.clone(),
        types_line: instance.line(),
        signature: one_line(sources.text(family.signature)),
        docs: family.docs.clone(),
        class: class(family, &verdict),
        boolean: over_booleans(program, family).then(|| boolean(family, &verdict)),
        uniformity: verdict.p_uniform.then_some("P"),
        sign: sign(&analysis, rows),
        no_sign: analysis.sign.is_none() && analysis.size.is_some(),
        sign_at: analysis.sign.map(|span| Place::of(sources, span)),
        depth: figure(&analysis.depth, "depth"),
        outputs: outputs(family, &analysis),
        size: figure(&analysis.size, "gates"),
        edges: figure(&analysis.edges, "edges"),
        add_fan_in: figure(&counted(&analysis.add_fan_in), "add_fan_in"),
        mul_fan_in: figure(&counted(&analysis.mul_fan_in), "mul_fan_in"),
        constant_bits: Figure::new(counted(&analysis.constant_bits).as_ref(), params, rows, None),
        constructions: Vec::new(),
        own: own(sources, program, id, &asked.sizes(params, ANY)),
        thoughts: thoughts(sources, program, id),
        notes: Vec::new(),
        why: with_why.then(|| why(sources, program, params, &analysis)),
        measured,
    };
    page.constructions = constructions(&page, &analysis);
    page.notes = notes(sources, &page, &analysis, &verdict);
    page
}

impl Page {
    /// The figures of the circuit, with what they are called.
    pub(crate) fn figures(&self) -> [(&'static str, &Figure); 6] {
        [
            ("depth", &self.depth),
            ("size", &self.size),
            ("edges", &self.edges),
            ("add fan-in", &self.add_fan_in),
            ("mul fan-in", &self.mul_fan_in),
            ("constant bits", &self.constant_bits),
        ]
    }

    /// The parameters that `--sizes` sets.
    pub(crate) fn varying(&self) -> Vec<&str> {
        let free = self.params.iter().zip(&self.fixed).filter(|(_, fixed)| fixed.is_none());
        free.map(|(param, _)| param.as_str()).collect()
    }

    /// Whether a size was built.
    pub(crate) fn is_measured(&self) -> bool {
        !self.measured.rows.is_empty()
    }
}

/// Whether a Boolean class may be asked for: no input is a number.
fn over_booleans(program: &Program, family: &Family) -> bool {
    family.inputs.iter().all(|input| match &input.ty.ty {
        Type::Array(Scalar::Num, _) => false,
        Type::Array(scalar, _) => program.codes(*scalar).is_some(),
        _ => false,
    })
}

/// Whether a claim is of a Boolean class: the names of others begin with F.
fn is_boolean(claim: &str) -> bool {
    !claim.starts_with('F')
}

fn class(family: &Family, verdict: &Verdict) -> Known {
    let claim = family.claim.as_ref().map(|(claim, _)| claim.clone());
    Known {
        name: verdict.class.map(|class| class.to_string()),
        claim: claim.filter(|claim| !is_boolean(claim)),
        why: verdict.obstacles.first().map(|obstacle| hindrance(&obstacle.what, &family.params)),
    }
}

fn boolean(family: &Family, verdict: &Verdict) -> Known {
    let claim = family.claim.as_ref().map(|(claim, _)| claim.clone());
    Known {
        name: verdict.boolean.map(|class| class.name().to_string()),
        claim: claim.filter(|claim| is_boolean(claim)),
        why: None,
    }
}

/// No gate in the source is no gate at any size. One in the source may be folded away: then the built sizes tell.
fn sign(analysis: &Analysis, rows: &[Row]) -> Option<bool> {
    if rows.iter().any(|row| row.circuit.signs) {
        return Some(true);
    }
    if analysis.sign.is_none() && analysis.size.is_some() {
        return Some(false);
    }
    (!rows.is_empty()).then_some(false)
}

fn outputs(family: &Family, analysis: &Analysis) -> Vec<Output> {
    let leaves = family.result.ty.leaves();
    if leaves < 2 || analysis.outputs.len() != leaves {
        return Vec::new();
    }
    let one = |(at, bound): (usize, &Option<Bound>)| Output {
        name: format!("result.{at}"),
        depth: Figure::new(bound.as_ref(), &family.params, &[], None),
    };
    analysis.outputs.iter().enumerate().map(one).collect()
}

/// Each construction with the figures that it shares with others.
fn constructions(page: &Page, analysis: &Analysis) -> Vec<Transformers> {
    use Construction::{Average, Dot, Leftmost, Rightmost};
    let (params, rows) = (&page.params, &page.measured.rows);
    let of = |of: &'static [Construction], rounds: &Option<Bound>, tokens: &Option<Bound>| {
        // What all of them have, whatever the circuit.
        let (layers, heads) = of.first().map_or((0, 0), |one| {
            let layers = one.layers();
            (layers.len(), layers.iter().map(|layer| layer.heads.len()).max().unwrap_or(0))
        });
        let figure = |bound: &Option<Bound>, times: usize, number: &dyn Fn(Cost) -> u64| {
            let measured = |row: &Row| Some(number(row.cost(*of.first()?)?));
            Figure::measured(bound.as_ref(), times as i64, params, rows, &measured)
        };
        let rounds_figure = figure(rounds, 1, &|cost| u64::from(cost.rounds));
        let wide_sums = of.iter().all(|one| one.sums() == Sums::Wide);
        Transformers {
            of,
            heads,
            rework: Rework::of(page, &rounds_figure, wide_sums),
            rounds: rounds_figure,
            layers: figure(rounds, layers, &|cost| cost.layers),
            tokens: figure(tokens, 1, &|cost| cost.positions as u64),
        }
    };
    vec![
        of(&[Average, Dot], &analysis.rounds, &analysis.tokens),
        of(&[Leftmost, Rightmost], &analysis.binary_rounds, &analysis.binary_tokens),
    ]
}
