//! Walking: the variables of generators and comprehensions, `fold` and `scan`.

use std::sync::Arc;

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::Id;
use super::cells::Cells;
use super::frame::{Elaborator, Frame, Stop};
use super::value::{Array, Shape, Value, same_shape, shape_text};
use crate::diagnostics::{BuildFact, StageFact, TypeFact};
use crate::typed::{Each, Pattern, Source};

/// What one variable walks over, evaluated.
enum Items {
    /// From a number, so many.
    Range(i64, usize),
    /// The entries of an array.
    Array(Arc<Array>),
}

impl Items {
    fn len(&self) -> usize {
        match self {
            Items::Range(_, count) => *count,
            Items::Array(array) => array.shape[0],
        }
    }

    fn get(&self, at: usize) -> Value {
        match self {
            Items::Range(start, _) => Value::number(Num::int(start + at as i64)),
            Items::Array(array) => array.entry(at),
        }
    }
}

impl<'p> Elaborator<'p, '_> {
    /// What a variable walks over. A range that ends before it starts is empty, or where `strict` an error.
    fn items(&mut self, f: &mut Frame<'p>, each: &Each, strict: bool) -> Result<Items, Stop> {
        match &each.source {
            Source::Range(start, end, inclusive) => {
                let from = self.integer(f, *start)?;
                let to = self.integer(f, *end)?;
                let span = f.span(*start).to(f.span(*end));
                let length = i128::from(to) - i128::from(from) + i128::from(*inclusive);
                if length < 0 && strict {
                    let fact = BuildFact::RangeBackwards {
                        what: "the range of this array",
                        start: from.to_string(),
                        end: to.to_string(),
                    };
                    return Err(self.stop(span, fact));
                }
                let length = u64::try_from(length.max(0)).unwrap_or(u64::MAX);
                self.charge(length, span)?;
                Ok(Items::Range(from, length as usize))
            }
            Source::Array(array) => {
                let span = f.span(*array);
                match self.eval(f, *array)? {
                    Value::Array(array) => {
                        // Its entries are copied one by one.
                        self.charge((array.cells.len() as u64).max(array.shape[0] as u64), span)?;
                        Ok(Items::Array(array))
                    }
                    Value::Scalar(_) | Value::Tuple(_) => Err(self.internal(span)),
                }
            }
        }
    }

    /// A static integer, as an end of a range.
    fn integer(&mut self, f: &mut Frame<'p>, id: Id) -> Result<i64, Stop> {
        let value = self.eval(f, id)?;
        let Some(number) = value.as_static() else {
            return Err(self.stop(f.span(id), StageFact::NotStatic { role: "an end of a range" }));
        };
        if !number.is_integer() {
            return Err(self.stop(f.span(id), BuildFact::RangeNotInteger { found: number.to_string() }));
        }
        number.to_i64().ok_or_else(|| {
            let limit = self.limits.max_steps;
            self.stop(f.span(id), BuildFact::TooManySteps { limit, needed: Some(number.to_string()) })
        })
    }

    /// Visits every combination of the variables, the last one fastest. The lengths that each level had are given
    /// back: `None` where it was never entered. With `strict` each level has one length throughout.
    pub(super) fn walk(
        &mut self,
        f: &mut Frame<'p>,
        each: &[Each],
        strict: bool,
        visit: &mut dyn FnMut(&mut Self, &mut Frame<'p>) -> Result<(), Stop>,
    ) -> Result<Vec<Option<usize>>, Stop> {
        self.loops += 1;
        let lengths = self.walk_levels(f, each, strict, visit);
        self.loops -= 1;
        lengths
    }

    fn walk_levels(
        &mut self,
        f: &mut Frame<'p>,
        each: &[Each],
        strict: bool,
        visit: &mut dyn FnMut(&mut Self, &mut Frame<'p>) -> Result<(), Stop>,
    ) -> Result<Vec<Option<usize>>, Stop> {
        let mut lengths: Vec<Option<usize>> = vec![None; each.len()];
        // One entry a level that is open: what it walks over, and where it is.
        let mut open: Vec<(Items, usize)> = Vec::with_capacity(each.len());
        loop {
            // Enter levels until all are open.
            while open.len() < each.len() {
                let level = open.len();
                let items = self.items(f, &each[level], strict)?;
                let length = items.len();
                if strict && lengths[level].is_some_and(|known| known != length) {
                    let known = lengths[level].unwrap_or(0);
                    let fact =
                        BuildFact::Ragged { first: shape_text(&[known]), found: shape_text(&[length]) };
                    return Err(self.stop(each[level].span, fact));
                }
                lengths[level].get_or_insert(length);
                if length == 0 {
                    break;
                }
                set(f, &each[level], &items, 0);
                open.push((items, 0));
            }
            if open.len() == each.len() {
                visit(self, f)?;
            }
            // Step the innermost open level that has more; close those that have not.
            loop {
                let level = open.len();
                let Some((items, at)) = open.last_mut() else { return Ok(lengths) };
                *at += 1;
                if *at < items.len() {
                    set(f, &each[level - 1], items, *at);
                    break;
                }
                open.pop();
            }
            self.check_budget(each[0].span)?;
        }
    }

    /// `fold` or `scan`.
    #[allow(clippy::too_many_arguments, reason = "the parts of a loop")]
    pub(super) fn looping(
        &mut self,
        f: &mut Frame<'p>,
        id: Id,
        scan: bool,
        pattern: &Pattern,
        start: Id,
        each: &Each,
        body: Id,
    ) -> Result<Value, Stop> {
        let start_value = self.eval(f, start)?;
        self.forecast(f, std::slice::from_ref(each), &[body])?;
        let mut state = start_value.clone();
        let mut states: Vec<Value> = Vec::new();
        self.walk(f, std::slice::from_ref(each), false, &mut |this, f| {
            f.bind(pattern, state.clone());
            let next = this.eval(f, body)?;
            this.same_shape(f, &start_value, &next, start, body)?;
            if scan {
                states.push(next.clone());
            }
            state = next;
            Ok(())
        })?;
        if !scan {
            return Ok(state);
        }
        self.charge((states.len() as u64).saturating_mul(state.cells().len() as u64), f.span(id))?;
        Ok(stack(&start_value, &states))
    }

    /// The state of a loop keeps its shape.
    fn same_shape(
        &self,
        f: &Frame<'p>,
        start: &Value,
        next: &Value,
        start_id: Id,
        body: Id,
    ) -> Result<(), Stop> {
        match (start, next) {
            (Value::Tuple(a), Value::Tuple(b)) => {
                a.iter().zip(b.iter()).try_for_each(|(x, y)| self.same_shape(f, x, y, start_id, body))
            }
            _ if same_shape(start.shape(), next.shape()) => Ok(()),
            _ => {
                let fact = TypeFact::StateChanges {
                    meant: None,
                    start: format!("num{}", shape_text(start.shape())),
                    step: format!("num{}", shape_text(next.shape())),
                    start_span: f.span(start_id),
                };
                Err(self.stop(f.span(body), fact))
            }
        }
    }
}

fn set(f: &mut Frame<'_>, each: &Each, items: &Items, at: usize) {
    if let Some(slot) = each.slot {
        f.slots[slot.0 as usize] = items.get(at);
    }
}

/// The states of a scan, one array for each part; `like` has the shape of each.
fn stack(like: &Value, states: &[Value]) -> Value {
    if let Value::Tuple(parts) = like {
        let stacked: Vec<Value> = (0..parts.len())
            .map(|part| {
                let column: Vec<Value> = states
                    .iter()
                    .filter_map(|state| match state {
                        Value::Tuple(parts) => parts.get(part).cloned(),
                        _ => None,
                    })
                    .collect();
                stack(&parts[part], &column)
            })
            .collect();
        return Value::Tuple(stacked.into());
    }
    let mut shape = Shape::from_elem(states.len(), 1);
    shape.extend_from_slice(like.shape());
    let mut cells = Cells::default();
    for state in states {
        match state {
            Value::Scalar(cell) => cells.push(cell.clone()),
            other => cells.append(&other.cells()),
        }
    }
    Value::array(shape, cells)
}

/// Where a walk stands in the source.
pub(super) fn walk_span(each: &[Each], otherwise: Span) -> Span {
    each.first().map_or(otherwise, |e| e.span)
}
