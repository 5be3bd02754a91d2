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
            "runs in one pass over {}: the columns show what each position computes",
            counted(positions, "position", "positions")
        ),
        Way::Steps(steps) => format!(
            "runs in one pass over {}: every number that the result needs settles in time",
            counted(steps, "step", "steps")
        ),
        Way::Layers(1) => "runs layer by layer, 1 layer".to_owned(),
        Way::Layers(layers) => format!("runs layer by layer, {layers} layers at most"),
    }
}

fn why(plan: &HeadPlan) -> String {
    let queries = counted(plan.queries, "query", "queries");
    let rows = format!("{queries} and {}", counted(plan.keys, "key", "keys"));
    let found = match &plan.search {
        Search::All => "takes all keys: its score does not tell them apart".to_owned(),
        Search::Key(by) => format!("takes the keys of the greatest {by}: one answer for all queries"),
        Search::Lookup { numbers: (query, key), among, others } => {
            let among = among
                .as_ref()
                .map_or_else(String::new, |by| format!("; of these it takes those of the greatest {by}"));
            let others = match others {
                0 => String::new(),
                1 => "; for 1 query none is sure to win, and it searches a hull of all keys".to_owned(),
                _ => {
                    format!("; for {others} queries none is sure to win, and they search a hull of all keys")
                }
            };
            format!("looks up the keys whose {key} is {query} of the query, by direct index{among}{others}")
        }
        Search::Hull { numbers: (query, key) } => format!(
            "takes the keys of the greatest sum with the product of {key} and {query} of the query: each query \
             searches a hull of the keys"
        ),
        Search::Sorted { comparisons, products } => {
            let hull = if products.is_empty() { "" } else { ", and a hull of those that are left" };
            format!(
                "{}: keys are sorted once and each query searches them{hull}; {rows} are told apart",
                compared(comparisons)
            )
        }
        Search::Scan { comparisons, letter: false } => {
            let first =
                if comparisons.is_empty() { String::new() } else { compared(comparisons) + "; then " };
            format!(
                "{first}scores every pair of {rows}: no order of the keys serves the products and signs of its score"
            )
        }
        Search::Scan { letter: true, .. } => {
            format!("scores every pair of {rows} to the letter: its score is long, or numbers in it are")
        }
    };
    let pooled = match plan.pooling {
        Pooling::Average => "",
        Pooling::Leftmost => "; the first of them is pooled",
        Pooling::Rightmost => "; the last of them is pooled",
    };
    found + pooled
}

/// `compares x against x of the query, i against i of the query`; or where it matters only that numbers are equal, `looks
/// up the keys whose x is x of the query`.
fn compared(comparisons: &[Comparison]) -> String {
    if comparisons.iter().all(|at| at.equality) {
        let one = |at: &Comparison| format!("{} is {} of the query", at.key, at.query);
        let all: Vec<String> = comparisons.iter().map(one).collect();
        return format!("looks up the keys whose {}", all.join(" and "));
    }
    let one = |at: &Comparison| format!("{} against {} of the query", at.key, at.query);
    let all: Vec<String> = comparisons.iter().map(one).collect();
    format!("compares {}", all.join(", "))
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
