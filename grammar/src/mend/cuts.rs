//! Errors that go with a part of the text which is told of as a whole.

use crate::errors::SyntaxError;
use crate::tree::Span;

/// Parts that are cut out of the text, and what a pass reports instead of what is wrong in them.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    parts: Vec<Span>,
    found: Vec<SyntaxError>,
}

impl Cuts {
    /// Reports an error.
    pub(super) fn add(&mut self, error: SyntaxError) {
        self.found.push(error);
    }

    /// Reports an error instead of all that lie in a part. Parts come in order.
    pub(super) fn replace(&mut self, part: Span, error: SyntaxError) {
        self.parts.push(part);
        self.found.push(error);
    }

    /// Drops the errors in the parts, and adds those that were reported.
    pub(super) fn apply(self, errors: &mut Vec<SyntaxError>) {
        if !self.parts.is_empty() {
            errors.retain(|error| {
                let before = self.parts.partition_point(|part| part.start <= error.span.start);
                self.parts[..before].last().is_none_or(|part| part.end < error.span.end)
            });
        }
        errors.extend(self.found);
    }
}
