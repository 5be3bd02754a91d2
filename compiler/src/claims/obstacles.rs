//! Families that no class is proved of, and conditions that leave nothing to claim.

use super::Judge;
use crate::analysis::{Bound, Growing, Hindrance};
use crate::diagnostics::{ClaimFault, Diagnostic, FreeParam};
use crate::elaborate::admits;
use crate::formula::Symbol;
use crate::limits::Limits;
use crate::typed::Kind;

/// Sizes up to this one are tried, to say which a `where` admits.
const TRIED: u64 = 64;
/// More sizes than this are not listed.
const LISTED: usize = 4;

impl Judge<'_> {
    /// Nothing is proved, where a depth of O(log^allowed) is claimed: the first obstacle.
    pub(super) fn no_class(&self, allowed: u32) -> Diagnostic {
        let Some(obstacle) = self.verdict.obstacles.first() else {
            return self.found(None, false, self.gap(crate::analysis::Reason::Count));
        };
        let mut span = obstacle.span;
        let fault = match &obstacle.what {
            Hindrance::Depth(_) => return self.depth(allowed),
            Hindrance::Size(f) => ClaimFault::Size { what: "gates", size: self.amount(f) },
            Hindrance::Edges(f) => ClaimFault::Size { what: "wires", size: self.amount(f) },
            Hindrance::ConstantBits(f) => ClaimFault::Constants { bits: self.amount(f) },
            Hindrance::Free(param) => self.free(*param),
            Hindrance::Gap(reason) => {
                // A recursion is told at a call, not at the name of the family.
                if span == Some(self.family.name_span) {
                    span = self.circle().or(span);
                }
                self.gap(*reason)
            }
        };
        self.found(span, false, fault)
    }

    /// What every class asks for, with its words.
    fn figures(&self) -> [(&'static str, &Option<Bound>); 4] {
        let a = self.analysis;
        [
            ("the depth", &a.depth),
            ("the number of gates", &a.size),
            ("the number of wires", &a.edges),
            ("the length of constants", &a.constant_bits),
        ]
    }

    /// What is not known.
    fn gap(&self, reason: crate::analysis::Reason) -> ClaimFault {
        let unknown = self.figures().into_iter().find(|(_, bound)| bound.is_none());
        ClaimFault::Gap { reason, figure: unknown.map_or("a figure", |(name, _)| name) }
    }

    /// A parameter that the inputs do not bound.
    fn free(&self, param: u32) -> ClaimFault {
        let depends = self.figures().into_iter().find_map(|(name, bound)| {
            let bound = bound.as_ref()?;
            bound.everywhere.mentions(Symbol::Param(param)).then_some((name, &bound.everywhere))
        });
        let (figure, formula) = match depends {
            Some((name, formula)) => (name, self.amount(formula).formula),
            None => ("the circuit", None),
        };
        let name = |at: usize| self.family.params.get(at).cloned().unwrap_or_default();
        let by = self.verdict.params.iter().position(|growing| matches!(growing, Growing::Polynomial(_)));
        ClaimFault::Free(Box::new(FreeParam {
            param: name(param as usize),
            figure,
            formula,
            input: self.input_of(param),
            by: by.map(name),
        }))
    }

    /// An input whose size depends on a parameter.
    fn input_of(&self, param: u32) -> Option<String> {
        let body = &self.family.body;
        let mentions = |dim| {
            let mut open = vec![dim];
            while let Some(expr) = open.pop() {
                let kind = &body[expr].kind;
                if matches!(kind, Kind::Param(found) if *found == param) {
                    return true;
                }
                kind.for_each_child(&mut |child| open.push(child));
            }
            false
        };
        let input = self.family.inputs.iter().find(|input| input.ty.dims.iter().any(|dim| mentions(*dim)));
        input.map(|input| input.name.clone())
    }

    /// A `where` that admits finitely many sizes.
    pub(super) fn vacuous(&self) -> Diagnostic {
        let span = self.family.conditions.first().map(|id| self.family.body[*id].span);
        let last = self.family.conditions.last().map(|id| self.family.body[*id].span);
        let span = span.zip(last).map(|(first, last)| first.to(last));
        let params = self.family.params.clone();
        let fault = ClaimFault::Vacuous { params, sizes: self.admitted() };
        self.found(span, false, fault)
    }

    /// The sizes of the one parameter that are admitted, where they are few.
    fn admitted(&self) -> Option<Vec<u64>> {
        if self.family.params.len() != 1 {
            return None;
        }
        let limits = Limits::default();
        let meets = |size: &u64| admits(self.program, self.id, &[*size], &limits).is_ok();
        let sizes: Vec<u64> = (0..=TRIED).filter(meets).collect();
        let in_a_row = sizes.windows(2).all(|pair| pair[1] == pair[0] + 1);
        // One that is admitted at the end of those tried may have others behind it.
        let all = sizes.last().is_none_or(|last| *last < TRIED);
        (all && (in_a_row || sizes.len() <= LISTED)).then_some(sizes)
    }
}
