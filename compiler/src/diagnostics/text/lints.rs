//! What is right and probably not meant.

use circ_grammar::tree::{CompareOp, Span};

use super::quoted;
use crate::diagnostics::{BindingRole, DefaultValue, Emptiness, LintFact, Message, Missing, Settled};

/// The words for a warning.
pub(super) fn message(fact: &LintFact, span: Span) -> Message {
    match fact {
        LintFact::UnusedInput { name } => {
            Message::new("W0201", format!("the input `{name}` is never used"), "no value depends on it")
                .help(format!("leave it out, or call it `_{name}` if callers have to give it"))
                .fix(span, format!("_{name}"))
        }
        LintFact::UnusedBinding { name, role } => unused_binding(name, *role, span),
        LintFact::UnusedSize { name, family } => Message::new(
            "W0203",
            format!("the size `{name}` of `{family}` is never used"),
            "no type, condition or value mentions it",
        )
        .note("No argument tells it, so that every call has to write it.")
        .help(format!("leave it out, or call it `_{name}`")),
        LintFact::UnusedImport { name, module } => Message::new(
            "W0204",
            format!("`{name}` of `{module}` is never used"),
            "used from there, and not mentioned in this file",
        )
        .help("leave it out of the `use`"),
        LintFact::TestTwice { name, first } => {
            Message::new("W0205", format!("two tests are called \"{name}\""), "called so again here")
                .related(*first, "first here")
                .help("say in the name what this one shows: results are told by name")
        }
        LintFact::ConditionSettled { holds, why } => settled(*holds, why),
        LintFact::EmptySelection { operation, empty, default } => empty_selection(operation, empty, default),
        LintFact::LookupOutside { empty, default, texts } => lookup_outside(empty, default, texts.as_ref()),
        LintFact::MeanOfPositions { operation, number } => {
            let message = Message::new(
                "W0303",
                "this is the mean of the positions of the values that are selected, not how many there are",
                "a mean of positions",
            )
            .note(format!("`{operation}` gives the mean of what is selected. The place of a value in sorted order is the number of smaller ones."));
            match number {
                Some(number) => message.help(format!("their number is `{number}`")).fix(span, number.clone()),
                None => message.help("their number is the `width` of the selector"),
            }
        }
        LintFact::SameBranches => {
            Message::new("W0304", "both branches of this `if` are the same", "gives the same either way")
                .help("write the value alone, or mend the branch that was meant to differ")
        }
        LintFact::ComparedWithTruth { literal, holds, shorter } => {
            let what = if *holds { "the bool itself" } else { "its `not`" };
            let message = Message::new(
                "W0305",
                format!("a bool compared with `{literal}` is {what}"),
                "the comparison adds nothing",
            );
            match shorter {
                Some(shorter) => message.help(format!("write `{shorter}`")).fix(span, shorter.clone()),
                None => message.help("leave the comparison out"),
            }
        }
        LintFact::ChainOfBools { texts } => chain_of_bools(texts.as_deref().unwrap_or_default()),
        LintFact::ChainWithTruth { literal, number, meant } => {
            let number = number.as_ref().map_or_else(|| "a number".to_string(), |text| format!("`{text}`"));
            let value = u8::from(*literal);
            let message = Message::new(
                "W0306",
                format!("this chain compares {number} with `{literal}`"),
                format!("a chain: it asks for {number} to compare with `{literal}`, which is {value}"),
            )
            .note(
                "`a == b == c` is `a == b and b == c`, as in mathematics. In C it would be `(a == b) == c`.",
            );
            match meant {
                Some(meant) => message.help(format!("write `{meant}`")).fix(span, meant.clone()),
                None => message.help("put brackets around what is compared first, or leave the bool out"),
            }
        }
        LintFact::DivisorMayBeZero { operation, divisor, sizes, of_sum } => {
            divisor_may_be_zero(operation, divisor.as_deref(), sizes, *of_sum)
        }
        LintFact::RangeGoesDown { from, sizes, variable, start, steps } => {
            range_goes_down(*from, sizes, variable.as_deref(), start, steps)
        }
    }
}

fn unused_binding(name: &str, role: BindingRole, span: Span) -> Message {
    let (what, label) = match role {
        BindingRole::Let => ("value", "bound here, and read nowhere"),
        BindingRole::Part => ("part", "bound here, and read nowhere"),
        BindingRole::Variable => ("variable", "nothing reads it"),
        BindingRole::State => ("state", "no step reads it"),
        BindingRole::Hidden(_) => ("variable", "another of this name hides it before anything reads it"),
        BindingRole::Quantified => ("quantified input", "the test is the same for all its values"),
        BindingRole::QuantifiedSize => ("quantified size", "the test is the same for all its values"),
    };
    let message = Message::new("W0202", format!("the {what} `{name}` is never used"), label);
    match role {
        BindingRole::Let => message.help("leave the `let` out, or use the name where the value was meant"),
        BindingRole::Part | BindingRole::Variable => {
            message.help("write `_` for what is not used").fix(span, "_")
        }
        BindingRole::Quantified | BindingRole::QuantifiedSize => {
            message.help("leave it out, or let the test say something of it")
        }
        BindingRole::Hidden(by) => message.related(by, "hides it").help("give one of the two another name"),
        BindingRole::State => message
            .note("Each step gives a state without looking at the one before.")
            .help("write `_` for what no step reads")
            .fix(span, "_"),
    }
}

fn settled(holds: bool, why: &Settled) -> Message {
    let always = if holds { "always true" } else { "never true" };
    let message =
        Message::new("W0301", format!("this condition is {always}"), format!("{always}, whatever the input"));
    match why {
        Settled::Literal => message.help("leave the condition out, or write the one that is meant"),
        Settled::SameSides => message.note("Both sides are the same expression."),
        Settled::Sizes => Message { label: format!("{always}, whatever the sizes"), ..message }
            .note("Sizes are natural numbers, so 0 or more."),
        Settled::Numbers => message,
        Settled::SizesApart { same } => {
            let message = Message { label: format!("{always}, whatever the sizes"), ..message };
            if *same { message.note("Both sides are the same size.") } else { message }
        }
        Settled::Values(why) => message.note(format!("{}.", sentence(why))),
        Settled::Operands { other, swap } => {
            let (said, mend) = if holds {
                ("holds wherever an operand before it does not", "where both have to hold, write `and`")
            } else {
                ("never holds together with an operand before it", "where one of them is enough, write `or`")
            };
            let message = message.related(*other, said);
            if *swap { message.help(mend) } else { message }
        }
    }
}

/// With a capital letter, where it starts with one.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What stands where nothing was found.
fn default_words(default: &DefaultValue) -> String {
    match default {
        DefaultValue::Token(Some(token)) => format!("the first token, {}", quoted(token)),
        DefaultValue::Token(None) => "the first token, or 0".to_string(),
        DefaultValue::Position => "0, a position like any other".to_string(),
        DefaultValue::Mean => "0, as if that were the mean".to_string(),
        DefaultValue::Zero => "0".to_string(),
        DefaultValue::False => "`false`".to_string(),
    }
}

fn empty_selection(operation: &str, empty: &Emptiness, default: &DefaultValue) -> Message {
    let given = default_words(default);
    let label = match empty {
        Emptiness::Strict(CompareOp::Gt, true) => "selects nothing for the last position",
        Emptiness::Strict(CompareOp::Lt, true) => "selects nothing for the first position",
        Emptiness::Strict(CompareOp::Gt, false) => "selects nothing for the greatest value",
        Emptiness::Strict(CompareOp::Lt, false) => "selects nothing for the least value",
        Emptiness::Strict(..) => "selects nothing where all values are equal",
        Emptiness::Shift => "selects nothing where the shift leads outside",
        Emptiness::Absent => "selects nothing for a value that does not occur",
        Emptiness::Always { missing: Missing::First, .. } => {
            "selects nothing for the first query, whatever the sizes"
        }
        Emptiness::Always { missing: Missing::Last, .. } => {
            "selects nothing for the last query, whatever the sizes"
        }
        Emptiness::Always { .. } => "selects nothing for some query",
    };
    let message =
        Message::new("W0302", format!("where nothing is selected, `{operation}` gives {given}"), label);
    match empty {
        Emptiness::Always { reversal: Some(length), .. } => message.help(reversal(length)),
        _ => message.help(format!("say what it shall be there: `{operation}(selector, values, default)`")),
    }
}

/// How positions are counted from the end.
fn reversal(length: &str) -> String {
    format!("the last position is `{length} - 1`: from the end they are `{length} - 1 - indices({length})`")
}

fn lookup_outside(empty: &Emptiness, default: &DefaultValue, texts: Option<&(String, String)>) -> Message {
    let label = match empty {
        Emptiness::Always { missing: Missing::First, .. } => {
            "leads outside at the first index, whatever the sizes"
        }
        Emptiness::Always { missing: Missing::Last, .. } => {
            "leads outside at the last index, whatever the sizes"
        }
        _ => "leads outside at some index",
    };
    let title = format!("where the index is no position, `lookup` gives {}", default_words(default));
    let message = Message::new("W0302", title, label);
    match (empty, texts) {
        (Emptiness::Always { reversal: Some(length), .. }, _) => message.help(reversal(length)),
        (_, Some((values, index))) => message.help(format!(
            "say what it shall be there: `pick(select(indices(len({values})), {index}, ==), {values}, default)`"
        )),
        (_, None) => message.help("keep the index inside, or use `pick`, which takes a default"),
    }
}

/// `texts` has what is compared, or nothing where that is too long.
fn chain_of_bools(texts: &[String]) -> Message {
    let message = Message::new(
        "W0306",
        "this chain asks whether all these bools are the same",
        "a chain: each equals the next",
    );
    let pairs: Vec<String> = texts.windows(2).map(|pair| format!("{} == {}", pair[0], pair[1])).collect();
    let (chain, meant) = (texts.join(" == "), pairs.join(" and "));
    match pairs.as_slice() {
        [first, _, ..] if meant.len() <= 100 => {
            let rest = texts.get(2..).unwrap_or_default().join(" == ");
            message
                .note(format!(
                    "`{chain}` is `{meant}`, as in mathematics. In C it would be `({first}) == {rest}`."
                ))
                .help(format!("write `{meant}`, or put the brackets that are meant"))
        }
        _ => message
            .note(
                "`a == b == c` is `a == b and b == c`, as in mathematics. In C it would be `(a == b) == c`.",
            )
            .help("write the comparisons with `and`, or put the brackets that are meant"),
    }
}

fn range_goes_down(from: u64, sizes: &[String], variable: Option<&str>, start: &str, steps: &str) -> Message {
    let at = match (sizes, from) {
        ([], _) => "always empty".to_string(),
        ([one], 0) => format!("empty at every {one}"),
        ([one], _) => format!("empty at every {one} from {from} on"),
        (_, 0) => "empty at all sizes".to_string(),
        (_, _) => format!("empty at all sizes from {from} on"),
    };
    let message = Message::new("W0402", format!("this range is {at}"), "goes downwards, and so has no steps");
    match variable {
        Some(name) => {
            let counted = if start == "0" { format!("-{name}") } else { format!("{start} - {name}") };
            message.help(format!(
                "ranges go upwards: to go down from `{start}`, write `{name} in 0..{steps}` and `{counted}` instead of `{name}`"
            ))
        }
        None => message.help(format!("ranges go upwards: so many steps are `0..{steps}`")),
    }
}

fn divisor_may_be_zero(
    operation: &str,
    divisor: Option<&str>,
    sizes: &[(String, u64)],
    of_sum: bool,
) -> Message {
    let at: Vec<String> = sizes.iter().map(|(name, size)| format!("{name} = {size}")).collect();
    let at = at.join(", ");
    let what = divisor.map_or_else(|| "this divisor".to_string(), |text| format!("`{text}`"));
    let message = Message::new(
        "W0401",
        format!("{what} is 0 at {at}, and `{operation}` divides by it"),
        format!("0 at {at}"),
    );
    match (divisor, sizes) {
        // A bare parameter is 0 only at 0.
        (Some(text), sizes) if sizes.iter().any(|(name, _)| name == text) => {
            let message = message.help(format!(
                "write `where {text} >= 1` after the result type, or say what it shall be there: `if {text} == 0 {{ 0 }} else {{ … }}`"
            ));
            if of_sum { message.note("`mean` needs no division, and is 0 of nothing.") } else { message }
        }
        (Some(text), _) => message.help(format!(
            "leave such sizes out with a `where`, or say what it shall be there: `if {text} == 0 {{ 0 }} else {{ … }}`"
        )),
        (None, _) => message.help("leave such sizes out with a `where`, or say what it shall be there with an `if`"),
    }
}
