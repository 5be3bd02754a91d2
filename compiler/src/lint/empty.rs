//! W0302: selections that plainly select nothing for some query, and take a default that nobody wrote; and a `lookup`
//! whose index plainly leads outside.
//!
//! That the default is 0 is often right: a shift of numbers is filled with zeros. It is probably not meant where the
//! default is a token or a position, which look as if they had been selected, and in a mean of earlier or smaller
//! values, where 0 looks like a mean. Selections by static positions are evaluated at a few sizes.

use circ_grammar::tree::CompareOp;
use circ_runtime::Num;

use super::at::compares;
use super::look::Look;
use crate::diagnostics::{DefaultValue, Diagnostic, Emptiness, LintFact, Missing};
use crate::typed::{ExprId, Kind};
use crate::types::{Scalar, Type};

/// How far selectors are taken apart.
const DEPTH: u32 = 50;

/// Looks at every `aggregate`, `pick` and `pick_last` without a default, and at every `lookup`.
pub(super) fn selections(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    for id in &look.reached {
        let expr = look.expr(*id);
        let (operation, selector, values) = match &expr.kind {
            Kind::Aggregate(selector, values, None) => ("aggregate", *selector, *values),
            Kind::Pick { selector, values, default: None, last } => {
                (if *last { "pick_last" } else { "pick" }, *selector, *values)
            }
            Kind::Lookup(values, index) => {
                if let Some(empty) = look.leads_outside(*values, *index)
                    && let Some(default) = look.default_value(*values, &empty)
                {
                    let texts = look.text(look.expr(*values).span).zip(look.text(look.expr(*index).span));
                    found.push(Diagnostic::new(expr.span, LintFact::LookupOutside { empty, default, texts }));
                }
                continue;
            }
            _ => continue,
        };
        let Some(empty) = look.emptiness(selector, DEPTH) else { continue };
        let default = match look.default_value(values, &empty) {
            Some(DefaultValue::Position) if operation == "aggregate" => None,
            default => default,
        };
        // A mean of positions by an order of values has a warning of its own.
        let looks_like_a_mean = || {
            operation == "aggregate"
                && matches!(look.expr(values).ty, Type::Array(Scalar::Num, _))
                && matches!(empty, Emptiness::Strict(..))
                && !look.is_slip(selector, values)
        };
        let default = default.or_else(|| looks_like_a_mean().then_some(DefaultValue::Mean));
        if let Some(default) = default {
            found.push(Diagnostic::new(expr.span, LintFact::EmptySelection { operation, empty, default }));
        }
    }
}

impl Look<'_> {
    /// What is selected for nothing, where it is not told from what is selected. A number or a bool is worth a word
    /// where the selection plainly was a reversal, which is not filled up with anything.
    fn default_value(&self, values: ExprId, empty: &Emptiness) -> Option<DefaultValue> {
        let reversed = matches!(empty, Emptiness::Always { reversal: Some(_), .. });
        match &self.expr(values).ty {
            Type::Array(Scalar::Alphabet(id), _) => {
                let first = self.program.alphabets.get(id.0 as usize).and_then(|a| a.tokens.first());
                Some(DefaultValue::Token(first.cloned()))
            }
            Type::Array(Scalar::Generic(_), _) => Some(DefaultValue::Token(None)),
            Type::Array(Scalar::Num, _) if self.is_positions(values) => Some(DefaultValue::Position),
            Type::Array(Scalar::Num, _) if reversed => Some(DefaultValue::Zero),
            Type::Array(Scalar::Bool, _) if reversed => Some(DefaultValue::False),
            _ => None,
        }
    }

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
        if op == CompareOp::Eq {
            let shifted = (self.is_positions(keys) && self.is_shifted(queries))
                || (self.is_shifted(keys) && self.is_positions(queries));
            if shifted {
                return Some(Emptiness::Shift);
            }
            if self.is_input(keys) && self.is_input(queries) {
                return Some(Emptiness::Absent);
            }
        }
        let of_positions = op == CompareOp::Eq && self.is_positions(keys);
        self.always_missing(queries, of_positions, |query, sizes| {
            let keys = self.elements_at(keys, sizes)?;
            self.spend(keys.len() as u32).then(|| keys.iter().any(|key| compares(key, op, query)))
        })
    }

    /// Why a static index is no position of an array for some element.
    fn leads_outside(&self, values: ExprId, index: ExprId) -> Option<Emptiness> {
        self.always_missing(index, true, |index, sizes| {
            let length = Num::int(self.length_at(values, sizes)? as i64);
            Some(index.is_integer() && index.signum() >= 0 && *index < length)
        })
    }

    /// Where at all sizes that are tried some query has no answer: which of them. `None` where it is not known, or all
    /// have one at some size.
    fn always_missing(
        &self,
        queries: ExprId,
        of_positions: bool,
        answers: impl Fn(&Num, &[u64]) -> Option<bool>,
    ) -> Option<Emptiness> {
        let probes = self.probes();
        let (mut first, mut last, mut descends, mut seen) = (true, true, of_positions, 0);
        for sizes in &probes {
            let queries = self.elements_at(queries, sizes)?;
            let answered: Vec<bool> =
                queries.iter().map(|query| answers(query, sizes)).collect::<Option<_>>()?;
            if answered.iter().all(|answered| *answered) {
                return None;
            }
            first &= answered.first() == Some(&false);
            last &= answered.last() == Some(&false);
            descends &= queries.windows(2).all(|pair| pair[0].sub(&pair[1]).is_one());
            seen = seen.max(queries.len());
        }
        if probes.is_empty() {
            return None;
        }
        let Type::Array(_, dims) = &self.expr(queries).ty else { return None };
        let length = dims.first()?.as_ref()?.text(self.params);
        let reversal = (descends && seen > 1).then_some(length);
        let missing = if first {
            Missing::First
        } else if last {
            Missing::Last
        } else {
            Missing::Some
        };
        Some(Emptiness::Always { missing, reversal })
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
