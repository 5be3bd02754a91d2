//! What `circ run` prints of a run: the result alone, or the object of `--json` with the result in it.

use circ_runtime::{Circuit, Explanation, Num, Port, measure};

use crate::attention::Attention;
use crate::chains::{StepMeasures, chains_json};
use crate::engine::TransformerMeasures;
use crate::explained;
use crate::values::{json_natural, quoted, shown};

/// How results are printed. It is the same for all inputs of one size.
#[derive(Clone)]
pub(crate) enum Form {
    /// As a terminal shows them.
    Text,
    /// As JSON, between these texts.
    Json(String, String),
    /// As a terminal shows them, and after a blank line this text.
    Followed(String),
}

impl Form {
    /// The object with the measures of a family's circuit and transformer.
    pub(crate) fn of_family(
        circuit: &Circuit,
        (engine, attention): (&str, Attention),
        costs: &TransformerMeasures,
        declared: Option<&circ_runtime::Declared>,
        chains: &[StepMeasures],
    ) -> Form {
        let measures = measure(circuit);
        let declared = declared.map_or_else(String::new, |declared| {
            let positions: Vec<String> = declared.positions.iter().map(|name| quoted(name)).collect();
            format!(
                ", \"heads\": {}, \"mask\": \"{}\", \"positions\": [{}]",
                costs.heads,
                declared.mask.name(),
                positions.join(", ")
            )
        });
        let chains =
            if chains.is_empty() { String::new() } else { format!(", \"chains\": {}", chains_json(chains)) };
        Form::Json(
            of_circuit(circuit),
            format!(
                ", \"gates\": {}, \"depth\": {}, \"layers\": {}, \"tokens\": {}, \"engine\": \"{engine}\", \
                 \"attention\": \"{}\", \"dim\": {}{declared}{chains}}}",
                measures.gates,
                measures.depth,
                costs.layers,
                costs.tokens,
                attention.name(),
                costs.dim,
            ),
        )
    }

    /// The object with the measures of a circuit alone.
    pub(crate) fn of_circuit(circuit: &Circuit) -> Form {
        let measures = measure(circuit);
        let after = format!(
            ", \"gates\": {}, \"depth\": {}, \"engine\": \"circuit\"}}",
            measures.gates, measures.depth
        );
        Form::Json(of_circuit(circuit), after)
    }

    /// The object with the measures of a transformer alone.
    pub(crate) fn of_transformer(construction: &str, engine: &str, costs: &TransformerMeasures) -> Form {
        Form::Json(
            format!("{{\"construction\": {}, \"result\": ", quoted(construction)),
            format!(
                ", \"dim\": {}, \"layers\": {}, \"tokens\": {}, \"engine\": \"{engine}\"}}",
                costs.dim,
                json_natural(costs.layers),
                costs.tokens,
            ),
        )
    }

    /// With how the transformer runs, where that is asked for.
    pub(crate) fn with(self, explanation: Option<&Explanation>) -> Form {
        match (self, explanation) {
            (Form::Json(before, mut after), Some(explanation)) => {
                // The last character ends the object.
                after.pop();
                Form::Json(before, format!("{after}, {}}}", explained::json(explanation)))
            }
            (Form::Text, Some(explanation)) => Form::Followed(explained::text(explanation)),
            (form, _) => form,
        }
    }

    /// What is printed, without the last line end. Outputs of several names take a line each.
    pub(crate) fn printed(&self, outputs: &[Port], values: &[Num]) -> String {
        match self {
            Form::Text => text(outputs, values),
            Form::Json(before, after) => format!("{before}{}{after}", json(outputs, values)),
            Form::Followed(after) => format!("{}\n\n{}", text(outputs, values), after.trim_end()),
        }
    }

    /// The same in one line. A text with a line end in it is written as JSON.
    pub(crate) fn line(&self, outputs: &[Port], values: &[Num]) -> String {
        let line = match self {
            Form::Text | Form::Followed(_) => named(outputs, values, ", "),
            Form::Json(..) => self.printed(outputs, values),
        };
        if line.contains(['\n', '\r']) { json(outputs, values) } else { line }
    }
}

/// `{"family": "dyck1", "params": {"n": 4}, "result": `
fn of_circuit(circuit: &Circuit) -> String {
    let (family, params) = (quoted(&circuit.family), params_json(&circuit.params));
    format!("{{\"family\": {family}, \"params\": {params}, \"result\": ")
}

/// `{"n": 4}`
pub(crate) fn params_json(params: &[(String, u64)]) -> String {
    let params: Vec<String> =
        params.iter().map(|(name, value)| format!("{}: {}", quoted(name), json_natural(*value))).collect();
    format!("{{{}}}", params.join(", "))
}

/// Whether the outputs are those of a family, with the one name that a result has.
pub(crate) fn is_result(ports: &[Port]) -> bool {
    ports.iter().all(|port| port.name == "result" || port.name.starts_with("result.")) && !ports.is_empty()
}

/// Each output with its numbers.
fn each<'a>(ports: &'a [Port], values: &'a [Num]) -> impl Iterator<Item = (&'a Port, &'a [Num])> {
    ports.iter().scan(values, |rest, port| {
        let (own, others) = rest.split_at(port.gates.len().min(rest.len()));
        *rest = others;
        Some((port, own))
    })
}

/// The result, or a line for each output by its name.
pub(crate) fn text(ports: &[Port], values: &[Num]) -> String {
    named(ports, values, "\n")
}

/// The result, or each output by its name.
fn named(ports: &[Port], values: &[Num], between: &str) -> String {
    if is_result(ports) {
        return shown("result", ports, values).text();
    }
    let one = |(port, own): (&Port, &[Num])| {
        format!("{} = {}", port.name, shown(&port.name, std::slice::from_ref(port), own).text())
    };
    each(ports, values).map(one).collect::<Vec<_>>().join(between)
}

/// The result, or an object of all outputs.
pub(crate) fn json(ports: &[Port], values: &[Num]) -> String {
    if is_result(ports) {
        return shown("result", ports, values).json();
    }
    let member = |(port, own): (&Port, &[Num])| {
        format!("{}: {}", quoted(&port.name), shown(&port.name, std::slice::from_ref(port), own).json())
    };
    format!("{{{}}}", each(ports, values).map(member).collect::<Vec<_>>().join(", "))
}
