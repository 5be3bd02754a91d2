//! What only a size shows: faults found while C_n is built, and budgets.

use circ_grammar::tree::Span;

/// A fault at one n. Numbers are as they came out at that n.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum BuildFact {
    /// An index that is no position.
    IndexOutOfRange { index: String, length: usize },
    /// A slice that leaves its array.
    SliceOutOfRange { start: String, end: String, length: usize },
    /// A slice, or the range of an array comprehension, that ends before it starts.
    RangeBackwards { what: &'static str, start: String, end: String },
    /// A static number that should be natural.
    NotNatural { role: &'static str, found: String },
    /// A range between numbers that are not integers.
    RangeNotInteger { found: String },
    /// Rows of one array that differ in length.
    Ragged { first: String, found: String },
    /// A divisor that is 0.
    DivisionByZero { operation: &'static str },
    /// A remainder of something that is no integer.
    RemainderNotInteger { found: String },
    /// An exponent that is not natural.
    ExponentNotNatural { found: String },
    /// A power too large to be built.
    ExponentTooLarge { found: String, limit: u64 },
    /// A logarithm of something that is not a positive integer.
    LogOfNonPositive { found: String },
    /// `max` or `min` of nothing.
    EmptyMax { name: &'static str },
    /// `argmax` or `argmin` of nothing.
    EmptyArgMax { name: &'static str },
    /// A condition of `where` that does not hold; its text, and where it stands.
    ConditionFails { family: String, condition: Span, call: bool },
    /// A recursive call in which no parameter shrinks, or one grows; of a family without parameters the head that it
    /// needs.
    RecursionDoesNotShrink {
        family: String,
        before: String,
        after: String,
        grows: bool,
        sized: Option<String>,
        /// The first parameter of the family.
        param: Option<String>,
    },
    /// An element that a step of `generate` gives has another shape than those of its sequence.
    StepChanges { step: String, expected: String, found: String },
    /// More gates than the budget.
    TooManyGates { limit: u64 },
    /// More wires than the budget.
    TooManyWires { limit: u64 },
    /// More static work than the budget; what a loop would need where that is known.
    TooManySteps { limit: u64, needed: Option<String> },
    /// A quantified test whose circuits, built and run in all cases, take more steps than the budget; the cases that were
    /// run before that.
    TestTooLong { limit: u64, done: u64 },
    /// A chain of calls longer than the budget.
    CallsTooDeep { limit: u64 },
    /// A number with more digits than the budget.
    NumberTooLarge { limit: u64 },
    /// Constants with more digits together than a circuit may have.
    TooManyDigits { limit: u64 },
    /// A size that no array can have.
    SizeTooLarge { role: &'static str, found: String },
    /// Something that a checked program does not have: a fault of circ itself.
    Unchecked,
}

impl BuildFact {
    /// Whether it is a bound on work: gates, wires, steps, calls.
    pub fn is_work(&self) -> bool {
        matches!(
            self,
            BuildFact::TooManyGates { .. }
                | BuildFact::TooManyWires { .. }
                | BuildFact::TooManySteps { .. }
                | BuildFact::TestTooLong { .. }
                | BuildFact::CallsTooDeep { .. }
        )
    }

    /// Whether it is a bound on numbers: digits, exponents, sizes.
    pub fn is_number(&self) -> bool {
        matches!(
            self,
            BuildFact::NumberTooLarge { .. }
                | BuildFact::TooManyDigits { .. }
                | BuildFact::SizeTooLarge { .. }
                | BuildFact::ExponentTooLarge { .. }
        )
    }

    /// Whether a circuit is too large, and not wrong.
    pub fn is_budget(&self) -> bool {
        self.is_work() || self.is_number()
    }
}
