//! Budgets of a compilation: what is too large is refused before the work is done.

/// How much building one circuit may take. Each has an option of the command line that raises it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Gates, dead ones included.
    pub max_gates: u64,
    /// Wires into them.
    pub max_wires: u64,
    /// Static steps: iterations of loops, elements of arrays, calls.
    pub max_steps: u64,
    /// The length of a chain of calls.
    pub max_calls: u64,
    /// Decimal digits of a number.
    pub max_digits: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_gates: 50_000_000,
            max_wires: 200_000_000,
            max_steps: 200_000_000,
            max_calls: 10_000,
            max_digits: 100_000,
        }
    }
}

/// About how many bits so many decimal digits are: 10 bits are a little over 3 digits.
pub(crate) fn digits_to_bits(digits: u64) -> u64 {
    digits.saturating_mul(10) / 3 + 8
}
