//! The sequence that a transformer runs on, kept by columns, and where inputs and outputs stand in it.

use crate::column::Column;
use crate::limits::{RunError, RunErrorKind};
use crate::number::Num;

/// Where the numbers of an input go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputSpec {
    /// The name of the input.
    pub name: String,
    /// One position for each scalar, row-major.
    pub positions: Vec<u32>,
    /// The coordinate that the number is written at.
    pub coordinate: usize,
    /// The coordinate that its square is written at, where the construction keeps squares.
    pub square: Option<usize>,
}

/// Where the numbers of an output are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputSpec {
    /// The name of the output.
    pub name: String,
    /// One position for each scalar, row-major.
    pub positions: Vec<u32>,
    /// The coordinate that the number is read at.
    pub coordinate: usize,
}

/// A sequence of vectors, before the first layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// The number of positions.
    pub len: usize,
    /// One column for each coordinate.
    pub columns: Vec<Column>,
    /// The inputs in order.
    pub inputs: Vec<InputSpec>,
    /// The outputs in order.
    pub outputs: Vec<OutputSpec>,
}

impl Sequence {
    /// The vector at position `i`.
    pub fn vector(&self, i: usize) -> Vec<Num> {
        self.columns.iter().map(|column| column.get(i)).collect()
    }

    /// The same sequence with every column spelled out.
    pub(crate) fn spelled_out(&self) -> Sequence {
        let columns = self.columns.iter().map(|column| column.spelled_out().into_owned()).collect();
        Sequence { len: self.len, columns, inputs: self.inputs.clone(), outputs: self.outputs.clone() }
    }

    /// Whether every column is spelled out, or the same everywhere.
    pub(crate) fn is_spelled_out(&self) -> bool {
        self.columns.iter().all(|column| !matches!(column, Column::Generated(_) | Column::Sparse(_)))
    }

    /// The same positions in another order: at `i` stands the one that was at `order[i]`. Inputs and outputs move along.
    /// `order` names each position once.
    pub fn reordered(&self, order: &[usize]) -> Sequence {
        let mut place = vec![0; self.len];
        order.iter().enumerate().for_each(|(new, &old)| place[old] = new as u32);
        let moved = |positions: &[u32]| positions.iter().map(|&p| place[p as usize]).collect();
        let column = |column: &Column| Column::of(order.iter().map(|&old| column.get(old)));
        let input = |spec: &InputSpec| InputSpec { positions: moved(&spec.positions), ..spec.clone() };
        let output = |spec: &OutputSpec| OutputSpec { positions: moved(&spec.positions), ..spec.clone() };
        Sequence {
            len: self.len,
            columns: self.columns.iter().map(column).collect(),
            inputs: self.inputs.iter().map(input).collect(),
            outputs: self.outputs.iter().map(output).collect(),
        }
    }

    /// The number of input scalars.
    pub fn input_scalars(&self) -> usize {
        self.inputs.iter().map(|spec| spec.positions.len()).sum()
    }

    /// The sequence with these numbers at the input positions, all inputs in order and each row-major, and
    /// their squares where they are kept.
    ///
    /// # Errors
    /// Another number of scalars than the inputs have.
    pub fn with_inputs(mut self, values: &[Num]) -> Result<Sequence, RunError> {
        self.fill(values)?;
        Ok(self)
    }

    /// As [`Sequence::with_inputs`], in place.
    ///
    /// # Errors
    /// Another number of scalars than the inputs have.
    pub fn fill(&mut self, values: &[Num]) -> Result<(), RunError> {
        let expected = self.input_scalars();
        if values.len() != expected {
            return Err(RunErrorKind::InputCount { expected, found: values.len() }.into());
        }
        let mut rest = values;
        for spec in &self.inputs {
            let (own, others) = rest.split_at(spec.positions.len());
            rest = others;
            let at = spec.positions.iter().copied();
            self.columns[spec.coordinate].put(self.len, at.clone().zip(own.iter().cloned()));
            if let Some(square) = spec.square {
                self.columns[square].put(self.len, at.zip(own.iter().map(|value| value.mul(value))));
            }
        }
        Ok(())
    }
}
