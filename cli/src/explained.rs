//! `--explain`: how a run goes and how each head finds its keys, in words and as JSON.

use circ_runtime::{Comparison, Explanation, HeadPlan, Pooling, Search, Transformer, Way};

use crate::commands::run_file::stop;
use crate::session::{Ended, Session};
use crate::values::quoted;

/// Plans a transformer with its inputs, and says what came of that.
pub(crate) fn explain(session: &Session, t: &Transformer) -> Ended<Explanation> {
    circ_runtime::explain(t, &session.run_limits).map_err(|error| stop(session, &error))
}

/// A line for the run, and one for each head.
pub(crate) fn text(explanation: &Explanation) -> String {
    let mut lines = vec![way(explanation.way)];
    for plan in &explanation.heads {
        let (layer, head) = (plan.layer + 1, plan.head + 1);
        lines.push(format!("layer {layer}, head {head}: {}", why(plan)));
    }
    lines.join("\n") + "\n"
}

/// `"run": "…", "explain": [{"layer": 1, "head": 1, "plan": "lookup", "why": "…", …}]`
pub(crate) fn json(explanation: &Explanation) -> String {
    let head = |plan: &HeadPlan| {
        format!(
            "{{\"layer\": {}, \"head\": {}, \"plan\": \"{}\", \"why\": {}, \"queries\": {}, \"keys\": {}}}",
            plan.layer + 1,
            plan.head + 1,
            name(&plan.search),
            quoted(&why(plan)),
            plan.queries,
            plan.keys,
        )
    };
    let heads: Vec<String> = explanation.heads.iter().map(head).collect();
    format!("\"run\": {}, \"explain\": [{}]", quoted(&way(explanation.way)), heads.join(", "))
}

/// The value of the key `plan`.
fn name(search: &Search) -> &'static str {
    match search {
        Search::All => "all",
        Search::Key(_) => "key",
        Search::Lookup { .. } => "lookup",
        Search::Sorted { comparisons, products } => {
            let equal = comparisons.iter().all(|one| one.equality) && products.is_empty();
            if equal { "lookup" } else { "sorted" }
        }
        Search::Hull { .. } => "hull",
        Search::Scan { .. } => "scan",
    }
}

fn way(way: Way) -> String {
    match way {
        Way::Still => "no layer runs".to_owned(),
        Way::Columns(positions) => format!(
            "runs in one pass over {positions} positions: the columns show what each of them computes"
        ),
        Way::Steps(steps) => {
            format!("runs in one pass over {steps} steps: every number that the result needs settles in time")
        }
        Way::Layers(layers) => format!("runs layer by layer, {layers} at most"),
    }
}

fn why(plan: &HeadPlan) -> String {
    let rows =
        format!("{} and {}", counted(plan.queries, "query", "queries"), counted(plan.keys, "key", "keys"));
    let found = match &plan.search {
        Search::All => "takes all keys: its score does not tell them apart".to_owned(),
        Search::Key(by) => format!("takes the keys of the greatest {by}: one answer for all queries"),
        Search::Lookup { numbers: (query, key), among, others } => {
            let among = among
                .as_ref()
                .map_or_else(String::new, |by| format!(", of these the ones of the greatest {by}"));
            let others = match others {
                0 => String::new(),
                _ => format!(
                    "; {} on the hull of all keys",
                    counted(
                        *others,
                        "query finds none that is sure to win, and looks",
                        "queries find none that is sure to win, and look"
                    )
                ),
            };
            format!("looks up the keys whose {key} is the {query} of the query, in a table{among}{others}")
        }
        Search::Hull { numbers: (query, key) } => format!(
            "takes the keys of the greatest sum with the product of {query} of the query and {key} of the key: a search on the upper hull of the keys"
        ),
        Search::Sorted { comparisons, products } => {
            let products = match products.as_slice() {
                [] => String::new(),
                _ => ", and searches the upper hull of what is left".to_owned(),
            };
            format!(
                "{}: keys are sorted once and queries search them{products}; tells apart {rows}",
                compared(comparisons)
            )
        }
        Search::Scan { comparisons, letter: false } => {
            let first = if comparisons.is_empty() {
                String::new()
            } else {
                format!("{}, then ", compared(comparisons))
            };
            format!(
                "{first}scores every pair of {rows}: its score adds products or signs that no order of the keys serves"
            )
        }
        Search::Scan { letter: true, .. } => {
            format!("scores every pair of {rows} to the letter: its score is long, or has long numbers")
        }
    };
    let pooled = match plan.pooling {
        Pooling::Average => "",
        Pooling::Leftmost => "; the first of them is pooled",
        Pooling::Rightmost => "; the last of them is pooled",
    };
    found + pooled
}

/// `compares x of the key with x of the query and i with i`
fn compared(comparisons: &[Comparison]) -> String {
    let one = |at: &Comparison| {
        let verb = if at.equality { "matches" } else { "compares" };
        format!("{verb} {} of the key with {} of the query", at.key, at.query)
    };
    comparisons.iter().map(one).collect::<Vec<_>>().join(" and ")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
