//! W0402: ranges that go downwards, and so are empty.
//!
//! A range that fills up to some length, as `n..5`, is empty at larger sizes and means it: what has elements above 0 at
//! sizes that are allowed is left alone.

use super::search::Search;
use crate::diagnostics::{Diagnostic, LintFact};
use crate::size::Size;
use crate::typed::{Each, Source};

/// A range that is empty only from a larger size on is left alone.
const LATEST: u64 = 8;

impl Search<'_, '_> {
    /// Looks at one range; what is around it is known.
    pub(super) fn range(&mut self, each: &Each) {
        if let Some(found) = self.downwards(each) {
            self.found.push(found);
        }
    }

    fn downwards(&self, each: &Each) -> Option<Diagnostic> {
        let Source::Range(from, to, inclusive) = each.source else { return None };
        let (first, last) = (self.look.expr(from), self.look.expr(to));
        let (start, end) = (first.value.as_ref()?, last.value.as_ref()?);
        let down = start.sub(end)?;
        let one = Size::natural(u64::from(inclusive));
        // It is empty where this is at least 0.
        let beyond = down.sub(&one)?;
        let params = &self.look.params;
        let from = (0..=LATEST).find(|from| {
            let arguments: Vec<Option<Size>> =
                (0..params.len() as u32).map(|param| Size::param(param).add(&Size::natural(*from))).collect();
            let least = beyond.substitute(&arguments).and_then(|beyond| beyond.least());
            least.is_some_and(|least| least.signum() >= 0)
        })?;
        let goes_down = |sizes: &[u64]| down.at(sizes).is_some_and(|down| down.signum() > 0);
        let has_positions = |sizes: &[u64]| {
            beyond.at(sizes).is_none_or(|beyond| beyond.signum() < 0)
                && end.at(sizes).is_none_or(|end| end.signum() > 0)
        };
        self.witness(goes_down)?;
        if self.witness(has_positions).is_some() {
            return None;
        }
        let mentioned =
            (0..).zip(params.iter()).filter(|(param, _)| start.mentions(*param) || end.mentions(*param));
        let variable = each.slot.and_then(|slot| self.look.body.slot_names.get(slot.0 as usize)).cloned();
        let fact = LintFact::RangeGoesDown {
            from,
            sizes: mentioned.map(|(_, name)| name.clone()).collect(),
            variable,
            start: start.text(params),
            steps: down.add(&one)?.text(params),
        };
        Some(Diagnostic::new(first.span.to(last.span), fact))
    }
}
