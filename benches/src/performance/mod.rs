//! `docs/performance.md`, as far as it is made: the tables and the picture of what `benches/peers/run` found.

mod figures;
mod goals;
mod picture;
mod tables;

use serde_json::Value;

pub use self::picture::picture;

/// What is made stands after this line of the page,
const BEGIN: &str = "<!-- made from performance.json by `benches/peers/run --docs`: begin -->\n";
/// and before this one.
const END: &str = "<!-- end -->\n";

/// The page with the results in it; `None` where it has no place for them.
pub fn page(old: &str, results: &Value) -> Option<String> {
    let (before, rest) = old.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let made = [goals::goals(results), tables::tables(results)].concat();
    Some(format!("{before}{BEGIN}\n{made}{END}{after}"))
}
