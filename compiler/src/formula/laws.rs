//! Laws on random formulas: what is simplified keeps its value, what is proved holds, what is bounded stays below.

use circ_runtime::Num;
use proptest::prelude::*;

use super::samples::{Expr, SYMBOLS, expr, grid, log2, over, valuation};
use super::{Facts, Formula, Symbol, least, most, total};

const PARAMS: &[Symbol] = &[Symbol::Param(0), Symbol::Param(1)];

fn at(f: &Formula, values: [i64; 3]) -> Option<Num> {
    let of = valuation(values);
    f.at(&|s| Some(Num::int(of(s))))
}

/// A fact, as it is assumed.
#[derive(Clone, Debug)]
enum Known {
    AtLeastZero(Expr),
    Zero(Expr),
    Nonzero(Expr),
}

impl Known {
    fn assume(&self, facts: &mut Facts) {
        match self {
            Known::AtLeastZero(e) => facts.assume(&e.formula()),
            Known::Zero(e) => facts.assume_zero(&e.formula()),
            Known::Nonzero(e) => facts.assume_nonzero(&e.formula()),
        }
    }

    /// Whether it holds; `None` where it has no value.
    fn holds(&self, values: [i64; 3]) -> Option<bool> {
        let of = valuation(values);
        Some(match self {
            Known::AtLeastZero(e) => e.value(&of)?.signum() >= 0,
            Known::Zero(e) => e.value(&of)?.is_zero(),
            Known::Nonzero(e) => !e.value(&of)?.is_zero(),
        })
    }
}

fn known(symbols: &'static [Symbol]) -> impl Strategy<Value = Vec<Known>> {
    // A power of two, a parity and a range come up in programs; random expressions rarely are one.
    let n = || Expr::Symbol(Symbol::Param(0));
    let power = Expr::Sub(Box::new(n()), Box::new(Expr::Power(2, Box::new(Expr::FloorLog2(Box::new(n()))))));
    let below = Expr::Sub(Box::new(n()), Box::new(Expr::Symbol(symbols[symbols.len() - 1])));
    let fact = prop_oneof![
        4 => over(symbols).prop_map(Known::AtLeastZero),
        2 => over(symbols).prop_map(Known::Zero),
        2 => over(symbols).prop_map(Known::Nonzero),
        1 => Just(Known::Zero(power)),
        1 => (0i64..3).prop_map(move |c| Known::AtLeastZero(Expr::Sub(Box::new(below.clone()), Box::new(Expr::Const(c))))),
        1 => (0i64..3).prop_map(move |c| Known::Nonzero(Expr::Sub(Box::new(n()), Box::new(Expr::Const(c))))),
        1 => (0i64..2).prop_map(|c| Known::Zero(Expr::Sub(
            Box::new(Expr::Rem(Box::new(Expr::Symbol(Symbol::Param(0))), 2)),
            Box::new(Expr::Const(c)),
        ))),
    ];
    proptest::collection::vec(fact, 0..4)
}

fn facts_of(known: &[Known]) -> Facts {
    let mut facts = Facts::new();
    known.iter().for_each(|k| k.assume(&mut facts));
    facts
}

/// The points of the grid at which all facts hold.
fn points(known: &[Known], most: [i64; 3]) -> Vec<[i64; 3]> {
    let mut points = grid(most);
    points.retain(|p| known.iter().all(|k| k.holds(*p) == Some(true)));
    points
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn formulas_have_the_values_of_expressions(e in expr()) {
        let f = e.formula();
        let text = f.text(&["p0".into(), "p1".into()]);
        for values in grid([4, 3, 3]) {
            let of = valuation(values);
            let Some(expected) = e.value(&of) else { continue };
            if f.is_unknown() { break }
            // A number that is too large on the way has no value.
            if let Some(found) = at(&f, values) {
                prop_assert_eq!(&found, &expected, "{:?} at {:?}", f, values);
                prop_assert_eq!(Reader::value(&text, &of), Some(expected.clone()), "{} at {:?}", text, values);
                prop_assert!(!f.is_integral() || expected.is_integer());
                prop_assert!(!f.is_plainly_non_negative() || expected.signum() >= 0);
            }
        }
    }

    #[test]
    fn substitution_is_that_of_values(e in expr(), a in expr(), b in expr()) {
        let with = |f: &Formula| f.substitute(&|s| match s {
            Symbol::Param(0) => Some(a.formula()),
            Symbol::Var(0) => Some(b.formula()),
            _ => None,
        });
        let f = with(&e.formula());
        if f.is_unknown() { return Ok(()); }
        for values in grid([3, 2, 3]) {
            let of = valuation(values);
            let (Some(x), Some(z)) = (a.value(&of), b.value(&of)) else { continue };
            let (Some(x), Some(z)) = (x.to_i64(), z.to_i64()) else { continue };
            // Symbols are natural numbers: what is simplified by that has no meaning elsewhere.
            if x < 0 || z < 0 { continue }
            let (Some(expected), Some(found)) =
                (e.value(&valuation([x, values[1], z])), at(&f, values)) else { continue };
            prop_assert_eq!(found, expected, "{:?} at {:?}", f, values);
        }
    }

    #[test]
    fn what_is_proved_holds(known in known(&SYMBOLS), e in expr(), a in expr(), c in -2i64..3) {
        let facts = facts_of(&known);
        let (f, a) = (e.formula(), a.formula());
        let goals = [f.plus(c), f.neg().plus(c), f.sub(&a).plus(c), a.sub(&f), Formula::max(&[f.clone(), a.clone()]).sub(&a)];
        let proved: Vec<&Formula> = goals.iter().filter(|goal| facts.non_negative(goal)).collect();
        let contradictory = facts.contradictory();
        if proved.is_empty() && !contradictory { return Ok(()); }
        for values in points(&known, [9, 4, 7]) {
            prop_assert!(!contradictory, "{:?} at {:?}", facts, values);
            for goal in &proved {
                if let Some(value) = at(goal, values) {
                    prop_assert!(value.signum() >= 0, "{:?} at {:?} by {:?}", goal, values, facts);
                }
            }
        }
    }

    #[test]
    fn bounds_over_a_range_hold(known in known(PARAMS), e in expr(), count in over(PARAMS)) {
        let facts = facts_of(&known);
        let (f, count) = (e.formula(), count.formula());
        if !count.is_integral() { return Ok(()); }
        let (above, below) = (most(&f, 0, &count, &facts), least(&f, 0, &count, &facts));
        let (sum, exact) = total(&f, 0, &count, &facts);
        for values in points(&known, [7, 4, 0]) {
            let Some(length) = at(&count, values).and_then(|c| c.to_i64()) else { continue };
            if length > 40 { continue }
            let each: Option<Vec<Num>> = (0..length).map(|i| at(&f, [values[0], values[1], i])).collect();
            let Some(each) = each else { continue };
            for (bound, up) in [(&above, true), (&below, false)] {
                if each.is_empty() || bound.formula.is_unknown() { continue }
                let Some(value) = at(&bound.formula, values) else { continue };
                for v in &each {
                    prop_assert!(if up { *v <= value } else { *v >= value }, "{:?} of {:?} in {:?} at {:?}", bound, f, count, values);
                }
                if let Some(index) = &bound.at {
                    let index = at(index, values).and_then(|i| i.to_u32()).unwrap_or(u32::MAX);
                    prop_assert_eq!(each.get(index as usize), Some(&value), "{:?} of {:?} in {:?} at {:?}", bound, f, count, values);
                }
            }
            if let Some(value) = at(&sum, values).filter(|_| !sum.is_unknown()) {
                let expected: Num = each.iter().sum();
                if exact {
                    prop_assert_eq!(&value, &expected, "{:?} of {:?} in {:?} at {:?}", sum, f, count, values);
                } else if each.iter().all(|v| v.signum() >= 0) {
                    prop_assert!(value >= expected, "{:?} of {:?} in {:?} at {:?}", sum, f, count, values);
                }
            }
        }
    }
}

/// Reads what formulas print, with the precedence of circ.
struct Reader<'a> {
    rest: &'a str,
    of: &'a dyn Fn(Symbol) -> i64,
}

impl Reader<'_> {
    fn value(text: &str, of: &dyn Fn(Symbol) -> i64) -> Option<Num> {
        let mut reader = Reader { rest: text, of };
        let value = reader.sum()?;
        reader.rest.is_empty().then_some(value)
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(token);
        self.rest = found.unwrap_or(self.rest).trim_start();
        found.is_some()
    }

    fn sum(&mut self) -> Option<Num> {
        let mut value = self.product()?;
        loop {
            if self.eat("+") {
                value = value.add(&self.product()?);
            } else if self.eat("-") {
                value = value.sub(&self.product()?);
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<Num> {
        let mut value = self.unary()?;
        loop {
            if self.eat("*") {
                value = value.mul(&self.unary()?);
            } else if self.eat("/") {
                value = value.div(&self.unary()?)?;
            } else if self.eat("%") {
                let m = self.unary()?;
                value = value.sub(&value.div(&m)?.floor().mul(&m));
            } else {
                return Some(value);
            }
        }
    }

    fn unary(&mut self) -> Option<Num> {
        if self.eat("-") {
            return Some(self.unary()?.neg());
        }
        let base = self.primary()?;
        if !self.eat("^") {
            return Some(base);
        }
        let exponent = self.unary()?.to_i64()?;
        let power = base.pow(u32::try_from(exponent.abs()).ok()?);
        if exponent < 0 { power.recip() } else { Some(power) }
    }

    fn primary(&mut self) -> Option<Num> {
        if self.eat("(") {
            let value = self.sum()?;
            return self.eat(")").then_some(value);
        }
        for (name, up) in [("ceil(", true), ("floor(", false)] {
            if self.eat(name) {
                let value = if self.eat("log2(") {
                    let value = log2(&self.sum()?, up);
                    // Nothing but the rounding stands around a logarithm.
                    self.eat(")").then_some(value)?
                } else if up {
                    self.sum()?.ceil()
                } else {
                    self.sum()?.floor()
                };
                return self.eat(")").then_some(value);
            }
        }
        for (name, largest) in [("max(", true), ("min(", false)] {
            if self.eat(name) {
                let mut values = vec![self.sum()?];
                while self.eat(",") {
                    values.push(self.sum()?);
                }
                let value = if largest { values.into_iter().max() } else { values.into_iter().min() };
                return self.eat(")").then_some(value?);
            }
        }
        for (name, symbol) in ["p0", "p1", "i0"].iter().zip(SYMBOLS) {
            if self.eat(name) {
                return Some(Num::int((self.of)(symbol)));
            }
        }
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest.trim_start();
        number.parse().ok()
    }
}
