//! The operations of RASP: select, width, aggregate, pick.

use std::sync::Arc;

use circ_grammar::tree::CompareOp;

use super::Id;
use super::cells::Cells;
use super::frame::{Elaborator, Frame, Stop, lowered};
use super::value::{Array, Cell, Shape, Value};
use crate::diagnostics::TypeFact;
use crate::lower::{self, Builder};
use crate::types::Scalar;

/// What a selection does with one query: its row of the selector, the values, its default.
type RowOp<'f, E> = &'f mut dyn FnMut(&mut E, &Cells, &Cells, Option<&Cell>) -> Result<Cell, Stop>;

impl<'p> Elaborator<'p, '_> {
    /// `s[q, k] = keys[k] op queries[q]`; a scalar spreads to the length of the other.
    pub(super) fn select(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        keys: Id,
        queries: Id,
        op: CompareOp,
        scalar: Scalar,
    ) -> Result<Value, Stop> {
        let keys = self.eval(f, keys)?;
        let queries = self.eval(f, queries)?;
        let length = |value: &Value| value.shape().first().copied();
        let columns = length(&keys).or(length(&queries)).unwrap_or(0);
        let rows = length(&queries).unwrap_or(columns);
        let count = self.count(&[rows, columns], f.span(id))?;
        self.at(f, id);
        let bits = self.are_bits(f, scalar);
        let mut cells = Cells::with_capacity(count);
        for q in 0..rows {
            for k in 0..columns {
                let (Some(key), Some(query)) = (keys.spread_cell(k), queries.spread_cell(q)) else {
                    return Err(self.internal(f.span(id)));
                };
                cells.push(self.compare_cells(op, bits, &key, &query));
            }
            self.check_budget(f.span(id))?;
        }
        Ok(Value::array([rows, columns].into_iter().collect(), cells))
    }

    /// A selector, as rows of keys.
    fn selector(&mut self, f: &mut Frame<'p>, id: Id) -> Result<Arc<Array>, Stop> {
        match self.eval(f, id)? {
            Value::Array(array) if array.shape.len() == 2 => Ok(array),
            // `[]` as a selector: no queries.
            Value::Array(_) => Ok(Arc::new(Array { shape: Shape::from_elem(0, 2), cells: Cells::default() })),
            _ => Err(self.internal(f.span(id))),
        }
    }

    pub(super) fn width(&mut self, f: &mut Frame<'p>, id: Id, selector: Id) -> Result<Value, Stop> {
        let selector = self.selector(f, selector)?;
        self.at(f, id);
        let columns = selector.shape[1];
        self.charge(selector.cells.len() as u64, f.span(id))?;
        let mut widths = Cells::with_capacity(selector.shape[0]);
        for q in 0..selector.shape[0] {
            let row = selector.cells.column(q * columns..(q + 1) * columns);
            widths.push(lowered!(self, row, |b, w| b.add(w)));
        }
        self.check_budget(f.span(id))?;
        Ok(Value::array(Shape::from_elem(widths.len(), 1), widths))
    }

    /// Evaluates what `aggregate` and `pick` share, and gives each query to `lower`: its row of the selector, the
    /// values, its default.
    fn selection(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        parts: (Id, Id, Option<Id>),
        lower_row: RowOp<'_, Self>,
    ) -> Result<Value, Stop> {
        let (selector_id, values_id, default_id) = parts;
        let selector = self.selector(f, selector_id)?;
        let values = self.eval(f, values_id)?.cells();
        let (rows, columns) = (selector.shape[0], selector.shape[1]);
        if values.len() != columns && rows > 0 {
            let fact = TypeFact::KeysDiffer {
                keys: columns.to_string(),
                values: values.len().to_string(),
                selector_span: f.span(selector_id),
            };
            return Err(self.stop(f.span(values_id), fact));
        }
        let default = default_id.map(|d| self.eval(f, d)).transpose()?;
        if let (Some(Value::Array(array)), Some(at)) = (&default, default_id)
            && array.shape[0] != rows
        {
            let fact = TypeFact::Mismatch {
                role: "the default (a scalar, or one for each query)".into(),
                expected: format!("num[{rows}]"),
                found: format!("num[{}]", array.shape[0]),
                meant: None,
            };
            return Err(self.stop(f.span(at), fact));
        }
        self.at(f, id);
        let mut results = Cells::with_capacity(rows);
        for q in 0..rows {
            self.charge(columns as u64, f.span(id))?;
            let row = selector.cells.part(q * columns..(q + 1) * columns);
            let default = default.as_ref().and_then(|d| d.spread_cell(q));
            results.push(lower_row(self, &row, &values, default.as_ref())?);
        }
        self.check_budget(f.span(id))?;
        Ok(Value::array(Shape::from_elem(rows, 1), results))
    }

    pub(super) fn aggregate(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        selector: Id,
        values: Id,
        default: Option<Id>,
    ) -> Result<Value, Stop> {
        self.selection(f, id, (selector, values, default), &mut |this, row, values, default| {
            let operands = interleaved(row, values, default, false);
            Ok(lowered!(this, operands.as_slice(), |b, w| {
                let (pairs, default) = paired(w, row.len());
                lower::selected_mean(b, &pairs, default)
            }))
        })
    }

    pub(super) fn pick(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        selector: Id,
        values: Id,
        default: Option<Id>,
        last: bool,
    ) -> Result<Value, Stop> {
        let place = f.span(id);
        self.selection(f, id, (selector, values, default), &mut |this, row, values, default| {
            // Each key that may be selected looks at all that may be before it.
            let open = row.iter().filter(|cell| !cell.is_static()).count() as u64;
            this.charge(open.saturating_mul(open) / 2, place)?;
            let operands = interleaved(row, values, default, last);
            Ok(lowered!(this, operands.as_slice(), |b, w| {
                let (pairs, default) = paired(w, row.len());
                lower::pick(b, &pairs, default)
            }))
        })
    }
}

/// Selector bit and value of each key, then the default. Keys that are not selected for certain are left in, the
/// table drops them.
fn interleaved(row: &Cells, values: &Cells, default: Option<&Cell>, reversed: bool) -> Vec<Cell> {
    let mut operands: Vec<Cell> = Vec::with_capacity(2 * row.len() + 1);
    let pairs = row.iter().zip(values.iter());
    let mut push = |(bit, value): (Cell, Cell)| operands.extend([bit, value]);
    if reversed {
        pairs.rev().for_each(&mut push);
    } else {
        pairs.for_each(&mut push);
    }
    operands.extend(default.cloned());
    operands
}

/// The inverse of [`interleaved`] on wires.
fn paired<W: Clone>(wires: &[W], keys: usize) -> (Vec<(W, W)>, Option<&W>) {
    let pairs = wires[..2 * keys].chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    (pairs, wires.get(2 * keys))
}
