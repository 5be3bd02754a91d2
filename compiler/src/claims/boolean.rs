//! NC0, AC0, TC0 and NC1, of families over bools and alphabets.

use super::Judge;
use crate::analysis::{Boolean, Kind};
use crate::diagnostics::{ClaimFault, Diagnostic};

impl Judge<'_> {
    pub(super) fn boolean(&self, class: Boolean) -> Option<Diagnostic> {
        if let Some(found) = self.verdict.boolean
            && found.within(class)
        {
            // In NC1 gates are narrow, and circuits of constant depth are there by trees.
            let written = class != Boolean::Nc1 || matches!(found, Boolean::Nc0 | Boolean::Nc1);
            let fault = ClaimFault::AsFunctions { written: found.name().into() };
            return (!written).then(|| self.found(None, false, fault));
        }
        let allowed = u32::from(class == Boolean::Nc1);
        let Some(found) = self.verdict.class else { return Some(self.no_class(allowed)) };
        if found.power > allowed {
            return Some(self.depth(allowed));
        }
        let long = || self.found(self.analysis.long, false, ClaimFault::LongValues);
        Some(match class {
            Boolean::Nc0 | Boolean::Nc1 if found.kind > Kind::Fnc => self.wide(found.kind),
            Boolean::Nc0 | Boolean::Nc1 | Boolean::Tc0 => long(),
            Boolean::Ac0 => {
                let a = self.analysis;
                match (a.counting, a.product) {
                    (Some(_), _) => self.found(a.counting, false, ClaimFault::Counting),
                    (None, Some(_)) => self.found(a.product, false, ClaimFault::WideProduct),
                    (None, None) => long(),
                }
            }
        })
    }
}
