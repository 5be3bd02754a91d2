//! What is run layer by layer: the transformer of a family or of a circuit, or one from a file, with its inputs.

use std::path::Path;

use circ_compiler::emit::{Construction, Emitted, Place, emit, places};
use circ_compiler::{Program, Severity, Sources};
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
    /// Its outputs, as they are shown.
    pub(crate) outputs: Vec<Port>,
    /// The name and the sizes of the family or circuit that it computes; `None` of one from a file.
    pub(crate) of: Option<(String, Vec<(String, u64)>)>,
    /// The circuit that it simulates, where it is one of a construction.
    pub(crate) simulated: Option<Simulated>,
}

/// A circuit, and where it is in its transformer.
pub(crate) struct Simulated {
    pub(crate) circuit: Circuit,
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
            simulated(session, *circuit, &inputs, construction)
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
            let outputs = transformer.sequence.outputs.iter();
            let outputs = outputs.map(|spec| port(&spec.name, spec.positions.len())).collect();
            Ok(Subject { transformer, outputs, of: None, simulated: None })
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
        return simulated(session, built.circuit, &given.values, construction);
    }
    let (program, meant) = ((file, &program), (attention, knowing));
    let mut transformer =
        engine::transformer(&session.limits, program, (family.id, &given.sizes), &built, meant)
            .map_err(|fault| session.fail(file, &fault))?;
    transformer.sequence.fill(&given.values).map_err(|error| stop(session, &error))?;
    let Circuit { family, params, outputs, .. } = built.circuit;
    Ok(Subject { transformer, outputs, of: Some((family, params)), simulated: None })
}

fn simulated(
    session: &Session,
    circuit: Circuit,
    inputs: &[Num],
    construction: Construction,
) -> Ended<Subject> {
    let Emitted { mut transformer, positions, .. } = emit(&circuit, construction);
    transformer.sequence.fill(inputs).map_err(|error| stop(session, &error))?;
    let places = places(&circuit, construction);
    let (outputs, of) = (circuit.outputs.clone(), Some((circuit.family.clone(), circuit.params.clone())));
    Ok(Subject { transformer, outputs, of, simulated: Some(Simulated { circuit, positions, places }) })
}
