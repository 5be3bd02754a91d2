//! Depth that grows from one measured size to the next, held against what the family claims.
//!
//! An observation of some sizes: what holds for all n is the analysis' to say.

use circ_compiler::program::Family;

/// So many sizes in a row have to show it.
const SHOWN: usize = 4;
/// A circuit of constant depth reaches its depth before this size, or nearly.
const LARGE: u64 = 8;
/// And certainly enough before this one to hold a claim against it.
const LARGER: u64 = 16;

/// A line about depths at sizes that each are given to all parameters; `None` where they do not grow all along and by
/// no less each time, or where a claim says that they may.
pub(crate) fn of_depth(family: &Family, depths: &[(u64, u64)]) -> Option<String> {
    let mut depths = depths.to_vec();
    depths.sort_unstable();
    depths.dedup();
    let last = &depths[depths.len().checked_sub(SHOWN)?..];
    let steps: Vec<u64> = last.windows(2).map(|pair| pair[1].1.saturating_sub(pair[0].1)).collect();
    if steps[0] == 0 || steps.windows(2).any(|pair| pair[1] < pair[0]) {
        return None;
    }
    let list = |of: fn(&(u64, u64)) -> u64| {
        last.iter().map(|pair| of(pair).to_string()).collect::<Vec<_>>().join(", ")
    };
    let params = family.params.join(" = ");
    let seen = format!("depth grows: {} at {params} = {}", list(|pair| pair.1), list(|pair| pair.0));
    let largest = last[SHOWN - 1].0;
    match &family.claim {
        None if largest >= LARGE => Some(format!("{seen}; no claim says so")),
        Some((class, _)) if largest >= LARGER && is_constant_depth(class) => Some(format!(
            "warning: {seen}; the claim `in {class}`, which is not proved, says that it is bounded"
        )),
        _ => None,
    }
}

/// `FSAC0[sign]`, `AC0`: a class of bounded depth.
fn is_constant_depth(class: &str) -> bool {
    class.split('[').next().is_some_and(|name| name.ends_with('0') && !name.ends_with("10"))
}
