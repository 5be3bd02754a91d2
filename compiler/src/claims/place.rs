//! The expression to point at: inside loops, recursions and calls, in the user's own files.

use std::collections::VecDeque;

use circ_grammar::tree::Span;

use super::Judge;
use crate::analysis::{Piece, Step};
use crate::formula::Growth;
use crate::program::{FamilyId, Program};
use crate::typed::Kind;

/// Where a message points.
pub(super) struct Place {
    /// The expression.
    pub(super) span: Span,
    /// For an expression of another family: the call that leads there, in the family that claims.
    pub(super) called: Option<Span>,
    /// For an expression of the library, which is told at the call: the family and the module that it is in.
    pub(super) library: Option<(String, String)>,
}

impl Judge<'_> {
    /// Where to point for what an expression does.
    pub(super) fn place(&self, span: Span) -> Place {
        let plain = Place { span, called: None, library: None };
        let Some(owner) = owner(self.program, span).filter(|owner| *owner != self.id) else { return plain };
        let route = route(self.program, self.id, owner);
        let Some((first, _)) = route.first().copied() else { return plain };
        let module = self.sources.library_of(span);
        let Some(module) = module else { return Place { called: Some(first), ..plain } };
        // The last call that is not in the library.
        let Some((call, callee)) =
            route.iter().copied().take_while(|(call, _)| self.sources.library_of(*call).is_none()).last()
        else {
            return plain;
        };
        let name = self.program.family(callee).name.clone();
        let module = self.sources.library_of(self.program.family(callee).name_span).unwrap_or(module);
        let called = (call != first).then_some(first);
        Place { span: call, called, library: Some((name, module)) }
    }

    /// The piece of a path that breaks a bound of O(log^allowed): inside calls of the user's files, inside the
    /// levels of a recursion, and inside loops of few steps.
    pub(super) fn breaking<'p>(&self, why: &'p [Piece], allowed: u32) -> Option<&'p Piece> {
        let mut piece = self.steepest(why)?;
        while let Some(inner) = self.steepest(&piece.inside) {
            let grows = self.growth(&inner.levels);
            let breaks = grows.polynomial() && grows.log_power().is_none_or(|power| power > allowed);
            let deeper = match piece.step {
                Step::Call(_) => {
                    // A family that calls itself is a call at its own name.
                    let itself = piece.span == self.family.name_span;
                    itself || (breaks && self.sources.library_of(inner.span).is_none())
                }
                Step::Steps | Step::Recursion => breaks && few(&self.growth(&piece.levels), &grows),
                Step::Gates => false,
            };
            if !deeper {
                break;
            }
            piece = inner;
        }
        Some(piece)
    }

    /// The gate with the most operands, inside calls and recursions.
    pub(super) fn widest<'p>(&self, why: &'p [Piece]) -> Option<&'p Piece> {
        let mut piece = self.steepest(why)?;
        while piece.step != Step::Gates
            && let Some(inner) = self.steepest(&piece.inside)
        {
            piece = inner;
        }
        Some(piece)
    }

    /// The piece of a path whose levels grow fastest.
    pub(super) fn steepest<'p>(&self, why: &'p [Piece]) -> Option<&'p Piece> {
        why.iter().max_by_key(|piece| self.growth(&piece.levels))
    }

    /// The first call in the family's own body from which it is reached again.
    pub(super) fn circle(&self) -> Option<Span> {
        let calls = calls(self.program, self.id);
        let leads_back = |callee: FamilyId| !route(self.program, callee, self.id).is_empty();
        calls.into_iter().find(|(_, callee)| *callee == self.id || leads_back(*callee)).map(|(span, _)| span)
    }
}

/// Whether a loop has no more than a power of a logarithm of steps: the whole grows as a step does, but for that.
fn few(whole: &Growth, step: &Growth) -> bool {
    match (whole, step) {
        (Growth::Polynomial { degree: a, .. }, Growth::Polynomial { degree: b, .. }) => a == b,
        _ => false,
    }
}

/// The family in which an expression stands.
fn owner(program: &Program, span: Span) -> Option<FamilyId> {
    let before = |at: &usize| program.families[*at].name_span.start <= span.start;
    let last =
        (0..program.families.len()).filter(before).max_by_key(|at| program.families[*at].name_span.start);
    last.map(|at| FamilyId(at as u32))
}

/// The calls in a body, with the family that each is of.
fn calls(program: &Program, id: FamilyId) -> Vec<(Span, FamilyId)> {
    let body = &program.family(id).body;
    let call = |kind: &Kind| match kind {
        Kind::Call { family, .. } => Some(*family),
        Kind::Generate { step, .. } => Some(*step),
        _ => None,
    };
    body.exprs.iter().filter_map(|expr| Some((expr.span, call(&expr.kind)?))).collect()
}

/// The shortest chain of calls from one family to another.
fn route(program: &Program, from: FamilyId, to: FamilyId) -> Vec<(Span, FamilyId)> {
    let mut reached: Vec<Option<(FamilyId, Span)>> = vec![None; program.families.len()];
    let mut open = VecDeque::from([from]);
    while let Some(family) = open.pop_front() {
        for (span, callee) in calls(program, family) {
            let slot = &mut reached[callee.0 as usize];
            if slot.is_none() {
                *slot = Some((family, span));
                open.push_back(callee);
            }
        }
    }
    let mut route = Vec::new();
    let mut at = to;
    while let Some((caller, span)) = reached[at.0 as usize] {
        route.push((span, at));
        if caller == from {
            route.reverse();
            return route;
        }
        at = caller;
    }
    Vec::new()
}
