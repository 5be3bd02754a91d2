//! Arrays: written out, joined, indexed.

use circ_runtime::Num;

use super::analyzer::{Analyzer, Frame};
use super::reading::At;
use super::value::{Array, Cell, Deps, Elements, Piece, Value};
use crate::formula::Formula;
use crate::typed::{ExprId, Subscript};
use crate::types::Type;

impl<'p> Analyzer<'p> {
    /// An array of these elements, one after the other.
    pub(super) fn literal(&mut self, values: Vec<Value>) -> Value {
        let count = values.len();
        let mut pieces = Vec::new();
        let mut rest: Vec<Formula> = Vec::new();
        for (at, value) in values.into_iter().enumerate() {
            let elements = match value {
                Value::Array(array) => {
                    rest = array.dims.clone();
                    let dims: Vec<Formula> =
                        std::iter::once(Formula::one()).chain(array.dims.iter().cloned()).collect();
                    self.build_array(&dims, &mut |this, places| match this.read(&array, &places[1..]) {
                        Value::Cell(cell) => cell,
                        _ => Cell::number(&Num::ZERO),
                    })
                }
                Value::Cell(cell) => self.build_array(&[Formula::one()], &mut |_, _| cell.clone()),
                Value::Tuple(_) => continue,
            };
            let Value::Array(elements) = elements else { continue };
            pieces.push(Piece { start: Formula::int(at as i64), length: Formula::one(), elements });
        }
        let mut dims = vec![Formula::int(count as i64)];
        dims.extend(rest);
        Value::array(Array { dims, vars: Vec::new(), elements: Elements::Pieces(pieces) })
    }

    pub(super) fn concat(&mut self, f: &mut Frame<'p>, id: ExprId, arrays: &[ExprId]) -> Value {
        let mut pieces = Vec::new();
        let mut start = Formula::zero();
        let mut rest: Option<Vec<Formula>> = None;
        for array in arrays {
            let value = self.eval(f, *array);
            let Value::Array(array) = value else { continue };
            if array.is_empty() {
                continue;
            }
            rest.get_or_insert_with(|| array.dims[1..].to_vec());
            match &array.elements {
                Elements::Pieces(inner) => {
                    for piece in inner {
                        pieces.push(Piece { start: start.add(&piece.start), ..piece.clone() });
                    }
                }
                Elements::Each(_) => {
                    pieces.push(Piece {
                        start: start.clone(),
                        length: array.dims[0].clone(),
                        elements: array.clone(),
                    });
                }
            }
            start = start.add(&array.dims[0]);
        }
        if pieces.is_empty() {
            return Value::array(Array::empty(f.body[id].ty.rank().unwrap_or(1)));
        }
        let mut dims = vec![start];
        dims.extend(rest.unwrap_or_default());
        Value::array(Array { dims, vars: Vec::new(), elements: Elements::Pieces(pieces) })
    }

    pub(super) fn subscripts(&mut self, f: &mut Frame<'p>, base: ExprId, subscripts: &[Subscript]) -> Value {
        let value = self.eval(f, base);
        let mut array = Self::as_array(&value);
        // Slices first, dimension by dimension; then the positions.
        let mut places: Vec<(usize, At)> = Vec::new();
        for (dim, subscript) in subscripts.iter().enumerate() {
            match subscript {
                Subscript::At(at) => {
                    let place = self.static_of(f, *at);
                    if let Some(length) = array.dims.get(dim) {
                        let below = length.sub(&place.place).plus(-1);
                        self.note_range(f.body[*at].span, &[place.place.clone(), below]);
                    }
                    places.push((dim, place));
                }
                Subscript::Slice { start, end, inclusive, span } => {
                    let from = start.map_or_else(|| At::of(Formula::zero()), |id| self.static_of(f, id));
                    let to = match end {
                        Some(id) => {
                            let at = self.static_of(f, *id);
                            if *inclusive { At { place: at.place.plus(1), deps: at.deps } } else { at }
                        }
                        None => At::of(array.dims.get(dim).cloned().unwrap_or_else(Formula::zero)),
                    };
                    if array.is_empty() {
                        continue;
                    }
                    if let Some(length) = array.dims.get(dim) {
                        let needed = [from.place.clone(), to.place.sub(&from.place), length.sub(&to.place)];
                        self.note_range(*span, &needed);
                    }
                    if let Value::Array(sliced) = self.slice(&array, &from, &to, dim) {
                        array = sliced;
                    }
                }
            }
        }
        if places.is_empty() {
            return Value::Array(array);
        }
        if array.is_empty() {
            // An index into `[]` is a fault at the sizes where it is reached.
            return self.unknown_value(f, &Type::NUM, &Deps::new());
        }
        if places.iter().enumerate().all(|(at, (dim, _))| at == *dim) {
            let places: Vec<At> = places.into_iter().map(|(_, place)| place).collect();
            return self.read(&array, &places);
        }
        // Positions behind dimensions that stay.
        let dims: Vec<Formula> = array
            .dims
            .iter()
            .enumerate()
            .filter(|(dim, _)| places.iter().all(|(at, _)| at != dim))
            .map(|(_, length)| length.clone())
            .collect();
        self.build_array(&dims, &mut |this, open| {
            let mut open = open.iter();
            let all: Vec<At> = (0..array.dims.len())
                .map(|dim| match places.iter().find(|(at, _)| *at == dim) {
                    Some((_, place)) => place.clone(),
                    None => open.next().cloned().unwrap_or_else(|| At::of(Formula::zero())),
                })
                .collect();
            match this.read(&array, &all) {
                Value::Cell(cell) => cell,
                _ => Cell::number(&Num::ZERO),
            }
        })
    }
}
