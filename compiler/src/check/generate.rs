//! `generate(next, w, steps, more…)`: a chain of thought.
//!
//! The step is a family, named like the callee of a call. Its first input is the sequence so far, whose length is a
//! parameter by itself; what it gives is one more element of that sequence.

use circ_grammar::tree::{self, Span};

use super::body::{Cx, Typed};
use super::items::Signature;
use crate::diagnostics::{StageFact, StepFact, TypeFact};
use crate::program::FamilyId;
use crate::size::Size;
use crate::typed::Kind;
use crate::types::{Dim, Scalar, Stage, Type};

/// A step as it is named: the family, where, and the sizes written after it.
struct Step {
    family: FamilyId,
    span: Span,
    sizes: Vec<Typed>,
}

impl Cx<'_> {
    /// Checks a chain and gives the whole sequence.
    pub(super) fn generate(&mut self, list: &[tree::Arg], name_span: Span, span: Span) -> Typed {
        let mut ids = Vec::new();
        for arg in list {
            match arg {
                tree::Arg::Expr(id) => ids.push(*id),
                tree::Arg::Op(op, at) => {
                    let fact = TypeFact::OperatorArgument {
                        operation: op.text().into(),
                        function: "generate".into(),
                    };
                    return self.fail(*at, fact);
                }
            }
        }
        let [step, start, steps, more @ ..] = ids.as_slice() else {
            let fact = TypeFact::BuiltinArguments {
                name: "generate".into(),
                usage: super::builtins::usage("generate"),
                found: ids.len(),
            };
            return self.fail(span, fact);
        };
        let call = self.family_first(&ids);
        if call.is_some() {
            // A family among the other arguments is no value, which needs no error of its own.
            self.report(self.syntax(*step).span, StepFact::NotNamed { call });
            return self.error(span);
        }
        let step = self.step(*step);
        let start = self.expr(*start);
        let steps = self.static_number(*steps, "the number of steps");
        let more: Vec<Typed> = more.iter().map(|id| self.expr(*id)).collect();
        let Some(step) = step else { return self.error(span) };
        let all = std::iter::once(&start).chain(&more).chain(&step.sizes);
        if all.chain([&steps]).any(|part| part.ty == Type::Error) || steps.stage == Stage::Wire {
            return self.error(span);
        }
        // A chain is made of calls, which have no place in a constant or a size.
        let Some(signature) = self.items.signature(step.family) else {
            return match self.constant {
                Some(name) => self.fail(span, StageFact::ConstNotStatic { name: name.to_string() }),
                None => self.fail(span, StageFact::NotStatic { role: "a size or a condition" }),
            };
        };
        let Some(length) = self.growing(signature, &step) else { return self.error(span) };
        if more.len() + 1 != signature.inputs.len() {
            let inputs = signature.inputs.iter();
            let fact = StepFact::OtherArguments {
                step: signature.name.clone(),
                expected: inputs
                    .skip(1)
                    .map(|(name, ty, _)| format!("{name}: {}", self.items.input_text(step.family, ty)))
                    .collect(),
                found: more.len(),
                call: self.mended_chain(signature, &ids),
            };
            return self.fail(span, fact);
        }
        self.chain(&step, signature, length, &start, &steps, &more, name_span, span)
    }

    /// The call with its first two arguments swapped, where a family stands second and none first.
    fn family_first(&self, ids: &[tree::ExprId]) -> Option<String> {
        let family = |id: tree::ExprId| {
            let base = match &self.syntax(id).kind {
                tree::ExprKind::Index { base, .. } => *base,
                _ => id,
            };
            match &self.syntax(base).kind {
                tree::ExprKind::Name(name) => !self.is_value(name) && self.items.family(name).is_some(),
                _ => false,
            }
        };
        let value = |id: tree::ExprId| match &self.syntax(id).kind {
            tree::ExprKind::Name(name) => self.is_value(name),
            tree::ExprKind::Index { .. } | tree::ExprKind::Error => false,
            _ => true,
        };
        let [first, second, rest @ ..] = ids else { return None };
        if !value(*first) || !family(*second) {
            return None;
        }
        let texts = [second, first].into_iter().chain(rest).map(|id| self.short_text(*id, true));
        Some(format!("generate({})", texts.collect::<Vec<_>>().join(", ")))
    }

    /// The call with one argument for each further input of the step: those that are there, then the inputs' names.
    fn mended_chain(&self, signature: &Signature, ids: &[tree::ExprId]) -> String {
        let given = ids.iter().map(|id| self.short_text(*id, true));
        let inputs = signature.inputs.iter().map(|(name, ..)| name.clone());
        // Step, sequence and number of steps; then the inputs of the step after its first.
        let arguments: Vec<String> = given
            .chain(inputs.skip((ids.len() - 2).min(signature.inputs.len())))
            .take(signature.inputs.len() + 2)
            .collect();
        format!("generate({})", arguments.join(", "))
    }

    /// The family that takes the steps.
    fn step(&mut self, id: tree::ExprId) -> Option<Step> {
        let target = self.syntax(id);
        let (base, subscripts): (_, &[tree::Subscript]) = match &target.kind {
            tree::ExprKind::Index { base, subscripts } => (self.syntax(*base), subscripts),
            _ => (target, &[]),
        };
        let span = base.span;
        let tree::ExprKind::Name(name) = &base.kind else {
            if !matches!(base.kind, tree::ExprKind::Error) {
                self.report(target.span, StepFact::NotNamed { call: None });
            }
            return None;
        };
        if self.is_value(name) {
            self.report(span, StepFact::NotNamed { call: None });
            return None;
        }
        let Some(family) = self.items.family(name) else {
            if super::builtins::is_builtin(name) {
                self.report(span, StepFact::NotNamed { call: None });
            } else if !self.items.is_lost(name) {
                self.report_unknown_function(name, span);
            }
            return None;
        };
        let mut sizes = Vec::new();
        for subscript in subscripts {
            match subscript {
                tree::Subscript::At(at) => sizes.push(self.static_number(*at, "a size")),
                tree::Subscript::Slice { span, .. } => {
                    self.report(*span, TypeFact::SliceAsSize { family: name.clone() });
                    return None;
                }
            }
        }
        Some(Step { family, span, sizes })
    }

    /// The parameter that is the length of the sequence: the first size of the first input, by itself, and not written.
    fn growing(&mut self, signature: &Signature, step: &Step) -> Option<u32> {
        let first = signature.inputs.first();
        let param = match first {
            Some((_, Type::Error, _)) => return None,
            Some((_, Type::Array(_, dims), _)) => {
                dims.first().and_then(|dim| dim.as_ref()).and_then(Size::as_param)
            }
            _ => None,
        };
        let Some(param) = param else {
            let fact = StepFact::DoesNotGrow {
                step: signature.name.clone(),
                input: first
                    .map(|(name, ty, _)| format!("{name}: {}", self.items.input_text(step.family, ty))),
                input_span: first.map(|(_, _, span)| *span),
            };
            self.report(step.span, fact);
            return None;
        };
        let length = signature.params[param as usize].clone();
        if step.sizes.len() > signature.params.len() {
            let fact = TypeFact::TooManySizes {
                family: signature.name.clone(),
                params: signature.params.clone(),
                found: step.sizes.len(),
            };
            self.report(step.span, fact);
            return None;
        }
        if (param as usize) < step.sizes.len() {
            let fact = StepFact::LengthWritten { step: signature.name.clone(), length };
            self.report(step.sizes[param as usize].span, fact);
            return None;
        }
        Some(param)
    }

    /// The type of an element of the sequence, as the step's declaration would write it.
    fn element_text(&self, family: FamilyId, signature: &Signature) -> Option<String> {
        match &signature.inputs.first()?.1 {
            Type::Array(scalar, dims) if !dims.is_empty() => {
                Some(self.items.input_text(family, &Type::Array(*scalar, dims[1..].to_vec())))
            }
            _ => None,
        }
    }

    /// Types the parts against the step, at the first length and at all that follow.
    #[allow(clippy::too_many_arguments, reason = "the parts of a chain")]
    fn chain(
        &mut self,
        step: &Step,
        signature: &Signature,
        length: u32,
        start: &Typed,
        steps: &Typed,
        more: &[Typed],
        name_span: Span,
        span: Span,
    ) -> Typed {
        let arguments: Vec<Typed> = std::iter::once(start).chain(more).cloned().collect();
        let Some(mut sizes) = self.infer_sizes(step.family, &step.sizes, &arguments, Some(length), name_span)
        else {
            return self.error(span);
        };
        let name = &signature.name;
        let mut generics: Vec<Option<Scalar>> = vec![None; signature.generics.len()];
        let mut sound = true;
        // The length is another one at each step: whatever else speaks of it would not fit twice.
        let begins = sizes[length as usize].take();
        for (at, (argument, (input, ty, input_span))) in arguments.iter().zip(&signature.inputs).enumerate() {
            let speaks = |dims: &[Dim]| {
                dims.iter()
                    .skip(usize::from(at == 0))
                    .any(|dim| dim.as_ref().is_some_and(|d| d.mentions(length)))
            };
            if let Type::Array(_, dims) = ty
                && speaks(dims)
            {
                let fact = StepFact::ShapeGrows {
                    step: name.clone(),
                    what: format!("its input `{input}`"),
                    ty: self.items.input_text(step.family, ty),
                    length: signature.params[length as usize].clone(),
                    declared: *input_span,
                    element: None,
                };
                self.report(argument.span, fact);
                sound = false;
                continue;
            }
            let expected = self.instantiate(ty, &sizes, &mut generics, Some(&argument.ty));
            sound &= self.expect(argument, &expected, &format!("the argument `{input}` of `{name}`"));
        }
        let grows = match &signature.result {
            Type::Array(_, dims) => dims.iter().any(|dim| dim.as_ref().is_some_and(|d| d.mentions(length))),
            _ => false,
        };
        if grows {
            let fact = StepFact::ShapeGrows {
                step: name.clone(),
                what: "its result".into(),
                ty: self.items.input_text(step.family, &signature.result),
                length: signature.params[length as usize].clone(),
                declared: signature.result_span,
                element: self.element_text(step.family, signature),
            };
            self.report(step.span, fact);
            sound = false;
        }
        if !sound {
            return self.error(span);
        }
        let result = self.instantiate(&signature.result, &sizes, &mut generics, None);
        let word = self.instantiate(&signature.inputs[0].1, &sizes, &mut generics, None);
        let element = match &word {
            Type::Array(scalar, dims) => Type::Array(*scalar, dims[1..].to_vec()),
            other => other.clone(),
        };
        if self.fits(&result, &element).is_err() {
            let fact = StepFact::OtherResult {
                step: name.clone(),
                expected: self.text(&element),
                found: self.text(&result),
                sequence: signature.inputs[0].0.clone(),
            };
            self.report(step.span, fact);
            return self.error(span);
        }
        let total = begins.zip(steps.value.clone()).and_then(|(begins, steps)| begins.add(&steps));
        let ty = match element {
            Type::Array(scalar, dims) => Type::Array(scalar, std::iter::once(total).chain(dims).collect()),
            other => other,
        };
        let kind = Kind::Generate {
            step: step.family,
            sizes: step.sizes.iter().map(|size| size.id).collect(),
            start: start.id,
            steps: steps.id,
            more: more.iter().map(|argument| argument.id).collect(),
            generics: generics.into_iter().map(|g| g.unwrap_or(Scalar::Num)).collect(),
        };
        self.push(kind, ty, Stage::Wire, span)
    }
}
