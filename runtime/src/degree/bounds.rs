//! What the gates of a circuit can make at most: a degree, and the bits of coefficients.

use super::fraction_bits;
use crate::circuit::{Circuit, Gate};

/// Bounds on the polynomials of all outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The formal degree: the greatest of a sum, the sum of a product.
    pub(super) degree: u64,
    /// Bits of a coefficient, its denominator multiplied away.
    pub(super) bits: u128,
}

/// A gate's polynomial, times the common denominator of all constants to the power `scale`, has integer coefficients whose
/// absolute values have a sum of at most `bits` bits.
#[derive(Clone, Copy, Default)]
struct Bound {
    degree: u64,
    scale: u64,
    bits: u128,
}

/// The bounds of a circuit.
pub(super) fn bounds(circuit: &Circuit) -> Bounds {
    // The bits of a denominator that all constants have: of the product of all.
    let common: u128 = circuit.gates.constants().iter().map(|c| u128::from(fraction_bits(c).0)).sum();
    let mut all: Vec<Bound> = Vec::with_capacity(circuit.gates.len());
    for id in circuit.gates.ids() {
        let bound = match circuit.gates.gate(id) {
            Gate::Input(_) => Bound { degree: 1, scale: 0, bits: 1 },
            Gate::Const(value) if value.is_integer() => {
                Bound { degree: 0, scale: 0, bits: u128::from(value.bits()) }
            }
            Gate::Const(value) => {
                Bound { degree: 0, scale: 1, bits: common.saturating_add(fraction_bits(value).1.into()) }
            }
            Gate::Sign(_) => Bound::default(),
            Gate::Add(operands) => {
                let operands = || operands.iter().map(|g| &all[g.index()]);
                let scale = operands().map(|bound| bound.scale).max().unwrap_or(0);
                let scaled =
                    |b: &Bound| b.bits.saturating_add(common.saturating_mul((scale - b.scale).into()));
                let most = operands().map(scaled).max().unwrap_or(0);
                // As many terms add their number's bits.
                let terms = u128::from(usize::BITS - operands().count().leading_zeros());
                let degree = operands().map(|bound| bound.degree).max().unwrap_or(0);
                Bound { degree, scale, bits: most.saturating_add(terms) }
            }
            Gate::Mul(operands) => operands.iter().map(|g| &all[g.index()]).fold(
                Bound { degree: 0, scale: 0, bits: 1 },
                |product, factor| Bound {
                    degree: product.degree.saturating_add(factor.degree),
                    scale: product.scale.saturating_add(factor.scale),
                    bits: product.bits.saturating_add(factor.bits),
                },
            ),
        };
        all.push(bound);
    }
    let outputs = || circuit.output_gates().map(|g| &all[g.index()]);
    Bounds {
        degree: outputs().map(|bound| bound.degree).max().unwrap_or(0),
        bits: outputs().map(|bound| bound.bits).max().unwrap_or(0),
    }
}
