//! Depth as a maximum of paths: for each source that a wire depends on, the levels above it.
//!
//! A wire's depth is `max (depth of the source + cost)` over its terms. Constants contribute nothing. The cost is a
//! formula in the parameters, and in the loop indices that are open. A term is *tight* where its path is there for
//! certain: then the depth is at least that of the source plus the cost, as long as the formulas that the term needs
//! are not negative (the range is not empty, the branch is taken, the gate has two operands).

use std::rc::Rc;

use circ_grammar::tree::Span;

use crate::formula::{Facts, Formula, Symbol};
use crate::program::FamilyId;

/// What paths start at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Source {
    /// What is not known; it stands at depth 0.
    Zero,
    /// The deepest element of an input of the family.
    Input(u32),
    /// A component of a loop's state before a step: the loop, the component.
    State(u32, u32),
    /// A leaf of what a recursive call gives: the call, the leaf.
    Inner(u32, u32),
}

/// What adds levels to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Gates of an expression.
    Gates,
    /// The circuit of a family that is called there.
    Call(FamilyId),
    /// The steps of a `fold`, a `scan` or a `generate`.
    Steps,
    /// The calls of a recursion.
    Recursion,
}

/// The last piece of a path, and what is before it.
#[derive(Debug)]
pub(super) struct Path {
    pub(super) span: Span,
    pub(super) step: Step,
    pub(super) levels: Formula,
    /// What is inside the piece: one step of a loop, one level of a recursion, the circuit of a family.
    pub(super) inside: Trail,
    pub(super) before: Trail,
}

/// A path, from its last piece.
pub(super) type Trail = Option<Rc<Path>>;

/// Formulas that must not be negative; `None` where a path may not be there at all.
pub(super) type Needs = Option<Rc<[Formula]>>;

/// Needs that always hold.
pub(super) fn always() -> Needs {
    Some(Rc::from([]))
}

/// Both.
pub(super) fn both(a: &Needs, b: &Needs) -> Needs {
    match (a, b) {
        (Some(a), Some(b)) if b.is_empty() => Some(a.clone()),
        (Some(a), Some(b)) if a.is_empty() => Some(b.clone()),
        (Some(a), Some(b)) => {
            let mut all = a.to_vec();
            all.extend(b.iter().filter(|need| !a.contains(need)).cloned());
            Some(all.into())
        }
        _ => None,
    }
}

/// One path.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) source: Source,
    pub(super) cost: Formula,
    pub(super) tight: Needs,
    pub(super) trail: Trail,
}

/// The maximum of some paths; of none it is that of a constant.
pub(super) type Depth = Vec<Term>;

/// More terms than this are merged.
const MAX_TERMS: usize = 16;

/// Adds a term to a maximum. What is no greater than another term of its source goes.
pub(super) fn push(facts: &Facts, depth: &mut Depth, term: Term) {
    for at in 0..depth.len() {
        let known = &depth[at];
        if known.source != term.source {
            continue;
        }
        if known.cost == term.cost {
            let fewer = |a: &Needs, b: &Needs| match (a, b) {
                (Some(a), Some(b)) => a.len() < b.len(),
                (Some(_), None) => true,
                _ => false,
            };
            if fewer(&term.tight, &known.tight) {
                depth[at] = term;
            }
            return;
        }
        if facts.at_most(&term.cost, &known.cost) {
            return;
        }
        if facts.at_most(&known.cost, &term.cost) {
            depth.remove(at);
            return push(facts, depth, term);
        }
    }
    depth.push(term);
    if depth.len() > MAX_TERMS {
        merge(depth);
    }
}

/// One term a source, which is no path for certain.
fn merge(depth: &mut Depth) {
    let mut merged: Depth = Vec::new();
    for term in depth.drain(..) {
        match merged.iter_mut().find(|known| known.source == term.source) {
            Some(known) => {
                known.cost = Formula::max(&[known.cost.clone(), term.cost]);
                known.tight = None;
            }
            None => merged.push(term),
        }
    }
    *depth = merged;
}

/// The maximum of two.
pub(super) fn join(facts: &Facts, a: &Depth, b: &Depth) -> Depth {
    let mut joined = a.clone();
    for term in b {
        push(facts, &mut joined, term.clone());
    }
    joined
}

/// With the paths there only where these needs hold too.
pub(super) fn where_needed(depth: &Depth, needs: &Needs) -> Depth {
    depth.iter().map(|term| Term { tight: both(&term.tight, needs), ..term.clone() }).collect()
}

/// With symbols replaced in every cost and need.
pub(super) fn substitute(depth: &Depth, with: &dyn Fn(Symbol) -> Option<Formula>) -> Depth {
    depth
        .iter()
        .map(|term| Term {
            source: term.source,
            cost: term.cost.substitute(with),
            tight: substitute_needs(&term.tight, with),
            trail: substitute_trail(&term.trail, with),
        })
        .collect()
}

/// With symbols replaced.
pub(super) fn substitute_needs(needs: &Needs, with: &dyn Fn(Symbol) -> Option<Formula>) -> Needs {
    needs.as_ref().map(|needs| needs.iter().map(|need| need.substitute(with)).collect())
}

/// With symbols replaced. Trails are short where formulas are anything but numbers, and shared elsewhere.
pub(super) fn substitute_trail(trail: &Trail, with: &dyn Fn(Symbol) -> Option<Formula>) -> Trail {
    let path = trail.as_ref()?;
    if plain(path) {
        return trail.clone();
    }
    Some(Rc::new(Path {
        span: path.span,
        step: path.step,
        levels: path.levels.substitute(with),
        inside: substitute_trail(&path.inside, with),
        before: substitute_trail(&path.before, with),
    }))
}

/// Whether a path has numbers alone.
fn plain(path: &Path) -> bool {
    let mut at = Some(path);
    while let Some(path) = at {
        if path.levels.as_constant().is_none() || path.inside.as_ref().is_some_and(|inside| !plain(inside)) {
            return false;
        }
        at = path.before.as_deref();
    }
    true
}

/// A path with one more piece; levels at the same place are one piece.
pub(super) fn longer(before: &Trail, span: Span, step: Step, levels: &Formula, inside: Trail) -> Trail {
    if let Some(last) = before
        && last.span == span
        && last.step == step
        && inside.is_none()
    {
        let levels = last.levels.add(levels);
        let before = last.before.clone();
        return Some(Rc::new(Path { span, step, levels, inside: last.inside.clone(), before }));
    }
    Some(Rc::new(Path { span, step, levels: levels.clone(), inside, before: before.clone() }))
}

/// With levels on top. `needs` says when they are there.
pub(super) fn raise(depth: &Depth, levels: &Formula, needs: &Needs, span: Span, step: Step) -> Depth {
    if levels.is_zero() {
        return depth.clone();
    }
    depth
        .iter()
        .map(|term| Term {
            source: term.source,
            cost: term.cost.add(levels),
            tight: both(&term.tight, needs),
            trail: longer(&term.trail, span, step, levels, None),
        })
        .collect()
}

/// A depth of which nothing is known.
pub(super) fn unknown() -> Depth {
    vec![Term { source: Source::Zero, cost: Formula::unknown(), tight: None, trail: None }]
}
