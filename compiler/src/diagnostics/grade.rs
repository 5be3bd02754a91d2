//! Options of `circ grade` that name nothing, and references that can't be graded by.

/// A fault of grading itself, and not of what is graded.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum GradeFact {
    /// `--forbid` names no operation and no family of the library.
    UnknownOperation { name: String, similar: Option<String>, operations: Vec<String> },
    /// `--class` is no class; why, and how it may be meant.
    UnknownClass { text: String, why: String, help: Option<String> },
    /// A folder without a program to grade.
    NoSubmissions { folder: String },
    /// The reference's `where` leaves out every size that was asked for.
    NoSizes { family: String, sizes: String },
    /// The inputs of a size, with what the reference gives for them, are too many numbers to be kept.
    TooManyNumbers { params: String, limit: String },
}
