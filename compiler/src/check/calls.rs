//! Calls of families: sizes written and inferred, arguments, results.

use circ_grammar::tree::{self, Span};

use super::body::{Cx, Typed};
use super::items::Signature;
use crate::diagnostics::{NameFact, StageFact, TypeFact};
use crate::library;
use crate::program::FamilyId;
use crate::size::Size;
use crate::typed::Kind;
use crate::types::{Dim, Scalar, Stage, Type};

impl Cx<'_> {
    /// `callee(args)`: a family or a builtin, resolved innermost first.
    pub(super) fn call(&mut self, callee: tree::ExprId, args: &tree::Args, span: Span) -> Typed {
        let target = self.syntax(callee);
        let (name, name_span, sizes) = match &target.kind {
            tree::ExprKind::Name(name) => (name, target.span, None),
            tree::ExprKind::Index { base, subscripts } => match &self.syntax(*base).kind {
                tree::ExprKind::Name(name) => (name, self.syntax(*base).span, Some(subscripts)),
                _ => return self.fail(target.span, NameFact::NotCallable),
            },
            tree::ExprKind::Error => return self.error(span),
            _ => return self.fail(target.span, NameFact::NotCallable),
        };
        if self.is_value(name) {
            let fact =
                NameFact::CallOfValue { name: name.clone(), builtin: super::builtins::is_builtin(name) };
            return self.fail(name_span, fact);
        }
        if let Some(family) = self.items.family(name) {
            return self.family_call(family, sizes.map_or(&[], Vec::as_slice), args, name_span, span);
        }
        if super::builtins::is_builtin(name) {
            if sizes.is_some() {
                return self.fail(target.span, TypeFact::SizesOfBuiltin { name: name.clone() });
            }
            return self.builtin(name, name_span, args, span);
        }
        if !self.items.is_lost(name) {
            self.report_unknown_function(name, name_span);
        }
        // The arguments are looked at all the same, for their own errors.
        self.arguments(args);
        self.error(span)
    }

    pub(super) fn report_unknown_function(&mut self, name: &str, span: Span) {
        let (similar, library) = (self.similar_function(name), library::module_with(name));
        let near = if similar.is_none() && library.is_none() { self.similar_in_library(name) } else { None };
        let fact = NameFact::UnknownFunction {
            name: name.to_string(),
            similar,
            library,
            near,
            misplaced: super::builtins::other_languages(name),
        };
        self.report(span, fact);
    }

    fn arguments(&mut self, args: &tree::Args) -> Vec<Typed> {
        match args {
            tree::Args::List(args) => args
                .iter()
                .filter_map(|arg| match arg {
                    tree::Arg::Expr(id) => Some(self.expr(*id)),
                    tree::Arg::Op(..) => None,
                })
                .collect(),
            tree::Args::Generator(generator) => self.scoped(|cx| {
                cx.bindings(&generator.each);
                vec![cx.expr(generator.element)]
            }),
        }
    }

    fn family_call(
        &mut self,
        id: FamilyId,
        subscripts: &[tree::Subscript],
        args: &tree::Args,
        name_span: Span,
        span: Span,
    ) -> Typed {
        let items = self.items;
        // Constants and signatures are checked before there are signatures; a call is a wire, and has no place there.
        let Some(signature): Option<&Signature> = items.signature(id) else {
            return match self.constant {
                Some(name) => self.fail(span, StageFact::ConstNotStatic { name: name.to_string() }),
                None => self.fail(span, StageFact::NotStatic { role: "a size or a condition" }),
            };
        };
        let mut sound = true;
        let mut sizes = Vec::new();
        for subscript in subscripts {
            match subscript {
                tree::Subscript::At(at) => {
                    let size = self.static_number(*at, "a size");
                    sound &= size.stage == Stage::Static && size.ty != Type::Error;
                    sizes.push(size);
                }
                tree::Subscript::Slice { span, .. } => {
                    self.report(*span, TypeFact::SliceAsSize { family: signature.name.clone() });
                    sound = false;
                }
            }
        }
        if sizes.len() > signature.params.len() {
            let fact = TypeFact::TooManySizes {
                family: signature.name.clone(),
                params: signature.params.clone(),
                found: sizes.len(),
            };
            self.report(name_span.to(sizes[sizes.len() - 1].span), fact);
            sound = false;
        }
        if let tree::Args::Generator(generator) = args {
            self.arguments(args);
            return self
                .fail(generator.span, TypeFact::GeneratorForFamily { family: signature.name.clone() });
        }
        if let tree::Args::List(list) = args
            && let Some(tree::Arg::Op(op, at)) = list.iter().find(|a| matches!(a, tree::Arg::Op(..)))
        {
            self.report(
                *at,
                TypeFact::OperatorArgument { operation: op.text().into(), function: signature.name.clone() },
            );
            sound = false;
        }
        let written = args;
        let args = self.arguments(written);
        if args.len() != signature.inputs.len() && sound {
            let fact = TypeFact::ArgumentCount {
                function: signature.name.clone(),
                expected: signature
                    .inputs
                    .iter()
                    .map(|(name, ty, _)| format!("{name}: {}", items.input_text(id, ty)))
                    .collect(),
                found: args.len(),
                meant: self.meant_by_call(signature, !sizes.is_empty(), &args, written),
            };
            self.report(span, fact);
            sound = false;
        }
        if !sound
            || args.iter().any(|a| a.ty == Type::Error)
            || signature.inputs.iter().any(|i| i.1 == Type::Error)
        {
            return self.error(span);
        }
        let Some(arguments) = self.infer_sizes(id, &sizes, &args, None, name_span) else {
            return self.error(span);
        };
        let mut generics: Vec<Option<Scalar>> = vec![None; signature.generics.len()];
        for (arg, (name, ty, _)) in args.iter().zip(&signature.inputs) {
            let expected = self.instantiate(ty, &arguments, &mut generics, Some(&arg.ty));
            sound &= self.expect(arg, &expected, &format!("the argument `{name}` of `{}`", signature.name));
        }
        if !sound {
            return self.error(span);
        }
        let result = self.instantiate(&signature.result, &arguments, &mut generics, None);
        let generics = generics.into_iter().map(|g| g.unwrap_or(Scalar::Num)).collect();
        let kind = Kind::Call {
            family: id,
            sizes: sizes.iter().map(|s| s.id).collect(),
            args: args.iter().map(|a| a.id).collect(),
            generics,
        };
        // The result is a wire to whoever uses it, though constants fold through.
        self.push(kind, result, Stage::Wire, span)
    }

    /// The size parameters of a call: those written, then those found in dimensions that are a bare parameter;
    /// what only an empty array could tell is 0. `length` is that of the sequence of a `generate`, which is never
    /// written.
    pub(super) fn infer_sizes(
        &mut self,
        id: FamilyId,
        sizes: &[Typed],
        args: &[Typed],
        length: Option<u32>,
        name_span: Span,
    ) -> Option<Vec<Dim>> {
        let items = self.items;
        let signature = items.signature(id)?;
        let mut found: Vec<Option<Dim>> = vec![None; signature.params.len()];
        for (slot, size) in found.iter_mut().zip(sizes) {
            *slot = Some(size.value.clone());
        }
        let mut left_open = vec![false; signature.params.len()];
        for (arg, (_, ty, _)) in args.iter().zip(&signature.inputs) {
            let Type::Array(_, expected) = ty else { continue };
            for (at, dim) in expected.iter().enumerate() {
                let Some(param) = dim.as_ref().and_then(Size::as_param) else { continue };
                let slot = &mut found[param as usize];
                match &arg.ty {
                    Type::Array(_, dims) => {
                        if let (None, Some(dim)) = (&slot, dims.get(at)) {
                            *slot = Some(dim.clone());
                        }
                    }
                    Type::Empty if at == 0 => {
                        slot.get_or_insert(Some(Size::natural(0)));
                    }
                    Type::Empty => left_open[param as usize] = true,
                    _ => {}
                }
            }
        }
        let missing: Vec<String> = (0..found.len())
            .filter(|at| found[*at].is_none() && !left_open[*at])
            .map(|at| signature.params[at].clone())
            .collect();
        if !missing.is_empty() {
            let open: Vec<Option<Dim>> = found
                .into_iter()
                .zip(left_open)
                .map(|(dim, open)| dim.or_else(|| open.then(|| Some(Size::natural(0)))))
                .collect();
            // An argument of another rank would have told them.
            if !self.ranks_differ(id, signature, args) {
                let (call, numbers) = self.with_sizes(signature, &open, length);
                let family = signature.name.clone();
                self.report(name_span, TypeFact::SizesNotFound { family, missing, call, numbers });
            }
            return None;
        }
        Some(found.into_iter().map(|dim| dim.unwrap_or(Some(Size::natural(0)))).collect())
    }

    /// A type of the callee with the caller's sizes, and its generic names found from an argument.
    pub(super) fn instantiate(
        &mut self,
        ty: &Type,
        sizes: &[Dim],
        generics: &mut [Option<Scalar>],
        argument: Option<&Type>,
    ) -> Type {
        match ty {
            Type::Array(scalar, dims) => {
                let scalar = match scalar {
                    Scalar::Generic(index) => {
                        let slot = &mut generics[*index as usize];
                        if let Some(Type::Array(found, _)) = argument {
                            let joined = slot.map_or(Ok(*found), |known| self.join_scalars(known, *found));
                            *slot = Some(joined.unwrap_or(slot.unwrap_or(*found)));
                        }
                        slot.unwrap_or(Scalar::Error)
                    }
                    other => *other,
                };
                Type::Array(
                    scalar,
                    dims.iter().map(|d| d.as_ref().and_then(|d| d.substitute(sizes))).collect(),
                )
            }
            Type::Tuple(parts) => {
                Type::Tuple(parts.iter().map(|p| self.instantiate(p, sizes, generics, None)).collect())
            }
            Type::Empty | Type::Error => ty.clone(),
        }
    }
}
