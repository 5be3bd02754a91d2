//! `circ report`: what circuits and transformers cost, measured at some sizes.
//!
//! What holds for all n is the analysis' to say; until it is there, nothing is claimed for all n.

use circ_compiler::diagnostics::{BuildFact, Fact};
use circ_compiler::program::Family;
use circ_compiler::types::{Scalar, Type};
use circ_compiler::{FamilyId, Limits, Program, Severity, Sources};
use circ_runtime::{Layer, Measures, measure};

use crate::args::Report;
use crate::chains::{StepMeasures, chains_json, measure_chains, stages_and_circuit};
use crate::commands::degree::Degrees;
use crate::commands::run::params_json;
use crate::engine::{self, TransformerMeasures, measure_transformer};
use crate::growth;
use crate::instances::{Asked, Instance};
use crate::listing::table::table;
use crate::progress::Progress;
use crate::session::{Ended, Session, Stop};
use crate::values::quoted;

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

/// Says what is missing.
const NOTE: &str = "class and formulas for all n come with a later version; this one measures";

/// One size.
struct Row {
    params: Vec<(String, u64)>,
    circuit: Measures,
    transformer: TransformerMeasures,
    /// The longest step of each chain of thought.
    chains: Vec<StepMeasures>,
}

/// A family at all sizes.
struct Measured {
    rows: Vec<Row>,
    /// Sizes that are not there, and why.
    left_out: Vec<(Vec<(String, u64)>, String)>,
    /// Whether the layers were the same at all sizes.
    uniform: bool,
    /// Where `--degree` asks for them.
    degrees: Option<Degrees>,
}

/// Measures the families of a file.
pub(crate) fn report(session: &Session, args: &Report) -> Ended<()> {
    let (file, mut program) = session.load(&args.file, Severity::Note)?;
    let one = args.family.is_some() || args.json;
    let last = session.family(&program, args.family.as_deref())?;
    let ids: Vec<FamilyId> = if one { vec![last] } else { (0..program.own as u32).map(FamilyId).collect() };
    let asked = Asked::read(session, &program, &ids, &args.fixed.types.types, &args.fixed.params)?;
    let mut well = true;
    for (at, id) in ids.into_iter().enumerate() {
        let instance = asked.instance(&mut program, id);
        let degrees = args.degree.then(|| Degrees::new(program.family(instance.id), args.seed));
        let mut measured = Measured { rows: Vec::new(), left_out: Vec::new(), uniform: true, degrees };
        well &= measure_family(session, args, &file, &program, &asked, instance.id, &mut measured);
        let family = program.family(instance.id);
        let text = if args.json {
            json(&program, family, &instance, &measured)
        } else {
            text(family, &instance, &measured)
        };
        if at > 0 {
            session.print("\n")?;
        }
        session.print(&text)?;
    }
    if well { Ok(()) } else { Err(Stop::Told) }
}

/// Measures a family at all sizes; whether nothing was wrong. A size that can't be built is told and left out, and
/// says nothing of the others.
fn measure_family(
    session: &Session,
    args: &Report,
    file: &Sources,
    program: &Program,
    fixed: &Asked,
    id: FamilyId,
    measured: &mut Measured,
) -> bool {
    let family = program.family(id);
    let (mut well, mut told) = (true, Vec::new());
    let mut others = if args.sizes.is_empty() { SIZES.to_vec() } else { args.sizes.clone() };
    let mut asked = !args.sizes.is_empty();
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
            let chains = staged.map(|staged| measure_chains(program, &staged, &limits));
            Ok((built, chains.transpose()?.unwrap_or_default()))
        });
        match built {
            Ok((built, chains)) => {
                if let Some(degrees) = &mut measured.degrees {
                    degrees.see(&params, &built.circuit);
                }
                let transformer = engine::emit(&built.circuit);
                let (circuit, measures) = (measure(&built.circuit), measure_transformer(&transformer));
                measured.rows.push(Row { params, circuit, transformer: measures, chains });
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
                    well = false;
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
    well
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

fn text(family: &Family, instance: &Instance, measured: &Measured) -> String {
    let mut out = format!("{}\n", family.name);
    if let Some(types) = instance.line() {
        out.push_str(&format!("  {types}\n"));
    }
    if !measured.rows.is_empty() {
        let heads = ["gates", "edges", "depth", "add fan-in", "mul fan-in", "dim", "layers", "tokens"];
        let mut rows = vec![std::iter::once("size").chain(heads).map(String::from).collect::<Vec<_>>()];
        for row in &measured.rows {
            let size = if row.params.is_empty() { "all".into() } else { params_text(&row.params) };
            let mut cells = vec![size];
            cells.extend(numbers(row).map(|(_, value)| value.to_string()));
            rows.push(cells);
        }
        out.push_str(&table(&rows));
        out.push_str(&chains_table(&measured.rows));
    }
    for (params, why) in &measured.left_out {
        let what =
            if params.is_empty() { "left out".into() } else { format!("{} left out", params_text(params)) };
        out.push_str(&format!("  {what}: {why}\n"));
    }
    let depths: Vec<(u64, u64)> = measured.rows.iter().filter_map(depth_at).collect();
    if let Some(said) = growth::of_depth(family, &depths) {
        out.push_str(&format!("  {said}\n"));
    }
    out.push_str(&measured.degrees.as_ref().map_or_else(String::new, Degrees::text));
    out.push_str(&format!("  {NOTE}\n"));
    out
}

/// The size and the depth there, where all parameters have one size.
fn depth_at(row: &Row) -> Option<(u64, u64)> {
    let size = row.params.first()?.1;
    row.params.iter().all(|(_, other)| *other == size).then_some((size, row.circuit.depth as u64))
}

/// Of families with chains of thought: how often a step runs, and what the longest one costs.
fn chains_table(rows: &[Row]) -> String {
    if rows.iter().all(|row| row.chains.is_empty()) {
        return String::new();
    }
    let heads = ["step by step", "step", "steps", "gates", "depth", "layers", "tokens"];
    let mut lines = vec![heads.map(String::from).to_vec()];
    for row in rows {
        for chain in &row.chains {
            let size = if row.params.is_empty() { "all".into() } else { params_text(&row.params) };
            let numbers = [chain.steps, chain.gates, chain.depth, chain.layers, chain.tokens];
            lines
                .push([size, chain.step.clone()].into_iter().chain(numbers.map(|n| n.to_string())).collect());
        }
    }
    format!("{}  gates, depth, layers and tokens here are those of the longest step\n", table(&lines))
}

/// `n = 4`
pub(crate) fn params_text(params: &[(String, u64)]) -> String {
    let params: Vec<String> = params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    params.join(", ")
}

/// What is measured, with its key.
fn numbers(row: &Row) -> impl Iterator<Item = (&'static str, u64)> {
    let (circuit, transformer) = (&row.circuit, &row.transformer);
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
    .into_iter()
}

/// The keys of formats.md. What no analysis proves is null: a formula is never guessed from sizes.
fn json(program: &Program, family: &Family, instance: &Instance, measured: &Measured) -> String {
    let types: Vec<String> =
        instance.types.iter().map(|(name, ty)| format!("{}: {}", quoted(name), quoted(ty))).collect();
    let params: Vec<String> = family.params.iter().map(|param| quoted(param)).collect();
    let how = if measured.rows.is_empty() { "unproved" } else { "observed" };
    let unknown = "\"formula\": null, \"growth\": null";
    let sign = measured.rows.iter().any(|row| row.circuit.signs);
    let boolean =
        if over_booleans(program, family) { "{\"class\": null, \"how\": \"unproved\"}" } else { "null" };
    let sizes: Vec<String> = measured
        .rows
        .iter()
        .map(|row| {
            let numbers: Vec<String> =
                numbers(row).map(|(key, value)| format!("\"{key}\": {value}")).collect();
            let chains = match row.chains.as_slice() {
                [] => String::new(),
                chains => format!(", \"chains\": {}", chains_json(chains)),
            };
            format!("\n  {{\"params\": {}, {}{chains}}}", params_json(&row.params), numbers.join(", "))
        })
        .collect();
    let left_out: Vec<String> = measured
        .left_out
        .iter()
        .map(|(params, why)| format!("{{\"params\": {}, \"why\": {}}}", params_json(params), quoted(why)))
        .collect();
    format!(
        "{{\"family\": {}, \"params\": [{}], \"types\": {{{}}},\n \"class\": {{\"name\": null, \"how\": \"unproved\"}},\n \
         \"depth\": {{{unknown}, \"how\": \"{how}\", \"bound\": null}},\n \
         \"size\": {{{unknown}, \"how\": \"{how}\", \"bound\": null}},\n \
         \"fan_in\": {{\"add\": {{{unknown}}}, \"mul\": {{{unknown}}}}},\n \
         \"sign\": {}, \"uniform_layers\": {},\n \
         \"boolean\": {boolean}, \"uniformity\": null,\n \
         \"constant_bits\": {{{unknown}}},\n \
         \"sizes\": [{}],{}\n \"left_out\": [{}],\n \"note\": {}}}\n",
        quoted(&family.name),
        params.join(", "),
        types.join(", "),
        if measured.rows.is_empty() { "null".to_string() } else { sign.to_string() },
        if measured.rows.is_empty() { "null".to_string() } else { measured.uniform.to_string() },
        sizes.join(","),
        measured.degrees.as_ref().map_or_else(String::new, Degrees::json),
        left_out.join(", "),
        quoted(NOTE),
    )
}

/// Whether a Boolean class may be asked for: no input is a number.
fn over_booleans(program: &Program, family: &Family) -> bool {
    family.inputs.iter().all(|input| match &input.ty.ty {
        Type::Array(Scalar::Num, _) => false,
        Type::Array(scalar, _) => program.codes(*scalar).is_some(),
        _ => false,
    })
}
