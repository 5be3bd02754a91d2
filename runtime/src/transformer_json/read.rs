//! Reading: every shape, range and reference is checked, and each fault has its path.

use super::FORMAT;
use super::declared::declared;
use crate::circuit::Gates;
use crate::column::Column;
use crate::fault::{At, FaultKind, Faults};
use crate::json::FormatError;
use crate::json::gates::{COMPONENT_GATES, gates, one, outputs};
use crate::json::reading::{
    Key, choice, format, list, natural, naturals, number, object, read_file, ring, text,
};
use crate::json::text::{Kind, Value as Json};
use crate::number::{Num, Ring};
use crate::sequence::{InputSpec, OutputSpec, Sequence};
use crate::transformer::checks;
use crate::transformer::{Component, Head, Layer, Pooling, Score, Transformer, Value};

/// Reads a transformer and its sequence.
///
/// # Errors
/// What is not JSON, not of the format, or does not fit together: several faults at once, each with its path.
pub fn read_transformer(text: &str) -> Result<Transformer, FormatError> {
    read_file(text, transformer)
}

/// What is known of a program before its layers are read.
pub(crate) struct Known {
    pub(crate) dim: usize,
    pub(crate) ring: Option<Ring>,
}

/// The keys of a program, beside its format.
pub(crate) const PROGRAM_KEYS: [Key; 10] = [
    ("construction", true),
    ("ring", true),
    ("dim", true),
    ("coordinates", true),
    ("repeat", true),
    ("layers", true),
    ("sequence", true),
    ("positions", false),
    ("mask", false),
    ("variables", false),
];

fn transformer(faults: &mut Faults, value: Json<'_>) -> Option<Transformer> {
    let root = At::Root;
    let what = "a transformer, an object `{…}`";
    if value.kind() == Kind::Object && !format(faults, value, FORMAT) {
        return None;
    }
    let [a, b, c, d, e, f, g, h, i, j] = PROGRAM_KEYS;
    let [_, keys @ ..] =
        object(faults, &root, value, what, &[("format", true), a, b, c, d, e, f, g, h, i, j])?;
    program(faults, keys, sequence)
}

/// The program whose keys have these values. `sequence` reads that of its key.
pub(crate) fn program(
    faults: &mut Faults,
    keys: [Option<Json<'_>>; PROGRAM_KEYS.len()],
    sequence: impl FnOnce(&mut Faults, &At<'_>, Json<'_>, Option<&Known>) -> Option<Sequence>,
) -> Option<Transformer> {
    let root = At::Root;
    let [construction, ring_name, dim, coordinates, repeat, layers, own, positions, mask, variables] = keys;
    let construction = construction.and_then(|value| {
        text(faults, &root.key("construction"), value, "the construction's name as a text")
    });
    let ring = ring_name.and_then(|value| ring(faults, &root.key("ring"), value));
    let coordinates = coordinates.and_then(|value| names(faults, &root.key("coordinates"), value));
    let limit = u64::try_from(usize::MAX).unwrap_or(u64::MAX);
    let dim = dim.and_then(|value| natural(faults, &root.key("dim"), value, "`dim`", limit));
    let repeat = repeat.and_then(|value| natural(faults, &root.key("repeat"), value, "`repeat`", u64::MAX));
    // Where the two do not agree, whatever is held against either would only repeat it.
    let agree = match (dim, &coordinates) {
        (Some(dim), Some(names)) => checks::names(faults, &root, names.len(), dim as usize),
        _ => false,
    };
    let known = agree.then(|| Known { dim: dim.unwrap_or(0) as usize, ring });
    let layers = layers.and_then(|value| {
        let at = root.key("layers");
        let value = list(faults, &at, value, "a list of layers")?;
        let mut layers = Vec::new();
        for (l, part) in value.elements().enumerate() {
            let at = at.index(l);
            let read = layer(faults, &at, part, ring);
            if let (Some(layer), Some(known)) = (&read, &known) {
                checks::layer(faults, &at, layer, known.dim, None);
            }
            layers.push(read);
        }
        layers.into_iter().collect::<Option<Vec<Layer>>>()
    });
    let sequence = own.and_then(|value| {
        let at = root.key("sequence");
        let read = sequence(faults, &at, value, known.as_ref())?;
        if let Some(known) = &known {
            checks::sequence(faults, &at, &read, known.dim);
        }
        Some(read)
    });
    let declared = declared(faults, &root, [positions, mask, variables], ring)?;
    Some(Transformer {
        construction: construction?.into_owned(),
        ring: ring?,
        dim: known?.dim,
        coordinates: coordinates?,
        repeat: repeat?,
        layers: layers?,
        sequence: sequence?,
        declared,
    })
}

pub(super) fn names(faults: &mut Faults, at: &At<'_>, value: Json<'_>) -> Option<Vec<String>> {
    let value = list(faults, at, value, "a list of names")?;
    let mut names = Vec::new();
    for (k, part) in value.elements().enumerate() {
        let name = text(faults, &at.index(k), part, "a name as a text");
        names.push(name.unwrap_or_default().into_owned());
    }
    Some(names)
}

fn layer(faults: &mut Faults, at: &At<'_>, value: Json<'_>, ring: Option<Ring>) -> Option<Layer> {
    let keys = [("heads", true), ("activation", true)];
    let [heads, activation] = object(faults, at, value, "a layer, an object `{…}`", &keys)?;
    let heads = heads.and_then(|value| {
        let at = at.key("heads");
        let value = list(faults, &at, value, "a list of heads")?;
        let heads: Vec<Option<Head>> =
            value.elements().enumerate().map(|(h, part)| head(faults, &at.index(h), part, ring)).collect();
        heads.into_iter().collect::<Option<Vec<Head>>>()
    });
    let activation = activation.and_then(|value| {
        let at = at.key("activation");
        let keys = [("gates", true), ("outputs", true)];
        let [gates, outputs] = object(faults, &at, value, "a circuit of gates and outputs", &keys)?;
        component(faults, &at, gates, outputs, ring)
    });
    Some(Layer { heads: heads?, activation: activation? })
}

fn head(faults: &mut Faults, at: &At<'_>, value: Json<'_>, ring: Option<Ring>) -> Option<Head> {
    let keys = [("score", true), ("value", true), ("pooling", true)];
    let [score, taken, pooling] = object(faults, at, value, "a head, an object `{…}`", &keys)?;
    let score = score.and_then(|value| self::score(faults, &at.key("score"), value, ring));
    let taken = taken.and_then(|value| self::value(faults, &at.key("value"), value, ring));
    let known = &["average", "leftmost", "rightmost"];
    let pooling = pooling.and_then(|value| choice(faults, &at.key("pooling"), value, "pooling", known));
    let pooling = pooling.map(|place| [Pooling::Average, Pooling::Leftmost, Pooling::Rightmost][place]);
    Some(Head { score: score?, value: taken?, pooling: pooling? })
}

/// Either form of a score; which one it is shows in the keys that are there.
fn score(faults: &mut Faults, at: &At<'_>, value: Json<'_>, ring: Option<Ring>) -> Option<Score> {
    let keys = [("gates", false), ("outputs", false), ("query", false), ("key", false)];
    match object(faults, at, value, "a score, an object `{…}`", &keys)? {
        [gates @ Some(_), outputs @ Some(_), None, None] => {
            component(faults, at, gates, outputs, ring).map(Score::Circuit)
        }
        [None, None, Some(query), Some(key)] => {
            let query = matrix(faults, &at.key("query"), query, ring);
            let key = matrix(faults, &at.key("key"), key, ring);
            Some(Score::Dot { query: query?, key: key? })
        }
        _ => {
            let expected = "a score with the keys `gates` and `outputs`, or `query` and `key`";
            faults.push(at, FaultKind::Form { expected });
            None
        }
    }
}

/// Either form of a value.
fn value(faults: &mut Faults, at: &At<'_>, value: Json<'_>, ring: Option<Ring>) -> Option<Value> {
    let keys = [("gates", false), ("outputs", false), ("matrix", false)];
    match object(faults, at, value, "a value, an object `{…}`", &keys)? {
        [gates @ Some(_), outputs @ Some(_), None] => {
            component(faults, at, gates, outputs, ring).map(Value::Circuit)
        }
        [None, None, Some(rows)] => matrix(faults, &at.key("matrix"), rows, ring).map(Value::Matrix),
        _ => {
            let expected = "a value with the keys `gates` and `outputs`, or `matrix`";
            faults.push(at, FaultKind::Form { expected });
            None
        }
    }
}

fn component(
    faults: &mut Faults,
    at: &At<'_>,
    gates_value: Option<Json<'_>>,
    outputs_value: Option<Json<'_>>,
    ring: Option<Ring>,
) -> Option<Component> {
    let list = at.key("gates");
    let read = gates_value.and_then(|value| {
        let mut input = |faults: &mut Faults, at: &At<'_>, rest: &[Json<'_>]| {
            let number = one(faults, at, "in", "the number of an input", rest)?;
            natural(faults, &at.index(1), number, "the number of an input", u64::from(u32::MAX))
                .map(|n| n as u32)
        };
        gates(faults, &list, value, COMPONENT_GATES, ring, &mut input)
    });
    // Without its gates nothing can be said of the outputs.
    let gates: Gates = read?;
    let outputs = outputs(faults, &at.key("outputs"), outputs_value?, gates.len())?;
    Some(Component { gates, outputs })
}

fn matrix(faults: &mut Faults, at: &At<'_>, value: Json<'_>, ring: Option<Ring>) -> Option<Vec<Vec<Num>>> {
    let value = list(faults, at, value, "a list of rows")?;
    let mut rows = Vec::new();
    for (r, part) in value.elements().enumerate() {
        let at = at.index(r);
        let row = list(faults, &at, part, "a row, a list of numbers")?;
        let number = |(c, part)| number(faults, &at.index(c), part, ring).unwrap_or(Num::ZERO);
        rows.push(row.elements().enumerate().map(number).collect());
    }
    Some(rows)
}

fn sequence(faults: &mut Faults, at: &At<'_>, value: Json<'_>, known: Option<&Known>) -> Option<Sequence> {
    let keys = [("tokens", true), ("inputs", true), ("outputs", true)];
    let [tokens, inputs, outputs] = object(faults, at, value, "the sequence, an object `{…}`", &keys)?;
    let tokens = tokens.and_then(|value| self::tokens(faults, &at.key("tokens"), value, known));
    let ports = ports(faults, at, [inputs, outputs], &mut |faults, at, value| {
        let read = naturals(faults, at, value, "a position", MOST)?;
        Some(read.into_iter().map(|position| position as u32).collect())
    });
    let (len, columns) = tokens?;
    let (inputs, outputs) = ports?;
    // A number that is the same everywhere is one of the program, which planning looks at.
    let columns = columns.into_iter().map(Column::compact).collect();
    Some(Sequence { len, columns, inputs, outputs })
}

/// The inputs and outputs of a sequence.
type Ports = (Vec<InputSpec>, Vec<OutputSpec>);

/// Reads what the key `positions` has.
type ReadPositions<'r> = dyn FnMut(&mut Faults, &At<'_>, Json<'_>) -> Option<Vec<u32>> + 'r;

/// Inputs and outputs. How the positions of one are written, each format has its own way.
pub(crate) fn ports(
    faults: &mut Faults,
    at: &At<'_>,
    [inputs, outputs]: [Option<Json<'_>>; 2],
    positions: &mut ReadPositions<'_>,
) -> Option<Ports> {
    let inputs = inputs.and_then(|value| {
        let at = at.key("inputs");
        let value = list(faults, &at, value, "a list of inputs")?;
        let each = value.elements().enumerate();
        let read: Vec<_> = each.map(|(k, part)| input(faults, &at.index(k), part, positions)).collect();
        read.into_iter().collect::<Option<Vec<InputSpec>>>()
    });
    let outputs = outputs.and_then(|value| {
        let at = at.key("outputs");
        let value = list(faults, &at, value, "a list of outputs")?;
        let each = value.elements().enumerate();
        let read: Vec<_> = each.map(|(k, part)| output(faults, &at.index(k), part, positions)).collect();
        read.into_iter().collect::<Option<Vec<OutputSpec>>>()
    });
    Some((inputs?, outputs?))
}

/// The tokens by columns: a file of ten million rows never stands in memory as rows.
fn tokens(
    faults: &mut Faults,
    at: &At<'_>,
    value: Json<'_>,
    known: Option<&Known>,
) -> Option<(usize, Vec<Column>)> {
    let value = list(faults, at, value, "a list of vectors")?;
    let Known { dim, ring } = known?;
    let mut columns = vec![Column::Ints(Vec::new()); *dim];
    let mut len = 0;
    for (i, part) in value.elements().enumerate() {
        let at = at.index(i);
        len += 1;
        let Some(row) = list(faults, &at, part, "a vector, a list of numbers") else {
            columns.iter_mut().for_each(|column| column.push(Num::ZERO));
            continue;
        };
        let mut numbers = row.elements().enumerate();
        let mut found = 0;
        for column in &mut columns {
            let next = numbers.next();
            found += usize::from(next.is_some());
            let read = next.and_then(|(c, part)| number(faults, &at.index(c), part, *ring));
            column.push(read.unwrap_or(Num::ZERO));
        }
        found += numbers.count();
        if found != *dim {
            let why = "a position is a vector of `dim` numbers";
            faults.push(&at, FaultKind::Count { what: "number", expected: *dim, found, why });
        }
    }
    Some((len, columns))
}

/// Positions have 32 bits.
const MOST: u64 = u32::MAX as u64;

fn input(
    faults: &mut Faults,
    at: &At<'_>,
    value: Json<'_>,
    positions: &mut ReadPositions<'_>,
) -> Option<InputSpec> {
    let keys = [("name", true), ("positions", true), ("coordinate", true), ("square", false)];
    let [name, places, coordinate, square] = object(faults, at, value, "an input, an object `{…}`", &keys)?;
    let name = name.and_then(|value| text(faults, &at.key("name"), value, "a name as a text"));
    let positions = places.and_then(|value| positions(faults, &at.key("positions"), value));
    let coordinate =
        coordinate.and_then(|value| natural(faults, &at.key("coordinate"), value, "a coordinate", MOST));
    let square = match square {
        Some(value) if value.kind() != Kind::Null => {
            Some(natural(faults, &at.key("square"), value, "a coordinate", MOST)? as usize)
        }
        _ => None,
    };
    let coordinate = coordinate? as usize;
    Some(InputSpec { name: name?.into_owned(), positions: positions?, coordinate, square })
}

fn output(
    faults: &mut Faults,
    at: &At<'_>,
    value: Json<'_>,
    positions: &mut ReadPositions<'_>,
) -> Option<OutputSpec> {
    let keys = [("name", true), ("positions", true), ("coordinate", true)];
    let [name, places, coordinate] = object(faults, at, value, "an output, an object `{…}`", &keys)?;
    let name = name.and_then(|value| text(faults, &at.key("name"), value, "a name as a text"));
    let positions = places.and_then(|value| positions(faults, &at.key("positions"), value));
    let coordinate =
        coordinate.and_then(|value| natural(faults, &at.key("coordinate"), value, "a coordinate", MOST));
    Some(OutputSpec { name: name?.into_owned(), positions: positions?, coordinate: coordinate? as usize })
}
