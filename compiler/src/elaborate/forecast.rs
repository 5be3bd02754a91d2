//! A look ahead: loops that would take more steps than are left are refused on entering, not after hours.
//!
//! The forecast is a lower bound: it multiplies the lengths of nested ranges whose ends are known before the loop
//! is entered, and counts 1 for everything else. What is under a condition is not counted, as it may not be built.

use circ_runtime::Num;

use super::Id;
use super::frame::{Elaborator, Frame, Stop};
use crate::diagnostics::BuildFact;
use crate::typed::{Each, Elements, Kind, Source};

/// Loops shorter than this are entered without a look ahead: what they cost is found out soon enough.
const WORTH_A_LOOK: u64 = 256;

impl<'p> Elaborator<'p, '_> {
    /// Stops where a loop over these variables with these bodies needs more steps than are left.
    pub(super) fn forecast(&mut self, f: &mut Frame<'p>, each: &[Each], bodies: &[Id]) -> Result<(), Stop> {
        // The outermost loop of a body looks ahead for all inside it.
        if self.loops > 0 {
            return Ok(());
        }
        let length = self.length(f, each);
        if length < WORTH_A_LOOK {
            return Ok(());
        }
        let inner: u64 = bodies.iter().map(|body| self.at_least(f, *body)).max().unwrap_or(1).max(1);
        let needed = u128::from(length) * u128::from(inner);
        if needed > u128::from(self.steps_left()) {
            let fact =
                BuildFact::TooManySteps { limit: self.limits.max_steps, needed: Some(needed.to_string()) };
            return Err(self.stop(each[0].span, fact));
        }
        Ok(())
    }

    /// The product of the lengths that are known now; 1 for a range that depends on a variable.
    fn length(&mut self, f: &mut Frame<'p>, each: &[Each]) -> u64 {
        each.iter().map(|e| self.range_length(f, e)).fold(1, u64::saturating_mul)
    }

    fn range_length(&mut self, f: &Frame<'p>, each: &Each) -> u64 {
        let Source::Range(start, end, inclusive) = &each.source else { return 1 };
        let at = |id: &Id| f.body[*id].value.as_ref().and_then(|size| size.at(&f.sizes));
        match (at(start), at(end)) {
            (Some(from), Some(to)) => {
                let length = to.sub(&from).add(&Num::int(i64::from(*inclusive)));
                if length.signum() <= 0 { 0 } else { length.floor().to_u64().unwrap_or(u64::MAX) }
            }
            _ => 1,
        }
    }

    /// How many steps evaluating an expression takes at least.
    fn at_least(&mut self, f: &mut Frame<'p>, id: Id) -> u64 {
        let body = f.body;
        match &body[id].kind {
            Kind::Comprehension(each, element) => {
                let inner = self.at_least(f, *element).max(1);
                self.length(f, each).saturating_mul(inner)
            }
            Kind::Loop { each, body, .. } => {
                let inner = self.at_least(f, *body).max(1);
                self.range_length(f, each).saturating_mul(inner)
            }
            Kind::Reduce(_, Elements::Generator { each, element, filter }, _) => {
                let conditional = filter.is_some_and(|c| body[c].stage == crate::types::Stage::Static);
                let inner = if conditional { 1 } else { self.at_least(f, *element).max(1) };
                self.length(f, each).saturating_mul(inner)
            }
            Kind::Reduce(_, Elements::Array(array), _) => self.at_least(f, *array),
            Kind::Sum(terms) => terms.iter().map(|(_, t)| self.at_least(f, *t)).fold(0, u64::saturating_add),
            Kind::Product(factors) => {
                factors.iter().map(|(_, t)| self.at_least(f, *t)).fold(0, u64::saturating_add)
            }
            Kind::Block(bindings, result) => {
                let lets =
                    bindings.iter().map(|(_, value)| self.at_least(f, *value)).fold(0, u64::saturating_add);
                lets.saturating_add(self.at_least(f, *result))
            }
            Kind::Array(parts) | Kind::Tuple(parts) | Kind::Concat(parts) => {
                parts.iter().map(|part| self.at_least(f, *part)).fold(0, u64::saturating_add)
            }
            Kind::Neg(x)
            | Kind::Not(x)
            | Kind::Sign(x)
            | Kind::Abs(x)
            | Kind::Typed(x, _)
            | Kind::Width(x) => self.at_least(f, *x),
            Kind::Compare(first, pairs) => {
                let rest = pairs.iter().map(|(_, _, p)| self.at_least(f, *p)).fold(0, u64::saturating_add);
                rest.saturating_add(self.at_least(f, *first))
            }
            _ => 0,
        }
    }
}
