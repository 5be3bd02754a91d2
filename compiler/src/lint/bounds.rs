//! What values an expression can take at most, from its outermost operation alone.

use circ_runtime::Num;

use super::look::{Bound, Look};
use crate::typed::{Elements, ExprId, Kind, Reduction};

/// A least and a greatest value, where there are such, and why; `None` for a number that is written.
pub(super) struct Bounds {
    pub(super) least: Option<Num>,
    pub(super) most: Option<Num>,
    pub(super) why: Option<&'static str>,
}

impl Look<'_> {
    /// The bounds of a number or bool, or of every element of an array.
    pub(super) fn bounds(&self, id: ExprId) -> Option<Bounds> {
        let at_least = |least: Num, why| Some(Bounds { least: Some(least), most: None, why: Some(why) });
        if let Kind::Number(value) = &self.expr(id).kind {
            return Some(Bounds { least: Some(value.clone()), most: Some(value.clone()), why: None });
        }
        if let Some(value) = self.expr(id).value.as_ref().and_then(crate::size::Size::as_constant) {
            return Some(Bounds { least: Some(value.clone()), most: Some(value), why: None });
        }
        if self.is_bool(id) {
            let why = Some("a bool is 0 or 1");
            return Some(Bounds { least: Some(Num::ZERO), most: Some(Num::ONE), why });
        }
        match &self.expr(self.origin(id)).kind {
            Kind::Sign(_) => {
                let why = Some("`sign` gives -1, 0 or 1");
                Some(Bounds { least: Some(Num::MINUS_ONE), most: Some(Num::ONE), why })
            }
            Kind::Abs(_) => at_least(Num::ZERO, "`abs` gives nothing below 0"),
            Kind::Width(_) => at_least(Num::ZERO, "a width is a number of keys, so at least 0"),
            Kind::Reduce(Reduction::Count, ..) => at_least(Num::ZERO, "a count is at least 0"),
            Kind::Reduce(Reduction::Sum, Elements::Array(array), _) if self.is_bool(*array) => {
                at_least(Num::ZERO, "a sum of bools is a count, so at least 0")
            }
            Kind::Indices(_) => at_least(Num::ZERO, "positions begin at 0"),
            Kind::Power(_, exponent) => {
                let exponent = self.expr(*exponent).value.as_ref()?.as_constant()?;
                let even = exponent.is_integer() && exponent.mul(&Num::ratio(1, 2)?).is_integer();
                (even && exponent.signum() >= 0)
                    .then(|| at_least(Num::ZERO, "an even power is at least 0"))
                    .flatten()
            }
            Kind::Local(slot) => {
                let Some(Bound::Range(start)) = self.bound(*slot) else { return None };
                let start = self.expr(start).value.as_ref()?.least()?;
                at_least(start, "the variable is never below the start of its range")
            }
            _ => None,
        }
    }
}
