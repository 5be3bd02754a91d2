//! Formulas in the size parameters: what the analysis says about all n.
//!
//! A [`Formula`] is a polynomial with rational coefficients over atoms: parameters, loop indices, and the functions of
//! formulas that depth and size are made of: `p mod d`, `ceil(log2 p)`, `floor(log2 p)`, `b^p`, `max` and `min`.
//! `floor` and `ceil` are written with remainders, as in [`crate::size`], so that `floor(n/2) + ceil(n/2)` is `n`.
//! Symbols stand for natural numbers, and every atom has a value at all of them:
//!
//! - Logarithms are those of `max(1, p)`, so that they are natural numbers and never fall as p grows. It makes L(0) = 0.
//! - A power with a negative exponent is a fraction.
//!
//! What is not of the form, or has grown beyond small limits, is [`Formula::unknown`], which absorbs everything that
//! it meets. So no operation fails, and none takes long.
//!
//! | file | what is there |
//! | --- | --- |
//! | `polynomial.rs` | sums, products, limits |
//! | `integers.rs` | `floor`, `ceil`, remainders, and which formulas have integer values |
//! | `functions.rs` | logarithms, powers, `max`, `min`, each simplified as it is made |
//! | `walk.rs` | symbols, substitution, values |
//! | `text.rs` | circ's expression syntax |
//! | `tidy.rs` | of equal formulas the one that is shown |
//! | `facts/` | what is known of the symbols, and proofs from it |
//! | `bound/` | the most, the least and the sum of a formula as a loop index runs |
//! | `ceiling.rs` | what a condition says of how large a symbol is |
//! | `growth.rs` | how fast it grows: O(n log n) |

mod bound;
mod ceiling;
mod facts;
mod functions;
mod growth;
mod integers;
mod parts;
mod polynomial;
mod text;
mod tidy;
mod walk;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use circ_runtime::Num;

pub use bound::{Most, least, most, total};
pub use facts::{Facts, Mark};
pub use growth::{Degree, Growth};

/// A natural number that a formula is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// The parameter with this index in the family's list.
    Param(u32),
    /// A loop index; the number is its own.
    Var(u32),
}

/// What a formula is a polynomial over.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    /// A natural number.
    Symbol(Symbol),
    /// The remainder of a formula with integer values by a modulus of at least 2.
    Mod(Formula, u32),
    /// ceil(log2(max(1, p))) of a formula with integer values.
    CeilLog2(Formula),
    /// floor(log2(max(1, p))) of a formula with integer values.
    FloorLog2(Formula),
    /// A base of at least 2 that is no power of a smaller one, to a formula with integer values.
    Power(u32, Formula),
    /// The largest of at least two, sorted.
    Max(Vec<Formula>),
    /// The smallest of at least two, sorted.
    Min(Vec<Formula>),
}

/// A product of powers of atoms, sorted by atom; empty for 1. Of each base there is at most one `Power`, once.
type Monomial = Vec<(Atom, u32)>;

/// Coefficients, none of them 0.
type Terms = BTreeMap<Monomial, Num>;

/// A polynomial over atoms, or unknown; see the module's head.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Formula {
    /// Absent where the formula is unknown.
    terms: Option<Arc<Terms>>,
}
