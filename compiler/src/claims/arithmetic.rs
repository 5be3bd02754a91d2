//! FNC, FSAC and FAC: depth first, then wide gates, then signs, as each is harder to mend than the next.

use super::Judge;
use crate::analysis::{self, Bound, Class, How, Kind, Step, Within};
use crate::diagnostics::{ClaimFault, Diagnostic};
use crate::limits::Limits;

/// Circuits up to this size are looked at for a sign gate that refutes a claim.
const REFUTED_AT: u64 = 4;

impl Judge<'_> {
    pub(super) fn arithmetic(&self, class: Class) -> Option<Diagnostic> {
        let Some(found) = self.verdict.class else { return Some(self.no_class(class.power)) };
        match found.within(class) {
            Some(Within::AsWritten) => return None,
            Some(Within::AsFunctions) => {
                return Some(self.found(None, false, ClaimFault::AsFunctions { written: found.to_string() }));
            }
            None => {}
        }
        if found.power > class.power {
            return Some(self.depth(class.power));
        }
        if found.power == class.power && found.kind > class.kind {
            return Some(self.wide(found.kind));
        }
        Some(self.found(self.analysis.sign, self.has_sign(), ClaimFault::Sign))
    }

    /// A sum or product of unboundedly many operands, which makes circuits of this kind.
    pub(super) fn wide(&self, kind: Kind) -> Diagnostic {
        let product = kind == Kind::Fac;
        let bound = if product { &self.analysis.mul_fan_in } else { &self.analysis.add_fan_in };
        let Some(bound) = bound else { return self.no_class(0) };
        let widest = self.widest(&bound.why);
        let operands = self.amount(widest.map_or(&bound.everywhere, |piece| &piece.levels));
        let fault = if product { ClaimFault::Product { operands } } else { ClaimFault::Sum { operands } };
        self.found(widest.map(|piece| piece.span), false, fault)
    }

    /// A depth above O(log^allowed).
    pub(super) fn depth(&self, allowed: u32) -> Diagnostic {
        // Whether it is reached says whether the claim is refuted.
        let exact = analysis::analyze(self.program, self.id);
        let bound: Option<&Bound> = exact.depth.as_ref().or(self.analysis.depth.as_ref());
        let Some(bound) = bound else { return self.no_class(allowed) };
        // What is exact may be so from a size on at which it grows no longer; and where several sizes hang together by a
        // condition, each may grow more slowly than it seems.
        let grows = self.growth(&bound.formula).log_power().is_none_or(|power| power > allowed);
        let apart = self.family.params.len() == 1 || self.family.conditions.is_empty();
        let refuted = matches!(bound.how, How::Exact(_)) && grows && apart;
        let formula = if refuted { &bound.formula } else { &bound.everywhere };
        let piece = self.breaking(&bound.why, allowed);
        let span = piece.map(|piece| piece.span);
        let in_library = span.is_some_and(|span| self.place(span).library.is_some());
        let doing = match piece.map(|piece| piece.step) {
            _ if in_library => "this call",
            Some(Step::Steps) => "this loop",
            Some(Step::Recursion) => "this recursion",
            Some(Step::Call(_)) => "this call",
            _ => "this",
        };
        let levels = piece.map_or_else(|| self.amount(formula), |piece| self.amount(&piece.levels));
        let fault = ClaimFault::Depth { depth: self.amount(formula), levels, doing };
        self.found(span, refuted, fault)
    }

    /// Whether some small circuit has a sign gate.
    fn has_sign(&self) -> bool {
        let limits =
            Limits { max_gates: 20_000, max_wires: 100_000, max_steps: 100_000, ..Limits::default() };
        (0..=REFUTED_AT).any(|size| {
            let sizes = vec![size; self.family.params.len()];
            let built = crate::elaborate(self.program, self.id, &sizes, &limits, &mut |_| {});
            built.is_ok_and(|built| circ_runtime::measure(&built.circuit).signs)
        })
    }
}
