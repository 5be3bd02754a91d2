//! W0205: tests of one name.

use std::collections::HashMap;

use circ_grammar::tree::Span;

use crate::diagnostics::{Diagnostic, LintFact};
use crate::program::Program;

/// A test whose name an earlier one has: a list of results does not say which of them failed.
pub(super) fn tests(program: &Program, found: &mut Vec<Diagnostic>) {
    let mut known: HashMap<&str, Span> = HashMap::new();
    for test in &program.tests {
        match known.get(test.name.as_str()) {
            Some(first) => {
                let fact = LintFact::TestTwice { name: test.name.clone(), first: *first };
                found.push(Diagnostic::new(test.span, fact));
            }
            None => {
                known.insert(&test.name, test.span);
            }
        }
    }
}
