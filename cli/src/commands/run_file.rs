//! `circ run` of one circuit or one transformer, from a file.

use circ_compiler::diagnostics::DataFact;
use circ_runtime::{Circuit, Num, Port, PortType, Transformer, measure};

use crate::args::{Data, Engine, Run};
use crate::commands::run::params_json;
use crate::engine::{fault, measure_transformer};
use crate::explained;
use crate::inputs::read_ports;
use crate::programs::{Held, Misfits};
use crate::progress::Progress;
use crate::session::{Ended, Session};
use crate::values::{quoted, shown};

/// Evaluates a circuit on the inputs that are given.
pub(crate) fn circuit(session: &Session, args: &Run, circuit: &Circuit) -> Ended<()> {
    let engine = "leave it out: a circuit is evaluated gate by gate";
    options(args, Held::Circuit)
        .refuse(matches!(args.engine, Engine::Both | Engine::Literal), "--engine", engine)
        .refuse(args.explain, "--explain", "leave it out: a circuit has no heads")
        .end(session)?;
    let digits = session.run_limits.max_digits;
    let given = read_ports(&circuit.family, &circuit.inputs, circuit.ring, &args.data.inputs, true, digits)
        .map_err(|facts| session.refuse(facts))?;
    let inputs: Vec<Num> = given.into_iter().flatten().flatten().collect();
    let mut progress = Progress::new("evaluating");
    let mut at = |done, all| progress.at(done, Some(all));
    let values = circ_runtime::evaluate(circuit, &inputs, &session.run_limits, &mut at)
        .map_err(|error| stop(session, &error))?;
    drop(progress);
    let text = if args.json {
        let measures = measure(circuit);
        format!(
            "{{\"family\": {}, \"params\": {}, \"result\": {}, \"gates\": {}, \"depth\": {}, \"engine\": \"circuit\"}}",
            quoted(&circuit.family),
            params_json(&circuit.params),
            outputs_json(&circuit.outputs, &values),
            measures.gates,
            measures.depth,
        )
    } else {
        outputs_text(&circuit.outputs, &values)
    };
    session.print(&format!("{text}\n"))
}

/// Runs a transformer on its sequence.
pub(crate) fn transformer(session: &Session, args: &Run, mut t: Transformer) -> Ended<()> {
    let engine = "leave it out, or take `literal`; `circ lower` makes a circuit of it";
    options(args, Held::Transformer)
        .refuse(matches!(args.engine, Engine::Both | Engine::Circuit), "--engine", engine)
        .end(session)?;
    t = filled(session, &args.data, t)?;
    let outputs: Vec<Port> =
        t.sequence.outputs.iter().map(|spec| port(&spec.name, spec.positions.len())).collect();
    let mut progress = Progress::new("running");
    let mut at = |done, all| progress.at(done, Some(all));
    let run =
        if args.engine == Engine::Literal { circ_runtime::execute_literal } else { circ_runtime::execute };
    let values = run(&t, &session.run_limits, &mut at).map_err(|error| stop(session, &error))?;
    drop(progress);
    let heads = args.explain.then(|| explained::explain(session, &t)).transpose()?;
    let text = if args.json {
        let measures = measure_transformer(&t);
        let heads = heads.map_or_else(String::new, |heads| format!(", {}", explained::json(&heads)));
        format!(
            "{{\"construction\": {}, \"result\": {}, \"dim\": {}, \"layers\": {}, \"tokens\": {}, \"engine\": \"{}\"{heads}}}",
            quoted(&t.construction),
            outputs_json(&outputs, &values),
            measures.dim,
            crate::values::json_natural(measures.layers),
            measures.tokens,
            args.engine.name(),
        )
    } else {
        let heads = heads.map_or_else(String::new, |heads| format!("\n\n{}", explained::text(&heads)));
        format!("{}{}", outputs_text(&outputs, &values), heads.trim_end())
    };
    session.print(&format!("{text}\n"))
}

/// A transformer from a file with the inputs that are given. Those that are not keep the numbers that the file has.
pub(crate) fn filled(session: &Session, data: &Data, mut t: Transformer) -> Ended<Transformer> {
    let inputs: Vec<Port> =
        t.sequence.inputs.iter().map(|spec| port(&spec.name, spec.positions.len())).collect();
    let digits = session.run_limits.max_digits;
    let given = read_ports(&t.construction, &inputs, t.ring, &data.inputs, false, digits)
        .map_err(|facts| session.refuse(facts))?;
    let mut numbers = Vec::new();
    for (spec, given) in t.sequence.inputs.iter().zip(given) {
        let own =
            || spec.positions.iter().map(|p| t.sequence.columns[spec.coordinate].get(*p as usize)).collect();
        numbers.extend(given.unwrap_or_else(own));
    }
    // A square that no input changes stays as the file has it.
    if !data.inputs.is_empty() {
        t.sequence.fill(&numbers).map_err(|error| stop(session, &error))?;
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

/// Whether the outputs are those of a family, with the one name that a result has.
pub(crate) fn is_result(ports: &[Port]) -> bool {
    ports.iter().all(|port| port.name == "result" || port.name.starts_with("result.")) && !ports.is_empty()
}

/// The result, or a line for each output by its name.
pub(crate) fn outputs_text(ports: &[Port], values: &[Num]) -> String {
    if is_result(ports) {
        return shown("result", ports, values).text();
    }
    let mut rest = values;
    let mut lines = Vec::new();
    for port in ports {
        let (own, others) = rest.split_at(port.gates.len().min(rest.len()));
        rest = others;
        lines.push(format!("{} = {}", port.name, shown(&port.name, std::slice::from_ref(port), own).text()));
    }
    lines.join("\n")
}

/// The result, or an object of all outputs.
pub(crate) fn outputs_json(ports: &[Port], values: &[Num]) -> String {
    if is_result(ports) {
        return shown("result", ports, values).json();
    }
    let mut rest = values;
    let mut members = Vec::new();
    for port in ports {
        let (own, others) = rest.split_at(port.gates.len().min(rest.len()));
        rest = others;
        let value = shown(&port.name, std::slice::from_ref(port), own).json();
        members.push(format!("{}: {value}", quoted(&port.name)));
    }
    format!("{{{}}}", members.join(", "))
}
