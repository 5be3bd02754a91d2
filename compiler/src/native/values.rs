//! Values of a sequence program: scalars, arrays over positions, lists of fixed length, tuples.

use std::rc::Rc;

use circ_runtime::Num;
use rustc_hash::FxHashMap;

use super::heads::{Ask, Question};
use super::read::{Reader, Stop};
use super::terms::{Place, Term, TermId, Var};
use crate::diagnostics::NativeFault;
use circ_grammar::tree::{CompareOp, Span};

/// A value of any type.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// One number: the same everywhere, or that of a position that a variable stands for.
    Scalar(TermId),
    /// A number for each position of a run, or for each pair.
    Array(Rc<Array>),
    /// As many values as are written.
    List(Rc<[Value]>),
    /// A tuple.
    Tuple(Rc<[Value]>),
}

/// An array over positions: its element `k, l` is the cell at the positions `from + k`, `from' + l`.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// One or two runs of positions.
    pub(super) dims: Vec<Dim>,
    /// The element, of the variables of the dimensions.
    pub(super) cell: TermId,
}

/// A run of positions, `from <= var < to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dim {
    pub(super) var: Var,
    pub(super) from: TermId,
    pub(super) to: TermId,
}

impl Value {
    pub(super) fn array(dims: Vec<Dim>, cell: TermId) -> Value {
        if dims.is_empty() { Value::Scalar(cell) } else { Value::Array(Rc::new(Array { dims, cell })) }
    }

    /// The scalar, where it is one.
    pub(super) fn scalar(&self) -> Option<TermId> {
        match self {
            Value::Scalar(term) => Some(*term),
            _ => None,
        }
    }
}

/// An element of an operation on several arrays at once.
type Cells<'f> = &'f mut dyn FnMut(&mut Reader<'_>, &[TermId]) -> Result<TermId, Stop>;

impl Reader<'_> {
    /// An array with variables of its own.
    pub(super) fn apart(&mut self, array: &Array) -> Array {
        let mut apart = array.clone();
        for dim in &mut apart.dims {
            let var = self.terms.fresh();
            apart.cell = self.terms.renamed(apart.cell, dim.var, var);
            dim.var = var;
        }
        apart
    }

    /// The length of an array's first dimension, or of a list.
    pub(super) fn length(&mut self, value: &Value) -> Option<TermId> {
        match value {
            Value::Array(array) => {
                let Dim { from, to, .. } = array.dims[0];
                Some(self.terms.sub(to, from))
            }
            Value::List(parts) => Some(self.terms.int(parts.len() as i64)),
            Value::Scalar(_) | Value::Tuple(_) => None,
        }
    }

    /// One operation on every element; scalars spread over arrays.
    pub(super) fn elementwise(&mut self, values: &[Value], span: Span, of: Cells<'_>) -> Result<Value, Stop> {
        if let Some(list) = values.iter().find_map(|value| match value {
            Value::List(parts) => Some(parts.len()),
            _ => None,
        }) {
            let mut parts = Vec::with_capacity(list);
            for at in 0..list {
                let mut row = Vec::with_capacity(values.len());
                for value in values {
                    row.push(match value {
                        Value::List(parts) => match parts.get(at) {
                            Some(part) => part.clone(),
                            None => {
                                return Err(self.fault(span, NativeFault::Beyond { size: self.size.clone() }));
                            }
                        },
                        Value::Array(_) => {
                            let at = self.terms.int(at as i64);
                            self.element(value, at, span)?
                        }
                        other => other.clone(),
                    });
                }
                parts.push(self.elementwise(&row, span, of)?);
            }
            return Ok(Value::List(parts.into()));
        }
        let first = values.iter().find_map(|value| match value {
            Value::Array(array) => Some(Rc::clone(array)),
            _ => None,
        });
        let dims = first.map(|array| self.apart(&array).dims).unwrap_or_default();
        let mut cells = Vec::with_capacity(values.len());
        for value in values {
            cells.push(match value {
                Value::Scalar(term) => *term,
                Value::Array(array) => self.aligned(array, &dims, span)?,
                Value::List(_) | Value::Tuple(_) => return Err(self.internal(span)),
            });
        }
        let cell = of(self, &cells)?;
        Ok(Value::array(dims, cell))
    }

    /// The cell of an array at the positions of other dimensions: the elements of the same number.
    pub(super) fn aligned(&mut self, array: &Array, dims: &[Dim], span: Span) -> Result<TermId, Stop> {
        if array.dims.len() != dims.len() {
            return Err(self.internal(span));
        }
        let mut cell = array.cell;
        for (own, dim) in array.dims.iter().zip(dims) {
            let offset = self.terms.sub(own.from, dim.from);
            let index = self.terms.make(Term::Index(dim.var));
            let at = self.terms.add(&[index, offset]);
            cell = self.at(cell, own.var, at, span)?;
        }
        Ok(cell)
    }

    /// The element with a number, static, of the first dimension.
    pub(super) fn element(&mut self, value: &Value, number: TermId, span: Span) -> Result<Value, Stop> {
        match value {
            Value::Array(array) => {
                let array = self.apart(array);
                let first = array.dims[0];
                let at = self.terms.add(&[first.from, number]);
                let cell = self.at(array.cell, first.var, at, span)?;
                Ok(Value::array(array.dims[1..].to_vec(), cell))
            }
            Value::List(parts) => match self.terms.as_natural(number) {
                Some(at) => match parts.get(at) {
                    Some(part) => Ok(part.clone()),
                    // Out of range, in what a condition leaves out: the circuit has been built, and knows.
                    None => Ok(Value::Scalar(self.terms.int(0))),
                },
                // One of them, by the number that the position has.
                None => {
                    let mut terms = Vec::with_capacity(parts.len());
                    for (at, part) in parts.iter().enumerate() {
                        let Some(part) = part.scalar() else {
                            return Err(self.fault(span, NativeFault::FixedArray));
                        };
                        let at = self.terms.int(at as i64);
                        let here = self.terms.compare(CompareOp::Eq, false, number, at);
                        terms.push(self.terms.mul(&[here, part]));
                    }
                    Ok(Value::Scalar(self.terms.add(&terms)))
                }
            },
            Value::Scalar(_) | Value::Tuple(_) => Err(self.internal(span)),
        }
    }

    /// A term with the position `at` in the place of a variable. Where that is no variable itself, what stands at
    /// the position is fetched.
    pub(super) fn at(&mut self, term: TermId, var: Var, at: TermId, span: Span) -> Result<TermId, Stop> {
        if !self.terms.mentions(term, var) {
            return Ok(term);
        }
        if let Term::Index(to) = self.terms[at] {
            return Ok(self.terms.renamed(term, var, to));
        }
        let key = self.terms.fresh();
        let index = self.terms.make(Term::Index(key));
        let here = self.terms.compare(CompareOp::Eq, false, index, at);
        let (zero, size) = (self.terms.int(0), self.terms.size());
        let mut refused = None;
        let heads = &mut self.heads;
        let new = self.terms.replaced(term, &mut FxHashMap::default(), &mut |terms, leaf| {
            let value = match *leaf {
                Term::Index(known) if known == var => return Some(at),
                Term::Input(input, known) if known == var => terms.make(Term::Input(input, key)),
                Term::Head(head, Place::At(known)) if known == var => {
                    terms.make(Term::Head(head, Place::At(key)))
                }
                _ => return None,
            };
            let ask = Ask {
                question: Question::Mean,
                key,
                from: zero,
                to: size,
                conditions: vec![here],
                value,
                default: zero,
            };
            match heads.ask(terms, &ask, span) {
                Ok(found) => Some(found),
                Err(fault) => {
                    refused = Some(fault);
                    Some(zero)
                }
            }
        });
        match refused {
            Some(fault) => Err(self.fault(span, *fault)),
            None => Ok(new),
        }
    }

    /// A choice between two values, elementwise.
    pub(super) fn chosen(&mut self, c: &Value, x: &Value, y: &Value, span: Span) -> Result<Value, Stop> {
        if let Some(number) = c.scalar().and_then(|term| self.terms.as_const(term)) {
            return Ok(if number.is_zero() { y.clone() } else { x.clone() });
        }
        if let (Value::Tuple(left), Value::Tuple(right)) = (x, y) {
            let parts: Result<Vec<Value>, Stop> =
                left.iter().zip(right.iter()).map(|(x, y)| self.chosen(c, x, y, span)).collect();
            return Ok(Value::Tuple(parts?.into()));
        }
        self.elementwise(&[c.clone(), x.clone(), y.clone()], span, &mut |reader, cells| {
            Ok(reader.terms.choose(cells[0], cells[1], cells[2]))
        })
    }

    /// Arrays joined along the first dimension.
    pub(super) fn joined(&mut self, values: &[Value], span: Span) -> Result<Value, Stop> {
        if values.iter().all(|value| matches!(value, Value::List(_))) {
            let lists = values.iter().flat_map(|value| match value {
                Value::List(parts) => parts.to_vec(),
                _ => Vec::new(),
            });
            return Ok(Value::List(lists.collect::<Vec<_>>().into()));
        }
        let (mut total, var) = (self.terms.int(0), self.terms.fresh());
        let index = self.terms.make(Term::Index(var));
        let mut cell = None;
        for value in values {
            let Some(length) = self.length(value) else { return Err(self.internal(span)) };
            let end = self.terms.add(&[total, length]);
            let pieces: Vec<(TermId, TermId)> = match value {
                Value::List(parts) => {
                    let mut pieces = Vec::new();
                    for (at, part) in parts.iter().enumerate() {
                        let Some(part) = part.scalar() else {
                            return Err(self.fault(span, NativeFault::Rows));
                        };
                        let next = self.terms.int(at as i64 + 1);
                        pieces.push((self.terms.add(&[total, next]), part));
                    }
                    pieces
                }
                array => {
                    let number = self.terms.sub(index, total);
                    match self.element(array, number, span)? {
                        Value::Scalar(found) => vec![(end, found)],
                        _ => return Err(self.fault(span, NativeFault::Rows)),
                    }
                }
            };
            for (end, piece) in pieces {
                cell = Some(match cell {
                    None => (end, piece),
                    Some((before, known)) => {
                        let earlier = self.terms.compare(CompareOp::Lt, false, index, before);
                        (end, self.terms.choose(earlier, known, piece))
                    }
                });
            }
            total = end;
        }
        let from = self.terms.int(0);
        let dim = self.run(var, from, total, span)?;
        let cell = cell.map_or(from, |(_, cell)| cell);
        Ok(Value::array(vec![dim], cell))
    }

    /// A run of positions, which has to lie within all of them.
    pub(super) fn run(&mut self, var: Var, from: TermId, to: TermId, span: Span) -> Result<Dim, Stop> {
        if self.within(from, to) {
            return Ok(Dim { var, from, to });
        }
        Err(self.fault(span, NativeFault::Beyond { size: self.size.clone() }))
    }

    /// Whether a range shows to lie within the positions.
    pub(super) fn within(&mut self, from: TermId, to: TermId) -> bool {
        let (zero, size) = (self.terms.int(0), self.terms.size());
        let lower = super::bounds::at_most(&self.terms, zero, from)
            || self.values_within(from, |v, _| v.signum() >= 0);
        lower
            && (super::bounds::at_most(&self.terms, to, size)
                || self.values_within(to, |v, n| *v <= Num::int(n as i64)))
    }

    /// Whether a static number of n alone is within bounds at each size up to the one that is asked for.
    fn values_within(&self, term: TermId, holds: impl Fn(&Num, u64) -> bool) -> bool {
        self.terms.is_fixed(term)
            && self.terms.vars(term).is_empty()
            && (0..=self.most)
                .all(|n| super::tables::at_size(&self.terms, term, n).is_none_or(|v| holds(&v, n)))
    }
}
