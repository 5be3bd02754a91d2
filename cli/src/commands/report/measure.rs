//! Circuits and transformers of a family, built at some sizes and measured.

use circ_compiler::diagnostics::{BuildFact, Fact};
use circ_compiler::emit::Construction;
use circ_compiler::{FamilyId, Limits, Program, Severity, Sources};
use circ_runtime::{Layer, Measures, measure};

use crate::chains::{StepMeasures, measure_chains, stages_and_circuit};
use crate::commands::degree::Degrees;
use crate::engine::{self, TransformerMeasures, measure_transformer};
use crate::instances::Asked;
use crate::progress::Progress;
use crate::session::Session;

/// The sizes that are measured where none are asked for.
const SIZES: [u64; 5] = [1, 2, 4, 8, 16];

/// What a size that nobody asked for may cost.
const LOOK: Limits = Limits {
    max_gates: 2_000_000,
    max_wires: 10_000_000,
    max_steps: 3_000_000,
    max_calls: 2_000,
    max_digits: 10_000,
};

/// One size.
pub(crate) struct Row {
    /// The size of every parameter that varies.
    pub(crate) asked: u64,
    /// The parameters, in order.
    pub(crate) params: Vec<(String, u64)>,
    /// Of the circuit.
    pub(crate) circuit: Measures,
    /// Of `average`.
    pub(crate) transformer: TransformerMeasures,
    /// The longest step of each chain of thought.
    pub(crate) chains: Vec<StepMeasures>,
}

/// A family at all sizes.
pub(crate) struct Measured {
    /// The sizes that were built.
    pub(crate) rows: Vec<Row>,
    /// Sizes that are not there, and why.
    pub(crate) left_out: Vec<(Vec<(String, u64)>, String)>,
    /// Whether the layers were the same at all sizes.
    pub(crate) uniform: bool,
    /// Where `--degree` asks for them.
    pub(crate) degrees: Option<Degrees>,
    /// Whether nothing was wrong at any size.
    pub(crate) well: bool,
}

impl Row {
    /// What is measured, with its key.
    pub(crate) fn numbers(&self) -> [(&'static str, u64); 8] {
        let (circuit, transformer) = (&self.circuit, &self.transformer);
        [
            ("gates", circuit.gates as u64),
            ("edges", circuit.edges as u64),
            ("depth", circuit.depth as u64),
            ("add_fan_in", circuit.add_fan_in as u64),
            ("mul_fan_in", circuit.mul_fan_in as u64),
            ("dim", transformer.dim as u64),
            ("layers", transformer.layers),
            ("tokens", transformer.tokens as u64),
        ]
    }

    /// One of [`Row::numbers`].
    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        self.numbers().into_iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// `n = 4`, or `all` of a family without parameters.
    pub(crate) fn size(&self) -> String {
        if self.params.is_empty() { "all".into() } else { params_text(&self.params) }
    }
}

/// `n = 4`
pub(crate) fn params_text(params: &[(String, u64)]) -> String {
    let params: Vec<String> = params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    params.join(", ")
}

/// The smaller of each.
pub(crate) fn within(limits: &Limits, bound: &Limits) -> Limits {
    Limits {
        max_gates: limits.max_gates.min(bound.max_gates),
        max_wires: limits.max_wires.min(bound.max_wires),
        max_steps: limits.max_steps.min(bound.max_steps),
        max_calls: limits.max_calls.min(bound.max_calls),
        max_digits: limits.max_digits.min(bound.max_digits),
    }
}

/// Measures a family at these sizes, or at the usual ones where none are given. A size that can't be built is told and
/// left out, and says nothing of the others.
pub(crate) fn measure_family(
    session: &Session,
    file: &Sources,
    program: &Program,
    fixed: &Asked,
    id: FamilyId,
    sizes: &[u64],
    degrees: Option<Degrees>,
) -> Measured {
    let family = program.family(id);
    let mut measured =
        Measured { rows: Vec::new(), left_out: Vec::new(), uniform: true, degrees, well: true };
    let mut told = Vec::new();
    let mut others = if sizes.is_empty() { SIZES.to_vec() } else { sizes.to_vec() };
    let mut asked = !sizes.is_empty();
    if fixed.fixes(&family.params) {
        others.truncate(1);
        asked |= !family.params.is_empty();
    }
    let mut layers: Option<Vec<Layer>> = None;
    for other in others {
        let sizes = fixed.sizes(&family.params, other);
        let params: Vec<(String, u64)> = family.params.iter().cloned().zip(sizes.iter().copied()).collect();
        let mut progress = Progress::new("building");
        let limits = if asked { session.limits } else { within(&session.limits, &LOOK) };
        let built = stages_and_circuit(program, id, &sizes, &limits, &mut |gates| progress.at(gates, None));
        drop(progress);
        let built = built.and_then(|(built, staged)| {
            let chains =
                staged.map(|staged| measure_chains(program, &staged, Construction::Average, &limits));
            Ok((built, chains.transpose()?.unwrap_or_default()))
        });
        match built {
            Ok((built, chains)) => {
                if let Some(degrees) = &mut measured.degrees {
                    degrees.see(&params, &built.circuit);
                }
                let transformer = engine::emit(&built.circuit, Construction::Average);
                let (circuit, measures) = (measure(&built.circuit), measure_transformer(&transformer));
                measured.rows.push(Row { asked: other, params, circuit, transformer: measures, chains });
                let first = layers.get_or_insert_with(|| transformer.layers.clone());
                measured.uniform &= *first == transformer.layers;
            }
            Err(fault) => match &fault.fact {
                Fact::Build(BuildFact::ConditionFails { call: false, .. }) => {
                    measured.left_out.push((params, "the `where` leaves it out".into()));
                }
                Fact::Build(fact) if !asked && fact.is_budget() => {
                    measured.left_out.push((params, "too large to be built without being asked for".into()));
                    break;
                }
                fact => {
                    measured.well = false;
                    let large = matches!(fact, Fact::Build(fact) if fact.is_budget());
                    let why = if large { "larger than a budget" } else { "it can't be built" };
                    measured.left_out.push((params, why.into()));
                    // What is wrong at one size often is at the next.
                    if fault.span.is_none() || !told.contains(&fault.span) {
                        session.tell(file, [&*fault], Severity::Note);
                        told.push(fault.span);
                    }
                }
            },
        }
    }
    measured
}
