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
    pub(super) fn forecast(&self, f: &Frame<'p>, each: &[Each], bodies: &[Id]) -> Result<(), Stop> {
        // The outermost loop of a body looks ahead for all inside it.
        if self.loops > 0 {
            return Ok(());
        }
        let (length, whole) = self.length(f, each);
        if length < WORTH_A_LOOK {
            return Ok(());
        }
        let inner = if whole {
            bodies.iter().map(|body| self.at_least(f, *body)).max().unwrap_or(1).max(1)
        } else {
            1
        };
        let needed = u128::from(length) * u128::from(inner);
        if needed > u128::from(self.steps_left()) {
            let fact =
                BuildFact::TooManySteps { limit: self.limits.max_steps, needed: Some(needed.to_string()) };
            return Err(self.stop(each[0].span, fact));
        }
        Ok(())
    }

    /// The product of the lengths that are known now, up to the first that is not, and whether all are.
    fn length(&self, f: &Frame<'p>, each: &[Each]) -> (u64, bool) {
        let mut product: u64 = 1;
        for level in each {
            match self.range_length(f, level) {
                Some(length) => product = product.saturating_mul(length),
                None => return (product, false),
            }
        }
        (product, true)
    }

    /// The length of a range whose ends do not depend on variables.
    fn range_length(&self, f: &Frame<'p>, each: &Each) -> Option<u64> {
        let Source::Range(start, end, inclusive) = &each.source else { return None };
        let at = |id: &Id| f.body[*id].value.as_ref().and_then(|size| size.at(&f.sizes));
        let length = at(end)?.sub(&at(start)?).add(&Num::int(i64::from(*inclusive)));
        Some(if length.signum() <= 0 { 0 } else { length.floor().to_u64().unwrap_or(u64::MAX) })
    }

    /// The steps of loops over these variables with something inside them that takes so many.
    fn nested(&self, f: &Frame<'p>, each: &[Each], inner: u64) -> u64 {
        let (length, whole) = self.length(f, each);
        if whole { length.saturating_mul(inner.max(1)) } else { length }
    }

    /// How many steps evaluating an expression takes at least.
    fn at_least(&self, f: &Frame<'p>, id: Id) -> u64 {
        let body = f.body;
        match &body[id].kind {
            Kind::Comprehension(each, element) => self.nested(f, each, self.at_least(f, *element)),
            Kind::Loop { each, body, .. } => {
                self.nested(f, std::slice::from_ref(each), self.at_least(f, *body))
            }
            Kind::Reduce(_, Elements::Generator { each, element, filter }, _) => {
                let conditional = filter.is_some_and(|c| body[c].stage == crate::types::Stage::Static);
                let inner = if conditional { 1 } else { self.at_least(f, *element) };
                self.nested(f, each, inner)
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
