//! Where a run leaves the exact values, in words and as JSON.

use circ_compiler::Elaborated;
use circ_compiler::Sources;
use circ_runtime::approximate::{Departure, Float, Reading};
use circ_runtime::{Gate, GateId, Num};

use crate::commands::report::place::Place;
use crate::values::{json_number, quoted};

/// Where gates stand in the source.
#[derive(Clone, Copy)]
pub(crate) struct Where<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) built: &'a Elaborated,
    pub(crate) coordinates: &'a [String],
}

impl Where<'_> {
    /// ``after layer 3 at gate g7, `sum(x)` at 5:9: 0.5 instead of 1``
    pub(crate) fn text(&self, departure: &Departure, float: Float) -> String {
        let when = match departure.layer {
            None => "before layer 0".to_string(),
            Some(layer) => format!("after layer {layer}"),
        };
        let what = match departure.gate {
            Some(gate) => match (self.input(gate), self.place(departure)) {
                (Some(input), _) => format!("gate {gate}, the input `{input}`"),
                (None, Some(place)) => format!("gate {gate}, `{}` at {}", place.excerpt, place.at()),
                (None, None) => format!("gate {gate}"),
            },
            None => {
                format!("position {}, coordinate {}", departure.position, self.coordinate(departure))
            }
        };
        format!("{when} at {what}: {}", difference(departure, float))
    }

    /// The element of an input that a gate is: `x[0]`.
    fn input(&self, gate: GateId) -> Option<String> {
        let circuit = &self.built.circuit;
        let Gate::Input(flat) = circuit.gates.gate(gate) else { return None };
        let mut place = flat as usize;
        for port in &circuit.inputs {
            if place >= port.scalars() {
                place -= port.scalars();
                continue;
            }
            let mut indices = Vec::new();
            for length in port.shape.iter().rev() {
                indices.push(format!("[{}]", place % length));
                place /= length;
            }
            indices.reverse();
            return Some(format!("{}{}", port.name, indices.concat()));
        }
        None
    }

    /// Where a gate is made that is no input.
    fn place(&self, departure: &Departure) -> Option<Place> {
        if self.input(departure.gate?).is_some() {
            return None;
        }
        let span = self.built.spans.get(departure.gate?.index())?;
        Some(Place::of(self.sources, span))
    }

    fn coordinate(&self, departure: &Departure) -> &str {
        self.coordinates.get(departure.coordinate).map_or("?", String::as_str)
    }

    /// An object, or null.
    pub(crate) fn json(&self, departure: Option<&Departure>) -> String {
        let Some(departure) = departure else { return "null".into() };
        let or_null = |text: Option<String>| text.unwrap_or_else(|| "null".into());
        let place = self.place(departure);
        let input = departure.gate.and_then(|gate| self.input(gate));
        let source = input.or_else(|| place.as_ref().map(|place| place.excerpt.clone()));
        format!(
            "{{\"layer\": {}, \"position\": {}, \"coordinate\": {}, \"gate\": {}, \"place\": {}, \"source\": {}, \
             \"approximate\": {}, \"exact\": {}}}",
            or_null(departure.layer.map(|layer| layer.to_string())),
            departure.position,
            quoted(self.coordinate(departure)),
            or_null(departure.gate.map(|gate| gate.0.to_string())),
            or_null(place.as_ref().map(|place| quoted(&place.at()))),
            or_null(source.map(|source| quoted(&source))),
            number_json(&departure.found),
            json_number(&departure.exact),
        )
    }
}

/// What came out, as JSON.
fn number_json(reading: &Reading) -> String {
    if reading.exact.is_some() { reading.text.clone() } else { quoted(&reading.text) }
}

/// `0.5 instead of 1`; of a float that is written as the number is, that it is another.
fn difference(departure: &Departure, float: Float) -> String {
    let Departure { found, exact, .. } = departure;
    let same = found.exact.as_ref() != Some(exact) && found.text.parse().as_ref() == Ok(exact);
    let exact = short(exact);
    if same {
        return format!("{exact} is no {}, and {found} stands for the nearest", float.name());
    }
    format!("{found} instead of {exact}")
}

/// An exact number, as far as a line has room for it.
fn short(number: &Num) -> String {
    const ENDS: usize = 18;
    let text = number.to_string();
    if text.len() <= 3 * ENDS {
        return text;
    }
    format!("{}…{} ({} characters)", &text[..ENDS], &text[text.len() - ENDS..], text.len())
}
