//! W0303: a mean of positions where a rank was meant, as in sorting by `aggregate(select(x, x, <), indices(n))`; and
//! what is known to be positions.

use circ_grammar::tree::CompareOp;

use super::look::Look;
use crate::diagnostics::{Diagnostic, LintFact};
use crate::typed::{Each, Elements, ExprId, Kind, Reduction, Slot, Source, Subscript};

/// How far selectors and filters are taken apart.
const DEPTH: u32 = 50;

/// Means of positions, selected by a comparison of values with one another. A mean of the positions of equal values is
/// their middle, which may be meant; that of smaller ones is nothing that anybody asks for.
pub(super) fn means(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    for id in &look.reached {
        let expr = look.expr(*id);
        match &expr.kind {
            Kind::Aggregate(selector, values, _) if look.is_slip(*selector, *values) => {
                let selector = look.text(look.expr(*selector).span);
                let number = selector.map(|selector| format!("width({selector})"));
                found.push(Diagnostic::new(
                    expr.span,
                    LintFact::MeanOfPositions { operation: "aggregate", number },
                ));
            }
            Kind::Reduce(Reduction::Mean, Elements::Generator { each, element, filter: Some(filter) }, _)
                if look.is_mean_of_places(each, *element, *filter) =>
            {
                let filter = look.text(look.expr(*filter).span);
                let range = each.first().and_then(|each| {
                    let Source::Range(start, end, inclusive) = each.source else { return None };
                    let dots = if inclusive { "..=" } else { ".." };
                    let start = look.text(look.expr(start).span)?;
                    Some(format!("{start}{dots}{}", look.text(look.expr(end).span)?))
                });
                let name = each.first().and_then(|each| look.body.slot_names.get(each.slot?.0 as usize));
                let number = filter
                    .zip(range)
                    .zip(name)
                    .map(|((filter, range), name)| format!("count({filter} for {name} in {range})"));
                found.push(Diagnostic::new(
                    expr.span,
                    LintFact::MeanOfPositions { operation: "mean", number },
                ));
            }
            _ => {}
        }
    }
}

impl Look<'_> {
    /// Whether it is 0, 1, 2, …, the positions of an array.
    pub(super) fn is_positions(&self, id: ExprId) -> bool {
        match &self.expr(self.origin(id)).kind {
            Kind::Indices(_) => true,
            Kind::Comprehension(each, element) => match (each.as_slice(), &self.expr(*element).kind) {
                ([Each { slot: Some(slot), source: Source::Range(start, ..), .. }], Kind::Local(local)) => {
                    let start = self.expr(*start).value.as_ref().and_then(crate::size::Size::as_constant);
                    slot == local && start.is_some_and(|start| start.is_zero())
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// An `aggregate` of positions by an order of values.
    pub(super) fn is_slip(&self, selector: ExprId, values: ExprId) -> bool {
        self.is_positions(values) && self.orders_values(selector, DEPTH)
    }

    /// Whether an order among the elements of one array takes part in a selector.
    fn orders_values(&self, selector: ExprId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match &self.expr(self.origin(selector)).kind {
            Kind::Select(keys, queries, op, _) => {
                is_order(*op) && !self.is_positions(*keys) && self.same(*keys, *queries)
            }
            Kind::And(parts) | Kind::Or(parts) => {
                self.spend(1) && parts.iter().any(|part| self.orders_values(*part, depth))
            }
            _ => false,
        }
    }

    /// `mean(j for j in 0..n if x[j] < x[i])`
    fn is_mean_of_places(&self, each: &[Each], element: ExprId, filter: ExprId) -> bool {
        let [Each { slot: Some(slot), source: Source::Range(..), .. }] = each else { return false };
        let is_variable = |id: ExprId| matches!(self.expr(id).kind, Kind::Local(local) if local == *slot);
        is_variable(element) && self.orders_elements(filter, *slot)
    }

    /// Whether it compares, by an order, the element at a variable with another of the same array.
    fn orders_elements(&self, filter: ExprId, slot: Slot) -> bool {
        let Kind::Compare(left, pairs) = &self.expr(filter).kind else { return false };
        let [(op, _, right)] = pairs.as_slice() else { return false };
        let element = |id: ExprId| match &self.expr(id).kind {
            Kind::Index(base, subscripts) => match subscripts.as_slice() {
                [Subscript::At(at)] => Some((*base, *at)),
                _ => None,
            },
            _ => None,
        };
        let (Some((a, i)), Some((b, j))) = (element(*left), element(*right)) else { return false };
        let is_variable = |id: ExprId| matches!(self.expr(id).kind, Kind::Local(local) if local == slot);
        is_order(*op) && is_variable(i) != is_variable(j) && self.same(a, b)
    }
}

fn is_order(op: CompareOp) -> bool {
    !matches!(op, CompareOp::Eq | CompareOp::Ne)
}
