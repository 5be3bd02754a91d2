//! Static functions that no polynomial is: `floor`, remainders, reciprocals, powers of two, logarithms.
//!
//! A transformer computes them by a table: a constant for each value that the operand can take at one of the
//! sizes up to n, chosen by sign gates. That makes the part that holds the table a circuit family in n.

use circ_runtime::{Num, Ring};
use rustc_hash::{FxHashMap, FxHashSet};

use super::component::on_stack;
use super::folding::{folding, short_power};
use super::terms::{Term, TermId, Terms, Var};
use crate::lower::{self, Builder};

/// Operands are tried at no more combinations of a size and positions than this.
const MAX_TRIES: u64 = 300_000;

/// A static function of one static number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum StaticFn {
    /// The greatest integer that is not above it.
    Floor,
    /// The least integer that is not below it.
    Ceil,
    /// The remainder by this divisor.
    Rem(Num),
    /// `1/x`
    Recip,
    /// A power of this base.
    Exp(Num),
    /// `floor(log2(x))`
    FloorLog2,
    /// `ceil(log2(x))`
    CeilLog2,
    /// The root, where the ring has it.
    Sqrt(Ring),
}

impl StaticFn {
    /// Its value; `None` where it has none.
    pub(super) fn at(&self, x: &Num) -> Option<Num> {
        match self {
            StaticFn::Floor => Some(x.floor()),
            StaticFn::Ceil => Some(x.ceil()),
            StaticFn::Rem(by) => Some(x.sub(&by.mul(&x.div(by)?.floor()))),
            StaticFn::Recip => x.recip(),
            StaticFn::Exp(base) => {
                let exponent = x.to_i64().and_then(|value| i32::try_from(value).ok())?;
                let power = short_power(base, exponent.unsigned_abs())?;
                if exponent < 0 { power.recip() } else { Some(power) }
            }
            StaticFn::Sqrt(ring) => ring.sqrt(x),
            StaticFn::FloorLog2 => x.to_u64().filter(|value| *value > 0).map(|value| int(value.ilog2())),
            StaticFn::CeilLog2 => {
                let value = x.to_u64().filter(|value| *value > 0)?;
                Some(int(value.next_power_of_two().ilog2()))
            }
        }
    }

    /// Whether it has a value that is too long to be computed here.
    pub(super) fn is_long(&self, x: &Num) -> bool {
        match self {
            StaticFn::Exp(base) => x
                .to_i64()
                .and_then(|exponent| i32::try_from(exponent).ok())
                .is_some_and(|exponent| short_power(base, exponent.unsigned_abs()).is_none()),
            _ => false,
        }
    }
}

fn int(value: u32) -> Num {
    Num::int(i64::from(value))
}

/// The values that a static term takes at the sizes up to `most` and the positions of each, in order, each once;
/// `None` where there are too many to try. Where it has no value it is left out.
pub(super) fn values(terms: &Terms, id: TermId, most: u64) -> Option<Vec<Num>> {
    let vars = terms.vars(id).to_vec();
    // What speaks of positions alone takes the same values at a smaller size.
    let least = if mentions_size(terms, id) { 0 } else { most };
    let tries = (least..=most).try_fold(0u64, |sum, n| sum.checked_add(n.checked_pow(vars.len() as u32)?));
    if tries.is_none_or(|tries| tries > MAX_TRIES) {
        return None;
    }
    let mut all = Vec::new();
    for n in least..=most {
        let mut at = vec![0u64; vars.len()];
        if n == 0 && !vars.is_empty() {
            continue;
        }
        loop {
            let index = |var: Var| vars.iter().position(|known| *known == var).map_or(0, |k| at[k]);
            all.extend(evaluate(terms, id, n, &index, &mut FxHashMap::default()));
            // The next combination of positions.
            let Some(k) = at.iter().rposition(|i| i + 1 < n) else { break };
            at[k] += 1;
            at[k + 1..].fill(0);
        }
        all.sort();
        all.dedup();
    }
    Some(all)
}

/// Whether the number n occurs in a term.
fn mentions_size(terms: &Terms, id: TermId) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        if matches!(terms[id], Term::Size) {
            return true;
        }
        if seen.insert(id) {
            open.extend(terms.parts(id));
        }
    }
    false
}

/// A static term at one size and one choice of positions; `None` where it has no value.
fn evaluate(
    terms: &Terms,
    id: TermId,
    n: u64,
    index: &dyn Fn(Var) -> u64,
    known: &mut FxHashMap<TermId, Num>,
) -> Option<Num> {
    if let Some(value) = known.get(&id) {
        return Some(value.clone());
    }
    let parts = terms.parts(id);
    let mut values = Vec::with_capacity(parts.len());
    for part in &parts {
        values.push(on_stack(|| evaluate(terms, *part, n, index, known))?);
    }
    let natural = |value: u64| i64::try_from(value).ok().map(Num::int);
    let b = &mut folding();
    let value = match &terms[id] {
        Term::Const(value) => value.clone(),
        Term::Size => natural(n)?,
        Term::Index(var) => natural(index(*var))?,
        Term::Add(_) => b.add(&values),
        Term::Mul(_) => b.mul(&values),
        Term::Power(_, exponent) => short_power(&values[0], *exponent)?,
        Term::Sign(_) => values[0].sign(),
        Term::Abs(_) => lower::abs(b, &values[0]),
        Term::Compare(op, bits, ..) => lower::compare(b, *op, *bits, &values[0], &values[1]),
        Term::And(_) => lower::and(b, &values),
        Term::Or(_) => lower::or(b, &values),
        Term::Not(_) => lower::not(b, &values[0]),
        Term::Choose(..) => lower::choose(b, &values[0], &values[1], &values[2]),
        Term::Arm(_, arm_of_code, _) => lower::select_arm(b, &values[0], arm_of_code, &values[1..]),
        Term::Static(of, _) => of.at(&values[0])?,
        Term::Input(..) | Term::Single(_) | Term::Head(..) => return None,
    };
    if b.exceeded {
        return None;
    }
    known.insert(id, value.clone());
    Some(value)
}

/// A static number of n alone, at one size; `None` where it has no value there.
pub(super) fn at_size(terms: &Terms, id: TermId, n: u64) -> Option<Num> {
    evaluate(terms, id, n, &|_| 0, &mut FxHashMap::default())
}
