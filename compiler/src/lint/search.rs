//! Places of a family together with what has to be so for them to be built, for the warnings about sizes.
//!
//! The sizes are searched for, among small ones. Only what can be evaluated there counts: a condition or a range around
//! the place that is not a polynomial keeps it quiet.

use super::look::Look;
use crate::diagnostics::Diagnostic;
use crate::typed::{Each, Elements, ExprId, Kind, Source};
use crate::types::{Stage, Type};

/// How many values are tried for each of so many parameters; with more parameters only equal ones are tried.
const TRIED: [u64; 3] = [65, 17, 9];
/// What trying one combination of sizes costs, beside a step of a comparison.
const COST: u32 = 10;

/// What has to be so for an expression to be built.
#[derive(Clone, Copy)]
enum Guard<'a> {
    /// A static condition is this.
    Is(ExprId, bool),
    /// A range or an array is not empty.
    Some(&'a Each),
}

/// Looks at every division and every range of a family.
pub(super) fn sizes(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    let mut search = Search { look, guards: Vec::new(), found };
    for root in &look.roots {
        // Conditions are tested in order, and stop at the first that fails.
        if !look.conditions.contains(root) {
            search.expr(*root);
        }
    }
}

/// A walk through a family.
pub(super) struct Search<'a, 'f> {
    pub(super) look: &'a Look<'a>,
    /// What is around the place, outermost first.
    guards: Vec<Guard<'a>>,
    pub(super) found: &'f mut Vec<Diagnostic>,
}

impl<'a> Search<'a, '_> {
    /// It recurses on the height of the tree, which the parser bounds.
    fn expr(&mut self, id: ExprId) {
        let depth = self.guards.len();
        match &self.look.expr(id).kind {
            Kind::If(condition, then, otherwise) => {
                self.expr(*condition);
                for (branch, taken) in [(then, true), (otherwise, false)] {
                    self.imply(*condition, taken);
                    self.expr(*branch);
                    self.guards.truncate(depth);
                }
            }
            kind @ (Kind::And(operands) | Kind::Or(operands)) => {
                for operand in operands {
                    self.expr(*operand);
                    self.imply(*operand, matches!(kind, Kind::And(_)));
                }
            }
            Kind::Comprehension(each, element) => {
                self.each(each);
                self.expr(*element);
            }
            Kind::Reduce(_, Elements::Generator { each, element, filter }, default) => {
                self.each(each);
                if let Some(filter) = filter {
                    self.expr(*filter);
                    self.imply(*filter, true);
                }
                self.expr(*element);
                self.guards.truncate(depth);
                default.iter().for_each(|default| self.expr(*default));
            }
            Kind::Loop { start, each, body, .. } => {
                self.expr(*start);
                self.each(std::slice::from_ref(each));
                self.expr(*body);
            }
            kind => {
                if let Kind::Product(factors) = kind {
                    factors.iter().for_each(|(op, factor)| self.factor(factors, *op, *factor));
                }
                kind.for_each_child(&mut |child| self.expr(child));
            }
        }
        self.guards.truncate(depth);
    }

    /// The sources, each inside those before it; what follows is inside all.
    fn each(&mut self, each: &'a [Each]) {
        for one in each {
            one.for_each_child(&mut |child| self.expr(child));
            self.range(one);
            self.guards.push(Guard::Some(one));
        }
    }

    /// What has to be so where a condition is not known to be otherwise when the circuit is built: in `n > 0 and
    /// x[0] > 0` the first operand, though the whole is a wire. A condition over an array decides nothing.
    fn imply(&mut self, condition: ExprId, value: bool) {
        let expr = self.look.expr(condition);
        if expr.ty.rank() != Some(0) {
            return;
        }
        match &expr.kind {
            Kind::Not(inner) => self.imply(*inner, !value),
            Kind::And(operands) if value => operands.iter().for_each(|operand| self.imply(*operand, true)),
            Kind::Or(operands) if !value => operands.iter().for_each(|operand| self.imply(*operand, false)),
            _ if expr.stage == Stage::Static => self.guards.push(Guard::Is(condition, value)),
            _ => {}
        }
    }

    /// The first sizes at which this holds and the place is built.
    pub(super) fn witness(&self, holds: impl Fn(&[u64]) -> bool) -> Option<Vec<u64>> {
        let params = self.look.params.len();
        // Without parameters there is one combination.
        let tried = TRIED.get(params.saturating_sub(1)).copied();
        let mut sizes = vec![0u64; params];
        loop {
            if !self.look.spend(COST) {
                return None;
            }
            if holds(&sizes) && self.look.allowed(&sizes) && self.guards.iter().all(|g| self.met(g, &sizes)) {
                return Some(sizes);
            }
            match tried {
                // Counted up, the last parameter first.
                Some(tried) => {
                    let at = sizes.iter().rposition(|size| size + 1 < tried)?;
                    sizes[at] += 1;
                    sizes[at + 1..].fill(0);
                }
                None if sizes[0] < 64 => sizes.iter_mut().for_each(|size| *size += 1),
                None => return None,
            }
        }
    }

    fn met(&self, guard: &Guard<'_>, sizes: &[u64]) -> bool {
        match guard {
            Guard::Is(condition, value) => self.look.holds(*condition, sizes) == Some(*value),
            Guard::Some(each) => match &each.source {
                Source::Range(start, end, inclusive) => {
                    let (Some(start), Some(end)) =
                        (self.look.value_at(*start, sizes), self.look.value_at(*end, sizes))
                    else {
                        return false;
                    };
                    if *inclusive { start <= end } else { start < end }
                }
                Source::Array(array) => match &self.look.expr(*array).ty {
                    Type::Array(_, dims) => {
                        let length = dims.first().and_then(|dim| dim.as_ref()?.at(sizes));
                        length.is_some_and(|length| length.signum() > 0)
                    }
                    _ => false,
                },
            },
        }
    }
}
