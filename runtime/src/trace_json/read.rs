//! Reading: every list is held against the shape of the program, and each fault has its path.

use super::FORMAT;
use crate::fault::{At, FaultKind, Faults};
use crate::json::FormatError;
use crate::json::reading::{format, list, natural, naturals, number, object, read_file, ring, text};
use crate::json::text::{Kind, Value};
use crate::number::{Num, Ring};
use crate::trace::{HeadTrace, LayerTrace, Named, Shape, Trace};

/// Positions have 32 bits, and the numbers that heads pool are no more.
const MOST: u64 = u32::MAX as u64;

/// Reads a trace.
///
/// # Errors
/// What is not JSON, not of the format, or does not fit the shape that the file gives: several faults at once, each
/// with its path.
pub fn read_trace(text: &str) -> Result<Trace, FormatError> {
    read_file(text, trace)
}

fn trace(faults: &mut Faults, value: Value<'_>) -> Option<Trace> {
    let root = At::Root;
    let what = "a trace, an object `{…}`";
    if value.kind() == Kind::Object && !format(faults, value, FORMAT) {
        return None;
    }
    let keys = [
        ("format", true),
        ("construction", true),
        ("shape", true),
        ("inputs", true),
        ("positions", true),
        ("places", false),
        ("embedding", true),
        ("layers", true),
        ("outputs", true),
    ];
    let [_, construction, shape, inputs, positions, places, embedding, layers, outputs] =
        object(faults, &root, value, what, &keys)?;
    let construction =
        text(faults, &root.key("construction"), construction?, "the construction's name as a text");
    // Everything else is held against the shape and the positions, so without these nothing can be said of it.
    let shape = self::shape(faults, &root.key("shape"), shape?)?;
    let positions = self::positions(faults, &root.key("positions"), positions?, shape.positions)?;
    let kept = Kept { shape: &shape, positions: positions.len() };
    let inputs = named(faults, &root.key("inputs"), inputs?, shape.ring);
    let places = match places {
        Some(value) => kept.by_position(faults, &root.key("places"), value, |faults, at, part| {
            text(faults, at, part, "what a position is, as a text").map(|place| place.into_owned())
        }),
        None => Some(Vec::new()),
    };
    let embedding = kept.vectors(faults, &root.key("embedding"), embedding?);
    let layers = kept.layers(faults, &root.key("layers"), layers?);
    let outputs = named(faults, &root.key("outputs"), outputs?, shape.ring);
    Some(Trace {
        construction: construction?.into_owned(),
        inputs: inputs?,
        places: places?,
        embedding: embedding?,
        layers: layers?,
        outputs: outputs?,
        positions,
        shape,
    })
}

fn shape(faults: &mut Faults, at: &At<'_>, value: Value<'_>) -> Option<Shape> {
    let keys =
        [("ring", true), ("coordinates", true), ("repeat", true), ("layers", true), ("positions", true)];
    let what = "the shape of the program, an object `{…}`";
    let [ring_name, coordinates, repeat, layers, positions] = object(faults, at, value, what, &keys)?;
    let ring = ring_name.and_then(|value| ring(faults, &at.key("ring"), value));
    let coordinates = coordinates.and_then(|value| {
        let name = |faults: &mut Faults, at: &At<'_>, part: Value<'_>| {
            text(faults, at, part, "a name as a text").map(|name| name.into_owned())
        };
        each(faults, &at.key("coordinates"), value, "a list of names", name)
    });
    let repeat = repeat.and_then(|value| natural(faults, &at.key("repeat"), value, "`repeat`", u64::MAX));
    let layers = layers.and_then(|value| {
        let heads = |faults: &mut Faults, at: &At<'_>, part: Value<'_>| {
            let widths = naturals(faults, at, part, "what a head pools", MOST)?;
            Some(widths.into_iter().map(|width| width as usize).collect())
        };
        each(faults, &at.key("layers"), value, "a list with a list for each layer", heads)
    });
    let limit = u64::from(u32::MAX >> 3);
    let positions =
        positions.and_then(|value| natural(faults, &at.key("positions"), value, "`positions`", limit));
    Some(Shape {
        ring: ring?,
        coordinates: coordinates?,
        repeat: repeat?,
        layers: layers?,
        positions: positions? as usize,
    })
}

/// The positions that are kept, which are some of those that there are.
fn positions(faults: &mut Faults, at: &At<'_>, value: Value<'_>, count: usize) -> Option<Vec<u32>> {
    let read = positions_in(faults, at, value, count)?;
    if read.windows(2).any(|pair| pair[0] >= pair[1]) {
        faults.push(at, FaultKind::Form { expected: "positions in ascending order, each once" });
        return None;
    }
    Some(read)
}

fn positions_in(faults: &mut Faults, at: &At<'_>, value: Value<'_>, count: usize) -> Option<Vec<u32>> {
    let read = naturals(faults, at, value, "a position", MOST)?;
    for (k, &found) in read.iter().enumerate().filter(|(_, found)| **found >= count as u64) {
        faults.push(&at.index(k), FaultKind::Outside { what: "position", found, count });
    }
    Some(read.into_iter().map(|position| position as u32).collect())
}

fn named(faults: &mut Faults, at: &At<'_>, value: Value<'_>, ring: Ring) -> Option<Vec<Named>> {
    each(faults, at, value, "a list of names with their values", |faults, at, part| {
        let keys = [("name", true), ("values", true)];
        let [name, values] = object(faults, at, part, "a name with its values, an object `{…}`", &keys)?;
        let name = name.and_then(|value| text(faults, &at.key("name"), value, "a name as a text"));
        let values = values.and_then(|value| {
            each(faults, &at.key("values"), value, "a list of numbers", |faults, at, part| {
                number(faults, at, part, Some(ring))
            })
        });
        Some(Named { name: name?.into_owned(), values: values? })
    })
}

/// What all lists of a trace are held against.
struct Kept<'s> {
    shape: &'s Shape,
    /// How many positions are kept.
    positions: usize,
}

impl Kept<'_> {
    fn layers(&self, faults: &mut Faults, at: &At<'_>, value: Value<'_>) -> Option<Vec<LayerTrace>> {
        let read =
            each(faults, at, value, "a list of layers", |faults, at, part| self.layer(faults, at, part))?;
        if read.windows(2).any(|pair| pair[0].layer >= pair[1].layer) {
            faults.push(at, FaultKind::Form { expected: "layers in ascending order, each once" });
            return None;
        }
        Some(read)
    }

    fn layer(&self, faults: &mut Faults, at: &At<'_>, value: Value<'_>) -> Option<LayerTrace> {
        let keys = [("layer", true), ("of", true), ("heads", true), ("vectors", true)];
        let [layer, of, heads, vectors] = object(faults, at, value, "a layer, an object `{…}`", &keys)?;
        let layer = natural(faults, &at.key("layer"), layer?, "the number of a layer", u64::MAX)?;
        if layer >= self.shape.depth() {
            let count = usize::try_from(self.shape.depth()).unwrap_or(usize::MAX);
            faults.push(&at.key("layer"), FaultKind::Outside { what: "layer", found: layer, count });
            return None;
        }
        let place = natural(faults, &at.key("of"), of?, "the place of a layer", u64::MAX)?;
        let of = self.shape.place(layer);
        if place != of as u64 {
            let expected =
                "the place of the layer in the list, its number modulo the length of `shape.layers`";
            faults.push(&at.key("of"), FaultKind::Form { expected });
        }
        let heads = self.heads(faults, &at.key("heads"), heads?, self.shape.heads(layer));
        let vectors = self.vectors(faults, &at.key("vectors"), vectors?);
        Some(LayerTrace { layer, of, heads: heads?, vectors: vectors? })
    }

    fn heads(
        &self,
        faults: &mut Faults,
        at: &At<'_>,
        value: Value<'_>,
        widths: &[usize],
    ) -> Option<Vec<HeadTrace>> {
        let (expected, found) = (widths.len(), value.elements().count());
        if value.kind() == Kind::List && found != expected {
            let why = "as many as `shape` says that the layer has";
            faults.push(at, FaultKind::Count { what: "head", expected, found, why });
            return None;
        }
        let mut widths = widths.iter();
        each(faults, at, value, "a list of heads", |faults, at, part| {
            let keys = [("score", true), ("attends", true), ("pooled", true)];
            let [score, attends, pooled] = object(faults, at, part, "a head, an object `{…}`", &keys)?;
            let (score_at, attends_at, pooled_at) = (at.key("score"), at.key("attends"), at.key("pooled"));
            let width = *widths.next()?;
            let score = score.and_then(|value| {
                self.by_position(faults, &score_at, value, |faults, at, part| {
                    number(faults, at, part, Some(self.shape.ring))
                })
            });
            let attends = attends.and_then(|value| {
                self.by_position(faults, &attends_at, value, |faults, at, part| {
                    positions(faults, at, part, self.shape.positions)
                })
            });
            let pooled = pooled.and_then(|value| {
                self.by_position(faults, &pooled_at, value, |faults, at, part| {
                    self.numbers(faults, at, part, width, "as many as `shape` says that the head pools")
                })
            });
            Some(HeadTrace { score: score?, attends: attends?, pooled: pooled? })
        })
    }

    fn vectors(&self, faults: &mut Faults, at: &At<'_>, value: Value<'_>) -> Option<Vec<Vec<Num>>> {
        self.by_position(faults, at, value, |faults, at, part| {
            self.numbers(faults, at, part, self.shape.coordinates.len(), "one for each coordinate")
        })
    }

    fn numbers(
        &self,
        faults: &mut Faults,
        at: &At<'_>,
        value: Value<'_>,
        expected: usize,
        why: &'static str,
    ) -> Option<Vec<Num>> {
        let ring = Some(self.shape.ring);
        let read =
            each(faults, at, value, "a list of numbers", |faults, at, part| number(faults, at, part, ring))?;
        let found = read.len();
        if found != expected {
            faults.push(at, FaultKind::Count { what: "number", expected, found, why });
            return None;
        }
        Some(read)
    }

    /// A list with something for each position that is kept.
    fn by_position<T>(
        &self,
        faults: &mut Faults,
        at: &At<'_>,
        value: Value<'_>,
        read: impl FnMut(&mut Faults, &At<'_>, Value<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let all = each(faults, at, value, "a list, by position", read)?;
        let (expected, found) = (self.positions, all.len());
        if found != expected {
            let why = "one for each of `positions`";
            faults.push(at, FaultKind::Count { what: "element", expected, found, why });
            return None;
        }
        Some(all)
    }
}

/// The elements of a list, each read; none where one of them could not be.
fn each<T>(
    faults: &mut Faults,
    at: &At<'_>,
    value: Value<'_>,
    what: &'static str,
    mut read: impl FnMut(&mut Faults, &At<'_>, Value<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let value = list(faults, at, value, what)?;
    let mut all = Some(Vec::new());
    for (k, part) in value.elements().enumerate() {
        match (read(faults, &at.index(k), part), &mut all) {
            (Some(one), Some(all)) => all.push(one),
            _ => all = None,
        }
    }
    all
}
