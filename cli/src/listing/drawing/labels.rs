//! What stands in boxes: names of inputs and outputs, numbers, and expressions of the source.

use std::collections::HashMap;

use circ_compiler::Sources;
use circ_compiler::elaborate::Spans;
use circ_grammar::tree::Span;
use circ_runtime::{Num, Port};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::commands::report::place::Place;
use crate::excerpt::harmless_line;

/// No name in a box is wider.
pub(super) const WIDEST_NAME: usize = 24;
/// Nor is a line of an expression, of which there are at most so many.
const WIDEST_LINE: usize = 24;
const LINES: usize = 3;

/// The names of all input scalars, by their flat index.
pub(super) fn input_names(inputs: &[Port]) -> Vec<String> {
    inputs.iter().flat_map(|port| (0..port.scalars()).map(|element| element_name(port, element))).collect()
}

/// `x`, `x[3]`, `m[1, 2]`
pub(super) fn element_name(port: &Port, element: usize) -> String {
    let name = port_name(port);
    if port.shape.is_empty() {
        return name;
    }
    let mut rest = element;
    let mut indices: Vec<String> = Vec::new();
    for length in port.shape.iter().rev() {
        indices.push((rest % length.max(&1)).to_string());
        rest /= length.max(&1);
    }
    indices.reverse();
    format!("{name}[{}]", indices.join(", "))
}

/// A name on one line; those in files may be any text.
pub(super) fn port_name(port: &Port) -> String {
    cut(&harmless_line(&port.name), WIDEST_NAME)
}

/// A number; of a long one its ends.
pub(super) fn number(value: &Num) -> String {
    let text = value.to_string();
    let count = text.len();
    if count <= WIDEST_NAME {
        return text;
    }
    format!("{}…{} ({count} characters)", &text[..8], &text[count - 4..])
}

/// A text of at most so many columns.
pub(super) fn cut(text: &str, widest: usize) -> String {
    if text.width() <= widest {
        return text.to_owned();
    }
    ended(text, widest)
}

/// The start of a text, with a mark that there is more.
fn ended(text: &str, widest: usize) -> String {
    let mut width = 1;
    let fits = |c: &char| {
        width += c.width().unwrap_or(0);
        width <= widest
    };
    let start: String = text.chars().take_while(fits).collect();
    format!("{}…", start.trim_end())
}

/// The places of gates in words, each found once.
pub(super) struct Origins<'a> {
    source: Option<(&'a Spans, &'a Sources)>,
    places: HashMap<Span, Place>,
}

impl<'a> Origins<'a> {
    pub(super) fn new(source: Option<(&'a Spans, &'a Sources)>) -> Origins<'a> {
        Origins { source, places: HashMap::new() }
    }

    /// The expression that a gate comes from, where it comes from one.
    pub(super) fn span(&self, gate: usize) -> Option<Span> {
        let (spans, sources) = self.source?;
        spans.get(gate).filter(|span| !sources.text(*span).is_empty())
    }

    /// Where it stands, and what.
    pub(super) fn place(&mut self, span: Span) -> Option<&Place> {
        let (_, sources) = self.source?;
        Some(self.places.entry(span).or_insert_with(|| Place::of(sources, span)))
    }

    /// It, in the lines of a box.
    pub(super) fn lines(&mut self, span: Span) -> Vec<String> {
        let Some(place) = self.place(span) else { return Vec::new() };
        let wrapped = textwrap::wrap(&place.excerpt, WIDEST_LINE);
        let mut lines: Vec<String> = wrapped.iter().take(LINES).map(|line| cut(line, WIDEST_LINE)).collect();
        if wrapped.len() > LINES
            && let Some(last) = lines.last_mut()
        {
            *last = ended(last.trim_end_matches('…'), WIDEST_LINE);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use circ_runtime::PortType;

    #[test]
    fn elements_are_named_as_in_the_language() {
        let port = |shape: &[usize]| Port {
            name: "m".into(),
            ty: PortType::Num,
            shape: shape.to_vec(),
            gates: Vec::new(),
        };
        assert_eq!(element_name(&port(&[]), 0), "m");
        assert_eq!(element_name(&port(&[3]), 2), "m[2]");
        assert_eq!(element_name(&port(&[2, 3]), 5), "m[1, 2]");
    }

    #[test]
    fn long_texts_are_cut_where_they_end() {
        assert_eq!((cut("sum(x)", 6), cut("sum(x) + 1", 6)), ("sum(x)".into(), "sum(x…".into()));
        assert_eq!(cut("和和和和", 5), "和和…");
        let long = Num::int(7).pow(60);
        assert_eq!(number(&Num::int(-3)), "-3");
        assert!(number(&long).contains('…'), "{}", number(&long));
    }
}
