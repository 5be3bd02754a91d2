//! What is run layer by layer: the transformer of a family or of a circuit, or one from a file, with its inputs.

use std::path::Path;

use circ_compiler::elaborate::Spans;
use circ_compiler::emit::{Construction, Emitted, Place, emit, places};
use circ_compiler::{Elaborated, Program, Severity, Sources};
use circ_runtime::{Circuit, Num, Port, Transformer};

use crate::args::Data;
use crate::attention::{Attention, Knowing};
use crate::commands::run::{build, instance, prepare};
use crate::commands::run_file::{filled, port, stop};
use crate::engine;
use crate::inputs::read_ports;
use crate::programs::{Held, Misfits, Opened, open};
use crate::session::{Ended, Session, Stop};

/// A transformer that is ready to run.
pub(crate) struct Subject {
    /// The transformer, its inputs filled in.
    pub(crate) transformer: Transformer,
    /// Its inputs, as they are shown.
    pub(crate) inputs: Vec<Port>,
    /// Its outputs, as they are shown.
    pub(crate) outputs: Vec<Port>,
    /// The name and the sizes of the family or circuit that it computes; `None` of one from a file.
    pub(crate) of: Option<(String, Vec<(String, u64)>)>,
    /// The circuit that it simulates, where it is one of a construction.
    pub(crate) simulated: Option<Simulated>,
    /// The program that it comes from, where it comes from one.
    pub(crate) sources: Option<Sources>,
}

/// A circuit, and where it is in its transformer.
pub(crate) struct Simulated {
    pub(crate) circuit: Circuit,
    /// How it is simulated.
    pub(crate) construction: Construction,
    /// The source of each gate, where there is one.
    pub(crate) spans: Option<Spans>,
    /// The position of each gate.
    pub(crate) positions: Vec<u32>,
    /// What each position is.
    pub(crate) places: Vec<Place>,
}

/// Opens a file and makes a transformer with its inputs of what is in it.
pub(crate) fn subject(
    session: &Session,
    path: &Path,
    family: Option<&str>,
    data: &Data,
    (attention, knowing): (Attention, Knowing),
) -> Ended<Subject> {
    let misfits = |held| {
        let mut misfits = Misfits::new(path, held);
        misfits.families(family.is_some(), !data.params.is_empty(), !data.types.types.is_empty());
        misfits
    };
    match open(session, path)? {
        Opened::Source(loaded) => {
            let (file, program) = session.take(path, *loaded, Severity::Warning)?;
            of_program(session, (&file, program), family, data, (attention, knowing))
        }
        Opened::Circuit(circuit, _) => {
            misfits(Held::Circuit).end(session)?;
            let digits = session.run_limits.max_digits;
            let given =
                read_ports(&circuit.family, &circuit.inputs, circuit.ring, &data.inputs, true, digits)
                    .map_err(|facts| session.refuse(facts))?;
            let inputs: Vec<Num> = given.into_iter().flatten().flatten().collect();
            let Some(construction) = attention.construction() else {
                let what = "leave it out: a circuit has no program that says what its positions are";
                misfits(Held::Circuit).refuse(true, "--attention native", what).end(session)?;
                return Err(Stop::Told);
            };
            simulated(session, *circuit, None, &inputs, construction)
        }
        Opened::Transformer(transformer) => {
            misfits(Held::Transformer)
                .refuse(
                    attention != Attention::Average,
                    "--attention",
                    "leave it out: a file says itself how its heads attend",
                )
                .end(session)?;
            let transformer = filled(session, data, *transformer)?;
            let inputs = transformer.sequence.inputs.iter();
            let inputs = inputs.map(|spec| port(&spec.name, spec.positions.len())).collect();
            let outputs = transformer.sequence.outputs.iter();
            let outputs = outputs.map(|spec| port(&spec.name, spec.positions.len())).collect();
            Ok(Subject { transformer, inputs, outputs, of: None, simulated: None, sources: None })
        }
    }
}

/// The transformer of a family of a program, with its inputs.
pub(super) fn of_program(
    session: &Session,
    (file, mut program): (&Sources, Program),
    family: Option<&str>,
    data: &Data,
    (attention, knowing): (Attention, Knowing),
) -> Ended<Subject> {
    let id = session.family(&program, family)?;
    let family = instance(session, &mut program, id, data)?;
    let given = prepare(session, file, &program, &family, data, true)?;
    let built = build(session, file, &program, family.id, &given.sizes)?;
    if let Some(construction) = attention.construction() {
        let Elaborated { circuit, spans } = built;
        let subject = simulated(session, circuit, Some(spans), &given.values, construction)?;
        return Ok(Subject { sources: Some(file.clone()), ..subject });
    }
    let (program, meant) = ((file, &program), (attention, knowing));
    let mut transformer =
        engine::transformer(&session.limits, program, (family.id, &given.sizes), &built, meant)
            .map_err(|fault| session.fail(file, &fault))?;
    transformer.sequence.fill(&given.values).map_err(|error| stop(session, &error))?;
    let Circuit { family, params, inputs, outputs, .. } = built.circuit;
    let (of, sources) = (Some((family, params)), Some(file.clone()));
    Ok(Subject { transformer, inputs, outputs, of, simulated: None, sources })
}

fn simulated(
    session: &Session,
    circuit: Circuit,
    spans: Option<Spans>,
    inputs: &[Num],
    construction: Construction,
) -> Ended<Subject> {
    let Emitted { mut transformer, positions, .. } = emit(&circuit, construction);
    transformer.sequence.fill(inputs).map_err(|error| stop(session, &error))?;
    let places = places(&circuit, construction);
    let of = Some((circuit.family.clone(), circuit.params.clone()));
    Ok(Subject {
        transformer,
        inputs: circuit.inputs.clone(),
        outputs: circuit.outputs.clone(),
        of,
        simulated: Some(Simulated { circuit, construction, spans, positions, places }),
        sources: None,
    })
}
