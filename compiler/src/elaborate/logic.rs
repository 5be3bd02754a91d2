//! Comparisons, `and`, `or`, `not`, `if` and `match`.

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;

use super::Id;
use super::cells::Cells;
use super::frame::{Elaborator, Frame, Stop, lowered};
use super::quick::compares;
use super::shapes::is_empty_literal;
use super::value::{Cell, Short, Value};
use crate::diagnostics::Hint;
use crate::lower;
use crate::types::Scalar;

impl<'p> Elaborator<'p, '_> {
    /// Whether values of this type are 0 or 1, so that comparing them takes no sign gate.
    pub(super) fn are_bits(&self, f: &Frame<'p>, scalar: Scalar) -> bool {
        let scalar = match scalar {
            Scalar::Generic(index) => f.generics.get(index as usize).copied().unwrap_or(Scalar::Num),
            other => other,
        };
        self.program.codes(scalar).is_some_and(|codes| codes <= 2)
    }

    /// One comparison of two elements.
    pub(super) fn compare_cells(&mut self, op: CompareOp, bits: bool, x: &Cell, y: &Cell) -> Cell {
        if let (Cell::Static(x), Cell::Static(y)) = (x, y) {
            return Cell::Static(Num::int(i64::from(compares(op, x, y))));
        }
        let (x, y) = (self.wire(x), self.wire(y));
        Cell::Wire(lower::compare(&mut self.builder, op, bits, &x, &y))
    }

    pub(super) fn compare(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        first: Id,
        pairs: &[(CompareOp, Scalar, Id)],
    ) -> Result<Value, Stop> {
        let operands = std::iter::once(first).chain(pairs.iter().map(|(_, _, right)| *right));
        let bits: Short<bool> = pairs.iter().map(|(_, scalar, _)| self.are_bits(f, *scalar)).collect();
        self.mapped(f, id, operands, &mut |this, cells| {
            if let [x, y] = cells {
                return Ok(this.compare_cells(pairs[0].0, bits[0], x, y));
            }
            let mut holds: Short<Cell> = Short::new();
            for (at, (op, ..)) in pairs.iter().enumerate() {
                holds.push(this.compare_cells(*op, bits[at], &cells[at], &cells[at + 1]));
            }
            Ok(lowered!(this, holds.as_slice(), |b, w| lower::and(b, w)))
        })
    }

    /// `and`, or with the flag `or`. A static scalar operand that decides leaves those after it unbuilt.
    pub(super) fn connective(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        operands: &[Id],
        or: bool,
    ) -> Result<Value, Stop> {
        let scalar = f.body[id].ty.rank() == Some(0);
        let mut values: Short<(Id, Value)> = Short::new();
        let mut decided = false;
        for operand in operands {
            let value = self.eval(f, *operand).map_err(|mut fault| {
                if decided {
                    fault.hint.get_or_insert(Hint::Unguarded { or });
                }
                fault
            })?;
            decided |= value.as_static().is_some_and(|v| v.is_one() == or);
            if scalar && value.as_static().is_some_and(|v| v.is_one() == or) {
                return Ok(Value::number(Num::int(i64::from(or))));
            }
            values.push((*operand, value));
        }
        self.elementwise(f, id, &values, &mut |this, cells| {
            Ok(lowered!(this, cells, |b, w| if or { lower::or(b, w) } else { lower::and(b, w) }))
        })
    }

    pub(super) fn not(&mut self, f: &mut Frame<'p>, id: Id, operand: Id) -> Result<Value, Stop> {
        self.mapped(f, id, std::iter::once(operand), &mut |this, cells| {
            Ok(lowered!(this, cells, |b, w| lower::not(b, &w[0])))
        })
    }

    /// A static scalar condition takes one branch and does not build the other.
    pub(super) fn choice(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        condition: Id,
        then: Id,
        otherwise: Id,
    ) -> Result<Value, Stop> {
        let chosen = self.eval(f, condition)?;
        if let Some(value) = chosen.as_static() {
            let branch = if value.is_one() { then } else { otherwise };
            let value = self.eval(f, branch)?;
            // `[]` has the rank of the other branch.
            let rank = f.body[id].ty.rank().unwrap_or(1);
            if rank > 1 && is_empty_literal(value.shape()) {
                return Ok(Value::array(self.declared_shape(f, id).into(), Cells::default()));
            }
            return Ok(value);
        }
        let (a, b) = (self.eval(f, then)?, self.eval(f, otherwise)?);
        self.choose(f, id, (condition, &chosen), (then, a), (otherwise, b))
    }

    fn choose(
        &mut self,
        f: &Frame<'p>,
        id: Id,
        condition: (Id, &Value),
        a: (Id, Value),
        b: (Id, Value),
    ) -> Result<Value, Stop> {
        if let (Value::Tuple(left), Value::Tuple(right)) = (&a.1, &b.1) {
            let mut parts = Vec::with_capacity(left.len());
            for (x, y) in left.iter().zip(right.iter()) {
                parts.push(self.choose(f, id, condition, (a.0, x.clone()), (b.0, y.clone()))?);
            }
            return Ok(Value::Tuple(parts.into()));
        }
        let operands = [(condition.0, condition.1.clone()), a, b];
        self.elementwise(f, id, &operands, &mut |this, cells| {
            Ok(lowered!(this, cells, |b, w| lower::choose(b, &w[0], &w[1], &w[2])))
        })
    }

    pub(super) fn matching(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        subject: Id,
        arm_of_code: &[u32],
        arms: &[Id],
    ) -> Result<Value, Stop> {
        let mut operands = vec![(subject, self.eval(f, subject)?)];
        for arm in arms {
            operands.push((*arm, self.eval(f, *arm)?));
        }
        let place = f.span(id);
        self.elementwise(f, id, &operands, &mut |this, cells| {
            if !cells[0].is_static() {
                this.charge(arm_of_code.len() as u64, place)?;
            }
            Ok(lowered!(this, cells, |b, w| lower::select_arm(b, &w[0], arm_of_code, &w[1..])))
        })
    }
}
