//! The state of an elaboration, the frame of one body in it, and the dispatch of expressions.

use circ_grammar::tree::Span;
use circ_runtime::{Num, Port};

use super::generate::OpenChain;
use super::interpret::Given;
use super::memo::Memo;
use super::value::{Cell, Short, Sizes, Value};
use super::{Id, Progress};
use crate::diagnostics::{BuildFact, Built, CallFrame, Diagnostic, Fact};
use crate::limits::{Limits, digits_to_bits};
use crate::lower::Numbers;
use crate::program::{FamilyId, Program};
use crate::simplify::GateBuilder;
use crate::typed::{Body, Kind, Pattern};
use crate::types::{Scalar, Stage};

/// A fault or a budget that ends the building.
pub(super) type Stop = Box<Diagnostic>;

/// A body being evaluated.
pub(super) struct Frame<'p> {
    pub(super) body: &'p Body,
    pub(super) family: Option<FamilyId>,
    /// The size parameters.
    pub(super) sizes: Sizes,
    /// What the generic names stand for.
    pub(super) generics: Short<Scalar>,
    pub(super) slots: Vec<Value>,
    /// Added to an expression's id, it numbers the place in the whole program.
    base: u32,
}

impl<'p> Frame<'p> {
    pub(super) fn new(body: &'p Body, family: Option<FamilyId>, sizes: Sizes, base: u32) -> Self {
        Frame::over(Vec::new(), body, family, sizes, base)
    }

    /// A frame with the memory of slots that another one had.
    pub(super) fn over(
        mut slots: Vec<Value>,
        body: &'p Body,
        family: Option<FamilyId>,
        sizes: Sizes,
        base: u32,
    ) -> Self {
        slots.resize(body.slots as usize, Value::number(Num::ZERO));
        Frame { body, family, sizes, generics: Short::new(), slots, base }
    }

    /// The memory of its slots, for another frame.
    pub(super) fn into_slots(mut self) -> Vec<Value> {
        self.slots.clear();
        self.slots
    }

    pub(super) fn span(&self, id: Id) -> Span {
        self.body[id].span
    }

    /// Binds a pattern to a value.
    pub(super) fn bind(&mut self, pattern: &Pattern, value: Value) {
        match pattern {
            Pattern::Discard => {}
            Pattern::Slot(slot) => self.slots[slot.0 as usize] = value,
            Pattern::Tuple(patterns) => {
                if let Value::Tuple(parts) = value {
                    for (pattern, part) in patterns.iter().zip(parts.iter()) {
                        self.bind(pattern, part.clone());
                    }
                }
            }
        }
    }
}

/// What gives the values of an input.
pub(super) enum Origin {
    /// Whoever runs the circuit.
    Given,
    /// The program: an argument of a call in a test.
    Argument(Vec<Num>),
    /// A chain of thought.
    Chain,
}

/// An activation of a family, innermost last.
pub(super) struct Activation {
    pub(super) family: FamilyId,
    pub(super) sizes: Sizes,
    pub(super) span: Span,
}

/// Everything that building one circuit reads and writes.
pub(super) struct Elaborator<'p, 'c> {
    pub(super) program: &'p Program,
    pub(super) builder: GateBuilder,
    pub(super) numbers: Numbers,
    pub(super) limits: Limits,
    pub(super) chain: Vec<Activation>,
    pub(super) memo: Memo,
    /// Slots of calls that have ended, without values.
    pub(super) spare_slots: Vec<Vec<Value>>,
    pub(super) consts: Vec<Option<Value>>,
    /// The inputs of the circuit so far, and what gives their values.
    pub(super) inputs: Vec<(Port, Origin)>,
    /// Up to which scalar of the inputs the place is that of which name.
    pub(super) input_spans: Vec<(usize, Span)>,
    /// In a test the arguments of its calls become inputs.
    pub(super) in_test: bool,
    /// Where chains of thought are left to be decoded: those met so far.
    pub(super) chains: Option<Vec<OpenChain>>,
    /// Where inputs are numbers, so that no gate is built: the numbers that calls were given, each with its place.
    pub(super) given: Option<Given>,
    steps: u64,
    /// How many loops of the current body are open.
    pub(super) loops: u32,
    progress: Progress<'c>,
    reported: u64,
    pub(super) built: Built,
}

impl<'p, 'c> Elaborator<'p, 'c> {
    pub(super) fn new(program: &'p Program, limits: &Limits, progress: Progress<'c>) -> Self {
        Elaborator {
            program,
            builder: GateBuilder::new(limits),
            numbers: Numbers { max_bits: digits_to_bits(limits.max_digits), exceeded: false },
            limits: *limits,
            chain: Vec::new(),
            memo: Memo::default(),
            spare_slots: Vec::new(),
            consts: vec![None; program.consts.len()],
            inputs: Vec::new(),
            input_spans: Vec::new(),
            in_test: false,
            chains: None,
            given: None,
            steps: 0,
            loops: 0,
            progress,
            reported: 0,
            built: Built { family: None, sizes: Vec::new() },
        }
    }

    pub(super) fn base(&self, family: FamilyId) -> u32 {
        self.program.places[family.0 as usize]
    }

    pub(super) fn test_base(&self, index: usize) -> u32 {
        self.program.places[self.program.families.len() + index]
    }

    /// Evaluates the constants, each after those that it needs.
    pub(super) fn constants(&mut self) -> Result<(), Stop> {
        let first = self.program.families.len() + self.program.tests.len();
        for id in &self.program.const_order {
            let constant = &self.program.consts[id.0 as usize];
            let Some(result) = constant.body.result else { continue };
            let mut frame =
                Frame::new(&constant.body, None, Sizes::new(), self.program.places[first + id.0 as usize]);
            let value = self.eval(&mut frame, result)?;
            self.consts[id.0 as usize] = Some(value);
        }
        Ok(())
    }

    /// A fault at a place, with the sizes and the calls that led there.
    pub(super) fn stop(&self, span: Span, fact: impl Into<Fact>) -> Stop {
        let calls = self.chain.iter().skip(usize::from(self.built.family.is_some()));
        Box::new(Diagnostic {
            span: Some(span),
            fact: fact.into(),
            built: Some(self.built.clone()),
            calls: calls.map(|a| self.call_frame(a)).collect(),
            hint: None,
            line: None,
        })
    }

    pub(super) fn call_frame(&self, activation: &Activation) -> CallFrame {
        let family = self.program.family(activation.family);
        CallFrame {
            family: family.name.clone(),
            sizes: family.params.iter().cloned().zip(activation.sizes.iter().copied()).collect(),
            span: activation.span,
        }
    }

    /// Counts static steps before they are taken, and looks at the other budgets.
    pub(super) fn charge(&mut self, steps: u64, span: Span) -> Result<(), Stop> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.limits.max_steps && steps > 1_000 {
            let needed = Some(steps.to_string());
            return Err(self.stop(span, BuildFact::TooManySteps { limit: self.limits.max_steps, needed }));
        }
        self.check_budget(span)
    }

    /// Elements that an array holds: each is so many steps, as it takes memory for as long as the array is there.
    pub(super) fn charge_held(&mut self, elements: usize, span: Span) -> Result<(), Stop> {
        const HELD: u64 = 4;
        self.charge((elements as u64).saturating_mul(HELD), span)
    }

    /// As [`Elaborator::charge`], where the next look at the budgets stops.
    pub(super) fn charge_quietly(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Long numbers cost steps, as they cost time and memory; with a root each step is several of its parts.
    pub(super) fn charge_digits(&mut self, value: &Num) {
        const FREE: u64 = 128;
        let bits = value.bits();
        if bits > FREE {
            self.charge_quietly(if value.root().is_some() { 2 * bits } else { bits / 2 });
        }
    }

    /// The steps that were taken.
    pub(super) fn steps_taken(&self) -> u64 {
        self.steps
    }

    /// The steps that are left.
    pub(super) fn steps_left(&self) -> u64 {
        self.limits.max_steps.saturating_sub(self.steps)
    }

    /// Stops where a budget of gates, wires or digits was used up.
    pub(super) fn check_budget(&mut self, span: Span) -> Result<(), Stop> {
        if let Some(fact) = self.builder.exceeded() {
            return Err(self.stop(span, fact.clone()));
        }
        if self.numbers.exceeded {
            return Err(self.stop(span, BuildFact::NumberTooLarge { limit: self.limits.max_digits }));
        }
        if self.steps > self.limits.max_steps {
            return Err(
                self.stop(span, BuildFact::TooManySteps { limit: self.limits.max_steps, needed: None })
            );
        }
        let gates = self.builder.gates().len() as u64;
        if gates >= self.reported + 100_000 {
            self.reported = gates;
            (self.progress)(gates);
        }
        Ok(())
    }

    /// Evaluates an expression.
    pub(super) fn eval(&mut self, f: &mut Frame<'p>, id: Id) -> Result<Value, Stop> {
        let expr = &f.body[id];
        if expr.stage == Stage::Static
            && let Some(value) = super::quick::static_scalar(f, id)
        {
            return Ok(Value::number(value));
        }
        let span = expr.span;
        self.builder.origin = f.base + id.0;
        match &expr.kind {
            Kind::Number(value) => Ok(Value::number(value.clone())),
            Kind::Codes(codes) => {
                let cells = codes.iter().map(|c| Cell::Static(Num::int(i64::from(*c)))).collect();
                Ok(Value::array([codes.len()].into_iter().collect(), cells))
            }
            Kind::Param(index) => Ok(Value::number(number(f.sizes[*index as usize]))),
            Kind::Local(slot) => Ok(f.slots[slot.0 as usize].clone()),
            Kind::Const(constant) => {
                let value = self.consts[constant.0 as usize].clone();
                value.ok_or_else(|| self.internal(span))
            }
            Kind::Sum(terms) => self.sum(f, id, terms),
            Kind::Product(factors) => self.product(f, id, factors),
            Kind::Neg(operand) => self.negation(f, id, *operand),
            Kind::Power(base, exponent) => self.power(f, id, *base, *exponent),
            Kind::Compare(first, pairs) => self.compare(f, id, *first, pairs),
            Kind::And(operands) => self.connective(f, id, operands, false),
            Kind::Or(operands) => self.connective(f, id, operands, true),
            Kind::Not(operand) => self.not(f, id, *operand),
            Kind::If(condition, then, otherwise) => self.choice(f, id, *condition, *then, *otherwise),
            Kind::Match { subject, arm_of_code, arms, .. } => {
                self.matching(f, id, *subject, arm_of_code, arms)
            }
            Kind::Array(elements) => self.array(f, elements),
            Kind::Comprehension(each, element) => self.comprehension(f, id, each, *element),
            Kind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.eval(f, *part)).collect::<Result<Vec<_>, _>>()?;
                Ok(Value::Tuple(parts.into()))
            }
            Kind::Typed(value, dims) => self.typed(f, id, *value, dims),
            Kind::Block(bindings, result) => {
                for (pattern, value) in bindings {
                    let value = self.eval(f, *value)?;
                    f.bind(pattern, value);
                }
                self.eval(f, *result)
            }
            Kind::Loop { scan, pattern, start, each, body } => {
                self.looping(f, id, *scan, pattern, *start, each, *body)
            }
            Kind::Index(base, subscripts) => self.index(f, *base, subscripts),
            Kind::Call { family, sizes, args, generics } => self.call(f, id, *family, sizes, args, generics),
            Kind::Generate { step, sizes, start, steps, more, generics } => {
                let chain = super::generate::Parts { step: *step, sizes, start: *start, more, generics };
                self.generate(f, id, &chain, *steps)
            }
            Kind::Reduce(reduction, elements, default) => self.reduce(f, id, *reduction, elements, *default),
            Kind::ArgMax(array, least) => self.argmax(f, id, *array, *least),
            Kind::Sign(operand) => self.sign(f, id, *operand),
            Kind::Abs(operand) => self.abs(f, id, *operand),
            Kind::Len(array) => {
                let array = self.eval(f, *array)?;
                Ok(Value::number(number(array.shape().first().copied().unwrap_or(0) as u64)))
            }
            Kind::Concat(arrays) => self.concat(f, id, arrays),
            Kind::Indices(size) => self.indices(f, id, *size),
            Kind::Select(keys, queries, op, scalar) => self.select(f, id, *keys, *queries, *op, *scalar),
            Kind::Width(selector) => self.width(f, id, *selector),
            Kind::Aggregate(selector, values, default) => self.aggregate(f, id, *selector, *values, *default),
            Kind::Pick { selector, values, default, last } => {
                self.pick(f, id, *selector, *values, *default, *last)
            }
            Kind::Lookup(array, index) => self.lookup(f, id, *array, *index),
            Kind::Floor(x) => self.rounding(f, id, *x, false),
            Kind::Ceil(x) => self.rounding(f, id, *x, true),
            Kind::Sqrt(x) => self.square_root(f, id, *x),
            Kind::FloorLog2(x) => self.log2(f, *x, false),
            Kind::CeilLog2(x) => self.log2(f, *x, true),
            Kind::Error | Kind::Token(_) | Kind::Text(_) => Err(self.internal(span)),
        }
    }

    /// Says that gates built from now on come from this expression.
    pub(super) fn at(&mut self, f: &Frame<'_>, id: Id) {
        self.builder.origin = f.base + id.0;
    }
}

/// A natural number as a [`Num`].
pub(super) fn number(value: u64) -> Num {
    i64::try_from(value).map_or_else(|_| Num::from_bigint(value.into()), Num::int)
}

/// Lowers through the table over numbers where all cells are static, and over gates otherwise. The body is written
/// once and compiled for both builders.
macro_rules! lowered {
    ($self:ident, $cells:expr, |$b:ident, $w:ident| $body:expr) => {{
        match super::cells::Column::from($cells) {
            super::cells::Column::Cells(cells) if cells.iter().all(Cell::is_static) => {
                let numbers = super::value::numbers(cells);
                let ($b, $w) = (&mut $self.numbers, numbers.as_slice());
                let value = $body;
                $self.charge_digits(&value);
                Cell::Static(value)
            }
            super::cells::Column::Cells(cells) => {
                let wires: super::value::Short<_> = cells.iter().map(|cell| $self.wire(cell)).collect();
                let ($b, $w) = (&mut $self.builder, wires.as_slice());
                Cell::Wire($body)
            }
            super::cells::Column::Wires($w) => {
                let $b = &mut $self.builder;
                Cell::Wire($body)
            }
        }
    }};
}
pub(super) use lowered;
