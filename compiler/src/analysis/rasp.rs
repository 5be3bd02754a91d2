//! The operations of RASP: select, width, aggregate, pick; and lookup.

use std::rc::Rc;

use circ_grammar::tree::CompareOp;
use circ_runtime::{Num, Op};

use super::analyzer::{Analyzer, Frame, Open};
use super::expr::all_static;
use super::reading::At;
use super::statics;
use super::streams::Stream;
use super::value::{Array, Cell, Cond, Value, Wire};
use crate::formula::Formula;
use crate::lower;
use crate::typed::{ExprId, Reduction};
use crate::types::Scalar;

/// What is taken of the selected values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Take {
    /// Their mean.
    Mean,
    /// The leftmost.
    First,
    /// The rightmost.
    Last,
}

impl<'p> Analyzer<'p> {
    /// `s[q, k] = keys[k] op queries[q]`; a scalar spreads to the length of the other.
    pub(super) fn select(
        &mut self,
        f: &mut Frame<'p>,
        keys: ExprId,
        queries: ExprId,
        op: CompareOp,
        scalar: Scalar,
    ) -> Value {
        let origin = self.origin;
        let (keys, queries) = (self.eval(f, keys), self.eval(f, queries));
        self.origin = origin;
        let length = |value: &Value| match value {
            Value::Array(array) => array.dims.first().cloned(),
            _ => None,
        };
        let columns = length(&keys).or(length(&queries)).unwrap_or_else(Formula::zero);
        let rows = length(&queries).unwrap_or_else(|| columns.clone());
        let bits = self.are_bits(f, scalar);
        self.build_array(&[rows, columns], &mut |this, places| {
            let query = this.spread(&queries, &places[0]);
            let key = this.spread(&keys, &places[1]);
            this.origin = origin;
            this.compare_cells(op, bits, &key, &query)
        })
    }

    /// The cell of an array at a position; a scalar is the same everywhere.
    pub(super) fn spread(&mut self, value: &Value, place: &At) -> Cell {
        match value {
            Value::Cell(cell) => cell.clone(),
            Value::Array(array) if !array.is_empty() => match self.read(array, std::slice::from_ref(place)) {
                Value::Cell(cell) => cell,
                _ => Cell::number(&Num::ZERO),
            },
            _ => Cell::number(&Num::ZERO),
        }
    }

    /// The row of a selector for a query, as streams of bits, each with what stands beside it.
    pub(super) fn row(&mut self, selector: &Array, query: &At, beside: Option<&Value>) -> Vec<Stream> {
        let Value::Array(row) = self.read(selector, std::slice::from_ref(query)) else { return Vec::new() };
        let paired = self.streams_of(&row);
        let Some(beside) = beside else { return paired };
        let columns = row.dims[0].clone();
        let height = self.here.open.len();
        let var = self.index(height, &columns);
        let open = Open { var, count: columns };
        let at = At::of(Formula::var(var));
        let bit = match self.read(&row, std::slice::from_ref(&at)) {
            Value::Cell(cell) => cell,
            _ => return Vec::new(),
        };
        let value = self.spread(beside, &at);
        vec![Stream { opens: vec![open], conds: Vec::new(), cells: vec![bit, value] }]
    }

    pub(super) fn width(&mut self, f: &mut Frame<'p>, selector: ExprId) -> Value {
        let origin = self.origin;
        let value = self.eval(f, selector);
        self.origin = origin;
        let selector = Self::as_array(&value);
        if selector.dims.len() != 2 {
            return Value::array(Array::empty(1));
        }
        self.build_array(&[selector.dims[0].clone()], &mut |this, places| {
            let streams = this.row(&selector, &places[0], None);
            let cells: Vec<Cell> = streams.iter().map(|stream| stream.cells[0].clone()).collect();
            this.origin = origin;
            if all_static(&cells).is_some() {
                return this.static_reduction(Reduction::Count, &streams, None);
            }
            let streams: Vec<Stream> = streams.into_iter().map(|stream| stream.without(&Num::ZERO)).collect();
            let bits = this.each(&streams, &mut |_, w| w[0].clone());
            Cell::Wire(this.gate(Op::Add, &bits))
        })
    }

    /// `aggregate`, `pick` and `pick_last`.
    pub(super) fn selection(
        &mut self,
        f: &mut Frame<'p>,
        selector: ExprId,
        values: ExprId,
        default: Option<ExprId>,
        take: Take,
    ) -> Value {
        let origin = self.origin;
        let value = self.eval(f, selector);
        let selector = Self::as_array(&value);
        let values = self.eval(f, values);
        let default = default.map(|default| self.eval(f, default));
        self.origin = origin;
        if selector.dims.len() != 2 {
            return Value::array(Array::empty(1));
        }
        self.build_array(&[selector.dims[0].clone()], &mut |this, places| {
            let streams = this.row(&selector, &places[0], Some(&values));
            let default = default.as_ref().map(|default| this.spread(default, &places[0]));
            this.origin = origin;
            let cells: Vec<Cell> = streams.iter().flat_map(|stream| stream.cells.clone()).collect();
            if all_static(&cells).is_some() && default.as_ref().is_none_or(Cell::is_static) {
                let all: Vec<Cell> = cells.iter().chain(&default).cloned().collect();
                let counted = this.counted(&streams);
                let known = all_static(&all).unwrap_or_default();
                let mut value = statics::vague(&known);
                value.bits = value.bits.add(&counted.most.plus(1).ceil_log2());
                value.cond = None;
                value.deps.retain(|dep| {
                    streams.iter().all(|stream| stream.opens.iter().all(|open| open.var != *dep))
                });
                for stream in &streams {
                    for open in &stream.opens {
                        value.bits = super::closing::closed_bits(&value.bits, open);
                    }
                }
                return Cell::Static(Rc::new(value));
            }
            let streams: Vec<Stream> = streams.into_iter().map(|stream| stream.without(&Num::ZERO)).collect();
            let default = default.map(|default| this.wire(&default));
            let counted = this.counted(&streams);
            let needs = this.undecided(&streams, false);
            Cell::Wire(this.needing_here(&needs, &mut |this| match take {
                Take::Mean => this.selected_mean(&streams, default.as_ref(), &counted),
                Take::First | Take::Last => this.pick(&streams, default.as_ref(), &counted),
            }))
        })
    }

    /// `lookup`: an array at an index that may be a wire, elementwise.
    pub(super) fn looking_up(&mut self, f: &mut Frame<'p>, array: ExprId, index: ExprId) -> Value {
        let origin = self.origin;
        let values = self.eval(f, array);
        let values = Self::as_array(&values);
        let index = self.eval(f, index);
        self.origin = origin;
        self.elementwise(&[index], &mut |this, cells| {
            this.origin = origin;
            let streams = this.streams_of(&values);
            let counted = this.counted(&streams);
            if let Cell::Static(at) = &cells[0] {
                // A position, or none.
                let found = this.read(&values, &[At::of_static(at)]);
                let Value::Cell(found) = found else { return Cell::number(&Num::ZERO) };
                return this.join_cells(&[found, Cell::number(&Num::ZERO)], &Cond::Unknown, &at.deps);
            }
            let wire = this.wire(&cells[0]);
            if let Some(values) = this.concrete(&streams) {
                let values: Vec<Rc<Wire>> = values.into_iter().map(|mut row| row.remove(0)).collect();
                return Cell::Wire(this.needing_here(&wire.live, &mut |this| {
                    this.selected(|this| lower::lookup(this, &values, &wire))
                }));
            }
            let bits = counted.most.plus(1).ceil_log2().plus(1);
            Cell::Wire(this.needing_here(&wire.live, &mut |this| this.lookup(&streams, &wire, &bits)))
        })
    }
}
