//! Reading arrays: at static positions and slices, and at computed indices.

use circ_runtime::GateId;

use super::Id;
use super::cells::Cells;
use super::frame::{Elaborator, Frame, Stop, lowered};
use super::quick::small;
use super::value::{Array, Cell, Shape, Short, Value, volume};
use crate::diagnostics::{BuildFact, StageFact};
use crate::lower;
use crate::typed::{Kind, Subscript};

/// The wire of a local, or of an element of one, and the expression that it is said to come from: the operands of most
/// gates.
#[inline]
pub(super) fn named_wire(f: &Frame<'_>, id: Id) -> Option<(GateId, Id)> {
    match &f.body[id].kind {
        Kind::Local(slot) => match &f.slots[slot.0 as usize] {
            Value::Scalar(Cell::Wire(gate)) => Some((*gate, id)),
            _ => None,
        },
        Kind::Index(base, subscripts) => {
            let (array, place) = element(f, *base, subscripts)?;
            match &array.cells {
                Cells::Wires(wires) => Some((wires[place], *base)),
                Cells::Mixed(_) => None,
            }
        }
        _ => None,
    }
}

/// An element of an array that has a name, at small static positions: the way of nearly all.
fn element<'a>(f: &'a Frame<'_>, base: Id, subscripts: &[Subscript]) -> Option<(&'a Array, usize)> {
    let Kind::Local(slot) = &f.body[base].kind else { return None };
    let Value::Array(array) = &f.slots[slot.0 as usize] else { return None };
    if subscripts.len() != array.shape.len() {
        return None;
    }
    let mut place = 0;
    for (length, subscript) in array.shape.iter().zip(subscripts) {
        let Subscript::At(at) = subscript else { return None };
        let position = usize::try_from(small(f, *at)?).ok().filter(|position| position < length)?;
        place = place * length + position;
    }
    Some((array, place))
}

/// The positions that one subscript takes of one dimension.
enum Taken {
    One(usize),
    Many(std::ops::Range<usize>),
}

impl<'p> Elaborator<'p, '_> {
    pub(super) fn index(
        &mut self,
        f: &mut Frame<'p>,
        base: Id,
        subscripts: &[Subscript],
    ) -> Result<Value, Stop> {
        if let Some((array, place)) = element(f, base, subscripts) {
            let cell = array.cells.get(place);
            self.at(f, base);
            return Ok(Value::scalar(cell));
        }
        let value = self.eval(f, base)?;
        let Value::Array(array) = &value else { return Err(self.internal(f.span(base))) };
        if subscripts.len() == array.shape.len()
            && let Some(cell) = self.element(f, array, subscripts)?
        {
            return Ok(Value::Scalar(cell));
        }
        let mut taken: Short<Taken> = Short::new();
        for (dim, subscript) in subscripts.iter().enumerate() {
            // `[]` may stand for an array of more dimensions; it has no positions in any of them.
            let length = array.shape.get(dim).copied().unwrap_or(0);
            taken.push(self.subscript(f, subscript, length)?);
        }
        self.take(f, base, array, &taken)
    }

    /// One element, where each dimension has a position: the common case, without copying a part.
    fn element(
        &mut self,
        f: &mut Frame<'p>,
        array: &Array,
        subscripts: &[Subscript],
    ) -> Result<Option<Cell>, Stop> {
        let mut place = 0;
        for (length, subscript) in array.shape.iter().zip(subscripts) {
            let Subscript::At(at) = subscript else { return Ok(None) };
            place = place * length + self.position(f, *at, *length)?;
        }
        Ok(Some(array.cells.get(place)))
    }

    /// A position in a dimension of this length.
    fn position(&mut self, f: &mut Frame<'p>, id: Id, length: usize) -> Result<usize, Stop> {
        let value = self.eval(f, id)?;
        let span = f.span(id);
        let Some(index) = value.as_static() else {
            return Err(self.stop(span, StageFact::IndexIsWire { rank: 1, token: None }));
        };
        match super::natural(index) {
            Some(position) if position < length => Ok(position),
            _ if !index.is_integer() => {
                Err(self.stop(span, BuildFact::NotNatural { role: "an index", found: index.to_string() }))
            }
            _ => Err(self.stop(span, BuildFact::IndexOutOfRange { index: index.to_string(), length })),
        }
    }

    fn subscript(&mut self, f: &mut Frame<'p>, subscript: &Subscript, length: usize) -> Result<Taken, Stop> {
        match subscript {
            Subscript::At(at) => Ok(Taken::One(self.position(f, *at, length)?)),
            Subscript::Slice { start, end, inclusive, span } => {
                let from = self.bound(f, *start, 0)?;
                let to = self.bound(f, *end, length as i128)? + i128::from(*inclusive && end.is_some());
                if to < from {
                    let fact = BuildFact::RangeBackwards {
                        what: "the slice",
                        start: from.to_string(),
                        end: to.to_string(),
                    };
                    return Err(self.stop(*span, fact));
                }
                if from < 0 || to > length as i128 {
                    let fact =
                        BuildFact::SliceOutOfRange { start: from.to_string(), end: to.to_string(), length };
                    return Err(self.stop(*span, fact));
                }
                Ok(Taken::Many(from as usize..to as usize))
            }
        }
    }

    /// An end of a slice: any integer, held against the length afterwards.
    fn bound(&mut self, f: &mut Frame<'p>, id: Option<Id>, otherwise: i128) -> Result<i128, Stop> {
        let Some(id) = id else { return Ok(otherwise) };
        let role = "an end of a slice";
        if let Some(end) = small(f, id) {
            return Ok(i128::from(end));
        }
        let value = self.eval(f, id)?;
        let Some(number) = value.as_static() else {
            return Err(self.stop(f.span(id), StageFact::NotStatic { role }));
        };
        let not_natural = || self.stop(f.span(id), BuildFact::NotNatural { role, found: number.to_string() });
        number.to_i64().map(i128::from).ok_or_else(not_natural)
    }

    /// The sub-array of the positions taken; dimensions without a subscript are taken whole.
    fn take(&mut self, f: &Frame<'p>, base: Id, array: &Array, taken: &[Taken]) -> Result<Value, Stop> {
        if let [Taken::Many(range)] = taken {
            let mut shape = array.shape.clone();
            shape[0] = range.len();
            self.charge(volume(&shape) as u64, f.span(base))?;
            let row = array.row();
            return Ok(Value::array(shape, array.cells.part(range.start * row..range.end * row)));
        }
        let mut shape = Shape::new();
        let mut ranges: Vec<std::ops::Range<usize>> = Vec::with_capacity(array.shape.len());
        for (dim, length) in array.shape.iter().enumerate() {
            match taken.get(dim) {
                Some(Taken::One(at)) => ranges.push(*at..at + 1),
                Some(Taken::Many(range)) => {
                    shape.push(range.len());
                    ranges.push(range.clone());
                }
                None => {
                    shape.push(*length);
                    ranges.push(0..*length);
                }
            }
        }
        let lengths: Vec<usize> = ranges.iter().map(ExactSizeIterator::len).collect();
        let count = volume(&lengths);
        self.charge(count as u64, f.span(base))?;
        // The innermost dimension is copied in runs; the others are walked like an odometer.
        let Some(last) = ranges.pop() else { return Ok(Value::shaped(shape, array.cells.clone())) };
        let width = array.shape[array.shape.len() - 1];
        let mut cells = Cells::with_capacity(count);
        if count > 0 {
            let mut at: Vec<usize> = ranges.iter().map(|r| r.start).collect();
            loop {
                let row =
                    at.iter().zip(&array.shape).fold(0, |row, (position, length)| row * length + position);
                cells.append_part(&array.cells, row * width + last.start..row * width + last.end);
                let Some(level) = (0..at.len()).rev().find(|level| at[*level] + 1 < ranges[*level].end)
                else {
                    break;
                };
                at[level] += 1;
                for inner in level + 1..at.len() {
                    at[inner] = ranges[inner].start;
                }
            }
        }
        Ok(Value::shaped(shape, cells))
    }

    /// `lookup(array, index)`: the element at an index that is a wire, the type's zero where it is no position.
    pub(super) fn lookup(&mut self, f: &mut Frame<'p>, id: Id, array: Id, index: Id) -> Result<Value, Stop> {
        let values = self.eval(f, array)?;
        let Value::Array(values) = values else { return Err(self.internal(f.span(array))) };
        let index_value = self.eval(f, index)?;
        self.elementwise(f, id, &[(index, index_value)], &mut |this, cells| {
            this.charge(values.cells.len() as u64, f.span(id))?;
            let mut operands = Vec::with_capacity(values.cells.len() + 1);
            operands.push(cells[0].clone());
            operands.extend(values.cells.iter());
            Ok(lowered!(this, operands.as_slice(), |b, w| lower::lookup(b, &w[1..], &w[0])))
        })
    }
}
