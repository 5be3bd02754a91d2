//! W0305 and W0306: bools compared with `true`, and in chains.

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
                found.push(Diagnostic::new(expr.span, LintFact::ChainOfBools));
            }
            _ => {}
        }
    }
}
