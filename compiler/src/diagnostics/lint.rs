//! What is right and probably not meant.

use circ_grammar::tree::{CompareOp, Span};

/// A fact about a program that is well-formed: a warning.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum LintFact {
    // Names.
    /// An input that no value depends on.
    UnusedInput { name: String },
    /// A local that nothing reads.
    UnusedBinding { name: String, role: BindingRole },
    /// A size parameter that no size and no value mentions.
    UnusedSize { name: String, family: String },
    /// A name of a `use` that the file does not mention.
    UnusedImport { name: String, module: String },
    /// A test with the name of an earlier one.
    TestTwice { name: String, first: Span },

    // Values.
    /// A condition that is the same whatever the input and the sizes are.
    ConditionSettled { holds: bool, why: Settled },
    /// A selection that selects nothing for some query, and a default that is probably not meant.
    EmptySelection { operation: &'static str, empty: Emptiness, default: DefaultValue },
    /// A `lookup` whose static index is no position for some element; the texts of the array and of the index.
    LookupOutside { empty: Emptiness, default: DefaultValue, texts: Option<(String, String)> },
    /// A mean of positions where their number was probably meant; what gives the number.
    MeanOfPositions { operation: &'static str, number: Option<String> },
    /// An `if` whose branches are the same expression.
    SameBranches,
    /// `b == true`, or with the flag off `b == false`; how it is said shorter.
    ComparedWithTruth { literal: bool, holds: bool, shorter: Option<String> },
    /// `a == b == c` of bools, with what is compared.
    ChainOfBools { texts: Option<Vec<String>> },
    /// `a == b == true` of numbers; the number that is compared with the literal, and the comparison that was meant.
    ChainWithTruth { literal: bool, number: Option<String>, meant: Option<String> },

    // Sizes.
    /// A division by a size that is 0 at sizes that are allowed.
    DivisorMayBeZero {
        operation: &'static str,
        divisor: Option<String>,
        sizes: Vec<(String, u64)>,
        of_sum: bool,
    },
    /// A range that is empty because it goes downwards, wherever the sizes that it mentions are at least `from`; how
    /// many steps there are upwards.
    RangeGoesDown { from: u64, sizes: Vec<String>, variable: Option<String>, start: String, steps: String },
}

/// What bound a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingRole {
    /// A `let` of one name.
    Let,
    /// A name of a pattern of parts.
    Part,
    /// The variable of a comprehension, a generator or a loop.
    Variable,
    /// The state of a loop, or a part of it.
    State,
    /// A variable that another of its name hides, there, before anything reads it.
    Hidden(Span),
    /// An input that a test is quantified over.
    Quantified,
    /// A size that a test is quantified over.
    QuantifiedSize,
}

/// Why a condition is always the same.
#[derive(Clone, Debug, PartialEq)]
pub enum Settled {
    /// It is written `true` or `false`.
    Literal,
    /// Both sides are the same expression.
    SameSides,
    /// Both sides are sizes or numbers, and compare alike because no size is below 0.
    Sizes,
    /// Both sides are numbers.
    Numbers,
    /// Both sides are sizes, and always equally far apart.
    SizesApart {
        /// They are the same.
        same: bool,
    },
    /// One side never takes the values that would make a difference: the words for it.
    Values(&'static str),
    /// Another operand says the opposite, or leaves nothing.
    Operands {
        /// That one.
        other: Span,
        /// With `or` for `and`, or the other way round, it would ask for something.
        swap: bool,
    },
}

/// Why a query selects nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emptiness {
    /// Positions or values compared with themselves by this operator.
    Strict(CompareOp, bool),
    /// Positions compared with shifted ones.
    Shift,
    /// Values of one input looked for in another.
    Absent,
    /// Static values: some query has none, whatever the sizes.
    Always {
        /// Which queries.
        missing: Missing,
        /// The queries go through positions from the end; how many there are.
        reversal: Option<String>,
    },
}

/// Which queries select nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The first.
    First,
    /// The last, and not always the first.
    Last,
    /// Another, or one here and one there.
    Some,
}

/// What an empty selection gives where no default is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// The first token of its alphabet, where it is known.
    Token(Option<String>),
    /// 0, where the values are positions.
    Position,
    /// 0, where the values are numbers whose mean is taken.
    Mean,
    /// 0.
    Zero,
    /// `false`.
    False,
}
