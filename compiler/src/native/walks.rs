//! What variables go through: runs of positions, or values one by one; comprehensions, and loops of fixed length.

use circ_grammar::tree::{CompareOp, Span};
use circ_runtime::Num;

use super::read::{Frame, Reader, Stop};
use super::tables::at_size;
use super::terms::{Term, TermId};
use super::values::{Dim, Value};
use crate::diagnostics::NativeFault;
use crate::typed::{Each, ExprId, Pattern, Slot, Source};

/// What depends on n alone is unrolled for at least so large an n, so that small sizes have the same layers.
const FEW: u64 = 3;
/// Loops with a fixed number of steps are unrolled up to so many.
pub(super) const MAX_UNROLLED: usize = 4096;

/// What a variable goes through.
pub(super) enum Steps {
    /// Values, one by one.
    Fixed(Vec<Value>),
    /// Values with the condition that they are among those of the size that runs.
    Counted(Vec<(TermId, Value)>),
    /// A run of positions, and the value at its variable.
    Run(Dim, Value),
}

impl<'p> Reader<'p> {
    /// What a variable goes through, one by one where that is fixed, else a run of positions.
    pub(super) fn steps(&mut self, f: &mut Frame<'p>, each: &Each) -> Result<Steps, Stop> {
        match &each.source {
            Source::Range(from, to, inclusive) => {
                let ends = self.all(f, [*from, *to])?;
                let [Some(from), Some(to)] = [ends[0].scalar(), ends[1].scalar()] else {
                    return Err(self.internal(each.span));
                };
                let one = self.terms.int(1);
                let to = if *inclusive { self.terms.add(&[to, one]) } else { to };
                let number = |id| self.terms.as_const(id).and_then(Num::to_i64);
                if let (Some(from), Some(to)) = (number(from), number(to)) {
                    let all: Vec<Value> = self.unrolled(from, to, each.span)?;
                    return Ok(Steps::Fixed(all));
                }
                if self.within(from, to) {
                    let var = self.terms.fresh();
                    let index = self.terms.make(Term::Index(var));
                    return Ok(Steps::Run(Dim { var, from, to }, Value::Scalar(index)));
                }
                self.counted(from, to, each.span)
            }
            Source::Array(array) => match self.eval(f, *array)? {
                Value::List(parts) => Ok(Steps::Fixed(parts.to_vec())),
                Value::Array(array) => {
                    let array = self.apart(&array);
                    let element = Value::array(array.dims[1..].to_vec(), array.cell);
                    Ok(Steps::Run(array.dims[0], element))
                }
                _ => Err(self.internal(each.span)),
            },
        }
    }

    fn unrolled(&mut self, from: i64, to: i64, span: Span) -> Result<Vec<Value>, Stop> {
        if to.saturating_sub(from) > MAX_UNROLLED as i64 {
            return Err(self.fault(
                span,
                NativeFault::Operation { what: "a range of fixed length that is too long to be unrolled" },
            ));
        }
        Ok((from..to).map(|value| Value::Scalar(self.terms.int(value))).collect())
    }

    /// A range that depends on n alone and leaves the positions: each of its numbers up to the size that is asked
    /// for, with the condition that it is one at the size that runs.
    fn counted(&mut self, from: TermId, to: TermId, span: Span) -> Result<Steps, Stop> {
        let alone = |id| self.terms.is_fixed(id) && self.terms.vars(id).is_empty();
        let beyond = NativeFault::Beyond { size: self.size.clone() };
        if !alone(from) || !alone(to) {
            return Err(self.fault(span, beyond));
        }
        let ends = |id: TermId| -> Vec<i64> {
            let at = |n| at_size(&self.terms, id, n).and_then(|value| value.to_i64());
            (0..=self.most.max(FEW)).filter_map(at).collect()
        };
        let (Some(least), Some(most)) = (ends(from).into_iter().min(), ends(to).into_iter().max()) else {
            return Err(self.fault(span, beyond));
        };
        let mut all = Vec::new();
        for value in self.unrolled(least, most, span)? {
            let Some(number) = value.scalar() else { continue };
            let mut holds = Vec::new();
            let constant = |id| self.terms.as_const(id).is_some();
            let (low, high) = (!constant(from), !constant(to));
            if low {
                holds.push(self.terms.compare(CompareOp::Ge, false, number, from));
            }
            if high {
                holds.push(self.terms.compare(CompareOp::Lt, false, number, to));
            }
            all.push((self.terms.and(&holds), value));
        }
        Ok(Steps::Counted(all))
    }

    pub(super) fn comprehension(
        &mut self,
        f: &mut Frame<'p>,
        each: &[Each],
        element: ExprId,
        span: Span,
    ) -> Result<Value, Stop> {
        let Some((first, rest)) = each.split_first() else { return self.eval(f, element) };
        match self.steps(f, first)? {
            Steps::Fixed(values) => {
                let mut parts = Vec::with_capacity(values.len());
                for value in values {
                    self.bind_step(f, first, value);
                    parts.push(self.comprehension(f, rest, element, span)?);
                }
                Ok(Value::List(parts.into()))
            }
            Steps::Run(dim, value) => {
                self.bind_step(f, first, value);
                match self.comprehension(f, rest, element, span)? {
                    Value::Scalar(cell) => Ok(Value::array(vec![dim], cell)),
                    Value::Array(array) => {
                        let array = self.apart(&array);
                        let dims = std::iter::once(dim).chain(array.dims.iter().copied()).collect();
                        Ok(Value::array(dims, array.cell))
                    }
                    Value::List(_) | Value::Tuple(_) => Err(self.fault(span, NativeFault::Rows)),
                }
            }
            Steps::Counted(_) => Err(self.fault(first.span, NativeFault::Beyond { size: self.size.clone() })),
        }
    }

    pub(super) fn bind_step(&mut self, f: &mut Frame<'p>, each: &Each, value: Value) {
        if let Some(Slot(slot)) = each.slot {
            f.slots[slot as usize] = Some(value);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a loop, each of another kind")]
    pub(super) fn looped(
        &mut self,
        f: &mut Frame<'p>,
        scan: bool,
        pattern: &Pattern,
        start: ExprId,
        each: &Each,
        body: ExprId,
        span: Span,
    ) -> Result<Value, Stop> {
        let Steps::Fixed(values) = self.steps(f, each)? else {
            return Err(self.fault(span, NativeFault::Loop { scan }));
        };
        let mut state = self.eval(f, start)?;
        let mut states = Vec::new();
        for value in values {
            self.bind(f, pattern, state);
            self.bind_step(f, each, value);
            state = self.eval(f, body)?;
            states.push(state.clone());
        }
        if !scan {
            return Ok(state);
        }
        // A state that is a tuple gives a tuple of arrays.
        Ok(match state {
            Value::Tuple(parts) => {
                let part = |at: usize| {
                    let column = states.iter().filter_map(|state| match state {
                        Value::Tuple(parts) => parts.get(at).cloned(),
                        _ => None,
                    });
                    Value::List(column.collect())
                };
                Value::Tuple((0..parts.len()).map(part).collect())
            }
            _ => Value::List(states.into()),
        })
    }
}
