//! Circuit classes: which one is proved of a family, and what keeps it out of a smaller one.

use std::fmt;

use circ_grammar::tree::Span;

use super::figures::Analysis;
use crate::formula::Formula;
use crate::program::{FamilyId, Program};

/// What gates may have unbounded fan-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// None.
    Fnc,
    /// Sums.
    Fsac,
    /// Sums and products.
    Fac,
}

/// A class of families of arithmetic circuits (language section 7): depth O(log^i N), polynomial size, wires and bits
/// of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// What may have unbounded fan-in.
    pub kind: Kind,
    /// The power of the logarithm.
    pub power: u32,
    /// Whether sign gates may occur.
    pub sign: bool,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Fnc => "FNC",
            Kind::Fsac => "FSAC",
            Kind::Fac => "FAC",
        };
        write!(f, "{kind}{}{}", self.power, if self.sign { "[sign]" } else { "" })
    }
}

/// A Boolean class, of families over bools and alphabets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boolean {
    /// Constant depth, bounded fan-in.
    Nc0,
    /// Constant depth, unbounded `and` and `or`.
    Ac0,
    /// Constant depth with counting.
    Tc0,
    /// Logarithmic depth, bounded fan-in.
    Nc1,
}

impl Boolean {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Boolean::Nc0 => "NC0",
            Boolean::Ac0 => "AC0",
            Boolean::Tc0 => "TC0",
            Boolean::Nc1 => "NC1",
        }
    }
}

/// What is proved of a family.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The smallest class; `None` where none is proved.
    pub class: Option<Class>,
    /// Whether a Boolean class may be asked for: no input is a number.
    pub over_booleans: bool,
    /// The smallest Boolean class; `None` where none is proved, or none may be asked for.
    pub boolean: Option<Boolean>,
    /// Why there is no class, the most telling first.
    pub obstacles: Vec<Obstacle>,
}

/// Something that keeps a family out of every class.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Where.
    pub span: Option<Span>,
    /// What.
    pub what: Hindrance,
}

/// See [`Obstacle`].
#[derive(Clone, Debug)]
pub enum Hindrance {
    /// The depth grows faster than any power of a logarithm.
    Depth(Formula),
    /// The size is not polynomial.
    Size(Formula),
    /// The constants have too many bits.
    ConstantBits(Formula),
    /// A figure depends on a parameter that the number of inputs does not bound.
    Unbounded(u32),
    /// Something was not proved.
    Gap(super::Reason),
}

/// The smallest classes that are proved.
pub fn classify(_program: &Program, _id: FamilyId, _analysis: &Analysis) -> Verdict {
    Verdict { class: None, over_booleans: false, boolean: None, obstacles: Vec::new() }
}
