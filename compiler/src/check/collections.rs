//! Arrays, comprehensions, indexing, loops: what makes and takes apart arrays and tuples.

use circ_grammar::tree::{self, Span};

use super::body::{Cx, Typed};
use crate::diagnostics::{Fact, NameFact, StageFact, TypeFact};
use crate::size::Size;
use crate::typed::{Each, Kind, Pattern, Source, Subscript};
use crate::types::{Dim, Scalar, Stage, Type};

/// A tuple has at most so many parts, those of its parts counted.
const MAX_PARTS: usize = 256;
/// An array has at most so many dimensions.
const MAX_RANK: usize = 16;

/// The role of what stands in `log2`, where 0 is as wrong as a fraction: that is looked at there.
pub(super) const LOG2_ROLE: &str = "the argument of log2";

impl Cx<'_> {
    /// A static number where one has to stand: a size, an end of a range, an index.
    pub(super) fn static_number(&mut self, id: tree::ExprId, role: &'static str) -> Typed {
        let value = self.expr(id);
        self.require_static_number(&value, role);
        value
    }

    /// Reports where a value is not a static scalar number.
    pub(super) fn require_static_number(&mut self, value: &Typed, role: &'static str) -> bool {
        match self.resolved(&value.ty) {
            Type::Error => false,
            Type::Array(Scalar::Num | Scalar::Error, dims) if dims.is_empty() => {
                if value.stage == Stage::Wire {
                    self.report(value.span, StageFact::NotStatic { role });
                    return false;
                }
                let constant = value.value.as_ref().and_then(Size::as_constant);
                // Under a static condition it may never be built.
                if let Some(constant) = constant
                    && self.conditional == 0
                    && role != LOG2_ROLE
                    && (!constant.is_integer() || (constant.signum() < 0 && role != "an end of a range"))
                {
                    self.report(value.span, StageFact::NotNatural { role, found: constant.to_string() });
                    return false;
                }
                true
            }
            found => {
                self.report(value.span, StageFact::NotANumber { role, found: self.text(&found) });
                false
            }
        }
    }

    pub(super) fn array(&mut self, elements: &[tree::ExprId], span: Span) -> Typed {
        if elements.is_empty() {
            return self.push(Kind::Array(Vec::new()), Type::Empty, Stage::Static, span);
        }
        let elements: Vec<Typed> = elements.iter().map(|e| self.expr(*e)).collect();
        let mut ty = elements[0].ty.clone();
        for element in &elements {
            if let Type::Tuple(_) = element.ty {
                return self.fail(element.span, TypeFact::ArrayOfTuples);
            }
            match self.join(&ty, &element.ty) {
                Ok(joined) => ty = joined,
                Err(_) => {
                    let fact = TypeFact::ElementsDiffer {
                        first: self.text(&ty),
                        found: self.text(&element.ty),
                        first_span: elements[0].span,
                    };
                    self.report(element.span, fact);
                    return self.error(span);
                }
            }
        }
        if elements.iter().any(|e| e.ty == Type::Error) {
            return self.error(span);
        }
        let refs: Vec<&Typed> = elements.iter().collect();
        let stage = Self::stage_of(&refs);
        let first: Dim = Some(Size::natural(elements.len() as u64));
        let ty = with_leading(vec![first], &ty);
        if ty.rank().is_some_and(|rank| rank > MAX_RANK) {
            return self.fail(span, TypeFact::RankTooLarge { limit: MAX_RANK });
        }
        self.push(Kind::Array(elements.iter().map(|e| e.id).collect()), ty, stage, span)
    }

    pub(super) fn tuple(&mut self, parts: &[tree::ExprId], span: Span) -> Typed {
        let parts: Vec<Typed> = parts.iter().map(|p| self.expr(*p)).collect();
        let refs: Vec<&Typed> = parts.iter().collect();
        let stage = Self::stage_of(&refs);
        if parts.iter().any(|p| p.ty == Type::Error) {
            return self.error(span);
        }
        let ty = Type::Tuple(parts.iter().map(|p| p.ty.clone()).collect());
        if ty.leaves() > MAX_PARTS {
            return self.fail(span, TypeFact::TupleTooLarge { limit: MAX_PARTS });
        }
        self.push(Kind::Tuple(parts.iter().map(|p| p.id).collect()), ty, stage, span)
    }

    /// Checks the bindings of a generator or loop and brings their variables into scope. Gives for each its
    /// dimension, and the stage of what they walk over (a range is static; an array has its own).
    pub(super) fn bindings(&mut self, each: &[tree::Each]) -> (Vec<Each>, Vec<Dim>, Stage, bool) {
        let mut checked = Vec::new();
        let mut dims = Vec::new();
        let mut stage = Stage::Static;
        let mut sound = true;
        for binding in each {
            let span = binding.name.span;
            let (source, dim, ty, element_stage) = match &binding.source {
                tree::Source::Range(range) => {
                    let start = self.static_number(range.start, "an end of a range");
                    let end = self.static_number(range.end, "an end of a range");
                    sound &= start.ty != Type::Error && end.ty != Type::Error;
                    sound &= start.stage == Stage::Static && end.stage == Stage::Static;
                    let dim = match (&start.value, &end.value) {
                        (Some(from), Some(to)) => to
                            .sub(from)
                            .and_then(|d| if range.inclusive { d.add(&Size::natural(1)) } else { Some(d) }),
                        _ => None,
                    };
                    (Source::Range(start.id, end.id, range.inclusive), dim, Type::NUM, Stage::Static)
                }
                tree::Source::Array(array) => {
                    let array = self.expr(*array);
                    let (dim, element) = match self.resolved(&array.ty) {
                        Type::Array(scalar, dims) if !dims.is_empty() => {
                            (dims[0].clone(), Type::Array(scalar, dims[1..].to_vec()))
                        }
                        Type::Empty => (Some(Size::natural(0)), Type::scalar(Scalar::Error)),
                        Type::Error => {
                            sound = false;
                            (None, Type::Error)
                        }
                        found => {
                            sound = false;
                            self.report(array.span, TypeFact::NotIterable { found: self.text(&found) });
                            (None, Type::Error)
                        }
                    };
                    stage = stage.max(array.stage);
                    (Source::Array(array.id), dim, element, array.stage)
                }
            };
            let slot = (binding.name.text != "_")
                .then(|| self.bind(&binding.name.text, span, ty, element_stage, None));
            checked.push(Each { slot, source, span });
            dims.push(dim);
        }
        (checked, dims, stage, sound)
    }

    pub(super) fn comprehension(&mut self, generator: &tree::Generator, span: Span) -> Typed {
        if let Some(filter) = generator.filter {
            let at = self.syntax(filter).span;
            self.report(at, TypeFact::FilterInComprehension);
        }
        let (each, mut dims, sound, element) = self.scoped(|cx| {
            let (each, dims, _, sound) = cx.bindings(&generator.each);
            let element = cx.expr(generator.element);
            (each, dims, sound, element)
        });
        match &element.ty {
            Type::Tuple(_) => return self.fail(element.span, TypeFact::ArrayOfTuples),
            Type::Error => return self.error(span),
            _ if !sound => return self.error(span),
            _ => {}
        }
        // A dimension that a later range takes from an earlier variable is judged at each n.
        for dim in &mut dims {
            if dim.as_ref().and_then(Size::as_constant).is_some_and(|c| c.signum() < 0) {
                *dim = None;
            }
        }
        let ty = with_leading(dims, &element.ty);
        if ty.rank().is_some_and(|rank| rank > MAX_RANK) {
            return self.fail(span, TypeFact::RankTooLarge { limit: MAX_RANK });
        }
        let stage = element.stage;
        self.push(Kind::Comprehension(each, element.id), ty, stage, span)
    }

    pub(super) fn index(&mut self, base: tree::ExprId, subscripts: &[tree::Subscript], span: Span) -> Typed {
        if let Some((family, name)) = self.family_with_sizes(base) {
            let fact = NameFact::FamilyAsValue {
                name: name.to_string(),
                call: self.example_call(family, name, subscripts),
            };
            return self.fail(self.syntax(base).span, fact);
        }
        let base = self.expr(base);
        let mut checked = Vec::new();
        let mut sound = true;
        for subscript in subscripts {
            match subscript {
                tree::Subscript::At(at) => {
                    let at = self.expr(*at);
                    sound &= self.position(&at, &base.ty);
                    checked.push((Subscript::At(at.id), None, None));
                }
                tree::Subscript::Slice { start, end, inclusive, span } => {
                    let mut bound =
                        |id: &Option<tree::ExprId>| id.map(|id| self.static_number(id, "an end of a slice"));
                    let (start, end) = (bound(start), bound(end));
                    sound &=
                        start.iter().chain(&end).all(|b| b.stage == Stage::Static && b.ty != Type::Error);
                    checked.push((
                        Subscript::Slice {
                            start: start.as_ref().map(|s| s.id),
                            end: end.as_ref().map(|e| e.id),
                            inclusive: *inclusive,
                            span: *span,
                        },
                        Some(start.map_or(Some(Size::natural(0)), |s| s.value)),
                        Some(end.map(|e| e.value)),
                    ));
                }
            }
        }
        let (scalar, dims) = match self.resolved(&base.ty) {
            Type::Array(scalar, dims) if !dims.is_empty() => (scalar, dims),
            Type::Empty => (Scalar::Error, vec![Some(Size::natural(0))]),
            Type::Error => return self.error(span),
            found => return self.fail(base.span, TypeFact::NotIndexable { found: self.text(&found) }),
        };
        if checked.len() > dims.len() {
            let fact = TypeFact::TooManySubscripts {
                rank: dims.len(),
                found: checked.len(),
                ty: self.text(&base.ty),
            };
            return self.fail(span, fact);
        }
        if !sound {
            return self.error(span);
        }
        let mut left = Vec::new();
        for (dim, (subscript, start, end)) in dims.iter().zip(&checked) {
            let Subscript::Slice { inclusive, .. } = subscript else { continue };
            let start = start.clone().flatten();
            let end = match end {
                Some(Some(end)) => end.clone(),
                _ => dim.clone(),
            };
            let length = start.zip(end).and_then(|(from, to)| to.sub(&from));
            left.push(if *inclusive { length.and_then(|l| l.add(&Size::natural(1))) } else { length });
        }
        left.extend(dims[checked.len()..].iter().cloned());
        let kind = Kind::Index(base.id, checked.into_iter().map(|(s, _, _)| s).collect());
        self.push(kind, Type::Array(scalar, left), base.stage, span)
    }

    /// A position in an array: a static natural number. The messages know what people mean by others.
    fn position(&mut self, at: &Typed, array: &Type) -> bool {
        if at.stage == Stage::Wire && at.ty.rank() == Some(0) {
            let (rank, token) = (array.rank().unwrap_or(1), self.token_of(&at.ty));
            self.report(at.span, StageFact::IndexIsWire { rank, token });
            return false;
        }
        if let Some(constant) = at.value.as_ref().and_then(Size::as_constant)
            && constant.signum() < 0
            && self.conditional == 0
        {
            self.report(at.span, StageFact::NegativeIndex { found: constant.to_string() });
            return false;
        }
        self.require_static_number(at, "an index")
    }

    pub(super) fn pattern(&mut self, pattern: &tree::Pattern, value: &Typed) -> Pattern {
        let mut names: Vec<(String, Span)> = Vec::new();
        self.pattern_inner(pattern, &value.ty, value.stage, value.value.clone(), &mut names)
    }

    fn pattern_inner(
        &mut self,
        pattern: &tree::Pattern,
        ty: &Type,
        stage: Stage,
        value: Option<Size>,
        names: &mut Vec<(String, Span)>,
    ) -> Pattern {
        match pattern {
            tree::Pattern::Discard(_) => Pattern::Discard,
            tree::Pattern::Name(name) if name.text == "_" => Pattern::Discard,
            tree::Pattern::Name(name) => {
                if let Some((_, first)) = names.iter().find(|(n, _)| *n == name.text) {
                    let fact = NameFact::BoundTwice { name: name.text.clone(), first: *first };
                    self.report(name.span, fact);
                }
                names.push((name.text.clone(), name.span));
                Pattern::Slot(self.bind(&name.text, name.span, ty.clone(), stage, value))
            }
            tree::Pattern::Tuple(parts, span) => {
                let types = match self.resolved(ty) {
                    Type::Tuple(types) if types.len() == parts.len() => types,
                    Type::Error => vec![Type::Error; parts.len()],
                    found => {
                        let fact = TypeFact::PatternMismatch { parts: parts.len(), found: self.text(&found) };
                        self.report(*span, fact);
                        vec![Type::Error; parts.len()]
                    }
                };
                let parts = parts.iter().zip(&types);
                Pattern::Tuple(parts.map(|(p, t)| self.pattern_inner(p, t, stage, None, names)).collect())
            }
        }
    }

    /// `fold` and `scan`. The state keeps the type of its start; a static start becomes a wire, and a bool a num,
    /// where a step makes it one, so the body is checked again with what it gave. What a loop came to is kept, as
    /// an outer loop may check it several times.
    pub(super) fn looping(
        &mut self,
        id: tree::ExprId,
        scan: bool,
        pattern: &tree::Pattern,
        start: tree::ExprId,
        each: &tree::Each,
        body: tree::ExprId,
    ) -> Typed {
        let span = self.syntax(id).span;
        let start = self.expr(start);
        if start.ty == Type::Error {
            // Its names are bound all the same, so that the body gives its own errors and no others.
            self.scoped(|cx| {
                cx.bindings(std::slice::from_ref(each));
                cx.pattern(pattern, &start);
                cx.expr(body);
            });
            return self.error(span);
        }
        let (mut ty, mut stage) = (start.ty.clone(), start.stage);
        if let Some((known, known_stage)) = self.states.get(&id).cloned() {
            stage = stage.max(known_stage);
            ty = self.join(&ty, &known).unwrap_or(ty);
        }
        loop {
            let before = (self.diagnostics.len(), self.body.exprs.len());
            let depth = self.scope.depth();
            let (each, dims, _, sound) = self.bindings(std::slice::from_ref(each));
            let state = Typed { ty: ty.clone(), stage, value: None, ..start.clone() };
            let slots = self.pattern(pattern, &state);
            let next = self.expr(body);
            self.scope.leave(depth);
            if next.ty == Type::Error || !sound {
                return self.error(span);
            }
            let joined = self.join(&ty, &next.ty);
            if let Ok(joined) = &joined
                && (next.stage > stage || (self.scalars(joined) != self.scalars(&ty)))
            {
                // Once more with the wider state; what this try reported is said again if it still holds.
                stage = stage.max(next.stage);
                ty = self.with_scalars(&ty, joined);
                self.states.insert(id, (ty.clone(), stage));
                // A token that its alphabet lacks is reported when the alphabet is found, which is once.
                let tried = self.diagnostics.split_off(before.0);
                self.diagnostics.extend(
                    tried
                        .into_iter()
                        .filter(|d| matches!(&d.fact, Fact::Name(NameFact::TokenNotInAlphabet { .. }))),
                );
                self.body.exprs.truncate(before.1);
                continue;
            }
            if joined.is_err() {
                let fact = TypeFact::StateChanges {
                    start: self.text(&ty),
                    step: self.text(&next.ty),
                    start_span: start.span,
                    meant: self.one_token_within(&next),
                };
                self.report(next.span, fact);
                return self.error(span);
            }
            let Some(each) = each.into_iter().next() else { return self.error(span) };
            let result = if scan { scanned(&dims[0], &ty) } else { ty.clone() };
            let kind = Kind::Loop { scan, pattern: slots, start: start.id, each, body: next.id };
            return self.push(kind, result, stage, span);
        }
    }

    /// The scalars of a type, in order.
    fn scalars(&self, ty: &Type) -> Vec<Scalar> {
        match ty {
            Type::Array(scalar, _) => vec![self.find(*scalar)],
            Type::Tuple(parts) => parts.iter().flat_map(|p| self.scalars(p)).collect(),
            Type::Empty | Type::Error => Vec::new(),
        }
    }

    /// The first type with the scalars of the second, which has the same structure.
    fn with_scalars(&self, ty: &Type, other: &Type) -> Type {
        match (ty, other) {
            (Type::Array(_, dims), Type::Array(scalar, _)) => Type::Array(self.find(*scalar), dims.clone()),
            (Type::Tuple(parts), Type::Tuple(others)) => {
                Type::Tuple(parts.iter().zip(others).map(|(p, o)| self.with_scalars(p, o)).collect())
            }
            _ => other.clone(),
        }
    }
}

/// The type of an array of values of this type, with these dimensions before its own.
pub(super) fn with_leading(mut leading: Vec<Dim>, ty: &Type) -> Type {
    match ty {
        Type::Array(scalar, dims) => {
            leading.extend(dims.iter().cloned());
            Type::Array(*scalar, leading)
        }
        Type::Empty => {
            leading.push(Some(Size::natural(0)));
            Type::Array(Scalar::Error, leading)
        }
        Type::Tuple(_) | Type::Error => Type::Error,
    }
}

/// The states of a scan: an array for each part.
fn scanned(steps: &Dim, ty: &Type) -> Type {
    match ty {
        Type::Tuple(parts) => Type::Tuple(parts.iter().map(|p| scanned(steps, p)).collect()),
        other => with_leading(vec![steps.clone()], other),
    }
}
