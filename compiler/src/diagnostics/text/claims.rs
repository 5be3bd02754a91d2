//! Claims of classes: what breaks them, by how much, and which class does hold.

use crate::analysis::Reason;
use crate::diagnostics::{ClaimFact, ClaimFault, Message};

/// The words for a fact about a claim.
#[allow(clippy::too_many_lines, reason = "one arm for each fault")]
pub(super) fn message(fact: &ClaimFact) -> Message {
    let ClaimFact { claim, at, family, holds, refuted, fault } = fact;
    let (plain, sign) = claim.strip_suffix("[sign]").map_or((claim.as_str(), false), |plain| (plain, true));
    let verdict = if *refuted { "is refuted" } else { "is not proved" };
    let title = |why: String| format!("`in {claim}` {verdict} for `{family}`: {why}");
    let message = match fault {
        ClaimFault::AsFunctions { written } => {
            return Message::new(
                "N0601",
                format!("`{family}` is in {claim} by an inclusion of classes: its circuits as written are {written}"),
                "claimed here",
            )
            .note(format!(
                "Wide gates can be replaced by trees of gates with two operands, so every function in FAC0 is in FNC1, and so on. The circuits that are built stay those of {written}."
            ));
        }
        ClaimFault::Sign => Message::new(
            "E0604",
            title("there is a sign gate".into()),
            "this takes a sign gate",
        )
        .note("Comparisons of numbers and of tokens, `sign`, `abs`, `max`, `min`, wide `all` and `any`, `aggregate`, `lookup` and `argmax` use sign gates; operations on bools mostly do not.")
        .help(format!("claim `in {claim}[sign]`, if the rest holds")),
        ClaimFault::Product { fan_in, growth } => Message::new(
            "E0605",
            title(format!("a product has up to {fan_in} factors, which is {growth}")),
            format!("a product of up to {fan_in} factors"),
        )
        .note(format!("{plain} bounds the factors of a product by a constant; FAC{} does not.", digits(plain))),
        ClaimFault::Sum { fan_in, growth } => Message::new(
            "E0605",
            title(format!("a sum has up to {fan_in} terms, which is {growth}")),
            format!("a sum of up to {fan_in} terms"),
        )
        .note(format!("{plain} bounds the terms of a sum by a constant; FSAC{} does not.", digits(plain))),
        ClaimFault::Depth { depth, growth, levels, doing } => Message::new(
            "E0606",
            title(format!("the depth is {}{depth}, which is {growth}", if *refuted { "" } else { "at most " })),
            if levels == depth { format!("{doing} adds {levels} levels") } else { format!("{doing} adds {levels} of its levels") },
        )
        .note(allowed_depth(plain)),
        ClaimFault::Size { what, size, growth } => Message::new(
            "E0607",
            title(format!("there may be {size} {what}, which is {growth}")),
            format!("most of the {what} are here"),
        )
        .note(format!("In every class the {what} are polynomial in the number of inputs.")),
        ClaimFault::Constants { bits, growth } => Message::new(
            "E0607",
            title(format!("constants may take {bits} bits, which is {growth}")),
            "a constant of so many bits",
        )
        .note("In every class the bits of constants are polynomial in the number of inputs."),
        ClaimFault::Free { param, figure, formula } => Message::new(
            "E0608",
            title(format!("the number of inputs does not bound `{param}`")),
            format!("{figure} here grows with `{param}`, as {formula}"),
        )
        .note(format!("Classes are judged in the number of inputs. `{param}` is no size of an input, and no condition of `where` bounds it by one that is, so there may be many more gates than any polynomial in that number."))
        .help(format!("bound it, as in `where {param} <= n`, or make the claim of a family that calls this one")),
        ClaimFault::Vacuous { sizes } => Message::new(
            "E0609",
            format!("`in {claim}` says nothing of `{family}`: its `where` admits finitely many sizes"),
            format!("only {sizes} can be built"),
        )
        .note("Finitely many circuits are in every class. A claim is about how circuits grow.")
        .help("leave the claim out, or the condition"),
        ClaimFault::Counting => Message::new(
            "E0610",
            title("a sum counts".into()),
            "a sum of unboundedly many terms that is no `any`, `all` or selection",
        )
        .note("In AC0 unbounded fan-in is `and` and `or`: of `any`, `all`, `pick` and `lookup`. A count of unboundedly many bits is not in AC0 (Furst, Saxe and Sipser, 1984), unless it is asked in another way."),
        ClaimFault::WideProduct => Message::new(
            "E0610",
            title("a product has unboundedly many factors".into()),
            "a product over unboundedly many values",
        )
        .help("the conjunction of bools is `all`"),
        ClaimFault::LongValues => Message::new(
            "E0610",
            title("values may have unboundedly many bits".into()),
            "a value whose bits may grow",
        )
        .note(format!("{claim} is claimed of circuits whose values keep a bounded number of bits: then each gate is a few gates on bits.")),
        ClaimFault::Gap { reason } => {
            let (why, label, help) = gap(*reason);
            let message = Message::new("E0611", title(why.into()), label);
            match help {
                Some(help) => message.help(help),
                None => message,
            }
        }
    };
    let message = message.related(*at, "claimed here");
    let _ = sign;
    match holds {
        Some(class) => message.note(format!("What is proved: `{family}` is in {class}.")),
        None => message.note("No class is proved for this family: `circ report --why` shows what grows."),
    }
}

/// The power in the name of a class.
fn digits(class: &str) -> &str {
    class.trim_start_matches(|c: char| c.is_ascii_alphabetic())
}

fn allowed_depth(class: &str) -> String {
    match digits(class) {
        "0" => format!("{class} asks for a constant depth."),
        "1" => format!("{class} allows a depth of O(log n)."),
        power => format!("{class} allows a depth of O(log^{power} n)."),
    }
}

/// Why something is not known, what is there, and what would help.
fn gap(reason: Reason) -> (&'static str, &'static str, Option<&'static str>) {
    match reason {
        Reason::MutualRecursion => (
            "families call each other in a circle",
            "this call leads back here through another family",
            Some("a proof is found where a family calls only itself: put the families together into one"),
        ),
        Reason::Measure => (
            "it is not known how this recursion shrinks",
            "a recursive call",
            Some(
                "a proof is found where at every call one size is at most `ceil(n/2)`, `floor(n/2)` or `n - 1`, and no other one changes",
            ),
        ),
        Reason::NestedCall => (
            "a recursive call is made on what another one gives",
            "its argument contains the result of a recursive call",
            Some("a proof is found where the arguments of recursive calls come from the inputs"),
        ),
        Reason::ManyCalls => (
            "it is not known how many calls this recursion makes",
            "a recursive call",
            Some(
                "a proof is found for one call that takes away a constant, for calls on halves, and for a fixed number of calls on half the size",
            ),
        ),
        Reason::Steps => (
            "it is not known how many steps a loop takes",
            "the number of steps is no formula in the sizes",
            None,
        ),
        Reason::Count => {
            ("it is not known how many there are of something", "the number is no formula in the sizes", None)
        }
        Reason::TooLarge => (
            "the family is too large for the analysis",
            "the analysis stopped here",
            Some("split it into families that are proved one by one"),
        ),
    }
}
