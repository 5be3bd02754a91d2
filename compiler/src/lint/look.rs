//! One body as the lints see it: what is reachable, and what a local stands for.

use std::cell::Cell;

use circ_grammar::tree::Span;

use crate::program::{Family, Program, Test};
use crate::sources::Sources;
use crate::typed::{Body, Each, Elements, Expr, ExprId, Kind, Pattern, Slot, Source};

/// What looking through a program may cost, in steps of its comparisons and evaluations; then it stays quiet, as a
/// warning is not worth more time.
pub(super) struct Fuel(Cell<u32>);

impl Fuel {
    /// For one program.
    pub(super) fn new() -> Fuel {
        Fuel(Cell::new(1_000_000))
    }

    /// Takes some; `false` when nothing is left.
    pub(super) fn spend(&self, steps: u32) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(steps));
        left >= steps
    }
}

/// A local is followed through so many `let`s.
const HOPS: u32 = 100;

/// What binds a local.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    /// A `let` of one name.
    Value(ExprId),
    /// A variable over a range; where it starts.
    Range(ExprId),
}

/// A body, and what is known of it.
pub(super) struct Look<'a> {
    pub(super) program: &'a Program,
    pub(super) sources: &'a Sources,
    pub(super) body: &'a Body,
    /// The size parameters.
    pub(super) params: &'a [String],
    /// The conditions of `where`.
    pub(super) conditions: &'a [ExprId],
    /// How many inputs there are: they have the first slots.
    pub(super) inputs: u32,
    /// What evaluation starts from: sizes of types, conditions, the value.
    pub(super) roots: Vec<ExprId>,
    /// Every expression that is part of one of them, children before their parents.
    pub(super) reached: Vec<ExprId>,
    bound: Vec<Option<Bound>>,
    fuel: &'a Fuel,
}

impl<'a> Look<'a> {
    /// A family's signature and body.
    pub(super) fn of_family(
        program: &'a Program,
        sources: &'a Sources,
        fuel: &'a Fuel,
        family: &'a Family,
    ) -> Look<'a> {
        let dims = family.inputs.iter().flat_map(|input| &input.ty.dims).chain(&family.result.dims);
        let roots = dims.chain(&family.conditions).copied().chain(family.body.result).collect();
        let look = Look::new(program, sources, fuel, &family.body, roots);
        let inputs = family.inputs.len() as u32;
        Look { params: &family.params, conditions: &family.conditions, inputs, ..look }
    }

    /// A test: what it is quantified over, and its body.
    pub(super) fn of_test(
        program: &'a Program,
        sources: &'a Sources,
        fuel: &'a Fuel,
        test: &'a Test,
    ) -> Look<'a> {
        let mut roots: Vec<ExprId> = Vec::new();
        for size in &test.sizes {
            match size.source {
                Source::Range(start, end, _) => roots.extend([start, end]),
                Source::Array(array) => roots.push(array),
            }
        }
        roots.extend(test.inputs.iter().flat_map(|input| &input.ty.dims).copied().chain(test.body.result));
        let look = Look::new(program, sources, fuel, &test.body, roots);
        Look { inputs: test.inputs.len() as u32, ..look }
    }

    /// A body without parameters and inputs.
    pub(super) fn of_body(
        program: &'a Program,
        sources: &'a Sources,
        fuel: &'a Fuel,
        body: &'a Body,
    ) -> Look<'a> {
        Look::new(program, sources, fuel, body, body.result.into_iter().collect())
    }

    fn new(
        program: &'a Program,
        sources: &'a Sources,
        fuel: &'a Fuel,
        body: &'a Body,
        roots: Vec<ExprId>,
    ) -> Look<'a> {
        let reached = reached(body, &roots);
        let bound = bound(body, &reached);
        Look { program, sources, body, params: &[], conditions: &[], inputs: 0, roots, reached, bound, fuel }
    }

    pub(super) fn expr(&self, id: ExprId) -> &'a Expr {
        &self.body[id]
    }

    /// What binds a local, where it is a `let` of one name or a range.
    pub(super) fn bound(&self, slot: Slot) -> Option<Bound> {
        self.bound.get(slot.0 as usize).copied().flatten()
    }

    /// The expression that gives the value: without blocks and written types around it, and where it is a local the
    /// one that its `let` gives it. After many of these it stops, at an expression of the same value.
    pub(super) fn origin(&self, mut id: ExprId) -> ExprId {
        for _ in 0..HOPS {
            id = match &self.expr(id).kind {
                Kind::Block(_, inner) | Kind::Typed(inner, _) => *inner,
                Kind::Local(slot) => match self.bound(*slot) {
                    Some(Bound::Value(value)) => value,
                    _ => return id,
                },
                _ => return id,
            };
        }
        id
    }

    /// Takes from what the lints may cost; `false` when nothing is left.
    pub(super) fn spend(&self, steps: u32) -> bool {
        self.fuel.spend(steps)
    }

    /// The text of an expression, where it is short enough to be repeated in a message.
    pub(super) fn text(&self, span: Span) -> Option<String> {
        const LONGEST: usize = 60;
        let text = self.sources.text(span);
        if text.len() > 4 * LONGEST || text.contains("//") {
            return None;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        (!text.is_empty() && text.chars().count() <= LONGEST).then_some(text)
    }
}

/// Every expression that is part of one of these, children before their parents.
pub(super) fn reached(body: &Body, roots: &[ExprId]) -> Vec<ExprId> {
    let mut seen = vec![false; body.exprs.len()];
    let mut open = roots.to_vec();
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut seen[id.0 as usize], true) {
            body[id].kind.for_each_child(&mut |child| open.push(child));
        }
    }
    (0..seen.len() as u32).map(ExprId).filter(|id| seen[id.0 as usize]).collect()
}

fn bound(body: &Body, reached: &[ExprId]) -> Vec<Option<Bound>> {
    let mut bound = vec![None; body.slots as usize];
    let mut each = |each: &Each| {
        if let (Some(slot), Source::Range(start, ..)) = (each.slot, &each.source) {
            bound[slot.0 as usize] = Some(Bound::Range(*start));
        }
    };
    for id in reached {
        match &body[*id].kind {
            Kind::Comprehension(list, _) => list.iter().for_each(&mut each),
            Kind::Reduce(_, Elements::Generator { each: list, .. }, _) => list.iter().for_each(&mut each),
            Kind::Loop { each: one, .. } => each(one),
            _ => {}
        }
    }
    for id in reached {
        if let Kind::Block(lets, _) = &body[*id].kind {
            for (pattern, value) in lets {
                if let Pattern::Slot(slot) = pattern {
                    bound[slot.0 as usize] = Some(Bound::Value(*value));
                }
            }
        }
    }
    bound
}
