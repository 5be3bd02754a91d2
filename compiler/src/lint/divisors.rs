//! W0401: divisions by a size that is 0 at sizes that are allowed, where the division is then built.

use circ_grammar::tree::ProductOp;

use super::search::Search;
use crate::diagnostics::{Diagnostic, LintFact};
use crate::typed::{ExprId, Kind, Reduction};

impl Search<'_, '_> {
    /// Looks at one factor of a product.
    pub(super) fn factor(&mut self, factors: &[(ProductOp, ExprId)], op: ProductOp, divisor: ExprId) {
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
}
