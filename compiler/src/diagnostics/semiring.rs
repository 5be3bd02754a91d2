//! What other semirings do not have.

/// A fault of an evaluation over a semiring. Semirings are named as on the command line.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum SemiringFact {
    /// A sign gate.
    Sign { semiring: String },
    /// A constant that the semiring does not have; whether it is negative, and whether the semiring is a ring.
    Constant { semiring: String, constant: String, negative: bool, ring: bool },
    /// A value of an input that the semiring does not have; what it has.
    NoValue { input: String, position: String, text: String, semiring: String, has: &'static str },
}
