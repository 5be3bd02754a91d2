//! What other semirings do not have.

use crate::diagnostics::{Message, SemiringFact};

/// The words for a fault of an evaluation over a semiring.
pub(super) fn message(fact: &SemiringFact) -> Message {
    match fact {
        SemiringFact::Sign { semiring } => Message::new(
            "E0580",
            format!("this circuit has a sign gate, and {semiring} has no signs"),
            "this is made with a sign gate",
        )
        .note("A sign gate asks whether a number is negative. A semiring has a sum and a product, and no order.")
        .help("sums and products alone can be evaluated over it: leave out comparisons, `max`, `min`, `or` and selections of wires"),
        SemiringFact::Constant { semiring, constant, negative: true, ring: false } => Message::new(
            "E0580",
            format!("this circuit has the constant {constant}, and {semiring} has natural numbers alone"),
            format!("{constant} comes in here"),
        )
        .note("A subtraction multiplies by -1, and so does `not`, which is 1 - x. No value of a semiring has to give 0 when 1 is added to it, so there is no -1.")
        .help("the integers modulo m have a -1, which is m - 1: `--semiring mod:7`"),
        SemiringFact::Constant { semiring, constant, ring, .. } => Message::new(
            "E0580",
            format!(
                "this circuit has the constant {constant}, and {semiring} has {} alone",
                if *ring { "integers" } else { "natural numbers" }
            ),
            format!("{constant} comes in here"),
        )
        .note("A division by a number multiplies by a fraction, and so do comparisons with tokens, which are polynomials in their codes.")
        .help("multiply by what the value is divided by, or give it as an input"),
        SemiringFact::NoValue { input, position, text, semiring, has } => {
            let at = if position.is_empty() { String::new() } else { format!(" at {position}") };
            Message::new("E0581", format!("the input `{input}`{at} is no value of {semiring}: `{text}`"), "")
                .note(format!("The values of {semiring} are {has}."))
        }
    }
}
