//! What a construction makes of a circuit first: gates of more operands than it takes become trees of gates of two,
//! and the circuit deeper. What that costs, as formulas where the analysis has them, else as it was measured.

use circ_compiler::emit::Construction;
use circ_compiler::formula::Formula;

use super::figure::{Figure, Known};
use super::page::Page;
use super::words::from_size;
use crate::values::quoted;

/// What becomes of a circuit.
pub(crate) struct Rework {
    /// The gates that become trees.
    trees: Vec<Tree>,
    /// The levels that the circuit is deeper, where that is proved: a formula, and from which size on.
    added: Option<(String, String)>,
    /// The same where it is not: a size, the depth of the circuit there, and after.
    measured: Option<(String, u64, u64)>,
}

/// Gates of one kind that become trees.
struct Tree {
    /// `sums` or `products`.
    what: &'static str,
    /// The most operands of one.
    operands: String,
    /// The levels of such a tree.
    levels: String,
}

impl Rework {
    /// What a page says of a construction: products of more than two become trees, and sums where it does not take
    /// wide ones.
    pub(super) fn of(page: &Page, rounds: &Figure, wide_sums: bool) -> Rework {
        let mut trees = Vec::new();
        if !wide_sums {
            trees.extend(Tree::of(page, "sums", &page.add_fan_in, "add_fan_in"));
        }
        trees.extend(Tree::of(page, "products", &page.mul_fan_in, "mul_fan_in"));
        let added = match (&page.depth, rounds) {
            (
                Figure { known: Known::Exact(begin), of: Some(depth), .. },
                Figure { known: Known::Exact(after), of: Some(rounds), .. },
            ) => Some((rounds.sub(depth).text(&page.params), from_size(*begin.max(after), &page.params))),
            _ => None,
        };
        let measured = page.measured.rows.last().and_then(|row| {
            let group = if wide_sums { Construction::Average } else { Construction::Leftmost };
            Some((row.size(), row.circuit.depth as u64, u64::from(row.cost(group)?.rounds)))
        });
        Rework { trees, added, measured }
    }

    /// `sums of up to n operands become trees of ceil(log2(n)) levels; the depth grows by …`; nothing where nothing has
    /// to be done.
    pub(super) fn said(&self) -> Option<String> {
        // Of more than two operands there are two levels or more.
        let mut said = match self.trees.as_slice() {
            [] => return None,
            [Tree { what, operands, levels }] => {
                format!("{what} of up to {operands} operands become binary trees of up to {levels} levels")
            }
            [one, other, ..] => {
                let both = format!("{} and {}", one.levels, other.levels);
                let levels = if one.levels == other.levels { &one.levels } else { &both };
                format!(
                    "{} of up to {} operands and {} of up to {} become binary trees of up to {levels} levels",
                    one.what, one.operands, other.what, other.operands
                )
            }
        };
        match (&self.added, &self.measured) {
            (Some((levels, from)), _) if levels == "0" => {
                said.push_str(&format!("; the depth does not grow by it{from}"));
            }
            (Some((levels, from)), _) => said.push_str(&format!("; the depth grows by {levels}{from}")),
            (None, Some((size, before, after))) if before == after => {
                said.push_str(&format!("; at {size} the depth does not grow by it"));
            }
            (None, Some((size, before, after))) => {
                said.push_str(&format!("; at {size} the depth grows from {before} to {after}"));
            }
            (None, None) => {}
        }
        Some(said)
    }

    /// `{"trees": [{"of": "sums", "operands": "n", "levels": "ceil(log2(n))"}], "added": "ceil(log2(n)) - 1"}`
    pub(super) fn json(&self) -> String {
        let tree = |Tree { what, operands, levels }: &Tree| {
            let (operands, levels) = (quoted(operands), quoted(levels));
            format!("{{\"of\": \"{what}\", \"operands\": {operands}, \"levels\": {levels}}}")
        };
        let trees: Vec<String> = self.trees.iter().map(tree).collect();
        let added = self.added.as_ref().map_or_else(|| "null".to_string(), |(added, _)| quoted(added));
        format!("{{\"trees\": [{}], \"added\": {added}}}", trees.join(", "))
    }
}

impl Tree {
    /// Nothing where no such gate has more than two operands.
    fn of(page: &Page, what: &'static str, fan_in: &Figure, key: &str) -> Option<Tree> {
        let most = page.measured.rows.iter().filter_map(|row| row.number(key)).max();
        let bound = fan_in.of.as_ref().filter(|_| fan_in.is_proved());
        let constant = bound.and_then(Formula::as_constant).and_then(|constant| constant.to_u64());
        let few = |operands: u64| operands <= 2;
        let none = match (constant, most) {
            (Some(bound), _) if few(bound) => true,
            // What is never above a constant may never come near it.
            (Some(_), Some(most)) => few(most) && !matches!(fan_in.known, Known::Exact(_)),
            (None, Some(most)) => few(most) && bound.is_none(),
            (_, None) => bound.is_none(),
        };
        if none {
            return None;
        }
        let measured = Formula::int(i64::try_from(most.unwrap_or(0)).ok()?);
        let operands = bound.unwrap_or(&measured);
        let text = |formula: &Formula| formula.text(&page.params);
        Some(Tree { what, operands: text(operands), levels: text(&operands.ceil_log2()) })
    }
}
