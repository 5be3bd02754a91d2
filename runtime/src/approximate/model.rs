//! A program with its constants as floats, in flat arrays.

use super::real::Real;
use crate::circuit::{Gate, GateId};
use crate::column::Column;
use crate::transformer::{Component, Pooling, Score, Transformer, Value};

/// A program.
pub(super) struct Model<T> {
    pub(super) dim: usize,
    /// The layers of the list.
    pub(super) layers: Vec<LayerOf<T>>,
}

/// A layer.
pub(super) struct LayerOf<T> {
    pub(super) heads: Vec<HeadOf<T>>,
    pub(super) activation: Part<T>,
}

/// A head.
pub(super) struct HeadOf<T> {
    pub(super) score: ScoreOf<T>,
    pub(super) value: ValueOf<T>,
    pub(super) pooling: Pooling,
}

/// How a head scores.
pub(super) enum ScoreOf<T> {
    Part(Part<T>),
    Dot { query: Vec<Vec<T>>, key: Vec<Vec<T>> },
}

/// What a head takes.
pub(super) enum ValueOf<T> {
    Part(Part<T>),
    Matrix(Vec<Vec<T>>),
}

/// A gate of a component; operands are a range of the component's list.
enum Step<T> {
    Input(u32),
    Const(T),
    Add(u32, u32),
    Mul(u32, u32),
    Sign(u32),
}

/// A component circuit.
pub(super) struct Part<T> {
    steps: Vec<Step<T>>,
    operands: Vec<u32>,
    outputs: Vec<u32>,
}

impl<T: Real> Model<T> {
    /// A program with every constant rounded.
    pub(super) fn of(t: &Transformer) -> Model<T> {
        let rows = |rows: &[Vec<crate::number::Num>]| -> Vec<Vec<T>> {
            rows.iter().map(|row| row.iter().map(T::nearest).collect()).collect()
        };
        let layer = |layer: &crate::transformer::Layer| LayerOf {
            heads: layer
                .heads
                .iter()
                .map(|head| HeadOf {
                    score: match &head.score {
                        Score::Circuit(component) => ScoreOf::Part(Part::of(component)),
                        Score::Dot { query, key } => ScoreOf::Dot { query: rows(query), key: rows(key) },
                    },
                    value: match &head.value {
                        Value::Circuit(component) => ValueOf::Part(Part::of(component)),
                        Value::Matrix(matrix) => ValueOf::Matrix(rows(matrix)),
                    },
                    pooling: head.pooling,
                })
                .collect(),
            activation: Part::of(&layer.activation),
        };
        Model { dim: t.dim, layers: t.layers.iter().map(layer).collect() }
    }

    /// The sequence, position after position.
    pub(super) fn sequence(&self, t: &Transformer) -> Vec<T> {
        let mut state = vec![T::ZERO; t.sequence.len * self.dim];
        for (coordinate, column) in t.sequence.columns.iter().enumerate() {
            let slots = state.iter_mut().skip(coordinate).step_by(self.dim.max(1));
            match column {
                Column::All(value) => slots.for_each(|slot| *slot = T::nearest(value)),
                _ => slots.enumerate().for_each(|(i, slot)| *slot = T::nearest(&column.get(i))),
            }
        }
        state
    }
}

impl<T: Real> Part<T> {
    fn of(component: &Component) -> Part<T> {
        let mut part = Part { steps: Vec::new(), operands: Vec::new(), outputs: Vec::new() };
        let gates = &component.gates;
        for id in gates.ids() {
            let mut range = |operands: &[GateId]| {
                let start = part.operands.len() as u32;
                part.operands.extend(operands.iter().map(|g| g.0));
                (start, part.operands.len() as u32)
            };
            let step = match gates.gate(id) {
                Gate::Input(i) => Step::Input(i),
                Gate::Const(value) => Step::Const(T::nearest(value)),
                Gate::Add(operands) => {
                    let (start, end) = range(operands);
                    Step::Add(start, end)
                }
                Gate::Mul(operands) => {
                    let (start, end) = range(operands);
                    Step::Mul(start, end)
                }
                Gate::Sign(operand) => Step::Sign(operand.0),
            };
            part.steps.push(step);
        }
        part.outputs = component.outputs.iter().map(|g| g.0).collect();
        part
    }

    /// Computes all gates into `values`; sums and products go from left to right.
    pub(super) fn run(&self, input: impl Fn(usize) -> T, values: &mut Vec<T>) {
        values.clear();
        for step in &self.steps {
            let fold = |start: u32, end: u32, neutral: T, with: fn(T, T) -> T| {
                let mut operands =
                    self.operands[start as usize..end as usize].iter().map(|&g| values[g as usize]);
                operands.next().map_or(neutral, |first| operands.fold(first, with))
            };
            let value = match *step {
                Step::Input(i) => input(i as usize),
                Step::Const(value) => value,
                Step::Add(start, end) => fold(start, end, T::ZERO, |a, b| a + b),
                Step::Mul(start, end) => fold(start, end, T::ONE, |a, b| a * b),
                Step::Sign(operand) => values[operand as usize].sign(),
            };
            values.push(value);
        }
    }

    /// The outputs, from what [`Part::run`] has computed.
    pub(super) fn outputs<'a>(&'a self, values: &'a [T]) -> impl Iterator<Item = T> + 'a {
        self.outputs.iter().map(|&g| values[g as usize])
    }
}
