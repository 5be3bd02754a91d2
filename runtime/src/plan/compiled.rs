//! A component as it is run at many positions: without the gates that no output needs, and with its tables looked
//! up.
//!
//! A table over the values of a number is, as a circuit, a sum with a term for each value, and every term is looked
//! at for every position. Each such term is a step: the same number below a place, at it, and above it. A sum of
//! steps of one number changes at these places alone, so that one search among them finds its value.

use crate::circuit::{Gate, GateId};
use crate::limits::{Meter, RunErrorKind};
use crate::number::Num;
use crate::transformer::Component;
use rustc_hash::FxHashMap;

/// Places from which on a sum of steps is looked up.
const MIN_PLACES: usize = 4;

/// A component, made to be run at many positions.
#[derive(Debug)]
pub(super) struct Compiled {
    component: Component,
    /// The gates to compute, in order.
    order: Vec<GateId>,
    /// By gate: the table that it is.
    tables: FxHashMap<GateId, Table>,
}

/// A number that depends on the place of another among some.
#[derive(Debug)]
struct Table {
    of: GateId,
    /// In order.
    places: Vec<Num>,
    /// Below the first place, at it, above it and below the second, and so on.
    values: Vec<Num>,
}

/// What is known of a gate as a function of one other.
#[derive(Clone)]
enum Shape {
    Constant(Num),
    /// `factor·of + offset`, with a factor that is not 0.
    Line {
        of: GateId,
        factor: Num,
        offset: Num,
    },
    /// Below a place, at it and above it.
    Step {
        of: GateId,
        place: Num,
        values: [Num; 3],
    },
}

impl Compiled {
    /// The component for all of its outputs.
    pub(super) fn new(component: Component) -> Compiled {
        let tables = tables(&component);
        let mut live = vec![false; component.gates.len()];
        component.outputs.iter().for_each(|g| live[g.index()] = true);
        for id in component.gates.ids().rev() {
            if live[id.index()] {
                match tables.get(&id) {
                    Some(table) => live[table.of.index()] = true,
                    None => component.gates.operands(id).iter().for_each(|g| live[g.index()] = true),
                }
            }
        }
        let order: Vec<GateId> = component.gates.ids().filter(|g| live[g.index()]).collect();
        Compiled { component, order, tables }
    }

    /// The outputs, on the inputs that `input` gives. `values` is room for the numbers of the gates.
    pub(super) fn run<'i>(
        &self,
        input: impl Fn(usize) -> &'i Num,
        values: &mut Vec<Num>,
        meter: &Meter,
    ) -> Result<Vec<Num>, RunErrorKind> {
        values.resize(self.component.gates.len(), Num::ZERO);
        for &id in &self.order {
            let value = match self.component.gates.gate(id) {
                Gate::Input(i) => input(i as usize).clone(),
                Gate::Const(value) => value.clone(),
                Gate::Add(operands) => match self.tables.get(&id) {
                    Some(table) => table.at(&values[table.of.index()]).clone(),
                    None => meter.sum(operands.iter().map(|g| &values[g.index()]))?,
                },
                Gate::Mul(operands) => meter.product(operands.iter().map(|g| &values[g.index()]))?,
                Gate::Sign(operand) => values[operand.index()].sign(),
            };
            values[id.index()] = value;
        }
        Ok(self.component.outputs.iter().map(|g| values[g.index()].clone()).collect())
    }
}

impl Table {
    fn at(&self, value: &Num) -> &Num {
        match self.places.binary_search(value) {
            Ok(k) => &self.values[2 * k + 1],
            Err(k) => &self.values[2 * k],
        }
    }
}

/// The sums that are tables.
fn tables(component: &Component) -> FxHashMap<GateId, Table> {
    let gates = &component.gates;
    let mut tables = FxHashMap::default();
    let mut shapes: Vec<Shape> = Vec::with_capacity(gates.len());
    for id in gates.ids() {
        let operands = || gates.operands(id).iter().map(|g| &shapes[g.index()]);
        let shape = match gates.gate(id) {
            Gate::Input(_) => None,
            Gate::Const(value) => Some(Shape::Constant(value.clone())),
            Gate::Add(_) => sum(operands()).or_else(|| {
                tables.extend(table(operands()).map(|table| (id, table)));
                None
            }),
            Gate::Mul(_) => operands().try_fold(Shape::Constant(Num::ONE), |a, b| a.times(b)),
            Gate::Sign(operand) => shapes[operand.index()].sign(),
        };
        let itself = || Shape::Line { of: id, factor: Num::ONE, offset: Num::ZERO };
        shapes.push(shape.unwrap_or_else(itself));
    }
    tables
}

fn sum<'s>(mut terms: impl Iterator<Item = &'s Shape>) -> Option<Shape> {
    terms.try_fold(Shape::Constant(Num::ZERO), |a, b| a.plus(b))
}

/// Steps of one number, with several places.
fn table<'s>(terms: impl Iterator<Item = &'s Shape>) -> Option<Table> {
    let (mut number, mut steps, mut offset) = (None, Vec::new(), Num::ZERO);
    for term in terms {
        match term {
            Shape::Constant(value) => offset = offset.add(value),
            Shape::Step { of, place, values } if *number.get_or_insert(*of) == *of => {
                steps.push((place, values));
            }
            _ => return None,
        }
    }
    steps.sort_by_key(|(place, _)| *place);
    let mut places: Vec<Num> = steps.iter().map(|(place, _)| (*place).clone()).collect();
    places.dedup();
    if places.len() < MIN_PLACES {
        return None;
    }
    // Below the first place every step is at its lowest; each then adds what it rises by.
    let mut level = steps.iter().fold(offset, |sum, (_, [below, ..])| sum.add(below));
    let mut values = vec![level.clone()];
    for group in steps.chunk_by(|(a, _), (b, _)| a == b) {
        let rise = |from: usize, to: usize| group.iter().map(move |(_, v)| v[to].sub(&v[from]));
        values.push(rise(0, 1).fold(level.clone(), |sum, rise| sum.add(&rise)));
        level = rise(0, 2).fold(level, |sum, rise| sum.add(&rise));
        values.push(level.clone());
    }
    Some(Table { of: number?, places, values })
}

impl Shape {
    fn sign(&self) -> Option<Shape> {
        match self {
            Shape::Constant(value) => Some(Shape::Constant(value.sign())),
            Shape::Line { of, factor, offset } => {
                let place = offset.neg().div(factor)?;
                let above = factor.sign();
                Some(Shape::Step { of: *of, place, values: [above.neg(), Num::ZERO, above] })
            }
            Shape::Step { of, place, values } => {
                Some(Shape::Step { of: *of, place: place.clone(), values: values.clone().map(|v| v.sign()) })
            }
        }
    }

    fn plus(&self, other: &Shape) -> Option<Shape> {
        self.with(other, Num::add, |line, value| {
            let Shape::Line { of, factor, offset } = line else { return None };
            Some(Shape::Line { of: *of, factor: factor.clone(), offset: offset.add(value) })
        })
    }

    fn times(&self, other: &Shape) -> Option<Shape> {
        self.with(other, Num::mul, |line, value| {
            let Shape::Line { of, factor, offset } = line else { return None };
            if value.is_zero() {
                return Some(Shape::Constant(Num::ZERO));
            }
            Some(Shape::Line { of: *of, factor: factor.mul(value), offset: offset.mul(value) })
        })
    }

    /// Two shapes put together, number by number; `line` says what a line and a constant give.
    fn with(
        &self,
        other: &Shape,
        by: fn(&Num, &Num) -> Num,
        line: impl Fn(&Shape, &Num) -> Option<Shape>,
    ) -> Option<Shape> {
        // Numbers that grow long by themselves are left to the meter of a run.
        let shape = match (self, other) {
            (Shape::Constant(a), Shape::Constant(b)) => Shape::Constant(by(a, b)),
            (Shape::Constant(value), own @ Shape::Line { .. })
            | (own @ Shape::Line { .. }, Shape::Constant(value)) => line(own, value)?,
            (Shape::Constant(value), Shape::Step { of, place, values })
            | (Shape::Step { of, place, values }, Shape::Constant(value)) => Shape::Step {
                of: *of,
                place: place.clone(),
                values: values.clone().map(|own| by(&own, value)),
            },
            (Shape::Step { of, place, values }, Shape::Step { of: b, place: at, values: others })
                if of == b && place == at =>
            {
                let values = [0, 1, 2].map(|k| by(&values[k], &others[k]));
                Shape::Step { of: *of, place: place.clone(), values }
            }
            _ => return None,
        };
        shape.is_short().then_some(shape)
    }

    fn is_short(&self) -> bool {
        let short = |value: &Num| value.bits() <= MAX_BITS;
        match self {
            Shape::Constant(value) => short(value),
            Shape::Line { factor, offset, .. } => short(factor) && short(offset),
            Shape::Step { values, .. } => values.iter().all(short),
        }
    }
}

/// Bits of a number beyond which nothing is computed ahead.
const MAX_BITS: u64 = 4096;
