//! The operations of RASP: select, width, aggregate, pick, and lookup.

use circ_grammar::tree::{CompareOp, Span};

use super::heads::{Ask, Question};
use super::read::{Frame, Reader, Stop};
use super::terms::{Term, TermId};
use super::values::{Array, Dim, Value};
use crate::diagnostics::NativeFault;
use crate::typed::ExprId;

/// A query of a selector: a position, or one of a fixed list.
#[derive(Clone, Copy)]
enum Query {
    Run(Dim),
    Fixed(usize),
}

/// What is computed for each query: of the run of keys, and the condition that selects one.
type Row<'f, 'p> = &'f mut dyn FnMut(&mut Reader<'p>, Dim, TermId, Query) -> Result<TermId, Stop>;

impl<'p> Reader<'p> {
    /// `s[q, k] = keys[k] op queries[q]`; a scalar spreads to the length of the other.
    pub(super) fn select(
        &mut self,
        f: &mut Frame<'p>,
        keys: ExprId,
        queries: ExprId,
        (op, bits): (CompareOp, bool),
        span: Span,
    ) -> Result<Value, Stop> {
        let values = self.all(f, [keys, queries])?;
        let run = |reader: &mut Self, dim: Dim| Dim { var: reader.terms.fresh(), ..dim };
        match (&values[0], &values[1]) {
            (Value::Array(keys), Value::Array(queries)) => {
                let (keys, queries) = (self.apart(keys), self.apart(queries));
                let cell = self.terms.compare(op, bits, keys.cell, queries.cell);
                Ok(Value::array([queries.dims, keys.dims].concat(), cell))
            }
            (Value::Array(keys), Value::Scalar(query)) => {
                let keys = self.apart(keys);
                let (cell, queries) =
                    (self.terms.compare(op, bits, keys.cell, *query), run(self, keys.dims[0]));
                Ok(Value::array(vec![queries, keys.dims[0]], cell))
            }
            (Value::Scalar(key), Value::Array(queries)) => {
                let queries = self.apart(queries);
                let (cell, keys) =
                    (self.terms.compare(op, bits, *key, queries.cell), run(self, queries.dims[0]));
                Ok(Value::array(vec![queries.dims[0], keys], cell))
            }
            (Value::Array(keys), Value::List(queries)) => {
                let mut rows = Vec::with_capacity(queries.len());
                for query in queries.iter() {
                    let Some(query) = query.scalar() else { return Err(self.internal(span)) };
                    let keys = self.apart(keys);
                    let cell = self.terms.compare(op, bits, keys.cell, query);
                    rows.push(Value::array(keys.dims, cell));
                }
                Ok(Value::List(rows.into()))
            }
            _ => Err(self.fault(span, NativeFault::FixedArray)),
        }
    }

    /// One number for each query of a selector.
    fn rows(&mut self, selector: &Value, span: Span, of: Row<'_, 'p>) -> Result<Value, Stop> {
        match selector {
            Value::Array(array) if array.dims.len() == 2 => {
                let Array { dims, cell } = self.apart(array);
                let found = of(self, dims[1], cell, Query::Run(dims[0]))?;
                Ok(Value::array(vec![dims[0]], found))
            }
            Value::List(rows) => {
                let mut all = Vec::with_capacity(rows.len());
                for (at, row) in rows.iter().enumerate() {
                    let Value::Array(row) = row else {
                        return Err(self.fault(span, NativeFault::FixedArray));
                    };
                    let Array { dims, cell } = self.apart(row);
                    all.push(Value::Scalar(of(self, dims[0], cell, Query::Fixed(at))?));
                }
                Ok(Value::List(all.into()))
            }
            _ => Err(self.fault(span, NativeFault::FixedArray)),
        }
    }

    pub(super) fn width(&mut self, f: &mut Frame<'p>, selector: ExprId, span: Span) -> Result<Value, Stop> {
        let selector = self.eval(f, selector)?;
        self.rows(&selector, span, &mut |reader, keys, selected, _| {
            let one = reader.terms.int(1);
            reader.sum(&[keys], selected, one, span)
        })
    }

    pub(super) fn aggregate(
        &mut self,
        f: &mut Frame<'p>,
        parts: (ExprId, ExprId, Option<ExprId>),
        span: Span,
    ) -> Result<Value, Stop> {
        self.taken(f, parts, Question::Mean, span)
    }

    pub(super) fn pick(
        &mut self,
        f: &mut Frame<'p>,
        parts: (ExprId, ExprId, Option<ExprId>),
        last: bool,
        span: Span,
    ) -> Result<Value, Stop> {
        self.taken(f, parts, if last { Question::Last } else { Question::First }, span)
    }

    fn taken(
        &mut self,
        f: &mut Frame<'p>,
        (selector, values, default): (ExprId, ExprId, Option<ExprId>),
        question: Question,
        span: Span,
    ) -> Result<Value, Stop> {
        let selector = self.eval(f, selector)?;
        let values = self.eval(f, values)?;
        let default = default.map(|id| self.eval(f, id)).transpose()?;
        self.rows(&selector, span, &mut |reader, keys, selected, query| {
            let value = match &values {
                Value::Array(array) => reader.aligned(array, &[keys], span)?,
                Value::Scalar(term) => *term,
                _ => return Err(reader.fault(span, NativeFault::FixedArray)),
            };
            let default = match (&default, query) {
                (None, _) => reader.terms.int(0),
                (Some(Value::Scalar(term)), _) => *term,
                (Some(Value::Array(array)), Query::Run(dim)) => reader.aligned(array, &[dim], span)?,
                (Some(value), Query::Fixed(at)) => {
                    let at = reader.terms.int(at as i64);
                    let Some(term) = reader.element(value, at, span)?.scalar() else {
                        return Err(reader.internal(span));
                    };
                    term
                }
                _ => return Err(reader.fault(span, NativeFault::FixedArray)),
            };
            reader.ask(question, keys, selected, (value, default), span)
        })
    }

    /// An array at an index that is a wire.
    pub(super) fn lookup(
        &mut self,
        f: &mut Frame<'p>,
        array: ExprId,
        index: ExprId,
        span: Span,
    ) -> Result<Value, Stop> {
        let values = self.all(f, [array, index])?;
        let array = values[0].clone();
        self.elementwise(&values[1..], span, &mut |reader, cells| {
            let zero = reader.terms.int(0);
            match &array {
                Value::Array(array) if array.dims.len() == 1 => {
                    let Array { dims, cell } = reader.apart(array);
                    let position = reader.terms.make(Term::Index(dims[0].var));
                    let number = reader.terms.sub(position, dims[0].from);
                    let here = reader.terms.compare(CompareOp::Eq, false, number, cells[0]);
                    // A position matches one index alone, so the mean is the value.
                    reader.ask(Question::Mean, dims[0], here, (cell, zero), span)
                }
                list @ Value::List(_) => match reader.element(list, cells[0], span)?.scalar() {
                    Some(found) => Ok(found),
                    None => Err(reader.fault(span, NativeFault::Rows)),
                },
                _ => Err(reader.fault(span, NativeFault::Rows)),
            }
        })
    }

    /// A question about the positions of a run that meet a condition.
    pub(super) fn ask(
        &mut self,
        question: Question,
        keys: Dim,
        condition: TermId,
        (value, default): (TermId, TermId),
        span: Span,
    ) -> Result<TermId, Stop> {
        let Dim { var: key, from, to } = keys;
        let ask = Ask { question, key, from, to, conditions: vec![condition], value, default };
        self.heads.ask(&mut self.terms, &ask, span).map_err(|fault| self.fault(span, *fault))
    }
}
