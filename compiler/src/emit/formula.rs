//! Component circuits, written as formulas are read.

use super::Kind;
use circ_runtime::{Component, GateId, Gates, Num};

/// A component circuit in the making: a component is written as a formula is read.
#[derive(Debug, Default)]
pub(crate) struct Formula {
    gates: Gates,
    /// The constants so far; each stands once.
    constants: Vec<(Num, GateId)>,
}

impl Formula {
    /// The first `count` inputs.
    pub(crate) fn inputs(&mut self, count: u32) -> Vec<GateId> {
        (0..count).map(|i| self.gates.push_input(i)).collect()
    }

    /// One input.
    pub(crate) fn input(&mut self, i: u32) -> GateId {
        self.gates.push_input(i)
    }

    /// An integer.
    pub(crate) fn int(&mut self, value: i64) -> GateId {
        self.constant(Num::int(value))
    }

    /// A constant.
    pub(crate) fn constant(&mut self, value: Num) -> GateId {
        if let Some((_, gate)) = self.constants.iter().find(|(known, _)| *known == value) {
            return *gate;
        }
        let gate = self.gates.push_const(value.clone());
        self.constants.push((value, gate));
        gate
    }

    /// A sum.
    pub(crate) fn add(&mut self, operands: &[GateId]) -> GateId {
        self.gates.push_add(operands)
    }

    /// A product.
    pub(crate) fn mul(&mut self, operands: &[GateId]) -> GateId {
        self.gates.push_mul(operands)
    }

    /// `a - b`.
    pub(crate) fn sub(&mut self, a: GateId, b: GateId) -> GateId {
        let minus = self.int(-1);
        let negated = self.mul(&[minus, b]);
        self.add(&[a, negated])
    }

    /// The sign.
    pub(crate) fn sign(&mut self, a: GateId) -> GateId {
        self.gates.push_sign(a)
    }

    /// `if` · `yes` + (1 - `if`) · `no`, for an `if` of 0 or 1.
    pub(crate) fn choose(&mut self, condition: GateId, yes: GateId, no: GateId) -> GateId {
        let one = self.int(1);
        let other = self.sub(one, condition);
        let (yes, no) = (self.mul(&[condition, yes]), self.mul(&[other, no]));
        self.add(&[yes, no])
    }

    /// For each integer of `1..=last` the polynomial in `x` that is 1 there and 0 at the others (Lagrange).
    pub(crate) fn indicators(&mut self, x: GateId, last: i64) -> Vec<GateId> {
        let mut differences = Vec::new();
        for point in 1..=last {
            let point = self.int(point);
            differences.push(self.sub(x, point));
        }
        let others = |point| (1..=last).filter(move |&other| other != point);
        let mut indicators = Vec::new();
        for point in 1..=last {
            let mut factors: Vec<GateId> =
                others(point).map(|other| differences[other as usize - 1]).collect();
            // The points differ, so the product is not 0.
            let scale = others(point).map(|other| point - other).product();
            factors.push(self.constant(Num::ratio(1, scale).unwrap_or(Num::ONE)));
            indicators.push(self.mul(&factors));
        }
        indicators
    }

    /// For a gate of kind `t` the product of its case's factors: the sum over the cases of `[t = kind]` times that.
    pub(crate) fn by_kind(&mut self, t: GateId, cases: [(Kind, &[GateId]); 5]) -> GateId {
        let is = self.indicators(t, Kind::Copy as i64);
        let case =
            |(kind, factors): (Kind, &[GateId])| self.mul(&[&[is[kind as usize - 1]], factors].concat());
        let terms = cases.map(case);
        self.add(&terms)
    }

    /// The component with these outputs.
    pub(crate) fn outputs(self, outputs: Vec<GateId>) -> Component {
        Component { gates: self.gates, outputs }
    }
}
