//! A typed family, read as a program over positions: what each value is at a position, in terms.

use circ_grammar::tree::{ProductOp, Span, SumOp};
use circ_runtime::Num;
use rustc_hash::FxHashMap;

use super::heads::Heads;
use super::tables::StaticFn;
use super::terms::{HeadId, Term, TermId, Terms};
use super::values::Value;
use super::walks::MAX_UNROLLED;
use crate::diagnostics::{BuildFact, Diagnostic, NativeFact, NativeFault};
use crate::program::{ConstId, FamilyId, Program};
use crate::typed::{Body, ExprId, Kind};
use crate::types::Scalar;

/// What ends the reading.
pub(super) type Stop = Box<Diagnostic>;

/// So many terms are no program that anybody reads.
pub(super) const MAX_TERMS: usize = 200_000;

/// The reading of a family.
pub(super) struct Reader<'p> {
    pub(super) program: &'p Program,
    pub(super) terms: Terms,
    pub(super) heads: Heads,
    /// The family that was asked for.
    family: FamilyId,
    /// The name of the size that is the number of elements.
    pub(super) size: String,
    /// The size that is asked for, which tables reach to.
    pub(super) most: u64,
    pub(super) constants: FxHashMap<ConstId, Value>,
    /// The families that are being read.
    pub(super) calls: Vec<FamilyId>,
    /// The variables whose values are being read, outermost first.
    pub(super) within: Vec<String>,
    /// How many sums over positions have been taken apart.
    pub(super) sums: usize,
}

/// One family while it is read.
pub(super) struct Frame<'p> {
    pub(super) body: &'p Body,
    pub(super) slots: Vec<Option<Value>>,
    pub(super) params: Vec<TermId>,
    pub(super) generics: Vec<Scalar>,
}

impl<'p> Reader<'p> {
    pub(super) fn new(program: &'p Program, family: FamilyId, size: String, most: u64) -> Reader<'p> {
        let (terms, heads) = (Terms::new(), Heads::default());
        let (constants, calls, within) = (FxHashMap::default(), vec![family], Vec::new());
        Reader { program, terms, heads, family, size, most, constants, calls, within, sums: 0 }
    }

    /// What is in the way.
    pub(super) fn fault(&self, span: Span, fault: NativeFault) -> Stop {
        let family = self.program.family(self.family).name.clone();
        Box::new(Diagnostic::new(span, crate::diagnostics::Fact::Native(NativeFact { family, fault })))
    }

    /// The head whose result a term is.
    pub(super) fn head_of(&self, id: TermId) -> Option<HeadId> {
        match self.terms[id] {
            Term::Head(head, _) => Some(head),
            _ => None,
        }
    }

    /// A checked program never comes here; a wrong one must not panic.
    pub(super) fn internal(&self, span: Span) -> Stop {
        Box::new(Diagnostic::new(span, BuildFact::Unchecked))
    }

    /// The value of an expression.
    pub(super) fn eval(&mut self, f: &mut Frame<'p>, id: ExprId) -> Result<Value, Stop> {
        let body = f.body;
        let expr = &body[id];
        let span = expr.span;
        if self.terms.len() > MAX_TERMS || self.heads.heads.len() > MAX_TERMS {
            return Err(self.fault(span, NativeFault::TooLarge { limit: MAX_TERMS }));
        }
        let refuse = |reader: &Self, fault| Err(reader.fault(span, fault));
        let operation = |what| NativeFault::Operation { what };
        match &expr.kind {
            Kind::Error | Kind::Token(_) | Kind::Text(_) => Err(self.internal(span)),
            Kind::Number(value) => Ok(Value::Scalar(self.terms.number(value.clone()))),
            Kind::Codes(codes) => {
                let codes: Vec<Value> =
                    codes.iter().map(|code| Value::Scalar(self.terms.int(i64::from(*code)))).collect();
                Ok(Value::List(codes.into()))
            }
            Kind::Param(index) => Ok(Value::Scalar(f.params[*index as usize])),
            Kind::Local(slot) => f.slots[slot.0 as usize].clone().ok_or_else(|| self.internal(span)),
            Kind::Const(id) => self.constant(*id, span),
            Kind::Sum(parts) => {
                let values = self.all(f, parts.iter().map(|(_, part)| *part))?;
                self.elementwise(&values, span, &mut |reader, cells| {
                    let mut signed = Vec::with_capacity(cells.len());
                    for ((op, _), cell) in parts.iter().zip(cells) {
                        signed.push(if *op == SumOp::Add { *cell } else { reader.terms.negated(*cell) });
                    }
                    Ok(reader.terms.add(&signed))
                })
            }
            Kind::Product(parts) => {
                let values = self.all(f, parts.iter().map(|(_, part)| *part))?;
                self.elementwise(&values, span, &mut |reader, cells| reader.product(parts, cells, span))
            }
            Kind::Neg(x) => self.map(f, *x, span, |terms, x| Some(terms.negated(x))),
            Kind::Sign(x) => self.map(f, *x, span, |terms, x| Some(terms.sign(x))),
            Kind::Abs(x) => self.map(f, *x, span, |terms, x| Some(terms.abs(x))),
            Kind::Not(x) => self.map(f, *x, span, |terms, x| Some(terms.not(x))),
            Kind::Floor(x) => self.map(f, *x, span, |terms, x| terms.fixed_fn(StaticFn::Floor, x)),
            Kind::Ceil(x) => self.map(f, *x, span, |terms, x| terms.fixed_fn(StaticFn::Ceil, x)),
            Kind::FloorLog2(x) => self.map(f, *x, span, |terms, x| terms.fixed_fn(StaticFn::FloorLog2, x)),
            Kind::CeilLog2(x) => self.map(f, *x, span, |terms, x| terms.fixed_fn(StaticFn::CeilLog2, x)),
            Kind::Sqrt(x) => {
                let ring = self.program.ring;
                self.map(f, *x, span, |terms, x| terms.fixed_fn(StaticFn::Sqrt(ring), x))
            }
            Kind::Power(base, exponent) => {
                let values = self.all(f, [*base, *exponent])?;
                self.elementwise(&values, span, &mut |reader, cells| reader.power(cells[0], cells[1], span))
            }
            Kind::Compare(first, pairs) => {
                let values = self.all(f, std::iter::once(*first).chain(pairs.iter().map(|p| p.2)))?;
                let bits: Vec<bool> = pairs.iter().map(|(_, scalar, _)| self.are_bits(f, *scalar)).collect();
                self.elementwise(&values, span, &mut |reader, cells| {
                    let mut holds = Vec::with_capacity(pairs.len());
                    for (at, (op, ..)) in pairs.iter().enumerate() {
                        holds.push(reader.terms.compare(*op, bits[at], cells[at], cells[at + 1]));
                    }
                    Ok(reader.terms.and(&holds))
                })
            }
            Kind::And(parts) | Kind::Or(parts) => {
                let or = matches!(expr.kind, Kind::Or(_));
                let mut values = Vec::with_capacity(parts.len());
                for part in parts {
                    let value = self.eval(f, *part)?;
                    let decides = value.scalar().and_then(|term| self.terms.as_const(term)).map(Num::is_one);
                    if decides == Some(or) {
                        return Ok(value);
                    }
                    values.push(value);
                }
                self.elementwise(&values, span, &mut |reader, cells| {
                    Ok(if or { reader.terms.or(cells) } else { reader.terms.and(cells) })
                })
            }
            Kind::If(c, x, y) => {
                let c = self.eval(f, *c)?;
                match c.scalar().and_then(|term| self.terms.as_const(term)).map(Num::is_zero) {
                    Some(true) => self.eval(f, *y),
                    Some(false) => self.eval(f, *x),
                    None => {
                        let (x, y) = (self.eval(f, *x)?, self.eval(f, *y)?);
                        self.chosen(&c, &x, &y, span)
                    }
                }
            }
            Kind::Match { subject, arm_of_code, arms, .. } => {
                let values = self.all(f, std::iter::once(*subject).chain(arms.iter().copied()))?;
                self.elementwise(&values, span, &mut |reader, cells| {
                    Ok(reader.terms.arm(cells[0], arm_of_code, &cells[1..]))
                })
            }
            Kind::Array(parts) => Ok(Value::List(self.all(f, parts.iter().copied())?.into())),
            Kind::Tuple(parts) => Ok(Value::Tuple(self.all(f, parts.iter().copied())?.into())),
            Kind::Comprehension(each, element) => self.comprehension(f, each, *element, span),
            Kind::Typed(value, _) => self.eval(f, *value),
            Kind::Block(bindings, result) => {
                for (pattern, value) in bindings {
                    self.bound(f, pattern, *value)?;
                }
                self.eval(f, *result)
            }
            Kind::Loop { scan, pattern, start, each, body } => {
                self.looped(f, *scan, pattern, *start, each, *body, span)
            }
            Kind::Index(array, subscripts) => self.indexed(f, *array, subscripts, span),
            Kind::Call { family, sizes, args, generics } => {
                self.call(f, *family, sizes, args, generics, span)
            }
            Kind::Generate { .. } => refuse(self, NativeFault::Generate),
            Kind::Reduce(reduction, elements, default) => {
                self.reduce(f, *reduction, elements, *default, span)
            }
            Kind::ArgMax(array, least) => self.extreme_index(f, *array, *least, span),
            Kind::Len(array) => {
                let value = self.eval(f, *array)?;
                match self.length(&value) {
                    Some(length) => Ok(Value::Scalar(length)),
                    None => Err(self.internal(span)),
                }
            }
            Kind::Concat(parts) => {
                let values = self.all(f, parts.iter().copied())?;
                self.joined(&values, span)
            }
            Kind::Indices(count) => {
                let count = self.eval(f, *count)?;
                let Some(to) = count.scalar() else { return Err(self.internal(span)) };
                if let Some(count) = self.terms.as_natural(to) {
                    if count > MAX_UNROLLED {
                        return refuse(self, operation("an array of fixed length that is too long"));
                    }
                    let all: Vec<Value> =
                        (0..count).map(|k| Value::Scalar(self.terms.int(k as i64))).collect();
                    return Ok(Value::List(all.into()));
                }
                let (from, var) = (self.terms.int(0), self.terms.fresh());
                let dim = self.run(var, from, to, span)?;
                let index = self.terms.make(Term::Index(var));
                Ok(Value::array(vec![dim], index))
            }
            Kind::Select(keys, queries, op, scalar) => {
                let bits = self.are_bits(f, *scalar);
                self.select(f, *keys, *queries, (*op, bits), span)
            }
            Kind::Width(selector) => self.width(f, *selector, span),
            Kind::Aggregate(selector, values, default) => {
                self.aggregate(f, (*selector, *values, *default), span)
            }
            Kind::Pick { selector, values, default, last } => {
                self.pick(f, (*selector, *values, *default), *last, span)
            }
            Kind::Lookup(array, index) => self.lookup(f, *array, *index, span),
        }
    }

    /// The values of several expressions.
    pub(super) fn all(
        &mut self,
        f: &mut Frame<'p>,
        ids: impl IntoIterator<Item = ExprId>,
    ) -> Result<Vec<Value>, Stop> {
        ids.into_iter().map(|id| self.eval(f, id)).collect()
    }

    fn map(
        &mut self,
        f: &mut Frame<'p>,
        operand: ExprId,
        span: Span,
        of: impl Fn(&mut Terms, TermId) -> Option<TermId>,
    ) -> Result<Value, Stop> {
        let value = self.eval(f, operand)?;
        self.elementwise(&[value], span, &mut |reader, cells| {
            // Without a value the program has none either where it is taken: the circuit has been built.
            Ok(of(&mut reader.terms, cells[0]).unwrap_or_else(|| reader.terms.int(0)))
        })
    }

    /// A chain of `*`, `/` and `%`, from left to right.
    fn product(
        &mut self,
        parts: &[(ProductOp, ExprId)],
        cells: &[TermId],
        span: Span,
    ) -> Result<TermId, Stop> {
        let mut product = self.terms.int(1);
        for ((op, _), cell) in parts.iter().zip(cells) {
            let none = self.terms.int(0);
            product = match op {
                ProductOp::Mul => self.terms.mul(&[product, *cell]),
                ProductOp::Div => {
                    let inverse = self.terms.fixed_fn(StaticFn::Recip, *cell).unwrap_or(none);
                    self.terms.mul(&[product, inverse])
                }
                ProductOp::Rem => match self.terms.as_const(*cell).cloned() {
                    Some(by) => self.terms.fixed_fn(StaticFn::Rem(by), product).unwrap_or(none),
                    // a - b·floor(a/b)
                    None => {
                        let inverse = self.terms.fixed_fn(StaticFn::Recip, *cell).unwrap_or(none);
                        let ratio = self.terms.mul(&[product, inverse]);
                        let whole = self.terms.fixed_fn(StaticFn::Floor, ratio).unwrap_or(none);
                        let taken = self.terms.mul(&[*cell, whole]);
                        self.terms.sub(product, taken)
                    }
                },
            };
        }
        if self.terms.len() > MAX_TERMS {
            return Err(self.fault(span, NativeFault::TooLarge { limit: MAX_TERMS }));
        }
        Ok(product)
    }

    fn power(&mut self, base: TermId, exponent: TermId, span: Span) -> Result<TermId, Stop> {
        if let Some(exponent) = self.terms.as_natural(exponent).and_then(|e| u32::try_from(e).ok()) {
            return Ok(self.terms.power(base, exponent));
        }
        match self.terms.as_const(base).cloned() {
            Some(base) => {
                let none = self.terms.int(0);
                Ok(self.terms.fixed_fn(StaticFn::Exp(base), exponent).unwrap_or(none))
            }
            None => Err(self.fault(
                span,
                NativeFault::Operation {
                    what: "a power whose exponent is not one number for all positions and sizes",
                },
            )),
        }
    }

    /// Whether values of this type are 0 or 1.
    fn are_bits(&self, f: &Frame<'p>, scalar: Scalar) -> bool {
        let scalar = resolved(f, scalar);
        self.program.codes(scalar).is_some_and(|codes| codes <= 2)
    }
}

impl<'p> Frame<'p> {
    pub(super) fn new(body: &'p Body, params: Vec<TermId>, generics: Vec<Scalar>) -> Frame<'p> {
        Frame { body, slots: vec![None; body.slots as usize], params, generics }
    }
}

pub(super) fn resolved(f: &Frame<'_>, scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Generic(index) => f.generics.get(index as usize).copied().unwrap_or(Scalar::Num),
        other => other,
    }
}
