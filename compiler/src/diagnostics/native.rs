//! Families that are no sequence programs: what stands in the way of a transformer of their own.

/// A family that has no transformer of its own, and the expression that is in the way.
#[derive(Clone, Debug, PartialEq)]
pub struct NativeFact {
    /// The family that was asked for.
    pub family: String,
    /// What is in the way.
    pub fault: NativeFault,
}

/// What is in the way of a transformer of its own.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum NativeFault {
    /// No input is a sequence.
    NoSequence,
    /// An input that is neither a scalar nor a sequence of the size.
    Input { name: String, ty: String, size: String },
    /// The result, or a part of it, is neither a scalar nor a sequence of the size.
    Result { ty: String, size: String },
    /// A range or an array that may have more elements than there are positions.
    Beyond { size: String },
    /// An array whose elements are arrays, where each position would hold many numbers.
    Rows,
    /// A product over positions.
    Product,
    /// `fold` or `scan` with a number of steps that grows.
    Loop { scan: bool },
    /// A chain of thought.
    Generate,
    /// A family that calls itself.
    Recursion { callee: String },
    /// A question about three positions at once.
    ThreePositions,
    /// What is taken from a position depends on the one that asks.
    ValueOfPair,
    /// The greatest or least of a set that differs from position to position, in which the position itself need not be.
    Extreme { name: &'static str },
    /// An array of fixed length at an index that is not fixed.
    FixedArray,
    /// A static function of so many values that its table is too large.
    Table,
    /// An operation that has no form over positions yet; its name.
    Operation { what: &'static str },
    /// More terms or heads than a program may have.
    TooLarge { limit: usize },
}
