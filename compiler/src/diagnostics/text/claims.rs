//! Claims of classes: what breaks them, by how much, and which class does hold.

use crate::analysis::{Boolean, Reason};
use crate::diagnostics::{Amount, ClaimFact, ClaimFault, FreeParam, Message};

/// The words for a fact about a claim.
pub(super) fn message(fact: &ClaimFact) -> Message {
    let ClaimFact { claim, at, family, .. } = fact;
    let message = match &fact.fault {
        ClaimFault::AsFunctions { written } => return inclusion(fact, written),
        ClaimFault::Vacuous { params, sizes } => vacuous(fact, params, sizes.as_deref()),
        ClaimFault::Sign => Message::new("E0604", title(fact, "there is a sign gate"), "this takes a sign gate")
            .note("Comparisons of numbers and of tokens, `sign`, `abs`, `max`, `min`, and `all`, `any` and selections of many use sign gates."),
        ClaimFault::Product { operands } => wide(fact, "a product", "factors", operands),
        ClaimFault::Sum { operands } => wide(fact, "a sum", "terms", operands),
        ClaimFault::Depth { depth, levels, doing } => deep(fact, depth, levels, doing),
        ClaimFault::Size { what, size } => Message::new(
            "E0607",
            title(fact, &format!("the number of {what} {}", upper(size))),
            format!("most of the {what} are here"),
        )
        .note(format!("In every class the {what} are polynomial in the number of inputs.")),
        ClaimFault::Constants { bits } => Message::new(
            "E0607",
            title(fact, &format!("the number of bits of a constant {}", upper(bits))),
            "a constant of so many bits",
        )
        .note("In every class the bits of constants are polynomial in the number of inputs."),
        ClaimFault::Free(free) => unbounded(fact, free),
        ClaimFault::Counting => Message::new(
            "E0610",
            title(fact, "a sum counts"),
            "a sum of unboundedly many terms that is no `any`, `all` or selection",
        )
        .note("In AC0 gates of unboundedly many operands are `and` and `or`: those of `any`, `all`, `pick` and `lookup`. No circuits of AC0 count unboundedly many bits (Furst, Saxe and Sipser, 1984)."),
        ClaimFault::WideProduct => Message::new(
            "E0610",
            title(fact, "a product has unboundedly many factors"),
            "a product of unboundedly many factors",
        )
        .note("In AC0 gates of unboundedly many operands are `and` and `or`; the conjunction of many bools is `all`."),
        ClaimFault::LongValues => Message::new(
            "E0610",
            title(fact, "a value may have unboundedly many bits"),
            "a value whose bits may grow with the sizes",
        )
        .note(format!("In {claim} every gate is a few gates on bits, so values keep a bounded number of bits.")),
        ClaimFault::Gap { reason, figure } => unknown(fact, *reason, figure),
    };
    let mut message = message.related(*at, "claimed here");
    if let Some(call) = fact.called {
        message = message.related(call, "called here");
    }
    if let Some((name, module)) = &fact.library {
        message.label.push_str(&format!(", in `{name}` of `{module}`"));
    }
    match (&fact.holds, &message.help) {
        (Some(class), None) => {
            let with_sign = format!("{claim}[sign]");
            match fact.fault {
                ClaimFault::Sign if *class != with_sign => message.help(format!(
                    "claim `in {with_sign}`, which is proved; the smallest class that is proved is {class}"
                )),
                _ => message.help(format!("claim `in {class}`, which is proved of `{family}`")),
            }
        }
        _ => message,
    }
}

fn title(fact: &ClaimFact, why: &str) -> String {
    let verdict = if fact.refuted { "is refuted" } else { "is not proved" };
    format!("`in {}` {verdict} for `{}`: {why}", fact.claim, fact.family)
}

/// The class without `[sign]`, and the power in its name.
fn plain(claim: &str) -> (&str, &str) {
    let plain = claim.strip_suffix("[sign]").unwrap_or(claim);
    (plain, plain.trim_start_matches(|c: char| c.is_ascii_alphabetic()))
}

/// `, which is O(n)` after a formula, but for one that says it.
fn which_is(formula: &str, growth: &str) -> String {
    if growth == format!("O({formula})") { String::new() } else { format!(", which is {growth}") }
}

/// `is at most 2^n + n, which is exponential`.
fn upper(amount: &Amount) -> String {
    match &amount.formula {
        Some(formula) => format!("is at most {formula}{}", which_is(formula, &amount.growth)),
        None => format!("is {}", amount.growth),
    }
}

/// A number of operands: `up to 2*n terms`.
fn up_to(amount: &Amount, noun: &str) -> String {
    match &amount.formula {
        Some(formula) => format!("up to {formula} {noun}"),
        None => format!("{} {noun}", amount.growth),
    }
}

fn inclusion(fact: &ClaimFact, written: &str) -> Message {
    let ClaimFact { claim, family, .. } = fact;
    let why = match Boolean::named(claim) {
        Some(_) => "`and`, `or` and counts of many bits have trees of gates of two operands",
        None => "a gate of many operands can be a tree of gates of two",
    };
    Message::new(
        "N0601",
        format!("`{family}` is in {claim} by an inclusion of classes: its circuits as written are {written}"),
        "claimed here",
    )
    .note(format!(
        "The same function has circuits of {claim}: {why}. Those that are built stay in {written}."
    ))
}

fn vacuous(fact: &ClaimFact, params: &[String], sizes: Option<&[u64]>) -> Message {
    let names: Vec<String> = params.iter().map(|name| format!("`{name}`")).collect();
    let name = super::list(&names);
    let label = match sizes {
        Some([]) => format!("no {name} meets this"),
        Some([size]) => format!("only {size} meets this as {name}"),
        Some([0, .., last]) if sizes.is_some_and(|all| all.len() as u64 == last + 1) => {
            format!("{name} is at most {last}")
        }
        Some([first, .., last]) if sizes.is_some_and(|all| all.len() as u64 == last + 1 - first) => {
            format!("{name} is one of {first} to {last}")
        }
        Some(all) => {
            let all: Vec<String> = all.iter().map(u64::to_string).collect();
            format!("{name} is one of {}", super::list(&all))
        }
        None => format!("this bounds {name}"),
    };
    let (claim, family) = (&fact.claim, &fact.family);
    Message::new(
        "E0609",
        format!("`in {claim}` says nothing of `{family}`: its `where` admits finitely many sizes"),
        label,
    )
    .note("A claim is about how circuits grow, and finitely many circuits are in every class.")
    .help("leave the claim out, or the condition")
}

fn wide(fact: &ClaimFact, what: &str, noun: &str, operands: &Amount) -> Message {
    let number = up_to(operands, noun);
    let growth = operands.formula.as_ref().map_or_else(String::new, |f| which_is(f, &operands.growth));
    let (class, power) = plain(&fact.claim);
    let allows = match (Boolean::named(&fact.claim), noun) {
        (Some(_), _) => format!("{class} bounds the number of operands of a gate by a constant."),
        (None, "factors") => {
            format!("{class} bounds the number of factors by a constant; FAC{power} does not.")
        }
        _ => format!("{class} bounds the number of terms by a constant; FSAC{power} does not."),
    };
    Message::new("E0605", title(fact, &format!("{what} has {number}{growth}")), format!("{what} of {number}"))
        .note(allows)
}

fn deep(fact: &ClaimFact, depth: &Amount, levels: &Amount, doing: &str) -> Message {
    let is = match (&depth.formula, fact.refuted) {
        (Some(formula), true) => format!("the depth is {formula}{}", which_is(formula, &depth.growth)),
        _ => format!("the depth {}", upper(depth)),
    };
    let added = levels.formula.as_ref().unwrap_or(&levels.growth);
    let all = if levels == depth { "" } else { " of its" };
    let (class, power) = plain(&fact.claim);
    let allows = match power {
        "0" => format!("{class} asks for a constant depth."),
        "1" => format!("{class} allows a depth of O(log N) on N inputs."),
        power => format!("{class} allows a depth of O(log^{power} N) on N inputs."),
    };
    let message =
        Message::new("E0606", title(fact, &is), format!("{doing} adds {added}{all} levels")).note(allows);
    match fact.holds {
        Some(_) => message,
        None => message.help(format!("leave the claim out: no class allows a depth of {}", depth.growth)),
    }
}

fn unbounded(fact: &ClaimFact, free: &FreeParam) -> Message {
    let FreeParam { param, figure, formula, input, by } = free;
    let label = match formula {
        Some(formula) if formula != param => format!("{figure} grows with `{param}`, as {formula}"),
        _ => format!("{figure} grows with `{param}`"),
    };
    let why = match input {
        Some(input) => format!(
            "The size of `{input}` depends on `{param}`, and may be far smaller: no polynomial in it bounds `{param}`."
        ),
        None => format!("`{param}` is the size of no input."),
    };
    let help = match (by, input) {
        (Some(other), _) => format!("bound it, as in `where {param} <= {other}`, or leave the claim out"),
        (None, None) => format!("leave the claim out, or bound `{param}` by the size of an input"),
        (None, Some(_)) => "leave the claim out".to_string(),
    };
    Message::new("E0608", title(fact, &format!("the number of inputs does not bound `{param}`")), label)
        .note(format!("A class says how circuits grow with the number of inputs. {why}"))
        .help(help)
}

/// Why something is not known, what is there, and what would help.
fn unknown(fact: &ClaimFact, reason: Reason, figure: &str) -> Message {
    let (why, label, help) = match reason {
        Reason::MutualRecursion => (
            "families call each other in a circle",
            "this call leads back here",
            "a proof is found where a family calls only itself: put the families together into one",
        ),
        Reason::Measure => (
            "it is not known how this recursion shrinks",
            "a recursive call",
            "a proof is found where every call is on at most half of one size, or takes a constant from it, and no other size changes",
        ),
        Reason::NestedCall => (
            "a recursive call is made on what another one gives",
            "its argument contains the result of a recursive call",
            "a proof is found where the arguments of recursive calls come from the inputs",
        ),
        Reason::ManyCalls => (
            "it is not known how many calls this recursion makes",
            "a recursive call",
            "a proof is found for one call that takes away a constant, for calls on halves, and for a fixed number of calls on half the size",
        ),
        Reason::Steps => (
            "it is not known how many steps a loop takes",
            "no formula in the sizes is known for the steps of this loop",
            "a proof is found where the ends of a range are polynomials and logarithms of the sizes",
        ),
        Reason::Count => {
            let why = format!("no formula is found for {figure}");
            return Message::new("E0611", title(fact, &why), format!("{figure} here has no known formula"));
        }
        Reason::TooLarge => (
            "the family is too large for the analysis",
            "the analysis stopped here",
            "split it into families that are proved one by one",
        ),
    };
    Message::new("E0611", title(fact, why), label).help(help)
}
