//! Values while C_n is built: static numbers, and wires.

use std::sync::Arc;

use circ_runtime::{GateId, Num};
use smallvec::SmallVec;

use super::cells::Cells;

/// A list that is mostly short: operands of one gate.
pub(super) type Short<T> = SmallVec<[T; 6]>;

/// Size parameters of one activation.
pub(super) type Sizes = SmallVec<[u64; 4]>;

/// One element.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    /// Known now: a number, a bool as 0 or 1, a token as its code.
    Static(Num),
    /// The output of a gate.
    Wire(GateId),
}

impl Cell {
    pub(super) fn wire(&self) -> Option<GateId> {
        match self {
            Cell::Wire(gate) => Some(*gate),
            Cell::Static(_) => None,
        }
    }

    pub(super) fn is_static(&self) -> bool {
        matches!(self, Cell::Static(_))
    }
}

/// The numbers of cells that are all static.
pub(super) fn numbers(cells: &[Cell]) -> Short<Num> {
    let number = |cell: &Cell| match cell {
        Cell::Static(value) => Some(value.clone()),
        Cell::Wire(_) => None,
    };
    cells.iter().filter_map(number).collect()
}

/// The sizes of dimensions.
pub(super) type Shape = SmallVec<[usize; 3]>;

/// Elements in row-major order. There is at least one dimension.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) shape: Shape,
    pub(super) cells: Cells,
}

impl Array {
    /// How many elements one entry of the first dimension has.
    pub(super) fn row(&self) -> usize {
        volume(&self.shape[1..])
    }

    /// Entry `at` of the first dimension.
    pub(super) fn entry(&self, at: usize) -> Value {
        if self.shape.len() == 1 {
            return Value::Scalar(self.cells.get(at));
        }
        let row = self.row();
        Value::array(self.shape[1..].into(), self.cells.part(at * row..(at + 1) * row))
    }
}

/// A value of any type.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Scalar(Cell),
    Array(Arc<Array>),
    Tuple(Arc<[Value]>),
}

impl Value {
    pub(super) fn number(value: Num) -> Value {
        Value::Scalar(Cell::Static(value))
    }

    /// A scalar. A wire is a short number, and is not moved as a long one.
    #[inline]
    pub(super) fn scalar(cell: Cell) -> Value {
        match cell {
            Cell::Wire(gate) => Value::Scalar(Cell::Wire(gate)),
            Cell::Static(value) => Value::number(value),
        }
    }

    pub(super) fn array(shape: Shape, cells: Cells) -> Value {
        Value::Array(Arc::new(Array { shape, cells }))
    }

    /// A scalar where there are no dimensions, else an array.
    pub(super) fn shaped(shape: Shape, cells: Cells) -> Value {
        match (shape.is_empty(), cells.len()) {
            (true, 1) => Value::Scalar(cells.get(0)),
            _ => Value::array(shape, cells),
        }
    }

    /// The dimensions: none for a scalar or a tuple.
    pub(super) fn shape(&self) -> &[usize] {
        match self {
            Value::Array(array) => &array.shape,
            Value::Scalar(_) | Value::Tuple(_) => &[],
        }
    }

    /// The elements in order: one for a scalar, those of its parts for a tuple.
    pub(super) fn cells(&self) -> Cells {
        match self {
            Value::Scalar(cell) => Cells::from_iter([cell.clone()]),
            Value::Array(array) => array.cells.clone(),
            Value::Tuple(parts) => parts.iter().fold(Cells::default(), |mut cells, part| {
                cells.append(&part.cells());
                cells
            }),
        }
    }

    /// The element at a place of an array; a scalar is the same everywhere.
    pub(super) fn spread_cell(&self, at: usize) -> Option<Cell> {
        match self {
            Value::Scalar(cell) => Some(cell.clone()),
            Value::Array(array) => (at < array.cells.len()).then(|| array.cells.get(at)),
            Value::Tuple(_) => None,
        }
    }

    /// The number, where the value is a static scalar.
    pub(super) fn as_static(&self) -> Option<&Num> {
        match self {
            Value::Scalar(Cell::Static(value)) => Some(value),
            _ => None,
        }
    }

    /// Whether no element is static.
    pub(super) fn is_all_wires(&self) -> bool {
        match self {
            Value::Scalar(cell) => !cell.is_static(),
            Value::Array(array) => !array.cells.any_static(),
            Value::Tuple(parts) => parts.iter().all(Value::is_all_wires),
        }
    }

    /// With every element replaced.
    pub(super) fn map(&self, f: &mut dyn FnMut(&Cell) -> Cell) -> Value {
        match self {
            Value::Scalar(cell) => Value::Scalar(f(cell)),
            Value::Array(array) => {
                Value::array(array.shape.clone(), array.cells.iter().map(|cell| f(&cell)).collect())
            }
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|part| part.map(f)).collect()),
        }
    }
}

/// How many elements a shape has. Where a dimension is 0 the others may be as large as they like.
pub(super) fn volume(shape: &[usize]) -> usize {
    if shape.contains(&0) { 0 } else { shape.iter().fold(1, |count: usize, dim| count.saturating_mul(*dim)) }
}

/// Whether two shapes are equal. Most are short, and many are those of scalars.
#[inline]
pub(super) fn same_shape(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// `[3, 2]` as a message shows it after an element type; nothing for a scalar.
pub(super) fn shape_text(shape: &[usize]) -> String {
    if shape.is_empty() {
        return String::new();
    }
    let dims: Vec<String> = shape.iter().map(usize::to_string).collect();
    format!("[{}]", dims.join(", "))
}
