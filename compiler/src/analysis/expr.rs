//! Expressions: the dispatch, and operations element by element.

use std::rc::Rc;

use circ_grammar::tree::{CompareOp, ProductOp, SumOp};
use circ_runtime::Num;

use super::analyzer::{Analyzer, Frame, Reason, Tally};
use super::reading::At;
use super::statics;
use super::value::{Array, Cell, Cond, Deps, Elements, Piece, Static, Value, Wire, union, vars};
use crate::formula::{Formula, Symbol};
use crate::lower::{self, Builder};
use crate::program::Program;
use crate::typed::{ExprId, Kind, Subscript};
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
            Kind::Reduce(reduction, elements, default) => self.reduce(f, id, *reduction, elements, *default),
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
                let array = self.as_array(&value, expr.span);
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
                self.selection(f, id, *selector, *values, *default, super::selection::Take::Mean)
            }
            Kind::Pick { selector, values, default, last } => {
                let take = if *last { super::selection::Take::Last } else { super::selection::Take::First };
                self.selection(f, id, *selector, *values, *default, take)
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
    fn statically(&mut self, operands: &[Value], fixed: &dyn Fn(&[&Static]) -> Static) -> Value {
        self.elementwise(operands, &mut |this, cells| match all_static(cells) {
            Some(values) => Cell::Static(Rc::new(fixed(&values))),
            None => {
                let deps = Self::deps_of(cells);
                Cell::Wire(super::gates::unknown_wire(this, &deps))
            }
        })
    }

    /// One add gate for the chain; a subtracted product takes the sign into its own gate.
    fn sum(&mut self, f: &mut Frame<'p>, terms: &[(SumOp, ExprId)]) -> Value {
        let origin = self.origin;
        let mut operands = Vec::new();
        let mut widths = Vec::new();
        for (op, term) in terms {
            let minus = *op == SumOp::Sub;
            let before = operands.len();
            match &f.body[*term].kind {
                Kind::Product(factors) if minus => operands.extend(self.factors(f, factors)),
                _ => operands.push(self.eval(f, *term)),
            }
            widths.push((minus, operands.len() - before));
        }
        self.origin = origin;
        self.elementwise(&operands, &mut |this, cells| {
            let mut rest = cells;
            let mut sum = Vec::new();
            for (minus, width) in &widths {
                let (term, left) = rest.split_at((*width).min(rest.len()));
                rest = left;
                if *minus {
                    let mut factors = vec![Cell::number(&Num::MINUS_ONE)];
                    factors.extend(term.iter().cloned());
                    sum.push(this.product_cell(&factors));
                } else {
                    sum.extend(term.iter().cloned());
                }
            }
            this.lowered_cell(&sum, &statics::sum, &mut |b, w| b.add(w))
        })
    }

    pub(super) fn product_cell(&mut self, cells: &[Cell]) -> Cell {
        self.lowered_cell(cells, &statics::product, &mut |b, w| b.mul(w))
    }

    /// The operands of a product, divisors as their inverses.
    fn factors(&mut self, f: &mut Frame<'p>, factors: &[(ProductOp, ExprId)]) -> Vec<Value> {
        let origin = self.origin;
        let mut operands: Vec<Value> = Vec::new();
        for (op, factor) in factors {
            let value = self.eval(f, *factor);
            self.origin = origin;
            match op {
                ProductOp::Mul => operands.push(value),
                ProductOp::Div => operands.push(self.statically(&[value], &statics::inverse)),
                ProductOp::Rem => {
                    let left = self.elementwise(&operands, &mut |this, cells| this.product_cell(cells));
                    operands = vec![self.statically(&[left, value], &statics::remainder)];
                }
            }
        }
        operands
    }

    fn power(&mut self, f: &mut Frame<'p>, base: ExprId, exponent: ExprId) -> Value {
        let origin = self.origin;
        let operands = [self.eval(f, base), self.eval(f, exponent)];
        self.origin = origin;
        self.elementwise(&operands, &mut |this, cells| {
            if let Some(values) = all_static(cells) {
                return Cell::Static(Rc::new(statics::power(values[0], values[1])));
            }
            let (wire, times) = (this.wire(&cells[0]), &cells[1]);
            let Cell::Static(times) = times else { return cells[0].clone() };
            let operand = super::gates::Operand {
                wire,
                count: times.value.clone(),
                exact: true,
                least: Vec::new(),
                even: [true; 3],
            };
            let power = this.gate(circ_runtime::Op::Mul, &[operand]);
            if times.deps.is_empty() {
                return Cell::Wire(power);
            }
            let mut power = (*power).clone();
            power.deps = union(&power.deps, &times.deps);
            Cell::Wire(Rc::new(power))
        })
    }

    /// Whether values of this type are 0 or 1.
    pub(super) fn are_bits(&self, f: &Frame<'p>, scalar: Scalar) -> bool {
        self.program.codes(resolve(f, scalar)).is_some_and(|codes| codes <= 2)
    }

    /// One comparison of two elements.
    pub(super) fn compare_cells(&mut self, op: CompareOp, bits: bool, x: &Cell, y: &Cell) -> Cell {
        self.lowered_cell(
            &[x.clone(), y.clone()],
            &|values| statics::compare(op, values[0], values[1]),
            &mut |b, w| {
                let build = &mut |b: &mut Self| lower::compare(b, op, bits, &w[0], &w[1]);
                // Of numbers the table asks whether one is constant, and not which number it is.
                if bits { b.shaped(w, build) } else { b.where_open(w, build) }
            },
        )
    }

    fn compare(&mut self, f: &mut Frame<'p>, first: ExprId, pairs: &[(CompareOp, Scalar, ExprId)]) -> Value {
        let origin = self.origin;
        let mut operands = vec![self.eval(f, first)];
        for (_, _, right) in pairs {
            operands.push(self.eval(f, *right));
        }
        let bits: Vec<bool> = pairs.iter().map(|(_, scalar, _)| self.are_bits(f, *scalar)).collect();
        self.origin = origin;
        self.elementwise(&operands, &mut |this, cells| {
            let mut holds = Vec::new();
            for (at, (op, ..)) in pairs.iter().enumerate() {
                holds.push(this.compare_cells(*op, bits[at], &cells[at], &cells[at + 1]));
            }
            match holds.as_slice() {
                [one] => one.clone(),
                many => this.lowered_cell(many, &statics::all, &mut |b, w| lower::and(b, w)),
            }
        })
    }

    /// `and`, or with the flag `or`: a static operand that decides leaves the rest unbuilt.
    fn connective(&mut self, f: &mut Frame<'p>, id: ExprId, operands: &[ExprId], or: bool) -> Value {
        let origin = self.origin;
        let scalar = f.body[id].ty.rank() == Some(0);
        let Some((first, rest)) = operands.split_first() else { return Value::number(&Num::ONE) };
        let value = self.eval(f, *first);
        if scalar
            && !rest.is_empty()
            && let Value::Cell(Cell::Static(known)) = &value
        {
            // `c and x` is `if c { x } else { false }` for a static c.
            let cond = known.truth_of();
            let cond = if or { cond.not() } else { cond };
            let deps = known.deps.clone();
            let decided = Value::Cell(Cell::truth(Cond::Known(or), Deps::new()));
            let rest = rest.to_vec();
            let value = self.by_condition(
                &cond,
                &deps,
                &mut |this| {
                    this.origin = origin;
                    this.connective(f, id, &rest, or)
                },
                &mut |_| decided.clone(),
            );
            // Static parts stay conditions.
            if let Value::Cell(Cell::Static(joined)) = &value
                && joined.truth_of() == Cond::Unknown
            {
                return value;
            }
            return value;
        }
        let mut values = vec![value];
        for operand in rest {
            values.push(self.eval(f, *operand));
        }
        self.origin = origin;
        let fixed = if or { statics::any } else { statics::all };
        self.lowered(&values, &fixed, &mut |b, w| {
            if or { b.shaped(w, &mut |b| lower::or(b, w)) } else { lower::and(b, w) }
        })
    }

    /// Evaluates both sides of a static condition, each where it holds, or the one that is decided.
    pub(super) fn by_condition(
        &mut self,
        cond: &Cond,
        deps: &Deps,
        then: &mut dyn FnMut(&mut Self) -> Value,
        otherwise: &mut dyn FnMut(&mut Self) -> Value,
    ) -> Value {
        match self.decide(cond) {
            Some(true) => return then(self),
            Some(false) => return otherwise(self),
            None => {}
        }
        let opposite = cond.not();
        let before = self.here.met.tally.clone();
        let calls = self.here.inner.len();
        let (a, first) = self.branch(cond, then);
        let calls_between = self.here.inner.len();
        let middle = std::mem::replace(&mut self.here.met.tally, before.clone());
        let (b, second) = self.branch(&opposite, otherwise);
        let (calls_first, calls_second) = (calls_between > calls, self.here.inner.len() > calls_between);
        match (first, second) {
            (false, true) => return b,
            (true, false) => {
                self.here.met.tally = middle;
                return a;
            }
            _ => {}
        }
        // Of a condition on parameters one side is built; of one on indices both may be, at different ones.
        let end = self.here.met.tally.clone();
        self.here.met.tally = if !(deps.is_empty() && vars_of_cond(cond).is_empty()) {
            let added = end.zip(&before, &mut Formula::sub);
            middle.add(&added)
        } else if calls_first == calls_second {
            self.larger(&middle, &end)
        } else {
            // The side without calls ends a recursion.
            let (rest, ends, when) = if calls_first { (middle, end, &opposite) } else { (end, middle, cond) };
            let ends = match pin(when) {
                Some((symbol, place)) => ends.map(&mut |f| f.with(symbol, &place)),
                None => ends,
            };
            self.here.base = Some(match self.here.base.take() {
                Some(known) => self.larger(&known, &ends),
                None => ends,
            });
            rest
        };
        if let (Value::Cell(Cell::Static(x)), Value::Cell(Cell::Static(y))) = (&a, &b)
            && (x.cond.is_some() || y.cond.is_some())
        {
            // A condition, made of both.
            let both = statics::choice(cond, x, y, deps);
            return Value::Cell(Cell::Static(Rc::new(both)));
        }
        let a = self.where_holds(&a, cond);
        let b = self.where_holds(&b, &opposite);
        let before = self.here.met.tally.clone();
        let joined = self.join_values(&[a, b], cond, deps);
        // Constants that come out of either side are counted where they meet, and so for both.
        if calls_first != calls_second
            && let Some(base) = &self.here.base
        {
            let constants = self.here.met.tally.zip(&before, &mut Formula::sub);
            self.here.base = Some(base.add(&constants));
        }
        joined
    }

    /// No less than either of two tallies.
    fn larger(&self, a: &Tally, b: &Tally) -> Tally {
        let root = &self.here.root;
        a.zip(b, &mut |a, b| {
            if root.at_most(a, b) {
                b.clone()
            } else if root.at_most(b, a) {
                a.clone()
            } else {
                Formula::max(&[a.clone(), b.clone()])
            }
        })
    }

    /// Evaluates a side under its condition. The flag says that the side can be reached.
    fn branch(&mut self, cond: &Cond, side: &mut dyn FnMut(&mut Self) -> Value) -> (Value, bool) {
        let scope = self.scope();
        self.assume(cond);
        if self.here.facts.contradictory() {
            self.leave(scope);
            return (Value::number(&Num::ZERO), false);
        }
        let value = side(self);
        let value = self.pinned(&value, cond);
        let value = self.bounded_here(&value);
        self.leave(scope);
        (value, true)
    }

    /// A value whose constants are as long as they may be where one stands.
    fn bounded_here(&mut self, value: &Value) -> Value {
        if self.here.free.is_empty() {
            return value.clone();
        }
        self.map_cells(value, &mut |this, cell| match cell {
            Cell::Static(value) => {
                let bits = this.without_free(&value.bits);
                Cell::Static(Rc::new(Static { bits, ..(**value).clone() }))
            }
            Cell::Wire(wire) => {
                let constant_bits = this.without_free(&wire.constant_bits);
                Cell::Wire(Rc::new(Wire { constant_bits, ..(**wire).clone() }))
            }
        })
    }

    /// A value under `p == c`: with c for p.
    fn pinned(&mut self, value: &Value, cond: &Cond) -> Value {
        let Some((symbol, place)) = pin(cond) else { return value.clone() };
        let with = |s: Symbol| (s == symbol).then(|| place.clone());
        self.map_cells(value, &mut |_, cell| match cell {
            Cell::Static(_) => cell.clone(),
            Cell::Wire(wire) => {
                let mut wire = (**wire).clone();
                wire.depths = Rc::new(
                    super::value::WEIGHINGS
                        .map(|w| super::depth::substitute(&wire.depths[w as usize], &with)),
                );
                wire.constant_bits = wire.constant_bits.substitute(&with);
                Cell::Wire(Rc::new(wire))
            }
        })
    }

    fn choice(&mut self, f: &mut Frame<'p>, condition: ExprId, then: ExprId, otherwise: ExprId) -> Value {
        let origin = self.origin;
        let chosen = self.eval(f, condition);
        if let Value::Cell(Cell::Static(known)) = &chosen {
            let cond = known.truth_of();
            let deps = known.deps.clone();
            // Two closures would both borrow the frame; each branch takes it in turn.
            let frame = std::cell::RefCell::new(f);
            return self.by_condition(
                &cond,
                &deps,
                &mut |this| this.eval(&mut frame.borrow_mut(), then),
                &mut |this| this.eval(&mut frame.borrow_mut(), otherwise),
            );
        }
        let (a, b) = (self.eval(f, then), self.eval(f, otherwise));
        self.origin = origin;
        self.choose(&chosen, &a, &b)
    }

    fn choose(&mut self, chosen: &Value, a: &Value, b: &Value) -> Value {
        if let (Value::Tuple(x), Value::Tuple(y)) = (a, b) {
            return Value::Tuple(x.iter().zip(y.iter()).map(|(x, y)| self.choose(chosen, x, y)).collect());
        }
        let operands = [chosen.clone(), a.clone(), b.clone()];
        self.lowered(&operands, &statics::vague_choice, &mut |b, w| {
            b.shaped(w, &mut |b| lower::choose(b, &w[0], &w[1], &w[2]))
        })
    }

    fn matching(
        &mut self,
        f: &mut Frame<'p>,
        subject: ExprId,
        arm_of_code: &[u32],
        arms: &[ExprId],
    ) -> Value {
        let origin = self.origin;
        let mut operands = vec![self.eval(f, subject)];
        for arm in arms {
            operands.push(self.eval(f, *arm));
        }
        self.origin = origin;
        let vague = |values: &[&Static]| statics::vague(&values[1..]);
        self.elementwise(&operands, &mut |this, cells| {
            if let Some(Cell::Static(subject)) = cells.first()
                && subject.value.as_constant().is_none()
                && all_static(cells).is_none()
            {
                // One of the arms, without a gate.
                let arms = Value::Cell(this.join_cells(&cells[1..], &Cond::Unknown, &subject.deps));
                return match this.where_holds(&arms, &Cond::Unknown) {
                    Value::Cell(cell) => cell,
                    _ => Cell::number(&Num::ZERO),
                };
            }
            this.lowered_cell(cells, &vague, &mut |b, w| {
                b.shaped(w, &mut |b| lower::select_arm(b, &w[0], arm_of_code, &w[1..]))
            })
        })
    }

    /// An array of these elements, one after the other.
    pub(super) fn literal(&mut self, values: Vec<Value>) -> Value {
        let count = values.len();
        let mut pieces = Vec::new();
        let mut rest: Vec<Formula> = Vec::new();
        for (at, value) in values.into_iter().enumerate() {
            let (dims, elements) = match value {
                Value::Array(array) => {
                    rest = array.dims.clone();
                    let dims: Vec<Formula> =
                        std::iter::once(Formula::one()).chain(array.dims.iter().cloned()).collect();
                    (
                        dims.clone(),
                        self.build_array(&dims, &mut |this, places| match this.read(&array, &places[1..]) {
                            Value::Cell(cell) => cell,
                            _ => Cell::number(&Num::ZERO),
                        }),
                    )
                }
                Value::Cell(cell) => {
                    let dims = vec![Formula::one()];
                    (dims.clone(), self.build_array(&dims, &mut |_, _| cell.clone()))
                }
                Value::Tuple(_) => continue,
            };
            let _ = dims;
            let Value::Array(elements) = elements else { continue };
            pieces.push(Piece { start: Formula::int(at as i64), length: Formula::one(), elements });
        }
        let mut dims = vec![Formula::int(count as i64)];
        dims.extend(rest);
        Value::array(Array { dims, vars: Vec::new(), elements: Elements::Pieces(pieces) })
    }

    fn concat(&mut self, f: &mut Frame<'p>, id: ExprId, arrays: &[ExprId]) -> Value {
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

    fn subscripts(&mut self, f: &mut Frame<'p>, base: ExprId, subscripts: &[Subscript]) -> Value {
        let value = self.eval(f, base);
        let mut array = self.as_array(&value, f.body[base].span);
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

    /// The value of a constant of the program.
    fn constant_value(&mut self, id: crate::program::ConstId) -> Value {
        let program: &'p Program = self.program;
        let constant = &program.consts[id.0 as usize];
        let Some(result) = constant.body.result else { return Value::number(&Num::ZERO) };
        let mut frame = Frame::new(&constant.body, Vec::new(), Vec::new());
        self.eval(&mut frame, result)
    }
}

/// A parameter and the number that a condition says it is. What is not linear, as a remainder, may be zero elsewhere too.
fn pin(cond: &Cond) -> Option<(Symbol, Formula)> {
    let Cond::Zero(f) = cond else { return None };
    let symbols: Vec<Symbol> = f.symbols().into_iter().collect();
    let [symbol @ Symbol::Param(_)] = symbols.as_slice() else { return None };
    let rest = f.with(*symbol, &Formula::zero());
    let slope = f.with(*symbol, &Formula::one()).sub(&rest);
    let place = rest.scale(&slope.as_constant()?.recip()?.neg());
    let line = slope.mul(&Formula::symbol(*symbol)).add(&rest);
    (place.as_constant().is_some() && line == *f).then_some((*symbol, place))
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

/// The indices in a condition.
fn vars_of_cond(cond: &Cond) -> Deps {
    let _ = vars;
    super::gates::cond_vars(cond)
}

/// How many pieces each of some arrays has, where they are cut alike.
fn common_pieces(arrays: &[Rc<Array>]) -> Option<usize> {
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
