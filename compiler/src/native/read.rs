//! A typed family, read as a program over positions: what each value is at a position, in terms.

use circ_grammar::tree::{CompareOp, ProductOp, Span, SumOp};
use circ_runtime::Num;
use rustc_hash::FxHashMap;

use super::heads::Heads;
use super::tables::StaticFn;
use super::terms::{HeadId, Term, TermId, Terms};
use super::values::{Dim, Value};
use crate::diagnostics::{BuildFact, Diagnostic, NativeFact, NativeFault};
use crate::program::{ConstId, FamilyId, Program};
use crate::typed::{Body, Each, ExprId, Kind, Pattern, Slot, Source, Subscript};
use crate::types::Scalar;

/// What ends the reading.
pub(super) type Stop = Box<Diagnostic>;

/// So many terms are no program that anybody reads.
pub(super) const MAX_TERMS: usize = 200_000;
/// What depends on n alone is unrolled for at least so large an n, so that small sizes have the same layers.
const FEW: u64 = 3;
/// Loops with a fixed number of steps are unrolled up to so many.
const MAX_UNROLLED: usize = 4096;

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
    constants: FxHashMap<ConstId, Value>,
    /// The families that are being read.
    calls: Vec<FamilyId>,
    /// The variables whose values are being read, outermost first.
    within: Vec<String>,
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
        Reader { program, terms, heads, family, size, most, constants, calls, within }
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
                self.map(f, *x, span, |terms, x| {
                    let root = ring.sqrt(terms.as_const(x)?)?;
                    Some(terms.number(root))
                })
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
                NativeFault::Operation { what: "a power whose exponent differs from position to position" },
            )),
        }
    }

    /// Whether values of this type are 0 or 1.
    fn are_bits(&self, f: &Frame<'p>, scalar: Scalar) -> bool {
        let scalar = resolved(f, scalar);
        self.program.codes(scalar).is_some_and(|codes| codes <= 2)
    }

    fn constant(&mut self, id: ConstId, span: Span) -> Result<Value, Stop> {
        if let Some(value) = self.constants.get(&id) {
            return Ok(value.clone());
        }
        let body = &self.program.consts[id.0 as usize].body;
        let Some(result) = body.result else { return Err(self.internal(span)) };
        let mut frame = Frame::new(body, Vec::new(), Vec::new());
        let value = self.eval(&mut frame, result)?;
        self.constants.insert(id, value.clone());
        Ok(value)
    }

    /// Binds the value of an expression, and names the heads in it.
    fn bound(&mut self, f: &mut Frame<'p>, pattern: &Pattern, value: ExprId) -> Result<(), Stop> {
        let name = match pattern {
            Pattern::Slot(slot) => f.body.slot_names.get(slot.0 as usize).cloned(),
            _ => None,
        };
        let first = self.heads.heads.len();
        self.within.extend(name.clone());
        let value = self.eval(f, value);
        if name.is_some() {
            self.within.pop();
        }
        let value = value?;
        if let Some(name) = name {
            self.call_heads(&value, &name, first);
        }
        self.bind(f, pattern, value);
        Ok(())
    }

    /// A head whose result a variable holds has its name; the others say in whose value they occur.
    fn call_heads(&mut self, value: &Value, name: &str, first: usize) {
        let cell = match value {
            Value::Scalar(term) => Some(*term),
            Value::Array(array) => Some(array.cell),
            _ => None,
        };
        if let Some(Term::Head(HeadId(head), _)) = cell.map(|cell| &self.terms[cell]) {
            self.heads.labels[*head as usize].name.get_or_insert_with(|| name.to_string());
        }
        for label in &mut self.heads.labels[first..] {
            label.within.get_or_insert_with(|| name.to_string());
        }
    }

    pub(super) fn bind(&mut self, f: &mut Frame<'p>, pattern: &Pattern, value: Value) {
        match (pattern, value) {
            (Pattern::Slot(slot), value) => f.slots[slot.0 as usize] = Some(value),
            (Pattern::Discard, _) => {}
            (Pattern::Tuple(patterns), Value::Tuple(parts)) => {
                for (pattern, part) in patterns.iter().zip(parts.iter()) {
                    self.bind(f, pattern, part.clone());
                }
            }
            (Pattern::Tuple(_), _) => {}
        }
    }

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
            let at = |n| super::tables::at_size(&self.terms, id, n).and_then(|value| value.to_i64());
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

    fn comprehension(
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
    fn looped(
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

    fn indexed(
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

    fn call(
        &mut self,
        f: &mut Frame<'p>,
        family: FamilyId,
        sizes: &[ExprId],
        args: &[ExprId],
        generics: &[Scalar],
        span: Span,
    ) -> Result<Value, Stop> {
        let callee = self.program.family(family);
        if self.calls.contains(&family) {
            return Err(self.fault(span, NativeFault::Recursion { callee: callee.name.clone() }));
        }
        let values = self.all(f, args.iter().copied())?;
        let mut params: Vec<Option<TermId>> = vec![None; callee.params.len()];
        for (param, size) in params.iter_mut().zip(sizes) {
            *param = self.eval(f, *size)?.scalar();
        }
        for (input, value) in callee.inputs.iter().zip(&values) {
            let mut inner = value.clone();
            for param in &input.ty.params {
                let Some(length) = self.length(&inner) else { break };
                if let Some(slot) = param.and_then(|at| params.get_mut(at as usize)) {
                    slot.get_or_insert(length);
                }
                inner = match &inner {
                    Value::List(parts) => match parts.first() {
                        Some(first) => first.clone(),
                        None => break,
                    },
                    Value::Array(array) if array.dims.len() > 1 => {
                        Value::array(array.dims[1..].to_vec(), array.cell)
                    }
                    _ => break,
                };
            }
        }
        let none = self.terms.int(0);
        let params = params.into_iter().map(|param| param.unwrap_or(none)).collect();
        let generics = generics.iter().map(|scalar| resolved(f, *scalar)).collect();
        let mut frame = Frame::new(&callee.body, params, generics);
        for (slot, value) in values.into_iter().enumerate() {
            frame.slots[slot] = Some(value);
        }
        let Some(result) = callee.body.result else { return Err(self.internal(span)) };
        self.calls.push(family);
        let value = self.eval(&mut frame, result);
        self.calls.pop();
        value
    }
}

/// What a variable goes through.
pub(super) enum Steps {
    /// Values, one by one.
    Fixed(Vec<Value>),
    /// Values with the condition that they are among those of the size that runs.
    Counted(Vec<(TermId, Value)>),
    /// A run of positions, and the value at its variable.
    Run(Dim, Value),
}

impl<'p> Frame<'p> {
    pub(super) fn new(body: &'p Body, params: Vec<TermId>, generics: Vec<Scalar>) -> Frame<'p> {
        Frame { body, slots: vec![None; body.slots as usize], params, generics }
    }
}

fn resolved(f: &Frame<'_>, scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Generic(index) => f.generics.get(index as usize).copied().unwrap_or(Scalar::Num),
        other => other,
    }
}
