//! Whether two circuits without sign gates compute the same polynomials: for all inputs of the ring, at their size.
//!
//! The difference of the two is evaluated at random points modulo random primes. Where it is not 0 once, the circuits
//! differ, without a doubt: the point, as integers, is an input on which they do. Where it is 0 always, they are the same
//! but for a probability that is given.
//!
//! A polynomial that is not 0 has a coefficient that is not 0. Multiplied by the denominators it is an integer of at most
//! B bits, so at most B/60 primes above 2^60 divide it, or 2·B/60 where the ring has a root and they divide a norm; and
//! there are at least 2^52 primes to draw from, of which none divides a denominator. Modulo any other prime p the polynomial is
//! not 0, and of degree at most D, so a random point is a zero of it with probability at most D/p (Schwartz and Zippel).
//! Points and primes are drawn anew each time, so the bounds multiply.

use super::bounds::{Bounds, bounds};
use super::field::{Field, Random};
use super::{DegreeError, evaluate};
use crate::circuit::{Circuit, Gate, GateId, Op};
use crate::number::Num;

/// The probability that different polynomials are taken for the same is at most 2 to minus this.
const WANTED_BITS: u32 = 64;

/// With less than this from one point there would be too many of them.
const LEAST_BITS: u32 = 8;

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// The polynomials are the same.
    Same {
        /// How many points they were evaluated at, each modulo a prime of its own.
        points: u32,
        /// That they differ all the same has a probability of at most 2 to minus this. `None` where no point was needed.
        error_bits: Option<u32>,
    },
    /// They differ on this input.
    Differ {
        /// Its numbers.
        input: Vec<Num>,
    },
}

/// Whether two circuits compute the same polynomials. Their inputs are the same scalars in the same order, and so are
/// their outputs. The same seed gives the same points and primes.
///
/// # Errors
/// Sign gates, more gates than `max_work` over all points, and numbers so large that chance has too much of a part in it.
///
/// # Panics
/// Where one has other rings, or more inputs or outputs than the other.
pub fn identical(a: &Circuit, b: &Circuit, seed: u64, max_work: u64) -> Result<Identity, DegreeError> {
    assert_eq!(a.ring, b.ring, "numbers of one ring");
    assert_eq!(a.input_scalars(), b.input_scalars(), "as many inputs");
    assert_eq!(a.output_gates().count(), b.output_gates().count(), "as many outputs");
    if [a, b].iter().any(|circuit| circuit.gates.ids().any(|id| circuit.gates.op(id) == Op::Sign)) {
        return Err(DegreeError::Sign);
    }
    if a.gates == b.gates && a.output_gates().eq(b.output_gates()) {
        return Ok(Identity::Same { points: 0, error_bits: None });
    }
    let difference = difference(a, b);
    let each = error_bits(&bounds(&difference)).ok_or(DegreeError::Uncertain)?;
    let points = WANTED_BITS.div_ceil(each);
    let work = (difference.gates.len() + difference.gates.edges()) as u64 + 1;
    if work.saturating_mul(points.into()) > max_work {
        return Err(DegreeError::TooMuchWork { max_work });
    }
    let mut random = Random::new(seed);
    let mut values = Vec::with_capacity(difference.gates.len());
    for _ in 0..points {
        let constants = difference.gates.constants();
        let field = Field::for_constants(constants, difference.ring, &mut random);
        let Some((field, constants)) = field else { return Err(DegreeError::Uncertain) };
        let input: Vec<u64> = (0..difference.input_scalars()).map(|_| random.below(field.prime)).collect();
        evaluate(&difference, field, &constants, |i| input[i], &mut values);
        if difference.output_gates().any(|g| values[g.index()] != 0) {
            let input = input.into_iter().map(|v| Num::int(v as i64)).collect();
            return Ok(Identity::Differ { input });
        }
    }
    Ok(Identity::Same { points, error_bits: Some(points * each) })
}

/// The k for which one point tells two polynomials apart but for a probability of at most 2^-k.
fn error_bits(bounds: &Bounds) -> Option<u32> {
    // In units of 2^-60: D of them for the point, and (2·B/60)·2^8 for the prime, less than 16·B.
    let all = u128::from(bounds.degree).saturating_add(bounds.bits.saturating_mul(16)).max(1);
    60u32.checked_sub(128 - (all - 1).leading_zeros()).filter(|bits| *bits >= LEAST_BITS)
}

/// The circuit of `a - b`, output by output.
fn difference(a: &Circuit, b: &Circuit) -> Circuit {
    let mut gates = a.gates.clone();
    let mut now: Vec<GateId> = Vec::with_capacity(b.gates.len());
    let mut operands = Vec::new();
    for id in b.gates.ids() {
        operands.clear();
        operands.extend(b.gates.operands(id).iter().map(|g| now[g.index()]));
        now.push(match b.gates.gate(id) {
            Gate::Input(index) => gates.push_input(index),
            Gate::Const(value) => gates.push_const(value.clone()),
            Gate::Add(_) => gates.push_add(&operands),
            Gate::Mul(_) => gates.push_mul(&operands),
            Gate::Sign(_) => gates.push_sign(operands[0]),
        });
    }
    let minus = gates.push_const(Num::MINUS_ONE);
    let mut places = Vec::new();
    for (left, right) in a.output_gates().zip(b.output_gates()) {
        let negated = gates.push_mul(&[minus, now[right.index()]]);
        places.push(gates.push_add(&[left, negated]));
    }
    let mut outputs = a.outputs.clone();
    let slots = outputs.iter_mut().flat_map(|port| &mut port.gates);
    slots.zip(places).for_each(|(slot, gate)| *slot = gate);
    Circuit { gates, outputs, ..a.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::{Gates, Port, PortType};
    use crate::evaluate::evaluate;
    use crate::limits::Limits;
    use crate::number::Ring;

    const WORK: u64 = 1_000_000;

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

    /// `(x + y)²`, and `x² + 2·c·x·y + y²`.
    fn squares(c: Num) -> [Circuit; 2] {
        let mut gates = Gates::new();
        let (x, y) = (gates.push_input(0), gates.push_input(1));
        let sum = gates.push_add(&[x, y]);
        let square = gates.push_mul(&[sum, sum]);
        let left = circuit(2, &[square, x], gates, Ring::Q);
        let mut gates = Gates::new();
        let (y, x) = (gates.push_input(1), gates.push_input(0));
        let (two, c) = (gates.push_const(Num::int(2)), gates.push_const(c));
        let (xx, yy) = (gates.push_mul(&[x, x]), gates.push_mul(&[y, y]));
        let xy = gates.push_mul(&[two, c, x, y]);
        let all = gates.push_add(&[xx, xy, yy]);
        [left, circuit(2, &[all, x], gates, Ring::Q)]
    }

    #[test]
    fn the_same_polynomial_in_other_gates_is_the_same() {
        let [left, right] = squares(Num::ONE);
        for seed in 0..5 {
            let Ok(Identity::Same { points, error_bits: Some(bits) }) = identical(&left, &right, seed, WORK)
            else {
                panic!("they are the same");
            };
            assert!(points == 2 && bits >= 64, "{points} {bits}");
        }
        let same = Ok(Identity::Same { points: 0, error_bits: None });
        assert_eq!(identical(&left, &left, 0, WORK), same);
    }

    #[test]
    fn a_difference_comes_with_an_input_that_shows_it() {
        // A billionth of a part, and what is a multiple of one prime alone.
        let near = Num::ONE.add(&Num::ratio(1, 1_000_000_000).expect("it is not 0"));
        let multiple = Num::ONE.add(&Num::int((1 << 61) - 1));
        for c in [near, multiple] {
            let [left, right] = squares(c);
            let Ok(Identity::Differ { input }) = identical(&left, &right, 1, WORK) else {
                panic!("they differ");
            };
            let of = |circuit| evaluate(circuit, &input, &Limits::default(), &mut |_, _| {}).expect("small");
            assert_ne!(of(&left), of(&right));
        }
    }

    #[test]
    fn equal_on_zeros_and_ones_is_not_the_same() {
        let one = |square: bool| {
            let mut gates = Gates::new();
            let x = gates.push_input(0);
            let output = if square { gates.push_mul(&[x, x]) } else { x };
            circuit(1, &[output], gates, Ring::Q)
        };
        assert!(matches!(identical(&one(true), &one(false), 0, WORK), Ok(Identity::Differ { .. })));
    }

    #[test]
    fn what_can_not_be_decided_says_why() {
        let [left, right] = squares(Num::ONE);
        assert_eq!(identical(&left, &right, 0, 5), Err(DegreeError::TooMuchWork { max_work: 5 }));
        let deep = |twice: bool| {
            let mut gates = Gates::new();
            let mut x = gates.push_input(0);
            for _ in 0..60 {
                x = gates.push_mul(&[x, x]);
            }
            if twice {
                x = gates.push_add(&[x, x]);
            }
            circuit(1, &[x], gates, Ring::Q)
        };
        assert_eq!(identical(&deep(false), &deep(true), 0, WORK), Err(DegreeError::Uncertain));
        let mut gates = Gates::new();
        let x = gates.push_input(0);
        let sign = gates.push_sign(x);
        let signed = circuit(1, &[sign], gates, Ring::Q);
        assert_eq!(identical(&signed, &signed, 0, WORK), Err(DegreeError::Sign));
    }

    #[test]
    fn rings_with_a_root_have_it() {
        let ring = Ring::with_root(7).expect("no square divides 7");
        let root = ring.sqrt(&Num::int(7)).expect("it is there");
        let make = |square: bool| {
            let mut gates = Gates::new();
            let x = gates.push_input(0);
            let factor = gates.push_const(if square { Num::int(7) } else { root.clone() });
            let output =
                if square { gates.push_mul(&[factor, x]) } else { gates.push_mul(&[factor, factor, x]) };
            circuit(1, &[output], gates, ring)
        };
        assert!(matches!(identical(&make(true), &make(false), 3, WORK), Ok(Identity::Same { .. })));
    }
}
