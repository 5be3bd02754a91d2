//! The sequence that a transformer runs on, kept by columns, and where inputs and outputs stand in it.

use crate::limits::{RunError, RunErrorKind};
use crate::number::Num;

/// One coordinate of every position. Ids and types are small integers, of which ten million take 40 MB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// The same number everywhere.
    All(Num),
    /// Small integers.
    Ints(Vec<i32>),
    /// Any numbers.
    Nums(Vec<Num>),
}

impl Column {
    /// The column of these numbers in its smallest form.
    pub fn of(values: impl IntoIterator<Item = Num>) -> Column {
        let mut column = Column::Ints(Vec::new());
        for value in values {
            column.push(value);
        }
        column
    }

    /// The number at position `i`.
    #[inline]
    pub fn get(&self, i: usize) -> Num {
        match self {
            Column::All(value) => value.clone(),
            Column::Ints(values) => Num::int(i64::from(values[i])),
            Column::Nums(values) => values[i].clone(),
        }
    }

    /// Appends a number; not to a column of one value for all.
    pub(crate) fn push(&mut self, value: Num) {
        match (&mut *self, small(&value)) {
            (Column::Ints(values), Some(value)) => values.push(value),
            (Column::Ints(values), None) => {
                let mut wide: Vec<Num> = values.iter().map(|&v| Num::int(i64::from(v))).collect();
                wide.push(value);
                *self = Column::Nums(wide);
            }
            (Column::Nums(values), _) => values.push(value),
            (Column::All(_), _) => debug_assert!(false, "a column of one value has no end"),
        }
    }

    /// Puts a number at position `i` of `len`.
    pub(crate) fn set(&mut self, len: usize, i: usize, value: Num) {
        if let Column::All(all) = self {
            if *all == value {
                return;
            }
            *self = match small(all) {
                Some(all) => Column::Ints(vec![all; len]),
                None => Column::Nums(vec![all.clone(); len]),
            };
        }
        match (&mut *self, small(&value)) {
            (Column::Ints(values), Some(value)) => values[i] = value,
            (Column::Ints(values), None) => {
                let mut wide: Vec<Num> = values.iter().map(|&v| Num::int(i64::from(v))).collect();
                wide[i] = value;
                *self = Column::Nums(wide);
            }
            (Column::Nums(values), _) => values[i] = value,
            (Column::All(_), _) => {}
        }
    }
}

fn small(value: &Num) -> Option<i32> {
    i32::try_from(value.to_i64()?).ok()
}

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
        let places = self
            .inputs
            .iter()
            .flat_map(|spec| spec.positions.iter().map(|&p| (p as usize, spec.coordinate, spec.square)));
        for ((position, coordinate, square), value) in places.zip(values) {
            self.columns[coordinate].set(self.len, position, value.clone());
            if let Some(square) = square {
                self.columns[square].set(self.len, position, value.mul(value));
            }
        }
        Ok(())
    }
}
