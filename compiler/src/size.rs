//! Sizes as polynomials in the size parameters: how shapes are compared for all n.
//!
//! A [`Size`] is a polynomial with rational coefficients over two kinds of atoms: parameters, and remainders
//! `p mod d` of integer polynomials. `floor` and `ceil` are written with remainders, `floor(p/d) = (p - p mod d)/d`
//! and `ceil(p/d) = (p + (-p) mod d)/d`, with the coefficients under `mod` reduced. That form is canonical enough
//! that `floor(n/2) + ceil(n/2)` is `n`, as `-n mod 2` is `n mod 2`. What is not of this form (a power with a
//! parameter in its exponent, a logarithm, a loop index) has no `Size`, and is judged at each n that is built.

use std::collections::BTreeMap;

use circ_runtime::Num;

use crate::formula::Formula;

/// A polynomial with more terms than this is given up: the shape is then judged at each n.
const MAX_TERMS: usize = 64;
/// So is one with more terms and atoms, those under remainders counted,
const MAX_WEIGHT: usize = 256;
/// with longer coefficients,
const MAX_BITS: u64 = 512;
/// or of a higher degree.
const MAX_DEGREE: u32 = 12;

/// What a polynomial is over: natural numbers that the parameters determine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    /// The parameter with this index in the family's list.
    Param(u32),
    /// The remainder of a polynomial with integer coefficients by a modulus of at least 2.
    Mod(Size, u32),
}

/// A product of powers of atoms, sorted; empty for 1.
type Monomial = Vec<(Atom, u32)>;

/// A polynomial in the parameters of one family; see the module's head.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Size {
    /// Coefficients that are not zero.
    terms: BTreeMap<Monomial, Num>,
}

impl Size {
    /// A constant.
    pub fn constant(value: Num) -> Size {
        let mut terms = BTreeMap::new();
        if !value.is_zero() {
            terms.insert(Vec::new(), value);
        }
        Size { terms }
    }

    /// A natural constant.
    pub fn natural(value: u64) -> Size {
        Size::constant(i64::try_from(value).map_or_else(|_| Num::from_bigint(value.into()), Num::int))
    }

    /// The parameter with this index.
    pub fn param(index: u32) -> Size {
        Size::atom(Atom::Param(index))
    }

    fn atom(atom: Atom) -> Size {
        Size { terms: BTreeMap::from([(vec![(atom, 1)], Num::ONE)]) }
    }

    /// The value, where no parameter occurs.
    pub fn as_constant(&self) -> Option<Num> {
        match self.terms.len() {
            0 => Some(Num::ZERO),
            1 => self.terms.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// A number that it is never below, whatever the parameters are. `None` where no such number is known: parameters
    /// have no upper bound, so a term that takes away must be one of remainders.
    pub fn least(&self) -> Option<Num> {
        let mut least = Num::ZERO;
        for (monomial, coefficient) in &self.terms {
            if monomial.is_empty() {
                least = least.add(coefficient);
            } else if coefficient.signum() < 0 {
                let mut most = Num::ONE;
                for (atom, exponent) in monomial {
                    let Atom::Mod(_, modulus) = atom else { return None };
                    let largest = Num::int(i64::from(*modulus) - 1);
                    for _ in 0..*exponent {
                        most = most.mul(&largest);
                    }
                }
                least = least.add(&coefficient.mul(&most));
            }
        }
        Some(least)
    }

    /// The index of the parameter, where the size is a bare parameter.
    pub fn as_param(&self) -> Option<u32> {
        let (monomial, coefficient) = self.terms.iter().next()?;
        match monomial.as_slice() {
            [(Atom::Param(index), 1)] if self.terms.len() == 1 && coefficient.is_one() => Some(*index),
            _ => None,
        }
    }

    /// The sum.
    pub fn add(&self, other: &Size) -> Option<Size> {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.terms {
            sum.add_term(monomial.clone(), coefficient);
        }
        sum.bounded()
    }

    /// The difference.
    pub fn sub(&self, other: &Size) -> Option<Size> {
        self.add(&other.scale(&Num::MINUS_ONE))
    }

    /// The product with a number.
    pub fn scale(&self, factor: &Num) -> Size {
        if factor.is_zero() {
            return Size::default();
        }
        Size { terms: self.terms.iter().map(|(m, c)| (m.clone(), c.mul(factor))).collect() }
    }

    /// The product.
    pub fn mul(&self, other: &Size) -> Option<Size> {
        if self.terms.len() * other.terms.len() > MAX_TERMS * MAX_TERMS {
            return None;
        }
        let mut product = Size::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                product.add_term(multiply(left, right)?, &a.mul(b));
            }
        }
        product.bounded()
    }

    /// The power with a constant natural exponent.
    pub fn pow(&self, exponent: u32) -> Option<Size> {
        if exponent > MAX_DEGREE {
            return None;
        }
        let mut power = Size::constant(Num::ONE);
        for _ in 0..exponent {
            power = power.mul(self)?;
        }
        Some(power)
    }

    /// The greatest integer that is not above it.
    pub fn floor(&self) -> Option<Size> {
        self.rounded(false)
    }

    /// The least integer that is not below it.
    pub fn ceil(&self) -> Option<Size> {
        self.rounded(true)
    }

    /// The remainder by a constant positive integer.
    pub fn rem(&self, modulus: u32) -> Option<Size> {
        (modulus > 0 && self.terms.values().all(Num::is_integer)).then(|| self.reduced(modulus)).flatten()
    }

    /// With p/d the polynomial over its least common denominator: `(p ∓ (±p) mod d) / d`.
    fn rounded(&self, up: bool) -> Option<Size> {
        let denominator = self.common_denominator()?;
        if denominator == 1 {
            return Some(self.clone());
        }
        let d = Num::int(i64::from(denominator));
        let integral = self.scale(&d);
        let whole = if up {
            integral.add(&integral.scale(&Num::MINUS_ONE).reduced(denominator)?)?
        } else {
            integral.sub(&integral.reduced(denominator)?)?
        };
        Some(whole.scale(&d.recip()?))
    }

    /// The remainder of a polynomial with integer coefficients, as a constant or one atom.
    fn reduced(&self, modulus: u32) -> Option<Size> {
        let m = Num::int(i64::from(modulus));
        let mut rest = Size::default();
        for (monomial, coefficient) in &self.terms {
            let quotient = coefficient.div(&m)?.floor();
            rest.add_term(monomial.clone(), &coefficient.sub(&quotient.mul(&m)));
        }
        if rest.as_constant().is_some() {
            return Some(rest);
        }
        // (p + 1) mod 2 is 1 - p mod 2.
        if modulus == 2
            && let Some(one) = rest.terms.remove(&Vec::new())
        {
            return Size::constant(one).sub(&Size::atom(Atom::Mod(rest, modulus)));
        }
        Size::atom(Atom::Mod(rest, modulus)).bounded()
    }

    fn common_denominator(&self) -> Option<u32> {
        let mut common = 1u32;
        for coefficient in self.terms.values() {
            // The least k with k·common·coefficient an integer; denominators in sizes are tiny.
            let step = coefficient.mul(&Num::int(i64::from(common))).denominator();
            common = common.checked_mul(u32::try_from(step).ok()?)?;
        }
        Some(common)
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: &Num) {
        let sum = match self.terms.get(&monomial) {
            Some(old) => old.add(coefficient),
            None => coefficient.clone(),
        };
        if sum.is_zero() {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
    }

    /// The polynomial, unless it has grown too large to be worth comparing.
    pub fn bounded(self) -> Option<Size> {
        let small = |c: &Num| c.bits() <= MAX_BITS;
        (self.terms.len() <= MAX_TERMS && self.weight() <= MAX_WEIGHT && self.terms.values().all(small))
            .then_some(self)
    }

    /// How many terms and atoms it has, those under remainders counted.
    fn weight(&self) -> usize {
        let atom = |atom: &Atom| match atom {
            Atom::Param(_) => 1,
            Atom::Mod(inner, _) => 1 + inner.weight(),
        };
        self.terms.keys().map(|monomial| 1 + monomial.iter().map(|(a, _)| atom(a)).sum::<usize>()).sum()
    }

    /// Whether remainders occur: then two that differ in form may be the same size.
    pub fn has_remainders(&self) -> bool {
        self.terms.keys().flatten().any(|(atom, _)| matches!(atom, Atom::Mod(..)))
    }

    /// Whether the parameter with this index occurs.
    pub fn mentions(&self, index: u32) -> bool {
        self.terms.keys().flatten().any(|(atom, _)| match atom {
            Atom::Param(param) => *param == index,
            Atom::Mod(inner, _) => inner.mentions(index),
        })
    }

    /// With each parameter replaced; `None` where an argument is unknown or the result is out of bounds.
    pub fn substitute(&self, arguments: &[Option<Size>]) -> Option<Size> {
        let mut sum = Size::default();
        for (monomial, coefficient) in &self.terms {
            let mut product = Size::constant(coefficient.clone());
            for (atom, exponent) in monomial {
                let value = match atom {
                    Atom::Param(index) => arguments.get(*index as usize)?.clone()?,
                    Atom::Mod(inner, modulus) => inner.substitute(arguments)?.rem(*modulus)?,
                };
                product = product.mul(&value.pow(*exponent)?)?;
            }
            sum = sum.add(&product)?;
        }
        Some(sum)
    }

    /// The same polynomial among the formulas of the analysis.
    pub(crate) fn to_formula(&self) -> Formula {
        let terms = self.terms.iter().map(|(monomial, coefficient)| {
            let factors = monomial.iter().map(|(atom, exponent)| match atom {
                Atom::Param(index) => Formula::param(*index).pow(*exponent),
                Atom::Mod(inner, modulus) => inner.to_formula().rem(*modulus).pow(*exponent),
            });
            factors.fold(Formula::constant(coefficient.clone()), |product, factor| product.mul(&factor))
        });
        terms.fold(Formula::zero(), |sum, term| sum.add(&term))
    }

    /// In circ's expression syntax, with the parameters' names: `2*n - 1`, `floor(n/2) + 1`.
    pub fn text(&self, params: &[String]) -> String {
        // Each term as its coefficient and its factors; floors and ceilings are put together again.
        let mut rest = self.clone();
        let mut terms: Vec<(Num, Vec<String>)> = Vec::new();
        for (monomial, coefficient) in &self.terms {
            let [(Atom::Mod(inner, modulus), 1)] = monomial.as_slice() else { continue };
            let down = coefficient.mul(&Num::int(-i64::from(*modulus)));
            let (times, name, sign) = if *modulus == 2 && down.signum() < 0 {
                (down.neg(), "ceil", 1)
            } else {
                (down, "floor", -1)
            };
            // times·floor(p/m) = times·(p - p mod m)/m, and with the other sign the ceiling for m = 2.
            let whole = Size::atom(Atom::Mod(inner.clone(), *modulus)).scale(&Num::int(sign)).add(inner);
            let over = Num::int(i64::from(*modulus)).recip();
            let (Some(whole), Some(over)) = (whole, over) else { continue };
            let Some(less) = rest.sub(&whole.scale(&over.mul(&times))) else { continue };
            if times.is_integer() && less.terms.len() < rest.terms.len() {
                rest = less;
                let inner = inner.text(params);
                let inner = if is_word(&inner) { inner } else { format!("({inner})") };
                terms.push((times, vec![format!("{name}({inner}/{modulus})")]));
            }
        }
        // The constant, which sorts first, reads better last.
        let constant = rest.terms.get_key_value(&Vec::new());
        let plain: Vec<(Num, Vec<String>)> = (rest
            .terms
            .iter()
            .filter(|(m, _)| !m.is_empty())
            .chain(constant))
        .map(|(monomial, coefficient)| {
            (coefficient.clone(), monomial.iter().map(|(atom, e)| factor_text(atom, *e, params)).collect())
        })
        .collect();
        let split = plain.len() - usize::from(constant.is_some());
        terms.splice(0..0, plain[..split].iter().cloned());
        terms.extend(plain[split..].iter().cloned());
        let mut out = String::new();
        for (coefficient, factors) in &terms {
            let negative = coefficient.signum() < 0;
            let magnitude = if negative { coefficient.neg() } else { coefficient.clone() };
            match (out.is_empty(), negative) {
                (true, false) => {}
                (true, true) => out.push('-'),
                (false, false) => out.push_str(" + "),
                (false, true) => out.push_str(" - "),
            }
            let mut parts = factors.clone();
            if factors.is_empty() || !magnitude.is_one() {
                parts.insert(0, magnitude.to_string());
            }
            out.push_str(&parts.join("*"));
        }
        if out.is_empty() {
            out.push('0');
        }
        out
    }
}

/// A power of an atom, fit to stand in a product.
fn factor_text(atom: &Atom, exponent: u32, params: &[String]) -> String {
    let base = match atom {
        Atom::Param(index) => params.get(*index as usize).cloned().unwrap_or_else(|| format!("#{index}")),
        Atom::Mod(inner, modulus) => {
            let inner = inner.text(params);
            if is_word(&inner) {
                format!("({inner} % {modulus})")
            } else {
                format!("(({inner}) % {modulus})")
            }
        }
    };
    if exponent > 1 { format!("{base}^{exponent}") } else { base }
}

/// Whether a text binds as tightly as a name.
fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn multiply(left: &Monomial, right: &Monomial) -> Option<Monomial> {
    let mut product = left.clone();
    for (atom, exponent) in right {
        match product.binary_search_by(|(other, _)| other.cmp(atom)) {
            Ok(at) => product[at].1 += exponent,
            Err(at) => product.insert(at, (atom.clone(), *exponent)),
        }
    }
    (product.iter().map(|(_, e)| e).sum::<u32>() <= MAX_DEGREE).then_some(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Size {
        Size::param(0)
    }

    fn half() -> Num {
        Num::ratio(1, 2).unwrap()
    }

    #[test]
    fn rounding_up_is_rounding_down_of_one_more() {
        let more = n().add(&Size::natural(1)).unwrap().scale(&half()).floor().unwrap();
        assert_eq!(n().scale(&half()).ceil().unwrap(), more);
    }

    #[test]
    fn sizes_that_grow_without_end_are_given_up() {
        let mut size = Some(n());
        for _ in 0..100 {
            size = size.and_then(|s| {
                let thirds = s.scale(&Num::ratio(1, 3).unwrap()).floor()?;
                s.scale(&half()).floor()?.add(&thirds)
            });
        }
        assert_eq!(size, None);
        let mut square = Some(Size::natural(3));
        for _ in 0..60 {
            square = square.and_then(|s| s.mul(&s));
        }
        assert_eq!(square, None);
    }

    #[test]
    fn halves_add_up() {
        let floor = n().scale(&half()).floor().unwrap();
        let ceil = n().scale(&half()).ceil().unwrap();
        assert_eq!(floor.add(&ceil).unwrap(), n());
        assert_ne!(floor.add(&floor).unwrap(), n());
    }

    #[test]
    fn least_values() {
        let one = Size::natural(1);
        let square = n().mul(&n()).unwrap();
        assert_eq!(square.add(&one).unwrap().least(), Some(Num::ONE));
        assert_eq!(n().sub(&one).unwrap().least(), Some(Num::MINUS_ONE));
        assert_eq!(one.sub(&n()).unwrap().least(), None);
        // 2 - n mod 3 is at least 0, and n - floor(n/2) too.
        assert_eq!(Size::natural(2).sub(&n().rem(3).unwrap()).unwrap().least(), Some(Num::ZERO));
        assert_eq!(n().sub(&n().scale(&half()).floor().unwrap()).unwrap().least(), Some(Num::ZERO));
    }

    #[test]
    fn exact_division_disappears() {
        let twice_plus_one = n().scale(&Num::int(2)).add(&Size::natural(1)).unwrap();
        assert_eq!(twice_plus_one.scale(&half()).floor().unwrap(), n());
        assert_eq!(twice_plus_one.scale(&half()).ceil().unwrap(), n().add(&Size::natural(1)).unwrap());
    }

    #[test]
    fn substitutes_under_remainders() {
        let floor = n().scale(&half()).floor().unwrap();
        let even = n().scale(&Num::int(2));
        assert_eq!(floor.substitute(&[Some(even)]).unwrap(), n());
        assert_eq!(floor.substitute(&[None]), None);
    }

    #[test]
    fn prints_as_an_expression() {
        let names = ["n".to_string()];
        assert_eq!(n().scale(&Num::int(2)).sub(&Size::natural(1)).unwrap().text(&names), "2*n - 1");
        assert_eq!(Size::default().text(&names), "0");
        let halved = n().scale(&half());
        assert_eq!(halved.floor().unwrap().text(&names), "floor(n/2)");
        assert_eq!(halved.ceil().unwrap().text(&names), "ceil(n/2)");
        let more = halved.floor().unwrap().add(&n()).unwrap().sub(&Size::natural(3)).unwrap();
        assert_eq!(more.text(&names), "n + floor(n/2) - 3");
        let thirds = n().add(&Size::natural(1)).unwrap().scale(&Num::ratio(1, 3).unwrap()).floor().unwrap();
        assert_eq!(thirds.text(&names), "floor((n + 1)/3)");
        assert_eq!(n().rem(3).unwrap().text(&names), "(n % 3)");
    }
}
