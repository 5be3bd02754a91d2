//! A circuit over another semiring: the same gates, with another + and another ×.
//!
//! Takes a circuit without sign gates whose constants are natural numbers. A semiring has a 0, a 1, a sum and a product,
//! and the natural number k is in it the sum of k ones; it has no order that a sign gate could ask for, no -1 and no
//! fractions. So the circuits that can be evaluated are those of polynomials with natural coefficients, and a
//! homomorphism of semirings may be applied before or after.
//!
//! The integers modulo m are a ring: there -1 is m - 1, and every integer is a constant.
//!
//! 1. [`Semiring`], and [`evaluate_over`]: the generic evaluation.
//! 2. `kinds`: the semirings, each a few lines.
//! 3. `choice`: one of them by its name, with values that can be read and written.

mod choice;
mod kinds;

pub use choice::{Element, SemiringChoice, UnknownSemiring};
pub use kinds::{Boolean, Counting, Modulo, Tropical};

use std::fmt;

use crate::circuit::{Circuit, Gate, GateId, Op};
use crate::limits::{Limits, RunErrorKind, bits_of, digits_of};
use crate::number::Num;

/// A set with a sum and a product that have a 0 and a 1. Both are associative, the sum is commutative, the product
/// distributes over it, and 0 times anything is 0.
pub trait Semiring {
    /// Its values.
    type Value: Clone + PartialEq + fmt::Debug;
    /// What a sum of nothing is.
    fn zero(&self) -> Self::Value;
    /// What a product of nothing is.
    fn one(&self) -> Self::Value;
    /// The sum of two.
    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// The product of two.
    fn mul(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// A constant of a circuit: for the natural number k the sum of k ones. `None` for a number that it does not have.
    fn constant(&self, number: &Num) -> Option<Self::Value>;
    /// About how many bits a value takes to store.
    fn bits(&self, value: &Self::Value) -> u64;
    /// So many bits their product has at least: what is too long is not computed.
    fn product_bits(&self, _a: &Self::Value, _b: &Self::Value) -> u64 {
        0
    }
}

/// Why a circuit has no values in a semiring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SemiringError {
    /// What was met.
    pub kind: SemiringErrorKind,
    /// The gate where it was met.
    pub gate: Option<GateId>,
}

/// What a semiring does not have, and what its values may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SemiringErrorKind {
    /// A sign gate.
    Sign,
    /// A constant that the semiring does not have.
    Constant(Num),
    /// A value for an input, by its place, that the semiring does not have.
    Input(usize),
    /// A number of inputs, or numbers, that no run takes.
    Run(RunErrorKind),
}

impl fmt::Display for SemiringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SemiringErrorKind::Sign => f.write_str("a sign gate")?,
            SemiringErrorKind::Constant(number) => write!(f, "the constant {number}")?,
            SemiringErrorKind::Input(at) => write!(f, "input number {at}")?,
            SemiringErrorKind::Run(kind) => write!(f, "{kind}")?,
        }
        self.gate.map_or(Ok(()), |gate| write!(f, " at {gate}"))
    }
}

impl std::error::Error for SemiringError {}

impl From<RunErrorKind> for SemiringError {
    fn from(kind: RunErrorKind) -> SemiringError {
        SemiringError { kind: SemiringErrorKind::Run(kind), gate: None }
    }
}

/// Whether a circuit can be evaluated over a semiring.
///
/// # Errors
/// The first sign gate, or else the first constant that the semiring does not have. Sign gates come first, as what is
/// made with them often has a constant -1 as well.
pub fn fits<S: Semiring>(semiring: &S, circuit: &Circuit) -> Result<(), SemiringError> {
    let gates = &circuit.gates;
    let at = |gate, kind| SemiringError { kind, gate: Some(gate) };
    if let Some(sign) = gates.ids().find(|g| gates.op(*g) == Op::Sign) {
        return Err(at(sign, SemiringErrorKind::Sign));
    }
    for id in gates.ids() {
        if let Gate::Const(number) = gates.gate(id)
            && semiring.constant(number).is_none()
        {
            return Err(at(id, SemiringErrorKind::Constant(number.clone())));
        }
    }
    Ok(())
}

/// How many gates go by between two calls of `progress`.
const STRIDE: usize = 1 << 14;

/// The value of every output scalar over a semiring, ports in order, each in row-major order.
///
/// # Errors
/// What [`fits`] finds, another number of inputs than the circuit has, or values beyond `limits`.
pub fn evaluate_over<S: Semiring>(
    semiring: &S,
    circuit: &Circuit,
    inputs: &[S::Value],
    limits: &Limits,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<S::Value>, SemiringError> {
    fits(semiring, circuit)?;
    let expected = circuit.input_scalars();
    if inputs.len() != expected {
        return Err(RunErrorKind::InputCount { expected, found: inputs.len() }.into());
    }
    let gates = &circuit.gates;
    let mut budget = Budget::new(limits);
    let mut values: Vec<S::Value> = Vec::with_capacity(gates.len());
    for id in gates.ids() {
        if id.index() % STRIDE == 0 {
            progress(id.index() as u64, gates.len() as u64);
        }
        let of = |g: &GateId| &values[g.index()];
        let value = match gates.gate(id) {
            Gate::Input(index) => Ok(inputs[index as usize].clone()),
            // `fits` has seen that there is a value, and no sign gate.
            Gate::Const(number) => Ok(semiring.constant(number).unwrap_or_else(|| semiring.zero())),
            Gate::Sign(operand) => Ok(of(&operand).clone()),
            Gate::Add(operands) => sum(semiring, operands.iter().map(of), &budget),
            Gate::Mul(operands) => product(semiring, operands.iter().map(of).cloned().collect(), &budget),
        };
        let kept = value.and_then(|value| budget.keep(semiring.bits(&value)).map(|()| value));
        let value =
            kept.map_err(|kind| SemiringError { kind: SemiringErrorKind::Run(kind), gate: Some(id) })?;
        values.push(value);
    }
    progress(gates.len() as u64, gates.len() as u64);
    Ok(circuit.output_gates().map(|g| values[g.index()].clone()).collect())
}

fn sum<'a, S: Semiring>(
    semiring: &S,
    mut terms: impl Iterator<Item = &'a S::Value>,
    budget: &Budget,
) -> Result<S::Value, RunErrorKind>
where
    S::Value: 'a,
{
    let first = terms.next().cloned().unwrap_or_else(|| semiring.zero());
    terms.try_fold(first, |total, term| {
        let total = semiring.add(&total, term);
        budget.check(semiring.bits(&total)).map(|()| total)
    })
}

/// By halves, so that long numbers meet numbers of their own length. What may be too long is not computed.
fn product<S: Semiring>(
    semiring: &S,
    mut factors: Vec<S::Value>,
    budget: &Budget,
) -> Result<S::Value, RunErrorKind> {
    while factors.len() > 1 {
        let mut halved = Vec::with_capacity(factors.len().div_ceil(2));
        for pair in factors.chunks(2) {
            halved.push(match pair {
                [a, b] => {
                    budget.check(semiring.product_bits(a, b))?;
                    let product = semiring.mul(a, b);
                    budget.check(semiring.bits(&product))?;
                    product
                }
                _ => pair[0].clone(),
            });
        }
        factors = halved;
    }
    Ok(factors.pop().unwrap_or_else(|| semiring.one()))
}

/// The bits that values may have: each, and all that are kept.
struct Budget {
    limits: Limits,
    max_bits: u64,
    left: u64,
}

impl Budget {
    fn new(limits: &Limits) -> Budget {
        Budget {
            limits: *limits,
            max_bits: bits_of(limits.max_digits),
            left: bits_of(limits.max_total_digits),
        }
    }

    fn check(&self, bits: u64) -> Result<(), RunErrorKind> {
        if bits <= self.max_bits {
            return Ok(());
        }
        let max_digits = self.limits.max_digits.max(64);
        Err(RunErrorKind::NumberTooLong { digits: digits_of(bits), max_digits })
    }

    /// Counts a value that stays. Short ones are free, as in every run.
    fn keep(&mut self, bits: u64) -> Result<(), RunErrorKind> {
        self.check(bits)?;
        if bits > 96 {
            let max_total_digits = self.limits.max_total_digits;
            self.left = self.left.checked_sub(bits).ok_or(RunErrorKind::TotalTooLong { max_total_digits })?;
        }
        Ok(())
    }
}
