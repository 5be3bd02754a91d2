//! What `circ verify` finds: ways to compute a family that differ, programs that are not what they say, families that
//! are not the same.

use super::DataFact;

/// A difference. Inputs are as JSON, a name with each; values as a terminal shows them.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum VerifyFact {
    /// A way of circ's own differs from the circuit: a fault of circ.
    Differs { family: String, gives: Gives },
    /// A program that names one of the constructions, and is not what that makes of the family.
    AnotherProgram {
        file: String,
        construction: String,
        family: String,
        /// `n = 3`, or empty.
        size: String,
        /// The first places that differ: a JSON path, what stands there, and what the construction has.
        places: Vec<(String, String, String)>,
        /// How many places differ.
        count: usize,
        /// An input on which it gives other values.
        gives: Option<Gives>,
        /// The first number that is another one than in the run of the construction on that input.
        vector: Option<Vector>,
        /// How many inputs were tried.
        tried: usize,
    },
    /// A program of another origin that gives other values.
    ComputesOther { file: String, family: String, size: String, gives: Gives },
    /// A program whose inputs or outputs are not those of the family; what differs, and how it is mended.
    DoesNotFit { file: String, family: String, what: String, help: Option<String> },
    /// Two families that can't be compared.
    OtherSignature { family: String, against: String, what: String },
    /// Two families that give different values.
    FamiliesDiffer { family: String, against: String, size: String, gives: Gives },
}

impl From<VerifyFact> for DataFact {
    fn from(fact: VerifyFact) -> DataFact {
        DataFact::Verify(Box::new(fact))
    }
}

/// Two values for one input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct Gives {
    /// `x=[1, "1/2"], b=true`
    pub inputs: String,
    /// What gives the one value, with its article, and the value.
    pub found_by: String,
    pub found: String,
    /// What gives the other.
    pub expected_by: String,
    pub expected: String,
    /// Where the first goes astray.
    pub astray: Option<Astray>,
}

/// A number of a vector after a layer, or before the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct Vector {
    pub position: u32,
    pub coordinate: String,
    pub layer: Option<u64>,
    pub found: String,
    pub expected: String,
}

/// Where the run of a transformer leaves the circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum Astray {
    /// The first gate whose position does not hold its value when it should, or holds it no more. The layer is the last
    /// one that ran before; none ran where it is `None`.
    Gate { gate: u32, position: u32, layer: Option<u64>, found: String, expected: String },
    /// Every gate is right, where the layers are run to the letter.
    Nowhere,
    /// Not looked for, as the sequence is too long.
    TooLong,
}
