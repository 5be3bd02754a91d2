//! The ring of a file, and `sqrt`.

use circ_grammar::tree::{self, Span};
use circ_runtime::number::squarefree;
use circ_runtime::{Num, Ring};

use super::body::{Cx, Typed};
use super::builtins::usage;
use crate::diagnostics::{NameFact, StageFact, TypeFact};
use crate::size::Size;
use crate::typed::Kind;
use crate::types::{Scalar, Stage, Type};

/// Roots of longer constants are left to the building, which has a budget.
const MAX_BITS: u64 = 2_000;

/// The ring that an item names.
pub(super) fn written(item: &tree::Ring, report: &mut impl FnMut(Span, NameFact)) -> Option<Ring> {
    if item.name.text != "Q" {
        report(item.name.span, NameFact::UnknownRing { found: item.name.text.clone() });
        return None;
    }
    let Some((function, number, span)) = &item.root else { return Some(Ring::Q) };
    if function.text != "sqrt" {
        let found = format!("Q({}({number}))", function.text);
        report(function.span, NameFact::UnknownRing { found });
        return None;
    }
    let limit = Ring::MAX_UNDER;
    let under = Num::parse(number, MAX_BITS).ok();
    if let Some(ring) = under.as_ref().and_then(Num::to_u32).and_then(Ring::with_root) {
        return Some(ring);
    }
    let found = number.clone();
    let Some((factor, under)) = under.as_ref().and_then(reduced) else {
        report(*span, NameFact::RingTooLarge { found, limit });
        return None;
    };
    report(*span, NameFact::RingNotReduced { found, factor: factor.to_string(), under });
    // The one that was meant, so that its roots are not reported too.
    Some(Ring::with_root(under).unwrap_or(Ring::Q))
}

/// The root of a rational number that is not negative, as a rational number times that of a natural one that no
/// square divides; 1 where the root is rational. `None` where the numbers are too large to tell.
pub(crate) fn reduced(number: &Num) -> Option<(Num, u32)> {
    if let Some(root) = Ring::Q.sqrt(number) {
        return Some((root, 1));
    }
    // sqrt(p/q) is sqrt(p·q)/q.
    let bottom = Num::from_bigint(number.denominator());
    let whole = number.mul(&bottom).mul(&bottom).to_u32().filter(|n| *n <= Ring::MAX_UNDER)?;
    let (outside, under) = squarefree(whole);
    Some((Num::int(i64::from(outside)).div(&bottom)?, under))
}

/// The root of a number.
///
/// # Errors
/// Where the ring does not have it.
pub(crate) fn root(ring: Ring, number: &Num, text: impl Fn(&Num) -> String) -> Result<Num, StageFact> {
    if number.signum() < 0 {
        return Err(StageFact::RootOfNegative { found: text(number) });
    }
    ring.sqrt(number).ok_or_else(|| {
        let rational = number.root().is_none();
        let under = if rational { reduced(number).map(|(_, under)| under) } else { None };
        StageFact::RootNotInRing { found: text(number), ring, under }
    })
}

impl Cx<'_> {
    /// `sqrt(x)`, for each element of an array.
    pub(super) fn square_root(&mut self, list: &[tree::Arg], span: Span) -> Typed {
        let [tree::Arg::Expr(argument)] = list else {
            let fact =
                TypeFact::BuiltinArguments { name: "sqrt".into(), usage: usage("sqrt"), found: list.len() };
            return self.fail(span, fact);
        };
        let value = self.expr(*argument);
        if !self.numeric(&value, "sqrt") {
            return self.error(span);
        }
        if value.stage == Stage::Wire {
            return self.fail(value.span, StageFact::RootOfWire);
        }
        let Ok(dims) = self.spread(&[&value], "sqrt") else { return self.error(span) };
        let mut known = None;
        // Where a condition may leave it out it is looked at only when it is built.
        if let Some(number) = value.value.as_ref().and_then(Size::as_constant)
            && number.bits() <= MAX_BITS
        {
            let Some(ring) = self.items.ring else { return self.error(span) };
            match root(ring, &number, Num::to_string) {
                Ok(root) => known = Some(root).filter(|root| root.root().is_none()).map(Size::constant),
                Err(fact) if self.conditional == 0 => return self.fail(span, fact),
                Err(_) => {}
            }
        }
        self.push_valued(Kind::Sqrt(value.id), Type::Array(Scalar::Num, dims), Stage::Static, known, span)
    }
}
