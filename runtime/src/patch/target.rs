//! What a patch replaces, and how that is written.

use super::parse::head_of;
use crate::trace::Shape;

/// Which numbers of a run are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// What wrote them.
    pub source: Source,
    /// The one position; all where it is left out.
    pub position: Option<u32>,
    /// Who alone sees the others; everyone where it is left out.
    pub reader: Option<Reader>,
}

/// What writes numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The sequence before the first layer, or one coordinate of it.
    Embedding(Option<usize>),
    /// What a layer writes, or one coordinate of it.
    Layer(u64, Option<usize>),
    /// What a head of a layer pools.
    Head(u64, usize),
    /// What every layer writes.
    All,
}

/// Who reads numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The layer that it is a part of.
    pub layer: u64,
    /// Which part.
    pub part: Part,
}

/// A part of a layer that reads numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A head that scores, from the query's side.
    Query(usize),
    /// A head that scores, from the key's side.
    Key(usize),
    /// What a head takes from its keys.
    Value(usize),
    /// The activation, for one coordinate of the new vector.
    Coordinate(usize),
}

impl Target {
    /// The text that is read as this target of a program of this shape.
    pub fn text(&self, shape: &Shape) -> String {
        let named = |c: Option<usize>| c.map_or(String::new(), |c| format!(".{}", name(shape, c)));
        let source = match self.source {
            Source::Embedding(c) => format!("embedding{}", named(c)),
            Source::Layer(layer, c) => format!("layer{layer}{}", named(c)),
            Source::Head(layer, head) => format!("layer{layer}.head{head}"),
            Source::All => String::new(),
        };
        let position = self.position.map_or(String::new(), |position| format!("@{position}"));
        let reader = self.reader.map_or(String::new(), |reader| format!("->{}", reader.text(shape)));
        format!("{source}{position}{reader}")
    }
}

impl Reader {
    /// As it stands behind the arrow.
    pub fn text(&self, shape: &Shape) -> String {
        let part = match self.part {
            Part::Query(head) => format!("head{head}.query"),
            Part::Key(head) => format!("head{head}.key"),
            Part::Value(head) => format!("head{head}.value"),
            Part::Coordinate(c) => name(shape, c),
        };
        format!("layer{}.{part}", self.layer)
    }
}

/// A coordinate as a target names it: in quotes where it would be read as something else.
fn name(shape: &Shape, coordinate: usize) -> String {
    let name = shape.coordinates.get(coordinate).map_or("", String::as_str);
    if is_plain(name) { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}

/// Whether a name may stand without quotes.
fn is_plain(name: &str) -> bool {
    let inside = |c: char| !c.is_control() && !matches!(c, '"' | '@' | '>');
    name.trim() == name && !name.is_empty() && name.chars().all(inside) && head_of(name).is_none()
}
