//! The lowering table: how each operation of the language becomes gates.
//!
//! Every function here is generic over a [`Builder`] of the four gates, so that elaboration, static evaluation and
//! analysis share one table. Elaboration gives gates of C_n; static evaluation gives numbers. The analysis for all n runs
//! the table on single wires; for any number of elements it has summaries (`analysis/streams.rs`), which a test holds
//! against the table.
//! The language reference (section 6) says what is asked of the table: products and comparisons of bools use no
//! sign gate, wide `all` and `any` are a sum and a sign, no circuit divides.
//!
//! Notation: `[p]` is 1 where p holds and 0 where not; `sign` is -1, 0 or 1, and `sign(0) = 0`.

mod compare;
mod reduce;
mod select;

pub use compare::{and, choose, compare, not, or};
pub use reduce::{
    all, any, extreme, extreme_of, extreme_position, masked, masked_all, masked_product, mean, selected_mean,
};
pub use select::{lookup, pick, select_arm};

use compare::{at_most, either, undecided};
use reduce::default_terms;

use std::sync::LazyLock;

use circ_runtime::Num;

/// A builder of gates. Constants fold in it: [`Builder::value`] tells which wires are constant.
pub trait Builder {
    /// A gate's output, or what stands for one.
    type Wire: Clone;
    /// A constant.
    fn constant(&mut self, value: Num) -> Self::Wire;
    /// One add gate; of nothing it is 0.
    fn add(&mut self, operands: &[Self::Wire]) -> Self::Wire;
    /// One mul gate; of nothing it is 1.
    fn mul(&mut self, operands: &[Self::Wire]) -> Self::Wire;
    /// One sign gate.
    fn sign(&mut self, operand: &Self::Wire) -> Self::Wire;
    /// The value of a wire that is constant.
    fn value(&self, wire: &Self::Wire) -> Option<Num>;
    /// Whether a wire is constant. A builder that stands for all n may know that without knowing the value.
    fn is_constant(&self, wire: &Self::Wire) -> bool {
        self.value(wire).is_some()
    }
}

/// 1/2.
fn half() -> Num {
    static HALF: LazyLock<Num> = LazyLock::new(|| inverse(2));
    HALF.clone()
}

/// 1/k for k ≥ 1.
fn inverse(k: usize) -> Num {
    Num::ratio(1, k as i64).unwrap_or(Num::ONE)
}

fn is_value<B: Builder>(b: &B, wire: &B::Wire, value: &Num) -> bool {
    b.value(wire).as_ref() == Some(value)
}

/// `factor·x`, one mul gate.
pub fn scale<B: Builder>(b: &mut B, factor: Num, x: &B::Wire) -> B::Wire {
    let factor = b.constant(factor);
    b.mul(&[factor, x.clone()])
}

/// `-x`
pub fn negate<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    scale(b, Num::MINUS_ONE, x)
}

/// `x - y`: one add, over one mul unless y is constant.
pub fn difference<B: Builder>(b: &mut B, x: &B::Wire, y: &B::Wire) -> B::Wire {
    let minus = negate(b, y);
    b.add(&[x.clone(), minus])
}

/// `x^exponent`: one mul gate; 1 for the exponent 0.
pub fn power<B: Builder>(b: &mut B, x: &B::Wire, exponent: usize) -> B::Wire {
    b.mul(&vec![x.clone(); exponent])
}

/// `|x| = x·sign(x)`
pub fn abs<B: Builder>(b: &mut B, x: &B::Wire) -> B::Wire {
    let s = b.sign(x);
    b.mul(&[x.clone(), s])
}

/// Static evaluation: the table over numbers, with a bound on their bits.
pub struct Numbers {
    /// How many bits a number may have.
    pub max_bits: u64,
    /// Whether one would have had more. Results are meaningless from then on.
    pub exceeded: bool,
}

impl Numbers {
    fn bounded(&mut self, bits: u64) -> bool {
        self.exceeded |= bits > self.max_bits;
        !self.exceeded
    }
}

impl Builder for Numbers {
    type Wire = Num;

    fn constant(&mut self, value: Num) -> Num {
        value
    }

    fn add(&mut self, operands: &[Num]) -> Num {
        let mut sum = Num::ZERO;
        for x in operands {
            if !self.bounded(sum.bits().max(x.bits())) {
                return Num::ZERO;
            }
            sum = sum.add(x);
        }
        sum
    }

    fn mul(&mut self, operands: &[Num]) -> Num {
        let mut product = Num::ONE;
        for x in operands {
            if !self.bounded(product.bits().saturating_add(x.bits())) {
                return Num::ZERO;
            }
            product = product.mul(x);
        }
        product
    }

    fn sign(&mut self, operand: &Num) -> Num {
        operand.sign()
    }

    fn value(&self, wire: &Num) -> Option<Num> {
        Some(wire.clone())
    }
}
