//! Which products of facts may help to show that a goal is not negative.

use std::collections::BTreeMap;

use circ_runtime::Num;

use super::super::polynomial::multiply;
use super::super::{Atom, Formula, Monomial};
use super::simplex::feasible;

/// Products of facts beyond this many are not tried,
const MAX_COLUMNS: usize = 120;
/// nor those that bring more terms in than this.
const MAX_ROWS: usize = 60;

/// Whether the goal is a sum of facts times products that are never negative, and of such products.
pub(super) fn combines(goal: &Formula, facts: &[Formula]) -> bool {
    let Some(terms) = goal.terms() else { return false };
    let mut found = Columns::default();
    for monomial in terms.keys() {
        found.row(monomial);
    }
    found.row(&Vec::new());
    // The constant of the goal can be taken from, so that it is looked at first.
    let mut at = 0;
    while at < found.rows.len() && found.columns.len() < MAX_COLUMNS {
        let monomial = found.rows[at].clone();
        for (index, fact) in facts.iter().enumerate() {
            found.cancelling(&monomial, index, fact);
        }
        at += 1;
    }
    let mut bounds: Vec<Num> =
        found.rows.iter().map(|monomial| terms.get(monomial).cloned().unwrap_or_default()).collect();
    // What may be negative must not be left over: its row is met exactly, by a second one with the other sign.
    for (row, monomial) in found.rows.iter().enumerate() {
        if monomial.iter().all(|(atom, e)| e % 2 == 0 || atom.is_plainly_non_negative()) {
            continue;
        }
        let mirror = bounds.len();
        bounds.push(bounds[row].neg());
        for column in &mut found.columns {
            if let Some((_, value)) = column.iter().find(|(r, _)| *r == row) {
                let value = value.neg();
                column.push((mirror, value));
            }
        }
    }
    feasible(&found.columns, bounds)
}

#[derive(Default)]
struct Columns {
    rows: Vec<Monomial>,
    numbers: BTreeMap<Monomial, usize>,
    columns: Vec<Vec<(usize, Num)>>,
    /// The products that are there: a fact's index and the factor.
    seen: BTreeMap<(usize, Monomial), ()>,
}

impl Columns {
    fn row(&mut self, monomial: &Monomial) -> usize {
        if let Some(number) = self.numbers.get(monomial) {
            return *number;
        }
        let number = self.rows.len();
        self.rows.push(monomial.clone());
        self.numbers.insert(monomial.clone(), number);
        number
    }

    /// Takes in the products of a fact that take this monomial away.
    fn cancelling(&mut self, monomial: &Monomial, index: usize, fact: &Formula) {
        let Some(terms) = fact.terms() else { return };
        for (part, coefficient) in terms {
            if coefficient.signum() >= 0 || self.columns.len() >= MAX_COLUMNS {
                continue;
            }
            let Some(times) = quotient(monomial, part) else { continue };
            if self.seen.contains_key(&(index, times.clone())) {
                continue;
            }
            let product = fact.mul(&Formula::term(&Num::ONE, &times));
            let Some(product) = product.terms() else { continue };
            let new = product.keys().filter(|m| !self.numbers.contains_key(*m)).count();
            if self.rows.len() + new > MAX_ROWS {
                continue;
            }
            self.seen.insert((index, times), ());
            let column = product.iter().map(|(m, c)| (self.row(m), c.clone())).collect();
            self.columns.push(column);
        }
    }
}

/// The product of atoms that are never negative by which the part becomes the monomial.
fn quotient(monomial: &Monomial, part: &Monomial) -> Option<Monomial> {
    let mut rest = monomial.clone();
    for (atom, exponent) in part {
        let at = rest.iter().position(|(other, e)| other == atom && e >= exponent)?;
        rest[at].1 -= exponent;
        if rest[at].1 == 0 {
            rest.remove(at);
        }
    }
    let sound = rest.iter().all(|(atom, e): &(Atom, u32)| e % 2 == 0 || atom.is_plainly_non_negative());
    (sound && multiply(&rest, part)? == (Num::ONE, monomial.clone())).then_some(rest)
}
