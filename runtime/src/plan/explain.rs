//! How a program runs and how each of its heads finds the keys, as facts to be told.
//!
//! Planning says it of heads that select by static numbers. What the others do depends on the numbers that they meet,
//! so that one round is run.

use super::polynomial::Poly;
use super::recognise::{StaticScore, recognise};
use super::scores::Score;
use super::scores::form::{Atom, Form, Side, Sign, Variable};
use super::select::{Selector, select};
use super::simulate::{Selection, Simulation};
use super::statics::{Statics, statics};
use super::{Planned, by_columns, is_still, plan};
use crate::limits::{Limits, RunError, RunErrorKind};
use crate::number::Num;
use crate::transformer::{Pooling, Transformer};

/// How a program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The run as a whole.
    pub way: Way,
    /// Every head of every layer of the list, in order.
    pub heads: Vec<HeadPlan>,
}

/// How a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// No layer runs.
    Still,
    /// The columns show what each position computes: one pass over so many positions.
    Columns(usize),
    /// Every number that the outputs need settles: one pass over so many steps.
    Steps(usize),
    /// Layer by layer, so many at most.
    Layers(u64),
}

/// How a head finds its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadPlan {
    /// The layer of the list, from 0.
    pub layer: usize,
    /// The head of the layer, from 0.
    pub head: usize,
    /// What it does with the values at the keys.
    pub pooling: Pooling,
    /// Queries that the search tells apart.
    pub queries: usize,
    /// Keys that the search tells apart.
    pub keys: usize,
    /// How it finds the keys.
    pub search: Search,
}

/// How keys are found. Formulas speak of coordinates by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// Not at all: every key is worth the same to a query.
    All,
    /// Once for all queries: the keys at which this is greatest.
    Key(String),
    /// By a table from the numbers of the keys to the keys.
    Lookup {
        /// The number of the query, and that of the key which equals it.
        numbers: (String, String),
        /// What is greatest at the keys that win among those, where they are told apart.
        among: Option<String>,
        /// Queries for which the table has no answer that is sure to win.
        others: usize,
    },
    /// On the upper hull of the keys as lines: where the product of a number of the query and one of the key, and what
    /// else the key is worth, are greatest.
    Hull {
        /// The number of the query and that of the key.
        numbers: (String, String),
    },
    /// Among keys that are sorted by numbers.
    Sorted {
        /// What is compared.
        comparisons: Vec<Comparison>,
        /// Products of a number of the query and one of the key that are looked at among those.
        products: Vec<(String, String)>,
    },
    /// Every pair of what is told apart is scored.
    Scan {
        /// What is compared before pairs are scored.
        comparisons: Vec<Comparison>,
        /// Whether the score is no sum of a few products and signs, or its numbers are long.
        letter: bool,
    },
}

/// Two numbers that a score compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The number of the query.
    pub query: String,
    /// That of the key.
    pub key: String,
    /// Whether it matters only that they are equal.
    pub equality: bool,
}

/// How a program runs and how its heads find their keys.
///
/// # Errors
/// As [`execute`](super::execute).
pub fn explain(t: &Transformer, limits: &Limits) -> Result<Explanation, RunError> {
    t.validate().map_err(RunErrorKind::Program)?;
    let by_columns = if is_still(t) { None } else { by_columns(t) };
    let t = &*t.spelled_out();
    let way = match by_columns {
        _ if is_still(t) => Way::Still,
        Some(flow) => Way::Columns(flow.len),
        None => match plan(t, &mut |_, _| {}) {
            Planned::Steps(plan) => Way::Steps(plan.steps.len()),
            Planned::Rounds(_) => Way::Layers(t.depth()),
        },
    };
    let statics = statics(t);
    let scores = recognise(&statics);
    // Where all heads are static there is nothing to look at in a run.
    let every = scores.iter().flatten().all(Option::is_some);
    let selectors = select(&statics, scores.clone());
    let mut heads = Vec::new();
    if every || way == Way::Still {
        for (layer, selectors) in selectors.into_iter().enumerate() {
            for (head, (selector, score)) in selectors.iter().zip(&scores[layer]).enumerate() {
                let found = selector.as_ref().zip(score.as_ref()).map(|found| fixed(&statics, found));
                heads.extend(found.map(|found| (layer, head, found)));
            }
        }
    } else {
        let mut run = Simulation::new(t, selectors, limits)?;
        for (layer, scores) in scores.iter().enumerate() {
            run.step()?;
            for (head, (selection, score)) in run.selections(layer).zip(scores).enumerate() {
                let found = match (selection, score) {
                    (Selection::Static(selector), Some(score)) => fixed(&statics, (selector, score)),
                    (Selection::Score(score), _) => moving(t, score),
                    (Selection::Static(_), None) => continue,
                };
                heads.push((layer, head, found));
            }
        }
    }
    let heads = heads.into_iter().map(|(layer, head, (queries, keys, search))| HeadPlan {
        layer,
        head,
        pooling: t.layers[layer].heads[head].pooling,
        queries,
        keys,
        search,
    });
    Ok(Explanation { way, heads: heads.collect() })
}

/// A head that selects by static numbers.
fn fixed(statics: &Statics<'_>, (selector, score): (&Selector<'_>, &StaticScore)) -> (usize, usize, Search) {
    let t = statics.t;
    let len = t.sequence.len;
    let named = |poly: &Poly| formula(poly, &|c| t.coordinates[c as usize].clone());
    let search = if score.key.is_zero() {
        match score.bias.as_constant() {
            Some(_) => Search::All,
            None => Search::Key(named(&score.bias)),
        }
    } else {
        let direct =
            selector.lookup().map_or(0, |lookup| (0..len).filter(|&i| lookup.pool(i).is_some()).count());
        let numbers = (named(&score.query), named(&score.key));
        if direct == 0 {
            Search::Hull { numbers }
        } else {
            let bias = score.completed_bias(statics).filter(|bias| bias.as_constant().is_none());
            Search::Lookup { numbers, among: bias.map(|bias| named(&bias)), others: len - direct }
        }
    };
    (len, len, search)
}

/// A head that selects by numbers that change, in the layer that ran last.
fn moving(t: &Transformer, score: &Score) -> (usize, usize, Search) {
    let seen = score.seen();
    let [queries, keys] = seen.rows;
    let Some(form) = score.form().filter(|_| !seen.letter) else {
        return (queries, keys, Search::Scan { comparisons: Vec::new(), letter: true });
    };
    let named = |poly: &Poly| formula(poly, &|v| name(t, form, v, DEPTH));
    let comparison = |&(sign, equality): &(usize, bool)| match &form.signs[sign] {
        Sign::Difference { query, key } => {
            Some(Comparison { query: named(query), key: named(key), equality })
        }
        Sign::Mixed(_) => None,
    };
    let comparisons: Vec<Comparison> = seen.differences.iter().filter_map(comparison).collect();
    let mut products: Vec<(String, String)> =
        seen.products.iter().map(|(query, key)| (named(query), named(key))).collect();
    let search = if seen.scanned {
        Search::Scan { comparisons, letter: false }
    } else if !comparisons.is_empty() {
        Search::Sorted { comparisons, products }
    } else if let Some(numbers) = products.pop() {
        Search::Hull { numbers }
    } else if seen.alike {
        Search::All
    } else {
        let mut own = Poly::default();
        for (variables, coefficient) in form.result.terms() {
            if variables.iter().any(|&v| form.side(v) == Side::Key) {
                own.push(variables.to_vec(), coefficient);
            }
        }
        Search::Key(named(&own))
    };
    (queries, keys, search)
}

/// Signs within signs that are written out.
const DEPTH: usize = 3;

/// A variable of a form by the names of coordinates.
fn name(t: &Transformer, form: &Form, v: u32, depth: usize) -> String {
    let coordinate = |c: u32| t.coordinates[c as usize].clone();
    let Some(deeper) = depth.checked_sub(1) else { return "...".to_owned() };
    let inner = |poly: &Poly| formula(poly, &|v| name(t, form, v, deeper));
    match form.variable(v) {
        Variable::Query(c) | Variable::Key(c) => coordinate(c),
        Variable::Atom(k) => match &form.atoms[k] {
            Atom { sign_of: Some(of), .. } => format!("sign({})", inner(of)),
            Atom { reads, .. } => {
                let mut read: Vec<u32> = reads.iter().map(|&v| v % form.dim).collect();
                read.sort_unstable();
                read.dedup();
                format!("f({})", read.into_iter().map(coordinate).collect::<Vec<_>>().join(", "))
            }
        },
        Variable::Sign(k) => match &form.signs[k] {
            Sign::Difference { query, key } => format!("sign({} - {})", inner(query), inner(key)),
            Sign::Mixed(of) => format!("sign({})", inner(of)),
        },
    }
}

/// A polynomial as people write it: `2*i - 1`.
fn formula(poly: &Poly, name: &dyn Fn(u32) -> String) -> String {
    let mut text = String::new();
    // The constant comes last.
    let (constant, terms): (Vec<_>, Vec<_>) = poly.terms().partition(|(variables, _)| variables.is_empty());
    for (variables, coefficient) in terms.into_iter().chain(constant) {
        let negative = coefficient.signum() < 0;
        let size = if negative { coefficient.neg() } else { coefficient.clone() };
        let mut factors: Vec<String> = Vec::new();
        for group in variables.chunk_by(|a, b| a == b) {
            let own = name(group[0]);
            factors.push(if group.len() == 1 { own } else { format!("{own}^{}", group.len()) });
        }
        if factors.is_empty() || size != Num::ONE {
            factors.insert(0, size.to_string());
        }
        text.push_str(match (text.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        text.push_str(&factors.join("*"));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}
