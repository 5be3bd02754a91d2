//! Random expressions, which are computed without formulas, and become formulas by the constructors.

use circ_runtime::Num;
use proptest::prelude::*;

use super::{Formula, Symbol};

/// An expression over p0, p1 and i0.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    Const(i64),
    Symbol(Symbol),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    FloorDiv(Box<Expr>, i64),
    CeilDiv(Box<Expr>, i64),
    Share(Box<Expr>, i64),
    Rem(Box<Expr>, u32),
    CeilLog2(Box<Expr>),
    FloorLog2(Box<Expr>),
    Power(u32, Box<Expr>),
    Max(Vec<Expr>),
    Min(Vec<Expr>),
}

/// The symbols that occur.
pub(super) const SYMBOLS: [Symbol; 3] = [Symbol::Param(0), Symbol::Param(1), Symbol::Var(0)];

/// Expressions over all three symbols.
pub(super) fn expr() -> impl Strategy<Value = Expr> {
    over(&SYMBOLS)
}

/// Expressions over some of the symbols.
pub(super) fn over(symbols: &'static [Symbol]) -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        1 => (-3i64..5).prop_map(Expr::Const),
        3 => proptest::sample::select(symbols).prop_map(Expr::Symbol),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            3 => (boxed(), boxed()).prop_map(|(a, b)| Expr::Add(a, b)),
            3 => (boxed(), boxed()).prop_map(|(a, b)| Expr::Sub(a, b)),
            2 => (boxed(), boxed()).prop_map(|(a, b)| Expr::Mul(a, b)),
            1 => (boxed(), 2i64..5).prop_map(|(a, k)| Expr::FloorDiv(a, k)),
            1 => (boxed(), 2i64..5).prop_map(|(a, k)| Expr::CeilDiv(a, k)),
            1 => (boxed(), 2i64..4).prop_map(|(a, k)| Expr::Share(a, k)),
            1 => (boxed(), 2u32..5).prop_map(|(a, k)| Expr::Rem(a, k)),
            2 => boxed().prop_map(Expr::CeilLog2),
            2 => boxed().prop_map(Expr::FloorLog2),
            1 => (2u32..5, boxed()).prop_map(|(b, a)| Expr::Power(b, a)),
            1 => proptest::collection::vec(inner.clone(), 2..4).prop_map(Expr::Max),
            1 => proptest::collection::vec(inner.clone(), 2..4).prop_map(Expr::Min),
        ]
    })
}

impl Expr {
    /// By the constructors.
    pub(super) fn formula(&self) -> Formula {
        let all = |list: &[Expr]| list.iter().map(Expr::formula).collect::<Vec<_>>();
        match self {
            Expr::Const(c) => Formula::int(*c),
            Expr::Symbol(s) => Formula::symbol(*s),
            Expr::Add(a, b) => a.formula().add(&b.formula()),
            Expr::Sub(a, b) => a.formula().sub(&b.formula()),
            Expr::Mul(a, b) => a.formula().mul(&b.formula()),
            Expr::FloorDiv(a, k) => a.formula().div(&Formula::int(*k)).floor(),
            Expr::CeilDiv(a, k) => a.formula().div(&Formula::int(*k)).ceil(),
            Expr::Share(a, k) => a.formula().div(&Formula::int(*k)),
            Expr::Rem(a, m) => a.formula().rem(*m),
            Expr::CeilLog2(a) => a.formula().ceil_log2(),
            Expr::FloorLog2(a) => a.formula().floor_log2(),
            Expr::Power(b, a) => Formula::power(*b, &a.formula()),
            Expr::Max(list) => Formula::max(&all(list)),
            Expr::Min(list) => Formula::min(&all(list)),
        }
    }

    /// By the meaning; `None` where numbers get too large.
    pub(super) fn value(&self, of: &dyn Fn(Symbol) -> i64) -> Option<Num> {
        let both = |a: &Expr, b: &Expr| Some((a.value(of)?, b.value(of)?));
        let over = |a: &Expr, k: i64| a.value(of)?.div(&Num::int(k));
        let all = |list: &[Expr]| list.iter().map(|e| e.value(of)).collect::<Option<Vec<_>>>();
        let value = match self {
            Expr::Const(c) => Num::int(*c),
            Expr::Symbol(s) => Num::int(of(*s)),
            Expr::Add(a, b) => both(a, b).map(|(a, b)| a.add(&b))?,
            Expr::Sub(a, b) => both(a, b).map(|(a, b)| a.sub(&b))?,
            Expr::Mul(a, b) => both(a, b).map(|(a, b)| a.mul(&b))?,
            Expr::FloorDiv(a, k) => over(a, *k)?.floor(),
            Expr::CeilDiv(a, k) => over(a, *k)?.ceil(),
            Expr::Share(a, k) => over(a, *k)?,
            Expr::Rem(a, m) => {
                let m = Num::int(i64::from(*m));
                let a = a.value(of)?;
                a.sub(&a.div(&m)?.floor().mul(&m))
            }
            Expr::CeilLog2(a) => log2(&a.value(of)?, true),
            Expr::FloorLog2(a) => log2(&a.value(of)?, false),
            Expr::Power(b, a) => {
                let e = a.value(of)?.to_i64().filter(|e| e.abs() < 500)?;
                let power = Num::int(i64::from(*b)).pow(u32::try_from(e.abs()).ok()?);
                if e < 0 { power.recip()? } else { power }
            }
            Expr::Max(list) => all(list)?.into_iter().max()?,
            Expr::Min(list) => all(list)?.into_iter().min()?,
        };
        (value.bits() < 2000).then_some(value)
    }
}

/// The logarithm of max(1, value), by doubling.
pub(super) fn log2(value: &Num, up: bool) -> Num {
    let (mut power, mut log) = (Num::ONE, 0);
    while if up { power < *value } else { power.mul(&Num::int(2)) <= *value } {
        power = power.mul(&Num::int(2));
        log += 1;
    }
    Num::int(log)
}

/// The valuation that gives the symbols these values, in order.
pub(super) fn valuation(values: [i64; 3]) -> impl Fn(Symbol) -> i64 {
    move |symbol| SYMBOLS.iter().zip(values).find(|(s, _)| **s == symbol).map_or(0, |(_, v)| v)
}

/// All valuations with values up to these.
pub(super) fn grid(most: [i64; 3]) -> Vec<[i64; 3]> {
    let mut points = Vec::new();
    for a in 0..=most[0] {
        for b in 0..=most[1] {
            points.extend((0..=most[2]).map(|c| [a, b, c]));
        }
    }
    points
}
