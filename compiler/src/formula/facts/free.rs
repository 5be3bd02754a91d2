//! Facts that hold of atoms by themselves.

use std::collections::BTreeSet;

use super::super::{Atom, Formula};

/// Of more atoms of a kind than this, the later ones are not compared with each other.
const MAX_COMPARED: usize = 6;

/// Facts about these atoms. `prove` shows that something is not negative; `known` are the assumed facts.
pub(super) fn free(
    atoms: &BTreeSet<Atom>,
    known: &[Formula],
    prove: &mut dyn FnMut(&Formula) -> bool,
) -> Vec<Formula> {
    let mut found = Vec::new();
    for atom in atoms {
        let value = Formula::atom(atom.clone());
        match atom {
            Atom::Symbol(_) => {}
            Atom::Mod(inner, modulus) => {
                remainder(&value, inner, i64::from(*modulus), known, &mut found, prove);
            }
            Atom::CeilLog2(inner) => logarithm(&value, inner, true, known, &mut found, prove),
            Atom::FloorLog2(inner) => logarithm(&value, inner, false, known, &mut found, prove),
            Atom::Power(base, exponent) => power(&value, *base, exponent, &mut found, prove),
            Atom::Max(all) => found.extend(all.iter().map(|f| value.sub(f))),
            Atom::Min(all) => found.extend(all.iter().map(|f| f.sub(&value))),
        }
    }
    compare(atoms, &mut found, prove);
    found.retain(|fact| !fact.is_unknown());
    found
}

fn remainder(
    value: &Formula,
    inner: &Formula,
    modulus: i64,
    known: &[Formula],
    found: &mut Vec<Formula>,
    prove: &mut dyn FnMut(&Formula) -> bool,
) {
    found.push(Formula::int(modulus - 1).sub(value));
    if prove(inner) {
        found.push(inner.sub(value));
        if prove(&Formula::int(modulus - 1).sub(inner)) {
            found.push(value.sub(inner));
        }
    }
    // A power of two that is at least a smaller one is a multiple of it.
    let power_of_two = u64::try_from(modulus).is_ok_and(u64::is_power_of_two);
    if power_of_two && !equal_powers(inner, known).is_empty() && prove(&inner.plus(-modulus)) {
        found.push(value.neg());
    }
}

/// The exponents q for which it is known that f = 2^q.
fn equal_powers(f: &Formula, known: &[Formula]) -> Vec<Formula> {
    let mut exponents = Vec::new();
    for fact in known {
        for atom in top_atoms(fact) {
            if let Atom::Power(2, exponent) = &atom {
                let difference = f.sub(&Formula::atom(atom.clone()));
                if known.contains(&difference) && known.contains(&difference.neg()) {
                    exponents.push(exponent.clone());
                }
            }
        }
    }
    exponents.sort();
    exponents.dedup();
    exponents
}

fn logarithm(
    value: &Formula,
    inner: &Formula,
    up: bool,
    known: &[Formula],
    found: &mut Vec<Formula>,
    prove: &mut dyn FnMut(&Formula) -> bool,
) {
    if prove(&inner.plus(-1)) {
        found.push(inner.plus(-1).sub(value));
        // 2·L(e) <= e + 1 and 2·floor(log2 e) <= e.
        found.push(inner.plus(i64::from(up)).sub(&value.times(2)));
        // Where e is at least the least number with a logarithm, so is its logarithm.
        for log in 1..=3 {
            let least = if up { (1 << (log - 1)) + 1 } else { 1 << log };
            if !prove(&inner.plus(-least)) {
                break;
            }
            found.push(value.plus(-log));
        }
    } else if prove(inner) {
        found.push(inner.sub(value));
    }
    for log in 0..=2 {
        let most = if up { 1 << log } else { (2 << log) - 1 };
        if prove(&Formula::int(most).sub(inner)) {
            found.push(Formula::int(log).sub(value));
            break;
        }
    }
    for exponent in equal_powers(inner, known) {
        if prove(&exponent) {
            found.push(value.sub(&exponent));
            found.push(exponent.sub(value));
        }
    }
}

fn power(
    value: &Formula,
    base: u32,
    exponent: &Formula,
    found: &mut Vec<Formula>,
    prove: &mut dyn FnMut(&Formula) -> bool,
) {
    if prove(exponent) {
        // Bernoulli's inequality; and b^q >= b·q.
        found.push(value.sub(&exponent.times(i64::from(base) - 1)).plus(-1));
        found.push(value.sub(&exponent.times(i64::from(base))));
    }
    if prove(&exponent.neg()) {
        found.push(Formula::one().sub(value));
    }
    // 2^(c·log2 e), next to e^c.
    let Some((monomial, coefficient)) = exponent.as_term() else { return };
    let (Some(times), 2) = (coefficient.to_u32().filter(|c| (1..=4).contains(c)), base) else { return };
    match monomial.as_slice() {
        [(Atom::CeilLog2(inner), 1)] => {
            if prove(&inner.plus(-1)) {
                found.push(inner.times(2).plus(-1).pow(times).sub(value));
                found.push(value.sub(&inner.pow(times)));
            }
            if prove(&inner.plus(-2)) {
                found.push(inner.times(2).plus(-2).pow(times).sub(value));
            }
            if times == 1 {
                found.push(value.sub(inner));
            }
        }
        [(Atom::FloorLog2(inner), 1)] => {
            if prove(&inner.plus(-1)) {
                found.push(inner.pow(times).sub(value));
                found.push(value.times(1 << times).sub(&inner.plus(1).pow(times)));
            }
        }
        _ => {}
    }
}

/// Logarithms and powers do not fall.
fn compare(atoms: &BTreeSet<Atom>, found: &mut Vec<Formula>, prove: &mut dyn FnMut(&Formula) -> bool) {
    let logs =
        atoms.iter().filter(|a| matches!(a, Atom::CeilLog2(_) | Atom::FloorLog2(_))).take(MAX_COMPARED);
    let powers = atoms.iter().filter(|a| matches!(a, Atom::Power(..))).take(MAX_COMPARED);
    let pairs = |all: Vec<&Atom>| {
        let all: Vec<Atom> = all.into_iter().cloned().collect();
        let mut pairs = Vec::new();
        for a in &all {
            pairs.extend(all.iter().filter(|b| *b != a).map(|b| (a.clone(), b.clone())));
        }
        pairs
    };
    for (low, high) in pairs(logs.collect()) {
        logarithms(&low, &high, found, prove);
    }
    for (low, high) in pairs(powers.collect()) {
        let (Atom::Power(b, p), Atom::Power(c, q)) = (&low, &high) else { continue };
        let (l, h) = (Formula::atom(low.clone()), Formula::atom(high.clone()));
        if b != c {
            // A larger base to a larger exponent.
            if b < c && prove(p) && prove(&q.sub(p)) {
                found.push(h.sub(&l));
            }
            continue;
        }
        for shift in [1, 0, -1] {
            // p + shift <= q.
            if prove(&q.sub(p).plus(-shift)) {
                let base = Formula::int(i64::from(*b));
                found.push(match shift {
                    1 => h.sub(&l.mul(&base)),
                    0 => h.sub(&l),
                    _ => h.mul(&base).sub(&l),
                });
                break;
            }
        }
    }
}

/// The strongest `low + k <= high` of a few k that is proved.
fn logarithms(low: &Atom, high: &Atom, found: &mut Vec<Formula>, prove: &mut dyn FnMut(&Formula) -> bool) {
    let (l, h) = (Formula::atom(low.clone()), Formula::atom(high.clone()));
    // a ceiling or a floor, and the formula under it.
    let part = |atom: &Atom| match atom {
        Atom::CeilLog2(f) => Some((true, f.clone())),
        Atom::FloorLog2(f) => Some((false, f.clone())),
        _ => None,
    };
    let (Some((low_up, a)), Some((high_up, b))) = (part(low), part(high)) else { return };
    let one = |f: &Formula| f.plus(-1);
    let shift = match (low_up, high_up) {
        // L(a) + 1 = L(2a) = L(2a - 1), the last for a >= 2.
        (true, true) | (false, false) => {
            let doubled = a.times(2);
            if prove(&b.sub(&doubled)) && prove(&one(&a)) {
                Some(1)
            } else if low_up && prove(&b.sub(&one(&doubled))) && prove(&a.plus(-2)) {
                Some(1)
            } else if prove(&b.sub(&a)) {
                Some(0)
            } else {
                let far = |k: i64| {
                    // a <= 2^k·b, and for floors a <= 2^k·(b + 1) - 1.
                    if low_up { b.times(1 << k).sub(&a) } else { one(&b.plus(1).times(1 << k)).sub(&a) }
                };
                if prove(&one(&b)) { (1..=2).find(|k| prove(&far(*k))).map(|k| -k) } else { None }
            }
        }
        // L(b + 1) = floor(log2 b) + 1, for b >= 1.
        (false, true) => {
            if prove(&one(&a)) && prove(&one(&b.sub(&a))) {
                Some(1)
            } else {
                prove(&b.sub(&a)).then_some(0)
            }
        }
        (true, false) => {
            if prove(&one(&b)) && prove(&b.plus(1).sub(&a)) {
                Some(-1)
            } else {
                None
            }
        }
    };
    if let Some(shift) = shift {
        found.push(h.sub(&l).plus(-shift));
    }
}

/// The atoms of a formula, without those within them.
pub(super) fn top_atoms(f: &Formula) -> BTreeSet<Atom> {
    f.terms().into_iter().flat_map(|terms| terms.keys()).flatten().map(|(atom, _)| atom.clone()).collect()
}
