//! Reading: every shape, range and reference is checked.

use super::FORMAT;
use crate::circuit::{GateId, Gates};
use crate::circuit_json::{check_operands, push_gate};
use crate::json::{FormatError, NumText, RawGate, check_head};
use crate::number::Num;
use crate::sequence::{Column, InputSpec, OutputSpec, Sequence};
use crate::transformer::{Component, Head, Layer, Pooling, Score, Transformer, Value};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;

/// Reads a transformer and its sequence.
///
/// # Errors
/// What is not JSON, not of the format, or refers to what does not exist.
pub fn read_transformer(text: &str) -> Result<Transformer, FormatError> {
    let raw: RawTransformer = serde_json::from_str(text)?;
    let ring = check_head(FORMAT, &raw.format, &raw.ring)?;
    let Tokens { len, mut columns } = raw.sequence.tokens;
    if len == 0 {
        // No row says how many columns there are.
        columns = raw.coordinates.iter().map(|_| Column::Ints(Vec::new())).collect();
    }
    let transformer = Transformer {
        construction: raw.construction,
        ring,
        dim: raw.dim,
        coordinates: raw.coordinates,
        repeat: raw.repeat,
        layers: raw.layers.into_iter().map(layer).collect::<Result<_, _>>()?,
        sequence: Sequence {
            len,
            columns,
            inputs: raw.sequence.inputs.into_iter().map(RawInput::spec).collect(),
            outputs: raw.sequence.outputs.into_iter().map(RawOutput::spec).collect(),
        },
        declared: None,
    };
    transformer.validate().and_then(|()| transformer.validate_numbers()).map_err(FormatError::Program)?;
    Ok(transformer)
}

#[derive(Deserialize)]
struct RawTransformer {
    format: String,
    construction: String,
    ring: String,
    dim: usize,
    coordinates: Vec<String>,
    repeat: u64,
    layers: Vec<RawLayer>,
    sequence: RawSequence,
}

#[derive(Deserialize)]
struct RawLayer {
    heads: Vec<RawHead>,
    activation: RawComponent,
}

#[derive(Deserialize)]
struct RawHead {
    score: RawScore,
    value: RawValue,
    pooling: RawPooling,
}

#[derive(Deserialize)]
struct RawComponent {
    gates: Vec<RawGate>,
    outputs: Vec<u32>,
}

/// Either form of a score; which one it is shows in the keys that are there.
#[derive(Deserialize)]
struct RawScore {
    gates: Option<Vec<RawGate>>,
    outputs: Option<Vec<u32>>,
    query: Option<Vec<Vec<NumText>>>,
    key: Option<Vec<Vec<NumText>>>,
}

/// Either form of a value.
#[derive(Deserialize)]
struct RawValue {
    gates: Option<Vec<RawGate>>,
    outputs: Option<Vec<u32>>,
    matrix: Option<Vec<Vec<NumText>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum RawPooling {
    Average,
    Leftmost,
    Rightmost,
}

#[derive(Deserialize)]
struct RawSequence {
    tokens: Tokens,
    inputs: Vec<RawInput>,
    outputs: Vec<RawOutput>,
}

#[derive(Deserialize)]
struct RawInput {
    name: String,
    positions: Vec<u32>,
    coordinate: usize,
    square: Option<usize>,
}

#[derive(Deserialize)]
struct RawOutput {
    name: String,
    positions: Vec<u32>,
    coordinate: usize,
}

impl RawInput {
    fn spec(self) -> InputSpec {
        let RawInput { name, positions, coordinate, square } = self;
        InputSpec { name, positions, coordinate, square }
    }
}

impl RawOutput {
    fn spec(self) -> OutputSpec {
        let RawOutput { name, positions, coordinate } = self;
        OutputSpec { name, positions, coordinate }
    }
}

fn layer(raw: RawLayer) -> Result<Layer, FormatError> {
    Ok(Layer {
        heads: raw.heads.into_iter().map(head).collect::<Result<_, _>>()?,
        activation: component(raw.activation.gates, raw.activation.outputs)?,
    })
}

fn head(raw: RawHead) -> Result<Head, FormatError> {
    let shape = |message: &str| FormatError::Json { line: 0, column: 0, message: message.to_owned() };
    let score = match raw.score {
        RawScore { gates: Some(gates), outputs: Some(outputs), query: None, key: None } => {
            Score::Circuit(component(gates, outputs)?)
        }
        RawScore { gates: None, outputs: None, query: Some(query), key: Some(key) } => {
            Score::Dot { query: matrix(query), key: matrix(key) }
        }
        _ => return Err(shape("a score has gates and outputs, or query and key")),
    };
    let value = match raw.value {
        RawValue { gates: Some(gates), outputs: Some(outputs), matrix: None } => {
            Value::Circuit(component(gates, outputs)?)
        }
        RawValue { gates: None, outputs: None, matrix: Some(rows) } => Value::Matrix(matrix(rows)),
        _ => return Err(shape("a value has gates and outputs, or a matrix")),
    };
    let pooling = match raw.pooling {
        RawPooling::Average => Pooling::Average,
        RawPooling::Leftmost => Pooling::Leftmost,
        RawPooling::Rightmost => Pooling::Rightmost,
    };
    Ok(Head { score, value, pooling })
}

fn component(raw: Vec<RawGate>, outputs: Vec<u32>) -> Result<Component, FormatError> {
    let mut gates = Gates::new();
    for gate in raw {
        match gate {
            RawGate::In(i) => gates.push_input(i),
            gate => push_gate(&mut gates, gate)?,
        };
    }
    check_operands(&gates, outputs.iter().copied())?;
    Ok(Component { gates, outputs: outputs.into_iter().map(GateId).collect() })
}

fn matrix(rows: Vec<Vec<NumText>>) -> Vec<Vec<Num>> {
    rows.into_iter().map(|row| row.into_iter().map(|n| n.0).collect()).collect()
}

/// The tokens by columns: a file of ten million rows never stands in memory as rows.
#[derive(Default)]
struct Tokens {
    len: usize,
    columns: Vec<Column>,
}

impl<'de> Deserialize<'de> for Tokens {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tokens, D::Error> {
        from.deserialize_seq(TokensVisitor)
    }
}

struct TokensVisitor;

impl<'de> Visitor<'de> for TokensVisitor {
    type Value = Tokens;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vectors")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Tokens, A::Error> {
        let mut tokens = Tokens::default();
        while seq.next_element_seed(Row(&mut tokens))?.is_some() {}
        Ok(tokens)
    }
}

/// Reads one vector to the ends of the columns.
struct Row<'a>(&'a mut Tokens);

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a vector of numbers as strings")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let Tokens { len, columns } = self.0;
        let mut c = 0;
        while let Some(NumText(value)) = seq.next_element()? {
            if *len == 0 {
                columns.push(Column::Ints(Vec::new()));
            }
            let column =
                columns.get_mut(c).ok_or_else(|| A::Error::custom("vectors of different lengths"))?;
            column.push(value);
            c += 1;
        }
        if c != columns.len() {
            return Err(A::Error::custom("vectors of different lengths"));
        }
        *len += 1;
        Ok(())
    }
}
