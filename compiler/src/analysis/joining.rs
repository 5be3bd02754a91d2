//! One of several values: by a condition on sizes, or by place.

use std::rc::Rc;

use circ_runtime::Num;

use super::analyzer::Analyzer;
use super::depth::{self, Needs};
use super::value::{Array, Cell, Cond, Deps, Elements, Piece, Static, Value, WEIGHINGS, Wire, union};
use crate::formula::Formula;

impl<'p> Analyzer<'p> {
    /// A value whose paths are there only where a condition holds.
    pub(super) fn where_holds(&mut self, value: &Value, cond: &Cond) -> Value {
        let needs = self.cond_needs(cond);
        self.where_needed(value, &needs)
    }

    /// What has to be no less than 0 for a condition to hold, as far as it can be said.
    pub(super) fn cond_needs(&self, cond: &Cond) -> Needs {
        match cond {
            Cond::NotZero(f) => {
                let facts = &self.here.facts;
                if facts.non_negative(f) {
                    Some(Rc::from([f.plus(-1)]))
                } else if facts.non_negative(&f.neg()) {
                    Some(Rc::from([f.neg().plus(-1)]))
                } else {
                    None
                }
            }
            Cond::All(parts) => {
                parts.iter().fold(depth::always(), |needs, part| depth::both(&needs, &self.cond_needs(part)))
            }
            other => other.needs(),
        }
    }

    /// A value whose paths are there only where these hold.
    pub(super) fn where_needed(&mut self, value: &Value, needs: &Needs) -> Value {
        self.map_cells(value, &mut |_, cell| match cell {
            Cell::Static(_) => cell.clone(),
            Cell::Wire(wire) => {
                let mut wire = (**wire).clone();
                wire.depths =
                    Rc::new(WEIGHINGS.map(|w| depth::where_needed(&wire.depths[w as usize], needs)));
                Cell::Wire(Rc::new(wire))
            }
        })
    }

    /// A value with every cell replaced.
    pub(super) fn map_cells(&mut self, value: &Value, f: &mut dyn FnMut(&mut Self, &Cell) -> Cell) -> Value {
        match value {
            Value::Cell(cell) => Value::Cell(f(self, cell)),
            Value::Array(array) => {
                let elements = match &array.elements {
                    Elements::Each(cell) => Elements::Each(f(self, cell)),
                    Elements::Pieces(pieces) => Elements::Pieces(
                        pieces
                            .iter()
                            .map(|piece| {
                                let inner = self.map_cells(&Value::Array(piece.elements.clone()), f);
                                let Value::Array(elements) = inner else { return piece.clone() };
                                Piece { elements, ..piece.clone() }
                            })
                            .collect(),
                    ),
                };
                Value::array(Array { elements, dims: array.dims.clone(), vars: array.vars.clone() })
            }
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|part| self.map_cells(part, f)).collect()),
        }
    }

    /// One of several values of one type, by a condition on sizes.
    pub(super) fn join_values(&mut self, values: &[Value], cond: &Cond, deps: &Deps) -> Value {
        let Some(first) = values.first() else { return Value::number(&Num::ZERO) };
        if values.len() == 1 {
            return first.clone();
        }
        match first {
            Value::Tuple(parts) => {
                let joined = (0..parts.len()).map(|at| {
                    let column: Vec<Value> = values
                        .iter()
                        .filter_map(|value| match value {
                            Value::Tuple(parts) => parts.get(at).cloned(),
                            _ => None,
                        })
                        .collect();
                    self.join_values(&column, cond, deps)
                });
                let joined: Vec<Value> = joined.collect();
                Value::Tuple(joined.into())
            }
            Value::Cell(_) => {
                let cells: Vec<Cell> = values
                    .iter()
                    .filter_map(|value| match value {
                        Value::Cell(cell) => Some(cell.clone()),
                        _ => None,
                    })
                    .collect();
                Value::Cell(self.join_cells(&cells, cond, deps))
            }
            Value::Array(_) => {
                let arrays: Vec<Rc<Array>> = values
                    .iter()
                    .filter_map(|value| match value {
                        Value::Array(array) if !array.is_empty() => Some(array.clone()),
                        _ => None,
                    })
                    .collect();
                match arrays.as_slice() {
                    [] => first.clone(),
                    [one] => Value::Array(one.clone()),
                    [one, ..] => {
                        // The shapes are equal, or one is what a condition rules out; element by element.
                        let dims = one.dims.iter().enumerate().map(|(dim, length)| {
                            let same = arrays.iter().all(|a| a.dims.get(dim) == Some(length));
                            let all: Vec<Formula> =
                                arrays.iter().filter_map(|a| a.dims.get(dim).cloned()).collect();
                            if same { length.clone() } else { Formula::max(&all) }
                        });
                        let dims: Vec<Formula> = dims.collect();
                        self.build_array(&dims, &mut |this, places| {
                            let mut cells = Vec::new();
                            for array in &arrays {
                                if let Value::Cell(cell) = this.read(array, places) {
                                    cells.push(cell);
                                }
                            }
                            this.join_cells(&cells, cond, deps)
                        })
                    }
                }
            }
        }
    }

    /// One of several cells.
    pub(super) fn join_cells(&mut self, cells: &[Cell], cond: &Cond, deps: &Deps) -> Cell {
        let statics: Vec<&Rc<Static>> = cells
            .iter()
            .filter_map(|cell| match cell {
                Cell::Static(value) => Some(value),
                Cell::Wire(_) => None,
            })
            .collect();
        if statics.len() == cells.len()
            && let Some((first, rest)) = statics.split_first()
        {
            if rest.iter().all(|other| other.value == first.value && other.cond == first.cond)
                && !first.value.is_unknown()
            {
                return cells[0].clone();
            }
            let deps = statics.iter().fold(deps.clone(), |deps, value| union(&deps, &value.deps));
            let bits: Vec<Formula> = statics.iter().map(|value| value.bits.clone()).collect();
            let truth = statics.iter().any(|value| value.cond.is_some());
            let mut joined = Static::unknown(deps, Formula::max(&bits));
            joined.proper =
                statics.iter().fold(depth::always(), |needs, value| depth::both(&needs, &value.proper));
            joined.whole = statics.iter().all(|value| value.whole);
            joined.cond = truth.then(|| Rc::new(Cond::Unknown));
            return Cell::Static(Rc::new(joined));
        }
        let wires: Vec<Rc<Wire>> = cells.iter().map(|cell| self.wire(cell)).collect();
        let mut joined = (*self.either(&wires, Some(cond))).clone();
        joined.deps = union(&joined.deps, deps);
        Cell::Wire(Rc::new(joined))
    }
}
