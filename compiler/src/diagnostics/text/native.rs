//! Families that are no sequence programs.

use crate::diagnostics::{Message, NativeFact, NativeFault};

/// The words for what is in the way of a transformer of its own.
pub(super) fn message(fact: &NativeFact) -> Message {
    let NativeFact { family, fault } = fact;
    let refused = |why: &str, label: &str| {
        Message::new("E0620", format!("`{family}` has no transformer of its own: {why}"), label)
    };
    let simulated = "the constructions that simulate its circuits take every family: `--attention average`";
    match fault {
        NativeFault::NoSequence => {
            Message::new("E0621", format!("`{family}` has no transformer of its own: it has no sequence"), "")
                .note("A sequence program has an input with one size, as `x: num[n]`; its elements are the positions.")
                .help(simulated)
        }
        NativeFault::Input { name, ty, size } => Message::new(
            "E0621",
            format!("`{family}` has no transformer of its own: not all of its inputs stand on one sequence"),
            format!("`{name}` is `{ty}`"),
        )
        .note(format!(
            "There is a position for each of the {size} elements of a sequence, and one more. An input gives each \
             position one element, as `x: num[{size}]`, or is a scalar."
        ))
        .help(simulated),
        NativeFault::Result { ty, size } => refused(
            &format!("its result does not have {size} elements"),
            &format!("this is {ty}"),
        )
        .note(format!("Each of the {size} positions computes one element of a result; a scalar is computed by one more."))
        .help(simulated),
        NativeFault::Beyond { size } => refused(
            &format!("not all of this stands on the {size} positions"),
            &format!("may go beyond `0..{size}`"),
        )
        .note(format!(
            "A variable of a sequence program goes over positions, of which there are {size}: over `0..{size}`, or a \
             part of it that shows in the ends, as `1..{size}` or `0..=i`."
        ))
        .help(simulated),
        NativeFault::Rows => refused("a position holds single numbers", "each element is an array here")
            .note("An array with two sizes is a selector in a sequence program: it is reduced, or given to `width`, `aggregate` or `pick`.")
            .help("reduce it where it is made, or give each of its rows a name"),
        NativeFault::Product => refused(
            "attention adds up and does not multiply",
            "a product over the positions",
        )
        .note("A head gives a mean of what it selects. No fixed number of layers multiplies n numbers.")
        .help(simulated),
        NativeFault::Loop { scan } => refused(
            "its layers would grow with n",
            &format!("a `{}` takes one step after the other", if *scan { "scan" } else { "fold" }),
        )
        .note("A sequence program has one transformer, with the same layers for all n.")
        .help(simulated),
        NativeFault::Generate => refused(
            "it decodes step by step",
            "a chain of thought is not one run of a transformer",
        )
        .help("ask for the transformer of its step: `--family` with the name of that family"),
        NativeFault::Recursion { callee } => refused(
            "its layers would grow with n",
            &format!("`{callee}` calls itself"),
        )
        .note("A sequence program has one transformer, with the same layers for all n.")
        .help(simulated),
        NativeFault::ThreePositions => refused(
            "a head scores pairs of positions",
            "depends on three positions at once",
        )
        .note("One position asks and one is looked at. What a third one tells has to be found out by one of the two, in an earlier layer.")
        .help("give a name to what depends on two of them alone"),
        NativeFault::ValueOfPair => refused(
            "a head takes from a position what that position has",
            "what is taken also depends on the position that asks",
        )
        .note("Conditions may depend on both positions; the value that is pooled depends on the one that is looked at.")
        .help("take the parts by themselves, and combine them afterwards"),
        NativeFault::Extreme { name } => refused(
            "which positions count differs from one to the next",
            &format!("the `{name}` over a set that depends on the position and may leave it out"),
        )
        .note(format!(
            "A head finds the `{name}` over all positions, over those that a condition on them alone selects, and over \
             a part in which the asking position stands itself, as `x[..=i]`."
        ))
        .help(simulated),
        NativeFault::FixedArray => refused(
            "an array of fixed length stands on no position",
            "read at an index that is not fixed",
        )
        .help(simulated),
        NativeFault::Table => refused(
            "a table would be too long",
            "takes too many values at the sizes up to this one",
        )
        .note("A static function that is no polynomial is a table in the transformer: a constant for each value of its operand.")
        .help("let it depend on n, or on one index, alone"),
        NativeFault::Operation { what } => refused(
            "not everything has a form over positions",
            what,
        )
        .help(simulated),
        NativeFault::TooLarge { limit } => refused(
            "it is too large",
            &format!("more than {limit} terms are there already"),
        )
        .help(simulated),
    }
}
