//! `circ run` of one circuit or one transformer, from a file.

use std::sync::Arc;

use circ_compiler::diagnostics::DataFact;
use circ_runtime::{Circuit, InputSpec, Limits, Num, Port, PortType, RunError, Transformer};

use crate::args::{Data, Engine, Run};
use crate::batch::line::read_ports as read_line;
use crate::batch::{self, Prepare, Work, scalars};
use crate::engine::{Ready, fault, measure_transformer};
use crate::explained;
use crate::inputs::read_ports;
use crate::printed::Form;
use crate::programs::{Held, Misfits};
use crate::progress::Progress;
use crate::session::{Ended, Session};

/// Evaluates a circuit on the inputs that are given.
pub(crate) fn circuit(session: &Session, args: &Run, circuit: Circuit) -> Ended<()> {
    let engine = "leave it out: a circuit is evaluated gate by gate";
    options(args, Held::Circuit)
        .refuse(matches!(args.engine, Engine::Both | Engine::Literal), "--engine", engine)
        .refuse(args.explain, "--explain", "leave it out: a circuit has no heads")
        .end(session)?;
    let form = if args.json { Form::of_circuit(&circuit) } else { Form::Text };
    let limits = session.run_limits;
    if let Some(path) = &args.batch {
        let circuit = Arc::new(circuit);
        let prepare = move |line: &str| {
            let (circuit, form) = (Arc::clone(&circuit), form.clone());
            let Circuit { family, inputs, ring, .. } = &*circuit;
            let values = read_line(family, inputs, *ring, line, limits.max_digits, None)?;
            let numbers = (values.len() + scalars(&circuit.outputs)) as u64;
            let run = move || {
                circ_runtime::evaluate(&circuit, &values, &limits, &mut |_, _| {})
                    .map(|values| form.line(&circuit.outputs, &values))
                    .map_err(|error| fault(&error, None))
            };
            Ok(Work { numbers, run: Box::new(run) })
        };
        return batch::run(session, path, None, Box::new(prepare));
    }
    let given = read_ports(
        &circuit.family,
        &circuit.inputs,
        circuit.ring,
        &args.data.inputs,
        true,
        limits.max_digits,
    )
    .map_err(|facts| session.refuse(facts))?;
    let inputs: Vec<Num> = given.into_iter().flatten().flatten().collect();
    let mut progress = Progress::new("evaluating");
    let mut at = |done, all| progress.at(done, Some(all));
    let values =
        circ_runtime::evaluate(&circuit, &inputs, &limits, &mut at).map_err(|error| stop(session, &error))?;
    drop(progress);
    session.print(&format!("{}\n", form.printed(&circuit.outputs, &values)))
}

/// Runs a transformer on its sequence.
pub(crate) fn transformer(session: &Session, args: &Run, mut t: Transformer) -> Ended<()> {
    let engine = "leave it out, or take `literal`; `circ lower` makes a circuit of it";
    options(args, Held::Transformer)
        .refuse(matches!(args.engine, Engine::Both | Engine::Circuit), "--engine", engine)
        .end(session)?;
    let form = if args.json {
        Form::of_transformer(&t.construction, args.engine.name(), &measure_transformer(&t))
    } else {
        Form::Text
    };
    let outputs: Vec<Port> =
        t.sequence.outputs.iter().map(|spec| port(&spec.name, spec.positions.len())).collect();
    let literal = args.engine == Engine::Literal;
    if let Some(path) = &args.batch {
        let prepare =
            lines_of(t, outputs, form, literal, session.run_limits).map_err(|error| stop(session, &error))?;
        return batch::run(session, path, None, prepare);
    }
    t = filled(session, &args.data, t)?;
    let mut progress = Progress::new("running");
    let mut at = |done, all| progress.at(done, Some(all));
    let run = if literal { circ_runtime::execute_literal } else { circ_runtime::execute };
    let values = run(&t, &session.run_limits, &mut at).map_err(|error| stop(session, &error))?;
    drop(progress);
    let heads = args.explain.then(|| explained::explain(session, &t)).transpose()?;
    session.print(&format!("{}\n", form.with(heads.as_ref()).printed(&outputs, &values)))
}

/// What prepares the lines of a transformer, which is planned once. Inputs that a line does not give keep the numbers
/// that the file has.
fn lines_of(
    t: Transformer,
    outputs: Vec<Port>,
    form: Form,
    literal: bool,
    limits: Limits,
) -> Result<Prepare, RunError> {
    let inputs: Vec<Port> =
        t.sequence.inputs.iter().map(|spec| port(&spec.name, spec.positions.len())).collect();
    let own: Vec<Vec<Num>> = t.sequence.inputs.iter().map(|spec| numbers(&t, spec)).collect();
    let (name, ring) = (t.construction.clone(), t.ring);
    let ready = Arc::new(Ready::new(t, literal)?);
    let shown = Arc::new((outputs, form));
    Ok(Box::new(move |line| {
        let values = read_line(&name, &inputs, ring, line, limits.max_digits, Some(&own))?;
        let (ready, shown) = (Arc::clone(&ready), Arc::clone(&shown));
        let numbers = (values.len() + scalars(&shown.0)) as u64;
        let run = move || {
            let values = ready.run(&values, &limits).map_err(|error| fault(&error, None))?;
            let (outputs, form) = &*shown;
            Ok(form.line(outputs, &values))
        };
        Ok(Work { numbers, run: Box::new(run) })
    }))
}

/// The numbers that a file has at the places of an input.
fn numbers(t: &Transformer, spec: &InputSpec) -> Vec<Num> {
    spec.positions.iter().map(|p| t.sequence.columns[spec.coordinate].get(*p as usize)).collect()
}

/// A transformer from a file with the inputs that are given. Those that are not keep the numbers that the file has.
pub(crate) fn filled(session: &Session, data: &Data, mut t: Transformer) -> Ended<Transformer> {
    let inputs: Vec<Port> =
        t.sequence.inputs.iter().map(|spec| port(&spec.name, spec.positions.len())).collect();
    let digits = session.run_limits.max_digits;
    let given = read_ports(&t.construction, &inputs, t.ring, &data.inputs, false, digits)
        .map_err(|facts| session.refuse(facts))?;
    let mut all = Vec::new();
    for (spec, given) in t.sequence.inputs.iter().zip(given) {
        all.extend(given.unwrap_or_else(|| numbers(&t, spec)));
    }
    // A square that no input changes stays as the file has it.
    if !data.inputs.is_empty() {
        t.sequence.fill(&all).map_err(|error| stop(session, &error))?;
    }
    Ok(t)
}

/// An input or an output of a transformer: its numbers in a row, as the file says nothing of their shape.
pub(crate) fn port(name: &str, len: usize) -> Port {
    // The gates say how many numbers are shown.
    let gates = vec![circ_runtime::GateId(0); len];
    Port { name: name.to_owned(), ty: PortType::Num, shape: vec![len], gates }
}

fn options(args: &Run, held: Held) -> Misfits<'_> {
    let data = &args.data;
    let mut misfits = Misfits::new(&args.target.file, held);
    misfits.families(args.target.family.is_some(), !data.params.is_empty(), !data.types.types.is_empty());
    let attention = !args.transformer.attention.is_average();
    misfits.refuse(attention, "--attention", "leave it out: a file says itself how its heads attend");
    let program = "leave it out, or run the program in circ";
    misfits.refuse(args.semiring.is_some(), "--semiring", program);
    misfits.refuse(args.nearness.number.is_some(), "--number", program);
    misfits.refuse(args.nearness.temperature.is_some(), "--temperature", program);
    misfits.refuse(args.nearness.tolerance.is_some(), "--tolerance", program);
    misfits
}

/// Tells why a run stopped, and ends the command.
pub(crate) fn stop(session: &Session, error: &circ_runtime::RunError) -> crate::session::Stop {
    let fault = fault(error, None);
    let circ_compiler::Fact::Data(fact) = fault.fact else {
        return session
            .refuse([DataFact::RunTooLarge { what: error.to_string(), instead: "take smaller inputs" }]);
    };
    session.refuse([fact])
}
