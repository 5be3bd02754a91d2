//! What is likely to be meant where something is wrong; messages show the mend for it.

/// What is known of a fault that was found while a circuit was built, beside the fault itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Of the small sizes that were tried, it shows only where this size is below that.
    Below {
        /// The parameter, or the quantified size of a test.
        size: String,
        /// The least size without the fault.
        least: u64,
        /// For a size of a test that a range gives: how that goes on behind its start, such as `..=n`.
        end: Option<String>,
    },
    /// It shows also where every size is the largest that was tried, so that no condition on sizes avoids it.
    Throughout,
    /// A static operand of an `and` or `or` before it would have decided, were the operands no arrays.
    Unguarded {
        /// Whether it is an `or`.
        or: bool,
    },
}

/// What may be meant by a value that does not fit where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// A bool by a number; a literal of 0 and 1 is also given as bools.
    Bools(Option<String>),
    /// A bool by a sum of bools: whether these are the elements of an array.
    Parity(bool),
    /// The codes of tokens, by tokens where numbers stand: the tokens of the alphabet, and whether it is an array.
    Codes(Vec<String>, bool),
    /// One part of a tuple by the whole: its position, and how many parts there are.
    Part(usize, usize),
    /// A sequence with its start by the steps of a chain: how much longer that makes it.
    StartAndSteps(String),
    /// The states of a `scan`, and the start before them.
    ScanWithStart,
    /// A comparison with a token, by tokens where numbers or bools stand: such a token, and whether it is an array.
    Comparison(String, bool),
    /// A sequence of tokens by what is written as one: its text.
    Sequence(String),
    /// One token by what is written as a sequence: its text.
    OneToken(String),
    /// One value by those of all queries of a selector.
    OneQuery,
    /// An array by something of one dimension fewer: how many that has, and the text of a literal.
    Wrapped(usize, Option<String>),
}

/// What may be meant by a call with other arguments than its family takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallMeant {
    /// Sizes, which stand in square brackets: the call as it should be.
    Sizes(String),
    /// The parts of a tuple: the call as it should be, and the pattern that takes the tuple apart.
    Parts(String, String),
}
