//! `sum prod all any count mean max min`, `argmax` and `argmin`.

use circ_runtime::Num;

use super::Id;
use super::cells::Cells;
use super::frame::{Elaborator, Frame, Stop, lowered, number};
use super::value::{Cell, Value};
use crate::diagnostics::BuildFact;
use crate::lower::{self, Builder};
use crate::typed::{Elements, Reduction};

impl<'p> Elaborator<'p, '_> {
    pub(super) fn reduce(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        reduction: Reduction,
        elements: &Elements,
        default: Option<Id>,
    ) -> Result<Value, Stop> {
        // The values, and for each its filter; no filters where none is a wire.
        let mut values = Cells::default();
        let mut filters: Vec<Cell> = Vec::new();
        match elements {
            Elements::Array(array) => {
                let place = f.span(*array);
                values = self.eval(f, *array)?.cells();
                self.charge(values.len() as u64, place)?;
            }
            Elements::Generator { each, element, filter } => {
                let static_filter = filter.is_some_and(|c| f.body[c].stage == crate::types::Stage::Static);
                if !static_filter {
                    self.forecast(f, each, &[*element])?;
                }
                self.walk(f, each, false, &mut |this, f| {
                    let condition = match filter {
                        Some(filter) => this.cell(f, *filter)?,
                        None => Cell::Static(Num::ONE),
                    };
                    if matches!(&condition, Cell::Static(value) if value.is_zero()) {
                        return Ok(());
                    }
                    let before = values.len();
                    match this.eval(f, *element)? {
                        Value::Scalar(cell) => values.push(cell),
                        Value::Array(array) => {
                            this.charge(array.cells.len() as u64, f.span(*element))?;
                            values.append(&array.cells);
                        }
                        Value::Tuple(_) => return Err(this.internal(f.span(*element))),
                    }
                    if filter.is_some() {
                        filters.resize(values.len().max(before), condition);
                    }
                    Ok(())
                })?;
            }
        }
        let default = match default {
            Some(default) => Some(self.cell(f, default)?),
            None => None,
        };
        self.at(f, id);
        let filtered = filters.iter().any(|filter| !filter.is_static());
        let compared = matches!(reduction, Reduction::Max | Reduction::Min) && values.len() > 2;
        let wires = filtered || !values.iter().all(|cell| cell.is_static());
        if compared && wires {
            // Every value is compared with every other.
            self.charge((values.len() as u64).saturating_mul(values.len() as u64), f.span(id))?;
        }
        let cell = if filtered {
            self.reduce_filtered(reduction, &filters, &values, default)
        } else {
            if values.is_empty() && matches!(reduction, Reduction::Max | Reduction::Min) && default.is_none()
            {
                return Err(self.stop(f.span(id), BuildFact::EmptyMax { name: reduction.name() }));
            }
            self.reduce_plain(reduction, &values, default)
        };
        self.check_budget(f.span(id))?;
        Ok(Value::Scalar(cell))
    }

    fn reduce_plain(&mut self, reduction: Reduction, values: &Cells, default: Option<Cell>) -> Cell {
        match reduction {
            Reduction::Sum | Reduction::Count => lowered!(self, values, |b, w| b.add(w)),
            Reduction::Prod => lowered!(self, values, |b, w| b.mul(w)),
            Reduction::All => lowered!(self, values, |b, w| lower::all(b, w)),
            Reduction::Any => lowered!(self, values, |b, w| lower::any(b, w)),
            Reduction::Mean => lowered!(self, values, |b, w| lower::mean(b, w)),
            Reduction::Max | Reduction::Min => {
                let least = reduction == Reduction::Min;
                match (default, static_extreme(values, least)) {
                    (Some(default), _) if values.is_empty() => default,
                    (_, Some((_, value))) => Cell::Static(value),
                    _ => lowered!(self, values, |b, w| lower::extreme_of(b, w, least)),
                }
            }
        }
    }

    /// With filters that are wires: elements are left out by value.
    fn reduce_filtered(
        &mut self,
        reduction: Reduction,
        filters: &[Cell],
        values: &Cells,
        default: Option<Cell>,
    ) -> Cell {
        let mut pairs = Vec::with_capacity(values.len());
        for (filter, value) in filters.iter().zip(values.iter()) {
            pairs.push((self.wire(filter), self.wire(&value)));
        }
        let default = default.map(|d| self.wire(&d));
        let b = &mut self.builder;
        Cell::Wire(match reduction {
            Reduction::Sum | Reduction::Count => {
                let terms = lower::masked(b, &pairs);
                b.add(&terms)
            }
            Reduction::Prod => lower::masked_product(b, &pairs),
            Reduction::All => lower::masked_all(b, &pairs),
            Reduction::Any => {
                let bits = lower::masked(b, &pairs);
                lower::any(b, &bits)
            }
            Reduction::Mean => lower::selected_mean(b, &pairs, None),
            Reduction::Max => lower::extreme(b, &pairs, default.as_ref(), false),
            Reduction::Min => lower::extreme(b, &pairs, default.as_ref(), true),
        })
    }

    pub(super) fn argmax(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        array: Id,
        least: bool,
    ) -> Result<Value, Stop> {
        let values = self.eval(f, array)?.cells();
        if values.is_empty() {
            let name = if least { "argmin" } else { "argmax" };
            return Err(self.stop(f.span(id), BuildFact::EmptyArgMax { name }));
        }
        self.at(f, id);
        self.charge(values.len() as u64, f.span(id))?;
        if let Some((position, _)) = static_extreme(&values, least) {
            return Ok(Value::number(number(position as u64)));
        }
        self.charge((values.len() as u64).saturating_mul(values.len() as u64), f.span(id))?;
        let cell = lowered!(self, &values, |b, w| lower::extreme_position(b, w, least));
        self.check_budget(f.span(id))?;
        Ok(Value::Scalar(cell))
    }
}

/// The leftmost greatest (or least) of values that are all static, with its position: without the table's comparison
/// of every value with every other.
fn static_extreme(values: &Cells, least: bool) -> Option<(usize, Num)> {
    let Cells::Mixed(values) = values else { return None };
    let mut best: Option<(usize, &Num)> = None;
    for (at, cell) in values.iter().enumerate() {
        let Cell::Static(value) = cell else { return None };
        if best.is_none_or(|(_, known)| if least { value < known } else { value > known }) {
            best = Some((at, value));
        }
    }
    best.map(|(at, value)| (at, value.clone()))
}
