//! Lines of many inputs.

/// The line that something is wrong in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The file.
    pub path: String,
    /// Its number, from 1.
    pub number: u64,
}

/// What a line has to be before its values are read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum BatchFact {
    /// It is no JSON: what was met, and in which column from 1.
    NotJson { problem: String, column: usize },
    /// It is blank, and others follow.
    Blank,
    /// It is longer than a value may be.
    TooLong { limit: String },
    /// It is neither an object nor a list with a value for each of several inputs.
    NotForEach { family: String, inputs: Vec<String>, found: String },
}
