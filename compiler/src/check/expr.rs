//! One expression: names, literals, blocks; the rest is handed to the file of its kind.

use circ_grammar::tree::{self, ExprKind, Span};
use circ_runtime::Num;

use super::body::{Cx, Typed};
use crate::diagnostics::{NameFact, StageFact, TypeFact};
use crate::size::Size;
use crate::typed::{ExprId, Kind, Pattern};
use crate::types::{Scalar, Stage, Type};

/// Number literals longer than this are refused; their value is exact up to there.
const MAX_LITERAL_BITS: u64 = 1_000_000;

impl Cx<'_> {
    /// Checks an expression. It recurses on the height of the tree, which the parser bounds.
    pub(super) fn expr(&mut self, id: tree::ExprId) -> Typed {
        let expr = self.syntax(id);
        let span = expr.span;
        match &expr.kind {
            ExprKind::Error => self.error(span),
            ExprKind::Number(text) => self.number(text, span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Bool(value) => {
                self.push(Kind::Number(Num::int(i64::from(*value))), Type::BOOL, Stage::Static, span)
            }
            ExprKind::Token(token) => {
                let scalar = self.token_var(vec![(token.clone(), span)]);
                self.push(Kind::Token(token.clone()), Type::scalar(scalar), Stage::Static, span)
            }
            ExprKind::String(text) => {
                let tokens: Vec<String> = text.chars().map(String::from).collect();
                let mut distinct: Vec<(String, Span)> = Vec::new();
                for token in &tokens {
                    if distinct.len() < 256 && !distinct.iter().any(|(t, _)| t == token) {
                        distinct.push((token.clone(), span));
                    }
                }
                if tokens.is_empty() {
                    return self.push(Kind::Array(Vec::new()), Type::Empty, Stage::Static, span);
                }
                let dim = Some(Size::natural(tokens.len() as u64));
                let scalar = self.token_var(distinct);
                self.push(Kind::Text(tokens), Type::Array(scalar, vec![dim]), Stage::Static, span)
            }
            ExprKind::Or(operands) => self.logic(operands, true, span),
            ExprKind::And(operands) => self.logic(operands, false, span),
            ExprKind::Not(operand) => self.not(*operand, span),
            ExprKind::Compare(first, rest) => self.compare(*first, rest, span),
            ExprKind::Sum(first, rest) => self.sum(*first, rest, span),
            ExprKind::Product(first, rest) => self.product(*first, rest, span),
            ExprKind::Neg(operand) => self.negation(*operand, span),
            ExprKind::Power(base, exponent) => self.power(*base, *exponent, span),
            ExprKind::Call { callee, args } => self.call(*callee, args, span),
            ExprKind::Index { base, subscripts } => self.index(*base, subscripts, span),
            ExprKind::Tuple(parts) => self.tuple(parts, span),
            ExprKind::Array(elements) => self.array(elements, span),
            ExprKind::Comprehension(generator) => self.comprehension(generator, span),
            ExprKind::Block { lets, result } => self.block(lets, *result, span),
            ExprKind::If { condition, then, otherwise } => self.choice(*condition, *then, *otherwise, span),
            ExprKind::Match { subject, arms } => self.matching(*subject, arms, span),
            ExprKind::Loop { scan, pattern, start, each, body } => {
                self.looping(id, *scan, pattern, *start, each, *body)
            }
        }
    }

    fn number(&mut self, text: &str, span: Span) -> Typed {
        match Num::parse(text, MAX_LITERAL_BITS) {
            Ok(value) => {
                let size = Some(Size::constant(value.clone()));
                self.push_valued(Kind::Number(value), Type::NUM, Stage::Static, size, span)
            }
            Err(_) => self.fail(span, StageFact::NumberTooLong { limit: MAX_LITERAL_BITS }),
        }
    }

    /// Locals from the innermost, then parameters, constants, and what only looks like a value.
    fn name(&mut self, name: &str, span: Span) -> Typed {
        if let Some(local) = self.scope.find(name).cloned() {
            return self.push_valued(Kind::Local(local.slot), local.ty, local.stage, local.value, span);
        }
        if let Some(index) = self.params.iter().position(|p| p == name) {
            let index = index as u32;
            let value = Some(Size::param(index));
            return self.push_valued(Kind::Param(index), Type::NUM, Stage::Static, value, span);
        }
        if let Some(id) = self.items.constant(name) {
            let Some(info) = &self.items.consts[id.0 as usize] else { return self.error(span) };
            let (ty, value) = (info.ty.clone(), info.value.clone());
            if ty == Type::Error {
                return self.error(span);
            }
            return self.push_valued(Kind::Const(id), ty, Stage::Static, value, span);
        }
        if self.items.is_lost(name) {
            return self.error(span);
        }
        // `3x` was reported when the text was split into tokens.
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            return self.error(span);
        }
        let fact = if self.generics.iter().any(|g| g == name) {
            NameFact::TypeAsValue { name: name.to_string() }
        } else if let Some(family) = self.items.family(name) {
            NameFact::FamilyAsValue { name: name.to_string(), call: self.example_call(family, name, &[]) }
        } else if super::builtins::is_builtin(name) {
            NameFact::BuiltinAsValue { name: name.to_string() }
        } else if self.items.alphabet(name).is_some() {
            NameFact::TypeAsValue { name: name.to_string() }
        } else {
            let similar = self.similar_value(name);
            let element = self.element_meant(name);
            NameFact::UnknownName { name: name.to_string(), similar, as_size: self.in_size, element }
        };
        self.fail(span, fact)
    }

    fn block(&mut self, lets: &[tree::Let], result: tree::ExprId, span: Span) -> Typed {
        self.scoped(|cx| {
            let mut bindings = Vec::new();
            for binding in lets {
                bindings.push(cx.binding(binding));
            }
            let value = cx.expr(result);
            if value.ty == Type::Error {
                return Typed { span, ..value };
            }
            let kind = Kind::Block(bindings, value.id);
            let checked = cx.push_valued(kind, value.ty.clone(), value.stage, value.value.clone(), span);
            // Messages about the block's value point at the expression that gives it.
            Typed { span: value.span, ..checked }
        })
    }

    /// A `let`: its names are in scope afterwards.
    pub(super) fn binding(&mut self, binding: &tree::Let) -> (Pattern, ExprId) {
        let mut value = self.expr(binding.value);
        if let Some(ty) = &binding.ty {
            let (ty, dims) = self.ty(ty);
            if value.ty == Type::Error {
                // The written type stands, so that what follows gives its own errors and no others.
                value.ty = ty;
            } else if ty != Type::Error {
                let sound = self.expect(&value, &ty, "this `let`");
                value = self.push_valued(
                    Kind::Typed(value.id, dims),
                    ty.clone(),
                    value.stage,
                    value.value,
                    value.span,
                );
                value.ty = if sound { ty } else { Type::Error };
            }
        }
        (self.pattern(&binding.pattern, &value), value.id)
    }

    /// A type as written, and the expressions of its dimensions from left to right.
    pub(super) fn ty(&mut self, ty: &tree::Type) -> (Type, Vec<ExprId>) {
        let mut dims = Vec::new();
        let ty = self.ty_inner(ty, &mut dims);
        (ty, dims)
    }

    fn ty_inner(&mut self, ty: &tree::Type, dims: &mut Vec<ExprId>) -> Type {
        match &ty.kind {
            tree::TypeKind::Tuple(parts) => {
                Type::Tuple(parts.iter().map(|part| self.ty_inner(part, dims)).collect())
            }
            tree::TypeKind::Array { scalar, scalar_span, dims: sizes } => {
                let scalar = match scalar {
                    tree::ScalarType::Num => Scalar::Num,
                    tree::ScalarType::Bool => Scalar::Bool,
                    tree::ScalarType::Named(name) => {
                        match super::items::named_scalar(self.items, self.generics, name) {
                            Some(scalar) => scalar,
                            None if self.items.is_lost(name) => Scalar::Error,
                            None => {
                                let similar = self.similar_type(name);
                                self.report(
                                    *scalar_span,
                                    NameFact::UnknownType { name: name.clone(), similar },
                                );
                                Scalar::Error
                            }
                        }
                    }
                };
                let mut known = Vec::new();
                if let Some(sizes) = sizes {
                    if sizes.is_empty() {
                        self.report(ty.span, TypeFact::SizeMissing);
                        return Type::Error;
                    }
                    for size in sizes {
                        let outer = std::mem::replace(&mut self.in_size, true);
                        let size = self.static_number(*size, "a size");
                        self.in_size = outer;
                        dims.push(size.id);
                        known.push(size.value);
                    }
                }
                if scalar == Scalar::Error { Type::Error } else { Type::Array(scalar, known) }
            }
        }
    }
}
