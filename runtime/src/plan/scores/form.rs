//! A score as a polynomial of numbers of the query, numbers of the key, and signs of differences between the two.
//!
//! What depends on one side alone and is no short polynomial, a sign among them, is a number of that side: an
//! *atom*, computed once a position. Signs that look at both sides stay variables, of which no power beyond the
//! second occurs.

use super::super::polynomial::{Poly, small_meter, support};
use super::super::recognise::lead;
use crate::circuit::{Gate, GateId};
use crate::limits::Meter;
use crate::number::Num;
use crate::transformer::Component;
use std::collections::BTreeMap;

/// Variables from here on stand for atoms; below are the inputs of the score.
const ATOMS: u32 = 1 << 28;
/// Variables from here on stand for signs.
const SIGNS: u32 = 1 << 30;
/// Terms beyond which a score is not expanded.
const MAX_TERMS: usize = 512;
/// Terms beyond which what depends on one side is an atom.
const MAX_ATOM_TERMS: usize = 8;
/// Factors of one term beyond which a score is not expanded.
const MAX_DEGREE: usize = 24;

/// Signs beyond which a score is not expanded.
const MAX_SIGNS: usize = 64;

/// Which vectors a number depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Side {
    /// None of them.
    Neither,
    Query,
    Key,
    Both,
}

/// A gate of the score that depends on one side.
#[derive(Clone, Debug)]
pub(in super::super) struct Atom {
    pub(super) gate: GateId,
    pub(super) side: Side,
    /// What it is the sign of, where it is one.
    pub(in super::super) sign_of: Option<Poly>,
    /// Its place among those that the score or its signs read. The entries of a table are atoms that only another
    /// atom reads.
    pub(in super::super) slot: Option<usize>,
    /// The inputs that it reads, where it has a slot.
    pub(in super::super) reads: Vec<u32>,
}

/// The sign of a polynomial that looks at both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Sign {
    /// Of `query - key`, with a polynomial of each side.
    Difference { query: Poly, key: Poly },
    /// Of anything else.
    Mixed(Poly),
}

/// A score in this form.
#[derive(Clone, Debug)]
pub(in super::super) struct Form {
    /// Numbers in a vector.
    pub(in super::super) dim: u32,
    pub(in super::super) atoms: Vec<Atom>,
    /// Each may use the signs before it.
    pub(in super::super) signs: Vec<Sign>,
    /// The score.
    pub(in super::super) result: Poly,
}

/// A variable of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Variable {
    /// A coordinate of the query.
    Query(u32),
    /// A coordinate of the key.
    Key(u32),
    /// The atom with this number.
    Atom(usize),
    /// The sign with this number.
    Sign(usize),
}

/// The variable of the sign number `k`.
pub(super) fn sign_variable(k: usize) -> u32 {
    SIGNS + k as u32
}

impl Form {
    /// The form of a score on vectors of `dim` numbers; `None` where it does not stay short.
    pub(super) fn of(score: &Component, dim: usize) -> Option<Form> {
        let mut form =
            Form { dim: dim as u32, atoms: Vec::new(), signs: Vec::new(), result: Poly::default() };
        let mut polys: Vec<Poly> = Vec::with_capacity(score.gates.len());
        let meter = small_meter();
        for id in score.gates.ids() {
            let at = |g: &GateId| &polys[g.index()];
            let operands = score.gates.operands(id);
            let poly = match score.gates.gate(id) {
                Gate::Input(i) => Some(Poly::variable(i)),
                Gate::Const(value) => Some(Poly::constant(value)),
                Gate::Add(_) => sum(operands.iter().map(at)),
                Gate::Mul(_) => form.product(operands.iter().map(at), &meter),
                Gate::Sign(operand) => Some(form.sign(id, at(&operand))?),
            };
            let side = operands.iter().fold(Side::Neither, |side, g| both(side, form.side_of(at(g))));
            let short = |poly: &Poly| side == Side::Both || poly.len() <= MAX_ATOM_TERMS;
            polys.push(match poly.filter(short) {
                Some(poly) => poly,
                None if side == Side::Both => return None,
                None => form.atom(id, side, None),
            });
        }
        form.result = polys[score.outputs[0].index()].clone();
        form.find_slots(score);
        Some(form)
    }

    /// The gates of the atoms that are read, in the order of their slots.
    pub(super) fn gates(&self) -> Vec<GateId> {
        let mut read: Vec<&Atom> = self.atoms.iter().filter(|atom| atom.slot.is_some()).collect();
        read.sort_by_key(|atom| atom.slot);
        read.into_iter().map(|atom| atom.gate).collect()
    }

    fn find_slots(&mut self, score: &Component) {
        let mut reads = self.result.variables();
        for sign in &self.signs {
            match sign {
                Sign::Difference { query, key } => {
                    reads.extend([query, key].iter().flat_map(|p| p.variables()))
                }
                Sign::Mixed(of) => reads.extend(of.variables()),
            }
        }
        let mut slots = 0;
        for v in reads {
            if let Variable::Atom(k) = self.variable(v)
                && self.atoms[k].slot.is_none()
            {
                let own = Component { gates: score.gates.clone(), outputs: vec![self.atoms[k].gate] };
                (self.atoms[k].slot, self.atoms[k].reads) = (Some(slots), support(&own, &[0]));
                slots += 1;
            }
        }
    }

    /// What a variable is.
    pub(in super::super) fn variable(&self, v: u32) -> Variable {
        match v {
            v if v >= SIGNS => Variable::Sign((v - SIGNS) as usize),
            v if v >= ATOMS => Variable::Atom((v - ATOMS) as usize),
            v if v >= self.dim => Variable::Key(v - self.dim),
            v => Variable::Query(v),
        }
    }

    /// Which vectors a variable depends on.
    pub(in super::super) fn side(&self, v: u32) -> Side {
        match self.variable(v) {
            Variable::Query(_) => Side::Query,
            Variable::Key(_) => Side::Key,
            Variable::Atom(k) => self.atoms[k].side,
            Variable::Sign(_) => Side::Both,
        }
    }

    /// Which vectors a polynomial depends on.
    pub(super) fn side_of(&self, poly: &Poly) -> Side {
        poly.variables().into_iter().fold(Side::Neither, |side, v| both(side, self.side(v)))
    }

    /// The signs that occur in a polynomial.
    pub(super) fn signs_in(&self, poly: &Poly) -> Vec<usize> {
        let sign = |v| match self.variable(v) {
            Variable::Sign(k) => Some(k),
            _ => None,
        };
        poly.variables().into_iter().filter_map(sign).collect()
    }

    /// A polynomial with a number in the place of a variable.
    pub(super) fn with(&self, poly: &Poly, variable: u32, value: &Num, meter: &Meter) -> Option<Poly> {
        let mut put = Poly::default();
        for (variables, coefficient) in poly.terms() {
            let (rest, here): (Vec<u32>, Vec<u32>) = variables.iter().partition(|v| **v != variable);
            let mut coefficient = coefficient.clone();
            for _ in here {
                coefficient = meter.mul(&coefficient, value).ok()?;
            }
            put.push(rest, &coefficient);
        }
        Some(put)
    }

    /// A sum of terms of one side each, as what the query adds and what the key adds, constants with the key, and the
    /// factor of the query by each factor of the key for what is left. `None` where a sign occurs.
    pub(super) fn apart(&self, poly: &Poly) -> Option<Parts> {
        let mut parts = Parts::default();
        for (variables, coefficient) in poly.terms() {
            let mut of_query = Vec::new();
            let mut of_key = Vec::new();
            for &v in variables {
                match self.side(v) {
                    Side::Query => of_query.push(v),
                    Side::Both => return None,
                    Side::Key | Side::Neither => of_key.push(v),
                }
            }
            match (of_query.is_empty(), of_key.is_empty()) {
                (true, _) => parts.key.push(of_key, coefficient),
                (false, true) => parts.query.push(of_query, coefficient),
                (false, false) => parts.cross.entry(of_key).or_default().push(of_query, coefficient),
            }
        }
        Some(parts)
    }

    fn product<'p>(&self, factors: impl Iterator<Item = &'p Poly>, meter: &Meter) -> Option<Poly> {
        let mut product = Poly::constant(&Num::ONE);
        // Of many factors that are not short, one may be 0.
        let factors: Vec<&Poly> = factors.collect();
        if factors.iter().any(|factor| factor.is_zero()) {
            return Some(Poly::default());
        }
        for factor in factors {
            let mut next = Poly::default();
            for (a, p) in product.terms() {
                for (b, q) in factor.terms() {
                    let mut variables = [a, b].concat();
                    variables.sort_unstable();
                    self.lower_powers(&mut variables);
                    if variables.len() > MAX_DEGREE {
                        return None;
                    }
                    next.push(variables, &meter.mul(p, q).ok()?);
                    if next.len() > MAX_TERMS {
                        return None;
                    }
                }
            }
            product = next;
        }
        Some(product)
    }

    /// A sign is its own third power.
    fn lower_powers(&self, variables: &mut Vec<u32>) {
        let mut k = 0;
        while k + 2 < variables.len() {
            if variables[k] >= SIGNS && variables[k] == variables[k + 2] {
                variables.drain(k..k + 2);
            } else {
                k += 1;
            }
        }
    }

    fn atom(&mut self, gate: GateId, side: Side, sign_of: Option<Poly>) -> Poly {
        self.atoms.push(Atom { gate, side, sign_of, slot: None, reads: Vec::new() });
        Poly::variable(ATOMS + self.atoms.len() as u32 - 1)
    }

    /// The sign of a polynomial, at a gate.
    fn sign(&mut self, gate: GateId, of: &Poly) -> Option<Poly> {
        match self.side_of(of) {
            Side::Neither => return Some(Poly::constant(&of.as_constant()?.sign())),
            Side::Both => {}
            side => return Some(self.atom(gate, side, Some(of.clone()))),
        }
        // Differences that are multiples of each other have one sign, up to the sign of the factor.
        let factor = lead(of)?;
        let of = of.scaled(&factor.recip()?);
        let (mut query, mut key, mut mixed) = (Poly::default(), Poly::default(), false);
        for (variables, coefficient) in of.terms() {
            let side = variables.iter().fold(Side::Neither, |side, &v| both(side, self.side(v)));
            match side {
                Side::Key => key.push(variables.to_vec(), &coefficient.neg()),
                Side::Query | Side::Neither => query.push(variables.to_vec(), coefficient),
                Side::Both => mixed = true,
            }
        }
        let sign = if mixed { Sign::Mixed(of) } else { Sign::Difference { query, key } };
        let known = self.signs.iter().position(|other| *other == sign);
        if known.is_none() && self.signs.len() == MAX_SIGNS {
            return None;
        }
        let k = known.unwrap_or_else(|| {
            self.signs.push(sign);
            self.signs.len() - 1
        });
        Some(Poly::variable(sign_variable(k)).scaled(&factor.sign()))
    }
}

/// What each side adds to a score.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// Of the query alone.
    pub(super) query: Poly,
    /// Of the key alone, and constants.
    pub(super) key: Poly,
    /// The factor of the query by each factor of the key.
    pub(super) cross: BTreeMap<Vec<u32>, Poly>,
}

fn both(a: Side, b: Side) -> Side {
    match (a, b) {
        (Side::Neither, other) | (other, Side::Neither) => other,
        (a, b) if a == b => a,
        _ => Side::Both,
    }
}

fn sum<'p>(terms: impl Iterator<Item = &'p Poly>) -> Option<Poly> {
    let mut sum = Poly::default();
    for term in terms {
        sum.add(term);
        if sum.len() > MAX_TERMS {
            return None;
        }
    }
    Some(sum)
}
