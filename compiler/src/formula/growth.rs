//! How fast a formula grows: O(1), O(log n), O(n log n), O(n^log2(3)).

use std::cmp::Ordering;

use circ_runtime::Num;

use super::{Atom, Formula, Monomial, Symbol};

/// Degrees are compared through powers of 2; beyond this many bits they are not told apart from unknown.
const MAX_BITS: u64 = 2048;

/// The exponent of n in a growth: log2(power)/root. So 2 is log2(4), and that of 3^ceil(log2 n) is log2(3).
#[derive(Clone, Debug)]
pub struct Degree {
    /// At least 1.
    power: Num,
    /// At least 1.
    root: u32,
}

/// How fast a formula grows in the sizes, the slowest first. It is an upper bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Growth {
    /// O(n^degree · log^log n).
    Polynomial {
        /// The exponent of n.
        degree: Degree,
        /// The exponent of log n.
        log: u32,
    },
    /// Not bounded by a polynomial.
    Exponential,
    /// Not known.
    Unknown,
}

impl Degree {
    /// A natural number.
    pub fn natural(value: u32) -> Option<Degree> {
        (u64::from(value) <= MAX_BITS).then(|| Degree { power: Num::int(2).pow(value), root: 1 })
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.power.is_one()
    }

    /// The least natural number that is not below.
    fn ceil(&self) -> Option<u32> {
        let bits = u32::try_from(super::functions::ceil_log2(&self.power)?).ok()?;
        Some(bits.div_ceil(self.root))
    }

    fn add(&self, other: &Degree) -> Option<Degree> {
        let power = raised(&self.power, other.root)?.mul(&raised(&other.power, self.root)?);
        Degree { power, root: self.root.checked_mul(other.root)? }.reduced()
    }

    fn times(&self, above: u32, below: u32) -> Option<Degree> {
        Degree { power: raised(&self.power, above)?, root: self.root.checked_mul(below)? }.reduced()
    }

    /// With a root of 1 where the quotient is whole, which is what nearly all are.
    fn reduced(self) -> Option<Degree> {
        if self.power.bits() > MAX_BITS || self.root > 64 {
            return None;
        }
        let log = super::functions::floor_log2(&self.power)?;
        let exact = super::functions::ceil_log2(&self.power)? == log;
        let root = i64::from(self.root);
        if exact && log % root == 0 {
            return Degree::natural(u32::try_from(log / root).ok()?);
        }
        Some(self)
    }

    fn text(&self) -> String {
        // power is 2^whole times what is left.
        let mut left = self.power.clone();
        let mut whole = 0u32;
        let half = Num::ratio(1, 2).unwrap_or_default();
        while left.mul(&half).is_integer() && !left.is_zero() {
            left = left.mul(&half);
            whole += 1;
        }
        let text = match (whole, left.is_one()) {
            (_, true) => whole.to_string(),
            (0, false) => format!("log2({left})"),
            (_, false) => format!("{whole} + log2({left})"),
        };
        match (self.root, whole > 0 && !left.is_one()) {
            (1, false) => text,
            (1, true) => format!("({text})"),
            (root, false) => format!("({text}/{root})"),
            (root, true) => format!("(({text})/{root})"),
        }
    }
}

fn raised(power: &Num, exponent: u32) -> Option<Num> {
    let bits = power.bits().saturating_mul(u64::from(exponent));
    (power.is_one() || bits <= 2 * MAX_BITS).then(|| power.pow(exponent))
}

impl PartialEq for Degree {
    fn eq(&self, other: &Degree) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Degree {}

impl PartialOrd for Degree {
    fn partial_cmp(&self, other: &Degree) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Degree {
    fn cmp(&self, other: &Degree) -> Ordering {
        // Roots are small, and so are the powers that they ask for.
        self.power.pow(other.root).cmp(&other.power.pow(self.root))
    }
}

/// The degree of each parameter in N.
type Degrees<'a> = &'a dyn Fn(u32) -> Option<u32>;

impl Formula {
    /// How it grows, where the parameter with index p is O(N^`degree_of(p)`), or not bounded by N.
    pub fn growth(&self, degree_of: &dyn Fn(u32) -> Option<u32>) -> Growth {
        of(self, degree_of, false)
    }
}

/// The growth of what is above, or of the magnitude.
fn of(f: &Formula, degrees: Degrees<'_>, magnitude: bool) -> Growth {
    let Some(terms) = f.terms() else { return Growth::Unknown };
    let mut growth = Growth::constant();
    for (monomial, coefficient) in terms {
        // What is taken away lets nothing grow.
        let sure = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
        if coefficient.signum() < 0 && sure && !magnitude {
            continue;
        }
        growth = growth.max(product(monomial, degrees));
    }
    growth
}

fn product(monomial: &Monomial, degrees: Degrees<'_>) -> Growth {
    monomial.iter().fold(Growth::constant(), |growth, (atom, e)| growth.mul(of_atom(atom, degrees).pow(*e)))
}

fn of_atom(atom: &Atom, degrees: Degrees<'_>) -> Growth {
    match atom {
        Atom::Symbol(Symbol::Param(index)) => degrees(*index).map_or(Growth::Unknown, Growth::natural),
        Atom::Symbol(Symbol::Var(_)) => Growth::Unknown,
        Atom::Mod(..) => Growth::constant(),
        Atom::CeilLog2(inner) | Atom::FloorLog2(inner) => logarithm(inner, degrees),
        Atom::Power(base, exponent) => power(*base, exponent, degrees),
        Atom::Max(all) | Atom::Min(all) => {
            let sure = atom.is_plainly_non_negative();
            let each = all.iter().map(|f| of(f, degrees, !sure));
            let smallest = sure && matches!(atom, Atom::Min(_));
            let found = if smallest { each.min() } else { each.max() };
            found.unwrap_or(Growth::Unknown)
        }
    }
}

/// The growth of the logarithm: of the highest atom's.
fn logarithm(f: &Formula, degrees: Degrees<'_>) -> Growth {
    let Some(terms) = f.terms() else { return Growth::Unknown };
    let mut growth = Growth::constant();
    for (monomial, coefficient) in terms {
        let sure = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
        if coefficient.signum() < 0 && sure {
            continue;
        }
        for (atom, _) in monomial {
            growth = growth.max(match atom {
                Atom::Power(_, exponent) => of(exponent, degrees, false),
                Atom::CeilLog2(_) | Atom::FloorLog2(_) | Atom::Symbol(_) | Atom::Mod(..) => {
                    match of_atom(atom, degrees) {
                        // log log n is O(log n).
                        found if found.is_constant() => found,
                        Growth::Polynomial { .. } => Growth::logarithmic(),
                        found => found,
                    }
                }
                Atom::Max(all) | Atom::Min(all) if sure => {
                    let each = all.iter().map(|f| logarithm(f, degrees));
                    let smallest = matches!(atom, Atom::Min(_));
                    let found = if smallest { each.min() } else { each.max() };
                    found.unwrap_or(Growth::Unknown)
                }
                Atom::Max(_) | Atom::Min(_) => match of_atom(atom, degrees) {
                    Growth::Exponential => Growth::Unknown,
                    found if found.is_constant() => found,
                    Growth::Polynomial { .. } => Growth::logarithmic(),
                    found @ Growth::Unknown => found,
                },
            });
        }
    }
    growth
}

/// The growth of a power: the product of those of the terms of its exponent.
fn power(base: u32, exponent: &Formula, degrees: Degrees<'_>) -> Growth {
    let Some(terms) = exponent.terms() else { return Growth::Unknown };
    let mut growth = Growth::constant();
    for (monomial, coefficient) in terms {
        let sure = monomial.iter().all(|(atom, _)| atom.is_plainly_non_negative());
        if coefficient.signum() < 0 && sure {
            continue;
        }
        growth = growth.mul(match monomial.as_slice() {
            [(Atom::CeilLog2(inner) | Atom::FloorLog2(inner), 1)] => {
                // b^(c·L(p)) <= (2p)^(c·log2 b).
                of(inner, degrees, false).stretched(base, coefficient)
            }
            [(Atom::Max(all), 1)] if coefficient.signum() > 0 => {
                let each = all.iter().map(|f| power(base, &f.scale(coefficient), degrees));
                each.max().unwrap_or(Growth::Unknown)
            }
            [(Atom::Min(all), 1)] if coefficient.signum() > 0 => {
                let each = all.iter().map(|f| power(base, &f.scale(coefficient), degrees));
                each.min().unwrap_or(Growth::Unknown)
            }
            _ => match of(&Formula::term(coefficient, monomial), degrees, true) {
                found if found.is_constant() => found,
                Growth::Unknown => Growth::Unknown,
                _ => Growth::Exponential,
            },
        });
    }
    growth
}

impl Growth {
    fn natural(degree: u32) -> Growth {
        Degree::natural(degree).map_or(Growth::Unknown, |degree| Growth::Polynomial { degree, log: 0 })
    }

    fn constant() -> Growth {
        Growth::natural(0)
    }

    fn logarithmic() -> Growth {
        Growth::Polynomial { degree: Degree { power: Num::ONE, root: 1 }, log: 1 }
    }

    /// The growth of a product.
    fn mul(self, other: Growth) -> Growth {
        match (self, other) {
            (Growth::Polynomial { degree: a, log: i }, Growth::Polynomial { degree: b, log: j }) => a
                .add(&b)
                .map_or(Growth::Unknown, |degree| Growth::Polynomial { degree, log: i.saturating_add(j) }),
            (a, b) => a.max(b),
        }
    }

    fn pow(self, exponent: u32) -> Growth {
        match self {
            Growth::Polynomial { degree, log } => {
                degree.times(exponent, 1).map_or(Growth::Unknown, |degree| Growth::Polynomial {
                    degree,
                    log: log.saturating_mul(exponent),
                })
            }
            other => other,
        }
    }

    /// The growth of p^(c·log2 b).
    fn stretched(self, base: u32, coefficient: &Num) -> Growth {
        let Growth::Polynomial { degree, log } = self else { return self };
        let stretch = || {
            let below = u32::try_from(coefficient.denominator()).ok()?;
            let above = coefficient.mul(&Num::int(i64::from(below))).to_u32()?;
            let factor = Degree { power: Num::int(i64::from(base)), root: 1 }.times(above, below)?;
            // A product of two degrees: one of them has to be a whole number.
            let degree = match (base, degree.root) {
                (2, _) => degree.times(above, below)?,
                _ => factor.times(degree.ceil()?, 1)?,
            };
            Some(Growth::Polynomial { degree, log: log.checked_mul(factor.ceil()?)? })
        };
        stretch().unwrap_or(Growth::Unknown)
    }

    /// Whether it is bounded.
    pub fn is_constant(&self) -> bool {
        self.log_power() == Some(0)
    }

    /// Whether it is bounded by a polynomial.
    pub fn polynomial(&self) -> bool {
        matches!(self, Growth::Polynomial { .. })
    }

    /// The i of O(log^i n), where it is of that kind.
    pub fn log_power(&self) -> Option<u32> {
        match self {
            Growth::Polynomial { degree, log } if degree.is_zero() => Some(*log),
            _ => None,
        }
    }

    /// As people write it: `O(n log n)`; with several parameters their sum stands for n.
    pub fn text(&self, params: &[String]) -> String {
        let (degree, log) = match self {
            Growth::Polynomial { degree, log } => (degree, *log),
            Growth::Exponential => return "exponential".into(),
            Growth::Unknown => return "unknown".into(),
        };
        let sum = params.join(" + ");
        let alone = params.len() < 2;
        let tight = if alone { sum.clone() } else { format!("({sum})") };
        let mut factors = Vec::new();
        if degree.text() == "1" {
            factors.push(if log > 0 { tight.clone() } else { sum.clone() });
        } else if !degree.is_zero() {
            factors.push(format!("{tight}^{}", degree.text()));
        }
        if log > 0 {
            let power = if log > 1 { format!("log^{log}") } else { "log".into() };
            factors.push(if alone { format!("{power} {sum}") } else { format!("{power}{tight}") });
        }
        if factors.is_empty() { "O(1)".into() } else { format!("O({})", factors.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{m, n};
    use super::*;

    fn grows(f: &Formula) -> String {
        f.growth(&|_| Some(1)).text(&["n".into()])
    }

    #[test]
    fn as_people_write_it() {
        let log = n().ceil_log2();
        let three = Formula::power(3, &log);
        let cases = [
            (Formula::int(7), "O(1)"),
            (n().rem(5), "O(1)"),
            (log.clone(), "O(log n)"),
            (log.ceil_log2(), "O(log n)"),
            (log.mul(&log), "O(log^2 n)"),
            (n().mul(&log), "O(n log n)"),
            (n().mul(&n()).sub(&n().pow(3)), "O(n^2)"),
            (Formula::power(2, &log), "O(n)"),
            (Formula::power(2, &log.times(2)), "O(n^2)"),
            (Formula::power(2, &log.ceil_log2()), "O(log n)"),
            (three.clone(), "O(n^log2(3))"),
            (three.mul(&n()), "O(n^(1 + log2(3)))"),
            (Formula::power(2, &log.div(&Formula::int(2)).floor()), "O(n^(1/2))"),
            (Formula::power(2, &n()), "exponential"),
            (Formula::power(2, &log.mul(&log)), "exponential"),
            (Formula::power(2, &n()).plus(1).ceil_log2(), "O(n)"),
            (Formula::min(&[Formula::power(2, &n()), n().mul(&n())]), "O(n^2)"),
            (Formula::max(&[n(), log]), "O(n)"),
            (Formula::unknown(), "unknown"),
        ];
        for (formula, expected) in cases {
            assert_eq!(grows(&formula), expected, "{formula:?}");
        }
    }

    #[test]
    fn several_parameters_and_unbounded_ones() {
        let names = ["n".to_string(), "m".to_string()];
        let text = |f: &Formula| f.growth(&|_| Some(1)).text(&names);
        assert_eq!(text(&n().mul(&m())), "O((n + m)^2)");
        assert_eq!(text(&n().ceil_log2()), "O(log(n + m))");
        assert_eq!(text(&n()), "O(n + m)");
        let only = |f: &Formula| f.growth(&|p| (p == 0).then_some(1));
        assert_eq!(only(&m()), Growth::Unknown);
        assert_eq!(only(&Formula::min(&[n(), m()])).text(&names[..1]), "O(n)");
        assert!(only(&m().rem(2)).is_constant());
        assert_eq!(n().growth(&|_| Some(0)).log_power(), Some(0));
    }

    #[test]
    fn degrees_are_compared_exactly() {
        let karatsuba = Formula::power(3, &n().ceil_log2()).growth(&|_| Some(1));
        let power = |k: u32| n().pow(k).growth(&|_| Some(1));
        assert!(power(1) < karatsuba && karatsuba < power(2) && power(2) < Growth::Exponential);
        let logs = n().mul(&n().ceil_log2().pow(3)).growth(&|_| Some(1));
        assert!(power(1) < logs && logs < karatsuba);
    }
}
