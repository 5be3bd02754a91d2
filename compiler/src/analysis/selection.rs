//! Reductions and the operations of RASP, for all n.

use std::rc::Rc;

use circ_runtime::{Num, Op};

use super::analyzer::{Analyzer, Frame, Open};
use super::depth::{self, Needs};
use super::expr::all_static;
use super::reading::At;
use super::statics;
use super::streams::{Counted, Stream};
use super::value::{Array, Cell, Cond, Static, Value, Wire, union};
use crate::formula::Formula;
use crate::lower::{self, Builder};
use crate::typed::{Each, Elements, ExprId, Reduction, Source};

impl<'p> Analyzer<'p> {
    /// What a variable walks over: how many there are.
    pub(super) fn walked(&mut self, f: &mut Frame<'p>, each: &Each) -> Walked {
        match &each.source {
            Source::Range(start, end, inclusive) => {
                let (from, to) = (self.static_of(f, *start), self.static_of(f, *end));
                let count = to.place.sub(&from.place).plus(i64::from(*inclusive));
                Walked { count, from: Some(from), array: None }
            }
            Source::Array(array) => {
                let value = self.eval(f, *array);
                let array = Self::as_array(&value);
                Walked { count: array.dims[0].clone(), from: None, array: Some(array) }
            }
        }
    }

    /// Binds a variable to what it has at a position of its walk.
    pub(super) fn set(&mut self, f: &mut Frame<'p>, each: &Each, walked: &Walked, at: &At) {
        let Some(slot) = each.slot else { return };
        let value = match (&walked.array, &walked.from) {
            (Some(array), _) if !array.is_empty() => self.read(array, std::slice::from_ref(at)),
            (None, Some(from)) => {
                let value = from.place.add(&at.place);
                let bits = statics::bits_of(&value);
                let deps = union(&from.deps, &at.deps);
                Value::Cell(Cell::Static(Rc::new(Static {
                    value,
                    cond: None,
                    deps,
                    bits,
                    whole: true,
                    proper: None,
                })))
            }
            _ => Value::number(&Num::ZERO),
        };
        f.slots[slot.0 as usize] = value;
    }

    /// Opens the variables of a generator, the last one innermost.
    pub(super) fn enter_each(&mut self, f: &mut Frame<'p>, each: &[Each]) {
        for each in each {
            let walked = self.walked(f, each);
            let open = self.open(&walked.count);
            self.set(f, each, &walked, &At::of(Formula::var(open.var)));
        }
        self.count_work();
    }

    pub(super) fn comprehension(&mut self, f: &mut Frame<'p>, each: &[Each], element: ExprId) -> Value {
        let scope = self.scope();
        let height = self.here.open.len();
        self.enter_each(f, each);
        let opened: Vec<Open> = self.here.open[height..].to_vec();
        let value = self.eval(f, element);
        let mut dims: Vec<Formula> = opened.iter().map(|open| open.count.clone()).collect();
        let mut vars: Vec<u32> = opened.iter().map(|open| open.var).collect();
        let cell = match value {
            Value::Cell(cell) => cell,
            Value::Array(array) => {
                // Over indices of its own, one after the other.
                let inner: Vec<Formula> = array.dims.clone();
                let mut with = Vec::new();
                let base = self.here.open.len();
                for (at, dim) in inner.iter().enumerate() {
                    let var = self.index(base + at, dim);
                    with.push(At::of(Formula::var(var)));
                    vars.push(var);
                }
                dims.extend(inner);
                match self.read(&array, &with) {
                    Value::Cell(cell) => cell,
                    _ => Cell::number(&Num::ZERO),
                }
            }
            Value::Tuple(_) => Cell::number(&Num::ZERO),
        };
        self.here.open.truncate(height);
        self.leave_loop(scope);
        Value::array(Array { dims, vars, elements: super::value::Elements::Each(cell) })
    }

    /// The elements of a reduction: streams of a value, or of a filter and a value where a filter is a wire.
    pub(super) fn elements(&mut self, f: &mut Frame<'p>, elements: &Elements) -> (Vec<Stream>, bool) {
        match elements {
            Elements::Array(array) => {
                let value = self.eval(f, *array);
                match value {
                    Value::Array(array) => (self.streams_of(&array), false),
                    Value::Cell(cell) => (vec![Stream::one(vec![cell])], false),
                    Value::Tuple(_) => (Vec::new(), false),
                }
            }
            Elements::Generator { each, element, filter } => {
                let scope = self.scope();
                let height = self.here.open.len();
                self.enter_each(f, each);
                let opened: Vec<Open> = self.here.open[height..].to_vec();
                let inner = self.scope();
                let mut conds = Vec::new();
                let mut by_value = None;
                if let Some(filter) = filter
                    && let Value::Cell(cell) = self.eval(f, *filter)
                {
                    match &cell {
                        Cell::Static(value) => {
                            let cond = value.truth_of();
                            self.assume(&cond);
                            conds.push(cond);
                        }
                        Cell::Wire(_) => by_value = Some(cell),
                    }
                }
                let dead = conds.contains(&Cond::Known(false));
                let mut streams = Vec::new();
                if !dead {
                    let value = self.eval(f, *element);
                    let parts = match value {
                        Value::Array(array) => self.streams_of(&array),
                        Value::Cell(cell) => vec![Stream::one(vec![cell])],
                        Value::Tuple(_) => Vec::new(),
                    };
                    for part in parts {
                        let mut opens = opened.clone();
                        opens.extend(part.opens);
                        let mut cells: Vec<Cell> = by_value.iter().cloned().collect();
                        cells.extend(part.cells);
                        streams.push(Stream { opens, conds: conds.clone(), cells });
                    }
                }
                self.here.open.truncate(height);
                if conds.is_empty() {
                    self.leave_loop(scope);
                } else {
                    self.leave(inner);
                    self.leave_loop(scope);
                }
                (streams, by_value.is_some())
            }
        }
    }

    pub(super) fn reduce(
        &mut self,
        f: &mut Frame<'p>,
        reduction: Reduction,
        elements: &Elements,
        default: Option<ExprId>,
    ) -> Value {
        let origin = self.origin;
        let (streams, filtered) = self.elements(f, elements);
        let default = default.map(|default| self.eval(f, default));
        self.origin = origin;
        let default = match default {
            Some(Value::Cell(cell)) => Some(cell),
            _ => None,
        };
        if !filtered {
            let cells: Vec<Cell> = streams.iter().map(|stream| stream.cells[0].clone()).collect();
            let extreme = matches!(reduction, Reduction::Max | Reduction::Min);
            if let (true, Some(default)) = (extreme, &default) {
                return self.extreme_or(reduction, &streams, default);
            }
            if all_static(&cells).is_some() {
                return Value::Cell(self.static_reduction(reduction, &streams, None));
            }
        }
        let ignored = match (reduction, filtered) {
            (Reduction::Sum | Reduction::Count | Reduction::Any, false) | (_, true) => Some(Num::ZERO),
            (Reduction::All | Reduction::Prod, false) => Some(Num::ONE),
            _ => None,
        };
        let streams: Vec<Stream> = match ignored {
            Some(ignored) => streams.into_iter().map(|stream| stream.without(&ignored)).collect(),
            None => streams,
        };
        let counted = self.counted(&streams);
        let wire = if filtered {
            self.reduce_filtered(reduction, &streams, default.as_ref(), &counted)
        } else {
            self.reduce_plain(reduction, &streams, default.as_ref(), &counted)
        };
        Value::Cell(Cell::Wire(wire))
    }

    /// The greatest or least where a filter is known from the sizes, or the default where it leaves nothing.
    pub(super) fn extreme_or(&mut self, reduction: Reduction, streams: &[Stream], default: &Cell) -> Value {
        if streams.is_empty() {
            return Value::Cell(default.clone());
        }
        let cells: Vec<Cell> = streams.iter().map(|stream| stream.cells[0].clone()).collect();
        let counted = self.counted(streams);
        let known = counted.most == counted.least || self.here.facts.at_most(&Formula::one(), &counted.least);
        let some = if known { Cond::AtLeastZero(counted.least.plus(-1)) } else { Cond::Unknown };
        self.by_condition(
            &some,
            &counted.deps(),
            &mut |this| {
                Value::Cell(if all_static(&cells).is_some() {
                    this.static_reduction(reduction, streams, None)
                } else {
                    Cell::Wire(this.reduce_plain(reduction, streams, None, &counted))
                })
            },
            &mut |_| Value::Cell(default.clone()),
        )
    }

    pub(super) fn reduce_plain(
        &mut self,
        reduction: Reduction,
        streams: &[Stream],
        default: Option<&Cell>,
        counted: &Counted,
    ) -> Rc<Wire> {
        match reduction {
            Reduction::Max | Reduction::Min => {
                let least = reduction == Reduction::Min;
                if let Some(values) = self.concrete(streams) {
                    let values: Vec<Rc<Wire>> = values.into_iter().map(|mut row| row.remove(0)).collect();
                    if !values.is_empty() {
                        return lower::extreme_of(self, &values, least);
                    }
                }
                let one = Cell::number(&Num::ONE);
                let certain: Vec<Stream> = streams
                    .iter()
                    .map(|s| Stream { cells: vec![one.clone(), s.cells[0].clone()], ..s.clone() })
                    .collect();
                let extreme = self.extreme(&certain, None, least, counted);
                match default {
                    Some(default) => {
                        let default = self.wire(default);
                        self.either(&[extreme, default], Some(&Cond::Unknown))
                    }
                    None => extreme,
                }
            }
            _ => {
                let values = self.each(streams, &mut |_, w| w[0].clone());
                match reduction {
                    Reduction::Sum | Reduction::Count => self.gate(Op::Add, &values),
                    Reduction::Prod => self.gate(Op::Mul, &values),
                    Reduction::All => self.all(&values, counted),
                    Reduction::Any => self.any(&values),
                    Reduction::Mean | Reduction::Max | Reduction::Min => self.mean(&values, counted),
                }
            }
        }
    }

    pub(super) fn reduce_filtered(
        &mut self,
        reduction: Reduction,
        streams: &[Stream],
        default: Option<&Cell>,
        counted: &Counted,
    ) -> Rc<Wire> {
        let default = default.map(|default| self.wire(default));
        let needs = self.undecided(streams, reduction == Reduction::All);
        self.needing_here(&needs, &mut |this| this.filtered(reduction, streams, default.as_ref(), counted))
    }

    /// When no filter is constant, and no value where that matters: then the table has the shape for wires.
    pub(super) fn undecided(&mut self, streams: &[Stream], values: bool) -> Needs {
        let cells = if values { 0..2 } else { 0..1 };
        let mut needs = depth::always();
        for at in cells {
            for operand in self.each(streams, &mut |_, w| w[at].clone()) {
                needs = depth::both(&needs, &operand.wire.live);
            }
        }
        needs
    }

    pub(super) fn filtered(
        &mut self,
        reduction: Reduction,
        streams: &[Stream],
        default: Option<&Rc<Wire>>,
        counted: &Counted,
    ) -> Rc<Wire> {
        match reduction {
            Reduction::Sum | Reduction::Count => {
                let terms = self.each(streams, &mut |this, w| this.mul(&[w[0].clone(), w[1].clone()]));
                self.gate(Op::Add, &terms)
            }
            Reduction::Prod => {
                let factors = self.each(streams, &mut |this, w| {
                    let one = this.constant(Num::ONE);
                    this.shaped(w, &mut |this| lower::choose(this, &w[0], &w[1], &one))
                });
                self.gate(Op::Mul, &factors)
            }
            Reduction::All => self.masked_all(streams, counted),
            Reduction::Any => {
                let bits = self.each(streams, &mut |this, w| this.mul(&[w[0].clone(), w[1].clone()]));
                self.any(&bits)
            }
            Reduction::Mean => self.selected_mean(streams, None, counted),
            Reduction::Max => self.extreme(streams, default, false, counted),
            Reduction::Min => self.extreme(streams, default, true, counted),
        }
    }

    /// The cells of streams as wires, where each is a single element.
    pub(super) fn concrete(&mut self, streams: &[Stream]) -> Option<Vec<Vec<Rc<Wire>>>> {
        let single = streams.iter().all(|stream| stream.opens.is_empty() && stream.conds.is_empty());
        if !single {
            return None;
        }
        let wires = streams.iter().map(|stream| stream.cells.iter().map(|cell| self.wire(cell)).collect());
        Some(wires.collect())
    }

    /// A reduction of static values.
    pub(super) fn static_reduction(
        &mut self,
        reduction: Reduction,
        streams: &[Stream],
        default: Option<&Cell>,
    ) -> Cell {
        let mut cells: Vec<Cell> = streams.iter().map(|stream| stream.cells[0].clone()).collect();
        cells.extend(default.cloned());
        let single = streams.iter().all(|stream| stream.opens.is_empty() && stream.conds.is_empty());
        if single && default.is_none() {
            let values = all_static(&cells).unwrap_or_default();
            let exact = match reduction {
                Reduction::Sum => Some(statics::sum(&values)),
                Reduction::Prod => Some(statics::product(&values)),
                Reduction::All => Some(statics::all(&values)),
                Reduction::Any => Some(statics::any(&values)),
                Reduction::Max => Some(statics::extreme(&values, false)),
                Reduction::Min => Some(statics::extreme(&values, true)),
                _ => None,
            };
            if let Some(exact) = exact {
                return Cell::Static(Rc::new(exact));
            }
        }
        let mut deps = cells.iter().fold(Vec::new(), |deps, cell| union(&deps, cell.deps()));
        let mut bits = Formula::one();
        let mut count = Formula::zero();
        let mut value = Formula::zero();
        for stream in streams {
            let inner: Vec<u32> = stream.opens.iter().map(|open| open.var).collect();
            let truth = match &stream.cells[0] {
                Cell::Static(value) => value.cond.as_ref().map(|cond| (**cond).clone()),
                Cell::Wire(_) => None,
            };
            let mut counted = stream.clone();
            if let (Some(cond), Reduction::Sum | Reduction::Count) = (&truth, reduction) {
                counted.conds.push(cond.clone());
            }
            let (number, element) = self.within(&counted, &mut |this, opens| {
                let Cell::Static(cell) = &stream.cells[0] else { return (None, Formula::unknown()) };
                let each = if truth.is_some() { Formula::one() } else { cell.value.clone() };
                let mut sum = each;
                let mut exact = true;
                for open in opens.iter().rev() {
                    let (total, whole) = this.sum_over(&sum, open);
                    sum = total;
                    exact &= whole && !open.count.is_unknown();
                    // A count that may be negative is none.
                    exact &=
                        this.here.root.non_negative(&open.count) || this.here.facts.non_negative(&open.count);
                }
                exact &= truth.is_none() || counted.conds.iter().all(|cond| cond.needs().is_some());
                let wire = this.wire(&Cell::Static(cell.clone()));
                let closed = this.close(&wire, opens);
                let all = closed.count.clone();
                (Some((sum, exact, all)), closed.wire.constant_bits.clone())
            });
            deps.retain(|dep| !inner.contains(dep));
            bits = Formula::max(&[bits, element]);
            if let Some((sum, exact, all)) = number {
                value = if exact { value.add(&sum) } else { Formula::unknown() };
                count = count.add(&all);
                deps = union(&deps, &super::value::vars(&all));
            } else {
                value = Formula::unknown();
            }
        }
        let more = count.plus(1).ceil_log2();
        let whole = cells.iter().all(|cell| matches!(cell, Cell::Static(value) if value.whole));
        let result = match reduction {
            Reduction::Sum | Reduction::Count => {
                // Fractions may have as many denominators as there are.
                let bits = if whole { bits.add(&more) } else { bits.mul(&count.plus(1)) };
                let known = !value.is_unknown() && self.here.facts.non_negative(&value);
                let value = if known { value } else { Formula::unknown() };
                Static { value, cond: None, deps, bits, whole, proper: None }
            }
            Reduction::Mean if whole => Static::unknown(deps, bits.add(&more.times(2))),
            Reduction::Mean => Static::unknown(deps, bits.mul(&count.plus(1)).add(&more)),
            Reduction::Prod => Static { whole, ..Static::unknown(deps, bits.mul(&count).plus(2)) },
            Reduction::Max | Reduction::Min => Static { whole, ..Static::unknown(deps, bits) },
            Reduction::All | Reduction::Any => Static::truth(Cond::Unknown, deps),
        };
        Cell::Static(Rc::new(result))
    }

    pub(super) fn argmax(&mut self, f: &mut Frame<'p>, array: ExprId, least: bool) -> Value {
        let origin = self.origin;
        let value = self.eval(f, array);
        self.origin = origin;
        let array = Self::as_array(&value);
        let streams = self.streams_of(&array);
        let cells: Vec<Cell> = streams.iter().map(|stream| stream.cells[0].clone()).collect();
        let counted = self.counted(&streams);
        if all_static(&cells).is_some() {
            let deps = Self::value_deps(&value);
            let bits = counted.most.plus(1).ceil_log2().plus(1);
            return Value::Cell(Cell::Static(Rc::new(Static::unknown(deps, bits))));
        }
        if let Some(values) = self.concrete(&streams) {
            let values: Vec<Rc<Wire>> = values.into_iter().map(|mut row| row.remove(0)).collect();
            return Value::Cell(Cell::Wire(lower::extreme_position(self, &values, least)));
        }
        let one = Cell::number(&Num::ONE);
        let certain: Vec<Stream> = streams
            .iter()
            .map(|s| Stream { cells: vec![one.clone(), s.cells[0].clone()], ..s.clone() })
            .collect();
        Value::Cell(Cell::Wire(self.extreme_position(&certain, least, &counted)))
    }
}

/// What a variable walks over.
#[derive(Clone, Debug)]
pub(super) struct Walked {
    /// How many there are.
    pub(super) count: Formula,
    /// The first number of a range.
    pub(super) from: Option<At>,
    /// The array.
    pub(super) array: Option<Rc<Array>>,
}
