//! Expressions: the dispatch, and operations element by element.

use std::rc::Rc;

use circ_runtime::Num;

use super::analyzer::{Analyzer, Frame};
use super::met::Reason;
use super::reading::At;
use super::statics;
use super::value::{Array, Cell, Cond, Deps, Elements, Piece, Static, Value, Wire, union};
use crate::formula::Formula;
use crate::lower::{self, Builder};
use crate::program::Program;
use crate::typed::{ExprId, Kind};
use crate::types::{Scalar, Type};

/// What the lowering table does with some wires.
pub(super) type Table<'f, 'p> = &'f mut dyn FnMut(&mut Analyzer<'p>, &[Rc<Wire>]) -> Rc<Wire>;

/// What is done with the cells at one place.
pub(super) type CellOp<'f, 'p> = &'f mut dyn FnMut(&mut Analyzer<'p>, &[Cell]) -> Cell;

impl<'p> Analyzer<'p> {
    /// What is known of an expression.
    pub(super) fn eval(&mut self, f: &mut Frame<'p>, id: ExprId) -> Value {
        let body = f.body;
        let expr = &body[id];
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 {
            self.gap(expr.span, Reason::TooLarge);
            return self.unknown_value(f, &expr.ty, &Deps::new());
        }
        if let (Some(size), Some(0)) = (&expr.value, expr.ty.rank()) {
            let value = f.size(size);
            if !value.is_unknown() {
                return Value::Cell(Cell::formula(value.clone(), statics::bits_of(&value)));
            }
        }
        self.origin = expr.span;
        match &expr.kind {
            Kind::Number(value) => Value::number(value),
            Kind::Codes(codes) => {
                let cells: Vec<Cell> = codes.iter().map(|c| Cell::number(&Num::int(i64::from(*c)))).collect();
                self.literal(cells.into_iter().map(Value::Cell).collect())
            }
            Kind::Param(index) => {
                let value = f.sizes.get(*index as usize).cloned().unwrap_or_else(Formula::unknown);
                Value::Cell(Cell::formula(value.clone(), statics::bits_of(&value)))
            }
            Kind::Local(slot) => f.slots[slot.0 as usize].clone(),
            Kind::Const(id) => self.constant_value(*id),
            Kind::Sum(terms) => self.sum(f, terms),
            Kind::Product(factors) => {
                let operands = self.factors(f, factors);
                self.origin = expr.span;
                self.elementwise(&operands, &mut |this, cells| this.product_cell(cells))
            }
            Kind::Neg(operand) => {
                let value = self.eval(f, *operand);
                self.origin = expr.span;
                self.lowered(&[value], &statics::negated, &mut |b, w| lower::negate(b, &w[0]))
            }
            Kind::Power(base, exponent) => self.power(f, *base, *exponent),
            Kind::Compare(first, pairs) => self.compare(f, *first, pairs),
            Kind::And(operands) => self.connective(f, id, operands, false),
            Kind::Or(operands) => self.connective(f, id, operands, true),
            Kind::Not(operand) => {
                let value = self.eval(f, *operand);
                self.origin = expr.span;
                self.lowered(&[value], &statics::not, &mut |b, w| lower::not(b, &w[0]))
            }
            Kind::If(condition, then, otherwise) => self.choice(f, *condition, *then, *otherwise),
            Kind::Match { subject, arm_of_code, arms, .. } => self.matching(f, *subject, arm_of_code, arms),
            Kind::Array(elements) => {
                let values: Vec<Value> = elements.iter().map(|e| self.eval(f, *e)).collect();
                self.literal(values)
            }
            Kind::Comprehension(each, element) => self.comprehension(f, each, *element),
            Kind::Tuple(parts) => {
                let parts: Vec<Value> = parts.iter().map(|part| self.eval(f, *part)).collect();
                Value::Tuple(parts.into())
            }
            Kind::Typed(value, _) => self.eval(f, *value),
            Kind::Block(bindings, result) => {
                for (pattern, value) in bindings {
                    let value = self.eval(f, *value);
                    f.bind(pattern, &value);
                }
                self.eval(f, *result)
            }
            Kind::Loop { scan, pattern, start, each, body } => {
                self.looping(f, id, *scan, pattern, *start, each, *body)
            }
            Kind::Index(base, subscripts) => self.subscripts(f, *base, subscripts),
            Kind::Call { family, sizes, args, generics } => self.call(f, id, *family, sizes, args, generics),
            Kind::Generate { step, sizes, start, steps, more, generics } => {
                self.generate(f, id, *step, sizes, *start, *steps, more, generics)
            }
            Kind::Reduce(reduction, elements, default) => self.reduce(f, *reduction, elements, *default),
            Kind::ArgMax(array, least) => self.argmax(f, *array, *least),
            Kind::Sign(operand) => {
                let value = self.eval(f, *operand);
                self.origin = expr.span;
                self.lowered(&[value], &statics::sign, &mut |b, w| b.sign(&w[0]))
            }
            Kind::Abs(operand) => {
                let value = self.eval(f, *operand);
                self.origin = expr.span;
                self.lowered(&[value], &statics::vague, &mut |b, w| lower::abs(b, &w[0]))
            }
            Kind::Len(array) => {
                let value = self.eval(f, *array);
                let array = Self::as_array(&value);
                let length = array.dims.first().cloned().unwrap_or_else(Formula::zero);
                Value::Cell(Cell::formula(length.clone(), statics::bits_of(&length)))
            }
            Kind::Concat(arrays) => self.concat(f, id, arrays),
            Kind::Indices(size) => {
                let count = self.static_of(f, *size);
                self.build_array(&[count.place], &mut |_, places| {
                    Cell::formula(places[0].place.clone(), statics::bits_of(&places[0].place))
                })
            }
            Kind::Select(keys, queries, op, scalar) => self.select(f, *keys, *queries, *op, *scalar),
            Kind::Width(selector) => self.width(f, *selector),
            Kind::Aggregate(selector, values, default) => {
                self.selection(f, *selector, *values, *default, super::rasp::Take::Mean)
            }
            Kind::Pick { selector, values, default, last } => {
                let take = if *last { super::rasp::Take::Last } else { super::rasp::Take::First };
                self.selection(f, *selector, *values, *default, take)
            }
            Kind::Lookup(array, index) => self.looking_up(f, *array, *index),
            Kind::Floor(x) => {
                let value = self.eval(f, *x);
                self.statically(&[value], &statics::floor)
            }
            Kind::Ceil(x) => {
                let value = self.eval(f, *x);
                self.statically(&[value], &statics::ceil)
            }
            Kind::Sqrt(x) => {
                let value = self.eval(f, *x);
                self.statically(&[value], &statics::vague)
            }
            Kind::FloorLog2(x) => {
                let value = self.eval(f, *x);
                self.statically(&[value], &statics::floor_log2)
            }
            Kind::CeilLog2(x) => {
                let value = self.eval(f, *x);
                self.statically(&[value], &statics::ceil_log2)
            }
            Kind::Error | Kind::Token(_) | Kind::Text(_) => Value::number(&Num::ZERO),
        }
    }

    /// A static scalar as a position.
    pub(super) fn static_of(&mut self, f: &mut Frame<'p>, id: ExprId) -> At {
        match self.eval(f, id) {
            Value::Cell(Cell::Static(value)) => At::of_static(&value),
            Value::Cell(Cell::Wire(wire)) => At { place: Formula::unknown(), deps: wire.deps.clone() },
            _ => At::of(Formula::unknown()),
        }
    }

    /// A value of a type of which nothing is known.
    pub(super) fn unknown_value(&mut self, f: &Frame<'p>, ty: &Type, deps: &Deps) -> Value {
        match ty {
            Type::Tuple(types) => {
                Value::Tuple(types.iter().map(|ty| self.unknown_value(f, ty, deps)).collect())
            }
            Type::Array(_, dims) if !dims.is_empty() => {
                let dims: Vec<Formula> = dims
                    .iter()
                    .map(|dim| dim.as_ref().map_or_else(Formula::unknown, |d| f.size(d)))
                    .collect();
                self.build_array(&dims, &mut |this, places| {
                    let all = places.iter().fold(deps.clone(), |deps, at| union(&deps, &at.deps));
                    Cell::Wire(super::gates::unknown_wire(this, &all))
                })
            }
            _ => Value::Cell(Cell::Wire(super::gates::unknown_wire(self, deps))),
        }
    }

    /// Applies an operation element by element; scalars spread.
    pub(super) fn elementwise(&mut self, operands: &[Value], op: CellOp<'_, 'p>) -> Value {
        let arrays: Vec<Rc<Array>> = operands
            .iter()
            .filter_map(|value| match value {
                Value::Array(array) => Some(array.clone()),
                _ => None,
            })
            .collect();
        let Some(first) = arrays.iter().find(|array| !array.is_empty()).or(arrays.first()).cloned() else {
            let cells: Vec<Cell> = operands
                .iter()
                .filter_map(|value| match value {
                    Value::Cell(cell) => Some(cell.clone()),
                    _ => None,
                })
                .collect();
            return Value::Cell(op(self, &cells));
        };
        if first.is_empty() {
            return Value::Array(first);
        }
        // Arrays that are put together alike stay so.
        if let Some(pieces) = common_pieces(&arrays) {
            let mut made = Vec::new();
            for at in 0..pieces {
                let parts: Vec<Value> = operands
                    .iter()
                    .map(|value| match value {
                        Value::Array(array) => match &array.elements {
                            Elements::Pieces(pieces) => Value::Array(pieces[at].elements.clone()),
                            Elements::Each(_) => value.clone(),
                        },
                        _ => value.clone(),
                    })
                    .collect();
                let Elements::Pieces(like) = &first.elements else { break };
                let Value::Array(elements) = self.elementwise(&parts, op) else { break };
                made.push(Piece { elements, ..like[at].clone() });
            }
            if made.len() == pieces {
                return Value::array(Array {
                    dims: first.dims.clone(),
                    vars: Vec::new(),
                    elements: Elements::Pieces(made),
                });
            }
        }
        let origin = self.origin;
        self.build_array(&first.dims, &mut |this, places| {
            let mut cells = Vec::new();
            for value in operands {
                match value {
                    Value::Cell(cell) => cells.push(cell.clone()),
                    Value::Array(array) if !array.is_empty() => {
                        if let Value::Cell(cell) = this.read(array, places) {
                            cells.push(cell);
                        }
                    }
                    _ => cells.push(Cell::number(&Num::ZERO)),
                }
            }
            this.origin = origin;
            op(this, &cells)
        })
    }

    /// An operation of the lowering table, element by element: computed where all cells are static.
    pub(super) fn lowered(
        &mut self,
        operands: &[Value],
        fixed: &dyn Fn(&[&Static]) -> Static,
        table: Table<'_, 'p>,
    ) -> Value {
        self.elementwise(operands, &mut |this, cells| this.lowered_cell(cells, fixed, table))
    }

    pub(super) fn lowered_cell(
        &mut self,
        cells: &[Cell],
        fixed: &dyn Fn(&[&Static]) -> Static,
        table: Table<'_, 'p>,
    ) -> Cell {
        if let Some(values) = all_static(cells) {
            return Cell::Static(Rc::new(fixed(&values)));
        }
        // A condition on sizes among them is 1 where it holds and 0 where not: each is another circuit.
        let open = cells.iter().position(|cell| match cell {
            Cell::Static(value) => value.cond.as_ref().is_some_and(|cond| match &**cond {
                Cond::Known(_) | Cond::Unknown => false,
                Cond::Any(parts) | Cond::All(parts) => !parts.contains(&Cond::Unknown),
                _ => true,
            }),
            Cell::Wire(_) => false,
        });
        if let Some(at) = open
            && let Cell::Static(value) = &cells[at]
        {
            let cond = value.truth_of();
            let deps = value.deps.clone();
            let known = |holds: bool| {
                let mut known = cells.to_vec();
                known[at] = Cell::truth(Cond::Known(holds), Deps::new());
                known
            };
            let (yes, no) = (known(true), known(false));
            let table = std::cell::RefCell::new(&mut *table);
            let value = self.by_condition(
                &cond,
                &deps,
                &mut |this| Value::Cell(this.lowered_cell(&yes, fixed, &mut **table.borrow_mut())),
                &mut |this| Value::Cell(this.lowered_cell(&no, fixed, &mut **table.borrow_mut())),
            );
            if let Value::Cell(cell) = value {
                return cell;
            }
        }
        // So is a wire that is constant by a condition on sizes.
        let guarded = cells.iter().enumerate().find_map(|(at, cell)| match cell {
            Cell::Wire(wire) => wire.guard.clone().map(|guard| (at, guard)),
            Cell::Static(_) => None,
        });
        if let Some((at, guard)) = guarded {
            let mut yes = cells.to_vec();
            yes[at] = Cell::Wire(guard.inner.clone());
            let mut no = cells.to_vec();
            no[at] = Cell::number(&guard.otherwise);
            let deps = super::gates::cond_vars(&guard.cond);
            let table = std::cell::RefCell::new(&mut *table);
            let value = self.by_condition(
                &guard.cond,
                &deps,
                &mut |this| Value::Cell(this.lowered_cell(&yes, fixed, &mut **table.borrow_mut())),
                &mut |this| Value::Cell(this.lowered_cell(&no, fixed, &mut **table.borrow_mut())),
            );
            if let Value::Cell(cell) = value {
                return cell;
            }
        }
        let wires: Vec<Rc<Wire>> = cells.iter().map(|cell| self.wire(cell)).collect();
        Cell::Wire(table(self, &wires))
    }

    /// An operation on static values.
    pub(super) fn statically(&mut self, operands: &[Value], fixed: &dyn Fn(&[&Static]) -> Static) -> Value {
        self.elementwise(operands, &mut |this, cells| match all_static(cells) {
            Some(values) => Cell::Static(Rc::new(fixed(&values))),
            None => {
                let deps = Self::deps_of(cells);
                Cell::Wire(super::gates::unknown_wire(this, &deps))
            }
        })
    }

    /// The value of a constant of the program.
    pub(super) fn constant_value(&mut self, id: crate::program::ConstId) -> Value {
        let program: &'p Program = self.program;
        let constant = &program.consts[id.0 as usize];
        let Some(result) = constant.body.result else { return Value::number(&Num::ZERO) };
        let mut frame = Frame::new(&constant.body, Vec::new(), Vec::new());
        self.eval(&mut frame, result)
    }
}

/// What a type stands for.
pub(super) fn resolve(f: &Frame<'_>, scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Generic(index) => f.generics.get(index as usize).copied().unwrap_or(Scalar::Num),
        other => other,
    }
}

/// The values of cells that are all static.
pub(super) fn all_static(cells: &[Cell]) -> Option<Vec<&Static>> {
    cells
        .iter()
        .map(|cell| match cell {
            Cell::Static(value) => Some(&**value),
            Cell::Wire(_) => None,
        })
        .collect()
}

/// How many pieces each of some arrays has, where they are cut alike.
pub(super) fn common_pieces(arrays: &[Rc<Array>]) -> Option<usize> {
    let cuts = |array: &Rc<Array>| -> Option<Vec<(Formula, Formula)>> {
        match &array.elements {
            Elements::Pieces(pieces) if !pieces.is_empty() => {
                Some(pieces.iter().map(|piece| (piece.start.clone(), piece.length.clone())).collect())
            }
            _ => None,
        }
    };
    let first = cuts(arrays.first()?)?;
    arrays.iter().all(|array| cuts(array).as_ref() == Some(&first)).then_some(first.len())
}
