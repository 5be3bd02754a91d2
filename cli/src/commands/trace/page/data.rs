//! What a page shows, as JSON: `circ.page/1`, with the trace in it as `circ.trace/1`.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use circ_runtime::{Keep, LayerTrace, Num, Port, Trace, write_trace};
use serde_json::{Value, json};

use super::super::describe::{attended, position};
use super::super::subject::Subject;
use super::super::text::{name, repeated};
use super::circuit::Drawn;
use super::fold::Fold;
use super::heads::heads;
use super::places::{Places, places};
use crate::printed;

const FORMAT: &str = "circ.page/1";

/// All that a page is made of.
pub(super) struct Content<'a> {
    pub(super) subject: &'a Subject,
    /// The run, at the positions of the page.
    pub(super) kept: &'a Trace,
    /// What was asked for.
    pub(super) chosen: &'a Keep,
    /// The circuit, where one is simulated.
    pub(super) drawn: Option<&'a Drawn>,
    /// For every position the state from which on it is right; without a circuit for every coordinate a list of these.
    pub(super) right: &'a Value,
    /// For every kept layer how many vectors it changed, folded ones among them, and in which coordinates.
    pub(super) changes: &'a [(usize, Vec<usize>)],
    pub(super) folds: &'a [Fold],
}

/// The coordinate of results, which is that of values where a circuit is simulated.
pub(super) fn coordinate(subject: &Subject) -> usize {
    subject.transformer.sequence.outputs.first().map_or(0, |output| output.coordinate)
}

impl Content<'_> {
    /// `f, n = 2`
    pub(super) fn title(&self) -> String {
        name(self.subject).unwrap_or_else(|| format!("construction {}", self.kept.construction))
    }

    /// The layers that the page steps through; others are kept for what stood before one of these.
    pub(super) fn steps(&self) -> Vec<&LayerTrace> {
        let asked = |layer: &u64| self.chosen.layers.as_ref().is_none_or(|layers| layers.contains(layer));
        self.kept.layers.iter().filter(|layer| asked(&layer.layer)).collect()
    }

    /// Writes everything, a member a line.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn write(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{{\"format\": \"{FORMAT}\"")?;
        for (key, value) in self.members() {
            write!(out, ",\n\"{key}\": {value}")?;
        }
        out.write_str(",\n\"trace\": ")?;
        write_trace(self.kept, out)?;
        out.write_str("}")
    }

    fn members(&self) -> Vec<(&'static str, Value)> {
        let subject = self.subject;
        let t = &subject.transformer;
        let simulated = subject.simulated.as_ref();
        let gates = simulated.map_or(0, |simulated| simulated.circuit.gates.len());
        let spans = simulated.and_then(|simulated| simulated.spans.as_ref());
        let sources = subject.sources.as_ref().map(|sources| places(sources, spans, gates));
        let Places { files, places, of_gates } = sources.unwrap_or_default();
        let circuit = simulated.zip(self.drawn);
        let inputs = subject.inputs.iter().zip(&self.kept.inputs);
        let steps: Vec<u64> = self.steps().iter().map(|layer| layer.layer).collect();
        let (words, attended) = self.attended();
        vec![
            ("title", json!(self.title())),
            ("facts", self.facts()),
            ("inputs", inputs.map(|(port, given)| json!(shown_input(port, &given.values))).collect()),
            ("result", json!(printed::text(&subject.outputs, &self.kept.output_values()))),
            ("named_result", json!(!printed::is_result(&subject.outputs))),
            ("native", json!(t.construction == "native")),
            ("value", json!(coordinate(subject))),
            ("steps", json!(steps)),
            ("coordinates", self.coordinates()),
            ("list", heads(t)),
            ("weights", self.weights()),
            (
                "labels",
                json!(self.labels(circuit.map(|(simulated, drawn)| drawn.labels(simulated)).as_deref())),
            ),
            ("about", self.kept.positions.iter().map(|p| position(subject, *p)).collect()),
            ("words", json!(words)),
            ("attended", json!(attended)),
            ("right", self.right.clone()),
            ("changes", json!(self.changes)),
            ("due", json!(self.drawn.map(Drawn::due))),
            ("gates", json!(circuit.map(|(simulated, drawn)| drawn.gates(simulated)))),
            ("circuit", circuit.map_or(Value::Null, |(simulated, drawn)| drawn.json(simulated))),
            ("folds", self.folds.iter().map(|fold| json!([fold.from, fold.to, fold.words])).collect()),
            ("no_source", json!(self.no_source())),
            ("files", json!(files)),
            ("places", json!(places)),
            ("of_gates", json!(of_gates)),
        ]
    }

    /// What is told of the run beside its title.
    fn facts(&self) -> Value {
        let t = &self.subject.transformer;
        let mut facts = vec![
            json!(["attention", t.construction]),
            json!(["ring", t.ring.to_string()]),
            json!(["dimension", t.dim.to_string()]),
            json!(["positions", t.sequence.len.to_string()]),
            json!(["layers", format!("{}{}", t.depth(), repeated(t))]),
        ];
        if let Some(declared) = &t.declared {
            facts.push(json!(["mask", declared.mask.name()]));
            facts.push(json!(["positions know", declared.positions.join(", ")]));
        }
        Value::from(facts)
    }

    /// Every coordinate, with what a program of its own says of it.
    fn coordinates(&self) -> Value {
        let t = &self.subject.transformer;
        let of = |(c, name): (usize, &String)| {
            let variables = t.declared.iter().flat_map(|declared| &declared.variables);
            let known = variables.into_iter().find(|variable| variable.coordinate == c);
            let values = known.and_then(|known| known.values.as_ref());
            json!({
                "name": name,
                "of": known.map(|known| &known.of),
                "line": known.and_then(|known| known.line),
                "values": values.map(|values| values.iter().map(Num::to_string).collect::<Vec<_>>()),
            })
        };
        t.coordinates.iter().enumerate().map(of).collect()
    }

    /// The weight of each of so many keys, by their number.
    fn weights(&self) -> Value {
        let heads = self.kept.layers.iter().flat_map(|layer| &layer.heads);
        let counts = heads.flat_map(|head| &head.attends).map(Vec::len).filter(|count| *count > 0);
        let weight = |count: usize| {
            let all = Num::int(count as i64);
            (count, Num::ONE.div(&all).unwrap_or(Num::ZERO).to_string())
        };
        json!(counts.map(weight).collect::<BTreeMap<usize, String>>())
    }

    /// Short names of the positions of the page.
    fn labels(&self, all: Option<&[String]>) -> Vec<String> {
        let native = self.kept.construction == "native";
        let of = |position: &u32| match (all, native, position.checked_sub(1)) {
            (Some(all), ..) => all[*position as usize].clone(),
            (None, true, None) => "S".to_owned(),
            (None, true, Some(element)) => element.to_string(),
            (None, false, _) => position.to_string(),
        };
        self.kept.positions.iter().map(of).collect()
    }

    /// Whom each query attends to, in words: each once, and by layer, head and query its number.
    fn attended(&self) -> (Vec<String>, Vec<Vec<Vec<usize>>>) {
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut words = Vec::new();
        let mut number = |text: String| {
            *numbers.entry(text).or_insert_with_key(|text| {
                words.push(text.clone());
                words.len() - 1
            })
        };
        let mut layers = Vec::new();
        for layer in &self.kept.layers {
            let mut heads = Vec::new();
            for head in &layer.heads {
                let queries = self.kept.positions.iter().zip(&head.attends);
                let told = queries.map(|(query, keys)| number(attended(self.subject, *query, keys)));
                heads.push(told.collect());
            }
            layers.push(heads);
        }
        (words, layers)
    }

    /// Why there is no source.
    fn no_source(&self) -> Option<&'static str> {
        match (&self.subject.sources, &self.subject.simulated) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("This is a circuit from a file: it has no source."),
            (None, None) => Some("This is a transformer from a file: it has no source."),
        }
    }
}

/// `x = [1, 2]`
fn shown_input(port: &Port, values: &[Num]) -> [String; 2] {
    // The gates say how many numbers are shown, and an input may have none.
    let gates = vec![circ_runtime::GateId(0); values.len()];
    let named = Port { name: "result".into(), gates, ..port.clone() };
    [port.name.clone(), printed::text(&[named], values)]
}
