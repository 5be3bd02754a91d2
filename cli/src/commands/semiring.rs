//! `circ run --semiring`: the circuit alone, over another semiring than the numbers.

use circ_compiler::diagnostics::{BuildFact, DataFact, SemiringFact};
use circ_compiler::{Diagnostic, Elaborated, Program, Sources};
use circ_grammar::tree::Span;
use circ_runtime::{
    Element, Num, PortType, RunError, SemiringChoice, SemiringError, SemiringErrorKind, measure,
};

use crate::args::Run;
use crate::commands::run::{build, instance, prepare_of};
use crate::engine;
use crate::printed::params_json;
use crate::progress::Progress;
use crate::session::{Ended, Session};
use crate::values::{Numbers, json_number, quoted, shown};

/// Builds the circuit that the inputs imply, evaluates it over a semiring and prints the result.
pub(crate) fn run(
    session: &Session,
    args: &Run,
    semiring: &SemiringChoice,
    file: &Sources,
    program: &mut Program,
) -> Ended<()> {
    let asked = session.family(program, args.target.family.as_deref())?;
    let family = instance(session, program, asked, &args.data)?;
    let numbers = Numbers { max_digits: session.run_limits.max_digits, semiring: Some(semiring) };
    let data = prepare_of(session, file, program, &family, &args.data, numbers, true)?;
    let built = build(session, file, program, family.id, &data.sizes)?;
    let circuit = &built.circuit;
    let mut inputs: Vec<Element> = data.values.into_iter().map(Element::Number).collect();
    data.infinite.into_iter().for_each(|place| inputs[place] = Element::Infinite);

    let mut progress = Progress::new("evaluating");
    let mut at = |done, all| progress.at(done, Some(all));
    let values = semiring
        .evaluate(circuit, &inputs, &session.run_limits, &mut at)
        .map_err(|error| session.fail(file, &fault(&error, semiring, &built)))?;
    drop(progress);

    // A bool is 0 or 1, and stays so: it is a polynomial that has these values on bools.
    let types = circuit.outputs.iter().flat_map(|port| port.gates.iter().map(|_| &port.ty));
    let texts: Vec<String> =
        values.iter().zip(types).map(|(value, ty)| written(value, ty, semiring, args.json)).collect();
    let result = shown("result", &circuit.outputs, &texts).of_texts(args.json);
    if !args.json {
        return session.print(&format!("{result}\n"));
    }
    let measures = measure(circuit);
    session.print(&format!(
        "{{\"family\": {}, \"params\": {}, \"semiring\": {}, \"result\": {result}, \"gates\": {}, \"depth\": {}, \
         \"engine\": \"circuit\"}}\n",
        quoted(&circuit.family),
        params_json(&circuit.params),
        quoted(&semiring.to_string()),
        measures.gates,
        measures.depth,
    ))
}

/// A value as text or as JSON.
fn written(value: &Element, ty: &PortType, semiring: &SemiringChoice, json: bool) -> String {
    let truth = match (value, ty, semiring) {
        (Element::Truth(truth), _, _) => Some(*truth),
        (Element::Infinite, PortType::Bool, _) => Some(false),
        // The 1 of a tropical semiring is the number 0.
        (Element::Number(_), PortType::Bool, SemiringChoice::Tropical(_)) => Some(true),
        (Element::Number(number), PortType::Bool, _) => Some(!number.is_zero()),
        _ => None,
    };
    match (truth, value) {
        (Some(truth), _) => truth.to_string(),
        (None, Element::Number(number)) if json => json_number(number),
        (None, Element::Number(number)) => number.to_string(),
        (None, _) => {
            let infinity = semiring.infinity().unwrap_or_default();
            if json { quoted(infinity) } else { infinity.to_string() }
        }
    }
}

/// What was met, as something to tell.
fn fault(error: &SemiringError, semiring: &SemiringChoice, built: &Elaborated) -> Box<Diagnostic> {
    let semiring_name = semiring.to_string();
    let fact = match &error.kind {
        SemiringErrorKind::Run(kind) => {
            return engine::fault(&RunError { kind: kind.clone(), gate: error.gate }, Some(built));
        }
        SemiringErrorKind::Sign => SemiringFact::Sign { semiring: semiring_name },
        SemiringErrorKind::Constant(number) => SemiringFact::Constant {
            semiring: semiring_name,
            constant: number.to_string(),
            negative: number.is_integer() && *number < Num::ZERO,
            ring: semiring.is_ring(),
        },
        // Inputs are read as values of the semiring, so that none is met here: it would be a fault of circ.
        SemiringErrorKind::Input(_) => {
            return Box::new(Diagnostic::new(Span::default(), BuildFact::Unchecked));
        }
    };
    let mut diagnostic = Diagnostic::data(DataFact::Semiring(fact));
    diagnostic.span = error.gate.and_then(|gate| built.spans.get(gate.index()));
    Box::new(diagnostic)
}
