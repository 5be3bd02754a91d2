//! The degree of a circuit without sign gates: the polynomial that it computes, along a random line modulo a random prime.
//!
//! With `a` and `b` random, `f(a + t·b)` is a polynomial in t alone. Its degree is never more than that of f, and less
//! only where the random numbers meet a zero of one polynomial (Schwartz and Zippel): the part of f of the highest degree,
//! at b. So what is found is a lower bound in any case, and the degree itself with a probability that is given. What the
//! gates can make at most is an upper bound; where the two meet there is no doubt left.
//!
//! The polynomial in t is interpolated (Newton) at random points, one after the other, until what is known already gives
//! the value at the next two. Circuits with several outputs are one random combination of them. Numbers are integers below
//! a prime of 61 bits.
//!
//! 1. `bounds`: what the gates can make at most.
//! 2. `field`: the prime, and arithmetic modulo it.
//! 3. [`degree`](fn@degree): evaluation, interpolation, and the bound on the error.
//! 4. `identity`: whether two circuits compute the same polynomials, by the same means.

mod bounds;
mod field;
mod identity;

use std::fmt;

use crate::circuit::{Circuit, Gate, Op};
use crate::number::Num;
use bounds::{Bounds, bounds};
use field::{Field, Random};

pub use identity::{Identity, identical};

/// How often what is known has to give the next value.
const CONFIRMED: u64 = 2;

/// What looking for a degree may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DegreeLimits {
    /// A greater degree is not found out.
    pub max_degree: u64,
    /// Gates and wires that are evaluated, over all points.
    pub max_work: u64,
}

impl Default for DegreeLimits {
    fn default() -> DegreeLimits {
        DegreeLimits { max_degree: 2_000, max_work: 300_000_000 }
    }
}

/// The degree of a circuit's polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degree {
    /// The greatest degree of an output along the line: the polynomials have at least this one. 0 for constants.
    pub degree: u64,
    /// No circuit of these gates has a greater one; the most that fits, where it is more.
    pub at_most: u64,
    /// That the degree is greater than the one that was found has a probability of at most 2 to minus this. `None` where
    /// it is certain that it is not.
    pub error_bits: Option<u32>,
}

/// Why a degree was not found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DegreeError {
    /// A sign gate occurs: what the circuit computes is no polynomial.
    Sign,
    /// It is greater than the limit.
    TooLarge {
        /// The limit.
        max_degree: u64,
    },
    /// The gates, at as many points as the degree takes, are more than the limit.
    TooMuchWork {
        /// The limit.
        max_work: u64,
    },
    /// The gates can make numbers or degrees so large that chance has too much of a part in it.
    Uncertain,
}

impl fmt::Display for DegreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DegreeError::Sign => write!(f, "sign gates occur, so it is no polynomial"),
            DegreeError::TooLarge { max_degree } => write!(f, "more than {max_degree}"),
            DegreeError::TooMuchWork { max_work } => {
                write!(f, "finding it out takes more than {max_work} steps")
            }
            DegreeError::Uncertain => {
                write!(f, "its gates can make numbers too large to be told apart modulo a prime of 61 bits")
            }
        }
    }
}

impl std::error::Error for DegreeError {}

/// The degree of what a circuit computes. The same seed gives the same line and the same prime.
///
/// # Errors
/// Sign gates, and what is beyond the limits.
pub fn degree(circuit: &Circuit, seed: u64, limits: &DegreeLimits) -> Result<Degree, DegreeError> {
    let gates = &circuit.gates;
    if gates.ids().any(|id| gates.op(id) == Op::Sign) {
        return Err(DegreeError::Sign);
    }
    let bounds = bounds(circuit);
    let mut random = Random::new(seed);
    let field = Field::for_constants(gates.constants(), circuit.ring, &mut random);
    let Some((field, constants)) = field else { return Err(DegreeError::Uncertain) };
    let mut line = Line::new(circuit, field, constants, &mut random);
    let cost = (gates.len() + gates.edges()) as u64 + 1;
    let mut newton = Newton::new(field);
    let mut confirmed = 0;
    // As many points as the gates allow degrees determine the polynomial without a doubt.
    while newton.points.len() as u64 <= bounds.degree && confirmed < CONFIRMED {
        let points = newton.points.len() as u64;
        if points > limits.max_degree + CONFIRMED {
            return Err(DegreeError::TooLarge { max_degree: limits.max_degree });
        }
        if (points + 1).saturating_mul(cost.saturating_add(points)) > limits.max_work {
            return Err(DegreeError::TooMuchWork { max_work: limits.max_work });
        }
        let at = newton.fresh(&mut random);
        let value = line.value(at);
        confirmed = if newton.add(at, value) { confirmed + 1 } else { 0 };
    }
    let degree = newton.degree();
    if degree > limits.max_degree {
        return Err(DegreeError::TooLarge { max_degree: limits.max_degree });
    }
    let at_most = bounds.degree;
    if degree == at_most {
        return Ok(Degree { degree, at_most, error_bits: None });
    }
    let error_bits = error_bits(&bounds).ok_or(DegreeError::Uncertain)?;
    Ok(Degree { degree, at_most, error_bits: Some(error_bits) })
}

/// The k for which the degree is found too small with probability at most 2^-k; `None` below 20.
///
/// With D the formal degree and B bits in the largest coefficient, a prime p above 2^60, and at least 2^52 primes to draw
/// from: the line misses the highest part with probability at most D/p; the combination of outputs with 1/p; interpolation
/// ends too early with at most 2003·(D/p)², which is less than D/p for D below 2^30; and the prime divides all coefficients
/// of the highest part with at most (2·B/60)/2^52, as the norm of one of them has at most 2·B/60 prime factors that large.
fn error_bits(bounds: &Bounds) -> Option<u32> {
    const LEAST: u32 = 20;
    // In units of 2^-60.
    let chance = 2 * u128::from(bounds.degree) + 1;
    let prime = bounds.bits.saturating_mul(16);
    let all = chance.saturating_add(prime).max(1);
    let bits = 60u32.checked_sub(128 - (all - 1).leading_zeros())?;
    (bits >= LEAST && bounds.degree < 1 << 30).then_some(bits)
}

/// A circuit along a line.
struct Line<'a> {
    circuit: &'a Circuit,
    field: Field,
    constants: Vec<u64>,
    /// Where each input scalar begins, and how far it goes with t.
    inputs: Vec<(u64, u64)>,
    /// How much each output has of the combination.
    weights: Vec<u64>,
    values: Vec<u64>,
}

impl<'a> Line<'a> {
    fn new(circuit: &'a Circuit, field: Field, constants: Vec<u64>, random: &mut Random) -> Line<'a> {
        let mut draw = || random.below(field.prime);
        let inputs = (0..circuit.input_scalars()).map(|_| (draw(), draw())).collect();
        let weights = circuit.output_gates().map(|_| draw()).collect();
        Line { circuit, field, constants, inputs, weights, values: Vec::with_capacity(circuit.gates.len()) }
    }

    /// The combination of the outputs at t.
    fn value(&mut self, t: u64) -> u64 {
        let field = self.field;
        let input = |index: usize| {
            let (a, b) = self.inputs[index];
            field.add(a, field.mul(t, b))
        };
        evaluate(self.circuit, field, &self.constants, input, &mut self.values);
        let outputs = self.circuit.output_gates().zip(&self.weights);
        outputs.fold(0, |sum, (g, weight)| field.add(sum, field.mul(*weight, self.values[g.index()])))
    }
}

/// The value of every gate modulo the prime. Constants are given in the order of their gates.
fn evaluate(
    circuit: &Circuit,
    field: Field,
    constants: &[u64],
    input: impl Fn(usize) -> u64,
    values: &mut Vec<u64>,
) {
    let mut constants = constants.iter();
    values.clear();
    for id in circuit.gates.ids() {
        let value = match circuit.gates.gate(id) {
            Gate::Input(index) => input(index as usize),
            Gate::Const(_) => constants.next().copied().unwrap_or(0),
            Gate::Add(operands) => operands.iter().fold(0, |sum, g| field.add(sum, values[g.index()])),
            Gate::Mul(operands) => operands.iter().fold(1, |all, g| field.mul(all, values[g.index()])),
            // There is none.
            Gate::Sign(_) => 0,
        };
        values.push(value);
    }
}

/// A polynomial by its values at some points: `c0 + c1·(t - t0) + c2·(t - t0)·(t - t1) + …`.
struct Newton {
    field: Field,
    points: Vec<u64>,
    coefficients: Vec<u64>,
}

impl Newton {
    fn new(field: Field) -> Newton {
        Newton { field, points: Vec::new(), coefficients: Vec::new() }
    }

    /// A point that is not there yet.
    fn fresh(&self, random: &mut Random) -> u64 {
        loop {
            let at = random.below(self.field.prime);
            if !self.points.contains(&at) {
                return at;
            }
        }
    }

    /// Adds a value; whether it was known from those before.
    fn add(&mut self, at: u64, value: u64) -> bool {
        let field = self.field;
        let (mut known, mut product) = (0, 1);
        for (point, coefficient) in self.points.iter().zip(&self.coefficients) {
            known = field.add(known, field.mul(*coefficient, product));
            product = field.mul(product, field.sub(at, *point));
        }
        let coefficient = field.mul(field.sub(value, known), field.inverse(product));
        self.points.push(at);
        self.coefficients.push(coefficient);
        coefficient == 0
    }

    /// The degree of the polynomial through all points; 0 for constants.
    fn degree(&self) -> u64 {
        self.coefficients.iter().rposition(|coefficient| *coefficient != 0).unwrap_or(0) as u64
    }
}

/// The bits of a number's denominator, and of what becomes of it when it is multiplied by that.
fn fraction_bits(value: &Num) -> (u64, u64) {
    let denominator = value.denominator().bits();
    (denominator, value.bits().saturating_add(denominator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::{GateId, Gates, Port, PortType};
    use crate::number::Ring;

    fn circuit(inputs: usize, outputs: &[GateId], gates: Gates, ring: Ring) -> Circuit {
        let port = |name: &str, shape, gates| Port { name: name.into(), ty: PortType::Num, shape, gates };
        Circuit {
            family: "f".into(),
            params: vec![],
            ring,
            inputs: vec![port("x", vec![inputs], vec![])],
            outputs: vec![port("result", vec![outputs.len()], outputs.to_vec())],
            gates,
        }
    }

    fn of(circuit: &Circuit) -> Result<Degree, DegreeError> {
        let found = degree(circuit, 0, &DegreeLimits::default());
        assert_eq!(found, degree(circuit, 0, &DegreeLimits::default()));
        for seed in 1..6 {
            let other = degree(circuit, seed, &DegreeLimits::default());
            assert_eq!(found.map(|d| d.degree), other.map(|d| d.degree), "seed {seed}");
        }
        found
    }

    #[test]
    fn a_product_has_the_degree_of_its_factors_and_a_sum_the_greatest() {
        let mut gates = Gates::new();
        let x: Vec<GateId> = (0..5).map(|i| gates.push_input(i)).collect();
        let half = gates.push_const(Num::ratio(1, 2).expect("2 is not 0"));
        let all = gates.push_mul(&x);
        let twice = gates.push_mul(&[half, all, x[0], x[0]]);
        let sum = gates.push_add(&[all, twice, half]);
        let found = of(&circuit(5, &[sum], gates, Ring::Q));
        assert_eq!(found, Ok(Degree { degree: 7, at_most: 7, error_bits: None }));
    }

    #[test]
    fn what_cancels_does_not_count() {
        let mut gates = Gates::new();
        let (x, y) = (gates.push_input(0), gates.push_input(1));
        let minus = gates.push_const(Num::MINUS_ONE);
        let (sum, less) = {
            let negated = gates.push_mul(&[minus, y]);
            (gates.push_add(&[x, y]), gates.push_add(&[x, negated]))
        };
        // (x + y)·(x - y) - x² + y² is 0, and with a y it has degree 1.
        let (product, xx, yy) =
            (gates.push_mul(&[sum, less]), gates.push_mul(&[x, x]), gates.push_mul(&[y, y]));
        let negated = gates.push_mul(&[minus, xx]);
        let zero = gates.push_add(&[product, negated, yy]);
        let one = gates.push_add(&[zero, y]);
        let found = of(&circuit(2, &[zero], gates.clone(), Ring::Q)).expect("it is found");
        assert_eq!((found.degree, found.at_most), (0, 2));
        assert!(found.error_bits.is_some_and(|bits| bits >= 50), "{found:?}");
        assert_eq!(of(&circuit(2, &[one, zero], gates, Ring::Q)).map(|d| d.degree), Ok(1));
    }

    #[test]
    fn roots_have_their_square() {
        let ring = Ring::with_root(7).expect("no square divides 7");
        let root = ring.sqrt(&Num::int(7)).expect("it is there");
        let mut gates = Gates::new();
        let x = gates.push_input(0);
        let (root, seven) = (gates.push_const(root), gates.push_const(Num::int(-7)));
        // (sqrt(7)·x)² - 7·x² + x
        let scaled = gates.push_mul(&[root, x]);
        let (square, other) = (gates.push_mul(&[scaled, scaled]), gates.push_mul(&[seven, x, x]));
        let sum = gates.push_add(&[square, other, x]);
        assert_eq!(of(&circuit(1, &[sum], gates, ring)).map(|d| d.degree), Ok(1));
    }

    #[test]
    fn limits_hold() {
        let mut gates = Gates::new();
        let mut x = gates.push_input(0);
        for _ in 0..30 {
            x = gates.push_mul(&[x, x]);
        }
        let deep = circuit(1, &[x], gates.clone(), Ring::Q);
        assert_eq!(of(&deep), Err(DegreeError::TooLarge { max_degree: 2_000 }));
        let few = DegreeLimits { max_work: 100, ..DegreeLimits::default() };
        assert_eq!(degree(&deep, 0, &few), Err(DegreeError::TooMuchWork { max_work: 100 }));
        let minus = gates.push_const(Num::MINUS_ONE);
        let (negated, square) = (gates.push_mul(&[minus, x]), gates.push_mul(&[x, x]));
        let zero = gates.push_add(&[x, negated]);
        assert_eq!(of(&circuit(1, &[zero], gates.clone(), Ring::Q)), Err(DegreeError::Uncertain));
        let sign = gates.push_sign(square);
        assert_eq!(of(&circuit(1, &[sign], gates, Ring::Q)), Err(DegreeError::Sign));
        let none = circuit(0, &[], Gates::new(), Ring::Q);
        assert_eq!(of(&none).map(|d| d.degree), Ok(0));
    }

    #[test]
    fn a_degree_at_the_limit_is_found() {
        let powers = |most: usize| {
            let mut gates = Gates::new();
            let x = gates.push_input(0);
            let power = gates.push_mul(&vec![x; most]);
            circuit(1, &[power], gates, Ring::Q)
        };
        let limits = DegreeLimits { max_degree: 10, ..DegreeLimits::default() };
        assert_eq!(degree(&powers(10), 0, &limits).map(|d| d.degree), Ok(10));
        let too_large = Err(DegreeError::TooLarge { max_degree: 10 });
        assert_eq!(degree(&powers(11), 0, &limits), too_large);
        assert_eq!(degree(&powers(20), 0, &limits), too_large);
    }
}
