//! Whole leaves of values: as deep as their deepest element; whether anything in them may be constant.

use super::analyzer::Analyzer;
use super::depth::{self, Depth, Needs};
use super::value::{Cell, Elements, Value, WEIGHINGS};
use crate::formula::{Formula, Symbol};

/// Whether nothing in a leaf is a wire.
pub(super) fn all_fixed(leaf: &Value) -> bool {
    each_cell(leaf, &|cell| cell.is_static())
}

/// When nothing in a leaf is constant.
pub(super) fn all_needs(leaf: &Value) -> Needs {
    match leaf {
        Value::Cell(Cell::Wire(wire)) => wire.live.clone(),
        Value::Cell(Cell::Static(_)) | Value::Tuple(_) => None,
        Value::Array(array) => match &array.elements {
            Elements::Each(Cell::Wire(wire)) => wire.live.clone().filter(|needs| {
                needs.iter().all(|need| array.vars.iter().all(|var| !need.mentions(Symbol::Var(*var))))
            }),
            Elements::Each(Cell::Static(_)) => None,
            Elements::Pieces(pieces) => pieces.iter().fold(depth::always(), |needs, piece| {
                depth::both(&needs, &all_needs(&Value::Array(piece.elements.clone())))
            }),
        },
    }
}

/// Whether what is constant in a leaf is an integer.
pub(super) fn all_whole(leaf: &Value) -> bool {
    each_cell(leaf, &|cell| match cell {
        Cell::Static(value) => value.whole,
        Cell::Wire(wire) => wire.whole || wire.constant_bits.is_zero(),
    })
}

pub(super) fn each_cell(leaf: &Value, holds: &dyn Fn(&Cell) -> bool) -> bool {
    match leaf {
        Value::Cell(cell) => holds(cell),
        Value::Array(array) => match &array.elements {
            Elements::Each(cell) => holds(cell),
            Elements::Pieces(pieces) => {
                pieces.iter().all(|piece| each_cell(&Value::Array(piece.elements.clone()), holds))
            }
        },
        Value::Tuple(parts) => parts.iter().all(|part| each_cell(part, holds)),
    }
}

impl<'p> Analyzer<'p> {
    /// Whether nothing in a leaf may be constant here.
    pub(super) fn all_live(&self, leaf: &Value) -> bool {
        self.settled(&all_needs(leaf)).is_some_and(|needs| needs.is_empty())
    }

    /// The depths of a whole leaf, over all its elements, and the bits of what may be constant in it.
    pub(super) fn leaf_depths(&mut self, leaf: &Value) -> ([Depth; 3], Formula) {
        let none = || [Depth::new(), Depth::new(), Depth::new()];
        match leaf {
            Value::Cell(Cell::Static(value)) => (none(), value.bits.clone()),
            Value::Cell(Cell::Wire(wire)) => ((*wire.depths).clone(), wire.constant_bits.clone()),
            Value::Array(array) => {
                let mut depths = none();
                let mut bits = Formula::zero();
                for stream in self.streams_of(array) {
                    let (part, most) = self.within(&stream, &mut |this, opens| {
                        let cell = stream.cells[0].clone();
                        let wire = this.wire(&cell);
                        let closed = this.close(&wire, opens);
                        ((*closed.wire.depths).clone(), closed.wire.constant_bits.clone())
                    });
                    for weighing in WEIGHINGS {
                        let at = weighing as usize;
                        depths[at] = depth::join(&self.here.facts, &depths[at], &part[at]);
                    }
                    bits = Formula::max(&[bits, most]);
                }
                (depths, bits)
            }
            Value::Tuple(_) => (none(), Formula::zero()),
        }
    }
}
