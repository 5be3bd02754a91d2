//! Polynomials with exact coefficients: the form in which a component circuit shows what it does.

use crate::circuit::{Gate, Op};
use crate::limits::{Limits, Meter, RunErrorKind};
use crate::number::Num;
use crate::transformer::Component;
use std::collections::BTreeMap;

/// Terms beyond which a circuit is not expanded. The constructions need about a dozen.
const MAX_TERMS: usize = 256;
/// Factors of one term beyond which a circuit is not expanded.
const MAX_DEGREE: usize = 16;
/// Gates of a component beyond which it is not looked at.
const MAX_GATES: usize = 4096;

/// A polynomial: sorted lists of variables, repeats included, with coefficients that are not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Poly {
    terms: BTreeMap<Vec<u32>, Num>,
}

impl Poly {
    pub(super) fn constant(value: &Num) -> Poly {
        let mut poly = Poly::default();
        poly.push(Vec::new(), value);
        poly
    }

    pub(super) fn variable(variable: u32) -> Poly {
        let mut poly = Poly::default();
        poly.push(vec![variable], &Num::ONE);
        poly
    }

    /// Adds `coefficient` times the product of `variables`, which are sorted.
    pub(super) fn push(&mut self, variables: Vec<u32>, coefficient: &Num) {
        let sum = self.terms.get(&variables).map_or_else(|| coefficient.clone(), |old| old.add(coefficient));
        if sum.is_zero() {
            self.terms.remove(&variables);
        } else {
            self.terms.insert(variables, sum);
        }
    }

    /// The terms in a fixed order.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&[u32], &Num)> {
        self.terms.iter().map(|(variables, coefficient)| (variables.as_slice(), coefficient))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value where no variable occurs.
    pub(super) fn as_constant(&self) -> Option<Num> {
        match self.terms.len() {
            0 => Some(Num::ZERO),
            1 => self.terms.get([].as_slice()).cloned(),
            _ => None,
        }
    }

    /// The variable where this is exactly one.
    pub(super) fn as_variable(&self) -> Option<u32> {
        match self.as_monomial()? {
            ([variable], coefficient) if coefficient.is_one() => Some(*variable),
            _ => None,
        }
    }

    /// The only term, where there is exactly one.
    pub(super) fn as_monomial(&self) -> Option<(&[u32], &Num)> {
        if self.terms.len() == 1 { self.terms().next() } else { None }
    }

    /// The variables that occur, sorted.
    pub(super) fn variables(&self) -> Vec<u32> {
        let mut variables: Vec<u32> = self.terms.keys().flatten().copied().collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    pub(super) fn add(&mut self, other: &Poly) {
        for (variables, coefficient) in other.terms() {
            self.push(variables.to_vec(), coefficient);
        }
    }

    pub(super) fn scaled(&self, factor: &Num) -> Poly {
        let mut poly = Poly::default();
        for (variables, coefficient) in self.terms() {
            poly.push(variables.to_vec(), &coefficient.mul(factor));
        }
        poly
    }

    /// The product, or `None` where it grows beyond what is worth looking at.
    pub(super) fn times(&self, other: &Poly, meter: &Meter) -> Option<Poly> {
        let mut product = Poly::default();
        for (a, p) in self.terms() {
            for (b, q) in other.terms() {
                let mut variables = [a, b].concat();
                variables.sort_unstable();
                if variables.len() > MAX_DEGREE {
                    return None;
                }
                product.push(variables, &meter.mul(p, q).ok()?);
                if product.terms.len() > MAX_TERMS {
                    return None;
                }
            }
        }
        Some(product)
    }

    /// The polynomial with a polynomial for each variable.
    pub(super) fn substitute(&self, value: &dyn Fn(u32) -> Poly, meter: &Meter) -> Option<Poly> {
        let mut sum = Poly::default();
        for (variables, coefficient) in self.terms() {
            let mut term = Poly::constant(coefficient);
            for &variable in variables {
                term = term.times(&value(variable), meter)?;
            }
            sum.add(&term);
        }
        Some(sum)
    }

    /// The number of terms.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The value at a point; `meter` bounds what comes up on the way.
    pub(super) fn value(&self, value: &dyn Fn(u32) -> Num, meter: &Meter) -> Result<Num, RunErrorKind> {
        let mut sum = Num::ZERO;
        for (variables, coefficient) in self.terms() {
            let mut product = coefficient.clone();
            for &v in variables {
                product = meter.mul(&product, &value(v))?;
            }
            sum = meter.add(&sum, &product)?;
        }
        Ok(sum)
    }

    /// The value at a point.
    pub(super) fn at(&self, value: &dyn Fn(u32) -> Num) -> Num {
        let term = |(variables, coefficient): (&[u32], &Num)| {
            variables.iter().fold(coefficient.clone(), |product, &v| product.mul(&value(v)))
        };
        self.terms().map(term).sum()
    }
}

/// A meter for coefficients: a component whose constants grow past this is left to the literal engine.
pub(super) fn small_meter() -> Meter {
    Meter::new(&Limits { max_digits: 1000, ..Limits::default() })
}

/// Some outputs of a component as polynomials.
///
/// `input` gives the polynomial of an input, `sign` that of the sign of one that is no constant. `None` where
/// the expansion grows too large or `sign` gives up.
pub(super) fn expand(
    component: &Component,
    wanted: &[usize],
    input: &dyn Fn(u32) -> Poly,
    sign: &mut dyn FnMut(Poly) -> Option<Poly>,
) -> Option<Vec<Poly>> {
    let gates = &component.gates;
    if gates.len() > MAX_GATES {
        return None;
    }
    let meter = small_meter();
    let live = live(component, wanted);
    let mut polys: Vec<Poly> = Vec::with_capacity(gates.len());
    for id in gates.ids() {
        if !live[id.index()] {
            polys.push(Poly::default());
            continue;
        }
        let poly = match gates.gate(id) {
            Gate::Input(i) => input(i),
            Gate::Const(value) => Poly::constant(value),
            Gate::Add(operands) => {
                let mut sum = Poly::default();
                for g in operands {
                    sum.add(&polys[g.index()]);
                    if sum.terms.len() > MAX_TERMS {
                        return None;
                    }
                }
                sum
            }
            Gate::Mul(operands) => {
                // A factor 0 first: the others need not be small then.
                if operands.iter().any(|g| polys[g.index()].is_zero()) {
                    Poly::default()
                } else {
                    operands.iter().try_fold(Poly::constant(&Num::ONE), |product, g| {
                        product.times(&polys[g.index()], &meter)
                    })?
                }
            }
            Gate::Sign(operand) => match polys[operand.index()].as_constant() {
                Some(value) => Poly::constant(&value.sign()),
                None => sign(polys[operand.index()].clone())?,
            },
        };
        polys.push(poly);
    }
    Some(wanted.iter().map(|&k| polys[component.outputs[k].index()].clone()).collect())
}

/// The inputs that some outputs can depend on, sorted.
pub(super) fn support(component: &Component, wanted: &[usize]) -> Vec<u32> {
    let live = live(component, wanted);
    let reads = component.gates.ids().filter(|g| live[g.index()] && component.gates.op(*g) == Op::Input);
    let mut inputs: Vec<u32> = reads
        .filter_map(|g| match component.gates.gate(g) {
            Gate::Input(i) => Some(i),
            _ => None,
        })
        .collect();
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}

/// The gates that some outputs depend on.
fn live(component: &Component, wanted: &[usize]) -> Vec<bool> {
    let mut live = vec![false; component.gates.len()];
    for &k in wanted {
        live[component.outputs[k].index()] = true;
    }
    for id in component.gates.ids().rev() {
        if live[id.index()] {
            component.gates.operands(id).iter().for_each(|g| live[g.index()] = true);
        }
    }
    live
}
