//! Reading arrays: at static positions and slices, and at computed indices.

use super::Id;
use super::frame::{Elaborator, Frame, Stop, lowered};
use super::value::{Array, Cell, Value, volume};
use crate::diagnostics::{BuildFact, StageFact};
use crate::lower;
use crate::typed::Subscript;

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
        let value = self.eval(f, base)?;
        let Value::Array(array) = &value else { return Err(self.internal(f.span(base))) };
        if subscripts.len() == array.shape.len()
            && let Some(cell) = self.element(f, array, subscripts)?
        {
            return Ok(Value::Scalar(cell));
        }
        let mut taken = Vec::with_capacity(subscripts.len());
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
        Ok(Some(array.cells[place].clone()))
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
        let value = self.eval(f, id)?;
        let Some(number) = value.as_static() else {
            return Err(self.stop(f.span(id), StageFact::NotStatic { role }));
        };
        let not_natural = || self.stop(f.span(id), BuildFact::NotNatural { role, found: number.to_string() });
        number.to_i64().map(i128::from).ok_or_else(not_natural)
    }

    /// The sub-array of the positions taken; dimensions without a subscript are taken whole.
    fn take(&mut self, f: &Frame<'p>, base: Id, array: &Array, taken: &[Taken]) -> Result<Value, Stop> {
        let mut shape = Vec::new();
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
        let mut cells: Vec<Cell> = Vec::with_capacity(count);
        if count > 0 {
            let mut at: Vec<usize> = ranges.iter().map(|r| r.start).collect();
            loop {
                let row =
                    at.iter().zip(&array.shape).fold(0, |row, (position, length)| row * length + position);
                cells.extend_from_slice(&array.cells[row * width + last.start..row * width + last.end]);
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
            operands.extend(values.cells.iter().cloned());
            Ok(lowered!(this, &operands, |b, w| lower::lookup(b, &w[1..], &w[0])))
        })
    }
}
