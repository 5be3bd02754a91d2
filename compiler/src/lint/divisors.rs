//! W0401: divisions by a size that is 0 at sizes that are allowed, where the division is then built.
//!
//! The sizes are searched for, among small ones. Only what can be evaluated there counts: a condition or a range around
//! the division that is not a polynomial keeps it quiet.

use circ_grammar::tree::{CompareOp, ProductOp};
use circ_runtime::Num;

use super::look::Look;
use crate::diagnostics::{Diagnostic, LintFact};
use crate::typed::{Each, Elements, ExprId, Kind, Reduction, Source};
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

/// Looks at every division of a family.
pub(super) fn sizes(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    if look.params.is_empty() {
        return;
    }
    let mut search = Search { look, guards: Vec::new(), found };
    for root in &look.roots {
        // Conditions are tested in order, and stop at the first that fails.
        if !look.conditions.contains(root) {
            search.expr(*root);
        }
    }
}

struct Search<'a, 'f> {
    look: &'a Look<'a>,
    /// Outermost first.
    guards: Vec<Guard<'a>>,
    found: &'f mut Vec<Diagnostic>,
}

impl<'a> Search<'a, '_> {
    /// It recurses on the height of the tree, which the parser bounds.
    fn expr(&mut self, id: ExprId) {
        let depth = self.guards.len();
        match &self.look.expr(id).kind {
            Kind::If(condition, then, otherwise) if self.decides(*condition) => {
                self.expr(*condition);
                for (branch, taken) in [(then, true), (otherwise, false)] {
                    self.guards.push(Guard::Is(*condition, taken));
                    self.expr(*branch);
                    self.guards.truncate(depth);
                }
            }
            kind @ (Kind::And(operands) | Kind::Or(operands)) => {
                for operand in operands {
                    self.expr(*operand);
                    if self.look.expr(*operand).stage == Stage::Static {
                        self.guards.push(Guard::Is(*operand, matches!(kind, Kind::And(_))));
                    }
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
                    if self.look.expr(*filter).stage == Stage::Static {
                        self.guards.push(Guard::Is(*filter, true));
                    }
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
            self.guards.push(Guard::Some(one));
        }
    }

    fn decides(&self, condition: ExprId) -> bool {
        let condition = self.look.expr(condition);
        condition.stage == Stage::Static && condition.ty.rank() == Some(0)
    }

    fn factor(&mut self, factors: &[(ProductOp, ExprId)], op: ProductOp, divisor: ExprId) {
        let expr = self.look.expr(divisor);
        let operation = match op {
            ProductOp::Mul => return,
            ProductOp::Div => "/",
            ProductOp::Rem => "%",
        };
        let Some(size) = &expr.value else { return };
        if size.as_constant().is_some() || size.least().is_some_and(|least| least.signum() > 0) {
            return;
        }
        let Some(sizes) = self.witness(|sizes| size.at(sizes).is_some_and(|value| value.is_zero())) else {
            return;
        };
        let named = self.look.params.iter().cloned().zip(sizes).collect();
        let of_sum = op == ProductOp::Div
            && factors.len() == 2
            && matches!(self.look.expr(factors[0].1).kind, Kind::Reduce(Reduction::Sum, ..));
        let divisor = self.look.text(expr.span);
        let fact = LintFact::DivisorMayBeZero { operation, divisor, sizes: named, of_sum };
        self.found.push(Diagnostic::new(expr.span, fact));
    }

    /// The first sizes at which this holds and the place is built.
    fn witness(&self, is_zero: impl Fn(&[u64]) -> bool) -> Option<Vec<u64>> {
        let params = self.look.params.len();
        let tried = TRIED.get(params - 1).copied();
        let mut sizes = vec![0u64; params];
        loop {
            if !self.look.spend(COST) {
                return None;
            }
            if is_zero(&sizes) && self.allowed(&sizes) && self.guards.iter().all(|g| self.met(g, &sizes)) {
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

    fn allowed(&self, sizes: &[u64]) -> bool {
        self.look.conditions.iter().all(|condition| self.holds(*condition, sizes) == Some(true))
    }

    fn met(&self, guard: &Guard<'_>, sizes: &[u64]) -> bool {
        match guard {
            Guard::Is(condition, value) => self.holds(*condition, sizes) == Some(*value),
            Guard::Some(each) => match &each.source {
                Source::Range(start, end, inclusive) => {
                    let (Some(start), Some(end)) = (self.value(*start, sizes), self.value(*end, sizes))
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

    fn value(&self, id: ExprId, sizes: &[u64]) -> Option<Num> {
        self.look.expr(id).value.as_ref()?.at(sizes)
    }

    /// A static condition at these sizes, where it is made of polynomials.
    fn holds(&self, id: ExprId, sizes: &[u64]) -> Option<bool> {
        match &self.look.expr(id).kind {
            Kind::Number(value) => Some(!value.is_zero()),
            Kind::Not(inner) => self.holds(*inner, sizes).map(|holds| !holds),
            Kind::And(parts) => self.all(parts, sizes, true),
            Kind::Or(parts) => self.all(parts, sizes, false).map(|none| !none),
            Kind::Block(_, inner) => self.holds(*inner, sizes),
            Kind::Compare(first, pairs) => {
                let mut left = self.value(*first, sizes)?;
                let mut all = true;
                for (op, _, right) in pairs {
                    let right = self.value(*right, sizes)?;
                    all &= match op {
                        CompareOp::Eq => left == right,
                        CompareOp::Ne => left != right,
                        CompareOp::Lt => left < right,
                        CompareOp::Le => left <= right,
                        CompareOp::Gt => left > right,
                        CompareOp::Ge => left >= right,
                    };
                    left = right;
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// Whether every part is this.
    fn all(&self, parts: &[ExprId], sizes: &[u64], value: bool) -> Option<bool> {
        let mut all = true;
        for part in parts {
            all &= self.holds(*part, sizes)? == value;
        }
        Some(all)
    }
}
