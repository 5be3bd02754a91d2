//! W0302: selections that plainly select nothing for some query, and take a default that nobody wrote.
//!
//! That the default is 0 is often right: a shift of numbers is filled with zeros. It is probably not meant where the
//! default is a token or a position, which look as if they had been selected, and in a mean of earlier or smaller
//! values, where 0 looks like a mean.

use circ_grammar::tree::CompareOp;

use super::look::Look;
use crate::diagnostics::{DefaultValue, Diagnostic, Emptiness, LintFact};
use crate::typed::{ExprId, Kind};
use crate::types::{Scalar, Type};

/// How far selectors are taken apart.
const DEPTH: u32 = 50;

/// Looks at every `aggregate`, `pick` and `pick_last` without a default.
pub(super) fn selections(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    for id in &look.reached {
        let expr = look.expr(*id);
        let (operation, selector, values) = match &expr.kind {
            Kind::Aggregate(selector, values, None) => ("aggregate", *selector, *values),
            Kind::Pick { selector, values, default: None, last } => {
                (if *last { "pick_last" } else { "pick" }, *selector, *values)
            }
            _ => continue,
        };
        let Some(empty) = look.emptiness(selector, DEPTH) else { continue };
        let default = match &look.expr(values).ty {
            // What is selected for nothing is not told from what is selected.
            Type::Array(Scalar::Alphabet(id), _) => {
                let first = look.program.alphabets.get(id.0 as usize).and_then(|a| a.tokens.first());
                DefaultValue::Token(first.cloned())
            }
            Type::Array(Scalar::Generic(_), _) => DefaultValue::Token(None),
            Type::Array(Scalar::Num, _) if operation != "aggregate" && look.is_positions(values) => {
                DefaultValue::Position
            }
            // A mean of positions by an order of values has a warning of its own.
            Type::Array(Scalar::Num, _)
                if operation == "aggregate"
                    && matches!(empty, Emptiness::Strict(..))
                    && !look.is_slip(selector, values) =>
            {
                DefaultValue::Zero
            }
            _ => continue,
        };
        found.push(Diagnostic::new(expr.span, LintFact::EmptySelection { operation, empty, default }));
    }
}

impl Look<'_> {
    /// Why a selector plainly selects nothing for some query.
    fn emptiness(&self, selector: ExprId, depth: u32) -> Option<Emptiness> {
        let depth = depth.checked_sub(1)?;
        match &self.expr(self.origin(selector)).kind {
            Kind::Select(keys, queries, op, _) => self.empty_select(*keys, *queries, *op),
            // What all have to select is empty where one is.
            Kind::And(parts) if self.spend(1) => parts.iter().find_map(|part| self.emptiness(*part, depth)),
            _ => None,
        }
    }

    fn empty_select(&self, keys: ExprId, queries: ExprId, op: CompareOp) -> Option<Emptiness> {
        if self.same(keys, queries) {
            // A scalar on both sides is no selector, so that there is a least element wherever there is one at all.
            let strict = matches!(op, CompareOp::Lt | CompareOp::Gt | CompareOp::Ne);
            return strict.then(|| Emptiness::Strict(op, self.is_positions(keys)));
        }
        if op != CompareOp::Eq {
            return None;
        }
        let shifted = (self.is_positions(keys) && self.is_shifted(queries))
            || (self.is_shifted(keys) && self.is_positions(queries));
        if shifted {
            return Some(Emptiness::Shift);
        }
        (self.is_input(keys) && self.is_input(queries)).then_some(Emptiness::Absent)
    }

    /// `here + k` or `here - k`.
    fn is_shifted(&self, id: ExprId) -> bool {
        let Kind::Sum(terms) = &self.expr(self.origin(id)).kind else { return false };
        let [(circ_grammar::tree::SumOp::Add, positions), (_, by)] = terms.as_slice() else { return false };
        let by = self.expr(*by);
        let constant = by.value.as_ref().and_then(crate::size::Size::as_constant);
        self.is_positions(*positions) && by.value.is_some() && constant.is_none_or(|by| !by.is_zero())
    }

    fn is_input(&self, id: ExprId) -> bool {
        matches!(self.expr(id).kind, Kind::Local(slot) if slot.0 < self.inputs)
    }
}
