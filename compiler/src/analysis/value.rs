//! Abstract values: what is known of a value for all n.
//!
//! A wire has depths, the loop indices that it depends on, a number by which equal wires are found, and whether it
//! may be constant. An array has sizes, and one element that mentions an index for each dimension; arrays that are
//! put together keep their pieces. Static values are formulas, conditions, or not known.

use std::rc::Rc;

use circ_runtime::Num;

use super::depth::{self, Depth, Needs};
use crate::formula::{Facts, Formula, Symbol};

/// Loop indices, sorted.
pub(super) type Deps = Vec<u32>;

/// Both.
pub(super) fn union(a: &Deps, b: &Deps) -> Deps {
    if b.is_empty() || a == b {
        return a.clone();
    }
    let mut all: Deps = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// How gates weigh. Each is a depth of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weighing {
    /// One for each gate: the depth of the circuit.
    Plain = 0,
    /// A product of m weighs `ceil(log2(m))`: the depth of what `average` and `dot` simulate.
    Products = 1,
    /// So does a sum: `leftmost` and `rightmost`.
    Binary = 2,
}

/// All of them.
pub(super) const WEIGHINGS: [Weighing; 3] = [Weighing::Plain, Weighing::Products, Weighing::Binary];

/// A number for each weighing.
pub(super) type Depths = Rc<[Depth; 3]>;

/// The depths of a constant.
pub(super) fn no_depths() -> Depths {
    Rc::new([Depth::new(), Depth::new(), Depth::new()])
}

/// A condition on sizes and loop indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cond {
    /// Nothing is known of it.
    Unknown,
    /// It holds, or not.
    Known(bool),
    /// The formula is not negative.
    AtLeastZero(Formula),
    /// The formula is zero.
    Zero(Formula),
    /// The formula is not zero.
    NotZero(Formula),
    /// All hold.
    All(Vec<Cond>),
    /// One holds.
    Any(Vec<Cond>),
}

impl Cond {
    /// The opposite. For `AtLeastZero(f)` it is `-f > 0`, which is `-d·f - 1 >= 0` where d·f is an integer.
    pub(super) fn not(&self) -> Cond {
        match self {
            Cond::Unknown => Cond::Unknown,
            Cond::Known(value) => Cond::Known(!value),
            Cond::AtLeastZero(f) => positive(&f.neg()),
            Cond::Zero(f) => Cond::NotZero(f.clone()),
            Cond::NotZero(f) => Cond::Zero(f.clone()),
            Cond::All(parts) => Cond::Any(parts.iter().map(Cond::not).collect()),
            Cond::Any(parts) => Cond::All(parts.iter().map(Cond::not).collect()),
        }
    }

    pub(super) fn substitute(&self, with: &dyn Fn(Symbol) -> Option<Formula>) -> Cond {
        match self {
            Cond::Unknown | Cond::Known(_) => self.clone(),
            Cond::AtLeastZero(f) => Cond::AtLeastZero(f.substitute(with)),
            Cond::Zero(f) => Cond::Zero(f.substitute(with)),
            Cond::NotZero(f) => Cond::NotZero(f.substitute(with)),
            Cond::All(parts) => Cond::All(parts.iter().map(|part| part.substitute(with)).collect()),
            Cond::Any(parts) => Cond::Any(parts.iter().map(|part| part.substitute(with)).collect()),
        }
    }

    /// Formulas that are not negative where it holds, and only there; `None` where it is not of that form.
    pub(super) fn needs(&self) -> Needs {
        match self {
            Cond::Known(true) => depth::always(),
            Cond::AtLeastZero(f) => Some(Rc::from([f.clone()])),
            Cond::Zero(f) => Some(Rc::from([f.clone(), f.neg()])),
            Cond::All(parts) => {
                parts.iter().fold(depth::always(), |needs, part| depth::both(&needs, &part.needs()))
            }
            Cond::Unknown | Cond::Known(false) | Cond::NotZero(_) | Cond::Any(_) => None,
        }
    }
}

impl Cond {
    /// Whether it holds, where the facts say that.
    pub(super) fn decided(&self, facts: &Facts) -> Option<bool> {
        match self {
            Cond::Unknown => None,
            Cond::Known(value) => Some(*value),
            Cond::AtLeastZero(f) => {
                if facts.non_negative(f) {
                    Some(true)
                } else {
                    never(facts, f).then_some(false)
                }
            }
            Cond::Zero(f) | Cond::NotZero(f) => {
                let zero = if facts.is_zero(f) {
                    true
                } else if never(facts, f) || never(facts, &f.neg()) {
                    false
                } else {
                    return None;
                };
                Some(zero == matches!(self, Cond::Zero(_)))
            }
            Cond::All(parts) => {
                let known: Vec<Option<bool>> = parts.iter().map(|part| part.decided(facts)).collect();
                if known.contains(&Some(false)) {
                    Some(false)
                } else {
                    known.iter().all(|part| *part == Some(true)).then_some(true)
                }
            }
            Cond::Any(parts) => {
                let known: Vec<Option<bool>> = parts.iter().map(|part| part.decided(facts)).collect();
                if known.contains(&Some(true)) {
                    Some(true)
                } else {
                    known.iter().all(|part| *part == Some(false)).then_some(false)
                }
            }
        }
    }
}

impl Cond {
    /// Whether it is proved not to hold, also where it is itself among what is assumed.
    pub(super) fn refuted(&self, facts: &Facts) -> bool {
        match self {
            Cond::Unknown | Cond::NotZero(_) => false,
            Cond::Known(value) => !value,
            Cond::AtLeastZero(f) => never(facts, f),
            Cond::Zero(f) => {
                // Of a power of two or a remainder no size is the last one.
                let linear = f.symbols().into_iter().any(|symbol| {
                    let slope = f.with(symbol, &Formula::symbol(symbol).plus(1)).sub(f);
                    slope.as_constant().is_some_and(|s| !s.is_zero())
                });
                linear && (never(facts, f) || never(facts, &f.neg()))
            }
            Cond::All(parts) => parts.iter().any(|part| part.refuted(facts)),
            Cond::Any(parts) => parts.iter().all(|part| part.refuted(facts)),
        }
    }
}

impl Cond {
    /// Whether it holds for these values, where that can be computed.
    pub(super) fn at(&self, value: &dyn Fn(Symbol) -> Option<Num>) -> Option<bool> {
        match self {
            Cond::Unknown => None,
            Cond::Known(holds) => Some(*holds),
            Cond::AtLeastZero(f) => Some(f.at(value)?.signum() >= 0),
            Cond::Zero(f) => Some(f.at(value)?.is_zero()),
            Cond::NotZero(f) => Some(!f.at(value)?.is_zero()),
            Cond::All(parts) => {
                let each: Vec<Option<bool>> = parts.iter().map(|part| part.at(value)).collect();
                if each.contains(&Some(false)) {
                    Some(false)
                } else {
                    each.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
                }
            }
            Cond::Any(parts) => {
                let each: Vec<Option<bool>> = parts.iter().map(|part| part.at(value)).collect();
                if each.contains(&Some(true)) {
                    Some(true)
                } else {
                    each.into_iter().collect::<Option<Vec<_>>>().map(|_| false)
                }
            }
        }
    }

    /// A number after which its formulas repeat but for polynomials, where they are about this symbol alone.
    pub(super) fn period(&self, symbol: Symbol) -> Option<u32> {
        match self {
            Cond::Unknown => None,
            Cond::Known(_) => Some(1),
            Cond::AtLeastZero(f) | Cond::Zero(f) | Cond::NotZero(f) => f.period(symbol),
            Cond::All(parts) | Cond::Any(parts) => {
                parts.iter().try_fold(1u32, |period, part| period.checked_mul(part.period(symbol)?))
            }
        }
    }
}

/// Whether a formula is below zero for certain.
pub(super) fn never(facts: &Facts, f: &Formula) -> bool {
    match positive(&f.neg()) {
        Cond::AtLeastZero(below) => facts.non_negative(&below),
        _ => false,
    }
}

/// `f > 0`.
pub(super) fn positive(f: &Formula) -> Cond {
    let d = f.denominator();
    Cond::AtLeastZero(f.scale(&d).sub(&Formula::one()))
}

/// A value that sizes and loop indices determine.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Static {
    /// Its value, where that is a formula.
    pub(super) value: Formula,
    /// Where it is a bool: when it is true.
    pub(super) cond: Option<Rc<Cond>>,
    /// The loop indices that it depends on.
    pub(super) deps: Deps,
    /// At least the bits of its numerator and its denominator together.
    pub(super) bits: Formula,
    /// Whether it is an integer for certain.
    pub(super) whole: bool,
    /// Where its value is no formula: it is neither 0 nor 1 where these are not negative.
    pub(super) proper: Option<Rc<[Formula]>>,
}

impl Static {
    /// A number.
    pub(super) fn number(value: &Num) -> Static {
        let bits = Formula::int(i64::try_from(value.bits()).unwrap_or(i64::MAX).max(1));
        Static {
            value: Formula::constant(value.clone()),
            cond: None,
            deps: Deps::new(),
            bits,
            whole: value.is_integer(),
            proper: None,
        }
    }

    /// A bool.
    pub(super) fn truth(cond: Cond, deps: Deps) -> Static {
        let value = match &cond {
            Cond::Known(value) => Formula::int(i64::from(*value)),
            _ => Formula::unknown(),
        };
        Static { value, cond: Some(Rc::new(cond)), deps, bits: Formula::int(2), whole: true, proper: None }
    }

    /// Something of which only the length is known.
    pub(super) fn unknown(deps: Deps, bits: Formula) -> Static {
        Static { value: Formula::unknown(), cond: None, deps, bits, whole: false, proper: None }
    }

    /// When it is true, as a bool.
    pub(super) fn truth_of(&self) -> Cond {
        match &self.cond {
            Some(cond) => (**cond).clone(),
            None if self.value.is_unknown() => Cond::Unknown,
            None => match self.value.as_constant() {
                Some(value) => Cond::Known(!value.is_zero()),
                None => Cond::NotZero(self.value.clone()),
            },
        }
    }
}

/// A gate's output, for all valuations of the indices that it depends on.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    pub(super) depths: Depths,
    pub(super) deps: Deps,
    /// Equal numbers are equal wires.
    pub(super) number: u32,
    /// It is certainly not constant where these hold; `None` where it may be.
    pub(super) live: Needs,
    /// Where it may be constant: at least the bits of that constant.
    pub(super) constant_bits: Formula,
    /// Whether its values have a bounded number of bits.
    pub(super) short: bool,
    /// Whether it is an integer where it is constant.
    pub(super) whole: bool,
    /// The constant that it is for certain.
    pub(super) constant: Option<Rc<Static>>,
    /// Where it is another wire under a condition on sizes, and else a constant.
    pub(super) guard: Option<Rc<Guard>>,
}

/// See [`Wire::guard`].
#[derive(Clone, Debug)]
pub(super) struct Guard {
    pub(super) cond: Cond,
    pub(super) inner: Rc<Wire>,
    pub(super) otherwise: Num,
}

impl Wire {
    /// Whether it may be constant at some size.
    pub(super) fn may_be_constant(&self) -> bool {
        self.live.as_ref().is_none_or(|needs| !needs.is_empty()) || !self.constant_bits.is_zero()
    }
}

/// One element.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    Static(Rc<Static>),
    Wire(Rc<Wire>),
}

impl Cell {
    pub(super) fn number(value: &Num) -> Cell {
        Cell::Static(Rc::new(Static::number(value)))
    }

    pub(super) fn formula(value: Formula, bits: Formula) -> Cell {
        let deps = vars(&value);
        let whole = value.is_integral();
        Cell::Static(Rc::new(Static { value, cond: None, deps, bits, whole, proper: None }))
    }

    pub(super) fn truth(cond: Cond, deps: Deps) -> Cell {
        Cell::Static(Rc::new(Static::truth(cond, deps)))
    }

    pub(super) fn is_static(&self) -> bool {
        matches!(self, Cell::Static(_))
    }

    pub(super) fn deps(&self) -> &Deps {
        match self {
            Cell::Static(value) => &value.deps,
            Cell::Wire(wire) => &wire.deps,
        }
    }
}

/// The loop indices in a formula.
pub(super) fn vars(formula: &Formula) -> Deps {
    formula
        .symbols()
        .into_iter()
        .filter_map(|symbol| match symbol {
            Symbol::Var(var) => Some(var),
            Symbol::Param(_) => None,
        })
        .collect()
}

/// A part of an array along its first dimension.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Where it begins.
    pub(super) start: Formula,
    /// How long it is.
    pub(super) length: Formula,
    /// Its elements, with the first dimension counted from its beginning.
    pub(super) elements: Rc<Array>,
}

/// What an array is made of.
#[derive(Clone, Debug)]
pub(super) enum Elements {
    /// One element that mentions the indices.
    Each(Cell),
    /// Pieces, one after the other.
    Pieces(Vec<Piece>),
}

/// An array. `[]` has one dimension, 0, and no pieces.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// Its sizes; a formula that is not known where nothing is.
    pub(super) dims: Vec<Formula>,
    /// The index of each dimension in its element.
    pub(super) vars: Vec<u32>,
    pub(super) elements: Elements,
}

impl Array {
    /// `[]`.
    pub(super) fn empty(rank: usize) -> Array {
        Array {
            dims: vec![Formula::zero(); rank.max(1)],
            vars: Vec::new(),
            elements: Elements::Pieces(Vec::new()),
        }
    }

    /// Whether there is nothing in it for certain.
    pub(super) fn is_empty(&self) -> bool {
        matches!(&self.elements, Elements::Pieces(pieces) if pieces.is_empty())
    }
}

/// A value of any type.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Cell(Cell),
    Array(Rc<Array>),
    Tuple(Rc<[Value]>),
}

impl Value {
    pub(super) fn array(array: Array) -> Value {
        Value::Array(Rc::new(array))
    }

    pub(super) fn number(value: &Num) -> Value {
        Value::Cell(Cell::number(value))
    }

    /// Scalars and arrays from left to right.
    pub(super) fn leaves(&self) -> Vec<Value> {
        match self {
            Value::Tuple(parts) => parts.iter().flat_map(Value::leaves).collect(),
            _ => vec![self.clone()],
        }
    }

    /// A value of this structure with these leaves.
    pub(super) fn with_leaves(&self, leaves: &mut dyn Iterator<Item = Value>) -> Value {
        match self {
            Value::Tuple(parts) => {
                let parts: Vec<Value> = parts.iter().map(|part| part.with_leaves(leaves)).collect();
                Value::Tuple(parts.into())
            }
            _ => leaves.next().unwrap_or_else(|| Value::number(&Num::ZERO)),
        }
    }
}
