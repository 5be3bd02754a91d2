//! Elements and slices of arrays.

use circ_grammar::tree::Span;

use super::read::{Frame, Reader, Stop};
use super::terms::TermId;
use super::values::Value;
use crate::diagnostics::NativeFault;
use crate::typed::{ExprId, Subscript};

impl<'p> Reader<'p> {
    pub(super) fn indexed(
        &mut self,
        f: &mut Frame<'p>,
        array: ExprId,
        subscripts: &[Subscript],
        span: Span,
    ) -> Result<Value, Stop> {
        let value = self.eval(f, array)?;
        self.subscripted(f, value, subscripts, span)
    }

    /// The subscripts from the first on; each of them takes the first dimension that is left.
    fn subscripted(
        &mut self,
        f: &mut Frame<'p>,
        value: Value,
        subscripts: &[Subscript],
        span: Span,
    ) -> Result<Value, Stop> {
        let Some((first, rest)) = subscripts.split_first() else { return Ok(value) };
        match first {
            Subscript::At(index) => {
                let index = self.eval(f, *index)?;
                let Some(number) = index.scalar() else { return Err(self.internal(span)) };
                let element = self.element(&value, number, span)?;
                self.subscripted(f, element, rest, span)
            }
            Subscript::Slice { start, end, inclusive, span: place } => {
                let Some(length) = self.length(&value) else { return Err(self.internal(span)) };
                let mut bound = |reader: &mut Self, id: &Option<ExprId>| -> Result<Option<TermId>, Stop> {
                    let Some(id) = id else { return Ok(None) };
                    let value = reader.eval(f, *id)?;
                    value.scalar().map(Some).ok_or_else(|| reader.internal(span))
                };
                let (from, to) = (bound(self, start)?, bound(self, end)?);
                let one = self.terms.int(1);
                let from = from.unwrap_or_else(|| self.terms.int(0));
                let to = match to {
                    Some(to) if *inclusive => self.terms.add(&[to, one]),
                    Some(to) => to,
                    None => length,
                };
                match value {
                    Value::List(parts) => {
                        let ends = [from, to].map(|id| self.terms.as_natural(id));
                        let [Some(from), Some(to)] = ends else {
                            return Err(self.fault(*place, NativeFault::FixedArray));
                        };
                        let slice: Vec<Value> = parts.get(from..to).unwrap_or_default().to_vec();
                        let all: Result<Vec<Value>, Stop> =
                            slice.into_iter().map(|part| self.subscripted(f, part, rest, span)).collect();
                        Ok(Value::List(all?.into()))
                    }
                    Value::Array(array) => {
                        let array = self.apart(&array);
                        let mut dim = array.dims[0];
                        (dim.from, dim.to) = {
                            let start = dim.from;
                            (self.terms.add(&[start, from]), self.terms.add(&[start, to]))
                        };
                        let inner = Value::array(array.dims[1..].to_vec(), array.cell);
                        match self.subscripted(f, inner, rest, span)? {
                            Value::Scalar(cell) => Ok(Value::array(vec![dim], cell)),
                            Value::Array(inner) => {
                                let dims = std::iter::once(dim).chain(inner.dims.iter().copied()).collect();
                                Ok(Value::array(dims, inner.cell))
                            }
                            _ => Err(self.fault(span, NativeFault::Rows)),
                        }
                    }
                    Value::Scalar(_) | Value::Tuple(_) => Err(self.internal(span)),
                }
            }
        }
    }
}
