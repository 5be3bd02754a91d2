//! W0304: an `if` that gives the same either way.

use super::look::Look;
use crate::diagnostics::{Diagnostic, LintFact};
use crate::typed::Kind;

/// Both branches are one expression.
pub(super) fn same(look: &Look<'_>, found: &mut Vec<Diagnostic>) {
    for id in &look.reached {
        if let Kind::If(_, then, otherwise) = &look.expr(*id).kind
            && look.same(*then, *otherwise)
        {
            found.push(Diagnostic::new(look.expr(*id).span, LintFact::SameBranches));
        }
    }
}
