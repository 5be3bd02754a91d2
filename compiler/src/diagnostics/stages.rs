//! What has to be static, and what a static number may be.

use circ_runtime::Ring;

/// A fact about stages.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum StageFact {
    /// A wire where a static number has to stand.
    NotStatic { role: &'static str },
    /// Something else where a static number has to stand.
    NotANumber { role: &'static str, found: String },
    /// A static number that is not natural.
    NotNatural { role: &'static str, found: String },
    /// An index that depends on the input, into an array of this rank; a token of its alphabet where it is a token.
    IndexIsWire { rank: usize, token: Option<String> },
    /// An index below 0.
    NegativeIndex { found: String },
    /// A divisor that depends on the input.
    WireDivisor { operation: String },
    /// A remainder of something that depends on the input: what it is divided by, and a size that is in scope.
    RemainderOfWire { modulus: Option<String>, size: Option<String> },
    /// A division by the constant 0.
    DivisionByZero { operation: String },
    /// An exponent that depends on the input.
    WireExponent,
    /// An exponent that is not natural; where it is 1/2 and the base static, the base.
    ExponentNotNatural { found: String, root_of: Option<String> },
    /// `floor` or `ceil` of something that depends on the input.
    RoundingOfWire { name: String },
    /// The root of something that depends on the input.
    RootOfWire,
    /// The root of a number below 0.
    RootOfNegative { found: String },
    /// A root that the ring does not have; `under` is the d of the ring Q(sqrt(d)) that does.
    RootNotInRing { found: String, ring: Ring, under: Option<u32> },
    /// `log2` that stands in neither `floor` nor `ceil`.
    BareLog2,
    /// A number literal too long to keep.
    NumberTooLong { limit: u64 },
    /// A constant that is not static.
    ConstNotStatic { name: String },
    /// A condition of `where` that is not static.
    ConditionNotStatic,
}
