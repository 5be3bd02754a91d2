//! W0305 and W0306: bools compared with `true`, and bools in chains.

use circ_grammar::tree::CompareOp;

use super::look::Look;
use crate::diagnostics::{Diagnostic, LintFact};
use crate::typed::{ExprId, Kind};
use crate::types::{Scalar, Type};

impl Look<'_> {
    /// Whether the value is a bool, or an array of them.
    pub(super) fn is_bool(&self, id: ExprId) -> bool {
        matches!(self.expr(id).ty, Type::Array(Scalar::Bool, _))
    }

    /// `true` or `false`, as written.
    pub(super) fn literal(&self, id: ExprId) -> Option<bool> {
        let expr = self.expr(id);
        match &expr.kind {
            Kind::Number(value) if expr.ty == Type::BOOL => Some(!value.is_zero()),
            _ => None,
        }
    }
}

/// `b == true`, and `a == b == c` of bools.
pub(super) fn compared(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    for id in &look.reached {
        let expr = look.expr(*id);
        let Kind::Compare(first, pairs) = &expr.kind else { continue };
        match pairs.as_slice() {
            [(op @ (CompareOp::Eq | CompareOp::Ne), _, second)] => {
                let (literal, other) = match (look.literal(*first), look.literal(*second)) {
                    (Some(literal), None) => (literal, *second),
                    (None, Some(literal)) => (literal, *first),
                    _ => continue,
                };
                if look.is_bool(other) {
                    let holds = literal == (*op == CompareOp::Eq);
                    let text = look.text(look.expr(other).span);
                    let shorter = text.map(|text| if holds { text } else { format!("not {text}") });
                    let fact = LintFact::ComparedWithTruth { literal, holds, shorter };
                    found.push(Diagnostic::new(expr.span, fact));
                }
            }
            [_, _, ..]
                if look.is_bool(*first)
                    && pairs.iter().all(|(op, _, right)| *op == CompareOp::Eq && look.is_bool(*right)) =>
            {
                let members: Vec<ExprId> =
                    [*first].into_iter().chain(pairs.iter().map(|(.., right)| *right)).collect();
                let text = |id: &ExprId| look.text(look.expr(*id).span);
                let texts: Option<Vec<String>> = members.iter().map(text).collect();
                found.push(Diagnostic::new(expr.span, LintFact::ChainOfBools { texts }));
            }
            [_, _, ..] => {
                if let Some(fact) = look.number_and_truth(*first, pairs) {
                    found.push(Diagnostic::new(expr.span, fact));
                }
            }
            _ => {}
        }
    }
}

impl Look<'_> {
    /// `a == b == true` of numbers: the chain asks whether b is 1.
    fn number_and_truth(&self, first: ExprId, pairs: &[(CompareOp, Scalar, ExprId)]) -> Option<LintFact> {
        let is_number = |id: ExprId| matches!(self.expr(id).ty, Type::Array(Scalar::Num, _));
        let mut left = first;
        for (at, (op, _, right)) in pairs.iter().enumerate() {
            let (number, literal) = match (self.literal(left), self.literal(*right)) {
                (None, Some(literal)) => (left, literal),
                (Some(literal), None) => (*right, literal),
                _ => (first, false),
            };
            if is_number(number) && (self.literal(left).is_some() || self.literal(*right).is_some()) {
                // What stands before is the comparison that was probably meant.
                let whole = |end: ExprId| self.text(self.expr(first).span.to(self.expr(end).span));
                let meant = (at == 1 && pairs.len() == 2 && matches!(op, CompareOp::Eq | CompareOp::Ne))
                    .then(|| whole(left))
                    .flatten()
                    .map(
                        |text| if literal == (*op == CompareOp::Eq) { text } else { format!("not ({text})") },
                    );
                let number = self.text(self.expr(number).span);
                return Some(LintFact::ChainWithTruth { literal, number, meant });
            }
            left = *right;
        }
        None
    }
}
