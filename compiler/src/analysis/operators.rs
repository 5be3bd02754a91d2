//! Operators: sums, products, powers, comparisons, logic, choice.

use std::rc::Rc;

use circ_grammar::tree::{CompareOp, ProductOp, SumOp};
use circ_runtime::Num;

use super::analyzer::{Analyzer, Frame};
use super::expr::{all_static, resolve};
use super::statics;
use super::value::{Cell, Cond, Deps, Static, Value, union};
use crate::lower::{self, Builder};
use crate::typed::{ExprId, Kind};
use crate::types::Scalar;

impl<'p> Analyzer<'p> {
    /// One add gate for the chain; a subtracted product takes the sign into its own gate.
    pub(super) fn sum(&mut self, f: &mut Frame<'p>, terms: &[(SumOp, ExprId)]) -> Value {
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
    pub(super) fn factors(&mut self, f: &mut Frame<'p>, factors: &[(ProductOp, ExprId)]) -> Vec<Value> {
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

    pub(super) fn power(&mut self, f: &mut Frame<'p>, base: ExprId, exponent: ExprId) -> Value {
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

    pub(super) fn compare(
        &mut self,
        f: &mut Frame<'p>,
        first: ExprId,
        pairs: &[(CompareOp, Scalar, ExprId)],
    ) -> Value {
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
    pub(super) fn connective(
        &mut self,
        f: &mut Frame<'p>,
        id: ExprId,
        operands: &[ExprId],
        or: bool,
    ) -> Value {
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
            return self.by_condition(
                &cond,
                &deps,
                &mut |this| {
                    this.origin = origin;
                    this.connective(f, id, &rest, or)
                },
                &mut |_| decided.clone(),
            );
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

    pub(super) fn choice(
        &mut self,
        f: &mut Frame<'p>,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    ) -> Value {
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

    pub(super) fn choose(&mut self, chosen: &Value, a: &Value, b: &Value) -> Value {
        if let (Value::Tuple(x), Value::Tuple(y)) = (a, b) {
            return Value::Tuple(x.iter().zip(y.iter()).map(|(x, y)| self.choose(chosen, x, y)).collect());
        }
        let operands = [chosen.clone(), a.clone(), b.clone()];
        self.lowered(&operands, &statics::vague_choice, &mut |b, w| {
            b.shaped(w, &mut |b| lower::choose(b, &w[0], &w[1], &w[2]))
        })
    }

    pub(super) fn matching(
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
}
