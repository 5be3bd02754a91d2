//! Circuit classes: which one is proved of a family, and what keeps it out of a smaller one.

use std::fmt;

use circ_grammar::tree::Span;
use circ_runtime::Num;

use super::figures::{Analysis, Bound, Piece};
use super::value::Cond;
use crate::formula::{Facts, Formula, Growth, Symbol};
use crate::program::{FamilyId, Program};
use crate::types::{Scalar, Type};

/// What gates may have unbounded fan-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// None.
    Fnc,
    /// Sums.
    Fsac,
    /// Sums and products.
    Fac,
}

/// A class of families of arithmetic circuits (language section 7): depth O(log^i N), polynomial size, wires and bits
/// of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// What may have unbounded fan-in.
    pub kind: Kind,
    /// The power of the logarithm.
    pub power: u32,
    /// Whether sign gates may occur.
    pub sign: bool,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Fnc => "FNC",
            Kind::Fsac => "FSAC",
            Kind::Fac => "FAC",
        };
        write!(f, "{kind}{}{}", self.power, if self.sign { "[sign]" } else { "" })
    }
}

/// A Boolean class, of families over bools and alphabets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boolean {
    /// Constant depth, bounded fan-in.
    Nc0,
    /// Constant depth, unbounded `and` and `or`.
    Ac0,
    /// Constant depth with counting.
    Tc0,
    /// Logarithmic depth, bounded fan-in.
    Nc1,
}

impl Boolean {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Boolean::Nc0 => "NC0",
            Boolean::Ac0 => "AC0",
            Boolean::Tc0 => "TC0",
            Boolean::Nc1 => "NC1",
        }
    }
}

impl Class {
    /// The class that a claim names, such as `FSAC0[sign]`.
    pub fn named(text: &str) -> Option<Class> {
        let (name, sign) = text.strip_suffix("[sign]").map_or((text, false), |name| (name, true));
        let kinds = [("FNC", Kind::Fnc), ("FSAC", Kind::Fsac), ("FAC", Kind::Fac)];
        let (kind, power) = kinds.iter().find_map(|(word, kind)| Some((*kind, name.strip_prefix(word)?)))?;
        Some(Class { kind, power: power.parse().ok()?, sign })
    }

    /// Whether circuits that are in this class as written are in the other one: its definition allows what they have,
    /// or it contains their functions, as FACⁱ ⊆ FNCⁱ⁺¹ does.
    pub fn within(self, other: Class) -> Option<Within> {
        if self.sign && !other.sign {
            return None;
        }
        if self.power <= other.power && self.kind <= other.kind {
            return Some(Within::AsWritten);
        }
        (self.power < other.power).then_some(Within::AsFunctions)
    }
}

/// How a family lies in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Its circuits are as the class asks.
    AsWritten,
    /// Its functions are, as wide gates are trees of narrow ones.
    AsFunctions,
}

impl Boolean {
    /// The class with this name.
    pub fn named(text: &str) -> Option<Boolean> {
        [Boolean::Nc0, Boolean::Ac0, Boolean::Tc0, Boolean::Nc1]
            .into_iter()
            .find(|class| class.name() == text)
    }

    /// Whether this class lies in the other: NC0 ⊆ AC0 ⊆ TC0 ⊆ NC1.
    pub fn within(self, other: Boolean) -> bool {
        self as u8 <= other as u8
    }
}

/// How a parameter grows with the number of inputs N, two more than there are input scalars; the slowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Growing {
    /// The `where` admits no more than so much.
    Constant,
    /// No faster than a logarithm: an input has about `2^p` elements or more, or a condition says so.
    Log,
    /// No faster than a polynomial of this degree.
    Polynomial(u32),
    /// The number of inputs does not bound it.
    Free,
}

/// What is proved of a family.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The smallest class; `None` where none is proved.
    pub class: Option<Class>,
    /// Whether a Boolean class may be asked for: no input is a number.
    pub over_booleans: bool,
    /// The smallest Boolean class; `None` where none is proved, or none may be asked for.
    pub boolean: Option<Boolean>,
    /// Whether static work is polynomial too: one machine builds all circuits in polynomial time.
    pub p_uniform: bool,
    /// Whether the `where` admits finitely many sizes only.
    pub finite: bool,
    /// How each parameter grows with the number of inputs.
    pub params: Vec<Growing>,
    /// Why there is no class.
    pub obstacles: Vec<Obstacle>,
}

/// Something that keeps a family out of every class.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Where.
    pub span: Option<Span>,
    /// What.
    pub what: Hindrance,
}

/// See [`Obstacle`].
#[derive(Clone, Debug)]
pub enum Hindrance {
    /// The depth grows faster than any power of a logarithm.
    Depth(Formula),
    /// The number of gates is not polynomial.
    Size(Formula),
    /// The number of wires is not polynomial.
    Edges(Formula),
    /// The constants have too many bits.
    ConstantBits(Formula),
    /// A figure depends on this parameter, which the number of inputs does not bound.
    Free(u32),
    /// Something is not known.
    Gap(super::Reason),
}

/// How a formula grows in N.
fn growth(formula: &Formula, params: &[Growing]) -> Growth {
    let in_n = formula.substitute(&|symbol| match symbol {
        Symbol::Param(param) if params.get(param as usize) == Some(&Growing::Log) => {
            Some(Formula::param(param).floor_log2())
        }
        _ => None,
    });
    in_n.growth(&|param| match params.get(param as usize) {
        Some(Growing::Constant) => Some(0),
        Some(Growing::Log) => Some(1),
        Some(Growing::Polynomial(degree)) => Some(*degree),
        Some(Growing::Free) | None => None,
    })
}

/// The first parameter in a formula that the number of inputs does not bound.
fn free_param(formula: &Formula, params: &[Growing]) -> Option<u32> {
    formula.symbols().into_iter().find_map(|symbol| match symbol {
        Symbol::Param(param) if params.get(param as usize) == Some(&Growing::Free) => Some(param),
        _ => None,
    })
}

/// The smallest classes that are proved.
pub fn classify(program: &Program, id: FamilyId, analysis: &Analysis) -> Verdict {
    let family = program.family(id);
    let params = analysis.growing.clone();
    let mut obstacles: Vec<Obstacle> = Vec::new();
    let mut add = |span: Option<Span>, what: Hindrance| obstacles.push(Obstacle { span, what });
    let mut power = None;
    let gap = analysis.gaps.first();
    let or_gap = |free: Option<u32>, what: Hindrance| free.map_or(what, Hindrance::Free);
    match &analysis.depth {
        None => {
            let reason = gap.map_or(super::Reason::Count, |gap| gap.reason);
            add(gap.map(|gap| gap.span), Hindrance::Gap(reason));
        }
        Some(bound) => {
            let grows = growth(&bound.everywhere, &params);
            power = grows.log_power();
            if power.is_none() {
                let at = steepest(&bound.why, &params).map(|piece| piece.span);
                let free = free_param(&bound.everywhere, &params);
                add(at, or_gap(free, Hindrance::Depth(bound.everywhere.clone())));
            }
        }
    }
    let mut polynomial = true;
    for (bound, what, span) in [
        (&analysis.size, Hindrance::Size as fn(Formula) -> Hindrance, analysis.largest_share()),
        (&analysis.edges, Hindrance::Edges, analysis.largest_share()),
        (&analysis.constant_bits, Hindrance::ConstantBits, analysis.constant_at),
    ] {
        match bound {
            Some(bound) if growth(&bound.everywhere, &params).polynomial() => {}
            Some(bound) => {
                polynomial = false;
                let free = free_param(&bound.everywhere, &params);
                add(span, or_gap(free, what(bound.everywhere.clone())));
            }
            None => {
                polynomial = false;
                let reason = gap.map_or(super::Reason::Count, |gap| gap.reason);
                add(gap.map_or(span, |gap| Some(gap.span)), Hindrance::Gap(reason));
            }
        }
    }
    let bounded = |bound: &Option<Bound>| {
        bound.as_ref().is_some_and(|bound| growth(&bound.everywhere, &params).is_constant())
    };
    let kind = if !bounded(&analysis.mul_fan_in) {
        Kind::Fac
    } else if !bounded(&analysis.add_fan_in) {
        Kind::Fsac
    } else {
        Kind::Fnc
    };
    let class =
        power.filter(|_| polynomial).map(|power| Class { kind, power, sign: analysis.sign.is_some() });
    let over_booleans = family.inputs.iter().all(|input| match &input.ty.ty {
        Type::Array(Scalar::Num, _) => false,
        Type::Array(scalar, _) => program.codes(*scalar).is_some(),
        _ => false,
    });
    let boolean = class.filter(|_| over_booleans).and_then(|class| {
        let constant = class.power == 0;
        if constant && class.kind == Kind::Fnc {
            Some(Boolean::Nc0)
        } else if constant
            && analysis.counting.is_none()
            && analysis.product.is_none()
            && analysis.long.is_none()
        {
            Some(Boolean::Ac0)
        } else if constant {
            Some(Boolean::Tc0)
        } else if class.power == 1 && class.kind == Kind::Fnc && analysis.long.is_none() {
            Some(Boolean::Nc1)
        } else {
            None
        }
    });
    let work = analysis.work.as_ref().is_some_and(|bound| growth(&bound.everywhere, &params).polynomial());
    Verdict {
        class,
        over_booleans,
        boolean,
        p_uniform: class.is_some() && work,
        finite: !params.is_empty() && params.iter().all(|growing| *growing == Growing::Constant),
        params,
        obstacles,
    }
}

/// The piece of a path whose levels grow fastest.
pub(super) fn steepest<'a>(why: &'a [Piece], params: &[Growing]) -> Option<&'a Piece> {
    why.iter().max_by_key(|piece| growth(&piece.levels, params))
}

/// How the parameters of a family grow with the number of its inputs, from the sizes of these and the `where`.
pub(super) fn growing(dims: &[Vec<Formula>], params: u32, root: &Facts, conditions: &[Cond]) -> Vec<Growing> {
    let mut found = vec![Growing::Free; params as usize];
    // Dimensions are judged where none is 0.
    let mut facts = root.clone();
    for dim in dims.iter().flatten() {
        facts.assume(&dim.plus(-1));
    }
    const CONSTANTS: [i64; 3] = [64, 1 << 32, 1 << 62];
    for param in 0..params {
        let p = Formula::param(param);
        let slot = &mut found[param as usize];
        // Beyond some number a condition fails.
        let ends = |most: &i64| {
            let mut beyond = root.clone();
            beyond.assume(&p.plus(-most));
            conditions.iter().any(|cond| cond.refuted(&beyond))
        };
        let at_most_a_dim =
            |f: &Formula| dims.iter().flatten().any(|dim| facts.at_most(f, &dim.times(2).plus(2)));
        if CONSTANTS.iter().any(ends) || never_again(param, conditions) {
            *slot = Growing::Constant;
        } else if at_most_a_dim(&Formula::power(2, &p)) {
            *slot = Growing::Log;
        } else if at_most_a_dim(&p) {
            *slot = Growing::Polynomial(1);
        }
    }
    // A condition that bounds one by others that are bounded, and more tightly than it is known.
    for _ in 0..=params {
        for cond in conditions {
            let bounds: Vec<Formula> = match cond {
                Cond::AtLeastZero(f) => vec![f.clone()],
                Cond::Zero(f) => vec![f.clone(), f.neg()],
                _ => Vec::new(),
            };
            for f in bounds {
                for param in 0..params {
                    let Some(rest) = f.ceiling(Symbol::Param(param)) else { continue };
                    let slot = growing_as(&growth(&rest, &found)).min(found[param as usize]);
                    found[param as usize] = slot;
                }
            }
        }
    }
    found
}

/// What grows no faster than this.
fn growing_as(grows: &Growth) -> Growing {
    match grows.log_power() {
        Some(0) => return Growing::Constant,
        Some(1) => return Growing::Log,
        _ => {}
    }
    let degree = (1..=6).find(|degree| *grows <= Formula::param(0).pow(*degree).growth(&|_| Some(1)));
    degree.map_or(Growing::Free, Growing::Polynomial)
}

/// Periods of conditions up to this one are looked through.
const LONGEST_PERIOD: u32 = 2048;

/// Whether conditions on a parameter alone, of polynomials and remainders, hold of no large size: for each remainder by
/// their period they are settled beyond all roots of the polynomials.
fn never_again(param: u32, conditions: &[Cond]) -> bool {
    let symbol = Symbol::Param(param);
    let mut own: Vec<&Cond> = Vec::new();
    let mut period = 1u32;
    for cond in conditions {
        let Some(longer) = cond.period(symbol).and_then(|more| period.checked_mul(more)) else { continue };
        if longer <= LONGEST_PERIOD {
            period = longer;
            own.push(cond);
        }
    }
    // No root of a polynomial with coefficients of at most 300 bits is as large.
    let large = Num::int(2).pow(1000).mul(&Num::int(i64::from(period)));
    !own.is_empty()
        && (0..period).all(|rest| {
            let size = large.add(&Num::int(i64::from(rest)));
            own.iter().any(|cond| cond.at(&|s| (s == symbol).then(|| size.clone())) == Some(false))
        })
}
