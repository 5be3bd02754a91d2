//! Formulas in circ's expression syntax, ordered so that they read well: falling degree, the constant last.

use std::cmp::Reverse;
use std::fmt;

use circ_runtime::Num;

use super::{Atom, Formula, Monomial, Symbol};

impl Formula {
    /// In circ's expression syntax, with the parameters' names: `3*n + 9`, `floor(n/2)`, `2^ceil(log2(n))`.
    ///
    /// It is the text of an equal formula where that is shorter.
    pub fn text(&self, params: &[String]) -> String {
        let names = Names::Given(params);
        let text = |formula: &Formula| formula.written(&names).text;
        text(&self.tidy(&text))
    }

    fn written(&self, names: &Names<'_>) -> Written {
        if self.is_unknown() {
            return Written { text: "?".into(), tight: true };
        }
        let mut pieces = pieces(self);
        // The highest first; what is taken away stands after something that it can be taken from.
        pieces.sort_by_cached_key(|piece| Reverse(piece.place()));
        if pieces.first().is_some_and(|p| p.coefficient.signum() < 0)
            && let Some(at) = pieces.iter().position(|p| p.coefficient.signum() > 0)
        {
            let positive = pieces.remove(at);
            pieces.insert(0, positive);
        }
        let tight = match pieces.as_slice() {
            [] => true,
            [piece] => match (&piece.floor, piece.monomial.as_slice()) {
                (None, []) => piece.coefficient.is_integer() && piece.coefficient.signum() > 0,
                (None, [(Atom::Power(..), 1)]) => false,
                (None, [(_, 1)]) | (Some(_), []) => piece.coefficient.is_one(),
                _ => false,
            },
            _ => false,
        };
        let mut text = String::new();
        let mut rest = pieces.as_slice();
        while let Some(piece) = rest.first() {
            // What is over one number stands over it together, where more than one term is.
            let d = piece.coefficient.denominator();
            let together = |p: &Piece| !p.monomial.is_empty() && p.coefficient.denominator() == d;
            let run = rest.iter().take_while(|p| together(p)).count();
            if run > 1 && !piece.coefficient.is_integer() {
                let negative = piece.coefficient.signum() < 0;
                let over = Num::from_bigint(d).mul(&Num::int(if negative { -1 } else { 1 }));
                sign(&mut text, negative);
                let mut inner = String::new();
                for p in &rest[..run] {
                    p.append(&mut inner, &p.coefficient.mul(&over), names);
                }
                text.push_str(&format!("({inner})/{}", if negative { over.neg() } else { over }));
                rest = &rest[run..];
            } else {
                piece.append(&mut text, &piece.coefficient, names);
                rest = &rest[1..];
            }
        }
        if text.is_empty() {
            text.push('0');
        }
        Written { text, tight }
    }
}

/// A text, and whether it binds as tightly as a name.
struct Written {
    text: String,
    tight: bool,
}

impl Written {
    fn in_brackets(self) -> String {
        if self.tight { self.text } else { format!("({})", self.text) }
    }
}

/// How symbols are called.
enum Names<'a> {
    Given(&'a [String]),
    Numbered,
}

impl Names<'_> {
    fn of(&self, symbol: Symbol) -> String {
        match (symbol, self) {
            (Symbol::Param(index), Names::Given(names)) => {
                names.get(index as usize).cloned().unwrap_or_else(|| format!("p{index}"))
            }
            (Symbol::Param(index), Names::Numbered) => format!("p{index}"),
            (Symbol::Var(number), _) => format!("i{number}"),
        }
    }
}

/// A term: a coefficient, a product, and perhaps a quotient that is rounded.
struct Piece {
    coefficient: Num,
    monomial: Monomial,
    floor: Option<Rounded>,
}

/// `floor(inner/over)` or `ceil(inner/over)`.
struct Rounded {
    up: bool,
    inner: Formula,
    over: u32,
}

impl Piece {
    /// Where it stands in a sum: what is the largest of others comes after the rest, and the constant last.
    fn place(&self) -> (bool, (u32, u32, u32, bool)) {
        let extreme = matches!(self.monomial.as_slice(), [(Atom::Max(_) | Atom::Min(_), _)]);
        let rank = self.rank();
        (rank.3 && !extreme, rank)
    }

    /// Powers before symbols before logarithms, each by its degree.
    fn rank(&self) -> (u32, u32, u32, bool) {
        let mut rank = (0, 0, 0);
        let rounded = self.floor.iter().map(|r| (degree(&r.inner), 1));
        let each = self.monomial.iter().map(|(atom, e)| {
            (
                match atom {
                    Atom::Symbol(_) => (0, 1, 0),
                    Atom::Mod(..) => (0, 0, 0),
                    Atom::CeilLog2(_) | Atom::FloorLog2(_) => (0, 0, 1),
                    Atom::Power(..) => (1, 0, 0),
                    Atom::Max(all) | Atom::Min(all) => all.iter().map(degree).max().unwrap_or_default(),
                },
                *e,
            )
        });
        for (d, e) in rounded.chain(each) {
            rank = (rank.0 + d.0 * e, rank.1 + d.1 * e, rank.2 + d.2 * e);
        }
        (rank.0, rank.1, rank.2, self.floor.is_some() || !self.monomial.is_empty())
    }

    fn append(&self, text: &mut String, coefficient: &Num, names: &Names<'_>) {
        let negative = coefficient.signum() < 0;
        sign(text, negative);
        let magnitude = if negative { coefficient.neg() } else { coefficient.clone() };
        let below = Num::from_bigint(magnitude.denominator());
        let above = magnitude.mul(&below);
        let mut factors: Vec<String> = self.monomial.iter().map(|(a, e)| factor(a, *e, names)).collect();
        if let Some(rounded) = &self.floor {
            let name = if rounded.up { "ceil" } else { "floor" };
            let inner = rounded.inner.written(names).in_brackets();
            factors.push(format!("{name}({inner}/{})", rounded.over));
        }
        if factors.is_empty() || !above.is_one() {
            factors.insert(0, above.to_string());
        }
        text.push_str(&factors.join("*"));
        if !below.is_one() {
            text.push_str(&format!("/{below}"));
        }
    }
}

fn sign(text: &mut String, negative: bool) {
    match (text.is_empty(), negative) {
        (true, false) => {}
        (true, true) => text.push('-'),
        (false, false) => text.push_str(" + "),
        (false, true) => text.push_str(" - "),
    }
}

/// The rank of the highest term.
fn degree(formula: &Formula) -> (u32, u32, u32) {
    let terms = formula.terms().into_iter().flatten();
    let ranks = terms.map(|(monomial, coefficient)| {
        let piece = Piece { coefficient: coefficient.clone(), monomial: monomial.clone(), floor: None };
        let (power, symbol, log, _) = piece.rank();
        (power, symbol, log)
    });
    ranks.max().unwrap_or_default()
}

/// The terms, with floors and ceilings put together again from the remainders that stand for them.
fn pieces(formula: &Formula) -> Vec<Piece> {
    let mut rest = formula.clone();
    let mut found = Vec::new();
    for (monomial, coefficient) in formula.terms().into_iter().flatten() {
        let mut mods = monomial.iter().enumerate().filter_map(|(at, (atom, e))| match atom {
            Atom::Mod(inner, m) if *e == 1 => Some((at, inner, *m)),
            _ => None,
        });
        let (Some((at, inner, modulus)), None) = (mods.next(), mods.next()) else { continue };
        let mut others = monomial.clone();
        others.remove(at);
        let m = Num::int(i64::from(modulus));
        // times·floor(p/m) is times·(p - p mod m)/m; the ceiling of -p is the negative of that.
        let count = |f: &Formula| f.terms().map_or(usize::MAX, |terms| terms.len());
        let candidates = shifted(inner, modulus).into_iter().filter_map(|(up, inner)| {
            let times = if up { coefficient.mul(&m) } else { coefficient.mul(&m).neg() };
            let product = Formula::term(&Num::ONE, &others).mul(&inner).scale(&times.div(&m)?);
            let less = rest.sub(&product.add(&Formula::term(coefficient, monomial)));
            times.is_integer().then_some((less, times, Rounded { up, inner, over: modulus }))
        });
        // The shortest, and of these the one that takes the least away.
        let taken = |f: &Formula| f.terms().into_iter().flatten().filter(|(_, c)| c.signum() < 0).count();
        let best = candidates.min_by_key(|(less, times, rounded)| {
            (count(less), usize::from(times.signum() < 0) + taken(&rounded.inner))
        });
        if let Some((less, times, rounded)) = best
            && count(&less) < count(&rest)
        {
            rest = less;
            found.push(Piece { coefficient: times, monomial: others, floor: Some(rounded) });
        }
    }
    let plain = rest.terms().into_iter().flatten();
    found
        .splice(0..0, plain.map(|(m, c)| Piece { coefficient: c.clone(), monomial: m.clone(), floor: None }));
    found
}

/// The numerators that a remainder of p may come from: p rounded down and -p rounded up, with the coefficients as they
/// are and as near to 0 as they can be.
fn shifted(p: &Formula, modulus: u32) -> Vec<(bool, Formula)> {
    let m = Num::int(i64::from(modulus));
    let mut near = Formula::zero();
    let mut low = Formula::zero();
    for (monomial, c) in p.terms().into_iter().flatten() {
        let below = c.sub(&m);
        let shorter = c.add(c) > m || (c.add(c) == m && monomial.is_empty());
        near = near.add(&Formula::term(if shorter { &below } else { c }, monomial));
        low = low.add(&Formula::term(&below, monomial));
    }
    vec![(false, p.clone()), (false, near.clone()), (true, p.neg()), (true, near.neg()), (true, low.neg())]
}

/// A power of an atom, fit to stand in a product.
fn factor(atom: &Atom, exponent: u32, names: &Names<'_>) -> String {
    let list = |all: &[Formula]| {
        let mut all: Vec<&Formula> = all.iter().collect();
        all.sort_by_cached_key(|f| Reverse(degree(f)));
        all.into_iter().map(|f| f.written(names).text).collect::<Vec<_>>().join(", ")
    };
    let text = match atom {
        Atom::Symbol(symbol) => names.of(*symbol),
        Atom::Mod(inner, modulus) => format!("({} % {modulus})", inner.written(names).in_brackets()),
        Atom::CeilLog2(inner) => format!("ceil(log2({}))", inner.written(names).text),
        Atom::FloorLog2(inner) => format!("floor(log2({}))", inner.written(names).text),
        Atom::Power(base, inner) => format!("{base}^{}", inner.written(names).in_brackets()),
        Atom::Max(all) => format!("max({})", list(all)),
        Atom::Min(all) => format!("min({})", list(all)),
    };
    if exponent > 1 { format!("{text}^{exponent}") } else { text }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(&Names::Numbered).text)
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&factor(self, 1, &Names::Numbered))
    }
}
